"""Chips that come along: players who arrive at a raced table, and stacks of late entries."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from colorup.engine.lifecycle import State
from colorup.engine.problems import Problems
from tests.workflow.rooms import announce_25s, make_event, make_table
from tests.workflow.seats import PLAYERS, play_to, race_at, sent, sitting
from tournaments.models import (
    ChipCommand,
    ChipMovement,
    ColorUp,
    Event,
    StartingStack,
    Table,
)
from tournaments.workflow import (
    Conflict,
    Unfit,
    reopen,
    seating,
)
from tournaments.workflow.after import reverse
from tournaments.workflow.audit import faults
from tournaments.workflow.changes import At


class TestArrivals:
    """A player with 25s comes from table 7, not raced yet, to table 8, raced."""

    def room(self, event: Event, people: Any, arrival: str) -> SimpleNamespace:
        late, raced = make_table(event, 7, PLAYERS), make_table(event, 8, {3: "Player 13"})
        color_up = announce_25s(
            event, [late, raced], by=people.director, rules={"arrival": arrival}
        )
        play_to(race_at(color_up, raced), "confirmed", people.floor)
        before = ChipMovement.objects.count()
        return SimpleNamespace(
            color_up=color_up,
            before=before,
            way={"at": At(late.pk, 2), "to": At(raced.pk, 9)},
            raced=raced,
            late=late,
        )

    def test_race_first_sends_the_player_back(self, event: Event, people: Any) -> None:
        room = self.room(event, people, "race_first")
        for brings in (None, {25: 3}):
            with pytest.raises(Conflict) as refused:
                seating.move(**sent(event, people.floor), **room.way, brings=brings)
            assert refused.value.code == "race_first"
        assert sitting(room.late) == PLAYERS

    def test_it_is_the_chip_that_counts_and_not_the_colour_up(
        self, event: Event, people: Any
    ) -> None:
        # One chip, announced section by section: two colour-ups.
        late, raced = make_table(event, 7, PLAYERS), make_table(event, 8, {3: "Player 13"})
        of_late, of_raced = (
            announce_25s(event, [one], by=people.director) for one in (late, raced)
        )
        play_to(race_at(of_raced, raced), "confirmed", people.floor)
        way = {"at": At(late.pk, 2), "to": At(raced.pk, 9)}
        with pytest.raises(Conflict) as refused:
            seating.move(**sent(event, people.floor), **way)
        assert refused.value.code == "race_first"
        play_to(race_at(of_late, late), "confirmed", people.floor)
        with pytest.raises(Problems) as wrong:
            seating.move(**sent(event, people.floor), **way, brings={25: 3})
        assert [one.key for one in wrong.value] == ["bad_arrival.raced"]
        seating.move(**sent(event, people.floor), **way)
        assert not ChipCommand.objects.exists()

    def test_race_first_lets_complete_sets_come(self, event: Event, people: Any) -> None:
        room = self.room(event, people, "race_first")
        seating.move(**sent(event, people.floor), **room.way, brings={25: 8})
        assert ChipMovement.objects.filter(reason="arrival").change_in_play() == {25: -8, 100: 2}

    def test_a_director_overrides_race_first_at_equal_value(
        self, event: Event, people: Any
    ) -> None:
        room = self.room(event, people, "race_first")
        done = seating.move(
            **sent(event, people.director),
            **room.way,
            brings={25: 7},
            override=True,
            reason="needed at once",
        )
        assert done.command.overridden is True
        assert ChipCommand.objects.get().drift == -75

    @pytest.mark.parametrize(
        ("rule", "pays", "drift"), [("equal_value", 1, -75), ("round_up", 2, 25)]
    )
    def test_what_comes_along_is_exchanged_and_booked(
        self, event: Event, people: Any, rule: str, pays: int, drift: int
    ) -> None:
        room = self.room(event, people, rule)
        drift_before = ColorUp.objects.filter(pk=room.color_up.pk).drift_terms()
        with pytest.raises(Unfit) as refused:
            seating.move(**sent(event, people.floor), **room.way)
        assert refused.value.code == "brings_needed"
        seating.move(**sent(event, people.floor), **room.way, brings={25: 7})
        booked = ChipCommand.objects.get()
        assert (booked.kind, booked.color_up, booked.table, booked.seat, booked.drift) == (
            "arrival",
            room.color_up,
            room.raced,
            9,
            drift,
        )
        moved = ChipMovement.objects.filter(chip_command=booked)
        assert {one.reason for one in moved} == {"arrival"}
        assert moved.change_in_play() == {25: -7, 100: pays}
        terms = ColorUp.objects.filter(pk=room.color_up.pk).drift_terms()
        assert terms == {**drift_before, "arrival": drift}
        total = ChipMovement.objects.filter(color_up=room.color_up).value_into_play()
        assert sum(terms.values()) == total
        assert list(faults()) == []

    def test_nothing_brought_books_nothing(self, event: Event, people: Any) -> None:
        room = self.room(event, people, "equal_value")
        seating.move(**sent(event, people.floor), **room.way, brings={25: 0})
        assert ChipMovement.objects.count() == room.before

    def test_an_arrival_is_taken_back_like_other_chips(self, event: Event, people: Any) -> None:
        room = self.room(event, people, "equal_value")
        seating.move(**sent(event, people.floor), **room.way, brings={25: 7})
        reverse(
            chip_command_id=ChipCommand.objects.get().pk,
            by=people.director,
            command_id="r",
            reason="he had none",
        )
        assert ColorUp.objects.filter(pk=room.color_up.pk).drift_terms()["arrival"] == 0
        assert list(faults()) == []

    def test_reopening_the_raced_table_leaves_arrivals_alone(
        self, event: Event, people: Any
    ) -> None:
        room = self.room(event, people, "equal_value")
        seating.move(**sent(event, people.floor), **room.way, brings={25: 8})
        race = race_at(room.color_up, room.raced)
        reopen(
            race_id=race.pk,
            by=people.director,
            command_id="r",
            expected_version=race.version,
            to_state=State.COUNTED,
            reason="miscounted",
        )
        assert ChipMovement.objects.change_in_play() == {25: -8, 100: 2}
        assert list(faults()) == []

    def test_chips_that_both_tables_have_raced_are_late_chips(
        self, event: Event, people: Any
    ) -> None:
        room = self.room(event, people, "equal_value")
        play_to(race_at(room.color_up, room.late), "confirmed", people.floor)
        with pytest.raises(Problems) as wrong:
            seating.move(**sent(event, people.floor), **room.way, brings={25: 3})
        assert [one.key for one in wrong.value] == ["bad_arrival.raced"]
        seating.move(**sent(event, people.floor), **room.way)

    @pytest.mark.parametrize("brings", [-1, "seven", 1.5, True, 10**9])
    def test_what_comes_along_is_a_number_of_chips(
        self, event: Event, people: Any, brings: Any
    ) -> None:
        room = self.room(event, people, "equal_value")
        with pytest.raises(Problems) as wrong:
            seating.move(**sent(event, people.floor), **room.way, brings={25: brings})
        assert wrong.value.codes == ("bad_count",)

    def test_a_broken_tables_players_arrive_one_by_one(self, event: Event, people: Any) -> None:
        room = self.room(event, people, "round_up")
        seating.break_table(
            **sent(event, people.floor),
            table_id=room.late.pk,
            destinations={1: At(room.raced.pk, 1), 2: At(room.raced.pk, 2), 6: None},
            brings={1: {25: 1}, 2: {25: 4}},
        )
        booked = ChipCommand.objects.order_by("pk")
        assert [(one.seat, one.drift) for one in booked] == [(1, 75), (2, 0)]
        assert race_at(room.color_up, room.late).state == "void"
        assert list(faults()) == []


class TestLateEntries:
    def stacked(self, **fields: Any) -> Event:
        event = make_event(entries=10, chips_bought=10_000, **fields)
        for chip, chips in ((25, 8), (100, 8)):
            StartingStack.objects.create(event=event, denomination=chip, chips=chips)
        return event

    def test_an_entry_counts_and_brings_a_starting_stack(self, people: Any) -> None:
        event = self.stacked()
        table = make_table(event, 1)
        seating.enter(**sent(event, people.floor), to=At(table.pk, 4), player=" Player 40 ")
        event.refresh_from_db()
        assert (event.entries, event.chips_bought) == (11, 11_000)
        assert sitting(table) == {4: "Player 40"}
        assert not ChipMovement.objects.exists()

    def test_other_chips_of_the_same_value_are_in_the_ledger(self, people: Any) -> None:
        event = self.stacked()
        table = make_table(event, 1)
        seating.enter(**sent(event, people.floor), to=At(table.pk, 4), stack={100: 10})
        event.refresh_from_db()
        assert (event.entries, event.chips_bought) == (11, 11_000)
        assert ChipMovement.objects.change_in_play() == {25: -8, 100: 2}
        assert (ChipCommand.objects.get().kind, ChipCommand.objects.get().drift) == ("issue", 0)
        assert list(faults()) == []

    def test_a_stack_of_another_value_is_what_was_bought(self, people: Any) -> None:
        event = self.stacked()
        table = make_table(event, 1)
        seating.enter(**sent(event, people.floor), to=At(table.pk, 4), stack={500: 3})
        event.refresh_from_db()
        assert (event.entries, event.chips_bought) == (11, 11_500)

    def test_somebody_who_was_only_not_known_is_no_entry(self, people: Any) -> None:
        event = self.stacked()
        table = make_table(event, 1)
        seating.enter(**sent(event, people.floor), to=At(table.pk, 4), bought_in=False)
        event.refresh_from_db()
        assert (event.entries, sitting(table)) == (10, {4: ""})

    def test_a_stack_may_hold_announced_chips_but_none_raced_away(
        self, event: Event, table: Table, other: Table, both: ColorUp, people: Any
    ) -> None:
        play_to(race_at(both, table), "confirmed", people.floor)
        with pytest.raises(Problems) as wrong:
            seating.enter(
                **sent(event, people.floor), to=At(table.pk, 9), stack={25: 4, 100: 1, 7: 1}
            )
        assert [one.key for one in wrong.value] == [
            "bad_denomination.not_in_chip_set",
            "bad_stack.left",
        ]
        seating.enter(**sent(event, people.floor), to=At(other.pk, 9), stack={25: 4, 100: 1})
        assert sitting(other)[9] == ""

    @pytest.mark.parametrize(
        ("stack", "code"), [({100: -1}, "bad_count"), ({100: 0}, "bad_stack"), ({}, "bad_stack")]
    )
    def test_a_stack_is_chips(
        self, event: Event, table: Table, people: Any, stack: dict[int, int], code: str
    ) -> None:
        with pytest.raises(Problems) as wrong:
            seating.enter(**sent(event, people.floor), to=At(table.pk, 9), stack=stack)
        assert wrong.value.codes == (code,)

"""Tables and seats that change while an event runs."""

from __future__ import annotations

from typing import Any

import pytest

from colorup.engine.problems import Problems
from tests.workflow.conftest import COUNTED
from tests.workflow.rooms import announce_25s, make_event, make_table
from tests.workflow.seats import OTHERS, PLAYERS, play_to, race_at, sent, sitting
from tournaments.models import (
    ColorUp,
    Event,
    RaceEvent,
    Seat,
    SeatingCommand,
    Table,
    TableRace,
)
from tournaments.workflow import (
    Conflict,
    Forbidden,
    NotFound,
    Unfit,
    add_tables,
    count,
    seating,
    void_colorup,
)
from tournaments.workflow.audit import faults
from tournaments.workflow.changes import At


class TestMoves:
    def test_a_player_moves_and_who_did_it_is_kept(
        self, event: Event, table: Table, other: Table, people: Any
    ) -> None:
        done = seating.move(**sent(event, people.floor), at=At(table.pk, 2), to=At(other.pk, 9))
        assert sitting(table) == {1: "Player 01", 6: "Player 06"}
        assert sitting(other) == {**OTHERS, 9: "Player 02"}
        assert (done.command.kind, done.command.by, done.command.overridden) == (
            "move",
            people.floor,
            False,
        )
        assert done.command.changes == [
            {
                "change": "move",
                "at": {"table": table.pk, "seat": 2},
                "to": {"table": other.pk, "seat": 9},
                "person": {"player": "Player 02", "external_id": ""},
            }
        ]

    def test_a_player_changes_seats_at_the_same_table(
        self, event: Event, table: Table, people: Any
    ) -> None:
        seating.move(**sent(event, people.floor), at=At(table.pk, 2), to=At(table.pk, 3))
        assert sitting(table) == {1: "Player 01", 3: "Player 02", 6: "Player 06"}

    def test_the_same_command_again_moves_nobody_twice(
        self, event: Event, table: Table, other: Table, people: Any
    ) -> None:
        again = {**sent(event, people.floor), "at": At(table.pk, 2), "to": At(other.pk, 9)}
        first, second = seating.move(**again), seating.move(**again)
        assert (second.command, second.repeated) == (first.command, True)
        with pytest.raises(Conflict) as refused:
            seating.move(**{**again, "to": At(other.pk, 8)})
        assert refused.value.code == "changed_after_send"
        assert SeatingCommand.objects.count() == 1

    def test_an_id_that_another_command_has_used_is_refused(
        self, event: Event, table: Table, other: Table, people: Any
    ) -> None:
        color_up = announce_25s(event, [table], by=people.director)
        used = sent(event, people.floor)
        add_tables(
            color_up_id=color_up.pk,
            by=people.director,
            command_id=used["command_id"],
            tables=[other.pk],
        )
        with pytest.raises(Conflict) as refused:
            seating.move(**used, at=At(table.pk, 2), to=At(other.pk, 9))
        assert refused.value.code == "changed_after_send"
        with pytest.raises(Conflict) as refused:
            void_colorup(
                color_up_id=color_up.pk,
                by=people.director,
                command_id=used["command_id"],
                reason="wrong chip",
            )
        assert refused.value.code == "changed_after_send"

    @pytest.mark.parametrize(
        ("at", "to", "key"),
        [
            ((7, 3), (8, 9), "bad_seat.nobody"),
            ((7, 2), (8, 4), "bad_seat.occupied"),
            ((7, 2), (7, 2), "bad_seat.same"),
            ((7, 2), (8, 10), "bad_seat.not_there"),
            ((7, 2), (99, 1), "bad_tables.unknown"),
        ],
    )
    def test_a_move_that_cannot_be(
        self,
        event: Event,
        table: Table,
        other: Table,
        people: Any,
        at: tuple[int, int],
        to: tuple[int, int],
        key: str,
    ) -> None:
        ids = {7: table.pk, 8: other.pk, 99: 999_999}
        with pytest.raises(Problems) as wrong:
            seating.move(
                **sent(event, people.floor),
                at=At(ids[at[0]], at[1]),
                to=At(ids[to[0]], to[1]),
            )
        assert [one.key for one in wrong.value] == [key]
        assert (sitting(table), sitting(other)) == (PLAYERS, OTHERS)
        assert not SeatingCommand.objects.exists()

    def test_a_form_that_saw_another_player_there_is_out_of_date(
        self, event: Event, table: Table, other: Table, people: Any
    ) -> None:
        seen = Seat.objects.get(table=table, number=2).pk
        seating.bust(**sent(event, people.floor), at=At(table.pk, 2))
        seating.enter(**sent(event, people.floor), to=At(table.pk, 2), player="Player 22")
        with pytest.raises(Conflict) as refused:
            seating.move(
                **sent(event, people.floor), at=At(table.pk, 2), to=At(other.pk, 9), sitting=seen
            )
        assert refused.value.code == "seats_changed"
        assert sitting(table)[2] == "Player 22"

    def test_another_events_table_is_not_found(
        self, event: Event, table: Table, people: Any
    ) -> None:
        elsewhere = make_table(make_event(), 1, {1: "Player 99"})
        with pytest.raises(NotFound):
            seating.move(**sent(event, people.floor), at=At(elsewhere.pk, 1), to=At(table.pk, 3))

    @pytest.mark.parametrize(("who", "refusal"), [("stranger", NotFound), ("viewer", Forbidden)])
    def test_who_may_not(
        self, event: Event, table: Table, people: Any, who: str, refusal: type[Exception]
    ) -> None:
        with pytest.raises(refusal):
            seating.bust(**sent(event, getattr(people, who)), at=At(table.pk, 1))
        assert sitting(table) == PLAYERS


class TestRacesNotice:
    def test_open_races_of_both_tables_get_a_new_version_and_a_board_change(
        self, event: Event, table: Table, other: Table, both: ColorUp, people: Any
    ) -> None:
        seating.move(**sent(event, people.floor), at=At(table.pk, 2), to=At(other.pk, 9))
        races = [race_at(both, table), race_at(both, other)]
        assert [(one.state, one.version, one.taken_by) for one in races] == [
            ("announced", 2, None)
        ] * 2
        event.refresh_from_db()
        assert event.board_sequence == max(one.board_sequence for one in races) > 1
        last = RaceEvent.objects.history(races[0].pk).last()
        assert (last.action, last.version, last.by) == ("seats", 2, people.floor)
        with pytest.raises(Conflict) as refused:
            count(
                race_id=races[0].pk,
                by=people.floor,
                command_id="c",
                expected_version=1,
                entry=COUNTED,
            )
        assert refused.value.code == "stale"
        assert list(faults()) == []

    def test_a_table_elsewhere_notices_nothing(
        self, event: Event, table: Table, other: Table, both: ColorUp, people: Any
    ) -> None:
        seating.bust(**sent(event, people.floor), at=At(table.pk, 2))
        assert (race_at(both, table).version, race_at(both, other).version) == (2, 1)

    def test_setting_the_button_is_noticed_even_while_counted(
        self, event: Event, table: Table, both: ColorUp, people: Any
    ) -> None:
        play_to(race_at(both, table), "counted", people.floor)
        seating.set_button(**sent(event, people.floor), table_id=table.pk, button=6)
        race = race_at(both, table)
        assert (race.state, race.version, race.result["final"]) == ("counted", 3, False)
        table.refresh_from_db()
        assert table.button == 6

    def test_a_button_is_at_a_seat_of_the_table(
        self, event: Event, table: Table, people: Any
    ) -> None:
        with pytest.raises(Problems) as wrong:
            seating.set_button(**sent(event, people.floor), table_id=table.pk, button=10)
        assert wrong.value.codes == ("bad_button",)


class TestHeldTables:
    @pytest.mark.parametrize("state", ["counted", "dealt"])
    @pytest.mark.parametrize("way", ["from", "to", "bust", "enter", "break"])
    def test_a_table_that_is_counted_or_dealt_holds_its_players(
        self,
        event: Event,
        table: Table,
        other: Table,
        both: ColorUp,
        people: Any,
        state: str,
        way: str,
    ) -> None:
        play_to(race_at(both, table), state, people.floor)
        who = sent(event, people.floor)
        ways = {
            "from": (seating.move, {"at": At(table.pk, 2), "to": At(other.pk, 9)}),
            "to": (seating.move, {"at": At(other.pk, 4), "to": At(table.pk, 9)}),
            "bust": (seating.bust, {"at": At(table.pk, 2)}),
            "enter": (seating.enter, {"to": At(table.pk, 9)}),
            "break": (
                seating.break_table,
                {"table_id": table.pk, "destinations": dict.fromkeys(PLAYERS)},
            ),
        }
        command, entries = ways[way]
        with pytest.raises(Conflict) as refused:
            command(**who, **entries)
        assert refused.value.code == "held"
        assert refused.value.message.values["tables"] == ("Table 7",)
        assert (sitting(table), sitting(other)) == (PLAYERS, OTHERS)

    def test_a_director_may_override_with_a_reason_and_it_is_recorded(
        self, event: Event, table: Table, other: Table, both: ColorUp, people: Any
    ) -> None:
        play_to(race_at(both, table), "counted", people.floor)
        move = {"at": At(table.pk, 2), "to": At(other.pk, 9), "override": True}
        with pytest.raises(Forbidden) as refused:
            seating.move(**sent(event, people.floor), **move, reason="balance")
        assert refused.value.code == "director_needed"
        with pytest.raises(Unfit) as unfit:
            seating.move(**sent(event, people.director), **move, reason=" ")
        assert unfit.value.code == "reason_needed"
        done = seating.move(**sent(event, people.director), **move, reason="balance")
        assert (done.command.overridden, done.command.reason) == (True, "balance")
        race = race_at(both, table)
        assert (race.state, race.version) == ("counted", 3)
        assert race.players == {"1": "Player 01", "2": "Player 02", "6": "Player 06"}
        assert list(faults()) == []

    def test_an_override_that_is_not_needed_is_none(
        self, event: Event, table: Table, people: Any
    ) -> None:
        done = seating.bust(**sent(event, people.floor), at=At(table.pk, 2), override=True)
        assert done.command.overridden is False


class TestBreakingATable:
    def test_players_go_where_they_are_told_and_the_race_ends(
        self, event: Event, table: Table, other: Table, both: ColorUp, people: Any
    ) -> None:
        seating.break_table(
            **sent(event, people.floor),
            table_id=table.pk,
            destinations={1: At(other.pk, 2), 2: At(other.pk, 3), 6: None},
        )
        table.refresh_from_db()
        race = race_at(both, table)
        assert (sitting(table), table.broken_at is None) == ({}, False)
        assert sitting(other) == {**OTHERS, 2: "Player 01", 3: "Player 02"}
        assert race.state == "void"
        last = RaceEvent.objects.history(race.pk).last()
        assert (last.action, last.reason) == ("void", "table broken")
        assert race_at(both, other).version == 2
        assert list(faults()) == []

    def test_everybody_must_have_somewhere_to_go_and_all_is_said_at_once(
        self, event: Event, table: Table, other: Table, people: Any
    ) -> None:
        with pytest.raises(Problems) as wrong:
            seating.break_table(
                **sent(event, people.floor), table_id=table.pk, destinations={1: None}
            )
        assert [(one.key, one.seat) for one in wrong.value] == [
            ("bad_seat.no_destination", 2),
            ("bad_seat.no_destination", 6),
        ]
        with pytest.raises(Problems) as wrong:
            seating.break_table(
                **sent(event, people.floor),
                table_id=table.pk,
                destinations={1: At(other.pk, 1), 2: At(other.pk, 2), 6: At(other.pk, 2)},
            )
        assert [(one.key, one.seat) for one in wrong.value] == [
            ("bad_seat.occupied", 1),
            ("bad_seat.occupied", 6),
        ]
        assert sitting(table) == PLAYERS

    def test_nobody_moves_to_a_broken_table(self, event: Event, other: Table, people: Any) -> None:
        out = dict.fromkeys(OTHERS)
        seating.break_table(**sent(event, people.floor), table_id=other.pk, destinations=out)
        for again in (
            lambda: seating.enter(**sent(event, people.floor), to=At(other.pk, 1)),
            lambda: seating.break_table(
                **sent(event, people.floor), table_id=other.pk, destinations={}
            ),
        ):
            with pytest.raises(Problems) as wrong:
                again()
            assert wrong.value.problems[0].key == "bad_tables.not_standing"

    def test_a_director_breaks_a_counted_table_with_a_reason(
        self, event: Event, table: Table, both: ColorUp, people: Any
    ) -> None:
        play_to(race_at(both, table), "counted", people.floor)
        seating.break_table(
            **sent(event, people.director),
            table_id=table.pk,
            destinations=dict.fromkeys(PLAYERS),
            override=True,
            reason="fire alarm",
        )
        last = RaceEvent.objects.history(race_at(both, table).pk).last()
        assert (last.state, last.reason) == ("void", "table broken: fire alarm")


class TestAddingATable:
    def test_it_joins_the_races_that_are_open(
        self, event: Event, both: ColorUp, people: Any
    ) -> None:
        seating.add_table(**sent(event, people.floor), number=12, seat_count=8, name="Feature")
        made = Table.objects.get(event=event, number=12)
        race = race_at(both, made)
        assert (str(made), made.seat_count, race.state, race.version) == (
            "Feature",
            8,
            "announced",
            1,
        )
        assert list(faults()) == []

    def test_of_colour_ups_of_the_same_chip_it_joins_the_first(
        self, event: Event, table: Table, other: Table, people: Any
    ) -> None:
        first, _second = (announce_25s(event, [one], by=people.director) for one in (table, other))
        hundreds = announce_25s(
            event, [table], by=people.director, removed=[100], in_play=[500, 1000]
        )
        seating.add_table(**sent(event, people.floor), number=30, seat_count=9)
        races = TableRace.objects.filter(table__number=30).order_by("color_up_id")
        assert [one.color_up for one in races] == [first, hundreds]

    def test_without_an_open_colour_up_there_is_no_race(self, event: Event, people: Any) -> None:
        seating.add_table(**sent(event, people.floor), number=1, seat_count=9)
        assert (Table.objects.count(), TableRace.objects.count()) == (1, 0)

    @pytest.mark.parametrize(
        ("number", "seats", "key"),
        [
            (7, 9, "bad_tables.number_taken"),
            (0, 9, "bad_tables.number"),
            (9, 13, "bad_tables.seat_count"),
            (9, 0, "bad_tables.seat_count"),
        ],
    )
    @pytest.mark.usefixtures("table")
    def test_a_table_that_cannot_be(
        self, event: Event, people: Any, number: int, seats: int, key: str
    ) -> None:
        with pytest.raises(Problems) as wrong:
            seating.add_table(**sent(event, people.floor), number=number, seat_count=seats)
        assert [one.key for one in wrong.value] == [key]

"""Sections, tables that join a running colour-up, who takes a table, the restart."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from colorup.engine.problems import Problems
from tests.workflow.rooms import announce_25s, make_event, make_table
from tournaments.clock import read_moment
from tournaments.models import ColorUp, Event, RaceEvent, Section, Table, TableRace
from tournaments.ranges import read_ranges, write_ranges
from tournaments.workflow import (
    Conflict,
    Forbidden,
    NotFound,
    add_tables,
    announce,
    void_colorup,
    void_race,
)
from tournaments.workflow.floats import open_float
from tournaments.workflow.floor import close_room_screen, open_room_screen, set_restart, take
from tournaments.workflow.sections import put_section, remove_section

Play = Callable[..., TableRace]


def numbers(section: Section) -> list[int]:
    return list(section.tables.order_by("number").values_list("number", flat=True))


class TestRanges:
    @pytest.mark.parametrize(
        ("text", "read"),
        [
            ("", ()),
            ("7", (7,)),
            ("1-3, 7", (1, 2, 3, 7)),
            ("1 – 3;7 2", (1, 2, 3, 7)),
        ],
    )
    def test_as_people_write_them(self, text: str, read: tuple[int, ...]) -> None:
        assert read_ranges(text) == read

    @pytest.mark.parametrize("text", ["x", "1-", "3-1", "0", "1-99999", "1..3"])
    def test_what_is_no_range_is_refused(self, text: str) -> None:
        with pytest.raises(Problems) as wrong:
            read_ranges(text)
        assert wrong.value.codes == ("bad_range",)

    def test_everything_wrong_is_said_at_once(self) -> None:
        with pytest.raises(Problems) as wrong:
            read_ranges("x, 3-1, 5")
        assert [one.key for one in wrong.value] == ["bad_range.unreadable", "bad_range.backwards"]

    @given(st.sets(st.integers(1, 2000), max_size=40))
    def test_what_is_written_is_read_again(self, chosen: set[int]) -> None:
        assert read_ranges(write_ranges(chosen)) == tuple(sorted(chosen))

    def test_runs_are_drawn_together(self) -> None:
        assert write_ranges([3, 1, 2, 7, 9, 10]) == "1–3, 7, 9–10"


class TestClock:
    NOW = datetime(2026, 11, 30, 22, 50, tzinfo=UTC)  # 23:50 in Paris
    PARIS = ZoneInfo("Europe/Paris")

    @pytest.mark.parametrize(
        ("text", "hour_utc", "day"),
        [("23:55", 22, 30), ("23h55", 22, 30), ("0:10", 23, 30), ("21.40", 20, 30)],
    )
    def test_the_nearest_moment_is_meant(self, text: str, hour_utc: int, day: int) -> None:
        moment = read_moment(text, zone=self.PARIS, now=self.NOW)
        assert moment is not None
        there = moment.astimezone(UTC)
        assert (there.day, there.hour) == (day, hour_utc)

    def test_nothing_written_is_no_moment(self) -> None:
        assert read_moment("  ", zone=self.PARIS, now=self.NOW) is None

    @pytest.mark.parametrize("text", ["25:00", "21:60", "soon", "2140"])
    def test_what_is_no_time_is_refused(self, text: str) -> None:
        with pytest.raises(Problems) as wrong:
            read_moment(text, zone=self.PARIS, now=self.NOW)
        assert wrong.value.codes == ("bad_time",)


class TestSections:
    @pytest.fixture(autouse=True)
    def tables(self, event: Event) -> list[Table]:
        return [make_table(event, number) for number in range(1, 7)]

    def test_a_section_has_its_tables_and_its_lead(self, event: Event, people: Any) -> None:
        section = put_section(
            event_id=event.pk,
            by=people.director,
            name=" A ",
            tables=[1, 2, 3],
            lead_id=people.floor.pk,
        )
        assert (section.name, section.lead, numbers(section)) == ("A", people.floor, [1, 2, 3])

    def test_a_table_is_in_one_section_at_most(self, event: Event, people: Any) -> None:
        sent = {"event_id": event.pk, "by": people.director}
        first = put_section(**sent, name="A", tables=[1, 2, 3])
        second = put_section(**sent, name="B", tables=[3, 4])
        assert (numbers(first), numbers(second)) == ([1, 2], [3, 4])
        put_section(**sent, section_id=first.pk, name="A", tables=[2])
        assert numbers(first) == [2]

    def test_made_again_it_is_the_same(self, event: Event, people: Any) -> None:
        sent = {"event_id": event.pk, "by": people.director, "name": "A"}
        first = put_section(**sent, tables=[1, 2])
        assert put_section(**sent, tables=[2, 1]) == first
        with pytest.raises(Problems) as wrong:
            put_section(**sent, tables=[3])
        assert [one.key for one in wrong.value] == ["bad_section.name_taken"]

    def test_all_that_is_wrong_is_said_at_once(self, event: Event, people: Any) -> None:
        with pytest.raises(Problems) as wrong:
            put_section(
                event_id=event.pk,
                by=people.director,
                name="",
                tables=[99],
                lead_id=people.stranger.pk,
            )
        assert [one.key for one in wrong.value] == [
            "bad_section.name",
            "bad_tables.no_such",
            "bad_section.lead",
        ]

    def test_takes_a_director(self, event: Event, people: Any) -> None:
        with pytest.raises(Forbidden):
            put_section(event_id=event.pk, by=people.floor, name="A", tables=[])
        with pytest.raises(NotFound):
            put_section(event_id=event.pk, by=people.stranger, name="A", tables=[])

    def test_another_events_section_is_not_found(self, event: Event, people: Any) -> None:
        elsewhere = put_section(event_id=make_event().pk, by=people.director, name="A", tables=[])
        with pytest.raises(NotFound):
            put_section(
                event_id=event.pk,
                by=people.director,
                section_id=elsewhere.pk,
                name="B",
                tables=[],
            )

    def test_removed_its_tables_stay(self, event: Event, people: Any) -> None:
        section = put_section(event_id=event.pk, by=people.director, name="A", tables=[1])
        remove_section(section_id=section.pk, by=people.director)
        remove_section(section_id=section.pk, by=people.director)
        assert Table.objects.get(event=event, number=1).section is None

    def test_with_an_open_float_it_stays(self, event: Event, people: Any) -> None:
        section = put_section(event_id=event.pk, by=people.director, name="A", tables=[])
        open_float(
            event_id=event.pk,
            by=people.director,
            command_id="f",
            section_id=section.pk,
            chips={100: 20},
            giver="Cage",
            taker="Floor 1",
        )
        with pytest.raises(Conflict) as refused:
            remove_section(section_id=section.pk, by=people.director)
        assert refused.value.code == "section_has_float"


class TestLaterTables:
    def test_they_join_under_the_same_rules(
        self, event: Event, color_up: ColorUp, people: Any
    ) -> None:
        later = make_table(event, 8)
        sent = {"color_up_id": color_up.pk, "by": people.director, "command_id": "more"}
        add_tables(**sent, tables=[later.pk])
        race = color_up.races.get(table=later)
        event.refresh_from_db()
        assert (race.state, race.version) == ("announced", 1)
        assert race.board_sequence == event.board_sequence
        assert RaceEvent.objects.get(race=race).by == people.director

    def test_sent_again_they_join_once(self, event: Event, color_up: ColorUp, people: Any) -> None:
        later, other = make_table(event, 8), make_table(event, 9)
        sent = {"color_up_id": color_up.pk, "by": people.director, "command_id": "more"}
        add_tables(**sent, tables=[later.pk])
        add_tables(**sent, tables=[later.pk])
        assert color_up.races.count() == 2
        with pytest.raises(Conflict) as refused:
            add_tables(**sent, tables=[other.pk])
        assert refused.value.code == "changed_after_send"

    def test_a_table_races_once(self, table: Table, color_up: ColorUp, people: Any) -> None:
        sent = {"color_up_id": color_up.pk, "by": people.director, "command_id": "more"}
        with pytest.raises(Problems) as wrong:
            add_tables(**sent, tables=[table.pk])
        assert [one.key for one in wrong.value] == ["bad_tables.raced"]

    def test_a_race_that_ended_is_announced_anew(
        self, event: Event, table: Table, color_up: ColorUp, people: Any
    ) -> None:
        void_race(
            race_id=color_up.races.get().pk,
            by=people.director,
            command_id="void",
            expected_version=1,
            reason="wrong table",
        )
        with pytest.raises(Problems) as wrong:
            add_tables(
                color_up_id=color_up.pk, by=people.director, command_id="add", tables=[table.pk]
            )
        assert [one.key for one in wrong.value] == ["bad_tables.ended"]
        assert announce_25s(event, [table], by=people.director).races.count() == 1

    def test_not_to_a_voided_colour_up(self, event: Event, color_up: ColorUp, people: Any) -> None:
        void_colorup(color_up_id=color_up.pk, by=people.director, command_id="v", reason="wrong")
        with pytest.raises(Conflict) as refused:
            add_tables(
                color_up_id=color_up.pk,
                by=people.director,
                command_id="more",
                tables=[make_table(event, 8).pk],
            )
        assert refused.value.code == "not_now"

    def test_takes_a_director(self, color_up: ColorUp, people: Any) -> None:
        sent = {"color_up_id": color_up.pk, "command_id": "more", "tables": []}
        with pytest.raises(Forbidden):
            add_tables(**sent, by=people.floor)


class TestTaking:
    def test_the_first_tap_takes_a_free_table(self, race: TableRace, people: Any) -> None:
        assert take(race_id=race.pk, by=people.floor)
        assert not take(race_id=race.pk, by=people.second)
        before = race.board_sequence
        race.refresh_from_db()
        assert (race.taken_by, race.version) == (people.floor, 1)
        assert race.board_sequence == before + 1

    def test_a_finished_table_is_not_taken(self, play: Play, people: Any) -> None:
        race = play("confirmed")
        TableRace.objects.filter(pk=race.pk).update(taken_by=None)
        assert not take(race_id=race.pk, by=people.second)

    def test_a_viewer_takes_nothing(self, race: TableRace, people: Any) -> None:
        with pytest.raises(Forbidden):
            take(race_id=race.pk, by=people.viewer)


def test_the_restart_is_on_the_boards(color_up: ColorUp, people: Any) -> None:
    at = datetime(2026, 11, 30, 21, 40, tzinfo=UTC)
    before = Event.objects.get().board_sequence
    set_restart(color_up_id=color_up.pk, by=people.director, at=at)
    set_restart(color_up_id=color_up.pk, by=people.director, at=at)
    color_up.refresh_from_db()
    assert color_up.restart_at == at
    assert Event.objects.get().board_sequence == before + 1


def test_an_announcement_can_say_shipped_play_goes_on(
    event: Event, table: Table, people: Any
) -> None:
    at = datetime(2026, 11, 30, 21, 40, tzinfo=UTC)
    color_up = announce_25s(event, [table], by=people.director, restart_at=at)
    assert color_up.restart_at == at


def test_the_rooms_address_is_made_once_and_revoked(event: Event, people: Any) -> None:
    sent = {"event_id": event.pk, "by": people.director}
    first = open_room_screen(**sent).room_token
    assert first is not None
    assert len(first) >= 43
    assert open_room_screen(**sent).room_token == first
    assert close_room_screen(**sent).room_token is None
    assert open_room_screen(**sent).room_token != first
    with pytest.raises(Forbidden):
        open_room_screen(event_id=event.pk, by=people.floor)


@pytest.mark.database
@pytest.mark.django_db
def test_a_thousand_tables_are_announced_in_few_statements(
    people: Any, django_assert_max_num_queries: Any
) -> None:
    event = make_event()
    tables = Table.objects.bulk_create(
        Table(event=event, number=number) for number in range(1, 1001)
    )
    # SQLite takes 999 parameters a statement.
    batches = sum(
        -(-1000 // (999 // (len(model._meta.local_concrete_fields) - 1)))
        for model in (TableRace, RaceEvent)
    )
    with django_assert_max_num_queries(10 + batches):
        announce(
            event_id=event.pk,
            by=people.director,
            command_id="all",
            removed=[25],
            in_play=[100, 500, 1000],
            ruleset_slug="tda-2026",
            tables=[one.pk for one in tables],
        )
    assert TableRace.objects.count() == 1000

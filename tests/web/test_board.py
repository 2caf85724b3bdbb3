"""The floor board: what it shows, how it filters and jumps, and what a poll sends."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.workflow.rooms import announce_25s, make_event, make_table
from tournaments.models import ColorUp, Event, Seat, StartingStack, Table, TableRace
from tournaments.workflow import announce, confirm, count
from tournaments.workflow.floats import open_float
from tournaments.workflow.floor import set_restart
from tournaments.workflow.sections import put_section

pytestmark = pytest.mark.django_db

WRITING = re.compile(r"\s*(INSERT|UPDATE|DELETE)\b", re.IGNORECASE)
NOBODY_RACES = {"seats": [{"seat": 1, "count": 8, "other": 5000}]}


@pytest.fixture
def director(client_as: Callable[..., Client]) -> Any:
    return client_as("director")


@pytest.fixture
def floor(client_as: Callable[..., Client]) -> Any:
    return client_as("floor", first_name="Floor", last_name="1")


@pytest.fixture
def event(db: None) -> Event:
    return make_event()


@pytest.fixture
def color_up(event: Event, director: Any) -> ColorUp:
    tables = [make_table(event, number, {1: "Player 01", 2: "Player 02"}) for number in (1, 2, 3)]
    return announce_25s(event, tables, by=director.user)


def race_at(color_up: ColorUp, number: int) -> TableRace:
    return color_up.races.get(table__number=number)


def counted(race: TableRace, by: Any) -> None:
    count(race_id=race.pk, by=by, command_id=uuid4().hex, expected_version=1, entry=NOBODY_RACES)


def confirmed(race: TableRace, by: Any) -> None:
    counted(race, by)
    confirm(race_id=race.pk, by=by, command_id=uuid4().hex, expected_version=2)


def board(client: Any, color_up: ColorUp, **query: Any) -> Any:
    return client.get(reverse("color_up", args=(color_up.pk,)), query).context["board"]


def tiles(client: Any, color_up: ColorUp, **query: Any) -> dict[int, Any]:
    shown = board(client, color_up, **query)
    return {tile.number: tile for group in shown.groups for tile in group.tiles}


def changes(client: Any, color_up: ColorUp, since: int) -> Any:
    return client.get(reverse("live_board", args=(color_up.pk,)), {"since": since})


class TestTiles:
    def test_say_state_racers_and_who_is_on_them(self, color_up: ColorUp, floor: Any) -> None:
        counted(race_at(color_up, 2), floor.user)
        confirmed(race_at(color_up, 3), floor.user)
        found = tiles(floor, color_up)
        told = {number: (one.word, one.detail, one.who, one.drift) for number, one in found.items()}
        assert told == {
            1: ("to count", "2 players", "", None),
            2: ("counted", "0 racers", "Floor 1", None),
            3: ("done", "", "Floor 1", 0),
        }

    def test_say_how_long_a_table_has_waited(self, color_up: ColorUp, floor: Any) -> None:
        counted(race_at(color_up, 2), floor.user)
        since = timezone.now() - timedelta(minutes=4, seconds=10)
        TableRace.objects.filter(table__number=2).update(state_since=since)
        found = tiles(floor, color_up)
        assert (found[2].minutes, found[2].waits, found[1].waits) == (4, True, False)

    def test_a_filter_keeps_the_places_of_the_others(self, color_up: ColorUp, floor: Any) -> None:
        counted(race_at(color_up, 2), floor.user)
        for show in ("mine", "counted"):
            found = tiles(floor, color_up, show=show)
            assert {number: one.left_out for number, one in found.items()} == {
                1: True,
                2: False,
                3: True,
            }
        page = floor.get(reverse("color_up", args=(color_up.pk,)), {"show": "counted"})
        assert page.content.count(b"<li hidden>") == 2

    def test_filters_count_what_they_show(self, color_up: ColorUp, floor: Any) -> None:
        counted(race_at(color_up, 2), floor.user)
        shown = board(floor, color_up, show="nonsense").filters
        assert [(one.key, one.count) for one in shown] == [
            ("", 3),
            ("mine", 1),
            ("announced", 2),
            ("counted", 1),
            ("dealt", 0),
            ("confirmed", 0),
        ]
        assert [one.key for one in shown if one.chosen] == [""]


class TestSections:
    @pytest.fixture(autouse=True)
    def sections(self, color_up: ColorUp, director: Any, floor: Any) -> None:
        sent = {"event_id": color_up.event_id, "by": director.user}
        put_section(**sent, name="A", tables=[3], lead_id=floor.user.pk)
        put_section(**sent, name="B", tables=[1])

    def test_stand_by_their_first_table_and_the_others_last(
        self, color_up: ColorUp, floor: Any
    ) -> None:
        groups = board(floor, color_up).groups
        told = [(one.name, one.lead, [tile.number for tile in one.tiles]) for one in groups]
        assert told == [("B", "", [1]), ("A", "Floor 1", [3]), ("", "", [2])]

    def test_one_alone_can_be_looked_at(self, color_up: ColorUp, floor: Any) -> None:
        links = board(floor, color_up).sections
        assert [one.word for one in links] == ["B", "A"]
        page = floor.get(reverse("color_up", args=(color_up.pk,)) + links[1].href)
        assert [one.name for one in page.context["board"].groups] == ["A"]

    def test_its_lead_is_told_when_it_is_done(
        self, color_up: ColorUp, floor: Any, director: Any
    ) -> None:
        confirmed(race_at(color_up, 3), floor.user)
        said = [one.text for one in board(floor, color_up).said]
        assert said == ["Section A is done: its table is."]
        assert board(director, color_up).said == ()

    def test_the_next_table_is_ones_own_then_of_ones_section_then_any(
        self, color_up: ColorUp, floor: Any, director: Any
    ) -> None:
        assert board(floor, color_up).next_race.table.number == 3
        assert board(director, color_up).next_race.table.number == 1
        counted(race_at(color_up, 2), floor.user)
        assert board(floor, color_up).next_race.table.number == 2
        assert board(director, color_up).next_race.table.number == 1
        address = reverse("next_table", args=(color_up.pk,))
        assert floor.get(address).url == reverse("race", args=(race_at(color_up, 2).pk,))


def test_a_room_without_sections_sees_nothing_of_them(color_up: ColorUp, director: Any) -> None:
    page = director.get(reverse("color_up", args=(color_up.pk,))).content.decode()
    assert "section-head" not in page
    assert reverse("floats", args=(color_up.event_id,)) not in page


class TestJump:
    def test_to_a_table_by_its_number(self, color_up: ColorUp, floor: Any) -> None:
        answer = floor.get(reverse("color_up", args=(color_up.pk,)), {"table": " 2 "})
        assert answer.url == reverse("race", args=(race_at(color_up, 2).pk,))

    @pytest.mark.parametrize("typed", ["12", "x", "²", "99999999999"])
    def test_to_no_table_says_so_and_keeps_what_was_typed(
        self, color_up: ColorUp, floor: Any, typed: str
    ) -> None:
        answer = floor.get(reverse("color_up", args=(color_up.pk,)), {"table": typed})
        assert answer.status_code == 200
        assert f"There is no table {typed} in this colour-up." in answer.content.decode()
        assert f'value="{typed}"' in answer.content.decode()


class TestRefresh:
    def test_nothing_new_is_204(self, color_up: ColorUp, floor: Any) -> None:
        seen = board(floor, color_up).sequence
        answer = changes(floor, color_up, seen)
        assert (answer.status_code, answer.content) == (204, b"")

    def test_only_changed_tiles_come(self, color_up: ColorUp, floor: Any) -> None:
        seen = board(floor, color_up).sequence
        counted(race_at(color_up, 2), floor.user)
        answer = changes(floor, color_up, seen)
        text = answer.content.decode()
        assert [tile.number for tile in answer.context["changed"]] == [2]
        assert f'id="tile-{race_at(color_up, 2).pk}" hx-swap-oob="innerHTML"' in text
        assert f'id="tile-{race_at(color_up, 1).pk}"' not in text
        assert '<span id="count-counted" hx-swap-oob="innerHTML">1</span>' in text
        fresh = board(floor, color_up).sequence
        assert f"since={fresh}" in text
        assert changes(floor, color_up, fresh).status_code == 204

    def test_a_section_is_sent_its_own_tiles_only(
        self, event: Event, color_up: ColorUp, floor: Any, director: Any
    ) -> None:
        section = put_section(event_id=event.pk, by=director.user, name="A", tables=[3])
        seen = board(floor, color_up).sequence
        counted(race_at(color_up, 2), floor.user)
        address = reverse("live_board", args=(color_up.pk,))
        answer = floor.get(address, {"since": seen, "section": section.pk})
        assert answer.context["changed"] == []

    def test_only_the_section_of_a_changed_tile_comes(
        self, event: Event, color_up: ColorUp, floor: Any, director: Any
    ) -> None:
        first, second = (
            put_section(event_id=event.pk, by=director.user, name=name, tables=[number])
            for name, number in (("A", 1), ("B", 2))
        )
        seen = board(floor, color_up).sequence
        counted(race_at(color_up, 2), floor.user)
        text = changes(floor, color_up, seen).content.decode()
        assert f'id="head-{second.pk}"' in text
        assert f'id="head-{first.pk}"' not in text

    def test_a_table_that_came_after_the_page_is_told_and_not_drawn(
        self, event: Event, color_up: ColorUp, floor: Any, director: Any
    ) -> None:
        poll = board(floor, color_up).poll
        assert "drawn=3" in poll
        make_table(event, 9)
        address = reverse("live_board", args=(color_up.pk,))
        director.post(reverse("add_tables", args=(color_up.pk,)), {"tables": "9"})
        first = floor.get(address + poll)
        counted(race_at(color_up, 9), floor.user)
        later = floor.get(address + first.context["board"].poll)
        for answer in (first, later):
            assert answer.context["changed"] == []
            assert "1 table was added." in answer.content.decode()
        assert sorted(tiles(floor, color_up)) == [1, 2, 3, 9]

    def test_a_tap_on_a_free_table_shows_who_is_on_it(
        self, color_up: ColorUp, floor: Any, director: Any
    ) -> None:
        seen = board(director, color_up).sequence
        floor.get(reverse("race", args=(race_at(color_up, 1).pk,)))
        assert changes(director, color_up, seen).status_code == 204
        floor.post(reverse("live_worth", args=(race_at(color_up, 1).pk,)), {"odd_1": "3"})
        (tile,) = changes(director, color_up, seen).context["changed"]
        assert (tile.number, tile.who, tile.state) == (1, "Floor 1", "announced")
        director.post(reverse("live_worth", args=(race_at(color_up, 1).pk,)), {"odd_1": "3"})
        assert race_at(color_up, 1).taken_by == floor.user

    def test_looking_writes_nothing(self, color_up: ColorUp, floor: Any) -> None:
        names = ("color_up", "next_table", "live_board", "live_outlook")
        with CaptureQueriesContext(connection) as queries:
            for name in names:
                floor.get(reverse(name, args=(color_up.pk,)))
        assert [one["sql"] for one in queries if WRITING.match(one["sql"])] == []

    def test_of_what_does_not_exist_is_not_found(self, floor: Any) -> None:
        for name in ("color_up", "next_table", "live_board", "live_outlook"):
            assert floor.get(reverse(name, args=(99_999,))).status_code == 404


def test_the_outlook_is_said_in_a_sentence(color_up: ColorUp, floor: Any, director: Any) -> None:
    confirmed(race_at(color_up, 1), floor.user)
    at = timezone.now() + timedelta(seconds=20)
    set_restart(color_up_id=color_up.pk, by=director.user, at=at)
    page = floor.get(reverse("live_outlook", args=(color_up.pk,))).content.decode()
    assert "At this pace, 1.0 tables a minute, 2 tables will not be ready." in page


def test_a_colour_up_closes_by_itself(color_up: ColorUp, floor: Any) -> None:
    for number in (1, 2):
        confirmed(race_at(color_up, number), floor.user)
    assert not board(floor, color_up).is_closed
    confirmed(race_at(color_up, 3), floor.user)
    shown = board(floor, color_up)
    assert (shown.is_closed, [one.text for one in shown.said]) == (True, ["All 3 tables are done."])
    answer = floor.get(reverse("next_table", args=(color_up.pk,)))
    assert answer.url == reverse("color_up", args=(color_up.pk,))


def test_chips_picked_up_and_what_is_left_on_ones_float(
    event: Event, color_up: ColorUp, floor: Any, director: Any
) -> None:
    event.entries = 4
    event.save()
    StartingStack.objects.create(event=event, denomination=25, chips=8)
    open_float(
        event_id=event.pk,
        by=director.user,
        command_id="f",
        carrier_id=floor.user.pk,
        chips={100: 20},
        giver="Cage",
        taker="Floor 1",
    )
    confirmed(race_at(color_up, 1), floor.user)
    shown = board(floor, color_up)
    (gathered,) = shown.gathered
    assert (gathered.picked_up, gathered.still_out, gathered.issued) == (8, 24, 32)
    assert [(one.name, [pile.count for pile in one.piles]) for one in shown.floats] == [
        ("Floor 1", [18])
    ]
    assert board(director, color_up).floats == ()
    assert [pile.count for pile in board(director, color_up).paid] == [2]


def test_who_works_in_a_section_sees_what_is_left_on_its_float(
    event: Event, color_up: ColorUp, floor: Any, director: Any
) -> None:
    section = put_section(event_id=event.pk, by=director.user, name="B", tables=[1])
    open_float(
        event_id=event.pk,
        by=director.user,
        command_id="f",
        section_id=section.pk,
        chips={100: 20},
        giver="Cage",
        taker="Floor 1",
    )
    assert board(floor, color_up).floats == ()
    confirmed(race_at(color_up, 1), floor.user)
    (shown,) = board(floor, color_up).floats
    assert [pile.count for pile in shown.piles] == [18]


class TestForms:
    def test_the_restart_is_set_and_taken_back(self, color_up: ColorUp, director: Any) -> None:
        address = reverse("restart", args=(color_up.pk,))
        assert director.post(address, {"restart_at": "21:40"}).status_code == 302
        color_up.refresh_from_db()
        assert color_up.restart_at is not None
        assert color_up.restart_at.astimezone(color_up.event.zone).strftime("%H:%M") == "21:40"
        director.post(address, {"restart_at": ""})
        color_up.refresh_from_db()
        assert color_up.restart_at is None

    def test_a_restart_that_is_no_time_comes_back(self, color_up: ColorUp, director: Any) -> None:
        answer = director.post(reverse("restart", args=(color_up.pk,)), {"restart_at": "soon"})
        assert answer.status_code == 422
        assert "“soon” is no time of day" in answer.content.decode()
        assert 'value="soon"' in answer.content.decode()

    def test_later_tables_are_added_by_number(
        self, event: Event, color_up: ColorUp, director: Any
    ) -> None:
        for number in (8, 9):
            make_table(event, number)
        address = reverse("add_tables", args=(color_up.pk,))
        assert director.post(address, {"tables": "8-9"}).status_code == 302
        assert sorted(tiles(director, color_up)) == [1, 2, 3, 8, 9]

    @pytest.mark.parametrize(
        ("typed", "sentence"),
        [
            ("", "Choose at least one table."),
            ("x", "“x” is no table number"),
            ("77", "There are no tables 77."),
            ("2", "Table 2 removes 25 already."),
        ],
    )
    def test_tables_that_cannot_join_come_back(
        self, color_up: ColorUp, director: Any, typed: str, sentence: str
    ) -> None:
        answer = director.post(reverse("add_tables", args=(color_up.pk,)), {"tables": typed})
        assert (answer.status_code, sentence in answer.content.decode()) == (422, True)
        assert color_up.races.count() == 3

    def test_voiding_without_a_reason_comes_back_to_the_board(
        self, color_up: ColorUp, director: Any
    ) -> None:
        answer = director.post(reverse("void_color_up", args=(color_up.pk,)), {"reason": " "})
        assert (answer.status_code, "A reason is needed." in answer.content.decode()) == (422, True)


@pytest.mark.database
def test_a_board_of_a_thousand_tables_takes_eight_queries(
    director: Any, floor: Any, django_assert_max_num_queries: Any
) -> None:
    event = make_event(entries=9000)
    StartingStack.objects.create(event=event, denomination=25, chips=8)
    tables = Table.objects.bulk_create(
        Table(event=event, number=number) for number in range(1, 1001)
    )
    Seat.objects.bulk_create(
        Seat(table=table, number=seat) for table in tables for seat in range(1, 10)
    )
    put_section(
        event_id=event.pk,
        by=director.user,
        name="A",
        tables=range(1, 501),
        lead_id=floor.user.pk,
    )
    color_up = announce(
        event_id=event.pk,
        by=director.user,
        command_id="all",
        removed=[25],
        in_play=[100, 500, 1000],
        ruleset_slug="tda-2026",
        tables=[one.pk for one in tables],
    )
    confirmed(race_at(color_up, 7), floor.user)
    address = reverse("color_up", args=(color_up.pk,))
    with django_assert_max_num_queries(8):
        page = floor.get(address)
    assert page.content.count(b'class="tile-link"') == 1000
    assert b"9 players" in page.content
    sequence = page.context["board"].sequence
    with django_assert_max_num_queries(3):
        assert changes(floor, color_up, sequence).status_code == 204
    with django_assert_max_num_queries(9):
        assert len(changes(floor, color_up, sequence - 1).context["changed"]) == 1

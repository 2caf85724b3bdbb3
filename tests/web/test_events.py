"""The list of events and an event's page: what they say, to whom, in how many queries."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from colorup.formats.tournament_file import read_tournament_file
from tests.workflow.rooms import announce_25s, make_event, make_people, make_table
from tournaments.boards.event import InPlay, event_board
from tournaments.boards.events import event_list
from tournaments.boards.structure import structure_of
from tournaments.imports import create_event
from tournaments.models import Denomination, Event, Level, StartingStack
from tournaments.workflow import confirm, count, void_colorup

DATA = Path(__file__).parent.parent / "formats" / "data"
NOW = datetime(2026, 11, 27, 22, 0, tzinfo=UTC)

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(db: None) -> Any:
    return make_people()


@pytest.fixture
def club_night(people: Any) -> Event:
    """Three tables of a club at the break where the 25s leave (row 8)."""
    path = DATA / "tdt" / "club-3-tables-25s.tdt"
    return create_event(
        read_tournament_file(path.read_bytes(), path.name),
        by=people.director,
        name="Club night",
        ruleset="tda-2026",
        language="en",
        time_zone="Europe/Paris",
        chip_set=None,
    )


def page_of(event: Event, person: Any) -> Any:
    return event_board(Event.objects.for_event_page().get(pk=event.pk), by=person)


def text_of(response: Any) -> str:
    html = re.sub(r"<head.*?</head>", " ", response.content.decode(), flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def finish(color_up: Any, people: Any) -> None:
    """Nobody has odd chips anywhere, so that every table is confirmed without cards."""
    for race in color_up.races.all():
        sent = {"race_id": race.pk, "by": people.floor}
        count(**sent, command_id="c", expected_version=1, entry={"odd_total": 0})
        confirm(**sent, command_id="d", expected_version=2)


# --- The list ------------------------------------------------------------------------------------


def test_running_events_come_first_then_tonights_then_the_next(people: Any) -> None:
    made = {
        name: make_event(starts_at=NOW + timedelta(hours=hours))
        for name, hours in {
            "old": -200,
            "running": -20,
            "tonight": -3,
            "tomorrow": 20,
            "later": 90,
        }.items()
    }
    announce_25s(made["running"], [make_table(made["running"], 1)], by=people.director)
    board = event_list(Event.objects.for_list(), by=people.viewer, now=NOW)
    ids = {event.pk: name for name, event in made.items()}
    assert [ids[one.id] for one in board.tonight] == ["running", "tonight"]
    assert [ids[one.id] for one in board.coming] == ["tomorrow", "later"]
    assert [ids[one.id] for one in board.earlier] == ["old"]
    assert [(one.tables, one.races_open) for one in board.tonight] == [(1, 1), (0, 0)]


@pytest.mark.parametrize(
    ("language", "when"), [("en", "27 November 2026 17:00"), ("fr", "27 novembre 2026 17:00")]
)
def test_an_event_starts_on_the_clock_of_its_place(people: Any, language: str, when: str) -> None:
    make_event(starts_at=NOW, time_zone="America/Montreal")
    with translation.override(language):
        (line,) = event_list(Event.objects.for_list(), by=people.viewer, now=NOW).tonight
    assert line.when == when


@pytest.mark.parametrize(("role", "offered"), [("viewer", False), ("director", True)])
def test_an_empty_list_says_what_to_do(
    client_as: Callable[..., Client], role: str, offered: bool
) -> None:
    response = client_as(role).get(reverse("events"))
    assert "There is no event yet." in text_of(response)
    assert (reverse("new_event") in response.content.decode()) is offered


def test_the_list_takes_one_query_however_many_events(client_as: Callable[..., Client]) -> None:
    client = client_as("viewer")
    for _ in range(3):
        make_table(make_event(), 1)
    with CaptureQueriesContext(connection) as queries:
        response = client.get(reverse("events"))
    assert (response.status_code, len(queries)) == (200, 3)  # session, person, events


# --- The event's page ----------------------------------------------------------------------------


def test_a_page_says_what_is_played_who_sits_and_what_can_leave(
    client_as: Callable[..., Client], club_night: Event
) -> None:
    response = client_as("director", username="boss").get(reverse("event", args=(club_night.pk,)))
    text = text_of(response)
    assert "Break row 8" in text
    assert "25s can leave at the break now (row 8)." in text
    assert "At the break of row 8 , into 100. Level 6 still posts a small blind of 150." in text
    assert "First posted at level 1. The file marks a colour-up there" in text
    assert "8 now Break 25 can leave marked in the file 20" in text
    assert "16 Break 100 can leave not marked in the file differs 5" in text
    assert "18 seated, of 22 entries 239,000 value in play" in text
    assert "Table 3 6 of 7" in text
    assert reverse("announce", args=(club_night.pk,)) in response.content.decode()


def test_a_page_takes_the_same_queries_however_large_the_event(
    client_as: Callable[..., Client], club_night: Event, people: Any
) -> None:
    announce_25s(club_night, club_night.tables.all(), by=people.director)
    client = client_as("viewer", username="watcher")
    with CaptureQueriesContext(connection) as queries:
        response = client.get(reverse("event", args=(club_night.pk,)))
    # Session, person; event, denominations, levels, stack; tables, colour-ups, movements.
    assert (response.status_code, len(queries)) == (200, 9)


@pytest.mark.parametrize(("role", "status"), [("viewer", 200), ("", 404)])
def test_who_may_look(client_as: Callable[..., Client], role: str, status: int) -> None:
    client = client_as(role)
    event = make_event()
    assert client.get(reverse("event", args=(event.pk,))).status_code == status
    assert client.get(reverse("events")).status_code == status
    assert client.get(reverse("event", args=(event.pk + 1,))).status_code == 404


def test_nobody_is_sent_to_the_login(client: Client) -> None:
    address = reverse("event", args=(1,))
    assert client.get(address)["Location"] == f"{reverse('login')}?next={address}"


def test_only_directors_are_offered_to_announce(club_night: Event, people: Any) -> None:
    offered = {
        name: page_of(club_night, getattr(people, name)).may_announce
        for name in ("viewer", "floor", "director")
    }
    assert offered == {"viewer": False, "floor": False, "director": True}


def test_announced_chips_are_leaving_and_confirmed_ones_gone(
    club_night: Event, people: Any
) -> None:
    color_up = announce_25s(club_night, club_night.tables.all(), by=people.director)
    board = page_of(club_night, people.director)
    assert [one.in_play for one in board.chips][:2] == [InPlay.LEAVING, InPlay.YES]
    (line,) = board.color_ups
    assert (line.total, line.confirmed, line.is_open) == (3, 0, True)
    assert line.progress == "0 of 3 tables done"
    assert board.suggestion.text == "100s can leave at the break of row 16."

    finish(color_up, people)
    board = page_of(club_night, people.director)
    assert [one.in_play for one in board.chips][:2] == [InPlay.GONE, InPlay.YES]
    assert (board.color_ups[0].confirmed, board.color_ups[0].is_open) == (3, False)


def test_chips_raced_at_some_tables_only_are_still_leaving(club_night: Event, people: Any) -> None:
    finish(announce_25s(club_night, club_night.tables.all()[:2], by=people.director), people)
    assert page_of(club_night, people.director).chips[0].in_play is InPlay.LEAVING


def test_a_voided_colour_up_takes_nothing_out(club_night: Event, people: Any) -> None:
    color_up = announce_25s(club_night, club_night.tables.all(), by=people.director)
    void_colorup(color_up_id=color_up.pk, by=people.director, command_id="v", reason="wrong break")
    board = page_of(club_night, people.director)
    assert board.chips[0].in_play is InPlay.YES
    assert board.color_ups[0].progress == "voided: wrong break"
    assert board.suggestion.text == "25s can leave at the break now (row 8)."


def test_chips_are_counted_only_where_somebody_knows_them(people: Any) -> None:
    event = make_event(entries=10)
    make_table(event, 1)
    assert {one.count for one in page_of(event, people.viewer).chips} == {None}
    StartingStack.objects.create(event=event, denomination=25, chips=8)
    StartingStack.objects.create(event=event, denomination=100, chips=8)
    assert [one.count for one in page_of(event, people.viewer).chips] == [80, 80, None, None]
    event.chips_bought = 10_000
    event.save()
    assert page_of(event, people.viewer).value_in_play == 10_000
    event.chips_bought = 12_000
    event.save()
    assert {one.count for one in page_of(event, people.viewer).chips} == {None}


@pytest.mark.parametrize(("role", "offered"), [("director", True), ("floor", False)])
def test_an_event_without_structure_and_tables_says_so_and_offers_to_add_them(
    client_as: Callable[..., Client], role: str, offered: bool
) -> None:
    event = make_event()
    response = client_as(role).get(reverse("event", args=(event.pk,)))
    text = text_of(response)
    assert "No levels are known" in text
    assert "No tables are known." in text
    assert "Announce" not in text
    for name in ("add_structure", "add_seats"):
        assert (reverse(name, args=(event.pk,)) in response.content.decode()) is offered


def test_an_event_with_structure_and_seats_offers_neither(
    client_as: Callable[..., Client], club_night: Event
) -> None:
    text = text_of(
        client_as("director", username="boss").get(reverse("event", args=(club_night.pk,)))
    )
    assert "Add a structure" not in text
    assert "Add seats" not in text


# --- When chips can leave ------------------------------------------------------------------------


def levels(*rows: tuple[int, int, int] | None) -> list[Level]:
    """Rows from 1 on: small blind, big blind, ante; None is a break."""
    return [
        Level(row=number, kind="break")
        if row is None
        else Level(row=number, small_blind=row[0], big_blind=row[1], ante=row[2])
        for number, row in enumerate(rows, 1)
    ]


def chips(*values: int) -> list[Denomination]:
    return [Denomination(value=value) for value in values]


def test_the_reason_is_the_last_bet_that_needs_the_chip() -> None:
    structure = structure_of(
        levels((25, 50, 0), None, (100, 200, 25), None, (100, 200, 0)), chips(25, 100), None
    )
    (one,) = structure.leavings
    assert (one.row, one.when) == (4, "at the break of row 4")
    assert one.why == "Level 2 still posts an ante of 25."
    assert [(row.row, [chip.value for chip in row.leaving]) for row in structure.rows[3:]] == [
        (4, [25]),
        (5, []),
    ]


def test_a_reason_that_lies_between_levels_is_said_without_an_amount() -> None:
    rows = levels((600, 1200, 0), None, (500, 1000, 0), (1000, 2000, 0))
    (first, _) = structure_of(rows, chips(100, 200, 500), None).leavings
    assert first.why == "Level 1 and later ones together still need it."


@pytest.mark.parametrize(
    ("rows", "when", "why"),
    [
        ([(25, 50, 0)], "not before the end", "Level 1 still posts a small blind of 25."),
        ([(25, 50, 0), (100, 200, 0)], "at no break", "Level 1 still posts a small blind of 25."),
        ([(100, 200, 0), None, (100, 200, 0)], "at the break of row 2", "No level needs it."),
    ],
)
def test_a_chip_may_never_leave_or_never_have_been_needed(
    rows: list[Any], when: str, why: str
) -> None:
    (one,) = structure_of(levels(*rows), chips(25, 100), None).leavings
    assert (one.when, one.why) == (when, why)


def test_a_mark_of_the_file_is_set_against_the_blinds() -> None:
    rows = levels((25, 50, 0), None, (25, 50, 0), None, (100, 200, 0))
    rows[1].color_up, rows[3].color_up, rows[3].note = True, False, "dinner"
    remarks = [one.remark for one in structure_of(rows, chips(25, 100), None).rows]
    assert remarks == [
        "",
        "marked in the file, but by the blinds nothing leaves here first",
        "",
        "dinner; not marked in the file",
        "",
    ]


def bars_of(rows: list[Level], *values: int, **known: Any) -> list[tuple[Any, ...]]:
    """Each chip's bar: its value, first row and end (rows, not units), and where it comes in."""
    line = structure_of(rows, chips(*values), None, **known).timeline
    return [
        (
            one.chip.value,
            one.bar and one.bar.x // 10 + 1,
            one.bar and (one.bar.x + one.bar.width) // 10,
            one.entry,
        )
        for one in line.bars
    ]


SLOW = ((25, 50, 0), (50, 100, 0), None, (100, 200, 0), (400, 800, 0), None, (1000, 2000, 0))


def test_a_bar_goes_from_where_a_chip_comes_in_to_the_break_where_it_can_leave() -> None:
    assert bars_of(levels(*SLOW), 25, 100, 500, 1000, 5000) == [
        (25, 1, 3, "first posted at level 1"),
        (100, 2, 6, "first posted at level 2"),
        (500, 5, 6, "first posted at level 4"),
        (1000, 6, 7, "comes in at row 6 for the 500s"),
        (5000, None, None, "no level posts as much"),
    ]


def test_chips_of_the_starting_stack_are_in_from_the_start() -> None:
    bars = bars_of(levels(*SLOW), 25, 100, 500, 1000, starting=(25, 100, 500))
    assert [(value, first) for value, first, _, _ in bars] == [
        (25, 1),
        (100, 1),
        (500, 1),
        (1000, 6),
    ]
    assert bars[2][3] == "in the starting stack"


@pytest.mark.parametrize(
    ("at", "fields", "said"),
    [
        (2, {"denominations": [25]}, [("So says the file, at row 3.", False)]),
        (5, {"denominations": [25]}, [("The file takes it out at row 6, later.", True)]),
        (2, {"color_up": True}, [("The file marks a colour-up there, too.", False)]),
        (2, {"color_up": False}, [("The file marks no colour-up there.", True)]),
        (2, {}, []),
    ],
)
def test_the_files_own_word_stands_beside_the_bar(
    at: int, fields: dict[str, Any], said: list[tuple[str, bool]]
) -> None:
    rows = levels(*SLOW)
    for name, value in fields.items():
        setattr(rows[at], name, value)
    (first, *_) = structure_of(rows, chips(25, 100, 500), None).timeline.bars
    assert [(one.text, one.differs) for one in first.said] == said


def test_a_chip_taken_out_too_early_or_never_due_differs() -> None:
    rows = levels(*SLOW)
    rows[2].denominations = [100, 500]
    bars = structure_of(rows, chips(25, 100, 500), None).timeline.bars
    assert [one.text for bar in bars for one in bar.said] == [
        "The file takes it out at row 3, too early.",
        "The file takes it out at row 3.",
    ]
    assert [box.x for box in bars[1].marks] == [20]


def test_what_levels_and_chips_do_not_agree_in_is_said() -> None:
    rows = levels((10, 20, 0), None, (25, 50, 0), None, (100, 200, 0))
    rows[1].color_up, rows[3].denominations = True, [5]
    assert structure_of(rows, chips(25, 100), None).problems == (
        "Level 1 posts 10, which chips of 25 cannot pay.",
        "Row 4 names chips of 5, which the chip set has not.",
        "Row 2 is marked as a colour-up, but nothing can leave there first.",
    )


@pytest.mark.parametrize(
    ("current", "said"),
    [
        (None, "25s can leave at the break of row 2."),
        (1, "25s can leave at the next break (row 2)."),
        (2, "25s can leave at the break now (row 2)."),
        (3, "25s, 100s can leave at the next break (row 4)."),
        (5, "25s, 100s can leave: no later level needs them, and no break is left."),
    ],
)
def test_the_suggestion_follows_the_clock(people: Any, current: int | None, said: str) -> None:
    event = make_event((25, 100, 500), current_row=current)
    for one in levels((25, 50, 0), None, (100, 200, 0), None, (500, 1000, 0)):
        one.event = event
        one.save()
    assert page_of(event, people.viewer).suggestion.text == said

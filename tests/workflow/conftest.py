"""One room for the tests of commands: its people, chips, event, tables and an open race."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from tests.workflow.rooms import announce_25s, make_event, make_people, make_table
from tournaments.models import ColorUp, Event, Table, TableRace
from tournaments.workflow import confirm, count, deal

# Seat 1 has 7 chips of 25 (one set, three odd), seat 2 one and nothing else, seat 6 two sets.
COUNTED = {
    "seats": [
        {"seat": 1, "count": 7, "other": 12000},
        {"seat": 2, "count": 1, "other": 0},
        {"seat": 6, "count": 8},
    ]
}
DEALT = {"cards": {"1": ["Ks", "9d", "3h"], "2": ["Qc"]}}


@pytest.fixture
def people(db: None) -> Any:
    return make_people()


@pytest.fixture
def event(db: None) -> Event:
    return make_event()


@pytest.fixture
def table(event: Event) -> Table:
    return make_table(event, 7, {1: "Player 01", 2: "Player 02", 6: "Player 06"})


@pytest.fixture
def other(event: Event) -> Table:
    return make_table(event, 8, {1: "Player 11", 4: "Player 14"})


@pytest.fixture
def both(event: Event, table: Table, other: Table, people: Any) -> ColorUp:
    """The 25s leave at both tables."""
    return announce_25s(event, [table, other], by=people.director)


@pytest.fixture
def color_up(event: Event, table: Table, people: Any) -> ColorUp:
    return announce_25s(event, [table], by=people.director)


@pytest.fixture
def race(color_up: ColorUp) -> TableRace:
    """The race of table 7, announced."""
    return color_up.races.get()


@pytest.fixture
def play(race: TableRace, people: Any) -> Callable[..., TableRace]:
    """Take the race on to a state, with the standard entries or others; the race as stored."""

    def play(state: str, *, entry: Any = COUNTED, cards: Any = DEALT, by: Any = None) -> TableRace:
        person = by or people.floor
        sent = {"race_id": race.pk, "by": person}
        count(**sent, command_id=uuid4().hex, expected_version=1, entry=entry)
        if state in ("dealt", "confirmed"):
            deal(**sent, command_id=uuid4().hex, expected_version=2, entry=cards)
        if state == "confirmed":
            confirm(**sent, command_id=uuid4().hex, expected_version=3)
        race.refresh_from_db()
        return race

    return play

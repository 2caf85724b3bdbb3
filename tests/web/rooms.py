"""A room for the tests of pages: three tables from a real save, or one table with any ruleset."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import uuid4

from colorup.formats.tournament_file import read_tournament_file
from tests.workflow.rooms import make_event, make_table
from tournaments.imports import create_event
from tournaments.models import Event, TableRace, User
from tournaments.workflow import announce

SAVE = Path(__file__).parent.parent / "formats" / "data" / "tdt" / "club-3-tables-25s.tdt"


def three_tables(by: User, *, language: str = "en") -> Event:
    """The event of the three-table save: 18 players, chips of 25, 100, 500 and 1000."""
    return create_event(
        read_tournament_file(SAVE.read_bytes(), SAVE.name),
        by=by,
        name="Friday league",
        ruleset="tda-2026",
        language=language,
        time_zone="UTC",
        chip_set=None,
    )


def announced_table(
    by: User,
    *,
    removed: int | list[int] = 25,
    in_play: tuple[int, ...] = (100, 500, 1000),
    seats: int = 4,
    number: int = 7,
    due: str = "",
    target: int | None = None,
    ruleset: str = "tda-2026",
    **rules: Any,
) -> TableRace:
    """The race of one table with `seats` players, announced under a ruleset with changes."""
    leaves = removed if isinstance(removed, list) else [removed]
    event = make_event(sorted({*leaves, *in_play}))
    players = {seat: f"Player {seat:02}" for seat in range(1, seats + 1)}
    table = make_table(event, number, players)
    color_up = announce(
        event_id=event.pk,
        by=by,
        command_id=uuid4().hex,
        removed=leaves,
        in_play=sorted(in_play),
        ruleset_slug=ruleset,
        target=target,
        rules=rules,
        tables=[table.pk],
        due=due,
    )
    return color_up.races.get()

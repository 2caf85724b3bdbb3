"""What tests of commands are made of: people, chips, an event, tables, an announcement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

from tournaments.models import ChipSet, ColorUp, Denomination, Event, Role, Seat, Table, User
from tournaments.workflow import announce

CHIPS = (25, 100, 500, 1000)


def make_people() -> SimpleNamespace:
    """One person of each role, a second floor person, and a stranger without a role."""
    roles = {
        "viewer": Role.VIEWER,
        "floor": Role.FLOOR,
        "second": Role.FLOOR,
        "director": Role.DIRECTOR,
        "admin": Role.ADMIN,
        "stranger": "",
    }
    return SimpleNamespace(
        **{name: User.objects.create(username=name, role=role) for name, role in roles.items()}
    )


def make_event(chips: Sequence[int] = CHIPS, **fields: Any) -> Event:
    chip_set = ChipSet.objects.create(name=f"Set {uuid4().hex}")
    Denomination.objects.bulk_create(
        Denomination(chip_set=chip_set, value=value) for value in chips
    )
    return Event.objects.create(name="Friday", chip_set=chip_set, **fields)


def make_table(event: Event, number: int, players: Mapping[int, str] | None = None) -> Table:
    table = Table.objects.create(event=event, number=number, seat_count=9)
    for seat, player in (players or {}).items():
        Seat.objects.create(table=table, number=seat, player=player)
    return table


def announce_25s(event: Event, at: Sequence[Table], *, by: User, **changes: Any) -> ColorUp:
    """Announce that the 25s leave; any argument of the command may be given otherwise."""
    sent: dict[str, Any] = {
        "event_id": event.pk,
        "by": by,
        "command_id": uuid4().hex,
        "removed": [25],
        "in_play": [100, 500, 1000],
        "ruleset_slug": "tda-2026",
        "tables": [table.pk for table in at],
    }
    return announce(**{**sent, **changes})

"""What tests of changing seats are made of."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from tests.workflow.conftest import COUNTED, DEALT
from tournaments.models import ColorUp, Event, Seat, Table, TableRace
from tournaments.workflow import confirm, count, deal

PLAYERS = {1: "Player 01", 2: "Player 02", 6: "Player 06"}
OTHERS = {1: "Player 11", 4: "Player 14"}


def sent(event: Event, by: Any, **more: Any) -> dict[str, Any]:
    return {"event_id": event.pk, "by": by, "command_id": uuid4().hex, **more}


def sitting(table: Table) -> dict[int, str]:
    return dict(Seat.objects.filter(table=table).values_list("number", "player"))


def race_at(color_up: ColorUp, table: Table) -> TableRace:
    return color_up.races.get(table=table)


def play_to(race: TableRace, state: str, by: Any) -> None:
    who = {"race_id": race.pk, "by": by}
    count(**who, command_id=uuid4().hex, expected_version=race.version, entry=COUNTED)
    if state != "counted":
        deal(**who, command_id=uuid4().hex, expected_version=race.version + 1, entry=DEALT)
    if state == "confirmed":
        confirm(**who, command_id=uuid4().hex, expected_version=race.version + 2)

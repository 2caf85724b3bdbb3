"""What the floor needs around the races: who is on a table, the restart, the room's screen."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.db import transaction

from tournaments.models import ColorUp, Event, TableRace, User
from tournaments.permissions import Right
from tournaments.workflow.errors import NotFound
from tournaments.workflow.runner import next_board_sequence, require_role

TOKEN_BYTES = 32


def take(*, race_id: int, by: User) -> bool:
    """Say on the boards that `by` is on a table nobody has taken yet; whether that was so.

    It only tells the others: it holds nothing, and the race's version stays.  Raises `NotFound`
    and `Forbidden`.
    """
    require_role(by, Right.COUNT)
    with transaction.atomic():
        free = TableRace.objects.locked().unfinished().filter(pk=race_id, taken_by=None)
        race = free.defer("input", "result", "paid", "players").first()
        if race is None:
            return False
        race.taken_by = by
        race.board_sequence = next_board_sequence(race.color_up.event_id)
        race.save(update_fields=["taken_by", "board_sequence"])
        return True


def set_restart(*, color_up_id: int, by: User, at: datetime | None) -> ColorUp:
    """Say when play goes on, or that nobody knows.  Raises `NotFound` and `Forbidden`."""
    require_role(by, Right.ANNOUNCE)
    with transaction.atomic():
        color_up = ColorUp.objects.select_for_update(no_key=True).filter(pk=color_up_id).first()
        if color_up is None:
            raise NotFound
        if color_up.restart_at != at:
            color_up.restart_at = at
            color_up.save(update_fields=["restart_at"])
            next_board_sequence(color_up.event_id)
        return color_up


def open_room_screen(*, event_id: int, by: User) -> Event:
    """Give the room's screen an address that nobody can guess; the one it has stays.

    Raises `NotFound` and `Forbidden`.
    """
    return _set_token(event_id, by, opened=True)


def close_room_screen(*, event_id: int, by: User) -> Event:
    """Revoke the address of the room's screen.  Raises `NotFound` and `Forbidden`."""
    return _set_token(event_id, by, opened=False)


def _set_token(event_id: int, by: User, *, opened: bool) -> Event:
    require_role(by, Right.ROOM_SCREEN)
    with transaction.atomic():
        event = Event.objects.select_for_update(no_key=True).filter(pk=event_id).first()
        if event is None:
            raise NotFound
        if opened != bool(event.room_token):
            event.room_token = secrets.token_urlsafe(TOKEN_BYTES) if opened else None
            event.save(update_fields=["room_token"])
        return event

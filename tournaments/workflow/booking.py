"""The one way in which a command about an event's chips is booked that belongs to no table's race.

In this order: may this person → one transaction, the event locked → was this command applied before
→ is it legal now, the rules → command → movements.  There is no version to be stale: each command
stands alone.  Only an applied command uses up its id.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from tournaments.models import ChipCommand, ChipMovement, ColorUp, Event, Table
from tournaments.workflow.custody import Movement, on_float, paying_float, require_balance
from tournaments.workflow.documents import engine_version
from tournaments.workflow.errors import Conflict, NotFound
from tournaments.workflow.runner import Command, next_board_sequence, require_right

# What a floor person pays on the spot, from the float where there is one.
PAID_BY_HAND = (ChipCommand.Kind.LATE, ChipCommand.Kind.EXCHANGE, ChipCommand.Kind.ARRIVAL)


@dataclass(frozen=True, slots=True)
class Booking:
    """What the rules made of a command; `drift` (value) is what its movements must sum to."""

    movements: tuple[Movement, ...]
    drift: int = 0
    result: Mapping[str, Any] | None = None
    color_up: ColorUp | None = None
    table: Table | None = None
    seat: int | None = None
    reverses: ChipCommand | None = None


@dataclass(frozen=True, slots=True)
class Booked:
    """What a command came to; `repeated` says that nothing was written now, for it was before."""

    command: ChipCommand
    repeated: bool = False


def book(command: Command, *, event_id: int, work_out: Callable[[Event], Booking]) -> Booked:
    """Apply a command to an event's chips, or answer as the first time if it was applied before.

    `work_out` is called with the locked event; it raises a `Refusal` where the command is not legal
    and `Problems` where its entries are wrong.  Raises `NotFound`, `Forbidden`, `Conflict`
    (``changed_after_send``), and what `work_out` raises; then nothing is written.
    """
    require_right(command)
    with transaction.atomic():
        event = Event.objects.select_for_update(no_key=True).filter(pk=event_id).first()
        if event is None:
            raise NotFound
        made = ChipCommand.objects.filter(event=event, command_id=command.command_id).first()
        if made is None:
            return Booked(_write(command, event, work_out(event)))
        if made.content_digest != command.content_digest:
            raise Conflict("changed_after_send", applied=made.content, sent=command.content)
        return Booked(made, repeated=True)


def _write(command: Command, event: Event, booking: Booking) -> ChipCommand:
    movements = booking.movements
    if command.action in PAID_BY_HAND:
        section_id = booking.table.section_id if booking.table else None
        at_hand = paying_float(event_id=event.pk, person=command.by, section_id=section_id)
        movements = on_float(movements, at_hand)
    require_balance(movements, booking.drift)
    made = ChipCommand.objects.create(
        event=event,
        color_up=booking.color_up,
        table=booking.table,
        seat=booking.seat,
        kind=command.action,
        by=command.by,
        at=command.at,
        device=command.device,
        reason=command.reason,
        command_id=command.command_id,
        content=dict(command.content),
        content_digest=command.content_digest,
        result=booking.result,
        drift=booking.drift,
        reverses=booking.reverses,
        engine_version=engine_version(),
    )
    ChipMovement.objects.bulk_create(
        ChipMovement(
            event=event,
            color_up=booking.color_up,
            chip_command=made,
            denomination=one.denomination,
            chips=one.chips,
            from_place=one.from_place,
            to_place=one.to_place,
            reason=one.reason,
            seat=one.seat,
            float_id=one.float_id,
            reverses_id=one.reverses,
            by=command.by,
            at=command.at,
        )
        for one in movements
    )
    # Boards show drift, chips picked up and what is left on floats.
    next_board_sequence(event.pk)
    return made

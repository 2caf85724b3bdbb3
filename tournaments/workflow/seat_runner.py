"""The one way in which a command changes the seats of an event.

In this order: may this person → one transaction → was this command applied before → lock tables,
then their races → can it be done → lock the event → write tables and seats → the command → the
races of the tables that changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils.translation import gettext

from colorup.engine.lifecycle import Action, State
from colorup.engine.problems import Findings, Problem, Problems
from tournaments.models import ColorUp, Event, RaceEvent, Seat, SeatingCommand, Table, TableRace
from tournaments.permissions import Right, may
from tournaments.querysets import UNFINISHED
from tournaments.workflow.changes import (
    Add,
    At,
    Break,
    Change,
    Enter,
    Move,
    Person,
    Rename,
    Resize,
    SetButton,
    Stand,
)
from tournaments.workflow.documents import engine_version
from tournaments.workflow.errors import Conflict, Forbidden, NotFound
from tournaments.workflow.room import HELD, Room, Sifted
from tournaments.workflow.runner import (
    Command,
    Outcome,
    next_board_sequence,
    record,
    require_reason,
    require_right,
    require_unused,
)
from tournaments.workflow.table import voided

SEATS = "seats"
"""The action under which a race's history says that its table's seats changed."""


@dataclass(frozen=True, slots=True)
class Work:
    """What a command comes to; `afterwards` is called with the locked event, before the races."""

    changes: tuple[Change, ...]
    refused: tuple[tuple[Change, Problem], ...] = ()
    overridden: bool = False
    afterwards: Callable[[Event], None] = lambda _: None


@dataclass(frozen=True, slots=True)
class Seated:
    """What was written; `refused` are the changes of an update that could not be made.

    `repeated` says that nothing was written now, for it was before.
    """

    command: SeatingCommand
    refused: tuple[tuple[Change, Problem], ...] = ()
    repeated: bool = False


def apply(
    command: Command,
    *,
    event_id: int,
    table_ids: Iterable[int] | None,
    work_out: Callable[[Room, Event], Work],
) -> Seated:
    """Apply a command to these tables of an event (None: all), or answer as the first time."""
    require_right(command)
    with transaction.atomic():
        event = Event.objects.filter(pk=event_id).first()
        if event is None:
            raise NotFound
        if made := _applied_before(command, event_id):
            return made
        room = Room.load(event_id, table_ids, lock=True)
        # The same command may have been sent twice at once, and this one waited for the lock.
        if made := _applied_before(command, event_id):
            return made
        work = work_out(room, event)
        next_board_sequence(event_id)
        _require_no_new_races(room)
        event = Event.objects.select_for_update(no_key=True).get(pk=event_id)
        if made := _applied_before(command, event_id):
            return made
        require_unused(command, race__color_up__event_id=event_id)
        changes = _add_tables(event, work.changes)
        stored = SeatingCommand.objects.create(
            event=event,
            kind=command.action,
            by=command.by,
            at=command.at,
            device=command.device,
            reason=command.reason,
            overridden=work.overridden,
            command_id=command.command_id,
            content=dict(command.content),
            content_digest=command.content_digest,
            changes=[one.as_document() for one in changes],
        )
        _write_tables(command, room, changes)
        _write_seats(changes)
        work.afterwards(event)
        _write_races(command, room, changes, stored)
        return Seated(stored, work.refused)


def require_all(sifted: Sifted, findings: Findings) -> None:
    """Raises `Conflict` (``held``) or `Problems` where anything was refused or found."""
    held = tuple(
        dict.fromkeys(name for _, one in sifted.refused if one.key == HELD for name in _names(one))
    )
    if held:
        raise Conflict("held", tables=held)
    raised = [one for _, one in sifted.refused]
    # A table that cannot be broken because a player cannot leave it is the player's problem only.
    if any(one.key != "bad_tables.not_empty" for one in raised):
        raised = [one for one in raised if one.key != "bad_tables.not_empty"]
    if raised or findings.found:
        raise Problems([*findings.found, *raised])


def require_override(command: Command, *, needed: bool) -> bool:
    """Whether a rule is overridden; raises `Forbidden` and `Unfit` where that may not be."""
    if needed:
        if not may(command.by, Right.OVERRIDE):
            raise Forbidden("director_needed.override")
        require_reason(command.reason)
    return needed


def _names(held: Problem) -> tuple[str, ...]:
    names = held.values["tables"]
    return tuple(str(one) for one in names) if isinstance(names, tuple) else ()


def _applied_before(command: Command, event_id: int) -> Seated | None:
    made = SeatingCommand.objects.filter(event_id=event_id, command_id=command.command_id).first()
    if made is None:
        return None
    if made.content_digest != command.content_digest:
        raise Conflict("changed_after_send", applied=made.content, sent=command.content)
    return Seated(made, repeated=True)


def _require_no_new_races(room: Room) -> None:
    """Raises `Conflict` where a colour-up was announced at these tables after they were loaded.

    Announcing takes the event's lock, which is held now.
    """
    seen = {one.pk for one in room.races}
    open_now = TableRace.objects.filter(table__event_id=room.event_id).unfinished()
    for race_id, table_id in open_now.values_list("pk", "table_id"):
        if table_id in room.tables and race_id not in seen:
            raise Conflict("seats_changed")


def _add_tables(event: Event, changes: Iterable[Change]) -> tuple[Change, ...]:
    """The changes with ids in the place of the keys of tables that are added now."""
    ids: dict[int, int] = {}
    for one in changes:
        if isinstance(one, Add):
            if Table.objects.filter(event=event, number=one.number).exists():
                raise Conflict("seats_changed")
            made = Table.objects.create(
                event=event,
                number=one.number,
                name=one.name,
                seat_count=one.seat_count,
                button=one.button,
                external_id=one.external_id,
            )
            ids[one.key] = made.pk
    return tuple(_with_ids(one, ids) for one in changes)


def _with_ids(change: Change, ids: dict[int, int]) -> Change:
    if isinstance(change, Add):
        return replace(change, key=ids[change.key])
    if isinstance(change, Move | Enter) and change.to.table in ids:
        return replace(change, to=At(ids[change.to.table], change.to.seat))
    return change


def _write_tables(command: Command, room: Room, changes: Iterable[Change]) -> None:
    for one in changes:
        if not isinstance(one, Break | Stand | Resize | SetButton):
            continue
        table = room.tables[one.table]
        if isinstance(one, Break):
            table.broken_at = command.at
        elif isinstance(one, Stand):
            table.broken_at = None
        elif isinstance(one, SetButton):
            table.button = one.button
        else:
            table.seat_count = one.seat_count
            if table.button is not None and table.button > one.seat_count:
                table.button = None
        table.save(update_fields=["broken_at", "button", "seat_count"])


def _write_seats(changes: Iterable[Change]) -> None:
    """Everybody gets up, then sits down: seats may be changed with one another."""
    left: dict[int, list[int]] = {}
    taken: dict[At, Person] = {}
    for one in changes:
        if one.leaves is not None:
            left.setdefault(one.leaves.table, []).append(one.leaves.seat)
        if isinstance(one, Move | Enter):
            taken[one.to] = one.person
        if isinstance(one, Rename):
            Seat.objects.filter(table_id=one.at.table, number=one.at.seat).update(
                player=one.person.player, external_id=one.person.external_id
            )
    for table, numbers in left.items():
        Seat.objects.filter(table_id=table, number__in=numbers).delete()
    Seat.objects.bulk_create(
        Seat(
            table_id=at.table,
            number=at.seat,
            player=person.player,
            external_id=person.external_id,
        )
        for at, person in taken.items()
    )


def _write_races(
    command: Command, room: Room, changes: Iterable[Change], stored: SeatingCommand
) -> None:
    changes = tuple(changes)
    broken = {one.table for one in changes if isinstance(one, Break)}
    touched = {table for one in changes for table in _touches(one)}
    content = {"seating": stored.pk}
    for race in room.races:
        if race.table_id in broken:
            reason = gettext("table broken")
            ended = replace(
                command,
                action=Action.VOID,
                content=content,
                reason=f"{reason}: {command.reason}" if command.reason else reason,
            )
            record(ended, race, voided(race), at_table=False)
        elif race.table_id in touched:
            record(
                replace(command, action=SEATS, content=content),
                race,
                _as_it_is(race),
                at_table=False,
            )
    for one in changes:
        if isinstance(one, Add):
            _join_open_colour_ups(replace(command, content=content), room.event_id, one.key)


def _touches(change: Change) -> tuple[int, ...]:
    if isinstance(change, Rename):
        return (change.at.table,)
    if isinstance(change, SetButton | Resize):
        return (change.table,)
    return change.tables


def _as_it_is(race: TableRace) -> Outcome:
    return Outcome(
        State(race.state),
        race.input,
        race.result,
        race.paid,
        race.players,
        race.counted_by,
    )


def _join_open_colour_ups(command: Command, event_id: int, table_id: int) -> None:
    """A new table races too: players who come there bring chips that are announced.

    Where several colour-ups remove the same chip, each at its own tables, it joins the first.
    """
    open_now = ColorUp.objects.filter(
        event_id=event_id, voided_at__isnull=True, races__state__in=UNFINISHED
    )
    leaving: set[int] = set()
    for color_up in open_now.distinct().order_by("announced_at", "id"):
        if leaving & set(color_up.removed):
            continue
        leaving |= set(color_up.removed)
        race = TableRace.objects.create(
            color_up=color_up,
            table_id=table_id,
            state_since=command.at,
            board_sequence=next_board_sequence(event_id),
        )
        RaceEvent.objects.create(
            race=race,
            version=race.version,
            action="announce",
            state=race.state,
            by=command.by,
            at=command.at,
            device=command.device,
            command_id=command.command_id,
            content=dict(command.content),
            content_digest=command.content_digest,
            engine_version=engine_version(),
        )

"""A structure or a seat draw for an event that was made without one."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from colorup.formats.tournament_file import TournamentFile
from tournaments.imports.drafts import draft_of
from tournaments.imports.saving import require_import
from tournaments.models import Event, Level, Seat, Table, TableRace, User
from tournaments.workflow.errors import Conflict, NotFound
from tournaments.workflow.runner import next_board_sequence

_UNDERWAY = ("counted", "dealt")


@transaction.atomic
def add_structure(event_id: int, file: TournamentFile, *, by: User) -> Event:
    """Give an event the levels of a file.  The same levels sent again change nothing.

    Raises `Forbidden`, `NotFound`, and `Conflict` (``structure_there``) where it has others.
    """
    event = _locked(event_id, by)
    levels = draft_of(file).levels
    if stored := list(event.levels.all()):
        if _said(stored) != _said(levels):
            raise Conflict("structure_there")
        return event
    for level in levels:
        level.event = event
    Level.objects.bulk_create(levels)
    next_board_sequence(event.pk)
    return event


@transaction.atomic
def add_seats(event_id: int, file: TournamentFile, *, by: User) -> Event:
    """Seat the players of a draw at the event's tables, new ones where it has no such number.

    A table that is there grows to its highest seat; nothing else of it changes.  The same draw
    sent again changes nothing.

    Raises `Forbidden`, `NotFound`, and `Conflict`: ``seats_there``, ``race_underway``,
    ``tables_broken``.
    """
    event = _locked(event_id, by)
    draft = draft_of(file).tables
    tables = {one.number: one for one in event.tables.prefetch_related("seats")}
    wanted = {(table.number, one.number): one.player for table, seats in draft for one in seats}
    stored = {
        (table.number, one.number): one.player
        for table in tables.values()
        for one in table.seats.all()
    }
    if stored:
        if stored != wanted:
            raise Conflict("seats_there")
        return event
    _refuse_while_racing(event)
    broken = [
        table.number
        for table, _ in draft
        if table.number in tables and tables[table.number].broken_at is not None
    ]
    if broken:
        raise Conflict("tables_broken", tables=tuple(sorted(broken)))
    for table, seats in draft:
        _seat(event, tables.get(table.number), table, seats)
    next_board_sequence(event.pk)
    return event


def _locked(event_id: int, by: User) -> Event:
    """The event, held until the commit: every command at its tables waits for it."""
    require_import(by)
    event = Event.objects.select_for_update(no_key=True).filter(pk=event_id).first()
    if event is None:
        raise NotFound
    return event


def _refuse_while_racing(event: Event) -> None:
    racing = TableRace.objects.filter(color_up__event=event, state__in=_UNDERWAY)
    numbers = sorted(set(racing.values_list("table__number", flat=True)))
    if numbers:
        raise Conflict("race_underway", tables=tuple(numbers))


def _seat(event: Event, there: Table | None, drawn: Table, seats: Iterable[Seat]) -> None:
    seats = tuple(seats)
    table = there or drawn
    if there is None:
        table.event = event
        table.save(force_insert=True)
    highest = max((one.number for one in seats), default=0)
    if highest > table.seat_count:
        table.seat_count = highest
        table.save(update_fields=["seat_count"])
    for one in seats:
        one.table = table
    Seat.objects.bulk_create(seats)


def _said(levels: Iterable[Level]) -> list[tuple[object, ...]]:
    return [
        (
            one.row,
            one.kind,
            one.small_blind,
            one.big_blind,
            one.ante,
            one.minutes,
            one.color_up,
            one.note,
            list(one.denominations),
        )
        for one in levels
    ]

"""The commands that change the seats of a running event; nothing else writes them.

Each: may this person → one transaction → was this command applied before → lock and load → can it
be done, the rules → write.  Only a table that is counted or dealt holds its players; a director may
go against that, and against racing first, with a reason (`override`).  Every race that is not
finished at a table which changed gets a new version, so that a form opened before is out of date.
Sent again, a command answers as the first time.  All raise `NotFound`, `Forbidden`
(``role_too_low``, ``director_needed``), `Unfit` (``reason_needed``), `Conflict`
(``changed_after_send``, ``held``, ``seats_changed``) and `Problems` (``bad_seat``, ``bad_tables``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from colorup.engine.problems import Findings
from tournaments.models import Event, SeatingCommand, User
from tournaments.permissions import Right
from tournaments.workflow.arrivals import Brings, Chips, book_arrivals, treat
from tournaments.workflow.changes import (
    Add,
    At,
    Break,
    Bust,
    Change,
    Enter,
    Move,
    Person,
    SetButton,
)
from tournaments.workflow.errors import Conflict, NotFound
from tournaments.workflow.late_entries import add_entry, check_stack
from tournaments.workflow.room import Room, Sifted, sift
from tournaments.workflow.runner import Command
from tournaments.workflow.seat_runner import Seated, Work, apply, require_all, require_override

Kind = SeatingCommand.Kind


def move(
    *,
    event_id: int,
    by: User,
    command_id: str,
    at: At,
    to: At,
    sitting: int | None = None,
    brings: Chips | None = None,
    override: bool = False,
    reason: str = "",
    device: str = "",
) -> Seated:
    """Move the player at one seat to another.

    `sitting` is the id of the stored seat that the person saw.  `brings` are the chips of removed
    denominations that come along from a table not raced yet to a raced one; what the ruleset's
    `arrival` makes of them is booked.  Raises also `Conflict` (``race_first``), `Unfit`
    (``brings_needed``) and `Problems` (``bad_count``, ``bad_arrival``).
    """

    def work_out(room: Room) -> tuple[Change, ...]:
        _require_sitting(room, at, sitting)
        return (Move(at, to, room.seated.get(at, Person())),)

    content = {
        "at": _written_at(at),
        "to": _written_at(to),
        "sitting": sitting,
        "brings": _written(brings),
        "override": override,
    }
    command = Command(Kind.MOVE, Right.SEAT, by, command_id, content, reason.strip(), device)
    brought = {} if brings is None else {at: brings}
    return _rearrange(command, event_id, {at.table, to.table}, work_out, brought, override)


def bust(
    *,
    event_id: int,
    by: User,
    command_id: str,
    at: At,
    sitting: int | None = None,
    override: bool = False,
    reason: str = "",
    device: str = "",
) -> Seated:
    """The player at a seat is out of the event: the seat is empty.  `sitting` as in `move`."""

    def work_out(room: Room) -> tuple[Change, ...]:
        _require_sitting(room, at, sitting)
        return (Bust(at, room.seated.get(at, Person())),)

    content = {"at": _written_at(at), "sitting": sitting, "override": override}
    command = Command(Kind.BUST, Right.SEAT, by, command_id, content, reason.strip(), device)
    return _rearrange(command, event_id, {at.table}, work_out, {}, override)


def break_table(
    *,
    event_id: int,
    by: User,
    command_id: str,
    table_id: int,
    destinations: Mapping[int, At | None],
    brings: Mapping[int, Chips] | None = None,
    override: bool = False,
    reason: str = "",
    device: str = "",
) -> Seated:
    """Break a table: each of its players goes to a seat elsewhere, or out (None).

    `destinations` and `brings` are by seat number.  Races of the table that are not finished end as
    void.  Raises also as `move` does.
    """
    brought = {At(table_id, seat): chips for seat, chips in (brings or {}).items()}

    def work_out(room: Room) -> tuple[Change, ...]:
        findings = Findings()
        changes: list[Change] = []
        for at in room.on(table_id):
            if at.seat not in destinations:
                findings.add("bad_seat.no_destination", at.seat, number=at.seat)
        for seat, to in sorted(destinations.items()):
            at = At(table_id, seat)
            person = room.seated.get(at, Person())
            changes.append(Bust(at, person) if to is None else Move(at, to, person))
        findings.raise_if_any()
        return (*changes, Break(table_id))

    content = {
        "table": table_id,
        "destinations": {
            str(seat): None if to is None else _written_at(to) for seat, to in destinations.items()
        },
        "brings": {str(seat): _written(chips) for seat, chips in (brings or {}).items()},
        "override": override,
    }
    command = Command(Kind.BREAK, Right.SEAT, by, command_id, content, reason.strip(), device)
    tables = {table_id, *(to.table for to in destinations.values() if to is not None)}
    return _rearrange(command, event_id, tables, work_out, brought, override)


def add_table(
    *,
    event_id: int,
    by: User,
    command_id: str,
    number: int,
    seat_count: int,
    name: str = "",
    device: str = "",
) -> Seated:
    """Add a table without players; it joins every colour-up that tables still race for."""
    content = {"number": number, "seat_count": seat_count, "name": name}
    command = Command(Kind.TABLE, Right.SEAT, by, command_id, content, device=device)
    changes = (Add(-1, number, name.strip()[:60], seat_count),)
    return _rearrange(command, event_id, (), lambda _: changes, {}, override=False)


def set_button(
    *,
    event_id: int,
    by: User,
    command_id: str,
    table_id: int,
    button: int | None,
    device: str = "",
) -> Seated:
    """Say at which seat of a table the dealer button is; None where nobody knows.

    Raises also `Problems` (``bad_button``).
    """
    content = {"table": table_id, "button": button}
    command = Command(Kind.BUTTON, Right.SEAT, by, command_id, content, device=device)
    changes = (SetButton(table_id, button),)
    return _rearrange(command, event_id, {table_id}, lambda _: changes, {}, override=False)


def enter(
    *,
    event_id: int,
    by: User,
    command_id: str,
    to: At,
    player: str = "",
    bought_in: bool = True,
    stack: Chips | None = None,
    override: bool = False,
    reason: str = "",
    device: str = "",
) -> Seated:
    """A player who was not seated comes to a seat.

    `bought_in` counts one more entry; not so for somebody who is in the event already and was only
    not known here.  `stack` are the chips issued, None where nobody says: then it is taken for a
    starting stack.  It may hold chips that are announced, none that the table has raced away.
    Raises also `Problems` (``bad_stack``, ``bad_count``, ``bad_denomination``).
    """

    def work(room: Room, event: Event) -> Work:
        findings = Findings()
        changes = (Enter(to, Person(player.strip()[:120])),)
        table = room.tables.get(to.table)
        if stack is not None:
            check_stack(findings, event, table, stack)
        sifted = sift(room, changes, overriding=override)
        require_all(sifted, findings)

        def afterwards(locked: Event) -> None:
            assert table is not None
            if bought_in:
                add_entry(command, locked, table=table, seat=to.seat, stack=stack)

        overridden = require_override(command, needed=bool(sifted.held))
        return Work(sifted.accepted, overridden=overridden, afterwards=afterwards)

    content = {
        "to": _written_at(to),
        "player": player,
        "bought_in": bought_in,
        "stack": _written(stack),
        "override": override,
    }
    command = Command(Kind.ENTRY, Right.SEAT, by, command_id, content, reason.strip(), device)
    return apply(command, event_id=event_id, table_ids={to.table}, work_out=work)


def update(
    *,
    event_id: int,
    by: User,
    command_id: str,
    content: Mapping[str, Any],
    work_out: Callable[[Room, Event], tuple[Iterable[Change], Mapping[str, Any]]],
    device: str = "",
) -> Seated:
    """Take over all that a newer file says of the event, except what a race holds.

    `work_out` is called with all tables locked and gives the changes and the event's own fields,
    by name; it may raise what it likes.  Players who have moved in the file have moved: what they
    bring to a raced table is not asked here and can be recorded as late chips.
    """

    def work(room: Room, event: Event) -> Work:
        changes, facts = work_out(room, event)
        sifted: Sifted = sift(room, changes)

        def afterwards(locked: Event) -> None:
            for name, value in facts.items():
                setattr(locked, name, value)
            if facts:
                locked.save(update_fields=list(facts))

        return Work(sifted.accepted, sifted.refused, afterwards=afterwards)

    command = Command(Kind.UPDATE, Right.IMPORT, by, command_id, content, device=device)
    return apply(command, event_id=event_id, table_ids=None, work_out=work)


def _rearrange(
    command: Command,
    event_id: int,
    table_ids: Iterable[int],
    changes_of: Callable[[Room], tuple[Change, ...]],
    brings: Brings,
    override: bool,
) -> Seated:
    def work(room: Room, _: Event) -> Work:
        sifted = sift(room, changes_of(room), overriding=override)
        require_all(sifted, Findings())
        moves = [one for one in sifted.accepted if isinstance(one, Move)]
        treated = treat(room, moves, brings, overriding=override)
        against = bool(sifted.held) or any(one.against for one in treated)
        overridden = require_override(command, needed=against)
        return Work(
            sifted.accepted,
            overridden=overridden,
            afterwards=lambda locked: book_arrivals(command, locked, treated),
        )

    return apply(command, event_id=event_id, table_ids=table_ids, work_out=work)


def _require_sitting(room: Room, at: At, sitting: int | None) -> None:
    """Raises `NotFound` for a table of another event and `Conflict` where somebody else sits."""
    if at.table not in room.tables:
        raise NotFound
    if sitting is not None and room.sittings.get(at) != sitting:
        raise Conflict("seats_changed")


def _written_at(at: At) -> list[int]:
    return [at.table, at.seat]


def _written(chips: Chips | None) -> dict[str, Any] | None:
    return None if chips is None else {str(chip): chips[chip] for chip in sorted(chips)}

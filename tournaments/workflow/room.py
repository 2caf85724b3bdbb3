"""The seats of an event as they stand, and which of a batch of changes can be made to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from colorup.engine.lifecycle import State
from colorup.engine.problems import Problem, problem
from tournaments.models import Seat, Table, TableRace
from tournaments.models.events import MOST_SEATS
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

HELD = "refused.held"
LARGEST_NUMBER = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Room:
    """Tables of an event, who sits where, and the races that are not finished there.

    `sittings` names each stored seat by its id: a player who moves gets another one, so a form that
    still knows the old id is out of date.  `numbers` are those of all tables, broken ones too.
    """

    event_id: int
    tables: dict[int, Table]
    seated: dict[At, Person]
    sittings: dict[At, int]
    races: tuple[TableRace, ...]
    numbers: frozenset[int]

    @classmethod
    def load(
        cls, event_id: int, table_ids: Iterable[int] | None = None, *, lock: bool = False
    ) -> Room:
        """The event's tables, or those of `table_ids` that are the event's.

        With `lock` tables and races stay as they are until the transaction ends.  Tables come
        before races and races before the event, as in every command, each kind by its id: two
        commands never wait for each other.
        """
        tables = Table.objects.filter(event_id=event_id).order_by("pk")
        seats = Seat.objects.filter(table__event_id=event_id)
        races = TableRace.objects.filter(table__event_id=event_id)
        if table_ids is not None:
            wanted = set(table_ids)
            tables = tables.filter(pk__in=wanted)
            seats = seats.filter(table_id__in=wanted)
            races = races.filter(table_id__in=wanted)
        if lock:
            tables = tables.select_for_update(no_key=True)
        found = {one.pk: one for one in tables}
        open_races = races.locked() if lock else races.defer("input", "result", "paid", "players")
        unfinished = tuple(open_races.unfinished().order_by("pk"))
        sitting = list(seats)
        numbers = Table.objects.filter(event_id=event_id).values_list("number", flat=True)
        return cls(
            event_id,
            found,
            {At(one.table_id, one.number): Person(one.player, one.external_id) for one in sitting},
            {At(one.table_id, one.number): one.pk for one in sitting},
            unfinished,
            frozenset(numbers),
        )

    def name(self, table: int) -> str:
        known = self.tables.get(table)
        return "" if known is None else str(known)

    def held(self) -> frozenset[int]:
        """The tables whose players a race holds (RULES.md, "Moves")."""
        return frozenset(one.table_id for one in self.races if State(one.state).holds_table)

    def on(self, table: int) -> dict[At, Person]:
        """Who sits at a table, by seat."""
        return {at: self.seated[at] for at in sorted(self.seated) if at.table == table}


@dataclass(frozen=True, slots=True)
class Sifted:
    """Which changes can be made, and why not the others; both in the order given.

    `held` are tables that a race holds and that accepted changes touch all the same.
    """

    accepted: tuple[Change, ...]
    refused: tuple[tuple[Change, Problem], ...]
    held: frozenset[int] = frozenset()


@dataclass(slots=True)
class _Sieve:
    room: Room
    changes: tuple[Change, ...]
    refused: dict[int, Problem] = field(default_factory=dict)

    def left(self) -> Iterator[tuple[int, Change]]:
        return ((i, one) for i, one in enumerate(self.changes) if i not in self.refused)

    def name(self, table: int) -> str:
        """A table's name, that of one still to be added too."""
        added = (one for one in self.changes if isinstance(one, Add) and one.key == table)
        new = next(added, None)
        return self.room.name(table) if new is None else new.name or str(new.number)

    def refuse(self, index: int, key: str, /, **values: int | str | tuple[str, ...]) -> None:
        at = self.changes[index].leaves
        self.refused[index] = problem(key, None if at is None else at.seat, **values)


def sift(room: Room, changes: Iterable[Change], *, overriding: bool = False) -> Sifted:
    """Which of `changes`, made together, can be made.

    All players get up before any sits down, so two may change seats.  A change that another one's
    refusal makes impossible is refused too.  `overriding` lets players leave and join a held table.
    """
    sieve = _Sieve(room, tuple(changes))
    held = room.held()
    for index, change in enumerate(sieve.changes):
        touched = sorted({one for one in change.tables if one in held})
        if touched and not overriding:
            sieve.refuse(index, HELD, tables=tuple(room.name(one) for one in touched))
    before = -1
    while before != len(sieve.refused):
        before = len(sieve.refused)
        _check_tables(sieve)
        _check_seats(sieve)
    accepted = tuple(one for _, one in sieve.left())
    return Sifted(
        accepted,
        tuple((sieve.changes[index], sieve.refused[index]) for index in sorted(sieve.refused)),
        frozenset(one for change in accepted for one in change.tables if one in held),
    )


def _check_tables(sieve: _Sieve) -> None:
    room = sieve.room
    numbers = set(room.numbers)
    for index, change in tuple(sieve.left()):
        if isinstance(change, Add):
            if not 1 <= change.number <= LARGEST_NUMBER:
                sieve.refuse(index, "bad_tables.number")
            elif change.number in numbers:
                sieve.refuse(index, "bad_tables.number_taken", table=change.number)
            elif not 1 <= change.seat_count <= MOST_SEATS:
                sieve.refuse(index, "bad_tables.seat_count", most=MOST_SEATS)
            elif change.button is not None and not 1 <= change.button <= change.seat_count:
                sieve.refuse(index, "bad_button.not_there")
            numbers.add(change.number)
        elif isinstance(change, Break | Stand | Resize | SetButton):
            table = room.tables.get(change.table)
            stands = table is not None and table.broken_at is None
            if table is None:
                sieve.refuse(index, "bad_tables.unknown")
            elif isinstance(change, Stand):
                if stands:
                    sieve.refuse(index, "bad_tables.standing", table=str(table))
            elif isinstance(change, Break) and not stands:
                sieve.refuse(index, "bad_tables.not_standing", table=str(table))
            elif isinstance(change, Resize) and not 1 <= change.seat_count <= MOST_SEATS:
                sieve.refuse(index, "bad_tables.seat_count", most=MOST_SEATS)


def _check_seats(sieve: _Sieve) -> None:
    room = sieve.room
    after = dict(room.seated)
    for index, change in tuple(sieve.left()):
        at = change.at if isinstance(change, Rename) else change.leaves
        if at is not None and at not in room.seated:
            sieve.refuse(index, "bad_seat.nobody", table=room.name(at.table), number=at.seat)
        elif change.leaves is not None:
            after.pop(change.leaves, None)
    seats = _seats_after(sieve)
    for index, change in tuple(sieve.left()):
        to = change.takes
        if to is None:
            continue
        name = sieve.name(to.table)
        if isinstance(change, Move) and change.at == to:
            sieve.refuse(index, "bad_seat.same")
        elif to.table not in seats:
            key = "bad_tables.not_standing" if to.table in room.tables else "bad_tables.unknown"
            sieve.refuse(index, key, table=name)
        elif not 1 <= to.seat <= seats[to.table]:
            sieve.refuse(
                index, "bad_seat.not_there", table=name, number=to.seat, most=seats[to.table]
            )
        elif to in after:
            player = after[to].player
            sieve.refuse(
                index, "bad_seat.occupied", table=name, number=to.seat, player=player or "?"
            )
        else:
            assert isinstance(change, Move | Enter)
            after[to] = change.person
    _check_after(sieve, after, seats)


def _check_after(sieve: _Sieve, after: dict[At, Person], seats: dict[int, int]) -> None:
    """What whole tables must look like once everybody sits."""
    room = sieve.room
    for index, change in tuple(sieve.left()):
        if isinstance(change, Break) and any(at.table == change.table for at in after):
            sieve.refuse(index, "bad_tables.not_empty", table=room.name(change.table))
        elif isinstance(change, Resize):
            most = change.seat_count
            if any(at.table == change.table and at.seat > most for at in after):
                sieve.refuse(
                    index, "bad_tables.seats_in_use", table=room.name(change.table), most=most
                )
        elif (
            isinstance(change, SetButton)
            and change.button is not None
            and not 1 <= change.button <= seats.get(change.table, 0)
        ):
            sieve.refuse(index, "bad_button.not_there")


def _seats_after(sieve: _Sieve) -> dict[int, int]:
    """The seats of every table that stands once the changes are made."""
    tables = sieve.room.tables.items()
    seats = {key: one.seat_count for key, one in tables if one.broken_at is None}
    for _, change in sieve.left():
        if isinstance(change, Stand):
            seats[change.table] = sieve.room.tables[change.table].seat_count
        elif isinstance(change, Add):
            seats[change.key] = change.seat_count
    for _, change in sieve.left():
        if isinstance(change, Resize) and change.table in seats:
            seats[change.table] = change.seat_count
        elif isinstance(change, Break):
            seats.pop(change.table, None)
    return seats

"""A newer file of an event that runs: what it says otherwise, and taking that over.

Tables and players are known again by the ids of the program that wrote the file, else by number and
by name.  What a race holds stays as it is; everything else becomes as the file says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from colorup.engine.problems import Problem
from colorup.formats.tournament_file import TournamentFile
from tournaments.imports.drafts import LARGEST_BIG, draft_of
from tournaments.imports.parcels import Parcel
from tournaments.imports.saving import ID_LENGTH
from tournaments.models import Event, Table, User
from tournaments.workflow import seating
from tournaments.workflow.changes import (
    Add,
    At,
    Break,
    Bust,
    Change,
    Enter,
    Move,
    Person,
    Rename,
    Resize,
    SetButton,
    Stand,
)
from tournaments.workflow.documents import digest
from tournaments.workflow.errors import Conflict
from tournaments.workflow.room import Room, sift
from tournaments.workflow.seat_runner import Seated

FACTS = ("current_row", "entries", "chips_bought")
"""What a file says of the event itself and a newer file of it may say otherwise."""


@dataclass(frozen=True, slots=True)
class Update:
    """What a file says otherwise than the room.

    `accepted` can be taken over, `refused` cannot now, and why.  `facts` are the event's own fields
    with what they are to be.  `stranger` says that the file seems to be of another event.
    """

    accepted: tuple[Change, ...]
    refused: tuple[tuple[Change, Problem], ...]
    facts: Mapping[str, int]
    stranger: bool

    @property
    def is_empty(self) -> bool:
        return not (self.accepted or self.refused or self.facts)

    @property
    def digest(self) -> str:
        """The same for the same update: what a person saw is what is taken over."""
        refused = [[one.as_document(), why.key] for one, why in self.refused]
        accepted = [one.as_document() for one in self.accepted]
        return digest({"accepted": accepted, "refused": refused, "facts": dict(self.facts)})[:16]


def compare(file: TournamentFile, event: Event, room: Room) -> Update:
    """What `file` says otherwise than the event and its room, all tables loaded."""
    changes, known = _changes(file, room)
    facts = {
        name: value
        for name in FACTS
        if (value := getattr(file, name)) is not None
        and value <= LARGEST_BIG
        and value != getattr(event, name)
    }
    sifted = sift(room, changes)
    return Update(sifted.accepted, sifted.refused, facts, _is_stranger(file, event, room, known))


def apply_update(
    parcel: Parcel, *, event_id: int, by: User, seen: str, sure: bool = False, device: str = ""
) -> Seated:
    """Take over what a file says, once for each preview.

    `seen` is the digest of the update that the person saw; raises `Conflict` (``seats_changed``)
    where it would be another one by now, (``other_event``) where the file seems to be of another
    event and the person is not `sure`, and what `tournaments.workflow.seating.update` raises.
    """

    def work_out(room: Room, event: Event) -> tuple[Iterable[Change], Mapping[str, Any]]:
        update = compare(parcel.file, event, room)
        if update.digest != seen:
            raise Conflict("seats_changed")
        if update.stranger and not sure:
            raise Conflict("other_event")
        facts: dict[str, Any] = dict(update.facts)
        if file_id := parcel.file.external_id[:ID_LENGTH]:
            facts["external_id"] = file_id
        return (*update.accepted, *(one for one, _ in update.refused)), facts

    return seating.update(
        event_id=event_id,
        by=by,
        command_id=parcel.import_id,
        content={"file": parcel.digest, "update": seen, "sure": sure},
        work_out=work_out,
        device=device,
    )


@dataclass(slots=True)
class _Matched:
    """The file's tables beside the room's: `ids` by their place in the file, new ones negative."""

    ids: list[int] = field(default_factory=list)
    overlap: bool = False


def _changes(file: TournamentFile, room: Room) -> tuple[list[Change], bool]:
    """All changes, and whether anything in the file was known here."""
    if not file.tables:
        return [], True
    drafted = draft_of(file).tables
    matched = _match_tables([table for table, _ in drafted], room)
    changes: list[Change] = []
    taken = set(room.numbers)
    for key, (table, seats), said in zip(matched.ids, drafted, file.tables, strict=True):
        if key < 0:
            changes.append(_added(key, table, taken))
            continue
        stored = room.tables[key]
        if said.seats is None:
            highest = max((one.number for one in seats), default=0)
            table.seat_count = max(stored.seat_count, highest)
        changes.extend(_table_changes(stored, table))
    wanted = {
        At(key, seat.number): Person(seat.player, seat.external_id)
        for key, (_, seats) in zip(matched.ids, drafted, strict=True)
        for seat in seats
    }
    pairs = _match_people(room.seated, wanted)
    changes.extend(_seat_changes(room.seated, wanted, pairs))
    changes.extend(
        Break(key)
        for key, table in sorted(room.tables.items(), key=lambda one: one[1].number)
        if table.broken_at is None and key not in matched.ids
    )
    return changes, matched.overlap or bool(pairs) or not (room.seated and wanted)


def _match_tables(drafted: list[Table], room: Room) -> _Matched:
    by_id = {one.external_id: key for key, one in room.tables.items() if one.external_id}
    by_number = {one.number: key for key, one in room.tables.items()}
    found = _Matched()
    used: set[int] = set()
    for table in drafted:
        key = by_id.get(table.external_id) if table.external_id else None
        if key is not None and key not in used:
            found.overlap = True
        else:
            key = by_number.get(table.number)
            if key is not None:
                same = room.tables[key]
                # Another id means another table, whatever its number.
                if key in used or (table.external_id and same.external_id):
                    key = None
        found.ids.append(-len(found.ids) - 1 if key is None else key)
        used.add(found.ids[-1])
    return found


def _added(key: int, table: Table, taken: set[int]) -> Add:
    """The new table, under the next free number where its own is taken."""
    number, name = table.number, table.name
    if number in taken:
        name = name or str(table)
        number = max(taken) + 1
    taken.add(number)
    return Add(key, number, name, table.seat_count, table.button, table.external_id)


def _table_changes(stored: Table, said: Table) -> Iterator[Change]:
    if stored.broken_at is not None:
        yield Stand(stored.pk)
    if said.seat_count != stored.seat_count:
        yield Resize(stored.pk, said.seat_count)
    if said.button is not None and said.button != stored.button:
        yield SetButton(stored.pk, said.button)


def _match_people(seated: Mapping[At, Person], wanted: Mapping[At, Person]) -> dict[At, At]:
    """Where everybody who is known again sat → where the file says.

    By id; then by a name that is at the same seat, or that only one player on either side has; then
    somebody without a name, who now has one.
    """
    pairs: dict[At, At] = {}
    by_id = {one.external_id: at for at, one in wanted.items() if one.external_id}
    for at, one in seated.items():
        if one.external_id and one.external_id in by_id:
            pairs[at] = by_id.pop(one.external_id)
    for at, one in seated.items():
        same = wanted.get(at)
        if same is not None and _may_be(one, same) and _name(one) == _name(same):
            _pair(pairs, at, at)
    here, there = _by_name(seated, pairs.keys()), _by_name(wanted, pairs.values())
    for name, places in here.items():
        others = there.get(name, [])
        if name and len(places) == len(others) == 1:
            (at,), (to,) = places, others
            if _may_be(seated[at], wanted[to]):
                _pair(pairs, at, to)
    for at, one in seated.items():
        if not one.player and at in wanted and _may_be(one, wanted[at]):
            _pair(pairs, at, at)
    return pairs


def _pair(pairs: dict[At, At], at: At, to: At) -> None:
    if at not in pairs and to not in pairs.values():
        pairs[at] = to


def _may_be(one: Person, other: Person) -> bool:
    """Whether the ids do not say that these are two players."""
    ids = (one.external_id, other.external_id)
    return not all(ids) or ids[0] == ids[1]


def _name(person: Person) -> str:
    return " ".join(person.player.casefold().split())


def _by_name(people: Mapping[At, Person], without: Iterable[At]) -> dict[str, list[At]]:
    left_out = set(without)
    found: dict[str, list[At]] = {}
    for at, one in people.items():
        if at not in left_out:
            found.setdefault(_name(one), []).append(at)
    return found


def _seat_changes(
    seated: Mapping[At, Person], wanted: Mapping[At, Person], pairs: Mapping[At, At]
) -> Iterator[Change]:
    for at, one in seated.items():
        to = pairs.get(at)
        if to is None:
            yield Bust(at, one)
            continue
        said = wanted[to]
        person = Person(said.player or one.player, said.external_id or one.external_id)
        if at != to:
            yield Move(at, to, person)
        elif person.player != one.player:
            yield Rename(at, one, person)
    came = wanted.keys() - set(pairs.values())
    for to in sorted(came):
        yield Enter(to, wanted[to])


def _is_stranger(file: TournamentFile, event: Event, room: Room, known: bool) -> bool:
    if file.external_id and event.external_id:
        return file.external_id[:ID_LENGTH] != event.external_id
    return bool(room.tables) and not known


def load_update(file: TournamentFile, event: Event) -> Update:
    """The update as it would be now; nothing is locked, and nothing is written."""
    return compare(file, event, Room.load(event.pk))

"""An update in words: what a newer file changes, table by table, before anything is saved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.imports.update import Update
from tournaments.models import Event
from tournaments.sentences import in_digits, say
from tournaments.workflow.arrivals import crossings
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
from tournaments.workflow.room import Room


@dataclass(frozen=True, slots=True)
class Line:
    """One change; `note` says what a person should still do about it."""

    text: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """The changes of one table."""

    table: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class UpdatePage:
    """All that the preview of an update prints; `refused` lines carry the reason as their note."""

    event_id: int
    event_name: str
    groups: tuple[Group, ...]
    refused: tuple[Line, ...]
    facts: tuple[Line, ...]
    stranger: bool
    digest: str
    misread: tuple[str, ...]

    @property
    def is_empty(self) -> bool:
        return not (self.groups or self.refused or self.facts)

    @property
    def can_be_applied(self) -> bool:
        return bool(self.groups or self.facts)


def update_page(
    update: Update, event: Event, room: Room, misread: Iterable[str] = ()
) -> UpdatePage:
    """The page of an update of `event`."""
    namer = _Namer(room, (*update.accepted, *(one for one, _why in update.refused)))
    moves = [one for one in update.accepted if isinstance(one, Move)]
    arriving = {one.move: one.color_up.removed for one in crossings(room, moves) if one.must_race}
    groups: dict[int, list[Line]] = {}
    for change in update.accepted:
        note = _arrival_note(arriving, change) or _standing_note(change, room)
        line = Line(namer.sentence(change), note)
        groups.setdefault(_table_of(change), []).append(line)
    numbers = {key: one.number for key, one in room.tables.items()}
    last = max(numbers.values(), default=0) + 1
    order = sorted(groups, key=lambda key: (numbers.get(key, last), -key))
    return UpdatePage(
        event_id=event.pk,
        event_name=event.name,
        groups=tuple(Group(namer.table(key), tuple(groups[key])) for key in order),
        refused=tuple(
            Line(namer.sentence(change, with_table=True), say(why.message))
            for change, why in update.refused
        ),
        facts=tuple(_fact(name, value, event) for name, value in update.facts.items()),
        stranger=update.stranger,
        digest=update.digest,
        misread=tuple(misread),
    )


def _table_of(change: Change) -> int:
    """The table under which a change stands: the one it leaves, else the one it comes to."""
    if isinstance(change, Add):
        return change.key
    if isinstance(change, Break | Stand | Resize | SetButton):
        return change.table
    if isinstance(change, Rename):
        return change.at.table
    place = change.leaves or change.takes
    assert place is not None
    return place.table


class _Namer:
    """Says changes in words; tables still to be added have their names too."""

    def __init__(self, room: Room, changes: Iterable[Change]) -> None:
        self.room = room
        self.added = {one.key: one for one in changes if isinstance(one, Add)}

    def table(self, key: int) -> str:
        if key in self.added:
            new = self.added[key]
            return new.name or _("Table %(number)s") % {"number": new.number}
        return self.room.name(key)

    def place(self, at: At) -> str:
        return _("%(table)s, seat %(seat)s") % {"table": self.table(at.table), "seat": at.seat}

    def sentence(self, change: Change, *, with_table: bool = False) -> str:
        text = self._sentence(change)
        if not with_table:
            return text
        return _("%(table)s: %(change)s") % {
            "table": self.table(_table_of(change)),
            "change": text,
        }

    def _sentence(self, change: Change) -> str:
        match change:
            case Move(at, to, person):
                said = {"player": _player(person), "seat": at.seat, "to": self.place(to)}
                return _("%(player)s moves from seat %(seat)s to %(to)s") % said
            case Bust(at, person):
                said = {"player": _player(person), "seat": at.seat}
                return _("%(player)s, seat %(seat)s, is out") % said
            case Enter(to, person):
                said = {"player": _player(person), "seat": to.seat}
                return _("%(player)s is new at seat %(seat)s") % said
            case Rename(at, was, person):
                said = {"was": _player(was), "seat": at.seat, "player": _player(person)}
                return _("%(was)s, seat %(seat)s, is called %(player)s now") % said
            case SetButton(button=button):
                return _("the button is at seat %(seat)s") % {"seat": button}
            case Resize(seat_count=seat_count):
                return _("has %(seats)s seats now") % {"seats": seat_count}
            case Add():
                return _("new table of %(seats)s seats") % {"seats": change.seat_count}
            case Stand():
                return _("stands again")
            case _:
                return _("is broken")


def _player(person: Person) -> str:
    return person.player or _("somebody")


def _arrival_note(arriving: Mapping[Move, list[int]], change: Change) -> str:
    if not isinstance(change, Move) or change not in arriving:
        return ""
    chips = ", ".join(in_digits(one) for one in arriving[change])
    return _(
        "Comes from a table that has not raced: take the player’s chips of %(chips)s and record "
        "them as late chips."
    ) % {"chips": chips}


def _standing_note(change: Change, room: Room) -> str:
    """A table's races ended when it broke, and a race that has ended stays so."""
    if not isinstance(change, Stand) or not room.races:
        return ""
    return _("It races for no chip that leaves now: announce those anew for this table.")


def _fact(name: str, value: int, event: Event) -> Line:
    words = {
        "current_row": _("Row of the structure that is played"),
        "entries": _("Entries"),
        "chips_bought": _("Chips bought (value)"),
    }
    was = getattr(event, name)
    said = {
        "what": words[name],
        "was": "–" if was is None else in_digits(was),
        "now": in_digits(value),
    }
    return Line(_("%(what)s: %(was)s → %(now)s") % said)

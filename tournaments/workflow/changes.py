"""What can change in the seats of a running event: one frozen value a change.

A table is named by its id.  A table that a batch of changes adds has no id yet: within that batch
it goes by the negative `key` of its `Add`.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True, order=True)
class At:
    """One seat of one table."""

    table: int
    seat: int


@dataclass(frozen=True, slots=True)
class Person:
    """Who sits on a seat: the name, empty where nobody knows it, and the id in the file."""

    player: str = ""
    external_id: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """One change; `seats` are those it takes a player from or puts one on, `table` the one it is
    about, where it is about a whole table."""

    @property
    def leaves(self) -> At | None:
        """The seat that becomes empty."""
        return None

    @property
    def takes(self) -> At | None:
        """The seat that somebody comes to sit on."""
        return None

    @property
    def tables(self) -> tuple[int, ...]:
        """The tables whose players it moves: these must not be held by a race."""
        return tuple(one.table for one in (self.leaves, self.takes) if one is not None)

    def as_document(self) -> dict[str, Any]:
        return {"change": type(self).__name__.lower(), **asdict(self)}


@dataclass(frozen=True, slots=True)
class Move(Change):
    """A player goes from one seat to another; `person` is how the player is called there."""

    at: At
    to: At
    person: Person

    @property
    def leaves(self) -> At:
        return self.at

    @property
    def takes(self) -> At:
        return self.to


@dataclass(frozen=True, slots=True)
class Bust(Change):
    """A player is out, and the seat is empty."""

    at: At
    person: Person

    @property
    def leaves(self) -> At:
        return self.at


@dataclass(frozen=True, slots=True)
class Enter(Change):
    """Somebody who was not seated comes to a seat."""

    to: At
    person: Person

    @property
    def takes(self) -> At:
        return self.to


@dataclass(frozen=True, slots=True)
class Rename(Change):
    """The player on a seat is called otherwise."""

    at: At
    was: Person
    person: Person


@dataclass(frozen=True, slots=True)
class Break(Change):
    """A table is broken: everybody has left it, and its open races end."""

    table: int

    @property
    def tables(self) -> tuple[int, ...]:
        return (self.table,)


@dataclass(frozen=True, slots=True)
class Stand(Change):
    """A broken table stands again."""

    table: int


@dataclass(frozen=True, slots=True)
class Add(Change):
    """A new table; `key` is its negative stand-in for an id."""

    key: int
    number: int
    name: str
    seat_count: int
    button: int | None = None
    external_id: str = ""


@dataclass(frozen=True, slots=True)
class Resize(Change):
    """A table has another number of seats."""

    table: int
    seat_count: int


@dataclass(frozen=True, slots=True)
class SetButton(Change):
    """The dealer button is at a seat, or nobody knows where."""

    table: int
    button: int | None

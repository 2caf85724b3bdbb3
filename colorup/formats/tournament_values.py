"""What tournament files say, as plain values: the same for every format.

Blinds, antes and chips are values in units of play; rows, seats and lines count from 1.
`external_id` is the id that the program which wrote the file gives to a thing, empty where it gives
none: a newer file of the same event is matched by it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from colorup.engine.problems import Problem
from colorup.wording import say_problem

HIGHEST_SEAT = 12
"""The highest seat number that a race can have; a file may hold more, and a problem says so."""

Kind = Literal["tdt", "structure", "seats"]


@dataclass(frozen=True, slots=True)
class Chip:
    """A chip of the event; `color` as the file writes it, None where it has a picture."""

    value: int
    label: str
    color: str | None
    in_use: bool
    external_id: str = ""

    def as_document(self) -> dict[str, Any]:
        return {
            "value": self.value,
            "label": self.label,
            "color": self.color,
            "in_use": self.in_use,
        }


@dataclass(frozen=True, slots=True)
class ChipSet:
    """A case of chips: denomination → number of chips."""

    name: str
    counts: Mapping[int, int]

    def as_document(self) -> dict[str, Any]:
        counts = {str(value): count for value, count in self.counts.items()}
        return {"name": self.name, "counts": counts}


@dataclass(frozen=True, slots=True)
class LevelRow:
    """A level of the blind structure; `minutes` None where the file does not say."""

    row: int
    small_blind: int
    big_blind: int
    ante: int
    minutes: int | None

    def as_document(self) -> dict[str, Any]:
        return {
            "row": self.row,
            "kind": "level",
            "small_blind": self.small_blind,
            "big_blind": self.big_blind,
            "ante": self.ante,
            "minutes": self.minutes,
        }


@dataclass(frozen=True, slots=True)
class BreakRow:
    """A break; `color_up` None where the format has no such mark.

    `note` is the rest of the break's text and `denominations` the chip values named in it.
    """

    row: int
    minutes: int | None
    color_up: bool | None
    note: str
    denominations: tuple[int, ...]

    def as_document(self) -> dict[str, Any]:
        return {
            "row": self.row,
            "kind": "break",
            "minutes": self.minutes,
            "color_up": self.color_up,
            "note": self.note,
            "denominations": list(self.denominations),
        }


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """Who sits on a seat; `name` empty where it is not known, `chips` a value or None."""

    seat: int
    name: str
    chips: int | None
    external_id: str = ""

    def as_document(self) -> dict[str, Any]:
        return {"seat": self.seat, "name": self.name, "chips": self.chips}


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table, its number of seats and its button where the file knows them, players by seat."""

    name: str
    seats: int | None
    button: int | None
    players: tuple[PlayerRow, ...]
    external_id: str = ""

    def as_document(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "seats": self.seats,
            "button": self.button,
            "players": [player.as_document() for player in self.players],
        }


@dataclass(frozen=True, slots=True)
class FileProblem:
    """What could not be understood; `row` is the line of the file, None where lines say nothing."""

    row: int | None
    problem: Problem

    def as_document(self) -> dict[str, Any]:
        return {
            "row": self.row,
            "code": self.problem.code,
            "message": say_problem(self.problem),
        }


@dataclass(frozen=True, slots=True)
class TournamentFile:
    """All that was understood of one file; what its format lacks is None or empty.

    `chips_bought` is the value of all chips sold: buy-ins, rebuys and add-ons.
    """

    kind: Kind
    version: str | None = None
    title: str | None = None
    chips: tuple[Chip, ...] = ()
    chip_sets: tuple[ChipSet, ...] = ()
    rows: tuple[LevelRow | BreakRow, ...] = ()
    current_row: int | None = None
    tables: tuple[TableRow, ...] = ()
    entries: int | None = None
    chips_bought: int | None = None
    problems: tuple[FileProblem, ...] = ()
    external_id: str = ""

    @property
    def denominations(self) -> tuple[int, ...]:
        """The values of the chips in use, ascending, each once."""
        return tuple(sorted({chip.value for chip in self.chips if chip.in_use}))

    @property
    def levels(self) -> tuple[LevelRow, ...]:
        return tuple(row for row in self.rows if isinstance(row, LevelRow))

    @property
    def breaks(self) -> tuple[BreakRow, ...]:
        return tuple(row for row in self.rows if isinstance(row, BreakRow))

    def as_document(self) -> dict[str, Any]:
        """The document of FORMATS, "`read` and `plan`"."""
        return {
            "kind": self.kind,
            "version": self.version,
            "title": self.title,
            "chips": [chip.as_document() for chip in self.chips],
            "chip_sets": [one.as_document() for one in self.chip_sets],
            "rows": [row.as_document() for row in self.rows],
            "current_row": self.current_row,
            "tables": [table.as_document() for table in self.tables],
            "entries": self.entries,
            "chips_bought": self.chips_bought,
            "problems": [one.as_document() for one in self.problems],
        }

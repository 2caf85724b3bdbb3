"""What was understood of a file, before anything is saved, each problem where it belongs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from colorup.engine.problems import Problem
from colorup.formats.tournament_file import TournamentFile
from tournaments.boards.structure import ChipFace, Structure, structure_of
from tournaments.models import Denomination, FileKind, Level, Seat, Table
from tournaments.sentences import say


class Part(StrEnum):
    """The part of the page where a problem stands."""

    CHIPS = "chips"
    STRUCTURE = "structure"
    TABLES = "tables"
    PLAYERS = "players"


_PART_OF_KEY = {
    "bad_count.tdt_chip_set": Part.CHIPS,
    "bad_count.tdt_bought": Part.PLAYERS,
    "bad_file.tdt_table_seats": Part.TABLES,
}
_PART_OF_CODE = {
    "bad_denomination": Part.CHIPS,
    "bad_row": Part.STRUCTURE,
    "bad_seat": Part.TABLES,
    "bad_button": Part.TABLES,
    "bad_count": Part.TABLES,
    "missing_field": Part.TABLES,
}
_PART_OF_KIND = {"structure": Part.STRUCTURE, "seats": Part.TABLES}


@dataclass(frozen=True, slots=True)
class PlayerLine:
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class TableCard:
    name: str
    seats: int
    button: int | None
    players: tuple[PlayerLine, ...]


@dataclass(frozen=True, slots=True)
class Misread:
    """The sentences of what could not be understood, by the part they concern."""

    chips: tuple[str, ...]
    structure: tuple[str, ...]
    tables: tuple[str, ...]
    players: tuple[str, ...]

    @property
    def count(self) -> int:
        return len(self.chips) + len(self.structure) + len(self.tables) + len(self.players)


@dataclass(frozen=True, slots=True)
class Preview:
    """All that the preview prints of a file; `entries` and `chips_bought` None where not known."""

    kind: str
    title: str
    chips: tuple[ChipFace, ...]
    structure: Structure
    tables: tuple[TableCard, ...]
    seated: int
    entries: int | None
    chips_bought: int | None
    misread: Misread


def preview_of(
    file: TournamentFile,
    *,
    chips: Sequence[Denomination],
    levels: Sequence[Level],
    tables: Iterable[tuple[Table, Sequence[Seat]]],
) -> Preview:
    """The preview of a file and of the rows that would be saved of it."""
    structure = structure_of(levels, chips, file.current_row)
    cards = table_cards(tables)
    return Preview(
        kind=str(FileKind(file.kind).label),
        title=file.title or "",
        chips=structure.chips,
        structure=structure,
        tables=cards,
        seated=sum(len(one.players) for one in cards),
        entries=file.entries,
        chips_bought=file.chips_bought,
        misread=_misread(file),
    )


def table_cards(tables: Iterable[tuple[Table, Sequence[Seat]]]) -> tuple[TableCard, ...]:
    """Tables that are not stored yet, with who would sit at them."""
    return tuple(
        TableCard(
            str(table),
            table.seat_count,
            table.button,
            tuple(PlayerLine(one.number, one.player) for one in seats),
        )
        for table, seats in tables
    )


def _misread(file: TournamentFile) -> Misread:
    by_part: dict[Part, list[str]] = {part: [] for part in Part}
    for one in file.problems:
        by_part[_part(file, one.problem)].append(say(one.problem.message))
    return Misread(**{part.value: tuple(sentences) for part, sentences in by_part.items()})


def _part(file: TournamentFile, problem: Problem) -> Part:
    named = _PART_OF_KEY.get(problem.key) or _PART_OF_CODE.get(problem.code)
    return _PART_OF_KIND.get(file.kind) or named or Part.PLAYERS

"""Tournament files of every kind: recognised by what they hold, never by their name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from colorup.engine.problems import Problems, problem
from colorup.formats import seats, structures
from colorup.formats.pasted import read_pasted
from colorup.formats.tables import Line, cut, find_separator, find_table
from colorup.formats.tdt import read_tdt
from colorup.formats.text import decode, tidy
from colorup.formats.tournament_values import (
    BreakRow,
    Chip,
    ChipSet,
    FileProblem,
    LevelRow,
    PlayerRow,
    TableRow,
    TournamentFile,
)

__all__ = [
    "BreakRow",
    "Chip",
    "ChipSet",
    "FileProblem",
    "LevelRow",
    "PlayerRow",
    "TableRow",
    "TournamentFile",
    "lines_of_sheet",
    "read_sheet",
    "read_tournament_file",
]


def read_tournament_file(content: bytes, name: str) -> TournamentFile:
    """Read a save, a structure, a seat draw or a pasted structure; `name` is for the sentences.

    Raises `Problems` (bad_file) where the content is none of these, damaged, or over 20 MB.
    """
    text = decode(content, name)
    if text.lstrip().startswith("{"):
        return read_tdt(text, name)
    for reader in (seats, structures):
        separator = find_separator(text, reader.HEADINGS, reader.NEEDED)
        if separator:
            return _read_lines(tuple(cut(text, separator)), name)
    pasted = read_pasted(text)
    if pasted is None:
        raise Problems([problem("bad_file.unknown", name=name)])
    return pasted


def read_sheet(rows: Iterable[Sequence[object]], name: str) -> TournamentFile:
    """Read a structure or a seat draw from a spreadsheet's cells.

    Raises `Problems` (bad_file) where no line near the top has the headings of either.
    """
    return _read_lines(lines_of_sheet(rows), name)


def lines_of_sheet(rows: Iterable[Sequence[object]]) -> tuple[Line, ...]:
    """A spreadsheet's cells as the lines of a table with tabs."""
    lines = []
    for number, row in enumerate(rows, 1):
        cells = tuple(_written(cell) for cell in row)
        lines.append(Line(number, cells, "\t".join(map(tidy, cells)).rstrip("\t")))
    return tuple(lines)


def _read_lines(lines: Sequence[Line], name: str) -> TournamentFile:
    draw = find_table(lines, seats.HEADINGS, seats.NEEDED)
    if draw:
        return seats.read_seats(draw)
    structure = find_table(lines, structures.HEADINGS, structures.NEEDED)
    if structure:
        return structures.read_structure(structure)
    raise Problems([problem("bad_file.unknown", name=name)])


def _written(cell: object) -> str:
    """A cell as people see it; spreadsheets keep 25 as 25.0."""
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)

"""``read``: what a tournament file says."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Sequence

from colorup.formats.tournament_file import (
    BreakRow,
    FileProblem,
    LevelRow,
    TableRow,
    TournamentFile,
    read_tournament_file,
)
from colorup.verbs import Answer, read_bytes
from colorup.wording import grouped, say_problem

HELP = "what a tournament file says"
_KINDS = {
    "tdt": "save of The Tournament Director",
    "structure": "blind structure",
    "seats": "seat draw",
}


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a .tdt save, a CSV or a pasted structure")


def run(options: Namespace) -> Answer:
    """Read the file; raises `Problems` (bad_file) where it cannot be."""
    found = read_tournament_file(read_bytes(options.file), options.file)
    return Answer(found.as_document(), "\n".join(_page(found)))


def columns(rows: Iterable[Sequence[str]], left: int = 0) -> Iterator[str]:
    """Rows in columns as wide as they need; figures to the right, column `left` to the left."""
    table = list(rows)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        cells = (
            cell.ljust(width) if index == left else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield f"  {'  '.join(cells)}".rstrip()


def problem_lines(problems: Iterable[FileProblem]) -> Iterator[str]:
    """What could not be understood, under its own heading; nothing where all was."""
    said = [f"  {one.problem.code}: {say_problem(one.problem)}" for one in problems]
    if said:
        yield from ("", "Not understood", *said)


def _page(found: TournamentFile) -> Iterator[str]:
    version = f" {found.version}" if found.version else ""
    title = f"{found.title}: " if found.title else ""
    yield f"{title}{_KINDS[found.kind]}{version}"
    if found.entries is not None:
        bought = f", {grouped(found.chips_bought)} in chips" if found.chips_bought else ""
        yield f"{found.entries} entries{bought}"
    if found.chips:
        yield from ("", "Chips")
        yield from columns(
            (chip.label, grouped(chip.value), chip.color or "", "" if chip.in_use else "not in use")
            for chip in found.chips
        )
    for chip_set in found.chip_sets:
        counts = ", ".join(f"{count} × {value}" for value, count in chip_set.counts.items())
        yield f"  {chip_set.name}: {counts}"
    if found.rows:
        yield from ("", "Structure")
        yield from columns([_HEADINGS, *(_row(row, found.current_row) for row in found.rows)], 6)
    for table in found.tables:
        yield from _table(table)
    yield from problem_lines(found.problems)


_HEADINGS = ("row", "small", "big", "ante", "minutes", "", "")


def _row(row: LevelRow | BreakRow, current: int | None) -> tuple[str, ...]:
    minutes = "" if row.minutes is None else str(row.minutes)
    mark = "now" if row.row == current else ""
    if isinstance(row, LevelRow):
        posted = (row.small_blind, row.big_blind, row.ante)
        return (str(row.row), *map(grouped, posted), minutes, mark, "")
    said = ("colour-up" if row.color_up else "", row.note)
    return (str(row.row), "", "break", "", minutes, mark, ", ".join(filter(None, said)))


def _table(table: TableRow) -> Iterator[str]:
    seats = f", {table.seats} seats" if table.seats else ""
    button = f", button on {table.button}" if table.button else ""
    name = table.name if table.name.casefold().startswith("table") else f"Table {table.name}"
    yield from ("", f"{name}{seats}{button}")
    if table.players:
        yield from columns(
            ((str(player.seat), player.name, _chips(player.chips)) for player in table.players),
            1,
        )


def _chips(chips: int | None) -> str:
    return "" if chips is None else grouped(chips)

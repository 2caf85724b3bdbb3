"""A structure or a seat draw while people mend it: every row as it is written, good or bad.

A reader of files leaves out what it cannot understand.  Here such a row stays at its place, with
what is wrong with it, until somebody mends it, deletes it or leaves it out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from colorup.engine.problems import Problem, Problems, problem
from colorup.formats import seats, structures
from colorup.formats.pasted import read_line
from colorup.formats.seats import player_of, read_seats
from colorup.formats.structures import read_structure
from colorup.formats.tables import Line, Row, Table, Vocabulary, cut, find_separator, find_table
from colorup.formats.text import LINE_END, tidy
from colorup.formats.tournament_values import BreakRow, FileProblem, LevelRow, TournamentFile

Kind = Literal["structure", "seats"]
COLUMNS: Mapping[Kind, tuple[str, ...]] = {
    "structure": ("kind", "small_blind", "big_blind", "ante", "minutes", "color_up", "note"),
    "seats": ("table", "seat", "player", "chips", "id"),
}
MOST_ROWS: Mapping[Kind, int] = {"structure": 500, "seats": 12_000}
"""A thousand full tables, and more levels than any clock has."""

_FORMATS: tuple[tuple[Kind, Vocabulary, tuple[frozenset[str], ...]], ...] = (
    ("seats", seats.HEADINGS, seats.NEEDED),
    ("structure", structures.HEADINGS, structures.NEEDED),
)
_LEVEL_CELLS = frozenset({"small_blind", "big_blind", "ante", "minutes"})
_BREAK_CELLS = frozenset({"minutes", "color_up", "note"})


@dataclass(frozen=True, slots=True)
class WorksheetRow:
    """One row as written: its cells by column, or None where the line could not be cut into cells.

    `written` is the line as the file has it, empty where nothing is odd about the row.  A row that
    is `left_out` is kept but not read.
    """

    cells: Mapping[str, str] | None
    written: str = ""
    left_out: bool = False

    def __getitem__(self, column: str) -> str:
        return (self.cells or {}).get(column, "")

    @property
    def is_empty(self) -> bool:
        """Whether nobody has written anything in it; a break needs nothing but to be one."""
        cells = (self.cells or {}).items()
        said = (text for column, text in cells if (column, text) != ("kind", "level"))
        return not self.written and not any(text.strip() for text in said)


@dataclass(frozen=True, slots=True)
class Worksheet:
    """Rows in order; `headings` is the file's line of headings, empty where it has none."""

    kind: Kind
    rows: tuple[WorksheetRow, ...]
    headings: str = ""

    @property
    def is_full(self) -> bool:
        return len(self.rows) >= MOST_ROWS[self.kind]

    def with_row_after(self, number: int) -> Worksheet:
        """One more row, still empty, below row `number`; 0 puts it first."""
        return replace(self, rows=(*self.rows[:number], empty_row(self.kind), *self.rows[number:]))

    def without_row(self, number: int) -> Worksheet:
        return replace(self, rows=self.rows[: number - 1] + self.rows[number:])


def empty_row(kind: Kind) -> WorksheetRow:
    """A row to write in; of a structure it is a level until somebody says otherwise."""
    cells = dict.fromkeys(COLUMNS[kind], "")
    return WorksheetRow(cells | {"kind": "level"} if kind == "structure" else cells)


def worksheet_of(file: TournamentFile, kind: Kind) -> Worksheet:
    """The rows of a file that was read already, a save for example, to be mended further."""
    if kind == "structure":
        return Worksheet(kind, tuple(WorksheetRow(_cells_of(row)) for row in file.rows))
    return Worksheet(
        kind,
        tuple(
            WorksheetRow(
                {
                    "table": table.name,
                    "seat": str(player.seat),
                    "player": player.name,
                    "chips": "" if player.chips is None else str(player.chips),
                    "id": player.external_id,
                }
            )
            for table in file.tables
            for player in table.players
        ),
    )


@dataclass(frozen=True, slots=True)
class Look:
    """What was understood of a worksheet: `problems` by the row's number, counted from 1.

    `worksheet` is the same with those lines cut into cells that can be by now.
    """

    worksheet: Worksheet
    file: TournamentFile
    problems: Mapping[int, tuple[Problem, ...]]


def open_worksheet(text: str, name: str) -> Look:
    """The first look at a text: a structure or a seat draw as a table, or a pasted structure.

    Raises `Problems` (bad_file) where it is none of these or has more rows than `MOST_ROWS`.
    """
    for _, vocabulary, needed in _FORMATS:
        separator = find_separator(text, vocabulary, needed)
        if separator:
            return open_lines(tuple(cut(text, separator)), name)
    rows = tuple(
        WorksheetRow(None, line.strip())
        for line in LINE_END.split(text)
        if any(map(str.isalnum, line))
    )
    _limit("structure", len(rows), name)
    found = look(Worksheet("structure", rows))
    if not found.file.levels:
        raise Problems([problem("bad_file.unknown", name=name)])
    return found


def open_lines(lines: tuple[Line, ...], name: str) -> Look:
    """The first look at a table: its lines with the line of headings; raises `Problems`."""
    for kind, vocabulary, needed in _FORMATS:
        table = find_table(lines, vocabulary, needed)
        if table:
            _limit(kind, len(table.rows), name)
            found: list[tuple[WorksheetRow, tuple[Problem, ...]]] = []
            for row in table.rows:
                found += _rows_of_line(kind, table, row, len(found) + 1)
            rows = tuple(row for row, _ in found)
            problems = {number: odd for number, (_, odd) in enumerate(found, 1) if odd}
            return look(Worksheet(kind, rows, table.headings), problems)
    raise Problems([problem("bad_file.unknown", name=name)])


def look(sheet: Worksheet, known: Mapping[int, tuple[Problem, ...]] | None = None) -> Look:
    """Read every row again.

    `known` are problems that the rows' cells do not show any more, such as an unread rest.
    """
    rows: list[WorksheetRow] = []
    problems: dict[int, tuple[Problem, ...]] = dict(known or {})
    for row in sheet.rows:
        if row.left_out or row.cells is not None or known:
            rows.append(row)
            continue
        for made, odd in _read_again(sheet, row, len(rows) + 1):
            rows.append(made)
            if odd:
                problems[len(rows)] = odd
    reader = _structure if sheet.kind == "structure" else _seats
    file = reader(rows)
    for one in file.problems:
        number = one.row or 0
        if one.problem not in problems.get(number, ()):
            problems[number] = (*problems.get(number, ()), one.problem)
    return Look(replace(sheet, rows=tuple(rows)), file, dict(sorted(problems.items())))


def _limit(kind: Kind, rows: int, name: str) -> None:
    if rows > MOST_ROWS[kind]:
        raise Problems(
            [problem("bad_file.too_many_rows", name=name, rows=rows, most=MOST_ROWS[kind])]
        )


# --- From a line to cells ------------------------------------------------------------------------

_Found = tuple[WorksheetRow, tuple[Problem, ...]]


def _read_again(sheet: Worksheet, row: WorksheetRow, number: int) -> Iterator[_Found]:
    """What a line that was mended has become: below the file's headings, else as pasted text."""
    odd: tuple[Problem, ...] = ()
    for kind, vocabulary, needed in _FORMATS:
        if kind != sheet.kind or not sheet.headings:
            continue
        text = f"{sheet.headings}\n{row.written}"
        separator = find_separator(text, vocabulary, needed)
        lines = tuple(cut(text, separator)) if separator else ()
        table = find_table(lines, vocabulary, needed)
        if table and table.rows:
            found = tuple(_rows_of_line(kind, table, table.rows[0], number))
            if found[0][0].cells is not None:
                yield from found
                return
            odd = found[0][1]
    if sheet.kind == "structure":
        read, problem_of_line = read_line(number, row.written)
        if read:
            told = (problem_of_line.problem,) if problem_of_line else ()
            yield WorksheetRow(_cells_of(read), row.written if told else ""), told
            return
        if problem_of_line and not odd:
            odd = (problem_of_line.problem,)
    yield row, odd


def _rows_of_line(kind: Kind, table: Table, row: Row, number: int) -> Iterator[_Found]:
    """The rows of one line of a table: two where a break stands in a column beside its level."""
    row = replace(row, line=number)
    written = tidy(row.written) or " ".join(row.cells)
    if not row.readable:
        yield WorksheetRow(None, written), (problem("bad_row.quotes", line=number),)
        return
    if kind == "seats":
        cells = {name: row[name] for name in COLUMNS["seats"]} | {"player": player_of(row)}
        yield WorksheetRow(cells), ()
        return
    found = read_structure(Table(table.columns, (row,)))
    odd = tuple(one.problem for one in found.problems)
    if not found.rows:
        cells = {**_named(row), "kind": "level", "color_up": "", "note": ""}
        hopeless = odd[0].key == "bad_row.neither" if odd else True
        yield WorksheetRow(None if hopeless else cells, written), odd
        return
    for index, read in enumerate(found.rows):
        cells = _cells_of(read)
        if isinstance(read, BreakRow):
            cells |= _marks_of(table, row, index, read)
        if any(one.key == "bad_row.minutes" for one in odd) and not index:
            cells["minutes"] = row["minutes"]
        yield WorksheetRow(cells, written if odd and not index else ""), odd if not index else ()


def _named(row: Row) -> dict[str, str]:
    """The cells of a level as written; blinds in one cell are cut where they can be."""
    cells = {name: row[name] for name in _LEVEL_CELLS}
    if not cells["small_blind"] and not cells["big_blind"]:
        small, big, ante = structures.cut_blinds(row["blinds"])
        cells |= {"small_blind": small, "big_blind": big, "ante": cells["ante"] or ante}
    return cells


def _cells_of(row: LevelRow | BreakRow) -> dict[str, str]:
    cells = dict.fromkeys(COLUMNS["structure"], "")
    cells["minutes"] = "" if row.minutes is None else str(row.minutes)
    if isinstance(row, LevelRow):
        posted = {"small_blind": row.small_blind, "big_blind": row.big_blind, "ante": row.ante}
        return cells | {"kind": "level"} | {name: str(value) for name, value in posted.items()}
    mark = {True: "yes", False: "no", None: ""}[row.color_up]
    return cells | {"kind": "break", "color_up": mark, "note": row.note}


def _marks_of(table: Table, row: Row, index: int, read: BreakRow) -> dict[str, str]:
    """The mark of a break as its column has it, and the note that stands without it."""
    if not read.color_up:
        return {}
    named = {name: text for name, text in row.named.items() if name != "color_up"}
    plain = Table(table.columns - {"color_up"}, (replace(row, named=named),))
    note = read_structure(plain).rows[index]
    return {"color_up": row["color_up"], "note": note.note if isinstance(note, BreakRow) else ""}


# --- From cells to a file ------------------------------------------------------------------------


def _structure(rows: Iterable[WorksheetRow]) -> TournamentFile:
    """The structure of the rows that are read, each by itself."""
    read: list[LevelRow | BreakRow] = []
    problems: list[FileProblem] = []
    for number, row in enumerate(rows, 1):
        if row.left_out or row.cells is None or row.is_empty:
            continue
        is_break = row["kind"] == "break"
        wanted = _BREAK_CELLS if is_break else _LEVEL_CELLS
        named = {name: tidy(row[name]) for name in wanted if row[name].strip()}
        named["type"] = "break" if is_break else "level"
        cells = (named["type"], *named.values())
        found = read_structure(Table(frozenset(named), (Row(number, named, cells),)))
        read += [replace(one, row=len(read) + 1) for one in found.rows]
        problems += found.problems
    return TournamentFile("structure", rows=tuple(read), problems=tuple(problems))


def _seats(rows: Iterable[WorksheetRow]) -> TournamentFile:
    """The draw of the rows that are read, together: a seat can be taken."""
    named = (
        (number, {name: tidy(row[name]) for name in COLUMNS["seats"]})
        for number, row in enumerate(rows, 1)
        if not row.left_out and row.cells is not None and not row.is_empty
    )
    return read_seats(
        Table(
            frozenset(COLUMNS["seats"]),
            tuple(Row(number, cells, tuple(cells.values())) for number, cells in named),
        )
    )

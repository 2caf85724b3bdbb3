"""A structure or a seat draw while people mend it: every row with what is wrong in it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from colorup.engine.problems import Problem
from colorup.formats.numbers import whole_number
from colorup.formats.worksheet import COLUMNS, MOST_ROWS, Look, WorksheetRow
from tournaments.boards.preview import TableCard, table_cards
from tournaments.boards.structure import Structure, structure_of
from tournaments.models import Denomination, Level, Seat, Table
from tournaments.sentences import say

EDITABLE_ROWS = 500
"""Of a larger draw only the rows with something wrong are fields; the others stand as read."""

MOST_FIELDS = 1_500
"""How many rows are fields at most: what a tablet shows and the server takes at once."""

_COLUMN_OF_KEY = {
    "bad_row.small_blind": "small_blind",
    "bad_row.big_blind": "big_blind",
    "bad_row.ante": "ante",
    "bad_row.minutes": "minutes",
    "missing_field.table": "table",
    "bad_seat.not_a_seat": "seat",
    "bad_seat.taken": "seat",
    "bad_seat.too_high": "seat",
    "bad_count.not_whole": "chips",
}


@dataclass(frozen=True, slots=True)
class RowFields:
    """One row on the page; without `cells` its line as written is the field.

    `wrong` are the columns that `sentences` speak of; `focus` is the row to go on with.
    """

    number: int
    cells: Mapping[str, str] | None
    written: str
    left_out: bool
    sentences: tuple[str, ...]
    wrong: frozenset[str]
    focus: bool

    @property
    def may_leave_out(self) -> bool:
        return bool(self.sentences) or self.left_out


@dataclass(frozen=True, slots=True)
class WorksheetPage:
    """The page on which a structure or a seat draw is mended.

    `rows` are those with fields and `cards` the tables as they were read; `odd` is how many rows
    are not understood as they stand.  `structure` is None where no chips are chosen yet.
    """

    kind: str
    headings: str
    total: int
    rows: tuple[RowFields, ...]
    odd: int
    is_full: bool
    most: int
    structure: Structure | None
    cards: tuple[TableCard, ...]
    seated: int
    chips: int | None

    @property
    def odd_rows(self) -> tuple[int, ...]:
        return tuple(one.number for one in self.rows if one.sentences and not one.left_out)

    @property
    def unseen(self) -> int:
        return self.total - len(self.rows)


def shown_rows(found: Look, asked: Iterable[int]) -> frozenset[int]:
    """The numbers of the rows that are fields: all of a small sheet, else those that need it."""
    rows = found.worksheet.rows
    if len(rows) <= EDITABLE_ROWS:
        return frozenset(range(1, len(rows) + 1))
    needy = (
        number
        for number, row in enumerate(rows, 1)
        if row.cells is None or row.left_out or number in found.problems
    )
    wanted = dict.fromkeys((*asked, *needy))
    return frozenset(list(wanted)[:MOST_FIELDS])


def worksheet_page(
    found: Look,
    shown: Collection[int],
    *,
    levels: Sequence[Level],
    tables: Iterable[tuple[Table, Sequence[Seat]]],
    chips: Sequence[Denomination],
    focus: int | None = None,
) -> WorksheetPage:
    """The page of a look; `levels` and `tables` are what would be saved of it."""
    sheet = found.worksheet
    rows = tuple(
        _fields(number, row, sheet.kind, found.problems.get(number, ()), focus)
        for number, row in enumerate(sheet.rows, 1)
        if number in shown
    )
    cards = table_cards(tables)
    return WorksheetPage(
        kind=sheet.kind,
        headings=sheet.headings,
        total=len(sheet.rows),
        rows=rows,
        odd=len(odd_rows(found)),
        is_full=sheet.is_full,
        most=MOST_ROWS[sheet.kind],
        structure=structure_of(levels, chips, None) if chips and levels else None,
        cards=cards,
        seated=sum(len(one.players) for one in cards),
        chips=_chips(sheet.rows) if sheet.kind == "seats" else None,
    )


def odd_rows(found: Look) -> tuple[int, ...]:
    """The numbers of the rows that are not understood and were not left out."""
    rows = found.worksheet.rows
    return tuple(number for number in found.problems if not rows[number - 1].left_out)


def _fields(
    number: int, row: WorksheetRow, kind: str, problems: Sequence[Problem], focus: int | None
) -> RowFields:
    cells = None
    if row.cells is not None:
        cells = {name: row[name] for name in COLUMNS["seats" if kind == "seats" else "structure"]}
    return RowFields(
        number=number,
        cells=cells,
        written=row.written,
        left_out=row.left_out,
        sentences=tuple(_sentence(one) for one in problems) if not row.left_out else (),
        wrong=frozenset(_COLUMN_OF_KEY[one.key] for one in problems if one.key in _COLUMN_OF_KEY),
        focus=number == focus,
    )


def _sentence(problem: Problem) -> str:
    if problem.key == "bad_row.neither" and not problem.values.get("found"):
        line = problem.values["line"]
        return _("Line %(line)s says no blinds.") % {"line": line}
    return say(problem.message)


def _chips(rows: Iterable[WorksheetRow]) -> int | None:
    """The value of all chip counts that are read; None where there are none."""
    counts = [whole_number(row["chips"]) for row in rows if not row.left_out and row["chips"]]
    return sum(one for one in counts if one is not None) if counts else None

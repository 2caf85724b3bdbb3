"""Tables of cells, as spreadsheets write them: find the heading line, give each row by heading.

Separator, quotes and the words of the headings are recognised; what a heading means is the
caller's vocabulary.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from colorup.formats.text import LINE_END, tidy

SEPARATORS = ",;\t|"
_HEADING_LINES = 25
_LINES_OF_ONE_ROW = 6
_PLURAL = re.compile(r"(?<=[a-z]{2}[a-rt-z])s\b")
_OPENING_QUOTE = re.compile(r'(?:^|[,;\t|])"')
# Words that say nothing about which column it is, in English and French.
_FILLER = frozenset(
    {
        "min", "mins", "minutes", "in", "en", "the", "of", "de", "du", "des", "d", "la", "le",
        "les", "l", "no", "n", "nr", "nb", "nbr", "nbre", "num", "numero", "number", "name", "nom",
        "count", "value", "valeur",
    }
)  # fmt: skip

Vocabulary = Mapping[str, frozenset[str]]
"""Column → the headings that mean it, as `heading` writes them."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file and its cells; `cells` None where its quotes cannot be understood.

    `written` is the line as the file has it.
    """

    number: int
    cells: tuple[str, ...] | None
    written: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A row below the headings: `named` by column, `cells` all of them, also in no known column.

    A row whose quotes cannot be understood is not `readable` and has no cells.
    """

    line: int
    named: Mapping[str, str]
    cells: tuple[str, ...]
    readable: bool = True
    written: str = ""

    def __getitem__(self, column: str) -> str:
        return self.named.get(column, "")


@dataclass(frozen=True, slots=True)
class Table:
    """What stands below a line of headings; rows without any content are left out."""

    columns: frozenset[str]
    rows: tuple[Row, ...]
    headings: str = ""


def words(*headings: str) -> frozenset[str]:
    """Headings for a vocabulary, brought into the one spelling that is compared."""
    return frozenset(heading(one) for one in headings)


def heading(text: str) -> str:
    """``Durées (min)`` as ``duree``: no accents, case, marks, plurals, words that say nothing."""
    plain = unicodedata.normalize("NFKD", text.replace("#", " no ").replace("°", " "))
    letters = "".join(one for one in plain if not unicodedata.combining(one)).casefold()
    all_words = re.findall(r"[a-z0-9]+", letters)
    spelled = " ".join([word for word in all_words if word not in _FILLER] or all_words)
    return _PLURAL.sub("", spelled)


def cut(text: str, separator: str) -> Iterator[Line]:
    """Cut a text into lines of cells.

    A cell in quotes may hold line ends; a quote that is never closed spoils only its own line.
    """
    lines = LINE_END.split(text)
    number = 0
    while number < len(lines):
        taken = _lines_of_row(lines[number : number + _LINES_OF_ONE_ROW])
        joined = "\n".join(lines[number : number + taken])
        written = joined if taken else lines[number]
        yield Line(number + 1, _cells(joined, separator) if taken else None, written)
        number += taken or 1


def _lines_of_row(lines: Sequence[str]) -> int:
    """How many lines the first row takes; 0 where a quote opens that none of them closes."""
    if not _OPENING_QUOTE.search(lines[0]):
        return 1
    quotes = 0
    for taken, line in enumerate(lines, 1):
        quotes += line.count('"')
        if quotes % 2 == 0:
            return taken
    return 0


def _cells(line: str, separator: str) -> tuple[str, ...] | None:
    try:
        return tuple(next(csv.reader([line], delimiter=separator), ()))
    except csv.Error:
        return None


def find_separator(text: str, vocabulary: Vocabulary, needed: Sequence[frozenset[str]]) -> str:
    """The separator under which a line near the top is a line of headings; empty if none is.

    A lone word is the title of what follows, not a line of headings.
    """
    top = "\n".join(LINE_END.split(text, _HEADING_LINES)[:_HEADING_LINES])
    for one in SEPARATORS:
        table = find_table(tuple(cut(top, one)), vocabulary, needed)
        if table and one in table.headings:
            return one
    return ""


def find_table(
    lines: Sequence[Line], vocabulary: Vocabulary, needed: Sequence[frozenset[str]]
) -> Table | None:
    """The table whose headings, within the first lines, hold one of the `needed` sets of columns.

    Of two columns with the same meaning the first counts.
    """
    for index, line in enumerate(lines[:_HEADING_LINES]):
        columns: dict[str, int] = {}
        for place, cell in enumerate(line.cells or ()):
            spelled = heading(cell)
            for column, spellings in vocabulary.items():
                if spelled in spellings:
                    columns.setdefault(column, place)
        if any(columns.keys() >= one for one in needed):
            rows = tuple(_rows(lines[index + 1 :], columns))
            return Table(frozenset(columns), rows, line.written)
    return None


def _rows(lines: Sequence[Line], columns: Mapping[str, int]) -> Iterator[Row]:
    for line in lines:
        if line.cells is None:
            yield Row(line.number, {}, (), readable=False, written=line.written)
            continue
        cells = tuple(tidy(cell) for cell in line.cells)
        if any(cells):
            named = {name: cells[place] for name, place in columns.items() if place < len(cells)}
            yield Row(line.number, named, cells, written=line.written)

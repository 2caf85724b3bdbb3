"""Blind structures as tables: levels and breaks below a line of headings."""

from __future__ import annotations

import re

from colorup.engine.problems import Value, problem
from colorup.formats.break_text import (
    BREAK,
    named_denominations,
    read_break,
    read_minutes,
)
from colorup.formats.numbers import whole_number
from colorup.formats.tables import Row, Table, Vocabulary, words
from colorup.formats.tournament_values import BreakRow, FileProblem, LevelRow, TournamentFile

HEADINGS: Vocabulary = {
    "level": words(
        "Level", "Lvl", "Lev", "Niveau", "Niveaux", "Niv", "Palier", "Round", "Manche", "Stage", "#"
    ),
    "small_blind": words(
        "Small blind", "SmallBlind", "Small", "SB", "Small blind (SB)", "Petite blinde",
        "Petite blind", "Petite", "PB", "Petite blinde (PB)", "Petite mise",
    ),
    "big_blind": words(
        "Big blind", "BigBlind", "Big", "BB", "Big blind (BB)", "Grosse blinde", "Grosse blind",
        "Grosse", "GB", "Grosse blinde (GB)", "Grosse mise",
    ),
    "blinds": words("Blind", "Blinde", "SB/BB", "PB/GB", "Small/Big"),
    "ante": words(
        "Ante", "A", "BB ante", "BBA", "Big blind ante", "Ante BB", "Ante grosse blinde"
    ),
    "minutes": words(
        "Duration", "Length", "Time", "Minutes", "Min", "Clock", "Level time", "Level length",
        "Level duration", "Durée", "Durée du niveau", "Temps",
    ),
    "type": words("Type", "Kind", "Row type", "Genre"),
    "break": words("Break", "Pause", "Break after", "Pause après"),
    "color_up": words(
        "Color up", "Colour up", "ColorUp", "ColourUp", "Chip up", "ChipUp", "Chip race",
        "ChipRace", "Race", "Race off", "Remove", "Retrait", "Jetons retirés", "Chips removed",
    ),
    "note": words("Note", "Comment", "Commentaire", "Remark", "Remarque", "Description", "Info"),
}  # fmt: skip
NEEDED = (frozenset({"small_blind", "big_blind"}), frozenset({"blinds"}))
"""The columns without which a table is no structure."""

_BLINDS = re.compile(r"\s*[/\\|–—-]\s*")
_POSTINGS = ("small_blind", "big_blind", "blinds")
_POSTED = re.compile(r"[1-9]")
_YES = frozenset({"yes", "y", "oui", "o", "x", "true", "vrai", "1", "✓", "✔", "☑", "•"})
_NO = frozenset({"", "no", "n", "non", "false", "faux", "0", "-", "–", "—"})
_LEVEL = frozenset({"level", "levels", "blinds", "niveau", "round", "play"})


def read_structure(table: Table) -> TournamentFile:
    """Read the rows of a structure; one that cannot be understood stands in `problems`."""
    return _Structure(table).read()


class _Structure:
    """One table while it is read.  Only rows that can be used are numbered."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.rows: list[LevelRow | BreakRow] = []
        self.problems: list[FileProblem] = []

    def read(self) -> TournamentFile:
        for row in self.table.rows:
            if not row.readable:
                self.odd(row, "bad_row.quotes")
            elif self.is_break(row):
                self.add_break(row)
            else:
                self.add_level(row)
        return TournamentFile("structure", rows=tuple(self.rows), problems=tuple(self.problems))

    def odd(self, row: Row, key: str, **values: Value) -> None:
        self.problems.append(FileProblem(row.line, problem(key, line=row.line, **values)))

    @property
    def next_row(self) -> int:
        return len(self.rows) + 1

    def is_break(self, row: Row) -> bool:
        """Whether the row as a whole is a break: it says so, or has a break's length alone."""
        if BREAK.search(row["type"]):
            return True
        if row["type"].casefold() in _LEVEL or any(_is_posted(row[one]) for one in _POSTINGS):
            return False
        return row["break"].casefold() not in _NO or any(map(BREAK.search, row.cells))

    def add_break(self, row: Row) -> None:
        said = next((cell for cell in row.cells if BREAK.search(cell)), "")
        spoken = read_break(said)
        minutes = self.minutes(row)
        if minutes is None:
            minutes = spoken.minutes if spoken.minutes is not None else read_minutes(row["break"])
        note = row["note"] if row["note"] != said else ""
        self.put_break(row, minutes, [spoken.note, note])

    def put_break(self, row: Row, minutes: int | None, notes: list[str]) -> None:
        marked = row["color_up"]
        color_up = marked.casefold() not in _NO if "color_up" in self.table.columns else None
        named: tuple[int, ...] = ()
        if color_up and marked.casefold() not in _YES:
            # The column names the chips that leave instead of only saying that some do.
            notes = [*notes, marked]
            named = named_denominations(f"remove {marked}")
        note = ", ".join(dict.fromkeys(one for one in notes if one))
        denominations = tuple(dict.fromkeys((*named_denominations(note), *named)))
        self.rows.append(BreakRow(self.next_row, minutes, color_up, note, denominations))

    def add_level(self, row: Row) -> None:
        posted = self.posted(row)
        if posted is None:
            return
        small, big, ante = posted
        self.rows.append(LevelRow(self.next_row, small, big, ante, self.minutes(row)))
        if row["break"].casefold() not in _NO:
            # A mark in a column for breaks, beside a level: the break comes after it.
            spoken = read_break(row["break"])
            minutes = read_minutes(row["break"]) if row["break"] != "1" else None
            note = "" if row["break"].casefold() in _YES or minutes else spoken.note
            self.put_break(row, minutes or spoken.minutes, [note])
        elif row["color_up"].casefold() not in _NO:
            self.odd(row, "bad_row.color_up_at_level", found=row["color_up"])

    def posted(self, row: Row) -> tuple[int, ...] | None:
        """Small blind, big blind and ante of a level, or None with the problem told."""
        small, big, ante = row["small_blind"], row["big_blind"], row["ante"]
        if not small and not big and row["blinds"]:
            small, big, third = cut_blinds(row["blinds"])
            ante = ante or third
        if not small and not big:
            self.odd(row, "bad_row.neither", found=_shown(row))
            return None
        numbers = (
            whole_number(small),
            whole_number(big),
            0 if ante in _NO else whole_number(ante),
        )
        names = ("small_blind", "big_blind", "ante")
        for name, number, found in zip(names, numbers, (small, big, ante), strict=True):
            if number is None:
                self.odd(row, f"bad_row.{name}", found=found)
        posted = tuple(number for number in numbers if number is not None)
        return posted if len(posted) == len(names) else None

    def minutes(self, row: Row) -> int | None:
        written = row["minutes"]
        minutes = read_minutes(written) if written else None
        if written and minutes is None:
            self.odd(row, "bad_row.minutes", found=written)
        return minutes


def _is_posted(written: str) -> bool:
    return bool(_POSTED.search(written)) and not BREAK.search(written)


def cut_blinds(written: str) -> tuple[str, str, str]:
    """The small blind, the big blind and the ante of a cell that holds them all."""
    small, big, ante = (*_BLINDS.split(written, 2), "", "")[:3]
    return small, big, ante


def _shown(row: Row) -> str:
    return " ".join(cell for cell in row.cells if cell)[:40]

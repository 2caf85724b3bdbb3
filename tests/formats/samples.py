"""The sample files, and short ways to write down what they hold."""

from __future__ import annotations

from pathlib import Path

from colorup.formats.tournament_file import (
    BreakRow,
    LevelRow,
    TableRow,
    TournamentFile,
    read_tournament_file,
)

DATA = Path(__file__).parent / "data"


def sample(name: str) -> TournamentFile:
    return read_tournament_file((DATA / name).read_bytes(), name)


def read(text: str, encoding: str = "utf-8") -> TournamentFile:
    return read_tournament_file(text.encode(encoding), "pasted")


def row_text(row: LevelRow | BreakRow) -> str:
    """``25/50/0 20`` for a level, ``break 15 up: note [25]`` for a break."""
    minutes = "" if row.minutes is None else f" {row.minutes}"
    if isinstance(row, LevelRow):
        return f"{row.small_blind}/{row.big_blind}/{row.ante}{minutes}"
    mark = {True: " up", False: " none", None: ""}[row.color_up]
    note = f": {row.note}" if row.note else ""
    chips = f" {list(row.denominations)}" if row.denominations else ""
    return f"break{minutes}{mark}{note}{chips}"


def rows_text(found: TournamentFile) -> list[str]:
    return [row_text(row) for row in found.rows]


def table_text(table: TableRow) -> str:
    """The players' last two letters by seat: ``Table 1 (3): 1=07 3=12``."""
    seats = " ".join(f"{player.seat}={player.name[-2:]}" for player in table.players)
    return f"{table.name} ({table.seats}): {seats}"


def problems_text(found: TournamentFile) -> list[tuple[int | None, str]]:
    return [(one.row, one.problem.key) for one in found.problems]

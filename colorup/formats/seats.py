"""Seat draws and chip counts as tables: table, seat, player, chips below a line of headings."""

from __future__ import annotations

import re

from colorup.engine.problems import Value, problem
from colorup.formats.numbers import whole_number
from colorup.formats.tables import Row, Table, Vocabulary, words
from colorup.formats.tournament_values import (
    HIGHEST_SEAT,
    FileProblem,
    PlayerRow,
    TableRow,
    TournamentFile,
)

HEADINGS: Vocabulary = {
    "table": words("Table", "Tbl", "Table #", "N° de table", "Numéro de table"),
    "seat": words("Seat", "Seat #", "Siège", "Place", "N° de place", "Numéro de siège"),
    "player": words(
        "Player", "Player name", "Name", "Full name", "Nickname", "Joueur", "Nom", "Nom du joueur",
        "Nom complet", "Pseudo",
    ),
    "first_name": words("First name", "Firstname", "Given name", "Prénom"),
    "last_name": words("Last name", "Lastname", "Surname", "Family name", "Nom de famille"),
    "chips": words(
        "Chips", "Chip count", "Chipcount", "Count", "Stack", "Starting stack", "Starting chips",
        "Jetons", "Nombre de jetons", "Tapis", "Stack de départ", "Tapis de départ",
    ),
    "id": words("ID", "Player ID", "Card number", "Member", "Member ID", "Licence", "License"),
}  # fmt: skip
NEEDED = (frozenset({"table", "seat"}),)
"""The columns without which a table is no seat draw."""

_SEAT = re.compile(r"(?:seat|place|siège|siege|s|p)?\s*\.?#?\s*([0-9]{1,4})\.?", re.IGNORECASE)


def read_seats(table: Table) -> TournamentFile:
    """Read a seat draw; tables in the order of the file, players by seat.

    A row that cannot be understood stands in `problems` and is left out; a seat beyond
    `HIGHEST_SEAT` is kept, with a problem.  A row with neither player nor chips is an empty seat.
    """
    problems: list[FileProblem] = []

    def odd(row: Row, key: str, **values: Value) -> None:
        problems.append(FileProblem(row.line, problem(key, line=row.line, **values)))

    tables: dict[str, dict[int, PlayerRow]] = {}
    taken: dict[tuple[str, int], int] = {}
    for row in table.rows:
        if not row.readable:
            odd(row, "bad_row.quotes")
            continue
        name = row["table"]
        seat = _seat(row["seat"])
        chips = whole_number(row["chips"]) if row["chips"] else None
        if not name:
            odd(row, "missing_field.table")
        if seat is None:
            odd(row, "bad_seat.not_a_seat", found=row["seat"])
        if row["chips"] and chips is None:
            odd(row, "bad_count.not_whole", found=row["chips"])
        if not name or seat is None or (row["chips"] and chips is None):
            continue
        players = tables.setdefault(name, {})
        first = taken.setdefault((name, seat), row.line)
        if first != row.line:
            odd(row, "bad_seat.taken", table=name, seat_number=seat, first=first)
            continue
        if seat > HIGHEST_SEAT:
            odd(row, "bad_seat.too_high", table=name, seat_number=seat, highest=HIGHEST_SEAT)
        player = player_of(row)
        if player or chips is not None:
            players[seat] = PlayerRow(seat, player, chips, row["id"])
    return TournamentFile(
        "seats",
        tables=tuple(
            TableRow(name, None, None, tuple(players[seat] for seat in sorted(players)))
            for name, players in tables.items()
        ),
        problems=tuple(problems),
    )


def _seat(written: str) -> int | None:
    match = _SEAT.fullmatch(written)
    return int(match[1]) or None if match else None


def player_of(row: Row) -> str:
    """The name as text, whatever it looks like: nothing in a file is ever a formula."""
    if row["first_name"]:
        return f"{row['first_name']} {row['last_name'] or row['player']}".strip()
    return row["player"] or row["last_name"]

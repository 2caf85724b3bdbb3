"""What would be saved of a file: rows of the database that belong to no event yet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from colorup.formats.tournament_file import (
    BreakRow,
    Chip,
    LevelRow,
    PlayerRow,
    TableRow,
    TournamentFile,
)
from tournaments.drawing.chip import hex_color
from tournaments.models import Denomination, Level, Seat, Table
from tournaments.models.events import MOST_SEATS

USUAL_SEATS = 9
"""The seats of a table where the file does not say, unless a higher one is taken."""

LARGEST_BIG = 2**63 - 1
_LONGEST_LEVEL = 9_999
_LARGEST_NUMBER = 2**31 - 1
_NUMBER = re.compile(r"[0-9]+")

USUAL_COLOURS = {
    1: "#ffffff",
    5: "#c8102e",
    10: "#1d4f91",
    25: "#1f7a3d",
    50: "#e07b00",
    100: "#16191d",
    500: "#5b2a86",
    1_000: "#f2c230",
    5_000: "#e07b00",
    10_000: "#7fb2e5",
    25_000: "#2f8f83",
    50_000: "#d2b48c",
    100_000: "#f0a3c0",
}
"""The colours most rooms give their tournament chips."""

_OTHER_COLOURS = tuple(USUAL_COLOURS.values())


@dataclass(frozen=True, slots=True)
class Draft:
    """The rows that an event of a file would have: chips, levels and tables with their seats.

    They are not stored, and neither levels nor tables name an event.
    """

    chips: tuple[Denomination, ...]
    levels: tuple[Level, ...]
    tables: tuple[tuple[Table, tuple[Seat, ...]], ...]

    @property
    def values(self) -> tuple[int, ...]:
        return tuple(one.value for one in self.chips)


def draft_of(file: TournamentFile) -> Draft:
    """The rows of a file.

    Chips are those in use, the first of two of one value.  A table takes its number from its name,
    the next free one where its name has none; seats above `MOST_SEATS` cannot race and are left
    out, which the file's own problems say.
    """
    return Draft(
        chips=tuple(_denominations(file.chips)),
        levels=tuple(map(_level, file.rows)),
        tables=tuple(_tables(file.tables)),
    )


def with_chips(file: TournamentFile, values: Iterable[int]) -> TournamentFile:
    """The file as if it said that chips of these values are in use."""
    return replace(file, chips=tuple(Chip(value, "", None, True) for value in sorted(set(values))))


def usual_colour(value: int) -> str:
    """A colour for a chip of which only the value is known; the same for the same value."""
    return USUAL_COLOURS.get(value) or _OTHER_COLOURS[value % len(_OTHER_COLOURS)]


def _denominations(chips: Iterable[Chip]) -> Iterator[Denomination]:
    first: dict[int, Chip] = {}
    for chip in chips:
        if chip.in_use:
            first.setdefault(chip.value, chip)
    for value in sorted(first):
        chip = first[value]
        colour = hex_color(chip.color or "") or usual_colour(value)
        yield Denomination(value=value, label=chip.label[:40], colour=colour)


def _level(row: LevelRow | BreakRow) -> Level:
    minutes = row.minutes if (row.minutes or 0) <= _LONGEST_LEVEL else None
    if isinstance(row, LevelRow):
        return Level(
            row=row.row,
            kind=Level.Kind.LEVEL,
            small_blind=row.small_blind,
            big_blind=row.big_blind,
            ante=row.ante,
            minutes=minutes,
        )
    return Level(
        row=row.row,
        kind=Level.Kind.BREAK,
        minutes=minutes,
        color_up=row.color_up,
        note=row.note[:300],
        denominations=list(row.denominations),
    )


def _tables(rows: Iterable[TableRow]) -> Iterator[tuple[Table, tuple[Seat, ...]]]:
    rows = tuple(rows)
    numbers = _numbers([row.name for row in rows])
    for row, number in zip(rows, numbers, strict=True):
        players = [one for one in row.players if one.seat <= MOST_SEATS]
        seats = _seat_count(row, players)
        named_by_number = _NUMBER.sub("", row.name).strip().lower() in ("", "table")
        table = Table(
            number=number,
            name="" if named_by_number else row.name[:60],
            seat_count=seats,
            button=row.button if row.button and row.button <= seats else None,
            external_id=row.external_id[:60],
        )
        yield table, tuple(map(_seat, players))


def _seat(player: PlayerRow) -> Seat:
    return Seat(number=player.seat, player=player.name[:120], external_id=player.external_id[:60])


def _seat_count(row: TableRow, players: Iterable[PlayerRow]) -> int:
    highest = max((one.seat for one in players), default=1)
    return min(max(row.seats or USUAL_SEATS, highest), MOST_SEATS)


def _numbers(names: Iterable[str]) -> Iterator[int]:
    """A number for each name: the one in it, or the lowest that no other table has."""
    names = list(names)
    written: list[int | None] = []
    taken: set[int] = set()
    for name in names:
        found = _NUMBER.findall(name)
        number = int(found[0]) if len(found) == 1 and len(found[0]) < 10 else None
        if not number or number > _LARGEST_NUMBER or number in taken:
            number = None
        else:
            taken.add(number)
        written.append(number)
    free = 1
    for number in written:
        if number is not None:
            yield number
            continue
        while free in taken:
            free += 1
        taken.add(free)
        yield free

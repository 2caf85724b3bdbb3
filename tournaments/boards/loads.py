"""What each section should carry for what leaves at its tables: its share, and one chip a racer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from colorup.engine.chips import add_chips
from colorup.engine.needed import Leaving, needed
from tournaments.boards.bank_room import Room
from tournaments.boards.chips import Pile


@dataclass(frozen=True, slots=True)
class ToLoad:
    """One denomination that a section should carry, in chips."""

    section: str
    pile: Pile
    for_exchange: int
    for_races: int


def to_load(room: Room, leaving_at: Callable[[set[int]], Iterable[Leaving]]) -> Iterator[ToLoad]:
    """By section, in the order of their first tables, then by denomination.

    `leaving_at` says what leaves at some tables (ids).  The tables of `room` have their sections.
    """
    shades = {one.value: one.colour for one in room.event.chip_set.denominations.all()}
    sections: dict[str, set[int]] = {}
    for table in room.tables:
        if table.section is not None:
            sections.setdefault(table.section.name, set()).add(table.pk)
    for section, tables in sections.items():
        needs = [needed(one) for one in leaving_at(tables) if one.tables]
        exchange = add_chips(*(one.for_exchange or {} for one in needs))
        races = add_chips(*(one.for_races for one in needs))
        for chip, count in add_chips(exchange, races).items():
            pile = Pile(count, chip, shades.get(chip, ""))
            yield ToLoad(section, pile, exchange.get(chip, 0), races.get(chip, 0))

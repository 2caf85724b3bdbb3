"""A colour-up as its own sheet prints it: what was announced, and where each table stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from tournaments.boards.chips import Pile, colours
from tournaments.boards.outcome import TERMS, term_word
from tournaments.boards.words import state_word
from tournaments.models import ColorUp, TableRace
from tournaments.sentences import say_shipped


@dataclass(frozen=True, slots=True)
class Tile:
    """One table of the sheet."""

    table: str
    word: str
    racers: int | None
    drift: int | None
    who: str


@dataclass(frozen=True, slots=True)
class FloorPage:
    """The sheet of one colour-up; `drift` and its terms are values, of confirmed tables."""

    color_up_id: int
    event_name: str
    removed: tuple[Pile, ...]
    ruleset: str
    source: str
    text: str
    due: str
    announced_by: str
    announced_at: datetime
    tiles: tuple[Tile, ...]
    drift: int
    terms: tuple[tuple[str, int], ...]


def floor_page(
    color_up: ColorUp, races: Iterable[TableRace], terms: Mapping[str, int]
) -> FloorPage:
    """Build the sheet; `terms` is the drift of the confirmed races by term."""
    shades = colours(color_up.chip_set)
    return FloorPage(
        color_up_id=color_up.pk,
        event_name=color_up.event.name,
        removed=tuple(Pile(0, one, shades.get(one, "")) for one in color_up.removed),
        ruleset=say_shipped(color_up.ruleset["name"]),
        source=say_shipped(color_up.ruleset["source"]),
        text=color_up.text,
        due=say_shipped(color_up.due),
        announced_by=color_up.announced_by.shown_name,
        announced_at=color_up.announced_at.astimezone(color_up.event.zone),
        tiles=tuple(_tile(one) for one in races),
        drift=sum(terms.values()),
        terms=tuple((term_word(term), terms[term]) for term in TERMS if terms.get(term)),
    )


def _tile(race: TableRace) -> Tile:
    return Tile(
        str(race.table),
        state_word(race.state),
        race.racers,
        race.drift,
        race.taken_by.shown_name if race.taken_by else "",
    )

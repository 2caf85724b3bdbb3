"""Which race sheets are still to be entered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from colorup.engine.lifecycle import State
from tournaments.boards.words import state_word
from tournaments.models import TableRace


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One table in the list of sheets."""

    race_id: int
    table: str
    state: str
    word: str
    who: str


@dataclass(frozen=True, slots=True)
class SheetList:
    """The tables whose sheet nobody entered yet, and those that were begun on a tablet."""

    wanted: tuple[SheetLine, ...]
    begun: tuple[SheetLine, ...]
    done: int
    total: int


def sheet_list(races: Iterable[TableRace]) -> SheetList:
    """The list of a colour-up's tables, by number; void ones are left out."""
    known = [one for one in races if one.state != State.VOID]
    begun = (State.COUNTED, State.DEALT)
    return SheetList(
        tuple(_line(one) for one in known if one.state == State.ANNOUNCED),
        tuple(_line(one) for one in known if one.state in begun),
        sum(1 for one in known if one.is_confirmed),
        len(known),
    )


def _line(race: TableRace) -> SheetLine:
    who = race.taken_by.shown_name if race.taken_by and race.state != State.ANNOUNCED else ""
    return SheetLine(race.pk, str(race.table), race.state, state_word(race.state), who)

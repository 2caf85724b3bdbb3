"""Chips counted by hand, in racks of 100, stacks of 20 and singles; what the collector gathered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.boards.paper import has_collector
from tournaments.models import TableRace

RACK, STACK = 100, 20
Typed = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Stacked:
    """Chips in three fields, each as text; all empty where nothing was counted."""

    racks: str = ""
    stacks: str = ""
    singles: str = ""

    @property
    def is_said(self) -> bool:
        return bool(self.racks or self.stacks or self.singles)


@dataclass(frozen=True, slots=True)
class Gathered:
    """The collector's part of a count: its seat as text, and its pile."""

    seat: str
    pile: Stacked


def in_stacks(chips: int) -> tuple[int, int, int]:
    """Racks, stacks and singles of a number of chips."""
    racks, rest = divmod(chips, RACK)
    return (racks, *divmod(rest, STACK))


def stacked(typed: Typed, name: str, stored: int | None) -> Stacked:
    """What stands in the three fields called `name`: as typed, else what is stored, in chips."""
    if typed:
        texts = (typed.get(f"{name}_{part}", "") for part in ("racks", "stacks", "singles"))
        return Stacked(*texts)
    if stored is None:
        return Stacked()
    return Stacked(*(str(one) if one or stored == 0 else "" for one in in_stacks(stored)))


def picked_up(race: TableRace, typed: Typed) -> Stacked:
    """The chips picked up at the table, of the one denomination that leaves."""
    said = (race.input or {}).get("picked_up") or {}
    return stacked(typed, "picked", next(iter(said.values()), None))


def gathered(race: TableRace, typed: Typed) -> Gathered | None:
    """The collector's part of the count; None where the ruleset knows no collector, or where
    several denominations leave: then each table is settled with the bank (RULES)."""
    if not has_collector(race.color_up):
        return None
    said = (race.input or {}).get("collector") or {}
    seat = typed["collector"] if "collector" in typed else str(said.get("seat", ""))
    return Gathered(seat, stacked(typed, "pile", said.get("pile")))

"""Simulated time: each person does one act after another, and whoever is earliest goes next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

SECOND = 1000
"""The clock counts in milliseconds."""

Result = TypeVar("Result")


class On(StrEnum):
    """What time is spent on."""

    STROKE = "strokes"
    """Taps on a tablet, entries on paper."""
    WALK = "walking"
    DEALER = "waiting for dealers"
    SERVER = "waiting for pages"
    PAY = "paying"
    TALK = "hearing what is wrong"
    WIFI = "no Wi-Fi"
    HEAD = "reckoning"


@dataclass(frozen=True, slots=True)
class Spent:
    """What one act took; `strokes` are its taps or entries."""

    on: On
    milliseconds: int
    strokes: int = 0


Acts = Generator[Spent, None, Result]
"""The acts of something that a person does, and what comes of it."""


@dataclass(eq=False, slots=True)
class Person:
    """A floor person: their tables, their time, the table they are at."""

    name: str
    tables: Sequence[int]
    is_director: bool = False
    now: int = 0
    at: int = 0
    spent: Counter[tuple[int, On]] = field(default_factory=Counter)
    strokes: Counter[int] = field(default_factory=Counter)

    def until(self, moment: int, on: On = On.DEALER) -> Acts[None]:
        """Wait until a moment, which may be past."""
        if moment > self.now:
            yield Spent(on, moment - self.now)


def run(shifts: Sequence[tuple[Person, Acts[None]]]) -> None:
    """Let everybody do their acts, the earliest first, so that two people mix as in the room."""
    open_shifts = list(shifts)
    while open_shifts:
        person, acts = min(open_shifts, key=lambda one: one[0].now)
        spent = next(acts, None)
        if spent is None:
            open_shifts = [one for one in open_shifts if one[0] is not person]
            continue
        person.now += spent.milliseconds
        person.spent[person.at, spent.on] += spent.milliseconds
        person.strokes[person.at] += spent.strokes

"""When a denomination may leave a blind structure (RULES, "When a denomination may leave").

At a break the smallest k chips may go when every small blind, big blind and ante of every later
level, zeros aside, is a multiple of chip k+1; the largest such k counts.  This suggests; people
decide.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import gcd


@dataclass(frozen=True, slots=True)
class Bets:
    """A level as the schedule sees it: its row and every amount that must be posted in it."""

    row: int
    amounts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Removal:
    """When one denomination leaves: `target` is the next chip up.

    `needed_until_row` is the last level that keeps it, None if none does; `break_row` the first
    break at which it may go, None if there is none.
    """

    removed: int
    target: int
    needed_until_row: int | None
    break_row: int | None


@dataclass(frozen=True, slots=True)
class Schedule:
    """Every removal, smallest chip first; and for each break the chips whose first break it is."""

    removals: tuple[Removal, ...]
    removable: dict[int, tuple[int, ...]]


def schedule(chips: Iterable[int], levels: Iterable[Bets], breaks: Iterable[int]) -> Schedule:
    """Plan a structure: `chips` are the denominations in use, `breaks` the rows of the breaks."""
    ladder = sorted(set(chips))
    in_order = sorted(levels, key=lambda level: level.row)
    rows = [level.row for level in in_order]
    spared = _spared(ladder, in_order)
    pauses = sorted(breaks)
    # At a break may go what the next level spares; a break that no level follows is not one.
    useful = pauses[: bisect_left(pauses, rows[-1])] if rows else []
    at_break = [spared[bisect_right(rows, pause)] for pause in useful]
    removals = []
    for index, chip in enumerate(ladder[:-1]):
        keeping = bisect_right(spared, index)
        waiting = bisect_right(at_break, index)
        removals.append(
            Removal(
                removed=chip,
                target=ladder[index + 1],
                needed_until_row=rows[keeping - 1] if keeping else None,
                break_row=useful[waiting] if waiting < len(useful) else None,
            )
        )
    removable: dict[int, tuple[int, ...]] = dict.fromkeys(pauses, ())
    for one in removals:
        if one.break_row is not None:
            removable[one.break_row] += (one.removed,)
    return Schedule(tuple(removals), removable)


def _spared(ladder: Sequence[int], levels: Sequence[Bets]) -> list[int]:
    """For each level how many of the smallest chips it and all later levels do without.

    Earlier levels only add amounts, so the number never grows on the way back: one walk over
    levels and chips together finds them all.
    """
    spared = []
    count = max(len(ladder) - 1, 0)
    common = 0
    for level in reversed(levels):
        common = gcd(common, *level.amounts)
        while count and common % ladder[count]:
            count -= 1
        spared.append(count)
    spared.reverse()
    return spared

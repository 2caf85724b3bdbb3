"""Chips and their exchange.  Values are units of play; counts are numbers of chips."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import lcm

# How many branches the search for the fewest chips may look at.  Chip sets of the real world end
# it after a handful; it bounds the time that an invented set of denominations can take.
SEARCH_BOUND = 50_000


@dataclass(frozen=True, slots=True)
class CompleteSet:
    """The fewest removed chips that are worth a whole number of target chips (RULES, "set").

    `gives` removed chips go for `gets` target chips: 25→100 is 4 for 1, 10→25 is 5 for 2.
    """

    gives: int
    gets: int


def complete_set(removed: int, target: int) -> CompleteSet:
    """The set in which chips of value `removed` are exchanged for chips of value `target`."""
    worth = lcm(removed, target)
    return CompleteSet(worth // removed, worth // target)


def value_of(chips: Mapping[int, int]) -> int:
    """The value of chips given as denomination → number of chips."""
    return sum(denomination * count for denomination, count in chips.items())


def add_chips(*piles: Mapping[int, int]) -> dict[int, int]:
    """All piles together, denominations ascending, without those that come to nothing."""
    total: dict[int, int] = {}
    for pile in piles:
        for denomination, count in pile.items():
            total[denomination] = total.get(denomination, 0) + count
    return {
        denomination: total[denomination] for denomination in sorted(total) if total[denomination]
    }


def net(pays: Mapping[int, int], takes: Mapping[int, int]) -> tuple[dict[int, int], dict[int, int]]:
    """Leave out what is paid and taken in the same denomination (FORMATS, "bank")."""
    balance = add_chips(pays, {denomination: -count for denomination, count in takes.items()})
    return (
        {denomination: count for denomination, count in balance.items() if count > 0},
        {denomination: -count for denomination, count in balance.items() if count < 0},
    )


def payout(
    value: int, denominations: Iterable[int], available: Mapping[int, int] | None = None
) -> dict[int, int] | None:
    """Pay exactly `value` in as few chips as possible; None where the chips cannot make it.

    `available` limits how many chips there are of each denomination; without it there is no limit.
    Where denominations divide each other, taking the largest first is best.  Elsewhere (20 and 50)
    it is not, so fewer of the larger chips are tried too, as long as that could save a chip.
    """
    ladder = tuple(sorted(set(denominations), reverse=True))
    if available is not None:
        ladder = tuple(one for one in ladder if available.get(one, 0) > 0)
    if not value:
        return {}
    if not ladder:
        return None
    best: list[int] = []
    best_size: int | None = None
    looked_at = 0

    def most(position: int, rest: int) -> int:
        chip = ladder[position]
        return rest // chip if available is None else min(rest // chip, available[chip])

    # One entry for each denomination so far: chips to try next, value still to pay, chips taken.
    # A list and no recursion: a chip set may be longer than the interpreter is deep.
    tried = [(most(0, value), value, 0)]
    while tried:
        position = len(tried) - 1
        count, rest, size = tried.pop()
        left = rest - count * ladder[position]
        below = ladder[position + 1] if position + 1 < len(ladder) else 0
        looked_at += 1
        if count < 0 or looked_at > SEARCH_BOUND or (left and not below):
            continue
        at_least = size + count + (-(-left // below) if left else 0)
        if best_size is not None and at_least >= best_size:
            continue
        tried.append((count - 1, rest, size))
        if left:
            tried.append((most(position + 1, left), left, size + count))
        else:
            best = [chips + 1 for chips, _rest, _size in tried]
            best_size = at_least
    if best_size is None:
        return None
    return {chip: count for chip, count in sorted(zip(ladder, best, strict=False)) if count}

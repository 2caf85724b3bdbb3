"""Can the bank pay?  What it owns against what it must hand over, and what to swap if it cannot.

A bank that lacks small chips can still have them: it gives a player one larger chip for the same
value in the small chips that are in play.  160 chips of 25 are to be replaced and the bank holds
only 5,000s: one 5,000 for five 1,000s pays the 4,000.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from colorup.engine.chips import add_chips


@dataclass(frozen=True, slots=True)
class Swap:
    """The bank gives players `gives` chips of `larger` for `gets` chips of `smaller`."""

    larger: int
    gives: int
    smaller: int
    gets: int


@dataclass(frozen=True, slots=True)
class Payment:
    """How the bank pays: `swaps` first, then what is due.

    `short` is what still lacks and `left` what the bank holds afterwards: denomination → chips.
    """

    swaps: tuple[Swap, ...]
    short: Mapping[int, int]
    left: Mapping[int, int]

    @property
    def possible(self) -> bool:
        return not self.short


def pay_from(
    stock: Mapping[int, int], due: Mapping[int, int], players: Mapping[int, int] | None = None
) -> Payment:
    """Pay `due` from `stock`, both denomination → chips; a missing chip is got by swapping larger
    ones, the smallest that divide evenly first, never one that is due itself.

    `players` are the chips that players have to give, denomination → chips; without it there is no
    limit to what can be got from them.
    """
    left = dict(add_chips(stock))
    lacking: dict[int, int] = {}
    for denomination, chips in add_chips(due).items():
        there = min(chips, left.get(denomination, 0))
        left[denomination] = left.get(denomination, 0) - there
        if chips > there:
            lacking[denomination] = chips - there
    swaps: list[Swap] = []
    short: dict[int, int] = {}
    for denomination in sorted(lacking, reverse=True):
        missing = lacking[denomination]
        there = missing if players is None else players.get(denomination, 0)
        for larger in sorted(left):
            if missing <= 0:
                break
            if larger <= denomination or larger % denomination or not left[larger]:
                continue
            worth = larger // denomination
            gives = min(left[larger], -(-missing // worth))
            if players is not None:
                gives = min(gives, there // worth)
            if not gives:
                continue
            swaps.append(Swap(larger, gives, denomination, gives * worth))
            left[larger] -= gives
            missing -= gives * worth
            there -= gives * worth
        if missing > 0:
            short[denomination] = missing
        else:
            left[denomination] = left.get(denomination, 0) - missing
    return Payment(tuple(swaps), dict(sorted(short.items())), add_chips(left))

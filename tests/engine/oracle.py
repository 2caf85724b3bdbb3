"""What RULES.md says about a race, written a second time and as plainly as possible.

Nothing of the engine is used here: the laws compare the engine with this reading of the rules.
It works on one full ranking, a list of every racer from best to worst.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

# Every option that decides about a race of cards, with RULES.md's defaults.
DEFAULTS = {
    "pool_rounding": "half_up",
    "last_chip": "table_leftover",
    "award_limit": "one_per_player",
    "surplus": "forfeit",
    "rescue_source": "bank",
}


@dataclass(frozen=True)
class Table:
    """A table after the exchange: odd chips of each racer, and the seats with nothing else."""

    removed: int
    target: int
    odd: Mapping[int, int]
    at_risk: frozenset[int]
    rules: Mapping[str, Any]

    def option(self, name: str) -> Any:
        return self.rules.get(name, DEFAULTS[name])


@dataclass(frozen=True)
class Due:
    """Who is due what: award chips by seat, rescue source by seat, chips that nobody may have."""

    awards: Mapping[int, int]
    rescues: Mapping[int, str]
    unawarded: int

    @property
    def by_seat(self) -> frozenset[tuple[int, int | str]]:
        """What each seat is paid; an award and a rescue count as different."""
        rescued = {(seat, "rescue") for seat in self.rescues}
        return frozenset(set(self.awards.items()) | rescued)


def pool_of(table: Table) -> int:
    value = table.removed * sum(table.odd.values())
    full, left = divmod(value, table.target)
    if table.option("last_chip") == "holder_half":
        return full
    rounds_up = {
        "half_up": left * 2 >= table.target,
        "more_than_half": left * 2 > table.target,
        "up": left > 0,
        "down": False,
    }
    return full + 1 if rounds_up[table.option("pool_rounding")] else full


def due(table: Table, ranking: Sequence[int]) -> Due:
    """Hand out the pool chip by chip along `ranking`, best first."""
    chips = pool_of(table)
    left = table.removed * sum(table.odd.values()) % table.target
    line = list(ranking)
    awards: Counter[int] = Counter()
    rescues: dict[int, str] = {}
    if table.option("rescue_source") == "pool_first":
        for seat in [seat for seat in ranking if seat in table.at_risk]:
            if chips:
                chips -= 1
                rescues[seat] = "pool"
            else:
                rescues[seat] = "bank"
        line = [seat for seat in ranking if seat not in table.at_risk]
    if table.option("award_limit") == "winner_takes_all":
        if line and chips:
            awards[line[0]] = chips
            chips = 0
    else:
        waiting = list(line)
        while chips and waiting:
            awards[waiting.pop(0)] += 1
            chips -= 1
            if not waiting and table.option("surplus") == "second_round":
                waiting = list(line)
        if (
            table.option("last_chip") == "holder_half"
            and left
            and waiting
            and "bank" not in rescues.values()
            and 2 * table.odd[waiting[0]] * table.removed >= table.target
        ):
            awards[waiting[0]] += 1
    if table.option("rescue_source") == "bank":
        rescues = {seat: "bank" for seat in ranking if seat in table.at_risk and not awards[seat]}
    return Due({seat: count for seat, count in awards.items() if count}, rescues, chips)


def same_for_all(table: Table, rankings: Iterable[Sequence[int]]) -> bool:
    """Whether every one of the rankings pays everybody the same."""
    return len({due(table, ranking).by_seat for ranking in rankings}) <= 1


def cards_needed(table: Table) -> bool:
    return not same_for_all(table, permutations(sorted(table.odd)))


def ranked(hands: Mapping[int, Sequence[str]]) -> list[int]:
    """Seats by their single best card: ace high, then spades, hearts, diamonds, clubs."""
    return sorted(hands, key=lambda seat: max(map(strength, hands[seat])), reverse=True)


def strength(card: str) -> tuple[int, int]:
    return "23456789TJQKA".index(card[0]), "cdhs".index(card[1])

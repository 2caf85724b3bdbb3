"""What really happens at each table: the odd chips, the cards, who is paid.  The record must agree.

The race is read here a second time and as plainly as possible, without the engine: 25s leave, paid
in 100s, half a chip or more is rounded up, one chip a seat, every seat has other chips.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from dataclasses import dataclass

REMOVED, TARGET = 25, 100
SET = TARGET // REMOVED
RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)


def strength(card: str) -> tuple[int, int]:
    return RANKS.index(card[0]), SUITS.index(card[1])


@dataclass(frozen=True, slots=True)
class Raced:
    """Odd chips by seat, in the order of the deal; seats without any are zero."""

    odd: Mapping[int, int]

    @property
    def racers(self) -> tuple[int, ...]:
        return tuple(seat for seat, chips in self.odd.items() if chips)

    @property
    def total(self) -> int:
        return sum(self.odd.values())

    @property
    def pool(self) -> int:
        full, left = divmod(self.total * REMOVED, TARGET)
        return full + (2 * left >= TARGET)

    @property
    def awards(self) -> int:
        """How many seats get a chip."""
        return min(self.pool, len(self.racers))

    @property
    def cards_needed(self) -> bool:
        return 0 < self.awards < len(self.racers)

    @property
    def drift(self) -> int:
        """Value on the table after minus before."""
        return self.awards * TARGET - self.total * REMOVED

    def winners(self, best: Mapping[int, str]) -> frozenset[int]:
        """The seats that get a chip, by each racer's best card."""
        if not self.cards_needed:
            return frozenset(self.racers if self.awards else ())
        ranked = sorted(self.racers, key=lambda seat: strength(best[seat]), reverse=True)
        return frozenset(ranked[: self.awards])


@dataclass(frozen=True, slots=True)
class TrueTable(Raced):
    """One table: its number, and every card that each racer is dealt."""

    number: int
    cards: Mapping[int, tuple[str, ...]]

    @property
    def best(self) -> dict[int, str]:
        return {seat: max(cards, key=strength) for seat, cards in self.cards.items()}

    @property
    def paid(self) -> frozenset[int]:
        return self.winners(self.best)

    @property
    def misread(self) -> dict[int, str]:
        """The best cards with those of the last winner and the first loser confused."""
        ranked = sorted(self.racers, key=lambda seat: strength(self.best[seat]), reverse=True)
        last, first = ranked[self.awards - 1], ranked[self.awards]
        return {**self.best, last: self.best[first], first: self.best[last]}

    @property
    def miscounted(self) -> tuple[int, dict[int, int]]:
        """A seat in the middle that is counted one chip wrong, and what the count says then."""
        for seat in sorted(self.racers, key=lambda one: abs(one - 5)):
            wrong = self.odd[seat] - 1 if self.odd[seat] > 1 else self.odd[seat] + 1
            said = {**self.odd, seat: wrong}
            if Raced(said).cards_needed:
                return seat, said
        raise ValueError(f"Table {self.number} has no seat whose miscount would go unseen.")


def true_table(number: int, seats: Collection[int], chance: random.Random) -> TrueTable:
    odd = {seat: chance.randrange(SET) for seat in sorted(seats)}
    deck = list(DECK)
    chance.shuffle(deck)
    cards = {seat: tuple(deck.pop() for _ in range(chips)) for seat, chips in odd.items() if chips}
    return TrueTable(odd, number, cards)


def true_room(seats: Mapping[int, Collection[int]], seed: int) -> dict[int, TrueTable]:
    """The tables by number; `seats` are the seats taken at each."""
    chance = random.Random(seed)
    return {number: true_table(number, taken, chance) for number, taken in seats.items()}


def seats_of_a_big_room(tables: int, seed: int) -> dict[int, list[int]]:
    """Tables of nine seats with eight or nine players each."""
    chance = random.Random(f"seats {seed}")
    return {
        number: sorted(chance.sample(range(1, 10), chance.choice((8, 9))))
        for number in range(1, tables + 1)
    }


@dataclass(frozen=True, slots=True)
class Incidents:
    """The tables where something goes wrong.

    At `cut` the answer to the count is lost and the Wi-Fi stays away.  At `miscounted` a seat is
    counted wrong; its dealer has a card too many or too few and says so.  At `misread` two cards
    are confused and the wrong seat is paid; a player says so after the confirmation.
    """

    cut: int
    miscounted: int
    misread: int

    @property
    def misreadings(self) -> tuple[int, int]:
        """The tables whose deal somebody looks at twice."""
        return self.miscounted, self.misread

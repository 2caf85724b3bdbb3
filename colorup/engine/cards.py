"""Cards as they are dealt in a race: ace high, then spades, hearts, diamonds, clubs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Rank(IntEnum):
    """A card's rank; the ace is always high (RULES, "Rank")."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        return "23456789TJQKA"[self - 2]


class Suit(IntEnum):
    """A card's suit; among equal ranks the higher suit wins (RULES, "Rank")."""

    CLUBS = 1
    DIAMONDS = 2
    HEARTS = 3
    SPADES = 4

    @property
    def letter(self) -> str:
        return "cdhs"[self - 1]

    @property
    def symbol(self) -> str:
        return "♣♦♥♠"[self - 1]


RANKS = {rank.letter: rank for rank in Rank}
SUITS = {suit.letter: suit for suit in Suit}


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One card.  Cards compare as the race ranks them; `parse` reads what ``str`` writes."""

    rank: Rank
    suit: Suit

    def __str__(self) -> str:
        return self.rank.letter + self.suit.letter

    @property
    def shown(self) -> str:
        """The card as people write it: ``10♥``."""
        rank = "10" if self.rank is Rank.TEN else self.rank.letter
        return rank + self.suit.symbol

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read ``Ks``, ``10h``, ``th``; raises `ValueError` for anything else, a joker included."""
        rank, suit = text[:-1].upper(), text[-1:].lower()
        if rank == "10":
            rank = "T"
        if rank not in RANKS or suit not in SUITS:
            raise ValueError(text)
        return cls(RANKS[rank], SUITS[suit])


DECK: tuple[Card, ...] = tuple(Card(rank, suit) for rank in Rank for suit in Suit)


def shown(card: str) -> str:
    """A card of a document, ``Th``, as people write it: ``10♥``."""
    return Card.parse(card).shown

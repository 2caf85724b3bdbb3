"""The stub when the application deals: shuffled, committed to, cut by a player, dealt.

The commitment is shown before the cut and the salt is printed after the deal, so anybody can check
that the order was fixed before the player called the number: see `VERIFY`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from secrets import SystemRandom, compare_digest, token_hex

from colorup.engine.cards import DECK, Card
from colorup.engine.problems import Problems, problem

SALT_BYTES = 16
# What is printed with the record; it needs nothing but Python.
VERIFY = (
    "import hashlib",
    "print(hashlib.sha256((SALT + ' ' + CARDS).encode()).hexdigest() == COMMITMENT)",
)


@dataclass(frozen=True, slots=True)
class Stub:
    """A shuffled stub and the salt of its commitment; both stay secret until it is dealt."""

    cards: tuple[Card, ...]
    salt: str

    @property
    def text(self) -> str:
        return " ".join(map(str, self.cards))

    @property
    def commitment(self) -> str:
        """SHA-256 of the salt, a space, and the cards from top to bottom, in hexadecimal."""
        return sha256(f"{self.salt} {self.text}".encode()).hexdigest()


def shuffled(decks: int = 1) -> Stub:
    """A stub of one or two decks, shuffled with the system's own randomness."""
    cards = list(DECK * decks)
    SystemRandom().shuffle(cards)
    return Stub(tuple(cards), token_hex(SALT_BYTES))


def cut(stub: Stub, called: int) -> tuple[Card, ...]:
    """The cards in the order dealt after a player called a number: that many go to the bottom.

    Raises `Problems` (``bad_cut``) for a number below 1 or above the number of cards.
    """
    if type(called) is not int or not 1 <= called <= len(stub.cards):
        raise Problems([problem("bad_cut", called=str(called), most=len(stub.cards))])
    return stub.cards[called:] + stub.cards[:called]


def deal(
    cards: Sequence[Card], order: Sequence[int], odd: Mapping[int, int], dealt: int = 0
) -> dict[int, tuple[Card, ...]]:
    """Seat → its cards: `order` is the deal order, `odd` seat → cards wanted.

    A seat gets all its cards before the next one gets any (RULES, "Deal").  `dealt` cards have left
    the top already (a tie is broken from where the deal ended).  Raises `Problems`
    (``deck_too_small``) where the stub ends before the last seat is served.
    """
    wanted = sum(odd[seat] for seat in order)
    if dealt + wanted > len(cards):
        decks = len(cards) // len(DECK)
        raise Problems([problem("deck_too_small", cards=dealt + wanted, decks=decks)])
    hands: dict[int, tuple[Card, ...]] = {}
    at = dealt
    for seat in order:
        hands[seat] = tuple(cards[at : at + odd[seat]])
        at += odd[seat]
    return hands


def verify(salt: str, cards: str, commitment: str) -> bool:
    """Whether the printed salt and cards are those that were committed to."""
    return compare_digest(sha256(f"{salt} {cards}".encode()).hexdigest(), commitment.lower())

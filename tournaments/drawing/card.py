"""Playing cards as drawn: what stands on the face, the suit's shape, the name read aloud."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy

RANKS = "AKQJT98765432"
"""High to low, as the pad lays them out."""

SUITS = "shdc"
"""High to low: spades, hearts, diamonds, clubs."""

RANK_NAMES: Mapping[str, Promise] = MappingProxyType(
    {
        "A": pgettext_lazy("card", "ace"),
        "K": pgettext_lazy("card", "king"),
        "Q": pgettext_lazy("card", "queen"),
        "J": pgettext_lazy("card", "jack"),
        "T": pgettext_lazy("card", "10"),
        "9": pgettext_lazy("card", "9"),
        "8": pgettext_lazy("card", "8"),
        "7": pgettext_lazy("card", "7"),
        "6": pgettext_lazy("card", "6"),
        "5": pgettext_lazy("card", "5"),
        "4": pgettext_lazy("card", "4"),
        "3": pgettext_lazy("card", "3"),
        "2": pgettext_lazy("card", "2"),
    }
)

SUIT_NAMES: Mapping[str, Promise] = MappingProxyType(
    {
        "s": pgettext_lazy("card", "spades"),
        "h": pgettext_lazy("card", "hearts"),
        "d": pgettext_lazy("card", "diamonds"),
        "c": pgettext_lazy("card", "clubs"),
    }
)

SUIT_SHAPES: Mapping[str, str] = MappingProxyType(
    {
        "s": "M12 1C9 6 2 10 2 15.5A4.7 4.7 0 0 0 10.6 18C10.4 20.3 9.4 22 7.5 23H16.5"
        "C14.6 22 13.6 20.3 13.4 18A4.7 4.7 0 0 0 22 15.5C22 10 15 6 12 1Z",
        "h": "M12 22C5 16 1 12 1 7.5A5.7 5.7 0 0 1 12 5.2A5.7 5.7 0 0 1 23 7.5C23 12 19 16 12 22Z",
        "d": "M12 1C14.5 5 17.5 9 21 12C17.5 15 14.5 19 12 23C9.5 19 6.5 15 3 12C6.5 9 9.5 5 12 1Z",
        "c": "M12 1.5A5 5 0 0 0 8.1 9.6A5 5 0 1 0 10.7 17.6C10.5 20 9.5 22 7.5 23H16.5"
        "C14.5 22 13.5 20 13.3 17.6A5 5 0 1 0 15.9 9.6A5 5 0 0 0 12 1.5Z",
    }
)
"""One path a suit in a square of 24, so that no device swaps in a picture of its own."""


@dataclass(frozen=True, slots=True)
class CardFace:
    """One card as drawn: `code` as typed (`Ts`), `rank` as printed (`10`), `suit` one of `shdc`."""

    code: str
    rank: str
    suit: str

    @property
    def shape(self) -> str:
        """The path of the suit in a square of 24."""
        return SUIT_SHAPES[self.suit]

    @property
    def name(self) -> str:
        """The card in words of the language in use: "king of spades"."""
        return gettext("%(rank)s of %(suit)s") % {
            "rank": RANK_NAMES[self.code[0]],
            "suit": SUIT_NAMES[self.suit],
        }


def card_face(text: object) -> CardFace | None:
    """The face of a card written `Ks`, `Td` or `10d`; None when the text is not one card."""
    wanted = str(text or "").strip()
    rank, suit = wanted[:-1].upper().replace("10", "T"), wanted[-1:].lower()
    if rank not in RANK_NAMES or suit not in SUIT_NAMES:
        return None
    return CardFace(rank + suit, "10" if rank == "T" else rank, suit)


def deck_by_suit() -> tuple[tuple[CardFace, ...], ...]:
    """The 52 cards as four rows of thirteen, spades first, aces first."""
    return tuple(
        tuple(CardFace(rank + suit, "10" if rank == "T" else rank, suit) for rank in RANKS)
        for suit in SUITS
    )

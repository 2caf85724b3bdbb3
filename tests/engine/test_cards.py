"""How cards are read, written and ranked."""

from __future__ import annotations

import pytest

from colorup.engine.cards import DECK, Card, shown


def test_a_deck_has_52_cards_and_each_reads_back() -> None:
    assert len(set(DECK)) == 52
    assert [Card.parse(str(card)) for card in DECK] == list(DECK)


@pytest.mark.parametrize("text", ["Th", "th", "TH", "tH", "10h", "10H"])
def test_a_ten_is_read_in_either_spelling_and_case(text: str) -> None:
    assert str(Card.parse(text)) == "Th"
    assert shown(text) == "10♥"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "K",
        "s",
        "Kx",
        "1s",
        "0s",
        "11s",
        "100h",
        "joker",
        "Ks ",
        " Ks",
        "K s",
        "♠K",
        "KsKs",
        "T0h",
    ],
)
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="^" + text.replace(" ", r"\s") + "$"):
        Card.parse(text)


def test_the_ace_is_high_and_suits_go_spades_hearts_diamonds_clubs() -> None:
    order = [
        "As",
        "Ah",
        "Ad",
        "Ac",
        "Ks",
        "Kc",
        "Qd",
        "Js",
        "Th",
        "9s",
        "3d",
        "2s",
        "2h",
        "2d",
        "2c",
    ]
    cards = [Card.parse(text) for text in reversed(order)]
    assert [str(card) for card in sorted(cards, reverse=True)] == order
    assert str(max(DECK)) == "As"
    assert str(min(DECK)) == "2c"


@pytest.mark.parametrize(
    ("text", "written"), [("As", "A♠"), ("Td", "10♦"), ("7c", "7♣"), ("Qh", "Q♥")]
)
def test_a_card_is_shown_as_people_write_it(text: str, written: str) -> None:
    assert shown(text) == written

"""The application's own deal: shuffled, committed to, cut, dealt, and checked by anybody."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from colorup.engine.cards import DECK, Card
from colorup.engine.problems import Problems
from colorup.engine.stub import VERIFY, Stub, cut, deal, shuffled, verify

IN_ORDER = Stub(DECK, "00")


@given(st.sampled_from([1, 2]))
def test_every_card_is_in_the_stub_once_a_deck(decks: int) -> None:
    assert Counter(shuffled(decks).cards) == Counter(DECK * decks)


def test_two_shuffles_differ_and_so_do_their_salts() -> None:
    one, other = shuffled(), shuffled()
    assert one.cards != other.cards
    assert one.salt != other.salt


def test_the_commitment_is_the_published_digest() -> None:
    stub = Stub((Card.parse("As"), Card.parse("Td")), "salt")
    assert stub.text == "As Td"
    # printf '%s' 'salt As Td' | sha256sum
    assert stub.commitment == "94366e60518f4597a6bec9590d9e7149832458d5cc2dc152bdd69c90692a3ec4"
    assert verify("salt", "As Td", stub.commitment)
    assert verify("salt", "As Td", stub.commitment.upper())
    assert not verify("salt", "Td As", stub.commitment)
    assert not verify("tlas", "As Td", stub.commitment)


def test_the_printed_lines_check_the_commitment_with_nothing_but_python() -> None:
    stub = shuffled()
    known = f"SALT={stub.salt!r}\nCARDS={stub.text!r}\nCOMMITMENT={stub.commitment!r}\n"
    said = subprocess.run(
        [sys.executable, "-I", "-c", known + "\n".join(VERIFY)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout == "True\n"


@given(st.integers(1, 52))
def test_the_called_number_of_cards_goes_to_the_bottom(called: int) -> None:
    cards = cut(IN_ORDER, called)
    assert cards[52 - called :] == DECK[:called]
    assert cards[: 52 - called] == DECK[called:]


@pytest.mark.parametrize("called", [0, 53, -1, True, "7"])
def test_a_cut_that_is_no_place_is_refused(called: object) -> None:
    with pytest.raises(Problems) as raised:
        cut(IN_ORDER, called)  # type: ignore[arg-type]
    assert raised.value.codes == ("bad_cut",)


def test_a_seat_gets_all_its_cards_before_the_next_one() -> None:
    hands = deal(DECK, (4, 6, 1), {1: 1, 4: 2, 6: 3})
    assert hands == {4: DECK[0:2], 6: DECK[2:5], 1: DECK[5:6]}


def test_a_tie_is_broken_from_where_the_deal_ended() -> None:
    assert deal(DECK, (4, 6), {4: 1, 6: 1}, dealt=6) == {4: DECK[6:7], 6: DECK[7:8]}


def test_a_deal_beyond_the_last_card_is_refused() -> None:
    with pytest.raises(Problems) as raised:
        deal(DECK, (1,), {1: 3}, dealt=50)
    assert raised.value.codes == ("deck_too_small",)

"""Can the bank pay, and what to swap if it cannot."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from colorup.engine.chips import value_of
from colorup.engine.stock import Swap, pay_from

CHIPS = st.dictionaries(st.sampled_from([25, 100, 500, 1000, 5000]), st.integers(0, 60))


def test_a_bank_with_the_chips_just_pays() -> None:
    payment = pay_from({100: 50, 500: 4}, {100: 40})
    assert (payment.swaps, payment.possible, payment.left) == ((), True, {100: 10, 500: 4})


def test_the_published_example_one_5000_for_five_1000s() -> None:
    # 160 chips of 25 are 4,000, and the bank holds only 5,000s.
    payment = pay_from({5000: 10}, {1000: 4})
    assert payment.swaps == (Swap(larger=5000, gives=1, smaller=1000, gets=5),)
    assert (payment.possible, payment.left) == (True, {1000: 1, 5000: 9})


def test_the_smallest_larger_chips_are_swapped_first() -> None:
    payment = pay_from({500: 1, 1000: 3}, {100: 12})
    assert payment.swaps == (Swap(500, 1, 100, 5), Swap(1000, 1, 100, 10))
    assert payment.left == {100: 3, 1000: 2}


def test_a_chip_that_does_not_divide_is_not_swapped() -> None:
    payment = pay_from({50: 9}, {20: 2})
    assert (payment.swaps, payment.short) == ((), {20: 2})


def test_chips_that_are_due_themselves_are_not_given_away() -> None:
    payment = pay_from({500: 2}, {100: 5, 500: 2})
    assert (payment.swaps, payment.short, payment.left) == ((), {100: 5}, {})


@given(CHIPS, CHIPS)
def test_swaps_are_of_equal_value_and_nothing_is_lost(
    stock: dict[int, int], due: dict[int, int]
) -> None:
    payment = pay_from(stock, due)
    for swap in payment.swaps:
        assert swap.larger * swap.gives == swap.smaller * swap.gets
    paid = value_of(due) - value_of(payment.short)
    assert value_of(payment.left) == value_of(stock) - paid
    assert all(count > 0 for count in payment.left.values())


def test_players_give_no_more_than_they_have() -> None:
    payment = pay_from({5000: 10}, {1000: 4}, players={1000: 4})
    assert (payment.swaps, payment.short, payment.left) == ((), {1000: 4}, {5000: 10})
    few = pay_from({5000: 10}, {1000: 12}, players={1000: 9})
    assert few.swaps == (Swap(larger=5000, gives=1, smaller=1000, gets=5),)
    assert few.short == {1000: 7}


@given(CHIPS, CHIPS, CHIPS)
def test_no_swap_asks_for_more_than_players_have(
    stock: dict[int, int], due: dict[int, int], players: dict[int, int]
) -> None:
    payment = pay_from(stock, due, players)
    got: dict[int, int] = {}
    for swap in payment.swaps:
        assert swap.gives > 0
        got[swap.smaller] = got.get(swap.smaller, 0) + swap.gets
    assert all(count <= players.get(chip, 0) for chip, count in got.items())

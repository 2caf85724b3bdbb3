"""Complete sets, piles and payouts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from colorup.engine.chips import CompleteSet, add_chips, complete_set, net, payout, value_of


@pytest.mark.parametrize(
    ("removed", "target", "gives", "gets"),
    [
        (25, 100, 4, 1),
        (10, 25, 5, 2),
        (20, 25, 5, 4),
        (2000, 5000, 5, 2),
        (100, 500, 5, 1),
        (25, 500, 20, 1),
        (500_000, 1_000_000, 2, 1),
        (1, 10**12, 10**12, 1),
    ],
)
def test_a_set_is_the_fewest_chips_worth_whole_target_chips(
    removed: int, target: int, gives: int, gets: int
) -> None:
    assert complete_set(removed, target) == CompleteSet(gives, gets)


@given(st.integers(1, 60), st.integers(1, 60))
def test_no_smaller_number_of_chips_is_a_set(removed: int, target: int) -> None:
    found = complete_set(removed, target)
    whole = [chips for chips in range(1, found.gives + 1) if chips * removed % target == 0]
    assert whole == [found.gives]
    assert found.gets * target == found.gives * removed


def test_piles_add_up_ascending_and_without_what_comes_to_nothing() -> None:
    total = add_chips({500: 1, 25: 3}, {100: 2, 25: -3})
    assert list(total.items()) == [(100, 2), (500, 1)]
    assert value_of(total) == 700


def test_what_is_paid_and_taken_in_one_denomination_is_left_out() -> None:
    assert net({100: 3, 500: 1}, {25: 8, 100: 5}) == ({500: 1}, {25: 8, 100: 2})


@pytest.mark.parametrize(
    ("value", "denominations", "paid"),
    [
        (1000, (100, 500, 1000), {1000: 1}),
        (1500, (100, 1000), {100: 5, 1000: 1}),
        (0, (100,), {}),
        # Chips that do not divide each other: the largest first would fail or take more.
        (60, (20, 50), {20: 3}),
        (80, (20, 50), {20: 4}),
        (110, (20, 50), {20: 3, 50: 1}),
        (6000, (1000, 3000, 4000), {3000: 2}),
        (10, (20, 50), None),
        (5, (), None),
    ],
)
def test_a_payout_takes_the_fewest_chips(
    value: int, denominations: tuple[int, ...], paid: dict[int, int] | None
) -> None:
    assert payout(value, denominations) == paid


def test_a_payout_takes_no_more_chips_than_there_are() -> None:
    assert payout(1600, (100, 500, 1000), {100: 20, 500: 4, 1000: 0}) == {100: 1, 500: 3}
    assert payout(300, (100, 500), {100: 2, 500: 9}) is None


def all_payouts(value: int, stack: dict[int, int]) -> Iterator[int]:
    """The number of chips in every way to pay `value` out of `stack`, by trying all of them."""
    for counts in product(*(range(count + 1) for count in stack.values())):
        if sum(chip * count for chip, count in zip(stack, counts, strict=True)) == value:
            yield sum(counts)


@given(
    st.integers(0, 90),
    st.dictionaries(st.integers(1, 30), st.integers(0, 4), max_size=4),
)
def test_no_other_payout_is_shorter(value: int, stack: dict[int, int]) -> None:
    paid = payout(value, stack, stack)
    lengths = list(all_payouts(value, stack))
    if paid is None:
        assert lengths == []
    else:
        assert value_of(paid) == value
        assert all(0 < count <= stack[chip] for chip, count in paid.items())
        assert sum(paid.values()) == min(lengths)


def test_a_chip_set_may_be_longer_than_the_interpreter_is_deep() -> None:
    denominations = range(100, 300_100, 100)
    assert payout(250_050, denominations) is None
    assert payout(299_900, denominations) == {299_900: 1}
    assert payout(600_000, denominations) == {300_000: 2}

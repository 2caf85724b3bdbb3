"""Procedures without cards, chips that are exchanged outright, and the exchange itself."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.races import awards, counted, rescues, result, seat, step

NINE_ODD = (
    counted(1, 7, other=900),
    counted(2, 5, other=0),
    counted(4, 2, other=0),
    counted(7, 3),
    counted(9, 8, other=100),
)


@pytest.mark.parametrize(
    ("procedure", "won", "rescued", "terms", "band"),
    [
        ("round_up_each", {1: 1, 2: 1, 4: 1, 7: 1}, {}, (175, 0, 0), {"min": 0, "max": 300}),
        ("round_nearest_each", {1: 1, 4: 1, 7: 1}, {}, (100, -25, 0), None),
        ("forfeit", {}, {4: (100, "bank")}, (0, -225, 100), None),
        ("leave_in_play", {}, {}, (0, 0, 0), None),
    ],
)
def test_a_procedure_without_cards(
    procedure: str,
    won: dict[int, int],
    rescued: dict[int, tuple[int, str]],
    terms: tuple[int, int, int],
    band: dict[str, int] | None,
) -> None:
    found = result(*NINE_ODD, rules={"procedure": procedure})
    (only,) = found["steps"]
    assert (only["pool"], only["cards_needed"], only["ranking"], only["tie"]) == (None, 0, [], [])
    assert awards(only) == won
    assert rescues(only) == rescued
    up, down, rescue = terms
    assert found["drift_terms"] == {
        "rounded_up": up,
        "rounded_down": down,
        "rescue": rescue,
        "surplus_forfeited": 0,
    }
    assert found["drift"] == sum(terms)
    assert found["band"] == band
    assert (found["final"], found["evidence"]) == (True, None)


def test_leave_in_play_exchanges_sets_and_keeps_the_odd_chips() -> None:
    found = result(*NINE_ODD, ruleset="leave-in-play")
    assert found["steps"][0]["at_risk"] == []
    assert (found["odd_taken"], found["paid_for_odd"], found["drift"]) == (0, 0, 0)
    assert found["bank"] == {"pays": {"100": 4}, "takes": {"25": 16}}


@pytest.mark.parametrize(("odd", "chips"), [(1, 0), (2, 1), (3, 1), (4, 2)])
def test_round_nearest_is_half_up_by_seat(odd: int, chips: int) -> None:
    # 10→25: one is 0.4 chips, two 0.8, three 1.2, four 1.6.
    rules = {"procedure": "round_nearest_each"}
    only = step(seat(1, odd), removed=10, in_play=[25], rules=rules)
    assert awards(only) == ({1: chips} if chips else {})


def test_round_up_each_can_give_two_chips_where_the_ratio_is_not_whole() -> None:
    found = result(seat(1, 3), seat(2, 2), removed=10, in_play=[25], ruleset="round-everyone-up")
    assert awards(found["steps"][0]) == {1: 2, 2: 1}
    assert (found["drift"], found["band"]) == (75 - 50, None)


def test_a_seat_that_rounding_leaves_with_nothing_is_rescued() -> None:
    found = result(seat(1, 1, other=0), rules={"procedure": "round_nearest_each"})
    assert rescues(found["steps"][0]) == {1: (100, "bank")}
    assert found["drift_terms"] == {
        "rounded_up": 0,
        "rounded_down": -25,
        "rescue": 100,
        "surplus_forfeited": 0,
    }


SMALLER_STAYS = {"removed": 500, "in_play": [100, 1000]}


def test_while_a_smaller_chip_stays_everything_is_exchanged() -> None:
    found = result(counted(1, 3, other=0), counted(2, 1), **SMALLER_STAYS)
    (only,) = found["steps"]
    assert [one["receives"] for one in only["exchange"]] == [{"100": 5, "1000": 1}, {"100": 5}]
    assert (only["pool"], only["set"], only["target"]) == (None, None, 1000)
    assert (only["odd_chips"], only["at_risk"], only["awards"]) == (0, [], [])
    assert (found["final"], found["evidence"], found["drift"]) == (True, None, 0)
    assert found["bank"] == {"pays": {"100": 10, "1000": 1}, "takes": {"500": 4}}


def test_the_largest_chip_can_leave_too() -> None:
    found = result(counted(1, 3, other=0), removed=1000, in_play=[100, 500])
    (only,) = found["steps"]
    assert (only["target"], only["set"], only["pool"]) == (None, None, None)
    assert (only["full"], only["left"]) == (0, 0)
    assert only["exchange"][0]["receives"] == {"500": 6}
    assert found["received"] == [{"seat": 1, "value": 3000}]


@pytest.mark.parametrize(
    ("count", "target", "fewest"),
    [
        (40, {"100": 10}, {"1000": 1}),
        (41, {"100": 10}, {"1000": 1}),
        (84, {"100": 21}, {"100": 1, "1000": 2}),
        (64, {"100": 16}, {"100": 1, "500": 1, "1000": 1}),
        (3, {}, {}),
    ],
)
def test_complete_sets_are_paid_in_the_target_or_in_the_fewest_chips(
    count: int, target: dict[str, int], fewest: dict[str, int]
) -> None:
    chips = {"in_play": [100, 500, 1000]}
    only = step(counted(1, count), **chips)
    assert only["exchange"][0]["receives"] == target
    only = step(counted(1, count), **chips, rules={"exchange_in": "fewest"})
    assert only["exchange"][0]["receives"] == fewest


@pytest.mark.parametrize(
    ("count", "receives"),
    [
        (6, {"20": 3}),  # 50 and then 10 cannot be paid
        (10, {"50": 2}),
        (11, {"50": 2}),
        (12, {"20": 1, "50": 2}),
        (16, {"20": 3, "50": 2}),
    ],
)
def test_fewest_chips_where_they_do_not_divide_each_other(
    count: int, receives: dict[str, int]
) -> None:
    rules = {"exchange_in": "fewest"}
    only = step(counted(1, count), removed=10, in_play=[20, 50], rules=rules)
    assert only["exchange"][0]["receives"] == receives


def test_what_the_bank_pays_in_fewest_chips_is_the_sum_of_the_seats() -> None:
    seats = (counted(1, 20), counted(2, 20))
    fields: dict[str, Any] = {"in_play": [100, 500, 1000], "rules": {"exchange_in": "fewest"}}
    bank = {"pays": {"500": 2}, "takes": {"25": 40}}
    assert result(*seats, **fields)["bank"] == bank
    # The table's total says no more: two seats cannot share a 1,000.
    assert result(*seats, **fields, picked_up={"25": 40})["bank"] == bank

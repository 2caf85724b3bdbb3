"""Nobody is raced out: who is at risk, who rescues, with which chip, from where."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.races import awards, counted, rescues, result, seat, step

LOST = {"1": ["Ks", "9d", "3h"], "2": ["2c"]}


def test_tda_26_a_a_player_who_loses_the_last_chip_gets_the_lowest_chip_in_play() -> None:
    found = result(seat(1, 3, other=900), seat(2, 1, other=0), cards=LOST)
    (only,) = found["steps"]
    assert only["at_risk"] == [2]
    assert awards(only) == {1: 1}
    assert rescues(only) == {2: (100, "bank")}
    assert (found["drift"], found["drift_terms"]["rescue"]) == (100, 100)
    assert found["received"] == [{"seat": 1, "value": 100}, {"seat": 2, "value": 100}]


def test_an_at_risk_seat_that_wins_needs_no_rescue() -> None:
    found = result(seat(1, 3), seat(2, 1, other=0), cards={**LOST, "2": ["As"]})
    assert awards(found["steps"][0]) == {2: 1}
    assert found["steps"][0]["rescues"] == []
    assert found["drift"] == 0


def test_roberts_15_the_chip_is_given_before_anyone_else_is_awarded_one() -> None:
    found = result(seat(1, 3), seat(2, 1, other=0), cards=LOST, ruleset="roberts")
    (only,) = found["steps"]
    assert awards(only) == {}
    assert rescues(only) == {2: (100, "pool")}
    assert (only["pool"], only["unawarded"], found["drift"]) == (1, 0, 0)
    assert found["drift_terms"] == {
        "rounded_up": 0,
        "rounded_down": 0,
        "rescue": 0,
        "surplus_forfeited": 0,
    }


@pytest.mark.parametrize(
    ("entry", "at_risk"),
    [
        (seat(2, 1, other=0), [2]),
        (seat(2, 1), []),  # others, not counted: never at risk
        (seat(2, 1, other=25), []),
        (counted(2, 1, other=0), [2]),
        (counted(2, 5, other=0), []),  # the exchanged 100 is something else
        (counted(2, 4, other=0), []),
        (counted(2, 0, other=0), []),  # no racer
    ],
)
def test_at_risk_is_whose_whole_stack_is_odd_chips(
    entry: dict[str, Any], at_risk: list[int]
) -> None:
    assert step(seat(1, 3), entry)["at_risk"] == at_risk


@pytest.mark.parametrize(
    ("ruleset", "chip", "multiplied"),
    [("tda-2026", 100, []), ("home-poker-tourney", 500, ["rescue_multiplies_stack"])],
)
def test_the_rescue_chip_differs_where_a_denomination_is_skipped(
    ruleset: str, chip: int, multiplied: list[str]
) -> None:
    seats = (seat(1, 19), seat(2, 2, other=0))
    cards = {
        "1": ["As", *(f"{rank}{suit}" for rank in "234567" for suit in "shd")],
        "2": ["Kd", "Kc"],
    }
    found = result(*seats, target=500, ruleset=ruleset, cards=cards)
    assert rescues(found["steps"][0]) == {2: (chip, "bank")}
    warned = [one["code"] for one in found["warnings"]]
    assert warned == ["skips_denomination", *multiplied]


@pytest.mark.parametrize(
    ("odd", "warned"), [(10, [{"seat": 1, "code": "rescue_multiplies_stack"}]), (11, [])]
)
def test_a_rescue_multiplies_the_stack_from_ten_times_on(
    odd: int, warned: list[dict[str, Any]]
) -> None:
    found = result(seat(1, odd, other=0), removed=1, in_play=[100])
    assert rescues(found["steps"][0]) == {1: (100, "bank")}
    assert [{"seat": one["seat"], "code": one["code"]} for one in found["warnings"]] == warned


POOL_TOO_SMALL = (seat(1, 1, other=0), seat(2, 1, other=0), seat(3, 1), seat(4, 1, other=0))


def test_where_the_pool_is_too_small_the_bank_adds_best_rank_from_the_pool_first() -> None:
    cards = {"1": ["2c"], "2": ["Ks"], "3": ["As"], "4": ["9d"]}
    found = result(*POOL_TOO_SMALL, cards=cards, ruleset="roberts")
    (only,) = found["steps"]
    assert (only["pool"], only["cards_needed"], awards(only)) == (1, 0, {})
    assert only["rescues"] == [
        {"seat": 2, "chip": 100, "from": "pool"},
        {"seat": 4, "chip": 100, "from": "bank"},
        {"seat": 1, "chip": 100, "from": "bank"},
    ]
    assert (found["drift"], found["drift_terms"]["rescue"], found["band"]) == (200, 200, None)


def test_without_cards_the_pool_serves_by_seat() -> None:
    only = step(*POOL_TOO_SMALL, ruleset="roberts")
    assert rescues(only) == {1: (100, "pool"), 2: (100, "bank"), 4: (100, "bank")}
    assert [one["seat"] for one in only["rescues"]] == [1, 2, 4]


def test_an_empty_pool_leaves_every_rescue_to_the_bank() -> None:
    found = result(seat(1, 1, other=0), ruleset="roberts")
    assert found["steps"][0]["pool"] == 0
    assert rescues(found["steps"][0]) == {1: (100, "bank")}
    assert found["drift_terms"] == {
        "rounded_up": 0,
        "rounded_down": -25,
        "rescue": 100,
        "surplus_forfeited": 0,
    }


def test_at_risk_seats_are_dealt_their_cards_all_the_same() -> None:
    only = step(*POOL_TOO_SMALL, seat(5, 3), seat(6, 2), ruleset="roberts")
    assert only["deal_order"] == [1, 2, 3, 4, 5, 6]
    assert only["cards_needed"] == 0


def test_holder_half_has_no_extra_chip_once_the_bank_has_had_to_add() -> None:
    # 150 is one full chip; seat 3 has three quarters of one.
    served = (seat(1, 1, other=0), seat(2, 1), seat(3, 3), seat(4, 1))
    both = (seat(1, 1, other=0), seat(2, 1, other=0), seat(3, 3), seat(4, 1))
    cards = {"1": ["2c"], "2": ["3c"], "3": ["As", "4d", "5d"], "4": ["9d"]}
    only = step(*served, cards=cards, ruleset="roberts-holder-half")
    assert (only["pool"], rescues(only), awards(only)) == (1, {1: (100, "pool")}, {3: 1})
    only = step(*both, cards=cards, ruleset="roberts-holder-half")
    assert (only["pool"], awards(only)) == (1, {})
    assert rescues(only) == {2: (100, "pool"), 1: (100, "bank")}


def test_the_winner_takes_what_those_served_first_leave() -> None:
    seats = (seat(1, 1, other=0), seat(2, 3), seat(3, 3), seat(4, 3))
    cards = {
        "1": ["As"],
        "2": ["2c", "3c", "4c"],
        "3": ["Kd", "2d", "3d"],
        "4": ["5c", "6c", "7c"],
    }
    rules = {"award_limit": "winner_takes_all"}
    only = step(*seats, cards=cards, ruleset="roberts", rules=rules)
    assert (only["pool"], awards(only), rescues(only)) == (3, {3: 2}, {1: (100, "pool")})


def test_the_collectors_seat_is_never_at_risk() -> None:
    seats = (seat(1, 1, other=0), seat(2, 1, other=0), seat(3, 2))
    collector = {"seat": 1, "pile": 24, "own": {"100": 9}}
    only = step(*seats, ruleset="france", collector=collector)
    assert only["at_risk"] == [2]
    # Without a collector named, nobody is spared.
    assert step(*seats, ruleset="france")["at_risk"] == [1, 2]

"""Pool, ranking and awards: RULES.md's order of things, 1 to 7, and the sources' own examples."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.races import awards, counted, result, seat, step

HOME_GAME = {
    "removed": 5,
    "in_play": [25, 100],
    "cards": {
        "1": ["Ks", "9d", "3h"],
        "2": ["Jh", "4c"],
        "3": ["Qd"],
        "4": ["2s", "5h", "4d", "2c"],
        "5": ["As", "8c", "6d"],
    },
}
HOME_SEATS = (seat(1, 3), seat(2, 2), seat(3, 1), seat(4, 4), seat(5, 3))


def test_tda_26_complete_amounts_are_exchanged_first() -> None:
    # The worked table of seed 002: 7, 5, 8 and 4 chips of 25.
    found = step(counted(1, 7), counted(2, 5), counted(3, 8), counted(4, 4))
    assert found["exchange"] == [
        {"seat": 1, "hands_in": 4, "receives": {"100": 1}, "odd": 3},
        {"seat": 2, "hands_in": 4, "receives": {"100": 1}, "odd": 1},
        {"seat": 3, "hands_in": 8, "receives": {"100": 2}, "odd": 0},
        {"seat": 4, "hands_in": 4, "receives": {"100": 1}, "odd": 0},
    ]
    assert (found["odd_chips"], found["odd_value"], found["full"], found["left"]) == (4, 100, 1, 0)
    assert found["pool"] == 1


@pytest.mark.parametrize(
    ("cards", "held"),
    [
        ({"1": ["Ks", "9d", "3h"], "2": ["Qc"]}, [200, 100, 200, 100]),
        ({"1": ["Ks", "9d", "3h"], "2": ["Ac"]}, [100, 200, 200, 100]),
    ],
)
def test_tda_26_a_one_race_award_is_not_one_replacement_chip(
    cards: dict[str, list[str]], held: list[int]
) -> None:
    seats = (counted(1, 7), counted(2, 5), counted(3, 8), counted(4, 4))
    found = result(*seats, cards=cards)
    assert [one["value"] for one in found["received"]] == held
    assert (found["drift"], sum(held)) == (0, 600)
    assert found["bank"] == {"pays": {"100": 6}, "takes": {"25": 24}}


def test_tda_26_a_one_chip_maximum() -> None:
    # "If I get three aces I get one chip": the second award goes to the second seat.
    cards = {"1": ["As", "Ah", "Ad"], "2": ["2c"], "3": ["3c", "2d"], "4": ["4d", "2h"]}
    found = step(seat(1, 3), seat(2, 1), seat(3, 2), seat(4, 2), cards=cards)
    assert found["pool"] == 2
    assert found["awards"] == [
        {"seat": 1, "chips": 1, "card": "As"},
        {"seat": 4, "chips": 1, "card": "4d"},
    ]


def test_roberts_15_the_second_highest_card_gets_the_next_chip() -> None:
    found = step(*HOME_SEATS, **HOME_GAME, ruleset="roberts")
    assert found["pool"] == 3
    assert [one["seat"] for one in found["awards"]] == [5, 1, 3]
    assert [one["seat"] for one in found["ranking"]] == [5, 1, 3, 2, 4]


@pytest.mark.parametrize(
    ("odd", "card", "winners"),
    [
        (1, "Qd", {5: 1, 1: 1}),  # a fifth of a chip is less than half
        (2, "Qd", {5: 1, 1: 1}),
        (3, "Qd", {5: 1, 1: 1, 3: 1}),
    ],
)
def test_roberts_15_the_last_chip_by_its_holders_own_odd_chips(
    odd: int, card: str, winners: dict[int, int]
) -> None:
    cards = {**HOME_GAME["cards"], "3": [card, "3c", "3d"][:odd]}  # type: ignore[dict-item]
    # The table keeps 13 odd fives: seat 4 has as many fewer as seat 3 has more.
    cards["4"] = ["2s", "5h", "4d", "2c"][: 5 - odd]
    found = step(
        *(seat(1, 3), seat(2, 2), seat(3, odd), seat(4, 5 - odd), seat(5, 3)),
        removed=5,
        in_play=[25],
        cards=cards,
        ruleset="roberts-holder-half",
    )
    assert (found["pool"], found["left"]) == (2, 15)
    assert awards(found) == winners
    assert found["unawarded"] == 0


def test_the_worked_example_adds_a_chip_for_more_than_half() -> None:
    found = step(*HOME_SEATS, **HOME_GAME, ruleset="home-poker-tourney")
    assert (found["full"], found["left"], found["pool"]) == (2, 15, 3)
    assert awards(found) == {5: 1, 1: 1, 3: 1}


@pytest.mark.parametrize(
    ("odd", "pools"),
    [  # half_up, more_than_half, up, down
        (0, (0, 0, 0, 0)),
        (1, (0, 0, 1, 0)),
        (2, (1, 0, 1, 0)),
        (3, (1, 1, 1, 0)),
        (4, (1, 1, 1, 1)),
        (5, (1, 1, 2, 1)),
        (6, (2, 1, 2, 1)),
        (7, (2, 2, 2, 1)),
    ],
)
def test_pool_rounding(odd: int, pools: tuple[int, ...]) -> None:
    shares = [min(3, max(0, odd - 3 * number)) for number in range(3)]
    seats = [seat(number, share) for number, share in enumerate(shares, start=1)]
    roundings = ("half_up", "more_than_half", "up", "down")
    found = [step(*seats, rules={"pool_rounding": one})["pool"] for one in roundings]
    assert tuple(found) == pools


@pytest.mark.parametrize(("odd", "pool"), [(7, 1), (8, 2)])
def test_france_seven_odd_100s_make_one_500_and_eight_make_two(odd: int, pool: int) -> None:
    found = step(seat(1, 4), seat(2, odd - 4), removed=100, in_play=[500, 1000], ruleset="france")
    assert found["pool"] == pool


def test_france_spades_beat_hearts_among_two_aces() -> None:
    cards = {"1": ["Ah", "2c", "3c", "4c"], "2": ["As", "5c", "6c"]}
    found = step(seat(1, 4), seat(2, 3), removed=100, in_play=[500], ruleset="france", cards=cards)
    assert awards(found) == {2: 1}


def test_poker_hands_do_not_count() -> None:
    cards = {"1": ["Kc", "Kd", "Kh"], "2": ["Ad"]}
    assert awards(step(seat(1, 3), seat(2, 1), cards=cards)) == {2: 1}


@pytest.mark.parametrize(
    ("first_seat", "button", "order"),
    [
        ("seat_1", None, [1, 3, 5, 8]),
        ("seat_1", 5, [1, 3, 5, 8]),
        ("small_blind", 3, [5, 8, 1, 3]),
        ("small_blind", 5, [8, 1, 3, 5]),  # the small blind, seat 7, has no odd chips
        ("small_blind", 8, [1, 3, 5, 8]),
        ("small_blind", 4, [5, 8, 1, 3]),
        ("small_blind", 12, [1, 3, 5, 8]),
        ("button", 5, [5, 8, 1, 3]),
        ("button", 7, [8, 1, 3, 5]),
        ("button", 9, [1, 3, 5, 8]),
        ("button", 2, [3, 5, 8, 1]),
        ("small_blind", None, None),
        ("button", None, None),
    ],
)
def test_the_deal_goes_clockwise_from_the_first_seat(
    first_seat: str, button: int | None, order: list[int] | None
) -> None:
    seats = (seat(1, 1), seat(3, 1), seat(5, 1), counted(7, 4), seat(8, 2))
    fields: dict[str, Any] = {} if button is None else {"button": button}
    found = result(*seats, rules={"first_seat": first_seat}, **fields)
    assert found["steps"][0]["deal_order"] == order
    warned = [one["code"] for one in found["warnings"]]
    assert warned == (["button_unknown"] if order is None else [])


@pytest.mark.parametrize(
    ("button", "order"),
    [
        (2, [2, 6]),  # heads-up the button is the small blind
        (6, [6, 2]),
        (4, [6, 2]),  # a button on an empty seat counts from there
        (8, [2, 6]),
    ],
)
def test_heads_up_the_button_is_the_small_blind(button: int, order: list[int]) -> None:
    rules = {"first_seat": "small_blind"}
    found = step(seat(2, 1), seat(6, 1), button=button, rules=rules)
    assert found["deal_order"] == order


def test_the_first_seat_never_changes_who_is_entitled() -> None:
    cards = {"1": ["Ks", "9d", "3h"], "2": ["Qc"], "5": ["Jd", "2d"]}
    seats = (seat(1, 3), seat(2, 1), seat(5, 2))
    found = [
        step(*seats, cards=cards, button=2, rules={"first_seat": one})["awards"]
        for one in ("seat_1", "small_blind", "button")
    ]
    assert (
        found[0]
        == found[1]
        == found[2]
        == [
            {"seat": 1, "chips": 1, "card": "Ks"},
            {"seat": 2, "chips": 1, "card": "Qc"},
        ]
    )


def test_the_winner_takes_the_whole_pool() -> None:
    cards = {"1": ["Ks", "9d", "3h"], "2": ["Qc", "2c"], "5": ["Jd", "2d", "3d"]}
    rules = {"award_limit": "winner_takes_all"}
    found = step(seat(1, 3), seat(2, 2), seat(5, 3), cards=cards, rules=rules)
    assert found["awards"] == [{"seat": 1, "chips": 2, "card": "Ks"}]
    assert found["unawarded"] == 0


UNEVEN = {"removed": 10, "in_play": [25, 100]}
FOURS = {"1": ["Kd", "2c", "3c", "4c"], "3": ["Ac", "7d", "8d", "9d"]}


def test_surplus_forfeit_loses_what_no_racer_is_left_for() -> None:
    found = result(seat(1, 4), seat(3, 4), **UNEVEN)
    (only,) = found["steps"]
    assert (only["pool"], only["unawarded"], only["cards_needed"]) == (3, 1, 0)
    assert awards(only) == {1: 1, 3: 1}
    assert found["drift"] == 50 - 80
    assert found["drift_terms"] == {
        "rounded_up": 0,
        "rounded_down": -5,
        "rescue": 0,
        "surplus_forfeited": -25,
    }
    assert [one["code"] for one in found["warnings"]] == ["ratio_not_whole", "pool_exceeds_racers"]


def test_surplus_second_round_goes_round_again_in_rank_order() -> None:
    rules = {"surplus": "second_round"}
    found = result(seat(1, 4), seat(3, 4), **UNEVEN, rules=rules, cards=FOURS)
    (only,) = found["steps"]
    assert [(one["seat"], one["chips"]) for one in only["awards"]] == [(3, 2), (1, 1)]
    assert (only["unawarded"], only["cards_needed"], found["drift"]) == (0, 8, -5)


def test_surplus_that_goes_round_evenly_needs_no_cards() -> None:
    # 40 in 20s is two chips of 25, rounded: both for the only racer.
    rules = {"surplus": "second_round", "pool_rounding": "up"}
    found = step(seat(1, 2), removed=20, in_play=[25], rules=rules)
    assert (found["pool"], found["cards_needed"], awards(found)) == (2, 0, {1: 2})


@pytest.mark.parametrize(
    ("seats", "fields", "needed"),
    [
        ([seat(1, 1)], {}, 0),  # pool 0
        ([seat(1, 3), seat(2, 3)], {}, 0),  # a chip for every racer
        ([seat(1, 3)], {}, 0),  # one racer
        ([seat(1, 3), seat(2, 1)], {}, 4),
        ([seat(1, 3), seat(2, 1)], {"rules": {"award_limit": "winner_takes_all"}}, 4),
        ([seat(1, 3), seat(2, 3)], {"rules": {"award_limit": "winner_takes_all"}}, 6),
        ([seat(1, 3), seat(2, 1, other=0)], {"ruleset": "roberts"}, 0),  # served, pool empty
        ([seat(1, 3), seat(2, 1, other=0)], {}, 4),  # award and rescue differ
        ([seat(1, 1, other=0), seat(2, 3, other=0)], {"ruleset": "roberts"}, 0),
        # holder's half: nobody of these has half a chip, or both have.
        ([seat(1, 1), seat(2, 1)], {"ruleset": "roberts-holder-half"}, 0),
        ([seat(1, 3), seat(2, 1)], {"ruleset": "roberts-holder-half"}, 4),
        ([seat(1, 2), seat(2, 1)], {"ruleset": "roberts-holder-half"}, 3),
        ([seat(1, 3), seat(2, 2)], {"ruleset": "roberts-holder-half"}, 0),
        ([seat(1, 3), seat(2, 2), seat(3, 2)], {"ruleset": "roberts-holder-half"}, 7),
    ],
)
def test_cards_are_needed_exactly_when_a_ranking_would_pay_differently(
    seats: list[dict[str, Any]], fields: dict[str, Any], needed: int
) -> None:
    found = result(*seats, **fields)
    assert found["steps"][0]["cards_needed"] == needed
    assert found["final"] is (needed == 0)
    assert found["evidence"] == ("cards" if needed else None)


def test_the_target_is_the_next_chip_unless_the_floor_chooses_another() -> None:
    assert step(seat(1, 1))["target"] == 100
    chosen = result(seat(1, 19), target=500)
    assert (chosen["steps"][0]["target"], chosen["steps"][0]["set"]) == (
        500,
        {"gives": 20, "gets": 1},
    )
    assert [one["code"] for one in chosen["warnings"]] == ["skips_denomination"]


def test_more_cards_than_the_decks_hold_are_reported_while_cards_are_needed() -> None:
    seats = [seat(number, 19) for number in range(1, 4)]
    skip = {"target": 500, "rules": {"pool_rounding": "down"}}
    found = result(*seats, **skip)
    assert (found["steps"][0]["cards_needed"], found["steps"][0]["pool"]) == (57, 2)
    assert "deck_too_small" in [one["code"] for one in found["warnings"]]
    two_decks = {"pool_rounding": "down", "decks": 2}
    found = result(*seats, target=500, rules=two_decks)
    assert "deck_too_small" not in [one["code"] for one in found["warnings"]]
    # 57 × 25 rounds to three 500s for three seats: no cards, so no deck can be too small.
    found = result(*seats, target=500, rules={"pool_rounding": "up"})
    assert [one["code"] for one in found["warnings"]] == ["skips_denomination"]

"""Several denominations at once: from the lowest up, nobody rescued before the last step."""

from __future__ import annotations

from typing import Any

import pytest

from colorup.formats.race_json import evaluate
from tests.engine.races import awards, cases, keys, rescues, result, seat

TWO = {case["id"]: case["input"] for case in cases("more.json")["races"]}["cascade-tda-2026"]


def chips(number: int, small: int, large: int, **more: Any) -> dict[str, Any]:
    return {"seat": number, "chips": {"25": small, "100": large}, **more}


def cascade(*seats: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"removed": [25, 100], "in_play": [500], "seats": list(seats), **fields}


def test_the_chips_just_won_are_counted_in() -> None:
    first, second = evaluate(TWO)["steps"]
    assert awards(first) == {1: 1, 3: 1}
    # Seat 1 had four 100s and won a fifth: a complete set, no odd chip left.
    assert second["exchange"] == [
        {"seat": 1, "hands_in": 5, "receives": {"500": 1}, "odd": 0},
        {"seat": 2, "hands_in": 0, "receives": {}, "odd": 3},
        {"seat": 3, "hands_in": 0, "receives": {}, "odd": 1},
        {"seat": 4, "hands_in": 0, "receives": {}, "odd": 4},
    ]
    assert second["cards_needed"] == 8


def test_sums_are_drawn_over_the_steps() -> None:
    found = evaluate(TWO)
    # 225 in 25s and 800 in 100s taken; two 100s, two 500s and a rescue paid.
    assert (found["odd_taken"], found["paid_for_odd"], found["drift"]) == (1025, 1700, 675)
    assert found["drift_terms"] == {
        "rounded_up": 200,
        "rounded_down": -25,
        "rescue": 500,
        "surplus_forfeited": 0,
    }
    assert found["band"] is None
    assert found["bank"] == {"pays": {"500": 4}, "takes": {"25": 9, "100": 11}}
    assert found["received"] == [{"seat": number, "value": 500} for number in (1, 2, 3, 4)]


def test_each_seat_has_one_story_over_all_steps() -> None:
    why = evaluate(TWO)["why"]
    assert [one["seat"] for one in why] == [1, 2, 3, 4]
    assert "A♥" in why[0]["text"]
    assert "500" in why[0]["text"]


def test_a_step_that_is_not_final_leaves_the_later_ones_out() -> None:
    found = evaluate({**TWO, "cards": {"100": TWO["cards"]["100"]}})
    assert [one["removed"] for one in found["steps"]] == [25]
    assert (found["final"], found["missing"]) == (False, [1, 2, 3, 4])
    found = evaluate({**TWO, "cards": {"25": TWO["cards"]["25"]}})
    assert [one["removed"] for one in found["steps"]] == [25, 100]
    assert awards(found["steps"][0]) == {1: 1, 3: 1}
    assert (found["final"], found["drift"], found["received"]) == (False, None, None)


def test_nobody_is_rescued_before_the_last_step() -> None:
    found = evaluate(cascade(chips(1, 1, 0, other=0), chips(2, 0, 1)))
    first, second = found["steps"]
    assert (first["at_risk"], first["rescues"]) == ([], [])
    assert (second["at_risk"], rescues(second)) == ([1], {1: (500, "bank")})


@pytest.mark.parametrize(
    ("entry", "at_risk"),
    [
        (chips(1, 0, 0, other=0), []),  # had nothing to begin with
        (chips(1, 1, 0), []),
        (chips(1, 0, 1, other=0), [1]),
        (chips(1, 0, 5, other=0), []),  # a 500 from the exchange
        (chips(1, 0, 6, other=0), []),
        (chips(1, 4, 0, other=0), [1]),  # the 100 is odd in its turn
    ],
)
def test_in_the_last_step_a_seat_with_nothing_left_is_at_risk_too(
    entry: dict[str, Any], at_risk: list[int]
) -> None:
    assert evaluate(cascade(entry))["steps"][-1]["at_risk"] == at_risk


def test_an_exchange_into_a_chip_that_stays_is_something_else() -> None:
    seats = [{"seat": 1, "chips": {"25": 2, "100": 0}, "other": 0}]
    found = evaluate({"removed": [25, 100], "in_play": [50, 500], "seats": seats})
    assert [one["target"] for one in found["steps"]] == [50, 500]
    assert found["steps"][-1]["at_risk"] == []
    # While 50s stay, 100s are exchanged outright.
    assert [one["set"] for one in found["steps"]] == [{"gives": 2, "gets": 1}, None]


def test_served_first_a_seat_without_odd_chips_uses_up_the_pool() -> None:
    seats = (chips(1, 1, 0, other=0), chips(2, 0, 3), chips(3, 0, 2))
    found = evaluate(cascade(*seats, ruleset="roberts"))
    last = found["steps"][-1]
    assert (last["pool"], last["cards_needed"]) == (1, 0)
    assert rescues(last) == {1: (500, "pool")}
    assert awards(last) == {}


def test_the_fewest_chips_are_paid_in_the_last_step_only() -> None:
    fields = {"in_play": [500, 1000], "rules": {"exchange_in": "fewest"}}
    found = evaluate(cascade(chips(1, 40, 0), **fields))
    assert [one["exchange"][0]["receives"] for one in found["steps"]] == [
        {"100": 10},
        {"1000": 1},
    ]
    assert found["bank"] == {"pays": {"1000": 1}, "takes": {"25": 40}}


def test_what_stays_in_play_stays_received() -> None:
    found = evaluate(cascade(chips(1, 9, 0), ruleset="leave-in-play"))
    assert found["received"] == [{"seat": 1, "value": 200}]
    assert found["bank"] == {"pays": {"100": 2}, "takes": {"25": 8}}
    assert found["drift"] == 0


def test_the_last_steps_target_can_be_chosen() -> None:
    found = evaluate(cascade(chips(1, 1, 1), in_play=[500, 1000], target=1000))
    assert [one["target"] for one in found["steps"]] == [100, 1000]


def test_winners_are_named_by_denomination() -> None:
    seats = (chips(1, 3, 0), chips(2, 1, 3))
    found = evaluate(cascade(*seats, winners={"25": [1], "100": [2]}))
    assert [awards(one) for one in found["steps"]] == [{1: 1}, {2: 1}]
    assert (found["evidence"], found["drift"]) == ("winners", 100)
    assert evaluate(cascade(*seats, winners={"25": [1]}))["final"] is False
    assert keys(cascade(*seats, winners=[1])) == [("bad_winners.by_denomination", None)]
    assert keys(cascade(*seats, winners={"25": [2, 1], "100": []})) == [
        ("bad_winners.number", None)
    ]


def test_evidence_is_the_weakest_of_the_steps() -> None:
    # No cards are needed for the 25s, every card is in for the 100s.
    cards = {"100": {"1": ["As"], "2": ["Kd", "2c", "3c"]}}
    found = evaluate(cascade(chips(1, 0, 1), chips(2, 0, 3), cards=cards))
    assert (found["final"], found["evidence"]) == (True, "cards")


ONE = {"removed": [25], "in_play": [100, 500]}


@pytest.mark.parametrize(
    "more",
    [
        {"cards": {"1": ["As", "2c", "3c"], "2": ["Kd"]}},
        {"cards": {"25": {"1": ["As", "2c", "3c"], "2": ["Kd"]}}},
    ],
)
def test_a_list_with_one_denomination_is_that_race(more: dict[str, Any]) -> None:
    cards = {"1": ["As", "2c", "3c"], "2": ["Kd"]}
    alone = result(seat(1, 3), seat(2, 1, other=0), cards=cards)
    seats = [seat(1, 3), seat(2, 1, other=0)]
    assert evaluate({**ONE, "seats": seats, **more}) == alone


def test_a_list_with_one_denomination_takes_chips_counts_and_winners_of_both_kinds() -> None:
    seats = [{"seat": 1, "chips": {"25": 7}}, {"seat": 2, "count": 5}]
    named = [
        evaluate({**ONE, "seats": seats, "winners": one, "picked_up": {"25": 12}})
        for one in ([1], {"25": [1]})
    ]
    assert named[0] == named[1]
    assert named[0]["bank"] == {"pays": {"100": 3}, "takes": {"25": 12}}


@pytest.mark.parametrize(
    ("fields", "problems"),
    [
        ({"picked_up": {"25": 4}}, [("bad_pickup.several", None)]),
        ({"handed_over": {"500": 1}}, [("bad_pickup.several", None)]),
        (
            {
                "ruleset": "france",
                "collector": {"seat": 1, "pile": 9, "own": {}},
            },
            [("bad_collector.several", None)],
        ),
        ({"cards": {"1": ["As"]}}, [("bad_card.by_denomination", None)]),
        ({"cards": {"50": {"1": ["As"]}}}, [("bad_card.by_denomination", None)]),
        ({"seats": [{"seat": 1, "count": 3}]}, [("unknown_field", 1)]),
        ({"seats": [{"seat": 1}]}, [("missing_field.count", 1)]),
        ({"seats": [{"seat": 1, "chips": {"50": 1}}]}, [("bad_denomination.not_removed", 1)]),
        ({"seats": [{"seat": 1, "chips": {"25": 1.0}}]}, [("bad_count", 1)]),
        ({"seats": [{"seat": 1, "chips": {"25": True}}]}, [("bad_count", 1)]),
        ({"seats": [{"seat": 1, "chips": [3]}]}, [("bad_count", 1)]),
        ({"seats": [{"seat": 1, "chips": {"25": 100_001}}]}, [("bad_count", 1)]),
        ({"removed": [25, 25]}, [("bad_denomination.twice", None)]),
        ({"removed": []}, [("bad_denomination.none_removed", None)]),
        (
            {"removed": [25, 100], "in_play": [15, 500]},
            [("bad_denomination.does_not_divide", None)] * 2,
        ),
    ],
)
def test_what_several_denominations_do_not_take(
    fields: dict[str, Any], problems: list[tuple[str, int | None]]
) -> None:
    assert keys({**cascade(chips(1, 1, 1)), **fields}) == problems

"""What a record rests on: winners and totals instead of cards, and counts as cross-checks."""

from __future__ import annotations

from typing import Any

import pytest

from colorup.engine.problems import Problems
from colorup.formats.race_json import evaluate
from colorup.wording import say_problem
from tests.engine.races import awards, counted, keys, race, rescues, result, seat

SEATS = (seat(1, 3), seat(2, 1), seat(3, 2))
CARDS = {"1": ["Ks", "2c", "3c"], "2": ["Qd"], "3": ["Jd", "4c"]}


@pytest.mark.parametrize(
    ("fields", "level"),
    [
        ({"cards": CARDS}, "cards"),
        ({"cards": {"1": ["Ks"], "2": ["Qd"], "3": ["Jd"]}, "best_cards_only": True}, "best_cards"),
        ({"winners": [2, 1]}, "winners"),
    ],
)
def test_every_level_gives_the_same_result(fields: dict[str, Any], level: str) -> None:
    found = result(*SEATS, **fields)
    assert found["evidence"] == level
    assert awards(found["steps"][0]) == {1: 1, 2: 1}
    assert (found["drift"], found["paid_for_odd"], found["odd_taken"]) == (50, 200, 150)


def test_where_no_cards_are_needed_nothing_need_be_recorded() -> None:
    seats = (seat(1, 3), seat(2, 3))
    cards = {"1": ["Ks", "2c", "3c"], "2": ["As", "5c", "6c"]}
    for fields in ({}, {"winners": [1, 2]}, {"cards": cards}):
        found = result(*seats, **fields)
        assert (found["final"], found["evidence"]) == (True, None)
        assert awards(found["steps"][0]) == {1: 1, 2: 1}


@pytest.mark.parametrize(
    ("winners", "problems"),
    [
        ([1], [("bad_winners.number", None)]),
        ([], [("bad_winners.number", None)]),
        ([1, 2, 3], [("bad_winners.number", None)]),
        ([1, 1], [("bad_winners.twice", 1)]),
        ([1, 4], [("bad_winners.no_odd_chips", 4)]),
        ([1, 13], [("bad_winners.not_seats", None)]),
        ([1, True], [("bad_winners.not_seats", None)]),
        ([1, 2.0], [("bad_winners.not_seats", None)]),
        (["1", "2"], [("bad_winners.not_seats", None)]),
        (2, [("bad_winners.not_seats", None)]),
        (None, [("bad_winners.not_seats", None)]),
        ({"25": [1, 2]}, [("bad_winners.not_seats", None)]),
    ],
)
def test_winners_that_cannot_be(winners: object, problems: list[tuple[str, int | None]]) -> None:
    assert keys(race(*SEATS, winners=winners)) == problems


@pytest.mark.parametrize(
    ("fields", "winners", "won"),
    [
        # The winner takes both chips.
        ({"rules": {"award_limit": "winner_takes_all"}}, [3], {3: 2}),
        # Holder's half: one chip by rank, and one more if the next seat has half a chip.
        ({"ruleset": "roberts-holder-half"}, [1, 2], {1: 1, 2: 1}),
        ({"ruleset": "roberts-holder-half"}, [1], {1: 1}),
        ({"ruleset": "roberts-holder-half"}, [1, 3], {1: 1, 3: 1}),
    ],
)
def test_winners_under_every_option(
    fields: dict[str, Any], winners: list[int], won: dict[int, int]
) -> None:
    assert awards(result(*SEATS, winners=winners, **fields)["steps"][0]) == won


def test_the_number_of_winners_is_said_in_the_singular_and_the_plural() -> None:
    def said(**fields: Any) -> str:
        with pytest.raises(Problems) as raised:
            result(*SEATS, **fields)
        return say_problem(raised.value.problems[0])

    assert said(winners=[1]) == "2 seats win a chip here, not 1."
    one = {"rules": {"pool_rounding": "down"}}
    assert said(winners=[1, 2], **one) == "1 seat wins a chip here, not 2."


def test_holder_half_winners_must_fit_somebodys_odd_chips() -> None:
    halves = (seat(1, 3), seat(2, 3), seat(3, 3))  # 225: two chips, a quarter left
    fields: dict[str, Any] = {"ruleset": "roberts-holder-half"}
    assert keys(race(*halves, winners=[1, 2], **fields)) == [("bad_winners.number", None)]
    assert keys(race(*halves, winners=[1, 2, 3], **fields)) == []
    ones = (seat(1, 1), seat(2, 1), seat(3, 1), seat(4, 1), seat(5, 1))
    assert keys(race(*ones, winners=[1], **fields)) == []
    assert keys(race(*ones, winners=[1, 2], **fields)) == [("bad_winners.number", None)]


def test_seats_served_or_rescued_are_not_among_the_winners() -> None:
    seats = (seat(1, 3), seat(2, 1, other=0), seat(3, 2))
    served = result(*seats, winners=[3], ruleset="roberts")["steps"][0]
    assert (awards(served), rescues(served)) == ({3: 1}, {2: (100, "pool")})
    rescued = result(*seats, winners=[1, 3])["steps"][0]
    assert (awards(rescued), rescues(rescued)) == ({1: 1, 3: 1}, {2: (100, "bank")})
    won = result(*seats, winners=[1, 2])["steps"][0]
    assert (awards(won), rescues(won)) == ({1: 1, 2: 1}, {})
    assert keys(race(*seats, winners=[2], ruleset="roberts")) == [("bad_winners.served", 2)]


def test_winners_are_refused_where_a_second_round_would_have_to_be_shared_out() -> None:
    fields: dict[str, Any] = {
        "removed": 10,
        "in_play": [25],
        "rules": {"surplus": "second_round"},
        "winners": [1, 2],
    }
    assert keys(race(seat(1, 4), seat(2, 4), **fields)) == [("bad_winners.second_round", None)]
    fields["rules"]["pool_rounding"] = "up"
    # 80 in 20s of 25 is four chips, two for each: nothing to share out.
    even = {**fields, "removed": 20}
    assert awards(evaluate(race(seat(1, 2), seat(2, 2), **even))["steps"][0]) == {1: 2, 2: 2}


@pytest.mark.parametrize("procedure", ["round_up_each", "forfeit", "leave_in_play"])
def test_nobody_wins_where_there_is_no_race(procedure: str) -> None:
    rules = {"procedure": procedure}
    assert keys(race(*SEATS, winners=[1], rules=rules)) == [("bad_winners.no_race", None)]
    assert keys(race(*SEATS, winners=[], rules=rules)) == []


def totals(odd_total: int, **fields: Any) -> dict[str, Any]:
    return {"removed": 25, "in_play": [100, 500], "odd_total": odd_total, **fields}


def test_the_least_that_can_be_recorded_is_the_total() -> None:
    found = evaluate(totals(13, winners=[6, 1, 4]))
    (only,) = found["steps"]
    assert (found["evidence"], found["final"], found["drift"]) == ("totals", True, -25)
    assert (only["deal_order"], only["exchange"], only["at_risk"]) == (None, [], [])
    assert (only["odd_chips"], only["pool"], only["cards_needed"]) == (13, 3, 13)
    assert found["received"] == [{"seat": number, "value": 100} for number in (1, 4, 6)]
    assert found["bank"] == {"pays": {"100": 3}, "takes": {"25": 13}}
    assert found["warnings"] == []


@pytest.mark.parametrize(
    ("ruleset", "winners", "rescued", "sources"),
    [
        ("tda-2026", [1, 2], [3], ["bank"]),
        ("roberts", [1], [3], ["pool"]),
        ("roberts", [], [3, 4], ["pool", "pool"]),
        ("roberts", [], [5, 3, 4], ["pool", "pool", "bank"]),
    ],
)
def test_totals_with_rescued_seats(
    ruleset: str, winners: list[int], rescued: list[int], sources: list[str]
) -> None:
    found = evaluate(totals(7, winners=winners, rescued=rescued, ruleset=ruleset))
    (only,) = found["steps"]
    assert only["at_risk"] == sorted(rescued)
    assert [one["from"] for one in only["rescues"]] == sources
    assert found["received"] == [
        {"seat": number, "value": 100} for number in sorted(winners + rescued)
    ]


def test_totals_without_winners_are_not_final_while_winners_are_due() -> None:
    assert evaluate(totals(13))["final"] is False
    assert evaluate(totals(1))["final"] is True
    assert evaluate(totals(7, rescued=[1, 2], ruleset="roberts"))["final"] is True


@pytest.mark.parametrize(
    ("fields", "problems"),
    [
        ({"winners": [1, 2]}, ["bad_winners.number"]),
        ({"winners": [1, 2, 3, 4]}, ["bad_winners.number"]),
        ({"winners": [1, 2, 2]}, ["bad_winners.twice"]),
        ({"winners": [1, 2, 3], "rescued": [3]}, ["bad_winners.both"]),
        ({"winners": [1, 2, 3], "rescued": [4, 4]}, ["bad_winners.twice"]),
        ({"rescued": [4, 4]}, ["bad_winners.twice"]),
        ({"winners": [1, 2, 3], "rescued": [0]}, ["bad_winners.rescued_not_seats"]),
        ({"winners": [1, 2, 3], "rescued": "4"}, ["bad_winners.rescued_not_seats"]),
        ({"winners": [1, 2, 3], "rescued": None}, ["bad_winners.rescued_not_seats"]),
        ({"winners": [0, 2, 3], "rescued": [4, 4]}, ["bad_winners.not_seats", "bad_winners.twice"]),
        ({"winners": [2, 3], "rescued": [1], "ruleset": "roberts"}, []),
        ({"winners": [2, 3, 4], "rescued": [1], "ruleset": "roberts"}, ["bad_winners.number"]),
        ({"rules": {"procedure": "forfeit"}}, ["bad_option.totals"]),
        ({"rules": {"award_limit": "winner_takes_all"}}, ["bad_option.totals"]),
        ({"ruleset": "roberts-holder-half"}, ["bad_option.totals"]),
        ({"removed": 10, "in_play": [25]}, ["bad_option.totals"]),
        ({"removed": [25, 100], "in_play": [500]}, ["bad_option.totals"]),
        ({"removed": 500, "in_play": [100, 1000]}, ["bad_option.totals"]),
        ({"seats": [], "winners": [1, 2, 3]}, ["conflicting_fields"]),
        ({"cards": {}, "winners": [1, 2, 3]}, ["conflicting_fields"]),
        ({"tiebreak": {}, "winners": [1, 2, 3]}, ["conflicting_fields"]),
    ],
)
def test_totals_that_cannot_be(fields: dict[str, Any], problems: list[str]) -> None:
    assert [key for key, _ in keys(totals(13, **fields))] == problems


def test_more_seats_cannot_be_paid_than_there_are_odd_chips() -> None:
    assert [key for key, _ in keys(totals(2, winners=[1], rescued=[2, 3]))] == [
        "bad_winners.more_than_odd"
    ]
    assert [key for key, _ in keys(totals(2, rescued=[2, 3]))] == ["bad_winners.more_than_odd"]
    # A seat named twice over is one seat, and only that is wrong.
    assert [key for key, _ in keys(totals(2, winners=[2], rescued=[2, 3]))] == ["bad_winners.both"]


COUNTED = (counted(1, 7), counted(2, 5))


@pytest.mark.parametrize(
    ("seats", "fields", "problems"),
    [
        (COUNTED, {"picked_up": {"25": 12}}, []),
        (COUNTED, {"picked_up": {"25": 12}, "handed_over": {"100": 3}}, []),
        (COUNTED, {"handed_over": {"100": 3, "500": 0}}, []),
        (COUNTED, {"picked_up": {"25": 16}}, ["bad_pickup.not_the_sum"]),
        (COUNTED, {"picked_up": {"25": 13}}, ["bad_pickup.not_the_sum"]),
        (COUNTED, {"picked_up": {"25": 3}}, ["bad_pickup.less_than_odd"]),
        (COUNTED, {"handed_over": {"100": 4}}, ["bad_pickup.handed_over"]),
        (COUNTED, {"handed_over": {"100": 3, "500": 1}}, ["bad_pickup.handed_over"]),
        (COUNTED, {"handed_over": {}}, ["bad_pickup.handed_over"]),
        ((seat(1, 3), seat(2, 1)), {"picked_up": {"25": 12}, "handed_over": {"100": 3}}, []),
        ((seat(1, 3), seat(2, 1)), {"picked_up": {"25": 13}}, ["bad_pickup.not_sets"]),
        ((seat(1, 3), seat(2, 1)), {"picked_up": {"25": 3}}, ["bad_pickup.less_than_odd"]),
        ((seat(1, 3), seat(2, 1)), {"handed_over": {"100": 3}}, ["bad_pickup.handed_over_unknown"]),
        ((counted(1, 7), seat(2, 1)), {"picked_up": {"25": 4}}, ["bad_pickup.less_than_counted"]),
        ((counted(1, 7), seat(2, 1)), {"picked_up": {"25": 12}}, []),
        (COUNTED, {"winners": None, "handed_over": {"100": 3}}, ["bad_winners.not_seats"]),
    ],
)
def test_chips_picked_up_and_handed_over_check_the_exchange(
    seats: tuple[dict[str, Any], ...], fields: dict[str, Any], problems: list[str]
) -> None:
    document = race(*seats, **{"winners": [1], **fields})
    assert [key for key, _ in keys(document)] == problems


def test_what_is_handed_over_cannot_be_checked_before_the_result() -> None:
    assert [key for key, _ in keys(race(*COUNTED, handed_over={"100": 3}))] == [
        "bad_pickup.handed_over_unknown"
    ]


def test_the_tables_total_makes_up_for_exchanges_not_recorded() -> None:
    fields = {"winners": [1]}
    known = result(counted(1, 7), counted(2, 5), **fields)["bank"]
    assert result(seat(1, 3), seat(2, 1), **fields)["bank"] == {
        "pays": {"100": 1},
        "takes": {"25": 4},
    }
    assert result(seat(1, 3), seat(2, 1), picked_up={"25": 12}, **fields)["bank"] == known
    assert result(counted(1, 7), seat(2, 1), picked_up={"25": 12}, **fields)["bank"] == known


def test_picked_up_tells_what_one_seat_exchanged_in_fewest_chips() -> None:
    fields: dict[str, Any] = {"winners": [1], "rules": {"exchange_in": "fewest"}}
    # 20 of the 24 are the only seat's that was not counted: one 500, and nobody got five 100s.
    one = race(counted(1, 3), seat(2, 1), picked_up={"25": 24}, **fields)
    assert evaluate(one)["bank"] == {"pays": {"100": 1, "500": 1}, "takes": {"25": 24}}
    assert keys({**one, "handed_over": {"100": 1, "500": 1}}) == []
    # Nothing was exchanged, so what is due is known whoever was counted.
    none = race(seat(1, 3), seat(2, 1), picked_up={"25": 4}, **fields)
    assert keys({**none, "handed_over": {"100": 1}}) == []
    two = race(seat(1, 3), seat(2, 1), picked_up={"25": 24}, **fields)
    assert evaluate(two)["bank"] == {"pays": {"100": 1}, "takes": {"25": 4}}
    assert keys({**two, "handed_over": {"100": 6}}) == [("bad_pickup.handed_over_unknown", None)]


def test_odd_chips_that_stay_in_play_are_not_picked_up() -> None:
    fields: dict[str, Any] = {"ruleset": "leave-in-play"}
    document = race(*COUNTED, picked_up={"25": 8}, handed_over={"100": 2}, **fields)
    assert keys(document) == []
    assert keys(race(*COUNTED, picked_up={"25": 12}, **fields)) == [
        ("bad_pickup.not_the_sum", None)
    ]


def test_the_rescue_chip_is_handed_over_too() -> None:
    seats = (counted(1, 19), counted(2, 1, other=0), counted(3, 23))
    fields: dict[str, Any] = {"target": 500, "winners": [1]}
    assert keys(race(*seats, handed_over={"100": 1, "500": 2}, **fields)) == []
    assert keys(race(*seats, handed_over={"500": 3}, **fields)) == [
        ("bad_pickup.handed_over", None)
    ]


def test_a_single_odd_chip_is_one_racers_and_needs_no_cards() -> None:
    found = evaluate({"removed": 50, "in_play": [100], "odd_total": 1, "winners": [3]})
    assert (found["steps"][0]["cards_needed"], found["evidence"]) == (0, None)
    assert awards(found["steps"][0]) == {3: 1}
    two = evaluate({"removed": 50, "in_play": [100], "odd_total": 2, "winners": [3]})
    assert (two["steps"][0]["cards_needed"], two["evidence"]) == (2, "totals")

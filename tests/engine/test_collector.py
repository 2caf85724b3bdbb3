"""The collector of the French procedure: the pile, what it is paid with, and what it adds."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from colorup.engine.chips import value_of
from colorup.engine.collector import chips_to_ask, settle
from tests.engine.races import keys, race, result, seat

SEATS = (seat(1, 1), seat(4, 3), seat(6, 1, other=0))
CARDS = {"1": ["Th"], "4": ["Kd", "8c", "2h"], "6": ["5s"]}
COLLECTOR = {"seat": 1, "pile": 25, "own": {"100": 8, "500": 2}}


def collected(**fields: Any) -> dict[str, Any]:
    return race(*SEATS, **{"ruleset": "france", "cards": CARDS, "collector": COLLECTOR, **fields})


def test_rounding_leaves_the_collector_exactly_even() -> None:
    found = result(*SEATS, ruleset="france", cards=CARDS, collector=COLLECTOR)
    # Twenty gathered chips are 500, and the award of one 100 came out of the collector's own.
    assert found["settlement"] == {
        "x": 600,
        "pays": {"500": 2},
        "takes_own": {"100": 4},
        "must_add": {},
    }
    # The rescue comes from the bank, which gives 1,100 and takes 300 and the pile of 625.
    assert found["bank"] == {"pays": {"500": 2}, "takes": {"25": 25, "100": 3}}
    assert found["drift"] == 75


def test_chips_served_from_the_pool_count_as_awards() -> None:
    rules = {"rescue_source": "pool_first", "rescue_chip": "race_target"}
    found = result(*SEATS, ruleset="france", rules=rules, collector=COLLECTOR)
    assert found["settlement"]["x"] == 600
    assert found["bank"]["pays"] == {"500": 2}
    assert found["bank"]["takes"] == {"25": 25, "100": 4}
    assert found["drift"] == -25


def test_without_the_collectors_pile_bank_and_settlement_are_not_known() -> None:
    found = result(*SEATS, ruleset="france", cards=CARDS)
    assert (found["bank"], found["settlement"], found["drift"]) == (None, None, 75)


def test_odd_chips_that_stay_leave_the_pile_without_them() -> None:
    found = result(
        *SEATS, ruleset="france", rules={"procedure": "leave_in_play"}, collector=COLLECTOR
    )
    assert found["settlement"]["x"] == 500
    assert found["bank"] == {"pays": {"500": 1}, "takes": {"25": 20}}


@pytest.mark.parametrize(
    ("x", "in_play", "own", "pays", "takes_own", "must_add"),
    [
        (0, (100, 500), {}, {}, {}, {}),
        (1000, (100, 500), {100: 9}, {500: 2}, {}, {}),
        (600, (100, 500), {100: 4}, {500: 2}, {100: 4}, {}),
        (600, (100, 500), {100: 3}, {500: 1}, {}, {100: 1}),
        (300, (100, 500), {100: 2}, {500: 1}, {100: 2}, {}),
        (1700, (100, 500, 1000), {100: 2}, {1000: 1}, {}, {100: 2, 500: 1}),
        # The collector's own chips of the largest denomination are not intermediate.
        (600, (100, 500), {500: 3}, {500: 1}, {}, {100: 1}),
        # 60 in 50s and 20s: after one 50 the rest could not be paid.
        (60, (20, 50), {}, {}, {}, {20: 3}),
        (60, (20, 50), {20: 2}, {50: 2}, {20: 2}, {}),
    ],
)
def test_the_pile_is_paid_in_the_largest_chip(
    x: int,
    in_play: tuple[int, ...],
    own: dict[int, int],
    pays: dict[int, int],
    takes_own: dict[int, int],
    must_add: dict[int, int],
) -> None:
    found = settle(x, in_play, own)
    assert (found.pays, found.takes_own, found.must_add) == (pays, takes_own, must_add)
    assert value_of(found.pays) + value_of(found.must_add) - value_of(found.takes_own) == x


@pytest.mark.parametrize(
    ("change", "problems"),
    [
        ({"pile": 4}, ["bad_collector.pile"]),
        ({"pile": 24}, ["bad_collector.sets"]),
        ({"pile": -1}, ["bad_collector.pile_number"]),
        ({"pile": 25.0}, ["bad_collector.pile_number"]),
        ({"pile": True}, ["bad_collector.pile_number"]),
        ({"seat": 0}, ["bad_collector.seat"]),
        ({"seat": "1"}, ["bad_collector.seat"]),
        ({"own": {"25": 3}}, ["bad_collector.foreign"]),
        ({"own": {"1000": 3}}, ["bad_collector.foreign"]),
        ({"own": {"x": 3}}, ["bad_collector.foreign"]),
        ({"own": {"100": -1}}, ["bad_collector.own"]),
        ({"own": {"100": "8"}}, ["bad_collector.own"]),
        ({"own": [8]}, ["bad_collector.own"]),
        ({"chips": 3}, ["unknown_field"]),
    ],
)
def test_a_collector_that_cannot_be(change: dict[str, Any], problems: list[str]) -> None:
    document = collected(collector={**COLLECTOR, **change})
    assert [key for key, _ in keys(document)] == problems


def test_more_ways_in_which_a_collector_cannot_be() -> None:
    assert keys(collected(collector=[])) == [("bad_collector.not_an_object", None)]
    assert keys(collected(collector={})) == [
        ("missing_field.collector_seat", None),
        ("missing_field.collector_pile", None),
        ("missing_field.collector_own", None),
    ]
    assert keys(collected(ruleset="tda-2026")) == [("bad_collector.supplier", None)]
    counts = [{"seat": 1, "count": 21}, *SEATS[1:]]
    assert keys({**collected(), "seats": counts}) == [("bad_collector.counted", 1)]


def test_cards_and_pile_are_checked_together() -> None:
    document = collected(collector={**COLLECTOR, "pile": 24}, cards={**CARDS, "1": ["Kd"]})
    assert keys(document) == [("duplicate_card", 4), ("bad_collector.sets", 1)]


def test_a_collector_without_odd_chips_need_not_be_listed() -> None:
    seats = (seat(4, 3), seat(6, 1))
    document = race(*seats, ruleset="france", winners=[4], collector={**COLLECTOR, "pile": 24})
    assert keys(document) == []
    assert (
        result(*seats, ruleset="france", winners=[4], collector={**COLLECTOR, "pile": 24})[
            "settlement"
        ]["x"]
        == 600
    )


def test_the_collector_is_never_rescued() -> None:
    totals = {"odd_total": 5, "winners": [4], "rescued": [1]}
    document = {"removed": 25, "in_play": [100, 500], "ruleset": "france", **totals}
    assert keys(document | {"collector": COLLECTOR}) == [("bad_winners.collector_rescued", 1)]
    assert keys(document) == []


@pytest.mark.parametrize(
    ("x", "in_play", "own", "asked"),
    [
        (600, (100, 500), {}, {100: 4}),
        (600, (100, 500), {100: 0}, {}),
        (1000, (100, 500), {}, {}),
        (1300, (100, 500, 1000), {}, {500: 1, 100: 2}),
        # In 300s and 500s nothing completes a 500 for 600.
        (600, (300, 500), {}, {}),
    ],
)
def test_what_a_collector_is_asked_for(
    x: int, in_play: tuple[int, ...], own: dict[int, int], asked: dict[int, int]
) -> None:
    assert chips_to_ask(x, in_play, own) == asked


@given(
    x=st.integers(0, 400).map(lambda n: n * 25),
    in_play=st.sets(st.sampled_from([25, 50, 100, 500, 1000, 5000]), min_size=1),
)
def test_a_collector_with_what_it_is_asked_for_keeps_the_rule(x: int, in_play: set[int]) -> None:
    chips = tuple(sorted(in_play))
    asked = chips_to_ask(x, chips, {})
    found = settle(x, chips, asked)
    assert found.takes_own == asked
    assert asked == {} or found.must_add == {}
    assert all(chip < max(chips) for chip in asked)

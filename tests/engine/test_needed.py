"""What the bank must hand out for a removal, at most, before anybody has counted."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from colorup.engine.chips import value_of
from colorup.engine.needed import Leaving, Needed, needed, share
from colorup.engine.presets import PRESETS
from colorup.engine.ruleset import Ruleset, make_ruleset
from colorup.formats.race_json import evaluate
from tests.engine.random_races import dealt_races

TDA = PRESETS["tda-2026"].ruleset
ALL_PROCEDURES = ("race", "round_up_each", "round_nearest_each", "leave_in_play", "forfeit")


def leaving(ruleset: Ruleset = TDA, **changes: Any) -> Leaving:
    """160 chips of 25 leave at two tables with nine players together."""
    facts: dict[str, Any] = {
        "removed": (25,),
        "in_play": (100, 500, 1000),
        "target": None,
        "ruleset": ruleset,
        "seats": 9,
        "tables": 2,
        "chips": {25: 160},
    }
    return Leaving(**{**facts, **changes})


def test_equal_value_and_one_chip_for_each_seat_that_may_race() -> None:
    found = needed(leaving())
    assert found == Needed({100: 40}, {100: 9})
    assert found.chips == {100: 49}


def test_a_value_that_is_no_whole_chip_is_rounded_up() -> None:
    assert needed(leaving(chips={25: 161})).for_exchange == {100: 41}


def test_where_nobody_knows_how_many_leave_only_the_races_are_known() -> None:
    found = needed(leaving(chips=None))
    assert (found.for_exchange, found.for_races, found.chips) == (None, {100: 9}, {100: 9})


def test_a_rescue_in_another_chip_than_the_award_is_needed_as_well() -> None:
    found = needed(leaving(target=500, in_play=(100, 500)))
    assert found == Needed({500: 8}, {500: 9, 100: 9})
    in_target = make_ruleset(TDA, {"rescue_chip": "race_target"})
    assert needed(leaving(in_target, target=500, in_play=(100, 500))).for_races == {500: 9}


@pytest.mark.parametrize(
    ("procedure", "races"),
    [
        ("round_up_each", {100: 9}),
        ("round_nearest_each", {100: 9}),
        ("forfeit", {100: 9}),
        ("leave_in_play", {}),
    ],
)
def test_what_procedures_without_cards_may_pay(procedure: str, races: dict[int, int]) -> None:
    ruleset = make_ruleset(TDA, {"procedure": procedure})
    assert needed(leaving(ruleset)).for_races == races


def test_several_denominations_are_carried_from_step_to_step() -> None:
    # 160 × 25 = 4,000 and nine awards are 49 hundreds; with 30 of their own 7,900, 16 chips of 500.
    found = needed(leaving(removed=(25, 100), in_play=(500, 1000), chips={25: 160, 100: 30}))
    assert found == Needed({500: 16}, {100: 9, 500: 9})


def test_odd_chips_worth_more_than_one_target_chip() -> None:
    # Five 10s make a set of two 25s, and the four odd chips are worth 40.
    found = needed(leaving(removed=(10,), in_play=(25, 100), chips={10: 50}))
    assert found == Needed({25: 20}, {25: 18})


def test_where_a_smaller_chip_stays_everything_goes_at_equal_value() -> None:
    found = needed(leaving(removed=(500,), in_play=(100, 1000), chips={500: 21}))
    # Nine seats may each have one chip of 500 over, which goes into five of 100.
    assert found == Needed({1000: 10, 100: 45}, {})
    largest = needed(leaving(removed=(500,), in_play=(100,), chips={500: 21}))
    assert largest == Needed({100: 105}, {})


def test_a_collector_is_paid_in_the_largest_chip_and_pays_the_awards() -> None:
    found = needed(leaving(PRESETS["france"].ruleset))
    assert found == Needed({1000: 4}, {1000: 2, 100: 9})


@pytest.mark.parametrize(
    ("seats", "all_seats", "expected"), [(9, 18, 81), (18, 18, 161), (1, 18, 9), (0, 0, 161)]
)
def test_a_part_of_the_room_has_its_share_rounded_up(
    seats: int, all_seats: int, expected: int
) -> None:
    assert share(161, seats, all_seats) == expected


@given(dealt_races(procedures=ALL_PROCEDURES))
def test_no_table_takes_more_from_the_bank(document: dict[str, Any]) -> None:
    found = evaluate(document)
    if not found["final"]:
        return
    counts = sum(one["count"] for one in document["seats"])
    most = needed(
        Leaving(
            (document["removed"],),
            tuple(document["in_play"]),
            document.get("target"),
            make_ruleset(Ruleset(), document["rules"]),
            len(document["seats"]),
            1,
            {document["removed"]: counts},
        )
    ).chips
    paid = {int(chip): count for chip, count in found["bank"]["pays"].items()}
    assert value_of(paid) <= value_of(most)
    if document["rules"]["exchange_in"] == "target":
        assert all(count <= most.get(chip, 0) for chip, count in paid.items())

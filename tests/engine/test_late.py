"""After the race: late chips, one seat's exchange, arrivals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from colorup.engine.chips import value_of
from colorup.engine.late import arrive, exchange_of_one_seat, late_chips
from colorup.engine.problems import Problems
from colorup.engine.ruleset import Arrival, LateChips

OTHER = json.loads((Path(__file__).parent / "other.json").read_text(encoding="utf-8"))
CHIPS = st.dictionaries(st.sampled_from([5, 25, 100]), st.integers(0, 200))
PAYING = st.sampled_from([LateChips.EQUAL_VALUE, LateChips.EXACT_ONLY])


@pytest.mark.parametrize("case", OTHER["late_chips"], ids=str)
def test_tda_26_c_late_chips(case: dict[str, Any]) -> None:
    found = {int(chip): count for chip, count in case["found"].items()}
    paid = late_chips(found, case["in_play"], LateChips(case["mode"]))
    assert (paid.value, paid.unpaid) == (case["paid"], case["removed_unpaid"])
    assert value_of(paid.pays) == case["paid"]


@given(CHIPS, PAYING)
def test_late_chips_are_never_paid_more_than_their_value(
    found: dict[int, int], rule: LateChips
) -> None:
    paid = late_chips(found, [500, 1000], rule)
    assert paid.value == value_of(paid.pays)
    assert paid.value + paid.unpaid == value_of(found)
    assert paid.drift == paid.value - value_of(found)
    assert paid.unpaid < 500 or (rule is LateChips.EXACT_ONLY and paid.value == 0)


def test_the_director_decides_where_the_ruleset_says_so() -> None:
    with pytest.raises(Problems) as raised:
        late_chips({25: 4}, [100], LateChips.DIRECTOR)
    assert raised.value.codes == ("director_decides",)


def test_the_wrong_exchange_of_2006_is_refused_with_both_sides() -> None:
    wrong = OTHER["wrong_exchange"]
    gives = {int(chip): count for chip, count in wrong["gives"].items()}
    gets = {int(chip): count for chip, count in wrong["gets"].items()}
    with pytest.raises(Problems) as raised:
        exchange_of_one_seat(gives, gets)
    (one,) = raised.value
    assert (one.code, dict(one.values)) == ("bad_exchange", {"given": 500_000, "got": 1_000_000})


def test_one_seats_exchange_has_the_same_value_on_both_sides() -> None:
    assert exchange_of_one_seat({25: 8, 100: 3}, {500: 1}) == 500


def test_an_arriving_player_with_odd_chips_races_first() -> None:
    arrived = arrive(25, 7, 100, [100, 500], Arrival.RACE_FIRST)
    assert (arrived.race_first, dict(arrived.pays), arrived.takes) == (True, {}, 0)


def test_an_arriving_player_without_odd_chips_just_exchanges() -> None:
    arrived = arrive(25, 8, 100, [100, 500], Arrival.RACE_FIRST)
    assert (arrived.race_first, dict(arrived.pays), arrived.drift) == (False, {100: 2}, 0)


def test_an_arrival_at_equal_value_loses_what_makes_no_chip() -> None:
    arrived = arrive(25, 7, 100, [100, 500], Arrival.EQUAL_VALUE)
    assert (dict(arrived.pays), arrived.unpaid, arrived.drift) == ({100: 1}, 75, -75)


def test_an_arrival_is_rounded_up_to_one_more_chip() -> None:
    arrived = arrive(25, 7, 100, [100, 500], Arrival.ROUND_UP)
    assert (dict(arrived.pays), arrived.rounded_up, arrived.drift) == ({100: 2}, 25, 25)


@given(
    st.integers(0, 400),
    st.sampled_from([(25, 100), (10, 25), (20, 50), (100, 500)]),
    st.sampled_from([Arrival.EQUAL_VALUE, Arrival.ROUND_UP]),
)
def test_what_an_arrival_is_paid_is_its_chips_and_its_drift(
    chips: int, pair: tuple[int, int], rule: Arrival
) -> None:
    removed, target = pair
    arrived = arrive(removed, chips, target, [target], rule)
    assert value_of(arrived.pays) - arrived.takes * removed == arrived.drift
    assert arrived.takes == chips
    assert -target < arrived.drift < target

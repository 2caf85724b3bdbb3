"""Drift in its terms, and the band that one table's race cannot leave."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from colorup.engine.drift import race_band
from colorup.engine.ruleset import Ruleset, make_ruleset
from tests.engine.races import result, seat

# RULES.md, "Bounds": the open or closed bounds around the drift of a race, as parts of the target.
HALF = Fraction(1, 2)
BOUNDS: dict[str, tuple[Fraction | int, bool, Fraction | int, bool]] = {
    "half_up": (-HALF, False, HALF, True),
    "more_than_half": (-HALF, True, HALF, False),
    "up": (0, True, 1, False),
    "down": (-1, False, 0, True),
    "holder_half": (-1, False, 1, False),
}


def ruleset(name: str) -> Ruleset:
    option = "last_chip" if name == "holder_half" else "pool_rounding"
    return make_ruleset(Ruleset(), {option: name})


@pytest.mark.parametrize("name", BOUNDS)
@pytest.mark.parametrize(
    ("removed", "target"),
    [(25, 100), (5, 25), (100, 500), (500, 1000), (25, 500), (1, 3), (1000, 5000), (1, 10**12)],
)
def test_the_band_is_the_widest_multiple_of_the_removed_chip_in_the_rules_bounds(
    name: str, removed: int, target: int
) -> None:
    low, low_in, high, high_in = BOUNDS[name]
    band = race_band(removed, target, ruleset(name))
    least, most = Fraction(band.least, target), Fraction(band.most, target)
    step = Fraction(removed, target)
    assert (band.least % removed, band.most % removed) == (0, 0)
    assert least >= low if low_in else least > low
    assert most <= high if high_in else most < high
    assert least - step < low if low_in else least - step <= low
    assert most + step > high if high_in else most + step >= high


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [
        ("half_up", -25, 50),
        ("more_than_half", -50, 25),
        ("up", 0, 75),
        ("down", -75, 0),
        ("holder_half", -75, 75),
    ],
)
def test_the_band_from_25_to_100(name: str, least: int, most: int) -> None:
    band = race_band(25, 100, ruleset(name))
    assert (band.least, band.most) == (least, most)


@pytest.mark.parametrize(
    ("fields", "band"),
    [
        ({}, {"min": -25, "max": 50}),
        ({"ruleset": "roberts"}, {"min": -25, "max": 50}),
        ({"rules": {"procedure": "round_up_each"}}, {"min": 0, "max": 225}),
        ({"rules": {"procedure": "round_nearest_each"}}, None),
        ({"rules": {"procedure": "forfeit"}}, None),
        ({"ruleset": "leave-in-play"}, None),
        ({"removed": 10, "in_play": [25]}, None),
        ({"removed": 10, "in_play": [25], "ruleset": "round-everyone-up"}, None),
    ],
)
def test_where_there_is_a_band(fields: dict[str, Any], band: dict[str, int] | None) -> None:
    seats = (seat(1, 3), seat(2, 1, other=0), seat(3, 2))
    assert result(*seats, **fields)["band"] == band


@pytest.mark.parametrize(
    ("seats", "fields", "terms"),
    [
        # up, down, rescue, surplus
        ([3, 1], {}, (0, 0, 0, 0)),
        ([3, 2], {}, (0, -25, 0, 0)),
        ([3, 3], {}, (50, 0, 0, 0)),
        ([1, 1], {"ruleset": "roberts-holder-half"}, (0, -50, 0, 0)),
        ([2], {"ruleset": "roberts-holder-half"}, (50, 0, 0, 0)),
        ([4, 4], {"removed": 10, "in_play": [25]}, (0, -5, 0, -25)),
        ([4, 3], {"removed": 10, "in_play": [25]}, (5, 0, 0, -25)),
    ],
)
def test_drift_terms(
    seats: list[int], fields: dict[str, Any], terms: tuple[int, int, int, int]
) -> None:
    entries = [seat(number, odd) for number, odd in enumerate(seats, start=1)]
    # Whoever wins: the terms are the same, so name the first seats where cards would be needed.
    found = result(*entries, **fields)
    if not found["final"]:
        found = result(*entries, winners=[1], **fields)
    assert tuple(found["drift_terms"].values()) == terms
    assert found["drift"] == sum(terms)


@pytest.mark.parametrize(("odd", "warned"), [([3, 1], []), ([3, 2], ["remainder_in_whole_event"])])
def test_a_whole_event_cannot_end_with_a_remainder(odd: list[int], warned: list[str]) -> None:
    entries = [seat(number, count) for number, count in enumerate(odd, start=1)]
    found = result(*entries, whole_event=True)
    assert [one["code"] for one in found["warnings"]] == warned
    assert result(*entries, whole_event=False)["warnings"] == []
    assert result(*entries)["warnings"] == []


def test_the_report_says_how_many_chips_are_missing() -> None:
    found = result(seat(1, 3), seat(2, 2), whole_event=True)
    (warning,) = found["warnings"]
    assert "25 over" in warning["message"]
    assert "3 chips of 25" in warning["message"]

"""Exact chances: published values, the definition itself, and what must always hold."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from colorup.engine.odds import place_chances
from colorup.engine.problems import Problems
from colorup.formats.odds_json import odds_document, race_odds

PUBLISHED = json.loads((Path(__file__).parent / "odds.json").read_text(encoding="utf-8"))


def race(*odd: int, **more: Any) -> dict[str, Any]:
    seats = [{"seat": number, "odd": chips} for number, chips in enumerate(odd, start=1)]
    return {"removed": 25, "in_play": [100, 500], "seats": seats, **more}


@pytest.mark.parametrize("case", PUBLISHED, ids=lambda case: str(case["id"]))
def test_published_chances(case: dict[str, Any]) -> None:
    found = race_odds(case["input"])
    assert found.pool == case["expect"]["pool"]
    wanted = {int(seat): chance for seat, chance in case["expect"]["chance"].items()}
    assert {seat: round(float(one), 9) for seat, one in found.chances.items()} == {
        seat: round(one, 9) for seat, one in wanted.items()
    }


def test_the_document_is_in_lowest_terms_for_every_listed_seat() -> None:
    document = odds_document(race_odds(race(3, 1, 0)))
    assert document == {
        "pool": 1,
        "chances": [
            {"seat": 1, "numerator": 3, "denominator": 4},
            {"seat": 2, "numerator": 1, "denominator": 4},
            {"seat": 3, "numerator": 0, "denominator": 1},
        ],
    }


@given(st.lists(st.integers(1, 3), min_size=1, max_size=4))
def test_places_are_those_of_every_order_of_the_cards(counts: list[int]) -> None:
    owners = [seat for seat, count in enumerate(counts) for _ in range(count)]
    tally = [[0] * len(counts) for _ in counts]
    orders = 0
    for order in permutations(range(len(owners))) if len(owners) <= 6 else ():
        ranked = list(dict.fromkeys(owners[card] for card in order))
        orders += 1
        for place, seat in enumerate(ranked):
            tally[seat][place] += 1
    places = place_chances(dict(enumerate(counts)))
    for seat in range(len(counts)):
        assert sum(places[seat]) == 1
        if orders:
            assert places[seat] == tuple(Fraction(ways, orders) for ways in tally[seat])


@given(st.lists(st.integers(0, 3), min_size=1, max_size=9), st.sampled_from(["up", "down"]))
def test_the_chances_sum_to_the_awards(odd: list[int], rounding: str) -> None:
    found = race_odds(race(*odd, rules={"pool_rounding": rounding}))
    racers = sum(chips > 0 for chips in odd)
    assert found.pool is not None
    assert sum(found.chances.values()) == min(found.pool, racers)


def test_a_seat_served_first_wins_no_award() -> None:
    document = race(1, 3, 2, ruleset="roberts")
    document["seats"][0]["other"] = 0
    assert race_odds(document).chances == {1: 0, 2: Fraction(3, 5), 3: Fraction(2, 5)}


def test_the_holders_half_decides_by_place_and_chips() -> None:
    # 100 + 25 over: the first place has a chip, the second only with at least two odd chips.
    found = race_odds(race(3, 1, 1, ruleset="roberts-holder-half"))
    assert found.pool == 1
    second = 2 * Fraction(1, 5) * Fraction(3, 4)
    assert found.chances == {1: Fraction(3, 5) + second, 2: Fraction(1, 5), 3: Fraction(1, 5)}


def test_cards_and_winners_are_ignored() -> None:
    assert race_odds(race(3, 1, cards={"9": ["joker"]}, winners=[7])) == race_odds(race(3, 1))


@pytest.mark.parametrize(
    ("document", "codes"),
    [
        (race(1, rules={"procedure": "forfeit"}), ("bad_option",)),
        (race(1, rules={"decks": 2}), ("bad_option",)),
        (race(1, rules={"decks": 2, "procedure": "forfeit"}), ("bad_option", "bad_option")),
        ({"removed": [5, 25], "in_play": [100], "seats": []}, ("bad_option",)),
        ({"removed": 25, "in_play": [100], "odd_total": 3}, ("bad_option",)),
        (race(9), ("bad_count",)),
    ],
)
def test_where_chances_are_not_to_be_had(document: dict[str, Any], codes: tuple[str, ...]) -> None:
    with pytest.raises(Problems) as raised:
        race_odds(document)
    assert raised.value.codes == codes

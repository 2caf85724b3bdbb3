"""Cards still to come: what is certain already, and whose cards can still matter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import comb
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from colorup.engine.cards import DECK
from colorup.formats.race_json import evaluate
from tests.engine import oracle
from tests.engine.races import awards, race, result, seat, step

SEATS = (seat(1, 3), seat(2, 2), seat(3, 1))


@pytest.mark.parametrize(
    ("cards", "missing"),
    [
        ({}, [1, 2, 3]),
        ({"1": []}, [1, 2, 3]),  # an empty list is missing, not wrong
        ({"1": ["9d", "2c", "3c"]}, [2, 3]),
        ({"1": ["9d", "2c", "3c"], "2": ["Ts", "4c"]}, [3]),
    ],
)
def test_seats_without_cards_are_named(cards: dict[str, list[str]], missing: list[int]) -> None:
    found = result(*SEATS, cards=cards, rules={"pool_rounding": "down"})
    assert (found["final"], found["missing"]) == (False, missing)
    open_values = ("received", "paid_for_odd", "drift", "drift_terms", "bank", "settlement")
    assert {name: found[name] for name in open_values} == dict.fromkeys(open_values)
    (only,) = found["steps"]
    assert (only["awards"], only["rescues"]) == (None, None)
    # What is certain is still there.
    assert (only["pool"], only["deal_order"], only["cards_needed"]) == (1, [1, 2, 3], 6)
    assert found["odd_taken"] == 150
    assert found["band"] == {"min": -75, "max": 0}


def test_nobody_can_pass_the_ace_of_spades() -> None:
    found = result(*SEATS, cards={"3": ["As"]}, rules={"pool_rounding": "down"})
    assert (found["final"], found["missing"]) == (True, [])
    assert awards(found["steps"][0]) == {3: 1}
    assert found["evidence"] == "winners"


def test_the_last_place_is_decided_when_only_one_seat_is_open_and_cannot_win() -> None:
    cards = {"1": ["As", "2d", "3d"], "2": ["Ks", "4d"]}
    found = result(*SEATS, cards=cards, rules={"pool_rounding": "down"})
    assert found["final"] is True
    assert awards(found["steps"][0]) == {1: 1}
    # With two chips the king of spades can still be passed, by the three aces left.
    found = result(*SEATS, cards=cards)
    assert (found["final"], found["missing"]) == (False, [3])


def test_two_decks_still_hold_a_second_ace_of_spades() -> None:
    rules = {"pool_rounding": "down", "decks": 2}
    found = result(*SEATS, cards={"3": ["As"]}, rules=rules)
    assert (found["final"], found["missing"]) == (False, [1, 2])


def test_the_ranking_lists_the_seats_whose_cards_are_in() -> None:
    only = step(*SEATS, cards={"3": ["9d"], "1": ["Th", "2c", "3c"]})
    assert only["ranking"] == [{"seat": 1, "card": "Th"}, {"seat": 3, "card": "9d"}]


def test_missing_cards_of_a_seat_that_is_served_first_do_not_matter() -> None:
    seats = (seat(1, 3, other=0), seat(2, 2), seat(3, 1))
    cards = {"2": ["Ks", "2c"], "3": ["Qs"]}
    found = result(*seats, cards=cards, ruleset="roberts")
    assert found["final"] is True
    assert awards(found["steps"][0]) == {2: 1}


def test_the_seats_that_can_only_keep_the_extra_chip_from_another_are_named() -> None:
    # Seat 7 has half a chip, seat 1 has not: the one that ranks above the other settles it.
    seats = (seat(1, 1), seat(7, 2), seat(8, 3))
    found = result(*seats, cards={"8": ["As", "Kd", "3d"]}, ruleset="roberts-holder-half")
    assert found["steps"][0]["pool"] == 1
    assert (found["final"], found["missing"]) == (False, [1, 7])


def test_a_seat_that_wins_at_any_place_is_named_where_it_takes_the_extra_chip_from_another() -> (
    None
):
    # Seat 1 has half a chip and wins one at either place; above seat 10 it takes that seat's.
    seats = (seat(1, 2), seat(3, 1, other=0), seat(10, 1), seat(11, 1, other=0))
    rules = {"last_chip": "holder_half"}
    found = result(*seats, cards={"3": ["2c"], "11": ["2d"]}, rules=rules)
    assert (found["final"], found["missing"]) == (False, [1, 10])
    two = race(seat(3, 2), seat(4, 1), removed=10, in_play=[25], rules=rules)
    assert evaluate(two)["missing"] == [3, 4]


# By trying every way in which the rest of a nearly empty stub can be dealt.

Hands = Mapping[int, Sequence[str]]
MOST_COMPLETIONS = 700


def completions(left: Sequence[str], wanted: Sequence[tuple[int, int]]) -> Iterator[Hands]:
    if not wanted:
        yield {}
        return
    (number, count), *rest = wanted
    for hand in combinations(left, count):
        remaining = [card for card in left if card not in hand]
        for others in completions(remaining, rest):
            yield {number: hand, **others}


@st.composite
def nearly_dealt(draw: st.DrawFn) -> tuple[oracle.Table, Hands, Sequence[str]]:
    """A table with about as many odd chips as cards, the cards of most seats, and what is left."""
    removed, target, most = draw(st.sampled_from([(25, 500, 19), (5, 70, 13), (15, 200, 39)]))
    seats = draw(st.lists(st.integers(1, 12), min_size=3, max_size=6, unique=True))
    waiting = seats[: draw(st.integers(1, min(3, len(seats) - 1)))]
    odd = {one: draw(st.sampled_from([1, 1, 2, 3, 8, 10])) for one in waiting}
    known = seats[len(waiting) :]
    room = len(DECK) - draw(st.integers(0, 3)) - sum(odd.values())
    for behind, number in enumerate(known, start=1):
        share = min(most, room - (len(known) - behind))
        odd[number] = share if draw(st.booleans()) else draw(st.integers(1, share))
        room -= odd[number]
    rules = draw(
        st.sampled_from(
            [
                {},
                {"pool_rounding": "down"},
                {"pool_rounding": "up"},
                {"last_chip": "holder_half"},
                {"award_limit": "winner_takes_all"},
                {"surplus": "second_round"},
            ]
        )
    )
    if draw(st.booleans()):
        rules = {**rules, "rescue_source": "pool_first", "rescue_chip": "race_target"}
    at_risk = draw(st.frozensets(st.sampled_from(seats), max_size=2))
    deck = [str(card) for card in DECK]
    draw(st.randoms(use_true_random=False)).shuffle(deck)
    cards = {number: [deck.pop() for _ in range(odd[number])] for number in known}
    return oracle.Table(removed, target, odd, at_risk, rules), cards, deck


def document_of(table: oracle.Table, cards: Hands) -> dict[str, Any]:
    return {
        "removed": table.removed,
        "in_play": [table.target],
        "rules": dict(table.rules),
        "seats": [
            seat(number, count, **({"other": 0} if number in table.at_risk else {}))
            for number, count in table.odd.items()
        ],
        "cards": {str(number): list(hand) for number, hand in cards.items()},
    }


@settings(max_examples=250, suppress_health_check=[HealthCheck.filter_too_much])
@given(nearly_dealt())
def test_a_race_is_final_exactly_when_every_completion_pays_the_same(
    drawn: tuple[oracle.Table, Hands, Sequence[str]],
) -> None:
    table, cards, left = drawn
    waiting = [(number, count) for number, count in table.odd.items() if number not in cards]
    ways, room = 1, len(left)
    for _, count in waiting:
        ways *= comb(room, count)
        room -= count
    assume(ways <= MOST_COMPLETIONS)
    found = evaluate(document_of(table, cards))
    (only,) = found["steps"]
    results = [
        oracle.due(table, oracle.ranked({**cards, **more})) for more in completions(left, waiting)
    ]
    assert found["final"] is (len({one.by_seat for one in results}) == 1)
    if found["final"]:
        assert awards(only) == results[0].awards
        assert {one["seat"] for one in only["rescues"]} == set(results[0].rescues)
        assert found["missing"] == []
    else:
        assert set(found["missing"]) <= {number for number, _ in waiting}
        assert found["missing"] != []


@settings(max_examples=60)
@given(nearly_dealt(), st.randoms(use_true_random=False))
def test_dealing_to_the_named_seats_makes_the_race_final(
    drawn: tuple[oracle.Table, Hands, Sequence[str]], random: Any
) -> None:
    table, cards, left = drawn
    missing = evaluate(document_of(table, cards))["missing"]
    deck = list(left)
    random.shuffle(deck)
    more = {number: [deck.pop() for _ in range(table.odd[number])] for number in missing}
    assert evaluate(document_of(table, {**cards, **more}))["final"] is True


def test_a_stub_that_cannot_serve_everybody_leaves_all_open() -> None:
    seats = [seat(number, 19) for number in range(1, 4)]
    cards = {"1": [str(card) for card in DECK[:19]], "2": [str(card) for card in DECK[19:38]]}
    found = evaluate(race(*seats, target=500, cards=cards, rules={"pool_rounding": "down"}))
    assert (found["final"], found["missing"]) == (False, [3])

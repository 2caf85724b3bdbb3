"""Ties: only two decks can make them, and only some of them matter."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.races import awards, keys, race, result, seat

ACES = {"1": ["As"], "2": ["As"], "3": ["2c"]}
SEATS = (seat(1, 1), seat(2, 1), seat(3, 1))


def two_decks(cards: dict[str, list[str]], *seats: dict[str, Any], **fields: Any) -> dict[str, Any]:
    rules = {"decks": 2, **fields.pop("rules", {})}
    return result(*(seats or SEATS), cards=cards, rules=rules, **fields)


def test_tied_seats_that_would_be_paid_differently_leave_the_race_open() -> None:
    found = two_decks(ACES)
    assert (found["final"], found["missing"], found["steps"][0]["tie"]) == (False, [], [1, 2])
    assert found["steps"][0]["awards"] is None
    assert [one["seat"] for one in found["steps"][0]["ranking"]] == [1, 2, 3]


def test_a_tie_below_the_pool_does_not_matter() -> None:
    found = two_decks({"1": ["Kd"], "2": ["Kd"], "3": ["As"]})
    assert (found["final"], found["steps"][0]["tie"]) == (True, [])
    assert awards(found["steps"][0]) == {3: 1}


def test_a_tie_within_the_pool_does_not_matter() -> None:
    found = two_decks(
        {"1": ["Kd", "2c"], "2": ["Kd", "3c"], "3": ["2s"]},
        seat(1, 2),
        seat(2, 2),
        seat(3, 1),
        rules={"pool_rounding": "up"},
    )
    assert found["steps"][0]["pool"] == 2
    assert (found["final"], awards(found["steps"][0])) == (True, {1: 1, 2: 1})


@pytest.mark.parametrize(
    ("tiebreak", "winner"),
    [
        ({"1": ["9h"], "2": ["9s"]}, 2),  # suits count
        ({"1": ["9h"], "2": ["8s"]}, 1),
        ({"1": ["9h", "2d"], "2": ["9h", "3d"]}, 2),  # as often as needed
        ({"1": ["9h", "2d", "Kc"], "2": ["9h", "2d", "Qc"]}, 1),
    ],
)
def test_extra_cards_decide(tiebreak: dict[str, list[str]], winner: int) -> None:
    found = two_decks(ACES, tiebreak=tiebreak)
    assert found["final"] is True
    assert found["steps"][0]["awards"] == [{"seat": winner, "chips": 1, "card": "As"}]


@pytest.mark.parametrize(
    "tiebreak",
    [
        {},
        {"1": ["9h"]},  # of two tied seats one extra card alone decides nothing
        {"1": [], "2": ["9h"]},
        {"1": ["9h"], "2": ["9h"]},
        {"1": ["9h", "Kd"], "2": ["9h"]},
    ],
)
def test_the_tie_stands_until_all_its_seats_have_their_card(tiebreak: dict[str, list[str]]) -> None:
    found = two_decks(ACES, tiebreak=tiebreak)
    assert (found["final"], found["steps"][0]["tie"]) == (False, [1, 2])


def test_only_those_still_tied_get_another_card() -> None:
    aces = {"1": ["As"], "2": ["As"], "3": ["Ks"], "4": ["Ks"], "5": ["2c"], "6": ["2d"]}
    seats = tuple(seat(number, 1) for number in range(1, 7))
    # Six odd chips are two awards: the tie of the aces is within the pool, that of the kings below.
    assert two_decks(aces, *seats)["final"] is True
    down = {"pool_rounding": "down"}
    assert two_decks(aces, *seats, rules=down)["steps"][0]["tie"] == [1, 2]


def test_a_tie_of_three_for_two_chips_is_broken_by_parts() -> None:
    # Two decks hold a card twice, so three seats tie by extra cards only after two do by aces:
    # here two tie for the second chip.
    cards = {"1": ["As", "2c"], "2": ["Kd", "3c"], "3": ["Kd", "4c"]}
    seats = (seat(1, 2), seat(2, 2), seat(3, 2))
    rules = {"pool_rounding": "half_up"}
    found = two_decks(cards, *seats, rules=rules)
    assert (found["steps"][0]["pool"], found["steps"][0]["tie"]) == (2, [2, 3])
    found = two_decks(cards, *seats, rules=rules, tiebreak={"2": ["5d"], "3": ["5h"]})
    assert awards(found["steps"][0]) == {1: 1, 3: 1}


def test_tied_seats_served_first_need_no_extra_card() -> None:
    seats = (seat(1, 1, other=0), seat(2, 1, other=0), seat(3, 1), seat(4, 1), seat(5, 3))
    cards = {"1": ["As"], "2": ["As"], "3": ["Kd"], "4": ["Qd"], "5": ["Jd", "2d", "3d"]}
    found = two_decks(cards, *seats, ruleset="roberts")
    assert found["steps"][0]["pool"] == 2
    assert found["final"] is True
    assert [one["from"] for one in found["steps"][0]["rescues"]] == ["pool", "pool"]


@pytest.mark.parametrize(
    ("tiebreak", "problems"),
    [
        ({"3": ["9h"]}, [("bad_tiebreak", 3)]),  # not tied
        ({"7": ["9h"]}, [("bad_tiebreak", 7)]),  # not even there
        ({"1": ["9h", "8h"], "2": ["9s"]}, [("bad_tiebreak", 1)]),  # no tie any more
        ({"1": ["9h", "8h"], "2": []}, [("bad_tiebreak", 1)]),
        ({"1": ["9h", "8h", "7h"], "2": ["9h", "8d"]}, [("bad_tiebreak", 1)]),
        ({"1": ["As"], "2": ["9h"]}, [("duplicate_card", 1)]),  # the third ace of spades
        ({"1": ["Xs"], "2": ["9h"]}, [("bad_card", 1)]),
        ({"1": "9h"}, [("bad_card.not_a_list", 1)]),
        ({"0": ["9h"]}, [("bad_seat", None)]),
        ([], [("bad_card.not_an_object", None)]),
    ],
)
def test_extra_cards_that_cannot_be(
    tiebreak: object, problems: list[tuple[str, int | None]]
) -> None:
    document = race(*SEATS, cards=ACES, tiebreak=tiebreak, rules={"decks": 2})
    assert keys(document) == problems


def test_with_one_deck_there_are_no_ties() -> None:
    document = race(*SEATS, cards={"1": ["As"], "2": ["Ks"], "3": ["2c"]}, tiebreak={"1": ["9h"]})
    assert keys(document) == [("bad_tiebreak", 1)]


def test_a_tie_that_cannot_be_read_makes_no_extra_card_wrong() -> None:
    tiebreak = {"1": ["9h"], "2": ["9s"]}
    document = race(*SEATS, cards={**ACES, "1": ["Xs"]}, tiebreak=tiebreak, rules={"decks": 2})
    assert keys(document) == [("bad_card", 1)]

"""What is told to players: each seat's story, and the announcement."""

from __future__ import annotations

from typing import Any

import pytest

from colorup.engine.explain import announcement
from colorup.engine.presets import PRESETS
from colorup.engine.problems import Message
from colorup.engine.ruleset import OPTIONS, Ruleset, make_ruleset
from colorup.wording import say
from tests.engine.races import counted, result, seat

CARDS = {"1": ["Ks", "9d", "3h"], "2": ["Qc"], "3": ["Td", "2d"]}
SEATS = (counted(1, 7), counted(2, 5, other=0), counted(3, 2, other=0), counted(4, 8))


def told(**fields: Any) -> dict[int, str]:
    why = result(*SEATS, **fields)["why"]
    assert [one["seat"] for one in why] == sorted({one["seat"] for one in why})
    return {one["seat"]: one["text"] for one in why}


def test_each_seat_is_told_exchange_and_outcome() -> None:
    assert told(cards=CARDS, rules={"pool_rounding": "down"}) == {
        1: "Hands in 4 × 25 for 1 × 100, 3 left over. K♠ is the highest card: 1 × 100.",
        2: "Hands in 4 × 25 for 1 × 100, 1 left over. Q♣ is number 2 of 3: 1 chip leaves play.",
        3: "2 odd chips of 25, no complete set. Lost with 10♦, but has nothing else: one 100 from"
        " the bank.",
        4: "Hands in 8 × 25 for 2 × 100, none left over.",
    }


@pytest.mark.parametrize(
    ("fields", "seat_number", "words"),
    [
        ({}, 1, "Its result is still open."),
        ({"cards": CARDS}, 2, "Q♣ is number 2 of 3: 1 × 100."),
        ({"winners": [1, 2]}, 1, "Won the race: 1 × 100."),
        ({"winners": [1, 2]}, 3, "one 100 from the bank."),
        ({"winners": [1], "ruleset": "roberts"}, 3, "served first: one 100 out of the table’s"),
        ({"winners": [1], "ruleset": "roberts"}, 2, "Won no chip: 1 chip leaves play."),
        ({"ruleset": "leave-in-play"}, 1, "The odd chips stay in play."),
        ({"rules": {"procedure": "forfeit"}}, 2, "The odd chip leaves play unpaid."),
        ({"rules": {"procedure": "forfeit"}}, 1, "The odd chips leave play unpaid."),
        ({"ruleset": "round-everyone-up"}, 2, "rounded up: 1 × 100."),
        ({"rules": {"procedure": "round_nearest_each"}}, 1, "rounded to 1 × 100."),
        ({"rules": {"procedure": "round_nearest_each"}}, 2, "1 chip is less than half of 100"),
    ],
)
def test_the_story_says_why(fields: dict[str, Any], seat_number: int, words: str) -> None:
    assert words in told(**fields)[seat_number]


def test_the_story_says_that_an_exchange_was_not_recorded() -> None:
    why = result(seat(1, 3), seat(2, 3))["why"]
    assert why[0]["text"].startswith("3 odd chips of 25; what was exchanged before was not")
    assert "no card needed" in why[0]["text"]


def test_an_empty_pool_is_told() -> None:
    (why,) = result(seat(1, 1))["why"]
    assert "do not make one 100: 1 chip leaves play." in why["text"]


def said(ruleset: Ruleset, *, smaller_stays: bool = False) -> list[str]:
    messages = announcement((25,), (5, 100) if smaller_stays else (100,), None, ruleset)
    return [say(one) for one in messages]


def test_a_card_that_decided_nothing_is_not_said_to_have_lost() -> None:
    # The whole pool went to the seat that is served first, so the ace has nothing to win.
    seats = (seat(1, 1, other=0), seat(2, 2))
    (_, why) = result(*seats, cards={"2": ["As", "2c"]}, ruleset="roberts")["why"]
    assert why["text"].endswith("Won no chip: 2 chips leave play.")


def test_the_announcement_of_a_source() -> None:
    text = " ".join(said(PRESETS["france"].ruleset))
    assert text.startswith("The chips of 25 leave play at the start of a level.")
    assert "except by a player who is all in" in text
    assert "One player gathers them" in text
    assert "starts at seat 1" in text
    assert "Nobody wins more than one chip." in text


@pytest.mark.parametrize("slug", PRESETS)
@pytest.mark.parametrize("smaller_stays", [False, True])
def test_every_presets_announcement_can_be_said(slug: str, smaller_stays: bool) -> None:
    sentences = said(PRESETS[slug].ruleset, smaller_stays=smaller_stays)
    assert all(one.endswith(".") and "%" not in one for one in sentences)
    raced = any("raced" in one for one in sentences)
    assert raced is (PRESETS[slug].ruleset.procedure == "race" and not smaller_stays)


@pytest.mark.parametrize(
    ("name", "value"),
    [(name, value) for name, one in OPTIONS.items() for value in one.choices]
    + [("when", "during the second break"), ("when", "")],
)
def test_every_option_can_be_announced(name: str, value: str | int) -> None:
    partner = {"rescue_chip": "race_target"} if value == "pool_first" else {}
    sentences = said(make_ruleset(Ruleset(), {name: value, **partner}))
    first = {
        "during the second break": "The chips of 25 leave play during the second break.",
        "": "The chips of 25 leave play.",
    }.get(str(value), "The chips of 25 leave play at the break.")
    assert sentences[0] == first
    assert all("%" not in one for one in sentences)


def test_several_denominations_are_announced_one_after_the_other() -> None:
    text = " ".join(map(say, announcement((100, 25), (500, 1000), None, Ruleset())))
    first, then = text.split(" Then the chips of 100. ")
    assert first.startswith("The chips of 25, 100 leave play at the break.")
    assert "First the chips of 25. Complete sets are exchanged for 100 at equal value." in first
    assert "the highest card wins a 100, then the next." in first
    assert then.startswith(
        "Complete sets are exchanged for 500 at equal value. Chips that make no set are raced in"
        " the same way, for 500. The deal starts at seat 1."
    )


def test_of_several_denominations_one_may_be_exchanged_without_a_race() -> None:
    text = " ".join(map(say, announcement((25, 500), (100, 1000), None, Ruleset())))
    assert "the highest card wins a 100, then the next." in text
    assert "Then the chips of 500. All of them are exchanged at equal value." in text
    assert "1,000" not in text


def test_without_a_higher_chip_there_is_nothing_to_race_for() -> None:
    keys = [one.key for one in announcement((1000,), (100, 500), None, Ruleset())]
    assert keys == ["announce.leaves_when", "announce.in_view", "announce.equal_value"]


def test_large_numbers_are_grouped() -> None:
    assert say(Message("why.served", {"chip": 12_500})).endswith(
        "one 12,500 out of the table’s chips."
    )
    assert say(Message("why.served", {"chip": 2_500})).endswith(
        "one 2500 out of the table’s chips."
    )

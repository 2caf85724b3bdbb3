"""Laws of custody: whatever race is confirmed, its chips add up, and reopening restores them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, reject
from hypothesis import strategies as st

from colorup.engine.chips import add_chips, complete_set
from colorup.engine.lifecycle import State
from colorup.engine.presets import PRESETS
from colorup.engine.problems import Problems
from colorup.formats.race_json import evaluate
from tests.workflow.rooms import announce_25s, make_event, make_people, make_table
from tournaments.models import ChipMovement, Place, Reason, TableRace
from tournaments.workflow import confirm, count, deal, reopen
from tournaments.workflow.custody import Movement, of_confirmation
from tournaments.workflow.documents import COUNT_FIELDS
from tournaments.workflow.paid import Paid, Payment

ENGINE_CASES = Path(__file__).parent.parent / "engine"
HEADING = {"removed", "in_play", "target", "ruleset", "rules"}
DEAL_ONLY = {"cards", "best_cards_only", "tiebreak", "winners", "rescued", "handed_over"}


def final_cases() -> list[Any]:
    """Every case of the engine that is right and final."""
    races = json.loads((ENGINE_CASES / "races.json").read_text(encoding="utf-8"))
    races += json.loads((ENGINE_CASES / "more.json").read_text(encoding="utf-8"))["races"]
    return [
        pytest.param(case["input"], id=case["id"])
        for case in races
        if evaluate(case["input"])["final"]
    ]


def change_in_play(movements: tuple[Movement, ...]) -> dict[int, int]:
    changes: dict[int, int] = {}
    for one in movements:
        signed = one.value_into_play // one.denomination
        changes[one.denomination] = changes.get(one.denomination, 0) + signed
    return {chip: change for chip, change in changes.items() if change}


def change_by_bank(bank: Mapping[str, Mapping[str, int]]) -> dict[int, int]:
    pays = {int(chip): chips for chip, chips in bank["pays"].items()}
    takes = {int(chip): -chips for chip, chips in bank["takes"].items()}
    return add_chips(pays, takes)


@pytest.mark.parametrize("document", final_cases())
def test_every_case_is_confirmed_balanced_and_taken_back(
    db: None, document: dict[str, Any]
) -> None:
    people = make_people()
    removed = document["removed"]
    removed = removed if isinstance(removed, list) else [removed]
    event = make_event([*removed, *document["in_play"]])
    table = make_table(event, 1)
    table.seat_count = 12
    table.save()
    color_up = announce_25s(
        event,
        [table],
        by=people.director,
        removed=removed,
        in_play=document["in_play"],
        target=document.get("target"),
        ruleset_slug=document.get("ruleset", "tda-2026"),
        rules={"evidence": "totals", **document.get("rules", {})},
    )
    sent = {"race_id": color_up.races.get().pk, "by": people.director}
    deal_entry = {name: value for name, value in document.items() if name in DEAL_ONLY}
    count_entry = {
        name: value for name, value in document.items() if name in COUNT_FIELDS - DEAL_ONLY
    }
    race = count(**sent, command_id="c", expected_version=1, entry=count_entry).race
    if deal_entry and race.situation.cards_needed:
        race = deal(**sent, command_id="d", expected_version=2, entry=deal_entry).race
    race = confirm(**sent, command_id="k", expected_version=race.version).race
    assert race.result is not None
    moved = ChipMovement.objects
    assert moved.value_into_play() == race.drift == evaluate(document)["drift"]
    if race.result["bank"] is not None:
        assert moved.change_in_play() == change_by_bank(race.result["bank"])
    assert sum(TableRace.objects.drift_terms().values()) == race.drift
    reopen(
        **sent, command_id="r", expected_version=race.version, to_state=State.COUNTED, reason="why"
    )
    assert (moved.value_into_play(), moved.change_in_play()) == (0, {})


@st.composite
def races(draw: st.DrawFn) -> dict[str, Any]:
    """A race with all its cards: random chips, seats and ruleset, perhaps a collector."""
    removed, target = draw(st.sampled_from([(25, 100), (5, 25), (10, 25), (100, 500), (25, 500)]))
    lower = [100] if (removed, target) == (25, 500) else []
    gives = complete_set(removed, target).gives
    ruleset = draw(st.sampled_from(sorted(PRESETS)))
    odd: dict[int, int] = {}
    seats = []
    for seat in sorted(draw(st.sets(st.integers(1, 9), min_size=1))):
        chips = draw(st.integers(0, 40))
        odd[seat] = chips % gives
        # The collector's own pile is counted apart, so nobody's count holds exchanged chips.
        counted = ruleset != "france" and draw(st.booleans())
        one = {"seat": seat, "count": chips} if counted else {"seat": seat, "odd": odd[seat]}
        if draw(st.booleans()):
            one["other"] = draw(st.sampled_from([0, 5000]))
        seats.append(one)
    assume(sum(odd.values()) <= 52)
    cards = draw(st.permutations([rank + suit for rank in "AKQJT98765432" for suit in "shdc"]))
    document: dict[str, Any] = {
        "removed": removed,
        "in_play": [*lower, target, target * 10],
        "target": target,
        "ruleset": ruleset,
        "seats": seats,
        "cards": {str(seat): [cards.pop() for _ in range(chips)] for seat, chips in odd.items()},
    }
    if ruleset == "france" and draw(st.booleans()):
        pile = sum(odd.values()) + gives * draw(st.integers(0, 60))
        own = {str(target): draw(st.integers(0, 30)), str(target * 10): draw(st.integers(0, 9))}
        document["collector"] = {"seat": seats[0]["seat"], "pile": pile, "own": own}
    elif draw(st.booleans()):
        document["rules"] = {"pool_rounding": draw(st.sampled_from(["half_up", "up", "down"]))}
    return document


def result_of(document: dict[str, Any]) -> dict[str, Any]:
    """The result; gives up on refused combinations."""
    try:
        result = evaluate(document)
    except Problems:
        reject()
    assume(result["final"])
    return result


@given(document=races())
def test_movements_sum_to_the_drift_and_are_what_the_bank_gives_and_takes(
    document: dict[str, Any],
) -> None:
    result = result_of(document)
    movements = of_confirmation(document, result, Paid.due(result))
    assert sum(one.value_into_play for one in movements) == result["drift"]
    assert all(one.chips > 0 for one in movements)
    if result["bank"] is not None:
        assert change_in_play(movements) == change_by_bank(result["bank"])


@given(document=races(), paid_chips=st.dictionaries(st.integers(1, 9), st.integers(1, 3)))
def test_whatever_was_paid_the_adjustment_is_the_difference(
    document: dict[str, Any], paid_chips: dict[int, int]
) -> None:
    result = result_of(document)
    target = result["steps"][0]["target"]
    paid = Paid(
        tuple(
            Payment(Reason.AWARD, document["removed"], seat, target, chips)
            for seat, chips in sorted(paid_chips.items())
        )
    )
    movements = of_confirmation(document, result, paid)
    moved = sum(one.value_into_play for one in movements)
    assert moved == result["drift"] + paid.adjustment(result)
    put_down = [one for one in movements if one.reason in (Reason.AWARD, Reason.ADJUSTMENT)]
    assert {one.from_place for one in put_down} <= {Place.BANK}
    by_the_bank = 0 if result["settlement"] else sum(paid_chips.values())
    assert sum(one.chips for one in put_down) == by_the_bank

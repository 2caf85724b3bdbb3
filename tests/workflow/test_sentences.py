"""Every refusal and problem of the workflow has its sentence, with exactly what it speaks of."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import translation

import tournaments.workflow
from colorup.engine.presets import PRESETS
from colorup.engine.problems import Message
from colorup.wording import SENTENCES as SENTENCES_OF_ENGINE
from tournaments.sentences import SENTENCES, say, say_shipped
from tournaments.workflow import Conflict, Forbidden, NotFound, Unfit

FOLDER = Path(tournaments.workflow.__file__).parent
REFUSALS = {"Conflict", "Forbidden", "Unfit"}
CARRIED = {"race", "applied", "sent"}


def raised() -> Iterator[tuple[str, tuple[str, ...]]]:
    """The key of each sentence that the workflow's code names, and the values it gives."""
    for file in sorted(FOLDER.glob("*.py")):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not (isinstance(call, ast.Call) and call.args):
                continue
            key = call.args[0]
            if not (isinstance(key, ast.Constant) and isinstance(key.value, str)):
                continue
            names = tuple(sorted({one.arg for one in call.keywords if one.arg} - CARRIED))
            if isinstance(call.func, ast.Name) and call.func.id in REFUSALS:
                yield f"refused.{key.value}", names
            if isinstance(call.func, ast.Attribute) and ast.unparse(call.func) == "findings.add":
                yield key.value, names


@pytest.mark.parametrize(("key", "names"), sorted(set(raised())), ids=str)
def test_a_sentence_speaks_of_what_is_given(key: str, names: tuple[str, ...]) -> None:
    sentence = SENTENCES.get(key) or SENTENCES_OF_ENGINE[key]
    assert set(re.findall(r"%\((\w+)\)s", str(sentence))) <= set(names)


def test_every_kind_of_refusal_is_among_them() -> None:
    keys = {key.split(".")[1] for key, _ in raised() if key.startswith("refused.")}
    assert keys == {
        "brings_needed",
        "changed_after_send",
        "chips_recorded",
        "collector_not_asked",
        "director_needed",
        "float_differs",
        "held",
        "not_final",
        "nothing_dealt",
        "not_now",
        "race_first",
        "reason_needed",
        "role_too_low",
        "seats_changed",
        "second_person_needed",
        "section_has_float",
        "stale",
        "tables_confirmed",
    }


@pytest.mark.parametrize("wanted", ["winners", "best_cards", "cards"])
def test_evidence_has_a_sentence_for_what_is_wanted(wanted: str) -> None:
    refusal = Unfit(f"evidence_too_low.{wanted}")
    assert refusal.code == "evidence_too_low"
    assert say(refusal.message).startswith("The ruleset asks for ")


def test_refusals_say_the_status_they_stand_for() -> None:
    statuses = [NotFound.status, Forbidden.status, Conflict.status, Unfit.status]
    assert statuses == [404, 403, 409, 422]
    assert say(NotFound().message) == "There is no such page."


def test_seats_are_listed() -> None:
    with translation.override("en"):
        assert say(Message("refused.not_final.tied", {"seats": (3, 5)})) == (
            "Seats 3, 5 are tied: each of them gets one more card."
        )


def test_a_shipped_ruleset_speaks_french_and_a_house_ruleset_its_own_words() -> None:
    preset = PRESETS["leave-in-play"]
    with translation.override("fr"):
        assert say_shipped(preset.name) == "Laisser en jeu"
        assert say_shipped(preset.source) == "homepokertourney.org, dernier paragraphe"
        assert say_shipped("Friday rules") == "Friday rules"

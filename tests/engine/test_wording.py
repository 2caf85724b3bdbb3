"""Every sentence is used, every key has one, and each is given exactly what it speaks of."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from colorup.engine.ruleset import OPTIONS
from colorup.wording import files, options, race, told
from colorup.wording.marks import Plural

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("engine", "verbs", "formats")
SOURCES = [
    ROOT / "colorup" / "cli.py",
    *sorted(path for package in PACKAGES for path in (ROOT / "colorup" / package).rglob("*.py")),
]
PLACEHOLDER = re.compile(r"%\((\w+)\)s")
CALLS = {"add", "problem", "Message"}
SENTENCES = {**race.SENTENCES, **told.SENTENCES}


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def texts(sentence: str | Plural) -> tuple[str, ...]:
    return (sentence.one, sentence.many) if isinstance(sentence, Plural) else (sentence,)


def placeholders(key: str) -> set[str]:
    sentence = SENTENCES[key]
    named = {name for text in texts(sentence) for name in PLACEHOLDER.findall(text)}
    return named | ({sentence.counts} if isinstance(sentence, Plural) else set())


def literals() -> set[str]:
    """Every literal text in the code, and the fixed part of every composed one."""
    found: set[str] = set()
    for path in SOURCES:
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return found


def problems_made() -> Iterator[tuple[str, set[str] | None]]:
    """Each ``findings.add("key", seat, name=…)`` and the like: key and names of the values."""
    for path in SOURCES:
        for node in ast.walk(tree_of(path)):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            name = node.func.id if isinstance(node.func, ast.Name) else name
            key = node.args[0]
            if name not in CALLS or not isinstance(key, ast.Constant):
                continue
            if str(key.value) in SENTENCES and name != "Message":
                yield str(key.value), {one.arg for one in node.keywords if one.arg}


MADE = sorted({(key, tuple(sorted(names or ()))) for key, names in problems_made()})


@pytest.mark.parametrize(("key", "names"), MADE)
def test_a_problem_brings_what_its_sentence_speaks_of(key: str, names: tuple[str, ...]) -> None:
    # A value may be for programs only (which seat); a placeholder without a value may not be.
    assert placeholders(key) <= set(names)


def test_the_problems_are_found_in_the_code() -> None:
    assert len(MADE) > 60


# Keys that the code puts together from a part and the value of an option.
COMPOSED = (
    {f"announce.{value}" for value in OPTIONS["procedure"].choices}
    | {f"announce.first_{value}" for value in OPTIONS["first_seat"].choices}
    | {f"announce.limit_{value}" for value in OPTIONS["award_limit"].choices}
    | {f"announce.late_{value}" for value in OPTIONS["late_chips"].choices if value != "director"}
    | {"why.round_up_each", "why.round_nearest_each"}
)


@pytest.mark.parametrize("key", sorted(SENTENCES.keys() - COMPOSED))
def test_every_sentence_is_used(key: str) -> None:
    assert key in literals()


def test_every_composed_key_has_its_sentence() -> None:
    assert SENTENCES.keys() >= COMPOSED


def test_every_key_in_the_code_has_a_sentence() -> None:
    prefixes = {key.partition(".")[0] for key in race.SENTENCES}
    known = SENTENCES.keys() | files.SENTENCES.keys()
    used = {
        text
        for text in literals()
        if re.fullmatch(r"[a-z_]+(\.[a-z_]*[a-z])?", text)
        and (text.partition(".")[0] in prefixes | {"why", "announce"})
        and ("." in text or text in prefixes)
    }
    assert used - known == set()


def test_every_option_and_value_has_its_meaning() -> None:
    wanted = {f"option.{name}" for name in OPTIONS} | {"source", "house"}
    for name, one in OPTIONS.items():
        wanted |= {f"option.{name}.{value}" for value in one.choices or ("text",)}
    assert options.SENTENCES.keys() == wanted


def test_no_key_has_two_sentences() -> None:
    parts = [one.SENTENCES.keys() for one in (race, told, options, files)]
    assert sum(map(len, parts)) == len(set().union(*parts))


@pytest.mark.parametrize("key", sorted(SENTENCES))
def test_a_sentence_holds_no_stray_percent_sign(key: str) -> None:
    for text in texts(SENTENCES[key]):
        assert "%" not in PLACEHOLDER.sub("", text)

"""Races as tests write them, and their results or problems."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from colorup.engine.problems import Problems
from colorup.formats.race_json import evaluate

HERE = Path(__file__).resolve().parent

Document = dict[str, Any]


def cases(name: str) -> Any:
    """The sample cases in the file `name` beside this one."""
    return json.loads((HERE / name).read_text(encoding="utf-8"))


def seat(number: int, odd: int, **more: Any) -> Document:
    """A seat with `odd` odd chips: ``seat(3, 2, other=0)``."""
    return {"seat": number, "odd": odd, **more}


def counted(number: int, count: int, **more: Any) -> Document:
    """A seat whose removed chips were all counted: ``counted(3, 7, other=900)``."""
    return {"seat": number, "count": count, **more}


def race(*seats: Document, **fields: Any) -> Document:
    """25s leave, 100s and 500s stay, under TDA 2026, unless `fields` say otherwise."""
    return {"removed": 25, "in_play": [100, 500], "seats": list(seats), **fields}


def result(*seats: Document, **fields: Any) -> Document:
    """The result of such a race."""
    return evaluate(race(*seats, **fields))


def step(*seats: Document, **fields: Any) -> Document:
    """The only step of such a race."""
    (only,) = result(*seats, **fields)["steps"]
    return only


def awards(step: Document) -> dict[int, int]:
    """Seat → chips won."""
    return {one["seat"]: one["chips"] for one in step["awards"]}


def rescues(step: Document) -> dict[int, tuple[int, str]]:
    """Seat → the rescue chip and where it came from."""
    return {one["seat"]: (one["chip"], one["from"]) for one in step["rescues"]}


def codes(document: Document) -> list[str]:
    """The codes of everything that is wrong with a race, sorted; empty if nothing is."""
    try:
        evaluate(document)
    except Problems as problems:
        return sorted(problems.codes)
    return []


def keys(document: Document) -> list[tuple[str, int | None]]:
    """Sentence key and seat of everything that is wrong with a race, in the order reported."""
    try:
        evaluate(document)
    except Problems as problems:
        return [(one.key, one.seat) for one in problems]
    return []

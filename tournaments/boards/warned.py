"""What ought to be seen about a race, in the active language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from colorup.engine.cascade import run_race
from colorup.engine.problems import Problems
from colorup.formats.race_json import read_race
from tournaments.sentences import say


def warnings_of(document: Mapping[str, Any], result: Mapping[str, Any]) -> tuple[str, ...]:
    """The warnings of `result`, which came of the race `document`.

    A result keeps its warnings as codes with English sentences.  The engine says them again with
    their values; where today's engine warns of something else than it did then, what it said then
    stands.
    """
    stored = result["warnings"]
    if not stored:
        return ()
    try:
        _read, race = read_race(document)
        warnings = run_race(race).warnings
    except Problems:
        warnings = ()
    if [one.code for one in warnings] != [one["code"] for one in stored]:
        return tuple(one["message"] for one in stored)
    return tuple(say(one.message) for one in warnings)

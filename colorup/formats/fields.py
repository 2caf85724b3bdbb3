"""Reading single fields of a JSON document: integers, objects, lists, with their problems.

A number is a JSON integer: no ``25.0``, no string, no boolean (FORMATS, "A race (input)").
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from colorup.engine.problems import Findings, Problems, brief, problem

SEATS = range(1, 13)
SEAT_KEYS = frozenset(map(str, SEATS))
MOST_CHIPS = 100_000
MOST_VALUE = 10**12
# Numbers longer than this are out of every field's range; reading them as they are costs time.
_LONGEST_NUMBER = 30


def load_json(content: bytes) -> dict[str, Any]:
    """The JSON object in `content`; raises `Problems` (bad_file, bad_json)."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Problems([problem("bad_file.not_utf8", byte=error.start + 1)]) from error
    try:
        document = json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=_no_constant,
            parse_int=lambda digits: int(digits[:_LONGEST_NUMBER]),
        )
    except json.JSONDecodeError as error:
        raise Problems(
            [problem("bad_json", line=error.lineno, character=error.colno, reason=error.msg)]
        ) from error
    except RecursionError as error:
        raise Problems([problem("bad_json.too_deep")]) from error
    if not isinstance(document, dict):
        raise Problems([problem("bad_json.not_an_object")])
    return document


def removed_of(document: Mapping[str, Any]) -> list[int]:
    """The denominations that a checked race document removes, ascending: it may name one alone."""
    given = document["removed"]
    return sorted(given) if isinstance(given, list) else [given]


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, value in pairs:
        if key in made:
            raise Problems([problem("bad_json.key_twice", field=brief(key))])
        made[key] = value
    return made


def _no_constant(name: str) -> None:
    raise Problems([problem("bad_json.constant", value=name)])


def is_integer(value: object, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def is_seat(value: object) -> bool:
    return type(value) is int and value in SEATS


def seat_of_key(key: str) -> int | None:
    """The seat that a key such as ``"7"`` names, or None."""
    return int(key) if key in SEAT_KEYS else None


def denomination_of_key(key: str) -> int | None:
    """The denomination, a value, that a key such as ``"25"`` names, or None."""
    if not (key.isascii() and key.isdigit()) or len(key) > 13 or key[0] == "0":
        return None
    return int(key)


def check_names(
    findings: Findings, given: Mapping[str, Any], known: tuple[str, ...], seat: int | None = None
) -> None:
    """Add an ``unknown_field`` for each name that is not among `known`."""
    for name in given:
        if name not in known:
            findings.add("unknown_field", seat, field=brief(name))

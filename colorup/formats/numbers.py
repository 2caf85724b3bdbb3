"""Whole numbers as people write them, in English, French and Swiss files and in forums."""

from __future__ import annotations

import re

HIGHEST = 10**12
"""The largest value that is read, as everywhere in the formats."""

GROUP_MARKS = ",.'’\u00a0\u202f\u2009 "
"""What may stand between groups of three digits; one number uses the same mark throughout."""

_SPELLING = re.compile(
    rf"""(?:
        (?P<grouped>[1-9][0-9]{{0,2}}(?P<mark>[{GROUP_MARKS}])[0-9]{{3}}
            (?:(?P=mark)[0-9]{{3}}){{0,4}})
        |(?P<whole>[0-9]{{1,13}})(?:[.,](?P<part>[0-9]{{1,9}}))?
    )
    (?:\s?(?P<scale>[kKmM]))?""",
    re.VERBOSE,
)
_SCALES = {"k": 1_000, "m": 1_000_000}


def whole_number(text: str) -> int | None:
    """The number that the text writes, or None where it writes no whole number up to `HIGHEST`.

    ``12,500``, ``12'500``, ``12 500`` and ``12.500`` are all 12500, so ``9.875`` is 9875; ``k`` is
    a thousand and ``m`` a million, so ``2.5k`` is 2500; any other fraction is not a whole number.
    """
    match = _SPELLING.fullmatch(text.strip())
    if match is None:
        return None
    if match["grouped"]:
        digits, part = match["grouped"].replace(match["mark"], ""), ""
    else:
        digits, part = match["whole"], match["part"] or ""
    scale = _SCALES[match["scale"].lower()] if match["scale"] else 1
    if part and scale == 1:
        return None
    number, rest = divmod(int(digits + part) * scale, 10 ** len(part))
    return number if rest == 0 and number <= HIGHEST else None

"""Table numbers as people write them: ``1-10, 12``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from colorup.engine.problems import Findings

MOST_NUMBERS = 5_000

_DASHES = re.compile(r"\s*[-\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{EN DASH}\N{EM DASH}]\s*")
_RANGE = re.compile(r"([0-9]{1,5})(?:-([0-9]{1,5}))?")


def read_ranges(text: str) -> tuple[int, ...]:
    """The numbers that the text names, ascending, each once; none where nothing is written.

    Single numbers and ranges, with commas, semicolons or blanks between them.  Raises `Problems`
    (``bad_range``).
    """
    findings = Findings()
    numbers: set[int] = set()
    for word in filter(None, re.split(r"[\s,;]+", _DASHES.sub("-", text.strip()))):
        match = _RANGE.fullmatch(word)
        if match is None:
            findings.add("bad_range.unreadable", typed=word[:40])
            continue
        first, last = int(match[1]), int(match[2] or match[1])
        if last < first:
            findings.add("bad_range.backwards", first=first, last=last)
        elif first < 1 or last - first >= MOST_NUMBERS:
            findings.add("bad_range.too_wide", typed=word[:40], most=MOST_NUMBERS)
        else:
            numbers.update(range(first, last + 1))
    findings.raise_if_any()
    return tuple(sorted(numbers))


def write_ranges(numbers: Iterable[int]) -> str:
    """The numbers as short as they can be written: ``1–10, 12``; `read_ranges` reads it again."""
    return ", ".join(
        str(first) if first == last else f"{first}\N{EN DASH}{last}"
        for first, last in _runs(sorted(set(numbers)))
    )


def _runs(numbers: list[int]) -> Iterator[tuple[int, int]]:
    """First and last of each stretch of numbers without a gap."""
    for _, run in groupby(enumerate(numbers), key=lambda one: one[1] - one[0]):
        stretch = [number for _, number in run]
        yield stretch[0], stretch[-1]

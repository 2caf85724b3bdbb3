"""What people write about a break and about time: durations, notes, chips named in a note."""

from __future__ import annotations

import re
from dataclasses import dataclass

from colorup.formats.numbers import whole_number
from colorup.formats.text import tidy

BREAK = re.compile(r"\b(?:breaks?|pauses?|entractes?|intermissions?)\b", re.IGNORECASE)
"""The words that make a line or a cell a break."""

DURATION = re.compile(
    r"""(?<![\w.,:])(?:
        (?P<hours>[0-9]{1,2})\s?(?:h|hrs?|hours?|heures?)(?:\s?(?P<rest>[0-5][0-9])(?![0-9]))?
        |(?P<minutes>[0-9]{1,4})[\s-]?(?:minutes?|mins?|mn|m|['’′])
    )(?![\w'’])\.?""",
    re.VERBOSE | re.IGNORECASE,
)
"""A duration with its unit: ``20 min``, ``15m``, ``20'``, ``1h``, ``1h30``."""

CLOCK = re.compile(r"\b[0-9]{1,2}(?::|\s?h\s?)[0-9]{2}\b", re.IGNORECASE)
"""A time of day: ``20:15``, ``20h15``."""

_LAP = re.compile(
    r"(?P<hours>[0-9]{1,2}):(?P<minutes>[0-5][0-9]):00|0?0:(?P<short>[0-5][0-9])|(?P<long>[1-9][0-9]{1,2}):00"
)
_BARE_BEFORE = re.compile(rf"(?<![\w.,])([0-9]{{1,3}})\s*(?={BREAK.pattern})", re.IGNORECASE)
_BARE_AFTER = re.compile(
    rf"({BREAK.pattern})\s*[:#(-]?\s*([0-9]{{1,3}})(?![\w'’.,/])\)?", re.IGNORECASE
)
_COUNTED = re.compile(
    r"\b(?:levels?|lvl|rounds?|tables?|breaks?|niveaux?|manches?|pauses?)\s*#?\s*[0-9]+",
    re.IGNORECASE,
)
_LEAVES = re.compile(
    r"\b(?:colou?r[\s-]*(?:ed)?[\s-]*up|chip[\s-]*up|chips?[\s-]*races?|race[sd]?|remov\w+|discard\w*"
    r"|exchang\w+|off|retir\w+|retrait|enlev\w+|échang\w+)\b",
    re.IGNORECASE,
)
_NUMBER = r"[0-9]+(?:[.,'’\u00a0\u202f][0-9]{3})*(?:[.,][0-9]+)?[kKmM]?"
_ANY_CHIP = re.compile(rf"(?<![\w.,#])T?({_NUMBER})(?:['’]?s)?(?![\w%€])", re.IGNORECASE)
_SURE_CHIP = re.compile(
    rf"(?<![\w.,#])(?:T({_NUMBER})(?:['’]?s)?|({_NUMBER})['’]?s"
    rf"|({_NUMBER})[\s-](?:chips?|jetons?)|(?:chips?|jetons?)\s(?:of|de)\s({_NUMBER}))(?![\w%€])",
    re.IGNORECASE,
)
_EMPTY_BRACKETS = re.compile(r"\(\s*\)|\[\s*\]")
_LOOSE_MARK = re.compile(r"\s+(?=[,;:.])")
_MARKS = " -–—:;,.*•|/+&"
_LAST_ORDINAL = 4
"""``Break 2`` is the second one, ``Break 15`` lasts a quarter of an hour."""


@dataclass(frozen=True, slots=True)
class BreakText:
    """A break as written: its minutes, the rest of the text, the chip values named in it."""

    minutes: int | None
    note: str
    denominations: tuple[int, ...]


def read_break(text: str) -> BreakText:
    """Read the text of a break; the word for it, its number and its minutes are not its note."""
    minutes: int | None = None
    duration = DURATION.search(text)
    if duration:
        minutes = minutes_of(duration)
        text = _cut(text, duration)
    for bare in (_BARE_BEFORE.search(text), _BARE_AFTER.search(text)):
        if bare and minutes is None and int(bare[bare.lastindex or 1]) > _LAST_ORDINAL:
            minutes = int(bare[bare.lastindex or 1])
    text = _BARE_AFTER.sub(r"\1", _BARE_BEFORE.sub("", text))
    note = _bare(BREAK.sub(" ", text, count=1))
    return BreakText(minutes, note, named_denominations(note))


def minutes_of(duration: re.Match[str]) -> int:
    """The minutes of a `DURATION`."""
    if duration["hours"]:
        return 60 * int(duration["hours"]) + int(duration["rest"] or 0)
    return int(duration["minutes"])


def read_minutes(text: str) -> int | None:
    """The minutes that a cell for a duration writes, None where it writes none.

    A bare number is minutes; ``0:20``, ``20:00`` and ``0:20:00`` are how spreadsheets write them.
    """
    text = text.strip()
    if text.isascii() and text.isdigit():
        return int(text) if len(text) <= 4 else None
    lap = _LAP.fullmatch(text)
    if lap:
        if lap["hours"]:
            return 60 * int(lap["hours"]) + int(lap["minutes"])
        return int(lap["short"] or lap["long"])
    duration = DURATION.fullmatch(text)
    return minutes_of(duration) if duration else None


def named_denominations(note: str) -> tuple[int, ...]:
    """The chip values that a note names, in its order, each once.

    Where the note says that chips leave (colour-up, chip race, remove …) every number but a time
    is one; elsewhere only what is plainly a chip: ``T25``, ``25s``, ``25 chips``, ``jetons de 25``.
    """
    for other in (DURATION, CLOCK, _COUNTED):
        note = other.sub(" ", note)
    chip = _ANY_CHIP if _LEAVES.search(note) else _SURE_CHIP
    found = (
        whole_number(next(written for written in match.groups() if written))
        for match in chip.finditer(note)
    )
    return tuple(dict.fromkeys(value for value in found if value))


def _bare(text: str) -> str:
    """What is left of a text after cuts, without the marks that stood around what was cut."""
    text = _LOOSE_MARK.sub("", tidy(_EMPTY_BRACKETS.sub(" ", text))).strip(_MARKS)
    wrapped = text[:1] + text[-1:] in ("()", "[]") and not any(map(text[1:-1].count, "()[]"))
    return text[1:-1] if wrapped else text


def _cut(text: str, match: re.Match[str]) -> str:
    return text[: match.start()] + " " + text[match.end() :]

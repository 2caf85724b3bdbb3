"""Blind structures as people write them in forums and messages: one level or break a line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from colorup.engine.problems import Value, problem
from colorup.formats.break_text import BREAK, CLOCK, DURATION, minutes_of, read_break
from colorup.formats.numbers import whole_number
from colorup.formats.text import LINE_END, tidy
from colorup.formats.tournament_values import BreakRow, FileProblem, LevelRow, TournamentFile

_LONGEST_LINE = 500
_STEEPEST = 20
"""A big blind of more small blinds than this is a misreading, not a level."""

_BULLET = re.compile(r"\A(?:[*•·>–—+-]\s*(?=[^\s\d])|[*•·>–—+-]\s+|[*•·>])")
_AFTER_NUMBER = r"(?!\w|\s*/|[-–.,][0-9])"
_LEVEL = re.compile(
    rf"(?:(?:levels?|lvl|niveaux?|niv|rounds?|manche|stage)(?![^\W\d])\.?\s*"
    rf"(?:#?\s*[0-9]{{1,3}}{_AFTER_NUMBER})?|[ln]\s?[0-9]{{1,3}}{_AFTER_NUMBER})"
    r"\s*(?:[:.)=–—]|-(?=\s))?\s*",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"#?\s*[0-9]{1,3}\s*(?:[.):]|[-–—](?=\s))?\s+")
_NUMBER_MARKED = re.compile(r"#?\s*[0-9]{1,3}\s*[.):]\s+")
_GROUPS_APART = re.compile(r"(?<=[0-9]) (?=[0-9]{3}(?![0-9]))")

_AMOUNT = (
    r"[$€£]?\s?T?([0-9]+(?:[.,'’][0-9]+)*(?:\s?[km])?)(?!\w)(?!\s?(?:min|mn|hour|heure|h\b|['’′]))"
)
_BLINDS = re.compile(
    rf"(?:(?:blinds?|blindes?)\s*:?\s*)?{_AMOUNT}\s*(?P<mark>[/\\|–—-])\s*{_AMOUNT}"
    rf"(?:\s*(?P=mark)\s*{_AMOUNT})?",
    re.IGNORECASE,
)
_NAMED_BLINDS = re.compile(
    rf"(?:sb|small(?:\s*blind)?|pb|petite(?:\s*blinde?)?)\s*[:=]?\s*{_AMOUNT}[\s,;/–—-]*"
    rf"(?:bb|big(?:\s*blind)?|gb|grosse(?:\s*blinde?)?)\s*[:=]?\s*{_AMOUNT}()",
    re.IGNORECASE,
)
_WHOLE_TABLE = r"(?:bb\s*antes?|bba|big\s*blind\s*antes?)"
_NO_ANTE = re.compile(r"\b(?:no|sans|without)\s+antes?\b", re.IGNORECASE)
_ANTE = (
    re.compile(
        rf"\b(?:{_WHOLE_TABLE}|antes?(?:\s+(?:of|de))?|a)\s*[:=]?\s*{_AMOUNT}", re.IGNORECASE
    ),
    re.compile(rf"{_AMOUNT}\s*(?:{_WHOLE_TABLE}|antes?)\b", re.IGNORECASE),
    re.compile(rf"[(\[]\s*{_AMOUNT}\s*[)\]]", re.IGNORECASE),
)
_ANTE_OF_BIG_BLIND = re.compile(rf"\b{_WHOLE_TABLE}\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Level:
    """A level as read from one line, and what of the line was not understood."""

    small_blind: int
    big_blind: int
    ante: int
    minutes: int | None
    rest: str


def read_pasted(text: str) -> TournamentFile | None:
    """Read a pasted structure, None where not one line of it is a level.

    Lines that are neither level nor break, and what a level line says beyond its level, stand in
    `problems`.
    """
    rows: list[LevelRow | BreakRow] = []
    problems: list[FileProblem] = []
    for line, raw in enumerate(LINE_END.split(text), 1):
        row, odd = read_line(line, raw)
        if row:
            rows.append(replace(row, row=len(rows) + 1))
        if odd:
            problems.append(odd)
    if not any(isinstance(row, LevelRow) for row in rows):
        return None
    return TournamentFile("structure", rows=tuple(rows), problems=tuple(problems))


def read_line(line: int, raw: str) -> tuple[LevelRow | BreakRow | None, FileProblem | None]:
    """Read one line by itself, its row numbered 1; a line without letters and digits is nothing."""
    written = _BULLET.sub("", tidy(raw[: _LONGEST_LINE + 1]), count=1) if raw else ""
    if not any(map(str.isalnum, written)):
        return None, None
    level = _read_level(written) if len(raw) <= _LONGEST_LINE else None
    if level:
        odd = _odd(line, "bad_row.rest", found=level.rest[:60]) if level.rest else None
        row = LevelRow(1, level.small_blind, level.big_blind, level.ante, level.minutes)
        return row, odd
    if BREAK.search(written) and len(raw) <= _LONGEST_LINE:
        said = read_break(_without_number(written))
        return BreakRow(1, said.minutes, None, said.note, said.denominations), None
    return None, _odd(line, "bad_row.neither", found=written[:60])


def _odd(line: int, key: str, **values: Value) -> FileProblem:
    return FileProblem(line, problem(key, line=line, **values))


def _without_number(written: str) -> str:
    for prefix in (_LEVEL, _NUMBER_MARKED):
        match = prefix.match(written)
        if match and match.end():
            return written[match.end() :]
    return written


def _read_level(written: str) -> _Level | None:
    """The reading that leaves nothing over, else the first one that is a level at all."""
    found = [level for level in map(_as_level, _readings(written)) if level]
    return next((level for level in found if not level.rest), found[0] if found else None)


def _readings(written: str) -> Iterator[str]:
    """The line as it may be meant: blanks within a number or not, its number in front or not."""
    named = _LEVEL.match(written)
    rest = written[named.end() :] if named else written
    yield rest
    yield _GROUPS_APART.sub("", rest)
    numbered = _NUMBER.match(rest)
    if numbered and not named:
        yield rest[numbered.end() :]
        yield _GROUPS_APART.sub("", rest[numbered.end() :])


def _as_level(written: str) -> _Level | None:
    blinds = _BLINDS.match(written) or _NAMED_BLINDS.match(written)
    if blinds is None or (BREAK.search(written) and "/" not in blinds[0]):
        return None
    amounts = [one for one in blinds.groups() if one and one not in "/\\|–—-"]
    numbers = [whole_number(one) for one in amounts]
    small, big, *third = numbers
    rest = _NO_ANTE.sub(" ", written[blinds.end() :])
    ante = third[0] if third else 0
    if not third:
        ante, rest = _take_ante(rest, big)
    if small is None or big is None or ante is None or not small <= big or ante > big:
        return None
    if small and big > _STEEPEST * small:
        return None
    minutes = None
    duration = DURATION.search(rest)
    if duration:
        minutes = minutes_of(duration)
        rest = f"{rest[: duration.start()]} {rest[duration.end() :]}"
    rest = tidy(CLOCK.sub(" ", rest)).strip(" -–—:;,.()[]*•|")
    unread = any(map(str.isdigit, rest)) or BREAK.search(rest)
    return _Level(small, big, ante, minutes, rest if unread else "")


def _take_ante(rest: str, big: int | None) -> tuple[int | None, str]:
    """The ante (0 where none is written, None where it is no whole number), and what is left."""
    for spelling in _ANTE:
        match = spelling.search(rest)
        if match:
            return whole_number(match[1]), f"{rest[: match.start()]} {rest[match.end() :]}"
    match = _ANTE_OF_BIG_BLIND.search(rest)
    if match:
        # A big-blind ante without an amount is one big blind.
        return big, f"{rest[: match.start()]} {rest[match.end() :]}"
    return 0, rest

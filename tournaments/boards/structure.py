"""A blind structure as a timeline: what is posted, and when each chip can leave and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from colorup.engine.schedule import Bets, Removal, Schedule, schedule
from tournaments.boards.chip_face import ChipFace
from tournaments.boards.timeline import Life, Timeline, timeline
from tournaments.models import Denomination, Level
from tournaments.sentences import in_digits

__all__ = ["ChipFace", "Leaving", "Row", "Structure", "structure_of"]


@dataclass(frozen=True, slots=True)
class Row:
    """A level or a break; `level` is its number among the levels, None for a break.

    `leaving` are the chips that by the blinds can leave here first.  `remark` is what the file says
    of chips at this break; `differs` where the blinds say otherwise.
    """

    row: int
    level: int | None
    small_blind: int
    big_blind: int
    ante: int
    minutes: int | None
    now: bool
    leaving: tuple[ChipFace, ...]
    flagged: bool | None
    remark: str
    differs: bool


@dataclass(frozen=True, slots=True)
class Leaving:
    """When a chip can leave, and why not before; `row` is None where it cannot."""

    chip: ChipFace
    target: ChipFace
    row: int | None
    when: str
    why: str


@dataclass(frozen=True, slots=True)
class Structure:
    """Rows in order; `leavings` are of every chip but the largest, smallest first.

    `problems` are sentences on what the levels and the chips, or the file's marks, do not agree in.
    """

    chips: tuple[ChipFace, ...]
    rows: tuple[Row, ...]
    leavings: tuple[Leaving, ...]
    now: Row | None
    timeline: Timeline
    problems: tuple[str, ...]

    @property
    def break_rows(self) -> tuple[int, ...]:
        return tuple(one.row for one in self.rows if one.level is None)


def structure_of(
    levels: Iterable[Level],
    chips: Iterable[Denomination],
    current_row: int | None,
    *,
    starting: Iterable[int] = (),
) -> Structure:
    """The timeline of these levels for these chips; `current_row` is the one being played.

    `starting` are the denominations of the starting stack, where that is known.
    """
    levels = sorted(levels, key=lambda one: one.row)
    faces = tuple(
        ChipFace(one.value, one.colour, one.label)
        for one in sorted(chips, key=lambda one: one.value)
    )
    planned = _plan(levels, faces)
    numbers = _level_numbers(levels)
    rows = tuple(_row(one, numbers, faces, planned, current_row) for one in levels)
    leavings = _leavings(levels, numbers, faces, planned)
    lives = [Life(one.chip, one.target, one.row, one.when, one.why) for one in leavings]
    return Structure(
        chips=faces,
        rows=rows,
        leavings=leavings,
        now=next((one for one in rows if one.now), None),
        timeline=timeline(
            levels,
            [*lives, *map(Life, faces[len(lives) :])],
            numbers,
            starting=starting,
            current_row=current_row,
        ),
        problems=tuple(_problems(levels, numbers, faces, rows)),
    )


def _plan(levels: Sequence[Level], faces: Sequence[ChipFace]) -> Schedule:
    bets = [Bets(one.row, _posted(one)) for one in levels if one.kind == Level.Kind.LEVEL]
    breaks = [one.row for one in levels if one.kind == Level.Kind.BREAK]
    return schedule([one.value for one in faces], bets, breaks)


def _posted(level: Level) -> tuple[int, int, int]:
    return level.small_blind, level.big_blind, level.ante


def _level_numbers(levels: Iterable[Level]) -> dict[int, int]:
    """Row → number of the level, as people count: breaks left out."""
    rows = (one.row for one in levels if one.kind == Level.Kind.LEVEL)
    return {row: number for number, row in enumerate(rows, 1)}


def _row(
    level: Level,
    numbers: Mapping[int, int],
    faces: Sequence[ChipFace],
    planned: Schedule,
    current_row: int | None,
) -> Row:
    leaving = planned.removable.get(level.row, ())
    return Row(
        row=level.row,
        level=numbers.get(level.row),
        small_blind=level.small_blind,
        big_blind=level.big_blind,
        ante=level.ante,
        minutes=level.minutes,
        now=level.row == current_row,
        leaving=tuple(face for face in faces if face.value in leaving),
        flagged=level.color_up,
        remark=_remark(level, leaving),
        differs=level.color_up is not None and level.color_up != bool(leaving),
    )


def _problems(
    levels: Iterable[Level],
    numbers: Mapping[int, int],
    faces: Sequence[ChipFace],
    rows: Iterable[Row],
) -> Iterator[str]:
    """Bets that no chips can pay, chips named that are not there, marks that nothing answers to."""
    values = {one.value for one in faces}
    smallest = min(values, default=1)
    for level in levels:
        odd = [amount for amount in _posted(level) if amount % smallest]
        if odd and level.row in numbers:
            yield _("Level %(level)s posts %(amount)s, which chips of %(smallest)s cannot pay.") % {
                "level": numbers[level.row],
                "amount": in_digits(odd[0]),
                "smallest": in_digits(smallest),
            }
        for value in level.denominations or ():
            if values and value not in values:
                yield _("Row %(row)s names chips of %(value)s, which the chip set has not.") % {
                    "row": level.row,
                    "value": in_digits(value),
                }
    for row in rows:
        if row.differs and row.flagged:
            yield _("Row %(row)s is marked as a colour-up, but nothing can leave there first.") % {
                "row": row.row
            }


def _remark(level: Level, leaving: Sequence[int]) -> str:
    """The file's own mark and note of a break, and where the mark and the blinds disagree."""
    if level.kind != Level.Kind.BREAK:
        return ""
    said = [level.note] if level.note else []
    if level.color_up and leaving:
        said.append(_("marked in the file"))
    elif level.color_up:
        said.append(_("marked in the file, but by the blinds nothing leaves here first"))
    elif level.color_up is False and leaving:
        said.append(_("not marked in the file"))
    return "; ".join(said)


def _leavings(
    levels: Sequence[Level],
    numbers: Mapping[int, int],
    faces: Sequence[ChipFace],
    planned: Schedule,
) -> tuple[Leaving, ...]:
    by_value = {one.value: one for one in faces}
    by_row = {one.row: one for one in levels}
    return tuple(
        Leaving(
            chip=by_value[one.removed],
            target=by_value[one.target],
            row=one.break_row,
            when=_when(one, numbers),
            why=_why(one, by_row, numbers),
        )
        for one in planned.removals
        if numbers
    )


def _when(removal: Removal, numbers: Mapping[int, int]) -> str:
    if removal.break_row is not None:
        return _("at the break of row %(row)s") % {"row": removal.break_row}
    if removal.needed_until_row == max(numbers):
        return _("not before the end")
    return _("at no break")


def _why(removal: Removal, by_row: Mapping[int, Level], numbers: Mapping[int, int]) -> str:
    if removal.needed_until_row is None:
        return _("No level needs it.")
    level = by_row[removal.needed_until_row]
    said = {"level": numbers[level.row]}
    for amount, sentence in (
        (level.ante, _("Level %(level)s still posts an ante of %(amount)s.")),
        (level.small_blind, _("Level %(level)s still posts a small blind of %(amount)s.")),
        (level.big_blind, _("Level %(level)s still posts a big blind of %(amount)s.")),
    ):
        if amount % removal.target:
            return sentence % {**said, "amount": in_digits(amount)}
    # Every amount is made of the next chip up, but not of the one that all later levels use.
    return _("Level %(level)s and later ones together still need it.") % said

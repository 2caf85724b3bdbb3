"""The bar of each chip over a structure: where it comes in, where it can leave, what the file says.

Nothing in a structure says when a chip comes in.  A chip of the starting stack is in from the first
row; any other from the first level that posts as much as it is worth, or from the break at which
the next smaller chip leaves into it, whichever comes first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.boards.chip_face import ChipFace
from tournaments.boards.words import chips_word
from tournaments.models import Level

ROW_WIDTH = 10
BAR_HEIGHT = 24


@dataclass(frozen=True, slots=True)
class Said:
    """What the file itself says of a chip's leaving; `differs` where the blinds say otherwise."""

    text: str
    differs: bool


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of the drawing, in its units: `ROW_WIDTH` for each row of the structure."""

    x: int
    width: int


@dataclass(frozen=True, slots=True)
class ChipBar:
    """One chip's bar; `bar` is None where by the structure it never comes in.

    `when` and `why` say when it can leave and why not before, and are empty for the largest chip.
    """

    chip: ChipFace
    target: ChipFace | None
    entry: str
    when: str
    why: str
    said: tuple[Said, ...]
    bar: Box | None
    marks: tuple[Box, ...]

    @property
    def name(self) -> str:
        """The bar in words, for those who do not see it."""
        parts = (self.entry, self.when or _("stays to the end"))
        return ", ".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class Timeline:
    """The bars, smallest chip first, over `width` units; `breaks` and `now` are common to all."""

    bars: tuple[ChipBar, ...]
    width: int
    breaks: tuple[Box, ...]
    now: Box | None


@dataclass(frozen=True, slots=True)
class Life:
    """What a bar is drawn from; `row` is the break at which the chip can leave."""

    chip: ChipFace
    target: ChipFace | None = None
    row: int | None = None
    when: str = ""
    why: str = ""


def timeline(
    levels: Sequence[Level],
    lives: Sequence[Life],
    numbers: Mapping[int, int],
    *,
    starting: Iterable[int],
    current_row: int | None,
) -> Timeline:
    """The timeline of levels in order; `numbers` gives the number of the level of a row."""
    places = {one.row: place for place, one in enumerate(levels)}
    starting = frozenset(starting)
    bars = []
    smaller: Life | None = None
    for life in lives:
        entry_row, entry = _entry(life.chip.value, levels, numbers, starting, smaller)
        bars.append(
            ChipBar(
                chip=life.chip,
                target=life.target,
                entry=entry,
                when=life.when,
                why=life.why,
                said=tuple(_said(life, levels)),
                bar=_bar(entry_row, life.row, places),
                marks=tuple(
                    _row_box(places[one.row]) for one in levels if life.chip.value in _named(one)
                ),
            )
        )
        smaller = life
    return Timeline(
        bars=tuple(bars),
        width=max(len(levels), 1) * ROW_WIDTH,
        breaks=tuple(_row_box(places[one.row]) for one in levels if one.kind == Level.Kind.BREAK),
        now=_row_box(places[current_row]) if current_row in places else None,
    )


def _entry(
    value: int,
    levels: Sequence[Level],
    numbers: Mapping[int, int],
    starting: frozenset[int],
    smaller: Life | None,
) -> tuple[int | None, str]:
    """The row in which a chip comes in, and why there; None where nothing brings it in."""
    if value in starting and levels:
        return levels[0].row, _("in the starting stack")
    posting = next(
        (
            one.row
            for one in levels
            if one.row in numbers and max(one.small_blind, one.big_blind, one.ante) >= value
        ),
        None,
    )
    exchanged = smaller.row if smaller else None
    if exchanged is not None and (posting is None or exchanged < posting):
        said = {"chips": chips_word([smaller.chip.value if smaller else 0]), "row": exchanged}
        return exchanged, _("comes in at row %(row)s for the %(chips)s") % said
    if posting is None:
        return None, _("no level posts as much")
    return posting, _("first posted at level %(level)s") % {"level": numbers[posting]}


def _bar(entry: int | None, leaves: int | None, places: Mapping[int, int]) -> Box | None:
    """From the row in which it comes in to the break at which it can leave, or to the end."""
    if entry is None:
        return None
    end = len(places) if leaves is None else places[leaves] + 1
    start = min(places[entry], end - 1)
    return Box(start * ROW_WIDTH, (end - start) * ROW_WIDTH)


def _said(life: Life, levels: Iterable[Level]) -> Iterable[Said]:
    """The file's own word on a chip: breaks that name it, and the mark of the break it can go."""
    breaks = [one for one in levels if one.kind == Level.Kind.BREAK]
    named = [one.row for one in breaks if life.chip.value in _named(one)]
    for row in named:
        said = {"row": row}
        if life.row is None:
            yield Said(_("The file takes it out at row %(row)s.") % said, differs=True)
        elif row < life.row:
            yield Said(_("The file takes it out at row %(row)s, too early.") % said, differs=True)
        elif row > life.row:
            yield Said(_("The file takes it out at row %(row)s, later.") % said, differs=True)
        else:
            yield Said(_("So says the file, at row %(row)s.") % said, differs=False)
    there = next((one for one in breaks if one.row == life.row), None)
    if named or there is None or _named(there):
        return
    if there.color_up:
        yield Said(_("The file marks a colour-up there, too."), differs=False)
    elif there.color_up is False:
        yield Said(_("The file marks no colour-up there."), differs=True)


def _named(level: Level) -> Sequence[int]:
    return level.denominations or ()


def _row_box(place: int) -> Box:
    return Box(place * ROW_WIDTH, ROW_WIDTH)

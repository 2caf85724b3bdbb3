"""An event's page: chips in play, when they can leave and why, tables, colour-ups so far."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Count
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.boards.events import starting_time
from tournaments.boards.in_play import chips_in_play, never_issued
from tournaments.boards.structure import ChipFace, Structure, structure_of
from tournaments.boards.words import chips_word
from tournaments.models import ChipMovement, ColorUp, Event, Table, User
from tournaments.permissions import Right, may


class InPlay(StrEnum):
    """Whether a denomination is in play, announced to leave, or gone from every table."""

    YES = "yes"
    LEAVING = "leaving"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class ChipLine:
    """A chip of the event; `count` is how many are in play, None where nobody knows."""

    face: ChipFace
    in_play: InPlay
    count: int | None

    @property
    def word(self) -> str:
        return {
            InPlay.YES: _("in play"),
            InPlay.LEAVING: _("leaving"),
            InPlay.GONE: _("did not come in") if self.count else _("gone"),
        }[self.in_play]


@dataclass(frozen=True, slots=True)
class TableLine:
    name: str
    number: int
    seated: int
    seats: int


@dataclass(frozen=True, slots=True)
class ColorUpLine:
    """A colour-up: `total` tables that count (void ones left out), by how far they are."""

    id: int
    name: str
    chips: tuple[ChipFace, ...]
    announced: str
    total: int
    confirmed: int
    dealt: int
    counted: int
    voided: bool
    void_reason: str

    @property
    def is_open(self) -> bool:
        return not self.voided and self.confirmed < self.total

    @property
    def progress(self) -> str:
        if self.voided:
            return _("voided: %(reason)s") % {"reason": self.void_reason}
        return ngettext(
            "%(confirmed)s of %(total)s table done",
            "%(confirmed)s of %(total)s tables done",
            self.total,
        ) % {"confirmed": self.confirmed, "total": self.total}

    @property
    def dealt_from(self) -> int:
        return self.confirmed

    @property
    def counted_from(self) -> int:
        return self.confirmed + self.dealt


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What can leave next by the blinds: the chips, and the sentence of when."""

    chips: tuple[ChipFace, ...]
    text: str


@dataclass(frozen=True, slots=True)
class EventBoard:
    """All that the page of an event prints."""

    id: int
    name: str
    when: str
    chip_set: str
    chips: tuple[ChipLine, ...]
    alarms: tuple[str, ...]
    value_in_play: int | None
    entries: int | None
    seated: int
    structure: Structure
    tables: tuple[TableLine, ...]
    color_ups: tuple[ColorUpLine, ...]
    suggestion: Suggestion | None
    may_announce: bool
    may_add_structure: bool
    may_add_seats: bool
    may_seat: bool
    may_update: bool
    may_direct: bool


def event_board(event: Event, *, by: User) -> EventBoard:
    """The page of an event that was loaded by `EventQuerySet.for_event_page`; four queries more."""
    denominations = tuple(event.chip_set.denominations.all())
    faces = {one.value: ChipFace(one.value, one.colour, one.label) for one in denominations}
    structure = structure_of(
        event.levels.all(),
        denominations,
        event.current_row,
        starting=[one.denomination for one in event.starting_stack.all()],
    )
    tables = _tables(event)
    color_ups = tuple(ColorUp.objects.of_event(event.pk))
    in_play = {value: _in_play(value, color_ups, standing=len(tables)) for value in sorted(faces)}
    moved = ChipMovement.objects.filter(event=event).change_in_play()
    counts = chips_in_play(event, moved)
    chips = tuple(
        ChipLine(faces[value], state, counts.get(value)) for value, state in in_play.items()
    )
    staying = [value for value, state in in_play.items() if state is InPlay.YES]
    return EventBoard(
        id=event.pk,
        name=event.name,
        when=starting_time(event),
        chip_set=event.chip_set.name,
        chips=chips,
        alarms=never_issued(counts),
        value_in_play=_value_in_play(event, moved),
        entries=event.entries,
        seated=sum(one.seated for one in tables),
        structure=structure,
        tables=tables,
        color_ups=tuple(_color_up(one, event, faces) for one in color_ups),
        suggestion=_suggestion(structure, staying),
        may_announce=may(by, Right.ANNOUNCE) and bool(tables) and len(staying) > 1,
        may_add_structure=may(by, Right.IMPORT) and not structure.rows,
        may_add_seats=may(by, Right.IMPORT) and not any(one.seated for one in tables),
        may_seat=may(by, Right.SEAT) and bool(tables),
        may_update=may(by, Right.IMPORT) and bool(tables),
        may_direct=may(by, Right.SECTIONS) and bool(tables),
    )


def _tables(event: Event) -> tuple[TableLine, ...]:
    standing = Table.objects.standing().filter(event=event).annotate(seated=Count("seats"))
    return tuple(
        TableLine(str(one), one.number, one.seated, one.seat_count)
        for one in standing.order_by("number")
    )


def _in_play(value: int, color_ups: Iterable[ColorUp], *, standing: int) -> InPlay:
    """A chip is gone once its races are done at as many tables as stand."""
    removals = [one for one in color_ups if one.voided_at is None and value in one.removed]
    if not removals:
        return InPlay.YES
    done = sum(one.races_confirmed for one in removals)
    unfinished = any(one.races_announced + one.races_counted + one.races_dealt for one in removals)
    return InPlay.LEAVING if unfinished or done < standing else InPlay.GONE


def _value_in_play(event: Event, moved: Mapping[int, int]) -> int | None:
    """The value of all chips in play: what was bought, and what colour-ups added or took."""
    bought = event.chips_bought
    if bought is None:
        return None
    return bought + sum(value * chips for value, chips in moved.items())


def _color_up(color_up: ColorUp, event: Event, faces: Mapping[int, ChipFace]) -> ColorUpLine:
    announced = localtime(color_up.announced_at, event.zone)
    return ColorUpLine(
        id=color_up.pk,
        name=str(color_up),
        chips=tuple(faces.get(value, ChipFace(value, "")) for value in color_up.removed),
        announced=_("announced at %(time)s by %(person)s")
        % {"time": date_format(announced, "H:i"), "person": color_up.announced_by},
        total=color_up.races_total - color_up.races_void,
        confirmed=color_up.races_confirmed,
        dealt=color_up.races_dealt,
        counted=color_up.races_counted,
        voided=color_up.voided_at is not None,
        void_reason=color_up.void_reason,
    )


def _suggestion(structure: Structure, staying: Sequence[int]) -> Suggestion | None:
    """What of the chips still in play can leave at the first break from now on; None if nothing."""
    rows = {one.chip.value: one.row for one in structure.leavings if one.row is not None}
    waiting = {value: rows[value] for value in staying if value in rows}
    if not waiting:
        return None
    current = structure.now.row if structure.now else 0
    coming = [row for row in structure.break_rows if row >= current]
    first = next((row for row in coming if row >= min(waiting.values())), None)
    limit = current if first is None else first
    chips = tuple(
        one for one in structure.chips if one.value in waiting and waiting[one.value] <= limit
    )
    said = {"chips": chips_word(one.value for one in chips)}
    if first is None:
        text = _("%(chips)s can leave: no later level needs them, and no break is left.") % said
    elif first == current:
        text = _("%(chips)s can leave at the break now (row %(row)s).") % {**said, "row": first}
    elif current and first == coming[0]:
        text = _("%(chips)s can leave at the next break (row %(row)s).") % {**said, "row": first}
    else:
        text = _("%(chips)s can leave at the break of row %(row)s.") % {**said, "row": first}
    return Suggestion(chips, text)

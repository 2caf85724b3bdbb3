"""The tables of a colour-up as tiles: what each says, whose it is, and in which section it lies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import ngettext

from colorup.engine.lifecycle import State
from tournaments.boards.words import is_open, state_word
from tournaments.models import TableRace, User

# What a board can be narrowed to: everything, the person's own tables, or one state.
EVERYTHING, MINE = "", "mine"
SHOWN_STATES = (State.ANNOUNCED, State.COUNTED, State.DEALT, State.CONFIRMED)
MANY = 60


@dataclass(frozen=True, slots=True)
class Tile:
    """One table on the board; `minutes` it has been in its state, `detail` what that state tells.

    `left_out` says that the filter leaves it out; its place stays reserved while it is looked at.
    """

    race_id: int
    number: int
    name: str
    state: str
    word: str
    detail: str
    drift: int | None
    who: str
    mine: bool
    minutes: int
    seconds: int
    left_out: bool

    @property
    def waits(self) -> bool:
        """Whether its time in this state matters to anybody."""
        return is_open(self.state) and (self.state != State.ANNOUNCED or bool(self.who))


@dataclass(frozen=True, slots=True)
class Group:
    """The tables of one section, or of none; `total` leaves void ones out."""

    section_id: int | None
    name: str
    lead: str
    tiles: tuple[Tile, ...]
    done: int
    total: int

    @property
    def is_done(self) -> bool:
        return self.done == self.total

    @property
    def is_empty(self) -> bool:
        """Whether the filter leaves nothing of it."""
        return all(one.left_out for one in self.tiles)


def groups_of(
    races: Sequence[TableRace], *, user: User, now: datetime, show: str, section: int | None
) -> tuple[Group, ...]:
    """The tables by section, in the order of each section's first table; those in none come last.

    `section` leaves the others out, `show` leaves their tables' places empty.
    """
    by_section: dict[int | None, list[TableRace]] = {}
    for race in races:
        by_section.setdefault(race.table.section_id, []).append(race)
    if None in by_section:
        by_section[None] = by_section.pop(None)
    return tuple(
        _group(ours, user, now, show)
        for section_id, ours in by_section.items()
        if section is None or section_id == section
    )


def next_for(races: Sequence[TableRace], user: User) -> TableRace | None:
    """The table to go to next: the person's own, then free ones in a section the person leads, then
    other free ones, then any that is not done; by number."""

    def distance(race: TableRace) -> int:
        if race.taken_by_id == user.pk:
            return 0
        led = race.table.section is not None and race.table.section.lead_id == user.pk
        if race.taken_by_id is None:
            return 1 if led else 2
        return 3

    return min((one for one in races if is_open(one.state)), key=distance, default=None)


def fits(race: TableRace, show: str, user: User) -> bool:
    """Whether the filter shows the table."""
    if show == MINE:
        return race.taken_by_id == user.pk
    return show == EVERYTHING or race.state == show


def _group(races: Iterable[TableRace], user: User, now: datetime, show: str) -> Group:
    races = tuple(races)
    section = races[0].table.section
    lead = section.lead if section else None
    return Group(
        section_id=section.pk if section else None,
        name=section.name if section else "",
        lead=lead.shown_name if lead else "",
        tiles=tuple(_tile(one, user, now, show) for one in races),
        done=sum(one.state == State.CONFIRMED for one in races),
        total=sum(one.state != State.VOID for one in races),
    )


def _tile(race: TableRace, user: User, now: datetime, show: str) -> Tile:
    seconds = max(0, int((now - race.state_since).total_seconds()))
    return Tile(
        race_id=race.pk,
        number=race.table.number,
        name=race.table.name,
        state=race.state,
        word=state_word(race.state),
        detail=_detail(race),
        drift=race.drift,
        who=race.taken_by.shown_name if race.taken_by else "",
        mine=race.taken_by_id == user.pk,
        minutes=seconds // 60,
        seconds=seconds,
        left_out=not fits(race, show, user),
    )


def _detail(race: TableRace) -> str:
    if race.state in (State.CONFIRMED, State.VOID):
        return ""
    if race.racers is not None:
        said = ngettext("%(n)s racer", "%(n)s racers", race.racers)
        return said % {"n": race.racers}
    seated: int = race.seated  # type: ignore[attr-defined]
    return ngettext("%(n)s player", "%(n)s players", seated) % {"n": seated} if seated else ""

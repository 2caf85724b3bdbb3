"""The floor board of one colour-up: how far it is, what the clock allows, and where to go next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from colorup.engine.lifecycle import State
from tournaments.boards.chips import Pile, colours
from tournaments.boards.in_play import never_issued
from tournaments.boards.outcome import TERMS, term_word
from tournaments.boards.pace import Outlook, Pace, pace_of
from tournaments.boards.tiles import (
    EVERYTHING,
    MANY,
    MINE,
    SHOWN_STATES,
    Group,
    groups_of,
    next_for,
)
from tournaments.boards.words import is_open, state_word
from tournaments.models import ColorUp, TableRace, User
from tournaments.permissions import Right, may
from tournaments.querysets import OnFloat
from tournaments.sentences import say_shipped


@dataclass(frozen=True, slots=True)
class Wanted:
    """How the person looks at the board: one state or one's own tables, one section, a table.

    `drawn` is how many tables there were when the page was drawn, None for a page drawn now.
    """

    show: str = EVERYTHING
    section: int | None = None
    table: str = ""
    drawn: int | None = None

    def address(self, **changes: str | int | None) -> str:
        """The query part of an address with these choices."""
        chosen = {"show": self.show, "section": self.section, **changes}
        given = {name: value for name, value in chosen.items() if value}
        return f"?{urlencode(given)}" if given else "?"


@dataclass(frozen=True, slots=True)
class Filter:
    """One link that narrows the board; `count` tables fit."""

    key: str
    word: str
    count: int
    href: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class SectionLink:
    """One link that shows a section alone; from the section that is chosen, all of them."""

    word: str
    href: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Gathered:
    """One removed denomination: chips picked up so far; `still_out` None where nobody knows."""

    value: int
    colour: str
    picked_up: int
    still_out: int | None

    @property
    def issued(self) -> int:
        return self.picked_up + (self.still_out or 0)


@dataclass(frozen=True, slots=True)
class OwnFloat:
    """What is left on a float that the person carries or leads; negative: never loaded."""

    name: str
    piles: tuple[Pile, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence, and how it is coloured."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Sums:
    """What the ledger says of a colour-up beside its races: denominations to chips or values.

    `moved` is what the colour-up changed in play, `in_play` the chips of each denomination that are
    in play, where that is known; `floats` are the open floats of the person who looks.
    """

    terms: Mapping[str, int]
    moved: Mapping[int, int]
    in_play: Mapping[int, int]
    floats: Mapping[tuple[int, str], Mapping[int, OnFloat]]


@dataclass(frozen=True, slots=True)
class Board:
    """All that the page and its fragments print.

    `added` are the races (ids) that came after the page was drawn: they have no place on it.
    """

    color_up_id: int
    event_id: int
    event_name: str
    sequence: int
    removed: tuple[Pile, ...]
    ruleset: str
    due: str
    freeze: str
    text: str
    announced_by: str
    announced_at: datetime
    restart_at: datetime | None
    voided: bool
    void_reason: str
    total: int
    done: int
    dealt: int
    counted: int
    groups: tuple[Group, ...]
    filters: tuple[Filter, ...]
    sections: tuple[SectionLink, ...]
    poll: str
    added: frozenset[int]
    pace: Pace
    said: tuple[Said, ...]
    next_race: TableRace | None
    gathered: tuple[Gathered, ...]
    paid: tuple[Pile, ...]
    floats: tuple[OwnFloat, ...]
    drift: int
    terms: tuple[tuple[str, int], ...]
    may_void: bool
    may_announce: bool
    may_count: bool
    may_direct: bool
    may_seat: bool

    @property
    def is_closed(self) -> bool:
        """A colour-up closes by itself with its last table."""
        return not self.voided and self.done == self.total

    @property
    def is_many(self) -> bool:
        return self.total > MANY

    @property
    def dealt_from(self) -> int:
        return self.done

    @property
    def counted_from(self) -> int:
        return self.done + self.dealt

    @property
    def nothing_fits(self) -> bool:
        return all(one.is_empty for one in self.groups)


def board_of(
    color_up: ColorUp,
    races: Sequence[TableRace],
    sums: Sums,
    *,
    user: User,
    wanted: Wanted,
    now: datetime,
) -> Board:
    """Build the board of a colour-up loaded by `for_floor`, with its races loaded by the same."""
    shades = colours(color_up.chip_set)
    states = [one.state for one in races]
    drawn = len(races) if wanted.drawn is None else wanted.drawn
    done = states.count(State.CONFIRMED)
    waiting = sum(is_open(one) for one in states)
    voided = color_up.voided_at is not None
    groups = groups_of(races, user=user, now=now, show=wanted.show, section=wanted.section)
    pace = pace_of(
        now=now,
        restart_at=None if voided else color_up.restart_at,
        first_count_at=color_up.first_count_at,  # type: ignore[attr-defined]
        confirmed=done,
        waiting=waiting,
    )
    return Board(
        color_up_id=color_up.pk,
        event_id=color_up.event_id,
        event_name=color_up.event.name,
        sequence=color_up.event.board_sequence,
        removed=tuple(Pile(0, one, shades.get(one, "")) for one in color_up.removed),
        ruleset=say_shipped(color_up.ruleset["name"]),
        due=say_shipped(color_up.due),
        freeze=freeze_word(color_up),
        text=color_up.text,
        announced_by=color_up.announced_by.shown_name,
        announced_at=color_up.announced_at.astimezone(color_up.event.zone),
        restart_at=color_up.restart_at and color_up.restart_at.astimezone(color_up.event.zone),
        voided=voided,
        void_reason=color_up.void_reason,
        total=done + waiting,
        done=done,
        dealt=states.count(State.DEALT),
        counted=states.count(State.COUNTED),
        groups=groups,
        filters=_filters(races, user, wanted),
        sections=_sections(races, wanted),
        poll=wanted.address(since=color_up.event.board_sequence, drawn=drawn),
        added=frozenset(sorted(one.pk for one in races)[drawn:]),
        pace=pace,
        said=(
            *(Said("bad", one) for one in never_issued(sums.in_play)),
            *_sentences(groups_in_full(races), pace, user, done, waiting, voided=voided),
        ),
        next_race=None if voided else next_for(races, user),
        gathered=tuple(
            Gathered(one, shades.get(one, ""), -sums.moved.get(one, 0), sums.in_play.get(one))
            for one in color_up.removed
        ),
        paid=tuple(
            Pile(change, chip, shades.get(chip, ""))
            for chip, change in sums.moved.items()
            if change > 0 and chip not in color_up.removed
        ),
        floats=tuple(_own_float(name, on, shades) for (_id, name), on in sums.floats.items()),
        drift=sum(sums.terms.values()),
        terms=tuple((term_word(one), sums.terms[one]) for one in TERMS if sums.terms.get(one)),
        may_void=not voided and not done and may(user, Right.VOID),
        may_announce=not voided and may(user, Right.ANNOUNCE),
        may_count=not voided and may(user, Right.COUNT),
        may_direct=may(user, Right.SECTIONS),
        may_seat=may(user, Right.SEAT),
    )


def freeze_word(color_up: ColorUp) -> str:
    """Whether the chips that leave may still be bet, in words."""
    if color_up.ruleset["options"]["freeze"] == "all_in_only":
        return _("may not be bet, except all-in")
    return _("may still be bet")


def groups_in_full(races: Sequence[TableRace]) -> dict[str, tuple[int, int, int | None]]:
    """Section → tables done, all its tables, and who leads it; tables in no section left out."""
    found: dict[str, tuple[int, int, int | None]] = {}
    for race in races:
        section = race.table.section
        if section is None or race.state == State.VOID:
            continue
        done, total, _lead = found.get(section.name, (0, 0, None))
        found[section.name] = (
            done + (race.state == State.CONFIRMED),
            total + 1,
            section.lead_id,
        )
    return found


def _sentences(
    sections: Mapping[str, tuple[int, int, int | None]],
    pace: Pace,
    user: User,
    done: int,
    waiting: int,
    *,
    voided: bool,
) -> list[Said]:
    if voided:
        return []
    if not waiting and done:
        return [
            Said(
                "win",
                ngettext("The table is done.", "All %(n)s tables are done.", done) % {"n": done},
            )
        ]
    said = [
        Said(
            "win",
            ngettext(
                "Section %(section)s is done: its table is.",
                "Section %(section)s is done: all its %(n)s tables are.",
                total,
            )
            % {"section": name, "n": total},
        )
        for name, (ready, total, lead) in sections.items()
        if lead == user.pk and ready == total
    ]
    if pace.outlook is not Outlook.NONE:
        said.insert(0, Said(pace.outlook.value, pace.sentence))
    return said


def _filters(races: Sequence[TableRace], user: User, wanted: Wanted) -> tuple[Filter, ...]:
    here = [one for one in races if wanted.section in (None, one.table.section_id)]
    counts: dict[str, int] = {
        EVERYTHING: len(here),
        MINE: sum(one.taken_by_id == user.pk for one in here),
    }
    counts |= {state.value: sum(one.state == state for one in here) for state in SHOWN_STATES}
    words = {EVERYTHING: _("All"), MINE: _("Mine")}
    words |= {state.value: state_word(state) for state in SHOWN_STATES}
    return tuple(
        Filter(key, words[key], count, wanted.address(show=key), key == wanted.show)
        for key, count in counts.items()
    )


def _sections(races: Sequence[TableRace], wanted: Wanted) -> tuple[SectionLink, ...]:
    names: dict[int, str] = {}
    for race in races:
        if race.table.section is not None:
            names.setdefault(race.table.section.pk, race.table.section.name)
    return tuple(
        SectionLink(
            name,
            wanted.address(section=None if pk == wanted.section else pk),
            pk == wanted.section,
        )
        for pk, name in names.items()
    )


def _own_float(name: str, on: Mapping[int, OnFloat], shades: Mapping[int, str]) -> OwnFloat:
    return OwnFloat(
        name, tuple(Pile(one.left, chip, shades.get(chip, "")) for chip, one in sorted(on.items()))
    )

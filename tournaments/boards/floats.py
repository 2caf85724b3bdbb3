"""The page of an event's floats: what is on each, what to load, and who signed for what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from colorup.engine.late import load
from tournaments.boards.chips import Pile
from tournaments.models import ChipCommand, ColorUp, Event, Float, Section, Table, User
from tournaments.querysets import OnFloat


@dataclass(frozen=True, slots=True)
class FloatLine:
    """One denomination of a float, in chips."""

    value: int
    colour: str
    out: int
    back: int
    paid: int
    left: int


@dataclass(frozen=True, slots=True)
class Signed:
    """One time that chips changed hands between the bank and a float."""

    at: datetime
    out: bool
    piles: tuple[Pile, ...]
    giver: str
    taker: str


@dataclass(frozen=True, slots=True)
class FloatCard:
    """A float with its lines, newest signature first."""

    float_id: int
    name: str
    whose: str
    lines: tuple[FloatLine, ...]
    signed: tuple[Signed, ...]
    closed_at: datetime | None
    closed_by: str
    reason: str

    @property
    def differs(self) -> bool:
        return any(one.left for one in self.lines)


@dataclass(frozen=True, slots=True)
class ToLoad:
    """What a section should carry for the colour-up that is running."""

    section_id: int
    section: str
    pile: Pile
    for_exchange: int
    for_races: int


@dataclass(frozen=True, slots=True)
class Owner:
    """A section or a person who may carry a float."""

    pk: int
    name: str


@dataclass(frozen=True, slots=True)
class FloatsPage:
    """All that the page prints."""

    event_id: int
    event_name: str
    open: tuple[FloatCard, ...]
    closed: tuple[FloatCard, ...]
    chips: tuple[Pile, ...]
    sections: tuple[Owner, ...]
    people: tuple[Owner, ...]
    to_load: tuple[ToLoad, ...]


@dataclass(frozen=True, slots=True)
class Room:
    """What loads are worked out from: all tables with `seated`, the colour-up, chips in play."""

    tables: Sequence[Table]
    color_up: ColorUp | None
    in_play: Mapping[int, int]


def floats_page(
    event: Event,
    floats: Iterable[Float],
    sums: Mapping[tuple[int, str], Mapping[int, OnFloat]],
    commands: Iterable[ChipCommand],
    sections: Sequence[Section],
    people: Sequence[User],
    room: Room,
) -> FloatsPage:
    """Build the page; `commands` are those of floats with their movements, newest first."""
    shades = {one.value: one.colour for one in event.chip_set.denominations.all()}
    by_float = {pk: on for (pk, _name), on in sums.items()}
    signed: dict[int, list[Signed]] = {}
    for command in commands:
        moved = list(command.movements.all())
        if moved and moved[0].float_id is not None:
            signed.setdefault(moved[0].float_id, []).append(_signed(command, event, shades))
    cards = [
        _card(one, by_float.get(one.pk, {}), signed.get(one.pk, ()), event, shades)
        for one in floats
    ]
    busy = {one.section_id for one in floats if one.is_open}
    return FloatsPage(
        event_id=event.pk,
        event_name=event.name,
        open=tuple(one for one in cards if one.closed_at is None),
        closed=tuple(one for one in cards if one.closed_at is not None),
        chips=tuple(Pile(0, value, shades[value]) for value in sorted(shades)),
        sections=tuple(Owner(one.pk, one.name) for one in sections if one.pk not in busy),
        people=tuple(Owner(one.pk, one.shown_name) for one in people),
        to_load=tuple(_loads(sections, room, shades)),
    )


def _card(
    one: Float,
    on: Mapping[int, OnFloat],
    signed: Sequence[Signed],
    event: Event,
    shades: Mapping[int, str],
) -> FloatCard:
    lead = one.section.lead if one.section else None
    whose = [one.section.name if one.section else "", (one.carrier or lead or "")]
    return FloatCard(
        float_id=one.pk,
        name=one.name,
        whose=", ".join(str(part) for part in whose if part and str(part) != one.name),
        lines=tuple(
            FloatLine(value, shades.get(value, ""), sums.out, sums.back, sums.paid, sums.left)
            for value, sums in sorted(on.items())
        ),
        signed=tuple(signed),
        closed_at=one.closed_at and one.closed_at.astimezone(event.zone),
        closed_by=one.closed_by.shown_name if one.closed_by else "",
        reason=one.close_reason,
    )


def _signed(command: ChipCommand, event: Event, shades: Mapping[int, str]) -> Signed:
    return Signed(
        command.at.astimezone(event.zone),
        command.content["way"] == "out",
        tuple(
            Pile(one.chips, one.denomination, shades.get(one.denomination, ""))
            for one in command.movements.all()
        ),
        command.content["giver"],
        command.content["taker"],
    )


def _loads(sections: Sequence[Section], room: Room, shades: Mapping[int, str]) -> Iterable[ToLoad]:
    """What each section should carry; nothing where no single chip is leaving."""
    color_up = room.color_up
    if color_up is None or len(color_up.removed) != 1:
        return
    removed = color_up.removed[0]
    above = [one for one in color_up.in_play if one > removed]
    if not above:
        return
    target = color_up.target or above[0]
    seats = {one.pk: 0 for one in sections}
    for table in room.tables:
        if table.section_id in seats:
            seats[table.section_id] += table.seated  # type: ignore[attr-defined]
    all_seats = sum(one.seated for one in room.tables)  # type: ignore[attr-defined]
    for section in sections:
        what = load(
            removed=removed,
            target=target,
            chips_in_play=room.in_play.get(removed),
            seats=seats[section.pk],
            all_seats=all_seats,
        )
        pile = Pile(what.chips, target, shades.get(target, ""))
        yield ToLoad(section.pk, section.name, pile, what.for_exchange, what.for_races)

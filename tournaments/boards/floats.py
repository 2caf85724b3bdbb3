"""The page of an event's floats: what is on each, what to load, and who signed for what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from tournaments.boards.bank_room import Room, running
from tournaments.boards.chips import Pile
from tournaments.boards.loads import ToLoad, to_load
from tournaments.models import ChipCommand, Event, Float, Section, User
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
        to_load=tuple(to_load(room, partial(running, room))),
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

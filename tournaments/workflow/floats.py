"""The commands about floats: what goes out of the bank to be carried, and what comes back.

Every change of a float holds its event's row, so that a table is never paid from a float that is
being closed.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from django.db import transaction
from django.utils import timezone

from colorup.engine.problems import Findings
from tournaments.models import (
    ChipCommand,
    Event,
    Float,
    Place,
    Reason,
    Section,
    User,
)
from tournaments.permissions import Right, is_stranger
from tournaments.querysets import OnFloat
from tournaments.workflow.booking import Booked, Booking, book
from tournaments.workflow.custody import Movement
from tournaments.workflow.errors import Conflict, NotFound, Unfit
from tournaments.workflow.paid import MOST_CHIPS
from tournaments.workflow.runner import Command, require_reason, require_role

NAME_LENGTH = 60


class Way(StrEnum):
    """Which way chips go: out of the bank onto the float, or back in."""

    OUT = "out"
    IN = "in"


def open_float(
    *,
    event_id: int,
    by: User,
    command_id: str,
    chips: Mapping[int, object],
    giver: str,
    taker: str,
    section_id: int | None = None,
    carrier_id: int | None = None,
    name: str = "",
    device: str = "",
) -> Float:
    """Open a float for a section, a person, or both, with the first chips (denomination → chips).

    `giver` is who hands them out for the bank, `taker` who signs for them.  Sent again, the command
    answers with the float it opened.

    Raises `NotFound`, `Forbidden`, `Conflict` (``changed_after_send``) and `Problems`
    (``bad_float``, ``bad_count``, ``bad_denomination``).
    """
    content = {
        "way": Way.OUT.value,
        "section": section_id,
        "carrier": carrier_id,
        "name": name,
        "chips": _as_sent(chips),
        "giver": giver.strip(),
        "taker": taker.strip(),
    }
    command = Command(ChipCommand.Kind.FLOAT, Right.FLOATS, by, command_id, content, device=device)

    def work_out(event: Event) -> Booking:
        findings = Findings()
        counted = _checked(findings, event, chips, giver, taker)
        section = _section(findings, event, section_id)
        carrier = _carrier(findings, carrier_id)
        if section_id is None and carrier_id is None:
            findings.add("bad_float.nobodys")
        running = Float.objects.open().filter(event=event)
        if section is not None and running.filter(section=section).exists():
            findings.add("bad_float.section_has_one", section=section.name)
        if carrier is not None and running.filter(carrier=carrier).exists():
            findings.add("bad_float.person_has_one", person=carrier.shown_name)
        findings.raise_if_any()
        owner = section.name if section else carrier.shown_name if carrier else ""
        opened = Float.objects.create(
            event=event,
            name=(name.strip() or owner)[:NAME_LENGTH],
            section=section,
            carrier=carrier,
            opened_at=command.at,
            open_id=command_id,
        )
        return Booking(_movements(opened.pk, counted, Way.OUT))

    booked = book(command, event_id=event_id, work_out=work_out)
    return Float.objects.get(event_id=event_id, open_id=booked.command.command_id)


def move_float(
    *,
    float_id: int,
    by: User,
    command_id: str,
    way: Way,
    chips: Mapping[int, object],
    giver: str,
    taker: str,
    device: str = "",
) -> Booked:
    """Take chips out of the bank onto an open float, or hand them in again.

    Raises `NotFound`, `Forbidden`, `Conflict` (``changed_after_send``, ``not_now.float_closed``)
    and `Problems` (``bad_float``, ``bad_count``, ``bad_denomination``).
    """
    content = {
        "way": way.value,
        "float": float_id,
        "chips": _as_sent(chips),
        "giver": giver.strip(),
        "taker": taker.strip(),
    }
    command = Command(ChipCommand.Kind.FLOAT, Right.FLOATS, by, command_id, content, device=device)
    require_role(by, Right.FLOATS)
    carried = Float.objects.filter(pk=float_id).first()
    if carried is None:
        raise NotFound

    def work_out(event: Event) -> Booking:
        if not Float.objects.open().filter(pk=float_id).exists():
            raise Conflict("not_now.float_closed", sent=content)
        findings = Findings()
        counted = _checked(findings, event, chips, giver, taker)
        findings.raise_if_any()
        return Booking(_movements(float_id, counted, way))

    return book(command, event_id=carried.event_id, work_out=work_out)


def close_float(*, float_id: int, by: User, reason: str = "") -> Float:
    """Close a float whose chips are all accounted for: out − in is what its tables were paid.

    Where chips are missing or too many, it takes a reason, and the difference stays on record.  A
    float that is closed already is answered as it is.

    Raises `NotFound`, `Forbidden` and `Unfit` (``float_differs``) with every denomination.
    """
    require_role(by, Right.FLOATS)
    with transaction.atomic():
        carried = Float.objects.filter(pk=float_id).first()
        if carried is None:
            raise NotFound
        Event.objects.select_for_update(no_key=True).get(pk=carried.event_id)
        carried.refresh_from_db()
        if not carried.is_open:
            return carried
        left = left_on(carried)
        if left and not reason.strip():
            missing = tuple(f"{chips} × {chip}" for chip, chips in left.items() if chips > 0)
            surplus = tuple(f"{-chips} × {chip}" for chip, chips in left.items() if chips < 0)
            if missing and surplus:
                raise Unfit("float_differs.both", missing=missing, surplus=surplus)
            if missing:
                raise Unfit("float_differs.missing", missing=missing)
            raise Unfit("float_differs.surplus", surplus=surplus)
        carried.closed_at, carried.closed_by = timezone.now(), by
        carried.close_reason = require_reason(reason) if left else ""
        carried.save()
        return carried


def left_on(carried: Float) -> dict[int, int]:
    """Denomination → chips that should still be on the float; those that come to nothing are left
    out, a negative number was paid without ever having been taken out."""
    sums: Mapping[int, OnFloat] = next(iter(carried.movements.on_floats().values()), {})
    return {chip: one.left for chip, one in sums.items() if one.left}


def _movements(float_id: int, chips: Mapping[int, int], way: Way) -> tuple[Movement, ...]:
    places = (Place.BANK, Place.FLOAT) if way is Way.OUT else (Place.FLOAT, Place.BANK)
    return tuple(
        Movement(chip, count, *places, Reason.FLOAT, float_id=float_id)
        for chip, count in chips.items()
    )


def _as_sent(chips: Mapping[int, object]) -> dict[str, object]:
    return {str(chip): chips[chip] for chip in sorted(chips) if chips[chip]}


def _checked(
    findings: Findings, event: Event, chips: Mapping[int, object], giver: str, taker: str
) -> dict[int, int]:
    """The chips as far as they are numbers of the event's chips; both names are needed."""
    counted: dict[int, int] = {}
    for chip, count in sorted(chips.items()):
        if type(count) is not int or not 0 <= count <= MOST_CHIPS:
            findings.add("bad_count.chips", chip=chip, typed=str(count)[:40], most=MOST_CHIPS)
        elif count:
            counted[chip] = count
    known = {one.value for one in event.chip_set.denominations.all()}
    if foreign := tuple(sorted(counted.keys() - known)):
        findings.add("bad_denomination.not_in_chip_set", chips=foreign)
    if not counted and not findings.found:
        findings.add("bad_float.no_chips")
    if not giver.strip() or not taker.strip():
        findings.add("bad_float.two_names")
    elif giver.strip().casefold() == taker.strip().casefold():
        findings.add("bad_float.same_name")
    return counted


def _section(findings: Findings, event: Event, section_id: int | None) -> Section | None:
    if section_id is None:
        return None
    section = Section.objects.filter(event=event, pk=section_id).first()
    if section is None:
        findings.add("bad_float.no_such_section")
    return section


def _carrier(findings: Findings, carrier_id: int | None) -> User | None:
    if carrier_id is None:
        return None
    carrier = User.objects.filter(pk=carrier_id).first()
    if carrier is None or is_stranger(carrier):
        findings.add("bad_section.lead")
        return None
    return carrier

"""Chips after the race or outside it: late chips, one player's exchange, and taking either back.

RULES.md, "Afterwards".  Each goes through `tournaments.workflow.booking.book` and answers or raises
as that does.  Chips are given as denomination → number of chips.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from colorup.engine.chips import value_of
from colorup.engine.late import Paid, exchange_of_one_seat, late_chips
from colorup.engine.problems import Findings, Problems
from colorup.engine.ruleset import LateChips
from tournaments.models import ChipCommand, ColorUp, Event, Place, Reason, Table, User
from tournaments.permissions import Right, may
from tournaments.workflow.booking import Booked, Booking, book
from tournaments.workflow.custody import Movement, of_reversal
from tournaments.workflow.errors import Conflict, Forbidden, NotFound
from tournaments.workflow.paid import MOST_CHIPS
from tournaments.workflow.runner import Command, require_reason, require_right

Chips = Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Standing:
    """Which of an event's chips are in play, as its colour-ups that have begun leave it.

    A denomination has left as soon as one table is confirmed for it; what the latest colour-up that
    has begun says is in play, is.  Denominations ascending.
    """

    begun: tuple[ColorUp, ...]
    left: tuple[int, ...]
    in_play: tuple[int, ...]

    @classmethod
    def of(cls, event: Event) -> Standing:
        begun = tuple(ColorUp.objects.begun(event.pk))
        known = [one.value for one in event.chip_set.denominations.all()]
        staying = set(begun[-1].in_play) if begun else set(known)
        left = {chip for one in begun for chip in one.removed} - staying
        return cls(begun, tuple(sorted(left)), tuple(sorted(staying)))

    def exchangeable(self, event: Event) -> tuple[int, ...]:
        """The denominations of the event's chip set that have not left, ascending."""
        known = (one.value for one in event.chip_set.denominations.all())
        return tuple(sorted(set(known) - set(self.left)))

    def ruling(self, color_up_id: int | None, found: Collection[int] = ()) -> ColorUp | None:
        """The colour-up whose ruleset decides about late chips: the one named, or the latest that
        removed one of the denominations `found`; None where it has not begun."""
        for one in reversed(self.begun):
            if one.pk == color_up_id:
                return one
            if color_up_id is None and (not found or set(found) & set(one.removed)):
                return one
        return None


@dataclass(frozen=True, slots=True)
class Late:
    """Late chips as a ruleset judges them: what was found, and what is paid for it."""

    color_up: ColorUp
    rule: LateChips
    found: Chips
    paid: Paid


@dataclass(frozen=True, slots=True)
class Exchanged:
    """One player's exchange: both sides, and the value that each of them has."""

    gives: Chips
    gets: Chips
    value: int


def late_rule(color_up: ColorUp) -> LateChips:
    """What the colour-up's ruleset says about removed chips that are found later."""
    return LateChips(color_up.ruleset["options"]["late_chips"])


def judge_late(
    standing: Standing,
    color_up: ColorUp | None,
    found: Mapping[int, object],
    decided: Mapping[int, object] | None = None,
) -> Late:
    """What is paid for the chips `found` by the ruleset of `color_up`, or as a director decided.

    Raises `Problems` (``bad_late``, ``bad_count``, ``director_decides``).
    """
    findings = Findings()
    chips = _counted(findings, found)
    if not chips and not findings.found:
        findings.add("bad_late.none")
    left = () if color_up is None else standing.left
    if not_left := tuple(sorted(chips.keys() - set(left))):
        findings.add("bad_late.not_left", chips=not_left)
    if color_up is None:
        raise Problems(findings.found)
    rule = late_rule(color_up)
    paid = _paid_for(findings, chips, standing.in_play, rule, decided)
    findings.raise_if_any()
    return Late(color_up, rule, chips, paid)


def judge_exchange(
    event: Event,
    standing: Standing,
    gives: Mapping[int, object],
    gets: Mapping[int, object],
) -> Exchanged:
    """One player's exchange, if it is one.

    Raises `Problems` (``bad_exchange``, ``bad_count``, ``bad_denomination``).
    """
    findings = Findings()
    given, got = _counted(findings, gives), _counted(findings, gets)
    readable = not findings.found
    known = {one.value for one in event.chip_set.denominations.all()}
    if foreign := tuple(sorted({*given, *got} - known)):
        findings.add("bad_denomination.not_in_chip_set", chips=foreign)
    if left := tuple(sorted({*given, *got} & set(standing.left))):
        findings.add("bad_exchange.left", chips=left)
    value = 0
    if readable and not given and not got:
        findings.add("bad_exchange.none")
    elif readable:
        with findings.collecting():
            value = exchange_of_one_seat(given, got)
    findings.raise_if_any()
    return Exchanged(given, got, value)


def late(
    *,
    event_id: int,
    by: User,
    command_id: str,
    found: Mapping[int, object],
    color_up_id: int | None = None,
    table_id: int | None = None,
    seat: int | None = None,
    decided: Mapping[int, object] | None = None,
    reason: str = "",
    device: str = "",
) -> Booked:
    """Record removed chips that were `found` after their race, and what is paid for them.

    The ruleset of the colour-up decides; without one named, that of the latest which removed such
    chips.  Where it leaves them to the director, a director says what is paid (`decided`, perhaps
    nothing) and why.  All of `found` leaves play; the drift is what is left unpaid.

    Raises also `Forbidden` (``director_needed``), `Unfit` (``reason_needed``) and `Problems`
    (``bad_late``, ``bad_count``, ``director_decides``, ``bad_tables``, ``bad_seat``).
    """

    def work_out(event: Event) -> Booking:
        if color_up_id is not None and not event.color_ups.filter(pk=color_up_id).exists():
            raise NotFound
        standing = Standing.of(event)
        color_up = standing.ruling(color_up_id, [chip for chip in found if found[chip]])
        for_director = color_up is not None and late_rule(color_up) is LateChips.DIRECTOR
        if (for_director or decided is not None) and not may(by, Right.LATE_DECIDE):
            raise Forbidden("director_needed.late")
        findings = Findings()
        table = _table(findings, event, table_id, seat)
        with findings.collecting():
            judged = judge_late(standing, color_up, found, decided)
        findings.raise_if_any()
        if for_director:
            require_reason(reason)
        paid = judged.paid
        return Booking(
            tuple(_late_movements(judged.found, paid.pays, seat)),
            paid.drift,
            {
                "rule": judged.rule.value,
                "in_play": list(standing.in_play),
                "pays": _as_sent(paid.pays),
                "unpaid": paid.unpaid,
            },
            judged.color_up,
            table,
            seat,
        )

    content = {
        "color_up": color_up_id,
        "found": _as_sent(found),
        "table": table_id,
        "seat": seat,
        "decided": None if decided is None else _as_sent(decided),
    }
    kind = ChipCommand.Kind.LATE
    command = Command(kind, Right.LATE, by, command_id, content, reason.strip(), device)
    return book(command, event_id=event_id, work_out=work_out)


def exchange(
    *,
    event_id: int,
    by: User,
    command_id: str,
    gives: Mapping[int, object],
    gets: Mapping[int, object],
    table_id: int | None = None,
    seat: int | None = None,
    reason: str = "",
    device: str = "",
) -> Booked:
    """Record a discretionary colour-up: one player gives chips and gets others of the same value.

    Any denominations of the event's chip set that have not left play; no race, no drift.
    Raises also `Problems` (``bad_exchange``, ``bad_count``, ``bad_denomination``, ``bad_tables``,
    ``bad_seat``).
    """

    def work_out(event: Event) -> Booking:
        findings = Findings()
        table = _table(findings, event, table_id, seat)
        with findings.collecting():
            judged = judge_exchange(event, Standing.of(event), gives, gets)
        findings.raise_if_any()
        return Booking(
            tuple(_exchange_movements(judged, seat)),
            result={"value": judged.value},
            table=table,
            seat=seat,
        )

    content = {
        "gives": _as_sent(gives),
        "gets": _as_sent(gets),
        "table": table_id,
        "seat": seat,
    }
    kind = ChipCommand.Kind.EXCHANGE
    command = Command(kind, Right.EXCHANGE, by, command_id, content, reason.strip(), device)
    return book(command, event_id=event_id, work_out=work_out)


def reverse(
    *, chip_command_id: int, by: User, command_id: str, reason: str, device: str = ""
) -> Booked:
    """Take back what was recorded, by reversing movements and for a reason; once, by a director.

    Raises also `Unfit` (``reason_needed``) and `Conflict` (``not_now`` where it was taken back
    already, or is a reversal itself).
    """
    content = {"reverses": chip_command_id}
    kind = ChipCommand.Kind.REVERSAL
    command = Command(kind, Right.REVERSE, by, command_id, content, reason.strip(), device)
    require_right(command)
    recorded = (
        ChipCommand.objects.filter(pk=chip_command_id).select_related("color_up", "table").first()
    )
    if recorded is None:
        raise NotFound

    def work_out(_event: Event) -> Booking:
        if recorded.kind == ChipCommand.Kind.REVERSAL:
            raise Conflict("not_now.a_reversal", sent=content)
        if recorded.kind == ChipCommand.Kind.FLOAT:
            raise Conflict("not_now.float_moved", sent=content)
        if ChipCommand.objects.filter(reverses=recorded).exists():
            raise Conflict("not_now.taken_back", sent=content)
        require_reason(reason)
        return Booking(
            of_reversal(recorded.movements.order_by("id")),
            -recorded.drift,
            color_up=recorded.color_up,
            table=recorded.table,
            seat=recorded.seat,
            reverses=recorded,
        )

    return book(command, event_id=recorded.event_id, work_out=work_out)


def _as_sent(chips: Mapping[int, Any]) -> dict[str, Any]:
    return {str(chip): chips[chip] for chip in sorted(chips) if chips[chip]}


def _counted(findings: Findings, chips: Mapping[int, object]) -> dict[int, int]:
    """The chips as far as they are numbers of chips, without those that are none."""
    counted: dict[int, int] = {}
    for chip, count in sorted(chips.items()):
        if type(count) is not int or not 0 <= count <= MOST_CHIPS:
            findings.add("bad_count.chips", chip=chip, typed=str(count)[:40], most=MOST_CHIPS)
        elif count:
            counted[chip] = count
    return counted


def _table(
    findings: Findings, event: Event, table_id: int | None, seat: int | None
) -> Table | None:
    """The event's table of this id, with such a seat where one is said."""
    if table_id is None:
        if seat is not None:
            findings.add("bad_seat.without_table")
        return None
    table = Table.objects.filter(event=event, pk=table_id).first()
    if table is None:
        findings.add("bad_tables.unknown")
    elif seat is not None and seat not in table.seat_numbers:
        findings.add("bad_seat.not_at_table", seat, most=table.seat_count)
    return table


def _paid_for(
    findings: Findings,
    found: Chips,
    in_play: tuple[int, ...],
    rule: LateChips,
    decided: Mapping[int, object] | None,
) -> Paid:
    """What is paid for late chips: by the rule, or by the director where the rule says so."""
    worth = value_of(found)
    if decided is None:
        with findings.collecting():
            return late_chips(found, in_play, rule)
        return Paid({}, 0, worth)
    if rule is not LateChips.DIRECTOR:
        findings.add("bad_late.rule_decides")
    pays = _counted(findings, decided)
    if foreign := tuple(sorted(pays.keys() - set(in_play))):
        findings.add("bad_late.not_in_play", chips=foreign)
    value = value_of(pays)
    if value > worth:
        findings.add("bad_late.too_much", worth=worth, paid=value)
    return Paid(pays, value, worth - value)


def _late_movements(found: Chips, pays: Chips, seat: int | None) -> Iterator[Movement]:
    for chip, count in found.items():
        yield Movement(chip, count, Place.IN_PLAY, Place.OUT_OF_PLAY, Reason.LATE, seat)
    for chip, count in pays.items():
        yield Movement(chip, count, Place.BANK, Place.IN_PLAY, Reason.LATE, seat)


def _exchange_movements(exchanged: Exchanged, seat: int | None) -> Iterator[Movement]:
    for chip, count in exchanged.gives.items():
        yield Movement(chip, count, Place.IN_PLAY, Place.BANK, Reason.DISCRETIONARY, seat)
    for chip, count in exchanged.gets.items():
        yield Movement(chip, count, Place.BANK, Place.IN_PLAY, Reason.DISCRETIONARY, seat)

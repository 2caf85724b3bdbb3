"""The movements of chips that belong to a command.

A movement is what really changed hands, as far as it is known.  Removed chips go out of play; chips
of a denomination that stays go back to the bank.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from colorup.formats.fields import removed_of
from tournaments.models import ChipMovement, Event, Float, Place, Reason, TableRace, User
from tournaments.workflow.paid import Paid, Payment


class LedgerOutOfBalance(AssertionError):
    """Movements do not sum to the drift that their command states; nothing is written."""


@dataclass(frozen=True, slots=True)
class Movement:
    """`chips` chips of one denomination from one place to another, not written yet.

    `float_id` names the float where one of the two places is a float.
    """

    denomination: int
    chips: int
    from_place: Place
    to_place: Place
    reason: Reason
    seat: int | None = None
    reverses: int | None = None
    float_id: int | None = None

    @property
    def value_into_play(self) -> int:
        """What it adds to the chips in play: value, negative where it takes away."""
        into, out = self.to_place is Place.IN_PLAY, self.from_place is Place.IN_PLAY
        return self.denomination * self.chips * (into - out)


def require_balance(movements: Iterable[Movement], drift: int) -> None:
    """Raises `LedgerOutOfBalance` unless the movements add exactly `drift` (value) to play."""
    total = sum(one.value_into_play for one in movements)
    if total != drift:
        raise LedgerOutOfBalance(f"movements sum to {total}, the command states {drift}")


def of_confirmation(
    document: Mapping[str, Any], result: Mapping[str, Any], paid: Paid
) -> tuple[Movement, ...]:
    """What changes hands when a race with a final result is confirmed as `paid`.

    Chips paid as they were due carry their own reason; chips paid beyond it are an adjustment.
    """
    leaves = frozenset(removed_of(document))
    due = Paid.due(result)
    if result["settlement"] is None:
        known = [*_of_steps(result, leaves), *_of_payments(due.from_bank(result), due)]
        unseen = _exchange_without_seats(result, leaves, known)
        before = [*_of_steps(result, leaves), *unseen]
    else:
        before = list(_of_settlement(document["collector"], result["settlement"], leaves))
    return (*before, *_of_payments(paid.from_bank(result), due))


def of_reversal(movements: Iterable[ChipMovement]) -> tuple[Movement, ...]:
    """The movements that take back those of a command.

    A float that has been closed meanwhile was counted and stays as it was: what was paid from it
    goes back to the bank.
    """
    return tuple(_taken_back(one) for one in movements)


def on_float(movements: Iterable[Movement], float_id: int | None) -> tuple[Movement, ...]:
    """The same movements with the float, where there is one, in the bank's place."""
    if float_id is None:
        return tuple(movements)
    instead = {Place.BANK: Place.FLOAT}
    return tuple(
        replace(
            one,
            from_place=instead.get(one.from_place, one.from_place),
            to_place=instead.get(one.to_place, one.to_place),
            float_id=float_id if Place.BANK in (one.from_place, one.to_place) else None,
        )
        for one in movements
    )


def paying_float(*, event_id: int, person: User, section_id: int | None) -> int | None:
    """The open float (id) from which `person` pays at a table of this section; None for the bank.

    Needs a transaction; where there is such a float, the event's row is held until its end.
    """
    floats = Float.objects.paying(event_id=event_id, person_id=person.pk, section_id=section_id)
    if not floats.exists():
        return None
    Event.objects.select_for_update(no_key=True).get(pk=event_id)
    return floats.values_list("pk", flat=True).first()


def held_movements(race: TableRace) -> list[ChipMovement]:
    """The race's movements that hold, with their floats; in a transaction, before reversing them.

    Where one of them names a float, the event's row is held: no float is closed meanwhile.
    """
    held = ChipMovement.objects.unreversed(race.pk).select_related("float")
    movements = list(held)
    if any(one.float_id for one in movements):
        Event.objects.select_for_update(no_key=True).get(pk=race.color_up.event_id)
        movements = list(held.all())
    return movements


def _taken_back(one: ChipMovement) -> Movement:
    from_place, to_place, float_id = Place(one.to_place), Place(one.from_place), one.float_id
    if one.float is not None and not one.float.is_open:
        instead = {Place.FLOAT: Place.BANK}
        from_place = instead.get(from_place, from_place)
        to_place = instead.get(to_place, to_place)
        float_id = None
    return Movement(
        one.denomination,
        one.chips,
        from_place,
        to_place,
        Reason.REVERSAL,
        one.seat,
        one.pk,
        float_id,
    )


def _into_play(chip: int, chips: int, reason: Reason, seat: int | None = None) -> Movement:
    return Movement(chip, chips, Place.BANK, Place.IN_PLAY, reason, seat)


def _out_of_play(
    chip: int, chips: int, reason: Reason, leaves: Collection[int], seat: int | None = None
) -> Movement:
    to_place = Place.OUT_OF_PLAY if chip in leaves else Place.BANK
    return Movement(chip, chips, Place.IN_PLAY, to_place, reason, seat)


def _of_steps(result: Mapping[str, Any], leaves: Collection[int]) -> Iterator[Movement]:
    """Exchanges that were counted, and the odd chips that are collected."""
    collected = result["options"]["procedure"] != "leave_in_play"
    for step in result["steps"]:
        chip = step["removed"]
        for one in step["exchange"]:
            if one["hands_in"]:
                yield _out_of_play(chip, one["hands_in"], Reason.EXCHANGE, leaves, one["seat"])
                for paid_in, chips in one["receives"].items():
                    yield _into_play(int(paid_in), chips, Reason.EXCHANGE, one["seat"])
            if one["odd"] and collected:
                yield _out_of_play(chip, one["odd"], Reason.ODD_IN, leaves, one["seat"])
        if step["odd_chips"] and not step["exchange"] and collected:
            yield _out_of_play(chip, step["odd_chips"], Reason.ODD_IN, leaves)


def _of_settlement(
    collector: Mapping[str, Any], settlement: Mapping[str, Any], leaves: Collection[int]
) -> Iterator[Movement]:
    """The collector's pile against the floor's chips; between players nothing is booked."""
    seat, reason = collector["seat"], Reason.COLLECTOR
    (removed,) = leaves
    if collector["pile"]:
        yield _out_of_play(removed, collector["pile"], reason, leaves, seat)
    for chip, chips in settlement["takes_own"].items():
        yield _out_of_play(int(chip), chips, reason, leaves, seat)
    for chips_by_value in (settlement["pays"], settlement["must_add"]):
        for chip, chips in chips_by_value.items():
            yield _into_play(int(chip), chips, reason, seat)


def _of_payments(payments: Iterable[Payment], due: Paid) -> Iterator[Movement]:
    for one in payments:
        as_due = min(one.chips, due.chips_for(one))
        if as_due:
            yield _into_play(one.chip, as_due, one.reason, one.seat)
        if beyond := one.chips - as_due:
            yield _into_play(one.chip, beyond, Reason.ADJUSTMENT, one.seat)


def _exchange_without_seats(
    result: Mapping[str, Any], leaves: Collection[int], known: Iterable[Movement]
) -> Iterator[Movement]:
    """What the bank is known to exchange beyond the seats that were counted.

    Chips picked up at the table give its total where seats only said what was left over.
    """
    bank = result["bank"]
    if bank is None:
        return
    rest: dict[int, int] = {}
    for sign, chips_by_value in ((1, bank["pays"]), (-1, bank["takes"])):
        for chip, chips in chips_by_value.items():
            rest[int(chip)] = rest.get(int(chip), 0) + sign * chips
    for one in known:
        into = 1 if one.to_place is Place.IN_PLAY else -1
        rest[one.denomination] = rest.get(one.denomination, 0) - into * one.chips
    for chip, chips in sorted(rest.items()):
        if chips > 0:
            yield _into_play(chip, chips, Reason.EXCHANGE)
        elif chips < 0:
            yield _out_of_play(chip, -chips, Reason.EXCHANGE, leaves)

"""What was due by the rules and what was paid in the room: two things, never mixed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from colorup.engine.problems import Findings
from tournaments.models import Reason

MOST_CHIPS = 100_000


@dataclass(frozen=True, slots=True)
class Payment:
    """`chips` chips of value `chip` put down at a seat: an award of one step, or a rescue."""

    reason: Reason
    removed: int
    seat: int
    chip: int
    chips: int

    @property
    def value(self) -> int:
        return self.chip * self.chips


@dataclass(frozen=True, slots=True)
class Paid:
    """All awards and rescues of one race; by step, then awards before rescues, then by seat."""

    payments: tuple[Payment, ...]

    @classmethod
    def due(cls, result: Mapping[str, Any]) -> Paid:
        """What a final result says is to be paid."""
        return cls(_in_order(_due(result)))

    @classmethod
    def read(
        cls,
        entry: Mapping[str, Any],
        *,
        result: Mapping[str, Any],
        in_play: Collection[int],
        most_seats: int,
    ) -> Paid:
        """What a person says was paid.

        ``{"awards": {seat: chips}, "rescues": {seat: chips}}``; where several denominations leave,
        the awards are by removed denomination: ``{"25": {seat: chips}}``.  Raises `Problems`
        (``bad_paid``).
        """
        findings = Findings()
        steps = result["steps"]
        awards = entry.get("awards", {})
        by_step = {str(steps[0]["removed"]): awards} if len(steps) == 1 else awards
        targets: dict[str, int | None] = {str(one["removed"]): one["target"] for one in steps}
        payments: list[Payment] = []
        if set(entry) - {"awards", "rescues"} or not isinstance(by_step, Mapping):
            findings.add("bad_paid.type")
            by_step = {}
        for removed, by_seat in by_step.items():
            target = targets.get(removed)
            if target is None:
                # A step without a race has nothing to award, which may be said.
                if by_seat or removed not in targets:
                    findings.add("bad_paid.no_such_step", chip=str(removed))
                continue
            for seat, chips in _chips_by_seat(by_seat, most_seats, findings):
                payments.append(Payment(Reason.AWARD, int(removed), seat, target, chips))
        last = steps[-1]
        chip = _rescue_chip(result, in_play)
        for seat, chips in _chips_by_seat(entry.get("rescues", {}), most_seats, findings):
            payments.append(Payment(Reason.RESCUE, last["removed"], seat, chip, chips))
        findings.raise_if_any()
        return cls(_in_order(payments))

    def chips_for(self, other: Payment) -> int:
        """How many chips these payments hold for the same seat, step and reason as `other`."""
        return sum(
            one.chips
            for one in self.payments
            if (one.reason, one.removed, one.seat) == (other.reason, other.removed, other.seat)
        )

    def from_bank(self, result: Mapping[str, Any]) -> tuple[Payment, ...]:
        """The payments that the bank makes.

        Where a collector settles, awards and rescues from the pool come out of the collector's own
        chips, so only the bank's rescues are left.
        """
        if result["settlement"] is None:
            return self.payments
        from_pool = {one["seat"] for one in result["steps"][-1]["rescues"] if one["from"] == "pool"}
        return tuple(
            one
            for one in self.payments
            if one.reason is Reason.RESCUE and one.seat not in from_pool
        )

    def adjustment(self, result: Mapping[str, Any]) -> int:
        """By how much these payments add more to play than those due: value, negative for less."""
        return sum(one.value for one in self.from_bank(result)) - sum(
            one.value for one in Paid.due(result).from_bank(result)
        )

    def document(self, result: Mapping[str, Any]) -> dict[str, Any]:
        """The payments as a race keeps them."""
        return {
            "awards": [
                {"removed": one.removed, "seat": one.seat, "chip": one.chip, "chips": one.chips}
                for one in self.payments
                if one.reason is Reason.AWARD
            ],
            "rescues": [
                {"seat": one.seat, "chip": one.chip, "chips": one.chips}
                for one in self.payments
                if one.reason is Reason.RESCUE
            ],
            "as_due": self == Paid.due(result),
            "adjustment": self.adjustment(result),
        }


def _due(result: Mapping[str, Any]) -> Iterator[Payment]:
    for step in result["steps"]:
        for award in step["awards"]:
            yield Payment(
                Reason.AWARD, step["removed"], award["seat"], step["target"], award["chips"]
            )
        for rescue in step["rescues"]:
            yield Payment(Reason.RESCUE, step["removed"], rescue["seat"], rescue["chip"], 1)


def _in_order(payments: Collection[Payment] | Iterator[Payment]) -> tuple[Payment, ...]:
    kept = (one for one in payments if one.chips)
    return tuple(sorted(kept, key=lambda one: (one.removed, one.reason.value, one.seat)))


def _chips_by_seat(entry: object, most_seats: int, findings: Findings) -> Iterator[tuple[int, int]]:
    if not isinstance(entry, Mapping):
        findings.add("bad_paid.type")
        return
    for name, chips in entry.items():
        seat = int(name) if isinstance(name, str) and name.isascii() and name.isdigit() else 0
        if not 1 <= seat <= most_seats:
            findings.add("bad_seat.not_at_table", most=most_seats)
        elif type(chips) is not int or not 0 <= chips <= MOST_CHIPS:
            findings.add("bad_paid.type", seat)
        else:
            yield seat, chips


def _rescue_chip(result: Mapping[str, Any], in_play: Collection[int]) -> int:
    target: int | None = result["steps"][-1]["target"]
    if target is None or result["options"]["rescue_chip"] == "lowest_in_play":
        return min(in_play)
    return target

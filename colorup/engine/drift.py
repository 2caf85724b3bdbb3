"""What a race adds to the value on the table or takes from it, in its terms, and its band."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from colorup.engine.awarding import Award, Rescue
from colorup.engine.race import StepResult
from colorup.engine.ruleset import LastChip, PoolRounding, Procedure, Ruleset
from colorup.engine.step import Step


@dataclass(frozen=True, slots=True)
class DriftTerms:
    """Drift by its reasons, each a signed value (RULES, "Bounds"); their sum is the drift."""

    rounded_up: int = 0
    rounded_down: int = 0
    rescue: int = 0
    surplus_forfeited: int = 0

    @property
    def total(self) -> int:
        return self.rounded_up + self.rounded_down + self.rescue + self.surplus_forfeited

    def __add__(self, other: DriftTerms) -> DriftTerms:
        return DriftTerms(
            self.rounded_up + other.rounded_up,
            self.rounded_down + other.rounded_down,
            self.rescue + other.rescue,
            self.surplus_forfeited + other.surplus_forfeited,
        )


@dataclass(frozen=True, slots=True)
class Band:
    """The least and the most that a race without bank rescues can change a table's value."""

    least: int
    most: int


def race_terms(
    odd_value: int,
    target: int,
    awards: Iterable[Award],
    rescues: Iterable[Rescue],
    unawarded: int,
) -> DriftTerms:
    """The terms of a race for a pool.  Chips from the pool are rounding, whoever gets them."""
    given = list(rescues)
    from_pool = sum(award.chips for award in awards) + sum(one.source == "pool" for one in given)
    rounding = (from_pool + unawarded) * target - odd_value
    return DriftTerms(
        max(rounding, 0),
        min(rounding, 0),
        sum(one.chip for one in given if one.source == "bank"),
        -unawarded * target,
    )


def step_terms(result: StepResult) -> DriftTerms:
    """The terms of one final step; without a race each seat's own rounding counts by itself."""
    step = result.step
    awards, rescues = result.awards or (), result.rescues or ()
    if step.pool is not None and step.target is not None:
        return race_terms(step.odd_value, step.target, awards, rescues, result.unawarded)
    rescued = sum(one.chip for one in rescues)
    if step.target is None or step.ruleset.procedure is Procedure.LEAVE_IN_PLAY:
        return DriftTerms(rescue=rescued)
    won = {award.seat: award.chips * step.target for award in awards}
    by_seat = [won.get(seat, 0) - odd * step.removed for seat, odd in step.odd.items()]
    return DriftTerms(
        sum(one for one in by_seat if one > 0), sum(one for one in by_seat if one < 0), rescued
    )


def step_band(step: Step) -> Band | None:
    """The band of a single race at a whole ratio, or None where RULES.md gives none."""
    target = step.target
    if target is None or step.exchanges_all or target % step.removed:
        return None
    if step.ruleset.procedure is Procedure.ROUND_UP_EACH:
        return Band(0, len(step.odd) * (target - step.removed))
    if step.pool is None or step.bank_adds:
        return None
    return race_band(step.removed, target, step.ruleset)


def race_band(removed: int, target: int, ruleset: Ruleset) -> Band:
    """The band of a race for a pool; `target` is a whole multiple of `removed` (both values).

    The odd value leaves 0, d, … t−d over; each rounding turns a part of these into a gain of
    ``t − left`` and the others into a loss of ``left``.
    """
    whole = target // removed
    if ruleset.last_chip is LastChip.HOLDER_HALF:
        return Band(removed - target, target - removed)
    # The least number of chips left over that is rounded up.
    rounded_up_from = {
        PoolRounding.HALF_UP: -(-whole // 2),
        PoolRounding.MORE_THAN_HALF: whole // 2 + 1,
        PoolRounding.UP: 1,
        PoolRounding.DOWN: whole,
    }[ruleset.pool_rounding]
    least = -removed * (rounded_up_from - 1)
    most = target - removed * rounded_up_from
    return Band(least, max(most, 0))

"""What a race sheet asks, on paper and where it is entered afterwards: the same, in one order."""

from __future__ import annotations

from dataclasses import dataclass

from colorup.engine.cascade import Race
from colorup.engine.chips import complete_set
from colorup.engine.presets import PRESETS
from colorup.engine.ruleset import (
    ExchangeIn,
    Procedure,
    RescueChip,
    Ruleset,
    Supplier,
    make_ruleset,
)
from tournaments.models import ColorUp


@dataclass(frozen=True, slots=True)
class SheetStep:
    """The columns of one denomination: `gives` chips of `removed` make a set, for `gets` of
    `target`; without a set both are 0 and nothing is odd."""

    removed: int
    target: int | None
    gives: int
    gets: int
    asks_odd: bool
    raced: bool

    @property
    def most_odd(self) -> int:
        """The most odd chips that a seat can have."""
        return max(0, self.gives - 1)


def ruleset_of(color_up: ColorUp) -> Ruleset:
    """The ruleset that the colour-up was announced under."""
    kept = color_up.ruleset
    return make_ruleset(PRESETS[kept["base"]].ruleset, kept["options"])


def sheet_steps(color_up: ColorUp) -> tuple[SheetStep, ...]:
    """The steps of a sheet, from the lowest denomination up.

    Where several leave, all chips are counted: those won in one step are odd chips of the next.
    """
    ruleset = ruleset_of(color_up)
    removed = tuple(color_up.removed)
    race = Race(removed, tuple(color_up.in_play), color_up.target, ruleset, ())
    return tuple(_step(race, one) for one in removed)


def _step(race: Race, removed: int) -> SheetStep:
    target = race.step_target(removed)
    if target is None or any(one < removed for one in race.in_play):
        return SheetStep(removed, target, 0, 0, asks_odd=False, raced=False)
    exchanged = complete_set(removed, target)
    return SheetStep(
        removed,
        target,
        exchanged.gives,
        exchanged.gets,
        asks_odd=len(race.removed) == 1,
        raced=race.ruleset.procedure is Procedure.RACE,
    )


def may_rescue(color_up: ColorUp) -> bool:
    """Whether a seat can be left with nothing, so that it would have to be rescued."""
    leaves = ruleset_of(color_up).procedure is not Procedure.LEAVE_IN_PLAY
    return leaves and any(one.gives for one in sheet_steps(color_up))


def has_collector(color_up: ColorUp) -> bool:
    """Whether one seat gathers the chips and pays from its own stack."""
    return len(color_up.removed) == 1 and ruleset_of(color_up).supplier is Supplier.COLLECTOR


def own_chips(color_up: ColorUp) -> tuple[int, ...]:
    """The chips of which a collector may have to add some of its own: all but the largest."""
    return tuple(sorted(color_up.in_play)[:-1]) if has_collector(color_up) else ()


def handed_over(color_up: ColorUp) -> tuple[int, ...]:
    """The chips that a table can be paid in, ascending; their number is asked as a cross-check.

    Where several denominations leave, or a collector pays, there is no such check.
    """
    if len(color_up.removed) > 1 or has_collector(color_up):
        return ()
    ruleset = ruleset_of(color_up)
    (step,) = sheet_steps(color_up)
    if not step.gives or ruleset.exchange_in is ExchangeIn.FEWEST:
        return tuple(color_up.in_play)
    assert step.target is not None
    rescue = step.target if ruleset.rescue_chip is RescueChip.RACE_TARGET else color_up.in_play[0]
    return tuple(sorted({step.target, rescue}))

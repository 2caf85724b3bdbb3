"""What the bank must hand out for a removal, at most: before a chip has been counted.

What is announced to leave is worth so much in the chips that stay, and no table can go beyond that
by more than a race's rounding and its rescues.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from colorup.engine.chips import add_chips, complete_set, payout
from colorup.engine.ruleset import Procedure, RescueChip, Ruleset, Supplier


@dataclass(frozen=True, slots=True)
class Leaving:
    """Denominations that leave together at some tables.

    `chips` are the removed chips there, denomination → chips; None where nobody knows.
    """

    removed: tuple[int, ...]
    in_play: tuple[int, ...]
    target: int | None
    ruleset: Ruleset
    seats: int
    tables: int
    chips: Mapping[int, int] | None

    def target_of(self, removed: int) -> int | None:
        """The chip that `removed` is paid in: the next that is removed or stays, or the chosen."""
        if removed == self.removed[-1] and self.target is not None:
            return self.target
        above = [one for one in (*self.removed, *self.in_play) if one > removed]
        return min(above) if above else None


@dataclass(frozen=True, slots=True)
class Needed:
    """Denomination → chips: what equal value takes, and what races and rescues can take at most.

    `for_exchange` is None where nobody knows how many chips leave.
    """

    for_exchange: Mapping[int, int] | None
    for_races: Mapping[int, int]

    @property
    def chips(self) -> dict[int, int]:
        """Both together, as far as they are known."""
        return add_chips(self.for_exchange or {}, self.for_races)


def needed(leaving: Leaving) -> Needed:
    """What the bank must hand out for `leaving` at most.

    Under the one-chip limit no seat gets more than one chip beyond equal value: an award or a
    rescue, never both (RULES, "Ruleset options").
    """
    if leaving.ruleset.supplier is Supplier.COLLECTOR:
        return _for_collectors(leaving)
    races: dict[int, int] = {}
    exchange: dict[int, int] = {}
    carried = 0
    for chip in leaving.removed:
        target = leaving.target_of(chip)
        value = carried + chip * (leaving.chips or {}).get(chip, 0)
        last = chip == leaving.removed[-1]
        if target is None or min(leaving.in_play) < chip:
            exchange = add_chips(exchange, _for_all(leaving, chip, target, value))
            continue
        most = _most_won(leaving, chip, target)
        races = add_chips(races, {target: most})
        if last:
            exchange = add_chips(exchange, {target: -(-value // target)})
        else:
            carried = target * (-(-value // target) + most)
    races = add_chips(races, _rescues(leaving))
    return Needed(None if leaving.chips is None else exchange, races)


def _for_all(leaving: Leaving, chip: int, target: int | None, value: int) -> dict[int, int]:
    """Everything at equal value: what does not come out in the target goes into smaller chips."""
    if target is None:
        return payout(value, leaving.in_play) or {}
    complete = complete_set(chip, target)
    rest = min(value, leaving.seats * (complete.gives - 1) * chip)
    smaller = [one for one in leaving.in_play if one < chip]
    return add_chips({target: value // target}, payout(rest, smaller) or {})


def _most_won(leaving: Leaving, chip: int, target: int) -> int:
    """How many target chips the races of one step can pay at most: one a seat, and more only where
    a ratio that is not whole lets a seat's odd chips be worth more than one."""
    if leaving.ruleset.procedure in (Procedure.LEAVE_IN_PLAY, Procedure.FORFEIT):
        return 0
    odd_value = (complete_set(chip, target).gives - 1) * chip
    return leaving.seats * max(1, -(-odd_value // target))


def _rescues(leaving: Leaving) -> dict[int, int]:
    """The chips of rescues, one a seat, unless the races' own chips are counted for that already.

    Nobody is at risk where odd chips stay in play or nothing is odd.
    """
    ruleset = leaving.ruleset
    target = leaving.target_of(leaving.removed[-1])
    lowest = min(leaving.in_play)
    if (
        target is None
        or lowest < leaving.removed[-1]
        or ruleset.procedure is Procedure.LEAVE_IN_PLAY
    ):
        return {}
    rescue_chip = target if ruleset.rescue_chip is RescueChip.RACE_TARGET else lowest
    if rescue_chip == target and ruleset.procedure is not Procedure.FORFEIT:
        return {}
    return {rescue_chip: leaving.seats}


def _for_collectors(leaving: Leaving) -> Needed:
    """One pile a table, paid in the largest chip; awards are the collector's own (RULES, "The
    collector").  Rounding and the last large chip add less than one of those to a table."""
    largest = max(leaving.in_play)
    value = sum(chip * chips for chip, chips in (leaving.chips or {}).items())
    target = leaving.target_of(leaving.removed[-1])
    rescue_chip = min(leaving.in_play)
    if leaving.ruleset.rescue_chip is RescueChip.RACE_TARGET and target is not None:
        rescue_chip = target
    return Needed(
        None if leaving.chips is None else {largest: -(-value // largest)},
        add_chips({largest: leaving.tables}, {rescue_chip: leaving.seats}),
    )


def share(chips: int, seats: int, all_seats: int) -> int:
    """The part of `chips` that lies at `seats` of `all_seats`, rounded up; all where none sit."""
    return chips if seats >= all_seats else -(-chips * seats // all_seats)

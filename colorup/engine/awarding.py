"""From the pool and a ranking to awards and rescues.

What a seat is paid depends on nothing but its place among the seats that race for the pool.  So
"cards are needed exactly when a different ranking would pay somebody differently" (RULES) is asked
of the places, not tried over rankings.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from colorup.engine.ranking import Place
from colorup.engine.ruleset import (
    AwardLimit,
    LastChip,
    PoolRounding,
    RescueSource,
    Ruleset,
    Surplus,
)


@dataclass(frozen=True, slots=True)
class Pool:
    """How many target chips a table's odd chips are worth (RULES, "Pool").

    `chips` is the pool after rounding; `full` and `left` are the odd value divided by the target:
    chips, and value.
    """

    full: int
    left: int
    chips: int


def make_pool(odd_value: int, target: int, ruleset: Ruleset) -> Pool:
    """Divide the odd value by the target and round as the ruleset says."""
    full, left = divmod(odd_value, target)
    if ruleset.last_chip is LastChip.HOLDER_HALF:
        return Pool(full, left, full)
    up = {
        PoolRounding.HALF_UP: 2 * left >= target,
        PoolRounding.MORE_THAN_HALF: 2 * left > target,
        PoolRounding.UP: left > 0,
        PoolRounding.DOWN: False,
    }[ruleset.pool_rounding]
    return Pool(full, left, full + up)


@dataclass(frozen=True, slots=True)
class Contest:
    """One table's race for the pool, before anybody is ranked.

    `odd` is seat → odd chips of every racer; `at_risk` the seats that must not be left with
    nothing.  `served` of them take their chip from the pool first (``pool_first``), and
    `bank_adds` says whether the pool is too small for them.
    """

    removed: int
    target: int
    odd: Mapping[int, int]
    at_risk: tuple[int, ...]
    pool: Pool
    ruleset: Ruleset

    @property
    def pool_first(self) -> bool:
        return self.ruleset.rescue_source is RescueSource.POOL_FIRST

    @property
    def served(self) -> int:
        return min(self.pool.chips, len(self.at_risk)) if self.pool_first else 0

    @property
    def bank_adds(self) -> bool:
        return self.pool_first and len(self.at_risk) > self.pool.chips

    @property
    def contenders(self) -> tuple[int, ...]:
        """The seats that race for what is left of the pool, ascending."""
        return tuple(
            seat for seat in sorted(self.odd) if not (self.pool_first and seat in self.at_risk)
        )

    @property
    def to_race_for(self) -> int:
        """Chips of the pool that are left after seats were served from it."""
        return self.pool.chips - self.served

    def chips_at(self, place: int, seat: int) -> int:
        """What `seat` wins when it stands at `place` (from 0) among the contenders: chips."""
        racing = len(self.contenders)
        if self.ruleset.award_limit is AwardLimit.WINNER_TAKES_ALL:
            return self.to_race_for if place == 0 else 0
        if self.ruleset.surplus is Surplus.SECOND_ROUND:
            rounds, rest = divmod(self.to_race_for, racing)
            return rounds + (place < rest)
        if place < self.to_race_for:
            return 1
        return int(place == self.to_race_for and self.extra_chip_for(seat))

    @property
    def has_extra_chip(self) -> bool:
        """Whether ``holder_half`` leaves one more chip to decide by its holder's odd chips."""
        return (
            self.ruleset.last_chip is LastChip.HOLDER_HALF
            and self.pool.left > 0
            and not self.bank_adds
            and self.to_race_for < len(self.contenders)
        )

    def extra_chip_for(self, seat: int) -> bool:
        return self.has_extra_chip and 2 * self.odd[seat] * self.removed >= self.target

    @property
    def needs_cards(self) -> bool:
        everywhere = Place(0, len(self.contenders) - 1)
        return any(self.in_doubt(seat, everywhere) for seat in self.contenders)

    def in_doubt(self, seat: int, place: Place) -> bool:
        """Whether `seat` would be paid differently at different ones of its possible places."""
        return len({self.chips_at(one, seat) for one in place.all}) > 1

    def possible_winners(self, winners: Collection[int]) -> bool:
        """Whether exactly the contenders `winners` can have won an award each (or the whole pool).

        Only for a pool that is not shared out in a second round.
        """
        if not set(winners) <= set(self.contenders):
            return False
        certain = self.winners_wanted
        if not self.has_extra_chip:
            return len(winners) == certain
        if len(winners) == certain:
            losers = set(self.contenders) - set(winners)
            return any(not self.extra_chip_for(seat) for seat in losers)
        return len(winners) == certain + 1 and any(map(self.extra_chip_for, winners))

    @property
    def winners_wanted(self) -> int:
        """How many seats win an award; with ``holder_half`` one more may."""
        if self.ruleset.award_limit is AwardLimit.WINNER_TAKES_ALL:
            return min(self.to_race_for, len(self.contenders), 1)
        return min(self.to_race_for, len(self.contenders))

    @property
    def has_second_round(self) -> bool:
        """Whether the pool goes round again because it exceeds the contenders."""
        return (
            self.ruleset.award_limit is AwardLimit.ONE_PER_PLAYER
            and self.ruleset.surplus is Surplus.SECOND_ROUND
            and 0 < len(self.contenders) < self.to_race_for
        )

    @property
    def shared_unevenly(self) -> bool:
        """Whether a second round gives one seat more chips than another."""
        return self.has_second_round and self.to_race_for % len(self.contenders) != 0


@dataclass(frozen=True, slots=True)
class Award:
    """`chips` target chips won in the race, with the seat's best `card` where it is known."""

    seat: int
    chips: int
    card: str | None = None


@dataclass(frozen=True, slots=True)
class Rescue:
    """The chip (a value) that keeps an at-risk seat in the event; `source` is bank or pool."""

    seat: int
    chip: int
    source: str


def rescue(
    contest: Contest, awarded: Collection[int], chip: int, ranked: Sequence[int]
) -> tuple[Rescue, ...]:
    """Rescue every at-risk seat without an award, best rank first, then by seat.

    With ``pool_first`` the first of them are served from the pool, the bank adds the rest.
    """
    in_order = [seat for seat in ranked if seat in contest.at_risk]
    in_order += [seat for seat in contest.at_risk if seat not in in_order]
    losers = [seat for seat in in_order if seat not in awarded]
    return tuple(
        Rescue(seat, chip, "pool" if number < contest.served else "bank")
        for number, seat in enumerate(losers)
    )

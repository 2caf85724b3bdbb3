"""One denomination at one table up to the deal: exchange, count, pool, who is at risk (RULES)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from colorup.engine.awarding import Contest, Pool, make_pool
from colorup.engine.chips import CompleteSet, complete_set, payout
from colorup.engine.ruleset import (
    ExchangeIn,
    FirstSeat,
    Procedure,
    RescueChip,
    RescueSource,
    Ruleset,
)


@dataclass(frozen=True, slots=True)
class Totals:
    """The least that can be recorded: the table's odd chips together, who won, who was rescued.

    `winners` is None while nobody has been named yet.
    """

    odd_chips: int
    winners: tuple[int, ...] | None
    rescued: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Holding:
    """What a seat brings into a step.

    `count` is all its removed chips, or None where only `odd` (what an exchange left) is known.
    `nothing_else` says that it is known to hold no other chip; `spared` that it is never at risk.
    """

    seat: int
    count: int | None
    odd: int
    nothing_else: bool = False
    spared: bool = False


@dataclass(frozen=True, slots=True)
class Exchange:
    """One seat's exchange at equal value; None where only the odd chips are known."""

    seat: int
    hands_in: int | None
    receives: Mapping[int, int] | None
    odd: int


@dataclass(frozen=True, slots=True)
class Step:
    """One denomination's part of a race, before the deal: everything that is certain at the count.

    `last` is false for the earlier steps of a cascade, where nobody is rescued yet.
    """

    removed: int
    target: int | None
    in_play: tuple[int, ...]
    ruleset: Ruleset
    holdings: tuple[Holding, ...]
    occupied: tuple[int, ...]
    button: int | None
    last: bool = True
    totals: Totals | None = None

    @property
    def exchanges_all(self) -> bool:
        """A smaller chip stays: everything is exchanged, and no chip is odd (RULES)."""
        return any(one < self.removed for one in self.in_play) or self.target is None

    @property
    def set(self) -> CompleteSet | None:
        if self.exchanges_all or self.target is None:
            return None
        return complete_set(self.removed, self.target)

    @property
    def odd(self) -> dict[int, int]:
        """Seat → odd chips, of every racer, ascending."""
        return {one.seat: one.odd for one in self.holdings if one.odd}

    @property
    def odd_chips(self) -> int:
        return self.totals.odd_chips if self.totals else sum(self.odd.values())

    @property
    def odd_value(self) -> int:
        return self.removed * self.odd_chips

    @property
    def pool(self) -> Pool | None:
        """The pool, or None where there is no race."""
        if (
            self.target is None
            or self.exchanges_all
            or self.ruleset.procedure is not Procedure.RACE
        ):
            return None
        return make_pool(self.odd_value, self.target, self.ruleset)

    @property
    def at_risk(self) -> tuple[int, ...]:
        """Seats whose whole stack after the exchange is odd chips; in a cascade's last step also
        those that have nothing left at all."""
        if self.totals:
            return self.totals.rescued
        if not self.last or not self.collects_odd:
            return ()
        return tuple(
            one.seat
            for one in self.holdings
            if one.nothing_else and not one.spared and not self._exchanged(one)
        )

    def _exchanged(self, one: Holding) -> bool:
        return one.count is not None and one.count > one.odd

    @property
    def contest(self) -> Contest | None:
        """The race for the pool; None without a race, and where only totals are known."""
        if self.pool is None or self.target is None or self.totals:
            return None
        return Contest(self.removed, self.target, self.odd, self.at_risk, self.pool, self.ruleset)

    @property
    def needs_cards(self) -> bool:
        """Whether a different ranking would pay somebody differently."""
        if self.totals and self.pool:
            # Who the racers are is not known; one chip has one, more may have more.
            return self.odd_chips > 1 and self.pool.chips > self.served_from_pool
        return self.contest is not None and self.contest.needs_cards

    @property
    def served_from_pool(self) -> int:
        """How many at-risk seats take their chip from the pool before anyone else."""
        if self.pool is None or self.ruleset.rescue_source is not RescueSource.POOL_FIRST:
            return 0
        return min(self.pool.chips, len(self.at_risk))

    @property
    def bank_adds(self) -> bool:
        """Whether ``pool_first`` has more seats to serve than the pool has chips."""
        return (
            self.pool is not None
            and self.ruleset.rescue_source is RescueSource.POOL_FIRST
            and len(self.at_risk) > self.pool.chips
        )

    @property
    def rescue_chip(self) -> int:
        """The chip, a value, that a rescued seat gets (RULES, "rescue_chip")."""
        if self.ruleset.rescue_chip is RescueChip.RACE_TARGET and self.target is not None:
            return self.target
        return self.in_play[0]

    @property
    def deal_order(self) -> tuple[int, ...] | None:
        """The racers in the order in which they are dealt to; None where the button is needed
        and not known."""
        racers = tuple(self.odd)
        if self.totals:
            return None
        if self.ruleset.first_seat is FirstSeat.SEAT_1 or not self.occupied:
            return racers
        if self.button is None:
            return None
        first = self._first_seat(self.button)
        return tuple(sorted(racers, key=lambda seat: (seat < first, seat)))

    def _first_seat(self, button: int) -> int:
        if self.ruleset.first_seat is FirstSeat.BUTTON or (
            len(self.occupied) == 2 and button in self.occupied
        ):
            at_or_after = [seat for seat in self.occupied if seat >= button]
            return min(at_or_after or self.occupied)
        after = [seat for seat in self.occupied if seat > button]
        return min(after or self.occupied)

    def exchanges(self) -> tuple[Exchange, ...]:
        """Each seat's exchange, of the seats that had removed chips, ascending."""
        return tuple(
            Exchange(one.seat, None, None, one.odd)
            if one.count is None
            else Exchange(
                one.seat, one.count - one.odd, self.pay_sets(one.count - one.odd), one.odd
            )
            for one in self.holdings
            if one.count or one.odd
        )

    @property
    def collects_odd(self) -> bool:
        """Whether the odd chips leave the table; else they stay in play."""
        return self.ruleset.procedure is not Procedure.LEAVE_IN_PLAY

    @property
    def all_counted(self) -> bool:
        """Whether the exchange of every seat is known."""
        return self.totals is None and all(one.count is not None for one in self.holdings)

    def pay_sets(self, chips: int) -> dict[int, int]:
        """What is paid for `chips` removed chips in complete sets: denomination → chips."""
        value = chips * self.removed
        if not value:
            return {}
        fewest = self.last and self.ruleset.exchange_in is ExchangeIn.FEWEST
        if fewest or self.target is None:
            return self._fewest(value)
        sets, rest = divmod(value, self._set_value())
        paid = {self.target: sets * self._set_value() // self.target} if sets else {}
        return paid | self._fewest(rest)

    @property
    def pays_sets_alike(self) -> bool:
        """Whether what is paid for complete sets does not depend on whose they are."""
        return self.set is not None and self.ruleset.exchange_in is ExchangeIn.TARGET

    def _set_value(self) -> int:
        assert self.target is not None
        return complete_set(self.removed, self.target).gets * self.target

    def _fewest(self, value: int) -> dict[int, int]:
        if not value:
            return {}
        paid = payout(value, self.in_play)
        if paid is None:
            # Only beyond the search's bound, and then the smallest chip that divides still pays.
            chip = next(one for one in (self.target, *self.in_play) if one and value % one == 0)
            return {chip: value // chip}
        return paid

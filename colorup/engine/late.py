"""Chips after the race or outside it: found late, one seat's own exchange, players who arrive.

RULES.md, "Afterwards".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from colorup.engine.chips import complete_set, payout, value_of
from colorup.engine.problems import Problems, problem
from colorup.engine.ruleset import Arrival, LateChips


@dataclass(frozen=True, slots=True)
class Paid:
    """What is paid for removed chips: chips (denomination → chips), their value, and the value that
    leaves unpaid.  `drift` is what this adds to the value in play, negative where it takes away.
    """

    pays: Mapping[int, int]
    value: int
    unpaid: int

    @property
    def drift(self) -> int:
        return -self.unpaid


def late_chips(found: Mapping[int, int], in_play: Sequence[int], rule: LateChips) -> Paid:
    """What removed chips are worth that are `found` (denomination → chips) after their race.

    ``equal_value``: whole chips of the lowest denomination in play, the rest leaves unpaid;
    ``exact_only``: all or nothing.  Never cards, never rounding up.  Under ``director`` a person
    decides: raises `Problems` (``director_decides``).
    """
    if rule is LateChips.DIRECTOR:
        raise Problems([problem("director_decides")])
    worth = value_of(found)
    unpaid = worth % min(in_play)
    if unpaid and rule is LateChips.EXACT_ONLY:
        unpaid = worth
    return _paid(worth, unpaid, in_play)


def _paid(worth: int, unpaid: int, in_play: Sequence[int]) -> Paid:
    value = worth - unpaid
    lowest = min(in_play)
    pays = payout(value, in_play) or {lowest: value // lowest}
    return Paid(pays if value else {}, value, unpaid)


def exchange_of_one_seat(gives: Mapping[int, int], gets: Mapping[int, int]) -> int:
    """A discretionary colour-up: returns the value on both sides.

    Raises `Problems` (``bad_exchange``) where the sides differ, both in the sentence: an exchange
    never rounds.
    """
    given, got = value_of(gives), value_of(gets)
    if given != got:
        raise Problems([problem("bad_exchange", given=given, got=got)])
    return given


@dataclass(frozen=True, slots=True)
class Arrived:
    """What is done with the removed chips of a player who arrives at a raced table.

    `race_first` says that the player must race at the old table before moving; nothing is paid.
    `takes` is the number of removed chips taken, `rounded_up` the value added to play by rounding.
    """

    race_first: bool
    pays: Mapping[int, int]
    takes: int
    unpaid: int
    rounded_up: int

    @property
    def drift(self) -> int:
        return self.rounded_up - self.unpaid


def arrive(removed: int, chips: int, target: int, in_play: Sequence[int], rule: Arrival) -> Arrived:
    """Treat `chips` chips of the `removed` denomination that a player brings to a raced table.

    ``race_first`` sends a player with odd chips back to race; ``equal_value`` is as for late chips;
    ``round_up`` pays complete sets and one more `target` chip for what is left over.
    """
    gives = complete_set(removed, target).gives
    odd = chips % gives
    if rule is Arrival.RACE_FIRST and odd:
        return Arrived(True, {}, 0, 0, 0)
    worth = chips * removed
    if rule is Arrival.EQUAL_VALUE or not odd:
        paid = late_chips({removed: chips}, in_play, LateChips.EQUAL_VALUE)
        return Arrived(False, paid.pays, chips, paid.unpaid, 0)
    whole = worth - odd * removed
    rounded_up = -(odd * removed) % target
    value = whole + odd * removed + rounded_up
    return Arrived(False, {target: value // target}, chips, 0, rounded_up)

"""The collector (French procedure): what the floor pays for the gathered pile (RULES)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from colorup.engine.chips import CompleteSet, payout
from colorup.engine.problems import Findings


@dataclass(frozen=True, slots=True)
class Collector:
    """The seat that gathered the removed chips.

    `pile` is every removed chip on the table, gathered and odd (chips); `own` the seat's other
    chips after exchanges and awards: denomination → chips.
    """

    seat: int
    pile: int
    own: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Settlement:
    """How a pile worth `x` is paid: denomination → chips.

    `takes_own` are intermediate chips that the collector adds to complete the last of the largest
    chips; `must_add` what would have to be added to the game, against the rule, where it cannot.
    """

    x: int
    pays: Mapping[int, int]
    takes_own: Mapping[int, int]
    must_add: Mapping[int, int]


def settle(x: int, in_play: tuple[int, ...], own: Mapping[int, int]) -> Settlement:
    """Pay `x`, a value, in the largest denomination in play (RULES, "The collector", 3)."""
    largest = max(in_play)
    whole, rest = divmod(x, largest)
    paid = {largest: whole} if whole else {}
    if not rest:
        return Settlement(x, paid, {}, {})
    smaller = [one for one in in_play if one < largest]
    added = payout(largest - rest, smaller, own)
    if added is not None:
        return Settlement(x, {largest: whole + 1}, added, {})
    missing = payout(rest, smaller)
    if missing is None:
        # What is left may not be payable in smaller chips (10 in 20s); with fewer large ones it is.
        missing = payout(x, in_play) or {}
        paid = {one: count for one, count in missing.items() if one == largest}
        missing = {one: count for one, count in missing.items() if one != largest}
    return Settlement(x, paid, {}, missing)


def chips_to_ask(
    x: int, in_play: tuple[int, ...], own: Mapping[int, int] | Mapping[str, int]
) -> Mapping[int, int]:
    """The intermediate chips to ask a collector for whose `own` chips nobody has looked at.

    They are the fewest that complete the last of the largest chips for `x`, a value.  Empty where
    something of its own is known (zeros count), where nothing needs completing, and where no
    intermediate chips would do.
    """
    if own:
        return {}
    largest = max(in_play)
    short = -x % largest
    return payout(short, [one for one in in_play if one < largest]) or {}


def check_collector(
    findings: Findings,
    collector: Collector,
    odd_chips: int,
    complete: CompleteSet | None,
    rescued: Collection[int] = (),
) -> None:
    """Add the problems of the pile: fewer than the table's odd chips, or not whole sets above.

    `rescued` are seats that somebody named; the collector's is never at risk.
    """
    if collector.seat in rescued:
        findings.add("bad_winners.collector_rescued", collector.seat, seat=collector.seat)
    gathered = collector.pile - odd_chips
    if gathered < 0:
        findings.add("bad_collector.pile", collector.seat, pile=collector.pile, odd=odd_chips)
    elif complete and gathered % complete.gives:
        findings.add(
            "bad_collector.sets",
            collector.seat,
            pile=collector.pile,
            odd=odd_chips,
            over=gathered,
            gives=complete.gives,
        )

"""What can be concluded from less than every card: totals, and chips counted as cross-checks.

RULES.md, "Evidence: what a record rests on".
"""

from __future__ import annotations

from collections.abc import Mapping

from colorup.engine.awarding import Award, Rescue
from colorup.engine.problems import Findings
from colorup.engine.race import StepResult
from colorup.engine.ruleset import AwardLimit, Evidence, LastChip, Procedure
from colorup.engine.step import Step, Totals


def totals_allowed(step: Step) -> bool:
    """Whether a race can be recorded by its totals alone: only where the number of winners follows
    from the pool (FORMATS, `odd_total`)."""
    rules = step.ruleset
    return (
        rules.procedure is Procedure.RACE
        and rules.award_limit is AwardLimit.ONE_PER_PLAYER
        and rules.last_chip is LastChip.TABLE_LEFTOVER
        and step.target is not None
        and not step.exchanges_all
        and step.target % step.removed == 0
        # A cascade's first step is not its last: several denominations leave.
        and step.last
    )


def run_totals(step: Step, totals: Totals) -> StepResult:
    """The result that rests on totals; not final while winners are due and none is named.

    Raises `Problems`: bad_option where totals cannot tell the result, bad_winners.
    """
    findings = Findings()
    if not totals_allowed(step):
        findings.add("bad_option.totals")
    findings.raise_if_any()
    assert step.pool is not None
    wanted = step.pool.chips - step.served_from_pool
    _check_totals(findings, totals, wanted)
    findings.raise_if_any()
    if totals.winners is None and wanted:
        return StepResult(step, None, (), (), None, None, Evidence.TOTALS)
    winners = totals.winners or ()
    awards = tuple(Award(seat, 1) for seat in sorted(winners))
    rescues = tuple(
        Rescue(seat, step.rescue_chip, "pool" if number < step.served_from_pool else "bank")
        for number, seat in enumerate(totals.rescued)
    )
    reached = Evidence.TOTALS if step.needs_cards else None
    return StepResult(step, None, (), (), awards, rescues, reached)


def _check_totals(findings: Findings, totals: Totals, wanted: int) -> None:
    winners = totals.winners or ()
    for seats in (winners, totals.rescued):
        for seat in sorted({one for one in seats if seats.count(one) > 1}):
            findings.add("bad_winners.twice", seat, seat=seat)
    for seat in sorted(set(winners) & set(totals.rescued)):
        findings.add("bad_winners.both", seat, seat=seat)
    if totals.winners is not None and len(winners) != wanted:
        findings.add("bad_winners.number", given=len(winners), wanted=wanted)
    won = wanted if totals.winners is None else len(set(winners) - set(totals.rescued))
    paid = won + len(set(totals.rescued))
    if paid > totals.odd_chips:
        findings.add("bad_winners.more_than_odd", paid=paid, odd=totals.odd_chips)


def check_pickup(findings: Findings, picked_up: int, step: Step) -> int | None:
    """Compare the chips picked up at a table with what was counted there (both: chips).

    Returns how many of them went in complete sets of seats that were not counted; None where every
    seat was counted, and where it is not known what was paid for them.  Odd chips that stay in play
    are not picked up.
    """
    odd = step.odd_chips if step.collects_odd else 0
    exchanged = picked_up - odd
    counts = [one.count - one.odd for one in step.holdings if one.count is not None]
    if exchanged < 0:
        findings.add("bad_pickup.less_than_odd", picked_up=picked_up, odd=odd)
    elif step.all_counted and exchanged != sum(counts):
        findings.add("bad_pickup.not_the_sum", picked_up=picked_up, counted=sum(counts) + odd)
    elif step.set and exchanged % step.set.gives:
        findings.add(
            "bad_pickup.not_sets",
            picked_up=picked_up,
            odd=odd,
            exchanged=exchanged,
            gives=step.set.gives,
        )
    elif exchanged < sum(counts):
        findings.add("bad_pickup.less_than_counted", picked_up=picked_up, counted=sum(counts) + odd)
    if step.all_counted:
        return None
    not_counted = exchanged - sum(counts)
    one_seats = step.totals is None and len(step.holdings) - len(counts) == 1
    return not_counted if step.pays_sets_alike or not not_counted or one_seats else None


def check_handed_over(
    findings: Findings, handed_over: Mapping[int, int], due: Mapping[int, int] | None
) -> None:
    """Compare the chips handed over at a table with what was due; `due` is None where it cannot
    be known yet (denomination → chips)."""
    said = _listed(handed_over)
    if due is None:
        findings.add("bad_pickup.handed_over_unknown", handed_over=said)
    elif {one: count for one, count in handed_over.items() if count} != dict(due):
        findings.add("bad_pickup.handed_over", handed_over=said, due=_listed(due))


def _listed(chips: Mapping[int, int]) -> tuple[str, ...]:
    return tuple(f"{count} × {one}" for one, count in sorted(chips.items()) if count) or ("0",)

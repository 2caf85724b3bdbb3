"""What is not wrong but ought to be seen (FORMATS, `warnings`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from colorup.engine.cards import DECK
from colorup.engine.problems import Problem, problem
from colorup.engine.race import StepResult
from colorup.engine.step import Step

RESCUE_MULTIPLE = 10


def table_warnings(results: Sequence[StepResult], *, whole_event: bool) -> tuple[Problem, ...]:
    """The warnings of all steps, each step's in a fixed order; an unknown button once."""
    found: list[Problem] = []
    if any(one.step.deal_order is None and not one.step.totals for one in results):
        found.append(problem("button_unknown"))
    for result in results:
        found.extend(_of_step(result.step))
        found.extend(_of_rescues(result))
        if whole_event:
            found.extend(_of_whole_event(result.step))
    return tuple(found)


def _of_step(step: Step) -> Iterator[Problem]:
    target = step.target
    if target is None or step.exchanges_all:
        return
    if target % step.removed:
        yield problem("ratio_not_whole", removed=step.removed, target=target)
    if step.pool and not step.totals and step.pool.chips > len(step.odd):
        yield problem("pool_exceeds_racers", pool=step.pool.chips, racers=len(step.odd))
    if step.needs_cards and step.odd_chips > len(DECK) * step.ruleset.decks:
        yield problem("deck_too_small", cards=step.odd_chips, decks=int(step.ruleset.decks))
    skipped = [one for one in step.in_play if step.removed < one < target]
    if skipped:
        yield problem(
            "skips_denomination", removed=step.removed, target=target, skipped=tuple(skipped)
        )


def _of_rescues(result: StepResult) -> Iterator[Problem]:
    odd = result.step.odd
    for one in result.rescues or ():
        value = odd.get(one.seat, 0) * result.step.removed
        if value and one.chip >= RESCUE_MULTIPLE * value:
            yield problem(
                "rescue_multiplies_stack", one.seat, seat=one.seat, chip=one.chip, value=value
            )


def _of_whole_event(step: Step) -> Iterator[Problem]:
    if step.target is None or step.exchanges_all:
        return
    left = step.odd_value % step.target
    if left:
        # What is missing completes the remainder; where the ratio is not whole, so many at least.
        missing = -(-(step.target - left) // step.removed)
        yield problem("remainder_in_whole_event", left=left, removed=step.removed, missing=missing)

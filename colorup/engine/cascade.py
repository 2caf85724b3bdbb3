"""A whole table: one denomination or several, from the lowest up (RULES, "Several at once").

`run_race` chains the steps and draws the sums of the table: what each seat received, drift, bank,
the collector's settlement, warnings.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from colorup.engine.cards import Card
from colorup.engine.chips import add_chips, net, value_of
from colorup.engine.collector import Collector, Settlement, check_collector, settle
from colorup.engine.drift import Band, DriftTerms, step_band, step_terms
from colorup.engine.evidence import check_handed_over, check_pickup, run_totals
from colorup.engine.problems import Findings, Problem
from colorup.engine.race import Dealt, StepResult, run_step
from colorup.engine.ruleset import (
    EVIDENCE_ORDER,
    Evidence,
    Ruleset,
    Supplier,
)
from colorup.engine.step import Holding, Step, Totals
from colorup.engine.warned import table_warnings

Hands = Mapping[int, tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class SeatInput:
    """A seat as it was entered.

    Either all its removed chips, `chips` (denomination → chips), or `odd`, what was left of the one
    removed denomination after the exchange.  `other` is the value of everything else, 0 = nothing
    else, None = has more that was not counted.
    """

    seat: int
    chips: Mapping[int, int] | None
    odd: int | None
    other: int | None


@dataclass(frozen=True, slots=True)
class Race:
    """A race as people recorded it; every field has been checked by itself."""

    removed: tuple[int, ...]
    in_play: tuple[int, ...]
    target: int | None
    ruleset: Ruleset
    seats: tuple[SeatInput, ...]
    button: int | None = None
    cards: Mapping[int, Hands] = field(default_factory=dict)
    tiebreak: Mapping[int, Hands] = field(default_factory=dict)
    winners: Mapping[int, tuple[int, ...]] | None = None
    totals: Totals | None = None
    best_cards_only: bool = False
    picked_up: int | None = None
    handed_over: Mapping[int, int] | None = None
    collector: Collector | None = None
    whole_event: bool = False

    def step_target(self, removed: int) -> int | None:
        """The chip that the step of `removed` pays in."""
        return step_target(removed, self.removed, self.in_play, self.target)


def step_target(
    chip: int, removed: Sequence[int], in_play: Sequence[int], target: int | None
) -> int | None:
    """The chip that the step of `chip` pays in: the next that is removed or stays; in the last step
    the `target`, where the floor chose one."""
    if chip == max(removed) and target is not None:
        return target
    above = [one for one in (*removed, *in_play) if one > chip]
    return min(above) if above else None


@dataclass(frozen=True, slots=True)
class Bank:
    """What changes hands with the bank, net: denomination → chips."""

    pays: Mapping[int, int]
    takes: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class RaceResult:
    """What came of a race.  What hangs on the awards is None while it is not final."""

    steps: tuple[StepResult, ...]
    final: bool
    missing: tuple[int, ...]
    evidence: Evidence | None
    received: Mapping[int, int] | None
    paid_for_odd: int | None
    odd_taken: int
    terms: DriftTerms | None
    band: Band | None
    bank: Bank | None
    settlement: Settlement | None
    warnings: tuple[Problem, ...]

    @property
    def drift(self) -> int | None:
        return self.terms.total if self.terms else None


def run_race(race: Race) -> RaceResult:
    """Run a race; raises `Problems` with those of cards, winners and cross-checks."""
    findings = Findings()
    steps: tuple[StepResult, ...] = ()
    with findings.collecting():
        steps = _run_steps(race)
    not_counted = _cross_check(findings, race)
    findings.raise_if_any()
    last = steps[-1]
    final = last.final and len(steps) == len(race.removed)
    settlement = _settlement(race, last) if final else None
    bank = _bank(race, steps, not_counted, settlement) if final else None
    if race.handed_over is not None:
        counted = last.step.all_counted
        checkable = bank is not None and race.collector is None
        known = bank.pays if bank and checkable and (counted or not_counted is not None) else None
        check_handed_over(findings, race.handed_over, known)
        findings.raise_if_any()
    return RaceResult(
        steps=steps,
        final=final,
        missing=tuple(sorted({seat for one in steps for seat in one.missing})),
        evidence=_weakest(one.evidence for one in steps),
        received=_received(race, steps) if final else None,
        paid_for_odd=sum(map(_paid_for_odd, steps)) if final else None,
        odd_taken=sum(map(_odd_taken, steps)),
        terms=sum(map(step_terms, steps), DriftTerms()) if final else None,
        band=step_band(last.step) if len(race.removed) == 1 else None,
        bank=bank,
        settlement=settlement,
        warnings=table_warnings(steps, whole_event=race.whole_event),
    )


def _cross_check(findings: Findings, race: Race) -> int | None:
    """Check what was picked up and the collector's pile, of the one denomination that leaves.

    Returns the chips exchanged by seats that were not counted, where it is known what they got.
    """
    step = _step(race, race.removed[0], _stacks(race))
    not_counted = None
    if race.picked_up is not None:
        not_counted = check_pickup(findings, race.picked_up, step)
    if race.collector is not None:
        rescued = race.totals.rescued if race.totals else ()
        check_collector(findings, race.collector, step.odd_chips, step.set, rescued)
    return not_counted


@dataclass(slots=True)
class _Stack:
    """A seat's stack while the steps of a race go over it."""

    entered: SeatInput
    chips: dict[int, int]
    gained: bool = False

    @property
    def had_removed_chips(self) -> bool:
        return bool(self.entered.odd or (self.entered.chips and any(self.entered.chips.values())))

    def take(self, paid: Mapping[int, int], removed: tuple[int, ...]) -> None:
        for denomination, count in paid.items():
            if denomination in removed:
                self.chips[denomination] = self.chips.get(denomination, 0) + count
            elif count:
                self.gained = True


def _stacks(race: Race) -> list[_Stack]:
    return [_Stack(one, dict(one.chips or {})) for one in race.seats]


def _run_steps(race: Race) -> tuple[StepResult, ...]:
    stacks = _stacks(race)
    results: list[StepResult] = []
    for removed in race.removed:
        step = _step(race, removed, stacks)
        if step.totals:
            result = run_totals(step, step.totals)
        else:
            result = run_step(step, _dealt(race, removed))
        results.append(result)
        if not result.final:
            break
        paid = _paid_by_seat(result)
        for stack in stacks:
            stack.take(paid.get(stack.entered.seat, {}), race.removed)
    return tuple(results)


def first_step(race: Race) -> Step:
    """The first denomination's step, as it stands at the count."""
    return _step(race, race.removed[0], [_Stack(one, dict(one.chips or {})) for one in race.seats])


def _step(race: Race, removed: int, stacks: list[_Stack]) -> Step:
    blank = Step(
        removed=removed,
        target=race.step_target(removed),
        in_play=race.in_play,
        ruleset=race.ruleset,
        holdings=(),
        occupied=tuple(one.seat for one in race.seats),
        button=race.button,
        last=removed == race.removed[-1],
        totals=race.totals,
    )
    several = len(race.removed) > 1
    return replace(blank, holdings=tuple(_holding(race, blank, one, several) for one in stacks))


def _holding(race: Race, step: Step, stack: _Stack, several: bool) -> Holding:
    entered = stack.entered
    if entered.odd is not None:
        count, odd = None, entered.odd
    else:
        count = stack.chips.get(step.removed, 0)
        odd = count % step.set.gives if step.set else 0
    only_these = entered.other == 0 and not stack.gained
    return Holding(
        entered.seat,
        count,
        odd,
        nothing_else=only_these and (odd > 0 or (several and stack.had_removed_chips)),
        spared=race.collector is not None and race.collector.seat == entered.seat,
    )


def _dealt(race: Race, removed: int) -> Dealt:
    winners = race.winners.get(removed) if race.winners is not None else None
    return Dealt(
        race.cards.get(removed, {}),
        race.tiebreak.get(removed, {}),
        winners,
        race.best_cards_only,
    )


def _paid_by_seat(result: StepResult) -> dict[int, dict[int, int]]:
    """What each seat gets in a final step, exchange, award and rescue: denomination → chips."""
    paid: dict[int, dict[int, int]] = {}

    def pay(seat: int, chips: Mapping[int, int]) -> None:
        paid[seat] = add_chips(paid.get(seat, {}), chips)

    for exchange in result.step.exchanges():
        pay(exchange.seat, exchange.receives or {})
    for award in result.awards or ():
        assert result.step.target is not None
        pay(award.seat, {result.step.target: award.chips})
    for one in result.rescues or ():
        pay(one.seat, {one.chip: 1})
    return paid


def _received(race: Race, steps: tuple[StepResult, ...]) -> dict[int, int]:
    """Seat → the value it ends up with for its removed chips; chips that a later step takes
    away again do not count."""
    paid: dict[int, dict[int, int]] = {one.seat: {} for one in race.seats}
    taken: dict[int, dict[int, int]] = {}
    for result in steps:
        for seat, chips in _paid_by_seat(result).items():
            paid[seat] = add_chips(paid.get(seat, {}), chips)
        for one in result.step.exchanges():
            gone = (one.hands_in or 0) + (one.odd if result.step.collects_odd else 0)
            taken[one.seat] = add_chips(taken.get(one.seat, {}), {result.step.removed: gone})
    kept = {seat: net(paid[seat], taken.get(seat, {}))[0] for seat in sorted(paid)}
    return {seat: value_of(chips) for seat, chips in kept.items()}


def _paid_for_odd(result: StepResult) -> int:
    target = result.step.target or 0
    return result.award_chips * target + sum(one.chip for one in result.rescues or ())


def _odd_taken(result: StepResult) -> int:
    return result.step.odd_value if result.step.collects_odd else 0


def _settlement(race: Race, result: StepResult) -> Settlement | None:
    if race.collector is None:
        return None
    target = result.step.target or 0
    from_pool = sum(one.source == "pool" for one in result.rescues or ())
    gathered = race.collector.pile * result.step.removed - result.step.odd_value
    x = gathered + (result.award_chips + from_pool) * target
    return settle(x, race.in_play, race.collector.own)


def _bank(
    race: Race,
    steps: tuple[StepResult, ...],
    not_counted: int | None,
    settlement: Settlement | None,
) -> Bank | None:
    """`not_counted` is how many removed chips went in complete sets of seats that were not counted,
    where the table's total of picked-up chips tells what was paid for them."""
    if race.ruleset.supplier is Supplier.COLLECTOR:
        if settlement is None or race.collector is None:
            return None
        return _bank_of_collector(race.collector, steps[-1], settlement)
    pays: list[Mapping[int, int]] = []
    takes: list[Mapping[int, int]] = []
    for result in steps:
        step = result.step
        pays.extend(one.receives or {} for one in step.exchanges())
        takes.extend({step.removed: one.hands_in or 0} for one in step.exchanges())
        if not_counted:
            pays.append(step.pay_sets(not_counted))
            takes.append({step.removed: not_counted})
        if step.target is not None:
            pays.append({step.target: result.award_chips})
        pays.extend({one.chip: 1} for one in result.rescues or ())
        takes.append({step.removed: _odd_taken(result) // step.removed})
    return Bank(*net(add_chips(*pays), add_chips(*takes)))


def _bank_of_collector(collector: Collector, result: StepResult, settlement: Settlement) -> Bank:
    rescues = [{one.chip: 1} for one in result.rescues or () if one.source == "bank"]
    gathered = collector.pile - result.step.odd_chips + _odd_taken(result) // result.step.removed
    return Bank(
        *net(
            add_chips(settlement.pays, settlement.must_add, *rescues),
            add_chips({result.step.removed: gathered}, settlement.takes_own),
        )
    )


def _weakest(levels: Iterable[Evidence | None]) -> Evidence | None:
    reached = [level for level in levels if level is not None]
    return min(reached, key=EVIDENCE_ORDER.index) if reached else None

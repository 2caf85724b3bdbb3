"""One step of a race from the deal on: rank, award, rescue (RULES).

`run_step` is the whole of it; `colorup.engine.cascade` chains steps and adds what concerns the
table as a whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from colorup.engine.awarding import Award, Contest, Rescue, rescue
from colorup.engine.cards import Card
from colorup.engine.problems import Findings
from colorup.engine.ranking import Place, Standing, check_cards, stand
from colorup.engine.ruleset import Evidence, Procedure
from colorup.engine.step import Step


@dataclass(frozen=True, slots=True)
class Dealt:
    """What was recorded of one step's deal: cards with tie-break cards, or the winners."""

    cards: Mapping[int, tuple[Card, ...]] = field(default_factory=dict)
    tiebreak: Mapping[int, tuple[Card, ...]] = field(default_factory=dict)
    winners: tuple[int, ...] | None = None
    best_only: bool = False


@dataclass(frozen=True, slots=True)
class StepResult:
    """What came of a step.  `awards` and `rescues` are None while the result is not final."""

    step: Step
    standing: Standing | None
    tie: tuple[int, ...]
    missing: tuple[int, ...]
    awards: tuple[Award, ...] | None
    rescues: tuple[Rescue, ...] | None
    evidence: Evidence | None

    @property
    def final(self) -> bool:
        return self.awards is not None

    @property
    def ranking(self) -> tuple[tuple[int, Card], ...]:
        """The seats whose cards are in with their best card, best first."""
        if self.standing is None:
            return ()
        return tuple((seat, self.standing.best[seat]) for seat in self.standing.order)

    @property
    def award_chips(self) -> int:
        return sum(award.chips for award in self.awards or ())

    @property
    def unawarded(self) -> int:
        """Chips of the pool that nobody may have (RULES, "surplus")."""
        contest = self.step.contest
        if contest is None:
            return 0
        if self.awards is None:
            return surplus_of(contest)
        return max(0, contest.to_race_for - self.award_chips)


def surplus_of(contest: Contest) -> int:
    """The chips of the pool that are lost whatever the cards say."""
    given = sum(contest.chips_at(place, seat) for place, seat in enumerate(contest.contenders))
    return max(0, contest.to_race_for - given)


def run_step(step: Step, dealt: Dealt) -> StepResult:
    """Run one step with what was recorded of its deal.

    Raises `Problems` with every problem of the cards or winners: card_for_empty_seat,
    wrong_number_of_cards, duplicate_card, bad_tiebreak, bad_winners.
    """
    findings = Findings()
    decks = int(step.ruleset.decks)
    check_cards(
        findings, step.odd, dealt.cards, dealt.tiebreak, decks=decks, best_only=dealt.best_only
    )
    if dealt.winners is not None:
        check_winners(findings, step, dealt.winners)
    findings.raise_if_any()
    contest = step.contest
    if contest is None:
        awards = _awards_without_race(step)
        rescues = _rescued_by_bank(step, {award.seat for award in awards})
        return StepResult(step, None, (), (), awards, rescues, None)
    if dealt.winners is not None:
        return _result_of_winners(step, contest, dealt.winners)
    return _result_of_cards(step, contest, dealt)


def _result_of_cards(step: Step, contest: Contest, dealt: Dealt) -> StepResult:
    racing = contest.contenders
    standing = stand(contest.odd, dealt.cards, dealt.tiebreak, int(step.ruleset.decks))
    places = standing.places(racing)
    if not contest.needs_cards:
        return _finished(step, contest, standing, dict.fromkeys(racing, 0), None)
    if not any(contest.in_doubt(seat, places[seat]) for seat in racing):
        first = {seat: places[seat].first for seat in racing}
        # Every card, or every best card; a result that stands although some are missing rests on
        # less: on who got a chip.
        reached = Evidence.BEST_CARDS if dealt.best_only else Evidence.CARDS
        return _finished(
            step, contest, standing, first, Evidence.WINNERS if standing.missing else reached
        )
    missing = _missing_that_matters(contest, standing)
    tie = _tie_that_matters(contest, standing)
    level = Evidence.BEST_CARDS if dealt.best_only else Evidence.CARDS
    return StepResult(step, standing, tie, missing, None, None, level)


def _missing_that_matters(contest: Contest, standing: Standing) -> tuple[int, ...]:
    racing = contest.contenders
    places = standing.places(racing)
    doubtful = [seat for seat in racing if contest.in_doubt(seat, places[seat])]
    matters = {seat for seat in doubtful if seat in standing.missing}
    for seat in doubtful:
        if seat in standing.best:
            matters.update(standing.unsettled_with(seat, racing))
    absent = [seat for seat in racing if seat in standing.missing]
    matters.update(
        seat
        for seat in absent
        if any(_decides_extra(contest, places, seat, other) for other in absent)
    )
    return tuple(sorted(matters))


def _decides_extra(contest: Contest, places: Mapping[int, Place], seat: int, other: int) -> bool:
    """Whether `seat` decides about the extra chip for `other`, whatever it gets itself.

    A seat that has half gets its chip at the extra chip's place as above it, and only there takes
    it from a seat without half; one without half keeps it there from a seat that has half.
    """
    has_half = contest.extra_chip_for(seat)
    if not contest.has_extra_chip or has_half == contest.extra_chip_for(other):
        return False
    extra = contest.to_race_for
    exchanged = {extra, extra - 1 if has_half else extra + 1}
    return exchanged <= set(places[seat].all) and exchanged <= set(places[other].all)


def _tie_that_matters(contest: Contest, standing: Standing) -> tuple[int, ...]:
    racing = contest.contenders
    places = standing.settled_places(racing)
    tied: set[int] = set()
    for group in standing.tied:
        here = [seat for seat in group if seat in racing]
        if len(here) > 1 and any(contest.in_doubt(seat, places[seat]) for seat in here):
            tied.update(here)
    return tuple(sorted(tied))


def _finished(
    step: Step,
    contest: Contest,
    standing: Standing,
    places: Mapping[int, int],
    evidence: Evidence | None,
) -> StepResult:
    ranked = standing.order
    won = {seat: contest.chips_at(places[seat], seat) for seat in contest.contenders}
    in_order = [seat for seat in ranked if won.get(seat)]
    in_order += [seat for seat, chips in won.items() if chips and seat not in in_order]
    awards = tuple(
        Award(seat, won[seat], str(standing.best[seat]) if seat in standing.best else None)
        for seat in in_order
    )
    rescues = rescue(contest, {award.seat for award in awards}, step.rescue_chip, ranked)
    return StepResult(step, standing, (), (), awards, rescues, evidence)


def _result_of_winners(step: Step, contest: Contest, winners: Sequence[int]) -> StepResult:
    won = dict.fromkeys(sorted(winners), 1)
    if not contest.needs_cards:
        won = {seat: contest.chips_at(0, seat) for seat in contest.contenders}
    elif len(won) == 1:
        # The only winner has the whole pool where the winner takes all, and one chip elsewhere.
        won = {seat: max(1, contest.chips_at(0, seat)) for seat in won}
    awards = tuple(Award(seat, chips) for seat, chips in won.items() if chips)
    rescues = rescue(contest, {award.seat for award in awards}, step.rescue_chip, ())
    evidence = Evidence.WINNERS if contest.needs_cards else None
    return StepResult(step, None, (), (), awards, rescues, evidence)


def check_winners(findings: Findings, step: Step, winners: Sequence[int]) -> None:
    """Add the problems of winners named instead of cards (RULES, "Evidence")."""
    contest = step.contest
    odd = step.odd
    for seat in sorted(set(winners)):
        if winners.count(seat) > 1:
            findings.add("bad_winners.twice", seat, seat=seat)
        if seat not in odd:
            findings.add("bad_winners.no_odd_chips", seat, seat=seat)
        elif contest and contest.pool_first and seat in contest.at_risk:
            findings.add("bad_winners.served", seat, seat=seat)
    if findings.found:
        return
    if contest is None:
        if winners:
            findings.add("bad_winners.no_race")
    elif contest.shared_unevenly:
        findings.add("bad_winners.second_round")
    elif not contest.possible_winners(winners):
        findings.add("bad_winners.number", given=len(winners), wanted=contest.winners_wanted)


def _awards_without_race(step: Step) -> tuple[Award, ...]:
    target = step.target
    if target is None or step.set is None:
        return ()
    if step.ruleset.procedure is Procedure.ROUND_UP_EACH:
        chips = {seat: -(-odd * step.removed // target) for seat, odd in step.odd.items()}
    elif step.ruleset.procedure is Procedure.ROUND_NEAREST_EACH:
        chips = {
            seat: (2 * odd * step.removed + target) // (2 * target)
            for seat, odd in step.odd.items()
        }
    else:
        chips = {}
    return tuple(Award(seat, count) for seat, count in chips.items() if count)


def _rescued_by_bank(step: Step, awarded: set[int]) -> tuple[Rescue, ...]:
    return tuple(
        Rescue(seat, step.rescue_chip, "bank") for seat in step.at_risk if seat not in awarded
    )

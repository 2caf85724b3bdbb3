"""Exact chances in a race, before any card is dealt.

A seat's rank is its first appearance in a random order of the dealt cards, so when some seats have
appeared, the next new one is each other seat with a chance in proportion to its cards.  A walk over
sets of seats that have appeared gives every seat's places exactly; nothing is simulated.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from colorup.engine.awarding import Contest
from colorup.engine.problems import Findings
from colorup.engine.ruleset import Decks, Procedure
from colorup.engine.step import Step


@dataclass(frozen=True, slots=True)
class Odds:
    """The pool (chips; None without a race) and each seat's chance of a race award."""

    pool: int | None
    chances: Mapping[int, Fraction]


def odds(step: Step) -> Odds:
    """The chance of each seat of `step` to win a race award; chips served first and rescues are no
    awards.

    Raises `Problems` (``bad_option``) for procedures without cards and for two decks, where ties
    are settled by further cards.
    """
    findings = Findings()
    if step.ruleset.procedure is not Procedure.RACE:
        findings.add("bad_option.odds_procedure", procedure=step.ruleset.procedure.value)
    if step.ruleset.decks is not Decks.ONE:
        findings.add("bad_option.odds_decks")
    findings.raise_if_any()
    chances = {one.seat: Fraction(0) for one in step.holdings}
    contest = step.contest
    if contest is None:
        return Odds(None, chances)
    for seat, places in place_chances(_cards(contest)).items():
        chances[seat] = sum(
            (chance for place, chance in enumerate(places) if contest.chips_at(place, seat)),
            Fraction(0),
        )
    return Odds(contest.pool.chips, chances)


def _cards(contest: Contest) -> dict[int, int]:
    return {seat: contest.odd[seat] for seat in contest.contenders}


def place_chances(cards: Mapping[int, int]) -> dict[int, tuple[Fraction, ...]]:
    """Each seat's chance of every place, best first; `cards` is seat → cards, each at least one.

    The walk counts in whole numbers of one common unit a step, so that no fraction is reduced
    before the end: 12 seats are 4,096 sets.
    """
    seats = tuple(cards)
    weights = tuple(cards[seat] for seat in seats)
    total = sum(weights)
    places: list[list[Fraction]] = [[] for _ in seats]
    # Sets of seats that have appeared, as bits → (their cards, ways in the unit of this step).
    reached: dict[int, tuple[int, int]] = {0: (0, 1)}
    unit = 1
    for _place in seats:
        rest = {total - used for used, _ways in reached.values()}
        step_unit = lcm(*rest)
        unit *= step_unit
        won = [0] * len(seats)
        following: dict[int, tuple[int, int]] = {}
        for appeared, (used, ways) in reached.items():
            share = ways * (step_unit // (total - used))
            for index, weight in enumerate(weights):
                if appeared >> index & 1:
                    continue
                gained = share * weight
                won[index] += gained
                joined = appeared | 1 << index
                before = following.get(joined)
                following[joined] = (
                    used + weight,
                    gained if before is None else before[1] + gained,
                )
        for index, ways in enumerate(won):
            places[index].append(Fraction(ways, unit))
        reached = following
    return {seat: tuple(places[index]) for index, seat in enumerate(seats)}

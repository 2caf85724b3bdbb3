"""A race document without an event around it: its result, said in the active language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from colorup.engine.cascade import run_race
from colorup.engine.explain import story
from colorup.formats.race_json import read_race, result_document
from tournaments.boards.chips import Pile, piles
from tournaments.boards.outcome import TERMS, PlanSeat, term_word
from tournaments.boards.settled import Settled, bank_of, settled_of
from tournaments.boards.words import evidence_word
from tournaments.sentences import in_digits, say

# What chips of these values usually look like; an address knows no chip set.
USUAL_COLOURS = {
    1: "white",
    5: "red",
    10: "blue",
    25: "green",
    50: "orange",
    100: "black",
    500: "purple",
    1000: "yellow",
    5000: "brown",
    10000: "teal",
    25000: "pink",
    100000: "navy",
}


@dataclass(frozen=True, slots=True)
class Raced:
    """A race's result document, and its warnings as sentences."""

    result: Mapping[str, Any]
    warnings: tuple[str, ...]

    @property
    def final(self) -> bool:
        return bool(self.result["final"])


@dataclass(frozen=True, slots=True)
class SeatReason:
    """Why a seat got what it got."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class StepPaid:
    """What is put down for the odd chips of one denomination, and what is picked up."""

    removed: int
    put_down: tuple[Pile, ...]
    pick_up: tuple[Pile, ...]


@dataclass(frozen=True, slots=True)
class RacedOutcome:
    """What came of a race; `drift` and its `terms` are signed values."""

    plan: tuple[PlanSeat, ...]
    steps: tuple[StepPaid, ...]
    put_down_drawn: tuple[tuple[int, int, str], ...]
    pick_up_drawn: tuple[tuple[int, int, str], ...]
    why: tuple[SeatReason, ...]
    drift: int
    terms: tuple[tuple[str, int], ...]
    band: tuple[int, int] | None
    evidence: str
    bank_pays: tuple[Pile, ...]
    bank_takes: tuple[Pile, ...]
    settled: Settled | None


def run(document: Mapping[str, Any]) -> Raced:
    """Run a race document; raises `Problems` with everything that is wrong."""
    read, race = read_race(document)
    done = run_race(race)
    return Raced(result_document(read, done), tuple(say(one.message) for one in done.warnings))


def outcome_of(
    document: Mapping[str, Any], raced: Raced, shades: Mapping[int, str]
) -> RacedOutcome:
    """The outcome of a final result; `shades` is denomination → colour."""
    result = raced.result
    steps = tuple(_paid(step, shades) for step in result["steps"])
    settled = settled_of(document, result, shades)
    pays, takes = bank_of(result, settled, shades)
    # Over several steps chips are won and raced away again, and a collector is paid for its whole
    # pile: there the table is drawn with what changes hands in the end.
    in_the_end = len(steps) > 1 or settled is not None
    down, up = (pays, takes) if in_the_end else (steps[0].put_down, steps[0].pick_up)
    terms = result["drift_terms"]
    return RacedOutcome(
        plan=tuple(_plan(result)),
        steps=steps,
        put_down_drawn=tuple(pile.as_drawn() for pile in down),
        pick_up_drawn=tuple(pile.as_drawn() for pile in up),
        why=reasons(result),
        drift=result["drift"],
        terms=tuple((term_word(term), terms[term]) for term in TERMS if terms.get(term)),
        band=result["band"] and (result["band"]["min"], result["band"]["max"]),
        evidence=evidence_word(result["evidence"]),
        bank_pays=pays,
        bank_takes=takes,
        settled=settled,
    )


def reasons(result: Mapping[str, Any]) -> tuple[SeatReason, ...]:
    """Each seat's sentences in the active language, over all steps, by seat."""
    told: dict[int, list[str]] = {}
    for one in story(result):
        told.setdefault(one.seat, []).extend(map(say, one.messages))
    return tuple(SeatReason(seat, " ".join(texts)) for seat, texts in told.items())


def _paid(step: Mapping[str, Any], shades: Mapping[int, str]) -> StepPaid:
    chips: dict[str, int] = {}
    for one in step["awards"]:
        chips[str(step["target"])] = chips.get(str(step["target"]), 0) + one["chips"]
    for one in step["rescues"]:
        chips[str(one["chip"])] = chips.get(str(one["chip"]), 0) + 1
    removed = step["removed"]
    stays = step["pool"] is None and not step["awards"] and not step["rescues"]
    odd = 0 if stays else step["odd_chips"]
    taken = {str(removed): odd} if odd else {}
    return StepPaid(removed, piles(chips, shades), piles(taken, shades))


def _plan(result: Mapping[str, Any]) -> Iterator[PlanSeat]:
    value: dict[int, int] = {}
    rescued: set[int] = set()
    cards: dict[int, str] = {}
    racers: set[int] = set()
    for step in result["steps"]:
        for one in step["awards"]:
            value[one["seat"]] = value.get(one["seat"], 0) + one["chips"] * step["target"]
        for one in step["rescues"]:
            value[one["seat"]] = value.get(one["seat"], 0) + one["chip"]
            rescued.add(one["seat"])
        racers |= {one["seat"] for one in step["exchange"] if one["odd"]}
        # The card of the last race a seat was in.
        cards |= {one["seat"]: one["card"] for one in step["ranking"]}
    seated = {one["seat"] for one in result["received"] or ()} | racers | value.keys()
    for number in range(1, max((9, *seated)) + 1):
        if number not in seated:
            yield PlanSeat(number, "", _("empty"), "empty", "")
            continue
        won = value.get(number, 0)
        text = f"+{in_digits(won)}" if won else "\N{EN DASH}" if number in racers else _("none")
        state = "save" if number in rescued else "win" if won else "none"
        href = f"#why-{number}" if won or number in racers else ""
        yield PlanSeat(number, cards.get(number, ""), text, state, href)

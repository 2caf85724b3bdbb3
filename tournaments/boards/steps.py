"""Where a table's page stands: the three steps, and the ways to record each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext as _

from colorup.engine.cascade import step_target
from colorup.engine.chips import complete_set
from colorup.engine.lifecycle import Action, State, transitions
from colorup.engine.ruleset import AwardLimit, Evidence, LastChip, Procedure
from tournaments.boards.app_deal import has_app_deal
from tournaments.boards.chain import is_several
from tournaments.models import TableRace

MOST_BUTTONS = 10
Typed = Mapping[str, str]


class CountBy(StrEnum):
    """What was counted: each seat's odd chips, only their total, or each seat's removed chips."""

    ODD = "odd"
    TOTAL = "total"
    FULL = "full"


class DealBy(StrEnum):
    """What is recorded of the deal; cards typed are every card, without the pad, and of what the
    application deals every card is known."""

    WINNERS = "winners"
    BEST = "best"
    EVERY = "every"
    TYPED = "typed"
    APP = "app"


@dataclass(frozen=True, slots=True)
class StepMark:
    """One of the three steps at the top: ``done``, ``now`` or nothing; where a tap leads."""

    word: str
    state: str
    href: str


@dataclass(frozen=True, slots=True)
class Way:
    """A way to record a step, in words."""

    value: str
    word: str


def step_of(race: TableRace, wanted: str) -> str:
    """Where the page stands: count, deal, awards, done or void."""
    state = State(race.state)
    if state is State.ANNOUNCED:
        return "count"
    if state is State.CONFIRMED:
        return "done"
    if state is State.VOID:
        return "void"
    if state is State.COUNTED:
        if wanted == "count":
            return "count"
        return "deal" if race.situation.cards_needed else "awards"
    return "deal" if wanted == "deal" or not race.situation.final else "awards"


def steps_of(race: TableRace, now: str) -> tuple[StepMark, ...]:
    """The marks of the three steps.

    Those behind lead back where nothing has to be reopened, and from a deal that is looked at again
    the awards lead on.
    """
    names = ("count", "deal", "awards")
    words = (_("Count"), _("Deal"), _("Awards"))
    at = names.index(now) if now in names else len(names) if now == "done" else 0
    state = State(race.state)
    links = {
        "count": "?step=count" if state is State.COUNTED else "",
        "deal": "?step=deal" if state is State.DEALT else "",
        "awards": "?step=awards" if state is State.DEALT and race.situation.final else "",
    }
    return tuple(
        StepMark(
            word,
            "now" if name == now else "done" if index < at else "",
            links[name] if index != at else "",
        )
        for index, (name, word) in enumerate(zip(names, words, strict=True))
    )


def reopen_to(race: TableRace) -> tuple[tuple[str, str], ...]:
    """The earlier steps to which a reopening can lead: state and what it means."""
    words = {
        State.DEALT: _("the awards: everything that was entered stays"),
        State.COUNTED: _("the deal: the cards are entered again"),
        State.ANNOUNCED: _("the count: the table is counted again"),
    }
    cards_needed = race.situation.cards_needed
    if not cards_needed:
        words[State.COUNTED] = _("the awards: everything that was entered stays")
    return tuple(
        (state.value, words[state])
        for state in transitions(State(race.state), Action.REOPEN, race.situation)
        if cards_needed or state is not State.DEALT
    )


def target_of(race: TableRace) -> int | None:
    """The chip that the race, or its last step, pays in; None where nothing larger stays."""
    color_up = race.color_up
    removed = color_up.removed
    return step_target(removed[-1], removed, color_up.in_play, color_up.target)


def odd_buttons(race: TableRace) -> tuple[int, ...]:
    """The odd chips that a seat can hold, 0 … set−1; none where a number must be typed."""
    target = target_of(race)
    if target is None or _smaller_stays(race) or is_several(race):
        return ()
    gives = complete_set(race.color_up.removed[0], target).gives
    return tuple(range(gives)) if gives <= MOST_BUTTONS else ()


def count_ways(race: TableRace) -> tuple[Way, ...]:
    """The ways to count that this colour-up allows.

    Nothing is odd where a smaller chip stays, and where several denominations leave the chips won
    in one step are counted in the next; the total alone is enough only for some races
    (FORMATS, `odd_total`), and only where the ruleset asks for no more.
    """
    words = {
        CountBy.ODD: _("Odd chips"),
        CountBy.TOTAL: _("Total only"),
        CountBy.FULL: _("All chips"),
    }
    ways = [CountBy.FULL]
    if target_of(race) is not None and not _smaller_stays(race) and not is_several(race):
        ways = [CountBy.ODD, CountBy.FULL]
        if _totals_suffice(race):
            ways.insert(1, CountBy.TOTAL)
    return tuple(Way(one.value, words[one]) for one in ways)


def count_by(race: TableRace, typed: Typed, ways: tuple[Way, ...]) -> str:
    """The way to count that the form shows."""
    entered = race.input or {}
    wanted = typed.get("count_by", "")
    if not wanted and "odd_total" in entered:
        wanted = CountBy.TOTAL
    elif not wanted and any("count" in one for one in entered.get("seats", ())):
        wanted = CountBy.FULL
    return wanted if wanted in [one.value for one in ways] else ways[0].value


def is_totals(race: TableRace) -> bool:
    """Whether the table was counted by its total alone."""
    return race.result is not None and "odd_total" in (race.input or {})


def deal_ways(race: TableRace, step: Mapping[str, Any]) -> tuple[Way, ...]:
    """The ways to record the deal that the ruleset's evidence allows, the quickest first.

    `step` is the step of the result whose deal is recorded; empty without a result.
    """
    words = {
        DealBy.WINNERS: _("Winners"),
        DealBy.BEST: _("Best card"),
        DealBy.EVERY: _("Every card"),
        DealBy.TYPED: _("Type"),
        DealBy.APP: _("The app deals"),
    }
    ways = tuple(DealBy)
    if is_totals(race):
        ways = ways[:1]
    elif _options(race)["evidence"] == Evidence.BEST_CARDS:
        ways = ways[1:]
    elif _options(race)["evidence"] == Evidence.CARDS:
        ways = ways[2:]
    if is_several(race) and (recorded := _recorded(race, step.get("removed", 0))):
        # One record rests on one level: the next step is recorded as the steps before it.
        ways = tuple(one for one in ways if one in recorded)
    if not has_app_deal(race, step):
        ways = tuple(one for one in ways if one is not DealBy.APP)
    return tuple(Way(one.value, words[one]) for one in ways)


def deal_by(race: TableRace, wanted: str, ways: tuple[Way, ...]) -> str:
    """The way to record the deal that the form shows: `wanted`, else as it was recorded."""
    entered = race.input or {}
    if not wanted and "winners" in entered:
        wanted = DealBy.WINNERS
    elif not wanted and entered.get("cards"):
        wanted = DealBy.BEST if entered.get("best_cards_only") else DealBy.EVERY
    values = [one.value for one in ways]
    if wanted in values:
        return wanted
    return DealBy.BEST.value if DealBy.BEST in values else values[0]


def _recorded(race: TableRace, chip: int) -> tuple[DealBy, ...]:
    """How the steps before that of `chip` were recorded; nothing where none was."""
    document = race.input or {}
    for name in ("winners", "cards"):
        if not any(int(one) < chip for one in document.get(name) or ()):
            continue
        if name == "winners":
            return (DealBy.WINNERS,)
        best = document.get("best_cards_only")
        return (DealBy.BEST,) if best else (DealBy.EVERY, DealBy.TYPED, DealBy.APP)
    return ()


def _options(race: TableRace) -> Mapping[str, Any]:
    options: Mapping[str, Any] = race.color_up.ruleset["options"]
    return options


def _smaller_stays(race: TableRace) -> bool:
    return any(one < race.color_up.removed[0] for one in race.color_up.in_play)


def _totals_suffice(race: TableRace) -> bool:
    options, target = _options(race), target_of(race)
    return (
        options["evidence"] == Evidence.TOTALS
        and options["procedure"] == Procedure.RACE
        and options["award_limit"] == AwardLimit.ONE_PER_PLAYER
        and options["last_chip"] == LastChip.TABLE_LEFTOVER
        and len(race.color_up.removed) == 1
        and target is not None
        and target % race.color_up.removed[0] == 0
    )

"""One seat's story: what it brought, what came of it, by which rule, and who says so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from colorup.engine.explain import story
from colorup.engine.problems import Message
from tournaments.boards.chain import of_step, payments_due, payments_made
from tournaments.boards.chips import colours
from tournaments.boards.history import sheet_words
from tournaments.boards.settled import settled_of
from tournaments.boards.stub_record import StubRecord, redeals, stub_records
from tournaments.boards.words import action_word, evidence_word, who_says
from tournaments.models import RaceEvent, Stub, TableRace
from tournaments.sentences import in_digits, say, say_shipped

# The options that decide about a seat with odd chips, in the order in which they come into play.
RULES_OF_A_SEAT = ("procedure", "first_seat", "pool_rounding", "last_chip", "award_limit")
RULES_OF_A_RESCUE = ("rescue_source", "rescue_chip")


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that was applied, the question that it answers, and who says so."""

    title: str
    text: str
    says: str
    house: bool


@dataclass(frozen=True, slots=True)
class StoryStep:
    """A seat in the race of one denomination: its odd chips, cards, and place among `ranked`."""

    removed: int
    colour: str
    odd: int
    cards: tuple[str, ...]
    rank: int | None
    ranked: int


@dataclass(frozen=True, slots=True)
class Story:
    """The page that is turned round to show a player."""

    race_id: int
    table: str
    seat: int
    player: str
    version: int
    versions: tuple[int, ...]
    latest: bool
    at: datetime
    action: str
    who: str
    on_paper: str
    sentences: tuple[str, ...]
    steps: tuple[StoryStep, ...]
    value: int | None
    ruleset: str
    source: str
    rules: tuple[Rule, ...]
    evidence: str
    paid_otherwise: str
    stubs: tuple[StubRecord, ...]
    redeals: int


def seat_story(
    race: TableRace,
    events: list[RaceEvent],
    seat: int,
    version: int | None,
    stubs: Sequence[Stub] = (),
) -> Story:
    """The story of `seat` after the command of `version`, by default after the latest; `stubs` are
    those that the application shuffled for the race."""
    shown = next((one for one in events if one.version == version), events[-1])
    by_then = (one for one in stubs if one.shuffled.version <= shown.version)
    told = stub_records(by_then, shown.input, race.color_up.event.zone)
    result = shown.result
    rules = race.color_up.ruleset
    steps = result["steps"] if result else []
    at_risk = {one for step in steps for one in step["at_risk"]}
    received = {one["seat"]: one["value"] for one in (result or {}).get("received") or ()}
    return Story(
        race_id=race.pk,
        table=str(race.table),
        seat=seat,
        player=shown.players.get(str(seat), ""),
        version=shown.version,
        versions=tuple(one.version for one in events),
        latest=shown is events[-1],
        at=shown.at.astimezone(race.color_up.event.zone),
        action=action_word(shown.action),
        who=shown.by.shown_name,
        on_paper=sheet_words(shown.content.get("sheet")),
        sentences=_sentences(shown.input or {}, result, seat),
        steps=tuple(
            _step(shown.input or {}, one, seat, colours(race.color_up.chip_set)) for one in steps
        ),
        value=received.get(seat),
        ruleset=say_shipped(rules["name"]),
        source=say_shipped(rules["source"]),
        rules=tuple(_rules(rules, rescued=seat in at_risk)),
        evidence=evidence_word(result["evidence"]) if result and result["final"] else "",
        paid_otherwise=_paid_otherwise(shown, seat),
        stubs=told,
        redeals=redeals(told),
    )


def _sentences(
    entered: Mapping[str, Any], result: Mapping[str, Any] | None, seat: int
) -> tuple[str, ...]:
    if result is None:
        return (_("Nothing has been counted yet."),)
    told = [say(message) for one in story(result) if one.seat == seat for message in one.messages]
    settled = settled_of(entered, result, {})
    if settled is not None and settled.seat == seat:
        told += settled.sentences
        told += filter(None, (settled.against_the_rule,))
    return tuple(told) or (_("This seat had no chips of this kind."),)


def _step(
    entered: Mapping[str, Any], step: Mapping[str, Any], seat: int, shades: Mapping[int, str]
) -> StoryStep:
    removed = step["removed"]
    ranking = [one["seat"] for one in step["ranking"]]
    hands = (of_step(entered, field, removed) or {} for field in ("cards", "tiebreak"))
    return StoryStep(
        removed,
        shades.get(removed, ""),
        next((one["odd"] for one in step["exchange"] if one["seat"] == seat), 0),
        tuple(card for hand in hands for card in hand.get(str(seat), ())),
        ranking.index(seat) + 1 if seat in ranking else None,
        len(ranking),
    )


def _rules(ruleset: Mapping[str, Any], *, rescued: bool) -> Iterator[Rule]:
    names = RULES_OF_A_SEAT + (RULES_OF_A_RESCUE if rescued else ())
    for name in names:
        says = ruleset["says"][name]
        yield Rule(
            say(Message(f"option.{name}")),
            say(Message(f"option.{name}.{ruleset['options'][name]}")),
            who_says(says, ruleset["source"]),
            says == "house",
        )


def _paid_otherwise(shown: RaceEvent, seat: int) -> str:
    paid = shown.paid or {}
    if not paid or paid["as_due"]:
        return ""
    steps = shown.result["steps"]
    texts = []
    for step in steps:
        due = _value_at(seat, payments_due(step))
        given = _value_at(seat, payments_made(paid, step, last=step is steps[-1]))
        if due == given:
            continue
        text = _("Due was %(due)s, paid was %(paid)s: %(reason)s") % {
            "due": in_digits(due),
            "paid": in_digits(given),
            "reason": shown.reason,
        }
        if len(steps) > 1:
            text = pgettext("colon", ": ").join((in_digits(step["removed"]), text))
        texts.append(text)
    return " ".join(texts)


def _value_at(seat: int, payments: Iterable[tuple[int, int, int]]) -> int:
    return sum(chips * chip for one, chips, chip in payments if one == seat)

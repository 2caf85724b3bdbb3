"""One seat's story: what it brought, what came of it, by which rule, and who says so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from colorup.engine.explain import story
from colorup.engine.problems import Message
from tournaments.boards.chips import colours
from tournaments.boards.words import action_word, evidence_word
from tournaments.models import RaceEvent, TableRace
from tournaments.sentences import say

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
    sentences: tuple[str, ...]
    cards: tuple[str, ...]
    rank: int | None
    ranked: int
    removed: int
    colour: str
    odd: int
    value: int | None
    ruleset: str
    source: str
    rules: tuple[Rule, ...]
    evidence: str
    paid_otherwise: str


def seat_story(race: TableRace, events: list[RaceEvent], seat: int, version: int | None) -> Story:
    """The story of `seat` after the command of `version`, by default after the latest."""
    shown = next((one for one in events if one.version == version), events[-1])
    result = shown.result
    rules = race.color_up.ruleset
    step: Mapping[str, Any] = result["steps"][-1] if result else {}
    removed = race.color_up.removed[0]
    ranking = [one["seat"] for one in step.get("ranking", ())]
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
        sentences=_sentences(result, seat),
        cards=tuple(_cards(shown.input or {}, seat)),
        rank=ranking.index(seat) + 1 if seat in ranking else None,
        ranked=len(ranking),
        removed=removed,
        colour=colours(race.color_up.chip_set).get(removed, ""),
        odd=next((one["odd"] for one in step.get("exchange", ()) if one["seat"] == seat), 0),
        value=received.get(seat),
        ruleset=rules["name"],
        source=rules["source"],
        rules=tuple(_rules(rules, rescued=seat in step.get("at_risk", ()))),
        evidence=evidence_word(result["evidence"]) if result and result["final"] else "",
        paid_otherwise=_paid_otherwise(shown, step, seat),
    )


def _sentences(result: Mapping[str, Any] | None, seat: int) -> tuple[str, ...]:
    if result is None:
        return (_("Nothing has been counted yet."),)
    told = [one for one in story(result) if one.seat == seat]
    if not told:
        return (_("This seat had no chips of this kind."),)
    return tuple(say(message) for one in told for message in one.messages)


def _cards(entered: Mapping[str, Any], seat: int) -> Iterator[str]:
    for field in ("cards", "tiebreak"):
        yield from (entered.get(field) or {}).get(str(seat), ())


def _rules(ruleset: Mapping[str, Any], *, rescued: bool) -> Iterator[Rule]:
    names = RULES_OF_A_SEAT + (RULES_OF_A_RESCUE if rescued else ())
    for name in names:
        house = ruleset["says"][name] == "house"
        yield Rule(
            say(Message(f"option.{name}")),
            say(Message(f"option.{name}.{ruleset['options'][name]}")),
            _("house choice") if house else ruleset["source"],
            house,
        )


def _paid_otherwise(shown: RaceEvent, step: Mapping[str, Any], seat: int) -> str:
    paid = shown.paid or {}
    if not paid or paid["as_due"]:
        return ""
    due = sum(one["chips"] * step["target"] for one in step["awards"] if one["seat"] == seat)
    due += sum(one["chip"] for one in step["rescues"] if one["seat"] == seat)
    given = sum(
        one["chip"] * one["chips"]
        for one in (*paid["awards"], *paid["rescues"])
        if one["seat"] == seat
    )
    if given == due:
        return ""
    return _("Due was %(due)s, paid was %(paid)s: %(reason)s") % {
        "due": due,
        "paid": given,
        "reason": shown.reason,
    }

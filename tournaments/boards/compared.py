"""What one ruleset makes of a table, as far as it is known, beside what another makes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from colorup.engine.problems import Problems
from colorup.formats.odds_json import race_odds


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is compared: None stands for what is not known.

    `decided` says that no ranking could change it; `chances` are each seat's of an award and
    `rescue_chip` is the value that a seat at risk can get, both only while the cards are open.
    """

    pool: tuple[int, int] | None = None
    awards: tuple[tuple[int, int], ...] | None = None
    rescues: tuple[tuple[int, int], ...] | None = None
    drift: int | None = None
    decided: bool = False
    chances: Mapping[int, Fraction] | None = None
    rescue_chip: int | None = None


def outcome_of(result: Mapping[str, Any], asked: Mapping[str, Any]) -> Outcome:
    """The outcome of a result document; `asked` is the race document that it came of."""
    steps = result["steps"]
    last = steps[-1]
    pool = None if last["pool"] is None else (last["pool"], last["target"])
    if not result["final"]:
        lowest = min(asked["in_play"])
        to_target = result["options"]["rescue_chip"] == "race_target"
        chip = (last["target"] if to_target else lowest) if last["at_risk"] else None
        return Outcome(pool, chances=_chances(asked), rescue_chip=chip)
    awards = tuple(
        sorted(
            (one["seat"], one["chips"] * step["target"]) for step in steps for one in step["awards"]
        )
    )
    rescues = tuple(sorted((one["seat"], one["chip"]) for step in steps for one in step["rescues"]))
    return Outcome(pool, awards, rescues, result["drift"], decided=result["evidence"] is None)


def _chances(asked: Mapping[str, Any]) -> Mapping[int, Fraction] | None:
    """Each seat's chance with one deck, which tells rules apart for two decks as well."""
    try:
        return race_odds({**asked, "rules": {**asked.get("rules", {}), "decks": 1}}).chances
    except Problems:
        return None


def other_than(outcome: Outcome, of_own: Outcome) -> Iterator[str]:
    """In what an outcome differs from the table's own, where both are known."""
    if outcome.pool != of_own.pool:
        yield _("another pool") if outcome.pool and of_own.pool else _("another procedure")
    if outcome.awards is None or of_own.awards is None:
        yield from _other_stakes(outcome, of_own)
        return
    if outcome.awards != of_own.awards:
        yield _("other winners")
    if outcome.rescues != of_own.rescues:
        yield _("other rescues")
    if outcome.drift != of_own.drift:
        yield _("another table value")


def _other_stakes(outcome: Outcome, of_own: Outcome) -> Iterator[str]:
    """In what outcomes differ of which at least one is still open."""
    if outcome.chances is None and of_own.chances is None:
        return
    if outcome.decided or of_own.decided:
        # The cards decide under the one and nothing under the other.
        yield _("other chances")
    elif outcome.chances is not None and of_own.chances is not None:
        if outcome.chances != of_own.chances:
            yield _("other chances")
        if outcome.rescue_chip != of_own.rescue_chip:
            yield _("other rescues")

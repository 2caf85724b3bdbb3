"""Where on the form of a quick race each problem stands, and how it is said there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from colorup.engine.problems import Problem
from colorup.engine.ruleset import OPTIONS
from tournaments.sentences import say

# A document's field → the form's.
_FIELDS: Mapping[str, str] = {
    "removed": "out",
    "in_play": "in",
    "target": "to",
    "collector.seat": "collector",
    "collector.pile": "pile",
    "collector.own": "own",
}
# A sentence's key, or the code of several, → the form's field.
_PLACES: Mapping[str, str] = {
    "missing_field.seats": "total",
    "bad_denomination.none_removed": "out",
    "bad_denomination.too_many_at_once": "out",
    "bad_denomination.target_not_in_play": "to",
    "bad_denomination.target_below": "to",
    "bad_denomination": "in",
    "unknown_ruleset": "rules",
    "bad_option.holder_half_rounding": "pool_rounding",
    "bad_option.holder_half_winner_takes_all": "award_limit",
    "bad_option.holder_half_second_round": "surplus",
    "bad_option.pool_first_lowest": "rescue_chip",
    "bad_option.totals": "total",
    "bad_option": "rules",
    "bad_button": "button",
    "bad_count.odd_total": "total",
    "bad_pickup.handed_over": "handed",
    "bad_pickup.handed_over_shape": "handed",
    "bad_pickup.handed_over_unknown": "handed",
    "bad_pickup.foreign": "handed",
    "bad_pickup": "picked",
    "bad_collector.pile": "pile",
    "bad_collector.pile_number": "pile",
    "bad_collector.sets": "pile",
    "bad_collector.own": "own",
    "bad_collector.foreign": "own",
    "bad_collector.supplier": "supplier",
    "bad_collector": "collector",
    "bad_winners": "won",
}


@dataclass(frozen=True, slots=True)
class Wrong:
    """A problem at its field: ``s3`` for seat 3, an option's name, or empty for none."""

    field: str
    text: str
    seat: int | None


def place(problem: Problem, most_at_once: int) -> Wrong:
    """The problem as the form shows it."""
    named = str(problem.values.get("field", "") or "")
    option = str(problem.values.get("option", "") or "")
    if problem.seat is not None and 1 <= problem.seat <= 12:
        field = f"s{problem.seat}"
    elif named in _FIELDS:
        field = _FIELDS[named]
    elif option in OPTIONS:
        field = option
    else:
        field = _PLACES.get(problem.key) or _PLACES.get(problem.code, "")
    return Wrong(field, _said(problem, named, most_at_once), problem.seat)


def _said(problem: Problem, named: str, most_at_once: int) -> str:
    """The engine's sentence; where it speaks of a document's field, one that speaks of the form."""
    if problem.key == "bad_denomination.too_many_at_once":
        return _("At most %(most)s denominations can leave at once here.") % {"most": most_at_once}
    if problem.key == "bad_denomination":
        return _("“%(value)s” is no chip’s value: that is a whole number from 1.") % problem.values
    missing = {
        "removed": _("Say which chip leaves."),
        "in_play": _("Say which chips stay in play."),
        "collector.seat": _("Say at which seat the collector sits."),
        "collector.pile": _("Say how many chips the collector’s pile has."),
    }
    if problem.key == "missing_field" and named in missing:
        return missing[named]
    return say(problem.message)

"""A race document → each seat's exact chance of an award (FORMATS, `odds`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from colorup.engine.cascade import first_step
from colorup.engine.odds import Odds, odds
from colorup.engine.problems import Findings
from colorup.formats.race_input import read_fields

# What came after the count does not change a chance before the deal.
_OF_THE_DEAL = ("cards", "best_cards_only", "tiebreak", "winners", "picked_up", "handed_over")


def race_odds(document: Mapping[str, Any]) -> Odds:
    """The chance of each listed seat; cards and winners are ignored.

    Raises `Problems`: the fields', and ``bad_option`` where chances are not to be had.
    """
    fields = {name: value for name, value in document.items() if name not in _OF_THE_DEAL}
    findings = Findings()
    if "odd_total" in fields:
        findings.add("bad_option.odds_totals")
    with findings.collecting():
        race = read_fields(fields).race
        if len(race.removed) > 1:
            findings.add("bad_option.odds_several")
        found = odds(first_step(race))
    findings.raise_if_any()
    return found


def odds_document(found: Odds) -> dict[str, Any]:
    """Pool and chances as FORMATS.md promises them, in lowest terms."""
    return {
        "pool": found.pool,
        "chances": [
            {"seat": seat, "numerator": chance.numerator, "denominator": chance.denominator}
            for seat, chance in found.chances.items()
        ],
    }

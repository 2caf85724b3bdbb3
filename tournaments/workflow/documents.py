"""From what people enter at the two steps of a race to its one document, and back.

A *count* entry holds what was counted, a *deal* entry what the cards or the dealer said.  The
race's document is both of them under the removal and the ruleset of its colour-up, in the format of
`colorup.formats.race_json`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from colorup.engine.presets import PRESETS
from colorup.engine.problems import Findings, brief
from colorup.engine.ruleset import make_ruleset
from colorup.formats import race_json
from tournaments.models import ColorUp, TableRace

COUNT_FIELDS = frozenset(
    {
        "seats",
        "button",
        "odd_total",
        "rescued",
        "picked_up",
        "handed_over",
        "collector",
        "whole_event",
    }
)
DEAL_FIELDS = frozenset(
    {"cards", "best_cards_only", "tiebreak", "winners", "rescued", "handed_over", "collector"}
)
# Given by denomination where several leave.
BY_STEP = ("cards", "tiebreak", "winners")
# A cross-check of the application, not of the engine: it is checked and stays in the event.
CALLED_TOTAL = "called_total"
FORMATS_OF_A_RACE = ("fields.py", "race_input.py", "race_json.py")

Document = Mapping[str, Any]


def heading(
    *, removed: int | list[int], in_play: list[int], target: int | None, ruleset: Document
) -> dict[str, Any]:
    """The fields of a race document that the announcement fixes.

    `ruleset` is the document of a `ChosenRuleset`.  All options that differ from the preset as it
    is shipped now are given, so a preset changed in a later release changes no announced race.
    """
    base = PRESETS[ruleset["base"]].ruleset
    fixed: dict[str, Any] = {
        "removed": removed,
        "in_play": in_play,
        "ruleset": ruleset["base"],
        "rules": make_ruleset(base, ruleset["options"]).changes_from(base),
    }
    return fixed if target is None else {**fixed, "target": target}


def assemble(color_up: ColorUp, count: Document, deal: Document) -> dict[str, Any]:
    """The document of one table's race; where both entries hold a field, the deal's holds.

    Fields that are of neither entry are left out: `check_entry` reports them.
    """
    fixed = heading(
        removed=color_up.removed_in_documents,
        in_play=color_up.in_play,
        target=color_up.target,
        ruleset=color_up.ruleset,
    )
    counted = {name: value for name, value in count.items() if name in COUNT_FIELDS}
    dealt = {name: value for name, value in deal.items() if name in DEAL_FIELDS}
    return {**fixed, **counted, **dealt}


def with_earlier_steps(race: TableRace, chip: int, entry: Document) -> dict[str, Any]:
    """The entry of a whole deal, where `entry` is that of the step in which `chip` leaves.

    Where several denominations leave, what was recorded of the steps before it goes along; what
    comes after it is dealt again.
    """
    removed = race.color_up.removed
    if len(removed) == 1:
        return dict(entry)
    before = {str(one) for one in removed if one < chip}
    made = {name: value for name, value in entry.items() if name not in BY_STEP}
    for name in BY_STEP:
        stored = (race.input or {}).get(name) or {}
        kept = {key: value for key, value in stored.items() if key in before}
        if name in entry:
            kept[str(chip)] = entry[name]
        if kept:
            made[name] = kept
    return made


def evaluate(document: Document) -> dict[str, Any]:
    """The engine's result of a race document; raises `Problems`."""
    return race_json.evaluate(document)


def check_entry(entry: Document, known: frozenset[str], most_seats: int) -> None:
    """Raises `Problems` for fields that are not of this step, and for seats the table lacks."""
    findings = Findings()
    for name in entry:
        if name not in known:
            findings.add("unknown_field", field=str(name)[:40])
    seats = entry.get("seats")
    for one in seats if isinstance(seats, list) else ():
        seat = one.get("seat") if isinstance(one, Mapping) else None
        if type(seat) is int and seat > most_seats:
            findings.add("bad_seat.not_at_table", seat, most=most_seats)
    findings.raise_if_any()


def readable_checks(findings: Findings, document: Document) -> dict[str, Any]:
    """The document without cross-checks that are no numbers; adds ``bad_count`` for those.

    The engine would speak of a file's fields.  Without its picked-up chips nothing that was handed
    over can be checked.
    """
    left_out: set[str] = set()
    for name in ("picked_up", "handed_over"):
        given = document.get(name)
        for chips in given.values() if isinstance(given, Mapping) else ():
            if type(chips) is not int:
                findings.add(f"bad_count.{name}", value=brief(chips))
                left_out |= {name, "handed_over"}
    return {name: value for name, value in document.items() if name not in left_out}


def check_called_total(entry: Document, result: Document) -> None:
    """Raises `Problems` where the dealer called another total of odd chips than was entered."""
    if CALLED_TOTAL not in entry:
        return
    called, odd = entry[CALLED_TOTAL], result["steps"][0]["odd_chips"]
    findings = Findings()
    if type(called) is not int:
        findings.add("bad_count.called_total_type")
    elif called != odd:
        findings.add("bad_count.called_total", called=called, odd=odd)
    findings.raise_if_any()


def digest(content: Document) -> str:
    """SHA-256 of a document, the same however its keys are ordered."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


@cache
def engine_version() -> str:
    """Names the engine by its own source, so that two engines never share a name."""
    modules = [one for one in files("colorup.engine").iterdir() if one.name.endswith(".py")]
    modules += [files("colorup.formats") / name for name in FORMATS_OF_A_RACE]
    sources = [(one.name, one.read_bytes()) for one in modules]
    text = hashlib.sha256()
    for name, content in sorted(sources):
        text.update(name.encode() + b"\0" + content + b"\0")
    return text.hexdigest()[:12]

"""A race as a JSON document → `Race`: every field checked, all problems at once.

FORMATS.md, "A race (input)".  Fields come first; cards, winners and cross-checks are looked at by
`race_json` once these are clean.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from colorup.engine.cascade import Race, SeatInput
from colorup.engine.chips import complete_set
from colorup.engine.collector import Collector
from colorup.engine.presets import DEFAULT_SLUG, PRESETS
from colorup.engine.problems import Findings, Problems, brief
from colorup.engine.ruleset import Ruleset, Supplier, make_ruleset
from colorup.formats.fields import (
    MOST_CHIPS,
    MOST_VALUE,
    SEATS,
    check_names,
    denomination_of_key,
    is_integer,
    is_seat,
)

FIELDS = (
    *("removed", "in_play", "target", "ruleset", "rules", "button", "seats"),
    *("cards", "best_cards_only", "tiebreak", "winners", "odd_total", "rescued"),
    *("picked_up", "handed_over", "collector", "whole_event"),
)
# Each field of the collector, and the problem that it is missing.
COLLECTOR_FIELDS = {
    "seat": "missing_field.collector_seat",
    "pile": "missing_field.collector_pile",
    "own": "missing_field.collector_own",
}
MOST_AT_TABLE = MOST_CHIPS * len(SEATS)


@dataclass(frozen=True, slots=True)
class ReadRace:
    """The fields of a race, without cards and winners, and the ruleset it names."""

    race: Race
    slug: str
    modified: bool
    rules: Mapping[str, Any]


def read_fields(document: Mapping[str, Any]) -> ReadRace:
    """Check every field but cards and winners; raises `Problems` with all of them."""
    findings = Findings()
    check_names(findings, document, FIELDS)
    _check_presence(findings, document)
    removed, in_play = _denominations(findings, document)
    target = _target(findings, document, removed, in_play)
    good_target = target is not None or "target" not in document
    slug, ruleset = _ruleset(findings, document)
    for flag in ("best_cards_only", "whole_event"):
        if flag in document and type(document[flag]) is not bool:
            findings.add("bad_option.flag", field=flag, value=brief(document[flag]))
    button = document.get("button")
    if "button" in document and not is_seat(button):
        findings.add("bad_button", value=brief(button))
    shape = Race(removed, in_play or (), target, ruleset, ())
    # Without its target a race's complete set is not known, and no odd chips can exceed it.
    seats = _seats(findings, document, shape if good_target else replace(shape, in_play=()))
    if "odd_total" in document and not is_integer(document["odd_total"], 0, MOST_CHIPS):
        findings.add("bad_count.odd_total", value=brief(document["odd_total"]), most=MOST_CHIPS)
    picked_up = _picked_up(findings, document, shape)
    handed_over = _handed_over(findings, document, shape)
    collector = _collector(findings, document, shape)
    findings.raise_if_any()
    race = Race(
        removed=removed,
        in_play=in_play or (),
        target=target,
        ruleset=ruleset,
        seats=seats,
        button=button,
        best_cards_only=document.get("best_cards_only", False),
        picked_up=picked_up,
        handed_over=handed_over,
        collector=collector,
        whole_event=document.get("whole_event", False),
    )
    modified = ruleset != PRESETS[slug].ruleset
    return ReadRace(race, slug, modified, document.get("rules") or {})


def _check_presence(findings: Findings, document: Mapping[str, Any]) -> None:
    for name in ("removed", "in_play"):
        if name not in document:
            findings.add("missing_field", field=name)
    if "seats" not in document and "odd_total" not in document:
        findings.add("missing_field.seats")
    totals = "odd_total" in document
    one = "odd_total" if totals else "winners"
    others = ("cards", "tiebreak", "seats") if totals else ("cards", "tiebreak")
    both = tuple(other for other in others if other in document)
    if one in document and both:
        findings.add("conflicting_fields", one=one, other=both)
    if "rescued" in document and "odd_total" not in document:
        findings.add("conflicting_fields.rescued")


def _denominations(
    findings: Findings, document: Mapping[str, Any]
) -> tuple[tuple[int, ...], tuple[int, ...] | None]:
    """The removed denominations and those in play, ascending; None for the latter if wrong."""
    given = document.get("removed")
    removed, removed_wrong = _denomination_list(
        findings, "removed", given if isinstance(given, list) else [given], "removed" in document
    )
    in_play, in_play_wrong = _denomination_list(
        findings, "in_play", document.get("in_play"), "in_play" in document
    )
    if given == []:
        findings.add("bad_denomination.none_removed")
    both = [one for one in removed if one in in_play]
    for one in both:
        findings.add("bad_denomination.both", value=one)
    wrong = in_play_wrong or bool(both)
    for one in removed:
        for smaller in in_play:
            if smaller < one and one % smaller:
                findings.add("bad_denomination.does_not_divide", removed=one, smaller=smaller)
                wrong = True
    if removed_wrong or not removed:
        return (), None
    if not in_play and not in_play_wrong:
        findings.add("bad_denomination.no_target", removed=removed[-1])
        wrong = True
    return removed, None if wrong else in_play


def _denomination_list(
    findings: Findings, name: str, given: object, present: bool
) -> tuple[tuple[int, ...], bool]:
    """The denominations of a list that are ones, ascending, and whether it is missing or wrong."""
    if not present:
        return (), True
    if not isinstance(given, list):
        findings.add("bad_denomination.not_a_list", field=name, value=brief(given))
        return (), True
    good: set[int] = set()
    wrong = False
    for one in given:
        if not is_integer(one, 1, MOST_VALUE):
            findings.add("bad_denomination", field=name, value=brief(one), most=MOST_VALUE)
            wrong = True
        elif one in good:
            findings.add("bad_denomination.twice", field=name, value=one)
            wrong = True
        else:
            good.add(one)
    return tuple(sorted(good)), wrong


def _target(
    findings: Findings,
    document: Mapping[str, Any],
    removed: tuple[int, ...],
    in_play: tuple[int, ...] | None,
) -> int | None:
    if "target" not in document:
        return None
    target = document["target"]
    if not is_integer(target, 1, MOST_VALUE):
        findings.add("bad_denomination", field="target", value=brief(target), most=MOST_VALUE)
    elif not removed or in_play is None:
        return None
    elif target not in in_play:
        findings.add("bad_denomination.target_not_in_play", value=target)
    elif target < removed[-1]:
        findings.add("bad_denomination.target_below", value=target, removed=removed[-1])
    else:
        return int(target)
    return None


def _ruleset(findings: Findings, document: Mapping[str, Any]) -> tuple[str, Ruleset]:
    slug = document.get("ruleset", DEFAULT_SLUG)
    if not isinstance(slug, str) or slug not in PRESETS:
        findings.add("unknown_ruleset", value=brief(slug))
        slug = DEFAULT_SLUG
    base = PRESETS[slug].ruleset
    rules = document.get("rules", {})
    if not isinstance(rules, dict):
        findings.add("bad_option.not_an_object")
        return slug, base
    try:
        return slug, make_ruleset(base, rules)
    except Problems as error:
        findings.found.extend(error)
        return slug, base


def _seats(findings: Findings, document: Mapping[str, Any], shape: Race) -> tuple[SeatInput, ...]:
    given = document.get("seats", [])
    if not isinstance(given, list):
        findings.add("bad_seat.not_a_list")
        return ()
    several = isinstance(document.get("removed"), list)
    seats: dict[int, SeatInput] = {}
    named: set[int] = set()
    for number, one in enumerate(given, start=1):
        if not isinstance(one, dict):
            findings.add("bad_seat.not_an_object", entry=number)
            continue
        if is_seat(seat := one.get("seat", 0)):
            if seat in named:
                findings.add("bad_seat.twice", seat, seat=seat)
            named.add(seat)
        read = _seat(findings, one, number, shape, several=several)
        if read is not None:
            seats[read.seat] = read
    return tuple(seats[seat] for seat in sorted(seats))


def _seat(
    findings: Findings,
    given: dict[str, Any],
    number: int,
    shape: Race,
    *,
    several: bool,
) -> SeatInput | None:
    seat = given.get("seat")
    good_seat = is_seat(seat)
    named = seat if good_seat else None
    if "seat" not in given:
        findings.add("missing_field.seat", entry=number)
    elif not good_seat:
        findings.add("bad_seat", value=brief(seat))
    names: tuple[str, ...] = ("seat", "count", "odd", "other")
    if several:
        names = ("seat", "chips", "other") if len(shape.removed) > 1 else (*names, "chips")
    check_names(findings, given, names, named)
    ways = [name for name in ("count", "odd", "chips") if name in given and name in names]
    if len(ways) > 1:
        findings.add("conflicting_fields.seat", named, entry=number, one=ways[0], other=ways[1])
    elif not ways and not {"count", "odd", "chips"} & given.keys():
        findings.add("missing_field.count", named, entry=number)
    for name in ("count", "odd"):
        if name in given and name in names and not is_integer(given[name], 0, MOST_CHIPS):
            findings.add("bad_count", named, field=name, value=brief(given[name]), most=MOST_CHIPS)
            ways = []
    other = given.get("other")
    if "other" in given and not is_integer(other, 0, MOST_VALUE):
        findings.add("bad_other", named, value=brief(other), most=MOST_VALUE)
    if not good_seat or not ways:
        return None
    chips: dict[int, int] | None = None
    odd = None
    if ways[0] == "chips":
        chips = _seat_chips(findings, given["chips"], shape, named)
    elif ways[0] == "count":
        chips = dict.fromkeys(shape.removed[:1], given["count"])
    else:
        odd = given["odd"]
        if shape.in_play:
            _check_odd(findings, odd, shape, named)
    return SeatInput(int(seat or 0), chips, odd, other)


def _check_odd(findings: Findings, odd: int, shape: Race, seat: int | None) -> None:
    removed = shape.removed[0]
    target = shape.step_target(removed)
    if target is None or any(one < removed for one in shape.in_play):
        if odd:
            findings.add("bad_count.no_odd_chips", seat, seat=seat, removed=removed)
        return
    gives = complete_set(removed, target).gives
    if odd >= gives:
        findings.add("bad_count.a_set", seat, seat=seat, odd=odd, gives=gives)


def _seat_chips(findings: Findings, given: object, shape: Race, seat: int | None) -> dict[int, int]:
    if not isinstance(given, dict):
        findings.add("bad_count", seat, field="chips", value=brief(given), most=MOST_CHIPS)
        return {}
    chips: dict[int, int] = {}
    for key, count in given.items():
        denomination = denomination_of_key(key)
        if denomination is None or (shape.removed and denomination not in shape.removed):
            findings.add("bad_denomination.not_removed", seat, seat=seat, value=brief(key))
        elif not is_integer(count, 0, MOST_CHIPS):
            findings.add("bad_count", seat, field=key, value=brief(count), most=MOST_CHIPS)
        else:
            chips[denomination] = count
    return chips


def _picked_up(findings: Findings, document: Mapping[str, Any], shape: Race) -> int | None:
    if "picked_up" not in document:
        return None
    given = document["picked_up"]
    if len(shape.removed) > 1:
        findings.add("bad_pickup.several")
    elif (
        isinstance(given, dict)
        and len(given) == 1
        and (not shape.removed or denomination_of_key(next(iter(given))) == shape.removed[0])
        and is_integer(count := next(iter(given.values())), 0, MOST_AT_TABLE)
    ):
        return int(count)
    else:
        findings.add("bad_pickup.shape", value=brief(given), removed=next(iter(shape.removed), 0))
    return None


def _handed_over(
    findings: Findings, document: Mapping[str, Any], shape: Race
) -> dict[int, int] | None:
    if "handed_over" not in document:
        return None
    given = document["handed_over"]
    if len(shape.removed) > 1:
        findings.add("bad_pickup.several")
        return None
    if not isinstance(given, dict):
        findings.add("bad_pickup.handed_over_shape", value=brief(given))
        return None
    handed_over: dict[int, int] = {}
    for key, count in given.items():
        denomination = denomination_of_key(key)
        if denomination is None or (shape.in_play and denomination not in shape.in_play):
            findings.add("bad_pickup.foreign", value=brief(key))
        elif not is_integer(count, 0, MOST_AT_TABLE):
            findings.add("bad_pickup.handed_over_shape", value=brief(count))
        else:
            handed_over[denomination] = count
    return handed_over


def _collector(findings: Findings, document: Mapping[str, Any], shape: Race) -> Collector | None:
    if "collector" not in document:
        return None
    given = document["collector"]
    if not isinstance(given, dict):
        findings.add("bad_collector.not_an_object")
        return None
    check_names(findings, given, tuple(COLLECTOR_FIELDS))
    for key in (one for name, one in COLLECTOR_FIELDS.items() if name not in given):
        findings.add(key)
    if len(shape.removed) > 1:
        findings.add("bad_collector.several")
    if shape.ruleset.supplier is not Supplier.COLLECTOR:
        findings.add("bad_collector.supplier")
    seat, pile, own = given.get("seat"), given.get("pile"), given.get("own")
    if "seat" in given and not is_seat(seat):
        findings.add("bad_collector.seat", value=brief(seat))
    elif len(shape.removed) <= 1 and any(
        isinstance(one, dict) and one.get("seat") == seat and "odd" not in one
        for one in _list(document.get("seats"))
    ):
        findings.add("bad_collector.counted", int(seat or 0), seat=seat)
    if "pile" in given and not is_integer(pile, 0, MOST_AT_TABLE):
        findings.add("bad_collector.pile_number", value=brief(pile))
    chips: dict[int, int] = {}
    if "own" in given and not isinstance(own, dict):
        findings.add("bad_collector.own", value=brief(own))
    for key, count in own.items() if isinstance(own, dict) else ():
        denomination = denomination_of_key(key)
        if denomination is None or (shape.in_play and denomination not in shape.in_play):
            findings.add("bad_collector.foreign", value=brief(key))
        elif not is_integer(count, 0, MOST_CHIPS):
            findings.add("bad_collector.own", value=brief(count))
        else:
            chips[denomination] = count
    if findings.found:
        return None
    return Collector(int(seat or 0), int(pile or 0), chips)


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []

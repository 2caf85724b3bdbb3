"""A race as an address: the query of ``/quick/`` ↔ a race document (FORMATS, "A race (input)").

An address is canonical: known fields in one order, lists in one field, defaults left out.  What a
person typed stays as it was typed, also where it is wrong.

===================  ==============================================================================
out, in, to          what leaves, what stays, what is paid in: ``out=25&in=100,500``
rules, OPTION        a preset, and single options on top of it: ``pool_rounding=up``
button, whole        the dealer's button; ``whole=1`` where the table is the whole event
by                   ``odd`` (default), ``all`` or ``total``: what the seats' numbers are
s1 … s12, total      each seat's chips, or the table's odd chips
only, left           seats with nothing else; with ``by=all`` those whose number is what was left
deal                 ``best`` (default), ``every`` or ``winners``: what is known of the deal
c1 …, t1 …           each seat's cards, and those of a tie-break
won, saved           seats that won a chip (``none``: nobody did); seats rescued, with a total
picked, handed       chips picked up and handed over: ``picked=97&handed=100:24``
collector, pile, own the collector's seat, pile and own chips: ``own=100:8,500:2``
===================  ==============================================================================

With several denominations at once the fields ``s``, ``c``, ``t`` and ``won`` stand once for each,
with the denomination behind a dot: ``s1.25=7&s1.100=3``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from colorup.engine.presets import DEFAULT_SLUG, PRESETS
from colorup.engine.ruleset import OPTIONS
from colorup.formats.fields import SEATS, removed_of
from tournaments.forms import number, split_cards

LONGEST = 300
"""No entry that is one is longer: 52 cards with their spaces are 155 signs."""

RULES = tuple(name for name in OPTIONS if name != "when")
DEFAULTS = {"rules": DEFAULT_SLUG, "by": "odd", "deal": "best"}
NOBODY = "none"

Typed = Mapping[str, str]


def removed_in(text: str) -> tuple[int | str, ...]:
    """The denominations in a list as people type it; what is no number stays text."""
    return tuple(number(word) for word in re.split(r"[\s,;/+]+", text) if word)


def marks(typed: Typed) -> tuple[str, ...]:
    """What stands behind the fields of each step: nothing for one denomination, else ``.25``."""
    removed = removed_in(typed.get("out", ""))
    if len(removed) < 2:
        return ("",)
    whole = sorted({one for one in removed if isinstance(one, int)})
    return tuple(f".{one}" for one in whole) or ("",)


def read_address(query: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """The canonical entries of a query; reading its own answer again changes nothing."""
    last = {name: values[-1].strip()[:LONGEST] for name, values in query.items() if values}
    typed = {name: last[name] for name in ("out", "in") if last.get(name)}
    steps = marks(typed)
    several = steps != ("",)
    base = PRESETS.get(last.get("rules") or DEFAULT_SLUG)
    own = base.ruleset.as_dict() if base else {}
    for name in ("to", "rules", *RULES, "button"):
        if last.get(name) and last[name] != str(own.get(name, "")):
            typed[name] = last[name]
    if last.get("by") in ("all", "total") and not several:
        typed["by"] = last["by"]
    counted = [f"s{seat}{mark}" for seat in SEATS for mark in steps]
    cards = [f"{kind}{seat}{mark}" for kind in "ct" for seat in SEATS for mark in steps]
    _take(typed, last, counted, several=several)
    if whole := last.get("total"):
        typed["total"] = whole
    for name in ("only", "left"):
        _take_seats(typed, query, name)
    if last.get("deal") in ("every", "winners"):
        typed["deal"] = last["deal"]
    _take(typed, last, cards, several=several)
    for mark in steps:
        _take_seats(typed, query, f"won{mark}")
    _take_seats(typed, query, "saved")
    for name in ("picked", "handed", "collector", "pile", "own"):
        if last.get(name):
            typed[name] = last[name]
    if last.get("whole") in ("1", "on"):
        typed["whole"] = "1"
    return {name: value for name, value in typed.items() if value != DEFAULTS.get(name)}


def _take(typed: dict[str, str], last: Typed, names: Iterable[str], *, several: bool) -> None:
    """Take fields over; a seat's number outlives a change between one denomination and several."""
    first: set[str] = set()
    for name in names:
        plain = name.partition(".")[0]
        value = last.get(name, "")
        if not value and several and plain not in first:
            value = last.get(plain, "")
        elif not value and not several:
            value = next((last[one] for one in last if one.startswith(f"{plain}.")), "")
        first.add(plain)
        if value:
            typed[name] = value


def _take_seats(typed: dict[str, str], query: Mapping[str, Sequence[str]], name: str) -> None:
    """Join a list of seats, as ticked one by one or as written in an address."""
    words = {word for value in query.get(name, ()) for word in re.split(r"[\s,]+", value)}
    seats = sorted({int(one) for one in words if re.fullmatch(r"[0-9]{1,4}", one)})
    joined = ",".join(map(str, seats)) or (NOBODY if NOBODY in words else "")
    if joined:
        typed[name] = joined


def address(typed: Typed) -> str:
    """The query string of canonical entries, as readable as an address can be."""
    return urlencode(list(typed.items()), safe=",:;")


def seats_in(typed: Typed, name: str) -> tuple[int, ...]:
    """The seats that a joined list names."""
    text = typed.get(name, "")
    return tuple(int(one) for one in text.split(",")) if text and text != NOBODY else ()


def document_of(typed: Typed) -> dict[str, Any]:
    """The race document of canonical entries.  Nothing is judged: that is the engine's part."""
    removed = removed_in(typed.get("out", ""))
    document: dict[str, Any] = {}
    if removed:
        document["removed"] = removed[0] if len(removed) == 1 else list(removed)
    if "in" in typed:
        document["in_play"] = list(removed_in(typed["in"]))
    for name, field in (("to", "target"), ("button", "button")):
        if name in typed:
            document[field] = number(typed[name])
    document["ruleset"] = typed.get("rules", DEFAULT_SLUG)
    rules = {name: _option(name, typed[name]) for name in RULES if name in typed}
    if rules:
        document["rules"] = rules
    if typed.get("by") == "total":
        document["odd_total"] = number(typed.get("total", "0"))
        document |= _winners(typed, "winners", "won") | _winners(typed, "rescued", "saved")
    else:
        document["seats"] = list(_seats(typed))
        document |= _deal(typed)
    document |= _checks(typed, removed)
    if "whole" in typed:
        document["whole_event"] = True
    return document


def _option(name: str, text: str) -> str | int:
    return int(text) if name == "decks" and text in ("1", "2") else text


def _seats(typed: Typed) -> Iterator[dict[str, Any]]:
    steps = marks(typed)
    only, left = seats_in(typed, "only"), seats_in(typed, "left")
    by_all = typed.get("by") == "all"
    for seat in SEATS:
        given = {mark: typed[f"s{seat}{mark}"] for mark in steps if f"s{seat}{mark}" in typed}
        if not given and seat not in only:
            continue
        one: dict[str, Any] = {"seat": seat}
        if steps != ("",):
            one["chips"] = {mark[1:]: number(text) for mark, text in given.items()}
        else:
            kind = "count" if by_all and seat not in left else "odd"
            one[kind] = number(given.get("", "0"))
        yield one | {"other": 0} if seat in only else one


def _winners(typed: Typed, field: str, name: str) -> dict[str, Any]:
    return {field: list(seats_in(typed, name))} if name in typed else {}


def _deal(typed: Typed) -> dict[str, Any]:
    """Cards, tie-breaks or winners; by denomination where several leave at once."""
    steps = marks(typed)
    deal = typed.get("deal", "best")
    if deal == "winners":
        won = {
            mark[1:]: list(seats_in(typed, f"won{mark}")) for mark in steps if f"won{mark}" in typed
        }
        return {"winners": won.get("", won)} if won else {}
    found: dict[str, Any] = {}
    for field, kind in (("cards", "c"), ("tiebreak", "t")):
        hands = {mark[1:]: _hands(typed, kind, mark) for mark in steps}
        given_hands = {key: one for key, one in hands.items() if one}
        if given_hands:
            found[field] = given_hands.get("", given_hands)
    return {**found, "best_cards_only": True} if "cards" in found and deal == "best" else found


def _hands(typed: Typed, kind: str, mark: str) -> dict[str, list[str]]:
    hands = {str(seat): split_cards(typed.get(f"{kind}{seat}{mark}", "")) for seat in SEATS}
    return {seat: cards for seat, cards in hands.items() if cards}


def _checks(typed: Typed, removed: Sequence[int | str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if "picked" in typed:
        found["picked_up"] = {str(removed[0] if removed else ""): number(typed["picked"])}
    if "handed" in typed:
        found["handed_over"] = _chips(typed["handed"])
    if {"collector", "pile", "own"} & typed.keys():
        collector: dict[str, Any] = {"own": _chips(typed.get("own", ""))}
        if "collector" in typed:
            collector["seat"] = number(typed["collector"])
        if "pile" in typed:
            collector["pile"] = number(typed["pile"])
        found["collector"] = collector
    return found


def _chips(text: str) -> dict[str, int | str] | str:
    """``100:24, 500:2`` as denomination → chips; anything else stays text."""
    pairs = [word.partition(":") for word in re.split(r"[\s,;]+", text) if word]
    if not all(colon for _value, colon, _count in pairs):
        return text
    return {value: number(count) for value, _colon, count in pairs}


def entries_of(document: Mapping[str, Any]) -> dict[str, str]:
    """The canonical entries of a race document that the engine accepts.

    Left out is what changes nothing for one table: how much else a seat has, and when it is done.
    """
    removed = removed_of(document)
    several = len(removed) > 1
    entries = {"out": _joined(removed), "in": _joined(document["in_play"])}
    entries["rules"] = document.get("ruleset", DEFAULT_SLUG)
    entries |= {name: str(value) for name, value in document.get("rules", {}).items()}
    for field, name in (("target", "to"), ("button", "button"), ("odd_total", "total")):
        if field in document:
            entries[name] = str(document[field])
    if "odd_total" in document:
        entries["by"] = "total"
    entries |= _seat_entries(document.get("seats", ()), several=several)
    entries |= _deal_entries(document, removed)
    if document.get("rescued"):
        entries["saved"] = _joined(document["rescued"])
    if "picked_up" in document:
        entries["picked"] = _joined(document["picked_up"].values())
    if "handed_over" in document:
        entries["handed"] = _pairs(document["handed_over"])
    if collector := document.get("collector"):
        entries["collector"], entries["pile"] = str(collector["seat"]), str(collector["pile"])
        entries["own"] = _pairs(collector["own"])
    if document.get("whole_event"):
        entries["whole"] = "1"
    return read_address({name: [value] for name, value in entries.items()})


def _joined(values: Iterable[object]) -> str:
    return ",".join(map(str, values))


def _pairs(chips: Mapping[str, int]) -> str:
    return ",".join(f"{value}:{count}" for value, count in chips.items())


def _seat_entries(seats: Sequence[Mapping[str, Any]], *, several: bool) -> dict[str, str]:
    entries: dict[str, str] = {}
    by_all = any("odd" not in one for one in seats)
    for one in seats:
        if several:
            entries |= {f"s{one['seat']}.{key}": str(n) for key, n in one["chips"].items()}
            if not one["chips"]:
                entries[f"s{one['seat']}"] = "0"
            continue
        chips = one.get("count", next(iter(one.get("chips", {}).values()), 0))
        entries[f"s{one['seat']}"] = str(one.get("odd", chips))
    if by_all and not several:
        entries["by"] = "all"
        entries["left"] = _joined(one["seat"] for one in seats if "odd" in one)
    entries["only"] = _joined(one["seat"] for one in seats if one.get("other") == 0)
    return entries


def _deal_entries(document: Mapping[str, Any], removed: Sequence[int]) -> dict[str, str]:
    entries: dict[str, str] = {}
    several = len(removed) > 1
    for field, kind in (("cards", "c"), ("tiebreak", "t")):
        for key, one in document.get(field, {}).items():
            hands = one if isinstance(one, dict) else {key: one}
            mark = f".{key}" if isinstance(one, dict) and several else ""
            entries |= {f"{kind}{seat}{mark}": " ".join(cards) for seat, cards in hands.items()}
    if "cards" in document and not document.get("best_cards_only"):
        entries["deal"] = "every"
    if "winners" in document:
        entries["deal"] = "winners"
        winners = document["winners"]
        steps = winners if isinstance(winners, dict) else {"": winners}
        for key, seats in steps.items():
            entries[f"won.{key}" if several else "won"] = _joined(seats) or NOBODY
    return entries

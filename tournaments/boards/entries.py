"""An entry in words: to stand beside what somebody else saved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

Entry = Mapping[str, Any]


def entry_lines(entry: Entry) -> tuple[str, ...]:
    """What a count, a deal, a called number or a payment holds; never nothing at all."""
    lines = (*_counted(entry), *_dealt(entry), *_paid(entry))
    return lines or (_("nothing at any seat"),)


def _counted(entry: Entry) -> Iterator[str]:
    for one in entry.get("seats", ()):
        text = _chips(one)
        if one.get("other") == 0:
            text = ", ".join(filter(None, (text, _("nothing else"))))
        if text:
            yield _at(one["seat"], text)
    if "odd_total" in entry:
        yield _("Odd chips in all: %(n)s") % {"n": entry["odd_total"]}
    if "button" in entry:
        yield _("Dealer button at seat %(seat)s") % {"seat": entry["button"]}
    for chip, count in (entry.get("picked_up") or {}).items():
        yield _("Picked up: %(n)s × %(chip)s") % {"n": count, "chip": chip}
    if collector := entry.get("collector"):
        yield _("Collector at seat %(seat)s, pile of %(pile)s") % {
            "seat": collector.get("seat", "?"),
            "pile": collector.get("pile", "?"),
        }
        for chip, count in collector["own"].items():
            yield _("The collector’s own: %(n)s × %(chip)s") % {"n": count, "chip": chip}
    if "called_total" in entry:
        yield _("The dealer called %(n)s") % {"n": entry["called_total"]}


def _chips(one: Entry) -> str:
    if chips := one.get("chips"):
        return ", ".join(f"{count} × {chip}" for chip, count in chips.items())
    odd, count = one.get("odd"), one.get("count")
    if odd:
        return ngettext("%(n)s odd chip", "%(n)s odd chips", _plural(odd)) % {"n": odd}
    if count:
        return ngettext("%(n)s chip", "%(n)s chips", _plural(count)) % {"n": count}
    return ""


def _dealt(entry: Entry) -> Iterator[str]:
    for field in ("cards", "tiebreak"):
        for seat, cards in _by_seat(entry.get(field) or {}):
            yield _at(seat, " ".join(cards))
    for field, words in (("winners", _("won a chip")), ("rescued", _("rescued"))):
        named = entry.get(field) or ()
        for seat in chain.from_iterable(named.values()) if isinstance(named, Mapping) else named:
            yield _at(seat, words)
    if "called" in entry:
        yield _("Number called: %(n)s") % {"n": entry["called"]}


def _paid(entry: Entry) -> Iterator[str]:
    for field, words in (("awards", _("award chips paid")), ("rescues", _("rescue chips paid"))):
        for seat, chips in _by_seat(entry.get(field) or {}):
            yield _at(seat, f"{chips} {words}")


def _by_seat(given: Entry) -> Iterator[tuple[str, Any]]:
    """What stands at each seat, over all steps where several denominations leave."""
    for key, one in given.items():
        if isinstance(one, Mapping):
            yield from one.items()
        else:
            yield key, one


def _at(seat: object, what: str) -> str:
    return _("Seat %(seat)s: %(what)s") % {"seat": seat, "what": what}


def _plural(value: object) -> int:
    return value if isinstance(value, int) else 2

"""What a counted table is worth, what to bring to it, and who must not be raced out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from colorup.formats.fields import removed_of
from tournaments.boards.chips import Pile
from tournaments.boards.warned import warnings_of
from tournaments.sentences import in_digits


@dataclass(frozen=True, slots=True)
class Worth:
    """A counted table before anybody is paid.

    Where several denominations leave, `earlier` are the steps before the one that `chip` leaves in
    for `into`, and `later` the denominations whose steps are not known yet.
    """

    odd: Pile
    odd_value: int
    pool: Pile | None
    rounding: str
    cards: int
    cards_from: str
    no_cards: str
    at_risk: tuple[str, ...]
    bring: tuple[Pile, ...]
    exchange: tuple[Pile, ...]
    warnings: tuple[str, ...]
    chip: int = 0
    into: int | None = None
    earlier: tuple[Worth, ...] = ()
    later: tuple[int, ...] = ()

    @property
    def is_several(self) -> bool:
        return bool(self.earlier or self.later)

    @property
    def known(self) -> tuple[Worth, ...]:
        """The worth of each step that is known so far, this one last."""
        return (*self.earlier, self)


def worth_of(
    document: Mapping[str, Any], result: Mapping[str, Any], shades: Mapping[int, str]
) -> Worth:
    """The worth of a table, from its race document and what came of it: of the last step that is
    known, with those before it."""
    known = {one["removed"] for one in result["steps"]}
    steps = [_worth_of(document, result, one, shades) for one in result["steps"]]
    return replace(
        steps[-1],
        warnings=warnings_of(document, result),
        earlier=tuple(steps[:-1]),
        later=tuple(one for one in removed_of(document) if one not in known),
    )


def _worth_of(
    document: Mapping[str, Any],
    result: Mapping[str, Any],
    step: Mapping[str, Any],
    shades: Mapping[int, str],
) -> Worth:
    rescue = _rescue_chip(step, result["options"], min(document["in_play"]))
    target = step["target"]
    pool = step["pool"]
    return Worth(
        odd=_pile(step["odd_chips"], step["removed"], shades),
        odd_value=step["odd_value"],
        pool=None if pool is None else _pile(pool, target, shades),
        rounding=_rounding(step, result["options"]),
        cards=step["cards_needed"],
        cards_from=_cards_from(step),
        no_cards=_no_cards(step),
        at_risk=tuple(_at_risk(step, result["options"], rescue)),
        bring=_bring(document, step, result["options"], rescue, shades),
        # With a collector, players exchange with it.
        exchange=() if "collector" in document else _exchange(step, shades),
        warnings=(),
        chip=step["removed"],
        into=target,
    )


def _pile(count: int, value: int, shades: Mapping[int, str], note: str = "") -> Pile:
    return Pile(count, value, shades.get(value, ""), note)


def _rounding(step: Mapping[str, Any], options: Mapping[str, Any]) -> str:
    if step["pool"] is None:
        return _without_race(step, options)
    if not step["odd_chips"]:
        return _("No chip is odd: nothing to race for.")
    left = step["left"]
    if not left:
        return _("exactly: nothing is left over")
    values = {"left": in_digits(left), "short": in_digits(step["target"] - left)}
    if options["last_chip"] == "holder_half":
        return _("%(left)s left over: its holder’s own odd chips decide about one more") % values
    if step["pool"] > step["full"]:
        return _("%(left)s left over, rounded up: %(short)s is added to the table") % values
    return _("%(left)s left over, rounded down: it leaves the table") % values


def _without_race(step: Mapping[str, Any], options: Mapping[str, Any]) -> str:
    if step["set"] is None:
        return _("Everything is exchanged at equal value, there is no race.")
    return {
        "round_up_each": _("Each seat’s odd chips are rounded up, no cards."),
        "round_nearest_each": _("Each seat’s odd chips are rounded to the nearest, no cards."),
        "leave_in_play": _("Odd chips stay in play, no cards."),
        "forfeit": _("Odd chips leave play unpaid, no cards."),
    }[options["procedure"]]


def _cards_from(step: Mapping[str, Any]) -> str:
    order = step["deal_order"]
    if order:
        return _("from seat %(seat)s") % {"seat": order[0]}
    return "" if order is not None else _("one for each odd chip")


def _no_cards(step: Mapping[str, Any]) -> str:
    """Why no cards are needed where a race would have them."""
    if step["pool"] is None or step["cards_needed"] or not step["odd_chips"]:
        return ""
    if step["pool"] == 0:
        return _("No cards: the odd chips do not make one %(chip)s.") % {
            "chip": in_digits(step["target"])
        }
    return _("No cards: every ranking would pay the same.")


def _rescue_chip(step: Mapping[str, Any], options: Mapping[str, Any], lowest: int) -> int:
    """The chip that a rescued seat gets; `lowest` is the lowest in play."""
    target: int | None = step["target"]
    return lowest if target is None or options["rescue_chip"] == "lowest_in_play" else target


def _at_risk(step: Mapping[str, Any], options: Mapping[str, Any], rescue: int) -> list[str]:
    if step["pool"] is None:
        text = _("Seat %(seat)s has nothing else and cannot be left with nothing.")
    elif options["rescue_source"] == "pool_first":
        text = _("Seat %(seat)s has nothing else: it gets a %(chip)s before the race.")
    else:
        text = _(
            "Seat %(seat)s has nothing else and cannot be raced out: if it loses, it gets a"
            " %(chip)s from the bank."
        )
    return [text % {"seat": seat, "chip": in_digits(rescue)} for seat in step["at_risk"]]


def _bring(
    document: Mapping[str, Any],
    step: Mapping[str, Any],
    options: Mapping[str, Any],
    rescue: int,
    shades: Mapping[int, str],
) -> tuple[Pile, ...]:
    """The most chips that can be put down for odd chips: awards, and a rescue for each at risk.

    Where a collector settles, what its pile is worth instead of the awards.
    """
    target = step["target"]
    if target is None:
        return ()
    if step["pool"] is None:
        awards = sum(one["chips"] for one in step["awards"] or ())
        extra = sum(one["from"] == "bank" for one in step["rescues"] or ())
    else:
        awards = step["pool"] + (options["last_chip"] == "holder_half" and step["left"] > 0)
        served = awards if options["rescue_source"] == "pool_first" else 0
        extra = max(0, len(step["at_risk"]) - served)
    in_case = _("%(n)s in case of a rescue") % {"n": extra}
    if collector := document.get("collector"):
        largest = max(document["in_play"])
        gathered = (collector["pile"] - step["odd_chips"]) * step["removed"]
        most = -(-(gathered + awards * target) // largest)
        piles = (
            _pile(most, largest, shades, _("for the collector’s pile")),
            _pile(extra, rescue, shades, in_case),
        )
        return tuple(one for one in piles if one.count)
    note = ngettext("%(n)s award", "%(n)s awards", awards) % {"n": awards}
    if extra and rescue == target:
        both = _("%(awards)s, and %(rescues)s") % {"awards": note, "rescues": in_case}
        return (_pile(awards + extra, target, shades, both if awards else in_case),)
    piles = (_pile(awards, target, shades, note), _pile(extra, rescue, shades, in_case))
    return tuple(one for one in piles if one.count)


def _exchange(step: Mapping[str, Any], shades: Mapping[int, str]) -> tuple[Pile, ...]:
    """What the counted seats get for complete sets: put down before the race."""
    total: dict[int, int] = {}
    for one in step["exchange"]:
        for chip, count in (one["receives"] or {}).items():
            total[int(chip)] = total.get(int(chip), 0) + count
    return tuple(_pile(total[chip], chip, shades) for chip in sorted(total, reverse=True))

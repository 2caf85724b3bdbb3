"""The collector's settlement as the floor acts on it (RULES, "The collector")."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from colorup.engine.chips import add_chips, net
from colorup.engine.collector import Settlement, chips_to_ask, settle
from tournaments.boards.chips import Pile, piles
from tournaments.sentences import in_digits


@dataclass(frozen=True, slots=True)
class OwnChips:
    """One intermediate denomination of the collector's own stack; `count` is the entry as text."""

    value: int
    count: str


@dataclass(frozen=True, slots=True)
class Settled:
    """A collector's settlement.

    `asked` are the chips that it would have to add of its own while nobody has said what it has;
    until that is said, `sentences` and sums tell what holds if it has them.  `against_the_rule` is
    the sentence for chips that must be added to the game because its own cannot complete the last.
    """

    seat: int
    sentences: tuple[str, ...]
    asked: tuple[Pile, ...]
    against_the_rule: str
    pays: tuple[Pile, ...]
    takes: tuple[Pile, ...]


def settled_of(
    document: Mapping[str, Any], result: Mapping[str, Any], shades: Mapping[int, str]
) -> Settled | None:
    """The settlement of a final result; None where no collector settles."""
    if result["settlement"] is None:
        return None
    given = document["collector"]
    in_play, x = tuple(document["in_play"]), result["settlement"]["x"]
    own = {int(chip): count for chip, count in given["own"].items()}
    asked = chips_to_ask(x, in_play, own)
    settlement = settle(x, in_play, asked or own)
    step = result["steps"][-1]
    gathered = {step["removed"]: result["bank"]["takes"].get(str(step["removed"]), 0)}
    rescues = ({one["chip"]: 1} for one in step["rescues"] if one["from"] == "bank")
    pays, takes = net(
        add_chips(settlement.pays, settlement.must_add, *rescues),
        add_chips(gathered, settlement.takes_own),
    )
    values = {
        "seat": given["seat"],
        "pile": in_digits(given["pile"]),
        "chip": in_digits(step["removed"]),
        "x": in_digits(x),
        "add": in_words(settlement.must_add),
    }
    return Settled(
        seat=given["seat"],
        sentences=tuple(_sentences(settlement, values)),
        asked=piles(asked, shades),
        against_the_rule=_against_the_rule() % values if settlement.must_add else "",
        pays=piles(pays, shades),
        takes=piles(takes, shades),
    )


def own_chips(document: Mapping[str, Any], typed: Mapping[str, str]) -> tuple[OwnChips, ...]:
    """The fields for what the collector has of its own: as typed, else as stored.  None where no
    collector settles, or where no chip stands between the removed one and the largest."""
    if "collector" not in document:
        return ()
    own = document["collector"]["own"]
    return tuple(
        OwnChips(chip, typed.get(f"own_{chip}", str(own.get(str(chip), ""))))
        for chip in sorted(document["in_play"], reverse=True)[1:]
    )


def bank_of(
    result: Mapping[str, Any], settled: Settled | None, shades: Mapping[int, str]
) -> tuple[tuple[Pile, ...], tuple[Pile, ...]]:
    """What the bank pays and what it takes in the end; nothing where that is not known."""
    if settled is not None:
        return settled.pays, settled.takes
    bank = result["bank"] or {"pays": {}, "takes": {}}
    return piles(bank["pays"], shades), piles(bank["takes"], shades)


def _sentences(settlement: Settlement, values: Mapping[str, Any]) -> Iterator[str]:
    values = {
        **values,
        "pays": in_words(settlement.pays),
        "own": in_words(settlement.takes_own),
    }
    yield _("Seat %(seat)s pays the awards out of its own stack and takes all odd chips.") % values
    yield _("The floor takes its %(pile)s × %(chip)s and owes %(x)s for them.") % values
    if settlement.pays:
        yield _("The floor puts down %(pays)s.") % values
    if settlement.takes_own:
        yield _("Seat %(seat)s adds %(own)s of its own, so that it comes out even.") % values


def _against_the_rule() -> str:
    return _(
        "Its own chips cannot complete the last one: %(add)s must be added against the"
        " rule, and the record says so."
    )


def in_words(chips: Mapping[int, int]) -> str:
    """Chips on one line, the largest first: ``1 × 500, 3 × 100``."""
    return ", ".join(
        f"{in_digits(chips[value])} × {in_digits(value)}" for value in sorted(chips, reverse=True)
    )

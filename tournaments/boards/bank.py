"""Can the bank pay: what there is, what is out, what a colour-up needs, and what to swap."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from colorup.engine.chips import add_chips
from colorup.engine.needed import Leaving, Needed, needed
from colorup.engine.problems import Problem
from colorup.engine.stock import Payment, Swap, pay_from
from tournaments.boards.bank_room import Chips, Room, late_chips_of, running
from tournaments.boards.words import chips_word
from tournaments.models import Place
from tournaments.querysets import CLOSED_FLOAT
from tournaments.sentences import in_digits, say


class Answer(StrEnum):
    """Whether the bank can pay; short is what lacks before anything is swapped."""

    NOTHING_LEAVES = "nothing"
    PAYS = "pays"
    SHORT = "short"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class BankLine:
    """One denomination, in chips; None where nobody knows.

    `stock` is what was said for this event, `owned` what holds: that, or what the chip set says.
    """

    value: int
    colour: str
    stock: int | None
    owned: int | None
    in_play: int | None
    on_floats: int
    missing: int
    away: int
    in_bank: int | None
    for_exchange: int
    for_races: int

    @property
    def needed(self) -> int:
        return self.for_exchange + self.for_races

    @property
    def left(self) -> int | None:
        """What remains once all that is needed is paid; negative: so many lack."""
        if self.in_bank is None:
            return None
        return self.in_bank + self.on_floats - self.needed

    @property
    def lacking(self) -> int:
        return max(0, -(self.left or 0))

    @property
    def where(self) -> str:
        """Where the chips are that are not in the bank, in words."""
        known = {
            _("%(n)s owned"): self.owned,
            _("%(n)s in play"): self.in_play,
            _("%(n)s on floats"): self.on_floats or None,
            _("%(n)s missing from closed floats"): self.missing or None,
            _("%(n)s out of play"): self.away or None,
        }
        said = [words % {"n": in_digits(n)} for words, n in known.items() if n is not None]
        return ", ".join(said)

    @property
    def what_for(self) -> str:
        """What the needed chips are for, in words; empty where none are needed."""
        if not self.needed:
            return ""
        said = {"exchange": in_digits(self.for_exchange), "races": in_digits(self.for_races)}
        if not self.for_races:
            return _("Needed: %(exchange)s at equal value.") % said
        if not self.for_exchange:
            return _("Needed: %(races)s for races and rescues.") % said
        return _("Needed: %(exchange)s at equal value, %(races)s for races and rescues.") % said


@dataclass(frozen=True, slots=True)
class Bank:
    """All that the page prints, and the short answer of the announcement's page.

    `leaving` says for what chips are needed; `query` is the query part of the page's address; `at`
    is when it was worked out, in the event's zone.
    """

    event_id: int
    event_name: str
    query: str
    leaving: tuple[str, ...]
    lines: tuple[BankLine, ...]
    payment: Payment
    unknown: tuple[str, ...]
    counted: bool
    at: datetime

    @property
    def answer(self) -> Answer:
        if not self.leaving:
            return Answer.NOTHING_LEAVES
        if any(one.lacking for one in self.lines):
            return Answer.SHORT
        return Answer.UNKNOWN if self.unknown else Answer.PAYS

    @property
    def sentence(self) -> str:
        if self.answer is Answer.PAYS:
            return _("The bank can pay.")
        if self.answer is Answer.SHORT:
            lacking = [_chips(one.lacking, one.value) for one in self.lines if one.lacking]
            return _("The bank is %(chips)s short.") % {"chips": ", ".join(lacking)}
        if self.answer is Answer.NOTHING_LEAVES:
            return _("No chip is leaving, so the bank has nothing to pay.")
        return _("Whether the bank can pay is not known.")

    @property
    def makes_up(self) -> str:
        """Whether swapping makes up for what lacks; empty where nothing does."""
        if self.answer is not Answer.SHORT:
            return ""
        if self.payment.possible:
            return _("Swapping larger chips makes up for it.")
        lacking = [_chips(count, chip) for chip, count in self.payment.short.items()]
        return _("Even after swapping, %(chips)s are short.") % {"chips": ", ".join(lacking)}

    @property
    def swaps(self) -> tuple[str, ...]:
        return tuple(_swap(one) for one in self.payment.swaps)


@dataclass(frozen=True, slots=True)
class BankField:
    """The field in which somebody says how many chips of one denomination there are."""

    value: int
    colour: str
    typed: str
    errors: tuple[str, ...]


def bank_of(room: Room, plan: Leaving | None = None, query: str = "") -> Bank:
    """The bank against every colour-up that is running and, where there is one, the plan."""
    leavings = [*running(room), *([plan] if plan and plan.tables else [])]
    needs = [needed(one) for one in leavings]
    late = late_chips_of(room)
    for_exchange = add_chips(*(one.for_exchange or {} for one in needs), late)
    for_races = add_chips(*(one.for_races for one in needs))
    lines = tuple(_lines(room, for_exchange, for_races))
    due = add_chips(for_exchange, for_races)
    staying = {one for leaving in leavings for one in leaving.in_play}
    stock = {
        one.value: max(0, one.in_bank) + one.on_floats
        for one in lines
        if one.in_bank is not None and one.value in staying
    }
    return Bank(
        event_id=room.event.pk,
        event_name=room.event.name,
        query=query,
        leaving=tuple(_said(one) for one in leavings),
        lines=lines,
        payment=pay_from(stock, due, room.in_play or None),
        unknown=tuple(_unknown(room, leavings, needs, lines)),
        counted=any(one.counted_after is not None for one in room.stock),
        at=timezone.localtime(timezone=room.event.zone),
    )


def bank_fields(
    bank: Bank, typed: Mapping[str, str] | None, problems: Iterable[Problem]
) -> tuple[BankField, ...]:
    """The fields of the page's form: as they were typed, or as they stand."""
    wrong: dict[object, list[str]] = {}
    for one in problems:
        wrong.setdefault(one.message.values.get("chip"), []).append(say(one.message))
    return tuple(
        BankField(
            one.value,
            one.colour,
            ("" if one.stock is None else str(one.stock))
            if typed is None
            else typed.get(f"there_{one.value}", ""),
            tuple(wrong.get(one.value, ())),
        )
        for one in bank.lines
    )


def _lines(room: Room, for_exchange: Chips, for_races: Chips) -> Iterator[BankLine]:
    stock = {one.denomination: one for one in room.stock}
    on_floats = room.places.get(Place.FLOAT, {})
    missing = room.places.get(CLOSED_FLOAT, {})
    away = room.places.get(Place.OUT_OF_PLAY, {})
    for chip in room.event.chip_set.denominations.all():
        value = chip.value
        said = stock.get(value)
        out = {
            "in_play": room.in_play.get(value, 0) if room.in_play else None,
            "on_floats": max(0, on_floats.get(value, 0)),
            "missing": missing.get(value, 0),
            "away": away.get(value, 0),
        }
        owned = chip.owned
        in_bank = None
        if said is not None and said.counted_after is not None:
            in_bank = said.chips + room.since_count.get(Place.BANK, {}).get(value, 0)
        else:
            owned = chip.owned if said is None else said.chips
            if owned is not None and out["in_play"] is not None:
                in_bank = owned - sum(one or 0 for one in out.values())
        yield BankLine(
            value=value,
            colour=chip.colour,
            stock=said.chips if said else None,
            owned=owned,
            in_bank=in_bank,
            for_exchange=for_exchange.get(value, 0),
            for_races=for_races.get(value, 0),
            **out,  # type: ignore[arg-type]  # only what is in play may be unknown
        )


def _unknown(
    room: Room, leavings: Sequence[Leaving], needs: Sequence[Needed], lines: Sequence[BankLine]
) -> Iterator[str]:
    """What would have to be known to answer, sentence by sentence."""
    waiting = [one for one in lines if one.needed and one.in_bank is None]
    if unowned := chips_word(one.value for one in waiting if one.owned is None):
        yield _("Nobody has said how many %(chips)s the room owns.") % {"chips": unowned}
    if any(one.for_exchange is None for one in needs) or (waiting and not room.in_play):
        chips = sorted({chip for one in leavings for chip in one.removed})
        yield _(
            "How many chips are in play is not known, so what the complete sets of %(chips)s take"
            " is not counted here."
        ) % {"chips": chips_word(chips)}


def _said(leaving: Leaving) -> str:
    chips = chips_word(leaving.removed)
    return ngettext(
        "%(chips)s out at %(n)s table", "%(chips)s out at %(n)s tables", leaving.tables
    ) % {"chips": chips, "n": in_digits(leaving.tables)}


def _chips(count: int, value: int) -> str:
    return ngettext("%(n)s chip of %(value)s", "%(n)s chips of %(value)s", count) % {
        "n": in_digits(count),
        "value": in_digits(value),
    }


def _swap(swap: Swap) -> str:
    said = {
        "larger": in_digits(swap.larger),
        "gets": in_digits(swap.gets),
        "smaller": in_digits(swap.smaller),
        "n": in_digits(swap.gives),
    }
    return (
        ngettext(
            "Give one %(larger)s to a player for %(gets)s chips of %(smaller)s.",
            "Give %(n)s chips of %(larger)s to players for %(gets)s chips of %(smaller)s.",
            swap.gives,
        )
        % said
    )

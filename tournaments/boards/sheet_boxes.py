"""The boxes of a race sheet as fields, with what was typed into them and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from colorup.engine.problems import Message, Problem
from colorup.engine.ruleset import Decks
from tournaments.boards.paper import (
    handed_over,
    may_rescue,
    own_chips,
    ruleset_of,
    sheet_steps,
)
from tournaments.models import TableRace
from tournaments.sentences import in_digits, say

Typed = Mapping[str, str]

# Groups of boxes, one a denomination: their sentences stand beside the first.
OWN = "collector_own"
HANDED = "handed"
# Where a sentence stands that belongs to no seat: key or code → field of the form.
FIELD_OF = {
    "bad_button": "button",
    "bad_collector": "collector_seat",
    "bad_count.called_total": "total",
    "bad_count.called_total_type": "total",
    "bad_count.handed_over": HANDED,
    "bad_count.odd_total": "total",
    "bad_count.picked_up": "picked_up",
    "bad_option.totals": "total",
    "bad_pickup": "picked_up",
    "bad_pickup.foreign": HANDED,
    "bad_pickup.handed_over": HANDED,
    "bad_pickup.handed_over_shape": HANDED,
    "bad_pickup.handed_over_unknown": HANDED,
    "bad_sheet.picked_up": "picked_up",
    "bad_sheet.reason": "reason",
    "bad_time": "counted_at",
    "missing_field.collector_seat": "collector_seat",
    "missing_field.collector_pile": "collector_pile",
    "bad_collector.own": OWN,
    "bad_collector.pile": "collector_pile",
    "bad_collector.pile_number": "collector_pile",
    "bad_collector.sets": "collector_pile",
    "refused.collector_not_asked": OWN,
    "refused.evidence_too_low.winners": "total",
    "refused.reason_needed": "reason",
}
# Which column of a seat's row a sentence is about; without one the whole row is.
COLUMN_OF = {
    "bad_card": "cards",
    "bad_count": "count",
    "bad_other": "count",
    "bad_paid": "paid",
    "bad_sheet": "got",
    "bad_sheet.not_rescued": "rescued",
    "bad_tiebreak": "tie",
    "bad_winners": "got",
    "card_for_empty_seat": "cards",
    "duplicate_card": "cards",
    "wrong_number_of_cards": "cards",
}


@dataclass(frozen=True, slots=True)
class Box:
    """One field: a number, a text or a tick; `label` is what a screen reader says of it."""

    kind: str
    name: str
    label: str
    value: str
    invalid: bool
    focus: bool = False


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One seat as it stands on the paper; `paid` are its boxes for what was paid otherwise."""

    number: int
    player: str
    believed_empty: bool
    boxes: tuple[Box, ...]
    paid: tuple[Box, ...]
    errors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a request asks of the form beside the race: what was typed, and why it was refused.

    `own` and `applied` are whole sheets as `tournaments.workflow.sheet` keeps them.
    """

    command_id: str
    typed: Typed = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    refusal: Message | None = None
    own: Mapping[str, Any] | None = None
    applied: Mapping[str, Any] | None = None


class SheetBoxes:
    """All boxes of one form; `focus` names the one that is typed into first."""

    def __init__(self, race: TableRace, asked: Asked) -> None:
        self.race = race
        self.typed = asked.typed
        self.steps = sheet_steps(race.color_up)
        self.two_decks = ruleset_of(race.color_up).decks is Decks.TWO
        self.rescues = may_rescue(race.color_up)
        self.at_seats: dict[int, tuple[Problem, ...]] = {}
        elsewhere: list[Message] = []
        for one in asked.problems:
            # What is wrong with the collector's part stands there, whichever seat it sits at.
            if one.seat and one.seat in race.table.seat_numbers and not self._field_of(one.key):
                self.at_seats[one.seat] = (*self.at_seats.get(one.seat, ()), one)
            else:
                elsewhere.append(one.message)
        self.refused_field = self._field_of(asked.refusal.key) if asked.refusal else ""
        if asked.refusal and self.refused_field:
            elsewhere.append(asked.refusal)
        self.errors = tuple(say(one) for one in elsewhere if not self._field_of(one.key))
        self.errors_at: dict[str, tuple[str, ...]] = {}
        for message in elsewhere:
            if place := self._field_of(message.key):
                self.errors_at[place] = (*self.errors_at.get(place, ()), say(message))
        # A refusal for want of cards points at their boxes; its sentence stands on top.
        lacking = asked.refusal.values.get("seats", ()) if asked.refusal else ()
        self.lacking = frozenset(lacking if isinstance(lacking, tuple) else ())
        self.focus = ""
        self.focus = self._first_wrong() or f"chips_{self.steps[0].removed}_1"

    def _field_of(self, key: str) -> str:
        """The field beside which a sentence stands that belongs to no seat; empty for none."""
        name = FIELD_OF.get(key) or FIELD_OF.get(key.partition(".")[0], "")
        groups = {OWN: own_chips, HANDED: handed_over}
        if name not in groups:
            return name
        boxes = groups[name](self.race.color_up)
        return f"{name}_{boxes[0]}" if boxes else ""

    def plain(self, name: str, label: str) -> Box:
        return self._box("number", name, label, wrong=name in self.errors_at)

    def number(self, name: str, label: str, chip: int) -> Box:
        return self.plain(name, label % {"chip": in_digits(chip)})

    def text(self, name: str, label: str) -> Box:
        return self._box("text", name, label, wrong=name in self.errors_at)

    def columns(self) -> Iterator[str]:
        """The heads of the columns of `rows`."""
        for step in self.steps:
            yield _("Odd chips") if step.asks_odd else _("All chips")
            if step.raced:
                yield _("Cards")
                if self.two_decks:
                    yield _("Extra card")
                yield _("Got a chip")
        if self.rescues:
            yield _("Rescued")

    def paid_columns(self) -> Iterator[str]:
        for step in self.steps:
            if step.target is not None and step.gives:
                yield _("Chips of %(chip)s") % {"chip": in_digits(step.target)}
        if self.rescues:
            yield _("Rescue chips")

    def rows(self) -> Iterator[SheetRow]:
        """Every seat of the table in physical order."""
        players = self.race.players or self.race.table.players()
        for number in self.race.table.seat_numbers:
            problems = self.at_seats.get(number, ())
            yield SheetRow(
                number,
                players.get(str(number), ""),
                bool(players) and str(number) not in players,
                tuple(self._boxes(number, problems)),
                tuple(self._paid_boxes(number, problems)),
                tuple(dict.fromkeys(say(one.message) for one in problems)),
            )

    def _boxes(self, seat: int, problems: Sequence[Problem]) -> Iterator[Box]:
        columns = {_column_of(one.key) for one in problems}
        if seat in self.lacking:
            columns.add(self._lacks(seat))

        def box(kind: str, column: str, name: str, label: str, **values: object) -> Box:
            said = label % {"seat": seat, **values}
            return self._box(kind, name, said, wrong=bool(columns & {column, ""}))

        for step in self.steps:
            chip = in_digits(step.removed)
            end = f"{step.removed}_{seat}"
            counted = _("Seat %(seat)s: odd chips of %(chip)s")
            if not step.asks_odd:
                counted = _("Seat %(seat)s: all chips of %(chip)s")
            yield box("number", "count", f"chips_{end}", counted, chip=chip)
            if step.raced:
                cards = _("Seat %(seat)s: cards for its chips of %(chip)s")
                yield box("cards", "cards", f"cards_{end}", cards, chip=chip)
                if self.two_decks:
                    yield box("cards", "tie", f"tie_{end}", _("Seat %(seat)s: extra card of a tie"))
                target = in_digits(step.target or 0)
                got = _("Seat %(seat)s: got a chip of %(chip)s")
                yield box("tick", "got", f"got_{end}", got, chip=target)
        if self.rescues:
            yield box("tick", "rescued", f"rescued_{seat}", _("Seat %(seat)s: rescued"))

    def _paid_boxes(self, seat: int, problems: Sequence[Problem]) -> Iterator[Box]:
        wrong = any(_column_of(one.key) == "paid" for one in problems)
        for step in self.steps:
            if step.target is not None and step.gives:
                label = _("Seat %(seat)s: chips of %(chip)s paid") % {
                    "seat": seat,
                    "chip": in_digits(step.target),
                }
                yield self._box("number", f"paid_{step.removed}_{seat}", label, wrong=wrong)
        if self.rescues:
            label = _("Seat %(seat)s: rescue chips paid") % {"seat": seat}
            yield self._box("number", f"paid_rescue_{seat}", label, wrong=wrong)

    def _box(self, kind: str, name: str, label: str, *, wrong: bool) -> Box:
        value = self.typed.get(name, "")
        if kind == "tick":
            value = "on" if name in self.typed else ""
        return Box(kind, name, label, value, wrong, name == self.focus)

    def _first_wrong(self) -> str:
        """The first field in the order of the paper that a sentence is about."""
        for number in self.race.table.seat_numbers:
            for one in self._boxes(number, self.at_seats.get(number, ())):
                if one.invalid:
                    return one.name
        return next(iter(self.errors_at), "")

    def _lacks(self, seat: int) -> str:
        """The column in which a seat lacks a card."""
        cards = (self.typed.get(f"cards_{one.removed}_{seat}") for one in self.steps)
        return "tie" if self.two_decks and any(cards) else "cards"


def _column_of(key: str) -> str:
    return COLUMN_OF.get(key) or COLUMN_OF.get(key.partition(".")[0], "")

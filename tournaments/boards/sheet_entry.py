"""The form into which a race sheet is typed, in the order of the paper."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from colorup.engine.lifecycle import State
from colorup.engine.ruleset import FirstSeat, TwoPerson
from tournaments.boards.entries import entry_lines
from tournaments.boards.paper import (
    SheetStep,
    handed_over,
    has_collector,
    own_chips,
    ruleset_of,
)
from tournaments.boards.sheet_boxes import Asked, Box, SheetBoxes, SheetRow
from tournaments.boards.words import state_word
from tournaments.models import TableRace, User, Witness
from tournaments.permissions import Right, may
from tournaments.sentences import say

OPEN_STATES = (State.ANNOUNCED, State.COUNTED)


@dataclass(frozen=True, slots=True)
class SheetForm:
    """Everything that the form prints."""

    race_id: int
    color_up_id: int
    table: str
    event: str
    version: int
    state_word: str
    who: str
    may_enter: bool
    begun: bool
    steps: tuple[SheetStep, ...]
    columns: tuple[str, ...]
    paid_columns: tuple[str, ...]
    rows: tuple[SheetRow, ...]
    two_decks: bool
    pieces: tuple[Box, ...]
    collector: tuple[Box, ...]
    about: tuple[Box, ...]
    second_person: bool
    may_override: bool
    otherwise: bool
    reasons: tuple[Box, ...]
    witnesses: tuple[tuple[str, str], ...]
    witness: str
    witness_name: str
    errors: tuple[str, ...]
    errors_at: Mapping[str, tuple[str, ...]]
    wrong: int
    refusal: str
    own_entries: tuple[str, ...]
    applied_entries: tuple[str, ...]
    left: int
    command_id: str
    draft: str


def sheet_form(race: TableRace, user: User, asked: Asked, left: int) -> SheetForm:
    """The form of one table's sheet; `left` sheets are still to be entered, this one included."""
    color_up = race.color_up
    ruleset = ruleset_of(color_up)
    form = SheetBoxes(race, asked)
    second_person = ruleset.two_person is TwoPerson.ON
    pieces: list[Box] = []
    if form.steps[0].asks_odd:
        pieces.append(form.plain("total", _("Odd chips in all")))
    if len(form.steps) == 1:
        pieces.append(form.number("picked_up", _("Picked up: %(chip)s"), color_up.removed[0]))
    pieces += [
        form.number(f"handed_{chip}", _("Handed over: %(chip)s"), chip)
        for chip in handed_over(color_up)
    ]
    collector = [form.plain("collector_seat", _("Collector’s seat"))]
    collector += [
        form.number("collector_pile", _("Collector’s pile: %(chip)s"), color_up.removed[0])
    ]
    collector += [
        form.number(f"collector_own_{chip}", _("Collector’s own: %(chip)s"), chip)
        for chip in own_chips(color_up)
    ]
    about = [form.plain("button", _("Dealer button at seat"))]
    about += [form.text("counted_by", _("Counted by, as the sheet says"))]
    about += [form.text("counted_at", _("Time on the sheet, like 21:40"))]
    about += [form.text("remarks", _("Remarks on the sheet"))]
    if ruleset.first_seat is FirstSeat.SEAT_1:
        about = about[1:]
    rows = tuple(form.rows())
    return SheetForm(
        race_id=race.pk,
        color_up_id=color_up.pk,
        table=str(race.table),
        event=color_up.event.name,
        version=race.version,
        state_word=state_word(race.state),
        who=race.taken_by.shown_name if race.taken_by else "",
        may_enter=race.state in OPEN_STATES,
        begun=race.state == State.COUNTED,
        steps=form.steps,
        columns=tuple(form.columns()),
        paid_columns=tuple(form.paid_columns()),
        rows=rows,
        two_decks=form.two_decks,
        pieces=tuple(pieces),
        collector=tuple(collector) if has_collector(color_up) else (),
        about=tuple(about),
        second_person=second_person,
        may_override=may(user, Right.OVERRIDE) and not second_person,
        otherwise="otherwise" in asked.typed,
        reasons=(form.text("reason", _("Reason")),),
        witnesses=() if second_person else tuple((one, str(word)) for one, word in Witness.choices),
        witness=asked.typed.get("witness", Witness.DEALER.value),
        witness_name=asked.typed.get("witness_name", ""),
        errors=form.errors,
        errors_at=form.errors_at,
        wrong=len(asked.problems),
        refusal=say(asked.refusal) if asked.refusal and not form.refused_field else "",
        own_entries=() if asked.own is None else whole_lines(asked.own),
        applied_entries=() if asked.applied is None else whole_lines(asked.applied),
        left=left,
        command_id=asked.command_id,
        draft=f"{race.pk}:{race.version}:{user.pk}:sheet",
    )


def whole_lines(sheet: Mapping[str, Any]) -> tuple[str, ...]:
    """A whole sheet in words, a line an entry."""
    parts = (sheet.get(one) or {} for one in ("count", "deal", "paid"))
    lines = [line for part in parts if part for line in entry_lines(part)]
    for chip, chips in sheet["handed_over"].items():
        lines.append(_("Handed over: %(n)s × %(chip)s") % {"n": chips, "chip": chip})
    return tuple(lines) or entry_lines({})

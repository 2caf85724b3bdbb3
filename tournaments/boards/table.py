"""A table's page: what the person at the table does next, and how many chips to carry."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from colorup.engine.lifecycle import Action, State
from colorup.engine.presets import PRESETS
from colorup.engine.problems import Message, Problem
from colorup.engine.ruleset import FirstSeat, TwoPerson
from tournaments.boards.app_deal import AppDeal, app_deal, is_shown_first
from tournaments.boards.chain import DealtStep, asked_step, dealt_steps, is_several, of_step
from tournaments.boards.chips import Pile, colours
from tournaments.boards.entries import entry_lines
from tournaments.boards.gathered import Gathered, Stacked, gathered, picked_up
from tournaments.boards.history import HistoryLine
from tournaments.boards.in_play import too_many
from tournaments.boards.outcome import Outcome, outcome_of
from tournaments.boards.seat_lines import PaidLine, SeatLine, paid_lines, seat_lines
from tournaments.boards.settled import OwnChips, own_chips
from tournaments.boards.steps import (
    CountBy,
    DealBy,
    StepMark,
    Typed,
    Way,
    count_by,
    count_ways,
    deal_by,
    deal_ways,
    is_totals,
    odd_buttons,
    reopen_to,
    step_of,
    steps_of,
    target_of,
)
from tournaments.boards.strip import Neighbour, next_of, strip_of
from tournaments.boards.stub_record import StubRecord, redeals, stub_records
from tournaments.boards.words import is_open, state_word
from tournaments.boards.worth import Worth, worth_of
from tournaments.models import Stub, TableRace, User, Witness
from tournaments.permissions import Right, may
from tournaments.sentences import say, say_shipped

# A due time that can be shown large: 21:40, 9.40 pm stays words.
CLOCK = re.compile(r"\b\d{1,2}[:h]\d{2}\b")

# Where the sentence stands that does not belong to a seat: key or code → field of the form.
FIELD_OF = {
    "bad_button": "button",
    "bad_cut": "called",
    "bad_pickup": "picked_up",
    "bad_count.picked_up": "picked_up",
    "bad_count.called_total": "called_total",
    "bad_count.called_total_type": "called_total",
    "bad_count.odd_total": "odd_total",
    "bad_option.totals": "odd_total",
    "bad_collector": "collector",
    "missing_field.collector_seat": "collector",
    "missing_field.collector_pile": "pile",
    "bad_collector.pile": "pile",
    "bad_collector.pile_number": "pile",
    "bad_collector.sets": "pile",
    "bad_collector.own": "own",
    "refused.reason_needed": "reason",
}


@dataclass(frozen=True, slots=True)
class TablePage:
    """Everything the page of one table prints."""

    race_id: int
    color_up_id: int
    table: str
    version: int
    state: str
    state_word: str
    step: str
    steps: tuple[StepMark, ...]
    removed: Pile
    removed_all: tuple[int, ...]
    chip: int
    chip_goes_on: bool
    dealt_steps: tuple[DealtStep, ...]
    target: Pile | None
    ruleset: str
    rules_changed: bool
    due: str
    due_clock: str

    seats: tuple[SeatLine, ...]
    racers: tuple[SeatLine, ...]
    buttons: tuple[int, ...]
    count_by: str
    count_ways: tuple[Way, ...]
    counts_total: bool
    deal_by: str
    deal_ways: tuple[Way, ...]
    has_pad: bool
    totals: bool
    odd_total: str
    picked_up: Stacked
    called_total: str
    gathered: Gathered | None
    own: tuple[OwnChips, ...]
    asks_button: bool
    button: str
    decks: int
    worth: Worth | None
    outcome: Outcome | None
    paid_lines: tuple[PaidLine, ...]
    tied: tuple[int, ...]
    missing: tuple[int, ...]
    witnesses: tuple[tuple[str, str], ...]
    witness: str
    awaits_second: bool

    form: str
    typed: Typed
    alarms: tuple[str, ...]
    errors: tuple[str, ...]
    errors_at: Mapping[str, tuple[str, ...]]
    refusal: str
    own_entries: tuple[str, ...]
    applied_entries: tuple[str, ...]
    command_id: str
    draft: str

    may_act: bool
    may_reopen: bool
    may_override: bool
    may_void: bool
    reopen_to: tuple[tuple[str, str], ...]
    next_table: Neighbour | None
    strip: tuple[Neighbour, ...]
    history: tuple[HistoryLine, ...]
    app_deal: AppDeal | None
    stubs: tuple[StubRecord, ...]
    redeals: int


@dataclass(frozen=True, slots=True)
class Asked:
    """What the request asks of the page beside the race itself.

    `form` names the form that was sent and refused, `typed` is what stood in it.  `own` and
    `applied` are entries that do not go back into a form: they belong to another version.
    """

    command_id: str
    step: str = ""
    deal_by: str = ""
    chip: str = ""
    form: str = ""
    typed: Typed = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    refusal: Message | None = None
    own: Mapping[str, Any] | None = None
    applied: Mapping[str, Any] | None = None


def table_page(
    race: TableRace,
    user: User,
    asked: Asked,
    neighbours: Sequence[TableRace],
    history: tuple[HistoryLine, ...],
    stubs: Sequence[Stub] = (),
) -> TablePage:
    """Build the page; `race` is loaded in full, `neighbours` are the colour-up's races by table,
    `stubs` those that the application shuffled for it."""
    color_up = race.color_up
    options = color_up.ruleset["options"]
    result, document = race.result, race.input
    shades = colours(color_up.chip_set)
    step = step_of(race, asked.step)
    target = target_of(race)
    in_seats = asked.typed if asked.form in ("count", "deal") else {}
    asked_for = asked_step(race, asked.chip)
    chip = asked_for.get("removed", color_up.removed[0])
    records = stub_records(stubs, document, color_up.event.zone)
    ways_to_count, ways_to_deal = count_ways(race), deal_ways(race, asked_for)
    by_app = DealBy.APP if is_shown_first(race, records, chip) else ""
    way_to_deal = deal_by(race, asked.deal_by or by_app, ways_to_deal)
    seats = seat_lines(race, in_seats, _at_seats(asked.problems), asked_for)
    racers = tuple(line for line in seats if line.odd_chips)
    shown = {"count": seats, "deal": seats if is_totals(race) else racers}.get(step, ())
    errors, errors_at = _elsewhere(asked, {line.number for line in shown})
    outcome = outcome_of(race, shades) if result and result["final"] else None
    confirming = asked.typed if asked.form == "confirm" else {}
    in_app_deal = asked.typed if asked.form == "shuffle" else {}
    return TablePage(
        race_id=race.pk,
        color_up_id=color_up.pk,
        table=str(race.table),
        version=race.version,
        state=race.state,
        state_word=state_word(race.state),
        step=step,
        steps=steps_of(race, step),
        removed=Pile(0, color_up.removed[0], shades.get(color_up.removed[0], "")),
        removed_all=tuple(color_up.removed),
        chip=chip,
        chip_goes_on=chip != color_up.removed[-1],
        dealt_steps=dealt_steps(race, asked_for, shades),
        target=None if target is None else Pile(0, target, shades.get(target, "")),
        ruleset=say_shipped(color_up.ruleset["name"]),
        rules_changed=_rules_changed(color_up.ruleset),
        due=say_shipped(color_up.due),
        due_clock=_clock(color_up.due),
        seats=seats,
        racers=racers,
        buttons=odd_buttons(race),
        count_by=count_by(race, in_seats, ways_to_count),
        count_ways=ways_to_count,
        counts_total=any(one.value == CountBy.TOTAL for one in ways_to_count),
        deal_by=way_to_deal,
        deal_ways=ways_to_deal,
        has_pad=way_to_deal in (DealBy.BEST, DealBy.EVERY),
        totals=is_totals(race),
        odd_total=in_seats.get("odd_total", _digits((document or {}).get("odd_total"))),
        picked_up=picked_up(race, in_seats),
        called_total=in_seats.get("called_total", ""),
        gathered=gathered(race, in_seats),
        own=own_chips(document or {}, asked.typed if asked.form == "collector" else {}),
        asks_button=options["first_seat"] != FirstSeat.SEAT_1,
        button=in_seats.get("button", _digits((document or {}).get("button") or race.table.button)),
        decks=int(options["decks"]),
        worth=_worth_shown(race, asked_for, step, shades) if document and result else None,
        outcome=outcome,
        paid_lines=() if outcome is None else paid_lines(outcome.due, confirming),
        tied=tuple(asked_for.get("tie", ())),
        # Before anything is dealt every card is missing; that needs no saying.
        missing=tuple(result["missing"]) if result and _is_dealt(race, chip) else (),
        witnesses=tuple((value, str(label)) for value, label in Witness.choices),
        witness=confirming.get("witness", Witness.DEALER.value),
        awaits_second=options["two_person"] == TwoPerson.ON and race.counted_by_id == user.pk,
        form=asked.form,
        typed=asked.typed,
        alarms=too_many(document, race.color_up.event) if document and is_open(race.state) else (),
        errors=errors,
        errors_at=errors_at,
        refusal=say(asked.refusal) if asked.refusal and not errors_at else "",
        own_entries=() if asked.own is None else entry_lines(asked.own),
        applied_entries=() if asked.applied is None else entry_lines(asked.applied),
        command_id=asked.command_id,
        draft=f"{race.pk}:{race.version}:{user.pk}",
        may_act=may(user, Right.COUNT),
        may_reopen=Action.REOPEN in race.actions and may(user, Right.REOPEN, race),
        may_override=may(user, Right.OVERRIDE),
        may_void=Action.VOID in race.actions and may(user, Right.VOID),
        reopen_to=reopen_to(race),
        next_table=next_of(neighbours, race.pk, user),
        strip=strip_of(neighbours, race.pk, user),
        history=history,
        app_deal=app_deal(race, asked_for, stubs, records, seats, history, in_app_deal)
        if step == "deal" and way_to_deal == DealBy.APP
        else None,
        stubs=records,
        redeals=redeals(records),
    )


def _worth_shown(
    race: TableRace, asked_for: Mapping[str, Any], step: str, shades: Mapping[int, str]
) -> Worth:
    """The worth of the table, at the deal that of the step whose cards are asked for."""
    assert race.input is not None
    assert race.result is not None
    shown = worth_of(race.input, race.result, shades)
    if step != "deal" or not is_several(race):
        return shown
    return next(one for one in shown.known if one.chip == asked_for["removed"])


def _place(problem: Problem) -> str | None:
    """The field beside which a problem stands; None where that is its seat, or the page."""
    return FIELD_OF.get(problem.key) or FIELD_OF.get(problem.code)


def _at_seats(problems: Sequence[Problem]) -> dict[int, list[str]]:
    at_seat: dict[int, list[str]] = {}
    for one in problems:
        if one.seat and not _place(one):
            at_seat.setdefault(one.seat, []).append(say(one.message))
    return at_seat


def _elsewhere(
    asked: Asked, shown: set[int]
) -> tuple[tuple[str, ...], Mapping[str, tuple[str, ...]]]:
    """The sentences that stand at no seat of the page: on top of it, and by field."""
    errors: list[str] = []
    by_field: dict[str, tuple[str, ...]] = {}
    for one in asked.problems:
        sentence = say(one.message)
        place = _place(one)
        if one.seat in shown and not place:
            continue
        if place:
            by_field[place] = (*by_field.get(place, ()), sentence)
        else:
            errors.append(sentence)
    if asked.refusal and (place := FIELD_OF.get(asked.refusal.key)):
        by_field[place] = (say(asked.refusal),)
    return tuple(errors), by_field


def _is_dealt(race: TableRace, chip: int) -> bool:
    """Whether anything of the deal for the chips of this denomination is recorded."""
    return race.state == State.DEALT and any(
        of_step(race.input or {}, field, chip) for field in ("cards", "winners")
    )


def _rules_changed(ruleset: Mapping[str, Any]) -> bool:
    preset = PRESETS.get(ruleset["slug"])
    return preset is not None and preset.ruleset.as_dict() != ruleset["options"]


def _clock(due: str) -> str:
    found = CLOCK.search(due)
    return found.group() if found else ""


def _digits(value: object) -> str:
    return "" if value is None else str(value)

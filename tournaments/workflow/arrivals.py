"""Players who come from a table not raced yet to a raced one (RULES.md, "Moves").

What the ruleset's `arrival` says holds for each colour-up that the new table is done with.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from colorup.engine.chips import value_of
from colorup.engine.late import Arrived, arrive
from colorup.engine.lifecycle import State
from colorup.engine.problems import Findings
from colorup.engine.ruleset import Arrival
from tournaments.models import ChipCommand, ColorUp, Event, Place, Reason, Table, TableRace
from tournaments.permissions import Right
from tournaments.workflow.booking import Booking, book
from tournaments.workflow.changes import At, Move
from tournaments.workflow.custody import Movement
from tournaments.workflow.errors import Conflict, Unfit
from tournaments.workflow.paid import MOST_CHIPS
from tournaments.workflow.room import Room
from tournaments.workflow.runner import Command

Chips = Mapping[int, int]
Brings = Mapping[At, Chips]
"""Seat that a player leaves → chips of removed denominations that come along."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """A move into a table that is done with a colour-up, from one that is not.

    `must_race` says that the old table still waits for its race of such chips, in this colour-up
    or in another one: a room may announce one chip section by section.
    """

    move: Move
    color_up: ColorUp
    in_play: tuple[int, ...]
    must_race: bool


@dataclass(frozen=True, slots=True)
class Treated:
    """What the rule makes of the chips that came along; `against` where a director overrode it."""

    crossing: Crossing
    brought: Chips
    arrived: Arrived | None
    against: bool = False


def crossings(room: Room, moves: Iterable[Move]) -> Iterator[Crossing]:
    """Every move and colour-up for which the chips that come along are to be treated."""
    moves = [one for one in moves if one.at.table != one.to.table]
    tables = {one.at.table for one in moves} | {one.to.table for one in moves}
    races = _states(room.event_id, tables)
    for move in moves:
        raced = [one for one, state in races.get(move.to.table, ()) if _done(state)]
        gone = {chip for one in raced for chip in one.removed}
        there = races.get(move.at.table, ())
        raced_there = {chip for one, state in there if _done(state) for chip in one.removed}
        waiting = {chip for one, state in there if not _done(state) for chip in one.removed}
        for color_up in raced:
            if left := set(color_up.removed) - raced_there:
                in_play = tuple(sorted(set(color_up.in_play) - gone))
                yield Crossing(move, color_up, in_play, bool(left & waiting))


def treat(room: Room, moves: Iterable[Move], brings: Brings, *, overriding: bool) -> list[Treated]:
    """What becomes of the chips that moving players bring.

    Raises `Problems` (``bad_count``, ``bad_arrival``), `Conflict` (``race_first``) and `Unfit`
    (``brings_needed``).
    """
    moves = list(moves)
    met = list(crossings(room, moves))
    findings = Findings()
    for move in moves:
        _check(findings, move, brings.get(move.at, {}), met)
    findings.raise_if_any()
    return [_treat(room, one, brings, overriding=overriding) for one in met]


def book_arrivals(command: Command, event: Event, treated: Iterable[Treated]) -> None:
    """Book what came in and what was paid: a command about chips for each player and colour-up."""
    paid = [one for one in treated if one.arrived is not None and any(one.brought.values())]
    for number, one in enumerate(paid, 1):
        content = {
            "gives": _written(one.brought),
            "gets": _written(one.arrived.pays if one.arrived else {}),
        }
        of_chips = Command(
            ChipCommand.Kind.ARRIVAL,
            Right.SEAT,
            command.by,
            f"{command.command_id[:56]}:{number}",
            content,
            command.reason,
            command.device,
            command.at,
        )
        book(of_chips, event_id=event.pk, work_out=partial(_booking, one))


def _states(event_id: int, tables: Iterable[int]) -> dict[int, list[tuple[ColorUp, State]]]:
    """Table → its colour-ups and where the race of each stands; void races left out."""
    found: dict[int, list[tuple[ColorUp, State]]] = {}
    races = TableRace.objects.not_void_in(event_id).filter(table_id__in=list(tables))
    for race in races.order_by("color_up_id"):
        found.setdefault(race.table_id, []).append((race.color_up, State(race.state)))
    return found


def _done(state: State) -> bool:
    return state is State.CONFIRMED


def _check(findings: Findings, move: Move, brought: Mapping[int, Any], met: list[Crossing]) -> None:
    for chip, count in brought.items():
        if type(count) is not int or not 0 <= count <= MOST_CHIPS:
            typed = str(count)[:40]
            findings.add("bad_count.chips", move.at.seat, chip=chip, typed=typed, most=MOST_CHIPS)
    asked = {chip for one in met if one.move == move for chip in one.color_up.removed}
    if idle := tuple(
        sorted(chip for chip, count in brought.items() if count and chip not in asked)
    ):
        findings.add("bad_arrival.raced", move.at.seat, chips=idle)


def _treat(room: Room, met: Crossing, brings: Brings, *, overriding: bool) -> Treated:
    move, color_up = met.move, met.color_up
    said = brings.get(move.at, {})
    brought = {chip: said[chip] for chip in color_up.removed if chip in said}
    rule = Arrival(color_up.ruleset["options"]["arrival"])
    player = move.person.player or f"{room.name(move.at.table)}, {move.at.seat}"
    chips = tuple(color_up.removed)
    race_first = rule is Arrival.RACE_FIRST
    if not brought:
        if not met.must_race or (race_first and overriding):
            return Treated(met, {}, None, against=met.must_race)
        if race_first:
            table = room.name(move.at.table)
            raise Conflict("race_first", player=player, table=table, chips=chips)
        raise Unfit("brings_needed", player=player, chips=chips)
    arrived = _arrive(met, brought, rule)
    if not arrived.race_first:
        return Treated(met, brought, arrived)
    if met.must_race and not overriding:
        table = room.name(move.at.table)
        raise Conflict("race_first", player=player, table=table, chips=chips)
    equal = _arrive(met, brought, Arrival.EQUAL_VALUE)
    return Treated(met, brought, equal, against=met.must_race)


def _arrive(met: Crossing, brought: Chips, rule: Arrival) -> Arrived:
    """The engine's answer; several denominations together are so many units of value."""
    worth = value_of(brought)
    removed, chips = next(iter(brought.items())) if len(brought) == 1 else (1, worth)
    above = [one for one in met.in_play if one > max(met.color_up.removed)]
    wanted = met.color_up.target
    target = wanted if wanted in met.in_play else min(above, default=min(met.in_play))
    assert target is not None
    return arrive(removed, chips, target, met.in_play, rule)


def _booking(treated: Treated, _: Event) -> Booking:
    arrived, met = treated.arrived, treated.crossing
    assert arrived is not None
    seat, reason = met.move.to.seat, Reason.ARRIVAL
    came_in = (
        Movement(chip, chips, Place.IN_PLAY, Place.OUT_OF_PLAY, reason, seat)
        for chip, chips in treated.brought.items()
        if chips
    )
    went_out = (
        Movement(chip, chips, Place.BANK, Place.IN_PLAY, reason, seat)
        for chip, chips in arrived.pays.items()
        if chips
    )
    result = {
        "rule": met.color_up.ruleset["options"]["arrival"],
        "in_play": list(met.in_play),
        "pays": _written(arrived.pays),
        "unpaid": arrived.unpaid,
        "rounded_up": arrived.rounded_up,
    }
    return Booking(
        (*came_in, *went_out),
        arrived.drift,
        result,
        met.color_up,
        Table.objects.get(pk=met.move.to.table),
        seat,
    )


def _written(chips: Chips) -> dict[str, int]:
    return {str(chip): chips[chip] for chip in sorted(chips) if chips[chip]}

"""Does the record say what happened?  What is stored, compared with the truth of the room."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from tests.bench.simulated_break.floor import REASON, Evidence
from tests.bench.simulated_break.truth import REMOVED, TARGET, Incidents, TrueTable
from tournaments.models import ChipMovement, ColorUp, Place, RaceEvent, Reason, TableRace
from tournaments.workflow.audit import faults


def falsified(
    color_up: ColorUp,
    room: Mapping[int, TrueTable],
    incidents: Incidents,
    evidence: Evidence,
    director: str,
) -> list[str]:
    """Every fact that is recorded otherwise than it happened, as a sentence; none is right."""
    races = {one.table.number: one for one in color_up.races.select_related("table")}
    found = [f"The ledger: {one}" for one in faults()]
    if races.keys() != room.keys():
        found.append(f"Raced were tables {sorted(races)}, not {sorted(room)}.")
    for number in sorted(races.keys() & room.keys()):
        table, race = room[number], races[number]
        differences = (
            *_of_documents(table, race, evidence),
            *_of_payments(table, race),
            *_of_history(table, race, incidents),
        )
        found += [
            f"Table {number}: {what} is {stored!r} in the record and {true!r} in the room."
            for what, stored, true in differences
            if stored != true
        ]
    return found + _of_incidents(races, room, incidents, director)


Compared = tuple[str, Any, Any]
"""What is compared, what is stored, what is true."""


def _of_documents(table: TrueTable, race: TableRace, evidence: Evidence) -> Iterator[Compared]:
    document, result = race.input or {}, race.result or {}
    yield "its state", race.state, "confirmed"
    odd = {one["seat"]: one["odd"] for one in document.get("seats", ())}
    yield "the count", odd, dict(table.odd)
    if not table.cards_needed:
        yield "the deal", document.keys() & {"cards", "winners"}, set()
    elif evidence is Evidence.BEST:
        cards = {int(seat): cards for seat, cards in document.get("cards", {}).items()}
        yield "the cards", cards, {seat: [card] for seat, card in table.best.items()}
        yield "that they are the best ones", document.get("best_cards_only"), True
    else:
        yield "who won", set(document.get("winners", ())), set(table.paid)
    (step,) = result.get("steps", [{}])
    awards = {one["seat"]: one["chips"] for one in step.get("awards") or ()}
    yield "what is due", awards, dict.fromkeys(table.paid, 1)
    yield "who is rescued", step.get("rescues"), []
    yield "the drift", race.drift, table.drift


def _of_payments(table: TrueTable, race: TableRace) -> Iterator[Compared]:
    """The movements that stand: those neither taken back nor taking back."""
    moved = ChipMovement.objects.filter(race=race)
    stand = moved.filter(reverses=None, reversed_by=None)
    paid = Counter({one.seat: one.chips for one in stand.filter(reason=Reason.AWARD)})
    yield "who was paid", dict(paid), dict.fromkeys(table.paid, 1)
    taken = sum(one.chips for one in stand.filter(reason=Reason.ODD_IN, denomination=REMOVED))
    yield "the odd chips collected", taken, table.total
    ways = {(one.denomination, one.from_place, one.to_place) for one in stand}
    known = {(REMOVED, Place.IN_PLAY, Place.OUT_OF_PLAY), (TARGET, Place.BANK, Place.IN_PLAY)}
    yield "what else was moved", ways - known, set()
    yield "the value moved", moved.value_into_play(), table.drift


def _of_history(table: TrueTable, race: TableRace, incidents: Incidents) -> Iterator[Compared]:
    """Each command once: no double tap, no lost answer sent again, nothing left out."""
    deal = ["deal"] * table.cards_needed
    actions = ["announce", "count", *deal, "confirm"]
    if table.number == incidents.miscounted:
        actions.insert(1, "count")
    if table.number == incidents.misread:
        actions += ["reopen", "deal", "confirm"]
    events = list(RaceEvent.objects.filter(race=race).order_by("version"))
    yield "its history", [one.action for one in events], actions
    yield "its version", race.version, len(actions)
    yield (
        "the order of its versions",
        [one.version for one in events],
        [*range(1, len(actions) + 1)],
    )
    yield "the number of its commands", len({one.command_id for one in events}), len(actions)


def _of_incidents(
    races: Mapping[int, TableRace],
    room: Mapping[int, TrueTable],
    incidents: Incidents,
    director: str,
) -> list[str]:
    """The wrong count and the wrong payment can still be read, and who took them back and why."""
    found = []
    counted = RaceEvent.objects.filter(race=races[incidents.miscounted], action="count")
    first = counted.order_by("version").first()
    said = {one["seat"]: one["odd"] for one in first.input["seats"]} if first else {}
    if said != room[incidents.miscounted].miscounted[1]:
        found.append(f"The wrong count of table {incidents.miscounted} is not in its history.")
    table, race = room[incidents.misread], races[incidents.misread]
    events = {one.action: one for one in race.events.order_by("-version")}
    wrong = events["confirm"].movements.all()
    wrongly_paid = {one.seat for one in wrong.filter(reason=Reason.AWARD)}
    if wrongly_paid != table.winners(table.misread):
        found.append(f"Who was paid wrongly at table {table.number} is not in its history.")
    reversals = {one.reverses_id for one in events["reopen"].movements.all()}
    if not reversals or reversals != {one.pk for one in wrong}:
        found.append(f"Reopening table {table.number} did not reverse what it had moved.")
    reopened = events["reopen"]
    if (reopened.reason, reopened.by.username) != (REASON, director):
        found.append(f"Table {table.number} was reopened by {reopened.by}: {reopened.reason}.")
    return found

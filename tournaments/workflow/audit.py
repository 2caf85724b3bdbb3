"""The ledger checked against itself: every result recomputed, every sum taken again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from colorup.engine.lifecycle import State
from colorup.engine.problems import Problems
from tournaments.models import ChipMovement, RaceEvent, TableRace
from tournaments.workflow.custody_audit import CustodyFault, custody_faults
from tournaments.workflow.documents import digest, engine_version, evaluate
from tournaments.workflow.stub_audit import StubFault, stub_faults

BATCH = 200
# Sentences may be worded anew in a later release; what they say rests on the other fields.
SENTENCES_OF_A_RESULT = ("why", "warnings")


@dataclass(frozen=True, slots=True)
class Fault:
    """One place where the ledger does not agree with itself."""

    race_id: int
    version: int
    text: str

    def __str__(self) -> str:
        return f"race {self.race_id}, version {self.version}: {self.text}"


def faults() -> Iterator[Fault | CustodyFault | StubFault]:
    """Every fault of the whole ledger: events, races, stubs, then what belongs to no race."""
    events = RaceEvent.objects.order_by("race_id", "version").prefetch_related("movements")
    for event in events.iterator(chunk_size=BATCH):
        for text in _faults_of_event(event):
            yield Fault(event.race_id, event.version, text)
    for race in TableRace.objects.order_by("pk").iterator(chunk_size=BATCH):
        for text in _faults_of_race(race):
            yield Fault(race.pk, race.version, text)
    yield from stub_faults()
    yield from custody_faults()


def _faults_of_event(event: RaceEvent) -> Iterator[str]:
    if event.result is not None:
        yield from _faults_of_result(event)
    stated = _stated_drift(event)
    moved = sum(one.value_into_play for one in event.movements.all())
    if stated is not None and moved != stated:
        yield f"the movements sum to {moved}, the result states {stated}"
    if stated is None and event.action != "reopen" and moved:
        yield f"the movements sum to {moved}, but {event.action} moves no chips"


def _faults_of_result(event: RaceEvent) -> Iterator[str]:
    try:
        again = evaluate(event.input or {})
    except Problems as problems:
        yield f"the input is refused now: {', '.join(problems.codes)}"
        return
    if digest(_without_sentences(again)) != digest(_without_sentences(event.result or {})):
        same = event.engine_version == engine_version()
        engine = "this engine" if same else f"this engine, not {event.engine_version},"
        yield f"{engine} gives another result than the one stored"


def _faults_of_race(race: TableRace) -> Iterator[str]:
    last = RaceEvent.objects.filter(race=race).order_by("-version").first()
    if last is None or last.version != race.version:
        yield "the last event is of another version than the race"
        return
    for name in ("state", "input", "result", "paid", "players"):
        if getattr(race, name) != getattr(last, name):
            yield f"{name} differs from that of the last event"
    moved = ChipMovement.objects.filter(race=race).value_into_play()
    held = race.drift if race.state == State.CONFIRMED else 0
    if moved != held:
        yield f"all movements sum to {moved}, the race states {held}"


def _stated_drift(event: RaceEvent) -> int | None:
    """What a confirmation must have moved (value); None for other events."""
    if event.action != "confirm":
        return None
    assert event.result is not None
    assert event.paid is not None
    return int(event.result["drift"] + event.paid["adjustment"])


def _without_sentences(result: Mapping[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in result.items() if name not in SENTENCES_OF_A_RESULT}
    kept["warned"] = [[one["code"], one.get("seat")] for one in result["warnings"]]
    return kept

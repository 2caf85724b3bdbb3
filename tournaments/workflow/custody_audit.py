"""Commands about an event's chips checked against themselves, and movements that nobody ordered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from colorup.engine.late import late_chips
from colorup.engine.ruleset import LateChips
from tournaments.models import ChipCommand, ChipMovement, Place
from tournaments.workflow.documents import engine_version

BATCH = 200


@dataclass(frozen=True, slots=True)
class CustodyFault:
    """One place outside the races where the ledger does not agree with itself."""

    place: str
    text: str

    def __str__(self) -> str:
        return f"{self.place}: {self.text}"


def custody_faults() -> Iterator[CustodyFault]:
    """Every fault of commands that belong to no race, then movements without a command, by id."""
    commands = ChipCommand.objects.order_by("pk").select_related("reverses")
    stored = commands.prefetch_related("movements", "reverses__movements")
    for command in stored.iterator(chunk_size=BATCH):
        for text in _faults_of_command(command):
            yield CustodyFault(f"chip command {command.pk}", text)
    ordered = Q(race_event__isnull=False) | Q(chip_command__isnull=False)
    for movement in ChipMovement.objects.exclude(ordered).order_by("pk"):
        yield CustodyFault(f"movement {movement.pk}", "it belongs to no command")


def _faults_of_command(command: ChipCommand) -> Iterator[str]:
    movements = command.movements.all()
    moved = sum(one.value_into_play for one in movements)
    if moved != command.drift:
        yield f"the movements sum to {moved}, the command states {command.drift}"
    if command.kind == ChipCommand.Kind.REVERSAL:
        assert command.reverses is not None
        taken_back = {one.pk for one in command.reverses.movements.all()}
        if {one.reverses_id for one in movements} != taken_back:
            yield "not every movement is taken back once"
        return
    if command.kind == ChipCommand.Kind.FLOAT:
        yield from _faults_of_float(command)
        return
    came_in, went_out = _sides(command)
    if command.kind == ChipCommand.Kind.LATE:
        if came_in != command.content["found"]:
            yield "other chips came in than were entered"
        yield from _faults_of_late(command, went_out)
    if command.kind == ChipCommand.Kind.EXCHANGE:
        if came_in != command.content["gives"]:
            yield "other chips came in than were entered"
        if went_out != command.content["gets"]:
            yield "other chips went out than were entered"


def _faults_of_late(command: ChipCommand, went_out: Mapping[str, int]) -> Iterator[str]:
    result: Mapping[str, Any] = command.result or {}
    rule = LateChips(result["rule"])
    pays, unpaid = command.content["decided"], -command.drift
    if rule is not LateChips.DIRECTOR:
        found = {int(chip): count for chip, count in command.content["found"].items()}
        paid = late_chips(found, result["in_play"], rule)
        pays, unpaid = {str(chip): count for chip, count in paid.pays.items()}, paid.unpaid
    if (pays, unpaid) != (result["pays"], result["unpaid"]):
        same = command.engine_version == engine_version()
        engine = "this engine" if same else f"this engine, not {command.engine_version},"
        yield f"{engine} pays otherwise than stored"
    if went_out != result["pays"]:
        yield "other chips went out than were to be paid"


def _faults_of_float(command: ChipCommand) -> Iterator[str]:
    places = (Place.BANK, Place.FLOAT)
    if command.content["way"] == "in":
        places = (Place.FLOAT, Place.BANK)
    movements = command.movements.all()
    if any((one.from_place, one.to_place) != places for one in movements):
        yield "chips went another way than between the bank and the float"
    if {str(one.denomination): one.chips for one in movements} != command.content["chips"]:
        yield "other chips moved than were entered"


def _sides(command: ChipCommand) -> tuple[dict[str, int], dict[str, int]]:
    """The chips that came out of play and those that went into it."""
    came_in: dict[str, int] = {}
    went_out: dict[str, int] = {}
    for one in command.movements.all():
        side = went_out if one.to_place == Place.IN_PLAY else came_in
        side[str(one.denomination)] = side.get(str(one.denomination), 0) + one.chips
    return came_in, went_out

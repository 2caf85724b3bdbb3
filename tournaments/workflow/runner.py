"""The one way in which a command changes a race.

In this order: may this person → one transaction → was this command applied before → lock and load →
did the race move on → is it legal now → the engine → write, version + 1 → race event → movements.
Only an applied command uses up its id, so whatever is refused can be corrected and sent again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from colorup.engine.lifecycle import Action, Situation, State, transitions
from tournaments.models import ChipMovement, Event, RaceEvent, TableRace, User, Witness
from tournaments.permissions import LEAST_ROLE, Right, is_stranger, may
from tournaments.workflow.custody import Movement, require_balance
from tournaments.workflow.documents import digest, engine_version
from tournaments.workflow.errors import Conflict, Forbidden, NotFound, Unfit


@dataclass(frozen=True, slots=True)
class Command:
    """What one person asks of one race.

    `content` is all that the person decided; a command sent again under the same `command_id` is
    the same command only if its content and reason are.
    """

    action: str
    right: Right
    by: User
    command_id: str
    content: Mapping[str, Any]
    reason: str = ""
    device: str = ""
    at: datetime = field(default_factory=timezone.now)

    @property
    def content_digest(self) -> str:
        return digest({"action": self.action, "content": self.content, "reason": self.reason})


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a race stands after a command; `drift` (value) is what its movements must sum to."""

    state: State
    input: dict[str, Any] | None = None
    result: dict[str, Any] | None = None
    paid: dict[str, Any] | None = None
    players: dict[str, str] = field(default_factory=dict)
    counted_by: User | None = None
    movements: tuple[Movement, ...] = ()
    drift: int = 0
    witness: Witness | None = None
    witness_name: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command came to: the race as it stands, and the event that the command wrote.

    `repeated` says that it had been applied before and nothing was written now.
    """

    race: TableRace
    event: RaceEvent
    repeated: bool = False


def run(
    command: Command,
    *,
    race_id: int,
    expected_version: int,
    work_out: Callable[[TableRace], Outcome],
) -> Answer:
    """Apply a command to a race, or answer as the first time if it was applied before.

    `expected_version` is the version of the race that the person saw.  `work_out` is called with
    the locked race; it raises a `Refusal` where the command is not legal and `Problems` where its
    entries are wrong.  Raises `NotFound`, `Forbidden`, `Conflict`, and what `work_out` raises; then
    nothing is written.
    """
    return run_all(
        command,
        race_id=race_id,
        expected_version=expected_version,
        carry_out=lambda race: Answer(race, record(command, race, work_out(race))),
    )


def run_all(
    command: Command,
    *,
    race_id: int,
    expected_version: int,
    carry_out: Callable[[TableRace], Answer],
    is_same: Callable[[RaceEvent], bool] | None = None,
) -> Answer:
    """The same for a command that may take several steps: all of them are written, or none.

    `carry_out` is called with the locked race and may run further commands; the event of the first
    has the id of `command`.  `is_same` says whether an event of that id was written by this very
    command; by default it is one of the same content.
    """
    require_right(command)
    with transaction.atomic():
        if answer := _applied_before(command, race_id, is_same):
            return answer
        race = TableRace.objects.locked().filter(pk=race_id).first()
        if race is None:
            raise NotFound
        if race.version != expected_version:
            # The same command may have been sent twice at once, and this one waited for the lock.
            if answer := _applied_before(command, race_id, is_same):
                return answer
            raise Conflict("stale", race=race, sent=command.content)
        require_right(command, race)
        return carry_out(race)


def require_right(command: Command, race: TableRace | None = None) -> None:
    """Raises `NotFound` for strangers and `Forbidden` for people whose role is too low."""
    require_role(command.by, command.right, race)


def require_role(by: User, right: Right, race: TableRace | None = None) -> None:
    """The same for somebody who asks for what is no command of a race."""
    if is_stranger(by):
        raise NotFound
    if not may(by, right, race):
        needed = LEAST_ROLE[Right.REOPEN_CONFIRMED if race and race.is_confirmed else right]
        raise Forbidden("role_too_low", role=str(needed.label))


def require_unused(command: Command, **races: object) -> None:
    """Raises `Conflict` (``changed_after_send``) where one of the races that are not void already
    knows another command by this id; `races` are look-ups of events.

    For a command that writes into races and keeps its own record elsewhere.
    """
    events = RaceEvent.objects.filter(**races).exclude(race__state=State.VOID.value)
    if known := events.filter(command_id=command.command_id).first():
        raise Conflict("changed_after_send", applied=known.content, sent=command.content)


def require_state_after(
    race: TableRace,
    action: Action,
    *,
    to: State | None = None,
    situation: Situation | None = None,
) -> State:
    """The state that `action` leads to: `to`, or the nearest; by default in the race's situation.

    Raises `Conflict` (``not_now``) where it is not legal.
    """
    reached = transitions(State(race.state), action, situation or race.situation)
    if not reached or (to is not None and to not in reached):
        raise Conflict("not_now", race=race)
    return reached[0] if to is None else to


def require_reason(reason: str) -> str:
    """The reason without blanks around it; raises `Unfit` (``reason_needed``) if there is none."""
    if not (stripped := reason.strip()):
        raise Unfit("reason_needed")
    return stripped


def record(
    command: Command, race: TableRace, outcome: Outcome, *, at_table: bool = True
) -> RaceEvent:
    """Write what a command made of a locked race: the race, its event and its movements.

    `at_table` says that its person was at the table, not only changing its seats from afar.
    Raises `LedgerOutOfBalance` before anything is written if the movements do not sum to the drift.
    """
    require_balance(outcome.movements, outcome.drift)
    if race.state != outcome.state:
        race.state_since = command.at
    race.state = outcome.state.value
    race.version += 1
    race.input, race.result, race.paid = outcome.input, outcome.result, outcome.paid
    race.players, race.counted_by = outcome.players, outcome.counted_by
    if at_table:
        race.taken_by = command.by
    race.drift = outcome.drift if outcome.state is State.CONFIRMED else None
    race.racers, race.odd_chips, race.pool = _board_columns(outcome.result)
    race.board_sequence = next_board_sequence(race.color_up.event_id)
    race.save()
    event = RaceEvent.objects.create(
        race=race,
        version=race.version,
        action=command.action,
        state=race.state,
        by=command.by,
        at=command.at,
        device=command.device,
        reason=command.reason,
        witness=outcome.witness or "",
        witness_name=outcome.witness_name,
        command_id=command.command_id,
        content=dict(command.content),
        content_digest=command.content_digest,
        input=race.input,
        result=race.result,
        paid=race.paid,
        players=race.players,
        engine_version=engine_version(),
    )
    ChipMovement.objects.bulk_create(
        ChipMovement(
            event_id=race.color_up.event_id,
            color_up_id=race.color_up_id,
            race=race,
            race_event=event,
            denomination=one.denomination,
            chips=one.chips,
            from_place=one.from_place,
            to_place=one.to_place,
            reason=one.reason,
            seat=one.seat,
            float_id=one.float_id,
            reverses_id=one.reverses,
            by=command.by,
            at=command.at,
        )
        for one in outcome.movements
    )
    return event


def next_board_sequence(event_id: int) -> int:
    """Count one more change of the event's boards; holds the event's row until the commit.

    So a board that saw number N has seen every change up to N.
    """
    Event.objects.filter(pk=event_id).update(board_sequence=F("board_sequence") + 1)
    return Event.objects.values_list("board_sequence", flat=True).get(pk=event_id)


def _applied_before(
    command: Command, race_id: int, is_same: Callable[[RaceEvent], bool] | None
) -> Answer | None:
    """The first answer of a command that was applied; raises `Conflict` if its content differs."""
    event = (
        RaceEvent.objects.filter(race_id=race_id, command_id=command.command_id)
        .select_related("race__color_up__event", "race__table")
        .first()
    )
    if event is None:
        return None
    same = event.content_digest == command.content_digest if is_same is None else is_same(event)
    if not same:
        raise Conflict(
            "changed_after_send", race=event.race, applied=event.content, sent=command.content
        )
    return Answer(event.race, event, repeated=True)


def _board_columns(result: Mapping[str, Any] | None) -> tuple[int | None, int | None, int | None]:
    """Racers, odd chips and pool; racers only where seats were counted, pool only in a race."""
    if result is None:
        return None, None, None
    steps = result["steps"]
    pools = [step["pool"] for step in steps if step["pool"] is not None]
    by_seat = steps[0]["exchange"]
    odd_chips = sum(step["odd_chips"] for step in steps)
    racers = sum(1 for one in by_seat if one["odd"]) if by_seat or not odd_chips else None
    return racers, odd_chips, sum(pools) if pools else None

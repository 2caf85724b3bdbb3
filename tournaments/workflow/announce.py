"""The commands of a whole colour-up: announce it, add tables to it, void it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import translation
from django.utils.formats import date_format

from colorup.engine.explain import announcement
from colorup.engine.lifecycle import Action, State
from colorup.engine.presets import DEFAULT_SLUG
from colorup.engine.problems import Findings
from tournaments.models import (
    ChipCommand,
    ColorUp,
    Event,
    RaceEvent,
    Table,
    TableRace,
    User,
    find_ruleset,
)
from tournaments.models.rulesets import ChosenRuleset
from tournaments.permissions import Right
from tournaments.sentences import say, say_when
from tournaments.workflow.documents import digest, engine_version, evaluate, heading
from tournaments.workflow.errors import Conflict, NotFound
from tournaments.workflow.runner import (
    Command,
    next_board_sequence,
    record,
    require_reason,
    require_right,
)
from tournaments.workflow.table import voided

ANNOUNCE = "announce"


def announce(
    *,
    event_id: int,
    by: User,
    command_id: str,
    removed: Sequence[int],
    in_play: Sequence[int],
    ruleset_slug: str,
    tables: Sequence[int],
    target: int | None = None,
    rules: Mapping[str, object] | None = None,
    text: str = "",
    due: str = "",
    restart_at: datetime | None = None,
    device: str = "",
) -> ColorUp:
    """Announce that denominations leave, and open a race at each of the tables (ids).

    `rules` are single options chosen otherwise than `ruleset_slug` for this colour-up only; `text`
    is the announcement as it is read out, by default the one that `compose` makes; `restart_at` is
    when play goes on, for the countdown.  Sent again, the command answers with the colour-up it
    made.

    Raises `NotFound`, `Forbidden`, `Conflict` (``changed_after_send``) and `Problems`
    (``bad_denomination``, ``unknown_ruleset``, ``bad_option``, ``bad_tables``).
    """
    content: dict[str, Any] = {
        "removed": sorted(removed),
        "in_play": sorted(in_play),
        "target": target,
        "ruleset": ruleset_slug,
        "rules": dict(rules or {}),
        "tables": sorted(tables),
        "text": text,
        "due": due,
        "restart_at": restart_at.isoformat() if restart_at else None,
    }
    command = Command(ANNOUNCE, Right.ANNOUNCE, by, command_id, content, device=device)
    require_right(command)
    with transaction.atomic():
        event = _locked(event_id)
        if made := ColorUp.objects.filter(event=event, announce_id=command_id).first():
            _require_same(made.announce_content, content)
            return made
        chosen = _check(event, content)
        color_up = ColorUp.objects.create(
            event=event,
            removed=content["removed"],
            in_play=content["in_play"],
            target=target,
            ruleset=chosen.as_document(),
            chip_set=event.chip_set.as_document(),
            text=text or compose(event.language, chosen, content),
            language=event.language,
            due=due or chosen.ruleset.when,
            restart_at=restart_at,
            announced_by=by,
            announced_at=command.at,
            announce_id=command_id,
            announce_content=content,
        )
        _open_races(command, color_up, content["tables"])
        return color_up


def add_tables(
    *, color_up_id: int, by: User, command_id: str, tables: Sequence[int], device: str = ""
) -> ColorUp:
    """Open races at further tables (ids) of a running colour-up, under its own rules.

    Sent again, the command opens nothing.  Raises `NotFound`, `Forbidden`, `Conflict`
    (``changed_after_send``, ``not_now.void``) and `Problems` (``bad_tables``).
    """
    content: dict[str, Any] = {"added": sorted(tables)}
    command = Command(ANNOUNCE, Right.ANNOUNCE, by, command_id, content, device=device)
    require_right(command)
    with transaction.atomic():
        color_up = ColorUp.objects.select_for_update(no_key=True).filter(pk=color_up_id).first()
        if color_up is None:
            raise NotFound
        sent = RaceEvent.objects.filter(race__color_up=color_up, command_id=command_id).first()
        if sent is not None:
            if sent.content_digest != command.content_digest:
                raise Conflict("changed_after_send", sent=content)
            return color_up
        if color_up.voided_at is not None:
            raise Conflict("not_now.void", sent=content)
        event = _locked(color_up.event_id)
        findings = Findings()
        _check_tables(findings, event, color_up.removed, content["added"])
        findings.raise_if_any()
        _open_races(command, color_up, content["added"])
        return color_up


def compose(language: str, chosen: ChosenRuleset, removal: Mapping[str, Any]) -> str:
    """The announcement of a removal in `language`, sentence by sentence.

    `removal` holds ``removed``, ``in_play`` and ``target`` as `announce` takes them.  Raises
    `Problems` where these denominations cannot be removed so.
    """
    result = _nothing_counted(chosen, removal)
    removed = sorted(removal["removed"])
    with translation.override(language):
        messages = announcement(
            removed,
            [step["target"] for step in result["steps"]],
            replace(chosen.ruleset, when=say_when(chosen.ruleset.when)),
            smaller_stays=min(removal["in_play"]) < removed[0],
        )
        return " ".join(say(one) for one in messages)


def void_colorup(
    *, color_up_id: int, by: User, command_id: str, reason: str, device: str = ""
) -> ColorUp:
    """Take an announcement back: all its races become void.  Confirmed ones must be reopened first,
    and late chips and arrivals taken back: those chips changed hands, and only a person can say
    that they were given back.

    Raises `NotFound`, `Forbidden`, `Unfit` (``reason_needed``) and `Conflict`
    (``changed_after_send``, ``tables_confirmed``, ``chips_recorded``, ``not_now`` where it is void
    already).
    """
    content: dict[str, Any] = {"reason": reason.strip()}
    command = Command(Action.VOID, Right.VOID, by, command_id, content, content["reason"], device)
    require_right(command)
    with transaction.atomic():
        color_up = ColorUp.objects.select_for_update(no_key=True).filter(pk=color_up_id).first()
        if color_up is None:
            raise NotFound
        if color_up.void_id == command_id:
            _require_same(color_up.void_content, content)
            return color_up
        if color_up.voided_at is not None:
            raise Conflict("not_now", sent=content)
        require_reason(reason)
        races = list(TableRace.objects.locked().filter(color_up=color_up).order_by("pk"))
        if confirmed := tuple(one.table.number for one in races if one.is_confirmed):
            raise Conflict("tables_confirmed", sent=content, tables=confirmed)
        if recorded := _recorded_under(color_up):
            raise Conflict("chips_recorded", sent=content, what=recorded)
        for race in races:
            if race.state != State.VOID:
                record(command, race, voided(race))
        color_up.voided_by, color_up.voided_at = by, command.at
        color_up.void_reason = content["reason"]
        color_up.void_id, color_up.void_content = command_id, content
        color_up.save()
        return color_up


def _recorded_under(color_up: ColorUp) -> tuple[str, ...]:
    """What was recorded under a colour-up beside its races and not taken back, in words.

    Holds the event's row, as every command about chips does: none is booked meanwhile.
    """
    event = Event.objects.select_for_update(no_key=True).get(pk=color_up.event_id)
    commands = ChipCommand.objects.standing().filter(color_up=color_up).select_related("table")
    return tuple(_said(one, event) for one in commands.order_by("id"))


def _said(command: ChipCommand, event: Event) -> str:
    at = date_format(command.at.astimezone(event.zone), "TIME_FORMAT")
    where = f"{command.table}, {at}" if command.table else at
    return f"{command.get_kind_display()} ({where})"


def _require_same(applied: Mapping[str, Any] | None, sent: Mapping[str, Any]) -> None:
    if digest(applied or {}) != digest(sent):
        raise Conflict("changed_after_send", applied=applied, sent=sent)


def _check(event: Event, content: Mapping[str, Any]) -> ChosenRuleset:
    """The ruleset that was chosen; raises `Problems` with all that is wrong."""
    findings = Findings()
    chosen = find_ruleset(DEFAULT_SLUG)
    with findings.collecting():
        chosen = find_ruleset(content["ruleset"]).with_changes(content["rules"])
    with findings.collecting():
        _nothing_counted(chosen, content)
    known = {one.value for one in event.chip_set.denominations.all()}
    if foreign := tuple(sorted({*content["removed"], *content["in_play"]} - known)):
        findings.add("bad_denomination.not_in_chip_set", chips=foreign)
    _check_tables(findings, event, content["removed"], content["tables"])
    findings.raise_if_any()
    return chosen


def _locked(event_id: int) -> Event:
    """The event with its chips, its row held.  Raises `NotFound`."""
    events = Event.objects.select_for_update(of=("self",), no_key=True).select_related("chip_set")
    event = events.prefetch_related("chip_set__denominations").filter(pk=event_id).first()
    if event is None:
        raise NotFound
    return event


def _check_tables(
    findings: Findings, event: Event, removed: Collection[int], asked: Collection[int]
) -> None:
    # A room can have more tables than a database takes parameters: all of them are read.
    tables = {one.pk: one for one in Table.objects.filter(event=event)}
    wanted = set(asked)
    if not wanted:
        findings.add("bad_tables.none")
    if wanted - tables.keys():
        findings.add("bad_tables.unknown")
    for table in tables.values():
        if table.pk in wanted and table.broken_at is not None:
            findings.add("bad_tables.broken", table=table.number)
    for race in TableRace.objects.not_void_in(event.pk).order_by("table__number"):
        again = tuple(sorted(set(removed) & set(race.color_up.removed)))
        if again and race.table_id in wanted:
            findings.add("bad_tables.raced", table=race.table.number, chips=again)


def _nothing_counted(chosen: ChosenRuleset, removal: Mapping[str, Any]) -> dict[str, Any]:
    """The result of the removal at a table where nobody has removed chips; raises `Problems`."""
    removed = sorted(removal["removed"])
    fixed = heading(
        removed=removed[0] if len(removed) == 1 else removed,
        in_play=sorted(removal["in_play"]),
        target=removal["target"],
        ruleset=chosen.as_document(),
    )
    return evaluate({**fixed, "seats": []})


def _open_races(command: Command, color_up: ColorUp, table_ids: Sequence[int]) -> None:
    sequence = next_board_sequence(color_up.event_id)
    races = TableRace.objects.bulk_create(
        TableRace(
            color_up=color_up,
            table_id=table_id,
            state=State.ANNOUNCED.value,
            state_since=command.at,
            board_sequence=sequence,
        )
        for table_id in table_ids
    )
    RaceEvent.objects.bulk_create(
        RaceEvent(
            race=race,
            version=race.version,
            action=command.action,
            state=race.state,
            by=command.by,
            at=command.at,
            device=command.device,
            command_id=command.command_id,
            content={"color_up": color_up.pk},
            content_digest=command.content_digest,
            engine_version=engine_version(),
        )
        for race in races
    )

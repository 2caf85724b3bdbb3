"""One command of a table's form, from what was sent to what is shown, for pages and fragments.

Every refusal becomes a page with the person's entries still in it, and the status that says why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.http import HttpRequest

from colorup.engine.lifecycle import State
from colorup.engine.problems import Problems
from tournaments.boards.table import Asked, TablePage
from tournaments.forms import (
    Sent,
    deal_of_step,
    number,
    read_chip,
    read_confirmation,
    read_count,
    read_deal,
    read_own,
)
from tournaments.models import TableRace
from tournaments.views.access import person
from tournaments.views.loading import load_race, page_of
from tournaments.workflow import stub, table
from tournaments.workflow.errors import Conflict, Refusal
from tournaments.workflow.runner import Answer

UNFIT = 422


@dataclass(frozen=True, slots=True)
class Performed:
    """What came of a command: the race after it, or the page that says why not, and a status."""

    race: TableRace
    page: TablePage | None = None
    status: int = 200

    @property
    def applied(self) -> bool:
        return self.page is None


def count(request: HttpRequest, race_id: int) -> Performed:
    race = load_race(race_id)
    sent = Sent.read(request.POST)
    entry = read_count(sent, race)
    return _perform(
        request,
        race,
        "count",
        sent,
        entry,
        lambda: table.count(
            race_id=race.pk,
            by=person(request),
            command_id=sent.command_id,
            expected_version=sent.version,
            entry=entry,
            device=device(request),
        ),
    )


def deal(request: HttpRequest, race_id: int) -> Performed:
    race = load_race(race_id)
    sent = Sent.read(request.POST)
    entry = read_deal(sent, race.table.seat_numbers, totals="odd_total" in (race.input or {}))
    entry = deal_of_step(sent, race, entry)
    return _perform(
        request,
        race,
        "deal",
        sent,
        entry,
        lambda: table.deal(
            race_id=race.pk,
            by=person(request),
            command_id=sent.command_id,
            expected_version=sent.version,
            entry=entry,
            device=device(request),
        ),
    )


def collector(request: HttpRequest, race_id: int) -> Performed:
    """What the collector has of its own belongs to the step at which its race stands."""
    race = load_race(race_id)
    sent = Sent.read(request.POST)
    entry = read_own(sent, race)
    record = table.deal if race.state == State.DEALT else table.count
    return _perform(
        request,
        race,
        "collector",
        sent,
        entry,
        lambda: record(
            race_id=race.pk,
            by=person(request),
            command_id=sent.command_id,
            expected_version=sent.version,
            entry=entry,
            device=device(request),
        ),
    )


def shuffle(request: HttpRequest, race_id: int) -> Performed:
    race = load_race(race_id)
    sent = Sent.read(request.POST)
    return _perform(
        request,
        race,
        "shuffle",
        sent,
        None,
        lambda: stub.shuffle(
            race_id=race.pk,
            by=person(request),
            command_id=sent.command_id,
            expected_version=sent.version,
            removed=read_chip(sent, race),
            reason=sent.text("reason"),
            device=device(request),
        ),
    )


def call(request: HttpRequest, race_id: int) -> Performed:
    race = load_race(race_id)
    sent = Sent.read(request.POST)
    called = number(sent.text("called"))
    return _perform(
        request,
        race,
        "call",
        sent,
        {"called": called},
        lambda: stub.call(
            race_id=race.pk,
            by=person(request),
            command_id=sent.command_id,
            expected_version=sent.version,
            removed=read_chip(sent, race),
            called=called,
            device=device(request),
        ),
    )


def dealt_by_app(request: HttpRequest, race: TableRace) -> dict[str, str]:
    """Where the page stands after the application dealt: at the cards of that step."""
    chip = read_chip(Sent.read(request.POST), race)
    return {"step": "deal", "deal_by": "app", "chip": str(chip)}


def confirm(request: HttpRequest, race_id: int) -> Performed:
    race = load_race(race_id)
    sent = Sent.read(request.POST)
    said = read_confirmation(sent, race)
    return _perform(
        request,
        race,
        "confirm",
        sent,
        said.paid,
        lambda: table.confirm(
            race_id=race.pk,
            by=person(request),
            command_id=sent.command_id,
            expected_version=sent.version,
            paid=said.paid,
            reason=said.reason,
            witness=said.witness,
            witness_name=said.witness_name,
            device=device(request),
        ),
    )


def reopen(request: HttpRequest, race_id: int) -> Performed:
    race = load_race(race_id)
    sent = Sent.read(request.POST)
    wanted = sent.text("to_state")
    to_state = State(wanted) if wanted in list(State) else State.ANNOUNCED
    return _perform(
        request,
        race,
        "reopen",
        sent,
        None,
        lambda: table.reopen(
            race_id=race.pk,
            by=person(request),
            command_id=sent.command_id,
            expected_version=sent.version,
            to_state=to_state,
            reason=_reason(sent),
            device=device(request),
        ),
    )


def void(request: HttpRequest, race_id: int) -> Performed:
    race = load_race(race_id)
    sent = Sent.read(request.POST)
    return _perform(
        request,
        race,
        "void",
        sent,
        None,
        lambda: table.void_race(
            race_id=race.pk,
            by=person(request),
            command_id=sent.command_id,
            expected_version=sent.version,
            reason=_reason(sent),
            device=device(request),
        ),
    )


def _perform(
    request: HttpRequest,
    race: TableRace,
    form: str,
    sent: Sent,
    entry: Mapping[str, Any] | None,
    attempt: Callable[[], Answer],
) -> Performed:
    try:
        return Performed(attempt().race)
    except Problems as problems:
        asked = again(form, sent, problems=problems.problems)
        return Performed(race, page_of(request, race, asked), UNFIT)
    except Conflict as conflict:
        fresh = load_race(race.pk)
        # What stood in the form belongs to another version: it is shown beside the fresh board, and
        # a new command goes with the new form.
        asked = Asked(
            str(uuid4()),
            sent.text("step"),
            sent.text("deal_by"),
            sent.text("chip"),
            refusal=conflict.message,
            own=entry,
            applied=None if conflict.applied is None else _entry_of(conflict.applied),
        )
        return Performed(fresh, page_of(request, fresh, asked), conflict.status)
    except Refusal as refusal:
        asked = again(form, sent, refusal=refusal.message)
        return Performed(race, page_of(request, race, asked), refusal.status)


def again(form: str, sent: Sent, **said: Any) -> Asked:
    """The page with the entries of `form` still in it, under the same command id."""
    return Asked(
        sent.command_id,
        sent.text("step"),
        sent.text("deal_by"),
        sent.text("chip"),
        form,
        sent.typed,
        **said,
    )


def _entry_of(applied: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The entry in a command's stored content; None for a command without one."""
    return applied.get("entry") or applied.get("paid") or (applied if "called" in applied else None)


def _reason(sent: Sent) -> str:
    """A reason chosen by a tap, typed, or both."""
    return ": ".join(filter(None, (sent.text("why"), sent.text("reason"))))


def device(request: HttpRequest) -> str:
    """What the person's device calls itself, shortened; it helps to find a tablet again."""
    return request.META.get("HTTP_USER_AGENT", "")[:100]

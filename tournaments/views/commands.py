"""One command of a table's form, from what was sent to what is shown, for pages and fragments.

Every refusal becomes a page with the person's entries still in it, and the status that says why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

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
from tournaments.permissions import Right
from tournaments.views.access import View, needs, person
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


Command = Callable[[HttpRequest, int], Performed]
Answering = Callable[[HttpRequest, Performed], HttpResponse]


def view_of(right: Right, command: Command, answer: Answering) -> View[[int]]:
    """The POST view of a command for people with `right`; `answer` makes a page or a fragment."""

    @require_POST
    @needs(right)
    @wraps(command)
    def view(request: HttpRequest, race_id: int) -> HttpResponse:
        return answer(request, command(request, race_id))

    return view


def count(request: HttpRequest, race_id: int) -> Performed:
    form = _TableForm.read(request, race_id, "count")
    entry = read_count(form.sent, form.race)
    return form.perform(table.count, entry, entry=entry)


def deal(request: HttpRequest, race_id: int) -> Performed:
    form = _TableForm.read(request, race_id, "deal")
    race = form.race
    entry = read_deal(form.sent, race.table.seat_numbers, totals="odd_total" in (race.input or {}))
    entry = deal_of_step(form.sent, race, entry)
    return form.perform(table.deal, entry, entry=entry)


def collector(request: HttpRequest, race_id: int) -> Performed:
    """What the collector has of its own belongs to the step at which its race stands."""
    form = _TableForm.read(request, race_id, "collector")
    entry = read_own(form.sent, form.race)
    record = table.deal if form.race.state == State.DEALT else table.count
    return form.perform(record, entry, entry=entry)


def shuffle(request: HttpRequest, race_id: int) -> Performed:
    form = _TableForm.read(request, race_id, "shuffle")
    removed, reason = read_chip(form.sent, form.race), form.sent.text("reason")
    return form.perform(stub.shuffle, None, removed=removed, reason=reason)


def call(request: HttpRequest, race_id: int) -> Performed:
    form = _TableForm.read(request, race_id, "call")
    called = number(form.sent.text("called"))
    removed = read_chip(form.sent, form.race)
    return form.perform(stub.call, {"called": called}, removed=removed, called=called)


def dealt_by_app(request: HttpRequest, race: TableRace) -> dict[str, str]:
    """Where the page stands after the application dealt: at the cards of that step."""
    chip = read_chip(Sent.read(request.POST), race)
    return {"step": "deal", "deal_by": "app", "chip": str(chip)}


def confirm(request: HttpRequest, race_id: int) -> Performed:
    form = _TableForm.read(request, race_id, "confirm")
    said = read_confirmation(form.sent, form.race)
    return form.perform(
        table.confirm,
        said.paid,
        paid=said.paid,
        reason=said.reason,
        witness=said.witness,
        witness_name=said.witness_name,
    )


def reopen(request: HttpRequest, race_id: int) -> Performed:
    form = _TableForm.read(request, race_id, "reopen")
    wanted = form.sent.text("to_state")
    to_state = State(wanted) if wanted in list(State) else State.ANNOUNCED
    return form.perform(table.reopen, None, to_state=to_state, reason=_reason(form.sent))


def void(request: HttpRequest, race_id: int) -> Performed:
    form = _TableForm.read(request, race_id, "void")
    return form.perform(table.void_race, None, reason=_reason(form.sent))


@dataclass(frozen=True, slots=True)
class _TableForm:
    """A form of a table as it was sent: whose, to which race, and what stood in it."""

    request: HttpRequest
    race: TableRace
    name: str
    sent: Sent

    @classmethod
    def read(cls, request: HttpRequest, race_id: int, name: str) -> _TableForm:
        return cls(request, load_race(race_id), name, Sent.read(request.POST))

    def perform(
        self, command: Callable[..., Answer], own: Mapping[str, Any] | None, **content: Any
    ) -> Performed:
        """Carry the command out; `own` is what is shown where another version came first."""
        request, race, sent = self.request, self.race, self.sent
        try:
            answer = command(
                race_id=race.pk,
                by=person(request),
                command_id=sent.command_id,
                expected_version=sent.version,
                device=device(request),
                **content,
            )
            return Performed(answer.race)
        except Problems as problems:
            asked = again(self.name, sent, problems=problems.problems)
            return Performed(race, page_of(request, race, asked), UNFIT)
        except Conflict as conflict:
            fresh = load_race(race.pk)
            # What stood in the form belongs to another version: it is shown beside the fresh board,
            # and a new command goes with the new form.
            asked = Asked(
                str(uuid4()),
                sent.text("step"),
                sent.text("deal_by"),
                sent.text("chip"),
                refusal=conflict.message,
                own=own,
                applied=None if conflict.applied is None else _entry_of(conflict.applied),
            )
            return Performed(fresh, page_of(request, fresh, asked), conflict.status)
        except Refusal as refusal:
            asked = again(self.name, sent, refusal=refusal.message)
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

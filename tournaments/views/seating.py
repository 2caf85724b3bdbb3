"""Tables and seats that change: move a player, break and add a table, late entry, the button."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from colorup.engine.problems import Problem, Problems
from tournaments.boards import seating as boards
from tournaments.boards.seating import OUT, Floor, Frame
from tournaments.forms import Sent, number, read_chips
from tournaments.models import Table
from tournaments.permissions import Right, may
from tournaments.sentences import say
from tournaments.views.access import needs, person
from tournaments.views.commands import UNFIT, device
from tournaments.views.loading import load_event
from tournaments.workflow import seating
from tournaments.workflow.changes import At
from tournaments.workflow.errors import Refusal
from tournaments.workflow.seat_runner import Seated

READS_AND_FORMS = ["GET", "HEAD", "POST"]

FIELD_OF = {
    "bad_seat.nobody": "who",
    "bad_tables.unknown": "to_table",
    "bad_tables.not_standing": "to_table",
    "bad_tables.number": "number",
    "bad_tables.number_taken": "number",
    "bad_tables.seat_count": "seat_count",
    "bad_button.not_there": "button",
    "bad_arrival.raced": "brings",
    "bad_denomination.not_in_chip_set": "stack",
    "refused.brings_needed": "brings",
    "refused.race_first": "brings",
    "refused.reason_needed": "reason",
}
CHIPS_OF = {"bad_count": "brings", "bad_stack": "stack", "bad_seat": "to_seat"}
OVERRIDABLE = {"held", "race_first"}


@dataclass(slots=True)
class Failed:
    """Why a command was not applied: sentences by field and by the seat of a table that breaks."""

    status: int = UNFIT
    errors: dict[str, tuple[str, ...]] = field(default_factory=dict)
    wrong: dict[int, tuple[str, ...]] = field(default_factory=dict)
    overridable: bool = False
    used_up: bool = False

    def add(self, name: str, sentence: str) -> None:
        self.errors[name] = (*self.errors.get(name, ()), sentence)

    def add_problem(self, one: Problem, *, by_seat: bool, chips: str) -> None:
        sentence = say(one.message)
        if by_seat and one.seat is not None:
            self.wrong[one.seat] = (*self.wrong.get(one.seat, ()), sentence)
        else:
            found = FIELD_OF.get(one.key) or CHIPS_OF.get(one.code, "")
            self.add(chips if one.code == "bad_count" else found, sentence)


@require_http_methods(READS_AND_FORMS)
@needs(Right.SEAT)
def move(request: HttpRequest, event_id: int) -> HttpResponse:
    """Choose a table, then a player and where to; or out of the event."""
    floor = Floor(load_event(event_id))
    typed = _typed(request)
    table = floor.table(typed.get("table", ""))
    if table is None:
        return _choose(request, floor, _("Move a player"), "seat_move")
    failed = None
    if request.method == "POST":
        sent = Sent.read(request.POST)
        seat, sitting = _who(sent)
        to_table, to_seat = _destination(floor, sent, "to_table", "to_seat")
        failed = Failed()
        if not seat:
            failed.add("who", _("Choose a player."))
        if not sent.ticked(OUT) and not to_table:
            failed.add("to_table", _("Choose a table."))
        if not failed.errors:
            common = _common(request, event_id, sent)
            at = At(table.pk, seat)
            if sent.ticked(OUT):
                done = _attempt(lambda: seating.bust(**common, at=at, sitting=sitting))
            else:
                brings = read_chips(sent, "brings") or None
                done = _attempt(
                    lambda: seating.move(
                        **common,
                        at=at,
                        to=At(to_table, to_seat),
                        sitting=sitting,
                        brings=brings,  # type: ignore[arg-type]
                    )
                )
            if isinstance(done, Seated):
                return _done(request, event_id, done)
            failed = done
    page = boards.move_page(_fresh(floor, failed), _frame(request, floor, failed), table, typed)
    return _page(request, "seating/move.html", page, failed)


@require_http_methods(READS_AND_FORMS)
@needs(Right.SEAT)
def break_table(request: HttpRequest, event_id: int) -> HttpResponse:
    """Choose a table, then where each of its players goes."""
    floor = Floor(load_event(event_id))
    typed = _typed(request)
    table = floor.table(typed.get("table", ""))
    if table is None:
        return _choose(request, floor, _("Break a table"), "seat_break")
    failed = None
    if request.method == "POST":
        sent = Sent.read(request.POST)
        destinations: dict[int, At | None] = {}
        brings: dict[int, Any] = {}
        for seat in table.seat_numbers:
            if sent.text(f"to_table_{seat}") == OUT:
                destinations[seat] = None
            elif sent.text(f"to_table_{seat}"):
                to = _destination(floor, sent, f"to_table_{seat}", f"to_seat_{seat}")
                destinations[seat] = At(*to)
            if brought := read_chips(sent, f"brings_{seat}"):
                brings[seat] = brought
        done = _attempt(
            lambda: seating.break_table(
                **_common(request, event_id, sent),
                table_id=table.pk,
                destinations=destinations,
                brings=brings,
            ),
            by_seat=True,
        )
        if isinstance(done, Seated):
            return _done(request, event_id, done)
        failed = done
    frame = _frame(request, floor, failed)
    wrong = failed.wrong if failed else {}
    page = boards.break_page(_fresh(floor, failed), frame, table, typed, wrong)
    return _page(request, "seating/break.html", page, failed)


@require_http_methods(READS_AND_FORMS)
@needs(Right.SEAT)
def add_table(request: HttpRequest, event_id: int) -> HttpResponse:
    """Number, seats, perhaps a name."""
    floor = Floor(load_event(event_id))
    failed = None
    if request.method == "POST":
        sent = Sent.read(request.POST)
        command = _common(request, event_id, sent, overriding=False)
        done = _attempt(
            lambda: seating.add_table(
                **command,
                number=_whole(sent, "number"),
                seat_count=_whole(sent, "seat_count"),
                name=sent.text("name"),
            )
        )
        if isinstance(done, Seated):
            return _done(request, event_id, done)
        failed = done
    page = boards.new_table_page(floor, _frame(request, floor, failed), _typed(request))
    return _page(request, "seating/add.html", page, failed)


@require_http_methods(READS_AND_FORMS)
@needs(Right.SEAT)
def enter(request: HttpRequest, event_id: int) -> HttpResponse:
    """Where a late player sits, who it is, and the stack where it is no starting stack."""
    floor = Floor(load_event(event_id))
    failed = None
    if request.method == "POST":
        sent = Sent.read(request.POST)
        to_table, to_seat = _destination(floor, sent, "to_table", "to_seat")
        failed = Failed()
        if not to_table:
            failed.add("to_table", _("Choose a table."))
        else:
            stack = read_chips(sent, "stack") or None
            done = _attempt(
                lambda: seating.enter(
                    **_common(request, event_id, sent),
                    to=At(to_table, to_seat),
                    player=sent.text("player"),
                    bought_in=sent.ticked("bought_in"),
                    stack=stack,  # type: ignore[arg-type]
                ),
                chips="stack",
            )
            if isinstance(done, Seated):
                return _done(request, event_id, done)
            failed = done
    frame = _frame(request, floor, failed)
    page = boards.entry_page(_fresh(floor, failed), frame, _typed(request))
    return _page(request, "seating/entry.html", page, failed)


@require_http_methods(READS_AND_FORMS)
@needs(Right.SEAT)
def button(request: HttpRequest, event_id: int) -> HttpResponse:
    """Choose a table, then the seat of its dealer button."""
    floor = Floor(load_event(event_id))
    typed = _typed(request)
    table = floor.table(typed.get("table", ""))
    if table is None:
        return _choose(request, floor, _("Set the button"), "seat_button")
    failed = None
    if request.method == "POST":
        sent = Sent.read(request.POST)
        command = _common(request, event_id, sent, overriding=False)
        at_seat = _whole(sent, "button") if sent.text("button") else None
        done = _attempt(lambda: seating.set_button(**command, table_id=table.pk, button=at_seat))
        if isinstance(done, Seated):
            return _done(request, event_id, done)
        failed = done
    page = boards.button_page(floor, _frame(request, floor, failed), table, typed)
    return _page(request, "seating/button.html", page, failed)


def _attempt(
    act: Callable[[], Seated], *, by_seat: bool = False, chips: str = "brings"
) -> Seated | Failed:
    """What the command wrote, or why not, each sentence at its place."""
    failed = Failed()
    try:
        return act()
    except Problems as problems:
        for one in problems:
            failed.add_problem(one, by_seat=by_seat, chips=chips)
    except Refusal as refusal:
        failed.status = refusal.status
        failed.overridable = refusal.code in OVERRIDABLE or refusal.code == "reason_needed"
        failed.used_up = refusal.code == "changed_after_send"
        place = "" if by_seat else FIELD_OF.get(refusal.message.key, "")
        failed.add(place, say(refusal.message))
    return failed


def _typed(request: HttpRequest) -> Mapping[str, str]:
    given = request.POST if request.method == "POST" else request.GET
    return {name: str(given[name]) for name in given if name != "csrfmiddlewaretoken"}


def _common(
    request: HttpRequest, event_id: int, sent: Sent, *, overriding: bool = True
) -> dict[str, Any]:
    common: dict[str, Any] = {
        "event_id": event_id,
        "by": person(request),
        "command_id": sent.command_id,
        "device": device(request),
    }
    if overriding:
        common |= {"override": sent.ticked("override"), "reason": sent.text("reason")}
    return common


def _who(sent: Sent) -> tuple[int, int | None]:
    """The seat of the chosen player, 0 where none was, and the id of the seat that was seen."""
    seat, _colon, sitting = sent.text("who").partition(":")
    found = number(seat)
    known = number(sitting)
    return (
        found if isinstance(found, int) else 0,
        known if isinstance(known, int) else None,
    )


def _destination(floor: Floor, sent: Sent, table: str, seat: str) -> tuple[int, int]:
    """The chosen table (0 where none was) and seat; without a seat the first one that is free."""
    chosen = floor.table(sent.text(table))
    if chosen is None:
        gone = number(sent.text(table))
        return gone if isinstance(gone, int) else 0, 1
    typed = number(sent.text(seat))
    if isinstance(typed, int):
        return chosen.pk, typed
    return chosen.pk, next(iter(floor.free(chosen)), 1)


def _whole(sent: Sent, name: str) -> int:
    """A number as typed; 0, which nothing has, for what is none."""
    found = number(sent.text(name))
    return found if isinstance(found, int) else 0


def _fresh(floor: Floor, failed: Failed | None) -> Floor:
    """The floor as it stands after a refusal."""
    return Floor(floor.event) if failed else floor


def _frame(request: HttpRequest, floor: Floor, failed: Failed | None) -> Frame:
    typed = _typed(request)
    kept = "" if failed is None or failed.used_up else typed.get("command_id", "")[:64]
    overriding = "override" in typed
    asks = overriding or (failed is not None and failed.overridable)
    return Frame(
        floor.event.pk,
        floor.event.name,
        kept or str(uuid4()),
        _back(request),
        failed.errors if failed else {},
        asks_override=asks and may(request.user, Right.OVERRIDE),
        overriding=overriding,
        reason=typed.get("reason", ""),
    )


def _back(request: HttpRequest) -> str:
    """The page to go back to, as the link that led here says; empty for the event's."""
    back = _typed(request).get("back", "")
    safe = back.startswith("/") and url_has_allowed_host_and_scheme(
        back, {request.get_host()}, request.is_secure()
    )
    return back if safe else ""


def _choose(request: HttpRequest, floor: Floor, heading: str, action: str) -> HttpResponse:
    """The tables to choose from; a form without a table comes back here."""
    failed = None
    if request.method == "POST":
        failed = Failed()
        failed.add("", _("This table does not stand any more: choose another one."))
    page = boards.choose_page(floor, _frame(request, floor, failed), heading, action)
    return _page(request, "seating/choose.html", page, failed)


def _page(request: HttpRequest, template: str, page: object, failed: Failed | None) -> HttpResponse:
    status = 200 if failed is None else failed.status
    return render(request, template, {"page": page}, status=status)


def _done(request: HttpRequest, event_id: int, done: Seated) -> HttpResponse:
    messages.success(request, " ".join(_sentences(done)))
    return redirect(_back(request) or reverse("event", args=(event_id,)))


def _sentences(done: Seated) -> list[str]:
    """What was done, a sentence a change."""
    changes = done.command.changes
    tables = Table.objects.in_bulk(
        {one["to"]["table"] for one in changes if "to" in one}
        | {one[name] for one in changes for name in ("table", "key") if name in one}
    )
    said = []
    for one in changes:
        player = one.get("person", {}).get("player") or _("Somebody")
        match one["change"]:
            case "move" | "enter":
                to = one["to"]
                said.append(
                    _("%(player)s: %(table)s, seat %(seat)s.")
                    % {"player": player, "table": tables[to["table"]], "seat": to["seat"]}
                )
            case "bust":
                said.append(_("%(player)s is out.") % {"player": player})
            case "break":
                said.append(_("%(table)s is broken.") % {"table": tables[one["table"]]})
            case "add":
                said.append(_("%(table)s is added.") % {"table": tables[one["key"]]})
            case "setbutton":
                said.append(_("%(table)s: the button is set.") % {"table": tables[one["table"]]})
    return said

"""Floats: opened, loaded, handed in, closed."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from colorup.engine.problems import Problems
from tournaments.boards.floats import FloatsPage, floats_page
from tournaments.forms import Sent, number
from tournaments.models import (
    ChipCommand,
    ChipMovement,
    Event,
    Float,
    Section,
    User,
)
from tournaments.permissions import Right
from tournaments.sentences import say
from tournaments.views.access import needs, person
from tournaments.views.commands import UNFIT, device
from tournaments.views.loading import load_room
from tournaments.views.sections import LEADS
from tournaments.workflow.errors import NotFound, Refusal
from tournaments.workflow.floats import Way, close_float, move_float, open_float

FIELD_OF = {
    "bad_float.nobodys": "section",
    "bad_float.section_has_one": "section",
    "bad_float.no_such_section": "section",
    "bad_float.person_has_one": "carrier",
    "bad_section.lead": "carrier",
    "bad_float.two_names": "taker",
    "bad_float.same_name": "taker",
}


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.FLOATS)
def floats(request: HttpRequest, event_id: int) -> HttpResponse:
    """The floats of an event; POST opens one with its first chips."""
    event = _event(event_id)
    if request.method != "POST":
        return _show(request, event)
    sent = Sent.read(request.POST)

    def act() -> None:
        open_float(
            event_id=event.pk,
            by=person(request),
            command_id=sent.command_id,
            section_id=_id(sent.text("section")),
            carrier_id=_id(sent.text("carrier")),
            name=sent.text("name")[:60],
            chips=_chips(sent),
            giver=sent.text("giver")[:120],
            taker=sent.text("taker")[:120],
            device=device(request),
        )

    return _attempt(request, event, "new", sent, act)


@require_POST
@needs(Right.FLOATS)
def move(request: HttpRequest, float_id: int) -> HttpResponse:
    """Take chips out onto a float, or hand them in."""
    carried = _float(float_id)
    sent = Sent.read(request.POST)
    way = Way.IN if sent.text("way") == Way.IN else Way.OUT

    def act() -> None:
        move_float(
            float_id=float_id,
            by=person(request),
            command_id=sent.command_id,
            way=way,
            chips=_chips(sent),
            giver=sent.text("giver")[:120],
            taker=sent.text("taker")[:120],
            device=device(request),
        )

    return _attempt(request, carried.event, str(float_id), sent, act)


@require_POST
@needs(Right.FLOATS)
def close(request: HttpRequest, float_id: int) -> HttpResponse:
    """Close a float whose chips are accounted for, or with a reason."""
    carried = _float(float_id)
    sent = Sent.read(request.POST)
    reason = sent.text("reason")[:300]
    return _attempt(
        request,
        carried.event,
        f"close-{float_id}",
        sent,
        lambda: close_float(float_id=float_id, by=person(request), reason=reason),
    )


def _attempt(
    request: HttpRequest, event: Event, form: str, sent: Sent, act: Callable[[], object]
) -> HttpResponse:
    """Do it and go back to the page, or show the page with what was typed and why not."""
    try:
        act()
    except Problems as problems:
        return _show(request, event, form, sent, _by_field(problems), UNFIT)
    except NotFound as missing:
        raise Http404 from missing
    except Refusal as refusal:
        return _show(request, event, form, sent, {"": [say(refusal.message)]}, refusal.status)
    return redirect("floats", event.pk)


def _by_field(problems: Problems) -> dict[str, list[str]]:
    """The sentences by the field that they stand beside; under no name those of the whole form."""
    found: dict[str, list[str]] = {}
    for one in problems:
        chip = one.message.values.get("chip")
        field = FIELD_OF.get(one.key, "") if chip is None else f"chips_{chip}"
        found.setdefault(field, []).append(say(one.message))
    return found


def _show(
    request: HttpRequest,
    event: Event,
    form: str = "",
    sent: Sent | None = None,
    wrong: dict[str, list[str]] | None = None,
    status: int = 200,
) -> HttpResponse:
    page = _page(event)
    places = {"new", *(f"{close}{one.float_id}" for one in page.open for close in ("", "close-"))}
    context = {
        "page": page,
        "form": form,
        # A float that somebody closed meanwhile has no form any more to say it beside.
        "homeless": (wrong or {}).get("", []) if form not in ("", *places) else [],
        "typed": sent.typed if sent else {},
        "wrong": (wrong or {}).get("", []),
        "wrong_at": wrong or {},
        "command_id": str(uuid4()),
    }
    return render(request, "room/floats.html", context, status=status)


def _page(event: Event) -> FloatsPage:
    movements = ChipMovement.objects.filter(event=event)
    commands = ChipCommand.objects.filter(event=event, kind=ChipCommand.Kind.FLOAT)
    people = User.objects.filter(role__in=LEADS, is_active=True).order_by("username")
    return floats_page(
        event,
        list(Float.objects.in_event(event.pk)),
        movements.on_floats(),
        commands.prefetch_related("movements").order_by("-id"),
        list(Section.objects.filter(event=event).select_related("lead")),
        list(people),
        load_room(event),
    )


def _event(event_id: int) -> Event:
    event = Event.objects.for_event_page().filter(pk=event_id).first()
    if event is None:
        raise Http404
    return event


def _float(float_id: int) -> Float:
    carried = Float.objects.filter(pk=float_id).first()
    if carried is None:
        raise Http404
    carried.event = _event(carried.event_id)
    return carried


def _chips(sent: Sent) -> dict[int, object]:
    """Denomination → chips, from the fields ``chips_25``; what is no number stays as typed."""
    found: dict[int, object] = {}
    for name in sent.typed:
        value = _id(name.removeprefix("chips_")) if name.startswith("chips_") else None
        if value is not None and sent.text(name):
            found[value] = number(sent.text(name))
    return found


def _id(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None

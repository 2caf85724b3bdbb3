"""The room's screen behind its secret address, and the page on which a tablet is connected."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST, require_safe

from tournaments.boards.in_play import chips_in_play
from tournaments.boards.room_screen import RoomScreen, room_screen
from tournaments.drawing.qr import QrCode, qr_code
from tournaments.models import ChipMovement, ColorUp, Event, Table, TableRace
from tournaments.network import is_private, is_this_machines_own, lan_addresses
from tournaments.permissions import Right
from tournaments.views.access import needs, person
from tournaments.workflow.errors import NotFound
from tournaments.workflow.floor import close_room_screen, open_room_screen

NOTHING_NEW = 204
GONE = 404


@require_safe
@never_cache
def room(request: HttpRequest, token: str) -> HttpResponse:
    """The screen, for everybody who has its address."""
    return _in_its_language(request, _by_token(token), "room/screen.html", token)


@require_GET
@never_cache
def live_room(request: HttpRequest, token: str) -> HttpResponse:
    """The screen's content once something changed; 204 before.

    Of a revoked address nothing stays on the screens that are showing it.
    """
    try:
        event = _by_token(token)
    except Http404:
        return render(request, "room/screen.html#revoked", status=GONE)
    if request.GET.get("since", "") == str(event.board_sequence):
        return HttpResponse(status=NOTHING_NEW)
    return _in_its_language(request, event, "room/screen.html#content", token)


@require_safe
@needs(Right.ROOM_SCREEN)
def screen_link(request: HttpRequest, event_id: int) -> HttpResponse:
    """The address of the room's screen: make one, show it, revoke it."""
    event = _event(event_id)
    link = None
    if event.room_token:
        link = qr_code(reachable(request, reverse("room", args=(event.room_token,)))[0].text)
    return render(request, "room/link.html", {"event": event, "link": link})


@require_POST
@needs(Right.ROOM_SCREEN)
def open_screen(request: HttpRequest, event_id: int) -> HttpResponse:
    """Make the address of the room's screen."""
    try:
        open_room_screen(event_id=event_id, by=person(request))
    except NotFound as missing:
        raise Http404 from missing
    return redirect("screen_link", event_id)


@require_POST
@needs(Right.ROOM_SCREEN)
def close_screen(request: HttpRequest, event_id: int) -> HttpResponse:
    """Revoke it: whoever has it sees nothing any more."""
    try:
        close_room_screen(event_id=event_id, by=person(request))
    except NotFound as missing:
        raise Http404 from missing
    messages.success(request, _("The old address shows nothing any more."))
    return redirect("screen_link", event_id)


@require_safe
@needs(Right.VIEW)
def connect(request: HttpRequest) -> HttpResponse:
    """This server's address, to be read by a tablet's camera."""
    codes = reachable(request, "/")
    alone = all(is_this_machines_own(urlsplit(one.text).hostname or "") for one in codes)
    return render(request, "room/connect.html", {"codes": codes, "alone": alone})


def reachable(request: HttpRequest, path: str) -> tuple[QrCode, ...]:
    """The addresses under which a device in the room finds `path`, the likeliest first.

    On a LAN these are this machine's own; where it has none, or behind a proxy, the one that the
    page was asked under.
    """
    asked = request.build_absolute_uri(path)
    host = request.get_host()
    name, _colon, port = (
        host.rpartition(":") if ":" in host and not host.endswith("]") else (host, "", "")
    )
    if settings.PUBLIC or (is_private(name) and not is_this_machines_own(name)):
        return (qr_code(asked),)
    tail = f":{port}" if port else ""
    found = tuple(qr_code(f"http://{one}{tail}{path}") for one in lan_addresses())
    return found or (qr_code(asked),)


def _by_token(token: str) -> Event:
    event = Event.objects.for_event_page().filter(room_token=token).first() if token else None
    if event is None:
        raise Http404
    return event


def _event(event_id: int) -> Event:
    event = Event.objects.filter(pk=event_id).first()
    if event is None:
        raise Http404
    return event


def _in_its_language(request: HttpRequest, event: Event, template: str, token: str) -> HttpResponse:
    """The screen speaks the language of the announcement, whatever the device's is."""
    with translation.override(event.language):
        answer = render(request, template, {"screen": _screen(event), "token": token})
        answer.headers["Content-Language"] = event.language
        return answer


def _screen(event: Event) -> RoomScreen:
    moved = ChipMovement.objects.filter(event=event).change_in_play()
    return room_screen(
        event,
        list(ColorUp.objects.of_event(event.pk)),
        TableRace.objects.states_in(event.pk),
        Table.objects.standing().filter(event=event).values_list("pk", flat=True),
        chips_in_play(event, moved),
    )

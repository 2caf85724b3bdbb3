"""A form that is older than its person's login: shown again, with what stood in it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve, reverse

from colorup.engine.problems import Message
from tournaments.forms import Sent
from tournaments.models import TableRace
from tournaments.permissions import Right, may
from tournaments.sentences import say
from tournaments.views.access import page_behind
from tournaments.views.announcing import announce_again
from tournaments.views.commands import UNFIT, again
from tournaments.views.loading import page_of

FORBIDDEN = 403
OLD_FORM = Message("refused.old_form")
FORMS_OF_A_RACE = ("count", "deal", "shuffle", "call", "collector", "confirm", "reopen", "void")


def csrf_failure(request: HttpRequest, **_reason: str) -> HttpResponse:
    """Answer a form whose token is not this session's; nothing of it was applied.

    A form of a table or an announcement comes back with its entries and a token that holds, so
    that the same tap works now.  A form that cannot be rebuilt has its entries on the device.
    """
    try:
        match = resolve(request.path_info)
    except Resolver404:
        return _page(request)
    name = (match.url_name or "").removeprefix("live_")
    if name == "login":
        return redirect(request.get_full_path())
    if name in FORMS_OF_A_RACE and may(request.user, Right.COUNT):
        return _table(request, name, match.kwargs["race_id"])
    if name == "announce" and may(request.user, Right.ANNOUNCE):
        return announce_again(request, match.kwargs["event_id"], say(OLD_FORM), FORBIDDEN)
    return _page(request)


def _table(request: HttpRequest, form: str, race_id: int) -> HttpResponse:
    race = TableRace.objects.in_full().filter(pk=race_id).first()
    if race is None:
        return _page(request)
    asked = again(form, Sent.read(request.POST), refusal=OLD_FORM)
    page = page_of(request, race, asked)
    if request.htmx:
        return render(request, "race/table_live.html", {"table": page}, status=UNFIT)
    return render(request, "race/table.html", {"table": page}, status=FORBIDDEN)


def _page(request: HttpRequest) -> HttpResponse:
    back = page_behind(request) if request.resolver_match else reverse("events")
    return render(request, "403_csrf.html", {"back": back}, status=FORBIDDEN)

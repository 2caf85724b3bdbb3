"""Who gets in: the login for nobody, 404 for strangers, 403 for a role that is too low."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec
from urllib.parse import urlsplit, urlunsplit

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from tournaments.models import User
from tournaments.permissions import Right, is_stranger, may

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def needs(right: Right) -> Callable[[View[P]], View[P]]:
    """Let a view be called by people with `right` only."""

    def decorate(view: View[P]) -> View[P]:
        @wraps(view)
        def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if not request.user.is_authenticated:
                return redirect_to_login(page_behind(request))
            if is_stranger(request.user):
                raise Http404
            if not may(request.user, right):
                raise PermissionDenied
            return view(request, *args, **kwargs)

        return guarded

    return decorate


def page_behind(request: HttpRequest) -> str:
    """The address of the page a request was made from, to come back to after the login.

    A reader comes back to what was asked for.  A command is not repeated: its person comes back to
    the page with the form, where the entries still are.
    """
    if request.method in ("GET", "HEAD") and not request.path.startswith("/live/"):
        return request.get_full_path()
    came_from = request.META.get("HTTP_REFERER", "")
    if url_has_allowed_host_and_scheme(came_from, {request.get_host()}, request.is_secure()):
        parts = urlsplit(came_from)
        return urlunsplit(("", "", parts.path, parts.query, ""))
    named = request.resolver_match.kwargs if request.resolver_match else {}
    for name, page in (("race_id", "race"), ("color_up_id", "color_up"), ("event_id", "event")):
        if name in named:
            return reverse(page, args=(named[name],))
    return reverse("events")


def person(request: HttpRequest) -> User:
    """The logged-in person of a guarded view."""
    assert isinstance(request.user, User)
    return request.user

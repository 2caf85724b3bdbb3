"""What every request passes besides Django's own: its network, and the way to the login."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.core.exceptions import DisallowedHost
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBadRequest,
    HttpResponseForbidden,
)
from django.http.request import split_domain_port, validate_host
from django.shortcuts import resolve_url
from django_htmx.http import HttpResponseClientRedirect

from tournaments.network import is_private

GetResponse = Callable[[HttpRequest], HttpResponse]


def private_network_only(get_response: GetResponse) -> GetResponse:
    """Answer private addresses only, and only under a private address or a name of this machine.

    A foreign name that leads here (DNS rebinding) gets 400, a foreign address gets 403.  Nothing of
    the request has been looked at yet, not its language either.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if not _is_asked_by_local_name(request):
            return HttpResponseBadRequest(
                "This server answers to private addresses and to its own name only. "
                "Other names go into COLORUP_ALLOWED_HOSTS.",
                content_type="text/plain",
            )
        sender = request.META.get("REMOTE_ADDR", "")
        # A Unix socket has no address, and is this machine's own.
        if sender and not is_private(sender):
            return HttpResponseForbidden(
                "This server answers to its own private network only.", content_type="text/plain"
            )
        return get_response(request)

    return middleware


def _is_asked_by_local_name(request: HttpRequest) -> bool:
    try:
        domain, _port = split_domain_port(request.get_host())
    except DisallowedHost:
        return False
    names = [name for name in settings.ALLOWED_HOSTS if name != "*"]
    return is_private(domain) or validate_host(domain, names)


def login_by_htmx(get_response: GetResponse) -> GetResponse:
    """Lead the whole page to the login, not a fragment of it, when a session has ended.

    After the login the person is back on the page they were on, not on the fragment's address.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if not request.htmx or not _leads_to_login(response):
            return response
        page = request.htmx.current_url_abs_path or resolve_url(settings.LOGIN_REDIRECT_URL)
        query = urlencode({REDIRECT_FIELD_NAME: page})
        answer = HttpResponseClientRedirect(f"{resolve_url(settings.LOGIN_URL)}?{query}")
        answer.cookies = response.cookies
        return answer

    return middleware


def never_an_old_page(get_response: GetResponse) -> GetResponse:
    """Let no browser keep a page of somebody who is logged in.

    On the way back it asks again, so that nobody is shown a step that has been done since.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            response.headers.setdefault("Cache-Control", "no-store")
        return response

    return middleware


def _leads_to_login(response: HttpResponse) -> bool:
    if response.status_code != 302:
        return False
    return urlsplit(response.headers["Location"]).path == resolve_url(settings.LOGIN_URL)

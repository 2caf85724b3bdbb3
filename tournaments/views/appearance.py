"""The look a person chose, kept in a cookie of this device."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from tournaments.context import THEME_COOKIE, THEMES

A_YEAR = 365 * 24 * 60 * 60


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Set dark, light, or (anything else) as the device has it, and go back."""
    back = request.POST.get("next") or request.META.get("HTTP_REFERER", "")
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}, request.is_secure()):
        back = "/"
    response = HttpResponseRedirect(back)
    chosen = request.POST.get("theme", "")
    if chosen in THEMES:
        response.set_cookie(THEME_COOKIE, chosen, max_age=A_YEAR, samesite="Lax")
    else:
        response.delete_cookie(THEME_COOKIE)
    return response

"""What every page's frame shows."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from tournaments.permissions import Right, may

THEMES = ("dark", "light")
THEME_COOKIE = "theme"


def chrome(request: HttpRequest) -> dict[str, Any]:
    """The chosen look (empty: as the device has it), and whether the person administers."""
    theme = request.COOKIES.get(THEME_COOKIE, "")
    user = getattr(request, "user", None)
    return {
        "theme": theme if theme in THEMES else "",
        "may_administer": user is not None and may(user, Right.ADMINISTER),
    }

"""Who gets into the admin, and how its parts are laid out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from tournaments.context import chrome
from tournaments.permissions import Right, may
from tournaments.views.access import needs

PARTS = (
    (_("The room"), ("ChipSet", "HouseRuleset", "User")),
    (_("Events"), ("Event", "Level", "Table", "Section")),
    (
        _("The record (to read only)"),
        (
            *("ColorUp", "TableRace", "RaceEvent", "SeatingCommand"),
            *("ChipCommand", "Float", "ChipMovement"),
        ),
    ),
)
"""The parts of the admin's first page, and the models of each in reading order."""


class RoomAdminSite(AdminSite):
    """The admin of the room, for people whose role is admin.

    Others are answered as on every page of the product: the login, 404 for strangers, 403.
    """

    site_title = "Colorup"
    site_header = _("Colorup: admin")
    index_title = _("Set up the room")
    site_url = "/"
    # On a tablet the page needs the room; the way back is in the breadcrumbs.
    enable_nav_sidebar = False

    def has_permission(self, request: HttpRequest) -> bool:
        return may(request.user, Right.ADMINISTER)

    def admin_view(
        self, view: Callable[..., HttpResponse], cacheable: bool = False
    ) -> Callable[..., HttpResponse]:
        return needs(Right.ADMINISTER)(super().admin_view(view, cacheable))

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """There is one login for product and admin."""
        if request.user.is_authenticated:
            return redirect(f"{self.name}:index")
        return redirect_to_login(request.GET.get("next", request.path))

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        return {**super().each_context(request), **chrome(request)}

    def get_app_list(
        self, request: HttpRequest, app_label: str | None = None
    ) -> list[dict[str, Any]]:
        """The models under the headings of `PARTS` instead of one long list."""
        apps = super().get_app_list(request, app_label)
        models = {one["object_name"]: one for app in apps for one in app["models"]}
        return [
            {
                **app,
                "name": heading,
                "models": [models[name] for name in names if name in models],
            }
            for app in apps
            for heading, names in PARTS
        ]


site = RoomAdminSite(name="admin")

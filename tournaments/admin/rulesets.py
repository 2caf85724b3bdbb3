"""The house's own rulesets, and the shipped ones to read and to copy."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from colorup.engine.presets import PRESETS, Preset
from tournaments.admin.base import RoomAdmin
from tournaments.admin.ruleset_form import (
    OPTION_FIELDSETS,
    HouseRulesetForm,
    base_of,
    said_options,
)
from tournaments.models import Event, HouseRuleset
from tournaments.sentences import say_shipped


class HouseRulesetAdmin(RoomAdmin):
    """House rulesets are made by copying a shipped one; those are never changed themselves."""

    form = HouseRulesetForm
    list_display = ("name", "slug", "copied_from", "changed_options")
    search_fields = ("name", "slug")
    readonly_fields = ("copied_from",)
    fieldsets = ((None, {"fields": ("name", "slug", "copied_from")}), *OPTION_FIELDSETS)
    kept = _("Events use this ruleset, so it stays.")

    def get_urls(self) -> list[URLPattern]:
        own = [
            path("presets/", self._guarded(self.presets), name="presets"),
            path("presets/<slug:slug>/", self._guarded(self.preset), name="preset"),
            path("presets/<slug:slug>/copy/", self._guarded(self.copy), name="preset_copy"),
        ]
        return own + super().get_urls()

    def _guarded(self, view: Any) -> Any:
        checked = require_POST(view) if view == self.copy else require_safe(view)
        return self.admin_site.admin_view(checked)

    def get_queryset(self, request: HttpRequest) -> QuerySet[HouseRuleset]:
        return super().get_queryset(request).order_by("name", "slug")

    def kept_because(self, obj: HouseRuleset) -> str:
        return str(self.kept) if Event.objects.filter(ruleset=obj.slug).exists() else ""

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return super().changelist_view(
            request, {**(extra_context or {}), "presets": PRESETS.values()}
        )

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """A ruleset starts from a shipped one, so first that one is chosen."""
        return redirect("admin:presets")

    def presets(self, request: HttpRequest) -> HttpResponse:
        """The shipped rulesets."""
        return self._page(request, "presets", title=_("Shipped rulesets"), presets=PRESETS.values())

    def preset(self, request: HttpRequest, slug: str) -> HttpResponse:
        """One shipped ruleset: each option's value in words, and who says so."""
        preset = _preset_or_404(slug)
        return self._page(
            request,
            "preset",
            title=say_shipped(preset.name),
            preset=preset,
            options=said_options(preset),
        )

    def copy(self, request: HttpRequest, slug: str) -> HttpResponse:
        """Make a house ruleset that starts as a copy of a shipped one, and go to its form."""
        preset = _preset_or_404(slug)
        with transaction.atomic():
            house = HouseRuleset.objects.create(
                name=gettext("%(ruleset)s, our own") % {"ruleset": say_shipped(preset.name)},
                slug=_free_slug(preset.slug),
                base=preset.slug,
            )
            self.log_addition(request, house, [{"added": {}}])
        self.message_user(
            request,
            gettext("Copied. Change what your house does otherwise, and save."),
            messages.SUCCESS,
        )
        return redirect("admin:tournaments_houseruleset_change", house.pk)

    def _page(self, request: HttpRequest, name: str, **context: Any) -> HttpResponse:
        return TemplateResponse(
            request,
            f"admin/tournaments/houseruleset/{name}.html",
            {**self.admin_site.each_context(request), "opts": self.opts, **context},
        )

    @admin.display(description=_("copied from"))
    def copied_from(self, house: HouseRuleset) -> SafeString:
        preset = base_of(house)
        address = reverse("admin:preset", args=[preset.slug])
        return format_html('<a href="{}">{}</a>', address, say_shipped(preset.name))

    @admin.display(description=_("changed options"))
    def changed_options(self, house: HouseRuleset) -> int:
        return len(house.changes)


def _preset_or_404(slug: str) -> Preset:
    if slug not in PRESETS:
        raise Http404
    return PRESETS[slug]


def _free_slug(base: str) -> str:
    """A slug that no ruleset has yet: ``roberts-house``, ``roberts-house-2``, …"""
    first = f"{base}-house"
    taken = set(HouseRuleset.objects.filter(slug__startswith=first).values_list("slug", flat=True))
    if first not in taken:
        return first
    number = 2
    while f"{first}-{number}" in taken:
        number += 1
    return f"{first}-{number}"

"""Events: what was chosen for them here, and the facts of the file they came from."""

from __future__ import annotations

from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from colorup.engine.presets import PRESETS
from tournaments.admin.base import RoomAdmin
from tournaments.admin.structure import LevelInline, StackInline
from tournaments.models import Event, HouseRuleset
from tournaments.sentences import say_shipped

# A page sends at most 1000 fields, and a row of the structure is eleven of them.
MOST_ROWS_ON_THE_PAGE = 60


def ruleset_choices() -> list[Any]:
    """The shipped and the house's own rulesets, each by its slug."""
    own = [(one.slug, one.name) for one in HouseRuleset.objects.all()]
    shipped = [(one.slug, say_shipped(one.name)) for one in PRESETS.values()]
    return [*([(_("House rulesets"), own)] if own else []), (_("Shipped rulesets"), shipped)]


def time_zones() -> list[tuple[str, str]]:
    return [(name, name) for name in sorted(available_timezones())]


class EventForm(forms.ModelForm):
    ruleset = forms.ChoiceField(label=_("Ruleset"), choices=ruleset_choices)
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=time_zones)

    class Meta:
        model = Event
        fields = ("name", "starts_at", "time_zone", "language", "chip_set", "ruleset")


class EventAdmin(RoomAdmin):
    """One tournament.  Once something was announced it stays."""

    form = EventForm
    list_display = ("name", "starts_at", "chip_set", "ruleset", "table_count", "color_up_count")
    list_filter = ("starts_at", ("chip_set", admin.RelatedOnlyFieldListFilter), "language")
    list_select_related = ("chip_set",)
    search_fields = ("name", "file_title")
    readonly_fields = (
        "rows",
        "tables",
        "color_ups",
        "file_kind",
        "file_title",
        "entries",
        "chips_bought",
        "current_row",
    )
    kept = _("This event has colour-ups. Their record stays, and so does the event.")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Event]:
        return (
            super()
            .get_queryset(request)
            .annotate(
                count_of_tables=Count("tables", distinct=True),
                count_of_color_ups=Count("color_ups", distinct=True),
            )
        )

    def get_fieldsets(self, request: HttpRequest, obj: Event | None = None) -> Any:
        chosen = (None, {"fields": EventForm.Meta.fields})
        if obj is None:
            return (chosen,)
        return (
            chosen,
            (_("Parts with a page of their own"), {"fields": ("rows", "tables", "color_ups")}),
            (
                _("Facts of its file"),
                {
                    "fields": (
                        "file_kind",
                        "file_title",
                        "entries",
                        "chips_bought",
                        "current_row",
                    ),
                    "classes": ("collapse",),
                },
            ),
        )

    def get_inlines(self, request: HttpRequest, obj: Event | None) -> tuple[Any, ...]:
        if obj is not None and obj.levels.count() > MOST_ROWS_ON_THE_PAGE:
            return (StackInline,)
        return (StackInline, LevelInline)

    @admin.display(description=_("tables"), ordering="count_of_tables")
    def table_count(self, event: Event) -> int:
        return event.count_of_tables

    @admin.display(description=_("colour-ups"), ordering="count_of_color_ups")
    def color_up_count(self, event: Event) -> int:
        return event.count_of_color_ups

    @admin.display(description=_("levels and breaks"))
    def rows(self, event: Event) -> SafeString:
        return _link_to("level", event, event.levels.count())

    @admin.display(description=_("tables"))
    def tables(self, event: Event) -> SafeString:
        return _link_to("table", event, event.count_of_tables)

    @admin.display(description=_("colour-ups"))
    def color_ups(self, event: Event) -> SafeString:
        return _link_to("colorup", event, event.count_of_color_ups)


def _link_to(model: str, event: Event, count: int) -> SafeString:
    """A link to the list of the event's rows of a model."""
    address = reverse(f"admin:tournaments_{model}_changelist")
    return format_html('<a href="{}?event__id__exact={}">{}</a>', address, event.pk, count)

"""The record, to read: colour-ups, races, their history, the movements of chips."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import admin
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tournaments.admin.base import Administered, Kept, RoomAdmin
from tournaments.models import RaceEvent, TableRace


def printed(document: Any) -> SafeString | str:
    """A JSON document as people can read it."""
    if document in (None, {}, []):
        return "–"
    text = json.dumps(document, indent=2, ensure_ascii=False)
    return format_html('<pre class="document">{}</pre>', text)


def as_document(field: str, heading: Any) -> Any:
    """A column of the admin that prints the JSON document of `field`."""

    @admin.display(description=heading)
    def column(_admin: Any, row: Any) -> SafeString | str:
        return printed(getattr(row, field))

    return column


class RecordAdmin(Kept, RoomAdmin):
    """Part of the record: nothing is added, changed or deleted here.

    A mistake is put right on the floor, with a reason that is recorded too.
    """

    input_document = as_document("input", _("input"))
    result_document = as_document("result", _("result"))
    paid_document = as_document("paid", _("paid"))
    players_document = as_document("players", _("players"))
    content_document = as_document("content", _("command as it was sent"))


class RaceInline(Kept, Administered, admin.TabularInline):
    model = TableRace
    fields = ("at_table", "state", "version", "racers", "odd_chips", "pool", "drift", "state_since")
    readonly_fields = fields
    show_change_link = True
    verbose_name_plural = _("races")

    def get_queryset(self, request: Any) -> Any:
        return super().get_queryset(request).select_related("table", "color_up")

    @admin.display(description=_("table"))
    def at_table(self, race: TableRace) -> SafeString:
        return _link("tablerace", race.pk, str(race.table))


class ColorUpAdmin(RecordAdmin):
    list_display = ("__str__", "event", "announced_at", "announced_by", "voided_at")
    list_filter = (
        ("event", admin.RelatedOnlyFieldListFilter),
        ("voided_at", admin.EmptyFieldListFilter),
    )
    list_select_related = ("event", "announced_by")
    date_hierarchy = "announced_at"
    inlines = (RaceInline,)
    fields = (
        "event",
        "removed",
        "in_play",
        "target",
        "text",
        "language",
        "due",
        "announced_by",
        "announced_at",
        "voided_by",
        "voided_at",
        "void_reason",
        "ruleset_document",
        "chip_set_document",
    )
    readonly_fields = ("ruleset_document", "chip_set_document")
    ruleset_document = as_document("ruleset", _("ruleset as announced"))
    chip_set_document = as_document("chip_set", _("chip set as announced"))


class HistoryInline(Kept, Administered, admin.TabularInline):
    model = RaceEvent
    fields = ("at_version", "action", "state", "by", "at", "device", "reason", "witness")
    readonly_fields = fields
    verbose_name_plural = _("history")

    def get_queryset(self, request: Any) -> Any:
        return super().get_queryset(request).select_related("by")

    @admin.display(description=_("version"))
    def at_version(self, event: RaceEvent) -> SafeString:
        return _link("raceevent", event.pk, str(event.version))


class TableRaceAdmin(RecordAdmin):
    list_display = (
        "table",
        "color_up",
        "event",
        "state",
        "version",
        "racers",
        "odd_chips",
        "drift",
        "taken_by",
        "state_since",
    )
    list_filter = (("color_up__event", admin.RelatedOnlyFieldListFilter), "state")
    list_select_related = ("table", "color_up__event", "taken_by")
    search_fields = ("=table__number",)
    ordering = ("-color_up", "table__number")
    inlines = (HistoryInline,)
    fields = (
        "color_up",
        "table",
        "state",
        "version",
        "state_since",
        "racers",
        "odd_chips",
        "pool",
        "drift",
        "counted_by",
        "taken_by",
        "players_document",
        "input_document",
        "result_document",
        "paid_document",
    )
    readonly_fields = ("players_document", "input_document", "result_document", "paid_document")

    @admin.display(description=_("event"))
    def event(self, race: TableRace) -> str:
        return str(race.color_up.event)


class RaceEventAdmin(RecordAdmin):
    list_display = ("at", "event", "table", "version", "action", "state", "by", "reason")
    list_filter = (
        ("race__color_up__event", admin.RelatedOnlyFieldListFilter),
        "action",
        ("by", admin.RelatedOnlyFieldListFilter),
    )
    list_select_related = ("race__table", "race__color_up__event", "by")
    search_fields = ("=race__table__number", "reason")
    date_hierarchy = "at"
    ordering = ("-at", "-id")
    fields = (
        "race",
        "version",
        "action",
        "state",
        "by",
        "at",
        "device",
        "reason",
        "witness",
        "witness_name",
        "command_id",
        "engine_version",
        "content_document",
        "players_document",
        "input_document",
        "result_document",
        "paid_document",
    )
    readonly_fields = (
        "content_document",
        "players_document",
        "input_document",
        "result_document",
        "paid_document",
    )

    @admin.display(description=_("event"))
    def event(self, event: RaceEvent) -> str:
        return str(event.race.color_up.event)

    @admin.display(description=_("table"))
    def table(self, event: RaceEvent) -> str:
        return str(event.race.table)


class ChipMovementAdmin(RecordAdmin):
    list_display = (
        "at",
        "event",
        "chips",
        "denomination",
        "from_place",
        "to_place",
        "reason",
        "seat",
        "by",
    )
    list_filter = (("event", admin.RelatedOnlyFieldListFilter), "reason", "from_place", "to_place")
    list_select_related = ("event", "by")
    date_hierarchy = "at"
    ordering = ("-at", "-id")
    fields = (
        "event",
        "color_up",
        "race",
        "race_event",
        "chip_command",
        "float",
        "chips",
        "denomination",
        "from_place",
        "to_place",
        "reason",
        "seat",
        "reverses",
        "by",
        "at",
    )


class ChipCommandAdmin(RecordAdmin):
    list_display = ("at", "event", "kind", "table", "seat", "drift", "by", "reason")
    list_filter = (("event", admin.RelatedOnlyFieldListFilter), "kind")
    list_select_related = ("event", "table", "by")
    date_hierarchy = "at"
    ordering = ("-at", "-id")
    fields = (
        *("event", "color_up", "kind", "table", "seat", "drift", "reverses", "by", "at"),
        *("device", "reason", "command_id", "engine_version"),
        *("content_document", "result_document"),
    )
    readonly_fields = ("content_document", "result_document")


class SeatingCommandAdmin(RecordAdmin):
    list_display = ("at", "event", "kind", "overridden", "by", "reason")
    list_filter = (("event", admin.RelatedOnlyFieldListFilter), "kind", "overridden")
    list_select_related = ("event", "by")
    date_hierarchy = "at"
    ordering = ("-at", "-id")
    fields = (
        *("event", "kind", "by", "at", "device", "reason", "overridden", "command_id"),
        *("content_document", "changes_document"),
    )
    readonly_fields = ("content_document", "changes_document")
    changes_document = as_document("changes", _("what it came to"))


class FloatAdmin(RecordAdmin):
    list_display = ("name", "event", "section", "carrier", "opened_at", "closed_at")
    list_filter = (("event", admin.RelatedOnlyFieldListFilter),)
    list_select_related = ("event", "section", "carrier")
    fields = (
        *("event", "name", "section", "carrier", "opened_at", "closed_at"),
        *("closed_by", "close_reason"),
    )


def _link(model: str, pk: int, text: str) -> SafeString:
    return format_html(
        '<a href="{}">{}</a>', reverse(f"admin:tournaments_{model}_change", args=[pk]), text
    )

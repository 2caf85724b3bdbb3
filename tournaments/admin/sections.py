"""Sections of an event: named and led here; which tables belong to them is said on the floor."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.admin.base import OfEventForm, RoomAdmin, said_once
from tournaments.models import Section, User
from tournaments.ranges import write_ranges


class SectionForm(OfEventForm):
    """A lead is somebody with a role: others do not even know that there is an event."""

    lead = forms.ModelChoiceField(
        User.objects.exclude(role="").order_by("username"), label=_("lead"), required=False
    )

    class Meta:
        model = Section
        fields = ("event", "name", "lead")
        error_messages = said_once(_("Another section of the event has this name already."))


class SectionAdmin(RoomAdmin):
    """Sections.  One for which a float was carried stays, and its tables are paid from it: they are
    only read here."""

    form = SectionForm
    list_display = ("event", "name", "lead", "table_count")
    list_display_links = ("name",)
    list_filter = (("event", admin.RelatedOnlyFieldListFilter),)
    list_select_related = ("event", "lead")
    search_fields = ("name",)
    ordering = ("event", "name")
    kept = _("A float was carried for this section. Its record stays, and so does the section.")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Section]:
        return super().get_queryset(request).annotate(count_of_tables=Count("tables"))

    def get_fields(self, request: HttpRequest, obj: Section | None = None) -> tuple[str, ...]:
        return SectionForm.Meta.fields if obj is None else (*SectionForm.Meta.fields, "tables")

    def get_readonly_fields(
        self, request: HttpRequest, obj: Section | None = None
    ) -> tuple[str, ...]:
        return () if obj is None else ("event", "tables")

    def kept_because(self, obj: Any) -> str:
        return str(self.kept) if obj.floats.exists() else ""

    @admin.display(description=_("tables"), ordering="count_of_tables")
    def table_count(self, section: Section) -> int:
        return section.count_of_tables

    @admin.display(description=_("tables"))
    def tables(self, section: Section) -> str:
        return write_ranges(section.tables.values_list("number", flat=True)) or "–"

"""What an event starts with and how it goes on: starting stacks and levels."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import BigIntegerField
from django.db.models import Field as ModelField
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from colorup.formats.break_text import named_denominations
from tournaments.admin.base import (
    Administered,
    OfEventForm,
    OnceFormSet,
    RoomAdmin,
    said_once,
)
from tournaments.models import Level, StartingStack
from tournaments.models.chips import LARGEST_VALUE

LEVEL_FIELDS = (
    "row",
    "kind",
    "small_blind",
    "big_blind",
    "ante",
    "minutes",
    "color_up",
    "note",
)


class LevelForm(OfEventForm):
    """A row of the structure; the chips that a break's note names are read from the note."""

    class Meta:
        model = Level
        fields = LEVEL_FIELDS
        error_messages = said_once(_("Another row has this number already."))

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        is_break = self.cleaned_data.get("kind") == Level.Kind.BREAK
        if is_break and {"note", "kind"} & set(self.changed_data):
            named = named_denominations(self.cleaned_data.get("note", ""))
            self.instance.denominations = list(named)
        return cleaned


class StackForm(forms.ModelForm):
    class Meta:
        model = StartingStack
        fields = ("denomination", "chips")
        error_messages = said_once(_("Another line has this denomination already."))


class RowFormSet(OnceFormSet):
    once = "row"


class StackFormSet(OnceFormSet):
    once = "denomination"


class Numbers:
    """Form fields that refuse numbers below `least` with a sentence of their own."""

    least = 0

    def formfield_for_dbfield(
        self, db_field: ModelField, request: HttpRequest, **kwargs: Any
    ) -> forms.Field | None:
        if isinstance(db_field, BigIntegerField):
            kwargs |= {"min_value": self.least, "max_value": LARGEST_VALUE}
        field: forms.Field | None = super().formfield_for_dbfield(db_field, request, **kwargs)
        return field


class StackInline(Numbers, Administered, admin.TabularInline):
    model = StartingStack
    form = StackForm
    formset = StackFormSet
    fields = ("denomination", "chips")
    extra = 0
    least = 1


class LevelInline(Numbers, Administered, admin.TabularInline):
    model = Level
    form = LevelForm
    formset = RowFormSet
    fields = LEVEL_FIELDS
    extra = 0


class LevelAdmin(Numbers, RoomAdmin):
    """The rows of all structures, for those too long for their event's own page."""

    form = LevelForm
    list_display = ("event", *LEVEL_FIELDS)
    list_display_links = ("row",)
    list_filter = (("event", admin.RelatedOnlyFieldListFilter), "kind")
    list_select_related = ("event",)
    search_fields = ("note",)
    fields = ("event", *LEVEL_FIELDS)
    ordering = ("event", "row")

    def get_readonly_fields(
        self, request: HttpRequest, obj: Level | None = None
    ) -> tuple[str, ...]:
        return ("event",) if obj else ()

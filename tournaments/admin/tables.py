"""Tables and who is believed to sit at them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from colorup.engine.lifecycle import State
from tournaments.admin.base import (
    Administered,
    OfEventForm,
    OnceFormSet,
    RoomAdmin,
    said_once,
)
from tournaments.models import Seat, Table

HOLDING = (State.COUNTED, State.DEALT)
"""The states of a race in which the table and its seats stay as they were counted."""


def is_held(table: Table | None) -> bool:
    """Whether a race that is counted and not yet confirmed holds the table."""
    if table is None or table.pk is None:
        return False
    return table.races.filter(state__in=[state.value for state in HOLDING]).exists()


class TableForm(OfEventForm):
    class Meta:
        model = Table
        fields = ("event", "number", "name", "seat_count", "button", "broken_at")
        error_messages = said_once(_("Another table of the event has this number already."))

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        button, seats = self.cleaned_data.get("button"), self.instance.seat_count
        if "seat_count" in self.fields:
            seats = self.cleaned_data.get("seat_count")
        if button is not None and seats is not None and not 1 <= button <= seats:
            self.add_error(
                "button",
                gettext("The button is at one of the seats 1 to %(seats)s.") % {"seats": seats},
            )
        return cleaned


class SeatForm(forms.ModelForm):
    class Meta:
        model = Seat
        fields = ("number", "player")
        error_messages = said_once(_("Another line has this seat already."))


class SeatFormSet(OnceFormSet):
    """The seats of a table; none beyond the table's last."""

    once = "number"

    def clean(self) -> None:
        super().clean()
        seats = self.instance.seat_count
        for form, number in self.staying():
            if number and number > seats:
                form.add_error(
                    "number", gettext("The table has seats 1 to %(seats)s.") % {"seats": seats}
                )


class SeatInline(Administered, admin.TabularInline):
    model = Seat
    form = SeatForm
    formset = SeatFormSet
    fields = ("number", "player")
    extra = 0

    def has_add_permission(self, request: HttpRequest, obj: Table | None = None) -> bool:
        return super().has_add_permission(request, obj) and not is_held(obj)

    def has_change_permission(self, request: HttpRequest, obj: Table | None = None) -> bool:
        return super().has_change_permission(request, obj) and not is_held(obj)

    def has_delete_permission(self, request: HttpRequest, obj: Table | None = None) -> bool:
        return super().has_delete_permission(request, obj) and not is_held(obj)


class TableAdmin(RoomAdmin):
    """Tables.  While a race holds one, its seats are only read here."""

    form = TableForm
    list_display = ("event", "number", "name", "seat_count", "players", "button", "broken_at")
    list_display_links = ("number",)
    list_filter = (
        ("event", admin.RelatedOnlyFieldListFilter),
        ("broken_at", admin.EmptyFieldListFilter),
    )
    list_select_related = ("event",)
    search_fields = ("=number", "name", "seats__player")
    ordering = ("event", "number")
    inlines = (SeatInline,)
    kept = _("This table has races. Their record stays, and so does the table.")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        return super().get_queryset(request).annotate(count_of_players=Count("seats"))

    def get_fieldsets(self, request: HttpRequest, obj: Table | None = None) -> Any:
        held = _("A race is counted here and not yet confirmed: seats stay as they were counted.")
        options = {"description": held} if is_held(obj) else {}
        return ((None, {"fields": TableForm.Meta.fields, **options}),)

    def get_readonly_fields(
        self, request: HttpRequest, obj: Table | None = None
    ) -> tuple[str, ...]:
        if obj is None:
            return ()
        return ("event", "seat_count", "broken_at") if is_held(obj) else ("event",)

    @admin.display(description=_("players"))
    def players(self, table: Table) -> int:
        return table.count_of_players

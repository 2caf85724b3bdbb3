"""Chip sets with their chips drawn."""

from __future__ import annotations

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.admin.base import Administered, OnceFormSet, RoomAdmin, said_once
from tournaments.drawing.chip import hex_color
from tournaments.models import ChipSet, Denomination
from tournaments.templatetags.floor import chip

DRAWN = 56


class DenominationForm(forms.ModelForm):
    """A line of a chip set.  The colour may be written as people say it: "green"."""

    colour = forms.CharField(
        label=_("Colour"),
        max_length=20,
        help_text=_("A name such as green or burgundy, or red, green and blue, like #1f7a3d."),
    )

    class Meta:
        model = Denomination
        fields = ("value", "label", "colour", "owned")
        error_messages = said_once(_("Another line has this value already."))

    def clean_colour(self) -> str:
        written = self.cleaned_data["colour"]
        colour = hex_color(written)
        if colour is None:
            raise forms.ValidationError(
                gettext("“%(colour)s” is no colour: write a name such as green, or #1f7a3d.")
                % {"colour": written}
            )
        return colour


class DenominationFormSet(OnceFormSet):
    once = "value"


class DenominationInline(Administered, admin.TabularInline):
    model = Denomination
    form = DenominationForm
    formset = DenominationFormSet
    fields = ("drawn", "value", "label", "colour", "owned")
    readonly_fields = ("drawn",)
    extra = 0

    @admin.display(description=_("chip"))
    def drawn(self, denomination: Denomination) -> SafeString | str:
        if denomination.pk is None:
            return ""
        return chip(denomination.value, denomination.colour, DRAWN)


class ChipSetAdmin(RoomAdmin):
    """The sets of chips that the room owns."""

    list_display = ("name", "chips", "used_by")
    search_fields = ("name",)
    inlines = (DenominationInline,)
    kept = _("Events play with this chip set, so it stays.")

    def get_queryset(self, request: HttpRequest) -> QuerySet[ChipSet]:
        return super().get_queryset(request).prefetch_related("denominations", "events")

    @admin.display(description=_("chips"))
    def chips(self, chip_set: ChipSet) -> SafeString:
        return format_html_join(
            " ",
            "{}",
            ((chip(one.value, one.colour, DRAWN),) for one in chip_set.denominations.all()),
        )

    @admin.display(description=_("events"))
    def used_by(self, chip_set: ChipSet) -> int:
        return len(chip_set.events.all())

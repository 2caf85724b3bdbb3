"""The forms of a new event: where it comes from, and what people choose beside it."""

from __future__ import annotations

from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from colorup.engine.presets import DEFAULT_SLUG, PRESETS
from colorup.engine.problems import Problems
from colorup.formats.numbers import whole_number
from colorup.formats.tournament_file import TournamentFile
from colorup.formats.worksheet import Look
from tournaments.imports import FILE_LIMIT, open_upload
from tournaments.models import ChipSet, Event, HouseRuleset, Language
from tournaments.models.chips import LARGEST_VALUE
from tournaments.models.events import MOST_SEATS
from tournaments.sentences import say, say_shipped

TEXT_LIMIT = 200_000
"""In characters: a pasted draw of a thousand full tables takes as much."""

MOST_TABLES = 1_000
FEWEST_SEATS = 2


class FileForm(forms.Form):
    """A file from a tournament clock; its cleaned value is what was read of it."""

    file = forms.FileField(
        label=_("File"),
        error_messages={
            "required": _("Choose a file first."),
            "empty": _("The file is empty."),
        },
    )

    def clean_file(self) -> TournamentFile | Look:
        upload: UploadedFile = self.cleaned_data["file"]
        name = upload.name or "?"
        if (upload.size or 0) > FILE_LIMIT:
            raise ValidationError(
                _("%(name)s is larger than %(megabytes)s MB, and no save of an event is."),
                params={"name": name, "megabytes": FILE_LIMIT // 1_000_000},
            )
        return _opened(upload.read(), name)


class TextForm(forms.Form):
    """Lines that somebody pasted; their cleaned value is what was read of them."""

    text = forms.CharField(
        label=_("Text"),
        strip=False,
        max_length=TEXT_LIMIT,
        widget=forms.Textarea(attrs={"rows": 9, "spellcheck": "false", "autocomplete": "off"}),
        error_messages={"required": _("Paste or type the lines first.")},
    )

    def clean_text(self) -> TournamentFile | Look:
        return _opened(self.cleaned_data["text"].encode(), gettext("The text"))


class ChoicesForm(forms.Form):
    """What a file does not say of an event; `file` None where there is no file."""

    name = forms.CharField(label=_("Name of the event"), max_length=150)
    chips = forms.CharField(
        label=_("Chips in use"),
        help_text=_(
            "Their values, for example 25, 100, 500, 1000. Written here, they replace the chip set."
        ),
        required=False,
        max_length=200,
    )
    chip_set = forms.ModelChoiceField(
        ChipSet.objects.all(),
        label=_("Chip set"),
        required=False,
        error_messages={"invalid_choice": _("This chip set is gone: choose another one.")},
    )
    ruleset = forms.ChoiceField(label=_("Ruleset"))
    language = forms.ChoiceField(label=_("Language of announcements"), choices=Language)
    time_zone = forms.ChoiceField(label=_("Time zone"))

    def __init__(self, *args: Any, file: TournamentFile | None = None, **kwargs: Any) -> None:
        defaults = {**_defaults(file), **kwargs.pop("initial", {})}
        super().__init__(*args, initial=defaults, **kwargs)
        if file and file.denominations:
            del self.fields["chips"]
            self.fields["chip_set"].empty_label = _("The chips of the file")
        else:
            self.fields["chip_set"].empty_label = _("The chips that are written above")
        self.fields["ruleset"].choices = _rulesets()
        self.fields["time_zone"].choices = [(one, one) for one in _time_zones()]

    def clean_chips(self) -> tuple[int, ...]:
        """The values, as people write them: ``25, 100, 500`` or ``25/100/500``."""
        typed = self.cleaned_data["chips"].replace("/", ",").replace(";", ",")
        words = [word.strip() for word in typed.split(",") if word.strip()]
        if len(words) == 1:
            words = words[0].split()
        values = {word: whole_number(word) for word in words}
        wrong = [
            ValidationError(_("“%(word)s” is not the value of a chip."), params={"word": word})
            for word, value in values.items()
            if not value or value > LARGEST_VALUE
        ]
        if wrong:
            raise ValidationError(wrong)
        return tuple(sorted({value for value in values.values() if value}))

    def clean(self) -> dict[str, Any]:
        """Values that were written count before a set, which may only be the last event's."""
        chosen = super().clean() or self.cleaned_data
        chips, stored = chosen.get("chips"), chosen.get("chip_set")
        if chips and stored and set(chips) != {one.value for one in stored.denominations.all()}:
            chosen["chip_set"] = None
        return chosen


class WholeNumberField(forms.CharField):
    """A whole number as people write it, within bounds; its cleaned value is an integer."""

    widget = forms.TextInput(
        attrs={"inputmode": "numeric", "autocomplete": "off", "class": "number"}
    )

    def __init__(self, *, least: int, most: int, **kwargs: Any) -> None:
        super().__init__(max_length=20, **kwargs)
        self.least, self.most = least, most

    def clean(self, value: Any) -> int:
        typed = super().clean(value)
        number = whole_number(typed)
        if number is None or not self.least <= number <= self.most:
            raise ValidationError(
                _("A whole number from %(least)s to %(most)s is needed here."),
                params={"least": self.least, "most": self.most},
            )
        return number


class HandForm(ChoicesForm):
    """An event without a file: its choices, and how many tables of how many seats it has."""

    tables = WholeNumberField(label=_("Tables"), least=0, most=MOST_TABLES, initial="1")
    seats = WholeNumberField(
        label=_("Seats at each table"), least=FEWEST_SEATS, most=MOST_SEATS, initial="9"
    )

    field_order = (
        "name",
        "chips",
        "chip_set",
        "tables",
        "seats",
        "ruleset",
        "language",
        "time_zone",
    )


CHOICES = tuple(ChoicesForm.base_fields)


def chips_chosen(choices: ChoicesForm, file: TournamentFile) -> tuple[int, ...] | ChipSet | None:
    """The chips that a form chooses as it stands, right or wrong in its other fields.

    A stored set, the values that were written, or None where nothing is chosen yet.
    """
    if choices.is_bound:
        choices.is_valid()
        chosen = choices.cleaned_data
        return chosen.get("chip_set") or chosen.get("chips") or None
    again = ChoicesForm(
        {name: choices[name].value() for name in ("chips", "chip_set") if name in choices.fields},
        file=file,
    )
    again.is_valid()
    return again.cleaned_data.get("chip_set") or again.cleaned_data.get("chips") or None


def _opened(content: bytes, name: str) -> TournamentFile | Look:
    try:
        return open_upload(content, name)
    except Problems as problems:
        raise ValidationError([say(one.message) for one in problems]) from problems


def _defaults(file: TournamentFile | None) -> dict[str, Any]:
    today = date_format(timezone.localdate(), "j F Y")
    length = Event._meta.get_field("name").max_length
    language = (get_language() or "").partition("-")[0]
    title = file.title if file else ""
    named = title or gettext("Tournament of %(date)s") % {"date": today}
    defaults: dict[str, Any] = {
        "name": named[:length],
        "ruleset": DEFAULT_SLUG,
        "language": language if language in Language.values else Language.ENGLISH,
        "time_zone": settings.TIME_ZONE,
    }
    if file is None or not file.denominations:
        # Most rooms own one set of chips, and the last event used it.
        defaults["chip_set"] = Event.objects.values_list("chip_set", flat=True).first()
    return defaults


@cache
def _time_zones() -> tuple[str, ...]:
    """Every name of the time-zone database, which is read from the disk."""
    return tuple(sorted(available_timezones()))


def _rulesets() -> list[tuple[Any, Any]]:
    shipped = [(preset.slug, say_shipped(preset.name)) for preset in PRESETS.values()]
    house = list(HouseRuleset.objects.values_list("slug", "name"))
    if not house:
        return shipped
    return [(_("House rulesets"), house), (_("Shipped rulesets"), shipped)]

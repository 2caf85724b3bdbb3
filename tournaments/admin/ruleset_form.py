"""The form of a house ruleset: each option in words, and who says so in its base."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from colorup.engine.presets import DEFAULT_SLUG, PRESETS, Preset
from colorup.engine.problems import Message, Problem, Problems
from colorup.engine.ruleset import OPTIONS, WHEN_LENGTH, Option, make_ruleset
from colorup.wording.options import SENTENCES
from tournaments.models import Event, HouseRuleset
from tournaments.sentences import say

PREFIX = "option_"
FIRST = (
    "procedure",
    "first_seat",
    "pool_rounding",
    "last_chip",
    "award_limit",
    "surplus",
    "rescue_source",
    "rescue_chip",
)
"""The options that decide who gets a chip; the others say how the room works around them."""

PLACE_OF_COMBINATION = {
    "bad_option.holder_half_rounding": "pool_rounding",
    "bad_option.holder_half_winner_takes_all": "award_limit",
    "bad_option.holder_half_second_round": "surplus",
    "bad_option.pool_first_lowest": "rescue_chip",
}
"""At which option the sentence of a refused combination stands."""


@dataclass(frozen=True, slots=True)
class SaidOption:
    """One option of a shipped ruleset in words."""

    name: str
    label: str
    meaning: str
    says: str
    is_house_choice: bool


def said_options(preset: Preset) -> tuple[SaidOption, ...]:
    """Every option of a shipped ruleset, in the active language."""
    return tuple(
        SaidOption(
            name,
            say(Message(f"option.{name}")),
            meaning(name, value),
            capfirst(say(Message(preset.says[name]))),
            preset.says[name] == "house",
        )
        for name, value in preset.ruleset.as_dict().items()
    )


def meaning(name: str, value: str | int) -> str:
    """What an option's value means; free text is its own meaning."""
    if not OPTIONS[name].choices:
        return str(value)
    return say(Message(f"option.{name}.{value}"))


def base_of(house: HouseRuleset) -> Preset:
    """The shipped ruleset it was copied from; the default where that one is shipped no more."""
    return PRESETS.get(house.base) or PRESETS[DEFAULT_SLUG]


def _field(option: Option) -> forms.Field:
    label = gettext_lazy(str(SENTENCES[f"option.{option.name}"]))
    if not option.choices:
        return forms.CharField(label=label, max_length=WHEN_LENGTH)
    words = [
        (value, gettext_lazy(str(SENTENCES[f"option.{option.name}.{value}"])))
        for value in option.choices
    ]
    return forms.TypedChoiceField(label=label, choices=words, coerce=type(option.default))


class _OptionsForm(forms.ModelForm):
    """Name, slug and all options of a house ruleset; only what differs from its base is stored."""

    class Meta:
        model = HouseRuleset
        fields = ("name", "slug")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.preset = base_of(self.instance)
        shipped = self.preset.ruleset.as_dict()
        own = self.instance.changes if isinstance(self.instance.changes, dict) else {}
        for name, value in shipped.items():
            field = self.fields.get(PREFIX + name)
            if field is not None:
                field.initial = own.get(name, value)
                field.help_text = self._who_says_so(name, value)

    def _who_says_so(self, name: str, value: str | int) -> SafeString:
        house = self.preset.says[name] == "house"
        return format_html(
            '{}: {} – <span class="{}">{}{}</span>',
            self.preset.name,
            meaning(name, value),
            "says house" if house else "says",
            "★ " if house else "",
            say(Message(self.preset.says[name])),
        )

    def clean_slug(self) -> str:
        slug: str = self.cleaned_data["slug"]
        kept = self.initial.get("slug")
        if kept and kept != slug and Event.objects.filter(ruleset=kept).exists():
            raise forms.ValidationError(
                gettext("Events use this ruleset under the slug “%(slug)s”, so it stays.")
                % {"slug": kept}
            )
        return slug

    def clean(self) -> None:
        super().clean()
        chosen = {
            name: self.cleaned_data[PREFIX + name]
            for name in OPTIONS
            if PREFIX + name in self.cleaned_data
        }
        self.instance.base, self.instance.changes = self.preset.slug, {}
        try:
            ruleset = make_ruleset(self.preset.ruleset, chosen)
        except Problems as problems:
            for one in problems:
                self.add_error(_place(one), say(one.message))
        else:
            self.instance.changes = ruleset.changes_from(self.preset.ruleset)


def _place(problem: Problem) -> str:
    option = PLACE_OF_COMBINATION.get(problem.key) or problem.values.get("option", "when")
    return f"{PREFIX}{option}"


HouseRulesetForm = type(
    "HouseRulesetForm",
    (_OptionsForm,),
    {"__module__": __name__, **{PREFIX + name: _field(one) for name, one in OPTIONS.items()}},
)

OPTION_FIELDSETS = (
    (_("Who gets a chip"), {"fields": tuple(PREFIX + name for name in FIRST)}),
    (
        _("How the room works"),
        {"fields": tuple(PREFIX + name for name in OPTIONS if name not in FIRST)},
    ),
)

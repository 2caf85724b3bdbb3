"""The house's own rulesets, and what a colour-up keeps of the one it was announced under.

The shipped rulesets live in `colorup.engine.presets` only; an event names a preset or a house
ruleset by its slug.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from colorup.engine.presets import PRESETS, Preset
from colorup.engine.problems import Problems, problem
from colorup.engine.ruleset import Ruleset, make_ruleset
from colorup.wording import say_problem


@dataclass(frozen=True, slots=True)
class ChosenRuleset:
    """A ruleset under which tables race: a preset, or a house ruleset on top of one."""

    slug: str
    name: str
    base: Preset
    ruleset: Ruleset

    @property
    def changes(self) -> dict[str, str | int]:
        """The options that differ from the base preset's."""
        return self.ruleset.changes_from(self.base.ruleset)

    def with_changes(self, changes: Mapping[str, object]) -> ChosenRuleset:
        """The same with single options chosen otherwise for one colour-up.

        Raises `Problems` (``bad_option``).
        """
        return ChosenRuleset(self.slug, self.name, self.base, make_ruleset(self.ruleset, changes))

    def as_document(self) -> dict[str, Any]:
        """What a colour-up keeps: every option's value, and whether source or house says so.

        ``{"slug", "name", "base", "source", "options": {…}, "says": {option: "source"|"house"}}``
        """
        changed = self.changes.keys()
        return {
            "slug": self.slug,
            "name": self.name,
            "base": self.base.slug,
            "source": self.base.source,
            "options": self.ruleset.as_dict(),
            "says": {
                option: "house" if option in changed else says
                for option, says in self.base.says.items()
            },
        }


class HouseRuleset(models.Model):
    """A preset with options changed by the house; the changes are options of RULES.md by name."""

    name = models.CharField(_("name"), max_length=100)
    slug = models.SlugField(_("slug"), max_length=60, unique=True)
    base = models.CharField(
        _("copied from"), max_length=60, help_text=_("The preset that this ruleset starts from.")
    )
    changes = models.JSONField(
        _("changed options"),
        default=dict,
        blank=True,
        help_text=_("Option and value, for example {“pool_rounding”: “up”}."),
    )

    class Meta:
        verbose_name = _("house ruleset")
        verbose_name_plural = _("house rulesets")
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Raises `ValidationError` with every problem of slug, base and options at once."""
        errors: dict[str, list[str]] = {}
        if self.slug in PRESETS:
            errors["slug"] = [gettext("A shipped ruleset has this slug already.")]
        if self.base not in PRESETS:
            errors["base"] = [gettext("There is no shipped ruleset of this name.")]
        elif not isinstance(self.changes, dict):
            errors["changes"] = [gettext("The changed options are pairs of an option and a value.")]
        else:
            try:
                self.chosen()
            except Problems as problems:
                errors["changes"] = [say_problem(one) for one in problems]
        if errors:
            raise ValidationError(errors)

    def chosen(self) -> ChosenRuleset:
        """The ruleset with all its options; raises `Problems` (``bad_option``)."""
        base = PRESETS[self.base]
        return ChosenRuleset(self.slug, self.name, base, make_ruleset(base.ruleset, self.changes))


def find_ruleset(slug: str) -> ChosenRuleset:
    """The preset or house ruleset with this slug; raises `Problems` (``unknown_ruleset``)."""
    if preset := PRESETS.get(slug):
        return ChosenRuleset(preset.slug, preset.name, preset, preset.ruleset)
    house = HouseRuleset.objects.filter(slug=slug).first()
    if house is None or house.base not in PRESETS:
        raise Problems([problem("unknown_ruleset", value=slug)])
    return house.chosen()

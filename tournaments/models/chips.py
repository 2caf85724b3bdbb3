"""The chips a room owns."""

from __future__ import annotations

from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

LARGEST_VALUE = 10**12


class ChipSet(models.Model):
    """The denominations that are used together, such as a club's tournament set."""

    name = models.CharField(_("name"), max_length=100, unique=True)

    class Meta:
        verbose_name = _("chip set")
        verbose_name_plural = _("chip sets")
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name

    def as_document(self) -> dict[str, Any]:
        """As a colour-up keeps it: ``{"name", "chips": [{"value", "label", "colour"}]}``."""
        return {
            "name": self.name,
            "chips": [
                {"value": one.value, "label": one.label, "colour": one.colour}
                for one in self.denominations.all()
            ],
        }


class Denomination(models.Model):
    """One kind of chip of a set: its value in units of play and its look."""

    chip_set = models.ForeignKey(
        ChipSet, models.CASCADE, related_name="denominations", verbose_name=_("chip set")
    )
    value = models.BigIntegerField(
        _("value"), validators=[MinValueValidator(1), MaxValueValidator(LARGEST_VALUE)]
    )
    label = models.CharField(_("label"), max_length=40, blank=True)
    colour = models.CharField(
        _("colour"),
        max_length=7,
        default="#808080",
        validators=[RegexValidator(r"\A#[0-9a-fA-F]{6}\Z", _("A colour is written like #1f7a3d."))],
        help_text=_("Red, green and blue, like #1f7a3d."),
    )
    owned = models.BigIntegerField(
        _("owned"),
        null=True,
        blank=True,
        validators=[MinValueValidator(0)],
        help_text=_("How many chips of it the room owns; empty where nobody has counted."),
    )

    class Meta:
        verbose_name = _("denomination")
        verbose_name_plural = _("denominations")
        ordering = ("value",)
        constraints = (
            models.UniqueConstraint(
                fields=("chip_set", "value"), name="denomination_once_in_a_chip_set"
            ),
            models.CheckConstraint(
                condition=models.Q(value__gte=1, value__lte=LARGEST_VALUE),
                name="denomination_value_in_range",
            ),
            models.CheckConstraint(
                condition=models.Q(owned__isnull=True) | models.Q(owned__gte=0),
                name="denomination_owned_not_negative",
            ),
        )

    def __str__(self) -> str:
        return f"{self.value} {self.label}".rstrip()

"""The chips that one floor person, or the people of one section, carry from table to table."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Event
from tournaments.models.sections import Section
from tournaments.querysets import FloatQuerySet


class Float(models.Model):
    """A stock of chips between the bank and the tables.

    What is on it follows from the movements that name it; here stands only whose it is and how it
    ended.  `close_reason` is given where it was closed although chips were missing or too many.
    """

    event = models.ForeignKey(Event, models.PROTECT, related_name="floats", verbose_name=_("event"))
    name = models.CharField(_("name"), max_length=60)
    section = models.ForeignKey(
        Section,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="floats",
        verbose_name=_("section"),
    )
    carrier = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="floats",
        verbose_name=_("carried by"),
    )
    opened_at = models.DateTimeField(_("opened at"))
    open_id = models.CharField(_("id of the opening"), max_length=64)

    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="closed_floats",
        verbose_name=_("closed by"),
    )
    close_reason = models.TextField(_("reason at the closing"), blank=True, default="")

    objects = FloatQuerySet.as_manager()

    class Meta:
        verbose_name = _("float")
        verbose_name_plural = _("floats")
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(fields=("event", "open_id"), name="float_opened_once"),
            models.UniqueConstraint(
                fields=("section",),
                condition=models.Q(closed_at__isnull=True),
                name="float_open_once_in_a_section",
            ),
            models.UniqueConstraint(
                fields=("event", "carrier"),
                condition=models.Q(closed_at__isnull=True),
                name="float_open_once_with_a_person",
            ),
            models.CheckConstraint(
                condition=models.Q(closed_at__isnull=False)
                | models.Q(section__isnull=False)
                | models.Q(carrier__isnull=False),
                name="float_open_is_somebodys",
            ),
            models.CheckConstraint(
                condition=models.Q(closed_at__isnull=True, closed_by__isnull=True, close_reason="")
                | models.Q(closed_at__isnull=False, closed_by__isnull=False),
                name="float_closed_by_somebody",
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def is_open(self) -> bool:
        return self.closed_at is None

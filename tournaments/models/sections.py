"""A large room is walked by several people: each section of tables has its lead."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Event


class Section(models.Model):
    """Some of an event's tables, and who leads there, where that is decided.

    A table is in one section at most; a small room has none.
    """

    event = models.ForeignKey(
        Event, models.CASCADE, related_name="sections", verbose_name=_("event")
    )
    name = models.CharField(_("name"), max_length=40)
    lead = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="sections",
        verbose_name=_("lead"),
    )

    class Meta:
        verbose_name = _("section")
        verbose_name_plural = _("sections")
        ordering = ("name", "id")
        constraints = (
            models.UniqueConstraint(fields=("event", "name"), name="section_name_once_in_an_event"),
        )

    def __str__(self) -> str:
        return self.name

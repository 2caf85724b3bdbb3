"""Who sits where, as it changed: every command that moved players, tables or buttons."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Event
from tournaments.models.record import AppendOnly
from tournaments.querysets import AppendOnlyQuerySet


class SeatingCommand(AppendOnly):
    """One applied command about the seats of a running event.

    `content` is the command as it was sent and `content_digest` its SHA-256, so that a command sent
    again is recognised.  `changes` is what it came to, each as
    `tournaments.workflow.changes.Change.as_document` writes it.  `overridden` says that a director
    went against a rule, for the reason given.
    """

    class Kind(models.TextChoices):
        MOVE = "move", _("player moved")
        BUST = "bust", _("player out")
        BREAK = "break", _("table broken")
        TABLE = "table", _("table added")
        ENTRY = "entry", _("late entry")
        BUTTON = "button", _("button set")
        UPDATE = "update", _("updated from a file")

    event = models.ForeignKey(
        Event, models.PROTECT, related_name="seating_commands", verbose_name=_("event")
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="seating_commands",
        verbose_name=_("done by"),
    )
    at = models.DateTimeField(_("time"))
    device = models.CharField(_("device"), max_length=100, blank=True, default="")
    reason = models.TextField(_("reason"), blank=True, default="")
    overridden = models.BooleanField(_("against a rule"), default=False)

    command_id = models.CharField(_("id of the command"), max_length=64)
    content = models.JSONField(_("command as it was sent"))
    content_digest = models.CharField(_("digest of the command"), max_length=64)
    changes = models.JSONField(_("what it came to"))

    objects = AppendOnlyQuerySet["SeatingCommand"].as_manager()

    class Meta:
        verbose_name = _("seating command")
        verbose_name_plural = _("seating commands")
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(fields=("event", "command_id"), name="seating_command_once"),
            models.CheckConstraint(
                condition=models.Q(overridden=False) | ~models.Q(reason=""),
                name="seating_override_has_a_reason",
            ),
        )

    def __str__(self) -> str:
        return f"{self.event_id} {self.pk}: {self.kind}"

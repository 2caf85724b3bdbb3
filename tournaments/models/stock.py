"""How many chips a room has for one event, where somebody said so for the event itself."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.chips import LARGEST_VALUE
from tournaments.models.events import Event


class Stock(models.Model):
    """How many chips of one denomination there are for an event.

    Where `counted_after` is null, they are all that the room owns for it, and hold instead of what
    the chip set says.  Else they lay in the bank when it was counted, and `counted_after` is the id
    of the event's last movement before (0: there was none).
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="stock", verbose_name=_("event"))
    denomination = models.BigIntegerField(_("denomination"))
    chips = models.BigIntegerField(_("chips"))
    counted_after = models.BigIntegerField(_("counted after movement"), null=True, blank=True)

    class Meta:
        verbose_name = _("stock of an event")
        verbose_name_plural = _("stocks of events")
        ordering = ("denomination",)
        constraints = (
            models.UniqueConstraint(
                fields=("event", "denomination"), name="stock_denomination_once"
            ),
            models.CheckConstraint(
                condition=models.Q(
                    denomination__gte=1, denomination__lte=LARGEST_VALUE, chips__gte=0
                ),
                name="stock_not_negative",
            ),
        )

    def __str__(self) -> str:
        return f"{self.chips} × {self.denomination}"

"""Where chips are: every movement of chips between bank, floats, play and out of play."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.chips import LARGEST_VALUE
from tournaments.models.colorups import ColorUp, RaceEvent, TableRace
from tournaments.models.events import Event, Table
from tournaments.models.floats import Float
from tournaments.models.record import AppendOnly
from tournaments.querysets import ChipCommandQuerySet, ChipMovementQuerySet


class Place(models.TextChoices):
    """The accounts of custody.  *In play* is one account per event, not one per table."""

    BANK = "bank", _("bank")
    FLOAT = "float", _("float")
    IN_PLAY = "in_play", _("in play")
    OUT_OF_PLAY = "out_of_play", _("out of play")


class Reason(models.TextChoices):
    """Why chips moved."""

    ISSUE = "issue", _("issue")
    EXCHANGE = "exchange", _("exchange")
    ODD_IN = "odd_in", _("odd chips collected")
    AWARD = "award", _("award")
    RESCUE = "rescue", _("rescue")
    COLLECTOR = "collector", _("collector’s settlement")
    LATE = "late", _("late chips")
    ARRIVAL = "arrival", _("arrival")
    DISCRETIONARY = "discretionary", _("discretionary colour-up")
    FLOAT = "float", _("float")
    ADJUSTMENT = "adjustment", _("adjustment")
    REVERSAL = "reversal", _("reversal")


class ChipCommand(AppendOnly):
    """One applied command about chips that belongs to the event and not to a table's race.

    `content` is the command as it was sent and `content_digest` its SHA-256, so that a command sent
    again is recognised.  `result` is what the rules made of it: of late chips ``{"rule", "in_play",
    "pays", "unpaid"}``, of an exchange ``{"value"}``, of a reversal nothing.  `drift` (value) is
    what its movements sum to.  A reversal names the command it takes back; each is taken back once.
    """

    class Kind(models.TextChoices):
        LATE = "late", _("late chips")
        EXCHANGE = "exchange", _("one-player exchange")
        ARRIVAL = "arrival", _("arrival")
        ISSUE = "issue", _("stack of a late entry")
        FLOAT = "float", _("float")
        REVERSAL = "reversal", _("reversal")

    event = models.ForeignKey(
        Event, models.PROTECT, related_name="chip_commands", verbose_name=_("event")
    )
    color_up = models.ForeignKey(
        ColorUp,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="chip_commands",
        verbose_name=_("colour-up"),
    )
    table = models.ForeignKey(
        Table,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="chip_commands",
        verbose_name=_("table"),
    )
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="chip_commands",
        verbose_name=_("done by"),
    )
    at = models.DateTimeField(_("time"))
    device = models.CharField(_("device"), max_length=100, blank=True, default="")
    reason = models.TextField(_("reason"), blank=True, default="")

    command_id = models.CharField(_("id of the command"), max_length=64)
    content = models.JSONField(_("command as it was sent"))
    content_digest = models.CharField(_("digest of the command"), max_length=64)

    result = models.JSONField(_("result"), null=True)
    drift = models.BigIntegerField(_("change of value"))
    reverses = models.OneToOneField(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="reversed_by",
        verbose_name=_("takes back"),
    )
    engine_version = models.CharField(_("engine"), max_length=40)

    objects = ChipCommandQuerySet.as_manager()

    class Meta:
        verbose_name = _("chip command")
        verbose_name_plural = _("chip commands")
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(fields=("event", "command_id"), name="chip_command_once"),
            models.CheckConstraint(
                condition=models.Q(kind="late", color_up__isnull=False, drift__lte=0)
                | models.Q(kind__in=["exchange", "issue", "float"], drift=0)
                | models.Q(kind="arrival", color_up__isnull=False)
                | models.Q(kind="reversal"),
                name="chip_command_drift_of_its_kind",
            ),
            models.CheckConstraint(
                condition=models.Q(seat__isnull=True) | models.Q(table__isnull=False),
                name="chip_command_seat_at_a_table",
            ),
            models.CheckConstraint(
                condition=(models.Q(kind="reversal", reverses__isnull=False) & ~models.Q(reason=""))
                | (~models.Q(kind="reversal") & models.Q(reverses__isnull=True)),
                name="chip_command_reversal_has_object_and_reason",
            ),
        )

    def __str__(self) -> str:
        return f"{self.event_id} {self.pk}: {self.kind}"


class ChipMovement(AppendOnly):
    """`chips` chips of one denomination that went from one place to another.

    What a movement belongs to (colour-up, race, command, seat, person) are dimensions of it, not
    accounts.  A reversal names the movement that it takes back; each can be taken back once.
    """

    event = models.ForeignKey(
        Event, models.PROTECT, related_name="movements", verbose_name=_("event")
    )
    color_up = models.ForeignKey(
        ColorUp,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="movements",
        verbose_name=_("colour-up"),
    )
    race = models.ForeignKey(
        TableRace,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="movements",
        verbose_name=_("race"),
    )
    race_event = models.ForeignKey(
        RaceEvent,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="movements",
        verbose_name=_("command of the race"),
    )
    chip_command = models.ForeignKey(
        ChipCommand,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="movements",
        verbose_name=_("chip command"),
    )
    float = models.ForeignKey(
        Float,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="movements",
        verbose_name=_("float"),
    )
    denomination = models.BigIntegerField(_("denomination"))
    chips = models.BigIntegerField(_("chips"))
    from_place = models.CharField(_("from"), max_length=12, choices=Place)
    to_place = models.CharField(_("to"), max_length=12, choices=Place)
    reason = models.CharField(_("reason"), max_length=14, choices=Reason)
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    reverses = models.OneToOneField(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="reversed_by",
        verbose_name=_("takes back"),
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="movements",
        verbose_name=_("done by"),
    )
    at = models.DateTimeField(_("time"))

    objects = ChipMovementQuerySet.as_manager()

    class Meta:
        verbose_name = _("chip movement")
        verbose_name_plural = _("chip movements")
        ordering = ("id",)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(
                    denomination__gte=1, denomination__lte=LARGEST_VALUE, chips__gte=1
                ),
                name="movement_moves_chips",
            ),
            models.CheckConstraint(
                condition=models.Q(from_place__in=Place.values, to_place__in=Place.values),
                name="movement_places_known",
            ),
            models.CheckConstraint(
                condition=models.Q(race_event__isnull=True) | models.Q(chip_command__isnull=True),
                name="movement_of_one_command",
            ),
            models.CheckConstraint(
                condition=(
                    models.Q(float__isnull=False)
                    & (models.Q(from_place="float") | models.Q(to_place="float"))
                )
                | (
                    models.Q(float__isnull=True)
                    & ~models.Q(from_place="float")
                    & ~models.Q(to_place="float")
                ),
                name="movement_names_its_float",
            ),
            models.CheckConstraint(
                condition=~models.Q(from_place=models.F("to_place")),
                name="movement_between_two_places",
            ),
            models.CheckConstraint(
                condition=models.Q(reason__in=Reason.values), name="movement_reason_known"
            ),
            models.CheckConstraint(
                condition=models.Q(reason="reversal", reverses__isnull=False)
                | (~models.Q(reason="reversal") & models.Q(reverses__isnull=True)),
                name="movement_reversal_names_what_it_reverses",
            ),
        )

    def __str__(self) -> str:
        return f"{self.chips} × {self.denomination}: {self.from_place} → {self.to_place}"

    @property
    def value_into_play(self) -> int:
        """What the movement adds to the chips in play: value, negative where it takes away."""
        value = self.denomination * self.chips
        return value * ((self.to_place == Place.IN_PLAY) - (self.from_place == Place.IN_PLAY))

"""Colour-ups, the race of each table, and the history of each race."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from colorup.engine.lifecycle import Action, Situation, State, actions_from
from tournaments.models.events import Event, Language, Table
from tournaments.models.record import AppendOnly
from tournaments.querysets import ColorUpQuerySet, RaceEventQuerySet, TableRaceQuerySet

STATES = tuple(state.value for state in State)


class Witness(models.TextChoices):
    """Who saw the awards being paid, beside the person who confirms."""

    DEALER = "dealer", _("dealer")
    PLAYER = "player", _("player")
    CAMERA = "camera", _("camera")
    NOBODY = "nobody", _("nobody")


class ColorUp(models.Model):
    """One announced removal of one or several denominations.

    Ruleset and chip set are kept as they were at the announcement, so that a later change in the
    admin never rewrites a race.  Whether tables are racing or all are closed follows from its
    races; only the announcement and a voiding are facts of its own.
    """

    event = models.ForeignKey(
        Event, models.PROTECT, related_name="color_ups", verbose_name=_("event")
    )
    removed = models.JSONField(
        _("chips that leave"), help_text=_("The denominations that leave, ascending.")
    )
    in_play = models.JSONField(
        _("chips that stay"), help_text=_("The denominations that stay, ascending.")
    )
    target = models.BigIntegerField(
        _("paid in"), null=True, help_text=_("The denomination paid in, where the floor chose one.")
    )
    ruleset = models.JSONField(
        _("ruleset"), help_text=_("The ruleset as it was at the announcement.")
    )
    chip_set = models.JSONField(
        _("chip set"), help_text=_("The chip set as it was at the announcement.")
    )
    text = models.TextField(
        _("text read out"), blank=True, help_text=_("The announcement that was read out.")
    )
    language = models.CharField(_("language of announcements"), max_length=5, choices=Language)
    due = models.CharField(_("announced for"), max_length=200, blank=True, default="")
    restart_at = models.DateTimeField(
        _("play goes on at"),
        null=True,
        blank=True,
        help_text=_("When play goes on, for the boards’ countdown."),
    )

    announced_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="announced_color_ups",
        verbose_name=_("announced by"),
    )
    announced_at = models.DateTimeField(_("announced at"))
    announce_id = models.CharField(_("id of the announcement"), max_length=64)
    announce_content = models.JSONField(_("announcement as it was sent"))

    voided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="voided_color_ups",
        verbose_name=_("voided by"),
    )
    voided_at = models.DateTimeField(_("voided at"), null=True)
    void_reason = models.TextField(_("reason of the voiding"), blank=True, default="")
    void_id = models.CharField(_("id of the voiding"), max_length=64, blank=True, default="")
    void_content = models.JSONField(_("voiding as it was sent"), null=True)

    objects = ColorUpQuerySet.as_manager()

    class Meta:
        verbose_name = _("colour-up")
        verbose_name_plural = _("colour-ups")
        ordering = ("announced_at", "id")
        constraints = (
            models.UniqueConstraint(fields=("event", "announce_id"), name="color_up_sent_once"),
            models.CheckConstraint(
                condition=models.Q(
                    voided_at__isnull=True, voided_by__isnull=True, void_id="", void_reason=""
                )
                | (
                    models.Q(voided_at__isnull=False, voided_by__isnull=False)
                    & ~models.Q(void_id="")
                    & ~models.Q(void_reason="")
                ),
                name="color_up_voided_by_somebody_for_a_reason",
            ),
        )

    def __str__(self) -> str:
        chips = ", ".join(str(one) for one in self.removed)
        return str(_("%(chips)s out") % {"chips": chips})

    @property
    def removed_in_documents(self) -> int | list[int]:
        """The field ``removed`` of a race document: the denomination, or the list of several."""
        return self.removed[0] if len(self.removed) == 1 else list(self.removed)


class TableRace(models.Model):
    """Where one table stands in a colour-up.

    `input` is what people recorded and `result` what the engine made of it, both in the format of a
    race document; `paid` is what was paid out at the confirmation.  After a reopening to
    *announced*, `input` keeps the last count as a draft and `result` is null.

    `racers`, `odd_chips` and `pool` are taken from the result, for boards to sort by; they are null
    where they are not known.  `drift` is the stated drift (value) of a confirmed race.
    """

    color_up = models.ForeignKey(
        ColorUp, models.PROTECT, related_name="races", verbose_name=_("colour-up")
    )
    table = models.ForeignKey(Table, models.PROTECT, related_name="races", verbose_name=_("table"))
    state = models.CharField(_("step"), max_length=10, default=State.ANNOUNCED.value)
    version = models.PositiveIntegerField(_("version"), default=1)

    input = models.JSONField(_("input"), null=True)
    result = models.JSONField(_("result"), null=True)
    paid = models.JSONField(_("paid"), null=True)
    players = models.JSONField(
        _("players"), default=dict, help_text=_("Who sat where at the count: seat number → name.")
    )

    racers = models.PositiveSmallIntegerField(_("players who race"), null=True)
    odd_chips = models.BigIntegerField(_("odd chips"), null=True)
    pool = models.BigIntegerField(_("pool of the race"), null=True)
    drift = models.BigIntegerField(_("change of value"), null=True)
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="taken_races",
        help_text=_("Who last did something at the table."),
        verbose_name=_("last worked on by"),
    )
    counted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="counted_races",
        verbose_name=_("counted by"),
    )
    state_since = models.DateTimeField(_("at this step since"))
    # The event's `board_sequence` at this race's last change: a board asks for what is newer.
    board_sequence = models.BigIntegerField(_("changes of the boards"), default=0)

    objects = TableRaceQuerySet.as_manager()

    class Meta:
        verbose_name = _("race")
        verbose_name_plural = _("races")
        ordering = ("table__number", "id")
        constraints = (
            models.UniqueConstraint(fields=("color_up", "table"), name="race_once_at_a_table"),
            models.CheckConstraint(condition=models.Q(state__in=STATES), name="race_state_known"),
            models.CheckConstraint(condition=models.Q(version__gte=1), name="race_version_from_1"),
            models.CheckConstraint(
                condition=~models.Q(state__in=["counted", "dealt", "confirmed"])
                | models.Q(counted_by__isnull=False),
                name="race_counted_by_somebody",
            ),
            models.CheckConstraint(
                condition=models.Q(state="confirmed", drift__isnull=False)
                | (~models.Q(state="confirmed") & models.Q(drift__isnull=True)),
                name="race_drift_when_confirmed",
            ),
        )
        indexes = (models.Index(fields=("color_up", "board_sequence"), name="race_changes"),)

    def __str__(self) -> str:
        return f"{self.table}: {self.color_up}"

    @property
    def is_confirmed(self) -> bool:
        return self.state == State.CONFIRMED

    @property
    def situation(self) -> Situation:
        """What its result says about which actions are legal; needs `input` and `result` loaded."""
        if self.result is None:
            return Situation()
        final = self.result["final"]
        # A table's total names nobody: who won is recorded even where any ranking pays the same.
        named = not final or "winners" in (self.input or {})
        needed = any(step["cards_needed"] for step in self.result["steps"])
        return Situation(final=final, cards_needed=needed or named)

    @property
    def actions(self) -> tuple[Action, ...]:
        """Every action that is legal now, whoever does it."""
        return actions_from(State(self.state), self.situation)


class RaceEvent(AppendOnly):
    """One applied command: who did what to a race, when, why, and the documents after it.

    `content` is the command as it was sent and `content_digest` its SHA-256, so that a command sent
    again is recognised.  `engine_version` names the engine that made `result`.
    """

    race = models.ForeignKey(
        TableRace, models.PROTECT, related_name="events", verbose_name=_("race")
    )
    version = models.PositiveIntegerField(_("version"))
    action = models.CharField(_("what was done"), max_length=10)
    state = models.CharField(_("step"), max_length=10)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="race_events",
        verbose_name=_("done by"),
    )
    at = models.DateTimeField(_("time"))
    device = models.CharField(_("device"), max_length=100, blank=True, default="")
    reason = models.TextField(_("reason"), blank=True, default="")
    witness = models.CharField(_("witness"), max_length=10, choices=Witness, blank=True, default="")
    witness_name = models.CharField(
        _("name of the witness"), max_length=120, blank=True, default=""
    )

    command_id = models.CharField(_("id of the command"), max_length=64)
    content = models.JSONField(_("command as it was sent"))
    content_digest = models.CharField(_("digest of the command"), max_length=64)

    input = models.JSONField(_("input"), null=True)
    result = models.JSONField(_("result"), null=True)
    paid = models.JSONField(_("paid"), null=True)
    players = models.JSONField(_("players"), default=dict)
    engine_version = models.CharField(_("engine"), max_length=40)

    objects = RaceEventQuerySet.as_manager()

    class Meta:
        verbose_name = _("race event")
        verbose_name_plural = _("race events")
        ordering = ("race", "version")
        constraints = (
            models.UniqueConstraint(fields=("race", "version"), name="race_event_version_once"),
            models.UniqueConstraint(fields=("race", "command_id"), name="race_event_command_once"),
            models.CheckConstraint(
                condition=models.Q(state__in=STATES), name="race_event_state_known"
            ),
            models.CheckConstraint(
                condition=models.Q(witness__in=["", *Witness.values]),
                name="race_event_witness_known",
            ),
            models.CheckConstraint(
                condition=~models.Q(action__in=["reopen", "void"]) | ~models.Q(reason=""),
                name="race_event_reason_given",
            ),
        )

    def __str__(self) -> str:
        return f"{self.race_id} {self.version}: {self.action}"

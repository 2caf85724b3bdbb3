"""An event as its file or its director describes it: levels, tables, seats, stacks."""

from __future__ import annotations

from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from colorup.engine.presets import DEFAULT_SLUG
from colorup.engine.problems import Problems
from colorup.wording import say_problem
from tournaments.models.chips import LARGEST_VALUE, ChipSet
from tournaments.models.rulesets import find_ruleset
from tournaments.querysets import EventQuerySet, TableQuerySet

MOST_SEATS = 12


def known_time_zone(name: str) -> None:
    """Raises `ValidationError` for a name that the time-zone database does not have."""
    if name not in available_timezones():
        raise ValidationError(_("There is no time zone of this name."), code="time_zone")


class Language(models.TextChoices):
    """The languages in which an announcement is read out."""

    ENGLISH = "en", "English"
    FRENCH = "fr", "Français"


class FileKind(models.TextChoices):
    """What kind of file an event was made from; nothing where it was made by hand."""

    TDT = "tdt", _("save of The Tournament Director")
    STRUCTURE = "structure", _("level structure")
    SEATS = "seats", _("seat draw")


class Event(models.Model):
    """One tournament.

    The facts of the file it came from stand apart from what people chose here, so that a newer file
    of the same event can be read in again.
    """

    name = models.CharField(_("name"), max_length=150)
    starts_at = models.DateTimeField(_("starts at"), default=timezone.now)
    time_zone = models.CharField(
        _("time zone"), max_length=60, default="UTC", validators=[known_time_zone]
    )
    language = models.CharField(
        _("language of announcements"), max_length=5, choices=Language, default=Language.ENGLISH
    )
    chip_set = models.ForeignKey(
        ChipSet, models.PROTECT, related_name="events", verbose_name=_("chip set")
    )
    ruleset = models.SlugField(
        _("ruleset"),
        max_length=60,
        default=DEFAULT_SLUG,
        help_text=_("The slug of a shipped or a house ruleset."),
    )

    file_kind = models.CharField(
        _("kind of file"), max_length=10, choices=FileKind, blank=True, default=""
    )
    file_title = models.CharField(_("title in the file"), max_length=200, blank=True, default="")
    entries = models.BigIntegerField(
        _("entries"), null=True, blank=True, help_text=_("Every buy-in, re-entries included.")
    )
    chips_bought = models.BigIntegerField(
        _("value bought"),
        null=True,
        blank=True,
        help_text=_("The value of all chips that were bought."),
    )
    current_row = models.PositiveIntegerField(
        _("row being played"),
        null=True,
        blank=True,
        help_text=_("The row of the structure that is being played."),
    )

    external_id = models.CharField(
        _("id in the file"),
        max_length=100,
        blank=True,
        default="",
        editable=False,
        help_text=_("The id that the file gives the event; a newer file has the same."),
    )
    import_id = models.CharField(
        _("id of the preview"),
        max_length=64,
        unique=True,
        null=True,
        blank=True,
        editable=False,
        help_text=_("The preview from which it was saved; a preview is saved once."),
    )

    room_token = models.CharField(
        _("secret of the room’s screen"),
        max_length=64,
        unique=True,
        null=True,
        blank=True,
        editable=False,
        help_text=_("The secret in the address of the room’s screen; empty where there is none."),
    )

    # Counts the changes that a board shows; see `TableRace.board_sequence`.
    board_sequence = models.BigIntegerField(_("changes of the boards"), default=0, editable=False)

    objects = EventQuerySet.as_manager()

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ("-starts_at", "-id")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(language__in=Language.values), name="event_language_known"
            ),
            models.CheckConstraint(
                condition=models.Q(file_kind__in=["", *FileKind.values]),
                name="event_file_kind_known",
            ),
            models.CheckConstraint(
                condition=models.Q(entries__isnull=True) | models.Q(entries__gte=0),
                name="event_entries_not_negative",
            ),
            models.CheckConstraint(
                condition=models.Q(chips_bought__isnull=True) | models.Q(chips_bought__gte=0),
                name="event_chips_bought_not_negative",
            ),
        )

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Raises `ValidationError` for a ruleset that does not exist or cannot stand."""
        try:
            find_ruleset(self.ruleset)
        except Problems as problems:
            raise ValidationError({"ruleset": [say_problem(one) for one in problems]}) from problems

    @property
    def zone(self) -> ZoneInfo:
        """The zone in which the event's times are shown and printed."""
        return ZoneInfo(self.time_zone)


class StartingStack(models.Model):
    """How many chips of one denomination an entry is given, where that is known."""

    event = models.ForeignKey(
        Event, models.CASCADE, related_name="starting_stack", verbose_name=_("event")
    )
    denomination = models.BigIntegerField(_("denomination"))
    chips = models.BigIntegerField(_("chips"))

    class Meta:
        verbose_name = _("starting stack")
        verbose_name_plural = _("starting stacks")
        ordering = ("denomination",)
        constraints = (
            models.UniqueConstraint(
                fields=("event", "denomination"), name="starting_stack_denomination_once"
            ),
            models.CheckConstraint(
                condition=models.Q(
                    denomination__gte=1, denomination__lte=LARGEST_VALUE, chips__gte=1
                ),
                name="starting_stack_positive",
            ),
        )

    def __str__(self) -> str:
        return f"{self.chips} × {self.denomination}"


class Level(models.Model):
    """One row of the structure: a level with its blinds, or a break.  Breaks are counted as rows.

    `color_up` is what the file's own column says of a break, null where it has no such column;
    `denominations` are the chip values that a break's note names.
    """

    class Kind(models.TextChoices):
        LEVEL = "level", _("level")
        BREAK = "break", _("break")

    event = models.ForeignKey(Event, models.CASCADE, related_name="levels", verbose_name=_("event"))
    row = models.PositiveIntegerField(_("row"), validators=[MinValueValidator(1)])
    kind = models.CharField(_("kind"), max_length=5, choices=Kind, default=Kind.LEVEL)
    small_blind = models.BigIntegerField(_("small blind"), default=0)
    big_blind = models.BigIntegerField(_("big blind"), default=0)
    ante = models.BigIntegerField(_("ante"), default=0)
    minutes = models.PositiveIntegerField(_("minutes"), null=True, blank=True)
    color_up = models.BooleanField(_("colour-up"), null=True, blank=True)
    note = models.CharField(_("note"), max_length=300, blank=True, default="")
    denominations = models.JSONField(_("denominations named"), default=list, blank=True)

    class Meta:
        verbose_name = _("level")
        verbose_name_plural = _("levels")
        ordering = ("row",)
        constraints = (
            models.UniqueConstraint(fields=("event", "row"), name="level_row_once_in_an_event"),
            models.CheckConstraint(
                condition=models.Q(kind__in=["level", "break"]), name="level_kind_known"
            ),
            models.CheckConstraint(
                condition=models.Q(row__gte=1, small_blind__gte=0, big_blind__gte=0, ante__gte=0),
                name="level_numbers_in_range",
            ),
        )

    def __str__(self) -> str:
        if self.kind == self.Kind.BREAK:
            return f"{self.row}: {self.get_kind_display()}"
        return f"{self.row}: {self.small_blind}/{self.big_blind}/{self.ante}"


class Table(models.Model):
    """A table with its seats 1 to `seat_count`; a seat without a `Seat` row is believed empty.

    `button` is the seat of the dealer button, null where nobody said.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="tables", verbose_name=_("event"))
    number = models.PositiveIntegerField(_("number"), validators=[MinValueValidator(1)])
    name = models.CharField(_("name"), max_length=60, blank=True, default="")
    seat_count = models.PositiveSmallIntegerField(
        _("seats"), default=9, validators=[MinValueValidator(1), MaxValueValidator(MOST_SEATS)]
    )
    button = models.PositiveSmallIntegerField(_("button"), null=True, blank=True)
    external_id = models.CharField(_("id in the file"), max_length=60, blank=True, default="")
    broken_at = models.DateTimeField(_("broken at"), null=True, blank=True)
    section = models.ForeignKey(
        "tournaments.Section",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="tables",
        verbose_name=_("section"),
    )

    objects = TableQuerySet.as_manager()

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("event", "number"), name="table_number_once"),
            models.CheckConstraint(
                condition=models.Q(number__gte=1, seat_count__gte=1, seat_count__lte=MOST_SEATS),
                name="table_numbers_in_range",
            ),
            models.CheckConstraint(
                condition=models.Q(button__isnull=True)
                | models.Q(button__gte=1, button__lte=models.F("seat_count")),
                name="table_button_at_a_seat",
            ),
        )

    def __str__(self) -> str:
        return self.name or str(_("Table %(number)s") % {"number": self.number})

    @property
    def seat_numbers(self) -> range:
        return range(1, self.seat_count + 1)

    def players(self) -> dict[str, str]:
        """Seat number, as JSON writes it → the player's name; occupied seats only."""
        return {str(one.number): one.player for one in self.seats.all()}


class Seat(models.Model):
    """A seat in which somebody is believed to sit.  The name may be unknown."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats", verbose_name=_("table"))
    number = models.PositiveSmallIntegerField(
        _("seat"), validators=[MinValueValidator(1), MaxValueValidator(MOST_SEATS)]
    )
    player = models.CharField(_("player"), max_length=120, blank=True, default="")
    external_id = models.CharField(_("id in the file"), max_length=60, blank=True, default="")

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("table", "number"), name="seat_once_at_a_table"),
            models.CheckConstraint(
                condition=models.Q(number__gte=1, number__lte=MOST_SEATS), name="seat_in_range"
            ),
        )

    def __str__(self) -> str:
        return f"{self.number} {self.player}".rstrip()

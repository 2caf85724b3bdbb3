"""The stubs that the application shuffled for races, and the numbers that players called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from colorup.engine import stub as engine
from colorup.engine.cards import DECK, Card
from colorup.engine.lifecycle import State
from colorup.engine.ruleset import Dealing
from tournaments.models.colorups import RaceEvent, TableRace
from tournaments.models.record import AppendOnly
from tournaments.querysets import AppendOnlyQuerySet, StubQuerySet

MOST_DECKS = 2


class Stub(AppendOnly):
    """One shuffle for one step of a race.

    `cards` (from top to bottom) and `salt` are secret until the stub is cut; `commitment` is shown
    before.  `attempt` counts the shuffles of a step from 1.  Who shuffled, when, where and why is
    said by the race event of the shuffle.  Rows read by `StubQuerySet.told` have `since`: how many
    commands, changes of seats aside, came after the shuffle.
    """

    race = models.ForeignKey(
        TableRace, models.PROTECT, related_name="stubs", verbose_name=_("race")
    )
    removed = models.BigIntegerField(
        _("removed"), help_text=_("The denomination whose odd chips are raced.")
    )
    attempt = models.PositiveSmallIntegerField(_("attempt"))
    decks = models.PositiveSmallIntegerField(_("decks"))
    cards = models.TextField(_("cards from top to bottom"))
    salt = models.CharField(_("salt"), max_length=64)
    commitment = models.CharField(_("commitment"), max_length=64)
    shuffled = models.OneToOneField(
        RaceEvent, models.PROTECT, related_name="stub", verbose_name=_("shuffled in")
    )

    objects = StubQuerySet.as_manager()

    class Meta:
        verbose_name = _("stub")
        verbose_name_plural = _("stubs")
        ordering = ("race", "removed", "attempt")
        constraints = (
            models.UniqueConstraint(
                fields=("race", "removed", "attempt"), name="stub_attempts_counted"
            ),
            models.CheckConstraint(
                condition=models.Q(attempt__gte=1, decks__gte=1, decks__lte=MOST_DECKS),
                name="stub_of_whole_decks",
            ),
        )

    def __str__(self) -> str:
        return f"{self.race_id} {self.removed} {self.attempt}"

    @property
    def number_called(self) -> Cut | None:
        """The cut, or None while nobody has called a number."""
        return getattr(self, "cut", None)

    @property
    def waits(self) -> bool:
        """Whether it is to be cut: after another command than one about seats, a stub is spent."""
        since: int = self.since  # type: ignore[attr-defined]
        return self.number_called is None and since == 0

    @property
    def shuffle(self) -> engine.Stub:
        """The stub as the engine deals from it: the secret."""
        return engine.Stub(tuple(map(Card.parse, self.cards.split())), self.salt)


class Cut(AppendOnly):
    """A player called a number, and the stub was cut there and dealt.

    A row of its own, not a column of the stub filled in later: so both are written once and never
    changed, the stub provably before, and a stub has one cut at most.  Who heard the number and
    when is said by the race event of the deal.
    """

    stub = models.OneToOneField(Stub, models.PROTECT, related_name="cut", verbose_name=_("stub"))
    called = models.PositiveSmallIntegerField(_("number called"))
    dealt = models.OneToOneField(
        RaceEvent, models.PROTECT, related_name="cut", verbose_name=_("dealt in")
    )

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        verbose_name = _("cut")
        verbose_name_plural = _("cuts")
        ordering = ("stub",)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(called__gte=1, called__lte=MOST_DECKS * len(DECK)),
                name="cut_in_the_stub",
            ),
        )

    def __str__(self) -> str:
        return f"{self.stub}: {self.called}"


def hindrance(race: TableRace, step: Mapping[str, Any]) -> str:
    """Why the application cannot deal a step of a race's result; empty where it can.

    ``by_hand``: the ruleset has the cards dealt by hand.  ``totals``: only the table's total was
    counted, so nobody knows who gets how many cards.  ``recorded``: an earlier step was recorded
    with less than every card, and one record rests on one level.  ``button``: the deal starts at
    the button or the small blind, and nobody said where the button is.  ``cards``: more cards than
    the stub holds.  The same for the page and for the command.
    """
    options, document = race.color_up.ruleset["options"], race.input or {}
    if options["dealing"] != Dealing.EITHER:
        return "by_hand"
    if "odd_total" in document:
        return "totals"
    if _recorded_with_less(race, step["removed"]):
        return "recorded"
    if step["deal_order"] is None:
        return "button"
    return "cards" if step["cards_needed"] > len(DECK) * int(options["decks"]) else ""


def was_dealt(race: TableRace, removed: int, stubs: Iterable[Stub]) -> bool:
    """Whether the step of `removed` was dealt before, by hand or from one of the race's `stubs`:
    to deal it then is to deal again."""
    if any(one.removed == removed and one.number_called for one in stubs):
        return True
    if len(race.color_up.removed) == 1:
        return race.state == State.DEALT
    document = race.input or {}
    return any(str(removed) in (document.get(name) or {}) for name in ("cards", "winners"))


def _recorded_with_less(race: TableRace, removed: int) -> bool:
    if len(race.color_up.removed) == 1:
        return False
    document = race.input or {}
    names = ("winners", "cards") if document.get("best_cards_only") else ("winners",)
    return any(int(one) < removed for name in names for one in document.get(name) or ())

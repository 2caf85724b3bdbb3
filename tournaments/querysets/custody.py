"""Reads of chips: floats, what was done about chips, and every movement."""

from __future__ import annotations

from typing import Any, NamedTuple, Self

from django.db import models
from django.db.models import Case, F, Q, Sum, Value, When

from tournaments.querysets.record import AppendOnlyQuerySet, Row_co

# Where chips are that a float should still have had when it was closed.
CLOSED_FLOAT = "closed_float"


class FloatQuerySet(models.QuerySet[Row_co]):
    def open(self) -> Self:
        return self.filter(closed_at__isnull=True)

    def in_event(self, event_id: int) -> Self:
        """The event's floats with their people, the open ones first, then the last closed."""
        return (
            self.filter(event_id=event_id)
            .select_related("section__lead", "carrier", "closed_by")
            .order_by(F("closed_at").desc(nulls_first=True), "id")
        )

    def paying(self, *, event_id: int, person_id: int, section_id: int | None) -> Self:
        """The open floats from which a person pays at a table of this section, the nearest first:
        the one that the person carries, then the section's own."""
        at_hand = Q(carrier_id=person_id)
        if section_id is not None:
            at_hand |= Q(section_id=section_id)
        own_first = Case(When(carrier_id=person_id, then=Value(0)), default=Value(1))
        return self.open().filter(at_hand, event_id=event_id).order_by(own_first, "id")


class OnFloat(NamedTuple):
    """What became of one denomination on a float, in chips: out of the bank, back into it, and paid
    at tables less what came back from them."""

    out: int
    back: int
    paid: int

    @property
    def left(self) -> int:
        return self.out - self.back - self.paid


class ChipCommandQuerySet(AppendOnlyQuerySet[Row_co]):
    def recorded(self) -> Self:
        """Commands that are not reversals and moved no float, newest first, with people, table,
        chips and reversal."""
        return (
            self.filter(reverses__isnull=True)
            .exclude(kind="float")
            .select_related("by", "table", "event", "reversed_by__by")
            .prefetch_related("movements")
            .order_by("-id")
        )

    def standing(self) -> Self:
        """Commands that hold: neither reversals nor taken back."""
        return self.filter(reverses__isnull=True, reversed_by__isnull=True)


class ChipMovementQuerySet(AppendOnlyQuerySet[Row_co]):
    def unreversed(self, race_id: int) -> Self:
        """The race's movements that hold: neither reversals nor reversed, in the order booked."""
        return (
            self.filter(race_id=race_id, reversed_by__isnull=True, reverses__isnull=True)
        ).order_by("id")

    def change_in_play(self) -> dict[int, int]:
        """Denomination → how many more chips of it are in play after these movements than before.

        Denominations ascending; negative where chips left; those that come to nothing are left out.
        """
        rows = (
            self.order_by()
            .values("denomination")
            .annotate(change=Sum(_into_play(F("chips"))))
            .order_by("denomination")
        )
        return {row["denomination"]: row["change"] for row in rows if row["change"]}

    def by_place(self) -> dict[str, dict[int, int]]:
        """Place → denomination → how many more chips are there after these movements than before.

        What closed floats should have had is apart, as `CLOSED_FLOAT`.
        """
        rows = (
            self.order_by()
            .values("denomination", "from_place", "to_place", "float__closed_at")
            .annotate(moved=Sum("chips"))
        )
        places: dict[str, dict[int, int]] = {}
        for row in rows:
            chip = row["denomination"]
            named = {"float": CLOSED_FLOAT} if row["float__closed_at"] is not None else {}
            for place, sign in ((row["from_place"], -1), (row["to_place"], 1)):
                there = places.setdefault(named.get(place, place), {})
                there[chip] = there.get(chip, 0) + sign * row["moved"]
        return places

    def change_in_play_by_color_up(self) -> dict[int | None, dict[int, int]]:
        """The same for each colour-up; under None what was moved outside of any."""
        rows = (
            self.order_by()
            .values("color_up_id", "denomination")
            .annotate(change=Sum(_into_play(F("chips"))))
            .order_by("color_up_id", "denomination")
        )
        changes: dict[int | None, dict[int, int]] = {}
        for row in rows:
            changes.setdefault(row["color_up_id"], {})[row["denomination"]] = row["change"]
        return changes

    def on_floats(self) -> dict[tuple[int, str], dict[int, OnFloat]]:
        """Float (id and name) → denomination → what became of it, among these movements."""
        rows = (
            self.filter(float__isnull=False)
            .order_by()
            .values("float_id", "float__name", "denomination")
            .annotate(
                out=Sum("chips", filter=Q(from_place="bank"), default=0),
                back=Sum("chips", filter=Q(to_place="bank"), default=0),
                to_tables=Sum("chips", filter=Q(from_place="float", to_place="in_play"), default=0),
                from_tables=Sum(
                    "chips", filter=Q(to_place="float", from_place="in_play"), default=0
                ),
            )
            .order_by("float_id", "denomination")
        )
        floats: dict[tuple[int, str], dict[int, OnFloat]] = {}
        for row in rows:
            sums = OnFloat(row["out"], row["back"], row["to_tables"] - row["from_tables"])
            floats.setdefault((row["float_id"], row["float__name"]), {})[row["denomination"]] = sums
        return floats

    def value_into_play(self) -> int:
        """The value that these movements add to the chips in play."""
        total = self.aggregate(total=Sum(_into_play(F("chips") * F("denomination"))))["total"]
        return total or 0

    def paid_and_taken(self) -> tuple[dict[int, int], dict[int, int]]:
        """What went into play and what came out of it: denomination → chips, both gross."""
        rows = (
            self.order_by()
            .values("denomination")
            .annotate(
                paid=Sum("chips", filter=Q(to_place="in_play"), default=0),
                taken=Sum("chips", filter=Q(from_place="in_play"), default=0),
            )
            .order_by("denomination")
        )
        paid = {row["denomination"]: row["paid"] for row in rows if row["paid"]}
        taken = {row["denomination"]: row["taken"] for row in rows if row["taken"]}
        return paid, taken


def _into_play(amount: Any) -> Case:
    return Case(
        When(to_place="in_play", then=amount),
        When(from_place="in_play", then=-amount),
        default=Value(0),
        output_field=models.BigIntegerField(),
    )

"""Every read of more than one line, by name.  Imports no model: models make managers of these."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, NoReturn, Self, TypeVar

from django.db import models
from django.db.models import Case, Count, F, Min, OuterRef, Q, Subquery, Sum, Value, When
from django.db.models.functions import Coalesce

Row_co = TypeVar("Row_co", bound=models.Model, covariant=True)

# The terms of drift, in the order in which reports print them: those of a race's result, and what
# was paid otherwise than due.
DRIFT_TERMS = ("rounded_up", "rounded_down", "rescue", "surplus_forfeited", "adjustment")
# The terms of chips that came after their race, or with a player from a table not raced yet.
LATE, ARRIVAL = "late", "arrival"
UNFINISHED = ("announced", "counted", "dealt")
# Where chips are that a float should still have had when it was closed.
CLOSED_FLOAT = "closed_float"


class AppendOnlyQuerySet(models.QuerySet[Row_co]):
    """Rows that are added and read; changing or deleting them raises `TypeError`."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise TypeError("stored rows of this kind are never changed")

    def delete(self) -> NoReturn:
        raise TypeError("stored rows of this kind are never deleted")

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("stored rows of this kind are never changed")

    def bulk_create(self, objs: Any, *args: Any, **kwargs: Any) -> list[Row_co]:
        if kwargs.get("update_conflicts"):
            raise TypeError("stored rows of this kind are never changed")
        return super().bulk_create(objs, *args, **kwargs)


class EventQuerySet(models.QuerySet[Row_co]):
    def for_list(self) -> Self:
        """Events newest first, with `tables_standing` and `races_open`, for the list of events."""
        standing = Q(tables__broken_at__isnull=True)
        unfinished = Q(color_ups__races__state__in=UNFINISHED)
        return self.annotate(
            tables_standing=self._counted(Count("tables", filter=standing)),
            races_open=self._counted(Count("color_ups__races", filter=unfinished)),
        ).order_by("-starts_at", "-id")

    def _counted(self, count: Count) -> Subquery:
        """A count for each event by itself: two counts in one join would multiply their rows."""
        events = type(self)(self.model).filter(pk=OuterRef("pk")).order_by()
        return Subquery(events.annotate(counted=count).values("counted"))

    def for_event_page(self) -> Self:
        """An event with chips, levels and starting stack: a query each."""
        return self.select_related("chip_set").prefetch_related(
            "chip_set__denominations", "levels", "starting_stack"
        )


class TableQuerySet(models.QuerySet[Row_co]):
    def standing(self) -> Self:
        """Tables that are not broken."""
        return self.filter(broken_at__isnull=True)

    def with_seats(self) -> Self:
        return self.prefetch_related("seats")

    def in_event(self, event_id: int) -> Self:
        """The event's tables by number, with their seats."""
        return self.filter(event_id=event_id).with_seats().order_by("number")


class ColorUpQuerySet(models.QuerySet[Row_co]):
    def with_progress(self) -> Self:
        """Adds `races_total`, `races_announced`, `races_counted`, `races_dealt`,
        `races_confirmed` and `races_void`: how many tables are in each state."""
        return self.annotate(
            races_total=Count("races"),
            **{
                f"races_{state}": Count("races", filter=Q(races__state=state))
                for state in (*UNFINISHED, "confirmed", "void")
            },
        )

    def in_full(self) -> Self:
        """A colour-up with its event, its people and its progress."""
        return self.select_related("event", "announced_by", "voided_by").with_progress()

    def for_floor(self) -> Self:
        """A colour-up with its event and people, `first_count_at`: when tables began, and the drift
        (value) that was booked beside its races, `late_drift` and `arrival_drift`."""
        return self.select_related("event", "announced_by", "voided_by").annotate(
            first_count_at=Min("races__events__at", filter=Q(races__events__action="count")),
            **{f"{kind}_drift": Coalesce(self._booked(kind), 0) for kind in (LATE, ARRIVAL)},
        )

    def _booked(self, kind: str) -> Subquery:
        """Drift for each colour-up by itself: a join would count it once for each race."""
        color_ups = type(self)(self.model).filter(pk=OuterRef("pk")).order_by()
        return Subquery(color_ups.annotate(booked=_drift_of(kind)).values("booked"))

    def of_event(self, event_id: int) -> Self:
        """The event's colour-ups in the order announced, with their progress and people."""
        return (
            self.filter(event_id=event_id)
            .select_related("announced_by", "voided_by")
            .with_progress()
            .order_by("announced_at", "id")
        )

    def begun(self, event_id: int) -> Self:
        """The event's colour-ups that are not void and confirmed at one table at least, in order.

        From then on the denominations they remove are chips that come late.
        """
        confirmed = self.filter(event_id=event_id, races__state="confirmed").order_by()
        return self.filter(voided_at__isnull=True, pk__in=confirmed.values("pk")).order_by(
            "announced_at", "id"
        )

    def drift_terms(self) -> dict[str, int]:
        """The drift (value) booked under these colour-ups by term: of races and, as
        `LATE` and `ARRIVAL`, of late chips and of players who arrived.

        To be asked before any annotation.  The terms sum to what the movements add to play.
        """
        confirmed = self.filter(races__state="confirmed").order_by()
        totals = _sum_terms(
            confirmed.values_list("races__result__drift_terms", "races__paid__adjustment")
        )
        after = {kind: _drift_of(kind) for kind in (LATE, ARRIVAL)}
        booked = self.aggregate(**after)
        return {**totals, **{kind: booked[kind] or 0 for kind in after}}


class TableRaceQuerySet(models.QuerySet[Row_co]):
    def in_full(self) -> Self:
        """A race with its colour-up, event, table, seats and people, for the table's page."""
        return self.select_related(
            "color_up__event", "table", "taken_by", "counted_by"
        ).prefetch_related("table__seats")

    def locked(self) -> Self:
        """The same without the people, its row locked until the transaction ends.

        Like every lock here it does not hold off rows that only point to this one, such as
        movements that point to a colour-up being voided: two commands would wait for each other.
        """
        return self.select_for_update(of=("self",), no_key=True).select_related(
            "color_up__event", "table"
        )

    def for_board(self, color_up_id: int, *, since: int | None = None) -> Self:
        """The colour-up's races by table, without their documents; `since` leaves out those whose
        `board_sequence` is not newer."""
        races = (
            self.filter(color_up_id=color_up_id)
            .select_related("table", "taken_by")
            .defer("input", "result", "paid", "players")
            .order_by("table__number")
        )
        return races if since is None else races.filter(board_sequence__gt=since)

    def for_floor(self, color_up_id: int, *, since: int | None = None) -> Self:
        """The same with sections and their leads, and `seated`: how many are believed to sit."""
        races = self.for_board(color_up_id, since=since)
        return races.select_related("taken_by", "table__section__lead").annotate(
            seated=Count("table__seats")
        )

    def not_void_in(self, event_id: int) -> Self:
        """Races at the event's tables that were not voided, with their colour-up and table."""
        return (
            self.filter(table__event_id=event_id)
            .exclude(state="void")
            .select_related("color_up", "table")
            .defer("input", "result", "paid", "players")
        )

    def unfinished(self) -> Self:
        """Races that are neither confirmed nor void."""
        return self.filter(state__in=UNFINISHED)

    def confirmed(self) -> Self:
        return self.filter(state="confirmed")

    def next_unfinished(self, color_up_id: int, after_number: int, person_id: int) -> Self:
        """The colour-up's unfinished races: those after a table's number, then from the start.

        Those that somebody else than this person is on come last.
        """
        nobody_elses = Q(taken_by=None) | Q(taken_by=person_id)
        taken = Case(When(nobody_elses, then=Value(0)), default=Value(1))
        behind = Case(When(table__number__gt=after_number, then=Value(0)), default=Value(1))
        return (
            self.filter(color_up_id=color_up_id)
            .unfinished()
            .select_related("table")
            .defer("input", "result", "paid", "players")
            .order_by(taken, behind, "table__number")
        )

    def sheets_to_enter(self, color_up_id: int, after_number: int = 0) -> Self:
        """Those of the unfinished races that nobody has counted: their race sheets are wanted."""
        return self.next_unfinished(color_up_id, after_number).filter(state="announced")

    def for_blank_sheets(self, color_up_id: int) -> Self:
        """The colour-up's races that are not void, by table, with seats and section."""
        return (
            self.filter(color_up_id=color_up_id)
            .exclude(state="void")
            .select_related("table__section", "color_up__event")
            .prefetch_related("table__seats")
            .defer("input", "result", "paid")
            .order_by("table__number")
        )

    def drift_terms(self) -> dict[str, int]:
        """The drift (value) of the confirmed races among these, by term; the terms sum to it."""
        rows = self.confirmed().values_list("result__drift_terms", "paid__adjustment")
        return _sum_terms(rows.order_by())


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


class RaceEventQuerySet(AppendOnlyQuerySet[Row_co]):
    def history(self, race_id: int) -> Self:
        """What happened to a race, oldest first, with the people."""
        return self.filter(race_id=race_id).select_related("by").order_by("version")

    def latest_by_race(self, color_up_id: int) -> dict[int, Any]:
        """Race → its last command with the person, for every race of a colour-up."""
        commands = self.filter(race__color_up_id=color_up_id).select_related("by")
        return {one.race_id: one for one in commands.order_by("race_id", "version")}

    def on_paper(self, color_up_id: int) -> dict[int, dict[str, Any] | None]:
        """Race → what the race sheet says of itself that its last count was entered from; None for
        a count that was entered at the table."""
        counts = self.filter(race__color_up_id=color_up_id, action="count")
        return dict(counts.order_by("race_id", "version").values_list("race_id", "content__sheet"))

    def latest_count(self, race_id: int) -> Self:
        """The race's counts, the one that holds first."""
        return self.filter(race_id=race_id, action="count").order_by("-version")


class StubQuerySet(AppendOnlyQuerySet[Row_co]):
    def told(self) -> Self:
        """Stubs in the order shuffled, with who shuffled and who heard the number, and `since`:
        how many commands, changes of seats aside, came after the shuffle."""
        later = Q(race__events__version__gt=F("shuffled__version"))
        counted = Count("race__events", filter=later & ~Q(race__events__action="seats"))
        stubs = type(self)(self.model).filter(pk=OuterRef("pk")).order_by()
        return (
            self.annotate(since=Subquery(stubs.annotate(since=counted).values("since")))
            .select_related("shuffled__by", "cut__dealt__by")
            .order_by("race_id", "shuffled__version")
        )

    def of_race(self, race_id: int) -> Self:
        """The stubs of one race."""
        return self.filter(race_id=race_id).told()

    def by_race(self, color_up_id: int) -> dict[int, list[Any]]:
        """Race → its stubs, for the races of a colour-up for which any was shuffled."""
        stubs: dict[int, list[Any]] = {}
        for one in self.filter(race__color_up_id=color_up_id).told():
            stubs.setdefault(one.race_id, []).append(one)
        return stubs


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


def _sum_terms(rows: Iterable[tuple[dict[str, int], int]]) -> dict[str, int]:
    """The sum of races' drift terms and adjustments, by term."""
    totals = dict.fromkeys(DRIFT_TERMS, 0)
    for terms, adjustment in rows:
        for term, value in terms.items():
            totals[term] += value
        totals["adjustment"] += adjustment
    return totals


def _drift_of(kind: str) -> Sum:
    """The drift of a colour-up's chip commands of a kind, less those that were taken back."""
    of_kind = Q(chip_commands__kind=kind) | Q(chip_commands__reverses__kind=kind)
    return Sum("chip_commands__drift", filter=of_kind)


def _into_play(amount: Any) -> Case:
    return Case(
        When(to_place="in_play", then=amount),
        When(from_place="in_play", then=-amount),
        default=Value(0),
        output_field=models.BigIntegerField(),
    )

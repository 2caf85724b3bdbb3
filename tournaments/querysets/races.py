"""Reads of colour-ups, of their races, and of what happened to each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

from django.db import models
from django.db.models import Case, Count, F, Min, OuterRef, Q, Subquery, Sum, Value, When
from django.db.models.functions import Coalesce

from tournaments.querysets.events import UNFINISHED
from tournaments.querysets.record import AppendOnlyQuerySet, Row_co

# The terms of drift, in the order in which reports print them: those of a race's result, and what
# was paid otherwise than due.
DRIFT_TERMS = ("rounded_up", "rounded_down", "rescue", "surplus_forfeited", "adjustment")
# The terms of chips that came after their race, or with a player from a table not raced yet.
LATE, ARRIVAL = "late", "arrival"


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

    def states_in(self, event_id: int) -> Self:
        """The same with no more than state, colour-up and the table's number, for big rooms."""
        races = self.filter(table__event_id=event_id).exclude(state="void")
        return races.select_related("table").only("state", "color_up_id", "table__number")

    def unfinished(self) -> Self:
        """Races that are neither confirmed nor void."""
        return self.filter(state__in=UNFINISHED)

    def confirmed(self) -> Self:
        return self.filter(state="confirmed")

    def next_unfinished(self, after: Any, person_id: int) -> Self:
        """The unfinished races of the colour-up of race `after`: those of its table's section
        first, there those after its table's number, then from the start.

        Those that somebody else than this person is on come last.
        """
        nobody_elses = Q(taken_by=None) | Q(taken_by=person_id)
        taken = Case(When(nobody_elses, then=Value(0)), default=Value(1))
        here = Q(table__section=after.table.section_id)
        away = Case(When(here, then=Value(0)), default=Value(1))
        unfinished = self.filter(color_up_id=after.color_up_id).unfinished()
        return unfinished.from_table(after.table.number, taken, away)

    def sheets_to_enter(self, color_up_id: int, after_number: int = 0) -> Self:
        """The colour-up's races that nobody has counted, in the order of a pile of race sheets:
        those after a table's number, then from the start."""
        uncounted = self.filter(color_up_id=color_up_id, state="announced")
        return uncounted.from_table(after_number)

    def from_table(self, number: int, *first: Case) -> Self:
        """Ordered by what goes `first`, then by table from the one after `number`."""
        behind = Case(When(table__number__gt=number, then=Value(0)), default=Value(1))
        return (
            self.select_related("table")
            .defer("input", "result", "paid", "players")
            .order_by(*first, behind, "table__number")
        )

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


class RaceEventQuerySet(AppendOnlyQuerySet[Row_co]):
    def history(self, race_id: int) -> Self:
        """What happened to a race, oldest first, with the people."""
        return self.filter(race_id=race_id).select_related("by").order_by("version")

    def latest_by_race(self, color_up_id: int) -> dict[int, Any]:
        """Race → its last command with the person, for every race of a colour-up."""
        commands = self.filter(race__color_up_id=color_up_id).select_related("by")
        return {one.race_id: one for one in commands.order_by("race_id", "version")}

    def on_paper(self) -> dict[int, dict[str, Any] | None]:
        """Race → what the race sheet says of itself that its last count was entered from; None for
        a count that was entered at the table."""
        counts = self.filter(action="count")
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

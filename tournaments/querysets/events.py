"""Reads of events and their tables."""

from __future__ import annotations

from typing import Self

from django.db import models
from django.db.models import Count, OuterRef, Q, Subquery

from tournaments.querysets.record import Row_co

UNFINISHED = ("announced", "counted", "dealt")


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

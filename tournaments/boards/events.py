"""The list of events: tonight's first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.formats import date_format
from django.utils.timezone import localtime

from tournaments.models import Event, User
from tournaments.permissions import Right, may

A_NIGHT = timedelta(hours=18)


@dataclass(frozen=True, slots=True)
class EventLine:
    """One event: when it starts in its own time zone, its tables, its races not yet finished."""

    id: int
    name: str
    when: str
    tables: int
    races_open: int


@dataclass(frozen=True, slots=True)
class EventList:
    """Events that run or began within the night, those to come (next first), and earlier ones."""

    tonight: tuple[EventLine, ...]
    coming: tuple[EventLine, ...]
    earlier: tuple[EventLine, ...]
    may_import: bool

    @property
    def is_empty(self) -> bool:
        return not (self.tonight or self.coming or self.earlier)


def event_list(events: Iterable[Event], *, by: User, now: datetime) -> EventList:
    """The list of `events`, newest first, as `EventQuerySet.for_list` gives them."""
    running: list[EventLine] = []
    begun: list[EventLine] = []
    coming: list[EventLine] = []
    earlier: list[EventLine] = []
    for event in events:
        if event.races_open:
            group = running
        elif event.starts_at > now:
            group = coming
        elif event.starts_at > now - A_NIGHT:
            group = begun
        else:
            group = earlier
        group.append(_line(event))
    return EventList(
        tonight=(*running, *begun),
        coming=tuple(reversed(coming)),
        earlier=tuple(earlier),
        may_import=may(by, Right.IMPORT),
    )


def starting_time(event: Event) -> str:
    """Date and time of the start, on the clock of the event's place."""
    return date_format(localtime(event.starts_at, event.zone), "j F Y H:i")


def _line(event: Event) -> EventLine:
    return EventLine(
        event.pk, event.name, starting_time(event), event.tables_standing, event.races_open
    )

"""Loading what an address names, or 404; and the page of a table for whoever asks."""

from __future__ import annotations

from uuid import uuid4

from django.db.models import Prefetch
from django.http import Http404, HttpRequest

from colorup.engine.ruleset import Dealing
from tournaments.boards.bank_room import Room
from tournaments.boards.history import history_of
from tournaments.boards.table import Asked, TablePage, table_page
from tournaments.models import ColorUp, Event, RaceEvent, Stub, Table, TableRace
from tournaments.views.access import person


def load_race(race_id: int) -> TableRace:
    """The race in full, or 404."""
    race = TableRace.objects.in_full().filter(pk=race_id).first()
    if race is None:
        raise Http404
    return race


def load_event(event_id: int) -> Event:
    """The event with its chips and structure, or 404."""
    event = Event.objects.for_event_page().filter(pk=event_id).first()
    if event is None:
        raise Http404
    return event


def load_room(event: Event) -> Room:
    """What the event's bank and floats are worked out from."""
    races = TableRace.objects.defer("input", "result", "paid", "players")
    color_ups = ColorUp.objects.of_event(event.pk).prefetch_related(Prefetch("races", races))
    tables = Table.objects.standing().in_event(event.pk).select_related("section")
    return Room.load(event, list(color_ups), list(tables))


def load_color_up(color_up_id: int) -> ColorUp:
    """The colour-up with its event and progress, or 404."""
    color_up = ColorUp.objects.in_full().filter(pk=color_up_id).first()
    if color_up is None:
        raise Http404
    return color_up


def page_of(request: HttpRequest, race: TableRace, asked: Asked | None = None) -> TablePage:
    """The board of a table's page as `request` asks for it."""
    if asked is None:
        given = request.GET
        asked = Asked(
            str(uuid4()), given.get("step", ""), given.get("deal_by", ""), given.get("chip", "")
        )
    neighbours = list(TableRace.objects.for_board(race.color_up_id))
    history = history_of(race.color_up.event, RaceEvent.objects.history(race.pk))
    return table_page(race, person(request), asked, neighbours, history, stubs_of(race))


def stubs_of(race: TableRace) -> list[Stub]:
    """What the application shuffled for a race; nothing is asked where it may not."""
    if race.color_up.ruleset["options"]["dealing"] != Dealing.EITHER:
        return []
    return list(Stub.objects.of_race(race.pk))

"""The list of events, and an event's page."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.boards.event import event_board
from tournaments.boards.events import event_list as list_of_events
from tournaments.models import Event
from tournaments.permissions import Right
from tournaments.views.access import needs, person


@require_safe
@needs(Right.VIEW)
def event_list(request: HttpRequest) -> HttpResponse:
    """Every event, tonight's first."""
    board = list_of_events(Event.objects.for_list(), by=person(request), now=timezone.now())
    return render(request, "events/list.html", {"board": board})


@require_safe
@needs(Right.VIEW)
def event(request: HttpRequest, event_id: int) -> HttpResponse:
    """One event: chips, structure, tables, colour-ups."""
    found = Event.objects.for_event_page().filter(pk=event_id).first()
    if found is None:
        raise Http404
    board = event_board(found, by=person(request))
    return render(request, "events/event.html", {"board": board})

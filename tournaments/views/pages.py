"""GET: the pages of a table and of a seat."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.boards.seat_story import seat_story
from tournaments.models import RaceEvent
from tournaments.permissions import Right
from tournaments.views.access import needs
from tournaments.views.loading import load_race, page_of, stubs_of


@require_safe
@needs(Right.VIEW)
def race(request: HttpRequest, race_id: int) -> HttpResponse:
    """One table: count, deal, awards, or done."""
    board = page_of(request, load_race(race_id))
    return render(request, "race/table.html", {"table": board})


@require_safe
@needs(Right.VIEW)
def story(request: HttpRequest, race_id: int, seat: int) -> HttpResponse:
    """One seat's story, now or as it stood after an earlier command (``?version=``)."""
    shown = load_race(race_id)
    if seat not in shown.table.seat_numbers:
        raise Http404
    version = request.GET.get("version", "")
    events = list(RaceEvent.objects.history(shown.pk))
    known = version.isascii() and version.isdigit() and len(version) < 16
    wanted = int(version) if known else None
    board = seat_story(shown, events, seat, wanted, stubs_of(shown))
    return render(request, "race/story.html", {"story": board})

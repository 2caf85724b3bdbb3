"""Pages made for paper: A4 or Letter, one table a page; the browser prints them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.http import require_safe

from tournaments.boards.floor import FloorPage, floor_page
from tournaments.boards.sheets import rules_of, sheet_of
from tournaments.models import ColorUp, RaceEvent, Stub, TableRace
from tournaments.permissions import Right
from tournaments.views.access import needs
from tournaments.views.loading import load_color_up, load_race, stubs_of


@require_safe
@needs(Right.VIEW)
def race(request: HttpRequest, race_id: int) -> HttpResponse:
    """One table's sheet."""
    shown = load_race(race_id)
    names = "names" in request.GET
    latest = RaceEvent.objects.history(shown.pk).last()
    assert latest is not None
    on_paper = RaceEvent.objects.filter(race=shown).on_paper().get(shown.pk)
    sheet = sheet_of(shown, latest, names=names, stubs=stubs_of(shown), on_paper=on_paper)
    return render(request, "print/race.html", {"sheet": sheet, "names": names})


@require_safe
@needs(Right.VIEW)
def color_up(request: HttpRequest, color_up_id: int) -> HttpResponse:
    """The colour-up's own sheet, then one for each table."""
    shown = load_color_up(color_up_id)
    names = "names" in request.GET
    races = TableRace.objects.in_full().filter(color_up=shown).order_by("table__number")
    latest = RaceEvent.objects.latest_by_race(shown.pk)
    stubs = Stub.objects.by_race(shown.pk)
    on_paper = RaceEvent.objects.filter(race__color_up=shown).on_paper()
    sheets = [
        sheet_of(
            one,
            latest[one.pk],
            names=names,
            stubs=stubs.get(one.pk, ()),
            on_paper=on_paper.get(one.pk),
        )
        for one in races
    ]
    context = {
        "floor": _floor(shown),
        "sheets": sheets,
        "rules": rules_of(shown),
        "names": names,
    }
    return render(request, "print/color_up.html", context)


@require_safe
@needs(Right.VIEW)
def announcement(request: HttpRequest, color_up_id: int) -> HttpResponse:
    """The text that is read out, in the event's language."""
    shown = load_color_up(color_up_id)
    with translation.override(shown.language):
        floor = _floor(shown)
    context = {"floor": floor, "language": shown.language}
    return render(request, "print/announcement.html", context)


def _floor(color_up: ColorUp) -> FloorPage:
    terms = ColorUp.objects.filter(pk=color_up.pk).drift_terms()
    return floor_page(color_up, TableRace.objects.for_board(color_up.pk), terms)

"""The same counted table under every ruleset.  Nothing is written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from colorup.engine.problems import Problems
from tournaments.boards.chips import colours
from tournaments.boards.compare import ComparePage, compare_page, own_document, preset_document
from tournaments.boards.raced import USUAL_COLOURS
from tournaments.models import HouseRuleset
from tournaments.permissions import Right, may
from tournaments.views.access import needs
from tournaments.views.loading import load_race
from tournaments.views.quick import asked
from tournaments.views.race_address import address, document_of


@require_safe
@needs(Right.VIEW)
def race(request: HttpRequest, race_id: int) -> HttpResponse:
    """A table of an event, in any state after its count."""
    shown = load_race(race_id)
    if shown.result is None or shown.input is None:
        page = ComparePage("", "", (), "", "", (_("Nothing has been counted yet."),))
    else:
        page = compare_page(
            shown.input,
            shown.color_up.ruleset,
            _house_rulesets(),
            colours(shown.color_up.chip_set),
        )
    context = {
        "page": page,
        "name": str(shown.table),
        "back": reverse("race", args=(shown.pk,)),
        "back_name": str(shown.table),
    }
    return render(request, "compare/compare.html", context)


@require_safe
def quick(request: HttpRequest) -> HttpResponse:
    """The table of a quick race's address.  The house's own rulesets are for its own people."""
    entries = asked(request)
    document = document_of(entries)
    house = _house_rulesets() if may(request.user, Right.VIEW) else ()
    try:
        own = own_document(document)
    except (KeyError, Problems):
        # The ruleset is what is wrong: the comparison says so.
        own = preset_document("tda-2026")
    page = compare_page(document, own, house, USUAL_COLOURS)
    context = {
        "page": page,
        "name": _("Quick race"),
        "back": f"{reverse('quick')}?{address(entries)}",
        "back_name": _("Quick race"),
    }
    return render(request, "compare/compare.html", context)


def _house_rulesets() -> Iterator[dict[str, Any]]:
    """The house's rulesets as far as they can stand."""
    for one in HouseRuleset.objects.all():
        try:
            yield one.chosen().as_document()
        except (KeyError, Problems):
            continue

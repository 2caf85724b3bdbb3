"""Whether the bank can pay, and saying what there is where nobody has."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from colorup.engine.problems import Problems
from tournaments.boards.bank import Bank, bank_fields
from tournaments.forms import Sent, read_chips
from tournaments.permissions import Right
from tournaments.views.access import needs, person
from tournaments.views.announcing import bank_for
from tournaments.views.commands import UNFIT
from tournaments.workflow.errors import NotFound
from tournaments.workflow.stock import set_stock

COUNTED = "counted"


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.FLOATS)
def bank(request: HttpRequest, event_id: int) -> HttpResponse:
    """The bank against what leaves, ``?removed=25`` what would; POST says what there is."""
    page = bank_for(event_id, request.GET)
    if request.method != "POST":
        return _show(request, page)
    sent = Sent.read(request.POST)
    try:
        set_stock(
            event_id=event_id,
            by=person(request),
            chips=read_chips(sent, "there"),
            counted=sent.text("how") == COUNTED,
        )
    except Problems as problems:
        return _show(request, page, sent, problems)
    except NotFound as missing:
        raise Http404 from missing
    messages.success(request, _("Saved for this event."))
    return redirect(reverse("bank", args=(event_id,)) + page.query)


def _show(
    request: HttpRequest, page: Bank, sent: Sent | None = None, problems: Problems | None = None
) -> HttpResponse:
    """The page; after a refusal with what was typed and, beside each field, what is wrong."""
    context = {
        "page": page,
        "fields": bank_fields(page, sent.typed if sent else None, problems or ()),
        "counted": sent.text("how") == COUNTED if sent else page.counted,
        "refused": problems is not None,
    }
    return render(request, "room/bank.html", context, status=UNFIT if problems else 200)

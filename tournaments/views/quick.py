"""A quick race: one table in the address bar.  No event, no login, nothing stored."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from colorup.engine.problems import Problem, Problems
from colorup.formats.fields import load_json
from colorup.formats.race_json import evaluate
from tournaments.boards.quick import QuickPage, quick_page
from tournaments.views.race_address import address, document_of, entries_of, marks, read_address

EXAMPLE = {"out": "25", "in": "100,500,1000"}
UNFIT = 422
LONGEST_ADDRESS = 2000


@require_safe
def quick(request: HttpRequest) -> HttpResponse:
    """The race of the address; an address that can be said shorter leads to the shorter one."""
    if "race" in request.GET:
        return _from_json(request, request.GET["race"])
    entries = asked(request)
    short = f"{reverse('quick')}?{address(entries)}"
    if is_long_winded(request, entries) and len(short) <= LONGEST_ADDRESS:
        return HttpResponseRedirect(short)
    return render(request, "quick/quick.html", {"page": page_of(entries)})


@require_safe
def live(request: HttpRequest) -> HttpResponse:
    """What the entries come to, and the parts of the form whose shape they change."""
    entries = asked(request)
    page = page_of(entries)
    seen = request.GET.getlist("seen")
    stale = [part for part, name in page.signatures.items() if name not in seen]
    response = render(request, "quick/live.html", {"page": page, "stale": stale})
    # A tap replaces the address, a submission adds one to go back from.
    submitted = request.headers.get("HX-Trigger") == "quick-form"
    header = "HX-Push-Url" if submitted else "HX-Replace-Url"
    response[header] = f"{reverse('quick')}?{page.address}"
    return response


@require_safe
def document(request: HttpRequest) -> HttpResponse:
    """The race of the address as the document that the command line reads."""
    made = document_of(asked(request))
    return JsonResponse(made, json_dumps_params={"indent": 2, "ensure_ascii": False})


def asked(request: HttpRequest) -> dict[str, str]:
    """The entries of the address; of an empty one, an example to begin with."""
    return read_address(dict(request.GET.lists())) or dict(EXAMPLE)


def is_long_winded(request: HttpRequest, entries: dict[str, str]) -> bool:
    given = dict(request.GET.lists())
    return bool(given) and given != {name: [value] for name, value in entries.items()}


def page_of(
    entries: dict[str, str], *, json: str = "", json_wrong: Iterable[Problem] = ()
) -> QuickPage:
    """The board of these entries; `json` is a pasted document that is wrong, and why."""
    return quick_page(
        entries,
        document_of(entries),
        marks(entries),
        address(entries),
        json=json,
        json_wrong=json_wrong,
    )


def _from_json(request: HttpRequest, text: str) -> HttpResponse:
    """A race document in the address: over to its entries, or what is wrong with it."""
    try:
        read = load_json(text.encode("utf-8", "replace"))
        evaluate(read)
    except Problems as problems:
        page = page_of(dict(EXAMPLE), json=text, json_wrong=problems.problems)
        return render(request, "quick/quick.html", {"page": page}, status=UNFIT)
    entries = entries_of(read)
    short = f"{reverse('quick')}?{address(entries)}"
    if len(short) <= LONGEST_ADDRESS:
        return HttpResponseRedirect(short)
    return render(request, "quick/quick.html", {"page": page_of(entries)})

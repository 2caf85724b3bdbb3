"""Dividing the room into sections."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from colorup.engine.problems import Findings, Problems
from tournaments.boards.sections import SectionsPage, Typed, sections_page
from tournaments.models import Event, Role, Section, Table, User
from tournaments.permissions import Right
from tournaments.ranges import read_ranges
from tournaments.sentences import say
from tournaments.views.access import needs, person
from tournaments.views.commands import UNFIT
from tournaments.workflow.errors import NotFound, Refusal
from tournaments.workflow.sections import put_section, remove_section

LEADS = (Role.FLOOR, Role.DIRECTOR, Role.ADMIN)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.SECTIONS)
def sections(request: HttpRequest, event_id: int) -> HttpResponse:
    """The sections of an event; POST makes one or changes it."""
    event = _event(event_id)
    if request.method != "POST":
        return render(request, "room/sections.html", {"page": _page(event)})
    typed = {name: request.POST.get(name, "").strip() for name in ("section", "name", "lead")}
    tables = request.POST.get("tables", "")
    section_id, lead_id = _number(typed["section"]), _number(typed["lead"])
    try:
        findings = Findings()
        numbers: tuple[int, ...] = ()
        with findings.collecting():
            numbers = read_ranges(tables)
        findings.raise_if_any()
        section = put_section(
            event_id=event.pk,
            by=person(request),
            section_id=section_id,
            name=typed["name"],
            lead_id=lead_id,
            tables=numbers,
        )
    except Problems as problems:
        again = Typed(section_id, typed["name"], lead_id, tables, problems.problems)
        page = _page(event, typed=again)
        return render(request, "room/sections.html", {"page": page}, status=UNFIT)
    except NotFound as missing:
        raise Http404 from missing
    messages.success(request, _("Section %(section)s is saved.") % {"section": section.name})
    return redirect("sections", event.pk)


@require_POST
@needs(Right.SECTIONS)
def remove(request: HttpRequest, section_id: int) -> HttpResponse:
    """Remove a section; its tables stay."""
    section = Section.objects.select_related("event").filter(pk=section_id).first()
    if section is None:
        # Removed by the tap before, or by somebody else: the page says which event it was.
        known = Event.objects.filter(pk=_number(request.POST.get("event", "")) or 0).first()
        if known is None:
            raise Http404
        return redirect("sections", known.pk)
    try:
        remove_section(section_id=section.pk, by=person(request))
    except Refusal as refusal:
        page = _page(section.event, refusal=say(refusal.message))
        return render(request, "room/sections.html", {"page": page}, status=refusal.status)
    return redirect("sections", section.event_id)


def _event(event_id: int) -> Event:
    event = Event.objects.filter(pk=event_id).first()
    if event is None:
        raise Http404
    return event


def _page(event: Event, *, typed: Typed | None = None, refusal: str = "") -> SectionsPage:
    tables = Table.objects.standing().filter(event=event)
    people = User.objects.filter(role__in=LEADS, is_active=True).order_by("username")
    return sections_page(
        event,
        tables,
        Section.objects.filter(event=event),
        list(people),
        typed=typed,
        refusal=refusal,
    )


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None

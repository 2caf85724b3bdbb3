"""Pen and paper: blank race sheets, and the sheets that are entered afterwards."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from colorup.engine.problems import Problems
from tournaments.boards.blank_sheet import blank_sheets
from tournaments.boards.sheet_boxes import Asked
from tournaments.boards.sheet_entry import SheetForm, sheet_form
from tournaments.boards.sheet_list import sheet_list
from tournaments.forms import Sent
from tournaments.models import Section, TableRace
from tournaments.permissions import Right
from tournaments.views.access import needs, person
from tournaments.views.commands import UNFIT, device
from tournaments.views.loading import load_color_up, load_race
from tournaments.views.sheet_form import read_sheet
from tournaments.workflow.errors import Conflict, Refusal
from tournaments.workflow.sheet import enter_sheet, whole_of

FORBIDDEN = 403


@require_safe
@needs(Right.VIEW)
def blank_of_tables(request: HttpRequest, color_up_id: int) -> HttpResponse:
    """The blank sheets of all tables, or of those of one section (``?section=``)."""
    shown = load_color_up(color_up_id)
    names = "names" in request.GET
    races = list(TableRace.objects.for_blank_sheets(shown.pk))
    held = {one.table.section_id for one in races if one.table.section_id is not None}
    sections = list(Section.objects.filter(event_id=shown.event_id, pk__in=held))
    asked = request.GET.get("section", "")
    section = next((one.pk for one in sections if str(one.pk) == asked), None)
    here = [one for one in races if section is None or one.table.section_id == section]
    context = {
        "color_up": shown,
        "sheets": blank_sheets(shown, here, names=names),
        "sections": sections,
        "section": section,
        "names": names,
    }
    return render(request, "paper/blank.html", context)


@require_safe
@needs(Right.VIEW)
def blank(request: HttpRequest, race_id: int) -> HttpResponse:
    """The blank sheet of one table."""
    race = load_race(race_id)
    names = "names" in request.GET
    context = {
        "color_up": race.color_up,
        "one_race": race,
        "sheets": blank_sheets(race.color_up, [race], names=names),
        "names": names,
    }
    return render(request, "paper/blank.html", context)


@require_safe
@needs(Right.COUNT)
def sheets(request: HttpRequest, color_up_id: int) -> HttpResponse:
    """The tables whose sheets are still to be entered."""
    shown = load_color_up(color_up_id)
    page = sheet_list(TableRace.objects.for_board(shown.pk))
    return render(request, "paper/list.html", {"color_up": shown, "page": page})


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.COUNT)
def sheet(request: HttpRequest, race_id: int) -> HttpResponse:
    """The form of one table's sheet; sent, it enters the whole sheet and goes on to the next."""
    if request.method != "POST":
        form = _form(request, load_race(race_id), Asked(str(uuid4())))
        return render(request, "paper/sheet.html", {"form": form})
    entered = _enter(request, race_id)
    if entered.form is None:
        return redirect(_onward(request, entered.race))
    return render(request, "paper/sheet.html", {"form": entered.form}, status=entered.status)


@require_POST
@needs(Right.COUNT)
def live_sheet(request: HttpRequest, race_id: int) -> HttpResponse:
    """The same, answered with the form alone where something is wrong."""
    entered = _enter(request, race_id)
    if entered.form is None:
        return HttpResponseClientRedirect(_onward(request, entered.race))
    # The page swaps in what a person can mend, 422, and what somebody else did, 409.
    status = UNFIT if entered.status == FORBIDDEN else entered.status
    return render(request, "paper/sheet_live.html", {"form": entered.form}, status=status)


@dataclass(frozen=True, slots=True)
class Entered:
    """What came of a sheet: the race after it, or the form that says why not, and a status."""

    race: TableRace
    form: SheetForm | None = None
    status: int = 200


def _enter(request: HttpRequest, race_id: int) -> Entered:
    race = load_race(race_id)
    sent = Sent.read(request.POST)
    typed = read_sheet(sent, race)
    try:
        answer = enter_sheet(
            race_id=race.pk,
            by=person(request),
            command_id=sent.command_id,
            expected_version=sent.version,
            sheet=typed,
            device=device(request),
        )
    except Problems as problems:
        asked = Asked(sent.command_id, sent.typed, problems.problems)
        return Entered(race, _form(request, race, asked), UNFIT)
    except Conflict as conflict:
        # The entries stay in the form, which is now one of the race as it stands: a new command.
        applied = (conflict.applied or {}).get("sheet")
        asked = Asked(
            str(uuid4()),
            sent.typed,
            refusal=conflict.message,
            own=whole_of(typed),
            applied=applied,
        )
        fresh = load_race(race.pk)
        return Entered(fresh, _form(request, fresh, asked), conflict.status)
    except Refusal as refusal:
        asked = Asked(sent.command_id, sent.typed, refusal=refusal.message)
        return Entered(race, _form(request, race, asked), refusal.status)
    return Entered(answer.race)


def _form(request: HttpRequest, race: TableRace, asked: Asked) -> SheetForm:
    left = TableRace.objects.sheets_to_enter(race.color_up_id).count()
    return sheet_form(race, person(request), asked, left)


def _onward(request: HttpRequest, race: TableRace) -> str:
    """The next sheet, or the list of sheets after the last."""
    following = TableRace.objects.sheets_to_enter(race.color_up_id, race.table.number).first()
    said = (
        _("%(table)s is entered.")
        if race.is_confirmed
        else _("%(table)s is entered; a second person confirms it.")
    )
    messages.success(request, said % {"table": race.table})
    if following is None:
        return reverse("sheets", args=(race.color_up_id,))
    return reverse("sheet", args=(following.pk,))

"""The floor board: the page, its fragments, the way to the next table, the board's own forms."""

from __future__ import annotations

from collections import Counter
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from colorup.engine.problems import Problems, problem
from tournaments import workflow
from tournaments.boards.board import Board, Sums, Wanted, board_of
from tournaments.boards.in_play import chips_in_play
from tournaments.boards.tiles import MINE, SHOWN_STATES, next_for
from tournaments.clock import read_moment
from tournaments.forms import ID_LENGTH
from tournaments.models import ChipMovement, ColorUp, Table, TableRace
from tournaments.permissions import Right
from tournaments.querysets import ARRIVAL, LATE
from tournaments.ranges import read_ranges
from tournaments.sentences import say
from tournaments.views.access import needs, person
from tournaments.views.commands import UNFIT, device
from tournaments.workflow.errors import Refusal
from tournaments.workflow.floor import set_restart

NOTHING_NEW = 204


@require_safe
@needs(Right.VIEW)
def color_up(request: HttpRequest, color_up_id: int) -> HttpResponse:
    """The colour-up's tables; ``?table=12`` goes to that table."""
    typed = request.GET.get("table", "").strip()[:20]
    if not typed:
        return show_board(request, color_up_id)
    number = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 9 else 0
    races = TableRace.objects.filter(color_up_id=color_up_id, table__number=number)
    if race := races.only("pk").first():
        return redirect("race", race.pk)
    sentence = _("There is no table %(typed)s in this colour-up.") % {"typed": typed}
    return show_board(request, color_up_id, jump_problem=sentence, jump=typed)


@require_safe
@needs(Right.VIEW)
def next_table(request: HttpRequest, color_up_id: int) -> HttpResponse:
    """On to the next table of the person who asks, or back to the board where all are done."""
    races = list(TableRace.objects.for_floor(_load(color_up_id).pk))
    race = next_for(races, person(request))
    if race is None:
        return redirect("color_up", color_up_id)
    return redirect("race", race.pk)


@require_safe
@needs(Right.VIEW)
def live_board(request: HttpRequest, color_up_id: int) -> HttpResponse:
    """What changed on the board after ``?since=``: changed tiles and the sums; 204 for nothing."""
    since = _number(request.GET.get("since", "")) or 0
    newest = ColorUp.objects.filter(pk=color_up_id).values_list("event__board_sequence", flat=True)
    if (sequence := newest.first()) is None:
        raise Http404
    if sequence <= since:
        return HttpResponse(status=NOTHING_NEW)
    races = list(TableRace.objects.for_floor(color_up_id))
    board = _board(request, _load(color_up_id), races)
    changed = {one.pk for one in races if one.board_sequence > since} - board.added
    touched = [one for one in board.groups if any(tile.race_id in changed for tile in one.tiles)]
    tiles = [one for group in touched for one in group.tiles if one.race_id in changed]
    context = {"board": board, "touched": touched, "changed": tiles}
    return render(request, "board/changes.html", context)


@require_safe
@needs(Right.VIEW)
def live_outlook(request: HttpRequest, color_up_id: int) -> HttpResponse:
    """What the clock says by now; it changes though no table does."""
    races = list(TableRace.objects.for_floor(color_up_id))
    board = _board(request, _load(color_up_id), races)
    return render(request, "board/board.html#said", {"board": board})


@require_POST
@needs(Right.ANNOUNCE)
def restart(request: HttpRequest, color_up_id: int) -> HttpResponse:
    """Say when play goes on."""
    shown = _load(color_up_id)
    typed = request.POST.get("restart_at", "")
    try:
        at = read_moment(typed, zone=shown.event.zone, now=timezone.now())
        set_restart(color_up_id=color_up_id, by=person(request), at=at)
    except Problems as problems:
        sentence = " ".join(say(one.message) for one in problems)
        context = {"restart_problem": sentence, "restart_typed": typed}
        return show_board(request, color_up_id, status=UNFIT, **context)
    return redirect("color_up", color_up_id)


@require_POST
@needs(Right.ANNOUNCE)
def add_tables(request: HttpRequest, color_up_id: int) -> HttpResponse:
    """Take further tables, given by number, into the running colour-up."""
    shown = _load(color_up_id)
    typed = request.POST.get("tables", "")
    command_id = request.POST.get("command_id", "")[:ID_LENGTH] or str(uuid4())
    context = {"add_typed": typed, "add_command_id": command_id}
    try:
        workflow.add_tables(
            color_up_id=color_up_id,
            by=person(request),
            command_id=command_id,
            tables=_table_ids(shown.event_id, read_ranges(typed)),
            device=device(request),
        )
    except Problems as problems:
        context["add_problem"] = " ".join(say(one.message) for one in problems)
        return show_board(request, color_up_id, status=UNFIT, **context)
    except Refusal as refusal:
        context["add_problem"] = say(refusal.message)
        return show_board(request, color_up_id, status=refusal.status, **context)
    messages.success(request, _("The tables are on the board, to be counted."))
    return redirect("color_up", color_up_id)


def show_board(
    request: HttpRequest, color_up_id: int, *, status: int = 200, **context: Any
) -> HttpResponse:
    """The page of the board; `context` is what its forms say back."""
    shown = _load(color_up_id)
    races = list(TableRace.objects.for_floor(color_up_id))
    board = _board(request, shown, races)
    page = {"command_id": str(uuid4()), "board": board, **context}
    return render(request, "board/board.html", page, status=status)


def _board(request: HttpRequest, shown: ColorUp, races: list[TableRace]) -> Board:
    user = person(request)
    event = shown.event
    movements = ChipMovement.objects.filter(event=event)
    moved = movements.change_in_play_by_color_up()
    by_chip: Counter[int] = Counter()
    for changes in moved.values():
        by_chip.update(changes)
    # A section's float is paid from by whoever works there, its lead or not.
    works_in = {one.table.section_id for one in races if one.taken_by_id == user.pk} - {None}
    at_hand = Q(float__carrier=user) | Q(float__section__lead=user)
    at_hand |= Q(float__section__in=works_in)
    sums = Sums(
        terms={
            **TableRace.objects.filter(color_up=shown).drift_terms(),
            LATE: shown.late_drift,  # type: ignore[attr-defined]
            ARRIVAL: shown.arrival_drift,  # type: ignore[attr-defined]
        },
        moved=moved.get(shown.pk, {}),
        in_play=chips_in_play(event, by_chip),
        floats=movements.filter(at_hand, float__closed_at__isnull=True).on_floats(),
    )
    wanted = _wanted(request.GET)
    return board_of(shown, races, sums, user=user, wanted=wanted, now=timezone.now())


def _load(color_up_id: int) -> ColorUp:
    shown = ColorUp.objects.for_floor().filter(pk=color_up_id).first()
    if shown is None:
        raise Http404
    return shown


def _wanted(given: QueryDict) -> Wanted:
    show = given.get("show", "")
    known = {MINE, *(one.value for one in SHOWN_STATES)}
    return Wanted(
        show if show in known else "",
        _number(given.get("section", "")),
        drawn=_number(given.get("drawn", "")),
    )


def _table_ids(event_id: int, numbers: tuple[int, ...]) -> list[int]:
    """The event's tables of these numbers; raises `Problems` (``bad_tables``) for others."""
    standing = Table.objects.standing().filter(event_id=event_id)
    by_number = dict(standing.values_list("number", "pk"))
    if missing := tuple(one for one in numbers if one not in by_number):
        raise Problems([problem("bad_tables.no_such", tables=missing[:20])])
    return [by_number[one] for one in numbers]


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None

"""Fragments of pages for HTMX: the same commands, answered with what changes on the page."""

from __future__ import annotations

from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

from colorup.engine.problems import Problems
from tournaments.boards.chips import colours
from tournaments.boards.in_play import too_many
from tournaments.boards.table import Asked
from tournaments.boards.worth import worth_of
from tournaments.forms import Sent, read_count
from tournaments.permissions import Right
from tournaments.sentences import say
from tournaments.views import commands
from tournaments.views.access import needs, person
from tournaments.views.commands import UNFIT, Performed
from tournaments.views.loading import load_race, page_of
from tournaments.views.onward import after_confirmation
from tournaments.workflow.documents import assemble, evaluate
from tournaments.workflow.floor import take

FORBIDDEN = 403


@require_POST
@needs(Right.COUNT)
def worth(request: HttpRequest, race_id: int) -> HttpResponse:
    """What the table is worth by the entries so far; only who is on it is saved."""
    race = load_race(race_id)
    if race.taken_by_id is None:
        take(race_id=race.pk, by=person(request))
    entry = read_count(Sent.read(request.POST), race)
    document = assemble(race.color_up, entry, {})
    try:
        result = evaluate(document)
    except Problems as problems:
        sentences = tuple(say(one.message) for one in problems)
        return render(request, "race/worth_live.html", {"worth_problems": sentences})
    shown = worth_of(document, result, colours(race.color_up.chip_set))
    alarms = too_many(document, race.color_up.event)
    return render(request, "race/worth_live.html", {"worth": shown, "worth_alarms": alarms})


def _answer(request: HttpRequest, done: Performed) -> HttpResponse:
    page = done.page or page_of(request, load_race(done.race.pk))
    # The page swaps in what a person can mend, 422, and what somebody else did, 409.
    status = UNFIT if done.status == FORBIDDEN else done.status
    return render(request, "race/table_live.html", {"table": page}, status=status)


count = commands.view_of(Right.COUNT, commands.count, _answer)
deal = commands.view_of(Right.DEAL, commands.deal, _answer)
collector = commands.view_of(Right.DEAL, commands.collector, _answer)
shuffle = commands.view_of(Right.DEAL, commands.shuffle, _answer)


@require_POST
@needs(Right.DEAL)
def call(request: HttpRequest, race_id: int) -> HttpResponse:
    done = commands.call(request, race_id)
    if not done.applied:
        return _answer(request, done)
    asked = Asked(str(uuid4()), **commands.dealt_by_app(request, done.race))
    page = page_of(request, load_race(done.race.pk), asked)
    return render(request, "race/table_live.html", {"table": page})


@require_POST
@needs(Right.CONFIRM)
def confirm(request: HttpRequest, race_id: int) -> HttpResponse:
    done = commands.confirm(request, race_id)
    if done.applied:
        return HttpResponseClientRedirect(after_confirmation(request, done.race))
    return _answer(request, done)

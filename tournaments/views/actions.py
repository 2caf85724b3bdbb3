"""POST commands of a table, without JavaScript: done, and on to the page; or the page that says why
not."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from tournaments.permissions import Right
from tournaments.views import commands
from tournaments.views.access import needs
from tournaments.views.commands import Performed
from tournaments.views.onward import after_confirmation


def _answer(request: HttpRequest, done: Performed) -> HttpResponse:
    if done.applied:
        return redirect("race", done.race.pk)
    return render(request, "race/table.html", {"table": done.page}, status=done.status)


@require_POST
@needs(Right.COUNT)
def count(request: HttpRequest, race_id: int) -> HttpResponse:
    return _answer(request, commands.count(request, race_id))


@require_POST
@needs(Right.DEAL)
def deal(request: HttpRequest, race_id: int) -> HttpResponse:
    return _answer(request, commands.deal(request, race_id))


@require_POST
@needs(Right.DEAL)
def collector(request: HttpRequest, race_id: int) -> HttpResponse:
    return _answer(request, commands.collector(request, race_id))


@require_POST
@needs(Right.DEAL)
def shuffle(request: HttpRequest, race_id: int) -> HttpResponse:
    return _answer(request, commands.shuffle(request, race_id))


@require_POST
@needs(Right.DEAL)
def call(request: HttpRequest, race_id: int) -> HttpResponse:
    done = commands.call(request, race_id)
    if done.applied:
        query = urlencode(commands.dealt_by_app(request, done.race))
        return redirect(f"{reverse('race', args=(done.race.pk,))}?{query}")
    return _answer(request, done)


@require_POST
@needs(Right.CONFIRM)
def confirm(request: HttpRequest, race_id: int) -> HttpResponse:
    done = commands.confirm(request, race_id)
    if done.applied:
        return redirect(after_confirmation(request, done.race))
    return _answer(request, done)


@require_POST
@needs(Right.REOPEN)
def reopen(request: HttpRequest, race_id: int) -> HttpResponse:
    return _answer(request, commands.reopen(request, race_id))


@require_POST
@needs(Right.VOID)
def void(request: HttpRequest, race_id: int) -> HttpResponse:
    return _answer(request, commands.void(request, race_id))

"""POST commands of a table, without JavaScript: done, and on to the page; or the page that says why
not."""

from __future__ import annotations

from functools import wraps
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from tournaments.permissions import Right
from tournaments.views import commands
from tournaments.views.access import View, needs
from tournaments.views.commands import Command, Performed
from tournaments.views.onward import after_confirmation


def _answer(request: HttpRequest, done: Performed) -> HttpResponse:
    if done.applied:
        return redirect("race", done.race.pk)
    return render(request, "race/table.html", {"table": done.page}, status=done.status)


def _view(right: Right, command: Command) -> View[[int]]:
    """The view of a command after which the page shows where the race stands now."""

    @require_POST
    @needs(right)
    @wraps(command)
    def view(request: HttpRequest, race_id: int) -> HttpResponse:
        return _answer(request, command(request, race_id))

    return view


count = _view(Right.COUNT, commands.count)
deal = _view(Right.DEAL, commands.deal)
collector = _view(Right.DEAL, commands.collector)
shuffle = _view(Right.DEAL, commands.shuffle)
reopen = _view(Right.REOPEN, commands.reopen)
void = _view(Right.VOID, commands.void)


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

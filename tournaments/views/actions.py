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


count = commands.view_of(Right.COUNT, commands.count, _answer)
deal = commands.view_of(Right.DEAL, commands.deal, _answer)
collector = commands.view_of(Right.DEAL, commands.collector, _answer)
shuffle = commands.view_of(Right.DEAL, commands.shuffle, _answer)
reopen = commands.view_of(Right.REOPEN, commands.reopen, _answer)
void = commands.view_of(Right.VOID, commands.void, _answer)


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

"""The page on which a structure or a seat draw is looked at, mended and saved."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import uuid4

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from colorup.formats.tournament_file import TournamentFile
from colorup.formats.worksheet import Look, look
from tournaments.boards.worksheet import odd_rows, shown_rows, worksheet_page
from tournaments.imports import create_event, draft_of, seal_rows, with_chips
from tournaments.models import ChipSet, Denomination, Event
from tournaments.sentences import in_digits
from tournaments.views.access import person
from tournaments.views.import_forms import CHOICES, ChoicesForm, HandForm, chips_chosen
from tournaments.views.worksheet_form import Typed, changed, read_typed

UNFIT = 422


def typed_choices(post: Mapping[str, str]) -> dict[str, str]:
    """What was chosen on an earlier page, which a new one takes over."""
    return {name: post[name] for name in CHOICES if name in post}


def chosen_before(post: Mapping[str, str]) -> dict[str, str]:
    """What was chosen on the page of the ways in; what it offered by itself gives way to a file."""
    offered = HandForm()
    return {
        name: value
        for name, value in typed_choices(post).items()
        if value != str(offered[name].value() or "")
    }


def sent_once(request: HttpRequest) -> str:
    """The id of what was sent: the same for a second tap, another one once anything was changed."""
    fields = sorted((name, request.POST.getlist(name)) for name in request.POST)
    content = json.dumps([one for one in fields if one[0] != "csrfmiddlewaretoken"])
    return hashlib.sha256(content.encode()).hexdigest()


def first_look(request: HttpRequest, found: Look, *, event: Event | None = None) -> HttpResponse:
    """The page of rows that were only just read."""
    choices = None if event else ChoicesForm(file=found.file, initial=chosen_before(request.POST))
    return _page(request, found, shown_rows(found, ()), choices=choices, event=event)


def look_again(request: HttpRequest, *, event: Event | None = None) -> HttpResponse:
    """The page with the rows as they stand in the form, after the button that was tapped."""
    typed, found = read_rows(request)
    choices = None if event else ChoicesForm(file=found.file, initial=typed_choices(request.POST))
    return page_of(request, typed, found, choices=choices, event=event)


def read_rows(request: HttpRequest) -> tuple[Typed, Look]:
    typed = changed(read_typed(request.POST), request.POST.get("do", ""))
    found = look(typed.worksheet)
    if len(found.worksheet.rows) != len(typed.worksheet.rows):
        # A line that was mended has become two rows; those after it moved down.
        typed = replace(typed, shown=frozenset(range(1, len(found.worksheet.rows) + 1)))
    return typed, found


def reasons_to_wait(typed: Typed, found: Look, *, accepted: bool) -> list[str]:
    """Why these rows cannot be saved yet; `accepted` takes what is not understood as left out."""
    if typed.lost:
        return [_("A part of the rows was changed on its way: choose the file again.")]
    sentences = []
    odd = odd_rows(found)
    if odd and not accepted:
        sentences.append(
            ngettext(
                "%(count)s row is not understood: mend it, delete it or leave it out.",
                "%(count)s rows are not understood: mend them, delete them or leave them out.",
                len(odd),
            )
            % {"count": in_digits(len(odd))}
        )
    if found.worksheet.kind == "structure" and not found.file.levels:
        sentences.append(_("There is no level among the rows."))
    if found.worksheet.kind == "seats" and not found.file.tables:
        sentences.append(_("There is no seat among the rows."))
    return sentences


def save_new(request: HttpRequest, typed: Typed, found: Look) -> Event | HttpResponse:
    """The event made of the rows and the choices, or the page that says what is wrong."""
    choices = ChoicesForm(request.POST, file=found.file)
    waiting = reasons_to_wait(typed, found, accepted="accept" in request.POST)
    if choices.is_valid() and not waiting:
        chosen = choices.cleaned_data
        try:
            return create_event(
                with_chips(found.file, chosen["chips"]),
                by=person(request),
                name=chosen["name"],
                ruleset=chosen["ruleset"],
                language=chosen["language"],
                time_zone=chosen["time_zone"],
                chip_set=chosen["chip_set"],
                import_id=sent_once(request),
            )
        except ValidationError as error:
            choices.add_error(None, error)
    return page_of(request, typed, found, choices=choices, waiting=waiting, status=UNFIT)


def page_of(
    request: HttpRequest,
    typed: Typed,
    found: Look,
    *,
    choices: ChoicesForm | None = None,
    event: Event | None = None,
    waiting: Sequence[str] = (),
    status: int = 200,
) -> HttpResponse:
    """The page of rows that were typed, and why they were not saved."""
    if typed.lost and not waiting:
        waiting = reasons_to_wait(typed, found, accepted=True)
    return _page(
        request,
        found,
        shown_rows(found, typed.shown),
        focus=typed.focus,
        choices=choices,
        event=event,
        waiting=waiting,
        status=status,
    )


def _page(
    request: HttpRequest,
    found: Look,
    shown: frozenset[int],
    *,
    focus: int | None = None,
    choices: ChoicesForm | None,
    event: Event | None,
    waiting: Sequence[str] = (),
    status: int = 200,
) -> HttpResponse:
    draft = draft_of(found.file)
    unseen = {
        number: row for number, row in enumerate(found.worksheet.rows, 1) if number not in shown
    }
    context: dict[str, Any] = {
        "page": worksheet_page(
            found,
            shown,
            levels=draft.levels,
            tables=draft.tables,
            chips=_chips(found.file, choices, event),
            focus=focus,
        ),
        "form": choices,
        "event": event,
        "waiting": waiting,
        "accepted": "accept" in request.POST,
        "unseen": seal_rows(found.worksheet.kind, unseen),
        "page_id": uuid4().hex,
        "text": request.POST.get("text", ""),
    }
    return render(request, "events/worksheet.html", context, status=status)


def _chips(
    file: TournamentFile, choices: ChoicesForm | None, event: Event | None
) -> tuple[Denomination, ...]:
    """The chips by which the structure is timed: the event's, or those chosen so far."""
    if event is not None:
        return tuple(event.chip_set.denominations.all())
    chosen = chips_chosen(choices, file) if choices else None
    if isinstance(chosen, ChipSet):
        return tuple(chosen.denominations.all())
    return draft_of(with_chips(file, chosen or ())).chips

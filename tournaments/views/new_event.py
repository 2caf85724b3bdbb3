"""The ways to a new event: a file, pasted text, or by hand; and rows for one that lacks them."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from colorup.engine.problems import Problems
from colorup.formats.tournament_file import TournamentFile
from colorup.formats.worksheet import Kind, Look, Worksheet, empty_row, look, worksheet_of
from tournaments.boards.preview import preview_of
from tournaments.imports import (
    FILE_LIMIT,
    Parcel,
    SealedParcel,
    SpoiledParcel,
    add_seats,
    add_structure,
    create_by_hand,
    create_event,
    draft_of,
    with_chips,
)
from tournaments.models import Event
from tournaments.permissions import Right
from tournaments.sentences import say
from tournaments.views.access import needs, person
from tournaments.views.import_forms import (
    TEXT_LIMIT,
    ChoicesForm,
    FileForm,
    HandForm,
    TextForm,
)
from tournaments.views.worksheets import (
    UNFIT,
    chosen_before,
    first_look,
    look_again,
    page_of,
    read_rows,
    reasons_to_wait,
    save_new,
    sent_once,
)
from tournaments.workflow.errors import Refusal

EMPTY_ROWS = 10
"""How many rows somebody gets who writes a structure or a draw row by row."""

ADDED = {"structure": add_structure, "seats": add_seats}


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.IMPORT)
def new_event(request: HttpRequest) -> HttpResponse:
    """Ask where the event comes from; answer with what was understood, and save what is ready."""
    if request.method != "POST":
        return _new_page(request)
    if request.POST.get("do") == "back":
        return _new_page(request)
    if request.POST.get("do") == "save":
        saved = save_new(request, *read_rows(request))
        return _done(request, saved) if isinstance(saved, Event) else saved
    if "do" in request.POST:
        return look_again(request)
    way = _way(request)
    if way == "hand":
        return _by_hand(request)
    opened = _opened(request, way)
    if isinstance(opened, list):
        return _new_page(request, {way: opened}, status=UNFIT)
    if isinstance(opened, Look):
        return first_look(request, opened)
    try:
        sealed = Parcel(opened).seal(_("The file"))
    except Problems as problems:
        sentences = [say(one.message) for one in problems]
        return _new_page(request, {way: sentences}, status=UNFIT)
    choices = ChoicesForm(file=opened, initial=chosen_before(request.POST))
    return _preview_page(request, sealed, choices)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.IMPORT)
def import_save(request: HttpRequest) -> HttpResponse:
    """Save a previewed save, once however often it is sent; a reader is sent to the start."""
    if request.method != "POST":
        return redirect("new_event")
    try:
        sealed = SealedParcel.open(request.POST.get("content", ""))
    except SpoiledParcel:
        sentence = _("This preview is too old, or was changed on its way: choose the file again.")
        return _new_page(request, {"file": [sentence]}, status=UNFIT)
    choices = ChoicesForm(request.POST, file=sealed.parcel.file)
    saved = _save(request, sealed.parcel, choices)
    if saved is None:
        return _preview_page(request, sealed, choices, status=UNFIT)
    return _done(request, saved)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.IMPORT)
def add_rows(request: HttpRequest, event_id: int, kind: Kind) -> HttpResponse:
    """Give an event that has none a structure or a seat draw: ask, show, mend, save."""
    event = Event.objects.for_event_page().filter(pk=event_id).first()
    if event is None:
        raise Http404
    if request.method != "POST" or request.POST.get("do") == "back":
        return _add_page(request, event, kind)
    if request.POST.get("do") == "save":
        return _save_rows(request, event, kind)
    if "do" in request.POST:
        return look_again(request, event=event)
    way = _way(request)
    if way == "hand":
        rows = tuple(empty_row(kind) for _number in range(EMPTY_ROWS))
        return first_look(request, look(Worksheet(kind, rows)), event=event)
    opened = _opened(request, way)
    if isinstance(opened, TournamentFile):
        opened = look(worksheet_of(opened, kind))
    if isinstance(opened, list):
        return _add_page(request, event, kind, {way: opened}, status=UNFIT)
    if opened.worksheet.kind != kind or not opened.worksheet.rows:
        sentence = {
            "structure": _("There is no level in it: a structure is added here."),
            "seats": _("There is no seat in it: a seat draw is added here."),
        }[kind]
        return _add_page(request, event, kind, {way: [sentence]}, status=UNFIT)
    return first_look(request, opened, event=event)


def _way(request: HttpRequest) -> str:
    """The way that was chosen; where Enter chose none, the first that has something in it."""
    way = request.POST.get("way", "")
    if way in ("file", "text", "hand"):
        return way
    if request.FILES.get("file"):
        return "file"
    return "text" if request.POST.get("text", "").strip() else "hand"


def _opened(request: HttpRequest, way: str) -> TournamentFile | Look | list[str]:
    """What was read of the file or the text, or the sentences of why it was not."""
    form = FileForm(request.POST, request.FILES) if way == "file" else TextForm(request.POST)
    if not form.is_valid():
        return [str(sentence) for sentence in form.errors[way]]
    read: TournamentFile | Look = form.cleaned_data[way]
    return read


def _by_hand(request: HttpRequest) -> HttpResponse:
    form = HandForm(request.POST)
    if form.is_valid():
        try:
            saved = create_by_hand(
                by=person(request),
                import_id=sent_once(request),
                **form.cleaned_data,
            )
        except ValidationError as error:
            form.add_error(None, error)
        else:
            return _done(request, saved)
    return _new_page(request, hand=form, status=UNFIT)


def _save(request: HttpRequest, parcel: Parcel, choices: ChoicesForm) -> Event | None:
    """The saved event, or None where `choices` now says what is wrong."""
    if not choices.is_valid():
        return None
    chosen = choices.cleaned_data
    file = parcel.file
    if chips := chosen.get("chips"):
        file = with_chips(file, chips)
    try:
        return create_event(
            file,
            by=person(request),
            name=chosen["name"],
            ruleset=chosen["ruleset"],
            language=chosen["language"],
            time_zone=chosen["time_zone"],
            chip_set=chosen["chip_set"],
            import_id=parcel.import_id,
        )
    except ValidationError as error:
        choices.add_error(None, error)
        return None


def _save_rows(request: HttpRequest, event: Event, kind: Kind) -> HttpResponse:
    typed, found = read_rows(request)
    waiting = reasons_to_wait(typed, found, accepted="accept" in request.POST)
    status = UNFIT
    if found.worksheet.kind == kind and not waiting:
        try:
            ADDED[kind](event.pk, found.file, by=person(request))
        except Refusal as refusal:
            waiting, status = [say(refusal.message)], refusal.status
        else:
            messages.success(request, _("%(event)s is saved.") % {"event": event})
            return redirect("event", event_id=event.pk)
    return page_of(request, typed, found, event=event, waiting=waiting, status=status)


def _done(request: HttpRequest, event: Event) -> HttpResponse:
    messages.success(request, _("%(event)s is saved.") % {"event": event})
    return redirect("event", event_id=event.pk)


def _new_page(
    request: HttpRequest,
    errors: dict[str, list[str]] | None = None,
    *,
    hand: HandForm | None = None,
    status: int = 200,
) -> HttpResponse:
    if hand is None:
        kept = {name: request.POST[name] for name in HandForm.base_fields if name in request.POST}
        hand = HandForm(initial=kept)
    return render(
        request,
        "events/new.html",
        {**_ways(request, errors), "form": hand},
        status=status,
    )


def _add_page(
    request: HttpRequest,
    event: Event,
    kind: Kind,
    errors: dict[str, list[str]] | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    context = {**_ways(request, errors), "event": event, "kind": kind}
    return render(request, "events/add.html", context, status=status)


def _ways(request: HttpRequest, errors: dict[str, list[str]] | None) -> dict[str, Any]:
    return {
        "errors": errors or {},
        "text": request.POST.get("text", ""),
        "text_limit": TEXT_LIMIT,
        "megabytes": FILE_LIMIT // 1_000_000,
        "page_id": uuid4().hex,
    }


def _preview_page(
    request: HttpRequest, sealed: SealedParcel, form: ChoicesForm, *, status: int = 200
) -> HttpResponse:
    file = sealed.parcel.file
    draft = draft_of(file)
    preview = preview_of(file, chips=draft.chips, levels=draft.levels, tables=draft.tables)
    context = {
        "preview": preview,
        "form": form,
        "sealed": sealed,
        "text": request.POST.get("text", ""),
    }
    return render(request, "events/preview.html", context, status=status)

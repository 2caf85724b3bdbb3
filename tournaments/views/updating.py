"""A newer file of a running event: look at what it changes, then take it over."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from colorup.engine.problems import Problems
from colorup.formats.tournament_file import TournamentFile
from tournaments.imports import FILE_LIMIT, Parcel, SealedParcel, SpoiledParcel, read_upload
from tournaments.imports.said import update_page
from tournaments.imports.update import apply_update, compare
from tournaments.models import Event
from tournaments.permissions import Right
from tournaments.sentences import say
from tournaments.views.access import needs, person
from tournaments.views.commands import UNFIT, device
from tournaments.views.loading import load_event
from tournaments.workflow.errors import Refusal
from tournaments.workflow.room import Room


class NewerFile(forms.Form):
    """A newer file; its cleaned value is a sealed parcel."""

    file = forms.FileField(
        error_messages={
            "required": gettext_lazy("Choose a file first."),
            "empty": gettext_lazy("The file is empty."),
        },
    )

    def clean_file(self) -> SealedParcel:
        upload: UploadedFile = self.cleaned_data["file"]
        name = upload.name or "?"
        if (upload.size or 0) > FILE_LIMIT:
            raise ValidationError(
                _("%(name)s is larger than %(megabytes)s MB, and no save of an event is."),
                params={"name": name, "megabytes": FILE_LIMIT // 1_000_000},
            )
        try:
            file = read_upload(upload.read(), name)
            if not file.tables:
                raise ValidationError(
                    _("%(name)s names no tables and no seats."), params={"name": name}
                )
            return Parcel(file).seal(name)
        except Problems as problems:
            raise ValidationError([say(one.message) for one in problems]) from problems


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.IMPORT)
def update(request: HttpRequest, event_id: int) -> HttpResponse:
    """Ask for the newer file; answer it with what it changes, and save nothing."""
    event = load_event(event_id)
    if request.method != "POST":
        return _upload(request, event)
    form = NewerFile(request.POST, request.FILES)
    if not form.is_valid():
        return _upload(request, event, list(form.errors["file"]))
    return _preview(request, event, form.cleaned_data["file"])


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.IMPORT)
def update_apply(request: HttpRequest, event_id: int) -> HttpResponse:
    """Take over what was shown, once however often it is sent."""
    event = load_event(event_id)
    if request.method != "POST":
        return redirect("update", event.pk)
    try:
        sealed = SealedParcel.open(request.POST.get("content", ""))
    except SpoiledParcel:
        spoiled = _("This preview is too old, or was changed on its way: send the file again.")
        return _upload(request, event, [spoiled])
    try:
        done = apply_update(
            sealed.parcel,
            event_id=event.pk,
            by=person(request),
            seen=request.POST.get("seen", ""),
            sure="sure" in request.POST,
            device=device(request),
        )
    except Refusal as refusal:
        return _preview(request, load_event(event_id), sealed, refusal)
    count = len(done.command.changes)
    said = ngettext(
        "Updated: %(count)s change at the tables.",
        "Updated: %(count)s changes at the tables.",
        count,
    )
    messages.success(request, said % {"count": count})
    if done.refused:
        left = ngettext(
            "%(count)s change waits for a race that holds its table.",
            "%(count)s changes wait for races that hold their tables.",
            len(done.refused),
        )
        messages.warning(request, left % {"count": len(done.refused)})
    return redirect("event", event.pk)


def _upload(request: HttpRequest, event: Event, errors: list[str] | None = None) -> HttpResponse:
    context = {
        "event": event,
        "errors": errors or [],
        "megabytes": FILE_LIMIT // 1_000_000,
    }
    return render(request, "seating/update.html", context, status=UNFIT if errors else 200)


def _preview(
    request: HttpRequest,
    event: Event,
    sealed: SealedParcel,
    refusal: Refusal | None = None,
) -> HttpResponse:
    file: TournamentFile = sealed.parcel.file
    room = Room.load(event.pk)
    misread = (say(one.problem.message) for one in file.problems)
    page = update_page(compare(file, event, room), event, room, misread)
    context = {
        "page": page,
        "content": sealed.text,
        "refusal": say(refusal.message) if refusal else "",
        "sure": "sure" in request.POST,
    }
    status = refusal.status if refusal else 200
    return render(request, "seating/update_preview.html", context, status=status)

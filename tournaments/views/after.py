"""Late chips, one player's exchange, and taking either back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from colorup.engine.chips import payout, value_of
from colorup.engine.problems import Problems
from colorup.engine.ruleset import LateChips
from tournaments.boards import after as boards
from tournaments.boards.after import ExchangePage, Frame, LatePage, Sums, Taking
from tournaments.forms import Sent, read_chips, read_spot
from tournaments.models import ChipCommand, ColorUp, Event
from tournaments.permissions import Right, may
from tournaments.sentences import say
from tournaments.views.access import needs, person
from tournaments.views.commands import UNFIT, device
from tournaments.views.loading import load_color_up
from tournaments.workflow import after
from tournaments.workflow.after import Standing
from tournaments.workflow.errors import Conflict, Refusal

LATE = "after/late.html"
EXCHANGE = "after/exchange.html"


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.LATE)
def late(request: HttpRequest, color_up_id: int) -> HttpResponse:
    """Late chips under a colour-up's ruleset; POST records them."""
    color_up = load_color_up(color_up_id)
    return _late(request, color_up.event, color_up)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.LATE)
def event_late(request: HttpRequest, event_id: int) -> HttpResponse:
    """Late chips of any colour-up of an event; POST records them."""
    return _late(request, _load(event_id), None)


@require_safe
@needs(Right.LATE)
def live_late(request: HttpRequest, color_up_id: int) -> HttpResponse:
    """What the chips entered so far come to; nothing is saved."""
    color_up = load_color_up(color_up_id)
    page = _late_page(request, color_up.event, color_up, _looked(request))
    return render(request, f"{LATE}#worth", {"page": page})


@require_safe
@needs(Right.LATE)
def live_event_late(request: HttpRequest, event_id: int) -> HttpResponse:
    """The same where no colour-up is named."""
    page = _late_page(request, _load(event_id), None, _looked(request))
    return render(request, f"{LATE}#worth", {"page": page})


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.EXCHANGE)
def exchange(request: HttpRequest, event_id: int) -> HttpResponse:
    """One player's exchange; POST records it."""
    event = _load(event_id)
    if request.method != "POST":
        page = _exchange_page(request, event, _looked(request))
        return render(request, EXCHANGE, {"page": page})
    sent = Sent.read(request.POST)
    if sent.ticked("fill"):
        sent = replace(sent, typed={**sent.typed, **_fewest(event, sent)})
    if sent.ticked("look") or sent.ticked("fill"):
        return render(request, EXCHANGE, {"page": _exchange_page(request, event, sent)})
    table, seat = read_spot(sent)
    try:
        booked = after.exchange(
            event_id=event.pk,
            by=person(request),
            command_id=sent.command_id,
            gives=read_chips(sent, "gives"),
            gets=read_chips(sent, "gets"),
            table_id=table,
            seat=seat,
            reason=sent.text("reason"),
            device=device(request),
        )
    except (Problems, Refusal) as refused:
        page = _exchange_page(request, event, _again(sent, refused), _sentences(refused))
        return render(request, EXCHANGE, {"page": page}, status=_status(refused))
    said = {"what": boards.recorded_said(booked.command)}
    messages.success(request, _("Recorded: %(what)s.") % said)
    return redirect("exchange", event.pk)


@require_safe
@needs(Right.EXCHANGE)
def live_exchange(request: HttpRequest, event_id: int) -> HttpResponse:
    """Both sides of the exchange as entered so far; nothing is saved."""
    page = _exchange_page(request, _load(event_id), _looked(request))
    return render(request, f"{EXCHANGE}#sums", {"page": page, "live": True})


@require_POST
@needs(Right.REVERSE)
def reverse(request: HttpRequest, chip_command_id: int) -> HttpResponse:
    """Take back what was recorded, with a reason."""
    recorded = ChipCommand.objects.select_related("event").filter(pk=chip_command_id).first()
    if recorded is None:
        raise Http404
    sent = Sent.read(request.POST)
    of_color_up = sent.text("page") == "color_up" and recorded.color_up_id is not None
    color_up = load_color_up(recorded.color_up_id) if of_color_up else None
    try:
        after.reverse(
            chip_command_id=recorded.pk,
            by=person(request),
            command_id=sent.command_id,
            reason=sent.text("reason"),
            device=device(request),
        )
    except Refusal as refusal:
        problem = say(refusal.message)
        taking = Taking(recorded.pk, sent.command_id, problem, sent.text("reason"))
        return _reverse_again(request, recorded, color_up, taking, refusal.status)
    messages.success(request, _("Taken back."))
    if recorded.color_up_id is None:
        return redirect("exchange", recorded.event_id)
    return redirect("late", color_up.pk) if color_up else redirect("event_late", recorded.event_id)


def _reverse_again(
    request: HttpRequest,
    recorded: ChipCommand,
    color_up: ColorUp | None,
    taking: Taking,
    status: int,
) -> HttpResponse:
    empty, event = _looked(request), recorded.event
    errors = (taking.problem,)
    if recorded.color_up_id is None:
        page: ExchangePage | LatePage = _exchange_page(request, event, empty, errors, taking)
        return render(request, EXCHANGE, {"page": page}, status=status)
    page = _late_page(request, event, color_up, empty, errors, taking)
    return render(request, LATE, {"page": page}, status=status)


def _late(request: HttpRequest, event: Event, color_up: ColorUp | None) -> HttpResponse:
    if request.method != "POST":
        page = _late_page(request, event, color_up, _looked(request))
        return render(request, LATE, {"page": page})
    sent = Sent.read(request.POST)
    if sent.ticked("look"):
        return render(request, LATE, {"page": _late_page(request, event, color_up, sent)})
    table, seat = read_spot(sent)
    try:
        booked = after.late(
            event_id=event.pk,
            by=person(request),
            command_id=sent.command_id,
            found=read_chips(sent, "found"),
            color_up_id=color_up.pk if color_up else None,
            table_id=table,
            seat=seat,
            decided=_decided(sent),
            reason=sent.text("reason"),
            device=device(request),
        )
    except (Problems, Refusal) as refused:
        again = _again(sent, refused)
        page = _late_page(request, event, color_up, again, _sentences(refused))
        return render(request, LATE, {"page": page}, status=_status(refused))
    said = {"what": boards.recorded_said(booked.command)}
    messages.success(request, _("Recorded: %(what)s.") % said)
    return redirect("late", color_up.pk) if color_up else redirect("event_late", event.pk)


def _load(event_id: int) -> Event:
    event = Event.objects.for_event_page().filter(pk=event_id).first()
    if event is None:
        raise Http404
    return event


def _looked(request: HttpRequest) -> Sent:
    """What a GET says is in the form; each form that is shown is a new command."""
    return replace(Sent.read(request.GET), command_id=str(uuid4()))


def _again(sent: Sent, refused: Problems | Refusal) -> Sent:
    """The same entries; after a conflict they are a new command."""
    return replace(sent, command_id=str(uuid4())) if isinstance(refused, Conflict) else sent


def _sentences(refused: Problems | Refusal) -> tuple[str, ...]:
    if isinstance(refused, Refusal):
        return (say(refused.message),)
    return tuple(say(one.message) for one in refused)


def _status(refused: Problems | Refusal) -> int:
    return refused.status if isinstance(refused, Refusal) else UNFIT


def _decided(sent: Sent) -> dict[int, int | str] | None:
    """What a director says is paid; None where the form did not ask."""
    return read_chips(sent, "pays") if sent.ticked("decides") else None


def _frame(
    request: HttpRequest,
    event: Event,
    sent: Sent,
    errors: tuple[str, ...],
    taking: Taking | None,
    commands: Mapping[str, object],
    color_up: ColorUp | None = None,
) -> Frame:
    recorded = list(ChipCommand.objects.recorded().filter(event=event, **commands))
    return boards.frame_of(
        event,
        recorded,
        sent.typed,
        sent.command_id,
        person(request),
        taking=taking,
        errors=errors,
        color_up_id=color_up.pk if color_up else None,
    )


def _late_page(
    request: HttpRequest,
    event: Event,
    color_up: ColorUp | None,
    sent: Sent,
    errors: tuple[str, ...] = (),
    taking: Taking | None = None,
) -> LatePage:
    kinds = [ChipCommand.Kind.LATE, ChipCommand.Kind.ARRIVAL]
    of_page: dict[str, object] = {"kind__in": kinds}
    if color_up is not None:
        of_page["color_up"] = color_up
    standing = after.Standing.of(event)
    found = {chip: count for chip, count in read_chips(sent, "found").items() if count}
    ruling = standing.ruling(color_up.pk if color_up else None, found)
    worth, problems = None, ()
    if found:
        try:
            judged = after.judge_late(standing, ruling, found, _decided(sent))
            worth = boards.late_worth(event, judged.found, judged.paid)
        except Problems as refused:
            problems = () if errors else _sentences(refused)
    director = ruling is not None and after.late_rule(ruling) is LateChips.DIRECTOR
    may_decide = may(person(request), Right.LATE_DECIDE)
    removed = standing.left if color_up is None else color_up.removed
    shown = [chip for chip in standing.left if chip in removed] if ruling else []
    return LatePage(
        frame=_frame(request, event, sent, errors, taking, of_page, color_up),
        chips=boards.chip_fields(event, shown, sent.typed, "found"),
        rule=boards.rule_of(ruling) if ruling else None,
        decided=boards.chip_fields(event, standing.in_play, sent.typed, "pays")
        if director and may_decide
        else (),
        may_record=ruling is not None and (may_decide or not director),
        worth=worth,
        problems=problems,
    )


def _exchange_page(
    request: HttpRequest,
    event: Event,
    sent: Sent,
    errors: tuple[str, ...] = (),
    taking: Taking | None = None,
) -> ExchangePage:
    chips = Standing.of(event).exchangeable(event)
    return ExchangePage(
        frame=_frame(request, event, sent, errors, taking, {"kind": ChipCommand.Kind.EXCHANGE}),
        gives=boards.chip_fields(event, chips, sent.typed, "gives"),
        gets=boards.chip_fields(event, chips, sent.typed, "gets", largest_first=True),
        sums=_sums(event, sent, told=bool(errors)),
    )


def _sums(event: Event, sent: Sent, *, told: bool) -> Sums:
    """Both sides as far as they are numbers; `told` says that what is wrong stands on the page.

    That the sides differ needs no sentence yet: both sums stand beside each other.
    """
    gives, gets = read_chips(sent, "gives"), read_chips(sent, "gets")
    problems: tuple[str, ...] = ()
    if (gives or gets) and not told:
        try:
            after.judge_exchange(event, Standing.of(event), gives, gets)
        except Problems as refused:
            wrong = [one for one in refused if one.key != "bad_exchange"]
            problems = tuple(say(one.message) for one in wrong)
    suggested = {int(name[5:]): int(text) for name, text in _fewest(event, sent).items() if text}
    return Sums(
        value_of(_numbers(gives)),
        value_of(_numbers(gets)),
        boards.chips_said(suggested),
        problems,
    )


def _fewest(event: Event, sent: Sent) -> dict[str, str]:
    """The fields of what a player gets, filled with the fewest chips for what is given."""
    chips = Standing.of(event).exchangeable(event)
    pays = payout(value_of(_numbers(read_chips(sent, "gives"))), chips) or {}
    return {f"gets_{chip}": str(pays.get(chip, "")) for chip in chips}


def _numbers(chips: Mapping[int, int | str]) -> dict[int, int]:
    return {chip: count for chip, count in chips.items() if isinstance(count, int)}

"""Announcing a colour-up, and taking it back."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from colorup.engine.needed import Leaving
from colorup.engine.presets import DEFAULT_SLUG
from colorup.engine.problems import Problems
from colorup.engine.ruleset import OPTIONS
from tournaments import workflow
from tournaments.boards.announce import (
    EVERYWHERE,
    SOME,
    Announcing,
    Wish,
    announcing,
    in_play_after,
    leavable,
    raced_tables,
)
from tournaments.boards.bank import Bank, bank_of
from tournaments.boards.bank_room import Room, planned
from tournaments.boards.loads import to_load
from tournaments.clock import read_moment
from tournaments.forms import number
from tournaments.models import ColorUp, Event, Table, find_ruleset
from tournaments.models.rulesets import ChosenRuleset
from tournaments.permissions import Right
from tournaments.sentences import say, say_shipped
from tournaments.views.access import needs, person
from tournaments.views.board import show_board
from tournaments.views.commands import device
from tournaments.views.loading import load_room
from tournaments.workflow.errors import Refusal

UNFIT = 422
# Said beside the chips to choose from, in the page's own words.
NONE_CHOSEN = "bad_denomination.none_removed"


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.ANNOUNCE)
def announce(request: HttpRequest, event_id: int) -> HttpResponse:
    """The form with what it will mean; POST announces."""
    event = _load(event_id)
    if request.method != "POST":
        return _answer(request, _page(event, request.GET))
    # Sent again, the form means what it meant the first time: its own colour-up is not there yet.
    sent = request.POST.get("command_id", "")[:64]
    others = [one for one in _color_ups(event) if one.announce_id != sent]
    wish = _wish(event, request.POST, others, _tables(event))
    try:
        color_up = workflow.announce(
            event_id=event.pk,
            by=person(request),
            command_id=wish.command_id,
            removed=wish.removed,
            in_play=in_play_after(event, others, wish.removed),
            target=wish.target,
            ruleset_slug=wish.ruleset,
            rules=wish.rules,
            tables=sorted(wish.tables or ()),
            restart_at=read_moment(wish.restart, zone=event.zone, now=timezone.now()),
            due=wish.due,
            text=wish.text,
            device=device(request),
        )
    except Problems as problems:
        errors = tuple(say(one.message) for one in problems if one.key != NONE_CHOSEN)
        return _answer(request, _page(event, request.POST, errors), UNFIT)
    except Refusal as refusal:
        errors = (say(refusal.message),)
        return _answer(request, _page(event, request.POST, errors), refusal.status)
    messages.success(request, _("Announced. Read the text out; the tables wait to be counted."))
    return redirect("color_up", color_up.pk)


def announce_again(request: HttpRequest, event_id: int, sentence: str, status: int) -> HttpResponse:
    """The form as it was sent, with a sentence that says why nothing was announced."""
    return _answer(request, _page(_load(event_id), request.POST, (sentence,)), status)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.ANNOUNCE)
def meaning(request: HttpRequest, event_id: int) -> HttpResponse:
    """What the choices so far will mean; nothing is saved.

    The tables of a big room make an address that servers refuse, so the page sends its form.
    """
    given = request.POST if request.method == "POST" else request.GET
    page = _page(_load(event_id), given)
    changed = given.get("rules_of") != page.ruleset
    context = {"page": page, "live": True, "ruleset_changed": changed}
    return render(request, "color_up/announce_live.html", context)


@require_POST
@needs(Right.VOID)
def void_color_up(request: HttpRequest, color_up_id: int) -> HttpResponse:
    """Take an announcement back, with a reason."""
    reason = request.POST.get("reason", "")
    command_id = request.POST.get("command_id", "")[:64] or str(uuid4())
    try:
        workflow.void_colorup(
            color_up_id=color_up_id,
            by=person(request),
            command_id=command_id,
            reason=reason,
            device=device(request),
        )
    except Refusal as refusal:
        return show_board(
            request,
            color_up_id,
            status=refusal.status,
            void_command_id=command_id,
            void_problem=say(refusal.message),
            void_reason=reason,
        )
    return redirect("color_up", color_up_id)


def _load(event_id: int) -> Event:
    event = Event.objects.for_event_page().filter(pk=event_id).first()
    if event is None:
        raise Http404
    return event


def _color_ups(event: Event) -> list[ColorUp]:
    return list(ColorUp.objects.of_event(event.pk).prefetch_related("races"))


def _tables(event: Event) -> list[Table]:
    return list(Table.objects.standing().in_event(event.pk).select_related("section"))


def _answer(request: HttpRequest, page: Announcing, status: int = 200) -> HttpResponse:
    return render(request, "color_up/announce.html", {"page": page}, status=status)


def _page(event: Event, given: QueryDict, errors: tuple[str, ...] = ()) -> Announcing:
    color_ups, tables = _color_ups(event), _tables(event)
    wish = _wish(event, given, color_ups, tables)
    chosen = _chosen(wish)
    text = ""
    if wish.removed:
        removal = {
            "removed": list(wish.removed),
            "in_play": list(in_play_after(event, color_ups, wish.removed)),
            "target": wish.target,
        }
        try:
            text = wish.text or workflow.compose(event.language, chosen, removal, when=wish.due)
        except Problems as problems:
            errors = errors or tuple(say(one.message) for one in problems)
    page = announcing(event, color_ups, tables, chosen, wish, text=text, errors=errors)
    room = Room.load(event, color_ups, tables)

    def leaving_at(tables: set[int]) -> list[Leaving]:
        plan, _query = planned(room, page, chosen, tables)
        return [plan] if plan else []

    bank = bank_of(room, *planned(room, page, chosen))
    return replace(page, bank=bank, to_load=tuple(to_load(room, leaving_at)))


def bank_for(event_id: int, given: QueryDict) -> Bank:
    """The bank against what runs and what `given` would let leave; nothing more if it names none.

    Raises `Http404`.
    """
    event = _load(event_id)
    if "removed" in given:
        bank = _page(event, given).bank
        assert bank is not None
        return bank
    return bank_of(load_room(event))


def _wish(
    event: Event, given: QueryDict, color_ups: list[ColorUp], known_tables: list[Table]
) -> Wish:
    """What was chosen.  Options count only for the ruleset that they were shown under."""
    can_leave = leavable(event, color_ups, known_tables)
    chosen = [number(one) for one in given.getlist("removed")]
    removed = tuple(sorted({one for one in chosen if isinstance(one, int) and one > 0}))
    if not removed and "tables_asked" not in given:
        removed = can_leave[:1]
    target = number(given.get("target", ""))
    target_of = given.get("target_of", "")
    if not isinstance(target, int) or (target_of and target_of != ",".join(map(str, removed))):
        target = None
    ruleset = given.get("ruleset", "") or event.ruleset
    rules: dict[str, object] = {}
    if given.get("rules_of") == ruleset:
        for name in OPTIONS:
            if value := given.get(f"rule_{name}", ""):
                rules[name] = number(value) if name == "decks" else value
    tables = None
    if "tables_asked" in given:
        asked = (number(one) for one in given.getlist("tables"))
        tables = frozenset(one for one in asked if isinstance(one, int))
    where = given.get("where", "")
    if where and where != SOME:
        here = [one for one in known_tables if where in (EVERYWHERE, str(one.section_id))]
        raced = raced_tables(removed, color_ups)
        tables = frozenset(one.pk for one in here if one.pk not in raced)
    # The ruleset's own words are kept as such: each reader has them in their language.
    suggested = (given.get("due_suggested", ""), say_shipped(_ruleset_of(ruleset).ruleset.when))
    due = given.get("due", "").strip()[:200]
    return Wish(
        removed=removed,
        target=target,
        ruleset=ruleset,
        rules=rules,
        tables=tables,
        where=where or EVERYWHERE,
        restart=given.get("restart", "").strip()[:20],
        due="" if due in suggested else due,
        text=given.get("text", "").strip(),
        command_id=given.get("command_id", "")[:64] or str(uuid4()),
    )


def _chosen(wish: Wish) -> ChosenRuleset:
    """The wished ruleset with its changes as far as they can stand."""
    base = _ruleset_of(wish.ruleset)
    try:
        return base.with_changes(wish.rules)
    except Problems:
        return base


def _ruleset_of(slug: str) -> ChosenRuleset:
    try:
        return find_ruleset(slug)
    except Problems:
        return find_ruleset(DEFAULT_SLUG)

"""The application deals (ruleset option `dealing`): shuffle, a player's number, the cards.

Shuffling writes the stub and its commitment, to be shown; only then a number is called.  Both go
through `tournaments.workflow.runner.run`, so a race's version moves on with each: a reload shows
the stub that waits, a double tap is answered as the first time, a second tablet is stale.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from colorup.engine import stub as engine
from colorup.engine.cards import DECK, Card
from colorup.engine.lifecycle import Action, State
from colorup.engine.problems import Problems, brief, problem
from tournaments.models import Cut, Stub, TableRace, User
from tournaments.models.stubs import hindrance, was_dealt
from tournaments.permissions import Right
from tournaments.workflow.documents import assemble, evaluate, with_earlier_steps
from tournaments.workflow.errors import Conflict, Unfit
from tournaments.workflow.runner import (
    Answer,
    Command,
    Outcome,
    require_reason,
    require_role,
    require_state_after,
    run,
)
from tournaments.workflow.table import count_entry, dealt, require_deal

SHUFFLE, CALL = "shuffle", "call"
Hands = dict[str, list[str]]


def shuffle(
    *,
    race_id: int,
    by: User,
    command_id: str,
    expected_version: int,
    removed: int,
    reason: str = "",
    device: str = "",
) -> Answer:
    """Shuffle a stub for the step of `removed`, and commit to it.

    Where the step was dealt before, by hand or by the application, this is a redeal: it takes the
    right to reopen and a reason, and the cards of the step and of those after it leave the document
    (their events and stubs keep them).  A stub that waits for its number is never shuffled again.
    Raises also `Unfit` (``no_app_deal``, ``reason_needed``), `Conflict` (``not_now``) and
    `Problems` (``deck_too_small``).
    """

    def work_out(race: TableRace) -> Outcome:
        require_deal(race)
        step = _step(race, removed)
        stubs = list(Stub.objects.of_race(race.pk))
        if any(one.waits and one.removed == removed for one in stubs):
            raise Conflict("not_now.shuffled", race=race)
        _require_app_deal(race, step)
        if not was_dealt(race, removed, stubs):
            return _as_it_is(race)
        require_role(by, Right.REOPEN, race)
        require_reason(reason)
        return _without_deal(race, removed)

    command = Command(
        SHUFFLE, Right.DEAL, by, command_id, {"removed": removed}, reason.strip(), device
    )
    with transaction.atomic():
        answer = run(command, race_id=race_id, expected_version=expected_version, work_out=work_out)
        if not answer.repeated:
            _store(answer, removed)
    return answer


def call(
    *,
    race_id: int,
    by: User,
    command_id: str,
    expected_version: int,
    removed: int,
    called: int | str,
    device: str = "",
) -> Answer:
    """Cut the stub that waits at the number `called` by a player, and deal it.

    Every card is recorded as the command `deal` would; a tie gets its further cards from the same
    stub, from where the deal ended.  Should a stub end before a tie is broken, the seats stay tied.
    Raises also `Conflict` (``not_now``) and `Problems` (``bad_cut``).
    """

    def work_out(race: TableRace) -> Outcome:
        require_deal(race)
        stub = Stub.objects.of_race(race.pk).filter(removed=removed).last()
        if stub is None or not stub.waits:
            raise Conflict("not_now.not_shuffled", race=race)
        if isinstance(called, str):
            most = stub.decks * len(DECK)
            key = "bad_cut" if called else "bad_cut.none"
            raise Problems([problem(key, called=brief(called), most=most)])
        return _dealt_from(race, stub, called)

    content = {"removed": removed, "called": called}
    command = Command(CALL, Right.DEAL, by, command_id, content, device=device)
    with transaction.atomic():
        answer = run(command, race_id=race_id, expected_version=expected_version, work_out=work_out)
        if not answer.repeated:
            # The stub that waited is its step's newest: a further shuffle would have spent it.
            stub = Stub.objects.filter(race=answer.race, removed=removed).latest("attempt")
            Cut.objects.create(stub=stub, called=called, dealt=answer.event)
    return answer


def hands_of(cards: tuple[Card, ...], step: Mapping[str, Any]) -> Hands:
    """The hands of a step, as a document holds them, from a stub that was cut.

    Raises `Problems` (``deck_too_small``).
    """
    odd = {one["seat"]: one["odd"] for one in step["exchange"]}
    return _documented(engine.deal(cards, step["deal_order"], odd))


def _store(answer: Answer, removed: int) -> None:
    race = answer.race
    decks = int(race.color_up.ruleset["options"]["decks"])
    made = engine.shuffled(decks)
    Stub.objects.create(
        race=race,
        removed=removed,
        attempt=Stub.objects.filter(race=race, removed=removed).count() + 1,
        decks=decks,
        cards=made.text,
        salt=made.salt,
        commitment=made.commitment,
        shuffled=answer.event,
    )


def _step(race: TableRace, removed: int) -> Mapping[str, Any]:
    """The step of a denomination; raises `Conflict` where no cards are needed, or not yet."""
    assert race.result is not None
    for one in race.result["steps"]:
        if one["removed"] == removed and one["cards_needed"]:
            step: Mapping[str, Any] = one
            return step
    raise Conflict("not_now.no_cards_needed", race=race)


def _require_app_deal(race: TableRace, step: Mapping[str, Any]) -> None:
    why_not = hindrance(race, step)
    if why_not == "cards":
        decks = int(race.color_up.ruleset["options"]["decks"])
        raise Problems([problem("deck_too_small", cards=step["cards_needed"], decks=decks)])
    if why_not:
        raise Unfit(f"no_app_deal.{why_not}")


def _as_it_is(race: TableRace) -> Outcome:
    return Outcome(State(race.state), race.input, race.result, None, race.players, race.counted_by)


def _without_deal(race: TableRace, removed: int) -> Outcome:
    """The race with the deal of the steps before `removed` only; *counted* where there is none."""
    if race.state == State.COUNTED:
        return _as_it_is(race)
    if kept := with_earlier_steps(race, removed, {}):
        return dealt(race, kept)
    after = require_state_after(race, Action.REOPEN, to=State.COUNTED)
    counted = assemble(race.color_up, count_entry(race), {})
    return Outcome(
        after, counted, evaluate(counted), players=race.players, counted_by=race.counted_by
    )


def _dealt_from(race: TableRace, stub: Stub, called: int) -> Outcome:
    cards = engine.cut(stub.shuffle, called)
    removed = stub.removed
    entry: dict[str, Any] = {"cards": hands_of(cards, _step(race, removed))}
    gone = sum(map(len, entry["cards"].values()))
    outcome = dealt(race, with_earlier_steps(race, removed, entry))
    while order := _tied(outcome, removed):
        if gone + len(order) > len(cards):
            break
        more = _documented(engine.deal(cards, order, dict.fromkeys(order, 1), gone))
        gone += len(order)
        ties = entry.get("tiebreak", {})
        entry["tiebreak"] = ties | {seat: ties.get(seat, []) + more[seat] for seat in more}
        outcome = dealt(race, with_earlier_steps(race, removed, entry))
    return outcome


def _tied(outcome: Outcome, removed: int) -> tuple[int, ...]:
    """The seats that get one more card, in the order dealt."""
    assert outcome.result is not None
    step = next(one for one in outcome.result["steps"] if one["removed"] == removed)
    return tuple(seat for seat in step["deal_order"] if seat in step["tie"])


def _documented(hands: Mapping[int, tuple[Card, ...]]) -> Hands:
    return {str(seat): list(map(str, cards)) for seat, cards in hands.items() if cards}

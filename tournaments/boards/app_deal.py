"""The deal step where the application deals: shuffle, show the commitment, take a number, show the
cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from colorup.engine.cards import DECK
from colorup.engine.problems import Message
from tournaments.boards.history import HistoryLine
from tournaments.boards.seat_lines import SeatLine
from tournaments.boards.stub_record import StubRecord, StubState, redeals
from tournaments.models import Stub, TableRace
from tournaments.models.stubs import hindrance, was_dealt
from tournaments.sentences import say


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards of one seat, in the order dealt; `more` broke a tie."""

    seat: int
    player: str
    cards: tuple[str, ...]
    more: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AppDeal:
    """What the page asks for: `now` is ``hindered``, ``shuffle``, ``call`` or ``dealt``.

    `again` says that a shuffle would be a redeal, which takes a reason.
    """

    now: str
    hindrance: str
    again: bool
    reason: str
    stub: StubRecord | None
    numbers: range
    hands: tuple[Hand, ...]
    redeals: int


def has_app_deal(race: TableRace, step: Mapping[str, Any]) -> bool:
    """Whether the application is offered as a way to deal a step: where it can deal, and where the
    person at the table can do something about what keeps it from dealing."""
    return bool(step) and hindrance(race, step) in ("", "button", "cards")


def is_shown_first(race: TableRace, records: Iterable[StubRecord], removed: int) -> bool:
    """Whether the application's deal of a step is what the page shows unless asked otherwise:
    where it is under way, and where it dealt the steps before."""
    current = {one.removed for one in records if one.state in (StubState.WAITS, StubState.HOLDS)}
    before = any(one < removed for one in current)
    return removed in current or (before and not was_dealt(race, removed, ()))


def app_deal(
    race: TableRace,
    step: Mapping[str, Any],
    stubs: Sequence[Stub],
    records: Sequence[StubRecord],
    seats: Sequence[SeatLine],
    history: Sequence[HistoryLine],
    typed: Mapping[str, str],
) -> AppDeal:
    """Build it for a `step` of the race's result; `records` are those of `stubs`."""
    removed = step["removed"]
    own = [one for one in records if one.removed == removed]
    waiting = next((one for one in own if one.state is StubState.WAITS), None)
    held = next((one for one in reversed(own) if one.state is StubState.HOLDS), None)
    decks = int(race.color_up.ruleset["options"]["decks"])
    why_not = hindrance(race, step)
    now = "call" if waiting else "dealt" if held else "hindered" if why_not else "shuffle"
    return AppDeal(
        now,
        _sentence(why_not, step["cards_needed"], decks),
        was_dealt(race, removed, stubs),
        typed.get("reason", _reason_to_reopen(history)),
        waiting or held,
        range(1, decks * len(DECK) + 1),
        _hands(step, seats) if held else (),
        redeals(own),
    )


def _sentence(why_not: str, cards: int, decks: int) -> str:
    if why_not == "cards":
        return say(Message("deck_too_small", {"cards": cards, "decks": decks}))
    return say(Message(f"refused.no_app_deal.{why_not}")) if why_not else ""


def _hands(step: Mapping[str, Any], seats: Sequence[SeatLine]) -> tuple[Hand, ...]:
    by_seat = {one.number: one for one in seats}
    return tuple(
        Hand(
            seat,
            by_seat[seat].player,
            tuple(by_seat[seat].cards.split()),
            tuple(by_seat[seat].tie.split()),
        )
        for seat in step["deal_order"] or ()
    )


def _reason_to_reopen(history: Sequence[HistoryLine]) -> str:
    """Why the deal was taken back last: most likely why it is dealt again."""
    return next((one.reason for one in reversed(history) if one.action == "reopen"), "")

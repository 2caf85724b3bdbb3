"""What is printed of a table: chips, cards, what was due and paid, and the record's hash."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import pgettext

from colorup.engine.cards import Card
from colorup.engine.explain import listed
from colorup.engine.problems import Message
from tournaments.boards.chain import of_step, payments_due, payments_made
from tournaments.boards.chips import colours
from tournaments.boards.history import sheet_words
from tournaments.boards.outcome import Outcome, outcome_of
from tournaments.boards.seat_story import Rule
from tournaments.boards.steps import target_of
from tournaments.boards.stub_record import StubRecord, redeals, stub_records
from tournaments.boards.words import state_word, who_says
from tournaments.models import ColorUp, RaceEvent, Stub, TableRace
from tournaments.sentences import say, say_shipped

HASH_SHOWN = 16


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One seat on paper."""

    seat: int
    player: str
    hands_in: int | None
    receives: str
    odd: int | None
    cards: str
    due: str
    paid: str


@dataclass(frozen=True, slots=True)
class SheetStep:
    """One denomination on paper: its seats, its odd chips, its pool."""

    removed: int
    target: int | None
    lines: tuple[SheetLine, ...]
    exchange_recorded: bool
    odd_chips: int
    odd_value: int
    pool: int | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """One table's sheet."""

    race_id: int
    table: str
    event: str
    removed: tuple[int, ...]
    target: int | None
    ruleset: str
    state: str
    version: str
    steps: tuple[SheetStep, ...]
    outcome: Outcome | None
    confirmed_at: datetime | None
    confirmed_by: str
    witness: str
    reason: str
    on_paper: str
    zone: str
    names: bool
    hash: str
    engine: str
    stubs: tuple[StubRecord, ...]
    redeals: int


def sheet_of(
    race: TableRace,
    latest: RaceEvent,
    *,
    names: bool,
    stubs: Sequence[Stub] = (),
    on_paper: Mapping[str, Any] | None = None,
) -> Sheet:
    """The sheet of a race; `latest` is its last command, `stubs` are those that the application
    shuffled for it, `on_paper` what the race sheet says of itself that it was entered from."""
    told = stub_records(stubs, race.input, race.color_up.event.zone)
    result = race.result
    event = race.color_up.event
    confirmed = race.is_confirmed
    final = bool(result and result["final"])
    return Sheet(
        race_id=race.pk,
        table=str(race.table),
        event=event.name,
        removed=tuple(race.color_up.removed),
        target=target_of(race),
        ruleset=say_shipped(race.color_up.ruleset["name"]),
        state=state_word(race.state),
        version=str(race.version),
        steps=tuple(_step(race, one) for one in result["steps"]) if result else (),
        outcome=outcome_of(race, colours(race.color_up.chip_set)) if final else None,
        confirmed_at=latest.at.astimezone(event.zone) if confirmed else None,
        confirmed_by=latest.by.shown_name if confirmed else "",
        witness=_witness(latest) if confirmed else "",
        reason=latest.reason if confirmed and race.paid and not race.paid["as_due"] else "",
        on_paper=sheet_words(on_paper),
        zone=event.time_zone,
        names=names,
        hash=record_hash(race),
        engine=latest.engine_version,
        stubs=told,
        redeals=redeals(told),
    )


def record_hash(race: TableRace) -> str:
    """The start of the SHA-256 of what the record says: entries, result and payment.

    Two papers with the same hash say the same; a record that changed has another.
    """
    content = {"input": race.input, "result": race.result, "paid": race.paid}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:HASH_SHOWN]


def rules_of(color_up: ColorUp) -> tuple[Rule, ...]:
    """Every option of the colour-up's ruleset in words, and who says so."""
    ruleset = color_up.ruleset
    return tuple(
        Rule(
            say(Message(f"option.{name}")),
            say(Message(f"option.{name}.{value}")),
            who_says(ruleset["says"][name], ruleset["source"]),
            ruleset["says"][name] == "house",
        )
        for name, value in ruleset["options"].items()
        if name != "when"
    )


def _step(race: TableRace, step: Mapping[str, Any]) -> SheetStep:
    return SheetStep(
        step["removed"],
        step["target"],
        tuple(_lines(race, step)),
        any(one["hands_in"] is not None for one in step["exchange"]),
        step["odd_chips"],
        step["odd_value"],
        step["pool"],
    )


def _lines(race: TableRace, step: Mapping[str, Any]) -> Iterator[SheetLine]:
    entries = {one["seat"]: one for one in step["exchange"]}
    due = paid = _payments(payments_due(step))
    if race.paid:
        last = step["removed"] == race.color_up.removed[-1]
        paid = _payments(payments_made(race.paid, step, last=last))
    cards = of_step(race.input or {}, "cards", step["removed"]) or {}
    extra = of_step(race.input or {}, "tiebreak", step["removed"]) or {}
    for seat in sorted({*entries, *due, *paid}):
        entry = entries.get(seat, {})
        hand = [*cards.get(str(seat), ()), *extra.get(str(seat), ())]
        yield SheetLine(
            seat,
            race.players.get(str(seat), ""),
            entry.get("hands_in"),
            ", ".join(listed(entry.get("receives") or {})),
            entry.get("odd"),
            " ".join(Card.parse(one).shown for one in hand),
            due.get(seat, ""),
            paid.get(seat, "") if race.is_confirmed else "",
        )


def _payments(payments: Iterable[tuple[int, int, int]]) -> dict[int, str]:
    by_seat: dict[int, list[str]] = {}
    for seat, chips, value in payments:
        by_seat.setdefault(seat, []).append(f"{chips} × {value}")
    return {seat: ", ".join(texts) for seat, texts in by_seat.items()}


def _witness(command: RaceEvent) -> str:
    return pgettext("colon", ": ").join(
        filter(None, (str(command.get_witness_display()), command.witness_name))
    )

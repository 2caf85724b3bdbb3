"""The seats of a table as its steps show them, with what was typed and what is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.boards.chain import is_several, of_step
from tournaments.boards.outcome import DueLine
from tournaments.models import TableRace

Typed = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ChipLine:
    """One of several removed denominations in the count of a seat; `count` is the entry as text."""

    value: int
    count: str


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One seat; `odd` and `count` are the entries as text, `odd_chips` what the engine found."""

    number: int
    player: str
    believed_empty: bool
    odd: str
    count: str
    nothing_else: bool
    errors: tuple[str, ...]
    odd_chips: int
    at_risk: bool
    cards: str
    tie: str
    tie_cards: int
    won: bool
    rescued: bool
    chips: tuple[ChipLine, ...] = ()

    @property
    def entered(self) -> bool:
        """Whether one of several denominations was counted here."""
        return any(one.count for one in self.chips)

    @property
    def card_list(self) -> tuple[str, ...]:
        return (*self.cards.split(), *self.tie.split())


@dataclass(frozen=True, slots=True)
class PaidLine:
    """One seat of the form for what was really paid, in chips; the entries are text.

    `removed` is the step's denomination; the names of the fields are empty where there is none.
    """

    removed: int
    seat: int
    player: str
    awards_due: int
    rescues_due: int
    awards: str
    rescues: str
    awards_name: str
    rescues_name: str


def seat_lines(
    race: TableRace, typed: Typed, at_seat: Mapping[int, Sequence[str]], step: Mapping[str, Any]
) -> tuple[SeatLine, ...]:
    """Every seat in physical order; `typed` is the count's or the deal's form as it was sent.

    `step` is the step of the result whose cards are shown; empty without a result.
    """
    return tuple(_seat_lines(race, typed, at_seat, step))


def _seat_lines(
    race: TableRace, typed: Typed, at_seat: Mapping[int, Sequence[str]], step: Mapping[str, Any]
) -> Iterator[SeatLine]:
    document = race.input or {}
    entered = {one["seat"]: one for one in document.get("seats", ())}
    removed = step.get("removed", 0)
    cards, ties = _hands(document, "cards", removed), _hands(document, "tiebreak", removed)
    winners = of_step(document, "winners", removed) or ()
    odd = {one["seat"]: one["odd"] for one in step.get("exchange", ())}
    players = race.players or race.table.players()
    seated = {int(number): name for number, name in players.items()}
    for number in race.table.seat_numbers:
        one = entered.get(number, {})
        key = str(number)
        tie = ties.get(key, "")
        tied = number in step.get("tie", ())
        yield SeatLine(
            number=number,
            player=seated.get(number, ""),
            # Where nobody said who sits anywhere, every seat may be taken.
            believed_empty=bool(seated) and number not in seated and number not in entered,
            odd=typed.get(f"odd_{key}", _digits(one.get("odd"))),
            count=typed.get(f"count_{key}", _digits(one.get("count"))),
            nothing_else=f"only_{key}" in typed if typed else one.get("other") == 0,
            errors=tuple(at_seat.get(number, ())),
            odd_chips=odd.get(number, 0),
            at_risk=number in step.get("at_risk", ()),
            cards=typed.get(f"cards_{key}", cards.get(key, "")),
            tie=typed.get(f"tie_{key}", tie),
            tie_cards=len(tie.split()) + tied,
            won=_ticked(typed, f"won_{key}", number in winners),
            rescued=_ticked(typed, f"rescued_{key}", number in (document.get("rescued") or ())),
            chips=tuple(_chip_lines(race, number, one, typed)),
        )


def _chip_lines(
    race: TableRace, seat: int, one: Mapping[str, Any], typed: Typed
) -> Iterator[ChipLine]:
    if not is_several(race):
        return
    for chip in race.color_up.removed:
        stored = _digits((one.get("chips") or {}).get(str(chip)))
        yield ChipLine(chip, typed.get(f"chips_{chip}_{seat}", stored))


def paid_lines(due: Sequence[DueLine], typed: Typed) -> tuple[PaidLine, ...]:
    """The seats that may have been paid; `typed` is the confirmation's form as it was sent."""
    return tuple(
        PaidLine(
            one.removed,
            one.seat,
            one.player,
            one.awards_due,
            one.rescues_due,
            typed.get(one.awards_name, str(one.awards_paid)),
            typed.get(one.rescues_name, str(one.rescues_paid)),
            one.awards_name,
            one.rescues_name,
        )
        for one in due
    )


def _ticked(typed: Typed, name: str, stored: bool) -> bool:
    return name in typed if typed else stored


def _hands(document: Mapping[str, Any], name: str, removed: int) -> dict[str, str]:
    """Seat → its cards of one step as text."""
    hands = of_step(document, name, removed) or {}
    return {seat: " ".join(cards) for seat, cards in hands.items() if isinstance(cards, list)}


def _digits(value: object) -> str:
    return "" if value is None else str(value)

"""The seats of a table as its steps show them, with what was typed and what is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.boards.outcome import DueLine
from tournaments.models import TableRace

Typed = Mapping[str, str]


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

    @property
    def card_list(self) -> tuple[str, ...]:
        return (*self.cards.split(), *self.tie.split())


@dataclass(frozen=True, slots=True)
class PaidLine:
    """One seat of the form for what was really paid, in chips; the entries are text."""

    seat: int
    player: str
    awards_due: int
    rescues_due: int
    awards: str
    rescues: str


def seat_lines(
    race: TableRace, typed: Typed, at_seat: Mapping[int, Sequence[str]]
) -> tuple[SeatLine, ...]:
    """Every seat in physical order; `typed` is the count's or the deal's form as it was sent."""
    return tuple(_seat_lines(race, typed, at_seat))


def _seat_lines(
    race: TableRace, typed: Typed, at_seat: Mapping[int, Sequence[str]]
) -> Iterator[SeatLine]:
    document = race.input or {}
    entered = {one["seat"]: one for one in document.get("seats", ())}
    cards, ties = _hands(document, "cards"), _hands(document, "tiebreak")
    step: Mapping[str, Any] = race.result["steps"][-1] if race.result else {}
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
            won=_ticked(typed, f"won_{key}", number in (document.get("winners") or ())),
            rescued=_ticked(typed, f"rescued_{key}", number in (document.get("rescued") or ())),
        )


def paid_lines(due: Sequence[DueLine], typed: Typed) -> tuple[PaidLine, ...]:
    """The seats that may have been paid; `typed` is the confirmation's form as it was sent."""
    return tuple(
        PaidLine(
            one.seat,
            one.player,
            one.awards_due,
            one.rescues_due,
            typed.get(f"awards_{one.seat}", str(one.awards_paid)),
            typed.get(f"rescues_{one.seat}", str(one.rescues_paid)),
        )
        for one in due
    )


def _ticked(typed: Typed, name: str, stored: bool) -> bool:
    return name in typed if typed else stored


def _hands(document: Mapping[str, Any], name: str) -> dict[str, str]:
    """Seat → its cards as text; a cascade's hands, by denomination, are left out."""
    hands = document.get(name) or {}
    return {seat: " ".join(cards) for seat, cards in hands.items() if isinstance(cards, list)}


def _digits(value: object) -> str:
    return "" if value is None else str(value)

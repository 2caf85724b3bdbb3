"""What people typed at a table, turned into the entries of the commands.

Nothing is judged here: what is not a number goes on as it was typed, and the engine says what is
wrong with it, in one voice with the command line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from colorup.engine.lifecycle import State
from colorup.formats.numbers import whole_number
from tournaments.boards.gathered import RACK, STACK
from tournaments.boards.steps import CountBy, DealBy
from tournaments.models import TableRace, Witness
from tournaments.workflow.documents import COUNT_FIELDS, DEAL_FIELDS, with_earlier_steps

ID_LENGTH = 64


@dataclass(frozen=True, slots=True)
class Sent:
    """The part of every command's form: which command, and which version the person saw."""

    command_id: str
    version: int
    typed: Mapping[str, str]

    @classmethod
    def read(cls, post: Mapping[str, str]) -> Sent:
        command_id = post.get("command_id", "").strip()[:ID_LENGTH] or str(uuid4())
        version = number(post.get("version", ""))
        typed = {name: post[name] for name in post if name != "csrfmiddlewaretoken"}
        return cls(command_id, version if isinstance(version, int) else 0, typed)

    def text(self, name: str) -> str:
        return self.typed.get(name, "").strip()

    def ticked(self, name: str) -> bool:
        return name in self.typed


def number(text: str) -> int | str:
    """A whole number as people write it, ``1,250`` or ``12 500``; anything else stays text."""
    value = whole_number(text.strip())
    return text.strip() if value is None else value


def read_count(sent: Sent, race: TableRace) -> dict[str, Any]:
    """The entry of a count."""
    if len(race.color_up.removed) > 1:
        return _count_of_several(sent, race)
    by = sent.text("count_by")
    entry: dict[str, Any]
    if by == CountBy.TOTAL:
        entry = {"odd_total": number(sent.text("odd_total") or "0")}
    else:
        field = "count" if by == CountBy.FULL else "odd"
        seats = (_seat(sent, seat, field) for seat in race.table.seat_numbers)
        entry = {"seats": [one for one in seats if one is not None]}
    if sent.text("button") and by != CountBy.TOTAL:
        entry["button"] = number(sent.text("button"))
    picked_up = _stacked(sent, "picked")
    if picked_up is not None:
        entry["picked_up"] = {str(race.color_up.removed[0]): picked_up}
    if collector := _collector(sent):
        entry["collector"] = collector
    if sent.text("called_total"):
        entry["called_total"] = number(sent.text("called_total"))
    return entry


def _count_of_several(sent: Sent, race: TableRace) -> dict[str, Any]:
    """All chips of each denomination that leaves; every seat that is known to be taken is named."""
    taken = race.table.players()
    seats: list[dict[str, Any]] = []
    for seat in race.table.seat_numbers:
        typed = {
            str(chip): number(text)
            for chip in race.color_up.removed
            if (text := sent.text(f"chips_{chip}_{seat}"))
        }
        nothing_else = sent.ticked(f"only_{seat}")
        if typed or nothing_else or str(seat) in taken:
            one: dict[str, Any] = {"seat": seat, "chips": typed}
            seats.append(one | {"other": 0} if nothing_else else one)
    entry: dict[str, Any] = {"seats": seats}
    if sent.text("button"):
        entry["button"] = number(sent.text("button"))
    return entry


def _seat(sent: Sent, seat: int, field: str) -> dict[str, Any] | None:
    typed = sent.text(f"{field}_{seat}")
    nothing_else = sent.ticked(f"only_{seat}")
    if not typed and not nothing_else:
        return None
    one: dict[str, Any] = {"seat": seat, field: number(typed or "0")}
    return one | {"other": 0} if nothing_else else one


def _collector(sent: Sent) -> dict[str, Any]:
    """The collector's seat and pile; what it has of its own is asked once its pile is settled."""
    collector: dict[str, Any] = {}
    if sent.text("collector"):
        collector["seat"] = number(sent.text("collector"))
    if (pile := _stacked(sent, "pile")) is not None:
        collector["pile"] = pile
    return collector and {**collector, "own": {}}


def read_own(sent: Sent, race: TableRace) -> dict[str, Any]:
    """The entry that says what the collector has of its own: the chips that the form asked it for,
    or those that were counted.  All else stays as it was entered."""
    document = race.input or {}
    field = "asked" if sent.ticked("has") else "own"
    own = {
        str(chip): number(sent.text(f"{field}_{chip}") or "0")
        for chip in sorted(race.color_up.in_play)[:-1]
    }
    fields = DEAL_FIELDS if race.state == State.DEALT else COUNT_FIELDS
    entry = {name: document[name] for name in fields if name in document}
    return entry | {"collector": {**document.get("collector", {}), "own": own}}


def _stacked(sent: Sent, name: str) -> int | str | None:
    """Chips said in racks, stacks and singles; None where nothing was said."""
    total = 0
    said = False
    for part, size in (("racks", RACK), ("stacks", STACK), ("singles", 1)):
        text = sent.text(f"{name}_{part}")
        if not text:
            continue
        said = True
        count = number(text)
        if not isinstance(count, int):
            return count
        total += count * size
    return total if said else None


def read_deal(sent: Sent, seats: Iterable[int], *, totals: bool) -> dict[str, Any]:
    """The entry of a deal; `totals` says that the count knows only the table's total."""
    seats = tuple(seats)
    by = sent.text("deal_by")
    if by not in (DealBy.BEST, DealBy.EVERY, DealBy.TYPED):
        winners = [seat for seat in seats if sent.ticked(f"won_{seat}")]
        entry: dict[str, Any] = {"winners": winners}
        if totals:
            entry["rescued"] = [seat for seat in seats if sent.ticked(f"rescued_{seat}")]
        return entry
    entry = {"cards": _hands(sent, "cards", seats)}
    if by == DealBy.BEST:
        entry["best_cards_only"] = True
    if tiebreak := _hands(sent, "tie", seats):
        entry["tiebreak"] = tiebreak
    return entry


def deal_of_step(sent: Sent, race: TableRace, entry: dict[str, Any]) -> dict[str, Any]:
    """The entry of a deal where several denominations leave: `entry` is that of one step."""
    return with_earlier_steps(race, read_chip(sent, race), entry)


def read_chip(sent: Sent, race: TableRace) -> int:
    """The denomination whose step a form is about; by default the first that leaves."""
    removed: list[int] = race.color_up.removed
    chip = number(sent.text("chip"))
    return chip if isinstance(chip, int) and chip in removed else removed[0]


def _hands(sent: Sent, field: str, seats: Iterable[int]) -> dict[str, list[str]]:
    """Seat → cards, as they were typed: ``Ks 9d 3h``, ``Ks,9d``, or ``Ks9d3h`` run together."""
    hands = {str(seat): split_cards(sent.text(f"{field}_{seat}")) for seat in seats}
    return {seat: cards for seat, cards in hands.items() if cards}


def split_cards(text: str) -> list[str]:
    words = re.split(r"[\s,;/]+", text)
    cards: list[str] = []
    for word in filter(None, words):
        together = re.fullmatch(r"(?:(?:10|[2-9TJQKAtjqka])[shdcSHDC])+", word)
        cards.extend(re.findall(r"(?:10|.)[shdcSHDC]", word) if together else [word])
    return cards


@dataclass(frozen=True, slots=True)
class Confirmation:
    """What a person says at the confirmation; `paid` is None where it was paid as due."""

    paid: dict[str, Any] | None
    reason: str
    witness: Witness
    witness_name: str


def read_confirmation(sent: Sent, race: TableRace) -> Confirmation:
    """What was paid, by whom it was seen, and why it differs."""
    witness = sent.text("witness")
    paid: dict[str, Any] | None = None
    if sent.ticked("otherwise"):
        removed = race.color_up.removed
        awards = (
            {str(chip): _paid(sent, race, f"awards_{chip}") for chip in removed}
            if len(removed) > 1
            else _paid(sent, race, "awards")
        )
        paid = {"awards": awards, "rescues": _paid(sent, race, "rescues")}
    return Confirmation(
        paid,
        sent.text("reason"),
        Witness(witness) if witness in Witness.values else Witness.NOBODY,
        sent.text("witness_name")[:120],
    )


def _paid(sent: Sent, race: TableRace, field: str) -> dict[str, Any]:
    """Seat → chips paid, of the fields called ``field_seat``; nothing where none were."""
    typed = {seat: sent.text(f"{field}_{seat}") for seat in race.table.seat_numbers}
    return {str(seat): number(text) for seat, text in typed.items() if text and text != "0"}


def read_chips(sent: Sent, field: str) -> dict[int, int | str]:
    """Denomination → chips, of fields ``found_25`` and the buttons ``found_tap_25`` beside them.

    What is typed counts before what was tapped; what is empty is left out.
    """
    chips: dict[int, int | str] = {}
    for name in sent.typed:
        match = re.fullmatch(rf"{field}(?:_tap)?_([1-9][0-9]{{0,12}})", name)
        if match is None:
            continue
        chip = match[1]
        if text := sent.text(f"{field}_{chip}") or sent.text(f"{field}_tap_{chip}"):
            chips[int(chip)] = number(text)
    return chips


def read_spot(sent: Sent) -> tuple[int | None, int | None]:
    """The table (id) and the seat, each None where none was chosen; 0 is none that there is."""
    table, seat = (number(text) if text else None for text in map(sent.text, ("table", "seat")))
    return 0 if isinstance(table, str) else table, 0 if isinstance(seat, str) else seat

"""What was typed from a race sheet, as the workflow takes it.

As with the other forms of a table nothing is judged here: what is not a number goes on as it was
typed, and what is wrong with it is said in one voice.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from colorup.engine.ruleset import Evidence
from tournaments.boards.paper import (
    SheetStep,
    handed_over,
    has_collector,
    own_chips,
    sheet_steps,
)
from tournaments.forms import Sent, number, split_cards
from tournaments.models import TableRace, Witness
from tournaments.workflow.sheet import Sheet

LONGEST_NAME, LONGEST_TIME, LONGEST_TEXT = 120, 20, 300


def read_sheet(sent: Sent, race: TableRace) -> Sheet:
    """The sheet of a race's table."""
    steps = sheet_steps(race.color_up)
    seats = race.table.seat_numbers
    got = {
        step.removed: frozenset(one for one in seats if sent.ticked(f"got_{step.removed}_{one}"))
        for step in steps
        if step.raced
    }
    rescued = frozenset(one for one in seats if sent.ticked(f"rescued_{one}"))
    by_seat = _counted_seats(sent, race, steps, rescued)
    boxes = [sent.text(f"chips_{step.removed}_{one}") for step in steps for one in seats]
    totals = not any(boxes) and steps[0].asks_odd and sent.text("total") != ""
    witness = sent.text("witness")
    return Sheet(
        count=_count(sent, race, by_seat, rescued, totals=totals),
        deal=_deal(sent, race, steps, got, rescued, totals=totals),
        handed_over=_numbers(sent, "handed", handed_over(race.color_up)),
        got=got,
        rescued=rescued,
        paid=_paid(sent, race, steps) if sent.ticked("otherwise") else None,
        reason=sent.text("reason")[:LONGEST_TEXT],
        witness=Witness(witness) if witness in Witness.values else Witness.NOBODY,
        witness_name=sent.text("witness_name")[:LONGEST_NAME],
        counted_by=sent.text("counted_by")[:LONGEST_NAME],
        counted_at=sent.text("counted_at")[:LONGEST_TIME],
        remarks=sent.text("remarks")[:LONGEST_TEXT],
        is_blank=not any(boxes) and not totals,
    )


def _count(
    sent: Sent,
    race: TableRace,
    by_seat: list[dict[str, Any]],
    rescued: frozenset[int],
    *,
    totals: bool,
) -> dict[str, Any]:
    """The entry of the count; a total beside the seats is the dealer's call, a cross-check."""
    entry: dict[str, Any] = {"seats": by_seat}
    if totals:
        entry = {"odd_total": number(sent.text("total")), "rescued": sorted(rescued)}
    elif sent.text("total"):
        entry["called_total"] = number(sent.text("total"))
    if sent.text("button") and not totals:
        entry["button"] = number(sent.text("button"))
    if collector := _collector(sent, race):
        entry["collector"] = collector
    if sent.text("picked_up"):
        entry["picked_up"] = {str(race.color_up.removed[0]): number(sent.text("picked_up"))}
    return entry


def _counted_seats(
    sent: Sent, race: TableRace, steps: tuple[SheetStep, ...], rescued: frozenset[int]
) -> list[dict[str, Any]]:
    """Every seat that is known to be taken or has something written at it.

    Only a seat that had nothing else can be rescued.
    """
    taken = race.table.players()
    seats: list[dict[str, Any]] = []
    for seat in race.table.seat_numbers:
        typed = {
            str(step.removed): number(text)
            for step in steps
            if (text := sent.text(f"chips_{step.removed}_{seat}"))
        }
        if not typed and seat not in rescued and str(seat) not in taken:
            continue
        one: dict[str, Any] = {"seat": seat}
        if len(steps) > 1:
            one["chips"] = typed
        else:
            name = "odd" if steps[0].asks_odd else "count"
            one[name] = typed.get(str(steps[0].removed), 0)
        seats.append(one | {"other": 0} if seat in rescued else one)
    return seats


def _deal(
    sent: Sent,
    race: TableRace,
    steps: tuple[SheetStep, ...],
    got: Mapping[int, frozenset[int]],
    rescued: frozenset[int],
    *,
    totals: bool,
) -> dict[str, Any]:
    """The entry of the deal: cards where there are any, else who got a chip; empty for neither."""
    hands = _hands(sent, race, steps, "cards")
    if totals or not hands:
        won = {step.removed: sorted(got[step.removed]) for step in steps if step.raced}
        if not any(won.values()):
            return {}
        if totals:
            return {"winners": won[steps[0].removed], "rescued": sorted(rescued)}
        return {"winners": _by_step(steps, {chip: seats for chip, seats in won.items() if seats})}
    entry: dict[str, Any] = {"cards": _by_step(steps, hands)}
    if _best_only(sent, race, steps, hands):
        entry["best_cards_only"] = True
    if extra := _hands(sent, race, steps, "tie"):
        entry["tiebreak"] = _by_step(steps, extra)
    return entry


def _hands(
    sent: Sent, race: TableRace, steps: tuple[SheetStep, ...], field: str
) -> dict[int, dict[str, list[str]]]:
    """Denomination → seat → cards, of the boxes with something in them."""
    hands = {
        step.removed: {
            str(seat): cards
            for seat in race.table.seat_numbers
            if (cards := split_cards(sent.text(f"{field}_{step.removed}_{seat}")))
        }
        for step in steps
        if step.raced
    }
    return {chip: by_seat for chip, by_seat in hands.items() if by_seat}


def _by_step(steps: tuple[SheetStep, ...], by_chip: Mapping[int, Any]) -> Any:
    """By denomination as a race document writes it; of one denomination alone, without it."""
    if len(steps) == 1:
        return by_chip[steps[0].removed]
    return {str(chip): one for chip, one in by_chip.items()}


def _best_only(
    sent: Sent,
    race: TableRace,
    steps: tuple[SheetStep, ...],
    hands: Mapping[int, Mapping[str, list[str]]],
) -> bool:
    """Whether the sheet holds each seat's best card: one card a seat, though some have more chips.

    Where the ruleset asks for every card, a single one is a card that is missing.
    """
    if race.color_up.ruleset["options"]["evidence"] == Evidence.CARDS:
        return False
    if any(len(cards) != 1 for by_seat in hands.values() for cards in by_seat.values()):
        return False
    if len(steps) > 1:
        return True
    (by_seat,) = hands.values()
    return any(number(sent.text(f"chips_{steps[0].removed}_{seat}")) != 1 for seat in by_seat)


def _collector(sent: Sent, race: TableRace) -> dict[str, Any]:
    """The collector's part; empty where the ruleset knows none, or nothing was written."""
    own = _numbers(sent, "collector_own", own_chips(race.color_up))
    named = {"seat": sent.text("collector_seat"), "pile": sent.text("collector_pile")}
    given: dict[str, Any] = {name: number(text) for name, text in named.items() if text}
    if not has_collector(race.color_up) or not (given or own):
        return {}
    return {**given, "own": own}


def _numbers(sent: Sent, field: str, chips: Any) -> dict[str, int | str]:
    typed = {str(chip): sent.text(f"{field}_{chip}") for chip in chips}
    return {chip: number(text) for chip, text in typed.items() if text}


def _paid(sent: Sent, race: TableRace, steps: tuple[SheetStep, ...]) -> dict[str, Any]:
    """What was paid at every seat; an empty box is nothing."""
    seats = race.table.seat_numbers
    awards = {
        str(step.removed): _numbers(sent, f"paid_{step.removed}", seats)
        for step in steps
        if step.target is not None and step.gives
    }
    one = awards.get(str(steps[0].removed), {})
    return {
        "awards": one if len(steps) == 1 else awards,
        "rescues": _numbers(sent, "paid_rescue", seats),
    }

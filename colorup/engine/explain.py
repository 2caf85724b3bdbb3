"""Why each seat got what it got, and what is announced: keys and values, no sentences.

`story` reads the result *document*, so an old record is explained from what was recorded then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from colorup.engine.cards import shown
from colorup.engine.cascade import step_target
from colorup.engine.problems import Message
from colorup.engine.ruleset import Freeze, LateChips, Procedure, Ruleset, Supplier


@dataclass(frozen=True, slots=True)
class SeatStory:
    """One seat's story: one or two messages, to be said one after the other."""

    seat: int
    removed: int
    messages: tuple[Message, ...]


def story(document: Mapping[str, Any]) -> tuple[SeatStory, ...]:
    """The story of every seat that had removed chips, by seat, in a cascade step by step."""
    told = [one for step in document["steps"] for one in _step_story(step, document["options"])]
    return tuple(sorted(told, key=lambda one: (one.seat, one.removed)))


def _step_story(step: Mapping[str, Any], options: Mapping[str, Any]) -> Iterator[SeatStory]:
    entries: dict[int, Mapping[str, Any]] = {one["seat"]: one for one in step["exchange"]}
    paid = [one["seat"] for one in (*(step["awards"] or ()), *(step["rescues"] or ()))]
    for seat in sorted({*entries, *paid}):
        entry = entries.get(seat)
        messages: list[Message] = []
        if entry is not None:
            messages.extend(_exchange(step, entry))
        if entry is None or entry["odd"] or seat in paid:
            messages.append(_outcome(step, options, seat, entry["odd"] if entry else None))
        yield SeatStory(seat, step["removed"], tuple(messages))


def _exchange(step: Mapping[str, Any], entry: Mapping[str, Any]) -> Iterator[Message]:
    removed = step["removed"]
    if entry["hands_in"] is None:
        yield Message("why.exchange_not_recorded", {"odd": entry["odd"], "removed": removed})
    elif entry["hands_in"]:
        key = "why.exchanged" if entry["odd"] else "why.exchanged_all"
        values = {
            "hands_in": entry["hands_in"],
            "removed": removed,
            "receives": listed(entry["receives"]),
            "odd": entry["odd"],
        }
        yield Message(key, values)
    else:
        yield Message("why.nothing_to_exchange", {"odd": entry["odd"], "removed": removed})


def _outcome(
    step: Mapping[str, Any], options: Mapping[str, Any], seat: int, odd: int | None
) -> Message:
    values: dict[str, Any] = {
        "odd": odd or 0,
        "removed": step["removed"],
        "target": step["target"],
        "pool": step["pool"],
    }
    if step["awards"] is None:
        return Message("why.open", values)
    places = {one["seat"]: number for number, one in enumerate(step["ranking"], start=1)}
    cards = {one["seat"]: shown(one["card"]) for one in step["ranking"]}
    values |= {"card": cards.get(seat), "place": places.get(seat), "of": len(places)}
    for award in step["awards"]:
        if award["seat"] == seat:
            return Message(_award_key(step, options, values), values | {"chips": award["chips"]})
    for one in step["rescues"]:
        if one["seat"] == seat:
            return Message(_rescue_key(step, one, seat, cards), values | {"chip": one["chip"]})
    return Message(_loss_key(step, options, seat in cards), values)


def _award_key(
    step: Mapping[str, Any], options: Mapping[str, Any], values: Mapping[str, Any]
) -> str:
    if options["procedure"] in (Procedure.ROUND_UP_EACH, Procedure.ROUND_NEAREST_EACH):
        return f"why.{options['procedure']}"
    if not step["cards_needed"]:
        return "why.award_without_cards"
    if values["card"] is None:
        return "why.award_named"
    return "why.award_highest" if values["place"] == 1 else "why.award"


def _rescue_key(
    step: Mapping[str, Any], one: Mapping[str, Any], seat: int, cards: Mapping[int, str]
) -> str:
    if one["from"] == "pool":
        return "why.served"
    if seat in cards and step["cards_needed"]:
        return "why.rescued_card"
    return "why.rescued"


def _loss_key(step: Mapping[str, Any], options: Mapping[str, Any], has_card: bool) -> str:
    procedure = options["procedure"]
    if procedure == Procedure.LEAVE_IN_PLAY:
        return "why.stays"
    if procedure == Procedure.FORFEIT:
        return "why.forfeit"
    if procedure == Procedure.ROUND_NEAREST_EACH:
        return "why.rounded_away"
    if step["pool"] == 0:
        return "why.no_pool"
    # A card that was dealt although none was needed decided nothing.
    return "why.lost_card" if has_card and step["cards_needed"] else "why.lost"


def listed(chips: Mapping[Any, int]) -> tuple[str, ...]:
    """Chips as every language reads them: ``2 × 100``."""
    return tuple(f"{count} × {denomination}" for denomination, count in chips.items())


def announcement(
    removed: Sequence[int], in_play: Sequence[int], target: int | None, ruleset: Ruleset
) -> tuple[Message, ...]:
    """What is read out before a colour-up: sentence by sentence, denomination by denomination.

    `target` is the chip that the last of them is raced for, where the floor chose one.
    """
    values: dict[str, Any] = {"removed": tuple(sorted(removed)), "when": ruleset.when}
    told = [Message(key, values) for key in _told_at_first(ruleset)]
    raced = False
    for number, chip in enumerate(sorted(removed)):
        into = step_target(chip, removed, in_play, target)
        step: dict[str, Any] = {"chip": chip, "target": into}
        if len(removed) > 1:
            told.append(Message("announce.then" if number else "announce.first", step))
        if into is None or min(in_play) < chip:
            told.append(Message("announce.equal_value", step))
            continue
        # A collector settles one denomination only.
        gathered = ruleset.supplier is Supplier.COLLECTOR and len(removed) == 1
        told.append(Message("announce.collector" if gathered else "announce.sets", step))
        again = raced and ruleset.procedure is Procedure.RACE
        key = "announce.race_again" if again else f"announce.{ruleset.procedure.value}"
        told.append(Message(key, step))
        raced = True
    if raced:
        told += [Message(key, values) for key in _told_of_races(ruleset)]
    return tuple(told)


def _told_at_first(ruleset: Ruleset) -> Iterable[str]:
    yield "announce.leaves_when" if ruleset.when else "announce.leaves"
    if ruleset.freeze is Freeze.ALL_IN_ONLY:
        yield "announce.freeze"
    yield "announce.in_view"


def _told_of_races(ruleset: Ruleset) -> Iterable[str]:
    if ruleset.procedure is Procedure.RACE:
        yield f"announce.first_{ruleset.first_seat.value}"
        yield f"announce.limit_{ruleset.award_limit.value}"
    if ruleset.procedure is not Procedure.LEAVE_IN_PLAY:
        yield "announce.nobody_out"
    if ruleset.late_chips is not LateChips.DIRECTOR:
        yield f"announce.late_{ruleset.late_chips.value}"

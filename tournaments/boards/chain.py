"""A race in which several denominations leave: one step after the other, from the lowest up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from colorup.formats.fields import removed_of
from tournaments.boards.chips import Pile
from tournaments.models import TableRace

Document = Mapping[str, Any]
Step = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class DealtStep:
    """A step with cards: its chip, whether it is decided, whether it is the one shown."""

    chip: Pile
    decided: bool
    shown: bool


def is_several(race: TableRace) -> bool:
    """Whether more than one denomination leaves."""
    return len(race.color_up.removed) > 1


def asked_step(race: TableRace, chip: str) -> Step:
    """The step whose cards are asked for: that of the denomination `chip`, if it has been reached;
    by default the first that is not decided, else the last with cards.  Empty without a result.
    """
    steps: list[Step] = race.result["steps"] if race.result else []
    dealt = [one for one in steps if one["cards_needed"]]
    for one in dealt:
        if str(one["removed"]) == chip:
            return one
    # The engine stops at a step that is not decided: the last one it reached is the one to ask.
    if steps and (steps[-1]["awards"] is None or not dealt):
        return steps[-1]
    return dealt[-1] if dealt else {}


def dealt_steps(race: TableRace, asked: Step, shades: Mapping[int, str]) -> tuple[DealtStep, ...]:
    """The steps with cards that have been reached; nothing where one denomination leaves."""
    if not is_several(race) or race.result is None:
        return ()
    return tuple(
        DealtStep(
            Pile(0, one["removed"], shades.get(one["removed"], "")),
            one["awards"] is not None,
            one["removed"] == asked["removed"],
        )
        for one in race.result["steps"]
        if one["cards_needed"]
    )


def of_step(document: Document, name: str, removed: int) -> Any:
    """What a document's field `name` holds for one step: cards, tie-break cards or winners."""
    field = document.get(name)
    if "removed" in document and len(removed_of(document)) > 1:
        return field.get(str(removed)) if isinstance(field, Mapping) else None
    return field


def payments_due(step: Step) -> Iterator[tuple[int, int, int]]:
    """Seat, chips and chip of each award and rescue of a decided step."""
    for one in step["awards"] or ():
        yield one["seat"], one["chips"], step["target"]
    for one in step["rescues"] or ():
        yield one["seat"], 1, one["chip"]


def payments_made(paid: Document, step: Step, *, last: bool) -> Iterator[tuple[int, int, int]]:
    """Seat, chips and chip of what was paid in a step; rescues belong to the last."""
    for one in paid["awards"]:
        if one["removed"] == step["removed"]:
            yield one["seat"], one["chips"], one["chip"]
    for one in paid["rescues"] if last else ():
        yield one["seat"], one["chips"], one["chip"]

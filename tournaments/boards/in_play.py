"""How many chips are in play, and the loudest alarm: more of them come back than were ever issued
(RULES, "Bounds").

Such chips are foreign or counterfeit, or somebody counted wrong.  Nothing is refused: the record
says what happened.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from colorup.formats.fields import removed_of
from tournaments.models import ChipMovement, Event
from tournaments.sentences import in_digits


def chips_in_play(event: Event, moved: Mapping[int, int]) -> dict[int, int]:
    """How many chips of each denomination are in play.

    Known only where the starting stack is, and where all that was bought were starting stacks.
    """
    stack = {one.denomination: one.chips for one in event.starting_stack.all()}
    if not stack or event.entries is None:
        return {}
    issued = event.entries * sum(value * chips for value, chips in stack.items())
    if event.chips_bought not in (None, issued):
        return {}
    return {
        value: event.entries * stack.get(value, 0) + moved.get(value, 0)
        for value in {*stack, *moved}
    }


def never_issued(in_play: Mapping[int, int]) -> tuple[str, ...]:
    """A sentence for each denomination of which more chips came back than the event issued."""
    return tuple(
        _(
            "%(n)s more chips of %(chip)s came back than were ever issued: some are foreign or"
            " counterfeit, or a count is wrong."
        )
        % {"n": in_digits(-count), "chip": in_digits(chip)}
        for chip, count in sorted(in_play.items())
        if count < 0
    )


def too_many(document: Mapping[str, Any], event: Event) -> tuple[str, ...]:
    """A sentence for each denomination of which a table counted more than can be left in play.

    Two queries.  Only for a race whose own chips have not been taken out of play yet.
    """
    left = chips_in_play(event, ChipMovement.objects.filter(event=event).change_in_play())
    return tuple(
        _(
            "%(n)s chips of %(chip)s are counted here, but only %(left)s are left in play: count"
            " again, or some are foreign or counterfeit."
        )
        % {"n": in_digits(n), "chip": in_digits(chip), "left": in_digits(max(left[chip], 0))}
        for chip, n in counted_chips(document).items()
        if chip in left and n > left[chip]
    )


def counted_chips(document: Mapping[str, Any]) -> dict[int, int]:
    """The removed chips that a race document knows to be at the table: denomination → chips."""
    removed = removed_of(document)
    total = dict.fromkeys(removed, 0)
    for seat in document.get("seats", ()):
        total[removed[0]] += seat.get("count", 0) + seat.get("odd", 0)
        for chip, count in seat.get("chips", {}).items():
            total[int(chip)] += count
    total[removed[0]] += document.get("odd_total", 0)
    counted = (
        document.get("picked_up", {}).get(str(removed[0]), 0),
        document.get("collector", {}).get("pile", 0),
    )
    total[removed[0]] = max(total[removed[0]], *counted)
    return total

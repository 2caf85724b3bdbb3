"""Chips as pages draw them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Pile:
    """`count` chips of denomination `value`, drawn in `colour`."""

    count: int
    value: int
    colour: str
    note: str = ""

    def as_drawn(self) -> tuple[int, int, str]:
        """The pile as the drawn table takes it."""
        return (self.count, self.value, self.colour)


def colours(chip_set: Mapping[str, Any]) -> dict[int, str]:
    """Denomination → colour, of a chip set's document."""
    return {one["value"]: one["colour"] for one in chip_set["chips"]}


def piles(
    chips: Mapping[str, int] | Mapping[int, int], shades: Mapping[int, str]
) -> tuple[Pile, ...]:
    """Chips by denomination, the largest first."""
    return tuple(
        Pile(count, int(value), shades.get(int(value), ""))
        for value, count in sorted(chips.items(), key=lambda one: -int(one[0]))
    )

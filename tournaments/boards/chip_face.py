"""A chip as it is drawn."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChipFace:
    """The value on a chip, its colour, and what the room calls it."""

    value: int
    colour: str
    label: str = ""

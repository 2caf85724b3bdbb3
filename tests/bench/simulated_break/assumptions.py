"""How long each thing takes in the simulated break.  Nothing else in it is a guess."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Any


def figure(value: int, meaning: str) -> Any:
    """A figure with what it means; the meaning is printed beside it."""
    return field(default=value, metadata={"meaning": meaning})


@dataclass(frozen=True, slots=True)
class Assumptions:
    """Whole seconds of one act each, unless its meaning says otherwise.

    What a tablet adds, the wait from a tap to the page that answers it, is measured.  Paper is
    given the benefit of the doubt: a digit is written as fast as a button is tapped.
    """

    tap: int = figure(1, "one tap, the look before it included")
    walk: int = figure(12, "walking to the next table, or back to one")
    exchange: int = figure(5, "a dealer exchanging one seat's full sets, at all tables at once")
    card: int = figure(1, "a dealer dealing one card, face up")
    pay: int = figure(2, "putting one chip down in front of its seat, or taking it back")
    talk: int = figure(5, "hearing that something is wrong, and finding it")
    wifi_cut: int = figure(40, "the Wi-Fi being away, once, from one person's tap on")
    retry: int = figure(10, "waiting before the same tap is tried again without Wi-Fi")
    complaint: int = figure(60, "from a confirmation to the player who says a card was misread")
    target: int = figure(9 * 60, "after the start of the break every table is to be confirmed")

    sheet: int = figure(3, "paper: finding the table's sheet on the clipboard")
    digit: int = figure(1, "paper: writing one seat's odd chips, or changing them")
    two_signs: int = figure(2, "paper: writing one card, its rank and its suit")
    add: int = figure(1, "paper: adding one seat to the table's total, in the head")
    divide: int = figure(3, "paper: what the total is worth and how it rounds, in the head")
    find_best: int = figure(2, "paper: finding the next best card among all, for one chip")
    tick: int = figure(1, "paper: marking a seat as paid, or striking a line out")
    sign: int = figure(3, "paper: one signature; the dealer and the floor person give one each")
    open_sheet: int = figure(5, "paper, afterwards: taking a sheet and opening its table's form")
    type_entry: int = figure(1, "paper, afterwards: entering one thing that is written on it")
    compare: int = figure(10, "paper, afterwards: comparing the sheet with the screen, sending it")

    def stated(self) -> Iterator[tuple[str, int, str]]:
        """Each figure's name, value and meaning."""
        for one in fields(self):
            yield one.name, getattr(self, one.name), one.metadata["meaning"]

"""What people typed into the rows of a structure or a seat draw, read back from the form."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from colorup.formats.worksheet import COLUMNS, MOST_ROWS, Kind, Worksheet, WorksheetRow
from tournaments.imports import SpoiledParcel, open_rows

_FIELD = re.compile(r"row-([0-9]{1,5})-([a-z_]{1,20})")
_ON_A_ROW = re.compile(r"(add|delete)-([0-9]{1,5})")


@dataclass(frozen=True, slots=True)
class Typed:
    """A worksheet as it stands in the form; `shown` are the numbers of the rows with fields.

    `focus` is the row to go on with, None where that is nobody's guess.
    """

    worksheet: Worksheet
    shown: frozenset[int]
    focus: int | None = None
    lost: bool = False


def read_typed(post: Mapping[str, str]) -> Typed:
    """The rows of the form, each under its number; `lost` where those not shown were spoiled."""
    kind: Kind = "seats" if post.get("kind") == "seats" else "structure"
    fields: dict[int, dict[str, str]] = {}
    for name, value in post.items():
        match = _FIELD.fullmatch(name)
        if match:
            fields.setdefault(int(match[1]), {})[match[2]] = value
    try:
        rows, lost = open_rows(kind, post.get("unseen", "")), False
    except SpoiledParcel:
        rows, lost = {}, True
    rows |= {number: _row(kind, one) for number, one in fields.items()}
    numbers = sorted(rows)[: MOST_ROWS[kind]]
    shown = frozenset(place for place, number in enumerate(numbers, 1) if number in fields)
    sheet = Worksheet(kind, tuple(rows[number] for number in numbers), post.get("headings", ""))
    return Typed(sheet, shown, lost=lost)


def changed(typed: Typed, action: str) -> Typed:
    """The form after the button of a row: one more below it, or the row deleted."""
    match = _ON_A_ROW.fullmatch(action)
    sheet, shown = typed.worksheet, typed.shown
    if action == "add":
        verb, number = "add", len(sheet.rows)
    elif match:
        verb, number = match[1], int(match[2])
    else:
        return typed
    if verb == "add" and number <= len(sheet.rows) and not sheet.is_full:
        moved = {one + (one > number) for one in shown}
        return replace(
            typed,
            worksheet=sheet.with_row_after(number),
            shown=frozenset({*moved, number + 1}),
            focus=number + 1,
        )
    if verb == "delete" and 1 <= number <= len(sheet.rows):
        moved = {one - (one > number) for one in shown if one != number}
        return replace(
            typed,
            worksheet=sheet.without_row(number),
            shown=frozenset(moved),
            focus=min((one for one in moved if one >= number), default=max(moved, default=None)),
        )
    return typed


def _row(kind: Kind, fields: Mapping[str, str]) -> WorksheetRow:
    written, left_out = fields.get("written", ""), "out" in fields
    named = {name: fields[name] for name in COLUMNS[kind] if name in fields}
    if not named:
        return WorksheetRow(None, written, left_out)
    return WorksheetRow({**dict.fromkeys(COLUMNS[kind], ""), **named}, written, left_out)

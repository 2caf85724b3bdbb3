"""A `.tdt` save of *The Tournament Director* 3: what its parts mean.

The notation is read by `js_values`; here plain values become the event.  What differs between the
versions 3.x: tables have ids from 3.4 on, a chip's id is a number (3.0, 3.4) or text (3.7), maps
are ``new Map({…})`` or ``Map.from([…])``, a chip has a picture (3.0) or a colour, and 3.0 writes
nothing where later versions write an empty note.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from colorup.engine.problems import Problems, Value, problem
from colorup.formats.break_text import named_denominations
from colorup.formats.js_values import JsValue, Made, parse
from colorup.formats.numbers import HIGHEST
from colorup.formats.text import bad_text, tidy
from colorup.formats.tournament_values import (
    HIGHEST_SEAT,
    BreakRow,
    Chip,
    ChipSet,
    FileProblem,
    LevelRow,
    PlayerRow,
    TableRow,
    TournamentFile,
)

Part = TypeVar("Part", list[JsValue], dict[str, JsValue])


def read_tdt(text: str, name: str) -> TournamentFile:
    """Read a save.

    Raises `Problems` (bad_file) where the text is damaged or is no save at all; what is odd inside
    a sound save stands in `problems` and is left out or, beyond a race's limits, kept.
    """
    saved = parse(text, name)
    tournament = saved.get("T") if isinstance(saved, dict) else None
    if not isinstance(tournament, Made) or tournament.name != "Tournament":
        raise Problems([bad_text(text, 0, "not_tdt", name)])
    assert isinstance(saved, dict)
    return _Save(_fields(tournament)).read(version=_text(saved.get("V")) or None)


def _fields(value: JsValue) -> dict[str, JsValue]:
    """The fields of ``{…}`` or ``new Name({…})``; empty for anything else."""
    if isinstance(value, Made) and value.arguments:
        value = value.arguments[0]
    return value if isinstance(value, dict) else {}


def _text(value: JsValue) -> str:
    return tidy(value) if isinstance(value, str) else ""


def _whole(value: JsValue) -> int | None:
    """A number of the file that can be used as one: whole, 0 to `HIGHEST`."""
    usable = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= HIGHEST
    return value if usable and isinstance(value, int) else None


def _id(value: JsValue) -> str:
    """The id of a thing, which some versions write as a number; empty where there is none."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return ""
    return tidy(str(value))


def _shown(value: JsValue) -> str:
    """A wrong value, short enough for a sentence."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)[:20]
    if isinstance(value, str):
        return f'"{tidy(value[:40])[:20]}"'
    return "[…]" if isinstance(value, list) else "{…}"


class _Save:
    """One save while it is read: its parts, and what is odd in them."""

    def __init__(self, tournament: dict[str, JsValue]) -> None:
        self.tournament = tournament
        self.problems: list[FileProblem] = []

    def read(self, version: str | None) -> TournamentFile:
        chips = self.chips()
        people = self.players()
        levels = self.many("Levels", "Levels")
        return TournamentFile(
            kind="tdt",
            version=version,
            title=_text(self.tournament.get("Title")) or None,
            chips=tuple(chips.values()),
            chip_sets=tuple(self.chip_sets(chips)),
            rows=tuple(self.rows(levels)),
            current_row=self.current_row(len(levels)),
            tables=tuple(self.tables(people)),
            entries=self.entries(people),
            chips_bought=self.chips_bought(people),
            problems=tuple(self.problems),
            external_id=_id(self.tournament.get("UUID")),
        )

    def odd(self, key: str, **values: Value) -> None:
        self.problems.append(FileProblem(None, problem(key, **values)))

    def part(self, outer: str, inner: str, kind: type[Part]) -> Part | None:
        """A part of the save, None where it is not there; one of another kind is a problem."""
        holder = self.tournament.get(outer)
        found = _fields(holder).get(inner)
        if isinstance(found, kind):
            return found
        if found is not None or (holder is not None and not _fields(holder)):
            self.odd("bad_file.tdt_part", part=outer)
        return None

    def many(self, outer: str, inner: str) -> list[JsValue]:
        return self.part(outer, inner, list) or []

    def chips(self) -> dict[str, Chip]:
        """The chips by the id that the chip sets speak of."""
        chips: dict[str, Chip] = {}
        for number, item in enumerate(self.many("Chips", "Chips"), 1):
            fields = _fields(item)
            value = _whole(fields.get("Value"))
            label = _text(fields.get("Label"))
            if not value:
                found = _shown(fields.get("Value"))
                self.odd("bad_denomination.tdt_chip", number=number, label=label, found=found)
                continue
            external_id = _id(fields.get("ChipID")) or f"#{number}"
            if external_id in chips:
                self.odd("bad_denomination.tdt_id_twice", number=number, label=label)
                external_id = f"#{number}"
            color = None if fields.get("ImagePath") else _text(fields.get("Color")) or None
            in_use = fields.get("Use") is True
            chips[external_id] = Chip(value, label, color, in_use, external_id)
        return chips

    def chip_sets(self, chips: dict[str, Chip]) -> Iterator[ChipSet]:
        for number, item in enumerate(self.many("Chips", "ChipSets"), 1):
            fields = _fields(item)
            name = _text(fields.get("Name")) or f"Set {number}"
            counts: dict[int, int] = {}
            for chip_id, found in _fields(fields.get("ChipCounts")).items():
                chip, count = chips.get(chip_id), _whole(found)
                if chip is None or count is None:
                    self.odd("bad_count.tdt_chip_set", name=name, chip=chip_id, found=_shown(found))
                else:
                    counts[chip.value] = counts.get(chip.value, 0) + count
            yield ChipSet(name, dict(sorted(counts.items())))

    def rows(self, levels: list[JsValue]) -> Iterator[LevelRow | BreakRow]:
        """Levels and breaks; one that cannot be used leaves its number out, so that none shift."""
        for row, item in enumerate(levels, 1):
            fields = _fields(item)
            if isinstance(item, Made) and item.name.endswith("Break"):
                note = _text(fields.get("Notes"))
                yield BreakRow(
                    row,
                    self.minutes(fields, row),
                    fields.get("ChipUp") is True,
                    note,
                    named_denominations(note),
                )
                continue
            small = _whole(fields.get("SmallBlind"))
            big = _whole(fields.get("BigBlind"))
            ante = _whole(fields.get("Ante") or 0)
            if small is None or big is None or ante is None:
                found = ", ".join(
                    f"{name} {_shown(fields.get(name))}"
                    for name, value in (("SmallBlind", small), ("BigBlind", big), ("Ante", ante))
                    if value is None
                )
                self.odd("bad_row.tdt_level", row=row, found=found)
            else:
                yield LevelRow(row, small, big, ante, self.minutes(fields, row))

    def minutes(self, fields: dict[str, JsValue], row: int) -> int | None:
        minutes = _whole(fields.get("Minutes"))
        if minutes is None and fields.get("Minutes") is not None:
            self.odd("bad_row.tdt_minutes", row=row, found=_shown(fields.get("Minutes")))
        return minutes

    def current_row(self, rows: int) -> int | None:
        found = self.tournament.get("CurrentLevel")
        level = _whole(found)
        if level is not None and level < rows:
            return level + 1
        if found is not None and rows:
            self.odd("bad_row.tdt_current", found=_shown(found), rows=rows)
        return None

    def players(self) -> dict[str, dict[str, JsValue]] | None:
        """Everyone who ever bought in, by id; None where the save has no players at all."""
        found = self.part("Players", "Players", dict)
        if found is None:
            return None
        return {tidy(player_id): _fields(player) for player_id, player in found.items()}

    def entries(self, people: dict[str, dict[str, JsValue]] | None) -> int | None:
        if people is None:
            return None
        return sum(len(_bought(player, "Buyins")) for player in people.values())

    def chips_bought(self, people: dict[str, dict[str, JsValue]] | None) -> int | None:
        """The value of all chips sold: buy-ins, and the rebuys and add-ons of either kind."""
        if people is None:
            return None
        total = 0
        for player in people.values():
            buyins = _bought(player, "Buyins")
            later = (
                one
                for holder in (player, *buyins)
                for what in ("Rebuys", "AddOns")
                for one in _bought(holder, what)
            )
            for one in (*buyins, *later):
                chips = _whole(one.get("Chips", 0))
                if chips is None:
                    name, found = _player_name(player), _shown(one.get("Chips"))
                    self.odd("bad_count.tdt_bought", player=name, found=found)
                total += chips or 0
        return total

    def tables(self, people: dict[str, dict[str, JsValue]] | None) -> Iterator[TableRow]:
        seated: set[str] = set()
        for number, item in enumerate(self.many("Tables", "Tables"), 1):
            fields = _fields(item)
            name = _text(fields.get("Name")) or f"Table {number}"
            found = fields.get("Seats")
            if not isinstance(found, list):
                self.odd("bad_file.tdt_table_seats", table=name)
                found = []
            seats = _whole(fields.get("NumberOfSeats"))
            if not seats or seats < len(found):
                self.odd(
                    "bad_seat.tdt_number",
                    table=name,
                    found=_shown(fields.get("NumberOfSeats")),
                    seats=len(found),
                )
                seats = len(found)
            if seats > HIGHEST_SEAT:
                self.odd("bad_seat.table_too_long", table=name, seats=seats, highest=HIGHEST_SEAT)
            yield TableRow(
                name,
                seats,
                self.button(fields.get("DealerButtonSeat"), seats, name),
                tuple(self.seats(found, name, people or {}, seated)),
                _id(fields.get("UUID")),
            )

    def button(self, found: JsValue, seats: int, table: str) -> int | None:
        button = _whole(found or 0)
        if button is None or button > seats:
            self.odd("bad_button.tdt", table=table, found=_shown(found))
            return None
        return button or None

    def seats(
        self,
        found: list[JsValue],
        table: str,
        people: dict[str, dict[str, JsValue]],
        seated: set[str],
    ) -> Iterator[PlayerRow]:
        """Who sits where; someone on two seats keeps the first."""
        for seat, item in enumerate(found, 1):
            player_id = _id(item)
            if not player_id:
                if item not in (None, ""):
                    self.odd(
                        "bad_seat.tdt_holder", table=table, seat_number=seat, found=_shown(item)
                    )
                continue
            name = _player_name(people.get(player_id, {}))
            if player_id in seated:
                self.odd("bad_seat.tdt_twice", table=table, seat_number=seat, player=name)
                continue
            if player_id not in people:
                self.odd("bad_seat.tdt_stranger", table=table, seat_number=seat)
            seated.add(player_id)
            yield PlayerRow(seat, name, None, player_id)


def _bought(holder: dict[str, JsValue], what: str) -> list[dict[str, JsValue]]:
    found = holder.get(what)
    return [_fields(one) for one in found] if isinstance(found, list) else []


def _player_name(player: dict[str, JsValue]) -> str:
    """The nickname, which is what the program shows, else first and last name."""
    name = player.get("Name")
    if isinstance(name, str):
        return tidy(name)
    fields = _fields(name)
    full = f"{_text(fields.get('Firstname'))} {_text(fields.get('Lastname'))}".strip()
    return _text(fields.get("Nickname")) or full

"""Moving players, breaking and adding tables, late entries: what their pages offer and keep."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from colorup.engine.lifecycle import State
from tournaments.boards.chips import colours
from tournaments.boards.words import state_word
from tournaments.models import Event, Seat, Table, TableRace
from tournaments.models.events import MOST_SEATS
from tournaments.sentences import in_digits

OUT = "out"
Errors = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Frame:
    """What the pages have in common; `errors` are by field, those of the whole page under ""."""

    event_id: int
    event_name: str
    command_id: str
    back: str
    errors: Errors = field(default_factory=dict)
    asks_override: bool = False
    overriding: bool = False
    reason: str = ""

    @property
    def top(self) -> tuple[str, ...]:
        return self.errors.get("", ())


@dataclass(frozen=True, slots=True)
class Choice:
    value: str
    label: str
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Tile:
    """A table to choose; `state` is that of its race under way, empty where there is none."""

    table_id: int
    name: str
    seated: int
    seats: int
    state: str
    word: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A field for chips of one denomination, and what stands in it."""

    value: int
    colour: str
    typed: str = ""


@dataclass(frozen=True, slots=True)
class ChoosePage:
    """The tables to choose one of, for what `heading` says."""

    frame: Frame
    heading: str
    action: str
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class MovePage:
    frame: Frame
    table_id: int
    table: str
    players: tuple[Choice, ...]
    tables: tuple[Choice, ...]
    seats: tuple[Choice, ...]
    brings: tuple[Asked, ...]


@dataclass(frozen=True, slots=True)
class Leaver:
    """A player of a table that is broken, and where the player may go."""

    seat: int
    name: str
    tables: tuple[Choice, ...]
    seats: tuple[Choice, ...]
    brings: tuple[Asked, ...]
    errors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BreakPage:
    frame: Frame
    table_id: int
    table: str
    leavers: tuple[Leaver, ...]


@dataclass(frozen=True, slots=True)
class EntryPage:
    frame: Frame
    tables: tuple[Choice, ...]
    seats: tuple[Choice, ...]
    player: str
    bought_in: bool
    stack: tuple[Asked, ...]

    @property
    def stack_said(self) -> bool:
        return any(one.typed for one in self.stack) or "stack" in self.frame.errors


@dataclass(frozen=True, slots=True)
class NewTablePage:
    frame: Frame
    number: str
    seat_count: str
    name: str


@dataclass(frozen=True, slots=True)
class ButtonPage:
    frame: Frame
    table_id: int
    table: str
    seats: tuple[Choice, ...]


class Floor:
    """The standing tables of an event, who sits there, and what is under way; three queries."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.tables = list(Table.objects.standing().in_event(event.pk))
        self.by_id = {one.pk: one for one in self.tables}
        self.seats = {one.pk: list(one.seats.all()) for one in self.tables}
        self.states: dict[int, str] = {}
        raced: dict[int, set[int]] = {}
        self._leaving: set[int] = set()
        for race in TableRace.objects.not_void_in(event.pk):
            if race.state == State.CONFIRMED:
                raced.setdefault(race.table_id, set()).update(race.color_up.removed)
                self._leaving.update(race.color_up.removed)
            else:
                held = self.states.get(race.table_id, "")
                if not held or State(race.state).holds_table:
                    self.states[race.table_id] = race.state
        self._raced = raced

    def table(self, typed: str) -> Table | None:
        known = typed.isascii() and typed.isdigit() and len(typed) < 16
        return self.by_id.get(int(typed)) if known else None

    def free(self, table: Table) -> list[int]:
        taken = {one.number for one in self.seats[table.pk]}
        return [seat for seat in table.seat_numbers if seat not in taken]

    def holds(self, table: Table) -> bool:
        state = self.states.get(table.pk)
        return state is not None and State(state).holds_table

    def emptiest_first(self) -> list[Table]:
        return sorted(self.tables, key=lambda one: (len(self.seats[one.pk]), one.number))

    def may_bring(self, table: Table) -> tuple[int, ...]:
        """Chips that a player of the table still has and other tables have raced away."""
        return tuple(sorted(self._leaving - self._raced.get(table.pk, set())))

    def tiles(self) -> tuple[Tile, ...]:
        return tuple(
            Tile(
                one.pk,
                str(one),
                len(self.seats[one.pk]),
                one.seat_count,
                self.states.get(one.pk, ""),
                state_word(self.states[one.pk]) if one.pk in self.states else "",
            )
            for one in self.tables
        )

    def destinations(self, chosen: str, *, without: Table | None = None) -> tuple[Choice, ...]:
        """The tables with a free seat, the emptiest first."""
        return tuple(
            Choice(str(one.pk), self._label(one), str(one.pk) == chosen)
            for one in self.emptiest_first()
            if one is not without and self.free(one)
        )

    def _label(self, table: Table) -> str:
        free = ", ".join(map(str, self.free(table))) or "–"
        label = _("%(table)s · free: %(seats)s") % {"table": table, "seats": free}
        return f"{label} · {state_word(self.states[table.pk])}" if self.holds(table) else label

    def spread(self, table: Table) -> dict[int, tuple[int, int]]:
        """Where the players of a table could go: seat → table and seat, the emptiest first."""
        counts = {one.pk: len(self.seats[one.pk]) for one in self.tables}
        free = {
            one.pk: self.free(one)
            for one in self.tables
            if one is not table and not self.holds(one)
        }
        found: dict[int, tuple[int, int]] = {}
        for one in self.seats[table.pk]:
            open_tables = [other for other in self.tables if free.get(other.pk)]
            if not open_tables:
                break
            to = min(open_tables, key=lambda other: (counts[other.pk], other.number))
            found[one.number] = (to.pk, free[to.pk].pop(0))
            counts[to.pk] += 1
        return found


def choose_page(floor: Floor, frame: Frame, heading: str, action: str) -> ChoosePage:
    return ChoosePage(frame, heading, action, floor.tiles())


def move_page(floor: Floor, frame: Frame, table: Table, typed: Mapping[str, str]) -> MovePage:
    """The page of a move from a table."""
    who = typed.get("who", "")
    players = tuple(
        Choice(f"{one.number}:{one.pk}", _who(one), who.partition(":")[0] == str(one.number))
        for one in floor.seats[table.pk]
    )
    return MovePage(
        frame,
        table.pk,
        str(table),
        players,
        floor.destinations(typed.get("to_table", "")),
        _seats(typed.get("to_seat", "")),
        _asked(floor.event, floor.may_bring(table), typed, "brings_{chip}"),
    )


def break_page(
    floor: Floor,
    frame: Frame,
    table: Table,
    typed: Mapping[str, str],
    wrong: Mapping[int, tuple[str, ...]] | None = None,
) -> BreakPage:
    """The page of breaking a table: where everybody goes, by default to the emptiest tables."""
    spread = {} if typed.get("sent") else floor.spread(table)
    leavers = []
    for one in floor.seats[table.pk]:
        seat = one.number
        to = spread.get(seat)
        to_table = str(to[0]) if to else typed.get(f"to_table_{seat}", "")
        to_seat = str(to[1]) if to else typed.get(f"to_seat_{seat}", "")
        out = Choice(OUT, _("out of the event"), to_table == OUT)
        leavers.append(
            Leaver(
                seat,
                one.player or _("somebody"),
                (*floor.destinations(to_table, without=table), out),
                _seats(to_seat),
                _asked(floor.event, floor.may_bring(table), typed, f"brings_{seat}_{{chip}}"),
                (wrong or {}).get(seat, ()),
            )
        )
    return BreakPage(frame, table.pk, str(table), tuple(leavers))


def entry_page(floor: Floor, frame: Frame, typed: Mapping[str, str]) -> EntryPage:
    """The page of a late entry."""
    chips = [one.value for one in floor.event.chip_set.denominations.all()]
    return EntryPage(
        frame,
        floor.destinations(typed.get("to_table", "")),
        _seats(typed.get("to_seat", "")),
        typed.get("player", ""),
        "bought_in" in typed or not typed.get("sent"),
        _asked(floor.event, chips, typed, "stack_{chip}"),
    )


def new_table_page(floor: Floor, frame: Frame, typed: Mapping[str, str]) -> NewTablePage:
    """The page of a new table: by default the next number, and as many seats as the last table."""
    numbers = Table.objects.filter(event=floor.event).values_list("number", flat=True)
    usual = floor.tables[-1].seat_count if floor.tables else 9
    return NewTablePage(
        frame,
        typed.get("number", str(max(numbers, default=0) + 1)),
        typed.get("seat_count", str(usual)),
        typed.get("name", ""),
    )


def button_page(floor: Floor, frame: Frame, table: Table, typed: Mapping[str, str]) -> ButtonPage:
    """The page of the dealer button of a table."""
    chosen = typed.get("button", "" if table.button is None else str(table.button))
    players = {one.number: one.player for one in floor.seats[table.pk]}
    seats = tuple(
        Choice(
            str(seat),
            _("Seat %(seat)s") % {"seat": seat}
            + (f" · {players[seat]}" if players.get(seat) else ""),
            str(seat) == chosen,
        )
        for seat in table.seat_numbers
    )
    return ButtonPage(frame, table.pk, str(table), seats)


def _who(seat: Seat) -> str:
    said = {"seat": seat.number, "player": seat.player or _("somebody")}
    return _("Seat %(seat)s · %(player)s") % said


def _seats(chosen: str) -> tuple[Choice, ...]:
    return tuple(
        Choice(str(seat), in_digits(seat), str(seat) == chosen) for seat in range(1, MOST_SEATS + 1)
    )


def _asked(
    event: Event, chips: Iterable[int], typed: Mapping[str, str], name: str
) -> tuple[Asked, ...]:
    shades = colours(event.chip_set.as_document())
    return tuple(
        Asked(chip, shades.get(chip, ""), typed.get(name.format(chip=chip), "")) for chip in chips
    )

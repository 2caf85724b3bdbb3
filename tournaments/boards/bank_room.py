"""What the bank's page is worked out from: chips, tables and colour-ups as they stand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from colorup.engine.lifecycle import State
from colorup.engine.needed import Leaving, share
from colorup.engine.ruleset import Ruleset
from tournaments.boards.announce import Announcing, in_play_after
from tournaments.boards.in_play import chips_in_play
from tournaments.boards.paper import ruleset_of
from tournaments.boards.words import is_open
from tournaments.models import ChipMovement, ColorUp, Event, Place, Stock, Table
from tournaments.models.rulesets import ChosenRuleset

Chips = Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Room:
    """What is read from the database: `places` are sums of all movements by place, `since_count`
    those after the bank was counted; `seated` is by table (id) how many sit there, or could where
    nobody is known to sit."""

    event: Event
    color_ups: Sequence[ColorUp]
    tables: Sequence[Table]
    seated: Mapping[int, int]
    stock: Sequence[Stock]
    places: Mapping[str, Chips]
    since_count: Mapping[str, Chips]

    @classmethod
    def load(cls, event: Event, color_ups: Sequence[ColorUp], tables: Sequence[Table]) -> Room:
        """Three queries; `color_ups` with their races, `tables` with their seats."""
        stock = list(Stock.objects.filter(event=event))
        movements = ChipMovement.objects.filter(event=event)
        counted = [one.counted_after for one in stock if one.counted_after is not None]
        later = movements.filter(pk__gt=counted[0]).by_place() if counted else {}
        seated = {one.pk: len(one.seats.all()) or one.seat_count for one in tables}
        return cls(event, color_ups, tables, seated, stock, movements.by_place(), later)

    @property
    def in_play(self) -> Chips:
        """The chips of each denomination that are in play; nothing where nobody knows."""
        return chips_in_play(self.event, self.places.get(Place.IN_PLAY, {}))

    def seats_at(self, table_ids: Iterable[int]) -> int:
        """How many seats of these tables hold, or could hold, removed chips."""
        return sum(self.seated.get(one, 0) for one in set(table_ids))

    def not_raced(self, chip: int) -> set[int]:
        """The standing tables (ids) that are not done with `chip`."""
        done = {
            race.table_id
            for color_up in self.color_ups
            if color_up.voided_at is None and chip in color_up.removed
            for race in color_up.races.all()
            if race.state == State.CONFIRMED
        }
        return {one.pk for one in self.tables} - done

    def leaving(
        self,
        removed: Sequence[int],
        in_play: Sequence[int],
        target: int | None,
        ruleset: Ruleset,
        table_ids: set[int],
    ) -> Leaving:
        seats = self.seats_at(table_ids)
        chips = {
            chip: share(max(0, self.in_play.get(chip, 0)), seats, self.seats_at(waiting))
            for chip in removed
            if (waiting := self.not_raced(chip))
        }
        return Leaving(
            tuple(removed),
            tuple(in_play),
            target,
            ruleset,
            seats,
            len(table_ids),
            chips if self.in_play else None,
        )


def planned(
    room: Room, page: Announcing, chosen: ChosenRuleset, within: Collection[int] | None = None
) -> tuple[Leaving | None, str]:
    """What the page of the announcement would let leave, and the query that says the same.

    `within` leaves out all but these tables (ids).
    """
    staying = in_play_after(room.event, room.color_ups, page.removed)
    known = {one.value for one in room.event.chip_set.denominations.all()}
    if not page.removed or not page.meaning or not staying or not known.issuperset(page.removed):
        return None, ""
    asked = [one for one in page.tables if one.chosen]
    pairs: list[tuple[str, object]] = [("removed", one) for one in page.removed]
    if page.target is not None:
        pairs.append(("target", page.target))
    pairs += [("ruleset", page.ruleset), ("rules_of", page.ruleset)]
    changed = chosen.ruleset.changes_from(chosen.base.ruleset)
    pairs += [(f"rule_{name}", value) for name, value in changed.items() if name != "when"]
    if any(not one.chosen and not one.raced for one in page.tables):
        pairs += [("tables_asked", "1"), *(("tables", one.table_id) for one in asked)]
    ids = {one.table_id for one in asked if within is None or one.table_id in within}
    leaves = room.leaving(page.removed, staying, page.target, chosen.ruleset, ids)
    return leaves, f"?{urlencode(pairs)}"


def running(room: Room, within: Collection[int] | None = None) -> Iterator[Leaving]:
    """What still has to leave at tables that are announced and not done; `within` leaves out all
    but these tables (ids)."""
    for color_up in room.color_ups:
        waiting = {one.table_id for one in color_up.races.all() if is_open(one.state)}
        waiting &= waiting if within is None else set(within)
        if color_up.voided_at is None and waiting:
            yield room.leaving(
                color_up.removed,
                color_up.in_play,
                color_up.target,
                ruleset_of(color_up),
                waiting,
            )


def late_chips_of(room: Room) -> Chips:
    """Chips that have left by the races and are still in play by the records: they come late, or
    their exchange was paid and nobody recorded it.  Either takes their worth from the bank."""
    gone = {
        chip
        for color_up in room.color_ups
        if color_up.voided_at is None
        for chip in color_up.removed
        if not room.not_raced(chip)
    }
    staying = [one.value for one in room.event.chip_set.denominations.all()]
    lowest = min((one for one in staying if one not in gone), default=0)
    worth = sum(chip * max(0, room.in_play.get(chip, 0)) for chip in gone)
    return {lowest: worth // lowest} if lowest and worth >= lowest else {}

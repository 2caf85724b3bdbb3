"""The room's own screen, read from across it by everybody: what leaves, and how far it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from colorup.engine.lifecycle import State
from tournaments.boards.board import freeze_word
from tournaments.boards.chips import Pile, colours
from tournaments.boards.words import chips_word, is_open
from tournaments.models import ColorUp, Event, TableRace
from tournaments.ranges import write_ranges


@dataclass(frozen=True, slots=True)
class RoomScreen:
    """All that the screen prints; `done_tables` as ranges of numbers.

    `in_play` are the chips that stay; their `count` is 0 where nobody knows how many there are.
    """

    event_name: str
    sequence: int
    key: str
    freeze: str
    leaving: tuple[Pile, ...]
    done: int
    total: int
    done_tables: str
    in_play: tuple[Pile, ...]

    @property
    def is_racing(self) -> bool:
        return bool(self.total) and self.done < self.total


def room_screen(
    event: Event,
    color_ups: Sequence[ColorUp],
    all_races: Iterable[TableRace],
    standing: Iterable[int],
    counts: Mapping[int, int],
) -> RoomScreen:
    """The screen of an event; `all_races` are those of its colour-ups that are not void, `standing`
    the tables (ids) that are not broken, `counts` the chips known in play."""
    color_up = _shown_of(color_ups)
    if color_up is None:
        chips = {one.value: one.colour for one in event.chip_set.denominations.all()}
        piles = _piles(chips, chips, counts)
        key = _("No chip is leaving")
        return RoomScreen(event.name, event.board_sequence, key, "", (), 0, 0, "", piles)
    shades = colours(color_up.chip_set)
    # A room may announce one chip section by section: all that it leaves with belongs together.
    removed = {one.pk: one.removed for one in color_ups}
    together = {pk for pk, chips in removed.items() if chips == color_up.removed}
    races: list[TableRace] = []
    gone: dict[int, set[int]] = {}
    for race in all_races:
        if race.color_up_id in together:
            races.append(race)
        elif race.state != State.CONFIRMED:
            continue
        gone.setdefault(race.table_id, set()).update(removed[race.color_up_id])
    # A table that is in none of them may still have chips that they remove.
    elsewhere = any(set(color_up.removed) - gone.get(table, set()) for table in standing)
    done = [one.table.number for one in races if one.state == State.CONFIRMED]
    waiting = sum(is_open(one.state) for one in races)
    chips_said = chips_word(color_up.removed)
    leaving = waiting or elsewhere or not done
    key = _("%(chips)s are leaving") if leaving else _("%(chips)s are out of play")
    return RoomScreen(
        event_name=event.name,
        sequence=event.board_sequence,
        key=key % {"chips": chips_said},
        freeze=f"{chips_said} {freeze_word(color_up)}" if waiting or elsewhere else "",
        leaving=tuple(Pile(0, one, shades.get(one, "")) for one in color_up.removed),
        done=len(done),
        total=len(done) + waiting,
        done_tables=write_ranges(done),
        in_play=_piles(color_up.in_play, shades, counts),
    )


def _shown_of(color_ups: Sequence[ColorUp]) -> ColorUp | None:
    """The colour-up to show: the last announced that is not done, else the last; none voided."""
    standing = [one for one in color_ups if one.voided_at is None]
    running = [one for one in standing if one.races_confirmed + one.races_void < one.races_total]  # type: ignore[attr-defined]
    return next(reversed(running or standing), None)


def _piles(
    values: Iterable[int], shades: Mapping[int, str], counts: Mapping[int, int]
) -> tuple[Pile, ...]:
    return tuple(Pile(counts.get(one, 0), one, shades.get(one, "")) for one in sorted(values))

"""The strip of tables beside the one that is shown: a floor person's own round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.boards.words import is_open, state_word
from tournaments.models import TableRace, User

MOST = 12


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Another table of the same colour-up."""

    race_id: int
    number: int
    table: str
    state: str
    word: str
    here: bool


def strip_of(races: Sequence[TableRace], here: int, user: User) -> tuple[Neighbour, ...]:
    """The tables to show beside race `here`, by number: all of them, or `user`'s own of many.

    At most `MOST`, those around the one that is shown.
    """
    shown = list(races)
    if len(shown) > MOST:
        following = next_of(races, here, user)
        kept = {here, following.race_id if following else here}
        shown = [one for one in shown if one.taken_by_id == user.pk or one.pk in kept]
    at = next((index for index, one in enumerate(shown) if one.pk == here), 0)
    start = max(0, min(at - MOST // 2, len(shown) - MOST))
    return tuple(_neighbour(one, here) for one in shown[start : start + MOST])


def next_of(races: Sequence[TableRace], here: int, user: User) -> Neighbour | None:
    """The next table that is not finished: in the section of race `here` after it, else from the
    section's first, else in another section.

    Tables that somebody else is on come last, so that two people do not walk to the same one.
    """
    at = next((index for index, one in enumerate(races) if one.pk == here), 0)
    following = [one for one in (*races[at + 1 :], *races[:at]) if is_open(one.state)]
    section = races[at].table.section_id if races else None

    def distance(race: TableRace) -> tuple[bool, bool]:
        return race.taken_by_id not in (None, user.pk), race.table.section_id != section

    race = min(following, key=distance, default=None)
    return None if race is None else _neighbour(race, here)


def _neighbour(race: TableRace, here: int) -> Neighbour:
    return Neighbour(
        race.pk,
        race.table.number,
        str(race.table),
        race.state,
        state_word(race.state),
        race.pk == here,
    )

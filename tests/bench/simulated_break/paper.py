"""The same break on paper: one printed sheet a table, and the sheets entered afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tests.bench.simulated_break.assumptions import Assumptions
from tests.bench.simulated_break.clock import SECOND, Acts, On, Person, Spent
from tests.bench.simulated_break.floor import Evidence, Floor
from tests.bench.simulated_break.truth import Raced, TrueTable


@dataclass(slots=True)
class PaperHands:
    """A pencil, a clipboard and one's own head; the network does not matter."""

    person: Person
    floor: Floor

    @property
    def assumed(self) -> Assumptions:
        return self.floor.assumed

    def first(self) -> Acts[int | None]:
        yield from ()
        return self.floor.next_free(self.person)

    def go_to(self, number: int) -> Acts[None]:
        """The sheet of a table that was counted before; a new one is found at the count."""
        if number in self.floor.dealt_at:
            yield from self._head(self.assumed.sheet)

    def count(self, table: TrueTable, odd: Mapping[int, int], *, cut: bool) -> Acts[None]:
        yield from self._head(self.assumed.sheet)
        for _ in Raced(odd).racers:
            yield from self._write(self.assumed.digit)
        yield from self._add_up(Raced(odd))

    def correct(self, table: TrueTable, seat: int) -> Acts[None]:
        yield from self._write(self.assumed.tick)
        yield from self._write(self.assumed.digit)
        yield from self._add_up(table)

    def card(self, seat: int, card: str) -> Acts[None]:
        yield from self._write(self.assumed.two_signs)

    def winners(self, seats: Sequence[int]) -> Acts[None]:
        yield from ()

    def show_awards(self, counted: Raced, evidence: Evidence) -> Acts[None]:
        """The best cards are found and their seats marked."""
        for _ in range(counted.awards):
            yield from self._head(self.assumed.find_best)
            yield from self._write(self.assumed.tick)

    def confirm(self) -> Acts[int | None]:
        yield from self._write(self.assumed.sign)
        yield from self._write(self.assumed.sign)
        return self.floor.next_free(self.person)

    def reopen(self, number: int, reason: str) -> Acts[None]:
        """The sheet is found again, the deal struck out, the reason written and signed."""
        yield from self._head(self.assumed.sheet)
        yield from self._write(self.assumed.tick)
        for _ in reason.split():
            yield from self._write(self.assumed.two_signs)
        yield from self._write(self.assumed.sign)

    def _add_up(self, counted: Raced) -> Acts[None]:
        yield from self._head(len(counted.racers) * self.assumed.add + self.assumed.divide)
        yield from self._write(self.assumed.digit)

    def _write(self, seconds: int) -> Acts[None]:
        yield Spent(On.STROKE, seconds * SECOND, 1)

    def _head(self, seconds: int) -> Acts[None]:
        yield Spent(On.HEAD, seconds * SECOND)


def entering_afterwards(written: Sequence[int], assumed: Assumptions) -> int:
    """Milliseconds for one person to enter the sheets; `written` entries stand on each."""
    a_sheet = assumed.open_sheet + assumed.compare
    return SECOND * sum(a_sheet + entries * assumed.type_entry for entries in written)

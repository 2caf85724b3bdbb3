"""The floor in one break: who goes to which table, what they do there, and what goes wrong.

A person's shift is the same whether it is recorded on a tablet or on paper; `Hands` is the
difference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from tests.bench.simulated_break.assumptions import Assumptions
from tests.bench.simulated_break.clock import SECOND, Acts, On, Person, Spent, run
from tests.bench.simulated_break.truth import Incidents, Raced, TrueTable

REASON = "wrong card"
"""Why the director reopens the table with the misread card."""


class Order(StrEnum):
    """In which order a person does what a table needs."""

    STAY = "stay"
    """Count a table, enter each card as its dealer deals it, pay, confirm, go on."""
    ROUNDS = "rounds"
    """Count all one's tables first; then go round again to enter the cards, pay and confirm."""


class Evidence(StrEnum):
    """What is recorded of a deal."""

    BEST = "best"
    """Each racer's best card, in the order of the deal."""
    WINNERS = "winners"
    """Only the seats that won, once every card lies."""


class Hands(Protocol):
    """How one person records; each method yields what it takes."""

    def first(self) -> Acts[int | None]:
        """Find the first table to go to; None where there is none."""

    def go_to(self, number: int) -> Acts[None]:
        """Turn to a table that was not led to."""

    def count(self, table: TrueTable, odd: Mapping[int, int], *, cut: bool) -> Acts[None]:
        """Record a count; with `cut` the network goes away at its end."""

    def correct(self, table: TrueTable, seat: int) -> Acts[None]:
        """Go back to the count and record the truth of one seat."""

    def card(self, seat: int, card: str) -> Acts[None]:
        """Record one seat's best card."""

    def winners(self, seats: Sequence[int]) -> Acts[None]:
        """Record who won, and nothing else of the deal."""

    def show_awards(self, counted: Raced, evidence: Evidence) -> Acts[None]:
        """Finish the deal: who gets a chip."""

    def confirm(self) -> Acts[int | None]:
        """Close the table; the number of the next one."""

    def reopen(self, number: int, reason: str) -> Acts[None]:
        """Take a closed table back to its deal."""


@dataclass(slots=True)
class Floor:
    """The room while it is being raced: shared by its people."""

    room: Mapping[int, TrueTable]
    incidents: Incidents
    assumed: Assumptions
    order: Order = Order.STAY
    evidence: Evidence = Evidence.BEST
    people: list[Person] = field(default_factory=list)
    taken: dict[int, Person] = field(default_factory=dict)
    dealt_at: dict[int, dict[int, int]] = field(default_factory=dict)
    confirmed_at: dict[int, int] = field(default_factory=dict)
    reopened: bool = False

    def __post_init__(self) -> None:
        if not all(self.room[one].cards_needed for one in self.incidents.misreadings):
            raise ValueError("Where a card or a seat is confused, cards must be needed.")

    def run(self, hands: Mapping[str, Hands]) -> None:
        """Everybody's shift; `hands` by the person's name."""
        run([(one, self.shift(one, hands[one.name])) for one in self.people])

    def shift(self, person: Person, hands: Hands) -> Acts[None]:
        yield from (self._stay if self.order is Order.STAY else self._rounds)(person, hands)
        while person.is_director and not self.reopened:
            if self._is_told(person):
                yield from self._reopen(person, hands)
            else:
                yield Spent(On.TALK, SECOND)

    def next_free(self, person: Person) -> int | None:
        """The next table that nobody has been at: one's own, then anybody's."""
        free = (one for one in (*person.tables, *self.room) if one not in self.taken)
        return next(free, None)

    def _stay(self, person: Person, hands: Hands) -> Acts[None]:
        number = yield from hands.first()
        # Where a colleague is at work there is nothing to do.
        while number is not None and self.taken.setdefault(number, person) is person:
            table = self.room[number]
            yield from self._count(person, hands, table)
            number = yield from self._finish(person, hands, table)
            if self._is_told(person):
                number = yield from self._reopen(person, hands)

    def _rounds(self, person: Person, hands: Hands) -> Acts[None]:
        shown = yield from hands.first()
        for number in person.tables:
            self.taken[number] = person
            if number != shown:
                yield from hands.go_to(number)
            shown = number
            yield from self._count(person, hands, self.room[number])
        for number in person.tables:
            if number != shown:
                yield from hands.go_to(number)
            yield from self._walk_to(person, number)
            shown = yield from self._finish(person, hands, self.room[number])
            if self._is_told(person):
                shown = yield from self._reopen(person, hands)

    def _walk_to(self, person: Person, number: int) -> Acts[None]:
        if person.at != number:
            person.at = number
            yield Spent(On.WALK, self.assumed.walk * SECOND)

    def _count(self, person: Person, hands: Hands, table: TrueTable) -> Acts[None]:
        yield from self._walk_to(person, table.number)
        yield from person.until(len(table.odd) * self.assumed.exchange * SECOND)
        cut = table.number == self.incidents.cut
        yield from hands.count(table, self._said(table).odd, cut=cut)
        self._deals(table, person.now)

    def _said(self, table: TrueTable) -> Raced:
        """The first count of a table."""
        if table.number != self.incidents.miscounted:
            return table
        return Raced(table.miscounted[1])

    def _deals(self, table: TrueTable, start: int, after: int = 0) -> None:
        """The dealer deals to the seats after one, from a moment on."""
        at = self.dealt_at.setdefault(table.number, {})
        for seat in table.racers:
            if seat > after:
                start += table.odd[seat] * self.assumed.card * SECOND
                at[seat] = start

    def _finish(self, person: Person, hands: Hands, table: TrueTable) -> Acts[int | None]:
        """From the deal to the confirmation, and what is found out on the way."""
        if self._said(table).cards_needed:
            if table.number == self.incidents.miscounted:
                yield from self._find_miscount(person, hands, table)
            misread = table.number == self.incidents.misread
            best = table.misread if misread else table.best
            yield from self._record_deal(person, hands, table, best)
        yield Spent(On.PAY, table.awards * self.assumed.pay * SECOND)
        following = yield from hands.confirm()
        self.confirmed_at[table.number] = person.now
        return following

    def _record_deal(
        self, person: Person, hands: Hands, table: TrueTable, best: Mapping[int, str]
    ) -> Acts[None]:
        at = self.dealt_at[table.number]
        if self.evidence is Evidence.BEST:
            for seat in table.racers:
                yield from person.until(at[seat])
                yield from hands.card(seat, best[seat])
        else:
            yield from person.until(max(at.values()))
            yield from hands.winners(sorted(table.winners(best)))
        yield from hands.show_awards(table, self.evidence)

    def _find_miscount(self, person: Person, hands: Hands, table: TrueTable) -> Acts[None]:
        """The dealer comes to the seat, has another number of chips before it, and says so."""
        wrong, said = table.miscounted
        at = self.dealt_at[table.number]
        if self.evidence is Evidence.BEST:
            for seat in (one for one in table.racers if one < wrong and said[one]):
                yield from person.until(at[seat])
                yield from hands.card(seat, table.best[seat])
        yield from person.until(at[wrong])
        yield Spent(On.TALK, self.assumed.talk * SECOND)
        yield from hands.correct(table, wrong)
        if self.order is Order.STAY:
            self._deals(table, person.now, after=wrong)

    def _is_told(self, person: Person) -> bool:
        """Whether the director has heard by now of the misread card, and has still to act."""
        confirmed_at = self.confirmed_at.get(self.incidents.misread)
        if not person.is_director or self.reopened or confirmed_at is None:
            return False
        return person.now >= confirmed_at + self.assumed.complaint * SECOND

    def _reopen(self, person: Person, hands: Hands) -> Acts[int | None]:
        """The director's errand: reopen, enter the cards rightly, move the chip, confirm."""
        self.reopened = True
        table = self.room[self.incidents.misread]
        yield from self._walk_to(person, table.number)
        yield Spent(On.TALK, self.assumed.talk * SECOND)
        del self.confirmed_at[table.number]
        yield from hands.reopen(table.number, REASON)
        yield from self._record_deal(person, hands, table, table.best)
        # One chip is taken back, one put down where it belongs.
        yield Spent(On.PAY, 2 * self.assumed.pay * SECOND)
        following = yield from hands.confirm()
        self.confirmed_at[table.number] = person.now
        return following

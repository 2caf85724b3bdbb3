"""Recording on a tablet: a real browser on the real pages.  A tap is a real click and counted."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.bench.simulated_break.assumptions import Assumptions
from tests.bench.simulated_break.clock import SECOND, Acts, On, Person, Spent
from tests.bench.simulated_break.floor import Evidence
from tests.bench.simulated_break.truth import Raced, TrueTable

TIMEOUT_MS = 20_000
PRIMARY = "#bar .primary"
IN_SIGHT = """one => {
  const { left, top, width, height } = one.getBoundingClientRect();
  const seen = document.elementFromPoint(left + width / 2, top + height / 2);
  return one.contains(seen);
}"""
"""Whether a finger finds the middle of it without scrolling."""
ENDED_COUNT = "#deal-form, #confirm-form"


@dataclass(slots=True)
class TabletHands:
    """A person with a tablet, whose page stands on the board when the break begins.

    A page is waited for as long as the browser really takes; whatever a tap changes on the page it
    is on costs the tap alone.  A page that has to be scrolled costs a tap more.
    """

    person: Person
    page: Page
    assumed: Assumptions

    def first(self) -> Acts[int | None]:
        yield from self._lead(self._filter("to count"))
        yield from self._to_a_table(self.page.locator("#onward"))
        return self._number()

    def go_to(self, number: int) -> Acts[None]:
        """By the strip of one's own tables, or else by the board."""
        beside = self.page.locator(".strip .btn", has_text=re.compile(rf"^\s*Table\s+{number}\b"))
        if beside.count():
            yield from self._to_a_table(beside)
            return
        yield from self._to_the_board()
        yield from self._to_a_table(self._tile(number))

    def count(self, table: TrueTable, odd: Mapping[int, int], *, cut: bool) -> Acts[None]:
        for seat in Raced(odd).racers:
            yield from self._tap(self._odd(seat, odd[seat]))
        if cut:
            yield from self._without_network()
        yield from self._show(self.page.locator(PRIMARY), ENDED_COUNT)

    def correct(self, table: TrueTable, seat: int) -> Acts[None]:
        back = self.page.locator("#bar").get_by_role("link", name="Back to the count")
        yield from self._show(back, "#count-form")
        yield from self._tap(self._odd(seat, table.odd[seat]))
        yield from self._show(self.page.locator(PRIMARY), ENDED_COUNT)

    def card(self, seat: int, card: str) -> Acts[None]:
        yield from self._tap(self.page.locator(f'[data-card="{card}"]'))

    def winners(self, seats: Sequence[int]) -> Acts[None]:
        way = self.page.locator("#deal-form .tabs").get_by_role("link", name="Winners")
        yield from self._show(way, ".flag-win")
        for seat in seats:
            yield from self._tap(self.page.locator(f'.flag:has([name="won_{seat}"])'))

    def show_awards(self, counted: Raced, evidence: Evidence) -> Acts[None]:
        yield from self._show(self.page.locator(PRIMARY), "#confirm-form")

    def confirm(self) -> Acts[int | None]:
        yield from self._to_a_table(self.page.locator(PRIMARY))
        return self._number()

    def reopen(self, number: int, reason: str) -> Acts[None]:
        yield from self._to_the_board()
        yield from self._lead(self._filter("done"))
        yield from self._to_a_table(self._tile(number))
        yield from self._tap(self.page.locator("#bar summary"))
        yield from self._tap(self.page.locator('#bar .choice:has([value="counted"])'))
        yield from self._tap(self.page.locator("#bar .tab", has_text=reason))
        yield from self._show(self.page.get_by_role("button", name="Go back"), "#deal-form")

    def _without_network(self) -> Acts[None]:
        """The count arrives, its answer does not; then every tap fails until the Wi-Fi is back."""
        ends = self.person.now + self.assumed.wifi_cut * SECOND
        page, counts = self.page, "**/live/races/*/count/"

        def lose(route: Any) -> None:
            route.fetch()
            page.context.set_offline(True)
            route.abort()

        page.route(counts, lose)
        yield from self._tap_in_vain()
        page.unroute(counts, lose)
        while self.person.now + (self.assumed.retry + self.assumed.tap) * SECOND < ends:
            yield Spent(On.WIFI, self.assumed.retry * SECOND)
            yield from self._tap_in_vain()
        yield from self.person.until(ends, On.WIFI)
        page.context.set_offline(False)

    def _tap_in_vain(self) -> Acts[None]:
        yield from self._tap(self.page.locator(PRIMARY))
        expect(self.page.locator("[data-offline]")).to_be_visible(timeout=TIMEOUT_MS)
        # The same tap works again: nothing is held back by the one that failed.
        expect(self.page.locator(PRIMARY)).to_be_enabled(timeout=TIMEOUT_MS)

    def _odd(self, seat: int, chips: int) -> Locator:
        return self.page.locator(f'label:has(> input[name="odd_{seat}"][value="{chips}"])')

    def _filter(self, word: str) -> Locator:
        """The board narrowed to the tables in a state."""
        return self.page.locator(".tabs .btn", has_text=word)

    def _tile(self, number: int) -> Locator:
        its_number = self.page.get_by_text(f"Table {number}", exact=True)
        return self.page.locator(".tile-link", has=its_number)

    def _number(self) -> int | None:
        """The table whose page is shown; None for the board."""
        found = re.search(r"/races/\d+/", self.page.url)
        heading = self.page.locator("h1").inner_text()
        return int(heading.removeprefix("Table ")) if found else None

    def _to_the_board(self) -> Acts[None]:
        if self._number() is not None:
            yield from self._lead(self.page.locator(".crumb"))

    def _to_a_table(self, place: Locator) -> Acts[None]:
        yield from self._lead(place)
        # Who is on a table is said by a request of its own, which nobody waits for.
        if self.page.locator("#count-form").count():
            expect(self.page.locator("#cards-needed b")).to_be_visible(timeout=TIMEOUT_MS)

    def _lead(self, place: Locator) -> Acts[None]:
        """A tap that leads to another address."""
        here = self.page.url

        def elsewhere(address: str) -> bool:
            return address != here

        yield from self._answered(
            place, lambda: self.page.wait_for_url(elsewhere, timeout=TIMEOUT_MS)
        )

    def _show(self, place: Locator, shown: str) -> Acts[None]:
        """A tap after which something is on the page that was not."""
        new = self.page.locator(shown).first
        yield from self._answered(place, lambda: new.wait_for(timeout=TIMEOUT_MS))

    def _answered(self, place: Locator, answer: Callable[[], object]) -> Acts[None]:
        """A tap whose answer is waited for, as long as the browser really takes."""
        yield self._stroke(place)
        started = perf_counter()
        place.click(timeout=TIMEOUT_MS)
        answer()
        yield Spent(On.SERVER, round((perf_counter() - started) * SECOND))

    def _tap(self, place: Locator) -> Acts[None]:
        yield self._stroke(place)
        place.click(timeout=TIMEOUT_MS)

    def _stroke(self, place: Locator) -> Spent:
        """One tap, and one more to bring into sight what is not."""
        place.wait_for(timeout=TIMEOUT_MS)
        strokes = 1 if place.evaluate(IN_SIGHT) else 2
        return Spent(On.STROKE, strokes * self.assumed.tap * SECOND, strokes)

"""Three tables raced by two people at once: nothing lost, nothing twice, each sees the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db.models import Sum
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.test_trouble import odd
from tests.browser.test_walk import pick, primary, seen, tap
from tests.web.rooms import three_tables
from tests.workflow.rooms import announce_25s, make_event, make_table
from tournaments.models import ChipMovement, ColorUp, RaceEvent
from tournaments.workflow.audit import faults

STALE = "Somebody else changed this table; nothing of yours was saved."


@pytest.fixture
def color_up(make_user: Callable[..., Any]) -> ColorUp:
    director = make_user("director")
    event = three_tables(director)
    return announce_25s(event, event.tables.all(), by=director)


@pytest.fixture
def ana(
    page: Page, color_up: ColorUp, log_in: Callable[..., None], make_user: Callable[..., Any]
) -> Page:
    """Ana's tablet, on the board."""
    log_in(page.context, make_user("floor", username="ana"))
    page.goto(f"/colour-ups/{color_up.pk}/")
    return page


@pytest.fixture
def ben(
    new_context: Callable[..., BrowserContext],
    color_up: ColorUp,
    log_in: Callable[..., None],
    make_user: Callable[..., Any],
) -> Page:
    """Ben's tablet, on the board."""
    page = new_context().new_page()
    log_in(page.context, make_user("floor", username="ben"))
    page.goto(f"/colour-ups/{color_up.pk}/")
    return page


def at_table(page: Page, number: int) -> None:
    expect(page.locator("h1")).to_have_text(f"Table {number}")


def step(page: Page, word: str) -> None:
    expect(page.locator(".steps .now")).to_have_text(word)


def tile(page: Page, number: int) -> Any:
    its_number = page.get_by_text(f"Table {number}", exact=True)
    return page.locator(".tile-link", has=its_number)


def said(page: Page, *lines: str) -> None:
    """The page says that somebody was quicker, and what this person had entered."""
    note = page.locator(".page-note")
    expect(note).to_contain_text(STALE)
    for line in lines:
        expect(note).to_contain_text(line)


def history(number: int) -> list[tuple[int, str, str]]:
    events = RaceEvent.objects.filter(race__table__number=number).order_by("version")
    return [(one.version, one.action, one.by.username) for one in events]


Moved = dict[tuple[str, int, int], int]
"""Reason, denomination and seat → chips."""


def odd_in(chips: dict[int, int]) -> Moved:
    return {("odd_in", 25, seat): odd_chips for seat, odd_chips in chips.items()}


def awards(*seats: int) -> Moved:
    return {("award", 100, seat): 1 for seat in seats}


def moved(number: int) -> Moved:
    """What a table's race moved."""
    rows = ChipMovement.objects.filter(race__table__number=number).values_list(
        "reason", "denomination", "seat"
    )
    summed = rows.annotate(total=Sum("chips")).order_by()
    return {(reason, chip, seat): total for reason, chip, seat, total in summed}


def test_three_tables_by_two_people_at_once(color_up: ColorUp, ana: Page, ben: Page) -> None:
    # Each is led to a table that the other is not on, and sees on the board where the other is.
    ana.locator("#onward").click()
    at_table(ana, 1)
    expect(ana.locator("#worth")).to_contain_text("0 odd chips")
    ben.reload()
    expect(tile(ben, 1)).to_contain_text("ana")
    expect(ben.locator("#onward")).to_have_text("Next: Table 2")
    ben.locator("#onward").click()
    at_table(ben, 2)

    # Both count at once, a tap here and a tap there.
    pick(ana, 1, 3)
    pick(ben, 1, 1)
    pick(ana, 2, 2)
    pick(ben, 2, 2)
    pick(ana, 5, 1)
    pick(ben, 4, 3)
    primary(ana)
    primary(ben)
    step(ana, "Deal")
    step(ben, "Deal")

    # Ben looks in at table 1: he finds Ana's count there, and both enter its cards.
    ben.locator(".strip .btn", has_text="Table 1").click()
    at_table(ben, 1)
    expect(ben.locator("[data-pad-progress]")).to_have_text("0 of 3 seats")
    tap(ana, "Ks")
    tap(ben, "2h")
    tap(ana, "9d")
    tap(ben, "3h")
    tap(ana, "Ac")
    tap(ben, "4h")
    primary(ana)
    step(ana, "Awards")
    primary(ben)
    said(ben, "Seat 1: 2h", "Seat 2: 3h", "Seat 5: 4h")
    # What Ana entered holds, and he sees it; the strip leads to what comes of it.
    expect(ben.locator("[data-pad-progress]")).to_have_text("3 of 3 seats")
    assert [ben.locator(f"#cards_{seat}").input_value() for seat in (1, 2, 5)] == ["Ks", "9d", "Ac"]
    ben.locator(".strip .btn", has_text="Table 1").click()
    step(ben, "Awards")
    expect(ben.locator(".reasons")).to_contain_text("A♣ is the highest card")

    # Both confirm what both see, in the same moment: one of them did.
    before = ana.url
    ana.locator("#bar .primary").dispatch_event("click")
    ben.locator("#bar .primary").dispatch_event("click")
    for page in (ana, ben):
        page.wait_for_function(
            "before => location.href !== before || document.querySelector('.tools .note.win')",
            arg=before,
        )
    went, stayed = (ana, ben) if ana.url != before else (ben, ana)
    expect(stayed.locator(".page-note")).to_contain_text(STALE)
    expect(stayed.locator(".tools")).to_contain_text("Confirmed. The record stands.")
    # Whoever confirmed goes on to the table that nobody else is on: Ben's own, or the free one.
    at_table(went, 3 if went is ana else 2)
    onward = stayed.locator("#bar .primary")
    expect(onward).to_have_text("Next: Table 3" if stayed is ana else "Next: Table 2")
    onward.click()
    at_table(ana, 3)
    at_table(ben, 2)

    # Table 2 is Ben's alone; after it he goes to table 3, the last one, where Ana is.
    tap(ben, "Qs", "Js", "Ts")
    pick(ana, 1, 2)
    primary(ben)
    step(ben, "Awards")
    primary(ben)
    at_table(ben, 3)
    expect(ben.locator("#messages")).to_contain_text("Table 2 is done. Next: Table 3.")

    # Both count it, each otherwise.
    pick(ana, 2, 2)
    pick(ben, 1, 3)
    pick(ben, 3, 1)
    pick(ana, 3, 2)
    primary(ana)
    step(ana, "Deal")
    primary(ben)
    said(ben, "Seat 1: 3 odd chips", "Seat 3: 1 odd chip")
    # Ben was right about seat 1.  Ana has her first card by then, and is told before it counts.
    step(ben, "Count")
    assert [odd(ben, seat) for seat in (1, 2, 3)] == ["2", "2", "2"]
    tap(ana, "5s")
    pick(ben, 1, 3)
    primary(ben)
    step(ben, "Deal")
    tap(ana, "6s", "7s")
    primary(ana)
    said(ana, "Seat 1: 5s", "Seat 2: 6s", "Seat 3: 7s")
    expect(ana.locator("[data-pad-progress]")).to_have_text("0 of 3 seats")
    expect(ana.locator(".seat").first).to_contain_text("3 cards")
    tap(ana, "5s", "6s", "7s")
    primary(ana)
    step(ana, "Awards")
    primary(ana)
    expect(ana.locator("#messages")).to_contain_text("Table 3 is done. All tables are.")
    expect(ana.locator("#board-progress")).to_contain_text("3 of 3")

    first = "ana" if went is ana else "ben"
    assert history(1) == [
        (1, "announce", "director"),
        (2, "count", "ana"),
        (3, "deal", "ana"),
        (4, "confirm", first),
    ]
    assert history(2) == [
        (1, "announce", "director"),
        (2, "count", "ben"),
        (3, "deal", "ben"),
        (4, "confirm", "ben"),
    ]
    assert history(3) == [
        (1, "announce", "director"),
        (2, "count", "ana"),
        (3, "count", "ben"),
        (4, "deal", "ana"),
        (5, "confirm", "ana"),
    ]
    assert [
        (one.version, one.state, one.odd_chips, one.pool, one.drift)
        for one in color_up.races.order_by("table__number")
    ] == [(4, "confirmed", 6, 2, 50), (4, "confirmed", 6, 2, 50), (5, "confirmed", 7, 2, 25)]
    assert moved(1) == {**odd_in({1: 3, 2: 2, 5: 1}), **awards(1, 5)}
    assert moved(2) == {**odd_in({1: 1, 2: 2, 4: 3}), **awards(1, 2)}
    assert moved(3) == {**odd_in({1: 3, 2: 2, 3: 2}), **awards(2, 3)}
    assert list(faults()) == []


def test_what_the_last_table_said_leaves_nine_seats_in_sight(
    page: Page, log_in: Callable[..., None], make_user: Callable[..., Any]
) -> None:
    director = make_user("director")
    event = make_event()
    seated = {seat: f"Player {seat:02}" for seat in range(1, 10)}
    tables = [make_table(event, number, seated) for number in (1, 2)]
    color_up = announce_25s(event, tables, by=director)
    log_in(page.context, director)
    page.goto(f"/races/{color_up.races.get(table=tables[0]).pk}/")
    primary(page)
    step(page, "Awards")
    primary(page)
    expect(page.locator("#messages")).to_contain_text("Table 1 is done. Next: Table 2.")
    assert seen(page, ".seat:nth-child(9) .pick")
    pick(page, 1, 3)
    pick(page, 5, 1)
    pick(page, 9, 1)
    primary(page)
    expect(page.locator("[data-pad]")).to_be_visible()
    expect(page.locator(".htmx-settling")).to_have_count(0)
    assert seen(page, '[data-card="2c"]')
    assert seen(page, '[data-card="2d"]')

"""The floor board and the room's pages in a browser: they fit, are accessible, and do not move."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.workflow.rooms import announce_25s, make_event, make_table
from tournaments.models import ColorUp, Event, TableRace
from tournaments.workflow import confirm, count
from tournaments.workflow.floats import open_float
from tournaments.workflow.floor import open_room_screen
from tournaments.workflow.sections import put_section

TABLES = 12
KEY_LINE = 0.07
"""The least part of the screen's height that the key line of the room's screen takes."""

PLACES = """[...document.querySelectorAll(".tile-link")].map(
  (one) => JSON.stringify(one.getBoundingClientRect()))"""


@pytest.fixture
def director(make_user: Callable[..., Any]) -> Any:
    return make_user("director")


@pytest.fixture
def event(transactional_db: None) -> Event:
    return make_event()


@pytest.fixture
def color_up(event: Event, director: Any) -> ColorUp:
    seated = {seat: f"Player {seat:02}" for seat in range(1, 10)}
    tables = [make_table(event, number, seated) for number in range(1, TABLES + 1)]
    restart_at = timezone.now() + timedelta(minutes=9)
    return announce_25s(event, tables, by=director, restart_at=restart_at)


@pytest.fixture
def sections(event: Event, color_up: ColorUp, director: Any) -> None:
    sent = {"event_id": event.pk, "by": director}
    put_section(**sent, name="A", tables=range(1, 6), lead_id=director.pk)
    put_section(**sent, name="B", tables=range(6, 11))
    open_float(
        **sent,
        command_id="f",
        carrier_id=director.pk,
        chips={100: 240, 500: 20},
        giver="Cage",
        taker="Dana",
    )


def finish(race: TableRace, by: Any, *, only_count: bool = False) -> None:
    sent = {"race_id": race.pk, "by": by}
    entry = {"seats": [{"seat": 1, "count": 8, "other": 5000}]}
    count(**sent, command_id=uuid4().hex, expected_version=1, entry=entry)
    if not only_count:
        confirm(**sent, command_id=uuid4().hex, expected_version=2)


def at(color_up: ColorUp, number: int) -> TableRace:
    return color_up.races.get(table__number=number)


@pytest.mark.parametrize("with_sections", [True, False], ids=["sections", "plain"])
def test_the_board_fits_and_is_accessible(
    looked_page: Page,
    request: pytest.FixtureRequest,
    color_up: ColorUp,
    director: Any,
    log_in: Any,
    axe: Any,
    fits: Any,
    with_sections: bool,
) -> None:
    if with_sections:
        request.getfixturevalue("sections")
    finish(at(color_up, 1), director)
    finish(at(color_up, 2), director, only_count=True)
    log_in(looked_page.context, director)
    looked_page.goto(f"/colour-ups/{color_up.pk}/")
    expect(looked_page.locator(".tile-link")).to_have_count(TABLES)
    for fold in looked_page.locator("main .fold").all():
        fold.locator("summary").click()
    fits(looked_page)
    axe(looked_page)


@pytest.mark.usefixtures("sections")
def test_the_rooms_pages_fit_and_are_accessible(
    looked_page: Page, event: Event, director: Any, log_in: Any, axe: Any, fits: Any
) -> None:
    token = open_room_screen(event_id=event.pk, by=director).room_token
    log_in(looked_page.context, director)
    pages = ("sections", "floats", "room-screen", "announce")
    for address in (
        *(f"/events/{event.pk}/{one}/" for one in pages),
        "/connect/",
        f"/room/{token}/",
    ):
        looked_page.goto(address)
        for fold in looked_page.locator("main .fold").all():
            fold.locator("summary").click()
        fits(looked_page)
        axe(looked_page)


def test_a_refresh_changes_a_tile_and_moves_none(
    page: Page, color_up: ColorUp, director: Any, log_in: Any
) -> None:
    log_in(page.context, director)
    page.goto(f"/colour-ups/{color_up.pk}/?show=announced")
    before = page.evaluate(PLACES)
    link = page.locator(f"#tile-{at(color_up, 3).pk}")
    link.focus()
    kept = link.element_handle()
    finish(at(color_up, 3), director)
    expect(link).to_contain_text("done", timeout=9000)
    expect(page.locator("#board-progress")).to_contain_text("1 of 12")
    expect(page.locator("#count-confirmed")).to_have_text("1")
    expect(link).to_be_focused()
    assert page.evaluate("one => one.isConnected", kept)
    assert page.evaluate(PLACES) == before


def test_the_clock_runs_to_the_restart(
    page: Page, color_up: ColorUp, director: Any, log_in: Any
) -> None:
    log_in(page.context, director)
    page.clock.install()
    page.goto(f"/colour-ups/{color_up.pk}/")
    clock = page.locator("[data-seconds-left]")
    expect(clock).to_contain_text("8:5")
    page.clock.fast_forward(4000)
    shown = clock.inner_text()
    assert shown.startswith("8:")
    page.clock.fast_forward(60_000)
    expect(clock).to_contain_text("7:")


def test_a_number_leads_to_its_table(
    page: Page, color_up: ColorUp, director: Any, log_in: Any
) -> None:
    log_in(page.context, director)
    page.goto(f"/colour-ups/{color_up.pk}/")
    page.get_by_label("Table number").fill("99")
    page.keyboard.press("Enter")
    expect(page.locator("#jump-problem")).to_contain_text("There is no table 99")
    page.get_by_label("Table number").fill("7")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Table 7")


def test_the_board_works_without_javascript(
    browser: Any, base_url: str, color_up: ColorUp, director: Any, log_in: Any
) -> None:
    context = browser.new_context(java_script_enabled=False, base_url=base_url)
    log_in(context, director)
    page = context.new_page()
    page.goto(f"/colour-ups/{color_up.pk}/")
    page.get_by_role("link", name="to count 12").click()
    page.get_by_role("link", name="Next: Table 1").click()
    expect(page.locator("h1")).to_have_text("Table 1")
    context.close()


def test_the_rooms_key_line_is_read_from_across_the_room(
    page: Page, event: Event, color_up: ColorUp, director: Any
) -> None:
    token = open_room_screen(event_id=event.pk, by=director).room_token
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"/room/{token}/")
    key = page.locator(".room-key")
    size = float(key.evaluate("one => parseFloat(getComputedStyle(one).fontSize)"))
    assert size >= KEY_LINE * 1080
    finish(at(color_up, 1), director)
    expect(page.locator("#room")).to_contain_text("1 of 12 tables done", timeout=9000)

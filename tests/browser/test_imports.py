"""The pages of imports in a browser: accessible and no wider than the screen, at every size."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.uploads import DATA
from tests.workflow.rooms import make_event
from tournaments.models import Event

ODD_LINES = (
    "25/50 20 min\nsee you Friday\n100/200 ante 25, 20 min\nBreak 15 min, color up 25\n200/400"
)
SHOTS = os.environ.get("COLORUP_SCREENSHOTS")


@pytest.fixture
def page_of_director(
    looked_page: Page,
    log_in: Callable[..., None],
    make_user: Callable[..., Any],
) -> Page:
    log_in(looked_page.context, make_user("director"))
    return looked_page


@pytest.fixture
def good(
    axe: Callable[..., None], fits: Callable[[Page], None], request: pytest.FixtureRequest
) -> Callable[..., None]:
    def check(page: Page, name: str) -> None:
        if SHOTS:
            case = request.node.callspec.id
            page.screenshot(path=Path(SHOTS) / f"{name}-{case}.png", full_page=True)
        fits(page)
        axe(page)

    return check


def look_at(page: Page, text: str, *, address: str = "/events/new/") -> None:
    page.goto(address)
    page.get_by_role("textbox", name="A structure or a seat draw").or_(
        page.get_by_role("textbox", name="Levels and breaks")
    ).first.fill(text)
    with page.expect_navigation():
        page.get_by_role("button", name="Look at the text").click()


def test_the_ways_in(page_of_director: Page, good: Callable[..., None]) -> None:
    page = page_of_director
    page.goto("/events/new/")
    good(page, "new")
    page.get_by_label("Seats at each table").fill("twenty")
    page.get_by_role("button", name="Save the event").click()
    expect(page.get_by_text("A whole number from 2 to 12 is needed here.")).to_be_visible()
    good(page, "new-wrong")
    event = make_event()
    page.goto(f"/events/{event.pk}/seats/")
    good(page, "add")


def test_a_structure_that_is_mended(page_of_director: Page, good: Callable[..., None]) -> None:
    page = page_of_director
    look_at(page, ODD_LINES)
    good(page, "structure-odd")
    page.get_by_label("Line 2 as written").fill("50/100 20 min")
    page.get_by_label("Chips in use").fill("25 100 500")
    page.get_by_role("button", name="Look again").last.click()
    expect(page.get_by_text("Every row is understood.")).to_be_visible()
    good(page, "structure")
    page.get_by_role("button", name="Save the event").click()
    expect(page.get_by_role("status")).to_contain_text("is saved")
    good(page, "event-structure")
    assert Event.objects.get().levels.count() == 5


def test_a_seat_draw_that_is_mended(page_of_director: Page, good: Callable[..., None]) -> None:
    page = page_of_director
    page.goto("/events/new/")
    page.get_by_label("A file from your tournament clock").set_input_files(
        DATA / "seats" / "bad-rows.csv"
    )
    page.get_by_role("button", name="Look at the file").click()
    expect(page.get_by_text("4 rows are not understood")).to_be_visible()
    good(page, "seats-odd")


def test_a_save(page_of_director: Page, good: Callable[..., None]) -> None:
    page = page_of_director
    page.goto("/events/new/")
    page.get_by_label("A file from your tournament clock").set_input_files(
        DATA / "tdt" / "club-3-tables-25s.tdt"
    )
    page.get_by_role("button", name="Look at the file").click()
    expect(page.get_by_role("heading", name="What the file says")).to_be_visible()
    good(page, "save")
    page.get_by_role("button", name="Save the event").click()
    expect(page.get_by_role("heading", name="When chips can leave")).to_be_visible()
    good(page, "event")


def test_enter_looks_again_and_what_was_typed_survives_a_reload(
    page: Page, log_in: Callable[..., None], make_user: Callable[..., Any]
) -> None:
    log_in(page.context, make_user("director"))
    look_at(page, "25/50\n100/200")
    page.get_by_role("group", name="Line 2").get_by_label("Ante").fill("25")
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="Line 2").get_by_label("Ante")).to_have_value("25")
    expect(page.locator("fieldset.line")).to_have_count(2)
    page.get_by_role("group", name="Line 1").get_by_label("Kind").select_option("break")
    expect(page.get_by_role("group", name="Line 1").get_by_label("Big blind")).to_be_hidden()
    expect(page.get_by_role("group", name="Line 1").get_by_label("Note")).to_be_visible()
    page.goto("/events/new/")
    expect(page.get_by_role("textbox", name="A structure or a seat draw")).to_have_value(
        "25/50\n100/200"
    )

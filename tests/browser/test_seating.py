"""The pages of tables and seats: accessible in dark and light, never wider than their window."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.rooms import three_tables
from tests.web.test_update_page import newer_save
from tests.workflow.rooms import announce_25s
from tournaments.models import Event, Seat, Table
from tournaments.workflow import confirm, count


@pytest.fixture
def room(make_user: Callable[..., Any]) -> Any:
    """Three tables; the second has raced, so that players arrive there."""
    director = make_user("director")
    event = three_tables(director)
    tables = list(Table.objects.filter(event=event).order_by("number"))
    color_up = announce_25s(event, tables, by=director, rules={"arrival": "equal_value"})
    race = color_up.races.get(table=tables[1])
    sent = {"race_id": race.pk, "by": director}
    count(**sent, command_id="c", expected_version=1, entry={"seats": []})
    confirm(**sent, command_id="k", expected_version=2)
    event.director, event.first = director, tables[0]
    return event


def test_every_page_is_accessible_and_fits(
    looked_page: Page,
    room: Event,
    log_in: Callable[..., None],
    axe: Callable[..., None],
    fits: Callable[..., None],
) -> None:
    page = looked_page
    log_in(page.context, room.director)
    table = room.first.pk
    for address in (
        "move/",
        f"move/?table={table}",
        f"break/?table={table}",
        "tables/add/",
        "entry/",
        f"button/?table={table}",
        "update/",
    ):
        page.goto(f"/events/{room.pk}/{address}")
        axe(page)
        fits(page)
    page.goto(f"/events/{room.pk}/update/")
    page.set_input_files(
        "#file", {"name": "new.tdt", "mimeType": "text/plain", "buffer": newer_save()}
    )
    page.get_by_role("button", name="Look at it").click()
    expect(page.get_by_role("heading", name="What the newer file changes")).to_be_visible()
    axe(page)
    fits(page)


def test_a_player_arrives_with_chips_by_a_few_taps(
    page: Page, room: Event, log_in: Callable[..., None]
) -> None:
    log_in(page.context, room.director)
    page.goto(f"/events/{room.pk}/move/")
    page.get_by_role("link", name="Table 1").click()
    page.get_by_role("radio").first.check()
    raced = page.locator("#to_table option", has_text="Table 2").get_attribute("value")
    page.get_by_label("To table").select_option(raced)
    page.get_by_role("button", name="Move", exact=True).click()
    expect(page.get_by_text("say how many chips of 25 come along")).to_be_visible()
    page.locator("#brings_25").fill("4")
    page.get_by_role("button", name="Move", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("Table 2, seat")
    assert Seat.objects.filter(table=room.first).count() == 5

"""Pen and paper: blank sheets that are one page each, and a sheet typed in with the keyboard."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SIZES
from tests.browser.test_pages import SMALL_TEXT, open_everything
from tests.web.rooms import announced_table, three_tables
from tests.workflow.rooms import announce_25s, make_event
from tournaments.models import Seat, Table, TableRace


@pytest.fixture
def room(make_user: Callable[..., Any]) -> SimpleNamespace:
    """The three-table save, and the fullest sheets there are: twelve seats in French with a
    collector, or with three denominations."""
    director = make_user("director")
    save = three_tables(director)
    plain = announce_25s(save, list(save.tables.all()), by=director)
    full = []
    for language, ruleset, removed, in_play in (
        ("fr", "france", [25], [100, 500, 1000, 5000]),
        ("fr", "wikipedia-classic", [25, 100, 500], [1000, 5000]),
    ):
        event = make_event(sorted({*removed, *in_play}), language=language)
        table = Table.objects.create(event=event, number=112, seat_count=12)
        for seat in range(1, 13):
            Seat.objects.create(table=table, number=seat, player=f"Player {seat:02}")
        removal = {"removed": removed, "in_play": in_play, "ruleset_slug": ruleset}
        full.append(announce_25s(event, [table], by=director, **removal))
    return SimpleNamespace(
        director=director,
        color_up=plain.pk,
        race=plain.races.order_by("table__number").first().pk,
        collector=full[0],
        several=full[1],
        two_decks=announced_table(director, decks=2, first_seat="button").pk,
    )


def addresses(room: SimpleNamespace) -> list[str]:
    return [
        f"/colour-ups/{room.color_up}/blank/?names=1",
        f"/colour-ups/{room.several.pk}/blank/",
        f"/colour-ups/{room.color_up}/sheets/",
        f"/races/{room.race}/sheet/",
        f"/races/{room.two_decks}/sheet/",
        f"/races/{room.several.races.get().pk}/sheet/",
    ]


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_the_pages_of_paper_are_accessible_and_fit(
    page: Page,
    room: SimpleNamespace,
    log_in: Callable[..., None],
    axe: Callable[[Page], None],
    fits: Callable[[Page], None],
    scheme: Any,
) -> None:
    page.emulate_media(color_scheme=scheme)
    log_in(page.context, room.director)
    for address in addresses(room):
        page.goto(address)
        open_everything(page)
        axe(page)
        assert (address, page.evaluate(SMALL_TEXT)) == (address, [])
        for width, height in SIZES.values():
            page.set_viewport_size({"width": width, "height": height})
            fits(page)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_blank_sheet_is_one_page_with_lines_to_write_on(
    page: Page,
    room: SimpleNamespace,
    log_in: Callable[..., None],
    printed_pages: Callable[[Page, str], int],
    paper: str,
) -> None:
    log_in(page.context, room.director)
    for color_up, tables in ((room.color_up, 3), (room.collector.pk, 1), (room.several.pk, 1)):
        page.goto(f"/colour-ups/{color_up}/blank/")
        assert (color_up, printed_pages(page, paper)) == (color_up, tables)
    page.emulate_media(media="print")
    lines = page.locator(".paper-grid tbody tr")
    nine_millimetres = 9 / 25.4 * 96
    assert min(one.bounding_box()["height"] for one in lines.all()) >= nine_millimetres


def type_through(page: Page, texts: list[str]) -> None:
    """Type into the field with the focus, go on with the tab key; a blank is a ticked box."""
    for text in texts:
        if text == " ":
            page.keyboard.press("Space")
        else:
            page.keyboard.type(text)
        page.keyboard.press("Tab")


def test_sheets_are_typed_in_with_the_keyboard_alone(
    page: Page, room: SimpleNamespace, log_in: Callable[..., None]
) -> None:
    log_in(page.context, room.director)
    page.goto(f"/colour-ups/{room.color_up}/sheets/")
    page.get_by_role("link", name="Enter: Table 1").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sheet of Table 1")
    # Enter in the middle of a sheet sends nothing.
    page.keyboard.press("Enter")
    # Odd chips, cards, got a chip, rescued: a line a seat, in the order of the paper.
    type_through(page, ["3", "Ks 9d 3h", " ", "", "1", "Qz", "", ""])
    button = page.get_by_role("button", name="Enter and confirm")
    while not button.evaluate("one => one === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text("“Qz” is not a card.")).to_be_visible()
    expect(page.locator("[name=cards_25_2]")).to_be_focused()
    expect(page.locator("[name=cards_25_1]")).to_have_value("Ks 9d 3h")
    page.keyboard.press("Control+a")
    page.keyboard.type("Qc")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sheet of Table 2")
    expect(page.locator("[name=chips_25_1]")).to_be_focused()
    race = TableRace.objects.get(pk=room.race)
    assert (race.state, race.version, race.result["evidence"]) == ("confirmed", 4, "cards")

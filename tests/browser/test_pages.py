"""Every page of a race: accessible in dark and light, never wider than its window, one sheet a page
on paper."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import SIZES, settle
from tests.web.rooms import announced_table, three_tables
from tournaments.models import TableRace, User
from tournaments.workflow import announce, confirm, count, deal

COUNT = {"seats": [{"seat": 1, "odd": 3}, {"seat": 2, "odd": 1, "other": 0}, {"seat": 4, "odd": 2}]}
CARDS = {"cards": {"1": ["Ks"], "2": ["5h"], "4": ["Ad"]}, "best_cards_only": True}


def play(race: TableRace, by: User, state: str) -> TableRace:
    """Take a race on to a state."""
    sent: dict[str, Any] = {"race_id": race.pk, "by": by}
    count(**sent, command_id=uuid4().hex, expected_version=1, entry=COUNT)
    if state in ("dealt", "confirmed"):
        deal(**sent, command_id=uuid4().hex, expected_version=2, entry=CARDS)
    if state == "confirmed":
        confirm(**sent, command_id=uuid4().hex, expected_version=3)
    return race


@pytest.fixture
def room(make_user: Callable[..., Any]) -> SimpleNamespace:
    """Three tables of the save: done, dealt, counted; and a fourth table by itself, waiting."""
    director = make_user("director")
    event = three_tables(director)
    color_up = announce(
        event_id=event.pk,
        by=director,
        command_id=uuid4().hex,
        removed=[25],
        in_play=[100, 500, 1000],
        ruleset_slug="tda-2026",
        tables=[one.pk for one in event.tables.all()],
        due="at 21:40",
    )
    done, dealt, counted = color_up.races.order_by("table__number")
    play(done, director, "confirmed")
    play(dealt, director, "dealt")
    play(counted, director, "counted")
    return SimpleNamespace(
        director=director,
        event=event.pk,
        color_up=color_up.pk,
        done=done.pk,
        dealt=dealt.pk,
        counted=counted.pk,
        waiting=announced_table(director, first_seat="button").pk,
    )


def addresses(room: SimpleNamespace) -> dict[str, str]:
    return {
        "count": f"/races/{room.waiting}/",
        "deal on the pad": f"/races/{room.counted}/?deal_by=every",
        "deal by winners": f"/races/{room.counted}/?deal_by=winners",
        "deal typed": f"/races/{room.counted}/?deal_by=typed",
        "awards": f"/races/{room.dealt}/",
        "done": f"/races/{room.done}/",
        "story": f"/races/{room.done}/seats/1/",
        "sheet": f"/races/{room.done}/print/",
        "sheets": f"/colour-ups/{room.color_up}/print/?names=1",
        "announcement": f"/colour-ups/{room.color_up}/announcement/",
        "board": f"/colour-ups/{room.color_up}/",
        "announce": f"/events/{room.event}/announce/",
    }


def open_everything(page: Page) -> None:
    """Open what is folded, the menu apart, so that it is looked at too."""
    page.evaluate(
        "document.querySelectorAll('details:not([data-menu])').forEach((one) => one.open = true)"
    )


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_every_page_is_accessible(
    page: Page,
    room: SimpleNamespace,
    log_in: Callable[..., None],
    axe: Callable[[Page], None],
    scheme: Any,
) -> None:
    page.emulate_media(color_scheme=scheme)
    log_in(page.context, room.director)
    for address in addresses(room).values():
        page.goto(address)
        settle(page)
        open_everything(page)
        axe(page)


def test_what_a_viewer_sees_is_accessible(
    page: Page,
    room: SimpleNamespace,
    log_in: Callable[..., None],
    make_user: Callable[..., Any],
    axe: Callable[[Page], None],
) -> None:
    log_in(page.context, make_user("viewer"))
    for race in (room.waiting, room.counted, room.dealt, room.done):
        page.goto(f"/races/{race}/")
        axe(page)


def test_the_menu_of_what_is_wrong_is_accessible(
    page: Page, room: SimpleNamespace, log_in: Callable[..., None], axe: Callable[[Page], None]
) -> None:
    log_in(page.context, room.director)
    page.goto(f"/races/{room.dealt}/")
    page.locator(".menu-up summary").click()
    axe(page)


def test_no_page_is_wider_than_its_window(
    page: Page, room: SimpleNamespace, log_in: Callable[..., None], fits: Callable[[Page], None]
) -> None:
    log_in(page.context, room.director)
    for address in addresses(room).values():
        page.goto(address)
        open_everything(page)
        for width, height in SIZES.values():
            page.set_viewport_size({"width": width, "height": height})
            fits(page)


SMALL_TEXT = """() => [...document.querySelectorAll('body *')].filter((one) => {
    const text = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!text || !one.checkVisibility() || one.closest('svg')) return false;
    const box = one.getBoundingClientRect();
    return box.width > 1 && parseFloat(getComputedStyle(one).fontSize) < 18;
}).map((one) => one.outerHTML.slice(0, 80))"""


def test_no_text_is_smaller_than_can_be_read_on_ones_feet(
    page: Page, room: SimpleNamespace, log_in: Callable[..., None]
) -> None:
    log_in(page.context, room.director)
    for name, address in addresses(room).items():
        page.goto(address)
        open_everything(page)
        assert (name, page.evaluate(SMALL_TEXT)) == (name, [])


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_one_table_is_one_sheet_of_paper(
    page: Page,
    room: SimpleNamespace,
    log_in: Callable[..., None],
    printed_pages: Callable[[Page, str], int],
    paper: str,
) -> None:
    def pages(address: str) -> int:
        page.goto(address)
        return printed_pages(page, paper)

    log_in(page.context, room.director)
    assert pages(f"/races/{room.done}/print/?names=1") == 1
    assert pages(f"/races/{room.waiting}/print/") == 1
    assert pages(f"/colour-ups/{room.color_up}/announcement/") == 1
    # The colour-up's own sheet and one for each of the three tables.
    assert pages(f"/colour-ups/{room.color_up}/print/?names=1") == 4

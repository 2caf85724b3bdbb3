"""Chips that leave together, and a collector that is paid: the table’s page in a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SIZES, settle
from tests.web.rooms import announced_table
from tournaments.models import TableRace, User

Looks = Callable[[Page], None]


@pytest.fixture
def look(axe: Looks, fits: Looks) -> Looks:
    """Look at the page with all that is folded open: in dark or light by turns, on each size."""
    schemes: Iterator[Any] = cycle(("light", "dark"))

    def check(page: Page) -> None:
        settle(page)
        page.evaluate("document.querySelectorAll('.fold').forEach((one) => one.open = true)")
        page.emulate_media(color_scheme=next(schemes))
        axe(page)
        for width, height in reversed(SIZES.values()):
            page.set_viewport_size({"width": width, "height": height})
            fits(page)
        page.evaluate("document.querySelectorAll('.fold').forEach((one) => one.open = false)")

    return check


@pytest.fixture
def floor(page: Page, log_in: Callable[..., None], make_user: Callable[..., Any]) -> User:
    user: User = make_user("floor")
    log_in(page.context, user)
    return user


def primary(page: Page) -> None:
    page.locator("#bar .primary").click()


def test_25s_and_100s_leave_together(
    page: Page, floor: User, make_user: Callable[..., Any], look: Looks
) -> None:
    race = announced_table(
        make_user("director"), removed=[25, 100], in_play=(500, 1000), ruleset="tda-2026"
    )
    page.goto(f"/races/{race.pk}/")
    for name, count in {"25_1": 7, "100_1": 3, "25_2": 2, "100_3": 4, "25_4": 1}.items():
        page.locator(f'[name="chips_{name}"]').fill(str(count))
    expect(page.locator("#worth")).to_contain_text("Then the chips of 100, once this is decided.")
    look(page)
    primary(page)

    expect(page.locator("#how-heading")).to_have_text("Chips of 25 into 100")
    expect(page.locator("[data-pad-heading]")).to_have_text("Seat 1: its highest of 3 cards")
    look(page)
    for card in ("Ks", "9d", "4c"):
        page.locator(f'[data-card="{card}"]').click()
    primary(page)

    expect(page.locator("#how-heading")).to_have_text("Chips of 100 into 500")
    # Seat 1 exchanged four 25s for one 100 and won another: five are a set.
    expect(page.locator("#deal-form .seat-no")).to_have_text(["2", "3"])
    look(page)
    page.locator('[data-card="As"]').click()
    page.locator('[data-card="2s"]').click()
    primary(page)

    expect(page.locator("#why-heading")).to_have_text("Why")
    look(page)
    primary(page)
    expect(page.locator(".board-said")).to_contain_text("The table is done.")
    race.refresh_from_db()
    received = {one["seat"]: one["value"] for one in race.result["received"]}
    assert (race.state, received) == ("confirmed", {1: 500, 2: 500, 3: 0, 4: 0})


def test_a_collector_is_paid_for_its_pile(
    page: Page, floor: User, make_user: Callable[..., Any], look: Looks
) -> None:
    race = announced_table(make_user("director"), ruleset="france", in_play=(100, 500))
    page.goto(f"/races/{race.pk}/")
    for seat, odd in {1: 1, 3: 3, 4: 1}.items():
        page.locator(f'label:has(> input[name="odd_{seat}"][value="{odd}"])').click()
    page.get_by_label("Collector’s seat").select_option(label="Seat 1")
    page.locator("#pile_stacks").fill("1")
    page.locator("#pile_singles").fill("5")
    expect(page.locator("#worth")).to_contain_text("for the collector’s pile")
    look(page)
    primary(page)
    for card in ("Ks", "9d", "4c"):
        page.locator(f'[data-card="{card}"]').click()
    primary(page)

    expect(page.locator(".settled")).to_contain_text("The floor puts down 2 × 500.")
    look(page)
    page.get_by_role("button", name="Yes, seat 1 adds them").click()
    expect(page.locator("#bar .primary")).to_have_text("Confirm")
    look(page)
    primary(page)
    expect(page.locator(".board-said")).to_contain_text("The table is done.")
    held = TableRace.objects.get(pk=race.pk)
    assert held.result["settlement"]["takes_own"] == {"100": 4}
    assert held.result["bank"] == {"pays": {"500": 2}, "takes": {"25": 25, "100": 4}}

"""Late chips and one player's exchange in a real browser: taps, sizes, looks, no JavaScript."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect

from tests.web.rooms import announced_table
from tournaments.models import ChipCommand, ColorUp
from tournaments.workflow import confirm, count

FEW = {"seats": [{"seat": 1, "count": 4}]}

LogIn = Callable[[BrowserContext, Any], None]


@pytest.fixture
def people(make_user: Callable[..., Any], transactional_db: None) -> dict[str, Any]:
    return {role: make_user(role) for role in ("floor", "director")}


@pytest.fixture
def color_up(people: dict[str, Any]) -> ColorUp:
    """A colour-up of the 25s with its one table done."""
    race = announced_table(people["director"])
    sent = {"race_id": race.pk, "by": people["floor"]}
    count(**sent, command_id="c", expected_version=1, entry=FEW)
    confirm(**sent, command_id="k", expected_version=2)
    return race.color_up


class Taps:
    """Counts the taps that a task takes."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def on(self, target: Any) -> None:
        target.click()
        self.count += 1


def test_late_chips_take_at_most_four_taps(
    page: Page, log_in: LogIn, people: dict[str, Any], color_up: ColorUp
) -> None:
    log_in(page.context, people["floor"])
    page.goto(reverse("color_up", args=(color_up.pk,)))
    taps = Taps(page)
    taps.on(page.locator("[data-menu] > summary"))
    taps.on(page.get_by_role("link", name="Late chips"))
    taps.on(page.get_by_role("radio", name="4", exact=True))
    expect(page.locator("#worth")).to_contain_text("4 × 25: pay one 100")
    taps.on(page.get_by_role("button", name="Record"))
    expect(page.get_by_role("status")).to_contain_text("Recorded: 4 × 25 in, one 100 paid.")
    assert taps.count <= 4
    assert ChipCommand.objects.get().content["found"] == {"25": 4}
    expect(page.get_by_role("radio", name="4", exact=True)).not_to_be_checked()


def test_the_number_field_says_at_once_what_it_comes_to(
    page: Page, log_in: LogIn, people: dict[str, Any], color_up: ColorUp
) -> None:
    log_in(page.context, people["floor"])
    page.goto(reverse("late", args=(color_up.pk,)))
    page.get_by_label("or type how many 25s").fill("3")
    expect(page.locator("#worth")).to_contain_text("3 × 25: nothing, 75 leaves play")
    page.get_by_label("or type how many 25s").fill("many")
    expect(page.locator("#worth")).to_contain_text("“many” is not a whole number")


def test_an_exchange_is_suggested_filled_in_and_recorded(
    page: Page, log_in: LogIn, people: dict[str, Any], color_up: ColorUp
) -> None:
    log_in(page.context, people["floor"])
    page.goto(reverse("exchange", args=(color_up.event_id,)))
    page.locator("#gives_100").fill("12")
    page.get_by_role("button", name="Fewest chips: 1 × 1,000 + 2 × 100").click()
    expect(page.locator("#gets_1000")).to_have_value("1")
    expect(page.locator("#sums")).to_contain_text("=")
    page.locator("#gets_100").fill("3")
    expect(page.locator("#sums")).to_contain_text("≠")
    expect(page.locator("#sums")).to_contain_text("1,300")
    page.get_by_role("button", name="Record").click()
    expect(page.get_by_role("alert").filter(has_text="equal value")).to_be_visible()
    expect(page.locator("#gets_100")).to_have_value("3")
    page.locator("#gets_100").fill("2")
    page.get_by_role("button", name="Record").click()
    expect(page.get_by_role("status")).to_contain_text("12 × 100 for 1 × 1,000 + 2 × 100")
    expect(page.locator("#gives_100")).to_have_value("")
    assert ChipCommand.objects.get().content["gives"] == {"100": 12}


def test_without_javascript_the_same_works(
    new_context: Callable[..., BrowserContext],
    log_in: LogIn,
    people: dict[str, Any],
    color_up: ColorUp,
) -> None:
    context = new_context(java_script_enabled=False)
    log_in(context, people["floor"])
    page = context.new_page()
    page.goto(reverse("late", args=(color_up.pk,)))
    page.get_by_role("radio", name="7", exact=True).check()
    page.get_by_role("button", name="What do these come to?").click()
    expect(page.locator("#worth")).to_contain_text("7 × 25: pay one 100, 75 leaves play unpaid")
    page.get_by_role("button", name="Record").click()
    expect(page.get_by_role("status")).to_contain_text("7 × 25 in, one 100 paid, 75 unpaid")
    assert ChipCommand.objects.get().drift == -75


@pytest.mark.parametrize("page_name", ["late", "exchange"])
def test_at_every_size_in_both_looks_it_fits_and_is_accessible(
    looked_page: Page,
    log_in: LogIn,
    people: dict[str, Any],
    color_up: ColorUp,
    axe: Callable[..., None],
    fits: Callable[[Page], None],
    page_name: str,
) -> None:
    page = looked_page
    log_in(page.context, people["director"])
    if page_name == "late":
        page.goto(reverse("late", args=(color_up.pk,)))
        page.get_by_role("radio", name="7", exact=True).check()
        page.get_by_role("button", name="Record").click()
        page.get_by_role("radio", name="3", exact=True).check()
        expect(page.locator("#worth")).to_contain_text("nothing")
        page.get_by_text("Table, seat and a note").click()
        page.get_by_text("Take back").click()
    else:
        page.goto(reverse("exchange", args=(color_up.event_id,)))
        page.locator("#gives_100").fill("12")
        page.locator("#gets_500").fill("2")
        expect(page.locator("#fewest")).to_contain_text("1 × 1,000 + 2 × 100")
    fits(page)
    # At the page's end nothing lies half behind the bar.
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    axe(page)

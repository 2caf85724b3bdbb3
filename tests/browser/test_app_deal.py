"""The app deals, on a tablet and on a phone: code, number, cards, awards, and dealing again."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SIZES
from tests.browser.test_walk import pick, primary
from tests.web.rooms import announced_table
from tournaments.models import Cut, Stub


@pytest.mark.parametrize("size", ["landscape", "phone"])
def test_the_app_deals_and_deals_again(
    page: Page,
    log_in: Callable[..., None],
    make_user: Callable[..., Any],
    axe: Callable[..., None],
    fits: Callable[[Page], None],
    size: str,
) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    race = announced_table(make_user("director"), seats=9, dealing="either")
    log_in(page.context, make_user("floor"))
    page.goto(f"/races/{race.pk}/")
    for seat, odd in {1: 3, 2: 1, 3: 2, 9: 3}.items():
        pick(page, seat, odd)
    primary(page)
    page.get_by_role("link", name="The app deals").click()
    expect(page.locator("#shuffle-form")).to_be_attached()
    axe(page)
    fits(page)
    primary(page)

    expect(page.locator(".commitment")).to_be_visible()
    code = page.locator(".commitment").inner_text()
    shown, numbers = (page.locator(one).bounding_box() for one in (".commitment", ".numbers"))
    assert shown
    assert numbers
    # The code is seen before a number can be tapped: to its left, on a phone above it.
    axis, extent = ("x", "width") if size == "landscape" else ("y", "height")
    assert shown[axis] + shown[extent] <= numbers[axis]
    axe(page)
    fits(page)
    page.reload()
    assert page.locator(".commitment").inner_text() == code
    assert Stub.objects.count() == 1
    primary(page)
    expect(page.locator(".field-error")).to_contain_text("Tap the number")
    page.locator('.numbers label:has([value="17"])').click()
    primary(page)

    expect(page.locator("h2").first).to_have_text("A player called 17: the cards")
    expect(page.locator(".hands .pc")).to_have_count(9)
    axe(page)
    fits(page)
    page.locator("summary", has_text="Check it").click()
    expect(page.locator(".verify")).to_contain_text("hexdigest() == COMMITMENT")
    axe(page)
    fits(page)
    page.locator("summary", has_text="Deal again").click()
    page.fill("#redeal_reason", "a player did not see the cut")
    page.get_by_role("button", name="Shuffle again").click()
    expect(page.locator("#call-form")).to_be_visible()
    assert page.locator(".commitment").inner_text() != code
    # With the keyboard: to the numbers, on to the second of them, and dealt.
    # The new step takes the focus twice, by the browser and when htmx has settled it.
    expect(page.locator(".app-deal")).to_be_focused()
    expect(page.locator(".htmx-settling")).to_have_count(0)
    page.locator('[name="called"]').first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("h2").first).to_have_text("A player called 2: the cards")
    primary(page)
    expect(page.locator(".reasons")).to_contain_text("is the highest card")
    primary(page)
    expect(page).to_have_url(re.compile(r"/colour-ups/\d+/$"))
    assert list(Cut.objects.values_list("called", flat=True)) == [17, 2]
    page.goto(f"/races/{race.pk}/print/")
    expect(page.locator(".sheet")).to_contain_text("1 redeal")
    axe(page)
    fits(page)


def test_two_taps_on_shuffle_make_one_stub(
    page: Page, log_in: Callable[..., None], make_user: Callable[..., Any]
) -> None:
    race = announced_table(make_user("director"), dealing="either")
    log_in(page.context, make_user("floor"))
    page.goto(f"/races/{race.pk}/")
    pick(page, 1, 3)
    pick(page, 2, 2)
    primary(page)
    page.get_by_role("link", name="The app deals").click()
    page.locator("#bar .primary").dblclick()
    expect(page.locator(".commitment")).to_be_visible()
    assert Stub.objects.count() == 1
    assert Cut.objects.count() == 0

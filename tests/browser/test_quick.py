"""A quick race and the comparison of rulesets in a real browser: tapped, typed, printed, shared."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, Response, expect

COUNTED = "out=25&in=100,500,1000&s1=3&s2=2&s4=1&s6=3&s7=2&s9=2&only=4"
DEALT = f"{COUNTED}&c1=Ks&c2=Jh&c4=5h&c6=Ad&c7=9c&c9=8d"
PAGES = {
    "empty": "/quick/",
    "counted": f"/quick/?{COUNTED}",
    "dealt": f"/quick/?{DEALT}",
    "several": "/quick/?out=25,100&in=500,1000&s1.25=7&s1.100=3&s2.25=2&c1.25=Ks&c2.25=Qd",
    "wrong": "/quick/?out=abc&rules=foo&button=q&s2=zz",
    "compared": f"/quick/compare/?{DEALT}",
}


def query_of(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query)


def tap(page: Page, seat: int, chips: int) -> None:
    """Tap a seat's odd chips; the radio lies invisibly over its number."""
    page.locator(f"#s{seat}-{chips}").check()


def show_result(page: Page) -> None:
    """Submit what was just typed, and wait until the change that it was has been answered too."""

    def answers_the_change(response: Response) -> bool:
        return response.request.headers.get("hx-trigger") == "result"

    with page.expect_response(answers_the_change):
        page.get_by_role("button", name="Show the result").click()
    expect(page.locator(".htmx-request")).to_have_count(0)


@pytest.mark.parametrize("name", list(PAGES))
def test_a_page_fits_and_is_accessible(
    looked_page: Page,
    axe: Callable[..., None],
    fits: Callable[[Page], None],
    name: str,
) -> None:
    looked_page.goto(PAGES[name])
    fits(looked_page)
    axe(looked_page)


def test_a_table_is_tapped_through_and_the_address_follows(page: Page) -> None:
    page.goto("/quick/")
    tap(page, 1, 3)
    tap(page, 2, 1)
    page.locator("#only-2").check()
    result = page.locator("#result")
    expect(result).to_contain_text("Seat 2 has nothing else")
    expect(result).to_contain_text("Cards are still missing")
    expect(page).to_have_url(re.compile(r"s1=3&s2=1&only=2$"))
    page.get_by_role("button", name="ace of hearts").click()
    page.get_by_role("button", name="2 of clubs").click()
    expect(result).to_contain_text("A♥ is the highest card")
    expect(result).to_contain_text("Lost with 2♣")
    expect(page).to_have_url(re.compile(r"c1=Ah&c2=2c$"))
    # The address alone is the race.
    told = result.inner_text()
    page.reload()
    assert page.locator("#result").inner_text() == told


def test_a_wrong_entry_is_told_at_its_seat_while_it_stays(page: Page) -> None:
    page.goto("/quick/?out=25&in=100,500&by=all&s1=7")
    field = page.locator("#s2")
    field.fill("many")
    field.blur()
    expect(page.locator("#e-s2")).to_contain_text("“many” is not a number of chips.")
    expect(page.locator("#s2")).to_have_value("many")
    expect(page.locator("#s1")).to_have_value("7")


def test_another_rule_changes_the_result_without_moving_the_form(page: Page) -> None:
    page.goto(f"/quick/?{COUNTED}")
    question = page.locator(".quick-question").filter(has_text="Rounding of the table")
    question.locator("summary").click()
    page.locator("#pool_rounding-up").check()
    expect(page.locator("#result")).to_contain_text("4 chips of 100")
    expect(page.locator("#meaning-pool_rounding")).to_contain_text("chosen here")
    expect(page.locator("#pool_rounding-up")).to_be_focused()
    assert query_of(page)["pool_rounding"] == ["up"]


def test_the_back_button_leads_to_the_race_before(page: Page) -> None:
    page.goto(f"/quick/?{COUNTED}")
    page.locator("#in").fill("500,1000")
    show_result(page)
    expect(page.locator("#result")).to_contain_text("1 chip of 500")
    assert query_of(page)["in"] == ["500,1000"]
    page.locator("#out").fill("100")
    show_result(page)
    expect(page.locator("#result")).to_contain_text("100s")
    page.go_back()
    expect(page.locator("#out")).to_have_value("25")


def test_a_slow_network_neither_loses_a_tap_nor_an_address(page: Page) -> None:
    page.route("**/live/quick/**", lambda route: (page.wait_for_timeout(400), route.continue_()))
    page.goto(f"/quick/?{COUNTED}")
    entries = page.evaluate("history.length")
    tap(page, 1, 2)
    tap(page, 2, 3)
    page.locator("#in").fill("500,1000")
    page.get_by_role("button", name="Show the result").click()
    expect(page).to_have_url(re.compile(r"in=500,1000&s1=2&s2=3"))
    expect(page.locator("#result")).to_contain_text("1 chip of 500")
    page.wait_for_function(f"history.length == {entries + 1}")
    page.unroute_all(behavior="wait")


def test_without_scripts_the_button_does_the_same(
    new_context: Callable[..., BrowserContext],
) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto("/quick/")
    tap(page, 1, 3)
    tap(page, 2, 1)
    page.get_by_role("button", name="Show the result").last.click()
    expect(page).to_have_url(re.compile(r"/quick/\?out=25&in=100,500,1000&s1=3&s2=1#result$"))
    page.locator("#c1").fill("Ks")
    page.locator("#c2").fill("Qd")
    page.get_by_role("button", name="Show the result").last.click()
    expect(page.locator("#result")).to_contain_text("K♠ is the highest card")


def test_it_prints_on_one_sheet(page: Page) -> None:
    page.goto(f"/quick/?{DEALT}")
    page.emulate_media(media="print")
    expect(page.locator("#quick-form")).to_be_hidden()
    expect(page.locator(".quick-head")).to_contain_text("Quick race: 25 out → 100")
    expect(page.locator(".hash")).to_contain_text(f"/quick/?{DEALT}")
    sheets = page.pdf(format="A4").count(b"/Type /Page\n")
    assert sheets == 1


def test_a_phone_compares_in_cards_and_a_tablet_also_in_a_table(sized_page: Page) -> None:
    sized_page.goto(PAGES["compared"])
    phone = (sized_page.viewport_size or {})["width"] < 500
    expect(sized_page.locator(".overview")).to_be_visible(visible=not phone)
    expect(sized_page.locator(".ruling")).to_have_count(12)
    sized_page.locator("#always-up details summary").click()
    expect(sized_page.locator("#always-up")).to_contain_text("Anything left over is rounded up.")

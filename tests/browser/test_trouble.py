"""When something goes wrong: a second window, no network, an ended session, a form gone stale."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.test_walk import pick, primary, tap
from tests.web.rooms import announced_table
from tournaments.models import RaceEvent, TableRace


@pytest.fixture
def race(make_user: Callable[..., Any]) -> TableRace:
    return announced_table(make_user("director"))


@pytest.fixture
def floor_page(
    page: Page, race: TableRace, log_in: Callable[..., None], make_user: Callable[..., Any]
) -> Page:
    """A floor person at the table of `race`."""
    log_in(page.context, make_user("floor"))
    page.goto(f"/races/{race.pk}/")
    return page


def odd(page: Page, seat: int) -> str:
    return page.locator(f'[name="odd_{seat}"]:checked').input_value()


def test_two_windows_on_one_table(
    floor_page: Page,
    race: TableRace,
    new_context: Callable[..., BrowserContext],
    log_in: Callable[..., None],
    make_user: Callable[..., Any],
) -> None:
    second = new_context().new_page()
    log_in(second.context, make_user("floor", username="second"))
    second.goto(f"/races/{race.pk}/")
    pick(floor_page, 1, 3)
    pick(floor_page, 3, 2)
    pick(second, 1, 1)
    pick(second, 2, 2)
    primary(floor_page)
    expect(floor_page.locator("#deal-form")).to_be_visible()
    primary(second)
    note = second.locator(".page-note")
    expect(note).to_contain_text("Somebody else changed this table; nothing of yours was saved.")
    expect(note).to_contain_text("Seat 1: 1 odd chip")
    expect(note).to_contain_text("Seat 2: 2 odd chips")
    # Beside them the fresh board, which can be corrected and sent.
    assert (odd(second, 1), odd(second, 2), odd(second, 3)) == ("3", "0", "2")
    pick(second, 2, 2)
    primary(second)
    expect(second.locator("#deal-form")).to_be_visible()
    race.refresh_from_db()
    assert (race.version, race.odd_chips) == (3, 7)


def test_a_tap_counts_while_the_worth_is_still_asked(floor_page: Page, race: TableRace) -> None:
    expect(floor_page.locator("#worth")).to_contain_text("0 odd chips")
    # Never answered: the request is under way for the rest of the test.
    floor_page.route("**/worth/", lambda _route: None)
    pick(floor_page, 1, 3)
    with floor_page.expect_request("**/worth/"):
        pick(floor_page, 2, 2)
    # A click would wait for the button; a finger does not.
    assert floor_page.locator("#bar .primary").is_enabled()
    primary(floor_page)
    expect(floor_page.locator("#deal-form")).to_be_visible()
    race.refresh_from_db()
    assert race.odd_chips == 5


def test_without_a_network_the_entries_stay_and_the_same_tap_works_after(
    floor_page: Page, race: TableRace
) -> None:
    pick(floor_page, 1, 3)
    pick(floor_page, 2, 2)
    expect(floor_page.locator("#cards-needed")).to_contain_text("5 cards")
    floor_page.context.set_offline(True)
    primary(floor_page)
    banner = floor_page.locator("[data-offline]")
    expect(banner).to_be_visible()
    expect(banner).to_contain_text("What you entered is still here")
    assert (odd(floor_page, 1), odd(floor_page, 2)) == ("3", "2")
    floor_page.context.set_offline(False)
    primary(floor_page)
    expect(floor_page.locator("#deal-form")).to_be_visible()
    expect(banner).to_be_hidden()
    race.refresh_from_db()
    assert (race.state, race.version, race.odd_chips) == ("counted", 2, 5)


def test_an_answer_that_got_lost_is_asked_for_again_and_applied_once(
    floor_page: Page, race: TableRace
) -> None:
    def lose(route: Any) -> None:
        route.fetch()
        route.abort()

    pick(floor_page, 1, 3)
    expect(floor_page.locator("#cards-needed")).to_contain_text("straight to the awards")
    floor_page.route("**/live/races/*/count/", lose)
    primary(floor_page)
    expect(floor_page.locator("[data-offline]")).to_be_visible()
    floor_page.unroute("**/live/races/*/count/")
    primary(floor_page)
    expect(floor_page.locator(".steps .now")).to_have_text("Awards")
    assert RaceEvent.objects.filter(race=race, action="count").count() == 1


def test_an_answer_asked_for_before_the_loss_does_not_hide_it(floor_page: Page) -> None:
    expect(floor_page.locator("#worth")).to_contain_text("0 odd chips")
    held: list[Any] = []
    floor_page.route("**/worth/", lambda route: held.append(route))
    floor_page.route("**/live/races/*/count/", lambda route: route.abort())
    with floor_page.expect_request("**/worth/"):
        pick(floor_page, 1, 3)
    primary(floor_page)
    banner = floor_page.locator("[data-offline]")
    expect(banner).to_be_visible()
    held[0].continue_()
    expect(floor_page.locator("#worth")).to_contain_text("3 odd chips")
    expect(banner).to_be_visible()


def test_an_ended_session_leads_to_the_login_and_back_to_the_entries(
    floor_page: Page, race: TableRace
) -> None:
    pick(floor_page, 1, 3)
    pick(floor_page, 2, 1)
    floor_page.locator('.flag:has([name="only_2"])').click()
    expect(floor_page.locator("#cards-needed")).to_contain_text("4 cards")
    floor_page.context.clear_cookies(name="sessionid")
    primary(floor_page)
    expect(floor_page.locator("h1")).to_have_text("Log in")
    floor_page.fill("#id_username", "floor")
    floor_page.fill("#id_password", "floor")
    floor_page.locator(".primary").click()
    expect(floor_page.locator("#messages")).to_contain_text("Your entries are back.")
    assert (odd(floor_page, 1), odd(floor_page, 2)) == ("3", "1")
    assert floor_page.locator('[name="only_2"]').is_checked()
    primary(floor_page)
    expect(floor_page.locator("#deal-form")).to_be_visible()
    race.refresh_from_db()
    assert (race.odd_chips, race.result["steps"][0]["at_risk"]) == (4, [2])


def test_a_login_in_another_tab_leaves_the_form_with_its_entries(
    floor_page: Page, race: TableRace
) -> None:
    pick(floor_page, 1, 2)
    expect(floor_page.locator("#cards-needed")).to_contain_text("straight to the awards")
    other = floor_page.context.new_page()
    other.goto("/")
    other.locator(".menu summary").click()
    other.get_by_role("button", name="Log out").click()
    other.fill("#id_username", "floor")
    other.fill("#id_password", "floor")
    other.locator(".primary").click()
    expect(other.locator("h1")).to_have_text("Events")
    primary(floor_page)
    expect(floor_page.locator(".page-note")).to_contain_text("older than your login")
    assert odd(floor_page, 1) == "2"
    primary(floor_page)
    expect(floor_page.locator(".steps .now")).to_have_text("Awards")


def test_a_wrong_card_is_said_at_its_seat_and_can_be_mended(
    floor_page: Page, race: TableRace
) -> None:
    for seat, chips in {1: 3, 2: 2, 3: 1}.items():
        pick(floor_page, seat, chips)
    primary(floor_page)
    floor_page.get_by_role("link", name="Type").click()
    for seat, cards in {1: "Ks 9d 3h", 2: "Ks 4c", 3: "Joker"}.items():
        floor_page.locator(f'[name="cards_{seat}"]').fill(cards)
    primary(floor_page)
    expect(floor_page.locator("#seat_3_error")).to_contain_text("“Joker” is not a card.")
    expect(floor_page.locator("#seat_2_error")).to_contain_text("the K♠ was dealt already.")
    assert floor_page.locator('[name="cards_1"]').input_value() == "Ks 9d 3h"
    floor_page.locator('[name="cards_2"]').fill("Qs 4c")
    floor_page.locator('[name="cards_3"]').fill("2d")
    primary(floor_page)
    expect(floor_page.locator(".reasons")).to_contain_text("K♠ is the highest card")


def test_going_back_and_counting_otherwise_shows_what_was_saved(
    floor_page: Page, race: TableRace
) -> None:
    pick(floor_page, 1, 3)
    pick(floor_page, 2, 3)
    pick(floor_page, 3, 1)
    primary(floor_page)
    expect(floor_page.locator("#deal-form")).to_be_visible()
    tap(floor_page, "Ks")
    floor_page.get_by_role("link", name="Back to the count").click()
    pick(floor_page, 3, 2)
    primary(floor_page)
    expect(floor_page.locator("[data-pad-progress]")).to_have_text("0 of 3 seats")
    race.refresh_from_db()
    assert (race.version, race.odd_chips) == (3, 8)


def test_a_double_tap_goes_one_step_and_not_two(floor_page: Page, race: TableRace) -> None:
    pick(floor_page, 1, 3)
    floor_page.locator("#bar .primary").dblclick(delay=20)
    # No card is needed here, so the button under the second tap would have confirmed unseen.
    expect(floor_page.locator(".steps .now")).to_have_text("Awards")
    race.refresh_from_db()
    assert (race.state, race.version) == ("counted", 2)
    assert RaceEvent.objects.filter(race=race, action="count").count() == 1


def test_the_way_back_shows_where_the_table_stands_now(
    page: Page, log_in: Callable[..., None], make_user: Callable[..., Any]
) -> None:
    race = announced_table(make_user("director"))
    log_in(page.context, make_user("floor"))
    page.goto(f"/races/{race.pk}/")
    page.locator('label:has(> input[name="odd_1"][value="3"])').click()
    page.locator('label:has(> input[name="odd_2"][value="2"])').click()
    page.locator("#bar .primary").click()
    page.locator('[data-card="Ks"]').click()
    page.locator('[data-card="9d"]').click()
    page.locator("#bar .primary").click()
    page.locator(".reasons .seat-link").first.click()
    page.go_back()
    expect(page.locator('.steps [aria-current="step"]')).to_have_text("Awards")
    expect(page.get_by_text("Nothing has been sent yet")).to_be_hidden()

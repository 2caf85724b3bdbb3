"""A whole evening in the browser: from the file to the signed sheet, on a tablet and on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SIZES
from tests.web.rooms import SAVE, announced_table
from tests.workflow.rooms import announce_25s, make_event, make_table
from tournaments.models import TableRace
from tournaments.workflow.floor import take


def pick(page: Page, seat: int, odd: int) -> None:
    """Tap the number of odd chips of a seat."""
    page.locator(f'label:has(> input[name="odd_{seat}"][value="{odd}"])').click()


def tap(page: Page, *cards: str) -> None:
    """Tap cards on the pad."""
    for card in cards:
        page.locator(f'[data-card="{card}"]').click()


def primary(page: Page) -> None:
    page.locator("#bar .primary").click()


def seen(page: Page, selector: str) -> bool:
    """Whether all of the first such element can be seen above the action bar."""
    box = page.locator(selector).first.bounding_box()
    bar = page.locator(".bar").bounding_box()
    return bool(box and bar and box["y"] >= 0 and box["y"] + box["height"] <= bar["y"] + 1)


def test_three_tables_from_the_file_to_the_sheet(
    page: Page, log_in: Callable[..., None], make_user: Callable[..., Any]
) -> None:
    log_in(page.context, make_user("director"))
    page.goto("/events/new/")
    page.set_input_files("#file", SAVE)
    page.get_by_role("button", name="Look at the file").click()
    page.locator(".bar .primary").click()
    page.get_by_role("link", name="Announce").click()
    expect(page.locator("#meaning")).to_contain_text("The chips of 25 leave play at the break.")
    page.locator('label.choice:has-text("Anything left over is rounded up.")').click()
    expect(page.locator("#meaning")).to_contain_text("can drift from 0 to +225")
    page.locator('label.choice:has-text("Half a chip or more is rounded up.")').click()
    expect(page.locator("#meaning")).to_contain_text("can drift from −75 to +150")
    page.locator(".bar .primary").click()
    expect(page.locator(".tile-link")).to_have_count(3)

    page.locator(".bar .primary").click()
    expect(page.locator("h1")).to_have_text("Table 1")
    for seat, odd in {1: 3, 2: 2, 5: 1, 6: 3, 7: 2}.items():
        pick(page, seat, odd)
    page.locator('.flag:has([name="only_5"])').click()
    expect(page.locator("#worth")).to_contain_text("3 chips of 100")
    expect(page.locator("#worth")).to_contain_text("if it loses, it gets a 100 from the bank")
    expect(page.locator("#cards-needed")).to_have_text(re.compile(r"11 cards\s*from seat 1"))
    primary(page)

    expect(page.locator("[data-pad-heading]")).to_have_text("Seat 1: its highest of 3 cards")
    tap(page, "Ks", "Jh", "5h", "Ad")
    expect(page.locator("[data-pad-progress]")).to_have_text("4 of 5 seats")
    page.get_by_role("button", name="Undo ace of diamonds").click()
    tap(page, "Ad", "9c")
    expect(page.locator("[data-pad-heading]")).to_have_text("Every seat has its cards")
    primary(page)

    expect(page.locator(".reasons li").first).to_contain_text("A♦ is the highest card: 1 × 100.")
    expect(page.locator(".note.live")).to_contain_text(
        "Table value +125: rounded up +25, rescue +100. Allowed without rescue: −25 to +50."
    )
    page.locator('.tab:has-text("player")').click()
    primary(page)
    expect(page.locator("h1")).to_have_text("Table 2")
    expect(page.locator("#messages")).to_contain_text("Table 1 is done. Next: Table 2.")

    # Table 2: all chips of each seat; the app does the exchange, and every card is dealt.
    page.locator('.tab:has-text("All chips")').click()
    for seat, chips in {1: 7, 2: 9, 4: 12}.items():
        page.fill(f'[name="count_{seat}"]', str(chips))
    expect(page.locator("#worth")).to_contain_text("4 odd chips")
    expect(page.locator("#worth")).to_contain_text("Exchange at equal value")
    primary(page)
    page.get_by_role("link", name="Every card").click()
    tap(page, "2s", "3s", "4s", "Kc")
    primary(page)
    expect(page.locator(".reasons")).to_contain_text("K♣ is the highest card: 1 × 100.")
    primary(page)

    # Table 3: only the winners are tapped.
    expect(page.locator("h1")).to_have_text("Table 3")
    for seat in (1, 2, 3):
        pick(page, seat, 2)
    primary(page)
    page.get_by_role("link", name="Winners").click()
    for seat in (2, 3):
        page.locator(f'.flag:has([name="won_{seat}"])').click()
    primary(page)
    expect(page.locator(".reasons")).to_contain_text("Won the race: 1 × 100.")
    primary(page)
    expect(page.locator("#messages")).to_contain_text("Table 3 is done. All tables are.")
    expect(page.locator("#board-progress")).to_contain_text("3 of 3")

    page.locator(".menu summary").click()
    page.get_by_role("link", name="Print all").click()
    expect(page.locator(".sheet")).to_have_count(4)
    expect(page.locator(".sheet").nth(1)).to_contain_text("11 × 25 = 275")
    races = TableRace.objects.order_by("table__number")
    assert [(one.state, one.drift) for one in races] == [
        ("confirmed", 125),
        ("confirmed", 0),
        ("confirmed", 50),
    ]
    evidence = [one.result["evidence"] for one in races]
    assert evidence == ["best_cards", "cards", "winners"]


def test_one_table_on_a_phone(
    page: Page,
    log_in: Callable[..., None],
    make_user: Callable[..., Any],
    fits: Callable[[Page], None],
) -> None:
    race = announced_table(make_user("director"))
    log_in(page.context, make_user("floor"))
    width, height = SIZES["phone"]
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"/races/{race.pk}/")
    fits(page)
    for seat, odd in {1: 3, 2: 1, 3: 2}.items():
        pick(page, seat, odd)
    expect(page.locator("#cards-needed")).to_contain_text("6 cards")
    primary(page)
    fits(page)
    tap(page, "Ks", "Qs", "2c")
    primary(page)
    expect(page.locator(".reasons")).to_contain_text("K♠ is the highest card")
    fits(page)
    primary(page)
    expect(page).to_have_url(re.compile(r"/colour-ups/\d+/$"))
    page.goto(f"/races/{race.pk}/")
    expect(page.locator(".tools")).to_contain_text("Confirmed. The record stands.")
    fits(page)
    page.locator(".seat-link").first.click()
    expect(page.locator("h1")).to_contain_text("Seat 1")
    fits(page)


def test_nine_seats_and_the_bar_are_in_sight(
    page: Page, log_in: Callable[..., None], make_user: Callable[..., Any]
) -> None:
    race = announced_table(make_user("director"), seats=9)
    log_in(page.context, make_user("floor"))
    page.goto(f"/races/{race.pk}/")
    last = page.locator(".seat").nth(8).bounding_box()
    bar = page.locator(".bar").bounding_box()
    assert last
    assert bar
    assert last["y"] + last["height"] <= bar["y"]
    assert bar["y"] + bar["height"] <= SIZES["landscape"][1]


def test_in_portrait_the_whole_pad_is_in_sight(
    page: Page, log_in: Callable[..., None], make_user: Callable[..., Any]
) -> None:
    race = announced_table(make_user("director"), seats=9)
    log_in(page.context, make_user("floor"))
    width, height = SIZES["portrait"]
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"/races/{race.pk}/")
    for seat in range(1, 10):
        pick(page, seat, 3)
    primary(page)
    expect(page.locator("[data-pad-heading]")).to_have_text("Seat 1: its highest of 3 cards")
    for card in ("As", "2c"):
        assert seen(page, f'[data-card="{card}"]'), card


def test_a_long_strip_of_tables_scrolls_by_itself(
    page: Page,
    log_in: Callable[..., None],
    make_user: Callable[..., Any],
    fits: Callable[..., None],
) -> None:
    director = make_user("director")
    event = make_event()
    color_up = announce_25s(event, [make_table(event, n) for n in range(1, 13)], by=director)
    for one in color_up.races.all():
        take(race_id=one.pk, by=director)
    log_in(page.context, director)
    race = color_up.races.get(table__number=5)
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/races/{race.pk}/")
        expect(page.locator(".strip .btn")).to_have_count(12)
        fits(page)


def test_a_tie_is_broken_on_the_pad(
    page: Page, log_in: Callable[..., None], make_user: Callable[..., Any]
) -> None:
    race = announced_table(make_user("director"), decks=2)
    log_in(page.context, make_user("floor"))
    page.goto(f"/races/{race.pk}/")
    pick(page, 1, 2)
    pick(page, 2, 2)
    primary(page)
    tap(page, "Ks", "Ks")
    primary(page)
    expect(page.locator(".note")).to_contain_text("Seats 1, 2 are tied: one more card each.")
    tap(page, "4h", "4s")
    primary(page)
    expect(page.locator(".reasons")).to_contain_text("Seat 2")
    race.refresh_from_db()
    assert race.input["tiebreak"] == {"1": ["4h"], "2": ["4s"]}
    assert [one["seat"] for one in race.result["steps"][0]["awards"]] == [2]


@pytest.mark.parametrize("way", ["odd", "typed"])
def test_the_keyboard_alone_is_enough(
    page: Page, log_in: Callable[..., None], make_user: Callable[..., Any], way: str
) -> None:
    race = announced_table(make_user("director"))
    log_in(page.context, make_user("floor"))
    page.goto(f"/races/{race.pk}/")
    for seat, odd in {1: 3, 2: 1, 3: 2}.items():
        page.locator(f'[name="odd_{seat}"]:checked').focus()
        for _ in range(odd):
            page.keyboard.press("ArrowRight")
    expect(page.locator("#cards-needed")).to_contain_text("6 cards")
    page.keyboard.press("Enter")
    # The new step takes the focus twice, by the browser and when htmx has settled it; a key before
    # that would go there.
    expect(page.locator("#deal-form")).to_be_focused()
    expect(page.locator(".htmx-settling")).to_have_count(0)
    if way == "typed":
        page.get_by_role("link", name="Type").press("Enter")
        expect(page.locator('.tools [aria-current="page"]').first).to_have_text("Type")
        for seat, cards in {1: "ks9d3h", 2: "qs", 3: "2c 5c"}.items():
            page.locator(f'[name="cards_{seat}"]').fill(cards)
        page.keyboard.press("Enter")
    else:
        expect(page.locator("[data-pad]")).to_be_visible()
        for card in ("Ks", "Qs", "2c"):
            page.locator(f'[data-card="{card}"]').press("Enter")
        page.locator("#bar .primary").press("Enter")
    expect(page.locator(".reasons")).to_contain_text("K♠ is the highest card")

"""A table from the count to the next table, step by step, as a browser without JavaScript goes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.web.rooms import announced_table, three_tables
from tests.web.sent_forms import changed, form_of, send, words_of
from tournaments.models import ChipMovement, ColorUp, RaceEvent, TableRace
from tournaments.workflow.sections import put_section

pytestmark = pytest.mark.django_db

# Table 1 of the save: 11 odd chips, worth 275, so three chips of 100; seat 5 has nothing else.
ODD = {"odd_1": "3", "odd_2": "2", "odd_5": "1", "only_5": "on", "odd_6": "3", "odd_7": "2"}
BEST = {"cards_1": "Ks", "cards_2": "Jh", "cards_5": "5h", "cards_6": "Ad", "cards_7": "9c"}


@pytest.fixture
def director(client_as: Callable[..., Client]) -> Client:
    return client_as("director")


@pytest.fixture
def floor(client_as: Callable[..., Client]) -> Client:
    return client_as("floor")


def to_page(race: TableRace) -> str:
    return reverse("race", args=(race.pk,))


def moved(race: TableRace) -> dict[int, int]:
    """Denomination → chips that the race brought into play."""
    return ChipMovement.objects.filter(race=race).change_in_play()


def paid(result: dict[str, Any]) -> tuple[dict[int, int], dict[int, int]]:
    """Seat → chips won, and seat → rescue chip."""
    step = result["steps"][-1]
    return (
        {one["seat"]: one["chips"] for one in step["awards"]},
        {one["seat"]: one["chip"] for one in step["rescues"]},
    )


def test_an_evening_from_the_announcement_to_the_last_table(director: Client) -> None:
    event = three_tables(director.user)
    address = reverse("announce", args=(event.pk,))
    page = director.get(address)
    assert "The chips of 25 leave play at the break." in words_of(page)
    announced = director.post(address, form_of(page, address))
    color_up = ColorUp.objects.get()
    assert announced.url == reverse("color_up", args=(color_up.pk,))
    assert (color_up.removed, color_up.in_play, color_up.due) == (
        [25],
        [100, 500, 1000],
        "at the break",
    )
    first, second, third = color_up.races.order_by("table__number")

    counted = send(director, first, "count", ODD)
    assert (counted.status_code, counted.url) == (302, to_page(first))
    first.refresh_from_db()
    assert (first.state, first.version, first.racers, first.odd_chips, first.pool) == (
        "counted",
        2,
        5,
        11,
        3,
    )
    assert first.players["5"] == "Player 10"

    dealt = send(director, first, "deal", BEST)
    assert dealt.url == to_page(first)
    first.refresh_from_db()
    assert (first.state, first.result["evidence"]) == ("dealt", "best_cards")
    assert paid(first.result) == ({6: 1, 1: 1, 2: 1}, {5: 100})

    awards = words_of(director.get(to_page(first)))
    assert "Seat 6 A♦ is the highest card: 1 × 100. Seat 1 K♠ is number 2 of 5" in awards
    assert "Seat 5 Lost with 5♥, but has nothing else: one 100 from the bank." in awards
    assert "Table value +125: rounded up +25, rescue +100." in awards
    confirmed = send(director, first, "confirm", {"witness": "player", "witness_name": "P 04"})
    assert confirmed.url == to_page(second)
    first.refresh_from_db()
    assert (first.state, first.drift, moved(first)) == ("confirmed", 125, {25: -11, 100: 4})
    last = RaceEvent.objects.filter(race=first).latest("version")
    assert (last.action, last.witness, last.witness_name) == ("confirm", "player", "P 04")

    # All chips of each seat, one set and three odd ones in seat 1, two sets in seat 2: no cards.
    full = {"count_by": "full", "count_1": "7", "count_2": "8"}
    assert send(director, second, "count", full).url == to_page(second)
    assert "No cards" not in words_of(director.get(to_page(second)))
    confirmed = send(director, second, "confirm", {})
    assert confirmed.url == to_page(third)
    second.refresh_from_db()
    assert paid(second.result) == ({1: 1}, {})
    assert moved(second) == {25: -15, 100: 4}

    send(director, third, "count", {"odd_1": "2", "odd_2": "2", "odd_3": "3"})
    won = {"deal_by": "winners", "won_2": "on", "won_3": "on"}
    assert send(director, third, "deal", won).url == to_page(third)
    confirmed = send(director, third, "confirm", {})
    assert confirmed.url == reverse("color_up", args=(color_up.pk,))
    third.refresh_from_db()
    assert (third.result["evidence"], third.drift) == ("winners", 25)
    board = director.get(confirmed.url)
    assert "3 of 3 tables done" in words_of(board)
    assert "Table value +175: rounded up +75, rescue +100." in words_of(board)


def test_every_card_typed_is_the_best_evidence(floor: Client, director: Client) -> None:
    race = announced_table(director.user)
    send(floor, race, "count", {"odd_1": "3", "odd_2": "1", "odd_3": "2"})
    page = floor.get(to_page(race) + "?step=deal&deal_by=typed")
    address = reverse("deal", args=(race.pk,))
    cards = {"cards_1": "10s9d3h", "cards_2": "Qc", "cards_3": "2c, As"}
    floor.post(address, changed(form_of(page, address), cards))
    race.refresh_from_db()
    assert race.input["cards"] == {"1": ["10s", "9d", "3h"], "2": ["Qc"], "3": ["2c", "As"]}
    assert (race.result["evidence"], paid(race.result)) == ("cards", ({2: 1, 3: 1}, {}))


def test_paid_otherwise_is_recorded_with_the_reason_of_a_director(
    floor: Client, director: Client
) -> None:
    race = announced_table(director.user)
    send(floor, race, "count", {"odd_1": "3", "odd_2": "3"})
    otherwise = {"otherwise": "on", "awards_1": "2", "awards_2": "0"}
    assert "It was paid otherwise" not in words_of(floor.get(to_page(race)))
    refused = send(director, race, "confirm", otherwise)
    assert refused.status_code == 422
    text = words_of(refused)
    assert "A reason is needed." in text
    address = reverse("confirm", args=(race.pk,))
    kept = form_of(refused, address)
    assert (kept["awards_1"], kept["awards_2"], kept["otherwise"]) == (["2"], ["0"], ["on"])
    race.refresh_from_db()
    assert (race.state, moved(race)) == ("counted", {})
    director.post(address, {**kept, "reason": "the hand had been played"})
    race.refresh_from_db()
    assert (race.state, race.paid["as_due"], race.paid["adjustment"]) == ("confirmed", False, 0)
    story = director.get(reverse("story", args=(race.pk, 1)))
    assert "Due was 100, paid was 200: the hand had been played" in words_of(story)


def test_a_floor_person_cannot_pay_otherwise(floor: Client, director: Client) -> None:
    race = announced_table(director.user)
    send(floor, race, "count", {"odd_1": "3", "odd_2": "3"})
    refused = send(floor, race, "confirm", {"otherwise": "on", "awards_1": "2"})
    assert refused.status_code == 403
    assert "a director must confirm it" in words_of(refused)
    race.refresh_from_db()
    assert race.state == "counted"


def test_two_decks_tie_and_one_more_card_decides(floor: Client, director: Client) -> None:
    race = announced_table(director.user, decks=2)
    send(floor, race, "count", {"odd_1": "2", "odd_2": "2"})
    answer = send(floor, race, "deal", {"cards_1": "Ks", "cards_2": "Ks"})
    race.refresh_from_db()
    assert (answer.url, race.state, race.result["steps"][0]["tie"]) == (
        to_page(race),
        "dealt",
        [1, 2],
    )
    page = floor.get(to_page(race))
    assert "Seats 1, 2 are tied: one more card each." in words_of(page)
    assert {"tie_1", "tie_2"} <= set(form_of(page, reverse("deal", args=(race.pk,))))
    send(floor, race, "deal", {"tie_1": "4h", "tie_2": "4s"})
    race.refresh_from_db()
    assert paid(race.result) == ({2: 1}, {})
    assert send(floor, race, "confirm", {}).status_code == 302


def test_no_cards_needed_leads_straight_to_the_awards(floor: Client, director: Client) -> None:
    race = announced_table(director.user)
    # Six odd chips make two of 100: there is one for each seat, and no card decides.
    send(floor, race, "count", {"odd_1": "3", "odd_3": "3"})
    page = floor.get(to_page(race))
    assert [mark.state for mark in page.context["table"].steps] == ["done", "done", "now"]
    refused = floor.post(
        reverse("deal", args=(race.pk,)), {"version": "2", "deal_by": "best", "cards_1": "Ks"}
    )
    assert refused.status_code == 409
    assert "No cards are needed at this table" in words_of(refused)


def test_a_void_race_stays_void(director: Client, floor: Client) -> None:
    race = announced_table(director.user)
    assert "Void this race" not in words_of(floor.get(to_page(race)))
    refused = send(director, race, "void", {})
    assert (refused.status_code, "A reason is needed." in words_of(refused)) == (422, True)
    assert send(director, race, "void", {"reason": "table broken"}).url == to_page(race)
    race.refresh_from_db()
    assert (race.state, race.result) == ("void", None)
    page = words_of(director.get(to_page(race)))
    assert "This race was voided." in page
    assert "voided director: table broken" in page
    again = director.post(reverse("count", args=(race.pk,)), {"version": "2", "odd_1": "1"})
    assert again.status_code == 409


def test_a_confirmed_race_is_reopened_and_raced_again(floor: Client, director: Client) -> None:
    race = announced_table(director.user)
    send(floor, race, "count", {"odd_1": "3", "odd_2": "1", "odd_3": "2"})
    send(floor, race, "deal", {"cards_1": "Ks", "cards_2": "Qs", "cards_3": "2c"})
    send(floor, race, "confirm", {})
    assert "Something is wrong" not in words_of(floor.get(to_page(race)))
    reopened = send(director, race, "reopen", {"to_state": "announced", "why": "miscounted"})
    assert reopened.url == to_page(race)
    race.refresh_from_db()
    assert (race.state, race.result, moved(race)) == ("announced", None, {})
    page = floor.get(to_page(race))
    kept = form_of(page, reverse("count", args=(race.pk,)))
    assert [kept[f"odd_{seat}"] for seat in (1, 2, 3)] == [["3"], ["1"], ["2"]]
    send(floor, race, "count", {"odd_2": "0"})
    send(floor, race, "deal", {"cards_1": "Ks", "cards_3": "2c"})
    send(floor, race, "confirm", {})
    race.refresh_from_db()
    assert (race.state, race.drift, moved(race)) == ("confirmed", -25, {25: -5, 100: 1})
    reasons = RaceEvent.objects.filter(race=race, action="reopen").values_list("reason", flat=True)
    assert list(reasons) == ["miscounted"]


def test_the_second_person_confirms_where_two_are_asked_for(
    floor: Client, director: Client
) -> None:
    race = announced_table(director.user, two_person="on")
    send(floor, race, "count", {"odd_1": "3"})
    assert "You counted: a second person confirms." in words_of(floor.get(to_page(race)))
    refused = send(floor, race, "confirm", {})
    assert (refused.status_code, "a second person must" in words_of(refused)) == (403, True)
    assert send(director, race, "confirm", {}).status_code == 302


def test_a_viewer_sees_everything_and_no_form(
    client_as: Callable[..., Client], floor: Client, director: Client
) -> None:
    viewer = client_as("viewer")
    race = announced_table(director.user)
    commands = {reverse(one, args=(race.pk,)) for one in ("count", "deal", "confirm", "reopen")}

    def seen() -> str:
        page = viewer.get(to_page(race))
        assert not [one for one in commands if f'"{one}"' in page.content.decode()]
        return words_of(page)

    assert "Nothing has been counted here yet." in seen()
    send(floor, race, "count", {"odd_1": "3", "odd_2": "1", "only_2": "on", "odd_3": "2"})
    assert "Player 02 1 odd chip, nothing else" in seen()
    send(floor, race, "deal", {"cards_1": "Ks", "cards_2": "Qs", "cards_3": "2c"})
    assert "Seat 1 K♠ is the highest card: 1 × 100." in seen()
    send(floor, race, "confirm", {})
    assert "Confirmed. The record stands." in seen()


def test_seats_of_a_table_that_nobody_knows_may_all_be_taken(
    floor: Client, director: Client
) -> None:
    race = announced_table(director.user, seats=0)
    seats = floor.get(to_page(race)).context["table"].seats
    assert [one.believed_empty for one in seats] == [False] * 9
    known = announced_table(director.user, seats=2)
    seats = floor.get(to_page(known)).context["table"].seats
    assert [one.believed_empty for one in seats] == [False] * 2 + [True] * 7


def test_numbers_that_machines_read_have_no_thousands_mark(floor: Client, director: Client) -> None:
    race = announced_table(director.user, number=1234)
    TableRace.objects.filter(pk=race.pk).update(version=12_345)
    page = floor.get(to_page(race))
    assert form_of(page, reverse("count", args=(race.pk,)))["version"] == ["12345"]
    assert send(floor, race, "count", {"odd_1": "1"}).status_code == 302
    race.refresh_from_db()
    assert race.version == 12_346


@pytest.mark.parametrize(("due", "clock"), [("at 21:40", "21:40"), ("at the break", "")])
def test_the_due_time_stands_on_the_page(
    floor: Client, director: Client, due: str, clock: str
) -> None:
    page = floor.get(to_page(announced_table(director.user, due=due)))
    assert page.context["table"].due_clock == clock


def test_a_table_page_asks_a_fixed_number_of_questions(floor: Client, director: Client) -> None:
    event = three_tables(director.user)
    address = reverse("announce", args=(event.pk,))
    director.post(address, form_of(director.get(address), address))
    race = TableRace.objects.order_by("pk").first()
    board = reverse("color_up", args=(race.color_up_id,))
    send(floor, race, "count", ODD)
    counts = []
    for page in (to_page(race), board):
        with CaptureQueriesContext(connection) as queries:
            floor.get(page)
        counts.append(len(queries))
    assert counts == [8, 8]


def test_after_a_table_comes_one_that_nobody_else_is_on(director: Client, floor: Client) -> None:
    event = three_tables(director.user)
    address = reverse("announce", args=(event.pk,))
    director.post(address, form_of(director.get(address), address))
    first, second, third = TableRace.objects.order_by("table__number")
    send(floor, second, "count", {"odd_1": "3"})
    send(director, first, "count", {"odd_1": "3"})
    assert "Confirm, next: Table 3" in words_of(director.get(to_page(first)))
    confirmed = send(director, first, "confirm", {})
    assert confirmed.url == to_page(third)
    assert "Table 1 is done. Next: Table 3." in words_of(director.get(confirmed.url))
    # Where somebody is on each that is left, one of those is still better than none.
    send(director, third, "count", {"odd_1": "3"})
    assert send(director, third, "confirm", {}).url == to_page(second)


def test_the_next_table_is_of_the_same_section_until_that_is_done(
    director: Client, floor: Client
) -> None:
    event = three_tables(director.user)
    put_section(event_id=event.pk, by=director.user, name="A", tables=[1, 3])
    address = reverse("announce", args=(event.pk,))
    director.post(address, form_of(director.get(address), address))
    first, second, third = TableRace.objects.order_by("table__number")
    send(floor, third, "count", {"odd_1": "3"})
    assert "Confirm, next: Table 1" in words_of(floor.get(to_page(third)))
    assert send(floor, third, "confirm", {}).url == to_page(first)
    send(floor, first, "count", {"odd_1": "3"})
    confirmed = send(floor, first, "confirm", {})
    assert confirmed.url == to_page(second)
    said = "Table 1 is done, and section A with it. Next: Table 2."
    assert said in words_of(floor.get(confirmed.url))


def test_a_deal_that_is_looked_at_again_leads_on_to_the_awards(
    floor: Client, director: Client
) -> None:
    race = announced_table(director.user)
    send(floor, race, "count", {"odd_1": "3", "odd_2": "2"})
    send(floor, race, "deal", {"won_1": "on"}, query="?step=deal&deal_by=winners")
    page = floor.get(reverse("race", args=(race.pk,)) + "?step=deal")
    assert [one.href for one in page.context["table"].steps] == ["", "", "?step=awards"]
    awards = floor.get(reverse("race", args=(race.pk,)) + "?step=awards")
    assert [one.href for one in awards.context["table"].steps] == ["", "?step=deal", ""]

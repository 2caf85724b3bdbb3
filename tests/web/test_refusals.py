"""What a table's page says when something is wrong: at its place, with the entries still there."""

from __future__ import annotations

from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.web.rooms import announced_table
from tests.web.sent_forms import changed, form_of, send, words_of
from tournaments.models import RaceEvent, TableRace

pytestmark = pytest.mark.django_db

ODD = {"odd_1": "3", "odd_2": "1", "odd_3": "2"}
CARDS = {"cards_1": "Ks", "cards_2": "Qs", "cards_3": "2c"}


class Places(HTMLParser):
    """The sentences of each field: the identity of its place → its text."""

    def __init__(self, response: HttpResponse) -> None:
        super().__init__()
        self.places: dict[str, str] = {}
        self.place = ""
        self.feed(response.content.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "p":
            self.place = dict(attrs).get("id") or ""

    def handle_data(self, data: str) -> None:
        if self.place.endswith("_error"):
            self.places[self.place] = f"{self.places.get(self.place, '')}{data}".strip()

    def handle_endtag(self, tag: str) -> None:
        if tag == "p":
            self.place = ""


def places(response: HttpResponse) -> dict[str, str]:
    return Places(response).places


@pytest.fixture
def floor(client_as: Callable[..., Client]) -> Client:
    return client_as("floor")


@pytest.fixture
def race(client_as: Callable[..., Client]) -> TableRace:
    return announced_table(client_as("director").user)


def stand(race: TableRace) -> tuple[str, int, int]:
    """State, version and number of commands: what must not change when a command is refused."""
    race.refresh_from_db()
    return race.state, race.version, RaceEvent.objects.filter(race=race).count()


@pytest.mark.parametrize(
    ("entries", "place", "sentence"),
    [
        ({"odd_1": "-1"}, "seat_1_error", "“-1” is not a number of chips."),
        ({"odd_1": "two"}, "seat_1_error", "“two” is not a number of chips."),
        (
            {"odd_2": "5"},
            "seat_2_error",
            "Seat 2: 5 odd chips make a complete set of 4; exchange it first.",
        ),
        (
            {"count_by": "full", "count_3": "-4"},
            "seat_3_error",
            "“-4” is not a number of chips.",
        ),
        (
            {"odd_1": "3", "called_total": "4"},
            "called_total_error",
            "The dealer called 4 odd chips, but 3 are entered.",
        ),
        (
            {"odd_1": "3", "picked_stacks": "1"},
            "picked_error",
            "20 picked up less 3 odd is 17, and that is not a whole number of sets of 4.",
        ),
        (
            {"odd_1": "3", "picked_stacks": "one"},
            "picked_error",
            "“one” is not a number of chips.",
        ),
    ],
)
def test_a_wrong_count_is_said_at_its_place(
    floor: Client, race: TableRace, entries: dict[str, str], place: str, sentence: str
) -> None:
    before = stand(race)
    refused = send(floor, race, "count", entries)
    assert refused.status_code == 422
    assert places(refused) == {place: sentence}
    kept = form_of(refused, reverse("count", args=(race.pk,)))
    typed = {name: value for name, value in entries.items() if not name.startswith("odd_")}
    assert {name: kept[name] for name in typed} == {name: [one] for name, one in typed.items()}
    assert stand(race) == before


@pytest.mark.parametrize(
    ("cards", "place", "sentence"),
    [
        (
            {"cards_2": "Ks"},
            {"seat_2_error": "Seat 2: the K♠ was dealt already."},
            "",
        ),
        (
            {"deal_by": "every", "cards_1": "Ks 9d 3h", "cards_2": "Qs", "cards_3": "2c 3c 4c"},
            {"seat_3_error": "Seat 3: one card for each odd chip is 2, not 3."},
            "",
        ),
        (
            {"cards_3": "9c 8c 7c"},
            {"seat_3_error": "Seat 3: one best card is expected, not 3."},
            "",
        ),
        (
            {"cards_1": "Joker"},
            {"seat_1_error": ("Seat 1: “Joker” is not a card. Write a rank and a suit, like Ks.")},
            "",
        ),
        ({"cards_8": "9c"}, {}, "Seat 8 has no odd chips, so it gets no card."),
    ],
    ids=[
        "a card twice",
        "three cards for two chips",
        "three best cards",
        "a joker",
        "an empty seat",
    ],
)
def test_a_wrong_card_is_said_at_its_place(
    floor: Client,
    race: TableRace,
    cards: dict[str, str],
    place: dict[str, str],
    sentence: str,
) -> None:
    send(floor, race, "count", ODD)
    before = stand(race)
    sent = {**CARDS, **cards}
    refused = send(floor, race, "deal", sent)
    assert refused.status_code == 422
    assert places(refused) == place
    assert sentence in words_of(refused)
    kept = form_of(refused, reverse("deal", args=(race.pk,)))
    assert {name: kept[name] for name in CARDS} == {name: [sent[name]] for name in CARDS}
    assert stand(race) == before


def test_everything_that_is_wrong_is_said_at_once(floor: Client, race: TableRace) -> None:
    send(floor, race, "count", ODD)
    refused = send(floor, race, "deal", {"cards_1": "Joker", "cards_2": "Qs Qs", "cards_3": "X"})
    assert sorted(places(refused)) == ["seat_1_error", "seat_2_error", "seat_3_error"]


def test_a_second_tap_answers_as_the_first(floor: Client, race: TableRace) -> None:
    address = reverse("count", args=(race.pk,))
    page = reverse("race", args=(race.pk,))
    sent = changed(form_of(floor.get(page), address), ODD)
    answers = [floor.post(address, sent) for _ in range(3)]
    assert [(one.status_code, one.url) for one in answers] == [(302, page)] * 3
    assert stand(race) == ("counted", 2, 2)


def test_a_correction_after_going_back_shows_both(floor: Client, race: TableRace) -> None:
    address = reverse("count", args=(race.pk,))
    sent = changed(form_of(floor.get(reverse("race", args=(race.pk,))), address), ODD)
    floor.post(address, sent)
    refused = floor.post(address, {**sent, "odd_1": "2"})
    assert refused.status_code == 409
    text = words_of(refused)
    assert "This was saved already, with other entries than those sent now." in text
    assert "Saved was: Seat 1: 3 odd chips Seat 2: 1 odd chip Seat 3: 2 odd chips" in text
    assert "You entered: Seat 1: 2 odd chips Seat 2: 1 odd chip Seat 3: 2 odd chips" in text
    assert stand(race) == ("counted", 2, 2)
    # The form that came back is the fresh count, under a new command.
    fresh = form_of(refused, address)
    assert (fresh["version"], fresh["odd_1"]) == (["2"], ["3"])
    assert fresh["command_id"] != sent["command_id"]
    assert floor.post(address, {**fresh, "odd_1": "2"}).status_code == 302
    assert stand(race) == ("counted", 3, 3)


def test_a_stale_form_stands_beside_the_fresh_board(
    floor: Client, race: TableRace, client_as: Callable[..., Client]
) -> None:
    address = reverse("count", args=(race.pk,))
    mine = form_of(floor.get(reverse("race", args=(race.pk,))), address)
    send(client_as("floor", username="second"), race, "count", ODD)
    refused = floor.post(address, {**mine, "odd_1": "1", "only_2": "on", "called_total": "1"})
    assert refused.status_code == 409
    text = words_of(refused)
    assert "Somebody else changed this table; nothing of yours was saved." in text
    assert "You entered: Seat 1: 1 odd chip Seat 2: nothing else The dealer called 1" in text
    assert form_of(refused, address)["odd_1"] == ["3"]
    assert stand(race) == ("counted", 2, 2)


def test_a_deal_that_is_stale_keeps_its_cards_in_sight(
    floor: Client, race: TableRace, client_as: Callable[..., Client]
) -> None:
    send(floor, race, "count", ODD)
    address = reverse("deal", args=(race.pk,))
    mine = form_of(floor.get(reverse("race", args=(race.pk,))), address)
    send(client_as("director", username="other"), race, "deal", CARDS)
    refused = floor.post(address, {**mine, "cards_1": "Ah", "cards_2": "Kh", "cards_3": "2h"})
    assert refused.status_code == 409
    assert "Seat 1: Ah Seat 2: Kh Seat 3: 2h" in words_of(refused)
    race.refresh_from_db()
    assert race.input["cards"] == {"1": ["Ks"], "2": ["Qs"], "3": ["2c"]}


def test_a_confirmation_before_the_cards_says_what_is_missing(
    floor: Client, race: TableRace
) -> None:
    send(floor, race, "count", ODD)
    send(floor, race, "deal", {"cards_1": "Ks", "cards_2": "", "cards_3": ""})
    assert "Cards are still missing: seats 2, 3." in words_of(
        floor.get(reverse("race", args=(race.pk,)))
    )
    before = stand(race)
    refused = floor.post(reverse("confirm", args=(race.pk,)), {"version": "3"})
    assert refused.status_code == 422
    assert "Cards are still missing: seats 2, 3." in words_of(refused)
    assert stand(race) == before


@pytest.mark.parametrize("paid", ["-1", "one", "1000000"])
def test_a_wrong_payment_is_said_and_stays(
    client_as: Callable[..., Client], race: TableRace, paid: str
) -> None:
    director = client_as("director", username="paying")
    send(director, race, "count", {"odd_1": "3", "odd_2": "3"})
    sent = {"otherwise": "on", "awards_1": paid, "reason": "dealer’s error"}
    refused = send(director, race, "confirm", sent)
    assert refused.status_code == 422
    assert "What was paid is a number of chips for each seat." in words_of(refused)
    kept = form_of(refused, reverse("confirm", args=(race.pk,)))
    assert (kept["awards_1"], kept["reason"]) == ([paid], ["dealer’s error"])
    assert stand(race)[0] == "counted"


FRAGMENTS = [
    ("count", {"odd_1": "9"}, 422),
    ("count", {"version": "7"}, 409),
    ("count", ODD, 200),
]


@pytest.mark.parametrize(("action", "entries", "status"), FRAGMENTS)
def test_a_fragment_brings_panel_steps_and_bar(
    floor: Client, race: TableRace, action: str, entries: dict[str, str], status: int
) -> None:
    page = floor.get(reverse("race", args=(race.pk,)))
    sent = changed(form_of(page, reverse(action, args=(race.pk,))), entries)
    answer = floor.post(reverse(f"live_{action}", args=(race.pk,)), sent, HTTP_HX_REQUEST="true")
    html = answer.content.decode()
    assert answer.status_code == status
    assert "<html" not in html
    assert html.count('hx-swap-oob="true"') == 2
    assert '<ol class="steps" id="steps" hx-swap-oob="true">' in html
    assert '<section class="bar" id="bar" aria-label="Next" hx-swap-oob="true">' in html


def test_a_fragment_says_a_refusal_of_the_role_as_something_to_mend(
    floor: Client, race: TableRace
) -> None:
    send(floor, race, "count", {"odd_1": "3", "odd_2": "3"})
    page = floor.get(reverse("race", args=(race.pk,)))
    sent = form_of(page, reverse("confirm", args=(race.pk,)))
    answer = floor.post(
        reverse("live_confirm", args=(race.pk,)),
        {**sent, "otherwise": "on", "awards_1": "2"},
        HTTP_HX_REQUEST="true",
    )
    assert answer.status_code == 422
    assert "a director must confirm it" in words_of(answer)


def test_a_confirmed_fragment_leads_the_page_on(floor: Client, race: TableRace) -> None:
    send(floor, race, "count", {"odd_1": "3", "odd_2": "3"})
    page = floor.get(reverse("race", args=(race.pk,)))
    sent = form_of(page, reverse("confirm", args=(race.pk,)))
    answer = floor.post(reverse("live_confirm", args=(race.pk,)), sent, HTTP_HX_REQUEST="true")
    assert answer.headers["HX-Redirect"] == reverse("color_up", args=(race.color_up_id,))


def test_the_worth_of_a_table_is_reckoned_and_nothing_saved(floor: Client, race: TableRace) -> None:
    before = stand(race)
    address = reverse("live_worth", args=(race.pk,))
    text = words_of(floor.post(address, {"count_by": "odd", **ODD}))
    assert "6 odd chips 150 in 25s" in text
    assert "2 chips of 100 50 left over, rounded up: 50 is added to the table" in text
    assert "Bring to the table 100 2 2 awards" in text
    assert "6 cards from seat 1" in text
    assert "is not a number of chips." in words_of(floor.post(address, {"odd_1": "x"}))
    assert stand(race) == before


@pytest.fixture
def strict(floor: Client) -> Client:
    """The same person in a browser whose token was made before the last login."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(floor.user)
    return client


@pytest.mark.parametrize(("prefix", "status"), [("", 403), ("live_", 422)])
def test_a_form_older_than_the_login_comes_back_with_its_entries(
    strict: Client, race: TableRace, prefix: str, status: int
) -> None:
    page = strict.get(reverse("race", args=(race.pk,)))
    address = reverse("count", args=(race.pk,))
    sent: dict[str, Any] = changed(form_of(page, address), ODD)
    sent["csrfmiddlewaretoken"] = "x" * 64
    headers = {"HX-Request": "true"} if prefix else {}
    refused = strict.post(reverse(f"{prefix}count", args=(race.pk,)), sent, headers=headers)
    assert refused.status_code == status
    assert "This form was older than your login, so nothing was saved." in words_of(refused)
    assert stand(race) == ("announced", 1, 1)
    kept = form_of(refused, address)
    assert {name: kept[name] for name in ODD} == {name: [value] for name, value in ODD.items()}
    assert strict.post(address, kept).status_code == 302
    assert stand(race) == ("counted", 2, 2)


def test_an_old_form_that_cannot_be_rebuilt_says_where_its_entries_are(
    strict: Client, race: TableRace
) -> None:
    address = reverse("void_color_up", args=(race.color_up_id,))
    refused = strict.post(address, {"reason": "wrong chip"})
    assert refused.status_code == 403
    text = words_of(refused)
    assert "Nothing was saved" in text
    back = reverse("color_up", args=(race.color_up_id,))
    assert f'href="{back}"' in refused.content.decode()


def test_an_old_login_form_is_offered_anew(strict: Client) -> None:
    answer = strict.post(reverse("login") + "?next=/events/1/", {"username": "floor"})
    assert (answer.status_code, answer.url) == (302, "/login/?next=/events/1/")


def test_a_deal_without_anything_is_refused(floor: Client, race: TableRace) -> None:
    send(floor, race, "count", ODD)
    refused = send(floor, race, "deal", {}, query="?step=deal&deal_by=every")
    assert refused.status_code == 422
    assert "Nothing is entered yet: enter the cards, or who won a chip." in words_of(refused)
    assert stand(race) == ("counted", 2, 2)

"""A table under other rules: what is asked, what is offered, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.web.rooms import announced_table
from tests.web.sent_forms import form_of, send, words_of
from tournaments.boards import warned
from tournaments.models import ChipMovement, TableRace

pytestmark = pytest.mark.django_db


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


def test_totals_are_offered_only_where_they_suffice(floor: Client, director: Client) -> None:
    strict = announced_table(director.user)
    ways = floor.get(to_page(strict)).context["table"].count_ways
    assert [one.value for one in ways] == ["odd", "full"]
    race = announced_table(director.user, evidence="totals")
    ways = floor.get(to_page(race)).context["table"].count_ways
    assert [one.value for one in ways] == ["odd", "total", "full"]


def test_totals_name_who_won_and_who_was_rescued(floor: Client, director: Client) -> None:
    race = announced_table(director.user, evidence="totals")
    send(floor, race, "count", {"count_by": "total", "odd_total": "7"})
    page = floor.get(to_page(race))
    assert [one.value for one in page.context["table"].deal_ways] == ["winners"]
    few = send(floor, race, "deal", {"won_2": "on"})
    assert few.status_code == 422
    assert "2 seats win a chip here, not 1." in words_of(few)
    both = send(floor, race, "deal", {"won_2": "on", "won_4": "on", "rescued_2": "on"})
    assert both.status_code == 422
    assert "Seat 2 cannot both win and be rescued." in words_of(both)
    send(floor, race, "deal", {"won_2": "on", "won_4": "on", "rescued_1": "on"})
    assert send(floor, race, "confirm", {}).status_code == 302
    race.refresh_from_db()
    assert (race.result["evidence"], paid(race.result)) == ("totals", ({2: 1, 4: 1}, {1: 100}))
    assert (race.drift, moved(race)) == (125, {25: -7, 100: 3})


def test_a_total_whose_ranking_decides_nothing_still_names_who_won(
    floor: Client, director: Client
) -> None:
    race = announced_table(director.user, evidence="totals", pool_rounding="up")
    send(floor, race, "count", {"count_by": "total", "odd_total": "1"})
    page = floor.get(to_page(race))
    assert (page.context["table"].step, page.context["table"].deal_by) == ("deal", "winners")
    send(floor, race, "deal", {"won_2": "on"})
    # The wrong seat was tapped: the same step again puts it right.
    send(floor, race, "deal", {"won_2": None, "won_3": "on"}, query="?step=deal")
    assert send(floor, race, "confirm", {}).status_code == 302
    race.refresh_from_db()
    assert (race.state, paid(race.result), race.drift) == ("confirmed", ({3: 1}, {}), 75)


def test_a_total_says_of_no_seat_that_it_is_empty(floor: Client, director: Client) -> None:
    race = announced_table(director.user, seats=0, evidence="totals")
    send(floor, race, "count", {"count_by": "total", "odd_total": "4"})
    send(floor, race, "deal", {"won_2": "on"})
    plan = floor.get(to_page(race)).context["table"].outcome.plan
    assert {one.result for one in plan} == {"+100", "\N{EN DASH}"}
    assert {one.state for one in plan} == {"win", "none"}


def test_the_button_is_asked_where_the_deal_starts_from_it(floor: Client, director: Client) -> None:
    race = announced_table(director.user, first_seat="button")
    page = floor.get(to_page(race))
    assert page.context["table"].asks_button
    send(floor, race, "count", {"odd_1": "2", "odd_3": "2", "button": "3"})
    race.refresh_from_db()
    assert (race.input["button"], race.result["steps"][0]["deal_order"][0]) == (3, 3)
    assert "from seat 3" in words_of(floor.get(to_page(race)))
    assert not floor.get(to_page(announced_table(director.user))).context["table"].asks_button


@pytest.mark.parametrize(
    ("evidence", "ways"),
    [
        ("winners", ["winners", "best", "every", "typed"]),
        ("best_cards", ["best", "every", "typed"]),
        ("cards", ["every", "typed"]),
    ],
)
def test_the_ways_to_record_a_deal_follow_the_evidence_asked_for(
    floor: Client, director: Client, evidence: str, ways: list[str]
) -> None:
    race = announced_table(director.user, evidence=evidence)
    send(floor, race, "count", {"odd_1": "3", "odd_2": "3", "odd_3": "3"})
    page = floor.get(to_page(race) + "?deal_by=winners")
    assert [one.value for one in page.context["table"].deal_ways] == ways
    assert page.context["table"].deal_by == ways[0]


def test_where_a_smaller_chip_stays_all_chips_are_counted_and_exchanged(
    floor: Client, director: Client
) -> None:
    race = announced_table(director.user, removed=500, in_play=(100, 1000))
    page = floor.get(to_page(race))
    assert [one.value for one in page.context["table"].count_ways] == ["full"]
    send(floor, race, "count", {"count_1": "3", "count_2": "4"})
    assert "Everything is exchanged at equal value, there is no race." in words_of(
        floor.get(to_page(race) + "?step=count")
    )
    send(floor, race, "confirm", {})
    race.refresh_from_db()
    assert (race.state, race.drift, moved(race)) == ("confirmed", 0, {100: 5, 500: -7, 1000: 3})


def test_served_first_from_the_pool(floor: Client, director: Client) -> None:
    race = announced_table(director.user, ruleset="roberts")
    send(floor, race, "count", {"odd_1": "3", "odd_2": "1", "only_2": "on", "odd_3": "3"})
    page = words_of(floor.get(to_page(race)))
    assert "Seat 2 has nothing else: it gets a 100 before the race." in words_of(
        floor.get(to_page(race) + "?step=count")
    )
    assert "7 cards" in page
    send(floor, race, "deal", {"cards_1": "Ks", "cards_2": "Qc", "cards_3": "Ah"})
    race.refresh_from_db()
    assert paid(race.result) == ({3: 1}, {2: 100})
    assert race.result["drift"] == 25


def test_large_sets_are_typed(floor: Client, director: Client) -> None:
    race = announced_table(director.user, removed=25, in_play=(500, 1000))
    page = floor.get(to_page(race))
    assert page.context["table"].buttons == ()
    assert form_of(page, reverse("count", args=(race.pk,)))["odd_1"] == [""]
    send(floor, race, "count", {"odd_1": "19", "odd_2": "11"})
    race.refresh_from_db()
    assert (race.odd_chips, race.pool) == (30, 2)


def test_the_rescue_chip_is_said_by_its_value(floor: Client, director: Client) -> None:
    race = announced_table(director.user, removed=25, in_play=(100, 500), target=500)
    answer = floor.post(
        reverse("live_worth", args=(race.pk,)),
        {"count_by": "odd", "odd_1": "11", "odd_2": "1", "only_2": "on"},
    )
    text = words_of(answer)
    assert "if it loses, it gets a 100 from the bank." in text
    assert "500 1 1 award 100 1 1 in case of a rescue" in text


def test_warnings_are_said_anew_in_the_language_of_the_reader(
    floor: Client, director: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    race = announced_table(director.user, first_seat="button")
    send(floor, race, "count", {"odd_1": "3", "odd_2": "1", "odd_3": "2"})
    race.refresh_from_db()
    stored = race.result["warnings"]
    assert [one["code"] for one in stored] == ["button_unknown"]
    monkeypatch.setattr(warned, "say", lambda message: f"«{message.key}»")
    assert warned.warnings_of(race.input, race.result) == ("«button_unknown»",)
    # A result of an engine that warned of something else keeps what that engine said.
    older = {**race.result, "warnings": [{"code": "deck_too_small", "message": "As it was."}]}
    assert warned.warnings_of(race.input, older) == ("As it was.",)

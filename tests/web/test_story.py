"""A seat's story: what it brought, what came of it, by which rule and who says so."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.web.rooms import announced_table
from tests.web.sent_forms import send, words_of
from tournaments.models import TableRace

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(client_as: Callable[..., Client]) -> Client:
    return client_as("director")


@pytest.fixture
def race(director: Client) -> TableRace:
    """Confirmed; seat 2 had nothing else and lost, seat 4 had no chips of 25."""
    race = announced_table(director.user)
    full = {"count_by": "full", "count_1": "7", "count_2": "1", "only_2": "on", "count_3": "2"}
    send(director, race, "count", full)
    send(director, race, "deal", {"cards_1": "Kd", "cards_2": "Qs", "cards_3": "As"})
    send(director, race, "confirm", {"witness": "camera"})
    return race


def told(client: Client, race: TableRace, seat: int, query: str = "") -> str:
    return words_of(client.get(reverse("story", args=(race.pk, seat)) + query))


def test_a_winner_s_story(director: Client, race: TableRace) -> None:
    text = told(director, race, 3)
    assert "Seat 3 · Player 03" in text
    assert "2 odd chips of 25, no complete set. A♠ is the highest card: 1 × 100." in text
    assert "Rank 1 of 3 Received 100" in text
    assert "Rests on odd chips and the best card of each seat" in text
    assert "Recorded confirmed · director" in text


def test_a_rescued_seat_s_story_names_the_rules_of_the_rescue(
    director: Client, race: TableRace
) -> None:
    text = told(director, race, 2)
    assert "Lost with Q♠, but has nothing else: one 100 from the bank." in text
    assert "The smallest chip that stays in play. Poker TDA 2026" in text
    assert "The smallest chip that stays in play." not in told(director, race, 1)


def test_an_exchange_is_told_before_the_race(director: Client, race: TableRace) -> None:
    assert ("Hands in 4 × 25 for 1 × 100, 3 left over. K♦ is number 2 of 3: 1 × 100.") in told(
        director, race, 1
    )


def test_a_seat_without_such_chips_has_no_more_to_tell(director: Client, race: TableRace) -> None:
    assert "This seat had no chips of this kind." in told(director, race, 4)


def test_an_older_version_is_told_as_it_was(director: Client, race: TableRace) -> None:
    page = director.get(reverse("story", args=(race.pk, 3)))
    assert page.context["story"].versions == (1, 2, 3, 4)
    older = told(director, race, 3, "?version=2")
    assert "An earlier version, number 2." in older
    assert "Its result is still open." in older
    assert "Recorded counted" in older
    assert "Nothing has been counted yet." in told(director, race, 3, "?version=1")


@pytest.mark.parametrize("version", ["", "x", "-1", "999999", "²", "9" * 5000])
def test_a_version_that_does_not_exist_is_the_latest(
    director: Client, race: TableRace, version: str
) -> None:
    page = director.get(reverse("story", args=(race.pk, 3)), {"version": version})
    assert (page.status_code, page.context["story"].latest) == (200, True)

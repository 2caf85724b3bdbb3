"""More chips come back than were ever issued: the loudest alarm, and nothing is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.web.rooms import announced_table
from tests.web.sent_forms import send, words_of
from tournaments.boards.in_play import counted_chips, never_issued
from tournaments.models import StartingStack, TableRace

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor(client_as: Callable[..., Client]) -> Client:
    return client_as("floor")


@pytest.fixture
def race(client_as: Callable[..., Client]) -> TableRace:
    """A table of an event whose three entries got eight chips of 25 each."""
    race = announced_table(client_as("director").user)
    event = race.color_up.event
    StartingStack.objects.create(event=event, denomination=25, chips=8)
    event.entries = 3
    event.save(update_fields=["entries"])
    return race


def test_a_table_that_counts_more_than_is_left_is_told_at_once(
    floor: Client, race: TableRace
) -> None:
    entries = {"count_by": "full", "count_1": "1001"}
    said = "1,001 chips of 25 are counted here, but only 24 are left in play"
    assert said in words_of(floor.post(reverse("live_worth", args=(race.pk,)), entries))
    assert send(floor, race, "count", entries).status_code == 302
    assert said in words_of(floor.get(reverse("race", args=(race.pk,))))


def test_what_was_confirmed_all_the_same_stays_loud(floor: Client, race: TableRace) -> None:
    send(floor, race, "count", {"count_by": "full", "count_1": "28"})
    send(floor, race, "confirm", {})
    said = "4 more chips of 25 came back than were ever issued"
    for page, key in (("color_up", race.color_up_id), ("event", race.color_up.event_id)):
        assert said in words_of(floor.get(reverse(page, args=(key,))))
    assert "are counted here" not in words_of(floor.get(reverse("race", args=(race.pk,))))


def test_chips_that_did_not_come_in_are_no_alarm(floor: Client, race: TableRace) -> None:
    send(floor, race, "count", {"count_by": "full", "count_1": "20"})
    send(floor, race, "confirm", {})
    text = words_of(floor.get(reverse("event", args=(race.color_up.event_id,))))
    assert "4 did not come in" in text
    assert "ever issued" not in text


@pytest.mark.parametrize(
    ("document", "counted"),
    [
        ({"removed": 25, "seats": [{"seat": 1, "odd": 3}, {"seat": 2, "count": 9}]}, {25: 12}),
        ({"removed": 25, "odd_total": 7, "picked_up": {"25": 27}}, {25: 27}),
        ({"removed": 25, "seats": [], "collector": {"seat": 1, "pile": 25}}, {25: 25}),
        (
            {"removed": [25, 100], "seats": [{"seat": 1, "chips": {"25": 4, "100": 2}}]},
            {25: 4, 100: 2},
        ),
    ],
)
def test_what_a_table_is_known_to_have(
    document: dict[str, object], counted: dict[int, int]
) -> None:
    assert counted_chips(document) == counted


def test_only_what_is_less_than_nothing_was_never_issued() -> None:
    assert never_issued({25: 0, 100: 3}) == ()
    assert len(never_issued({25: -1, 100: -2})) == 2

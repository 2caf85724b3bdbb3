"""The collector at an event's table: its seat and pile, what it has of its own, its settlement."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.web.rooms import announced_table
from tests.web.sent_forms import form_of, send, words_of
from tournaments.models import ChipMovement, Reason, TableRace

pytestmark = pytest.mark.django_db

# Five odd chips, twenty gathered ones: 500 and one award are 600.
COUNT = {"odd_1": "1", "odd_3": "3", "odd_4": "1", "only_4": "on"}
PILE = {"collector": "1", "pile_stacks": "1", "pile_singles": "5"}
WINNER = {"won_3": "on"}


@pytest.fixture
def floor(client_as: Callable[..., Client]) -> Client:
    return client_as("floor")


@pytest.fixture
def race(client_as: Callable[..., Client]) -> TableRace:
    return announced_table(client_as("director").user, ruleset="france", in_play=(100, 500))


def to_page(race: TableRace) -> str:
    return reverse("race", args=(race.pk,))


def dealt(floor: Client, race: TableRace) -> TableRace:
    assert send(floor, race, "count", COUNT | PILE).status_code == 302
    sent = send(floor, race, "deal", WINNER, query="?step=deal&deal_by=winners")
    assert sent.status_code == 302
    race.refresh_from_db()
    return race


def movements(race: TableRace) -> list[tuple[str, int, int, str]]:
    held = ChipMovement.objects.filter(race=race).order_by("pk")
    return [(one.reason, one.denomination, one.chips, one.to_place) for one in held]


def test_a_collector_that_has_the_chips_is_settled_with_one_tap(
    floor: Client, race: TableRace
) -> None:
    dealt(floor, race)
    page = floor.get(to_page(race))
    text = words_of(page)
    assert "The floor takes its 25 × 25 and owes 600 for them." in text
    assert "The floor puts down 2 × 500." in text
    assert "Seat 1 adds 4 × 100 of its own, so that it comes out even." in text
    assert "Does seat 1 have these chips of its own" in text
    assert "Yes, seat 1 adds them" in text
    assert send(floor, race, "collector", {"has": "1"}).status_code == 302
    race.refresh_from_db()
    assert race.input["collector"] == {"seat": 1, "pile": 25, "own": {"100": 4}}
    assert race.result["settlement"] == {
        "x": 600,
        "pays": {"500": 2},
        "takes_own": {"100": 4},
        "must_add": {},
    }
    assert send(floor, race, "confirm", {}).status_code == 302
    assert movements(race) == [
        (Reason.COLLECTOR, 25, 25, "out_of_play"),
        (Reason.COLLECTOR, 100, 4, "bank"),
        (Reason.COLLECTOR, 500, 2, "in_play"),
        (Reason.RESCUE, 100, 1, "in_play"),
    ]


def test_nothing_is_confirmed_before_the_collector_was_asked(
    floor: Client, race: TableRace
) -> None:
    dealt(floor, race)
    page = floor.get(to_page(race))
    address = reverse("confirm", args=(race.pk,))
    refused = floor.post(address, form_of(page, address))
    assert refused.status_code == 422
    expected = "Say first whether seat 1 has 4 × 100 of its own to complete the last chip."
    assert expected in words_of(refused)
    race.refresh_from_db()
    assert race.state == "dealt"


def test_chips_added_against_the_rule_are_said_loudly_and_recorded(
    floor: Client, race: TableRace
) -> None:
    dealt(floor, race)
    assert send(floor, race, "collector", {"own_100": "3", "has": None}).status_code == 302
    against = "1 × 100 must be added against the rule, and the record says so."
    assert against in words_of(floor.get(to_page(race)))
    send(floor, race, "confirm", {})
    assert (Reason.COLLECTOR, 100, 1, "in_play") in movements(race)
    assert against in words_of(floor.get(reverse("race_print", args=(race.pk,))))


def test_no_chips_of_its_own_is_an_answer(floor: Client, race: TableRace) -> None:
    dealt(floor, race)
    send(floor, race, "collector", {"own_100": "", "has": None})
    race.refresh_from_db()
    assert race.input["collector"]["own"] == {"100": 0}
    assert "against the rule" in words_of(floor.get(to_page(race)))


def test_the_same_tap_twice_answers_as_the_first_time(floor: Client, race: TableRace) -> None:
    dealt(floor, race)
    page = floor.get(to_page(race))
    address = reverse("collector", args=(race.pk,))
    sent = form_of(page, address) | {"has": "1"}
    assert [floor.post(address, sent).status_code for _ in range(2)] == [302, 302]
    race.refresh_from_db()
    assert race.version == 4


def test_where_no_cards_are_needed_the_answer_belongs_to_the_count(
    floor: Client, race: TableRace
) -> None:
    send(floor, race, "count", {"odd_1": "0", "odd_3": "2", **PILE, "pile_singles": "2"})
    race.refresh_from_db()
    assert (race.state, race.result["settlement"]["x"]) == ("counted", 600)
    assert send(floor, race, "collector", {"has": "1"}).status_code == 302
    race.refresh_from_db()
    assert (race.state, race.input["collector"]["own"]) == ("counted", {"100": 4})
    assert send(floor, race, "confirm", {}).status_code == 302


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        ({"collector": ""}, "collector_error", "The collector’s seat is missing."),
        ({"pile_stacks": "", "pile_singles": ""}, "pile_error", "The collector’s pile is missing"),
        (
            {"pile_stacks": "", "pile_singles": "4"},
            "pile_error",
            "The pile of 4 is smaller than the table’s 5 odd chips.",
        ),
        ({"pile_singles": "4"}, "pile_error", "not a whole number of sets of 4"),
        ({"pile_singles": "many"}, "pile_error", "“many” is not a number of chips"),
    ],
)
def test_a_wrong_pile_is_said_beside_it_and_stays(
    floor: Client, race: TableRace, changes: dict[str, str], field: str, sentence: str
) -> None:
    refused = send(floor, race, "count", COUNT | PILE | changes)
    assert refused.status_code == 422
    html = refused.content.decode()
    place = html.index(f'id="{field}"')
    assert sentence in html[place : html.index("</p>", place)]
    kept: Any = form_of(refused, reverse("count", args=(race.pk,)))
    sent = COUNT | PILE | changes
    for name in ("collector", "pile_stacks", "pile_singles", "odd_3"):
        assert kept[name] == [sent[name]]


def test_wrong_chips_of_its_own_are_said_beside_them(floor: Client, race: TableRace) -> None:
    dealt(floor, race)
    refused = send(floor, race, "collector", {"own_100": "some", "has": None})
    assert refused.status_code == 422
    html = refused.content.decode()
    place = html.index('id="own_error"')
    assert "“some” is not a number of chips" in html[place : html.index("</p>", place)]
    assert form_of(refused, reverse("collector", args=(race.pk,)))["own_100"] == ["some"]


def test_what_the_floor_brings_is_what_the_pile_is_worth(floor: Client, race: TableRace) -> None:
    page = floor.get(to_page(race))
    sent = form_of(page, reverse("count", args=(race.pk,))) | COUNT | PILE
    text = words_of(floor.post(reverse("live_worth", args=(race.pk,)), sent))
    assert "for the collector’s pile" in text
    assert "1 in case of a rescue" in text
    assert "Exchange at equal value" not in text


def test_the_collectors_story_tells_its_settlement(floor: Client, race: TableRace) -> None:
    dealt(floor, race)
    send(floor, race, "collector", {"has": "1"})
    stories = {seat: words_of(floor.get(reverse("story", args=(race.pk, seat)))) for seat in (1, 3)}
    assert "The floor takes its 25 × 25 and owes 600 for them." in stories[1]
    assert "Seat 1 adds 4 × 100 of its own" in stories[1]
    assert "owes 600" not in stories[3]


def test_a_table_without_a_collector_is_settled_with_the_bank(
    floor: Client, race: TableRace
) -> None:
    assert send(floor, race, "count", COUNT).status_code == 302
    send(floor, race, "deal", WINNER, query="?step=deal&deal_by=winners")
    assert send(floor, race, "confirm", {}).status_code == 302
    race.refresh_from_db()
    assert (race.state, race.result["settlement"]) == ("confirmed", None)


def test_a_ruleset_without_a_collector_does_not_ask_for_one(
    floor: Client, client_as: Callable[..., Client]
) -> None:
    race = announced_table(client_as("director", username="other").user)
    assert 'name="collector"' not in floor.get(to_page(race)).content.decode()


def test_chips_of_its_own_come_back_in_a_form_older_than_the_login(
    floor: Client, race: TableRace
) -> None:
    dealt(floor, race)
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(floor.user)
    address = reverse("collector", args=(race.pk,))
    sent: Any = form_of(strict.get(to_page(race)), address)
    del sent["has"]
    refused = strict.post(address, sent | {"own_100": "7", "csrfmiddlewaretoken": "x" * 64})
    assert refused.status_code == 403
    assert form_of(refused, address)["own_100"] == ["7"]

"""Race sheets entered afterwards: one form a table, all of it or nothing, and nothing lost."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.web.race_sheets import FILLED, address_of, enter, fields_of
from tests.web.rooms import announced_table
from tests.web.sent_forms import words_of
from tests.workflow.rooms import announce_25s
from tournaments.models import RaceEvent, TableRace

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor(client_as: Callable[..., Client]) -> Client:
    return client_as("floor")


@pytest.fixture
def director(client_as: Callable[..., Client]) -> Client:
    return client_as("director")


@pytest.fixture
def race(director: Client) -> TableRace:
    return announced_table(director.user)


def html_around(page: HttpResponse, name: str) -> str:
    """The tag of the field with this name."""
    found = re.search(rf'<input[^>]*name="{name}"[^>]*>', page.content.decode())
    assert found, name
    return found.group()


# --- Works ----------------------------------------------------------------------------------------
def test_a_whole_sheet_goes_in_with_one_post(floor: Client, race: TableRace) -> None:
    answer = enter(floor, race, FILLED)
    assert (answer.status_code, answer.url) == (302, reverse("sheets", args=(race.color_up_id,)))
    race.refresh_from_db()
    assert (race.state, race.version, race.drift) == ("confirmed", 4, 150)
    assert race.result["evidence"] == "cards"
    step = race.result["steps"][0]
    assert [one["seat"] for one in step["awards"]] == [4, 1]
    assert [one["seat"] for one in step["rescues"]] == [2]
    assert race.input["picked_up"] == {"25": 18}
    assert race.input["handed_over"] == {"100": 6}
    last = RaceEvent.objects.filter(race=race).latest("version")
    assert (last.by, last.witness, last.witness_name) == (floor.user, "player", "Player 04")
    assert "Table 7 is entered." in words_of(floor.get(answer.url))


def test_the_record_is_honest_about_the_sheet(floor: Client, race: TableRace) -> None:
    enter(floor, race, FILLED)
    said = "entered from a race sheet, counted by Dealer 3, at 21:40 by the sheet"
    page = words_of(floor.get(reverse("race", args=(race.pk,))))
    assert page.count(said) == 3
    assert f"confirmed floor · player: Player 04 · {said}, “seat 3 in the hall”" in page
    story = words_of(floor.get(reverse("story", args=(race.pk, 4))))
    assert f"· {said}" in story
    printed = words_of(floor.get(reverse("race_print", args=(race.pk,))))
    assert "every card. Entered from a race sheet, counted by Dealer 3" in printed
    sheets = words_of(floor.get(reverse("color_up_print", args=(race.color_up_id,))))
    assert "Entered from a race sheet, counted by Dealer 3" in sheets


@pytest.mark.parametrize(
    ("typed", "evidence"),
    [
        ({"cards_25_1": "Ks", "cards_25_2": "2c", "cards_25_4": "Ad"}, "best_cards"),
        ({"got_25_1": "on", "got_25_4": "on"}, "winners"),
        (
            {"cards_25_1": "K♠"[:1] + "s,9d/3h", "cards_25_2": "2C", "cards_25_4": "ad 10s"},
            "cards",
        ),
    ],
)
def test_a_sheet_rests_on_what_was_written_down(
    floor: Client, race: TableRace, typed: dict[str, str], evidence: str
) -> None:
    odd = {"chips_25_1": "3", "chips_25_2": "1", "rescued_2": "on", "chips_25_4": "2"}
    assert enter(floor, race, odd | typed).status_code == 302
    race.refresh_from_db()
    assert (race.state, race.result["evidence"]) == ("confirmed", evidence)


def test_the_total_and_who_got_a_chip_are_enough_where_the_ruleset_says_so(
    floor: Client, director: Client
) -> None:
    race = announced_table(director.user, evidence="totals")
    typed = {"total": "6", "got_25_1": "on", "got_25_4": "on", "rescued_2": "on"}
    assert enter(floor, race, typed).status_code == 302
    race.refresh_from_db()
    assert (race.result["evidence"], race.drift) == ("totals", 150)


def test_a_table_with_nothing_odd_is_entered_by_its_zero(floor: Client, race: TableRace) -> None:
    blank = enter(floor, race, {})
    assert blank.status_code == 422
    assert "Nothing of the count is entered" in words_of(blank)
    assert enter(floor, race, {"chips_25_1": "0"}).status_code == 302
    race.refresh_from_db()
    assert (race.state, race.odd_chips) == ("confirmed", 0)


def test_several_denominations_are_entered_on_one_form(
    floor: Client, director: Client, race: TableRace
) -> None:
    event = race.color_up.event
    again = announce_25s(
        event, [race.table], by=director.user, removed=[100, 500], in_play=[1000]
    ).races.get()
    typed = {
        "chips_100_1": "6",
        "chips_500_1": "1",
        "cards_100_1": "Ks",
        "chips_100_2": "2",
        "cards_100_2": "Qc",
        "cards_500_1": "Ks",
        "cards_500_2": "Qc",
    }
    page = enter(floor, again, typed)
    assert (page.status_code, words_of(page).count("so it gets no card")) == (422, 1)
    assert enter(floor, again, typed | {"cards_500_2": "", "cards_500_1": ""}).status_code == 302
    again.refresh_from_db()
    assert [one["removed"] for one in again.result["steps"]] == [100, 500]
    assert again.state == "confirmed"


def test_the_collectors_part_is_entered_with_the_sheet(floor: Client, director: Client) -> None:
    race = announced_table(director.user, ruleset="france", in_play=(100, 500))
    sheet = {
        "chips_25_1": "3",
        "cards_25_1": "Ks 9d 3h",
        "chips_25_2": "2",
        "cards_25_2": "Ad 4s",
        "collector_seat": "1",
        "collector_pile": "25",
    }
    asked = enter(floor, race, sheet)
    assert asked.status_code == 422
    assert "Say first whether seat 1 has 4 × 100 of its own" in words_of(asked)
    assert "autofocus" not in html_around(asked, "collector_seat")
    assert 'aria-invalid="true"' in html_around(asked, "collector_own_100")
    assert enter(floor, race, sheet | {"collector_own_100": "8"}).status_code == 302
    race.refresh_from_db()
    assert race.result["settlement"] == {
        "x": 600,
        "pays": {"500": 2},
        "takes_own": {"100": 4},
        "must_add": {},
    }


def test_what_was_paid_otherwise_is_a_directors_entry(
    floor: Client, director: Client, race: TableRace
) -> None:
    assert "Then a director enters this sheet." in words_of(floor.get(address_of(race)))
    otherwise = FILLED | {
        "otherwise": "on",
        "paid_25_2": "1",
        "paid_25_4": "1",
        "reason": "dealer paid seat 2",
        "handed_100": "",
    }
    refused = enter(floor, race, otherwise)
    assert refused.status_code == 403
    assert "a director must confirm it" in words_of(refused)
    assert enter(director, race, otherwise | {"reason": ""}).status_code == 422
    assert enter(director, race, otherwise).status_code == 302
    race.refresh_from_db()
    assert [(one["seat"], one["chips"]) for one in race.paid["awards"]] == [(2, 1), (4, 1)]
    assert race.paid["adjustment"] == -100


# --- Wrong: all at once, nothing saved, nothing lost ----------------------------------------------
WRONG = FILLED | {
    "chips_25_1": "5",
    "chips_25_2": "two",
    "cards_25_4": "Ad 1x",
    "picked_up": "many",
    "handed_100": "few",
    "counted_at": "half ten",
    "otherwise": "on",
    "paid_25_3": "one",
    "reason": "",
}


def test_all_problems_stand_next_to_their_fields_at_once(director: Client, race: TableRace) -> None:
    page = enter(director, race, WRONG)
    assert page.status_code == 422
    text = words_of(page)
    assert "Nothing was saved: 8 entries need another look." in text
    for name in (
        *("chips_25_1", "chips_25_2", "cards_25_4", "paid_25_3"),
        *("picked_up", "handed_100", "counted_at", "reason"),
    ):
        assert 'aria-invalid="true"' in html_around(page, name), name
    for name in ("cards_25_1", "cards_25_2", "chips_25_4", "total"):
        assert "aria-invalid" not in html_around(page, name), name
    assert "autofocus" in html_around(page, "chips_25_1")
    assert page.content.decode().count("autofocus") == 1
    assert "Seat 4: “1x” is not a card." in text
    assert "“half ten” is no time of day" in text
    assert "Say why it was paid otherwise." in text
    assert "“many” is not a number of chips." in text
    assert "“few” is not a number of chips." in text
    race.refresh_from_db()
    assert (race.state, race.version, race.input, race.events.count()) == (
        "announced",
        1,
        None,
        1,
    )


def test_nothing_typed_is_lost(director: Client, race: TableRace) -> None:
    page = enter(director, race, WRONG)
    kept = fields_of(page, race)
    assert {name: kept.get(name, [""])[0] for name in WRONG} == WRONG
    assert 'value="player" checked' in page.content.decode()


def test_a_half_right_sheet_saves_nothing(floor: Client, race: TableRace) -> None:
    page = enter(floor, race, FILLED | {"cards_25_2": ""})
    assert page.status_code == 422
    assert "Cards are still missing: seats 2." in words_of(page)
    assert 'aria-invalid="true"' in html_around(page, "cards_25_2")
    assert "autofocus" in html_around(page, "cards_25_2")
    assert fields_of(page, race)["cards_25_1"] == ["Ks 9d 3h"]
    race.refresh_from_db()
    assert (race.state, race.events.count()) == ("announced", 1)


def test_a_tie_is_named_and_its_extra_cards_have_a_box(floor: Client, director: Client) -> None:
    race = announced_table(director.user, decks=2)
    sheet = {"chips_25_1": "1", "cards_25_1": "Ks", "chips_25_2": "1", "cards_25_2": "Ks"}
    page = enter(floor, race, sheet)
    assert page.status_code == 422
    assert "Seats 1, 2 are tied: each of them gets one more card." in words_of(page)
    assert 'aria-invalid="true"' in html_around(page, "tie_25_1")
    assert enter(floor, race, sheet | {"tie_25_1": "4h", "tie_25_2": "4s"}).status_code == 302
    race.refresh_from_db()
    assert race.result["steps"][0]["awards"][0]["seat"] == 2


def test_a_tick_that_contradicts_the_cards_is_pointed_at(floor: Client, race: TableRace) -> None:
    page = enter(floor, race, FILLED | {"got_25_1": None, "got_25_2": "on", "rescued_2": None})
    assert page.status_code == 422
    assert "Seat 2 is ticked, but wins no chip by what is entered." in words_of(page)
    assert "Seat 1 wins a chip by what is entered, but is not ticked." in words_of(page)
    assert 'aria-invalid="true"' in html_around(page, "got_25_2")


def test_the_refusals_are_french_for_french_people(floor: Client, race: TableRace) -> None:
    floor.defaults["HTTP_ACCEPT_LANGUAGE"] = "fr"
    text = words_of(enter(floor, race, FILLED | {"chips_25_1": "5", "counted_at": "tard"}))
    assert "Rien n’a été enregistré : 2 saisies sont à revoir." in text
    assert "Feuille : Table 7" in text
    assert "« tard »" in text
    assert "Saisir et confirmer" in text

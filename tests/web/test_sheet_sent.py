"""Race sheets sent twice, too late, by htmx; and from one sheet on to the next."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.web.race_sheets import FILLED, address_of, enter, fields_of
from tests.web.rooms import announced_table, three_tables
from tests.web.sent_forms import changed, form_of, words_of
from tests.workflow.rooms import announce_25s
from tournaments.models import ColorUp, TableRace
from tournaments.workflow import count

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


# --- Sent twice, stale, done ----------------------------------------------------------------------
def test_a_double_tap_enters_the_sheet_once(floor: Client, race: TableRace) -> None:
    sent = changed(form_of(floor.get(address_of(race)), address_of(race)), FILLED)
    first, second = floor.post(address_of(race), sent), floor.post(address_of(race), sent)
    assert (first.status_code, second.status_code) == (302, 302)
    assert first.url == second.url
    assert race.events.count() == 4


def test_the_same_form_with_other_entries_shows_both(floor: Client, race: TableRace) -> None:
    sent = changed(form_of(floor.get(address_of(race)), address_of(race)), FILLED)
    floor.post(address_of(race), sent)
    page = floor.post(address_of(race), sent | {"cards_25_2": "3c"})
    assert page.status_code == 409
    text = words_of(page)
    assert "This was saved already, with other entries" in text
    assert "Saved was: Seat 1: 3 odd chips" in text
    assert "Seat 2: 2c" in text
    assert "You entered: Seat 1: 3 odd chips" in text
    assert "Seat 2: 3c" in text
    assert "This table stands at: done." in text


def test_a_stale_sheet_keeps_its_entries_and_shows_who_was_there(
    floor: Client, director: Client, race: TableRace
) -> None:
    sent = changed(form_of(floor.get(address_of(race)), address_of(race)), FILLED)
    count(
        race_id=race.pk,
        by=director.user,
        command_id="tablet",
        expected_version=1,
        entry={"seats": [{"seat": 1, "odd": 1}]},
    )
    page = floor.post(address_of(race), sent)
    assert page.status_code == 409
    text = words_of(page)
    assert "Somebody else changed this table; nothing of yours was saved." in text
    assert "director counted this table already" in text
    kept = fields_of(page, race)
    assert {name: kept[name][0] for name in FILLED} == FILLED
    assert kept["version"] == ["2"]
    assert kept["command_id"] != [sent["command_id"]]
    race.refresh_from_db()
    assert (race.version, race.odd_chips) == (2, 1)
    assert floor.post(address_of(race), kept).status_code == 302


def test_a_table_that_is_done_has_no_form(floor: Client, race: TableRace) -> None:
    enter(floor, race, FILLED)
    page = floor.get(address_of(race))
    assert "sheet-form" not in page.content.decode()
    assert "This table stands at: done. It goes on at its own page." in words_of(page)


def test_with_two_persons_the_form_says_so_and_stops_before_the_confirmation(
    floor: Client, director: Client
) -> None:
    race = announced_table(director.user, two_person="on")
    page = floor.get(address_of(race))
    assert "another person confirms it at the table’s page" in words_of(page)
    assert 'name="witness"' not in page.content.decode()
    answer = enter(floor, race, FILLED)
    assert "a second person confirms it" in words_of(floor.get(answer.url))
    race.refresh_from_db()
    assert (race.state, race.counted_by) == ("dealt", floor.user)
    confirm = reverse("confirm", args=(race.pk,))
    table = floor.get(reverse("race", args=(race.pk,)))
    assert floor.post(confirm, form_of(table, confirm)).status_code == 403
    assert director.post(confirm, form_of(table, confirm)).status_code == 302
    said = words_of(director.get(reverse("race_print", args=(race.pk,))))
    assert "Entered from a race sheet" in said


# --- With htmx ------------------------------------------------------------------------------------
def test_htmx_gets_the_form_back_or_is_sent_on(floor: Client, race: TableRace) -> None:
    sent = changed(form_of(floor.get(address_of(race)), address_of(race)), FILLED)
    live = reverse("live_sheet", args=(race.pk,))
    htmx = {"HX-Request": "true"}
    wrong = floor.post(live, sent | {"chips_25_1": "9"}, headers=htmx)
    assert wrong.status_code == 422
    assert "<html" not in wrong.content.decode()
    assert fields_of(wrong, race)["cards_25_1"] == ["Ks 9d 3h"]
    done = floor.post(live, sent, headers=htmx)
    assert done.headers["HX-Redirect"] == reverse("sheets", args=(race.color_up_id,))


# --- The list, and the next sheet -----------------------------------------------------------------
def test_sheets_are_entered_one_after_the_other(floor: Client, director: Client) -> None:
    event = three_tables(director.user)
    color_up: ColorUp = announce_25s(event, list(event.tables.all()), by=director.user)
    first, second, third = color_up.races.order_by("table__number")
    listed = reverse("sheets", args=(color_up.pk,))
    page = words_of(floor.get(listed))
    assert "0 of 3 tables done" in page
    assert "Not entered yet Table 1 Table 2 Table 3" in page
    assert "Enter: Table 1" in page
    nothing_odd = {"total": "0", "chips_25_1": "0"}
    # From table 2 on to 3, and from the last back to the first that waits.
    assert enter(floor, second, nothing_odd).url == address_of(third)
    assert "2 sheets to enter" in words_of(floor.get(address_of(third)))
    assert enter(floor, third, nothing_odd).url == address_of(first)
    count(
        race_id=first.pk,
        by=director.user,
        command_id="tablet",
        expected_version=1,
        entry={"seats": [{"seat": 1, "odd": 1}]},
    )
    page = words_of(floor.get(listed))
    assert "Every sheet is entered." in page
    assert "Begun, not confirmed yet" in page
    assert "Table 1 counted director" in page
    assert enter(floor, first, nothing_odd).url == listed


def test_the_list_is_found_on_the_board_by_those_who_may_enter(
    floor: Client, client_as: Callable[..., Client], race: TableRace
) -> None:
    board = reverse("color_up", args=(race.color_up_id,))
    listed = f'href="{reverse("sheets", args=(race.color_up_id,))}"'
    assert listed in floor.get(board).content.decode()
    assert listed not in client_as("viewer").get(board).content.decode()

"""The sheets that are printed: a table's, all of a colour-up's, and the announcement."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.web.rooms import announced_table, three_tables
from tests.web.sent_forms import form_of, send, words_of
from tournaments.boards.sheets import record_hash
from tournaments.models import ColorUp, TableRace

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(client_as: Callable[..., Client]) -> Client:
    return client_as("director")


@pytest.fixture
def race(director: Client) -> TableRace:
    """Confirmed with odd chips of three seats and a rescue."""
    race = announced_table(director.user)
    send(director, race, "count", {"odd_1": "3", "odd_2": "1", "only_2": "on", "odd_3": "2"})
    send(director, race, "deal", {"cards_1": "Kd", "cards_2": "2s", "cards_3": "As"})
    send(director, race, "confirm", {"witness": "dealer", "witness_name": "D. Ealer"})
    race.refresh_from_db()
    return race


def sheet(client: Client, race: TableRace, query: str = "") -> str:
    return words_of(client.get(reverse("race_print", args=(race.pk,)) + query))


def test_a_sheet_holds_chips_cards_due_paid_drift_and_hash(
    director: Client, race: TableRace
) -> None:
    text = sheet(director, race)
    assert "Seat Odd Cards Due Paid 1 3 K♦ 1 × 100 1 × 100 2 1 2♠ 1 × 100 1 × 100" in text
    assert "how many was not recorded" in text
    assert "Odd chips 6 × 25 = 150 Pool 2 × 100" in text
    assert "Put down for odd chips 3 × 100 Bank pays / takes 3 × 100 / 6 × 25" in text
    assert "Table value +150: rounded up +50, rescue +100." in text
    assert "seen by dealer: D. Ealer" in text
    assert f"record {record_hash(race)} · version 4" in text


def test_names_are_printed_on_request_only(director: Client, race: TableRace) -> None:
    assert "Player 01" not in sheet(director, race)
    assert "Seat Player Odd" in sheet(director, race, "?names=1")
    assert "1 Player 01 3" in sheet(director, race, "?names=1")


def test_the_hash_changes_with_the_record_and_not_with_the_reader(
    director: Client, race: TableRace, client_as: Callable[..., Client]
) -> None:
    before = record_hash(race)
    assert before in sheet(client_as("viewer"), race)
    send(director, race, "reopen", {"to_state": "dealt", "why": "wrong card"})
    race.refresh_from_db()
    assert record_hash(race) != before


def test_full_counts_print_what_was_exchanged(director: Client) -> None:
    race = announced_table(director.user)
    send(director, race, "count", {"count_by": "full", "count_1": "7", "count_2": "8"})
    text = sheet(director, race)
    assert "Seat Handed in Exchanged for Odd" in text
    assert "1 4 × 25 1 × 100 3" in text
    assert "2 8 × 25 2 × 100 0" in text


def test_a_sheet_of_a_table_that_waits_is_blank(director: Client) -> None:
    text = sheet(director, announced_table(director.user))
    assert "Nothing has been counted here." in text
    assert "Floor Witness" in text


def test_all_sheets_are_printed_with_rules_and_who_says_so(director: Client) -> None:
    event = three_tables(director.user)
    address = reverse("announce", args=(event.pk,))
    director.post(address, form_of(director.get(address), address))
    color_up = ColorUp.objects.get()
    page = director.get(reverse("color_up_print", args=(color_up.pk,)))
    assert page.content.decode().count('<article class="sheet">') == 4
    text = words_of(page)
    assert "Half a chip or more is rounded up. ★ house choice" in text
    assert "The deal starts at seat 1. TDA 2026" in text
    assert "Director Witness" in text


def test_the_announcement_is_printed_in_the_language_of_the_event(director: Client) -> None:
    event = three_tables(director.user, language="fr")
    address = reverse("announce", args=(event.pk,))
    director.post(address, form_of(director.get(address), address))
    color_up = ColorUp.objects.get()
    page = director.get(reverse("announcement_print", args=(color_up.pk,)))
    assert '<article class="sheet" lang="fr">' in page.content.decode()
    assert "<p>à la pause</p>" in page.content.decode()
    assert " ".join(color_up.text.split()) in words_of(page)


def test_printing_asks_as_much_for_many_tables_as_for_one(director: Client) -> None:
    event = three_tables(director.user)
    address = reverse("announce", args=(event.pk,))
    sent = form_of(director.get(address), address)
    director.post(address, {**sent, "tables": sent["tables"][:1]})
    again = form_of(director.get(address), address)
    director.post(address, again)
    counts = []
    for color_up in ColorUp.objects.order_by("pk"):
        with CaptureQueriesContext(connection) as queries:
            director.get(reverse("color_up_print", args=(color_up.pk,)))
        counts.append(len(queries))
    assert counts[0] == counts[1]

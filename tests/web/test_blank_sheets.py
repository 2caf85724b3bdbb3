"""Blank race sheets: what the dealer has to know, and a box for all that is asked afterwards."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.web.rooms import announced_table
from tests.web.sent_forms import words_of
from tests.workflow.rooms import announce_25s, make_event, make_table
from tournaments.boards.blank_sheet import blank_sheets
from tournaments.models import ColorUp, TableRace
from tournaments.workflow.sections import put_section
from tournaments.workflow.table import void_race

pytestmark = pytest.mark.django_db


@pytest.fixture
def viewer(client_as: Callable[..., Client]) -> Client:
    return client_as("viewer")


@pytest.fixture
def director(client_as: Callable[..., Client]) -> Client:
    return client_as("director")


def sheet_of(client: Client, race: TableRace, query: str = "") -> str:
    return words_of(client.get(reverse("blank_sheet", args=(race.pk,)) + query))


def test_a_sheet_has_the_rules_in_words_and_a_line_a_seat(director: Client, viewer: Client) -> None:
    race = announced_table(director.user, due="at 21:40", first_seat="button")
    text = sheet_of(viewer, race)
    assert "Table 7 25 → 100 (4 for 1) Friday · at 21:40 · TDA 2026" in text
    assert "Exchange complete sets: 4 × 25 for 1 × 100." in text
    assert "Half a chip or more is rounded up." in text
    assert "The deal starts at the button." in text
    assert "A seat wins one chip at most." in text
    assert "gets a chip in addition. The rescue chip is a 100. Pick up every odd chip." in text
    assert "25s at the table → chips of 100 0–1 → 0 2–5 → 1 6–9 → 2" in text
    assert "26–27 → 7 Seat Odd chips Cards Got a chip Rescued" in text
    assert "Rescued 1 2 3 4 5 (empty) 6 (empty) 7 (empty) 8 (empty) 9 (empty) Odd chips" in text
    assert "Odd chips in all Pool, chips of 100 25s picked up 100s handed over" in text
    assert "Dealer button at seat Remarks; paid otherwise: whom, what, why" in text
    assert "Seen by dealer player camera nobody Counted by Witness Time" in text


def test_names_are_on_the_sheet_on_request_only(director: Client, viewer: Client) -> None:
    race = announced_table(director.user)
    assert "Player 01" not in sheet_of(viewer, race)
    assert "1 Player 01 2 Player 02" in sheet_of(viewer, race, "?names=1")


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ({"pool_rounding": "down"}, "0–3 → 0 4–7 → 1"),
        ({"pool_rounding": "more_than_half"}, "0–2 → 0 3–6 → 1"),
        ({"award_limit": "winner_takes_all"}, "The highest card wins the whole pool."),
        ({"decks": 2}, "Cards are dealt from two decks; a tie is settled by one more card each."),
        ({"evidence": "best_cards"}, "Seat Odd chips Best card Got a chip"),
        ({"procedure": "round_up_each"}, "Every racer gets its odd chips rounded up. Nobody"),
        ({"procedure": "leave_in_play"}, "Odd chips simply stay in play. Seat Odd chips 1 2"),
        ({"two_person": "on"}, "Counted by Second person Time"),
        ({"supplier": "collector"}, "Collector’s seat Collector’s pile Collector’s own chips"),
    ],
)
def test_a_sheet_follows_its_ruleset(
    director: Client, viewer: Client, rules: dict[str, object], said: str
) -> None:
    assert said in sheet_of(viewer, announced_table(director.user, **rules))


def test_a_set_of_many_chips_leaves_a_box_for_the_best_card(
    director: Client, viewer: Client
) -> None:
    race = announced_table(director.user, in_play=(500, 1000))
    assert "25 → 500 (20 for 1)" in sheet_of(viewer, race)
    assert "Seat Odd chips Best card Got a chip Rescued" in sheet_of(viewer, race)


def test_where_everything_is_exchanged_all_chips_are_written_down(
    director: Client, viewer: Client
) -> None:
    race = announced_table(director.user, removed=500, in_play=(100, 1000))
    text = sheet_of(viewer, race)
    assert "1. Exchange" not in text
    assert "Exchange all chips of 500 at equal value. Seat All chips 1 2" in text
    assert "500s picked up 100s handed over 1,000s handed over" in text


def test_several_denominations_have_a_block_of_columns_each(
    director: Client, viewer: Client
) -> None:
    event = make_event()
    table = make_table(event, 3, {1: "Player 01"})
    removal = {"removed": [25, 100], "in_play": [500, 1000]}
    race = announce_25s(event, [table], by=director.user, **removal).races.get()
    text = sheet_of(viewer, race)
    assert "25 → 100 (4 for 1), 100 → 500 (5 for 1)" in text
    assert (
        "25 → 100 100 → 500 Seat All chips Best card Got a chip All chips Best card Got a chip"
        " Rescued"
    ) in text
    assert "100s at the table → chips of 500 0–2 → 0 3–7 → 1" in text
    assert "picked up" not in text


def test_a_sheet_speaks_the_language_of_the_announcement(director: Client, viewer: Client) -> None:
    event = make_event(language="fr")
    race = announce_25s(event, [make_table(event, 3)], by=director.user).races.get()
    page = viewer.get(reverse("blank_sheet", args=(race.pk,)))
    assert '<article class="sheet paper" lang="fr">' in page.content.decode()
    text = words_of(page)
    assert "Blank race sheets" in text
    assert "Échangez les lots complets : 4 × 25 contre 1 × 100." in text
    assert "Place Jetons restants Cartes A reçu un jeton Repêché" in text
    assert "Vu par croupier joueur caméra personne Compté par Témoin Heure" in text


# --- Which tables ---------------------------------------------------------------------------------
@pytest.fixture
def color_up(director: Client) -> ColorUp:
    """Tables 1 to 3; 2 and 3 are section B."""
    event = make_event()
    tables = [make_table(event, number, {1: f"Player {number}1"}) for number in (1, 2, 3)]
    put_section(event_id=event.pk, by=director.user, name="B", tables=[2, 3])
    return announce_25s(event, tables, by=director.user)


def tables_on(client: Client, color_up: ColorUp, query: str = "") -> list[str]:
    page = client.get(reverse("blank_sheets", args=(color_up.pk,)) + query)
    return [one.table for one in page.context["sheets"]]


def test_all_tables_or_those_of_a_section(viewer: Client, color_up: ColorUp) -> None:
    section = color_up.event.sections.get()
    assert tables_on(viewer, color_up) == ["Table 1", "Table 2", "Table 3"]
    assert tables_on(viewer, color_up, f"?section={section.pk}") == ["Table 2", "Table 3"]
    assert tables_on(viewer, color_up, "?section=no") == ["Table 1", "Table 2", "Table 3"]
    page = viewer.get(reverse("blank_sheets", args=(color_up.pk,)) + f"?section={section.pk}")
    assert "Section B" in words_of(page)
    assert page.content.decode().count('<article class="sheet paper"') == 2


def test_a_void_table_has_no_sheet(director: Client, color_up: ColorUp) -> None:
    void_race(
        race_id=color_up.races.first().pk,
        by=director.user,
        command_id=uuid4().hex,
        expected_version=1,
        reason="table broken",
    )
    assert tables_on(director, color_up) == ["Table 2", "Table 3"]


def test_blank_sheets_are_found_where_they_are_needed(
    viewer: Client, director: Client, color_up: ColorUp
) -> None:
    race = color_up.races.first()
    blank = reverse("blank_sheets", args=(color_up.pk,))
    for address in (
        reverse("color_up", args=(color_up.pk,)),
        reverse("announcement_print", args=(color_up.pk,)),
    ):
        assert f'href="{blank}"' in viewer.get(address).content.decode()
    table = viewer.get(reverse("race", args=(race.pk,))).content.decode()
    assert f'href="{reverse("blank_sheet", args=(race.pk,))}"' in table
    entering = f'href="{reverse("sheet", args=(race.pk,))}"'
    assert entering not in table
    assert entering in director.get(reverse("race", args=(race.pk,))).content.decode()


def test_many_sheets_are_read_with_as_few_questions_as_one(
    viewer: Client, color_up: ColorUp
) -> None:
    counts = []
    for query in ("", f"?section={color_up.event.sections.get().pk}"):
        with CaptureQueriesContext(connection) as queries:
            tables_on(viewer, color_up, query)
        counts.append(len(queries))
    assert counts[0] == counts[1]
    assert max(counts) <= 8


def test_the_ruleset_is_the_one_announced(color_up: ColorUp) -> None:
    color_up.ruleset["options"]["pool_rounding"] = "up"
    (sheet,) = blank_sheets(color_up, [color_up.races.first()], names=False)
    assert sheet.steps[0].pools[:2] == (("0", 0), ("1–4", 1))

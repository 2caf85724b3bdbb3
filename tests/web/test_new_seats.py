"""New events from a seat draw: look, mend in place, save."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from tests.web.uploads import (
    again,
    fields_of,
    rows_of,
    seats_of,
    sentences,
    stored,
    text_of,
    upload,
    workbook,
)
from tournaments.models import Event, Seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(client_as: Callable[..., Client]) -> Client:
    return client_as("director")


def test_bad_rows_of_a_draw_are_mended_in_their_cells(director: Client) -> None:
    page = upload(director, "seats/bad-rows.csv")
    assert sentences(page) == {
        2: ("Line 2 is left out: seat 1 of table 1 is taken by line 1.",),
        3: ("Line 3 is left out: “eleven” is not a seat number.",),
        4: ("Line 4 is left out: it names no table.",),
        5: ("Line 5 is left out: “-50” is not a whole number of chips.",),
    }
    assert "4 rows are not understood" in text_of(page)
    mended = again(
        director,
        page,
        row__2__seat="2",
        row__3__seat="11",
        row__4__out="on",
        row__5__chips="1.5k",
    )
    assert sentences(mended) == {}
    assert "1 table, 5 players, 2,700 in chips." in text_of(mended)
    again(director, mended, "save", chips="25 100")
    assert seats_of(Event.objects.get()) == [
        (1, 1, "Player 01"),
        (1, 2, "Player 02"),
        (1, 5, "Player 05"),
        (1, 6, '=HYPERLINK("x")'),
        (1, 11, "Player 03"),
    ]


def test_a_draw_in_windows_1252_with_semicolons_is_read(director: Client) -> None:
    again(director, upload(director, "seats/semicolon-latin1.csv"), "save", chips="25")
    assert seats_of(Event.objects.get()) == [
        (12, 1, "Joueur Ä"),
        (12, 2, "Joueur Ø"),
        (12, 10, "Joueur Ñ"),
    ]


def test_a_draw_of_a_spreadsheet_is_mended_like_its_csv(director: Client) -> None:
    draw = [
        ["Table", "Seat", "Player", "ID"],
        [1, 1, "Player 01", "a7"],
        [1, 4.0, "Player 02", None],
        ["two", "x", "Player 03", None],
    ]
    page = upload(director, workbook([["Notes"]], draw), "draw.xlsx")
    assert sentences(page) == {3: ("Line 3 is left out: “x” is not a seat number.",)}
    again(director, page, "save", chips="25", row__3__seat="3", row__3__table="2")
    assert seats_of(Event.objects.get()) == [
        (1, 1, "Player 01"),
        (1, 4, "Player 02"),
        (2, 3, "Player 03"),
    ]
    assert Seat.objects.get(player="Player 01").external_id == "a7"


def test_a_structure_of_a_spreadsheet_is_read(director: Client) -> None:
    rows = [["Level", "SB", "BB", "Ante"], [1, 25, 50, None], ["Break"], [2, "1,000", 2e3, "x"]]
    page = upload(director, workbook(rows), "levels.xlsx")
    assert sentences(page) == {3: ("Line 3 is left out: its ante “x” is not a whole number.",)}
    again(director, page, "save", chips="25", row__3__ante="0")
    assert rows_of(Event.objects.get()) == [
        "25/50/0 None",
        "break None None  []",
        "1000/2000/0 None",
    ]


def test_a_spreadsheet_with_too_many_rows_says_so(director: Client) -> None:
    rows = [["SB", "BB"], *([25, 50] for _ in range(501))]
    response = upload(director, workbook(rows), "levels.xlsx")
    assert response.context["errors"]["file"] == [
        "levels.xlsx has 501 rows; at most 500 are read, and no event has more."
    ]


def big_draw(tables: int) -> str:
    lines = [f"{table},{seat},Player" for table in range(1, tables + 1) for seat in range(1, 10)]
    return "\n".join(["Table,Seat,Player", *lines, "1,x,Player Odd"])


def test_of_a_large_draw_only_the_odd_rows_are_fields(director: Client) -> None:
    page = upload(director, big_draw(100).encode(), "draw.csv")
    shown = page.context["page"]
    assert ([one.number for one in shown.rows], shown.total, shown.unseen) == ([901], 901, 900)
    page = again(director, page, row__901__seat="10")
    assert [one.number for one in page.context["page"].rows] == [901]
    page = again(director, page, "add")
    assert [one.number for one in page.context["page"].rows] == [901, 902]
    page = again(director, page, row__902__table="101", row__902__seat="1")
    again(director, page, "save", chips="25 100", row__902__player="Player Late")
    assert stored() == (1, 1, 101, 902)


def test_rows_that_were_changed_on_their_way_are_not_saved(director: Client) -> None:
    page = upload(director, big_draw(100).encode(), "draw.csv")
    sent = fields_of(page)["unseen"]
    refused = again(director, page, "save", unseen=sent[:-1] + "!", chips="25", accept="on")
    assert refused.status_code == 422
    assert "A part of the rows was changed on its way" in text_of(refused)
    assert fields_of(refused)["row-1-seat"] == "x"
    assert stored() == (0, 0, 0, 0)

"""Seat draws and chip counts."""

from __future__ import annotations

import pytest

from colorup.formats.tournament_file import PlayerRow, TournamentFile, read_sheet
from tests.formats.samples import problems_text, read, sample


def seats(found: TournamentFile) -> dict[str, list[tuple[int, str, int | None]]]:
    return {
        table.name: [(one.seat, one.name, one.chips) for one in table.players]
        for table in found.tables
    }


def test_a_draw_with_thousands_separators():
    found = sample("seats/draw.csv")
    assert found.kind == "seats"
    assert seats(found) == {
        "1": [(1, "Player 01", 25375), (2, "Player 02", 18050), (4, "Player 03", 31200)],
        "2": [(1, "Player 04", 9925), (3, "Player 05", 14600), (9, "Player 06", 40850)],
    }
    assert found.problems == ()


def test_a_french_draw_in_windows_1252():
    found = sample("seats/semicolon-latin1.csv")
    assert seats(found) == {
        "12": [(1, "Joueur Ä", 12500), (2, "Joueur Ø", 9875), (10, "Joueur Ñ", 31000)]
    }
    assert found.problems == ()


def test_bad_rows_are_told_and_good_ones_kept():
    found = sample("seats/bad-rows.csv")
    assert seats(found) == {"1": [(1, "Player 01", 100), (6, '=HYPERLINK("x")', 600)]}
    assert problems_text(found) == [
        (3, "bad_seat.taken"),
        (4, "bad_seat.not_a_seat"),
        (5, "missing_field.table"),
        (6, "bad_count.not_whole"),
    ]


def test_the_document_of_a_draw():
    document = sample("seats/bad-rows.csv").as_document()
    assert document["tables"] == [
        {
            "name": "1",
            "seats": None,
            "button": None,
            "players": [
                {"seat": 1, "name": "Player 01", "chips": 100},
                {"seat": 6, "name": '=HYPERLINK("x")', "chips": 600},
            ],
        }
    ]
    assert document["problems"][0] == {
        "row": 3,
        "code": "bad_seat",
        "message": "Line 3 is left out: seat 1 of table 1 is taken by line 2.",
    }
    assert [one["code"] for one in document["problems"]] == [
        "bad_seat", "bad_seat", "missing_field", "bad_count",
    ]  # fmt: skip
    assert (document["entries"], document["chips_bought"], document["rows"]) == (None, None, [])


@pytest.mark.parametrize(
    "headings",
    [
        "Table,Seat,Player,Chips", "TABLE #,SEAT #,PLAYER NAME,CHIP COUNT",
        "Tbl,Seat No,Name,Stack",
        "Table,Place,Joueur,Jetons", "N° de table,Siège,Nom du joueur,Tapis",
        "Numéro de table,Numéro de place,Nom,Nombre de jetons",
        "Nº table,Nº siège,Joueurs,Nb jetons", "Tables,Seats,Players,Starting stacks",
    ],
)  # fmt: skip
def test_headings(headings):
    assert seats(read(f"{headings}\nRed,3,Player 07,1k\n")) == {"Red": [(3, "Player 07", 1000)]}


def test_first_and_last_names():
    found = read("Prénom;Nom;Table;Place\nJoueur;Neuf;1;2\n;Dix;1;3\n")
    assert seats(found) == {"1": [(2, "Joueur Neuf", None), (3, "Dix", None)]}
    found = read("Table\tSeat\tLast name\tFirst name\n1\t2\tNine\tPlayer\n")
    assert seats(found) == {"1": [(2, "Player Nine", None)]}


@pytest.mark.parametrize("written", ["3", "Seat 3", "S3", "seat #3", "Place 3", "3."])
def test_a_seat(written):
    assert seats(read(f"Table,Seat,Player\n1,{written},A\n")) == {"1": [(3, "A", None)]}


@pytest.mark.parametrize("written", ["", "0", "-1", "1.5", "99999", "three", "=3"])
def test_not_a_seat(written):
    found = read(f"Table,Seat,Player\n1,{written},A\n1,2,B\n")
    assert seats(found) == {"1": [(2, "B", None)]}
    assert problems_text(found) == [(2, "bad_seat.not_a_seat")]


def test_a_seat_beyond_a_races_seats_is_kept_and_told():
    found = read("Table,Seat,Player\n1,13,A\n")
    assert seats(found) == {"1": [(13, "A", None)]}
    assert problems_text(found) == [(2, "bad_seat.too_high")]


def test_an_empty_seat_is_no_player_but_taken_by_its_line():
    found = read("Table,Seat,Player,Chips\n1,1,,\n1,2,,500\n1,1,Late,100\n")
    assert seats(found) == {"1": [(2, "", 500)]}
    assert problems_text(found) == [(4, "bad_seat.taken")]


def test_players_stand_by_seat_and_tables_as_in_the_file():
    found = read("Seat,Table,Player\n9,B,A\n1,B,B\n2,A,C\n")
    assert seats(found) == {"B": [(1, "B", None), (9, "A", None)], "A": [(2, "C", None)]}


def test_a_player_id_is_kept():
    found = read("Table,Seat,Player,Player ID\n1,1,Player 07,K-12\n")
    assert found.tables[0].players == (PlayerRow(1, "Player 07", None, "K-12"),)


@pytest.mark.parametrize(
    "name", ["=1+1", "+cmd", "@SUM(A1)", "-2", "<script>", "O'Neil", 'A "Ace" B']
)
def test_a_name_is_text_whatever_it_looks_like(name):
    quoted = name.replace('"', '""')
    assert seats(read(f'Table,Seat,Player\n1,1,"{quoted}"\n')) == {"1": [(1, name, None)]}


def test_a_name_loses_control_characters_and_outer_blanks():
    found = read('Table,Seat,Player\n1,1,"  Player\x07\n 07\u00a0"\n')
    assert seats(found) == {"1": [(1, "Player 07", None)]}


def test_all_problems_of_a_row_are_told():
    found = read("Table,Seat,Player,Chips\n,x,A,few\n1,1,B,1\n")
    assert [key for _, key in problems_text(found)] == [
        "missing_field.table", "bad_seat.not_a_seat", "bad_count.not_whole",
    ]  # fmt: skip


def test_the_cells_of_a_spreadsheet():
    found = read_sheet([["Table", "Seat", "Player", "Chips"], [1.0, 2, "A", 2500.0]], "draw.xlsx")
    assert seats(found) == {"1": [(2, "A", 2500)]}

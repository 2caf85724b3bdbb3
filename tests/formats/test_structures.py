"""Structures as tables: separators, headings in two languages, the places a break can stand."""

from __future__ import annotations

import pytest

from colorup.formats.tournament_file import read_sheet
from tests.formats.samples import problems_text, read, rows_text, sample


def test_breaks_in_the_level_column():
    found = sample("structures/breaks-in-level-column.csv")
    assert rows_text(found) == [
        "100/200/200 20", "100/300/300 20", "200/400/400 20", "break 15", "300/600/600 20",
        "400/800/800 20", "500/1000/1000 20", "break 15", "1000/1500/1500 20",
        "1000/2000/2000 20",
    ]  # fmt: skip
    assert [row.row for row in found.rows] == list(range(1, 11))
    assert found.problems == ()


def test_breaks_in_a_type_column():
    found = sample("structures/club-levels.csv")
    assert rows_text(found) == [
        "25/50/0 20", "50/100/0 20", "75/150/0 20", "100/200/25 20", "break 15",
        "150/300/25 20", "200/400/50 20", "300/600/75 20", "400/800/100 20", "break 15",
        "500/1000/100 20", "600/1200/200 20", "800/1600/200 20", "1000/2000/300 20", "break 10",
        "1500/3000/500 20", "2000/4000/500 20", "3000/6000/1000 20", "5000/10000/1000 20",
    ]  # fmt: skip
    assert found.problems == ()


def test_french_with_a_chip_race_column():
    found = sample("structures/french-semicolon.csv")
    assert found.kind == "structure"
    assert rows_text(found) == [
        "100/200/0 30", "200/400/0 30", "break 15 up", "500/1000/500 30", "500/1500/500 30",
    ]  # fmt: skip
    assert found.problems == ()


def test_the_document_of_a_structure():
    document = sample("structures/french-semicolon.csv").as_document()
    assert document["rows"][2] == {
        "row": 3, "kind": "break", "minutes": 15, "color_up": True, "note": "", "denominations": [],
    }  # fmt: skip
    assert {key: value for key, value in document.items() if key not in ("kind", "rows")} == {
        "version": None, "title": None, "chips": [], "chip_sets": [], "current_row": None,
        "tables": [], "entries": None, "chips_bought": None, "problems": [],
    }  # fmt: skip


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_separators_encodings_and_line_ends(separator, encoding, line_end):
    lines = ["Niveau;PB;GB;Ante;Durée (min)", "1;25;50;;20", "Pause dîner;;;;45", "2;50;100;10;20"]
    text = line_end.join(lines).replace(";", separator)
    assert rows_text(read(text, encoding)) == ["25/50/0 20", "break 45: dîner", "50/100/10 20"]


@pytest.mark.parametrize(
    "headings",
    [
        "Level,Small Blind,Big Blind,Ante,Duration",
        "lvl,sb,bb,bba,min",
        "#,SMALL,BIG,Big blind ante,Minutes",
        "Niveau,Petite blinde,Grosse blinde,Ante,Durée",
        "Niv.,PB,GB,Ante BB,Temps (en minutes)",
        'Round,"Small\nBlind","Big\nBlind",Antes,Level time',
        "Palier,Petites blindes,Grosses blindes,Antes,Durée",
        "Level,Small blinds (SB),Big blinds (BB),A,Mins",
        "Niveau,Petite mise,Grosse mise,Ante,Durées (min)",
    ],
)
def test_headings(headings):
    assert rows_text(read(f"{headings}\n1,100,200,25,20\n")) == ["100/200/25 20"]


def test_lines_above_the_headings_are_passed_over():
    text = "sep=;\nFriday deepstack\n\nLevel;SB;BB\n1;25;50\n"
    assert rows_text(read(text)) == ["25/50/0"]


def test_blinds_in_one_column():
    text = "Level,Blinds,Minutes\n1,25/50,20\n2,50 - 100 - 10,20\n3,1k/2k/2k,0:20\n,Break,15:00\n"
    assert rows_text(read(text)) == ["25/50/0 20", "50/100/10 20", "1000/2000/2000 20", "break 15"]


def test_a_break_in_the_column_of_the_blinds_with_its_minutes():
    found = read("Level,Blinds,Ante\n1,25/50,\n,Break 15 min - color up 25s,\n2,50/100,10\n")
    assert rows_text(found) == ["25/50/0", "break 15: color up 25s [25]", "50/100/10"]
    assert found.problems == ()


@pytest.mark.parametrize(
    ("break_row", "expected"),
    [
        ("Break,,,,15,", "break 15"),
        ("Break 2,,,,,", "break"),
        ("Pause 15 min,,,,,", "break 15"),
        (",Pause,,,10,", "break 10"),
        (",Break,Break,Break,10,", "break 10"),
        ("Break,0,0,0,15,", "break 15"),
        ("Dinner break,,,,60,", "break 60: Dinner"),
        (",,,,15,Break: color up 25s", "break 15: color up 25s [25]"),
        ("Break,,,,15,race off T25 and T100", "break 15: race off T25 and T100 [25, 100]"),
    ],
)
def test_where_a_break_can_stand(break_row, expected):
    text = f"Level,SB,BB,Ante,Min,Notes\n1,25,50,,20,\n{break_row}\n2,50,100,,20,\n"
    found = read(text)
    assert rows_text(found) == ["25/50/0 20", expected, "50/100/0 20"]
    assert found.problems == ()


@pytest.mark.parametrize(
    ("mark", "expected"),
    [
        ("15", ["25/50/0 20", "break 15", "50/100/0 20"]),
        ("yes", ["25/50/0 20", "break", "50/100/0 20"]),
        ("10 min chip race 25", ["25/50/0 20", "break 10: chip race 25 [25]", "50/100/0 20"]),
        ("no", ["25/50/0 20", "50/100/0 20"]),
        ("", ["25/50/0 20", "50/100/0 20"]),
    ],
)
def test_a_break_column_beside_a_level_is_a_break_after_it(mark, expected):
    text = f"Level,SB,BB,Min,Break\n1,25,50,20,{mark}\n2,50,100,20,\n"
    assert rows_text(read(text)) == expected


def test_a_break_column_on_a_line_of_its_own():
    assert rows_text(read("SB,BB,Break\n25,50,\n,,15\n50,100,\n")) == [
        "25/50/0", "break 15", "50/100/0",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("mark", "expected"),
    [
        ("yes", "break 15 up"),
        ("Oui", "break 15 up"),
        ("x", "break 15 up"),
        ("TRUE", "break 15 up"),
        ("25", "break 15 up: 25 [25]"),
        ('"25s, 100s"', "break 15 up: 25s, 100s [25, 100]"),
        ("no", "break 15 none"),
        ("non", "break 15 none"),
        ("-", "break 15 none"),
        ("", "break 15 none"),
    ],
)
@pytest.mark.parametrize("heading", ["Chip race", "Color up", "Colour-up", "Color-Up?", "Chip-up"])
def test_the_colour_up_column(heading, mark, expected):
    text = f"Level,SB,BB,Min,{heading}\n1,25,50,20,\nBreak,,,15,{mark}\n"
    assert rows_text(read(text)) == ["25/50/0 20", expected]


def test_a_level_that_only_speaks_of_a_break_is_a_level():
    found = read("Level,SB,BB,Type,Notes\n1,25,50,NLH,last level before the break\n")
    assert rows_text(found) == ["25/50/0"]


def test_a_colour_up_marked_on_a_level_is_told():
    found = read("Level,SB,BB,Chip race\n1,25,50,yes\n2,50,100,no\n")
    assert rows_text(found) == ["25/50/0", "50/100/0"]
    assert problems_text(found) == [(2, "bad_row.color_up_at_level")]


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("1,abc,50,0,20", "bad_row.small_blind"),
        ("1,25,-50,0,20", "bad_row.big_blind"),
        ("1,25,50,2.5,20", "bad_row.ante"),
        ("1,25,,0,20", "bad_row.big_blind"),
        ("1,0.25,50,0,20", "bad_row.small_blind"),
        ("Registration closes,,,,", "bad_row.neither"),
        ('1,"25,50,0,20', "bad_row.quotes"),
    ],
)
def test_a_line_that_is_not_understood_is_left_out_and_told(line, key):
    found = read(f"Level,SB,BB,Ante,Min\n{line}\n2,50,100,10,20\n")
    assert rows_text(found) == ["50/100/10 20"]
    assert found.rows[0].row == 1
    assert problems_text(found) == [(2, key)]


def test_every_wrong_number_of_a_line_is_told():
    found = read("SB,BB,Ante\nx,y,z\n25,50,\n")
    assert problems_text(found) == [
        (2, "bad_row.small_blind"), (2, "bad_row.big_blind"), (2, "bad_row.ante"),
    ]  # fmt: skip


def test_a_duration_that_is_none_is_told_and_the_level_kept():
    found = read("SB,BB,Min\n25,50,soon\n50,100,1h30\n")
    assert rows_text(found) == ["25/50/0", "50/100/0 90"]
    assert problems_text(found) == [(2, "bad_row.minutes")]


def test_an_open_quote_spoils_one_line_only():
    found = read('Level,SB,BB\n1,25,50\n"2,50,100\n3,75,150\n4,100,200\n')
    assert rows_text(found) == ["25/50/0", "75/150/0", "100/200/0"]
    assert problems_text(found) == [(3, "bad_row.quotes")]


def test_the_cells_of_a_spreadsheet():
    found = read_sheet(
        [
            ["Level", "Small blind", "Big blind", "Ante"],
            [1, 25.0, 50, None],
            ["Break", None, None, None],
        ],
        "night.xlsx",
    )
    assert rows_text(found) == ["25/50/0", "break"]

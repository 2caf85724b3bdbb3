"""Rows while people mend them: what is opened says the same as the file, and nothing is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from colorup.engine.problems import Problems
from colorup.formats.text import decode
from colorup.formats.tournament_file import read_tournament_file
from colorup.formats.worksheet import (
    MOST_ROWS,
    Look,
    Worksheet,
    WorksheetRow,
    empty_row,
    look,
    open_worksheet,
    worksheet_of,
)
from tests.formats.samples import DATA, rows_text, sample

TABLES = sorted(path.relative_to(DATA).as_posix() for path in DATA.glob("s*/*.*"))


def opened(text: str) -> Look:
    return open_worksheet(text, "pasted")


def keys(found: Look) -> dict[int, list[str]]:
    return {number: [one.key for one in odd] for number, odd in found.problems.items()}


@pytest.mark.parametrize("name", TABLES)
def test_rows_that_are_opened_say_what_the_file_says_however_often_they_are_read(name):
    read = read_tournament_file((DATA / name).read_bytes(), name)
    found = open_worksheet(decode((DATA / name).read_bytes(), name), name)
    for one in (found, look(found.worksheet)):
        assert (one.file.kind, one.file.rows, one.file.tables) == (
            read.kind,
            read.rows,
            read.tables,
        )


def test_a_break_in_a_column_beside_its_level_becomes_a_row_of_its_own():
    found = opened("SB,BB,Break\n25,50,15 min\n50,100,\n100,x,\n")
    assert rows_text(found.file) == ["25/50/0", "break 15", "50/100/0"]
    assert keys(found) == {4: ["bad_row.big_blind"]}


def test_a_mark_that_names_chips_stays_in_its_column_and_out_of_the_note():
    found = opened("SB,BB,Type,Color up,Note\n25,50,level,,\n,,break,25/100,dinner\n")
    row = found.worksheet.rows[1]
    assert (row["color_up"], row["note"]) == ("25/100", "dinner")
    (read,) = look(found.worksheet).file.breaks
    assert (read.color_up, read.denominations) == (True, (25, 100))


def test_blinds_in_one_cell_are_cut_so_that_the_wrong_one_can_be_mended():
    found = opened("Level,Blinds\n1,25/50\n2,50/1oo/5\n")
    row = found.worksheet.rows[1]
    assert (row["small_blind"], row["big_blind"], row["ante"]) == ("50", "1oo", "5")
    assert keys(found) == {2: ["bad_row.big_blind"]}


def test_a_line_left_as_text_is_read_again_below_its_headings():
    found = opened('Player;Seat;Table\nPlayer 01;1;2\n"Player 02;2;2\n')
    assert keys(found) == {2: ["bad_row.quotes"]}
    mended = WorksheetRow(None, "Player 02;2;2")
    rows = (found.worksheet.rows[0], mended)
    again = look(Worksheet("seats", rows, found.worksheet.headings))
    assert (again.worksheet.rows[1]["player"], keys(again)) == ("Player 02", {})


def test_a_row_that_is_left_out_neither_counts_nor_takes_a_seat():
    cells = {"table": "1", "seat": "1", "player": "Player 01", "chips": ""}
    rows = (WorksheetRow(cells, left_out=True), WorksheetRow({**cells, "player": "Player 02"}))
    found = look(Worksheet("seats", rows))
    assert found.problems == {}
    assert [one.name for one in found.file.tables[0].players] == ["Player 02"]


def test_an_empty_row_is_nothing_and_an_empty_break_is_a_break():
    rows = (empty_row("structure"), WorksheetRow({"kind": "break"}))
    assert rows_text(look(Worksheet("structure", rows)).file) == ["break"]


def test_rows_are_put_in_and_taken_out_by_number():
    sheet = opened("25/50\n100/200").worksheet
    assert [one.is_empty for one in sheet.with_row_after(0).rows] == [True, False, False]
    assert [one.is_empty for one in sheet.with_row_after(2).rows] == [False, False, True]
    assert sheet.with_row_after(1).without_row(2) == sheet
    full = Worksheet("structure", (empty_row("structure"),) * MOST_ROWS["structure"])
    assert full.is_full
    assert not full.without_row(1).is_full


@pytest.mark.parametrize("kind", ["structure", "seats"])
def test_a_save_can_be_mended_too(kind):
    file = sample("tdt/club-3-tables-25s.tdt")
    found = look(worksheet_of(file, kind))
    assert found.problems == {}
    if kind == "structure":
        assert rows_text(found.file) == rows_text(file)
    else:
        assert [one.players for one in found.file.tables] == [one.players for one in file.tables]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("good evening", "bad_file.unknown"),
        ("25/50\n" * (MOST_ROWS["structure"] + 1), "bad_file.too_many_rows"),
        ("SB,BB\n" + "25,50\n" * (MOST_ROWS["structure"] + 1), "bad_file.too_many_rows"),
    ],
)
def test_what_cannot_be_opened_says_why(text, key):
    with pytest.raises(Problems) as refused:
        opened(text)
    assert [one.key for one in refused.value] == [key]


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=30), max_size=6))
def test_every_line_of_a_text_is_read_or_stays_as_it_was_written(lines):
    text = "\n".join(["25/50", *lines])
    found = opened(text)
    again = look(found.worksheet)
    assert again.file.rows == found.file.rows
    assert all(one.cells is not None or one.written for one in again.worksheet.rows)

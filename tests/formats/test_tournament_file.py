"""Recognition by content, and content that is no tournament file."""

from __future__ import annotations

import pytest

from colorup.engine.problems import Problems
from colorup.formats.text import LIMIT, position, tidy
from colorup.formats.tournament_file import read_sheet, read_tournament_file
from colorup.wording import say_problem
from tests.formats.samples import DATA, read, rows_text
from tests.formats.tdt_notation import a_save


def refusal(content: bytes) -> tuple[str, str]:
    with pytest.raises(Problems) as caught:
        read_tournament_file(content, "night.xyz")
    (problem,) = caught.value
    assert problem.code == "bad_file"
    return problem.key.partition(".")[2], say_problem(problem)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("tdt/sample-45-players.tdt", "tdt"),
        ("structures/club-levels.csv", "structure"),
        ("structures/pasted.txt", "structure"),
        ("seats/draw.csv", "seats"),
    ],
)
def test_the_kind_is_seen_in_the_content_not_the_name(name, kind):
    content = (DATA / name).read_bytes()
    assert read_tournament_file(content, "upload.bin").kind == kind
    assert read_tournament_file(b"\n \n" + content, "x.tdt").kind == kind


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"", "empty"),
        (b"  \n\t ", "empty"),
        (b"\xef\xbb\xbf", "empty"),
        (b"PK\x03\x04....", "spreadsheet"),
        (b"\xd0\xcf\x11\xe0....", "spreadsheet"),
        (b"%PDF-1.7", "pdf"),
        (b"\x89PNG\r\n", "picture"),
        (b"25/50\0\0", "binary"),
        (b"<html><body>25</body></html>", "unknown"),
        (b"{", "js_unclosed"),
        (b"{}", "not_tdt"),
        (b"a" * (LIMIT + 1), "too_large"),
    ],
)
def test_what_is_no_tournament_file_gets_one_sentence(content, what):
    key, sentence = refusal(content)
    assert key == what
    assert sentence.startswith("night.xyz")
    assert sentence.endswith(".")


def test_bytes_that_no_encoding_knows_are_read_around():
    found = read_tournament_file(b"Table,Seat,Player\n1,1,A\x81B\n", "x")
    assert found.tables[0].players[0].name == "A\ufffdB"


def test_a_sheet_without_the_headings_is_refused():
    with pytest.raises(Problems) as caught:
        read_sheet([["a", "b"], [1, 2]], "night.xlsx")
    assert [one.key for one in caught.value] == ["bad_file.unknown"]


@pytest.mark.parametrize(
    ("text", "offset", "where"),
    [
        ("ab", 0, (1, 1)),
        ("ab", 2, (1, 3)),
        ("a\nb", 2, (2, 1)),
        ("a\r\nb", 3, (2, 1)),
        ("a\rb\nc", 4, (3, 1)),
    ],
)
def test_where_in_a_text(text, offset, where):
    assert position(text, offset) == where


def test_a_tidy_text_is_one_line():
    assert tidy(" a\x00\n b\u202f c\x85") == "a b c"


def test_the_same_save_after_a_round_through_windows_1252():
    text = a_save(Title='"Øre"')
    assert rows_text(read(text)) == rows_text(read(text, "cp1252"))
    assert read(text, "cp1252").title == "Øre"

"""Structures as people write them, one level or break a line."""

from __future__ import annotations

import pytest

from colorup.engine.problems import Problems
from tests.formats.samples import problems_text, read, rows_text, sample


def one(line: str) -> str:
    """The one row of a line, read between two plain levels."""
    found = read(f"1/2\n{line}\n3/6\n")
    assert found.problems == ()
    before, row, after = rows_text(found)
    assert (before, after) == ("1/2/0", "3/6/0")
    return row


def test_the_pasted_sample():
    found = sample("structures/pasted.txt")
    assert found.kind == "structure"
    assert rows_text(found) == [
        "25/50/0 20",
        "50/100/0",
        "75/150/0",
        "100/200/25 20",
        "break 10: color up green T25 [25]",
        "150/300/300",
        "200/400/400",
        "break 20: chip up 25's [25]",
        "300/600/600",
        "1000/2000/2000 15",
    ]
    assert found.problems == ()


@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("25/50", "25/50/0"),
        ("25-50", "25/50/0"),
        ("25 – 50", "25/50/0"),
        ("75 / 150", "75/150/0"),
        ("T100/T200", "100/200/0"),
        ("200/400/400", "200/400/400"),
        ("Blinds 25/50", "25/50/0"),
        ("SB 100, BB 200, ante 25", "100/200/25"),
        ("Small blind: 100 Big blind: 200", "100/200/0"),
        ("1k/2k", "1000/2000/0"),
        ("1.5k/3k", "1500/3000/0"),
        ("1,500/3,000", "1500/3000/0"),
        ("1 500/3 000", "1500/3000/0"),
        ("1\u202f500/3\u202f000", "1500/3000/0"),
        ("500/1 000", "500/1000/0"),
        ("1’500/3’000", "1500/3000/0"),
    ],
)
def test_blinds(line, row):
    assert one(line) == row


@pytest.mark.parametrize(
    "line",
    [
        "Level 3: 25/50", "level 3 25/50", "Lvl 3 - 25/50", "Level3 25/50", "LEVEL 3) 25/50",
        "L3 25/50", "L 3: 25/50", "Niveau 3 : 25/50", "Niv. 3 25/50", "N3 25/50",
        "Round 3: 25/50", "3. 25/50",
        "3) 25/50", "3: 25/50", "#3 25/50", "3 25/50", "2 - 25/50", "* 25/50", "- 25/50", "• 25/50",
        "•25/50", "> L3 25/50", "* 3. 25/50",
    ],
)  # fmt: skip
def test_what_stands_before_the_blinds(line):
    assert one(line) == "25/50/0"


def test_a_level_of_ten_and_twenty_is_not_level_ten():
    assert one("Level 10/20") == "10/20/0"


@pytest.mark.parametrize(
    ("line", "ante"),
    [
        ("ante 300", 300), ("(ante 300)", 300), ("Ante: 300", 300), ("a300", 300), ("a 300", 300),
        ("BBA 300", 300), ("BB ante 300", 300), ("big blind ante 300", 300),
        ("300 ante", 300), ("w/ 300 ante", 300), ("300 BBA", 300), ("avec ante de 300", 300),
        ("(300)", 300), ("[300]", 300),
        ("BBA", 600), ("no ante", 0), ("sans ante", 0), ("ante 0", 0), ("", 0),
    ],
)  # fmt: skip
def test_the_ante(line, ante):
    assert one(f"300/600 {line}") == f"300/600/{ante}"


@pytest.mark.parametrize(
    ("line", "minutes"),
    [
        ("- 20 min", 20), (", 20 minutes", 20), ("15m", 15), ("20'", 20), ("(20 mins)", 20),
        ("20mn", 20), ("1h", 60), ("1h30", 90), ("1 hour", 60), ("20-minute level", 20),
        ("-20min", 20), ("| 20 min | 19:40", 20),
    ],
)  # fmt: skip
def test_the_minutes(line, minutes):
    assert one(f"300/600 ante 100 {line}") == f"300/600/100 {minutes}"


def test_m_is_a_million_in_an_amount_and_minutes_behind_it():
    assert one("L30 1m/2m a2m 15m") == "1000000/2000000/2000000 15"


@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("Break", "break"),
        ("BREAK 10 MIN", "break 10"),
        ("Pause 15 min", "break 15"),
        ("15 min break", "break 15"),
        ("15 minute break", "break 15"),
        ("Break (15)", "break 15"),
        ("Break 2", "break"),
        ("Break 2 - 15 min", "break 15"),
        ("7. Break 15 min", "break 15"),
        ("Level 5: Break 15 min", "break 15"),
        ("Dinner break 60 min", "break 60: Dinner"),
        ("Pause dîner 60 min (retour 20h15)", "break 60: dîner (retour 20h15)"),
        ("Break: color up 5s and 10s", "break: color up 5s and 10s [5, 10]"),
        ("Break, chip race 25", "break: chip race 25 [25]"),
        ("Pause 15 min, retrait des jetons de 25", "break 15: retrait des jetons de 25 [25]"),
        ("Break - T1k chips leave", "break: T1k chips leave [1000]"),
        (
            "Break, remove 1,000s after level 8 at 20:15",
            "break: remove 1,000s after level 8 at 20:15 [1000]",
        ),
        ("Break until 20:15, free pizza 12", "break: until 20:15, free pizza 12"),
    ],
)  # fmt: skip
def test_breaks(line, row):
    assert one(line) == row


@pytest.mark.parametrize(
    "line",
    [
        "Welcome everybody", "Starting stack 20,000", "0.5/1", "50/25", "1/2k", "25/50/75", "25/x",
        "25", "10/12/2026", "x" * 600, "1/2 " + "y" * 600,
    ],
)  # fmt: skip
def test_a_line_that_is_neither_is_told(line):
    found = read(f"25/50\n{line}\n50/100")
    assert rows_text(found) == ["25/50/0", "50/100/0"]
    assert problems_text(found) == [(2, "bad_row.neither")]


@pytest.mark.parametrize("rest", ["99", "200", "with 3 rebuys", "then a break"])
def test_what_a_level_says_beyond_its_level_is_told(rest):
    found = read(f"100/200 {rest}")
    assert rows_text(found) == ["100/200/0"]
    assert problems_text(found) == [(1, "bad_row.rest")]


def test_a_title_of_one_word_is_not_a_line_of_headings():
    found = read("Blinds:\n25/50 - 20 min\n50/100 ante 10\nBreak 10 min\n")
    assert rows_text(found) == ["25/50/0 20", "50/100/10", "break 10"]
    assert [one.row for one in found.problems] == [1]


def test_words_around_a_level_are_no_problem():
    assert one("Level 4: blinds 100/200, ante 25, end of late registration!") == "100/200/25"


def test_empty_lines_and_rules_are_passed_over_but_counted():
    found = read("\n\n-----\n25/50\n\nnonsense\n")
    assert rows_text(found) == ["25/50/0"]
    assert problems_text(found) == [(6, "bad_row.neither")]


@pytest.mark.parametrize(
    "text", ["Dear all,\nsee you on Friday.\n", "Break 15 min\n", "a,b\n1,2\n"]
)
def test_a_text_without_any_level_is_no_tournament_file(text):
    with pytest.raises(Problems) as caught:
        read(text)
    assert [one.key for one in caught.value] == ["bad_file.unknown"]

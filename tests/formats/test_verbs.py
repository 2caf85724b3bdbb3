"""``read`` and ``plan`` on the command line."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from colorup.cli import main
from tests.formats.samples import DATA
from tests.formats.tdt_notation import a_save

PASTED = str(DATA / "structures/pasted.txt")
CLUB = str(DATA / "tdt/club-3-tables-25s.tdt")
LEVELS = str(DATA / "structures/club-levels.csv")


@pytest.fixture
def run(capsys):
    def run(*arguments: str) -> tuple[int, str, str]:
        status = main(arguments)
        out, err = capsys.readouterr()
        return status, out, err

    return run


def document(run, *arguments):
    status, out, err = run(*arguments, "--json")
    assert (status, err) == (0, "")
    return json.loads(out)


def errors(run, *arguments):
    status, out, err = run(*arguments, "--json")
    assert status == 2
    found = json.loads(out)["errors"]
    assert err.splitlines() == [f"{one['code']}: {one['message']}" for one in found]
    return [one["code"] for one in found]


@pytest.mark.parametrize("path", sorted(DATA.glob("*/*.*")), ids=lambda path: path.name)
def test_every_sample_is_read(run, path):
    assert document(run, "read", str(path))["kind"] in ("tdt", "structure", "seats")
    status, out, _ = run("read", str(path))
    assert status == 0
    assert len(out.splitlines()) > 3


def test_the_plan_of_a_save(run):
    assert document(run, "plan", CLUB) == {
        "chips": [25, 100, 500, 1000],
        "removals": [
            {"removed": 25, "target": 100, "needed_until_row": 7, "break_row": 8},
            {"removed": 100, "target": 500, "needed_until_row": 15, "break_row": 16},
            {"removed": 500, "target": 1000, "needed_until_row": 18, "break_row": 20},
        ],
        "breaks": [
            {"row": 4, "flagged": False, "removable": []},
            {"row": 8, "flagged": True, "removable": [25]},
            {"row": 12, "flagged": False, "removable": []},
            {"row": 16, "flagged": False, "removable": [100]},
            {"row": 20, "flagged": True, "removable": [500]},
        ],
    }


@pytest.mark.parametrize(
    ("name", "removals"),
    [
        ("club-2-tables-25s.tdt", [(25, 7, 8), (100, 14, 16), (500, 17, None)]),
        ("club-nothing-to-remove.tdt", [(25, 7, 8), (100, 13, 16), (500, 15, 16)]),
        ("club-two-denominations.tdt", [(25, 3, 4), (100, 12, 13), (500, 15, 17)]),
        ("sample-45-players.tdt", [(5, 2, 7), (10, 2, 7), (25, 15, 21)]),
    ],
)
def test_the_plans_of_the_other_saves(run, name, removals):
    found = document(run, "plan", str(DATA / "tdt" / name))["removals"]
    assert [
        (one["removed"], one["needed_until_row"], one["break_row"]) for one in found
    ] == removals


def test_the_plan_of_a_structure_needs_chips(run):
    assert errors(run, "plan", LEVELS) == ["missing_field"]
    found = document(run, "plan", LEVELS, "--chips", "1000,25,500,100")
    assert found["chips"] == [25, 100, 500, 1000]
    assert [
        (one["removed"], one["needed_until_row"], one["break_row"]) for one in found["removals"]
    ] == [(25, 8, 10), (100, 14, 15), (500, 17, None)]
    assert found["breaks"] == [
        {"row": 5, "flagged": None, "removable": []},
        {"row": 10, "flagged": None, "removable": [25]},
        {"row": 15, "flagged": None, "removable": [100]},
    ]


def test_chips_given_count_instead_of_those_in_the_file(run):
    found = document(run, "plan", CLUB, "--chips", "25,1k")
    assert found["removals"] == [
        {"removed": 25, "target": 1000, "needed_until_row": 18, "break_row": 20}
    ]


def test_a_single_chip_never_leaves(run):
    assert document(run, "plan", CLUB, "--chips", "25")["removals"] == []


@pytest.mark.parametrize(
    ("chips", "codes"),
    [
        ("", 1), ("25,", 1), ("25,25", 1), ("0,100", 1), ("-25,100", 1), ("x,y", 2), ("2.5", 1),
        ("25,9999999999999", 1), ("25;100", 1),
    ],
)  # fmt: skip
def test_bad_chips(run, chips, codes):
    assert errors(run, "plan", CLUB, f"--chips={chips}") == ["bad_denomination"] * codes


def test_bad_chips_and_a_bad_file_are_told_together(run, tmp_path):
    (tmp_path / "x").write_text("nothing")
    assert errors(run, "plan", str(tmp_path / "x"), "--chips=x") == ["bad_denomination", "bad_file"]


def test_chips_not_in_use_do_not_count(run, tmp_path):
    unused = a_save().replace("Value: 100, Use: true", "Value: 100, Use: false")
    (tmp_path / "unused.tdt").write_text(unused)
    assert document(run, "plan", str(tmp_path / "unused.tdt"))["chips"] == [25]
    (tmp_path / "none.tdt").write_text(unused.replace("Use: true", "Use: false"))
    assert errors(run, "plan", str(tmp_path / "none.tdt")) == ["missing_field"]


def test_a_seat_draw_cannot_be_planned(run):
    assert errors(run, "plan", str(DATA / "seats/draw.csv"), "--chips=25,100") == ["bad_file"]


@pytest.mark.parametrize("verb", ["read", "plan"])
def test_a_file_that_is_not_there(run, tmp_path, verb):
    assert errors(run, verb, str(tmp_path / "none.tdt")) == ["bad_file"]


def test_a_damaged_save_is_one_sentence(run, tmp_path):
    path = tmp_path / "cut.tdt"
    path.write_text('{ V: "3.4",\n T: new Tournament({Title: "x"')
    status, out, err = run("read", str(path))
    assert (status, out) == (2, "")
    assert err == (
        f"bad_file: {path}, line 2, character 31: the file ends here, but the “{{” of line 2, "
        "character 20 is still open; a part of the file is missing.\n"
    )


def test_the_plan_in_words(run):
    status, out, _ = run("plan", CLUB)
    assert status == 0
    assert out.splitlines() == [
        "Chips in use: 25, 100, 500, 1000",
        "",
        "  removed  into  needed until  may go at",
        "       25   100         row 7      row 8",
        "      100   500        row 15     row 16",
        "      500  1000        row 18     row 20",
        "",
        "Colour-ups marked in the file",
        "  row 16 is not marked, but 100 can leave there",
    ]


def test_what_is_not_understood_stands_at_the_end(run):
    _, out, _ = run("read", str(DATA / "seats/bad-rows.csv"))
    assert out.splitlines()[0] == "seat draw"
    assert out.splitlines()[-4:] == [
        "  bad_seat: Line 3 is left out: seat 1 of table 1 is taken by line 2.",
        "  bad_seat: Line 4 is left out: “eleven” is not a seat number.",
        "  missing_field: Line 5 is left out: it names no table.",
        "  bad_count: Line 6 is left out: “-50” is not a whole number of chips.",
    ]


def test_the_verbs_need_no_django():
    code = (
        "import sys; from colorup.cli import main; "
        f"main(['read', {CLUB!r}, '--json']); main(['plan', {CLUB!r}]); "
        "sys.exit('django' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)

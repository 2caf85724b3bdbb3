"""``python -m colorup race`` and ``rules``, as people and scripts run them."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from colorup.cli import RACE_IN_HELP, main
from colorup.engine.presets import PRESETS
from colorup.engine.ruleset import OPTIONS
from colorup.formats.race_json import evaluate
from colorup.wording.options import SENTENCES
from tests.engine.races import counted, race, seat

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = race(
    counted(1, 7, other=12000),
    seat(2, 1, other=0),
    in_play=[100, 500, 1000],
    ruleset="tda-2026",
    rules={"pool_rounding": "half_up"},
    button=3,
    cards={"1": ["Ks", "9d", "3h"], "2": ["Qc"]},
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "race.json"
    path.write_text(json.dumps(EXAMPLE), encoding="utf-8")
    return path


def write(path: Path, document: Any) -> str:
    path.write_text(json.dumps(document), encoding="utf-8")
    return str(path)


def test_the_race_of_the_formats_comes_out_as_they_promise(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["race", str(file), "--json"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    found = json.loads(captured.out)
    assert found.pop("options") == PRESETS["tda-2026"].ruleset.as_dict()
    assert [(one["seat"], bool(one["text"])) for one in found.pop("why")] == [(1, True), (2, True)]
    step = {
        "removed": 25,
        "target": 100,
        "set": {"gives": 4, "gets": 1},
        "exchange": [
            {"seat": 1, "hands_in": 4, "receives": {"100": 1}, "odd": 3},
            {"seat": 2, "hands_in": None, "receives": None, "odd": 1},
        ],
        "odd_chips": 4,
        "odd_value": 100,
        "full": 1,
        "left": 0,
        "pool": 1,
        "unawarded": 0,
        "cards_needed": 4,
        "deal_order": [1, 2],
        "ranking": [{"seat": 1, "card": "Ks"}, {"seat": 2, "card": "Qc"}],
        "tie": [],
        "at_risk": [2],
        "awards": [{"seat": 1, "chips": 1, "card": "Ks"}],
        "rescues": [{"seat": 2, "chip": 100, "from": "bank"}],
    }
    assert found == {
        "ruleset": "tda-2026",
        "modified": False,
        "evidence": "cards",
        "final": True,
        "missing": [],
        "steps": [step],
        "received": [{"seat": 1, "value": 200}, {"seat": 2, "value": 100}],
        "paid_for_odd": 200,
        "odd_taken": 100,
        "drift": 100,
        "drift_terms": {"rounded_up": 0, "rounded_down": 0, "rescue": 100, "surplus_forfeited": 0},
        "band": {"min": -25, "max": 50},
        "bank": {"pays": {"100": 3}, "takes": {"25": 8}},
        "settlement": None,
        "warnings": [],
    }


def test_people_get_a_table(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["race", str(file)]) == 0
    out = capsys.readouterr().out
    for words in (
        "Ruleset tda-2026",
        "25 → 100: 4 for 1",
        "pool 1 × 100",
        "K♠ seat 1",
        "seat 2 1 × 100 from the bank",
        "Drift +100 (rescue +100)",
        "Bank pays 3 × 100, takes 8 × 25",
        "Evidence: cards",
    ):
        assert words in out


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"cards": {}}, "Not final yet, cards missing: seats 1, 2."),
        ({"rules": {"first_seat": "button"}, "button": None}, "seat order unknown"),
        ({"removed": 500, "in_play": [100, 1000], "seats": [], "cards": {}}, "no race"),
        ({"rules": {"pool_rounding": "up"}}, "Ruleset tda-2026, modified"),
        ({"target": 500, "cards": {}}, "Warning: From 25 to 500 skips 100, which stays in play"),
    ],
)
def test_the_table_of_other_races(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], fields: dict[str, Any], words: str
) -> None:
    document = {**EXAMPLE, **fields}
    document = {name: value for name, value in document.items() if value is not None}
    assert main(["race", write(tmp_path / "race.json", document)]) == 0
    assert words in capsys.readouterr().out


def test_with_input_the_race_reads_back_to_the_same_result(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = {**EXAMPLE, "cards": {"1": ["kS", "10d", "3H"], "2": ["qc"]}}
    del document["ruleset"]
    assert main(["race", write(file, document), "--json", "--with-input"]) == 0
    found = json.loads(capsys.readouterr().out)
    read = found.pop("input")
    assert read["cards"] == {"1": ["Ks", "Td", "3h"], "2": ["Qc"]}
    assert read["ruleset"] == "tda-2026"
    assert main(["race", write(tmp_path / "again.json", read), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == found == evaluate(document)


WRONG = {**EXAMPLE, "button": 0, "seats": [{"seat": 2, "odd": 9}, {"seat": 3}]}


def test_wrong_input_prints_every_problem_on_a_line_of_standard_error(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["race", write(file, WRONG)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.splitlines() == [
        "bad_button: The button cannot be at “0”; seats are numbered 1 to 12.",
        "bad_count: Seat 2: 9 odd chips make a complete set of 4; exchange it first.",
        "missing_field: Entry 2 of “seats” has neither “count” nor “odd” chips.",
    ]


def test_with_json_the_problems_are_on_standard_output_too(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["race", write(file, WRONG), "--json"]) == 2
    captured = capsys.readouterr()
    assert len(captured.err.splitlines()) == 3
    errors = json.loads(captured.out)["errors"]
    assert [(one["code"], one.get("seat")) for one in errors] == [
        ("bad_button", None),
        ("bad_count", 2),
        ("missing_field", 3),
    ]
    assert all(set(one) <= {"code", "message", "seat"} and one["message"] for one in errors)
    assert "seat" not in errors[0]


def test_a_wrong_value_cannot_break_the_line(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["race", write(file, {**EXAMPLE, "a\nb\u2028c\x1b[1m": 1})]) == 2
    assert capsys.readouterr().err.splitlines() == [
        r"unknown_field: There is no field “a\nb\u2028c\x1b[1m” here."
    ]


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["race"],
        ["races", "x"],
        ["race", "x", "y"],
        ["race", "x", "--yaml"],
        ["race", "x", "--js"],
        ["--json", "race", "x"],
        ["rules", "roberts", "france"],
    ],
)
def test_wrong_usage_is_a_problem_like_any_other(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err.startswith("bad_usage: ")


def test_wrong_usage_with_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rac", "--json"]) == 2
    (error,) = json.loads(capsys.readouterr().out)["errors"]
    assert error["code"] == "bad_usage"


@pytest.mark.parametrize("name", ["no-such-file", ".", "", "a\0b"])
def test_a_file_that_cannot_be_read(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["race", f"{tmp_path}/{name}", "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["errors"][0]["code"] == "bad_file"


def test_standard_input_is_read_for_a_dash(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    content = io.BytesIO(b"\xef\xbb\xbf" + json.dumps(EXAMPLE).encode())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(content))
    assert main(["race", "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["drift"] == 100
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["race", "-"]) == 2
    assert capsys.readouterr().err.startswith("bad_file: ")


def test_rules_lists_the_presets(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(PRESETS)
    assert main(["rules", "--json"]) == 0
    presets = json.loads(capsys.readouterr().out)["presets"]
    assert [one["slug"] for one in presets] == list(PRESETS)
    for one in presets:
        assert one["source"] == PRESETS[one["slug"]].source
        assert list(one["options"]) == list(OPTIONS)
        for name, option in one["options"].items():
            value = getattr(PRESETS[one["slug"]].ruleset, name)
            assert option["value"] == value
            key = "text" if name == "when" else option["value"]
            assert option["meaning"] == SENTENCES[f"option.{name}.{key}"]
            assert option["says"] == PRESETS[one["slug"]].says[name]


def test_rules_shows_one_preset(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "roberts", "--json"]) == 0
    (only,) = json.loads(capsys.readouterr().out)["presets"]
    assert only["slug"] == "roberts"
    assert only["options"]["two_person"]["value"] == "off"
    assert main(["rules", "roberts"]) == 0
    lines = capsys.readouterr().out.splitlines()
    starred = {line.split()[1] for line in lines if line.startswith("★ ")} & OPTIONS.keys()
    assert starred == {name for name, says in PRESETS["roberts"].says.items() if says == "house"}


def test_rules_of_no_preset(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "nope"]) == 2
    assert capsys.readouterr().err == "unknown_ruleset: There is no ruleset “nope”.\n"


def bare(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """Run the command line as an interpreter without any third-party package does."""
    environment = {
        "PATH": os.environ["PATH"],
        "LC_ALL": "C",
        "PYTHONIOENCODING": "ascii",
        "PYTHONCOERCECLOCALE": "0",
    }
    command = [sys.executable, "-S", "-E", "-X", "utf8=0", "-m", "colorup", *arguments]
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.run(command, cwd=ROOT, env=environment, check=False, **options)


def test_it_runs_on_python_alone_in_the_plainest_locale(file: Path) -> None:
    done = bare("race", str(file))
    assert (done.returncode, done.stderr) == (0, b"")
    assert "K♠ seat 1" in done.stdout.decode("utf-8")
    done = bare("race", "-", "--json", input=b'{"\xff": 1}')
    assert done.returncode == 2
    assert done.stderr.startswith(b"bad_file: ")
    done = bare("race", "-", "--json", input=rb'{"\ud800": 1, "removed": 25, "in_play": [100]}')
    assert done.returncode == 2
    assert [one["code"] for one in json.loads(done.stdout)["errors"]] == [
        "unknown_field",
        "missing_field",
    ]


def test_it_needs_no_third_party_package() -> None:
    program = (
        "import sys; sys.path.insert(0, sys.argv.pop(1)); from colorup.cli import main; "
        "status = main(sys.argv[1:]); "
        "names = {one.partition('.')[0] for one in sys.modules}; "
        "foreign = names - set(sys.stdlib_module_names) - {'colorup', '__main__'}; "
        "print(status, sorted(foreign), file=sys.stderr)"
    )
    for arguments in (["rules", "france"], ["race", "-"]):
        done = subprocess.run(
            [sys.executable, "-S", "-I", "-c", program, str(ROOT), *arguments],
            input=json.dumps(EXAMPLE).encode(),
            capture_output=True,
            check=False,
        )
        assert done.stderr == b"0 []\n"
        assert done.stdout.startswith((b"france: ", b"Ruleset tda-2026"))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is full")
def test_a_result_that_cannot_be_written_is_said() -> None:
    with Path("/dev/full").open("wb") as full:
        done = bare("rules", "--json", stdout=full)
    assert done.returncode == 2
    assert done.stderr.startswith(b"bad_file: The result cannot be written")


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed:
        done = bare("rules", "--json", stdout=closed)
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_race_in_the_help_is_one() -> None:
    text = RACE_IN_HELP[RACE_IN_HELP.index("{") : RACE_IN_HELP.index("}}") + 2]
    result = evaluate(json.loads(text))
    assert [one["seat"] for one in result["steps"][0]["awards"]] == [1]

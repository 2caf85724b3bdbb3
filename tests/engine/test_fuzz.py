"""However a race is spoiled, the command line answers: a result, or the promised codes."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from colorup.cli import main
from tests.engine.races import cases

EXAMPLES = int(os.environ.get("COLORUP_FUZZ_EXAMPLES", "300"))
CODES = {
    *("bad_file", "bad_json", "bad_usage", "unknown_field", "missing_field", "conflicting_fields"),
    *("unknown_ruleset", "bad_option", "bad_denomination", "bad_seat", "bad_count", "bad_other"),
    *("bad_button", "bad_card", "duplicate_card", "wrong_number_of_cards", "card_for_empty_seat"),
    *("bad_tiebreak", "bad_winners", "bad_pickup", "bad_collector"),
}
MORE = cases("more.json")
SOUND = [one["input"] for one in [*cases("races.json"), *MORE["races"], *MORE["outputs"]]]
WORDS = [
    *("1", "25", "100", "13", "As", "10h", "joker", "roberts", "race", "pool_first", ""),
    *("winners", "cards", "odd_total", "seats", "chips", "collector", "a\nb", "\ud800", "é"),
]
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 14),
    st.sampled_from([25, 100, 500, 10**12, 10**12 + 1, 10**40]),
    st.floats(allow_nan=False),
    st.sampled_from(WORDS),
    st.lists(st.one_of(st.integers(0, 14), st.sampled_from(WORDS)), max_size=3),
    st.dictionaries(
        st.sampled_from(WORDS), st.one_of(st.integers(-1, 200), st.just([])), max_size=3
    ),
)


def places(document: Any) -> list[tuple[Any, Any]]:
    """Every place in a document: the object or list that holds it, and its key or index."""
    keys: list[Any] = []
    if isinstance(document, dict):
        keys = list(document)
    elif isinstance(document, list):
        keys = list(range(len(document)))
    found = [(document, key) for key in keys]
    for key in keys:
        found.extend(places(document[key]))
    return found


@st.composite
def spoiled(draw: st.DrawFn) -> Any:
    document = json.loads(json.dumps(draw(st.sampled_from(SOUND))))
    for _ in range(draw(st.integers(1, 3))):
        holder, key = draw(st.sampled_from(places(document)))
        change = draw(st.sampled_from(["replace", "remove", "add"]))
        if change == "remove":
            del holder[key]
        elif change == "replace":
            holder[key] = draw(VALUES)
        elif isinstance(holder, dict):
            holder[draw(st.sampled_from([*WORDS, *document]))] = draw(VALUES)
        else:
            holder.append(draw(VALUES))
        if not document:
            break
    return document


@settings(
    max_examples=EXAMPLES,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(spoiled(), st.booleans())
def test_a_spoiled_race_gets_a_result_or_promised_codes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], document: Any, as_json: bool
) -> None:
    path = tmp_path / "race.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    options = ["--json", "--with-input"] if as_json else []
    status = main(["race", str(path), *options])
    out, err = capsys.readouterr()
    if status == 0:
        assert err == ""
        if as_json:
            found = json.loads(out)
            read = found.pop("input")
            path.write_text(json.dumps(read), encoding="utf-8")
            assert main(["race", str(path), "--json"]) == 0
            assert json.loads(capsys.readouterr().out) == found
        return
    assert status == 2
    lines = err.splitlines()
    assert lines != []
    assert {line.partition(": ")[0] for line in lines} <= CODES
    assert [line for line in lines if "None" in line or "%(" in line or line.endswith(": ")] == []
    if as_json:
        errors = json.loads(out)["errors"]
        assert [one["code"] for one in errors] == [line.partition(": ")[0] for line in lines]
    else:
        assert out == ""


@settings(
    max_examples=EXAMPLES // 3,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.sampled_from(SOUND), st.data())
def test_spoiled_bytes_are_bad_json_or_another_promised_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], document: Any, data: st.DataObject
) -> None:
    content = bytearray(json.dumps(document).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(content) - 1))
        content[place : place + data.draw(st.integers(0, 9))] = data.draw(st.binary(max_size=3))
        if not content:
            break
    path = tmp_path / "race.json"
    path.write_bytes(content)
    status = main(["race", str(path), "--json"])
    out, err = capsys.readouterr()
    assert status in (0, 2)
    if status == 2:
        assert {one["code"] for one in json.loads(out)["errors"]} <= CODES
        assert err != ""

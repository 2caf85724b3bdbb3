"""Whatever happens to a file, reading it gives a document or `Problems`, never anything else.

``COLORUP_FUZZ_EXAMPLES=20000`` runs each walk that many times.
"""

from __future__ import annotations

import json
import os
import re
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from colorup.engine.problems import Problems
from colorup.formats.js_values import Made, parse
from colorup.formats.tournament_file import LevelRow, read_tournament_file
from colorup.verbs.plan import schedule_of
from colorup.wording import say_problem
from tests.formats.samples import DATA
from tests.formats.tdt_notation import Writer, a_save

EXAMPLES = int(os.environ.get("COLORUP_FUZZ_EXAMPLES", "250"))
often = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])

# Values first, then what breaks the notation.
ODD_TOKENS = [
    "null", "undefined", "true", "-1", "0", "1.5", "1e400", "99999999999999999999999", "12",
    "13", "7", '"x"', '"p1"', '""', "{}", "[]", "[[]]", "new X()", "new X(1)",
    "Map.from([[1, 2]])", "new Map()", '"\\uD800"', '"\\0"', "NaN",
    "'", '"', "\\", "{", "}", "(", ")", ",", ":", "]", "[", "/*", "\n",
]  # fmt: skip
ODD_VALUES = ODD_TOKENS[: ODD_TOKENS.index("'")]
ODD_WORDS = [
    "25", "-1", "0", "1k", "2.5", "9.875", "1 000", "1\u202f000", "Break", "Pause",
    "color up 25s", "x", '"', '""', ",", ";", "\t", "\n", "\r", "/", "-", "ante", "BBA", "20 min",
    "1h30", "20:15", "Level", "Seat", "Oui", "12345678901234567890", "\x00", "é", "🂡", "T25", "(",
    ")", "a2k", "=1+1", "#", "—",
]  # fmt: skip
TOKENS = re.compile(r'"[^"]*"|[\w.$-]+|\s+|.', re.DOTALL)

SAVE_TEXTS = [a_save()] + [
    (DATA / "tdt" / name).read_bytes().decode("cp1252")
    for name in ("club-3-tables-25s.tdt", "sample-45-players.tdt")
]
TABLE_TEXTS = [
    path.read_bytes().decode("utf-8", "replace")
    for folder in ("structures", "seats")
    for path in sorted((DATA / folder).iterdir())
]


def check(content: bytes) -> None:
    """Read content; all that is found, and all that is wrong, can be said and written down."""
    try:
        found = read_tournament_file(content, "fuzzed")
    except Problems as error:
        check_refusal(error)
        return
    document = json.loads(json.dumps(found.as_document(), ensure_ascii=False).encode())
    assert document["kind"] in ("tdt", "structure", "seats")
    numbers = [row.row for row in found.rows]
    assert numbers == sorted(set(numbers))
    for row in found.rows:
        if isinstance(row, LevelRow):
            assert min(row.small_blind, row.big_blind, row.ante) >= 0
    for table in found.tables:
        seats = [player.seat for player in table.players]
        assert seats == sorted(set(seats))
        assert table.button is None or 1 <= table.button <= (table.seats or 0)
    planned = schedule_of(found, found.denominations or (25, 100))
    assert len(planned.removable) == len(found.breaks)


def check_refusal(refusal: Problems) -> None:
    assert set(refusal.codes) == {"bad_file"}
    for one in refusal:
        assert say_problem(one).startswith("fuzzed")


def mutated(text: str, odd: list[str], seed: int, changes: int) -> str:
    """Tokens of a text replaced, dropped, doubled, exchanged, or the text broken off."""
    choice = Random(seed)
    tokens = TOKENS.findall(text)
    for _ in range(changes):
        at, other = choice.randrange(len(tokens)), choice.randrange(len(tokens))
        match choice.randrange(6):
            case 0 | 1:
                tokens[at] = choice.choice(odd)
            case 2:
                tokens.insert(at, choice.choice(odd))
            case 3:
                tokens[at], tokens[other] = tokens[other], tokens[at]
            case 4:
                tokens[at : at + choice.randrange(4)] = [tokens[other]]
            case _ if choice.random() < 0.2:
                tokens = tokens[: at + 1]
    return "".join(tokens)


@often
@given(st.sampled_from(SAVE_TEXTS), st.integers(0, 2**40), st.integers(1, 6))
def test_a_save_with_changed_tokens(text, seed, changes):
    check(mutated(text, ODD_TOKENS, seed, changes).encode())


@often
@given(st.integers(0, 2**40), st.integers(1, 4))
def test_a_sound_save_with_changed_values(seed, changes):
    """The notation stays sound, so that every part meets values it does not expect."""
    choice = Random(seed)
    save = parse(a_save(), "x")
    odd = [parse(token, "x") for token in ODD_VALUES]
    for _ in range(changes):
        save = changed(save, odd, choice)
    written = Writer(choice).write(save)
    assert repr(parse(written, "x")) == repr(save)
    check(written.encode())


def changed(value, odd, choice):
    """A value with one value anywhere in it replaced, removed or doubled."""
    if isinstance(value, Made) and value.arguments:
        arguments = list(value.arguments)
        at = choice.randrange(len(arguments))
        arguments[at] = changed(arguments[at], odd, choice)
        return Made(value.name, tuple(arguments))
    if isinstance(value, dict) and value and choice.random() < 0.97:
        key = choice.choice(list(value))
        if choice.random() < 0.1:
            return {name: one for name, one in value.items() if name != key}
        return {**value, key: changed(value[key], odd, choice)}
    if isinstance(value, list) and value and choice.random() < 0.9:
        at = choice.randrange(len(value))
        middle = [value[at]] * 2 if choice.random() < 0.2 else [changed(value[at], odd, choice)]
        return value[:at] + middle + value[at + 1 :]
    return choice.choice(odd)


@often
@given(st.sampled_from(TABLE_TEXTS), st.integers(0, 2**40), st.integers(1, 8))
def test_a_structure_or_draw_with_changed_words(text, seed, changes):
    check(mutated(text, ODD_WORDS, seed, changes).encode())


@often
@given(st.lists(st.lists(st.sampled_from(ODD_WORDS), max_size=8), max_size=12))
def test_lines_of_odd_words(lines):
    check("\n".join(" ".join(line) for line in ["25/50", *map(list, lines)]).encode())


@often
@given(
    st.sampled_from(sorted(path for path in DATA.glob("*/*.*") if path.suffix != ".tdt")),
    st.lists(st.tuples(st.integers(0, 500), st.binary(max_size=6)), max_size=4),
)
def test_changed_bytes(path, changes):
    content = path.read_bytes()
    for place, new in changes:
        at = place % (len(content) + 1)
        content = content[:at] + new + content[at + len(new) :]
    check(content)


@often
@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_any_bytes(content):
    check(content)


@pytest.mark.parametrize(
    "text",
    [
        '"' * 300_000,
        "{" + "a:{" * 100_000,
        "[" + "new X(" * 100_000,
        "{a: " + "9" * 300_000 + "}",
        "{a: " + " " * 300_000,
        "{" + "\\" * 300_000,
        '{a: "' + "\\" * 300_001,
        "{" + "new " * 100_000,
        "{" + "Map.from" * 50_000,
        "1 " * 150_000,
        "25/50 " * 50_000,
        "Level,SB,BB\n" + '"1,2,3\n' * 50_000,
        "Table,Seat\n" + "1,1\n" * 50_000,
        "25/50\n" + "(" * 400 + "\n",
        ("25/50 " + "a 1 " * 120 + "\n") * 100,
        ("Break " + "1 " * 240 + "\n") * 100 + "25/50",
        ("25/50 " + " " * 490 + "\n") * 100,
        ("1" * 490 + "/2\n") * 100,
        ("1,000" * 98 + "/2\n") * 100,
    ],
    ids=range(19),
)
def test_a_hostile_text_is_read_in_one_pass(text):
    from time import process_time

    start = process_time()
    check(text.encode())
    assert process_time() - start < 5

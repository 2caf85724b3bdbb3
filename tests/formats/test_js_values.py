"""The notation of a save: each spelling, each damage, and that writing and reading agree."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from colorup.engine.problems import Problems
from colorup.formats.js_values import DEPTH, Made, parse
from colorup.wording import say_problem
from tests.formats.tdt_notation import Writer

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False).filter(lambda one: not one.is_integer())
    | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=6) | st.from_regex(r"\A[0-9]{1,3}\Z"), inner, max_size=4)
        | st.builds(
            Made,
            st.sampled_from(["Tournament", "LO.Row2", "a.b.C3", "$_x"]),
            st.lists(inner, max_size=3).map(tuple),
        )
    ),
    max_leaves=12,
)


def damage(text: str) -> str:
    with pytest.raises(Problems) as caught:
        parse(text, "night.tdt")
    (problem,) = caught.value
    assert problem.code == "bad_file"
    return say_problem(problem)


@given(VALUES, st.integers(0, 2**32))
def test_a_value_written_in_any_spelling_is_read_back(value, seed):
    written = Writer(Random(seed)).write(value)
    assert repr(parse(written, "x")) == repr(value)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("{a: 1, $b_2: 2}", {"a": 1, "$b_2": 2}),
        ("{\"a b\": 1, 'c': 2}", {"a b": 1, "c": 2}),
        ("{1: 8, 2.0: 9, 1e1: 10}", {"1": 8, "2": 9, "10": 10}),
        ("{a: 1, a: 2}", {"a": 2}),
        ("{null: 1, new: 2}", {"null": 1, "new": 2}),
        ("{a: 1,}", {"a": 1}),
        ("[1, 2,]", [1, 2]),
        ("{}", {}),
        ("[[], {}]", [[], {}]),
    ],
)
def test_keys_are_bare_quoted_or_numbers(written, value):
    assert parse(written, "x") == value


@pytest.mark.parametrize(
    "written",
    [
        'new Map({1: "a", 2: "b"})',
        'new Map({"1": "a", "2": "b"})',
        'Map.from([[1, "a"], [2, "b"]])',
        'Map.from([["1", "a"], ["2", "b"]])',
        'new Map([["1", "a"], [2.0, "b"]])',
        'Map.from({1: "a", 2: "b"})',
        'new  Map ({1: "a", 2: "b",})',
    ],
)
def test_every_spelling_of_a_map_is_the_same_map(written):
    assert parse(written, "x") == {"1": "a", "2": "b"}


def test_an_empty_map_needs_no_argument():
    assert parse("[new Map(), Map.from([]), new Map({})]", "x") == [{}, {}, {}]


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("0", 0),
        ("-7", -7),
        ("1.5e3", 1500),
        ("1.5e0", 1.5),
        ("25E-1", 2.5),
        (".5", 0.5),
        ("5.", 5),
        ("1574357256670", 1574357256670),
        ("-0.25", -0.25),
        ("1e+2", 100),
    ],
)
def test_numbers(written, number):
    value = parse(written, "x")
    assert value == number
    assert type(value) is type(number)


@pytest.mark.parametrize("written", ["1" * 5000, "1e999", "-1" + "0" * 400])
def test_a_number_without_measure_is_a_float_and_costs_nothing(written):
    assert isinstance(parse(written, "x"), float)


def test_words_that_are_values():
    assert parse("[true, false, null, undefined, NaN]", "x") == [True, False, None, None, None]


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (r'"say \"go\"\n"', 'say "go"\n'),
        (r"'it\'s'", "it's"),
        (r'"\u0041\x42\u{1F0A1}"', "AB🂡"),
        (r'"\uD83C\uDCA1"', "🂡"),
        (r'"\uD83C!"', "\ufffd!"),
        (r'"a\/b\q\0"', "a/bq\0"),
        ('"one\\\ntwo\\\r\nthree"', "onetwothree"),
        (r'"images\\chip.gif"', r"images\chip.gif"),
        ('"} // not an end"', "} // not an end"),
    ],
)
def test_backslashes_in_texts(written, text):
    assert parse(written, "x") == text


def test_what_a_program_makes_keeps_its_name_and_arguments():
    assert parse("new LO.Row2([0.25], {a: new X()}, 3)", "x") == Made(
        "LO.Row2", ([0.25], {"a": Made("X", ())}, 3)
    )


@pytest.mark.parametrize(
    ("text", "line", "character", "what"),
    [
        ("{a: 1\n b: 2}", 2, 2, "“b:” stands where a comma"),
        ("{a: }", 1, 5, "a value is missing before “}”"),
        ("{a: [1, 2}", 1, 10, "“}” stands where a comma"),
        ("{a 1}", 1, 2, "“a” stands where a name with a colon"),
        ("[1 2]", 1, 4, "“2” stands where a comma"),
        ("[,1]", 1, 2, "“,” stands where a value or the end of a list"),
        ("{} {}", 1, 4, "“{” stands after the end"),
        ("{a: hello}", 1, 5, "a value is missing before “hello”"),
        ("{a: alert(1)}", 1, 5, "a value is missing before “alert”"),
        ('{a: "never\r\nends}', 1, 5, "the text that begins with this quote never ends"),
        ('{\r\n\r\na: "\\u12"}', 3, 5, "this backslash"),
        ('"\\u{110000}"', 1, 2, "this backslash"),
        ("{a: new Map(3)}", 1, 5, "this map is not made of pairs"),
        ("{a: new Map([[1, 2, 3]])}", 1, 5, "this map is not made of pairs"),
        ("{a: new Map([[{}, 2]])}", 1, 5, "this map is not made of pairs"),
        ("{a: [1, new X(", 1, 15, "the “(” of line 1, character 9 is still open"),
        ("{a: 12abc}", 1, 5, "a value is missing before “1”"),
        ("{a: 1 + 1}", 1, 7, "“+” stands where a comma"),
    ],
)
def test_damage_is_told_with_its_line_and_character(text, line, character, what):
    sentence = damage(text)
    assert sentence.startswith(f"night.tdt, line {line}, character {character}: ")
    assert what in sentence


def test_values_stand_in_each_other_to_a_bound():
    assert parse("[" * DEPTH + "]" * DEPTH, "x")
    assert f"character {DEPTH + 1}: values stand in each other" in damage("[" * 1_000_000)


def test_nothing_is_evaluated(tmp_path):
    target = tmp_path / "made"
    damage(f'{{a: __import__("pathlib").Path("{target}").touch()}}')
    assert not target.exists()

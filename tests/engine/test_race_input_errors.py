"""Wrong input of every kind: exactly the promised codes, once each."""

from __future__ import annotations

from typing import Any

import pytest

from colorup.engine.problems import Problems, brief
from colorup.formats.fields import denomination_of_key, load_json
from tests.engine.races import codes, counted, keys, race, seat

GOOD = race(counted(1, 7, other=100), counted(2, 5, other=0))
LONG = 10**12
# Values of a wrong type or range for any whole number from 1 on.
WRONG = [0, -1, 1.0, 25.5, "25", "", True, False, None, [], [1], {}, {"1": 2}, 10**400]


def changed(**fields: Any) -> dict[str, Any]:
    return {**GOOD, **fields}


def seated(**fields: Any) -> dict[str, Any]:
    return changed(seats=[{"seat": 1, "count": 7, **fields}, counted(2, 5)])


def without(name: str) -> dict[str, Any]:
    return {field: value for field, value in GOOD.items() if field != name}


def test_the_race_that_these_tests_spoil_is_fine() -> None:
    assert codes(GOOD) == []
    assert codes(seated()) == []


@pytest.mark.parametrize("value", WRONG)
def test_a_number_is_a_json_integer_in_its_range(value: Any) -> None:
    zero = value == 0 and type(value) is int
    wrong_removed = ["bad_denomination"] if value != [1] else []
    assert codes(changed(removed=value, in_play=[10**11])) == wrong_removed
    assert codes(changed(in_play=[100, value])) == ["bad_denomination"]
    assert codes(changed(target=value)) == ["bad_denomination"]
    assert codes(changed(button=value)) == ["bad_button"]
    assert codes(seated(seat=value)) == ["bad_seat"]
    assert codes(seated(count=value)) == ([] if zero else ["bad_count"])
    assert codes(seated(other=value)) == ([] if zero else ["bad_other"])
    odd = {"seat": 1, "odd": value}
    assert codes(changed(seats=[odd])) == ([] if zero else ["bad_count"])
    totals = {**without("seats"), "odd_total": value}
    assert codes(totals) == ([] if zero else ["bad_count"])
    assert codes(changed(picked_up={"25": value})) == ["bad_pickup"]
    assert codes(changed(handed_over={"100": value})) == ["bad_pickup"]
    assert codes(changed(rules={"decks": value})) == ["bad_option"]


@pytest.mark.parametrize(
    ("document", "wrong"),
    [
        (seated(seat=12), []),
        (seated(seat=13), ["bad_seat"]),
        (changed(button=12), []),
        (changed(button=13), ["bad_button"]),
        (seated(other=LONG), []),
        (seated(other=LONG + 1), ["bad_other"]),
        (seated(count=100_000), []),
        (seated(count=100_001), ["bad_count"]),
        (changed(in_play=[100, LONG]), []),
        (changed(in_play=[100, LONG + 1]), ["bad_denomination"]),
    ],
)
def test_limits(document: dict[str, Any], wrong: list[str]) -> None:
    assert codes(document) == wrong


@pytest.mark.parametrize("value", ["", "true", 1, 0, None, [], {}, 1.0])
def test_a_flag_is_true_or_false(value: object) -> None:
    assert codes(changed(best_cards_only=value)) == ["bad_option"]
    assert codes(changed(whole_event=value)) == ["bad_option"]


@pytest.mark.parametrize("value", [None, "x", 3, True, [], 1.5])
def test_an_object_is_an_object(value: object) -> None:
    assert codes(changed(cards=value)) == ["bad_card"]
    assert codes(changed(tiebreak=value)) == ["bad_card"]
    assert codes(changed(rules=value)) == ["bad_option"]
    assert codes(changed(picked_up=value)) == ["bad_pickup"]
    assert codes(changed(handed_over=value)) == ["bad_pickup"]
    assert codes(changed(seats=[value])) == ["bad_seat"]
    assert codes(changed(cards={"1": {}})) == ["bad_card"]


@pytest.mark.parametrize("value", [None, "x", 3, True, {}, 1.5])
def test_a_list_is_a_list(value: object) -> None:
    assert codes(changed(seats=value)) == ["bad_seat"]
    assert codes(changed(in_play=value)) == ["bad_denomination"]
    assert codes(changed(winners=value)) == ["bad_winners"]
    assert codes(changed(cards={"1": value})) == ["bad_card"]


@pytest.mark.parametrize("value", ["", "TDA-2026", "nope", None, 1, True, [], {}])
def test_a_ruleset_is_one_of_the_slugs(value: object) -> None:
    assert codes(changed(ruleset=value)) == ["unknown_ruleset"]


@pytest.mark.parametrize(
    ("fields", "problems"),
    [
        ({"removed": 100}, ["both"]),
        ({"removed": [25, 100]}, ["both"]),
        ({"removed": []}, ["none_removed"]),
        ({"removed": [25, 25]}, ["twice"]),
        ({"in_play": []}, ["no_target"]),
        ({"in_play": [100, 100]}, ["twice"]),
        ({"in_play": [10, 100]}, ["does_not_divide"]),
        ({"in_play": [10, 20, 100]}, ["does_not_divide"] * 2),
        ({"in_play": [25, 10, -1]}, ["", "both", "does_not_divide"]),
        ({"removed": [25, 25], "in_play": [25]}, ["twice", "both"]),
        ({"in_play": [5, 100]}, []),
        ({"in_play": [5]}, []),
        ({"target": 1000}, ["target_not_in_play"]),
        ({"target": 25}, ["target_not_in_play"]),
        ({"target": 5, "in_play": [5, 100]}, ["target_below"]),
        ({"target": 500}, []),
        ({"removed": "x", "target": "y"}, ["", ""]),
    ],
)
def test_denominations_that_cannot_be(fields: dict[str, Any], problems: list[str]) -> None:
    found = [
        key.removeprefix("bad_denomination").removeprefix(".")
        for key, _ in keys({**GOOD, **fields, "seats": []})
    ]
    assert found == problems


@pytest.mark.parametrize(
    ("seats", "problems"),
    [
        ([seat(1, 4)], [("bad_count.a_set", 1)]),
        ([seat(1, 3), seat(1, 2)], [("bad_seat.twice", 1)]),
        ([seat(1, 3), {"seat": 1}], [("bad_seat.twice", 1), ("missing_field.count", 1)]),
        ([{"seat": 1}, seat(1, 3)], [("missing_field.count", 1), ("bad_seat.twice", 1)]),
        ([{"odd": 3}], [("missing_field.seat", None)]),
        ([{}], [("missing_field.seat", None), ("missing_field.count", None)]),
        ([{"seat": 1, "odd": 3, "count": 3}], [("conflicting_fields.seat", 1)]),
        (
            [{"seat": 0, "odd": 3, "count": 3}],
            [("bad_seat", None), ("conflicting_fields.seat", None)],
        ),
        ([{"seat": 1, "chips": {"25": 3}}], [("unknown_field", 1)]),
        ([{"seat": 1, "odd": 3, "name": "Player 07"}], [("unknown_field", 1)]),
        ([{"seat": 1, "odd": -1, "other": -1}], [("bad_count", 1), ("bad_other", 1)]),
    ],
)
def test_seats_that_cannot_be(
    seats: list[dict[str, Any]], problems: list[tuple[str, int | None]]
) -> None:
    assert keys(changed(seats=seats)) == problems


def test_odd_chips_are_less_than_a_set_of_the_chosen_target() -> None:
    assert keys(race(seat(1, 19), target=500)) == []
    assert keys(race(seat(1, 20), target=500)) == [("bad_count.a_set", 1)]
    assert keys(race(seat(1, 4), removed=10, in_play=[25])) == []
    # Of a target that is wrong itself nothing follows.
    assert keys(race(seat(1, 20), target=400)) == [("bad_denomination.target_not_in_play", None)]


def test_no_chip_is_odd_while_a_smaller_one_stays() -> None:
    document = race(seat(1, 1), seat(2, 0), removed=500, in_play=[100, 1000])
    assert keys(document) == [("bad_count.no_odd_chips", 1)]


@pytest.mark.parametrize(
    ("document", "wrong"),
    [
        (without("removed"), ["missing_field"]),
        (without("in_play"), ["missing_field"]),
        (without("seats"), ["missing_field"]),
        ({}, ["missing_field"] * 3),
        (changed(name="final table"), ["unknown_field"]),
        (changed(winners=[1], cards={}), ["conflicting_fields"]),
        (changed(winners=[1], cards={}, tiebreak={}), ["conflicting_fields"]),
        (changed(winners=[1], tiebreak={}), ["conflicting_fields"]),
        (changed(odd_total=4), ["conflicting_fields"]),
        (changed(odd_total=4, winners=[1], cards={}), ["conflicting_fields"]),
        (changed(rescued=[1]), ["conflicting_fields"]),
        (changed(winners=[1]), []),
    ],
)
def test_fields_missing_unknown_or_in_conflict(document: dict[str, Any], wrong: list[str]) -> None:
    assert codes(document) == wrong


CARDS = {"1": ["Ks", "9d", "3h"], "2": ["Qc"]}


@pytest.mark.parametrize(
    ("cards", "problems"),
    [
        ({}, []),
        ({"1": ["ks", "10D", "3H"]}, []),
        ({"1": ["Ks", "9d", "joker"]}, [("bad_card", 1)]),
        ({"1": ["Ks", "9d", 3]}, [("bad_card", 1)]),
        ({"1": ["Ks", "9d", None], "2": ["1c"]}, [("bad_card", 1), ("bad_card", 2)]),
        ({"1": ["Ks", "9d", "Ks"]}, [("duplicate_card", 1)]),
        ({"1": ["Ks", "9d", "3h"], "2": ["kS"]}, [("duplicate_card", 2)]),
        ({"1": ["Th", "9d", "3h"], "2": ["10H"]}, [("duplicate_card", 2)]),
        ({"1": ["Ks", "9d"]}, [("wrong_number_of_cards", 1)]),
        ({"2": ["Ks", "9d"]}, [("wrong_number_of_cards", 2)]),
        ({"1": ["Ks", "Ks"]}, [("wrong_number_of_cards", 1), ("duplicate_card", 1)]),
        ({"3": ["Ks"]}, [("card_for_empty_seat", 3)]),
        ({"3": []}, []),
        ({"13": ["Ks"]}, [("bad_seat", None)]),
        ({"01": ["Ks"]}, [("bad_seat", None)]),
        ({"x": ["Ks"]}, [("bad_seat", None)]),
        ({"25": {"1": ["Ks"]}}, [("bad_seat", None)]),
        ({"1": "Ks"}, [("bad_card.not_a_list", 1)]),
        # What cannot be read hides nothing else.
        (
            {"1": ["Ks", "Qc", "Zz"], "2": ["Ad", "Kd"]},
            [("bad_card", 1), ("wrong_number_of_cards", 2)],
        ),
    ],
)
def test_cards_that_cannot_be(
    cards: dict[str, Any], problems: list[tuple[str, int | None]]
) -> None:
    assert keys(changed(cards=cards)) == problems


def test_with_best_cards_only_each_racer_has_one() -> None:
    best = {"1": ["Ks"], "2": ["Qc"]}
    assert keys(changed(cards=best, best_cards_only=True)) == []
    assert keys(changed(cards=CARDS, best_cards_only=True)) == [("wrong_number_of_cards.best", 1)]


def test_with_two_decks_a_card_comes_twice_but_not_three_times() -> None:
    twice = {"1": ["Ks", "Ks", "3h"], "2": ["Qc"]}
    assert keys(changed(cards=twice, rules={"decks": 2})) == []
    thrice = {"1": ["Ks", "Ks", "3h"], "2": ["Ks"]}
    assert keys(changed(cards=thrice, rules={"decks": 2})) == [("duplicate_card", 2)]


@pytest.mark.parametrize(
    "given",
    [
        {"25": 12, "100": 1},
        {"100": 12},
        {"025": 12},
        {"x": 12},
        {},
        {"25": 1_200_001},
    ],
)
def test_what_was_picked_up_is_the_removed_chips(given: dict[str, int]) -> None:
    assert keys(changed(picked_up=given)) == [("bad_pickup.shape", None)]


def test_what_is_handed_over_is_in_play() -> None:
    assert keys(changed(handed_over={"25": 1, "1000": 1})) == [("bad_pickup.foreign", None)] * 2


def test_fields_come_first_then_cards_and_cross_checks_together() -> None:
    wrong = {"cards": {"1": ["Ks", "Ks", "3h"]}, "picked_up": {"25": 13}}
    assert codes(changed(**wrong)) == ["bad_pickup", "duplicate_card"]
    assert codes(changed(**wrong, button=0, removed=0)) == ["bad_button", "bad_denomination"]
    unreadable = {"cards": {"1": ["Ks", "Zs", "3h"]}, "picked_up": {"25": 13}}
    assert codes(changed(**unreadable)) == ["bad_card", "bad_pickup"]


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (b"", "bad_json"),
        (b"{", "bad_json"),
        (b"{} {}", "bad_json"),
        (b"[]", "bad_json.not_an_object"),
        (b"25", "bad_json.not_an_object"),
        (b"null", "bad_json.not_an_object"),
        (b'{"removed": 25, "removed": 25}', "bad_json.key_twice"),
        (b'{"seats": [{"seat": 1, "seat": 1}]}', "bad_json.key_twice"),
        (b'{"removed": NaN}', "bad_json.constant"),
        (b'{"removed": -Infinity}', "bad_json.constant"),
        (b'{"removed": 25,}', "bad_json"),
        (b"{'removed': 25}", "bad_json"),
        (b'{"removed": 025}', "bad_json"),
        (b"\xff\xfe{\x00}\x00", "bad_file.not_utf8"),
        (b'{"name": "\xe9"}', "bad_file.not_utf8"),
        (b'{"removed": ' + b"[" * 100_000, "bad_json.too_deep"),
    ],
)
def test_what_is_no_json_object_is_refused(content: bytes, key: str) -> None:
    with pytest.raises(Problems) as refused:
        load_json(content)
    assert [one.key for one in refused.value] == [key]


def test_a_byte_order_mark_is_passed_over() -> None:
    assert load_json(b'\xef\xbb\xbf{"removed": 25}') == {"removed": 25}


def test_numbers_of_any_length_are_read_and_out_of_range() -> None:
    digits = b"9" * 100_000
    document = load_json(b'{"removed": ' + digits + b', "in_play": [100], "seats": []}')
    assert codes(document) == ["bad_denomination"]
    document = load_json(b'{"removed": 1e999, "in_play": [100], "seats": []}')
    assert codes(document) == ["bad_denomination"]


def test_a_wrong_value_is_shown_briefly() -> None:
    assert brief("x" * 41) == "x" * 37 + "…"
    assert brief(["é", True, None]) == '["é", true, null]'


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("25", 25),
        ("1000000000000", LONG),
        ("0", None),
        ("025", None),
        ("+5", None),
        ("", None),
        ("٢٥", None),
        ("2 5", None),
        ("99999999999999", None),
    ],
)
def test_a_denomination_as_a_key(key: str, value: int | None) -> None:
    assert denomination_of_key(key) == value

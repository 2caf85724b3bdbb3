"""What the parts of a save mean, one trap a test."""

from __future__ import annotations

import pytest

from colorup.engine.problems import Problems
from colorup.formats.tournament_file import Chip, ChipSet, PlayerRow
from colorup.wording import say_problem
from tests.formats.samples import problems_text, read, rows_text, table_text
from tests.formats.tdt_notation import a_save


def chips(inside: str, sets: str = "[]") -> str:
    return a_save(Chips=f"new GameChips({{Chips: [{inside}], ChipSets: {sets}}})")


def levels(inside: str, current: str = "0") -> str:
    return a_save(Levels=f"new GameLevels({{Levels: [{inside}]}})", CurrentLevel=current)


def table(inside: str) -> str:
    return a_save(Tables=f"new GameTables({{Tables: [new GameTable({{{inside}}})]}})")


def test_a_small_save():
    found = read(a_save())
    assert (found.version, found.title, found.external_id) == ("3.7.2", "Friday", "e1")
    assert rows_text(found) == ["25/50/0 20", "break 15 up: out with the 25s [25]", "100/200/25 20"]
    assert (found.current_row, found.entries, found.chips_bought) == (2, 3, 14000)
    assert found.chip_sets == (ChipSet("Case", {25: 300, 100: 200}),)
    assert table_text(found.tables[0]) == "Table 1 (4): 1=01 3=02"
    assert (found.tables[0].button, found.tables[0].external_id) == (3, "t1")
    assert found.problems == ()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_every_encoding_of_a_save(encoding):
    found = read(a_save(Title='"Été à l’Øresund"'), encoding)
    assert found.title == "Été à l’Øresund"


@pytest.mark.parametrize("chip_id", ["7", '"7"', "7.0"])
@pytest.mark.parametrize(
    "counts",
    ["{7: 40}", '{"7": 40}', 'Map.from([["7", 40]])', "Map.from([[7, 40]])", "new Map({7: 40})"],
)
def test_a_chip_id_is_a_number_or_a_text(chip_id, counts):
    found = read(
        chips(
            f'new GameChip({{ChipID: {chip_id}, Label: "Blue", Value: 25, Use: true}})',
            f'[new ChipSet({{Name: "Case", ChipCounts: {counts}}})]',
        )
    )
    assert found.chip_sets == (ChipSet("Case", {25: 40}),)
    assert found.problems == ()


def test_a_chip_not_in_use_is_kept_but_does_not_count():
    found = read(
        chips(
            'new GameChip({ChipID: 1, Label: "Blue", Color: "", Value: 25, Use: false}),'
            'new GameChip({ChipID: 2, Label: "Red", Color: "red", ImagePath: "", Value: 100, '
            "Use: true})"
        )
    )
    assert found.chips == (Chip(25, "Blue", None, False, "1"), Chip(100, "Red", "red", True, "2"))
    assert found.denominations == (100,)


@pytest.mark.parametrize(
    "value", ["0", "-25", "2.5", '"25"', "null", "true", "1e13", "[25]", "1e999"]
)
def test_a_chip_without_a_usable_value_is_left_out(value):
    found = read(chips(f"new GameChip({{ChipID: 1, Label: 'Blue', Value: {value}, Use: true}})"))
    assert found.chips == ()
    assert problems_text(found) == [(None, "bad_denomination.tdt_chip")]


def test_two_chips_of_one_value_are_one_denomination():
    found = read(
        chips(
            "new GameChip({ChipID: 1, Value: 25, Use: true}),"
            "new GameChip({ChipID: 2, Value: 25, Use: true})",
            "[new ChipSet({Name: 'Case', ChipCounts: {1: 10, 2: 5, 9: 3}})]",
        )
    )
    assert found.denominations == (25,)
    assert found.chip_sets == (ChipSet("Case", {25: 15}),)
    assert problems_text(found) == [(None, "bad_count.tdt_chip_set")]


def test_two_chips_with_one_id():
    found = read(
        chips(
            "new GameChip({ChipID: 1, Value: 25, Use: true}),"
            "new GameChip({ChipID: 1, Value: 100, Use: true})",
        )
    )
    assert found.denominations == (25, 100)
    assert problems_text(found) == [(None, "bad_denomination.tdt_id_twice")]


def test_the_current_level_counts_breaks_from_nought():
    assert read(a_save(CurrentLevel="2")).current_row == 3


@pytest.mark.parametrize("current", ["3", "-1", '"1"', "null", "1.5", "true"])
def test_a_current_level_outside_the_structure_is_unknown(current):
    found = read(a_save(CurrentLevel=current))
    assert found.current_row is None
    expected = [] if current == "null" else [(None, "bad_row.tdt_current")]
    assert problems_text(found) == expected


@pytest.mark.parametrize("amount", ["-5", '"25"', "2.5", "null", "{}", "1e13"])
def test_a_level_without_usable_blinds_leaves_its_number_out(amount):
    found = read(
        levels(
            f"new GameRound({{Minutes: 20, SmallBlind: {amount}, BigBlind: 50, Ante: 0}}),"
            "new GameRound({Minutes: 20, SmallBlind: 100, BigBlind: 200, Ante: 0})",
            current="1",
        )
    )
    assert [row.row for row in found.rows] == [2]
    assert found.current_row == 2
    assert problems_text(found) == [(None, "bad_row.tdt_level")]


@pytest.mark.parametrize("ante", ["0", "null", '""', "undefined"])
def test_an_empty_ante_is_nought(ante):
    found = read(
        levels(f"new GameRound({{Minutes: 20, SmallBlind: 1, BigBlind: 2, Ante: {ante}}})")
    )
    assert rows_text(found) == ["1/2/0 20"]
    assert found.problems == ()


def test_minutes_that_are_no_whole_number_are_unknown():
    found = read(levels("new GameRound({Minutes: 7.5, SmallBlind: 1, BigBlind: 2})"))
    assert rows_text(found) == ["1/2/0"]
    assert problems_text(found) == [(None, "bad_row.tdt_minutes")]


def test_a_row_that_is_nothing_known():
    found = read(levels('null, 7, "x", [], new GameBreak(), new GameRound()'))
    assert rows_text(found) == ["break none"]
    assert found.rows[0].row == 5
    assert problems_text(found) == [(None, "bad_row.tdt_level")] * 5


def test_seats_may_be_fewer_than_the_table_has():
    found = read(table('Name: "Two", NumberOfSeats: 10, Seats: [null, "p1"], DealerButtonSeat: 0'))
    assert table_text(found.tables[0]) == "Two (10): 2=01"
    assert found.tables[0].button is None
    assert found.problems == ()


def test_more_seats_than_the_table_says():
    found = read(table('Name: "Two", NumberOfSeats: 1, Seats: [null, "p1"]'))
    assert found.tables[0].seats == 2
    assert problems_text(found) == [(None, "bad_seat.tdt_number")]


def test_a_table_longer_than_a_race_can_have_is_kept():
    seats = "null, " * 12 + '"p1"'
    found = read(table(f'Name: "Long", NumberOfSeats: 14, Seats: [{seats}]'))
    assert table_text(found.tables[0]) == "Long (14): 13=01"
    assert problems_text(found) == [(None, "bad_seat.table_too_long")]


@pytest.mark.parametrize("button", ["9", "-1", '"1"', "1.5", "[2]"])
def test_a_button_that_is_no_seat_is_unknown(button):
    found = read(table(f'Name: "Two", NumberOfSeats: 4, Seats: [], DealerButtonSeat: {button}'))
    assert found.tables[0].button is None
    assert problems_text(found) == [(None, "bad_button.tdt")]


def test_odd_holders_of_seats():
    found = read(table('Name: "Odd", NumberOfSeats: 6, Seats: ["p1", "p1", "p9", {}, 7, ""]'))
    assert found.tables[0].players == (
        PlayerRow(1, "Player 01", None, "p1"),
        PlayerRow(3, "", None, "p9"),
        PlayerRow(5, "", None, "7"),
    )
    assert problems_text(found) == [
        (None, "bad_seat.tdt_twice"),
        (None, "bad_seat.tdt_stranger"),
        (None, "bad_seat.tdt_holder"),
        (None, "bad_seat.tdt_stranger"),
    ]


def test_a_player_without_nickname_is_called_by_both_names():
    players = (
        'new GamePlayers({Players: Map.from([["p1", new GamePlayer({Name: new PlayerName('
        '{Nickname: "", Firstname: "Player", Lastname: "Nine\\n"}), Buyins: []})]])})'
    )
    found = read(a_save(Players=players))
    assert found.tables[0].players[0].name == "Player Nine"
    assert (found.entries, found.chips_bought) == (0, 0)


def test_rebuys_and_add_ons_are_bought_chips_but_no_entries():
    players = (
        'new GamePlayers({Players: {"p1": new GamePlayer({Buyins: [new GameBuyin({Chips: 100, '
        "Rebuys: [new GameRebuy({Chips: 20})]})], Rebuys: [new GameRebuy({Chips: 3})], "
        'AddOns: [new GameAddOn({Chips: 4000}), new GameAddOn({Chips: "x"})]})}})'
    )
    found = read(a_save(Players=players, Tables=""))
    assert (found.entries, found.chips_bought) == (1, 4123)
    assert problems_text(found) == [(None, "bad_count.tdt_bought")]


def test_a_save_without_its_parts_is_still_a_save():
    found = read('{V: "3.9", T: new Tournament({})}')
    assert found.as_document() == {
        "kind": "tdt", "version": "3.9", "title": None, "chips": [], "chip_sets": [], "rows": [],
        "current_row": None, "tables": [], "entries": None, "chips_bought": None, "problems": [],
    }  # fmt: skip


@pytest.mark.parametrize("part", ["Levels", "Chips", "Players", "Tables"])
@pytest.mark.parametrize("odd", ["7", '"x"', "[]", "new Odd()", "new Odd({X: 1, NAME: 7})"])
def test_a_part_of_another_shape_is_told_not_read(part, odd):
    found = read(a_save(**{part: odd.replace("NAME", part), "CurrentLevel": ""}))
    assert "bad_file.tdt_part" in [key for _, key in problems_text(found)]


@pytest.mark.parametrize(
    "text", ['{"removed": 25, "seats": []}', "{}", "{T: 5}", "{V: '3.4', T: new League({})}"]
)
def test_what_is_no_save_is_refused(text):
    with pytest.raises(Problems) as caught:
        read(text)
    (problem,) = caught.value
    assert (problem.code, problem.key) == ("bad_file", "bad_file.not_tdt")
    assert say_problem(problem).startswith("pasted, line 1, character 1: ")


def test_a_save_that_breaks_off_says_where():
    text = a_save()
    with pytest.raises(Problems) as caught:
        read(text[:200])
    (problem,) = caught.value
    assert problem.code == "bad_file"
    assert "line 1, character" in say_problem(problem)

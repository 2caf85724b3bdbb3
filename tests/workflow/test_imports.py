"""From a file to an event: what is stored of each sample, chip sets, and saving once."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection

from colorup.engine.problems import Problems
from colorup.formats.tournament_file import (
    Chip,
    LevelRow,
    PlayerRow,
    TableRow,
    TournamentFile,
    read_tournament_file,
)
from tests.workflow.rooms import make_people
from tournaments.imports import (
    SealedParcel,
    SpoiledParcel,
    create_event,
    draft_of,
    with_chips,
)
from tournaments.imports.drafts import USUAL_COLOURS, usual_colour
from tournaments.imports.parcels import LIFETIME_HOURS, Parcel
from tournaments.models import ChipSet, Denomination, Event, Level, Seat, Table
from tournaments.workflow.errors import Forbidden

DATA = Path(__file__).parent.parent / "formats" / "data"
SAMPLES = sorted(path.relative_to(DATA).as_posix() for path in DATA.rglob("*.*"))
CLUB_CHIPS = [(25, "#0000ff"), (100, "#00ff00"), (500, "#ffffff"), (1000, "#000000")]


def read(sample: str) -> TournamentFile:
    return read_tournament_file((DATA / sample).read_bytes(), sample)


def made_of(file: TournamentFile, people: Any, **changes: Any) -> Event:
    chosen: dict[str, Any] = {
        "by": people.director,
        "name": "Friday",
        "ruleset": "tda-2026",
        "language": "en",
        "time_zone": "Europe/Paris",
        "chip_set": None,
    }
    return create_event(file, **{**chosen, **changes})


def seats_of(event: Event) -> dict[str, tuple[int, dict[int, str]]]:
    """Table → its number of seats, and who sits where."""
    return {
        str(table): (table.seat_count, {one.number: one.player for one in table.seats.all()})
        for table in event.tables.all()
    }


def chips_of(chip_set: ChipSet) -> list[tuple[int, str]]:
    return [(one.value, one.colour) for one in chip_set.denominations.all()]


@pytest.mark.parametrize(
    ("sample", "tables", "seated", "rows", "now", "entries", "bought"),
    [
        ("club-2-tables-25s", {"Table 1": 8, "Table 2": 8}, 16, 24, 8, 17, 186_000),
        ("club-3-tables-25s", {"Table 1": 7, "Table 2": 7, "Table 3": 7}, 18, 25, 8, 22, 239_000),
        (
            "club-nothing-to-remove",
            {"Table 1": 7, "Table 2": 5, "Table 3": 7},
            17,
            22,
            4,
            18,
            180_000,
        ),
        ("club-two-denominations", {"Table 1": 7, "Table 2": 8}, 13, 25, 13, 15, 150_000),
        ("sample-45-players", {f"Table {n}": 10 for n in range(1, 6)}, 45, 23, 1, 45, 67_500),
    ],
)
def test_a_save_becomes_an_event(
    people: Any,
    sample: str,
    tables: dict[str, int],
    seated: int,
    rows: int,
    now: int,
    entries: int,
    bought: int,
) -> None:
    event = made_of(read(f"tdt/{sample}.tdt"), people)
    assert {name: seats for name, (seats, _) in seats_of(event).items()} == tables
    assert Seat.objects.filter(table__event=event).count() == seated
    assert event.levels.count() == rows
    assert (event.current_row, event.entries, event.chips_bought) == (now, entries, bought)
    assert (event.file_kind, event.starting_stack.count()) == ("tdt", 0)


def test_a_save_keeps_names_seats_ids_chips_and_levels(people: Any) -> None:
    event = made_of(read("tdt/club-3-tables-25s.tdt"), people)
    assert seats_of(event)["Table 2"] == (
        7,
        {
            1: "Player 15",
            2: "Player 09",
            4: "Player 13",
            5: "Player 18",
            6: "Player 12",
            7: "Player 03",
        },
    )
    second = event.tables.get(number=2)
    assert (second.name, second.button) == ("", None)
    assert second.external_id == "32137076-cc97-482c-b07e-cc4134a26e50"
    assert second.seats.get(number=1).external_id.startswith("3f5282d0")
    assert (event.chip_set.name, chips_of(event.chip_set)) == ("OFR Default 10k", CLUB_CHIPS)
    assert set(event.chip_set.denominations.values_list("owned", flat=True)) == {None}
    assert event.file_title == "CLUB Poker 20191121"
    seventh, eighth = event.levels.filter(row__in=(7, 8))
    assert (seventh.kind, seventh.small_blind, seventh.big_blind, seventh.ante) == (
        "level",
        150,
        300,
        300,
    )
    assert (eighth.kind, eighth.minutes, eighth.color_up, eighth.denominations) == (
        "break",
        20,
        True,
        [],
    )


def test_chips_without_a_colour_get_a_usual_one(people: Any) -> None:
    event = made_of(read("tdt/sample-45-players.tdt"), people)
    assert event.chip_set.name == "Main Set"
    assert chips_of(event.chip_set) == [(value, USUAL_COLOURS[value]) for value in (5, 10, 25, 100)]
    assert usual_colour(2_500) == usual_colour(2_500)


@pytest.mark.parametrize(
    ("sample", "rows", "breaks"),
    [
        ("club-levels.csv", 19, [5, 10, 15]),
        ("breaks-in-level-column.csv", 10, [4, 8]),
        ("french-semicolon.csv", 5, [3]),
        ("pasted.txt", 10, [5, 8]),
    ],
)
def test_a_structure_becomes_an_event_with_the_chips_that_were_written(
    people: Any, sample: str, rows: int, breaks: list[int]
) -> None:
    file = with_chips(read(f"structures/{sample}"), [500, 25, 100, 25])
    event = made_of(file, people, name="Structure night")
    assert [one.row for one in event.levels.all()] == list(range(1, rows + 1))
    assert [one.row for one in event.levels.filter(kind=Level.Kind.BREAK)] == breaks
    assert (event.file_kind, event.tables.count(), event.current_row) == ("structure", 0, None)
    assert event.chip_set.name == "Structure night"
    assert [value for value, _ in chips_of(event.chip_set)] == [25, 100, 500]


def test_the_denominations_that_a_break_names_are_kept(people: Any) -> None:
    event = made_of(with_chips(read("structures/pasted.txt"), [25, 100]), people)
    fifth = event.levels.get(row=5)
    assert (fifth.color_up, fifth.denominations) == (None, [25])


def test_a_seat_draw_becomes_an_event_with_a_stored_chip_set(people: Any) -> None:
    stored = ChipSet.objects.create(name="Blue box")
    Denomination.objects.create(chip_set=stored, value=25)
    event = made_of(read("seats/draw.csv"), people, chip_set=stored)
    assert seats_of(event) == {
        "Table 1": (9, {1: "Player 01", 2: "Player 02", 4: "Player 03"}),
        "Table 2": (9, {1: "Player 04", 3: "Player 05", 9: "Player 06"}),
    }
    assert (event.chip_set, event.file_kind, event.entries) == (stored, "seats", None)


def test_a_table_is_as_long_as_its_highest_seat(people: Any) -> None:
    event = made_of(with_chips(read("seats/semicolon-latin1.csv"), [25, 100]), people)
    assert seats_of(event) == {"Table 12": (10, {1: "Joueur Ä", 2: "Joueur Ø", 10: "Joueur Ñ"})}
    assert event.tables.get().number == 12


def test_good_rows_of_a_bad_draw_are_saved_as_text(people: Any) -> None:
    event = made_of(with_chips(read("seats/bad-rows.csv"), [25, 100]), people)
    assert seats_of(event) == {"Table 1": (9, {1: "Player 01", 6: '=HYPERLINK("x")'})}


def test_a_number_that_two_tables_have_is_given_once() -> None:
    names = ("Table 3", "Feature", "Blue 3", "Final table", "2")
    file = TournamentFile("seats", tables=tuple(TableRow(one, 9, None, ()) for one in names))
    tables = [table for table, _ in draft_of(file).tables]
    assert [one.number for one in tables] == [3, 1, 4, 5, 2]
    assert [one.name for one in tables] == ["", "Feature", "Blue 3", "Final table", ""]


def test_what_a_race_cannot_hold_is_left_out() -> None:
    row = TableRow("Table 1", 14, 13, (PlayerRow(12, "P" * 200, None), PlayerRow(13, "", None)))
    file = TournamentFile("tdt", tables=(row,), rows=(LevelRow(1, 25, 50, 0, 10**9),))
    draft = draft_of(file)
    ((table, seats),) = draft.tables
    assert (table.seat_count, table.button) == (12, None)
    assert [(one.number, len(one.player)) for one in seats] == [(12, 120)]
    assert [one.minutes for one in draft.levels] == [None]


def test_only_chips_in_use_count_and_each_value_once() -> None:
    chips = (
        Chip(100, "Second", "#ABC", True),
        Chip(25, "Spare", "red", False),
        Chip(100, "Again", "red", True),
        Chip(5, "", "ultraviolet", True),
    )
    draft = draft_of(TournamentFile("tdt", chips=chips))
    assert [(one.value, one.label, one.colour) for one in draft.chips] == [
        (5, "", USUAL_COLOURS[5]),
        (100, "Second", "#aabbcc"),
    ]


def test_the_same_chips_under_the_same_name_are_one_set(people: Any) -> None:
    first = made_of(read("tdt/club-3-tables-25s.tdt"), people)
    second = made_of(read("tdt/club-2-tables-25s.tdt"), people)
    assert second.chip_set == first.chip_set


def test_other_chips_under_a_known_name_are_another_set(people: Any) -> None:
    taken = ChipSet.objects.create(name="OFR Default 10k")
    Denomination.objects.create(chip_set=taken, value=5)
    made = [made_of(read("tdt/club-3-tables-25s.tdt"), people).chip_set for _ in range(2)]
    assert [one.name for one in made] == ["OFR Default 10k (2)"] * 2
    assert [value for value, _ in chips_of(taken)] == [5]


@pytest.mark.database
def test_a_preview_is_saved_once(people: Any) -> None:
    file = read("tdt/club-2-tables-25s.tdt")
    first = made_of(file, people, import_id="abc")
    again = made_of(file, people, import_id="abc", name="Typed again")
    assert (again.pk, again.name) == (first.pk, "Friday")
    assert (Event.objects.count(), Table.objects.count()) == (1, 2)
    assert made_of(file, people, import_id="abd").pk != first.pk


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_two_taps_at_the_same_moment_save_once() -> None:
    people = make_people()
    file = read("tdt/club-2-tables-25s.tdt")
    start = threading.Barrier(2)

    def tap(_: int) -> int:
        try:
            start.wait(timeout=10)
            return made_of(file, people, import_id="abc").pk
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(tap, range(2))
    assert first == second
    assert (Event.objects.count(), ChipSet.objects.count(), Seat.objects.count()) == (1, 1, 16)


@pytest.mark.parametrize("person", ["viewer", "floor", "stranger"])
def test_only_directors_import(people: Any, person: str) -> None:
    with pytest.raises(Forbidden) as refused:
        made_of(read("tdt/club-2-tables-25s.tdt"), people, by=getattr(people, person))
    assert refused.value.code == "role_too_low"
    assert (Event.objects.count(), ChipSet.objects.count()) == (0, 0)


def test_all_that_is_wrong_is_said_at_once_and_nothing_is_saved(people: Any) -> None:
    with pytest.raises(ValidationError) as wrong:
        made_of(
            read("structures/club-levels.csv"),
            people,
            name="",
            ruleset="no-such-rules",
            language="la",
            time_zone="Mars/Olympus",
        )
    assert set(wrong.value.message_dict) == {
        "name",
        "ruleset",
        "language",
        "time_zone",
        "chip_set",
    }
    assert (Event.objects.count(), ChipSet.objects.count()) == (0, 0)


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_parcel_arrives_as_it_was_sent(sample: str) -> None:
    parcel = Parcel(read(sample))
    arrived = SealedParcel.open(parcel.seal(sample).text).parcel
    assert arrived == parcel
    assert arrived.digest == Parcel(read(sample)).digest


def test_a_parcel_that_was_changed_or_is_too_old_is_refused(monkeypatch: Any) -> None:
    text = Parcel(read("seats/draw.csv")).seal("draw.csv").text
    for spoiled in ("", "no parcel", f"{text}x", f"x{text}", text.replace(":", ";")):
        with pytest.raises(SpoiledParcel):
            SealedParcel.open(spoiled)
    later = time.time() + LIFETIME_HOURS * 3600 + 1
    monkeypatch.setattr("django.core.signing.time.time", lambda: later)
    with pytest.raises(SpoiledParcel):
        SealedParcel.open(text)


def test_more_than_any_event_holds_is_not_sent_on(monkeypatch: Any) -> None:
    monkeypatch.setattr("tournaments.imports.parcels._LONGEST", 100)
    with pytest.raises(Problems) as refused:
        Parcel(read("seats/draw.csv")).seal("draw.csv")
    assert refused.value.codes == ("bad_file",)

"""A newer file of an event that runs: what it changes, and that nothing held is touched."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest

from colorup.formats.tournament_file import TournamentFile, read_tournament_file
from tests.formats.tdt_notation import a_save
from tests.workflow.rooms import announce_25s
from tournaments.imports import create_event
from tournaments.imports.parcels import Parcel
from tournaments.imports.said import update_page
from tournaments.imports.update import Update, apply_update, load_update
from tournaments.models import Event, Seat, SeatingCommand, Table
from tournaments.workflow import Conflict, Forbidden, confirm, count, seating
from tournaments.workflow.audit import faults
from tournaments.workflow.changes import At
from tournaments.workflow.room import Room

Draw = dict[str, dict[int, str]]

START: Draw = {
    "Table 1": {1: "p1", 2: "p2", 5: "p3"},
    "Table 2": {1: "p4", 3: "p5"},
    "Table 3": {2: "p6", 4: "p7"},
}


def save(draw: Draw, *, uuid: str = "e1", ids: bool = True, **parts: str) -> TournamentFile:
    """A save in which these players sit; tables have ids unless the save is an old one."""
    players = sorted({one for seats in draw.values() for one in seats.values()})
    written = ",".join(
        f'"{one}": new GamePlayer({{Name: new PlayerName({{Nickname: "Player {one}"}}), '
        "Buyins: [new GameBuyin({Chips: 5000})], AddOns: []})"
        for one in players
    )
    tables = []
    for name, seats in draw.items():
        listed = ", ".join(f'"{seats[n]}"' if n in seats else "null" for n in range(1, 7))
        uid = f', UUID: "{name}"' if ids else ""
        tables.append(
            f'new GameTable({{Name: "{name}", NumberOfSeats: 6, Seats: [{listed}], '
            f"DealerButtonSeat: 0{uid}}})"
        )
    text = a_save(
        Players=f"new GamePlayers({{Players: new Map({{{written}}})}})",
        Tables=f"new GameTables({{Tables: [{', '.join(tables)}]}})",
        **parts,
    ).replace('UUID: "e1"', f'UUID: "{uuid}"')
    return read_tournament_file(text.encode(), "save.tdt")


@pytest.fixture
def running(people: Any) -> Event:
    return create_event(
        save(START),
        by=people.director,
        name="Friday",
        ruleset="tda-2026",
        language="en",
        time_zone="UTC",
        chip_set=None,
    )


def apply(file: TournamentFile, event: Event, by: Any, **more: Any) -> Any:
    event.refresh_from_db()
    seen = load_update(file, event).digest
    return apply_update(Parcel(file), event_id=event.pk, by=by, seen=seen, **more)


def room_of(event: Event) -> Draw:
    """Who sits where, as `START` is written; broken tables left out."""
    tables = Table.objects.standing().in_event(event.pk)
    return {
        str(table): {
            one.number: one.player.removeprefix("Player ")
            for one in sorted(table.seats.all(), key=lambda one: one.number)
        }
        for table in tables
    }


def changed(**tables: dict[int, str] | None) -> Draw:
    """`START` with tables as they are now: ``t1={…}``; None for one that is gone."""
    draw = dict(START)
    for name, seats in tables.items():
        if seats is None:
            del draw[f"Table {name[1:]}"]
        else:
            draw[f"Table {name[1:]}"] = seats
    return draw


def said(update: Update, event: Event) -> list[str]:
    page = update_page(update, event, Room.load(event.pk))
    return [f"{one.table}: {line.text}" for one in page.groups for line in one.lines] + [
        one.text for one in page.facts
    ]


def test_the_same_file_changes_nothing(running: Event) -> None:
    assert load_update(save(START), running).is_empty


NEWER = [
    pytest.param(
        changed(t1={1: "p1", 2: "p2"}, t2={1: "p4", 3: "p5", 6: "p3"}),
        ["Table 1: Player p3 moves from seat 5 to Table 2, seat 6"],
        id="moved",
    ),
    pytest.param(
        changed(t1={1: "p2", 2: "p1", 5: "p3"}),
        [
            "Table 1: Player p1 moves from seat 1 to Table 1, seat 2",
            "Table 1: Player p2 moves from seat 2 to Table 1, seat 1",
        ],
        id="changed seats with one another",
    ),
    pytest.param(
        changed(t2={1: "p4"}),
        [
            "Table 2: Player p5, seat 3, is out",
            "Entries: 7 → 6",
            "Chips bought (value): 35000 → 30000",
        ],
        id="bust",
    ),
    pytest.param(
        changed(t2={1: "p4", 3: "p5", 4: "p8"}),
        [
            "Table 2: Player p8 is new at seat 4",
            "Entries: 7 → 8",
            "Chips bought (value): 35000 → 40000",
        ],
        id="new",
    ),
    pytest.param(
        changed(t3=None, t1={1: "p1", 2: "p2", 3: "p6", 5: "p3"}, t2={1: "p4", 3: "p5", 6: "p7"}),
        [
            "Table 3: Player p6 moves from seat 2 to Table 1, seat 3",
            "Table 3: Player p7 moves from seat 4 to Table 2, seat 6",
            "Table 3: is broken",
        ],
        id="broken",
    ),
    pytest.param(
        changed(t1={1: "p1", 2: "p2"}, t4={3: "p3"}),
        [
            "Table 1: Player p3 moves from seat 5 to Table 4, seat 3",
            "Table 4: new table of 6 seats",
        ],
        id="new table",
    ),
]


@pytest.mark.parametrize(("draw", "lines"), NEWER)
@pytest.mark.parametrize("ids", [True, False], ids=["with ids", "an old save"])
def test_what_is_new_is_said_and_taken_over_once(
    running: Event, people: Any, draw: Draw, lines: list[str], ids: bool
) -> None:
    newer = save(draw, ids=ids)
    update = load_update(newer, running)
    plain = [re.sub(r"[\u202f\xa0,](?=\d{3})", "", one) for one in said(update, running)]
    assert plain == lines
    assert update.stranger is False
    assert not SeatingCommand.objects.exists()
    done = apply(newer, running, people.director)
    assert room_of(running) == draw
    assert (done.command.kind, done.refused) == ("update", ())
    running.refresh_from_db()
    assert load_update(newer, running).is_empty


def test_a_preview_sent_twice_is_taken_over_once(running: Event, people: Any) -> None:
    newer = save(changed(t2={1: "p4"}))
    parcel, seen = Parcel(newer), load_update(newer, running).digest
    sent = {"event_id": running.pk, "by": people.director, "seen": seen}
    first, second = apply_update(parcel, **sent), apply_update(parcel, **sent)
    assert (first.repeated, second.repeated) == (False, True)
    assert SeatingCommand.objects.count() == 1


def test_what_was_not_seen_is_not_taken_over(running: Event, people: Any) -> None:
    newer = save(changed(t2={1: "p4"}))
    seen = load_update(newer, running).digest
    table = Table.objects.get(event=running, number=1)
    seating.bust(event_id=running.pk, by=people.floor, command_id=uuid4().hex, at=At(table.pk, 1))
    with pytest.raises(Conflict) as refused:
        apply_update(Parcel(newer), event_id=running.pk, by=people.director, seen=seen)
    assert refused.value.code == "seats_changed"
    assert "Table 2" in room_of(running)
    assert room_of(running)["Table 2"] == START["Table 2"]


def test_a_held_table_stays_and_everything_else_is_taken_over(running: Event, people: Any) -> None:
    tables = list(Table.objects.filter(event=running).order_by("number"))
    color_up = announce_25s(running, tables, by=people.director, in_play=[100])
    held = color_up.races.get(table=tables[1])
    count(race_id=held.pk, by=people.floor, command_id="c", expected_version=1, entry={"seats": []})
    newer = save(
        changed(
            t1={1: "p1", 5: "p8"},  # p2 goes to the held table, p3 is out, p8 is new
            t2={1: "p4", 2: "p2"},  # p5 leaves the held table
            t3={2: "p6", 4: "p7", 6: "p5"},
        )
    )
    update = load_update(newer, running)
    page = update_page(update, running, Room.load(running.pk))
    assert [one.text for one in page.refused] == [
        "Table 1: Player p2 moves from seat 2 to Table 2, seat 2",
        "Table 2: Player p5 moves from seat 3 to Table 3, seat 6",
    ]
    assert all("Table 2: a race is under way there" in one.note for one in page.refused)
    done = apply(newer, running, people.director)
    assert len(done.refused) == 2
    assert room_of(running) == {
        **START,
        "Table 1": {1: "p1", 2: "p2", 5: "p8"},
    }
    held.refresh_from_db()
    versions = [one.version for one in color_up.races.order_by("table__number")]
    assert (held.state, versions) == ("counted", [2, 2, 1])
    again = load_update(newer, Event.objects.get(pk=running.pk))
    assert (again.accepted, len(again.refused), again.facts) == ((), 2, {})
    assert list(faults()) == []


def test_a_change_that_waits_for_a_refused_one_is_refused_too(running: Event, people: Any) -> None:
    tables = list(Table.objects.filter(event=running).order_by("number"))
    color_up = announce_25s(running, tables, by=people.director, in_play=[100])
    held = color_up.races.get(table=tables[1])
    count(race_id=held.pk, by=people.floor, command_id="c", expected_version=1, entry={"seats": []})
    # p1 would go to the held table, p6 to the seat that p1 keeps; table 3 breaks without p6.
    newer = save(
        changed(t1={1: "p6", 2: "p2", 5: "p3", 6: "p7"}, t2={1: "p4", 3: "p5", 6: "p1"}, t3=None)
    )
    update = load_update(newer, running)
    assert [(type(one).__name__, why.key) for one, why in update.refused] == [
        ("Move", "refused.held"),
        ("Move", "bad_seat.occupied"),
        ("Break", "bad_tables.not_empty"),
    ]
    apply(newer, running, people.director)
    assert room_of(running) == {
        **START,
        "Table 1": {**START["Table 1"], 6: "p7"},
        "Table 3": {2: "p6"},
    }


def test_a_broken_tables_race_ends_and_a_new_one_joins(running: Event, people: Any) -> None:
    tables = list(Table.objects.filter(event=running).order_by("number"))
    color_up = announce_25s(running, tables, by=people.director, in_play=[100])
    newer = save(changed(t3=None, t4={2: "p6", 4: "p7"}))
    apply(newer, running, people.director)
    states = {one.table.number: one.state for one in color_up.races.select_related("table")}
    assert states == {1: "announced", 2: "announced", 3: "void", 4: "announced"}
    assert list(faults()) == []


def test_a_player_who_comes_to_a_raced_table_is_pointed_out(running: Event, people: Any) -> None:
    tables = list(Table.objects.filter(event=running).order_by("number"))
    color_up = announce_25s(running, tables, by=people.director, in_play=[100])
    raced = color_up.races.get(table=tables[1])
    who = {"race_id": raced.pk, "by": people.floor}
    count(**who, command_id="c", expected_version=1, entry={"seats": []})
    confirm(**who, command_id="k", expected_version=2)
    newer = save(changed(t1={1: "p1", 2: "p2"}, t2={1: "p4", 3: "p5", 6: "p3"}))
    page = update_page(load_update(newer, running), running, Room.load(running.pk))
    (line,) = page.groups[0].lines
    assert "take the player’s chips of 25" in line.note
    apply(newer, running, people.director)
    assert room_of(running)["Table 2"][6] == "p3"


def test_the_level_the_button_and_the_seats_are_taken_over(running: Event, people: Any) -> None:
    newer = save(START, CurrentLevel="2")
    assert said(load_update(newer, running), running) == [
        "Row of the structure that is played: 2 → 3"
    ]
    apply(newer, running, people.director)
    running.refresh_from_db()
    assert running.current_row == 3


def test_a_table_that_was_broken_by_mistake_stands_again(running: Event, people: Any) -> None:
    apply(save(changed(t3=None)), running, people.director)
    newer = save(START)
    lines = said(load_update(newer, running), running)
    assert lines[:3] == [
        "Table 3: stands again",
        "Table 3: Player p6 is new at seat 2",
        "Table 3: Player p7 is new at seat 4",
    ]
    apply(newer, running, people.director)
    assert room_of(running) == START


def test_a_table_that_stands_again_is_to_be_announced_anew(running: Event, people: Any) -> None:
    tables = list(Table.objects.filter(event=running).order_by("number"))
    announce_25s(running, tables, by=people.director, in_play=[100])
    apply(save(changed(t3=None)), running, people.director)
    page = update_page(load_update(save(START), running), running, Room.load(running.pk))
    notes = [line.note for group in page.groups for line in group.lines]
    assert [bool(one) for one in notes] == [True, False, False]
    assert "announce those anew for this table" in notes[0]
    apply(save(START), running, people.director)
    again = announce_25s(running, [tables[2]], by=people.director, in_play=[100])
    assert again.races.get().table == tables[2]


@pytest.mark.parametrize(
    "other",
    [
        save(START, uuid="another"),
        save({"Table 11": {1: "x1"}, "Table 12": {1: "x2"}}, uuid=""),
    ],
    ids=["another id", "nothing in common"],
)
def test_a_file_of_another_event_is_not_taken_over_unasked(
    running: Event, people: Any, other: TournamentFile
) -> None:
    assert load_update(other, running).stranger is True
    with pytest.raises(Conflict) as refused:
        apply(other, running, people.director)
    assert refused.value.code == "other_event"
    assert room_of(running) == START
    assert apply(other, running, people.director, sure=True).repeated is False


def test_only_a_director_updates(running: Event, people: Any) -> None:
    with pytest.raises(Forbidden):
        apply(save(changed(t3=None)), running, people.floor)
    assert room_of(running) == START


def draw_csv(draw: Draw) -> TournamentFile:
    rows = "".join(
        f"{table.removeprefix('Table ')},{seat},Player {one}\n"
        for table, seats in draw.items()
        for seat, one in seats.items()
    )
    return read_tournament_file(f"Table,Seat,Player\n{rows}".encode(), "draw.csv")


@pytest.mark.parametrize(("draw", "lines"), NEWER)
def test_a_seat_draw_updates_by_names(
    running: Event, people: Any, draw: Draw, lines: list[str]
) -> None:
    update = load_update(draw_csv(draw), running)
    expected = [one.replace("of 6 seats", "of 9 seats") for one in lines if "→" not in one]
    assert said(update, running) == expected
    apply(draw_csv(draw), running, people.director)
    assert room_of(running) == draw
    assert load_update(draw_csv(draw), running).is_empty


def test_somebody_unknown_gets_a_name(running: Event, people: Any) -> None:
    table = Table.objects.get(event=running, number=2)
    Seat.objects.create(table=table, number=6)
    newer = draw_csv(changed(t2={1: "p4", 3: "p5", 6: "p9"}))
    assert said(load_update(newer, running), running) == [
        "Table 2: somebody, seat 6, is called Player p9 now"
    ]

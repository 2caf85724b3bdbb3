"""Keeping the ledger: checking it against itself, and copying it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from colorup.engine.lifecycle import State
from tournaments.models import ChipMovement, RaceEvent, TableRace
from tournaments.workflow import reopen
from tournaments.workflow.audit import faults

Play = Callable[..., TableRace]


def tamper(statement: str, *values: object) -> None:
    """What no code of the application can do: change a stored row."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def test_an_honest_ledger_agrees_with_itself(play: Play, people: Any) -> None:
    race = play("confirmed")
    sent = {"race_id": race.pk, "by": people.director, "reason": "why"}
    reopen(**sent, command_id="r", expected_version=4, to_state=State.ANNOUNCED)
    assert list(faults()) == []
    said = StringIO()
    call_command("check_ledger", stdout=said)
    assert said.getvalue() == "5 events checked; the ledger agrees with itself.\n"


def test_a_changed_result_is_found(play: Play) -> None:
    race = play("confirmed")
    result = {**(race.result or {}), "drift": 0}
    confirmed = RaceEvent.objects.get(race=race, action="confirm")
    TableRace.objects.filter(pk=race.pk).update(result=result)
    tamper(
        "UPDATE tournaments_raceevent SET result = (SELECT result FROM tournaments_tablerace) "
        "WHERE id = %s",
        confirmed.pk,
    )
    assert [str(one) for one in faults()] == [
        f"race {race.pk}, version 4: this engine gives another result than the one stored",
        f"race {race.pk}, version 4: the movements sum to 100, the result states 0",
    ]


def test_a_changed_movement_is_found(play: Play) -> None:
    race = play("confirmed")
    movement = ChipMovement.objects.get(reason="award")
    tamper("UPDATE tournaments_chipmovement SET chips = 3 WHERE id = %s", movement.pk)
    assert [one.text for one in faults()] == [
        "the movements sum to 300, the result states 100",
        "all movements sum to 300, the race states 100",
    ]
    assert {one.race_id for one in faults()} == {race.pk}


def test_a_race_that_was_edited_is_found(play: Play) -> None:
    race = play("dealt")
    TableRace.objects.filter(pk=race.pk).update(input={}, state="counted")
    assert [one.text for one in faults()] == [
        "state differs from that of the last event",
        "input differs from that of the last event",
    ]


def test_a_race_that_lost_its_last_event_is_found(play: Play) -> None:
    race = play("dealt")
    TableRace.objects.filter(pk=race.pk).update(version=9)
    assert [one.text for one in faults()] == ["the last event is of another version than the race"]


def test_faults_are_listed_and_fail_the_command(play: Play) -> None:
    race = play("dealt")
    TableRace.objects.filter(pk=race.pk).update(version=9)
    said, warned = StringIO(), StringIO()
    with pytest.raises(SystemExit) as stopped:
        call_command("check_ledger", stdout=said, stderr=warned)
    assert stopped.value.code == 1
    assert said.getvalue().startswith(f"race {race.pk}, version 9: ")
    assert warned.getvalue() == "1 faults in 3 events.\n"


needs_sqlite = pytest.mark.skipif(
    "connection.vendor != 'sqlite'", reason="PostgreSQL is copied with pg_dump"
)


@needs_sqlite
@pytest.mark.django_db(transaction=True)
def test_a_backup_holds_everything(play: Play, tmp_path: Path) -> None:
    race = play("confirmed")
    file = tmp_path / "copy.sqlite3"
    call_command("backup", str(file), stdout=StringIO())
    with closing(sqlite3.connect(file)) as copy:
        rows = copy.execute("SELECT state, version FROM tournaments_tablerace").fetchall()
    assert rows == [(race.state, race.version)]
    assert list(tmp_path.iterdir()) == [file]


@needs_sqlite
def test_a_backup_replaces_no_file(db: None, tmp_path: Path) -> None:
    file = tmp_path / "copy.sqlite3"
    file.write_text("precious")
    with pytest.raises(CommandError, match="exists already"):
        call_command("backup", str(file))
    assert file.read_text() == "precious"


@needs_sqlite
def test_a_backup_that_cannot_be_written_says_so(db: None, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("backup", str(tmp_path / "nowhere" / "copy.sqlite3"))


def test_postgresql_is_copied_with_its_own_tool(
    db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "vendor", "postgresql")
    with pytest.raises(CommandError, match="pg_dump"):
        call_command("backup", str(tmp_path / "copy"))

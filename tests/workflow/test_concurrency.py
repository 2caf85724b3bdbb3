"""Many people at once, on a file database and on PostgreSQL: one is applied, the rest are told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection

from colorup.engine.lifecycle import State
from tests.workflow.conftest import COUNTED
from tests.workflow.rooms import announce_25s, make_event, make_people, make_table
from tournaments.models import ChipMovement, ColorUp, Cut, RaceEvent, Stub, TableRace
from tournaments.workflow import Conflict, confirm, count, reopen, void_colorup
from tournaments.workflow.sheet import Sheet, enter_sheet
from tournaments.workflow.stub import call, shuffle

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]

AT_ONCE = 8


@pytest.fixture
def people() -> Any:
    return make_people()


@pytest.fixture
def race(people: Any) -> TableRace:
    event = make_event()
    return announce_25s(event, [make_table(event, 1)], by=people.director).races.get()


def at_once(act: Callable[[int], Any]) -> list[Any]:
    """What `act` gave to each of eight people who all began at the same moment."""
    start = Barrier(AT_ONCE)

    def person(number: int) -> Any:
        try:
            connection.ensure_connection()
            start.wait(timeout=20)
            return act(number)
        except Conflict as conflict:
            return conflict
        finally:
            connection.close()

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(person, range(AT_ONCE)))


def codes(outcomes: list[Any]) -> Counter[str]:
    return Counter(
        one.code if isinstance(one, Conflict) else ("repeated" if one.repeated else "applied")
        for one in outcomes
    )


def test_one_command_sent_eight_times_is_applied_once(race: TableRace, people: Any) -> None:
    sent = {"race_id": race.pk, "by": people.floor, "expected_version": 1, "entry": COUNTED}
    outcomes = at_once(lambda _: count(**sent, command_id="one"))
    assert codes(outcomes) == {"applied": 1, "repeated": 7}
    assert len({one.event.pk for one in outcomes}) == 1
    race.refresh_from_db()
    assert (race.version, race.events.count()) == (2, 2)


def test_one_sheet_sent_eight_times_is_entered_once(race: TableRace, people: Any) -> None:
    sheet = Sheet(count={"seats": [{"seat": 1, "odd": 3}, {"seat": 2, "odd": 0}]})
    sent = {"race_id": race.pk, "by": people.floor, "expected_version": 1, "sheet": sheet}
    outcomes = at_once(lambda _: enter_sheet(**sent, command_id="one"))
    assert codes(outcomes) == {"applied": 1, "repeated": 7}
    race.refresh_from_db()
    assert (race.state, race.version, race.events.count()) == ("confirmed", 3, 3)
    assert ChipMovement.objects.change_in_play() == {25: -3, 100: 1}


def test_eight_commands_on_one_version_leave_one(race: TableRace, people: Any) -> None:
    sent = {"race_id": race.pk, "by": people.floor, "expected_version": 1, "entry": COUNTED}
    outcomes = at_once(lambda number: count(**sent, command_id=f"command {number}"))
    assert codes(outcomes) == {"applied": 1, "stale": 7}
    assert {one.race.version for one in outcomes} == {2}


def test_one_id_with_eight_contents_is_applied_once(race: TableRace, people: Any) -> None:
    sent = {"race_id": race.pk, "by": people.floor, "expected_version": 1, "command_id": "one"}

    def act(number: int) -> Any:
        return count(**sent, entry={"seats": [{"seat": number + 1, "odd": 1}]})

    outcomes = at_once(act)
    assert codes(outcomes) == {"applied": 1, "changed_after_send": 7}
    race.refresh_from_db()
    assert race.version == 2


def test_eight_confirmations_book_the_chips_once(race: TableRace, people: Any) -> None:
    sent = {"race_id": race.pk, "by": people.floor}
    entry = {"seats": [{"seat": 1, "count": 8}]}
    count(**sent, command_id="c", expected_version=1, entry=entry)
    outcomes = at_once(
        lambda number: confirm(**sent, command_id=f"k{number % 2}", expected_version=2)
    )
    assert codes(outcomes)["applied"] == 1
    assert ChipMovement.objects.change_in_play() == {25: -8, 100: 2}


def test_eight_reopenings_reverse_once(race: TableRace, people: Any) -> None:
    sent = {"race_id": race.pk, "by": people.director}
    entry = {"seats": [{"seat": 1, "count": 8}]}
    count(**sent, command_id="c", expected_version=1, entry=entry)
    confirm(**sent, command_id="k", expected_version=2)
    again = {"expected_version": 3, "to_state": State.COUNTED, "reason": "miscounted"}
    outcomes = at_once(lambda number: reopen(**sent, command_id=f"r{number}", **again))
    assert codes(outcomes) == {"applied": 1, "stale": 7}
    assert ChipMovement.objects.filter(reason="reversal").count() == 2


@pytest.fixture
def app_race(people: Any) -> dict[str, Any]:
    """What a command says of a counted race that the app may deal."""
    rules = {"dealing": "either"}
    table = make_table(make_event(), 1)
    race = announce_25s(table.event, [table], by=people.director, rules=rules).races.get()
    count(race_id=race.pk, by=people.floor, command_id="c", expected_version=1, entry=COUNTED)
    return {"race_id": race.pk, "by": people.floor, "removed": 25}


def test_eight_shuffles_at_once_make_one_stub(app_race: dict[str, Any]) -> None:
    outcomes = at_once(lambda n: shuffle(**app_race, command_id=f"s{n % 4}", expected_version=2))
    assert codes(outcomes) == {"applied": 1, "repeated": 1, "stale": 6}
    assert Stub.objects.count() == 1


def test_eight_numbers_called_at_once_leave_one(app_race: dict[str, Any]) -> None:
    shuffle(**app_race, command_id="s", expected_version=2)
    sent = {**app_race, "expected_version": 3}
    outcomes = at_once(lambda n: call(**sent, command_id=f"n{n}", called=n + 1))
    assert codes(outcomes) == {"applied": 1, "stale": 7}
    (applied,) = (one for one in outcomes if not isinstance(one, Conflict))
    assert Cut.objects.get().called == applied.event.content["called"]
    assert applied.race.input["cards"] == applied.event.input["cards"]


def test_one_announcement_sent_eight_times_is_made_once(people: Any) -> None:
    event = make_event()
    tables = [make_table(event, number) for number in (1, 2, 3)]
    made = at_once(lambda _: announce_25s(event, tables, by=people.director, command_id="one"))
    assert {one.pk for one in made} == {ColorUp.objects.get().pk}
    assert TableRace.objects.count() == RaceEvent.objects.count() == 3


def test_a_taken_back_colour_up_has_no_confirmed_table(race: TableRace, people: Any) -> None:
    sent = {"race_id": race.pk, "by": people.director}
    entry = {"seats": [{"seat": 1, "count": 8}]}
    count(**sent, command_id="c", expected_version=1, entry=entry)

    def act(number: int) -> Any:
        if number % 2:
            return confirm(**sent, command_id=f"k{number}", expected_version=2)
        return void_colorup(
            color_up_id=race.color_up_id, by=people.director, command_id="v", reason="wrong"
        )

    at_once(act)
    race.refresh_from_db()
    race.color_up.refresh_from_db()
    assert race.state == ("confirmed" if race.color_up.voided_at is None else "void")
    assert race.version == 3


def test_tables_of_one_event_do_not_get_into_each_others_way(people: Any) -> None:
    event = make_event()
    tables = [make_table(event, number + 1) for number in range(AT_ONCE)]
    color_up = announce_25s(event, tables, by=people.director)
    races = list(color_up.races.order_by("table__number"))

    def act(number: int) -> Any:
        sent = {"race_id": races[number].pk, "by": people.floor, "entry": COUNTED}
        return count(**sent, command_id=uuid4().hex, expected_version=1)

    assert codes(at_once(act)) == {"applied": AT_ONCE}
    sequences = list(color_up.races.order_by().values_list("board_sequence", flat=True))
    event.refresh_from_db()
    assert sorted(sequences) == list(range(2, 2 + AT_ONCE))
    assert event.board_sequence == 1 + AT_ONCE

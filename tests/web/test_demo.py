"""``manage.py demo``: an evening to try things with, made once and never over anybody's data."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from colorup.engine.problems import Problems
from tournaments.management import example
from tournaments.management.commands.demo import LOGINS
from tournaments.models import (
    ChipMovement,
    ChipSet,
    ColorUp,
    Event,
    RaceEvent,
    Role,
    Seat,
    Table,
    TableRace,
    User,
)
from tournaments.workflow.audit import faults

STORED = (ChipMovement, ChipSet, ColorUp, Event, RaceEvent, Seat, Table, TableRace, User)

pytestmark = pytest.mark.django_db


def demo() -> str:
    output = io.StringIO()
    call_command("demo", stdout=output)
    return output.getvalue()


def counts() -> dict[str, int]:
    return {one.__name__: one.objects.count() for one in STORED}


def test_the_demo_is_one_evening_half_way_through_its_colour_up() -> None:
    demo()
    event = Event.objects.get()
    chips = event.chip_set.denominations.values_list("value", flat=True)
    assert (event.name, list(chips)) == ("Friday league", [25, 100, 500, 1000, 5000])
    assert (event.entries, event.chips_bought, event.current_row) == (22, 220_000, 5)
    assert sum(one.denomination * one.chips for one in event.starting_stack.all()) == 10_000
    assert [(one.number, one.seats.count()) for one in event.tables.all()] == [
        (1, 7),
        (2, 7),
        (3, 6),
    ]
    assert set(Seat.objects.values_list("player", flat=True)) == {
        f"Player {number:02d}" for number in range(1, 21)
    }
    assert event.color_ups.get().removed == [25]
    assert list(TableRace.objects.values_list("table__number", "state", "odd_chips", "pool")) == [
        (1, "confirmed", 10, 3),
        (2, "counted", 7, 2),
        (3, "announced", None, None),
    ]


def test_the_confirmed_table_has_cards_winners_and_a_rescue() -> None:
    demo()
    race = TableRace.objects.get(state="confirmed")
    assert race.input["cards"]["1"] == ["Kd", "7s", "4c"]
    assert [one["seat"] for one in race.paid["awards"]] == [1, 3, 6]
    assert [one["seat"] for one in race.paid["rescues"]] == [4]
    assert race.drift == ChipMovement.objects.value_into_play() == 150
    assert list(faults()) == []


@pytest.mark.parametrize("role", Role.values)
def test_there_is_a_login_for_each_role(client: Client, role: str) -> None:
    printed = demo()
    assert f"{role:<12} {LOGINS[role]}" in printed
    assert client.login(username=role, password=LOGINS[role])
    assert User.objects.get(username=role).role == role


def test_a_second_demo_changes_nothing() -> None:
    demo()
    before = counts()
    assert demo() == "There are events or people already: the example is left out.\n"
    assert counts() == before


def test_a_demo_leaves_a_person_of_the_same_name_alone() -> None:
    User.objects.create_user("director", password="my own", role=Role.DIRECTOR)
    assert "left out" in demo()
    assert User.objects.get().check_password("my own")
    assert Event.objects.count() == 0


def test_a_failure_leaves_nothing_half_made(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong: dict[str, Any] = {"seats": [{"seat": 1, "count": -1}]}
    monkeypatch.setattr(example, "COUNT_OF_TABLE_2", wrong)
    before = counts()
    with pytest.raises(Problems):
        demo()
    assert counts() == before == dict.fromkeys(before, 0)


def test_known_passwords_have_no_place_on_a_public_server(settings: Any) -> None:
    settings.PUBLIC = True
    with pytest.raises(CommandError, match="the public profile has none"):
        demo()
    assert User.objects.count() == 0

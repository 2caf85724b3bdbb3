"""Voiding one race, and a whole colour-up: works, wrong person, already done, stale."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.utils.formats import date_format

from colorup.engine.lifecycle import State
from tests.workflow.rooms import announce_25s, make_table
from tournaments.models import ChipMovement, ColorUp, RaceEvent, TableRace
from tournaments.workflow import (
    Answer,
    Conflict,
    Forbidden,
    NotFound,
    Unfit,
    reopen,
    void_colorup,
    void_race,
)
from tournaments.workflow.after import exchange, late, reverse

Play = Callable[..., TableRace]


def send(race: TableRace, by: Any, **changes: Any) -> Answer:
    sent: dict[str, Any] = {
        "command_id": "v1",
        "expected_version": race.version,
        "reason": "table broken",
    }
    return void_race(**{"race_id": race.pk, "by": by, **sent, **changes})


def take_back(color_up: ColorUp, by: Any, **changes: Any) -> ColorUp:
    sent: dict[str, Any] = {"command_id": "v1", "reason": "wrong break"}
    return void_colorup(**{"color_up_id": color_up.pk, "by": by, **sent, **changes})


@pytest.mark.parametrize("state", ["announced", "counted", "dealt"])
def test_a_race_ends_without_a_result(race: TableRace, play: Play, people: Any, state: str) -> None:
    if state != "announced":
        race = play(state)
    answer = send(race, people.director)
    assert (answer.race.state, answer.race.input) == ("void", race.input)
    assert (answer.event.action, answer.event.reason) == ("void", "table broken")


def test_a_confirmed_race_must_be_reopened_first(play: Play, people: Any) -> None:
    race = play("confirmed")
    with pytest.raises(Conflict) as refused:
        send(race, people.director)
    assert refused.value.code == "not_now"


def test_floor_may_not_void_and_a_stranger_finds_nothing(race: TableRace, people: Any) -> None:
    with pytest.raises(Forbidden):
        send(race, people.floor)
    with pytest.raises(NotFound):
        send(race, people.stranger)


def test_a_race_is_voided_once(race: TableRace, people: Any) -> None:
    first = send(race, people.director)
    again = send(race, people.director)
    assert (again.repeated, again.event) == (True, first.event)


def test_a_race_on_an_older_version_is_stale(play: Play, people: Any) -> None:
    race = play("counted")
    with pytest.raises(Conflict) as refused:
        send(race, people.director, expected_version=1)
    assert refused.value.code == "stale"


def test_a_race_takes_a_reason(race: TableRace, people: Any) -> None:
    with pytest.raises(Unfit):
        send(race, people.director, reason="")


def test_a_table_may_be_announced_again_after_voiding(race: TableRace, people: Any) -> None:
    send(race, people.director)
    again = announce_25s(race.color_up.event, [race.table], by=people.director)
    assert again.races.get().state == "announced"


def test_a_colour_up_is_taken_back_with_all_its_races(play: Play, people: Any) -> None:
    race = play("dealt")
    color_up = take_back(race.color_up, people.director)
    assert (color_up.voided_by, color_up.void_reason) == (people.director, "wrong break")
    race.refresh_from_db()
    assert (race.state, race.version) == ("void", 4)
    assert RaceEvent.objects.filter(race=race, action="void", reason="wrong break").count() == 1


def test_a_colour_up_leaves_races_alone_that_were_void(race: TableRace, people: Any) -> None:
    send(race, people.director)
    take_back(race.color_up, people.director)
    race.refresh_from_db()
    assert race.version == 2


def test_confirmed_tables_keep_a_colour_up(play: Play, people: Any) -> None:
    race = play("confirmed")
    with pytest.raises(Conflict) as refused:
        take_back(race.color_up, people.director)
    assert (refused.value.code, refused.value.message.values) == (
        "tables_confirmed",
        {"tables": (7,)},
    )


def test_confirmed_tables_keep_the_others_untouched(play: Play, people: Any) -> None:
    confirmed = play("confirmed")
    event = confirmed.color_up.event
    other = make_table(event, 8)
    TableRace.objects.create(
        color_up=confirmed.color_up, table=other, state_since=confirmed.state_since
    )
    with pytest.raises(Conflict):
        take_back(confirmed.color_up, people.director)
    assert other.races.get().state == "announced"


def test_floor_may_not_take_back_and_a_stranger_finds_nothing(
    color_up: ColorUp, people: Any
) -> None:
    with pytest.raises(Forbidden):
        take_back(color_up, people.floor)
    with pytest.raises(NotFound):
        take_back(color_up, people.stranger)


def test_a_colour_up_that_does_not_exist_is_not_found(color_up: ColorUp, people: Any) -> None:
    with pytest.raises(NotFound):
        take_back(color_up, people.director, color_up_id=0)


def test_a_colour_up_is_taken_back_once(color_up: ColorUp, people: Any) -> None:
    first = take_back(color_up, people.director)
    assert take_back(color_up, people.director).voided_at == first.voided_at
    with pytest.raises(Conflict) as changed:
        take_back(color_up, people.director, reason="another")
    assert changed.value.code == "changed_after_send"
    with pytest.raises(Conflict) as already:
        take_back(color_up, people.director, command_id="v2")
    assert already.value.code == "not_now"


def test_a_colour_up_takes_a_reason(color_up: ColorUp, people: Any) -> None:
    with pytest.raises(Unfit):
        take_back(color_up, people.director, reason="")


def test_late_chips_keep_a_colour_up_until_they_are_taken_back(play: Play, people: Any) -> None:
    race = play("confirmed")
    color_up = race.color_up
    found = late(
        event_id=color_up.event_id,
        by=people.floor,
        command_id="l",
        found={25: 5},
        table_id=race.table_id,
    )
    reopen(
        race_id=race.pk,
        by=people.director,
        command_id="r",
        expected_version=race.version,
        to_state=State.COUNTED,
        reason="wrong chip",
    )
    with pytest.raises(Conflict) as refused:
        take_back(color_up, people.director)
    at = found.command.at.astimezone(color_up.event.zone)
    (what,) = refused.value.message.values["what"]
    assert refused.value.code == "chips_recorded"
    assert what == f"late chips (Table 7, {date_format(at, 'H:i')})"
    color_up.refresh_from_db()
    assert (color_up.voided_at, color_up.races.get().state) == (None, "counted")
    given_back = {"by": people.director, "command_id": "g", "reason": "given back"}
    reverse(chip_command_id=found.command.pk, **given_back)
    assert take_back(color_up, people.director, command_id="v2").voided_by == people.director
    assert ChipMovement.objects.filter(event=color_up.event).change_in_play() == {}


def test_an_exchange_that_is_of_no_colour_up_keeps_none(color_up: ColorUp, people: Any) -> None:
    sent = {"event_id": color_up.event_id, "by": people.floor, "command_id": "x"}
    exchange(**sent, gives={100: 5}, gets={500: 1})
    assert take_back(color_up, people.director).voided_by == people.director

"""Reopening a race: works, wrong person, already done, stale; movements are reversed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from colorup.engine.lifecycle import State
from tests.workflow.conftest import COUNTED, DEALT
from tournaments.models import ChipMovement, TableRace
from tournaments.workflow import (
    Answer,
    Conflict,
    Forbidden,
    NotFound,
    Unfit,
    confirm,
    count,
    reopen,
)

Play = Callable[..., TableRace]


def send(race: TableRace, by: Any, to_state: State = State.COUNTED, **changes: Any) -> Answer:
    sent: dict[str, Any] = {"command_id": "r1", "expected_version": race.version, "reason": "why"}
    return reopen(**{"race_id": race.pk, "by": by, "to_state": to_state, **sent, **changes})


def test_to_dealt_keeps_everything_entered(play: Play, people: Any) -> None:
    race = play("confirmed")
    after = send(race, people.director, State.DEALT).race
    assert (after.state, after.version, after.drift, after.paid) == ("dealt", 5, None, None)
    assert (after.input, after.result) == (race.input, race.result)


def test_to_counted_drops_the_deal_but_not_from_history(play: Play, people: Any) -> None:
    race = play("dealt")
    after = send(race, people.floor).race
    assert after.input is not None
    assert after.result is not None
    assert after.state == "counted"
    assert "cards" not in after.input
    assert after.input["seats"] == COUNTED["seats"]
    assert after.result["final"] is False
    assert race.events.get(action="deal").input["cards"] == DEALT["cards"]


def test_to_announced_keeps_the_count_as_a_draft(play: Play, people: Any) -> None:
    race = play("dealt")
    after = send(race, people.floor, State.ANNOUNCED).race
    assert after.input is not None
    assert (after.state, after.result, after.racers, after.pool) == ("announced", None, None, None)
    assert (after.players, after.counted_by) == ({}, None)
    assert after.input["seats"] == COUNTED["seats"]


def test_a_confirmed_race_has_its_movements_reversed(play: Play, people: Any) -> None:
    race = play("confirmed")
    before = list(race.movements.order_by("pk"))
    answer = send(race, people.director)
    reversing = list(answer.event.movements.order_by("pk"))
    assert [one.reverses for one in reversing] == before
    assert {one.reason for one in reversing} == {"reversal"}
    assert [(one.from_place, one.to_place) for one in reversing] == [
        (one.to_place, one.from_place) for one in before
    ]
    assert ChipMovement.objects.change_in_play() == {}
    assert TableRace.objects.drift_terms() == dict.fromkeys(
        ("rounded_up", "rounded_down", "rescue", "surplus_forfeited", "adjustment"), 0
    )


def test_a_race_confirmed_twice_counts_once(play: Play, people: Any) -> None:
    race = play("confirmed")
    race = send(race, people.director, State.DEALT).race
    confirm(race_id=race.pk, by=people.floor, command_id="k2", expected_version=race.version)
    assert ChipMovement.objects.change_in_play() == {25: -16, 100: 5}
    race.refresh_from_db()
    send(race, people.director, State.DEALT, command_id="r2")
    assert ChipMovement.objects.change_in_play() == {}


def test_after_announced_the_table_is_counted_anew(play: Play, people: Any) -> None:
    race = send(play("counted"), people.floor, State.ANNOUNCED).race
    entry = {"seats": [{"seat": 1, "odd": 2}]}
    sent = {"race_id": race.pk, "by": people.second}
    counted = count(**sent, command_id="c2", expected_version=race.version, entry=entry).race
    assert (counted.odd_chips, counted.counted_by) == (2, people.second)


def test_a_confirmed_race_takes_a_director(play: Play, people: Any) -> None:
    race = play("confirmed")
    with pytest.raises(Forbidden) as refused:
        send(race, people.floor)
    assert refused.value.message.values == {"role": "director"}
    assert ChipMovement.objects.filter(reason="reversal").count() == 0


def test_a_viewer_may_not_and_a_stranger_finds_nothing(play: Play, people: Any) -> None:
    race = play("counted")
    with pytest.raises(Forbidden):
        send(race, people.viewer, State.ANNOUNCED)
    with pytest.raises(NotFound):
        send(race, people.stranger, State.ANNOUNCED)


def test_sent_again_is_answered_as_the_first_time(play: Play, people: Any) -> None:
    race = play("dealt")
    first = send(race, people.floor)
    again = send(race, people.floor, expected_version=3)
    assert (again.repeated, again.event) == (True, first.event)


def test_another_reason_under_the_same_id_is_a_conflict(play: Play, people: Any) -> None:
    race = play("dealt")
    send(race, people.floor)
    with pytest.raises(Conflict) as refused:
        send(race, people.floor, reason="another")
    assert refused.value.code == "changed_after_send"


def test_on_an_older_version_is_stale(play: Play, people: Any) -> None:
    race = play("dealt")
    with pytest.raises(Conflict) as refused:
        send(race, people.floor, expected_version=2)
    assert refused.value.code == "stale"


@pytest.mark.parametrize("reason", ["", " \n"])
def test_takes_a_reason(play: Play, people: Any, reason: str) -> None:
    race = play("dealt")
    with pytest.raises(Unfit) as refused:
        send(race, people.floor, reason=reason)
    assert refused.value.code == "reason_needed"


def test_goes_to_an_earlier_step_only(play: Play, people: Any) -> None:
    race = play("counted")
    with pytest.raises(Conflict) as refused:
        send(race, people.floor, State.DEALT)
    assert refused.value.code == "not_now"


def test_an_announced_race_has_nothing_to_reopen(race: TableRace, people: Any) -> None:
    with pytest.raises(Conflict):
        send(race, people.floor, State.ANNOUNCED)

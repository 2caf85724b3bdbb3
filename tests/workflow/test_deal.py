"""Recording a deal: works, wrong person, already done, stale, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from colorup.engine.problems import Problems
from tests.workflow.conftest import COUNTED, DEALT
from tournaments.models import TableRace
from tournaments.workflow import Answer, Conflict, Forbidden, NotFound, deal

Play = Callable[..., TableRace]


def send(race: TableRace, by: Any, **changes: Any) -> Answer:
    sent: dict[str, Any] = {"command_id": "d1", "expected_version": 2, "entry": DEALT}
    return deal(**{"race_id": race.pk, "by": by, **sent, **changes})


def test_works(play: Play, people: Any) -> None:
    race = play("counted")
    answer = send(race, people.second)
    assert (answer.race.state, answer.race.version) == ("dealt", 3)
    assert (answer.race.taken_by, answer.race.counted_by) == (people.second, people.floor)
    assert answer.race.input == {**(race.input or {}), **DEALT}
    result = answer.race.result
    assert result is not None
    assert (result["final"], result["drift"], result["evidence"]) == (True, 100, "cards")


def test_winners_may_be_named_instead(play: Play, people: Any) -> None:
    answer = send(play("counted"), people.floor, entry={"winners": [1]})
    assert answer.race.result is not None
    assert answer.race.result["evidence"] == "winners"


def test_with_totals_winners_and_rescued_are_named(play: Play, people: Any) -> None:
    race = play("counted", entry={"odd_total": 4})
    answer = send(race, people.floor, entry={"winners": [1], "rescued": [2]})
    result = answer.race.result
    assert result is not None
    assert (result["final"], result["drift"], result["evidence"]) == (True, 100, "totals")


def test_missing_cards_keep_it_open(play: Play, people: Any) -> None:
    answer = send(play("counted"), people.floor, entry={"cards": {"1": ["Ks", "9d", "3h"]}})
    assert answer.race.state == "dealt"
    assert answer.race.result is not None
    assert (answer.race.result["final"], answer.race.result["missing"]) == (False, [2])


def test_is_corrected_by_a_further_deal_in_its_place(play: Play, people: Any) -> None:
    race = play("counted")
    send(race, people.floor, entry={"winners": [1]})
    answer = send(race, people.floor, command_id="d2", expected_version=3)
    assert (answer.race.state, answer.race.version) == ("dealt", 4)
    assert answer.race.input == {**(race.input or {}), **DEALT}


def test_a_viewer_may_not_and_a_stranger_finds_nothing(play: Play, people: Any) -> None:
    race = play("counted")
    with pytest.raises(Forbidden):
        send(race, people.viewer)
    with pytest.raises(NotFound):
        send(race, people.stranger)


def test_sent_again_is_answered_as_the_first_time(play: Play, people: Any) -> None:
    race = play("counted")
    first = send(race, people.floor)
    again = send(race, people.floor)
    assert (again.repeated, again.event) == (True, first.event)


def test_on_an_older_version_is_stale(play: Play, people: Any) -> None:
    race = play("counted")
    send(race, people.floor)
    with pytest.raises(Conflict) as refused:
        send(race, people.second, command_id="d2")
    assert refused.value.code == "stale"


def test_nothing_is_dealt_before_the_count(race: TableRace, people: Any) -> None:
    with pytest.raises(Conflict) as refused:
        send(race, people.floor, expected_version=1)
    assert refused.value.code == "not_now"


def test_nothing_is_dealt_where_no_cards_are_needed(play: Play, people: Any) -> None:
    race = play("counted", entry={"seats": [{"seat": 1, "count": 8}]})
    with pytest.raises(Conflict) as refused:
        send(race, people.floor, entry={"cards": {}})
    assert refused.value.message.key == "refused.not_now.no_cards_needed"


def test_the_count_cannot_be_changed_by_a_deal(play: Play, people: Any) -> None:
    race = play("counted")
    with pytest.raises(Problems) as wrong:
        send(race, people.floor, entry={**DEALT, "seats": COUNTED["seats"]})
    assert [one.values for one in wrong.value] == [{"field": "seats"}]


def test_wrong_cards_are_named_by_seat(play: Play, people: Any) -> None:
    race = play("counted")
    with pytest.raises(Problems) as wrong:
        send(race, people.floor, entry={"cards": {"1": ["Ks"], "2": ["Ks"], "6": ["2c"]}})
    assert {(one.code, one.seat) for one in wrong.value} == {
        ("wrong_number_of_cards", 1),
        ("duplicate_card", 2),
        ("card_for_empty_seat", 6),
    }


def test_chips_handed_over_must_agree(play: Play, people: Any) -> None:
    race = play("counted", entry={**COUNTED, "picked_up": {"25": 16}})
    with pytest.raises(Problems) as wrong:
        send(race, people.floor, entry={**DEALT, "handed_over": {"100": 4}})
    assert wrong.value.codes == ("bad_pickup",)
    answer = send(race, people.floor, entry={**DEALT, "handed_over": {"100": 5}})
    assert answer.race.state == "dealt"

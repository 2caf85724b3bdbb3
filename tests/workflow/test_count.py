"""Counting a table: works, wrong person, already done, stale, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from colorup.engine.problems import Problems
from tests.workflow.conftest import COUNTED
from tournaments.models import RaceEvent, Seat, TableRace
from tournaments.workflow import Answer, Conflict, Forbidden, NotFound, count


def send(race: TableRace, by: Any, **changes: Any) -> Answer:
    sent: dict[str, Any] = {"command_id": "c1", "expected_version": 1, "entry": COUNTED}
    return count(**{"race_id": race.pk, "by": by, **sent, **changes})


def test_works(race: TableRace, people: Any) -> None:
    answer = send(race, people.floor, device="tablet 1")
    race.refresh_from_db()
    assert answer.race == race
    assert not answer.repeated
    assert (race.state, race.version) == ("counted", 2)
    assert (race.racers, race.odd_chips, race.pool, race.drift) == (2, 4, 1, None)
    assert (race.taken_by, race.counted_by) == (people.floor, people.floor)
    assert race.input == {
        "removed": 25,
        "in_play": [100, 500, 1000],
        "ruleset": "tda-2026",
        "rules": {},
        **COUNTED,
    }
    assert race.result is not None
    assert race.result["steps"][0]["at_risk"] == [2]


def test_is_in_the_history_with_both_documents(race: TableRace, people: Any) -> None:
    written = send(race, people.floor, device="tablet 1").event
    event = RaceEvent.objects.get(pk=written.pk)
    race.refresh_from_db()
    assert (event.action, event.state, event.version) == ("count", "counted", 2)
    assert (event.by, event.device, event.command_id) == (people.floor, "tablet 1", "c1")
    assert (event.input, event.result, event.players) == (race.input, race.result, race.players)
    assert event.content == {"entry": COUNTED}
    assert event.engine_version


def test_takes_over_who_sits_where(race: TableRace, people: Any) -> None:
    send(race, people.floor)
    Seat.objects.filter(table=race.table).delete()
    race.refresh_from_db()
    assert race.players == {"1": "Player 01", "2": "Player 02", "6": "Player 06"}


def test_accepts_chips_on_a_seat_believed_empty(race: TableRace, people: Any) -> None:
    answer = send(race, people.floor, entry={"seats": [{"seat": 9, "odd": 2}]})
    assert answer.race.odd_chips == 2


def test_the_total_of_the_table_is_enough(race: TableRace, people: Any) -> None:
    answer = send(race, people.floor, entry={"odd_total": 9})
    assert (answer.race.racers, answer.race.odd_chips, answer.race.pool) == (None, 9, 2)


def test_may_be_corrected_before_the_deal(race: TableRace, people: Any) -> None:
    send(race, people.floor)
    corrected = {"seats": [{"seat": 1, "odd": 1}]}
    answer = send(race, people.second, command_id="c2", expected_version=2, entry=corrected)
    assert (answer.race.state, answer.race.version) == ("counted", 3)
    assert (answer.race.odd_chips, answer.race.counted_by) == (1, people.second)


@pytest.mark.parametrize("who", ["viewer"])
def test_a_viewer_may_not(race: TableRace, people: Any, who: str) -> None:
    with pytest.raises(Forbidden) as refused:
        send(race, getattr(people, who))
    assert refused.value.message.values == {"role": "floor"}


def test_for_a_stranger_there_is_no_race(race: TableRace, people: Any) -> None:
    with pytest.raises(NotFound):
        send(race, people.stranger)


def test_a_person_who_was_deactivated_is_a_stranger(race: TableRace, people: Any) -> None:
    people.floor.is_active = False
    with pytest.raises(NotFound):
        send(race, people.floor)


def test_a_race_that_does_not_exist_is_not_found(race: TableRace, people: Any) -> None:
    with pytest.raises(NotFound):
        send(race, people.floor, race_id=0)


def test_sent_again_is_answered_as_the_first_time(race: TableRace, people: Any) -> None:
    first = send(race, people.floor)
    again = send(race, people.floor)
    assert again.repeated
    assert again.event == first.event
    race.refresh_from_db()
    assert race.version == 2


def test_sent_again_after_others_went_on_is_answered_too(
    race: TableRace, people: Any, play: Callable[..., TableRace]
) -> None:
    send(race, people.floor)
    send(race, people.second, command_id="c2", expected_version=2)
    again = send(race, people.floor)
    assert (again.repeated, again.event.version, again.race.version) == (True, 2, 3)


def test_sent_again_with_other_entries_is_a_conflict(race: TableRace, people: Any) -> None:
    send(race, people.floor)
    other = {"seats": [{"seat": 1, "odd": 1}]}
    with pytest.raises(Conflict) as refused:
        send(race, people.floor, entry=other)
    conflict = refused.value
    assert (conflict.code, conflict.status) == ("changed_after_send", 409)
    assert conflict.applied == {"entry": COUNTED}
    assert conflict.sent == {"entry": other}


def test_on_an_older_version_is_stale(race: TableRace, people: Any) -> None:
    send(race, people.floor)
    with pytest.raises(Conflict) as refused:
        send(race, people.second, command_id="c2")
    conflict = refused.value
    assert conflict.code == "stale"
    assert conflict.race is not None
    assert (conflict.race.version, conflict.race.taken_by) == (2, people.floor)
    assert conflict.sent == {"entry": COUNTED}


def test_a_refused_command_does_not_use_up_its_id(race: TableRace, people: Any) -> None:
    with pytest.raises(Problems):
        send(race, people.floor, entry={"seats": [{"seat": 1, "odd": 9}]})
    assert RaceEvent.objects.filter(race=race).count() == 1
    assert send(race, people.floor).race.version == 2


def test_says_everything_that_is_wrong_at_once(race: TableRace, people: Any) -> None:
    entry = {
        "seats": [{"seat": 10, "odd": 1}, {"seat": 1, "odd": 4}],
        "cards": {"1": ["Ks"]},
        "removed": 5,
    }
    with pytest.raises(Problems) as wrong:
        send(race, people.floor, entry=entry)
    assert [(one.code, one.seat) for one in wrong.value] == [
        ("unknown_field", None),
        ("unknown_field", None),
        ("bad_seat", 10),
        ("bad_count", 1),
    ]


def test_the_dealers_called_total_must_agree(race: TableRace, people: Any) -> None:
    with pytest.raises(Problems) as wrong:
        send(race, people.floor, entry={**COUNTED, "called_total": 5})
    (one,) = wrong.value
    assert (one.code, dict(one.values)) == ("bad_count", {"called": 5, "odd": 4})
    answer = send(race, people.floor, entry={**COUNTED, "called_total": 4})
    assert answer.event.content["entry"]["called_total"] == 4


def test_chips_picked_up_must_agree(race: TableRace, people: Any) -> None:
    with pytest.raises(Problems) as wrong:
        send(race, people.floor, entry={**COUNTED, "picked_up": {"25": 15}})
    assert wrong.value.codes == ("bad_pickup",)


@pytest.mark.parametrize("state", ["dealt", "confirmed"])
def test_a_race_that_went_on_must_be_reopened_first(
    play: Callable[..., TableRace], people: Any, state: str
) -> None:
    race = play(state)
    with pytest.raises(Conflict) as refused:
        send(race, people.floor, expected_version=race.version, command_id="late")
    assert refused.value.code == "not_now"

"""Confirming a race: works, wrong person, already done, stale, paid otherwise, movements."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from colorup.engine.problems import Problems
from tests.workflow.rooms import announce_25s
from tournaments.models import ChipMovement, Event, Table, TableRace, Witness
from tournaments.workflow import Answer, Conflict, Forbidden, NotFound, Unfit, confirm, count, deal
from tournaments.workflow.custody import LedgerOutOfBalance, Movement

Play = Callable[..., TableRace]


def send(race: TableRace, by: Any, **changes: Any) -> Answer:
    sent: dict[str, Any] = {"command_id": "k1", "expected_version": race.version}
    return confirm(**{"race_id": race.pk, "by": by, **sent, **changes})


def booked(movements: Iterable[ChipMovement]) -> list[tuple[str, int | None, int, str, str]]:
    """Reason, seat, chips of a denomination, from, to."""
    return [
        (one.reason, one.seat, one.chips * one.denomination, one.from_place, one.to_place)
        for one in movements
    ]


def test_works(play: Play, people: Any) -> None:
    race = play("dealt")
    answer = send(race, people.floor, witness=Witness.DEALER, witness_name="Dealer 3")
    assert (answer.race.state, answer.race.version, answer.race.drift) == ("confirmed", 4, 100)
    assert answer.race.paid == {
        "awards": [{"removed": 25, "seat": 1, "chip": 100, "chips": 1}],
        "rescues": [{"seat": 2, "chip": 100, "chips": 1}],
        "as_due": True,
        "adjustment": 0,
    }
    assert (answer.event.witness, answer.event.witness_name) == ("dealer", "Dealer 3")


def test_books_what_changed_hands(play: Play, people: Any) -> None:
    answer = send(play("dealt"), people.floor)
    assert booked(answer.event.movements.all()) == [
        ("exchange", 1, 100, "in_play", "out_of_play"),
        ("exchange", 1, 100, "bank", "in_play"),
        ("odd_in", 1, 75, "in_play", "out_of_play"),
        ("odd_in", 2, 25, "in_play", "out_of_play"),
        ("exchange", 6, 200, "in_play", "out_of_play"),
        ("exchange", 6, 200, "bank", "in_play"),
        ("award", 1, 100, "bank", "in_play"),
        ("rescue", 2, 100, "bank", "in_play"),
    ]
    assert ChipMovement.objects.change_in_play() == {25: -16, 100: 5}


def test_without_cards_a_count_is_enough(play: Play, people: Any) -> None:
    answer = send(play("counted", entry={"seats": [{"seat": 6, "count": 8}]}), people.floor)
    assert (answer.race.state, answer.race.drift) == ("confirmed", 0)


def test_chips_picked_up_tell_the_exchange_that_seats_do_not(play: Play, people: Any) -> None:
    seats = [{"seat": 1, "odd": 3}, {"seat": 2, "odd": 1, "other": 0}]
    entry = {"seats": seats, "picked_up": {"25": 16}}
    race = play("dealt", entry=entry)
    answer = send(race, people.floor)
    assert booked(answer.event.movements.filter(seat=None)) == [
        ("exchange", None, 300, "in_play", "out_of_play"),
        ("exchange", None, 300, "bank", "in_play"),
    ]
    assert ChipMovement.objects.change_in_play() == {25: -16, 100: 5}


def test_of_totals_only_the_tables_odd_chips_are_known(play: Play, people: Any) -> None:
    race = play("dealt", entry={"odd_total": 4}, cards={"winners": [1], "rescued": [2]})
    # This ruleset asks for more than totals, so it is one that does not.
    with pytest.raises(Unfit) as refused:
        send(race, people.floor)
    assert refused.value.message.key == "refused.evidence_too_low.winners"


def test_totals_are_enough_where_the_ruleset_says_so(
    event: Event, table: Table, people: Any
) -> None:
    color_up = announce_25s(event, [table], by=people.director, rules={"evidence": "totals"})
    sent = {"race_id": color_up.races.get().pk, "by": people.floor}
    count(**sent, command_id="c", expected_version=1, entry={"odd_total": 4})
    entry = {"winners": [1], "rescued": [2]}
    deal(**sent, command_id="d", expected_version=2, entry=entry)
    answer = confirm(**sent, command_id="k", expected_version=3)
    assert booked(answer.event.movements.all()) == [
        ("odd_in", None, 100, "in_play", "out_of_play"),
        ("award", 1, 100, "bank", "in_play"),
        ("rescue", 2, 100, "bank", "in_play"),
    ]


@pytest.mark.parametrize("wanted", ["best_cards", "cards"])
def test_less_evidence_than_the_ruleset_asks_for_is_refused(
    event: Event, table: Table, people: Any, wanted: str
) -> None:
    color_up = announce_25s(event, [table], by=people.director, rules={"evidence": wanted})
    race = color_up.races.get()
    sent = {"race_id": race.pk, "by": people.floor}
    seats = [{"seat": 1, "odd": 3}, {"seat": 2, "odd": 1}]
    count(**sent, command_id="c", expected_version=1, entry={"seats": seats})
    deal(**sent, command_id="d", expected_version=2, entry={"winners": [1]})
    with pytest.raises(Unfit) as refused:
        confirm(**sent, command_id="k", expected_version=3)
    assert (refused.value.code, refused.value.status) == ("evidence_too_low", 422)
    assert refused.value.message.key == f"refused.evidence_too_low.{wanted}"


def test_missing_cards_are_named(play: Play, people: Any) -> None:
    race = play("dealt", cards={"cards": {"1": ["Ks", "9d", "3h"]}})
    with pytest.raises(Unfit) as refused:
        send(race, people.floor)
    assert refused.value.code == "not_final"
    assert (refused.value.message.key, refused.value.message.values) == (
        "refused.not_final.cards_missing",
        {"seats": (2,)},
    )


def test_tied_seats_are_named(event: Event, table: Table, people: Any) -> None:
    color_up = announce_25s(event, [table], by=people.director, rules={"decks": 2})
    sent = {"race_id": color_up.races.get().pk, "by": people.floor}
    seats = [{"seat": 3, "odd": 1}, {"seat": 5, "odd": 1}]
    count(**sent, command_id="c", expected_version=1, entry={"seats": seats})
    deal(**sent, command_id="d", expected_version=2, entry={"cards": {"3": ["Ks"], "5": ["Ks"]}})
    with pytest.raises(Unfit) as refused:
        confirm(**sent, command_id="k", expected_version=3)
    assert (refused.value.message.key, refused.value.message.values) == (
        "refused.not_final.tied",
        {"seats": (3, 5)},
    )


def test_a_viewer_may_not_and_a_stranger_finds_nothing(play: Play, people: Any) -> None:
    race = play("dealt")
    with pytest.raises(Forbidden):
        send(race, people.viewer)
    with pytest.raises(NotFound):
        send(race, people.stranger)


def test_two_persons_where_the_ruleset_asks_for_them(
    event: Event, table: Table, people: Any
) -> None:
    color_up = announce_25s(event, [table], by=people.director, rules={"two_person": "on"})
    race_id = color_up.races.get().pk
    entry = {"seats": [{"seat": 1, "count": 8}]}
    count(race_id=race_id, by=people.floor, command_id="c", expected_version=1, entry=entry)
    with pytest.raises(Forbidden) as refused:
        confirm(race_id=race_id, by=people.floor, command_id="k", expected_version=2)
    assert refused.value.code == "second_person_needed"
    answer = confirm(race_id=race_id, by=people.second, command_id="k", expected_version=2)
    assert answer.race.state == "confirmed"


def test_sent_again_books_nothing_more(play: Play, people: Any) -> None:
    race = play("dealt")
    first = send(race, people.floor)
    again = send(race, people.floor)
    assert (again.repeated, again.event) == (True, first.event)
    assert ChipMovement.objects.count() == 8


def test_on_an_older_version_is_stale(play: Play, people: Any) -> None:
    race = play("dealt")
    send(race, people.floor)
    with pytest.raises(Conflict) as refused:
        send(race, people.second, command_id="k2")
    assert refused.value.code == "stale"


@pytest.mark.parametrize("state", ["announced", "confirmed"])
def test_is_not_possible_from_here(race: TableRace, play: Play, people: Any, state: str) -> None:
    if state == "confirmed":
        race = play("confirmed")
    with pytest.raises(Conflict) as refused:
        send(race, people.floor, command_id="again")
    assert refused.value.code == "not_now"


def test_paid_as_due_needs_no_reason(play: Play, people: Any) -> None:
    paid = {"awards": {"1": 1, "6": 0}, "rescues": {"2": 1}}
    answer = send(play("dealt"), people.floor, paid=paid)
    assert answer.race.paid is not None
    assert answer.race.paid["as_due"] is True


def test_paid_otherwise_takes_a_director(play: Play, people: Any) -> None:
    race = play("dealt")
    paid = {"awards": {"2": 1}, "rescues": {"2": 1}}
    with pytest.raises(Forbidden) as refused:
        send(race, people.floor, paid=paid, reason="paid the wrong seat")
    assert refused.value.code == "director_needed"


def test_paid_otherwise_takes_a_reason(play: Play, people: Any) -> None:
    race = play("dealt")
    with pytest.raises(Unfit) as refused:
        send(race, people.director, paid={"awards": {"2": 1}}, reason="  ")
    assert refused.value.code == "reason_needed"


def test_the_wrong_seat_was_paid(play: Play, people: Any) -> None:
    paid = {"awards": {"6": 1}, "rescues": {"2": 1}}
    answer = send(play("dealt"), people.director, paid=paid, reason="hand was played")
    race = answer.race
    assert race.result is not None
    assert race.paid is not None
    assert (race.result["drift"], race.paid["adjustment"], race.drift) == (100, 0, 100)
    assert race.paid["as_due"] is False
    assert answer.event.reason == "hand was played"
    assert booked(answer.event.movements.filter(from_place="bank").exclude(reason="exchange")) == [
        ("adjustment", 6, 100, "bank", "in_play"),
        ("rescue", 2, 100, "bank", "in_play"),
    ]


@pytest.mark.parametrize(
    ("paid", "adjustment"),
    [
        ({"awards": {"1": 2}, "rescues": {"2": 1}}, 100),
        ({"awards": {"1": 1}, "rescues": {}}, -100),
        ({}, -200),
    ],
)
def test_too_much_or_too_little_is_an_adjustment(
    play: Play, people: Any, paid: dict[str, Any], adjustment: int
) -> None:
    race = send(play("dealt"), people.director, paid=paid, reason="so it was").race
    assert race.drift == 100 + adjustment
    assert ChipMovement.objects.value_into_play() == 100 + adjustment
    terms = TableRace.objects.drift_terms()
    assert (terms["rescue"], terms["adjustment"]) == (100, adjustment)


@pytest.mark.parametrize(
    "paid",
    [
        {"awards": [1]},
        {"awards": {"1": "1"}},
        {"awards": {"1": True}},
        {"awards": {"1": -1}},
        {"awards": {"10": 1}},
        {"rescues": {"x": 1}},
        {"chips": {}},
    ],
)
def test_what_was_paid_is_a_number_of_chips_by_seat(
    play: Play, people: Any, paid: dict[str, Any]
) -> None:
    with pytest.raises(Problems):
        send(play("dealt"), people.director, paid=paid, reason="why")


def test_nothing_is_written_if_the_chips_do_not_add_up(
    play: Play, people: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    race = play("dealt")
    none: tuple[Movement, ...] = ()
    monkeypatch.setattr("tournaments.workflow.table.of_confirmation", lambda *_: none)
    with pytest.raises(LedgerOutOfBalance):
        send(race, people.floor)
    race.refresh_from_db()
    assert (race.state, race.version, race.events.count()) == ("dealt", 3, 3)

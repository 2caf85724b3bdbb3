"""The application deals: commitment first, a player's number, every card recorded, redeals told."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from colorup.engine.cards import DECK
from colorup.engine.lifecycle import State
from colorup.engine.problems import Problems
from colorup.engine.stub import Stub as Shuffle
from colorup.engine.stub import cut, verify
from tests.workflow.conftest import COUNTED
from tests.workflow.rooms import announce_25s, make_event, make_table
from tournaments.models import Cut, RaceEvent, Stub, Table, TableRace
from tournaments.workflow import Answer, Conflict, Forbidden, NotFound, Unfit, confirm, count, deal
from tournaments.workflow import reopen as reopen_race
from tournaments.workflow.audit import faults
from tournaments.workflow.seating import set_button
from tournaments.workflow.stub import call, shuffle

Play = Callable[..., TableRace]
# From the deuces up, so that what is dealt can be foretold: 2c 2d 2h 2s 3c …
IN_ORDER = Shuffle(DECK, "5a17")


@pytest.fixture
def race(table: Table, people: Any) -> TableRace:
    """The race of table 7 under a ruleset that lets the app deal, announced."""
    return announced(table, people)


@pytest.fixture
def in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("colorup.engine.stub.shuffled", lambda _decks: IN_ORDER)


def announced(table: Table, people: Any, **changes: Any) -> TableRace:
    rules = {"dealing": "either", **changes.pop("rules", {})}
    color_up = announce_25s(table.event, [table], by=people.director, rules=rules, **changes)
    return color_up.races.get()


def let_shuffle(race: TableRace, by: Any, **changes: Any) -> Answer:
    race.refresh_from_db()
    sent = {"command_id": uuid4().hex, "expected_version": race.version, "removed": 25}
    return shuffle(**{"race_id": race.pk, "by": by, **sent, **changes})


def let_call(race: TableRace, by: Any, **changes: Any) -> Answer:
    race.refresh_from_db()
    sent = {"command_id": uuid4().hex, "expected_version": race.version, "removed": 25}
    return call(**{"race_id": race.pk, "by": by, **sent, "called": 17, **changes})


def reopen(race: TableRace, by: Any, to: State) -> None:
    race.refresh_from_db()
    sent = {"command_id": uuid4().hex, "expected_version": race.version, "reason": "miscounted"}
    reopen_race(race_id=race.pk, by=by, to_state=to, **sent)


def attempts() -> list[tuple[int, bool, bool]]:
    """Each stub as its attempt, whether it was cut, and whether it waits."""
    told = Stub.objects.all().told()
    return [(one.attempt, one.number_called is not None, one.waits) for one in told]


# --- Shuffling -----------------------------------------------------------------------------------


def test_a_shuffle_stores_what_it_commits_to(play: Play, people: Any) -> None:
    race = play("counted")
    answer = let_shuffle(race, people.second)
    stub = Stub.objects.get()
    assert (answer.race.state, answer.race.version) == ("counted", 3)
    assert (answer.race.input, answer.race.result) == (race.input, race.result)
    assert (stub.race, stub.removed, stub.attempt, stub.decks) == (race, 25, 1, 1)
    assert (stub.shuffled, stub.shuffled.by) == (answer.event, people.second)
    assert sorted(stub.cards.split()) == sorted(map(str, DECK))
    assert verify(stub.salt, stub.cards, stub.commitment)
    assert attempts() == [(1, False, True)]


def test_the_secret_is_in_no_event(play: Play, people: Any) -> None:
    race = play("counted")
    let_shuffle(race, people.floor)
    stub = Stub.objects.get()
    told = json.dumps(
        list(RaceEvent.objects.values("content", "input", "result", "paid", "players", "reason"))
    )
    assert stub.salt not in told
    assert stub.cards[:11] not in told


def test_a_shuffle_sent_again_is_answered_as_the_first_time(play: Play, people: Any) -> None:
    race = play("counted")
    first = let_shuffle(race, people.floor, command_id="one", expected_version=2)
    again = let_shuffle(race, people.floor, command_id="one", expected_version=2)
    assert (again.repeated, again.event) == (True, first.event)
    assert Stub.objects.count() == 1


def test_a_second_tablet_does_not_shuffle_again(play: Play, people: Any) -> None:
    race = play("counted")
    let_shuffle(race, people.floor)
    with pytest.raises(Conflict) as stale:
        let_shuffle(race, people.second, expected_version=2)
    with pytest.raises(Conflict) as waiting:
        let_shuffle(race, people.second)
    assert stale.value.code == "stale"
    assert waiting.value.message.key == "refused.not_now.shuffled"
    assert attempts() == [(1, False, True)]


@pytest.mark.parametrize("role", ["viewer", "stranger"])
def test_only_the_floor_lets_the_app_deal(play: Play, people: Any, role: str) -> None:
    race = play("counted")
    by, refusal = getattr(people, role), Forbidden if role == "viewer" else NotFound
    with pytest.raises(refusal):
        let_shuffle(race, by)
    let_shuffle(race, people.floor)
    with pytest.raises(refusal):
        let_call(race, by)
    assert Cut.objects.count() == 0


def test_the_ruleset_may_have_the_cards_dealt_by_hand(other: Table, people: Any) -> None:
    race = announced(other, people, rules={"dealing": "physical"})
    count(race_id=race.pk, by=people.floor, command_id="c", expected_version=1, entry=COUNTED)
    with pytest.raises(Unfit) as refused:
        let_shuffle(race, people.floor)
    assert refused.value.message.key == "refused.no_app_deal.by_hand"
    with pytest.raises(Conflict) as no_stub:
        let_call(race, people.floor)
    assert no_stub.value.message.key == "refused.not_now.not_shuffled"
    assert Stub.objects.count() == 0


def test_without_the_button_nobody_knows_where_the_deal_starts(other: Table, people: Any) -> None:
    race = announced(other, people, rules={"first_seat": "small_blind"})
    count(race_id=race.pk, by=people.floor, command_id="c", expected_version=1, entry=COUNTED)
    with pytest.raises(Unfit) as refused:
        let_shuffle(race, people.floor)
    assert refused.value.message.key == "refused.no_app_deal.button"
    entry = {**COUNTED, "button": 1}
    count(race_id=race.pk, by=people.floor, command_id="d", expected_version=2, entry=entry)
    let_shuffle(race, people.floor)
    answer = let_call(race, people.floor)
    assert answer.race.result is not None
    assert answer.race.result["steps"][0]["deal_order"] == [2, 1]
    cards = Stub.objects.get().cards.split()[17:21]
    assert answer.race.input["cards"] == {"2": cards[:1], "1": cards[1:]}


def test_the_total_alone_says_not_who_gets_cards(play: Play, people: Any) -> None:
    race = play("counted", entry={"odd_total": 4})
    with pytest.raises(Unfit) as refused:
        let_shuffle(race, people.floor)
    assert refused.value.message.key == "refused.no_app_deal.totals"


def test_more_cards_than_the_stub_holds_are_refused_before_any_is_seen(people: Any) -> None:
    event = make_event((5, 500, 1000))
    race = announced(make_table(event, 1), people, removed=[5], in_play=[500, 1000])
    entry = {"seats": [{"seat": 1, "odd": 60}, {"seat": 2, "odd": 30}]}
    count(race_id=race.pk, by=people.floor, command_id="c", expected_version=1, entry=entry)
    with pytest.raises(Problems) as refused:
        let_shuffle(race, people.floor, removed=5)
    assert refused.value.codes == ("deck_too_small",)
    assert Stub.objects.count() == 0


def test_nothing_is_shuffled_where_no_cards_are_needed(play: Play, people: Any) -> None:
    race = play("counted", entry={"seats": [{"seat": 1, "count": 8}]})
    with pytest.raises(Conflict) as refused:
        let_shuffle(race, people.floor)
    assert refused.value.message.key == "refused.not_now.no_cards_needed"


@pytest.mark.parametrize("removed", [100, 0])
def test_nothing_is_shuffled_for_a_chip_that_is_not_raced(
    play: Play, people: Any, removed: int
) -> None:
    race = play("counted")
    with pytest.raises(Conflict) as refused:
        let_shuffle(race, people.floor, removed=removed)
    assert refused.value.code == "not_now"


# --- The number that a player calls --------------------------------------------------------------


def test_the_cards_are_recorded_as_a_deal_by_hand_is(
    play: Play, people: Any, in_order: None
) -> None:
    race = play("counted")
    let_shuffle(race, people.floor)
    answer = let_call(race, people.second, called=4)
    cards = {"1": ["3c", "3d", "3h"], "2": ["3s"]}
    assert (answer.race.state, answer.race.version) == ("dealt", 4)
    assert answer.race.input == {**(race.input or {}), "cards": cards}
    assert answer.race.result is not None
    assert (answer.race.result["final"], answer.race.result["evidence"]) == (True, "cards")
    cut_there = Cut.objects.get()
    assert (cut_there.stub, cut_there.called) == (Stub.objects.get(), 4)
    assert (cut_there.dealt, cut_there.dealt.by) == (answer.event, people.second)

    by_hand = TableRace.objects.get(pk=race.pk)
    sent = {"by": people.floor, "command_id": uuid4().hex, "expected_version": 4}
    again = deal(race_id=by_hand.pk, entry={"cards": cards}, **sent)
    assert (again.race.input, again.race.result) == (answer.race.input, answer.race.result)


@pytest.mark.parametrize(
    ("called", "key"), [(0, "bad_cut"), (53, "bad_cut"), ("x", "bad_cut"), ("", "bad_cut.none")]
)
def test_a_number_that_is_no_place_to_cut_leaves_the_stub_waiting(
    play: Play, people: Any, called: Any, key: str
) -> None:
    race = play("counted")
    let_shuffle(race, people.floor)
    with pytest.raises(Problems) as refused:
        let_call(race, people.floor, called=called)
    assert [one.key for one in refused.value] == [key]
    assert attempts() == [(1, False, True)]
    let_call(race, people.floor, called=52)
    assert attempts() == [(1, True, False)]


def test_a_call_sent_again_is_answered_as_the_first_time(play: Play, people: Any) -> None:
    race = play("counted")
    let_shuffle(race, people.floor)
    sent = {"command_id": "one", "expected_version": 3}
    first = let_call(race, people.floor, **sent)
    again = let_call(race, people.floor, **sent)
    assert (again.repeated, again.event) == (True, first.event)
    with pytest.raises(Conflict) as changed:
        let_call(race, people.floor, **sent, called=18)
    assert changed.value.code == "changed_after_send"


def test_a_second_number_is_stale(play: Play, people: Any) -> None:
    race = play("counted")
    let_shuffle(race, people.floor)
    let_call(race, people.floor)
    with pytest.raises(Conflict) as stale:
        let_call(race, people.second, called=3, expected_version=3)
    with pytest.raises(Conflict) as spent:
        let_call(race, people.second, called=3)
    assert stale.value.code == "stale"
    assert spent.value.message.key == "refused.not_now.not_shuffled"
    assert Cut.objects.get().called == 17


def test_a_count_that_moved_on_spends_the_stub(play: Play, people: Any) -> None:
    race = play("counted")
    let_shuffle(race, people.floor)
    sent = {"race_id": race.pk, "by": people.floor, "command_id": "again"}
    count(**sent, expected_version=3, entry=COUNTED)
    assert attempts() == [(1, False, False)]
    with pytest.raises(Conflict) as refused:
        let_call(race, people.floor)
    assert refused.value.message.key == "refused.not_now.not_shuffled"
    # Nobody has seen a card of it, so a further shuffle needs no reason.
    let_shuffle(race, people.floor)
    assert attempts() == [(1, False, False), (2, False, True)]


def test_a_change_of_the_seats_does_not_spend_the_stub(play: Play, people: Any) -> None:
    race = play("counted")
    let_shuffle(race, people.floor)
    event_id = race.color_up.event_id
    set_button(event_id=event_id, by=people.floor, command_id="b", table_id=race.table_id, button=2)
    race.refresh_from_db()
    assert race.version == 4
    assert attempts() == [(1, False, True)]
    assert let_call(race, people.floor).race.state == "dealt"


def test_cards_dealt_by_hand_spend_the_stub(play: Play, people: Any) -> None:
    race = play("counted")
    let_shuffle(race, people.floor)
    sent = {"race_id": race.pk, "by": people.floor, "command_id": "hand"}
    deal(**sent, expected_version=3, entry={"winners": [1]})
    assert attempts() == [(1, False, False)]


def test_two_decks_take_a_number_up_to_104_and_break_a_tie_from_the_same_stub(
    other: Table, people: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    twice = tuple(card for card in DECK for _ in range(2))
    monkeypatch.setattr("colorup.engine.stub.shuffled", lambda _decks: Shuffle(twice, "5a17"))
    race = announced(other, people, rules={"decks": 2})
    entry = {"seats": [{"seat": 1, "odd": 1}, {"seat": 4, "odd": 1}]}
    count(race_id=race.pk, by=people.floor, command_id="c", expected_version=1, entry=entry)
    let_shuffle(race, people.floor)
    answer = let_call(race, people.floor, called=104)
    # 2c 2c tie, 2d 2d tie again, and so on through the whole stub: nobody can ever win.
    assert answer.race.input["cards"] == {"1": ["2c"], "4": ["2c"]}
    assert [len(hand) for hand in answer.race.input["tiebreak"].values()] == [51, 51]
    assert answer.race.result["final"] is False
    again = let_shuffle(race, people.floor, reason="tied to the end")
    assert again.race.state == "counted"
    answer = let_call(race, people.floor, called=1)
    assert answer.race.input["cards"] == {"1": ["2c"], "4": ["2d"]}
    assert "tiebreak" not in answer.race.input
    assert list(faults()) == []


def test_a_tie_gets_one_more_card_each_from_where_the_deal_ended(
    other: Table, people: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = (DECK[3], DECK[9], DECK[9], DECK[20], DECK[30])
    rest = list(DECK * 2)
    for one in cards:
        rest.remove(one)
    stub = Shuffle((*cards, *rest), "5a17")
    monkeypatch.setattr("colorup.engine.stub.shuffled", lambda _decks: stub)
    race = announced(other, people, rules={"decks": 2})
    entry = {"seats": [{"seat": 1, "odd": 2}, {"seat": 4, "odd": 1}]}
    count(race_id=race.pk, by=people.floor, command_id="c", expected_version=1, entry=entry)
    let_shuffle(race, people.floor)
    answer = let_call(race, people.floor, called=104)
    first, tied, more, last = (str(DECK[one]) for one in (3, 9, 20, 30))
    assert answer.race.input["cards"] == {"1": [first, tied], "4": [tied]}
    assert answer.race.input["tiebreak"] == {"1": [more], "4": [last]}
    assert [one["seat"] for one in answer.race.result["steps"][0]["awards"]] == [4]
    assert list(faults()) == []


def test_a_collectors_race_is_dealt_by_the_app_too(
    other: Table, people: Any, in_order: None
) -> None:
    race = announced(other, people, ruleset_slug="france")
    collector = {"seat": 4, "pile": 43, "own": {"100": 3}}
    seats = [{"seat": 1, "odd": 1}, {"seat": 4, "odd": 2}]
    entry = {"seats": seats, "collector": collector}
    count(race_id=race.pk, by=people.floor, command_id="c", expected_version=1, entry=entry)
    let_shuffle(race, people.floor)
    answer = let_call(race, people.floor, called=4)
    assert answer.race.input["collector"] == collector
    assert answer.race.input["cards"] == {"1": ["3c"], "4": ["3d", "3h"]}
    # Half a chip or more is rounded up: one award; 43 × 25 less 75 odd, and 100 won.
    assert answer.race.result["settlement"]["x"] == 1100


# --- Dealing again -------------------------------------------------------------------------------


def test_a_redeal_takes_a_reason_is_counted_and_keeps_the_former(
    play: Play, people: Any, in_order: None
) -> None:
    race = play("counted")
    let_shuffle(race, people.floor)
    former = let_call(race, people.floor, called=4).event
    with pytest.raises(Unfit) as refused:
        let_shuffle(race, people.floor, reason=" ")
    assert refused.value.code == "reason_needed"
    again = let_shuffle(race, people.floor, reason="a player did not see the cut")
    assert (again.race.state, again.event.reason) == ("counted", "a player did not see the cut")
    assert "cards" not in again.race.input
    assert attempts() == [(1, True, False), (2, False, True)]
    let_call(race, people.floor, called=8)
    assert attempts() == [(1, True, False), (2, True, False)]
    assert former.input["cards"] == {"1": ["3c", "3d", "3h"], "2": ["3s"]}
    race.refresh_from_db()
    assert race.input["cards"] == {"1": ["4c", "4d", "4h"], "2": ["4s"]}
    assert list(faults()) == []


@pytest.mark.parametrize("to", [State.COUNTED, State.ANNOUNCED])
def test_a_reopened_race_is_dealt_again_from_a_new_stub(play: Play, people: Any, to: State) -> None:
    race = play("counted")
    let_shuffle(race, people.floor)
    let_call(race, people.floor)
    race.refresh_from_db()
    sent = {"race_id": race.pk, "by": people.floor, "command_id": "k"}
    confirm(**sent, expected_version=race.version)
    with pytest.raises(Conflict) as confirmed:
        let_shuffle(race, people.director, reason="again")
    assert confirmed.value.code == "not_now"
    reopen(race, people.director, to)
    if to is State.ANNOUNCED:
        sent = {"race_id": race.pk, "by": people.floor, "command_id": "c2", "entry": COUNTED}
        count(**sent, expected_version=6)
    with pytest.raises(Conflict) as spent:
        let_call(race, people.floor)
    assert spent.value.message.key == "refused.not_now.not_shuffled"
    with pytest.raises(Unfit):
        let_shuffle(race, people.floor)
    let_shuffle(race, people.floor, reason="miscounted")
    assert attempts() == [(1, True, False), (2, False, True)]


def test_dealing_by_hand_first_makes_the_apps_deal_a_redeal(play: Play, people: Any) -> None:
    race = play("dealt")
    with pytest.raises(Unfit):
        let_shuffle(race, people.floor)
    answer = let_shuffle(race, people.floor, reason="boxed card")
    assert (answer.race.state, "cards" in answer.race.input) == ("counted", False)


# --- Several denominations -----------------------------------------------------------------------


@pytest.fixture
def two_steps(people: Any) -> TableRace:
    """The 25s and the 100s leave at one table; everybody races in both steps, whoever wins."""
    table = make_table(make_event((25, 100, 500)), 1)
    race = announced(table, people, removed=[25, 100], in_play=[500])
    seats = [
        {"seat": 1, "chips": {"25": 3, "100": 1}},
        {"seat": 2, "chips": {"25": 2, "100": 6}},
        {"seat": 3, "chips": {"25": 1, "100": 2}},
    ]
    entry = {"seats": seats}
    count(race_id=race.pk, by=people.floor, command_id="c", expected_version=1, entry=entry)
    return race


def test_each_step_has_its_own_stub_and_its_own_call(two_steps: TableRace, people: Any) -> None:
    with pytest.raises(Conflict):
        let_shuffle(two_steps, people.floor, removed=100)
    let_shuffle(two_steps, people.floor)
    first = let_call(two_steps, people.floor)
    assert (first.race.state, first.race.result["final"]) == ("dealt", False)
    let_shuffle(two_steps, people.floor, removed=100)
    with pytest.raises(Conflict):
        let_call(two_steps, people.floor, removed=25)
    answer = let_call(two_steps, people.floor, removed=100, called=3)
    assert answer.race.result["final"] is True
    assert {step: sorted(hands) for step, hands in answer.race.input["cards"].items()} == {
        "25": ["1", "2", "3"],
        "100": ["1", "2", "3"],
    }
    assert answer.race.input["cards"]["25"] == first.race.input["cards"]["25"]
    assert [(one.removed, one.attempt) for one in Stub.objects.order_by("pk")] == [
        (25, 1),
        (100, 1),
    ]


@pytest.mark.parametrize(
    ("removed", "kept", "state"), [(100, ["25"], "dealt"), (25, [], "counted")]
)
def test_a_redeal_keeps_the_steps_before(
    two_steps: TableRace, people: Any, removed: int, kept: list[str], state: str
) -> None:
    for chip in (25, 100):
        let_shuffle(two_steps, people.floor, removed=chip)
        let_call(two_steps, people.floor, removed=chip)
    answer = let_shuffle(two_steps, people.floor, removed=removed, reason="exposed")
    assert list(answer.race.input.get("cards", {})) == kept
    assert answer.race.state == state
    assert list(faults()) == []


def test_a_record_rests_on_one_level(two_steps: TableRace, people: Any) -> None:
    best = {"cards": {"25": {"1": ["Ks"], "2": ["Qs"], "3": ["2c"]}}, "best_cards_only": True}
    sent = {"race_id": two_steps.pk, "by": people.floor, "command_id": "d"}
    deal(**sent, expected_version=2, entry=best)
    with pytest.raises(Unfit) as refused:
        let_shuffle(two_steps, people.floor, removed=100)
    assert refused.value.message.key == "refused.no_app_deal.recorded"


# --- What is stored ------------------------------------------------------------------------------


def test_stubs_and_cuts_are_never_changed_nor_cut_twice(play: Play, people: Any) -> None:
    race = play("counted")
    let_shuffle(race, people.floor)
    event = let_call(race, people.floor).event
    for row in (Stub.objects.get(), Cut.objects.get()):
        with pytest.raises(TypeError):
            row.save()
        with pytest.raises(TypeError):
            row.delete()
    with pytest.raises(TypeError):
        Stub.objects.update(salt="")
    other = RaceEvent.objects.exclude(pk=event.pk).first()
    with pytest.raises(IntegrityError), transaction.atomic():
        Cut.objects.create(stub=Stub.objects.get(), called=3, dealt=other)


def test_the_ledger_names_a_stub_that_was_tampered_with(
    play: Play, people: Any, in_order: None
) -> None:
    race = play("counted")
    let_shuffle(race, people.floor)
    let_call(race, people.floor, called=4)
    assert list(faults()) == []
    stub = Stub.objects.get()
    forged = cut(stub.shuffle, 1)
    QuerySet(Stub).update(cards=" ".join(map(str, forged)))
    assert [str(one) for one in faults()] == [
        f"race {race.pk}, stub 1 for 25: salt and cards are not those that were committed to",
        f"race {race.pk}, stub 1 for 25: cut at 4 it does not deal the cards of version 4",
    ]

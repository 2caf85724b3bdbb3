"""A race sheet entered afterwards: count, deal and confirmation at once, or nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from colorup.engine.lifecycle import State
from colorup.engine.problems import Problems
from tests.workflow.rooms import announce_25s
from tournaments.models import ChipMovement, ColorUp, Event, RaceEvent, Table, TableRace, Witness
from tournaments.workflow import Conflict, Forbidden, NotFound, Unfit, count, reopen
from tournaments.workflow.audit import faults
from tournaments.workflow.sheet import Sheet, enter_sheet

pytestmark = pytest.mark.django_db

# Three odd chips at seat 1 and one at seat 2: one chip of 100, won by the king of spades.
ODD = {"seats": [{"seat": 1, "odd": 3}, {"seat": 2, "odd": 1}, {"seat": 6, "odd": 0}]}
CARDS = {"cards": {"1": ["Ks", "9d", "3h"], "2": ["Qc"]}}
Enter = Callable[..., Any]


@pytest.fixture
def enter(race: TableRace, people: Any) -> Enter:
    """Enter a sheet of race 7; what it differs in from the standard one is given."""

    def enter(*, by: Any = None, command_id: str = "sheet", version: int = 1, **parts: Any) -> Any:
        sheet = Sheet(**{"count": ODD, "deal": CARDS, **parts})
        return enter_sheet(
            race_id=race.pk,
            by=by or people.floor,
            command_id=command_id,
            expected_version=version,
            sheet=sheet,
        )

    return enter


def found(attempt: Callable[[], Any]) -> list[tuple[str, int | None]]:
    """The keys and seats of the problems of an attempt."""
    with pytest.raises(Problems) as raised:
        attempt()
    return [(one.key, one.seat) for one in raised.value]


def untouched(race: TableRace) -> bool:
    race.refresh_from_db()
    return (race.state, race.version, race.input, race.events.count()) == (
        "announced",
        1,
        None,
        1,
    ) and not ChipMovement.objects.filter(race=race).exists()


# --- Works ---------------------------------------------------------------------------------------


def test_a_sheet_is_counted_dealt_and_confirmed_at_once(race: TableRace, enter: Enter) -> None:
    answer = enter(
        got={25: frozenset({1})},
        count=ODD | {"picked_up": {"25": 12}},
        handed_over={"100": 3},
        witness=Witness.DEALER,
        witness_name="D. Ealer",
    )
    race.refresh_from_db()
    assert (race.state, race.version, race.drift) == ("confirmed", 4, 0)
    assert (answer.repeated, answer.race.version) == (False, 4)
    assert race.result["evidence"] == "cards"
    assert (race.input["picked_up"], race.input["handed_over"]) == ({"25": 12}, {"100": 3})
    actions = race.events.order_by("version").values_list("action", "witness", "witness_name")
    assert list(actions)[1:] == [
        ("count", "", ""),
        ("deal", "", ""),
        ("confirm", "dealer", "D. Ealer"),
    ]
    assert ChipMovement.objects.change_in_play() == {25: -12, 100: 3}
    assert list(faults()) == []


def test_the_record_says_that_it_came_from_a_sheet_and_what_the_sheet_said(
    race: TableRace, enter: Enter
) -> None:
    facts = {"counted_by": "Dealer 3", "counted_at": "21:40", "remarks": "seat 6 was late"}
    enter(**facts, got={25: frozenset({1})})
    _, counted, dealt, confirmed = race.events.order_by("version")
    assert counted.content["entry"] == ODD
    assert counted.content["sheet"] == facts | {
        "count": ODD,
        "deal": CARDS,
        "handed_over": {},
        "got": {"25": [1]},
        "rescued": [],
        "paid": None,
        "reason": "",
        "witness": "nobody",
        "witness_name": "",
    }
    assert (dealt.content["sheet"], confirmed.content["sheet"]) == (facts, facts)


def test_a_table_that_needs_no_cards_needs_no_deal(race: TableRace, enter: Enter) -> None:
    one_racer = {"seats": [{"seat": 1, "odd": 3}], "picked_up": {"25": 3}}
    ticks = {"winners": [1]}
    enter(
        count=one_racer,
        deal=ticks,
        got={25: frozenset({1})},
        handed_over={"100": 1},
    )
    race.refresh_from_db()
    assert (race.state, race.version, race.input["handed_over"]) == ("confirmed", 3, {"100": 1})


def test_a_sheet_takes_the_place_of_a_count_on_a_tablet(
    race: TableRace, people: Any, enter: Enter
) -> None:
    count(
        race_id=race.pk,
        by=people.second,
        command_id="tablet",
        expected_version=1,
        entry={"seats": [{"seat": 1, "odd": 1}]},
    )
    enter(version=2)
    race.refresh_from_db()
    assert (race.state, race.version, race.odd_chips) == ("confirmed", 5, 4)


def test_the_tables_total_is_enough_where_the_ruleset_says_so(
    event: Event, table: Table, people: Any
) -> None:
    color_up = announce_25s(event, [table], by=people.director, rules={"evidence": "totals"})
    race = color_up.races.get()
    sheet = Sheet(
        count={"odd_total": 7, "rescued": [2]},
        deal={"winners": [1, 6], "rescued": [2]},
        got={25: frozenset({1, 6})},
        rescued=frozenset({2}),
    )
    enter_sheet(race_id=race.pk, by=people.floor, command_id="t", expected_version=1, sheet=sheet)
    race.refresh_from_db()
    assert (race.state, race.result["evidence"], race.drift) == ("confirmed", "totals", 125)


def test_several_denominations_are_entered_in_one_sheet(people: Any, event: Event) -> None:
    table = Table.objects.create(event=event, number=9, seat_count=9)
    color_up = announce_25s(
        event, [table], by=people.director, removed=[25, 100], in_play=[500, 1000]
    )
    race = color_up.races.get()
    sheet = Sheet(
        count={
            "seats": [
                {"seat": 1, "chips": {"25": 3, "100": 2}},
                {"seat": 2, "chips": {"25": 1, "100": 4}},
            ]
        },
        deal={"cards": {"25": {"1": ["Ks"], "2": ["Qc"]}, "100": {"1": ["5h"], "2": ["Ad"]}}}
        | {"best_cards_only": True},
        got={25: frozenset({1}), 100: frozenset({2})},
    )
    enter_sheet(race_id=race.pk, by=people.floor, command_id="t", expected_version=1, sheet=sheet)
    race.refresh_from_db()
    assert (race.state, [one["removed"] for one in race.result["steps"]]) == (
        "confirmed",
        [25, 100],
    )
    assert [one["awards"][0]["seat"] for one in race.result["steps"]] == [1, 2]


def test_what_was_paid_otherwise_is_entered_by_a_director(
    race: TableRace, people: Any, enter: Enter
) -> None:
    otherwise = {
        "paid": {"awards": {"2": 1}, "rescues": {}},
        "reason": "dealer paid seat 2",
        "got": {25: frozenset({2})},
    }
    with pytest.raises(Forbidden) as refused:
        enter(**otherwise)
    assert refused.value.code == "director_needed"
    assert untouched(race)
    enter(by=people.director, **otherwise)
    race.refresh_from_db()
    assert (race.paid["as_due"], race.paid["awards"][0]["seat"]) == (False, 2)
    assert race.events.latest("version").reason == "dealer paid seat 2"


# --- Refused: nothing is half saved --------------------------------------------------------------


def test_everything_wrong_is_said_at_once_and_nothing_is_saved(
    race: TableRace, people: Any, enter: Enter
) -> None:
    wrong = {
        "count": {"seats": [{"seat": 1, "odd": "x"}, {"seat": 2, "odd": 4}], "button": 99},
        "deal": {"cards": {"1": ["Ks", "1z"], "6": ["joker"]}},
        "counted_at": "half ten",
        "paid": {"awards": {"1": "one"}, "rescues": {}},
    }
    assert found(lambda: enter(by=people.director, **wrong)) == [
        ("bad_time", None),
        ("bad_sheet.reason", None),
        ("bad_button", None),
        ("bad_count", 1),
        ("bad_count.a_set", 2),
        ("bad_card", 1),
        ("bad_card", 6),
        ("bad_paid.type", 1),
    ]
    assert untouched(race)


def test_wrong_cards_save_no_count(race: TableRace, enter: Enter) -> None:
    two = {"cards": {"1": ["Ks", "9d"], "2": ["Ks"], "6": ["2c"]}}
    assert found(lambda: enter(deal=two)) == [
        ("wrong_number_of_cards", 1),
        ("card_for_empty_seat", 6),
        ("duplicate_card", 2),
    ]
    assert untouched(race)


@pytest.mark.parametrize(
    ("parts", "problem"),
    [
        ({"got": {25: frozenset({2})}}, [("bad_sheet.not_won", 2), ("bad_sheet.won", 1)]),
        ({"rescued": frozenset({2})}, [("bad_sheet.not_rescued", 2)]),
        (
            {"got": {25: frozenset({1})}, "rescued": frozenset({1})},
            [("bad_winners.both", 1), ("bad_sheet.not_rescued", 1)],
        ),
        ({"is_blank": True}, [("bad_sheet.blank", None)]),
        ({"handed_over": {"100": 1}}, [("bad_sheet.picked_up", None)]),
        ({"count": ODD | {"called_total": 5}}, [("bad_count.called_total", None)]),
        ({"count": ODD | {"picked_up": {"25": 6}}}, [("bad_pickup.not_sets", None)]),
        (
            {"count": ODD | {"picked_up": {"25": 4}}, "handed_over": {"100": 2}},
            [("bad_pickup.handed_over", None)],
        ),
    ],
)
def test_a_sheet_that_contradicts_itself_is_refused(
    race: TableRace, enter: Enter, parts: dict[str, Any], problem: list[tuple[str, int | None]]
) -> None:
    assert found(lambda: enter(**parts)) == problem
    assert untouched(race)


def test_ticks_contradict_a_result_without_cards(race: TableRace, enter: Enter) -> None:
    one_racer = {"seats": [{"seat": 1, "odd": 3}, {"seat": 2, "odd": 0}]}
    parts = {"count": one_racer, "deal": {"winners": [2]}, "got": {25: frozenset({2})}}
    assert found(lambda: enter(**parts)) == [("bad_sheet.not_won", 2), ("bad_sheet.won", 1)]


def test_missing_cards_are_named(race: TableRace, enter: Enter) -> None:
    with pytest.raises(Unfit) as refused:
        enter(
            count=ODD | {"picked_up": {"25": 12}},
            deal={"cards": {"1": ["Ks", "9d", "3h"]}},
            handed_over={"100": 3},
        )
    assert refused.value.message.key == "refused.not_final.cards_missing"
    assert refused.value.message.values["seats"] == (2,)
    assert untouched(race)


def test_a_tie_waits_for_its_extra_cards(event: Event, table: Table, people: Any) -> None:
    color_up = announce_25s(event, [table], by=people.director, rules={"decks": 2})
    race = color_up.races.get()
    tied = {"cards": {"1": ["Ks", "9d", "3h"], "2": ["Ks"]}}
    sent: dict[str, Any] = {"race_id": race.pk, "by": people.floor, "expected_version": 1}
    with pytest.raises(Unfit) as refused:
        enter_sheet(**sent, command_id="t", sheet=Sheet(count=ODD, deal=tied))
    assert refused.value.message.key == "refused.not_final.tied"
    assert refused.value.message.values["seats"] == (1, 2)
    assert untouched(race)
    settled = tied | {"tiebreak": {"1": ["4h"], "2": ["4s"]}}
    enter_sheet(**sent, command_id="t", sheet=Sheet(count=ODD, deal=settled))
    race.refresh_from_db()
    assert race.result["steps"][0]["awards"][0]["seat"] == 2


def test_the_total_and_whose_the_only_chip_is_close_a_table(
    event: Event, table: Table, people: Any
) -> None:
    rules = {"evidence": "totals", "pool_rounding": "up"}
    race = announce_25s(event, [table], by=people.director, rules=rules).races.get()
    sheet = Sheet(count={"odd_total": 1}, deal={"winners": [1]}, got={25: frozenset({1})})
    enter_sheet(race_id=race.pk, by=people.floor, command_id="t", expected_version=1, sheet=sheet)
    race.refresh_from_db()
    assert (race.state, race.drift) == ("confirmed", 75)


def test_a_sheet_rests_on_what_the_ruleset_asks_for(
    event: Event, table: Table, people: Any
) -> None:
    race = announce_25s(event, [table], by=people.director, rules={"evidence": "cards"}).races.get()
    sheet = Sheet(count=ODD, deal={"winners": [1]}, got={25: frozenset({1})})
    with pytest.raises(Unfit) as refused:
        enter_sheet(
            race_id=race.pk, by=people.floor, command_id="t", expected_version=1, sheet=sheet
        )
    assert refused.value.code == "evidence_too_low"
    assert untouched(race)


@pytest.mark.parametrize(("role", "refusal"), [("viewer", Forbidden), ("stranger", NotFound)])
def test_only_floor_people_enter_sheets(
    race: TableRace, people: Any, enter: Enter, role: str, refusal: type[Exception]
) -> None:
    with pytest.raises(refusal):
        enter(by=getattr(people, role))
    assert untouched(race)


# --- Already done, sent twice, stale -------------------------------------------------------------


def test_a_sheet_sent_twice_is_entered_once(race: TableRace, enter: Enter) -> None:
    first, second = enter(), enter()
    assert (first.repeated, second.repeated) == (False, True)
    assert second.race.pk == race.pk
    assert (second.race.state, race.events.count()) == ("confirmed", 4)
    assert ChipMovement.objects.change_in_play() == {25: -4, 100: 1}


def test_a_sheet_without_a_deal_sent_twice_is_entered_once(race: TableRace, enter: Enter) -> None:
    parts = {
        "count": {"seats": [{"seat": 1, "odd": 3}], "picked_up": {"25": 3}},
        "deal": {},
        "handed_over": {"100": 1},
    }
    assert [enter(**parts).repeated for _ in range(2)] == [False, True]
    assert race.events.count() == 3


@pytest.mark.parametrize(
    "changes",
    [
        {"deal": {"cards": {"1": ["Ks", "9d", "2h"], "2": ["Qc"]}}},
        {"witness": Witness.PLAYER},
        {"remarks": "late"},
    ],
)
def test_a_sheet_sent_again_with_other_entries_is_refused(
    race: TableRace, enter: Enter, changes: dict[str, Any]
) -> None:
    enter()
    with pytest.raises(Conflict) as refused:
        enter(**changes)
    assert refused.value.code == "changed_after_send"
    assert refused.value.applied is not None
    assert refused.value.applied["sheet"]["deal"] == CARDS
    assert race.events.count() == 4


def test_another_sheet_of_a_table_that_is_done_is_stale_then_not_possible(
    race: TableRace, enter: Enter
) -> None:
    enter()
    for version, code in ((1, "stale"), (4, "not_now")):
        with pytest.raises(Conflict) as refused:
            enter(command_id="again", version=version)
        assert refused.value.code == code
    assert race.events.count() == 4


def test_a_reopened_table_takes_its_sheet_again(race: TableRace, people: Any, enter: Enter) -> None:
    enter()
    reopen(
        race_id=race.pk,
        by=people.director,
        command_id="back",
        expected_version=4,
        to_state=State.ANNOUNCED,
        reason="wrong sheet",
    )
    enter(command_id="second", version=5)
    race.refresh_from_db()
    assert (race.state, race.version) == ("confirmed", 8)
    assert ChipMovement.objects.change_in_play() == {25: -4, 100: 1}
    assert list(faults()) == []


# --- Two persons ---------------------------------------------------------------------------------


def test_with_two_persons_a_sheet_waits_for_the_second(
    event: Event, table: Table, people: Any
) -> None:
    color_up: ColorUp = announce_25s(event, [table], by=people.director, rules={"two_person": "on"})
    race = color_up.races.get()
    sent: dict[str, Any] = {"race_id": race.pk, "by": people.floor, "expected_version": 1}
    missing = Sheet(count=ODD, deal={"cards": {"1": ["Ks", "9d", "3h"]}})
    with pytest.raises(Unfit):
        enter_sheet(**sent, command_id="t", sheet=missing)
    assert untouched(race)
    paid = Sheet(count=ODD, deal=CARDS, paid={"awards": {}, "rescues": {}}, reason="none")
    assert found(lambda: enter_sheet(**sent, command_id="t", sheet=paid)) == [
        ("bad_sheet.second_person", None)
    ]
    enter_sheet(**sent, command_id="t", sheet=Sheet(count=ODD, deal=CARDS))
    race.refresh_from_db()
    assert (race.state, race.counted_by) == ("dealt", people.floor)
    last = RaceEvent.objects.filter(race=race).latest("version")
    assert (last.action, "sheet" in last.content) == ("deal", True)
    again = enter_sheet(**sent, command_id="t", sheet=Sheet(count=ODD, deal=CARDS))
    assert again.repeated is True


def test_a_step_of_a_sheet_has_an_id_that_fits(race: TableRace, enter: Enter) -> None:
    enter(command_id=uuid4().hex * 2)
    assert max(len(one.command_id) for one in race.events.all()) == 64

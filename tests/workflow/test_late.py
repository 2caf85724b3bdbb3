"""Late chips: what is booked and paid, who may, sent twice, sent otherwise, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection

from colorup.engine.lifecycle import State
from colorup.engine.problems import Problems
from tests.workflow.rooms import announce_25s, make_event, make_table
from tests.workflow.test_concurrency import at_once, codes
from tournaments.models import ChipCommand, ChipMovement, ColorUp, Event, Table, TableRace
from tournaments.workflow import Conflict, Forbidden, NotFound, Unfit, confirm, count, reopen
from tournaments.workflow.after import Standing, late
from tournaments.workflow.audit import faults

OTHER = json.loads(
    (Path(__file__).parent.parent / "engine" / "other.json").read_text(encoding="utf-8")
)
PAID = "WHERE reason = 'late' AND to_place = 'in_play'"
FOUND = "WHERE reason = 'late' AND to_place = 'out_of_play'"
OTHERWISE = '{"rule": "exact_only", "in_play": [100], "pays": {"100": 1}, "unpaid": 75}'
FEW = {"seats": [{"seat": 1, "count": 4}]}

Play = Callable[..., TableRace]
Late = Callable[..., Any]


def close(color_up: ColorUp, by: Any) -> None:
    """Confirm the colour-up's first table, where one seat exchanges a set."""
    race = color_up.races.order_by("table__number")[0]
    sent = {"race_id": race.pk, "by": by}
    count(**sent, command_id=uuid4().hex, expected_version=race.version, entry=FEW)
    confirm(**sent, command_id=uuid4().hex, expected_version=race.version + 1)


def movements(command: ChipCommand) -> list[tuple[int, int, str, str, str]]:
    return [
        (one.chips, one.denomination, one.from_place, one.to_place, one.reason)
        for one in command.movements.order_by("id")
    ]


@pytest.fixture
def raced(color_up: ColorUp, people: Any) -> ColorUp:
    """The colour-up of the 25s with its table done."""
    close(color_up, people.floor)
    return color_up


@pytest.fixture
def send(raced: ColorUp, people: Any) -> Late:
    """Send late chips under the colour-up of the 25s; any argument may be given otherwise."""

    def send(found: Any, **changes: Any) -> Any:
        sent = {
            "event_id": raced.event_id,
            "by": people.floor,
            "command_id": uuid4().hex,
            "color_up_id": raced.pk,
            "found": found,
        }
        return late(**{**sent, **changes})

    return send


@pytest.mark.parametrize("case", OTHER["late_chips"], ids=str)
def test_tda_26_c_late_chips_through_the_workflow(db: None, people: Any, case: Any) -> None:
    found = {int(chip): chips for chip, chips in case["found"].items()}
    event = make_event([*found, *case["in_play"]])
    color_up = announce_25s(
        event,
        [make_table(event, 1)],
        by=people.director,
        removed=sorted(found),
        in_play=case["in_play"],
        rules={"late_chips": case["mode"], "evidence": "totals"},
    )
    race = color_up.races.get()
    sent = {"race_id": race.pk, "by": people.floor}
    count(**sent, command_id="c", expected_version=1, entry={"seats": []})
    confirm(**sent, command_id="k", expected_version=2)
    made = late(
        event_id=event.pk, by=people.floor, command_id="l", color_up_id=color_up.pk, found=found
    ).command
    assert made.drift == -case["removed_unpaid"]
    moved = ChipMovement.objects
    assert moved.filter(to_place="out_of_play").count() == len(found)
    into_play = moved.filter(to_place="in_play")
    assert into_play.value_into_play() == case["paid"]
    assert moved.value_into_play() == made.drift
    terms = ColorUp.objects.filter(event=event).drift_terms()
    assert (terms["late"], sum(terms.values())) == (made.drift, made.drift)
    assert list(faults()) == []


def test_found_chips_leave_play_and_whole_chips_are_paid(
    send: Late, raced: ColorUp, table: Table, people: Any
) -> None:
    made = send({25: 7}, table_id=table.pk, seat=3, device="tablet 2").command
    assert movements(made) == [
        (7, 25, "in_play", "out_of_play", "late"),
        (1, 100, "bank", "in_play", "late"),
    ]
    assert {one.seat for one in made.movements.all()} == {3}
    assert (made.kind, made.color_up, made.table, made.seat) == ("late", raced, table, 3)
    assert (made.by, made.device, made.drift) == (people.floor, "tablet 2", -75)
    assert made.result == {
        "rule": "equal_value",
        "in_play": [100, 500, 1000],
        "pays": {"100": 1},
        "unpaid": 75,
    }


def test_nothing_is_paid_for_three(send: Late) -> None:
    made = send({25: 3}).command
    assert movements(made) == [(3, 25, "in_play", "out_of_play", "late")]
    assert made.drift == -75


def test_terms_and_chips_in_play_still_add_up(send: Late, raced: ColorUp, people: Any) -> None:
    before = ChipMovement.objects.change_in_play()
    send({25: 7})
    send({25: 8})
    event = ColorUp.objects.filter(event=raced.event)
    assert event.drift_terms()["late"] == -75
    assert sum(event.drift_terms().values()) == ChipMovement.objects.value_into_play()
    after = ChipMovement.objects.change_in_play()
    assert (after[25] - before[25], after[100] - before[100]) == (-15, 3)


def test_without_a_colour_up_named_the_latest_that_removed_them_rules(
    send: Late, raced: ColorUp, people: Any
) -> None:
    second = make_table(raced.event, 8)
    strict = {"late_chips": "exact_only"}
    close(announce_25s(raced.event, [second], by=people.director, rules=strict), people.floor)
    made = send({25: 7}, color_up_id=None).command
    assert (made.color_up_id, made.drift) == (raced.event.color_ups.latest("pk").pk, -175)
    assert send({25: 7}).command.drift == -75


def test_what_has_left_since_is_not_paid_out(send: Late, raced: ColorUp, people: Any) -> None:
    table = make_table(raced.event, 9)
    hundreds = announce_25s(
        raced.event, [table], by=people.director, removed=[100], in_play=[500, 1000]
    )
    assert send({25: 4}).command.result["in_play"] == [100, 500, 1000]
    race = hundreds.races.get()
    sent = {"race_id": race.pk, "by": people.floor}
    count(**sent, command_id="c", expected_version=1, entry={"seats": [{"seat": 1, "count": 5}]})
    confirm(**sent, command_id="k", expected_version=2)
    standing = Standing.of(raced.event)
    assert (standing.left, standing.in_play) == ((25, 100), (500, 1000))
    assert movements(send({25: 20, 100: 2}).command)[2:] == [(1, 500, "bank", "in_play", "late")]


@pytest.mark.parametrize("who", ["viewer"])
def test_a_viewer_may_not(send: Late, people: Any, who: str) -> None:
    with pytest.raises(Forbidden) as refused:
        send({25: 4}, by=getattr(people, who))
    assert refused.value.code == "role_too_low"
    assert not ChipCommand.objects.exists()


def test_for_a_stranger_there_is_no_event(send: Late, people: Any) -> None:
    with pytest.raises(NotFound):
        send({25: 4}, by=people.stranger)


def test_an_event_or_colour_up_that_is_none(send: Late, people: Any) -> None:
    other = announce_25s(*_other_room(), by=people.director)
    for changes in ({"event_id": 0}, {"color_up_id": 0}, {"color_up_id": other.pk}):
        with pytest.raises(NotFound):
            send({25: 4}, **changes)


def _other_room() -> tuple[Event, list[Table]]:
    event = make_event()
    return event, [make_table(event, 1)]


def test_sent_twice_is_booked_once(send: Late) -> None:
    first, again = (send({25: 4}, command_id="one") for _ in range(2))
    assert (first.repeated, again.repeated) == (False, True)
    assert first.command == again.command == ChipCommand.objects.get()


@pytest.mark.parametrize(
    "changes", [{"found": {25: 5}}, {"reason": "under the rail"}, {"color_up_id": None}]
)
def test_sent_again_otherwise_is_a_conflict(send: Late, changes: dict[str, Any]) -> None:
    send({25: 4}, command_id="one")
    with pytest.raises(Conflict) as conflict:
        send(changes.pop("found", {25: 4}), command_id="one", **changes)
    assert conflict.value.code == "changed_after_send"
    assert conflict.value.applied["found"] == {"25": 4}
    assert ChipCommand.objects.count() == 1


def problems(act: Callable[[], Any]) -> list[str]:
    with pytest.raises(Problems) as raised:
        act()
    assert not ChipCommand.objects.exists()
    return [one.key for one in raised.value]


def test_chips_that_are_announced_only_do_not_come_late(
    color_up: ColorUp, event: Event, people: Any
) -> None:
    sent = {"event_id": event.pk, "by": people.floor, "command_id": "l", "found": {25: 4}}
    for named in (None, color_up.pk):
        assert problems(lambda named=named: late(**sent, color_up_id=named)) == [
            "bad_late.not_left"
        ]


def test_chips_of_a_reopened_table_do_not_come_late(
    send: Late, raced: ColorUp, people: Any
) -> None:
    reopen(
        race_id=raced.races.get().pk,
        by=people.director,
        command_id="r",
        expected_version=3,
        to_state=State.COUNTED,
        reason="miscounted",
    )
    assert problems(lambda: send({25: 4})) == ["bad_late.not_left"]


def test_all_that_is_wrong_is_said_at_once(send: Late, table: Table, people: Any) -> None:
    far = {"table_id": table.pk, "seat": 10}
    assert problems(lambda: send({25: "four", 500: 2}, **far)) == [
        "bad_seat.not_at_table",
        "bad_count.chips",
        "bad_late.not_left",
    ]
    assert problems(lambda: send({25: 0}, seat=3)) == ["bad_seat.without_table", "bad_late.none"]
    other = _other_room()[1][0]
    assert problems(lambda: send({25: -1}, table_id=other.pk)) == [
        "bad_tables.unknown",
        "bad_count.chips",
    ]
    assert problems(lambda: send({25: 100_001})) == ["bad_count.chips"]


class TestDirectorDecides:
    """Where the ruleset leaves late chips to the director."""

    @pytest.fixture
    def raced(self, event: Event, table: Table, people: Any) -> ColorUp:
        made = announce_25s(event, [table], by=people.director, rules={"late_chips": "director"})
        close(made, people.floor)
        return made

    def test_a_director_says_what_is_paid(self, send: Late, people: Any) -> None:
        made = send({25: 7}, by=people.director, decided={100: 1}, reason="rolled off").command
        assert movements(made) == [
            (7, 25, "in_play", "out_of_play", "late"),
            (1, 100, "bank", "in_play", "late"),
        ]
        assert (made.drift, made.reason, made.result["rule"]) == (-75, "rolled off", "director")
        assert list(faults()) == []

    def test_a_director_may_pay_nothing(self, send: Late, people: Any) -> None:
        made = send({25: 4}, by=people.director, decided={}, reason="too late").command
        assert made.drift == -100

    @pytest.mark.parametrize("decided", [None, {100: 1}])
    def test_floor_is_told_to_fetch_one(self, send: Late, decided: Any) -> None:
        with pytest.raises(Forbidden) as refused:
            send({25: 4}, decided=decided, reason="so")
        assert refused.value.code == "director_needed"
        assert refused.value.message.key == "refused.director_needed.late"
        assert not ChipCommand.objects.exists()

    def test_it_takes_a_decision_and_a_reason(self, send: Late, people: Any) -> None:
        sent = {"by": people.director}
        assert problems(lambda: send({25: 4}, **sent, reason="so")) == ["director_decides"]
        with pytest.raises(Unfit) as refused:
            send({25: 4}, **sent, decided={100: 1}, reason=" ")
        assert refused.value.code == "reason_needed"

    def test_never_rounded_up_and_only_in_chips_in_play(self, send: Late, people: Any) -> None:
        sent = {"by": people.director, "reason": "so"}
        assert problems(lambda: send({25: 3}, **sent, decided={100: 1})) == ["bad_late.too_much"]
        assert problems(lambda: send({25: 4}, **sent, decided={25: 4})) == ["bad_late.not_in_play"]


def test_where_the_rule_decides_nobody_else_does(send: Late, people: Any) -> None:
    sent = {"decided": {100: 1}, "reason": "so"}
    with pytest.raises(Forbidden):
        send({25: 4}, **sent)
    assert problems(lambda: send({25: 4}, by=people.director, **sent)) == ["bad_late.rule_decides"]


class TestAudit:
    """The ledger's own check covers late chips."""

    @pytest.fixture
    def made(self, send: Late) -> ChipCommand:
        command: ChipCommand = send({25: 7}).command
        assert list(faults()) == []
        return command

    @pytest.mark.parametrize(
        ("statement", "said"),
        [
            (
                f"UPDATE tournaments_chipmovement SET chips = 2 {PAID}",
                [
                    "the movements sum to 25, the command states -75",
                    "other chips went out than were to be paid",
                ],
            ),
            (
                f"UPDATE tournaments_chipmovement SET chips = 8 {FOUND}",
                [
                    "the movements sum to -100, the command states -75",
                    "other chips came in than were entered",
                ],
            ),
            (
                "UPDATE tournaments_chipcommand SET drift = -50",
                [
                    "the movements sum to -75, the command states -50",
                ],
            ),
            (
                f"UPDATE tournaments_chipcommand SET result = '{OTHERWISE}'",
                ["this engine pays otherwise than stored"],
            ),
            (
                f"UPDATE tournaments_chipmovement SET chip_command_id = NULL {PAID}",
                [
                    "the movements sum to -175, the command states -75",
                    "other chips went out than were to be paid",
                    "it belongs to no command",
                ],
            ),
        ],
    )
    def test_what_was_changed_behind_its_back_is_found(
        self, made: ChipCommand, statement: str, said: list[str]
    ) -> None:
        with connection.cursor() as cursor:
            cursor.execute(statement)
        found = list(faults())
        assert [one.text for one in found] == said
        assert str(found[0]).startswith(f"chip command {made.pk}: ")


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    """Eight people at once."""

    def test_one_command_is_booked_once(self, send: Late) -> None:
        outcomes = at_once(lambda _: send({25: 7}, command_id="one"))
        assert codes(outcomes) == {"applied": 1, "repeated": 7}
        assert ChipMovement.objects.filter(reason="late").count() == 2

    def test_one_id_with_eight_contents_is_booked_once(self, send: Late) -> None:
        outcomes = at_once(lambda number: send({25: number + 1}, command_id="one"))
        assert codes(outcomes) == {"applied": 1, "changed_after_send": 7}
        assert ChipCommand.objects.count() == 1

    def test_eight_finds_are_eight(self, send: Late, raced: ColorUp) -> None:
        assert codes(at_once(lambda _: send({25: 4}))) == {"applied": 8}
        assert ColorUp.objects.filter(pk=raced.pk).drift_terms()["late"] == 0
        assert ChipMovement.objects.filter(reason="late", denomination=25).count() == 8

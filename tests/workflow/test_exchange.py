"""One player's exchange and taking back: works, wrong person, sent twice, sent otherwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction

from colorup.engine.problems import Problems
from tests.workflow.test_concurrency import at_once, codes
from tests.workflow.test_late import close, movements
from tournaments.models import ChipCommand, ChipMovement, ColorUp, Event, Table
from tournaments.sentences import say
from tournaments.workflow import Conflict, Forbidden, NotFound, Unfit
from tournaments.workflow.after import exchange, late, reverse
from tournaments.workflow.audit import faults

Send = Callable[..., Any]


@pytest.fixture
def send(event: Event, people: Any) -> Send:
    def send(gives: Any, gets: Any, **changes: Any) -> Any:
        sent = {"event_id": event.pk, "by": people.floor, "command_id": uuid4().hex}
        return exchange(**{**sent, "gives": gives, "gets": gets, **changes})

    return send


@pytest.fixture
def take_back(people: Any) -> Send:
    def take_back(command: ChipCommand, **changes: Any) -> Any:
        sent = {"by": people.director, "command_id": uuid4().hex, "reason": "wrong seat"}
        return reverse(**{**sent, "chip_command_id": command.pk, **changes})

    return take_back


def keys(act: Callable[[], Any]) -> list[str]:
    with pytest.raises(Problems) as raised:
        act()
    assert not ChipCommand.objects.exists()
    return [one.key for one in raised.value]


def test_an_exchange_is_booked_on_both_sides_without_drift(send: Send, table: Table) -> None:
    made = send({25: 8, 100: 3}, {500: 1}, table_id=table.pk, seat=2, reason="big stack").command
    assert movements(made) == [
        (8, 25, "in_play", "bank", "discretionary"),
        (3, 100, "in_play", "bank", "discretionary"),
        (1, 500, "bank", "in_play", "discretionary"),
    ]
    assert (made.kind, made.drift, made.result) == ("exchange", 0, {"value": 500})
    assert (made.table, made.seat, made.reason, made.color_up) == (table, 2, "big stack", None)
    assert ChipMovement.objects.change_in_play() == {25: -8, 100: -3, 500: 1}
    assert list(faults()) == []


def test_large_chips_may_be_broken_into_small_ones(send: Send) -> None:
    assert send({500: 1}, {100: 4, 25: 4}).command.drift == 0


def test_unequal_sides_are_refused_with_both_in_the_sentence(send: Send) -> None:
    with pytest.raises(Problems) as raised:
        send({25: 8}, {100: 3})
    (one,) = raised.value
    assert (one.code, dict(one.values)) == ("bad_exchange", {"given": 200, "got": 300})
    assert "200" in say(one.message)
    assert "300" in say(one.message)
    assert not ChipCommand.objects.exists()


def test_all_that_is_wrong_is_said_at_once(send: Send) -> None:
    assert keys(lambda: send({}, {25: 0})) == ["bad_exchange.none"]
    assert keys(lambda: send({5: 5}, {100: 1}, seat=1)) == [
        "bad_seat.without_table",
        "bad_denomination.not_in_chip_set",
        "bad_exchange",
    ]
    assert keys(lambda: send({25: "many"}, {100: -1})) == ["bad_count.chips"] * 2


def test_chips_that_have_left_are_late_chips(send: Send, color_up: ColorUp, people: Any) -> None:
    assert send({25: 4}, {100: 1}).command.drift == 0
    close(color_up, people.floor)
    for gives, gets in (({25: 4}, {100: 1}), ({100: 1}, {25: 4})):
        with pytest.raises(Problems) as raised:
            send(gives, gets)
        assert [one.key for one in raised.value] == ["bad_exchange.left"]


def test_a_viewer_may_not_and_a_stranger_sees_nothing(send: Send, people: Any) -> None:
    with pytest.raises(Forbidden) as refused:
        send({25: 4}, {100: 1}, by=people.viewer)
    assert refused.value.code == "role_too_low"
    with pytest.raises(NotFound):
        send({25: 4}, {100: 1}, by=people.stranger)
    with pytest.raises(NotFound):
        send({25: 4}, {100: 1}, event_id=0)
    assert not ChipCommand.objects.exists()


def test_sent_twice_is_booked_once(send: Send) -> None:
    outcomes = [send({25: 4}, {100: 1}, command_id="one") for _ in range(2)]
    assert [one.repeated for one in outcomes] == [False, True]
    assert ChipMovement.objects.count() == 2


def test_sent_again_otherwise_is_a_conflict(send: Send) -> None:
    send({25: 4}, {100: 1}, command_id="one")
    with pytest.raises(Conflict) as conflict:
        send({25: 8}, {100: 2}, command_id="one")
    assert conflict.value.code == "changed_after_send"
    assert conflict.value.applied["gives"] == {"25": 4}
    assert conflict.value.sent["gives"] == {"25": 8}


def test_one_id_stands_for_one_kind_of_command(send: Send, color_up: ColorUp, people: Any) -> None:
    close(color_up, people.floor)
    send({100: 5}, {500: 1}, command_id="one")
    with pytest.raises(Conflict):
        late(event_id=color_up.event_id, by=people.floor, command_id="one", found={25: 4})


class TestTakingBack:
    def test_movements_are_reversed_and_named(self, send: Send, take_back: Send) -> None:
        made = send({25: 4}, {100: 1}).command
        reversal = take_back(made).command
        assert movements(reversal) == [
            (4, 25, "bank", "in_play", "reversal"),
            (1, 100, "in_play", "bank", "reversal"),
        ]
        assert [one.reverses_id for one in reversal.movements.order_by("id")] == [
            one.pk for one in made.movements.order_by("id")
        ]
        assert (reversal.reverses, reversal.reason) == (made, "wrong seat")
        assert ChipMovement.objects.change_in_play() == {}
        assert list(faults()) == []

    def test_late_chips_taken_back_leave_no_drift(
        self, color_up: ColorUp, people: Any, take_back: Send
    ) -> None:
        close(color_up, people.floor)
        sent = {"event_id": color_up.event_id, "by": people.floor, "command_id": "l"}
        made = late(**sent, found={25: 7}).command
        reversal = take_back(made).command
        assert (reversal.drift, reversal.color_up) == (75, color_up)
        terms = ColorUp.objects.filter(pk=color_up.pk).drift_terms()
        assert (terms["late"], sum(terms.values())) == (0, 0)
        assert list(faults()) == []

    def test_takes_a_director_and_a_reason(self, send: Send, take_back: Send, people: Any) -> None:
        made = send({25: 4}, {100: 1}).command
        with pytest.raises(Forbidden) as refused:
            take_back(made, by=people.floor)
        assert refused.value.code == "role_too_low"
        with pytest.raises(NotFound):
            take_back(made, by=people.stranger)
        with pytest.raises(Unfit) as unfit:
            take_back(made, reason=" ")
        assert unfit.value.code == "reason_needed"
        with pytest.raises(NotFound):
            take_back(made, chip_command_id=0)
        assert ChipCommand.objects.count() == 1

    def test_once_and_not_twice(self, send: Send, take_back: Send) -> None:
        made = send({25: 4}, {100: 1}).command
        first, again = (take_back(made, command_id="one") for _ in range(2))
        assert (first.repeated, again.repeated) == (False, True)
        with pytest.raises(Conflict) as conflict:
            take_back(made)
        assert conflict.value.message.key == "refused.not_now.taken_back"
        with pytest.raises(Conflict) as conflict:
            take_back(first.command)
        assert conflict.value.message.key == "refused.not_now.a_reversal"
        with pytest.raises(Conflict) as conflict:
            take_back(made, command_id="one", reason="another")
        assert conflict.value.code == "changed_after_send"
        assert ChipCommand.objects.count() == 2

    def test_a_reversal_that_reverses_half_is_found(self, send: Send, take_back: Send) -> None:
        reversal = take_back(send({25: 4}, {100: 1}).command).command
        other = send({25: 4}, {100: 1}).command
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE tournaments_chipmovement SET chip_command_id = %s"
                " WHERE chip_command_id = %s AND denomination = 25",
                [other.pk, reversal.pk],
            )
        assert [one.text for one in faults()] == [
            "the movements sum to -100, the command states 0",
            "not every movement is taken back once",
            "the movements sum to 100, the command states 0",
            "other chips went out than were entered",
        ]


def test_a_command_is_never_changed(send: Send) -> None:
    made = send({25: 4}, {100: 1}).command
    for change in (made.save, made.delete, ChipCommand.objects.all().delete):
        with pytest.raises(TypeError):
            change()


@pytest.mark.parametrize(
    "changes",
    [
        {"drift": 1},
        {"seat": 3},
        {"kind": "late"},
        {"kind": "gift"},
        {"kind": "reversal"},
        {"command_id": "first"},
    ],
    ids=str,
)
def test_a_command_that_is_none_is_refused_by_the_database(
    send: Send, event: Event, people: Any, changes: dict[str, Any]
) -> None:
    first = send({25: 4}, {100: 1}, command_id="first").command
    row = {
        "event": event,
        "kind": "exchange",
        "by": people.floor,
        "at": first.at,
        "command_id": "second",
        "content": {},
        "drift": 0,
    }
    with pytest.raises(IntegrityError), transaction.atomic():
        ChipCommand.objects.create(**{**row, **changes})


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    def test_one_exchange_sent_eight_times_is_booked_once(self, send: Send) -> None:
        outcomes = at_once(lambda _: send({25: 4}, {100: 1}, command_id="one"))
        assert codes(outcomes) == {"applied": 1, "repeated": 7}
        assert ChipMovement.objects.count() == 2

    def test_eight_directors_take_back_once(self, send: Send, take_back: Send) -> None:
        made = send({25: 4}, {100: 1}).command
        outcomes = at_once(lambda _: take_back(made))
        assert codes(outcomes) == {"applied": 1, "not_now": 7}
        assert ChipMovement.objects.change_in_play() == {}

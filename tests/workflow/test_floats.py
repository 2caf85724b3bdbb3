"""Floats: chips out of the bank and in again, tables paid from them, and how they are closed."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from colorup.engine.lifecycle import State
from colorup.engine.problems import Problems
from tests.workflow.conftest import COUNTED, DEALT
from tests.workflow.rooms import announce_25s, make_event, make_people, make_table
from tournaments.models import ChipCommand, ChipMovement, ColorUp, Event, Float, Place, TableRace
from tournaments.sentences import say
from tournaments.workflow import Conflict, Forbidden, Unfit, confirm, count, deal, reopen
from tournaments.workflow.after import late, reverse
from tournaments.workflow.audit import faults
from tournaments.workflow.custody import Movement, of_reversal, on_float, require_balance
from tournaments.workflow.custody_audit import custody_faults
from tournaments.workflow.floats import Way, close_float, left_on, move_float, open_float
from tournaments.workflow.sections import put_section

Play = Callable[..., TableRace]


def open_for(event: Event, by: Any, **changes: Any) -> Float:
    sent: dict[str, Any] = {
        "event_id": event.pk,
        "by": by,
        "command_id": uuid4().hex,
        "chips": {100: 20},
        "giver": "Cage",
        "taker": "Floor 1",
    }
    return open_float(**{**sent, **changes})


def places(race: TableRace) -> set[tuple[str, str, int | None]]:
    return {
        (one.from_place, one.to_place, one.float_id)
        for one in ChipMovement.objects.filter(race=race)
    }


@pytest.fixture
def carried(event: Event, people: Any) -> Float:
    """The floor person's own float, with 20 chips of 100."""
    return open_for(event, people.director, carrier_id=people.floor.pk)


def test_chips_go_out_with_two_names(event: Event, carried: Float, people: Any) -> None:
    (movement,) = carried.movements.all()
    assert (movement.from_place, movement.to_place, movement.reason) == ("bank", "float", "float")
    assert (movement.denomination, movement.chips, movement.by) == (100, 20, people.director)
    command = movement.chip_command
    assert command is not None
    assert (command.content["giver"], command.content["taker"]) == ("Cage", "Floor 1")
    assert left_on(carried) == {100: 20}
    assert carried.name == people.floor.shown_name


def test_sent_again_it_is_opened_once(event: Event, people: Any) -> None:
    sent = {"carrier_id": people.floor.pk, "command_id": "one"}
    first = open_for(event, people.director, **sent)
    assert open_for(event, people.director, **sent) == first
    assert ChipMovement.objects.count() == 1
    with pytest.raises(Conflict) as refused:
        open_for(event, people.director, **sent, taker="Floor 2")
    assert refused.value.code == "changed_after_send"


@pytest.mark.parametrize(
    ("changes", "keys"),
    [
        ({"chips": {}}, ["bad_float.no_chips"]),
        ({"chips": {100: "many"}}, ["bad_count.chips"]),
        ({"chips": {100: -1}}, ["bad_count.chips"]),
        ({"chips": {7: 1}}, ["bad_denomination.not_in_chip_set"]),
        ({"giver": " "}, ["bad_float.two_names"]),
        ({"giver": "floor 1"}, ["bad_float.same_name"]),
        ({"carrier_id": None}, ["bad_float.nobodys"]),
        ({"section_id": 999_999}, ["bad_float.no_such_section"]),
        ({"carrier_id": 999_999}, ["bad_section.lead"]),
        ({"chips": {}, "giver": ""}, ["bad_float.no_chips", "bad_float.two_names"]),
    ],
)
def test_what_is_wrong_is_said(
    event: Event, people: Any, changes: dict[str, Any], keys: list[str]
) -> None:
    with pytest.raises(Problems) as wrong:
        open_for(event, people.director, **{"carrier_id": people.floor.pk, **changes})
    assert [one.key for one in wrong.value] == keys
    assert not Float.objects.exists()


def test_a_person_and_a_section_carry_one_each(event: Event, carried: Float, people: Any) -> None:
    section = put_section(event_id=event.pk, by=people.director, name="A", tables=[])
    open_for(event, people.director, section_id=section.pk)
    with pytest.raises(Problems) as wrong:
        open_for(event, people.director, section_id=section.pk, carrier_id=people.floor.pk)
    assert [one.key for one in wrong.value] == [
        "bad_float.section_has_one",
        "bad_float.person_has_one",
    ]


def test_takes_a_director(event: Event, people: Any) -> None:
    with pytest.raises(Forbidden):
        open_for(event, people.floor, carrier_id=people.floor.pk)


def test_a_table_is_paid_from_the_float_of_who_confirms(carried: Float, play: Play) -> None:
    race = play("confirmed")
    assert places(race) == {
        ("in_play", "out_of_play", None),
        ("float", "in_play", carried.pk),
    }
    assert left_on(carried) == {100: 15}
    assert list(faults()) == []
    assert list(custody_faults()) == []


def test_a_table_is_paid_from_the_float_of_its_section(
    event: Event, race: TableRace, play: Play, people: Any
) -> None:
    section = put_section(event_id=event.pk, by=people.director, name="A", tables=[7])
    carried = open_for(event, people.director, section_id=section.pk)
    play("confirmed")
    assert left_on(carried) == {100: 15}


def test_ones_own_float_comes_before_the_sections(
    event: Event, race: TableRace, carried: Float, play: Play, people: Any
) -> None:
    section = put_section(event_id=event.pk, by=people.director, name="A", tables=[7])
    of_section = open_for(event, people.director, section_id=section.pk)
    play("confirmed")
    assert (left_on(carried), left_on(of_section)) == ({100: 15}, {100: 20})


def test_without_a_float_the_bank_pays(play: Play) -> None:
    assert places(play("confirmed")) == {
        ("in_play", "out_of_play", None),
        ("bank", "in_play", None),
    }


def test_late_chips_are_paid_from_the_float_too(
    event: Event, carried: Float, play: Play, people: Any
) -> None:
    play("confirmed")
    late(event_id=event.pk, by=people.floor, command_id="l", found={25: 4})
    assert left_on(carried) == {100: 14}


def test_reopening_gives_the_float_its_chips_back(carried: Float, play: Play, people: Any) -> None:
    race = play("confirmed")
    reopen(
        race_id=race.pk,
        by=people.director,
        command_id="r",
        expected_version=race.version,
        to_state=State.DEALT,
        reason="wrong seat",
    )
    assert left_on(carried) == {100: 20}


def test_a_closed_float_stays_as_it_was_counted(carried: Float, play: Play, people: Any) -> None:
    race = play("confirmed")
    hand_in(carried, people, 15)
    close_float(float_id=carried.pk, by=people.director)
    reopen(
        race_id=race.pk,
        by=people.director,
        command_id="r",
        expected_version=race.version,
        to_state=State.ANNOUNCED,
        reason="wrong seat",
    )
    assert left_on(carried) == {}
    assert ("in_play", "bank", None) in places(race)
    assert ChipMovement.objects.filter(race=race).value_into_play() == 0


def hand_in(carried: Float, people: Any, chips: int) -> None:
    move_float(
        float_id=carried.pk,
        by=people.director,
        command_id=uuid4().hex,
        way=Way.IN,
        chips={100: chips},
        giver="Floor 1",
        taker="Cage",
    )


def test_it_closes_when_out_less_in_is_what_its_tables_got(
    carried: Float, play: Play, people: Any
) -> None:
    play("confirmed")
    with pytest.raises(Unfit) as refused:
        close_float(float_id=carried.pk, by=people.director)
    assert refused.value.code == "float_differs"
    assert say(refused.value.message).startswith("Missing: 15 × 100.")
    hand_in(carried, people, 16)
    with pytest.raises(Unfit) as refused:
        close_float(float_id=carried.pk, by=people.director)
    assert say(refused.value.message).startswith("Too many: 1 × 100.")
    move_float(
        float_id=carried.pk,
        by=people.director,
        command_id="again",
        way=Way.OUT,
        chips={100: 1},
        giver="Cage",
        taker="Floor 1",
    )
    closed = close_float(float_id=carried.pk, by=people.director)
    assert (closed.is_open, closed.closed_by, closed.close_reason) == (False, people.director, "")
    assert close_float(float_id=carried.pk, by=people.director) == closed


def test_with_a_reason_it_closes_and_the_difference_stays(carried: Float, people: Any) -> None:
    closed = close_float(float_id=carried.pk, by=people.director, reason="bag lost")
    assert (closed.close_reason, left_on(closed)) == ("bag lost", {100: 20})


def test_a_closed_float_moves_nothing(
    event: Event, race: TableRace, carried: Float, play: Play, people: Any
) -> None:
    close_float(float_id=carried.pk, by=people.director, reason="bag lost")
    with pytest.raises(Conflict) as refused:
        hand_in(carried, people, 1)
    assert refused.value.code == "not_now"
    assert ("bank", "in_play", None) in places(play("confirmed"))


def test_a_floats_own_commands_are_not_taken_back(carried: Float, people: Any) -> None:
    command = ChipCommand.objects.get(kind="float")
    with pytest.raises(Conflict) as refused:
        reverse(chip_command_id=command.pk, by=people.director, command_id="r", reason="no")
    assert refused.value.code == "not_now"
    assert not ChipCommand.objects.recorded().exists()


def test_the_audit_sees_a_float_that_moved_otherwise(carried: Float) -> None:
    assert list(custody_faults()) == []
    movement = ChipMovement.objects.get()
    ChipMovement(
        event=movement.event,
        chip_command=movement.chip_command,
        float=carried,
        denomination=500,
        chips=1,
        from_place="float",
        to_place="bank",
        reason="float",
        by=movement.by,
        at=timezone.now(),
    ).save()
    assert [one.text for one in custody_faults()] == [
        "chips went another way than between the bank and the float",
        "other chips moved than were entered",
    ]


def test_a_movement_names_its_float_or_has_none(carried: Float, people: Any) -> None:
    wrong = (
        {"from_place": "bank", "to_place": "in_play"},
        {"from_place": "float", "to_place": "bank"},
    )
    for fields, named in zip(wrong, (carried, None), strict=True):
        movement = ChipMovement(
            event=carried.event,
            float=named,
            denomination=100,
            chips=1,
            reason="float",
            by=people.floor,
            at=timezone.now(),
            **fields,
        )
        with pytest.raises(ValidationError):
            movement.full_clean()
        with pytest.raises(IntegrityError), transaction.atomic():
            movement.save()


movements = st.lists(
    st.builds(
        Movement,
        st.sampled_from([25, 100, 500]),
        st.integers(1, 500),
        st.just(Place.BANK),
        st.just(Place.IN_PLAY),
        st.just("award"),
    )
    | st.builds(
        Movement,
        st.sampled_from([25, 100, 500]),
        st.integers(1, 500),
        st.just(Place.IN_PLAY),
        st.sampled_from([Place.BANK, Place.OUT_OF_PLAY]),
        st.just("odd_in"),
    ),
    max_size=12,
)


@given(movements)
def test_who_carries_the_chips_changes_nothing_in_play(paid: list[Movement]) -> None:
    carried = on_float(paid, 3)
    require_balance(carried, sum(one.value_into_play for one in paid))
    assert [one.value_into_play for one in carried] == [one.value_into_play for one in paid]
    assert all(Place.BANK not in (one.from_place, one.to_place) for one in carried)
    named = [Place.FLOAT in (one.from_place, one.to_place) for one in carried]
    assert [one.float_id is not None for one in carried] == named


def test_taking_back_nothing_is_nothing() -> None:
    assert of_reversal([]) == ()


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_a_float_is_closed_before_a_table_is_paid_or_after() -> None:
    """Whoever comes first, a closed float never pays afterwards."""
    people = make_people()
    event = make_event()
    tables = [make_table(event, number) for number in range(1, 5)]
    color_up: ColorUp = announce_25s(event, tables, by=people.director)
    carried = open_for(event, people.director, carrier_id=people.floor.pk)
    for race in color_up.races.all():
        sent = {"race_id": race.pk, "by": people.floor}
        count(**sent, command_id="c", expected_version=1, entry=COUNTED)
        deal(**sent, command_id="d", expected_version=2, entry=DEALT)
    start = Barrier(5)

    def act(number: int) -> None:
        try:
            connection.ensure_connection()
            start.wait(timeout=20)
            if number == 4:
                close_float(float_id=carried.pk, by=people.director, reason="end of the night")
                return
            race = color_up.races.get(table__number=number + 1)
            confirm(race_id=race.pk, by=people.floor, command_id="k", expected_version=3)
        finally:
            connection.close()

    with ThreadPoolExecutor(5) as pool:
        list(pool.map(act, range(5)))
    carried.refresh_from_db()
    assert carried.closed_at is not None
    assert TableRace.objects.confirmed().count() == 4
    from_float = carried.movements.filter(to_place="in_play").values_list("race_id", flat=True)
    from_bank = ChipMovement.objects.filter(from_place="bank", to_place="in_play")
    paid_by_bank = set(from_bank.values_list("race_id", flat=True))
    assert set(from_float) | paid_by_bank == set(color_up.races.values_list("pk", flat=True))
    assert not set(from_float) & paid_by_bank
    assert not list(faults())
    assert not list(custody_faults())

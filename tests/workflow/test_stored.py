"""What is stored: append-only rows, the database's checks, house rulesets, query counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction
from django.utils import timezone

from colorup.engine.problems import Problems
from tests.workflow.conftest import COUNTED
from tests.workflow.rooms import announce_25s, make_event, make_table
from tournaments.models import (
    ChipMovement,
    ColorUp,
    Denomination,
    Event,
    HouseRuleset,
    Level,
    Place,
    RaceEvent,
    Reason,
    Role,
    Table,
    TableRace,
    User,
    find_ruleset,
)
from tournaments.workflow import confirm, count
from tournaments.workflow.floor import take
from tournaments.workflow.sections import put_section

Play = Callable[..., TableRace]


@pytest.mark.parametrize("rows", [RaceEvent.objects, ChipMovement.objects])
def test_history_and_ledger_are_only_added_to(play: Play, rows: models.Manager[Any]) -> None:
    play("confirmed")
    row = rows.all()[0]
    for change in (
        row.save,
        row.delete,
        rows.all().delete,
        lambda: rows.all().update(by=None),
        lambda: rows.bulk_update([row], ["by"]),
        lambda: rows.bulk_create([row], update_conflicts=True),
    ):
        with pytest.raises(TypeError):
            change()
    assert rows.filter(pk=row.pk).exists()


def test_a_race_with_history_cannot_be_deleted(race: TableRace) -> None:
    with pytest.raises(models.ProtectedError):
        race.delete()
    with pytest.raises(models.ProtectedError):
        race.color_up.event.delete()


@pytest.mark.parametrize(
    "changes",
    [
        {"chips": 0},
        {"denomination": 0},
        {"to_place": Place.BANK},
        {"to_place": "pocket"},
        {"reason": "because"},
        {"reason": Reason.REVERSAL},
    ],
)
def test_a_movement_that_is_none_is_refused_by_the_database(
    event: Event, people: Any, changes: dict[str, Any]
) -> None:
    row: dict[str, Any] = {
        "event": event,
        "denomination": 25,
        "chips": 4,
        "from_place": Place.BANK,
        "to_place": Place.IN_PLAY,
        "reason": Reason.ISSUE,
        "by": people.admin,
        "at": timezone.now(),
    }
    ChipMovement.objects.create(**row)
    with pytest.raises(IntegrityError), transaction.atomic():
        ChipMovement.objects.create(**{**row, **changes})


def test_values_beyond_32_bits_are_held(event: Event, people: Any) -> None:
    ChipMovement.objects.create(
        event=event,
        denomination=10**12,
        chips=1_000_000,
        from_place=Place.BANK,
        to_place=Place.IN_PLAY,
        reason=Reason.ISSUE,
        by=people.admin,
        at=timezone.now(),
    )
    assert event.movements.value_into_play() == 10**18


@pytest.mark.parametrize(
    "changes", [{"state": "racing"}, {"state": "counted"}, {"state": "confirmed"}, {"drift": 5}]
)
def test_a_race_that_cannot_be_is_refused_by_the_database(
    race: TableRace, changes: dict[str, Any]
) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        TableRace.objects.filter(pk=race.pk).update(**changes)


def test_one_race_a_table(race: TableRace) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        TableRace.objects.create(
            color_up=race.color_up, table=race.table, state_since=timezone.now()
        )


@pytest.mark.parametrize("button", [0, 10])
def test_a_button_is_at_a_seat_of_its_table(table: Table, button: int) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Table.objects.filter(pk=table.pk).update(button=button)


def test_a_denomination_stands_once_in_a_set(event: Event) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Denomination.objects.create(chip_set=event.chip_set, value=25)


@pytest.mark.parametrize("colour", ["green", "#12345", "#1f7a3d\n"])
def test_a_colour_is_six_hexadecimal_digits(event: Event, colour: str) -> None:
    with pytest.raises(ValidationError):
        Denomination(chip_set=event.chip_set, value=5, colour=colour).full_clean()


def test_a_time_zone_must_exist(event: Event) -> None:
    event.time_zone = "Europe/Atlantis"
    with pytest.raises(ValidationError):
        event.full_clean()


def test_an_events_ruleset_must_exist(event: Event) -> None:
    event.full_clean()
    event.ruleset = "nobody-knows"
    with pytest.raises(ValidationError) as refused:
        event.full_clean()
    assert list(refused.value.message_dict) == ["ruleset"]


def test_who_is_made_on_the_command_line_is_an_admin(db: None) -> None:
    made = User.objects.create_superuser("owner", password="x")
    assert (made.role, made.is_staff) == (Role.ADMIN, True)


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"slug": "tda-2026"}, "slug"),
        ({"base": "nobody-knows"}, "base"),
        ({"changes": []}, "changes"),
        ({"changes": {"decks": 3}}, "changes"),
        ({"changes": {"jokers": True}}, "changes"),
        ({"base": "roberts", "changes": {"rescue_chip": "lowest_in_play"}}, "changes"),
    ],
)
def test_a_house_ruleset_is_checked_by_the_engine(
    db: None, fields: dict[str, Any], wrong: str
) -> None:
    good = {"name": "Ours", "slug": "ours", "base": "tda-2026", "changes": {"decks": 2}}
    HouseRuleset(**good).full_clean()
    with pytest.raises(ValidationError) as refused:
        HouseRuleset(**{**good, **fields}).full_clean()
    assert wrong in refused.value.message_dict


def test_a_ruleset_is_found_by_its_slug(db: None) -> None:
    HouseRuleset.objects.create(
        name="Ours", slug="ours", base="roberts", changes={"first_seat": "button"}
    )
    assert find_ruleset("roberts").changes == {}
    assert find_ruleset("ours").changes == {"first_seat": "button"}
    assert find_ruleset("ours").as_document()["says"]["first_seat"] == "house"
    with pytest.raises(Problems) as wrong:
        find_ruleset("theirs")
    assert wrong.value.codes == ("unknown_ruleset",)


def test_a_table_knows_who_sits_where(table: Table) -> None:
    assert table.players() == {"1": "Player 01", "2": "Player 02", "6": "Player 06"}
    assert list(table.seat_numbers) == [1, 2, 3, 4, 5, 6, 7, 8, 9]


class TestReads:
    """Each named read takes a fixed number of queries, however many tables there are."""

    @pytest.fixture
    def room(self, event: Event, people: Any) -> ColorUp:
        tables = [make_table(event, number, {1: "Player 01"}) for number in range(1, 13)]
        Level.objects.create(event=event, row=1, small_blind=25, big_blind=50)
        return announce_25s(event, tables, by=people.director)

    def test_a_board_is_one_query(self, room: ColorUp, django_assert_num_queries: Any) -> None:
        with django_assert_num_queries(1):
            tiles = [
                (one.table.number, one.state, one.racers, one.taken_by)
                for one in TableRace.objects.for_board(room.pk)
            ]
        assert [tile[0] for tile in tiles] == list(range(1, 13))

    def test_a_board_gives_only_what_changed(self, room: ColorUp) -> None:
        room.event.refresh_from_db()
        seen = room.event.board_sequence
        assert not TableRace.objects.for_board(room.pk, since=seen).exists()
        assert TableRace.objects.for_board(room.pk, since=seen - 1).count() == 12

    def test_a_race_in_full_is_two_queries(
        self, room: ColorUp, django_assert_num_queries: Any
    ) -> None:
        with django_assert_num_queries(2):
            race = TableRace.objects.in_full().filter(color_up=room)[0]
            assert (race.color_up.event.name, race.table.players(), race.taken_by) == (
                "Friday",
                {"1": "Player 01"},
                None,
            )

    @pytest.mark.usefixtures("room")
    def test_the_list_of_events_is_one_query(self, django_assert_num_queries: Any) -> None:
        make_event()
        with django_assert_num_queries(1):
            counts = [(one.tables_standing, one.races_open) for one in Event.objects.for_list()]
        assert counts == [(0, 0), (12, 12)]

    def test_an_events_page_is_four_queries(
        self, room: ColorUp, django_assert_num_queries: Any
    ) -> None:
        with django_assert_num_queries(4):
            event = Event.objects.for_event_page().get(pk=room.event_id)
            assert len(event.chip_set.denominations.all()) == 4
            assert len(event.levels.all()) == 1
            assert len(event.starting_stack.all()) == 0

    def test_tables_with_their_seats_are_two_queries(
        self, room: ColorUp, django_assert_num_queries: Any
    ) -> None:
        with django_assert_num_queries(2):
            tables = Table.objects.in_event(room.event_id)
            assert [len(one.seats.all()) for one in tables] == [1] * 12

    def test_colour_ups_with_their_progress_are_one_query(
        self, room: ColorUp, django_assert_num_queries: Any
    ) -> None:
        with django_assert_num_queries(1):
            (one,) = ColorUp.objects.of_event(room.event_id)
            assert (one.races_total, one.races_announced, one.races_confirmed) == (12, 12, 0)

    def test_the_next_table_is_the_next_number_that_nobody_else_is_on(
        self, room: ColorUp, make_user: Callable[..., Any]
    ) -> None:
        def numbers(person: Any) -> list[int]:
            seventh = room.races.get(table__number=7)
            following = TableRace.objects.next_unfinished(seventh, person.pk)
            return [one.table.number for one in following]

        one, other = make_user("floor", username="one"), make_user("floor", username="other")
        assert numbers(one) == [8, 9, 10, 11, 12, 1, 2, 3, 4, 5, 6, 7]
        take(race_id=room.races.get(table__number=8).pk, by=one)
        assert numbers(one)[0] == 8
        assert numbers(other) == [9, 10, 11, 12, 1, 2, 3, 4, 5, 6, 7, 8]
        director = make_user("director", username="lead")
        put_section(event_id=room.event_id, by=director, name="A", tables=[2, 5, 7, 8])
        assert numbers(one) == [8, 2, 5, 7, 9, 10, 11, 12, 1, 3, 4, 6]
        assert numbers(other) == [2, 5, 7, 9, 10, 11, 12, 1, 3, 4, 6, 8]

    def test_the_history_is_one_query(self, play: Play, django_assert_num_queries: Any) -> None:
        race = play("confirmed")
        with django_assert_num_queries(1):
            told = [(one.action, one.by.username) for one in RaceEvent.objects.history(race.pk)]
        assert told == [
            ("announce", "director"),
            ("count", "floor"),
            ("deal", "floor"),
            ("confirm", "floor"),
        ]

    def test_drift_in_its_terms_is_one_query(
        self, play: Play, django_assert_num_queries: Any
    ) -> None:
        play("confirmed")
        with django_assert_num_queries(1):
            terms = TableRace.objects.drift_terms()
        assert terms == {
            "rounded_up": 0,
            "rounded_down": 0,
            "rescue": 100,
            "surplus_forfeited": 0,
            "adjustment": 0,
        }

    def test_what_the_bank_gave_and_took(self, play: Play) -> None:
        play("confirmed")
        assert ChipMovement.objects.paid_and_taken() == ({100: 5}, {25: 16})


class TestCommands:
    """Each command takes a fixed number of queries, its transaction's marks included."""

    def test_a_count(self, race: TableRace, people: Any, django_assert_num_queries: Any) -> None:
        sent = {"race_id": race.pk, "by": people.floor, "command_id": "c", "expected_version": 1}
        with django_assert_num_queries(9):
            count(**sent, entry=COUNTED)

    def test_a_confirmation(self, play: Play, people: Any, django_assert_num_queries: Any) -> None:
        race = play("dealt")
        sent = {"race_id": race.pk, "by": people.floor, "command_id": "k", "expected_version": 3}
        with django_assert_num_queries(11):
            confirm(**sent)

    @pytest.mark.parametrize("most", [3, 30])
    def test_an_announcement_however_many_tables(
        self, event: Event, people: Any, most: int, django_assert_num_queries: Any
    ) -> None:
        tables = [make_table(event, number) for number in range(1, most + 1)]
        with django_assert_num_queries(12):
            announce_25s(event, tables, by=people.director)

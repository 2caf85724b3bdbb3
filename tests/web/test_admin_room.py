"""What an admin sets up: chip sets, events, tables, people."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.web.admin_forms import address, body, errors_at, lines, sentences
from tests.workflow.rooms import make_event, make_table
from tournaments.management.example import make_example
from tournaments.models import (
    ChipSet,
    Event,
    Seat,
    Section,
    Table,
    User,
)
from tournaments.workflow.floats import open_float
from tournaments.workflow.sections import put_section

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin(client_as: Callable[..., Client]) -> Client:
    return client_as("admin", username="keeper")


@pytest.fixture
def example(db: None) -> Event:
    return make_example()


def send_chips(client: Client, *rows: dict[str, Any]) -> HttpResponse:
    return client.post(address("chipset", "add"), {"name": "Club", **lines("denominations", *rows)})


def test_a_chip_is_drawn_in_its_colour(admin: Client, example: Event) -> None:
    page = body(admin.get(address("chipset", "change", example.chip_set_id)))
    assert re.findall(r'aria-label="chip of ([\d,]+)"><circle[^>]* fill="(#\w+)"', page) == [
        ("25", "#1f7a3d"),
        ("100", "#1c1c1c"),
        ("500", "#5b2a86"),
        ("1,000", "#f2c230"),
        ("5,000", "#d9661f"),
    ]
    assert body(admin.get(address("chipset"))).count('<svg class="chip"') == 5


def test_a_colour_may_be_written_as_people_say_it(admin: Client) -> None:
    response = send_chips(admin, {"value": 25, "colour": "Green"}, {"value": 100, "colour": "#1c1"})
    assert response.status_code == 302
    chips = ChipSet.objects.get(name="Club").denominations.values_list("value", "colour")
    assert list(chips) == [(25, "#008000"), (100, "#11cc11")]


def test_all_that_is_wrong_with_chips_is_said_at_its_line_and_stays_typed(admin: Client) -> None:
    response = send_chips(
        admin,
        {"value": 25, "colour": "green"},
        {"value": 25, "colour": "greenish"},
        {"value": 0, "colour": "red"},
    )
    (chips,) = response.context["inline_admin_formsets"]
    assert [{name: list(said) for name, said in one.items()} for one in chips.formset.errors] == [
        {},
        {
            "value": ["Another line has this value already."],
            "colour": ["“greenish” is no colour: write a name such as green, or #1f7a3d."],
        },
        {"value": ["Ensure this value is greater than or equal to 1."]},
    ]
    assert 'value="greenish"' in body(response)
    assert ChipSet.objects.count() == 0


def test_a_chip_set_that_events_play_with_stays(admin: Client) -> None:
    event = make_event()
    response = admin.post(
        address("chipset", "delete", event.chip_set_id), {"post": "yes"}, follow=True
    )
    assert "Events play with this chip set, so it stays." in body(response)
    assert ChipSet.objects.filter(pk=event.chip_set_id).exists()


def test_an_event_with_colour_ups_stays(admin: Client, example: Event) -> None:
    page = address("event", "delete", example.pk)
    for response in (admin.get(page, follow=True), admin.post(page, {"post": "yes"}, follow=True)):
        assert response.redirect_chain == [(address("event", "change", example.pk), 302)]
        assert "This event has colour-ups. Their record stays, and so does the event." in body(
            response
        )
    assert Event.objects.filter(pk=example.pk).exists()


def test_an_event_without_colour_ups_can_be_deleted(admin: Client) -> None:
    event = make_event()
    assert admin.post(address("event", "delete", event.pk), {"post": "yes"}).status_code == 302
    assert Event.objects.count() == 0


def test_an_event_is_made_with_its_structure(admin: Client) -> None:
    chip_set = make_event().chip_set
    response = admin.post(
        address("event", "add"),
        {
            "name": "Sunday",
            "starts_at_0": "2026-03-01",
            "starts_at_1": "19:00",
            "time_zone": "Europe/Paris",
            "language": "fr",
            "chip_set": chip_set.pk,
            "ruleset": "france",
            **lines("starting_stack", {"denomination": 25, "chips": 8}),
            **lines(
                "levels",
                {"row": 1, "kind": "level", "small_blind": 25, "big_blind": 50, "ante": 0},
                {
                    "row": 2,
                    "kind": "break",
                    "small_blind": 0,
                    "big_blind": 0,
                    "ante": 0,
                    "note": "Color up 25s",
                },
            ),
        },
    )
    assert response.status_code == 302
    event = Event.objects.get(name="Sunday")
    assert (event.ruleset, event.language) == ("france", "fr")
    assert [(one.row, one.denominations) for one in event.levels.all()] == [(1, []), (2, [25])]


def send_table(client: Client, table: Table, *seats: dict[str, Any], **fields: Any) -> HttpResponse:
    stored = sum(1 for one in seats if "id" in one)
    rows = [{"table": table.pk, **one} for one in seats]
    return client.post(
        address("table", "change", table.pk),
        {
            "number": table.number,
            "name": table.name,
            "seat_count": table.seat_count,
            **fields,
            **lines("seats", *rows, stored=stored),
        },
    )


def test_a_table_refuses_seats_and_a_button_it_does_not_have(admin: Client) -> None:
    event = make_event()
    make_table(event, 6)
    table = make_table(event, 7)
    response = send_table(admin, table, {"number": 10, "player": "Player 10"}, number=6, button=11)
    assert sentences(response) == [
        "Another table of the event has this number already.",
        "The button is at one of the seats 1 to 9.",
        "The table has seats 1 to 9.",
    ]
    assert "Player 10" in body(response)


def test_at_each_seat_sits_one_player(admin: Client) -> None:
    table = make_table(make_event(), 7, {1: "Player 01"})
    stored = {"id": table.seats.get().pk, "number": 1, "player": "Player 01"}
    response = send_table(admin, table, stored, {"number": 1, "player": "Player 02"})
    assert sentences(response) == ["Another line has this seat already."]
    moved = send_table(admin, table, {**stored, "number": 3}, {"number": 1, "player": "Player 02"})
    assert moved.status_code == 302
    assert table.players() == {"1": "Player 02", "3": "Player 01"}


def test_a_race_that_is_counted_holds_the_seats(admin: Client, example: Event) -> None:
    table = example.tables.get(number=2)
    page = body(admin.get(address("table", "change", table.pk)))
    assert "seats stay as they were counted" in page
    assert 'name="seats-0-player"' not in page
    seat = table.seats.get(number=1)
    send_table(admin, table, {"id": seat.pk, "number": 3, "player": "Player 99"}, seat_count=4)
    assert Seat.objects.get(pk=seat.pk).player == "Player 08"
    table.refresh_from_db()
    assert table.seat_count == 8


def test_lists_are_filtered_by_event(admin: Client, example: Event) -> None:
    make_table(make_event(), 44)
    response = admin.get(f"{address('table')}?event__id__exact={example.pk}")
    assert [one.number for one in response.context["cl"].result_list] == [1, 2, 3]


def test_a_person_is_made_with_a_role_and_a_password(admin: Client) -> None:
    response = admin.post(
        address("user", "add"),
        {
            "username": "anna",
            "role": "floor",
            "password1": "nine cards on felt",
            "password2": "nine cards on felt",
        },
    )
    assert response.status_code == 302
    anna = User.objects.get(username="anna")
    assert (anna.role, anna.is_superuser, anna.check_password("nine cards on felt")) == (
        "floor",
        False,
        True,
    )


def test_a_password_is_changed(admin: Client, make_user: Callable[..., Any]) -> None:
    person = make_user("floor")
    response = admin.post(
        reverse("admin:auth_user_password_change", args=[person.pk]),
        {
            "usable_password": "true",
            "password1": "the river brings a king",
            "password2": "the river brings a king",
        },
    )
    assert response.status_code == 302
    person.refresh_from_db()
    assert person.check_password("the river brings a king")


def test_the_room_is_never_without_an_admin(admin: Client, make_user: Callable[..., Any]) -> None:
    sentence = "This is the only admin. Make somebody else an admin first."
    page = address("user", "change", admin.user.pk)
    lowered = {"username": "keeper", "role": "floor", "is_active": "on"}
    assert errors_at(admin.post(page, lowered), "role") == [sentence]
    assert errors_at(
        admin.post(page, {**lowered, "role": "admin", "is_active": ""}), "is_active"
    ) == [sentence]
    refused = admin.post(address("user", "delete", admin.user.pk), {"post": "yes"}, follow=True)
    assert sentence in body(refused)
    make_user("admin", username="second")
    assert admin.post(page, lowered).status_code == 302


def test_a_person_of_the_record_stays(admin: Client, example: Event) -> None:
    person = User.objects.get(username="floor")
    refused = admin.post(address("user", "delete", person.pk), {"post": "yes"}, follow=True)
    assert "This person acted in races, and the record says so." in body(refused)
    assert User.objects.filter(pk=person.pk).exists()


def test_a_section_is_named_and_led_but_its_tables_are_only_read(
    admin: Client, make_user: Callable[..., Any]
) -> None:
    event = make_event()
    make_table(event, 1)
    make_table(event, 2)
    director = make_user("director")
    make_user("", username="passer-by")
    section = put_section(event_id=event.pk, by=director, name="A", tables=[1, 2])
    page = address("section", "change", section.pk)
    shown = body(admin.get(page))
    assert "1–2" in shown
    assert "passer-by" not in shown
    sent = {"name": "East", "lead": director.pk, "event": make_event().pk, "tables": "9"}
    assert admin.post(page, sent).status_code == 302
    section.refresh_from_db()
    assert (section.name, section.lead, section.event_id) == ("East", director, event.pk)
    assert list(section.tables.values_list("number", flat=True)) == [1, 2]
    twin = {"event": event.pk, "name": "East"}
    assert sentences(admin.post(address("section", "add"), twin)) == [
        "Another section of the event has this name already."
    ]


def test_a_section_for_which_a_float_was_carried_stays(
    admin: Client, make_user: Callable[..., Any]
) -> None:
    director = make_user("director")
    event = make_event()
    section = put_section(event_id=event.pk, by=director, name="A", tables=[])
    other = put_section(event_id=event.pk, by=director, name="B", tables=[])
    open_float(
        event_id=event.pk,
        by=director,
        command_id="float",
        section_id=section.pk,
        chips={100: 20},
        giver="Cage",
        taker="Floor",
    )
    for row in (section, other):
        admin.post(address("section", "delete", row.pk), {"post": "yes"})
    assert list(Section.objects.values_list("name", flat=True)) == ["A"]

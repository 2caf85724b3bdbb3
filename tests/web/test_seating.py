"""Moving players, breaking and adding tables, late entries, in a browser without JavaScript."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from tests.workflow.rooms import announce_25s, make_event, make_table
from tournaments.models import (
    ChipCommand,
    ColorUp,
    Event,
    Seat,
    SeatingCommand,
    Table,
    TableRace,
    User,
)
from tournaments.workflow import confirm, count

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor(client_as: Callable[..., Client]) -> Client:
    return client_as("floor")


@pytest.fixture
def event() -> Event:
    return make_event()


@pytest.fixture
def table(event: Event) -> Table:
    return make_table(event, 7, {1: "Player 01", 2: "Player 02", 6: "Player 06"})


@pytest.fixture
def other(event: Event) -> Table:
    return make_table(event, 8, {1: "Player 11", 2: "Player 12"})


def text_of(response: HttpResponse) -> str:
    html = re.sub(r"<(script|style|head).*?</\1>", " ", response.content.decode(), flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def sitting(table: Table) -> dict[int, str]:
    return dict(Seat.objects.filter(table=table).values_list("number", "player"))


def who(table: Table, seat: int) -> str:
    return f"{seat}:{Seat.objects.get(table=table, number=seat).pk}"


def post(client: Client, name: str, event: Event, /, **fields: Any) -> HttpResponse:
    sent = {"command_id": uuid4().hex, "sent": "1", **fields}
    return client.post(reverse(name, args=(event.pk,)), sent)


def director() -> Any:
    return User.objects.create(username="announcer", role="director")


def race_to(color_up: ColorUp, table: Table, by: Any, *, confirmed: bool) -> TableRace:
    race = color_up.races.get(table=table)
    sent = {"race_id": race.pk, "by": by}
    count(**sent, command_id="c", expected_version=race.version, entry={"seats": []})
    if confirmed:
        confirm(**sent, command_id="k", expected_version=race.version + 1)
    return race


def test_first_a_table_is_chosen_then_its_player(
    floor: Client, event: Event, table: Table, other: Table
) -> None:
    color_up = announce_25s(event, [table], by=director())
    race_to(color_up, table, floor.user, confirmed=False)
    address = reverse("seat_move", args=(event.pk,))
    chosen = floor.get(address)
    assert "Table 7 counted 3 of 9" in text_of(chosen)
    assert f"{address}?table={other.pk}" in chosen.content.decode()
    form = text_of(floor.get(address, {"table": other.pk}))
    assert "Seat 1 · Player 11" in form
    assert "Table 7 · free: 3, 4, 5, 7, 8, 9 · counted" in form
    assert "Do it all the same" not in form


def test_a_player_is_moved_in_one_form(
    floor: Client, event: Event, table: Table, other: Table
) -> None:
    fields = {"table": table.pk, "who": who(table, 2), "to_table": other.pk, "to_seat": "5"}
    response = post(floor, "seat_move", event, **fields)
    assert response["Location"] == reverse("event", args=(event.pk,))
    assert sitting(other)[5] == "Player 02"
    assert "Player 02: Table 8, seat 5." in text_of(floor.get(response["Location"]))


def test_without_a_seat_it_is_the_first_free_one(
    floor: Client, event: Event, table: Table, other: Table
) -> None:
    post(floor, "seat_move", event, table=table.pk, who=who(table, 2), to_table=other.pk)
    assert sitting(other)[3] == "Player 02"


def test_a_double_tap_moves_once(floor: Client, event: Event, table: Table, other: Table) -> None:
    fields = {
        "table": table.pk,
        "who": who(table, 2),
        "to_table": other.pk,
        "to_seat": "5",
        "command_id": "one",
    }
    answers = {post(floor, "seat_move", event, **fields).status_code for _ in range(2)}
    assert (answers, SeatingCommand.objects.count()) == ({302}, 1)


def test_out_of_the_event_is_one_tap(floor: Client, event: Event, table: Table) -> None:
    post(floor, "seat_move", event, table=table.pk, who=who(table, 2), out="1")
    assert sitting(table) == {1: "Player 01", 6: "Player 06"}


def test_what_is_wrong_stands_at_its_place_and_entries_stay(
    floor: Client, event: Event, table: Table, other: Table
) -> None:
    response = post(
        floor, "seat_move", event, table=table.pk, who=who(table, 2), to_table=other.pk, to_seat="1"
    )
    html = response.content.decode()
    assert response.status_code == 422
    assert response.context["page"].frame.errors == {
        "to_seat": ("Table 8, seat 1 is taken: Player 11.",)
    }
    assert 'aria-describedby="to_seat_error"' in html
    assert 'id="to_seat_error">Table 8, seat 1 is taken: Player 11.' in html
    assert f'value="{who(table, 2)}" checked' in html
    assert f'<option value="{other.pk}" selected>' in html
    empty = post(floor, "seat_move", event, table=table.pk)
    assert empty.context["page"].frame.errors == {
        "who": ("Choose a player.",),
        "to_table": ("Choose a table.",),
    }


def test_somebody_else_was_faster(floor: Client, event: Event, table: Table, other: Table) -> None:
    seen = who(table, 2)
    post(floor, "seat_move", event, table=table.pk, who=seen, out="1")
    response = post(floor, "seat_move", event, table=table.pk, who=seen, to_table=other.pk)
    assert response.status_code == 409
    assert "Somebody else changed these seats meanwhile" in text_of(response)


def test_a_held_table_says_so_and_a_director_may_go_on(
    client_as: Callable[..., Client], floor: Client, event: Event, table: Table, other: Table
) -> None:
    color_up = announce_25s(event, [table], by=director())
    race_to(color_up, table, floor.user, confirmed=False)
    fields = {"table": table.pk, "who": who(table, 2), "to_table": other.pk, "to_seat": "5"}
    refused = post(floor, "seat_move", event, **fields)
    assert refused.status_code == 409
    assert "Table 7: a race is under way there and holds its players" in text_of(refused)
    assert "Do it all the same" not in text_of(refused)
    boss = client_as("director", username="boss")
    assert "Do it all the same" in text_of(post(boss, "seat_move", event, **fields))
    unreasoned = post(boss, "seat_move", event, **fields, override="on")
    assert unreasoned.status_code == 422
    assert unreasoned.context["page"].frame.errors == {"reason": ("A reason is needed.",)}
    post(boss, "seat_move", event, **fields, override="on", reason="balance")
    assert (sitting(other)[5], SeatingCommand.objects.get().overridden) == ("Player 02", True)


def test_an_arrival_asks_what_comes_along(
    floor: Client, event: Event, table: Table, other: Table
) -> None:
    color_up = announce_25s(event, [table, other], by=director(), rules={"arrival": "equal_value"})
    race_to(color_up, other, floor.user, confirmed=True)
    address = reverse("seat_move", args=(event.pk,))
    assert "Chips that come along" in text_of(floor.get(address, {"table": table.pk}))
    assert "Chips that come along" not in text_of(floor.get(address, {"table": other.pk}))
    fields = {"table": table.pk, "who": who(table, 2), "to_table": other.pk, "to_seat": "5"}
    refused = post(floor, "seat_move", event, **fields)
    assert refused.status_code == 422
    assert (
        "say how many chips of 25 come along" in refused.context["page"].frame.errors["brings"][0]
    )
    wrong = post(floor, "seat_move", event, **fields, brings_25="many")
    assert wrong.context["page"].frame.errors["brings"] == (
        "Chips of 25: “many” is not a whole number from 0 to 100,000.",
    )
    assert 'value="many"' in wrong.content.decode()
    post(floor, "seat_move", event, **fields, brings_25="7")
    assert ChipCommand.objects.get().drift == -75


def test_a_broken_table_spreads_its_players_with_one_tap(
    floor: Client, event: Event, table: Table, other: Table
) -> None:
    third = make_table(event, 9, {4: "Player 31"})
    page = floor.get(reverse("seat_break", args=(event.pk,)), {"table": table.pk}).context["page"]
    fields = {"table": table.pk}
    for one in page.leavers:
        fields[f"to_table_{one.seat}"] = next(c.value for c in one.tables if c.chosen)
        fields[f"to_seat_{one.seat}"] = next(c.value for c in one.seats if c.chosen)
    assert post(floor, "seat_break", event, **fields).status_code == 302
    table.refresh_from_db()
    assert table.broken_at is not None
    assert sitting(third) == {1: "Player 01", 2: "Player 06", 4: "Player 31"}
    assert sitting(other) == {1: "Player 11", 2: "Player 12", 3: "Player 02"}


def test_breaking_keeps_entries_and_says_what_is_wrong_seat_by_seat(
    floor: Client, event: Event, table: Table, other: Table
) -> None:
    fields = {
        "table": table.pk,
        "to_table_1": other.pk,
        "to_seat_1": "1",
        "to_table_2": "out",
    }
    response = post(floor, "seat_break", event, **fields)
    page = response.context["page"]
    assert response.status_code == 422
    assert [one.errors for one in page.leavers] == [
        (),
        (),
        ("Seat 6: say where this player goes.",),
    ]
    assert [c.value for c in page.leavers[1].tables if c.chosen] == ["out"]
    again = post(floor, "seat_break", event, **fields, to_table_6="out")
    first, *_ = again.context["page"].leavers
    assert first.errors == ("Table 8, seat 1 is taken: Player 11.",)
    assert sitting(table)[1] == "Player 01"


def test_a_table_is_added_with_the_next_number(floor: Client, event: Event, table: Table) -> None:
    page = floor.get(reverse("seat_table", args=(event.pk,))).context["page"]
    assert (page.number, page.seat_count) == ("8", "9")
    response = post(floor, "seat_table", event, number="8", seat_count="6", name="")
    assert "Table 8 is added." in text_of(floor.get(response["Location"]))
    wrong = post(floor, "seat_table", event, number="eight", seat_count="6", name="Feature")
    assert wrong.context["page"].frame.errors == {"number": ("A table has a whole number from 1.",)}
    assert (wrong.context["page"].number, wrong.context["page"].name) == ("eight", "Feature")


def test_a_late_entry_counts_and_keeps_its_stack(floor: Client, event: Event, table: Table) -> None:
    Event.objects.update(entries=3)
    response = post(
        floor, "seat_entry", event, to_table=table.pk, player="Player 40", stack_7="1", stack_100=""
    )
    page = response.context["page"]
    assert response.status_code == 422
    assert page.frame.errors == {"stack": ("The event’s chip set has no chips of 7.",)}
    assert (page.player, page.bought_in) == ("Player 40", False)
    fields = {"to_table": table.pk, "player": "Player 40", "bought_in": "on", "stack_100": "50"}
    post(floor, "seat_entry", event, **fields)
    event.refresh_from_db()
    assert (sitting(table)[3], event.entries) == ("Player 40", 4)


def test_the_button_is_set(floor: Client, event: Event, table: Table) -> None:
    post(floor, "seat_button", event, table=table.pk, button="6")
    table.refresh_from_db()
    assert table.button == 6
    post(floor, "seat_button", event, table=table.pk, button="")
    table.refresh_from_db()
    assert table.button is None
    wrong = post(floor, "seat_button", event, table=table.pk, button="11")
    assert wrong.context["page"].frame.errors == {
        "button": ("The button is at a seat of the table.",)
    }


def test_one_comes_back_to_where_one_was_and_nowhere_else(
    floor: Client, event: Event, table: Table
) -> None:
    fields = {"table": table.pk, "button": "1"}
    assert post(floor, "seat_button", event, **fields, back="/quick/")["Location"] == "/quick/"
    for back in ("//evil.example/", "https://evil.example/", "javascript:1"):
        answer = post(floor, "seat_button", event, **fields, back=back)
        assert answer["Location"] == reverse("event", args=(event.pk,))


def test_a_table_that_is_gone_leads_back_to_the_tables(
    floor: Client, event: Event, table: Table
) -> None:
    for gone in ("999999", "x", "", "9" * 5000):
        response = post(floor, "seat_move", event, table=gone, who="1:1")
        assert response.status_code == 422
        assert "This table does not stand any more" in text_of(response)


def test_a_page_of_seats_asks_few_questions_of_the_database(
    floor: Client, event: Event, table: Table, django_assert_max_num_queries: Any
) -> None:
    for number in range(20, 40):
        make_table(event, number, {1: f"Player {number}"})
    for name in ("seat_move", "seat_break", "seat_entry"):
        with django_assert_max_num_queries(12):
            floor.get(reverse(name, args=(event.pk,)), {"table": table.pk})


def test_the_links_lead_to_every_page(event: Event) -> None:
    context = {"event_id": event.pk, "back": "/quick/", "may_update": True}
    html = render_to_string("seating/_links.html", context)
    assert re.findall(r'href="([^"]+)"', html) == [
        *(
            f"{reverse(name, args=(event.pk,))}?back=/quick/"
            for name in ("seat_move", "seat_break", "seat_entry", "seat_table", "seat_button")
        ),
        reverse("update", args=(event.pk,)),
    ]

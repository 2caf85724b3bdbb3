"""A structure or seats for an event that has none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from colorup.formats.tournament_file import TournamentFile
from tests.web.uploads import (
    again,
    fields_of,
    paste,
    rows_of,
    seats_of,
    sentences,
    text_of,
    upload,
)
from tests.workflow.rooms import announce_25s, make_event, make_people, make_table
from tournaments.imports import add_seats, add_structure
from tournaments.models import Event, Seat, Table
from tournaments.workflow import confirm, count
from tournaments.workflow.errors import Forbidden, NotFound

pytestmark = pytest.mark.django_db

DRAW = "Table,Seat,Player\n1,1,Player 01\n1,10,Player 02\n2,3,Player 03"


@pytest.fixture
def people() -> Any:
    return make_people()


@pytest.fixture
def director(people: Any) -> Client:
    client = Client()
    client.force_login(people.director)
    return client


def address(event: Event, kind: str) -> str:
    return reverse(f"add_{kind}", args=(event.pk,))


def test_a_structure_is_added_to_an_event_with_its_own_chips(director: Client) -> None:
    event = make_event((25, 100, 500))
    page = paste(director, "25/50\nbreak\n100/200", to=address(event, "structure"))
    assert "At the break of row 2 , into 100. Level 1 still posts a small blind" in text_of(page)
    assert "name" not in fields_of(page)
    page = again(director, page, row__1__minutes="20")
    first, second = (again(director, page, "save") for _ in range(2))
    assert first["Location"] == second["Location"] == reverse("event", args=(event.pk,))
    assert rows_of(event) == ["25/50/0 20", "break None None  []", "100/200/0 None"]


def test_a_structure_is_written_row_by_row(director: Client) -> None:
    event = make_event()
    page = director.post(address(event, "structure"), {"way": "hand"})
    assert page.context["page"].total == 10
    page = again(director, page, row__1__small_blind="25", row__1__big_blind="50")
    again(director, page, "save", row__3__small_blind="50", row__3__big_blind="100")
    assert rows_of(event) == ["25/50/0 None", "50/100/0 None"]


@pytest.mark.parametrize(("kind", "rows"), [("structure", 25), ("seats", 18)])
def test_a_save_gives_what_is_asked_for(director: Client, kind: str, rows: int) -> None:
    event = make_event()
    page = upload(director, "tdt/club-3-tables-25s.tdt", to=address(event, kind))
    assert (page.context["page"].kind, page.context["page"].total) == (kind, rows)
    again(director, page, "save")
    assert (event.levels.count(), len(seats_of(event))) == {
        "structure": (25, 0),
        "seats": (0, 18),
    }[kind]


@pytest.mark.parametrize(
    ("kind", "sample", "said"),
    [
        ("structure", "seats/draw.csv", "There is no level in it"),
        ("seats", "structures/club-levels.csv", "There is no seat in it"),
    ],
)
def test_the_other_kind_is_refused_where_it_was_chosen(
    director: Client, kind: str, sample: str, said: str
) -> None:
    response = upload(director, sample, to=address(make_event(), kind), text="kept")
    assert response.status_code == 422
    assert said in response.context["errors"]["file"][0]
    assert response.context["text"] == "kept"


def test_another_structure_is_refused_and_stays_on_the_page(director: Client) -> None:
    event = make_event()
    again(director, paste(director, "25/50", to=address(event, "structure")), "save")
    page = paste(director, "50/100", to=address(event, "structure"))
    refused = again(director, page, "save")
    assert refused.status_code == 409
    assert "This event has a structure already; nothing of yours was saved." in text_of(refused)
    assert fields_of(refused)["row-1-big_blind"] == "100"
    assert rows_of(event) == ["25/50/0 None"]


def test_seats_go_to_the_tables_that_are_there_and_to_new_ones(director: Client) -> None:
    event = make_event()
    make_table(event, 1)
    page = paste(director, DRAW, to=address(event, "seats"))
    assert sentences(page) == {}
    first, second = (again(director, page, "save") for _ in range(2))
    assert (first.status_code, second.status_code) == (302, 302)
    assert seats_of(event) == [(1, 1, "Player 01"), (1, 10, "Player 02"), (2, 3, "Player 03")]
    assert list(event.tables.values_list("number", "seat_count")) == [(1, 10), (2, 9)]


def test_seats_are_refused_where_somebody_sits(director: Client) -> None:
    event = make_event()
    make_table(event, 1, {1: "Player 09"})
    refused = again(director, paste(director, DRAW, to=address(event, "seats")), "save")
    assert refused.status_code == 409
    assert "This event has a seat draw already" in text_of(refused)
    assert seats_of(event) == [(1, 1, "Player 09")]


def test_seats_are_refused_while_a_race_is_counted_and_not_before_or_after(
    director: Client, people: Any
) -> None:
    event = make_event()
    table = make_table(event, 7)
    race = announce_25s(event, [table], by=people.director).races.get()
    page = paste(director, DRAW, to=address(event, "seats"))
    sent = {"race_id": race.pk, "by": people.floor}
    count(**sent, command_id="c", expected_version=1, entry={"odd_total": 0})
    refused = again(director, page, "save")
    assert refused.status_code == 409
    assert "while races are counted or dealt: tables 7." in text_of(refused)
    assert Seat.objects.count() == 0
    confirm(**sent, command_id="d", expected_version=2)
    assert again(director, refused, "save").status_code == 302


def test_a_draw_for_a_broken_table_is_refused(director: Client) -> None:
    event = make_event()
    table = make_table(event, 2)
    Table.objects.filter(pk=table.pk).update(broken_at=event.starts_at)
    refused = again(director, paste(director, DRAW, to=address(event, "seats")), "save")
    assert "These tables of the draw are broken in this event: 2." in text_of(refused)
    assert event.tables.count() == 1


@pytest.mark.parametrize("kind", ["structure", "seats"])
@pytest.mark.parametrize(
    ("role", "status"), [("viewer", 403), ("floor", 403), ("", 404), ("director", 200)]
)
def test_who_may_add(client_as: Callable[..., Client], kind: str, role: str, status: int) -> None:
    event = make_event()
    client = client_as(role)
    assert client.get(address(event, kind)).status_code == status
    assert client.post(address(event, kind), {"way": "hand"}).status_code == status


def test_an_event_that_is_not_there_is_not_found(director: Client) -> None:
    assert director.get(reverse("add_seats", args=(9,))).status_code == 404


@pytest.mark.parametrize("add", [add_structure, add_seats])
def test_the_commands_themselves_refuse_too(add: Callable[..., Event], people: Any) -> None:
    event = make_event()
    with pytest.raises(Forbidden):
        add(event.pk, TournamentFile("seats"), by=people.floor)
    with pytest.raises(NotFound):
        add(event.pk + 1, TournamentFile("seats"), by=people.director)

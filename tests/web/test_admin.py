"""The admin: who enters, what its pages are made of, and a record that nobody edits."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.web.admin_forms import address, body
from tests.workflow.rooms import announce_25s, make_event, make_table
from tournaments.management.example import make_example
from tournaments.models import (
    ChipCommand,
    ChipMovement,
    ChipSet,
    ColorUp,
    Event,
    Float,
    HouseRuleset,
    Level,
    RaceEvent,
    SeatingCommand,
    Section,
    Table,
    TableRace,
    User,
)
from tournaments.workflow.floats import open_float
from tournaments.workflow.seating import set_button
from tournaments.workflow.sections import put_section

MODELS = ("chipset", "houseruleset", "user", "event", "level", "table", "section")
RECORD = {
    "colorup": ColorUp,
    "tablerace": TableRace,
    "raceevent": RaceEvent,
    "seatingcommand": SeatingCommand,
    "chipcommand": ChipCommand,
    "float": Float,
    "chipmovement": ChipMovement,
}
INLINE = re.compile(r"<style\b|<script(?![^>]*\bsrc=)|\sstyle\s*=|\son[a-z]+\s*=|javascript:")

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin(client_as: Callable[..., Client]) -> Client:
    return client_as("admin", username="keeper")


@pytest.fixture
def example(db: None) -> Event:
    """The example with a section, its float, and a button that was set."""
    event = make_example()
    director = User.objects.get(username="director")
    section = put_section(event_id=event.pk, by=director, name="A", tables=[1, 2])
    open_float(
        event_id=event.pk,
        by=director,
        command_id="float",
        section_id=section.pk,
        chips={100: 20},
        giver="Cage",
        taker="Floor",
    )
    table = event.tables.get(number=3)
    set_button(event_id=event.pk, by=director, command_id="button", table_id=table.pk, button=1)
    return event


PAGES = [
    reverse("admin:index"),
    reverse("admin:presets"),
    reverse("admin:preset", args=["roberts"]),
    *(address(model) for model in (*MODELS, *RECORD)),
]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize(
    ("role", "status"),
    [("", 404), ("viewer", 403), ("floor", 403), ("director", 403), ("admin", 200)],
)
def test_only_an_admin_enters(
    client_as: Callable[..., Client], role: str, status: int, page: str
) -> None:
    assert client_as(role).get(page).status_code == status


def test_the_role_admin_needs_no_mark_of_djangos_own(make_user: Callable[..., Any]) -> None:
    client = Client()
    client.force_login(User.objects.create_user("chief", role="admin"))
    assert client.get(address("chipset", "add")).status_code == 200


def test_a_superuser_without_a_role_is_a_stranger() -> None:
    client = Client()
    client.force_login(User.objects.create_user("root", is_superuser=True, is_staff=True))
    assert client.get(reverse("admin:index")).status_code == 404


def test_nobody_is_led_to_the_products_login_and_back(client: Client) -> None:
    page = address("event")
    assert client.get(page).url == f"{reverse('login')}?next={page}"
    assert client.get(f"{reverse('admin:login')}?next={page}").url == (
        f"{reverse('login')}?next={page}"
    )


def example_pages() -> list[str]:
    """Every list, form and deletion of the admin with the example in it."""
    stored = {
        "chipset": ChipSet,
        "houseruleset": HouseRuleset,
        "user": User,
        "event": Event,
        "level": Level,
        "table": Table,
        "section": Section,
        **RECORD,
    }
    pages = [reverse("admin:index"), reverse("admin:password_change"), *PAGES]
    for model, rows in stored.items():
        row = rows.objects.first()
        pages += [address(model, "change", row.pk), address(model, "history", row.pk)]
        if model not in RECORD:
            pages += [address(model, "delete", row.pk), address(model, "add")]
    return pages


def test_no_page_has_a_script_or_style_that_the_policy_refuses(
    admin: Client, example: Event
) -> None:
    admin.post(reverse("admin:preset_copy", args=["france"]))
    for page in example_pages():
        response = admin.get(page, follow=True)
        assert response.status_code == 200, page
        policy = response.headers["Content-Security-Policy"].split("; ")
        assert {"script-src 'self'", "style-src 'self'"} <= set(policy)
        assert INLINE.findall(body(response)) == [], page


def test_the_first_page_has_three_parts(admin: Client) -> None:
    parts = admin.get(reverse("admin:index")).context["app_list"]
    assert [[model["object_name"] for model in part["models"]] for part in parts] == [
        ["ChipSet", "HouseRuleset", "User"],
        ["Event", "Level", "Table", "Section"],
        [
            *("ColorUp", "TableRace", "RaceEvent", "SeatingCommand"),
            *("ChipCommand", "Float", "ChipMovement"),
        ],
    ]


def test_the_look_chosen_in_the_product_holds_here(admin: Client) -> None:
    admin.cookies["theme"] = "dark"
    assert re.search(r'<body class="[^"]*\bdark\b', body(admin.get(reverse("admin:index"))))


def test_the_way_back_leads_to_the_product(admin: Client) -> None:
    assert '<a class="back" href="/">' in body(admin.get(reverse("admin:index")))


@pytest.mark.parametrize("model", RECORD)
def test_the_record_is_only_read(admin: Client, example: Event, model: str) -> None:
    rows = RECORD[model].objects
    row = rows.first()
    before = list(rows.values())
    assert admin.get(address(model, "change", row.pk)).status_code == 200
    assert admin.get(address(model, "add")).status_code == 403
    assert admin.post(address(model, "add"), {"chips": 1}).status_code == 403
    assert admin.post(address(model, "change", row.pk), {"state": "void"}).status_code == 403
    assert admin.post(address(model, "delete", row.pk), {"post": "yes"}).status_code == 403
    action = {"action": "delete_selected", "_selected_action": row.pk, "post": "yes"}
    admin.post(address(model), action)
    assert list(rows.values()) == before


def test_the_documents_of_a_race_can_be_read(admin: Client, example: Event) -> None:
    race = TableRace.objects.get(state="confirmed")
    page = body(admin.get(address("tablerace", "change", race.pk)))
    assert "&quot;best_cards_only&quot;" not in page
    assert "&quot;called_total&quot;" not in page
    assert "  &quot;removed&quot;: 25,\n" in page
    assert page.count('<pre class="document">') == 4


@pytest.mark.parametrize("model", [*MODELS, *RECORD])
def test_a_longer_list_takes_no_more_queries(admin: Client, example: Event, model: str) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert admin.get(address(model)).status_code == 200
        return len(captured)

    few = queries()
    director = User.objects.get(username="director")
    for event in (example, make_event(), make_event()):
        tables = [make_table(event, number, {1: "Player 01"}) for number in range(10, 15)]
        announce_25s(event, tables, by=director, in_play=[100, 500, 1000])
        put_section(event_id=event.pk, by=director, name="B", tables=[10, 11])
    assert queries() <= few


def test_the_menu_leads_an_admin_to_the_admin_and_nobody_else(
    client_as: Callable[..., Client],
) -> None:
    link = f'href="{reverse("admin:index")}"'
    assert link in client_as("admin").get(reverse("events")).content.decode()
    assert link not in client_as("director").get(reverse("events")).content.decode()

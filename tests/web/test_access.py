"""Who gets in where: one table of address, method and role, which is the whole test of access."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, reverse

from tests.web.sent_forms import words_of
from tests.workflow.rooms import announce_25s, make_event, make_table
from tournaments.models import TableRace
from tournaments.urls import urlpatterns
from tournaments.workflow.after import exchange
from tournaments.workflow.floats import open_float
from tournaments.workflow.floor import open_room_screen
from tournaments.workflow.sections import put_section

pytestmark = pytest.mark.django_db

ROLES = ("", "stranger", "viewer", "floor", "director", "admin")

READERS = (302, 404, 200, 200, 200, 200)
DIRECTORS_FORM = (302, 404, 403, 403, 200, 200)
# The quick race needs no event and no login, and stores nothing.
EVERYBODY = (200, 200, 200, 200, 200, 200)
NOBODY = (405, 405, 405, 405, 405, 405)
# An empty form of a command: it reaches the command, which finds it stale.
FLOOR = (302, 404, 403, 409, 409, 409)
# Late chips and exchanges have no version to be stale: an empty form is refused for what it lacks.
RECORDERS = (302, 404, 403, 422, 422, 422)
FORMS = (302, 404, 403, 200, 200, 200)
DIRECTORS = (302, 404, 403, 403, 409, 409)

# Address → the arguments that it takes, and the status for each role of ROLES: GET, then POST.
ACCESS: dict[str, tuple[tuple[str, ...], tuple[int, ...], tuple[int, ...]]] = {
    "login": ((), (200, 302, 302, 302, 302, 302), (200, 302, 302, 302, 302, 302)),
    "logout": ((), NOBODY, (302, 302, 302, 302, 302, 302)),
    "theme": ((), NOBODY, (302, 302, 302, 302, 302, 302)),
    "quick": ((), EVERYBODY, NOBODY),
    "quick_json": ((), EVERYBODY, NOBODY),
    "quick_compare": ((), EVERYBODY, NOBODY),
    "live_quick": ((), EVERYBODY, NOBODY),
    "events": ((), READERS, NOBODY),
    "new_event": ((), (302, 404, 403, 403, 200, 200), (302, 404, 403, 403, 422, 422)),
    "import_save": ((), (302, 404, 403, 403, 302, 302), (302, 404, 403, 403, 422, 422)),
    "event": (("event",), READERS, NOBODY),
    "add_structure": (("event",), DIRECTORS_FORM, DIRECTORS_FORM),
    "add_seats": (("event",), DIRECTORS_FORM, DIRECTORS_FORM),
    "seat_move": (("event",), FORMS, RECORDERS),
    "seat_break": (("event",), FORMS, RECORDERS),
    "seat_table": (("event",), FORMS, RECORDERS),
    "seat_entry": (("event",), FORMS, RECORDERS),
    "seat_button": (("event",), FORMS, RECORDERS),
    "update": (("event",), (302, 404, 403, 403, 200, 200), (302, 404, 403, 403, 422, 422)),
    "update_apply": (("event",), (302, 404, 403, 403, 302, 302), (302, 404, 403, 403, 422, 422)),
    "announce": (("event",), (302, 404, 403, 403, 200, 200), (302, 404, 403, 403, 422, 422)),
    "color_up": (("color_up",), READERS, NOBODY),
    "bank": (("event",), DIRECTORS_FORM, (302, 404, 403, 403, 302, 302)),
    "sections": (("event",), DIRECTORS_FORM, (302, 404, 403, 403, 422, 422)),
    "remove_section": (("section",), NOBODY, (302, 404, 403, 403, 409, 409)),
    "floats": (("event",), DIRECTORS_FORM, (302, 404, 403, 403, 422, 422)),
    "move_float": (("float",), NOBODY, (302, 404, 403, 403, 422, 422)),
    "close_float": (("float",), NOBODY, (302, 404, 403, 403, 422, 422)),
    "screen_link": (("event",), DIRECTORS_FORM, NOBODY),
    "open_screen": (("event",), NOBODY, (302, 404, 403, 403, 302, 302)),
    "close_screen": (("event",), NOBODY, (302, 404, 403, 403, 302, 302)),
    "room": (("token",), EVERYBODY, NOBODY),
    "live_room": (("token",), EVERYBODY, NOBODY),
    "connect": ((), READERS, NOBODY),
    "next_table": (("color_up",), (302, 404, 302, 302, 302, 302), NOBODY),
    "restart": (("color_up",), NOBODY, (302, 404, 403, 403, 302, 302)),
    "add_tables": (("color_up",), NOBODY, (302, 404, 403, 403, 422, 422)),
    "live_board": (("color_up",), READERS, NOBODY),
    "live_outlook": (("color_up",), READERS, NOBODY),
    "void_color_up": (("color_up",), NOBODY, (302, 404, 403, 403, 422, 422)),
    "color_up_print": (("color_up",), READERS, NOBODY),
    "announcement_print": (("color_up",), READERS, NOBODY),
    "blank_sheets": (("color_up",), READERS, NOBODY),
    "sheets": (("color_up",), FORMS, NOBODY),
    "late": (("color_up",), FORMS, RECORDERS),
    "event_late": (("event",), FORMS, RECORDERS),
    "exchange": (("event",), FORMS, RECORDERS),
    "reverse": (("chip_command",), NOBODY, (302, 404, 403, 403, 422, 422)),
    "race": (("race",), READERS, NOBODY),
    "race_print": (("race",), READERS, NOBODY),
    "blank_sheet": (("race",), READERS, NOBODY),
    "sheet": (("race",), FORMS, FLOOR),
    "story": (("race", "seat"), READERS, NOBODY),
    "compare": (("race",), READERS, NOBODY),
    "count": (("race",), NOBODY, FLOOR),
    "deal": (("race",), NOBODY, FLOOR),
    "collector": (("race",), NOBODY, FLOOR),
    "shuffle": (("race",), NOBODY, FLOOR),
    "call": (("race",), NOBODY, FLOOR),
    "confirm": (("race",), NOBODY, FLOOR),
    "reopen": (("race",), NOBODY, FLOOR),
    "void": (("race",), NOBODY, DIRECTORS),
    "live_meaning": (
        ("event",),
        (302, 404, 403, 403, 200, 200),
        (302, 404, 403, 403, 200, 200),
    ),
    "live_late": (("color_up",), FORMS, NOBODY),
    "live_event_late": (("event",), FORMS, NOBODY),
    "live_exchange": (("event",), FORMS, NOBODY),
    "live_worth": (("race",), NOBODY, (302, 404, 403, 200, 200, 200)),
    "live_count": (("race",), NOBODY, FLOOR),
    "live_deal": (("race",), NOBODY, FLOOR),
    "live_collector": (("race",), NOBODY, FLOOR),
    "live_shuffle": (("race",), NOBODY, FLOOR),
    "live_call": (("race",), NOBODY, FLOOR),
    "live_confirm": (("race",), NOBODY, FLOOR),
    "live_sheet": (("race",), NOBODY, FLOOR),
}


def rows() -> Iterator[Any]:
    for name, (arguments, on_get, on_post) in ACCESS.items():
        yield pytest.param(name, arguments, "get", on_get, id=f"{name}-get")
        yield pytest.param(name, arguments, "post", on_post, id=f"{name}-post")


@pytest.fixture
def room(make_user: Callable[..., Any]) -> SimpleNamespace:
    """An event with one announced race and one exchange, and the identities that addresses name."""
    event = make_event()
    table = make_table(event, 7, {1: "Player 01", 2: "Player 02"})
    announcer = make_user("director", username="announcer")
    color_up = announce_25s(event, [table], by=announcer)
    race = color_up.races.get()
    exchanged = exchange(
        event_id=event.pk, by=announcer, command_id="one", gives={25: 4}, gets={100: 1}
    )
    section = put_section(event_id=event.pk, by=announcer, name="A", tables=[])
    carried = open_float(
        event_id=event.pk,
        by=announcer,
        command_id="float",
        section_id=section.pk,
        chips={100: 20},
        giver="Cage",
        taker="Floor 1",
    )
    return SimpleNamespace(
        section=section.pk,
        float=carried.pk,
        token=open_room_screen(event_id=event.pk, by=announcer).room_token,
        event=event.pk,
        color_up=color_up.pk,
        race=race.pk,
        seat=1,
        chip_command=exchanged.command.pk,
    )


def client_of(role: str, make_user: Callable[..., Any]) -> Client:
    """A client of that role: nobody, somebody without a role, or a person with one."""
    client = Client()
    if role:
        client.force_login(make_user("" if role == "stranger" else role, username=f"a-{role}"))
    return client


def test_every_address_is_in_the_table() -> None:
    names = [one.name for one in urlpatterns if isinstance(one, URLPattern)]
    assert len(names) == len(urlpatterns)
    assert sorted(filter(None, names)) == sorted(ACCESS)


@pytest.mark.parametrize(("name", "arguments", "method", "expected"), list(rows()))
def test_an_address_lets_in_whom_it_should(
    room: SimpleNamespace,
    make_user: Callable[..., Any],
    name: str,
    arguments: tuple[str, ...],
    method: str,
    expected: tuple[int, ...],
) -> None:
    address = reverse(name, args=[getattr(room, one) for one in arguments])
    before = TableRace.objects.values_list("state", "version").get()
    found = tuple(
        getattr(client_of(role, make_user), method)(address).status_code for role in ROLES
    )
    assert dict(zip(ROLES, found, strict=True)) == dict(zip(ROLES, expected, strict=True))
    assert TableRace.objects.values_list("state", "version").get() == before


@pytest.mark.parametrize("name", ["event", "color_up", "race", "race_print", "color_up_print"])
def test_what_does_not_exist_is_not_found(client_as: Callable[..., Client], name: str) -> None:
    assert client_as("admin").get(reverse(name, args=(99_999,))).status_code == 404


def test_a_seat_that_the_table_lacks_is_not_found(
    room: SimpleNamespace, client_as: Callable[..., Client]
) -> None:
    address = reverse("story", args=(room.race, 10))
    assert client_as("viewer").get(address).status_code == 404


def test_a_reader_comes_back_to_the_page_after_the_login(room: SimpleNamespace) -> None:
    page = reverse("race", args=(room.race,)) + "?step=count"
    assert Client().get(page).url == f"/login/?next={page.replace('?', '%3F').replace('=', '%3D')}"


def test_a_command_without_a_session_leads_back_to_its_form(room: SimpleNamespace) -> None:
    page = reverse("race", args=(room.race,))
    address = reverse("count", args=(room.race,))
    assert Client().post(address).url == f"/login/?next={page}"
    behind = Client().post(address, headers={"Referer": f"http://testserver{page}?step=count"})
    assert behind.url == f"/login/?next={page}%3Fstep%3Dcount"
    foreign = Client().post(address, headers={"Referer": "http://elsewhere.example/x"})
    assert foreign.url == f"/login/?next={page}"


def test_a_wrong_password_is_said_in_the_words_of_the_form(make_user: Callable[..., Any]) -> None:
    make_user("floor", username="floor")
    answer = Client().post(reverse("login"), {"username": "floor", "password": "wrong"})
    said = "This name and this password do not belong together. Capital letters count."
    assert said in words_of(answer)


def test_a_fragment_without_a_session_leads_the_whole_page_to_the_login(
    room: SimpleNamespace,
) -> None:
    page = reverse("race", args=(room.race,))
    answer = Client().post(
        reverse("live_count", args=(room.race,)),
        headers={"HX-Request": "true", "HX-Current-URL": f"http://testserver{page}"},
    )
    assert answer.status_code == 200
    assert answer.headers["HX-Redirect"] == f"/login/?next={page.replace('/', '%2F')}"

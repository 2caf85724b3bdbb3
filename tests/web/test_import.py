"""From a save to a preview to an event, as a browser without JavaScript does it."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from io import BytesIO

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.web.uploads import fields_of, stored, text_of, upload
from tests.workflow.rooms import make_event
from tournaments.imports import FILE_LIMIT
from tournaments.models import ChipSet, Denomination, Event, HouseRuleset

THREE_TABLES = "tdt/club-3-tables-25s.tdt"

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(client_as: Callable[..., Client]) -> Client:
    return client_as("director")


def save(client: Client, preview: HttpResponse, **changes: str) -> HttpResponse:
    return client.post(reverse("import_save"), {**fields_of(preview, "save"), **changes})


def test_the_form_asks_for_a_file_and_keeps_the_browser_plain(director: Client) -> None:
    html = director.get(reverse("new_event")).content.decode()
    assert 'enctype="multipart/form-data"' in html
    assert '<input type="file" id="file" name="file"' in html


def test_a_preview_shows_all_of_the_file_and_saves_nothing(director: Client) -> None:
    response = upload(director, THREE_TABLES)
    text = text_of(response)
    assert response.status_code == 200
    assert stored() == (0, 0, 0, 0)
    assert "CLUB Poker 20191121" in response.content.decode()
    assert "18 seated 22 entries 239,000 chips bought (value)" in text
    assert "Table 2 6 of 7 seats 1 · Player 15 2 · Player 09 4 · Player 13" in text
    assert "8 now Break 25 can leave marked in the file 20" in text
    assert response.content.decode().count('aria-label="chip of 25"') == 3


def test_the_defaults_are_those_of_the_file_and_the_room(director: Client) -> None:
    sent = fields_of(upload(director, THREE_TABLES), "save")
    del sent["content"], sent["text"]
    assert sent == {
        "name": "CLUB Poker 20191121",
        "chip_set": "",
        "ruleset": "tda-2026",
        "language": "en",
        "time_zone": "Europe/Paris",
    }


def test_what_the_page_offered_by_itself_gives_way_to_the_file(director: Client) -> None:
    make_event()
    page = director.get(reverse("new_event"))
    offered = {name: str(page.context["form"][name].value()) for name in ("name", "chip_set")}
    sent = fields_of(upload(director, THREE_TABLES, **offered, language="fr"), "save")
    assert (sent["name"], sent["chip_set"], sent["language"]) == ("CLUB Poker 20191121", "", "fr")


def test_a_french_reader_gets_french_announcements(director: Client) -> None:
    director.cookies["django_language"] = "fr"
    assert fields_of(upload(director, THREE_TABLES), "save")["language"] == "fr"


def test_a_preview_is_saved_with_what_was_chosen(director: Client) -> None:
    box = ChipSet.objects.create(name="Blue box")
    Denomination.objects.create(chip_set=box, value=25)
    HouseRuleset.objects.create(name="Our house", slug="our-house", base="roberts")
    preview = upload(director, THREE_TABLES)
    response = save(
        director,
        preview,
        name="Saturday",
        chip_set=str(box.pk),
        ruleset="our-house",
        language="fr",
        time_zone="America/Montreal",
    )
    event = Event.objects.get()
    assert (response.status_code, response["Location"]) == (
        302,
        reverse("event", args=(event.pk,)),
    )
    assert (event.name, event.chip_set, event.ruleset, event.language, event.time_zone) == (
        "Saturday",
        box,
        "our-house",
        "fr",
        "America/Montreal",
    )
    assert "Saturday is saved." in text_of(director.get(response["Location"]))


def test_a_double_tap_saves_once(director: Client) -> None:
    preview = upload(director, THREE_TABLES)
    first, second = (save(director, preview)["Location"] for _ in range(2))
    assert first == second
    assert stored() == (1, 1, 3, 18)


def test_the_same_file_twice_is_two_events(director: Client) -> None:
    for _ in range(2):
        save(director, upload(director, THREE_TABLES))
    assert stored() == (2, 1, 6, 36)


def test_a_changed_parcel_is_refused_and_the_choices_are_kept(director: Client) -> None:
    preview = upload(director, THREE_TABLES)
    spoiled = fields_of(preview, "save")["content"][:-1] + "!"
    response = save(director, preview, content=spoiled, name="Typed by hand")
    assert response.status_code == 422
    assert "too old, or was changed on its way" in text_of(response)
    assert response.context["form"]["name"].value() == "Typed by hand"
    assert stored() == (0, 0, 0, 0)
    again = upload(director, THREE_TABLES, name=response.context["form"]["name"].value())
    assert fields_of(again, "save")["name"] == "Typed by hand"


def test_wrong_choices_are_said_beside_their_fields_and_stay(director: Client) -> None:
    preview = upload(director, THREE_TABLES)
    response = save(
        director, preview, name=" ", ruleset="made-up", time_zone="Mars/Olympus", language="fr"
    )
    form = response.context["form"]
    assert response.status_code == 422
    assert set(form.errors) == {"name", "ruleset", "time_zone"}
    assert form["language"].value() == "fr"
    assert "Table 3 6 of 7 seats" in text_of(response)
    assert stored() == (0, 0, 0, 0)
    assert (
        save(director, response, name="Now", ruleset="roberts", time_zone="UTC").status_code == 302
    )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "The file is empty."),
        (b"Dear director,\nsee you on Friday.", "save.tdt is not a tournament file"),
        (b'{V: "3.7", T: new Tournament({Chips: [', "line 1, character"),
        (b"{V: 1, T: 2}", "not a save of The Tournament Director"),
        (b"%PDF-1.7", "is a PDF"),
        (b"PK\x03\x04 no workbook", "save.tdt is a damaged spreadsheet"),
        (b"{V: 1, T: \xff\x00}", "is not a text"),
    ],
)
def test_a_bad_file_gets_one_sentence_at_the_field(
    director: Client, content: bytes, said: str
) -> None:
    response = upload(director, content, "save.tdt")
    html = response.content.decode()
    assert response.status_code == 422
    assert len(response.context["errors"]["file"]) == 1
    assert said in response.context["errors"]["file"][0]
    assert 'aria-describedby="file-help file-error"' in html
    assert 'id="file-error"' in html
    assert stored() == (0, 0, 0, 0)


def test_no_file_at_all_is_said_too(director: Client) -> None:
    response = director.post(reverse("new_event"), {"way": "file"})
    assert response.status_code == 422
    assert response.context["errors"] == {"file": ["Choose a file first."]}


def test_a_file_that_is_too_large_is_not_read(director: Client) -> None:
    response = upload(director, b"x" * (FILE_LIMIT + 1), "big.tdt")
    assert response.status_code == 422
    assert "big.tdt is larger than 20 MB" in response.context["errors"]["file"][0]


def test_the_file_name_is_shown_as_text(director: Client) -> None:
    response = upload(director, b"nothing", "<b>x.tdt")
    assert "<b>x.tdt" not in response.content.decode()
    assert "<b>x.tdt is not a tournament file" in response.context["errors"]["file"][0]


def test_a_spreadsheet_that_unpacks_to_too_much_is_not_read(director: Client) -> None:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr("xl/workbook.xml", b"0" * (5 * FILE_LIMIT + 1))
    response = upload(director, packed.getvalue(), "bomb.xlsx")
    assert response.status_code == 422
    assert "bomb.xlsx is larger than 100 MB" in response.context["errors"]["file"][0]


@pytest.mark.parametrize("name", ["new_event", "import_save"])
@pytest.mark.parametrize(
    ("role", "status"), [("viewer", 403), ("floor", 403), ("", 404), ("director", None)]
)
def test_who_may_import(
    client_as: Callable[..., Client], name: str, role: str, status: int | None
) -> None:
    client = client_as(role)
    expected = status or {"new_event": 422, "import_save": 422}[name]
    assert client.post(reverse(name)).status_code == expected


def test_nobody_is_sent_to_the_login(client: Client) -> None:
    address = reverse("new_event")
    assert client.get(address)["Location"] == f"{reverse('login')}?next={address}"
    assert client.post(reverse("import_save"))["Location"].startswith(reverse("login"))


def test_reading_the_save_address_leads_to_the_form(director: Client) -> None:
    assert director.get(reverse("import_save"))["Location"] == reverse("new_event")
    assert director.put(reverse("new_event")).status_code == 405

"""From a newer file to what it changes to the room as the file says."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.formats.tdt_notation import a_save
from tests.web.rooms import SAVE, three_tables
from tests.workflow.rooms import announce_25s
from tournaments.models import ChipSet, Event, Seat, SeatingCommand, Table
from tournaments.workflow import count

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(client_as: Callable[..., Client]) -> Client:
    return client_as("director")


@pytest.fixture
def event(director: Client) -> Event:
    return three_tables(director.user)


def newer_save() -> bytes:
    """The save of the event a while later: the player at table 1, seat 1 is out; level 9."""
    text = SAVE.read_text(encoding="cp1252")
    first = re.search(r"Seats:\s*\[([^\],]+)", text)
    assert first is not None
    text = text[: first.start(1)] + "null" + text[first.end(1) :]
    return re.sub(r"CurrentLevel:\s*\d+", "CurrentLevel: 8", text).encode("cp1252")


def upload(client: Client, event: Event, content: bytes, name: str = "new.tdt") -> HttpResponse:
    file = SimpleUploadedFile(name, content)
    return client.post(reverse("update", args=(event.pk,)), {"file": file})


def take_over(client: Client, event: Event, preview: HttpResponse, **more: Any) -> HttpResponse:
    fields = {"content": preview.context["content"], "seen": preview.context["page"].digest}
    return client.post(reverse("update_apply", args=(event.pk,)), {**fields, **more})


def text_of(response: HttpResponse) -> str:
    html = re.sub(r"<(script|style|head).*?</\1>", " ", response.content.decode(), flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def everybody() -> set[tuple[int, int, str]]:
    return set(Seat.objects.values_list("table__number", "number", "player"))


def test_the_page_asks_for_a_file(director: Client, event: Event) -> None:
    html = director.get(reverse("update", args=(event.pk,))).content.decode()
    assert 'enctype="multipart/form-data"' in html
    assert '<input type="file" id="file" name="file" required' in html


def test_the_same_save_changes_nothing(director: Client, event: Event) -> None:
    preview = upload(director, event, SAVE.read_bytes())
    assert preview.status_code == 200
    assert "Nothing has changed: the room is as the file says." in text_of(preview)
    assert "Take it over" not in text_of(preview)


def test_a_newer_save_is_shown_then_taken_over_once(director: Client, event: Event) -> None:
    before = everybody()
    out = next(one for one in sorted(before) if one[0] == 1)
    preview = upload(director, event, newer_save())
    assert (everybody(), SeatingCommand.objects.count()) == (before, 0)
    text = text_of(preview)
    assert f"Table 1 {out[2]}, seat {out[1]}, is out" in text
    assert "Row of the structure that is played: 8 → 9" in text
    responses = [take_over(director, event, preview) for _ in range(2)]
    assert [one["Location"] for one in responses] == [reverse("event", args=(event.pk,))] * 2
    assert everybody() == before - {out}
    event.refresh_from_db()
    assert (event.current_row, SeatingCommand.objects.count()) == (9, 1)
    assert "Nothing has changed" in text_of(upload(director, event, newer_save()))


def test_a_held_table_is_listed_and_the_rest_is_taken_over(director: Client, event: Event) -> None:
    tables = list(Table.objects.filter(event=event).order_by("number"))
    race = announce_25s(event, tables, by=director.user).races.get(table=tables[0])
    count(
        race_id=race.pk,
        by=director.user,
        command_id="c",
        expected_version=1,
        entry={"seats": []},
    )
    before = everybody()
    preview = upload(director, event, newer_save())
    assert "Not taken over now" in text_of(preview)
    assert "Table 1: a race is under way there" in text_of(preview)
    answer = take_over(director, event, preview)
    said = text_of(director.get(answer["Location"]))
    assert "1 change waits for a race that holds its table." in said
    event.refresh_from_db()
    assert (everybody(), event.current_row) == (before, 9)


def test_another_events_file_is_warned_of_first(director: Client, event: Event) -> None:
    preview = upload(director, event, a_save().encode())
    assert "This file seems to be of another event" in text_of(preview)
    refused = take_over(director, event, preview)
    assert refused.status_code == 409
    assert "say that it is of this one" in text_of(refused)
    assert Table.objects.standing().filter(event=event).count() == 3
    assert take_over(director, event, refused, sure="on").status_code == 302
    assert Table.objects.standing().filter(event=event).count() == 1


def test_a_room_that_changed_meanwhile_is_shown_afresh(director: Client, event: Event) -> None:
    preview = upload(director, event, newer_save())
    Seat.objects.filter(table__number=1).first().delete()
    response = take_over(director, event, preview)
    assert response.status_code == 409
    assert "Somebody else changed these seats meanwhile" in text_of(response)
    assert take_over(director, event, response).status_code == 302


@pytest.mark.parametrize(
    ("content", "name", "said"),
    [
        (b"", "new.tdt", "The file is empty."),
        (b"Dear director,\nsee you on Friday.", "new.tdt", "new.tdt is not a tournament file"),
        (
            b"Level,SB,BB,Ante,Minutes\n1,25,50,0,20\n2,50,100,0,20\n",
            "levels.csv",
            "levels.csv names no tables and no seats.",
        ),
    ],
)
def test_a_bad_file_gets_one_sentence_at_the_field(
    director: Client, event: Event, content: bytes, name: str, said: str
) -> None:
    response = upload(director, event, content, name)
    (error,) = response.context["errors"]
    assert response.status_code == 422
    assert said in error
    assert 'aria-describedby="file-help file-error"' in response.content.decode()


def test_a_spoiled_preview_is_refused(director: Client, event: Event) -> None:
    preview = upload(director, event, newer_save())
    response = take_over(director, event, preview, content="spoiled")
    assert response.status_code == 422
    assert "too old, or was changed on its way" in text_of(response)


def test_a_seat_draw_updates_too(director: Client, event: Event) -> None:
    rows = [f"{table},{seat},{player}" for table, seat, player in sorted(everybody())[1:]]
    draw = "\n".join(["Table,Seat,Player", *rows, "9,1,Player 99"]).encode()
    preview = upload(director, event, draw, "draw.csv")
    assert "new table of 9 seats" in text_of(preview)
    assert "Player 99 is new at seat 1" in text_of(preview)
    take_over(director, event, preview)
    assert (9, 1, "Player 99") in everybody()
    assert len(everybody()) == 18


def test_names_are_shown_as_text(director: Client) -> None:
    chips = ChipSet.objects.create(name="Box")
    event = Event.objects.create(name="<i>Friday</i>", chip_set=chips)
    draw = b"Table,Seat,Player\n1,1,<b>Player</b>\n"
    html = upload(director, event, draw, "draw.csv").content.decode()
    assert "<b>Player</b>" not in html
    assert "&lt;b&gt;Player&lt;/b&gt; is new at seat 1" in html

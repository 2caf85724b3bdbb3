"""What tests of imports send, and how they read the answer."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Any

import openpyxl
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tournaments.models import ChipSet, Event, Level, Seat, Table

DATA = Path(__file__).parent.parent / "formats" / "data"


def upload(
    client: Client, content: bytes | str, called: str = "", *, to: str = "", **fields: str
) -> HttpResponse:
    """Send a file, given as bytes or as the path of a sample."""
    if isinstance(content, str):
        called = called or Path(content).name
        content = (DATA / content).read_bytes()
    file = SimpleUploadedFile(called, content)
    return client.post(to or reverse("new_event"), {"way": "file", "file": file, **fields})


def paste(client: Client, text: str, *, to: str = "", **fields: str) -> HttpResponse:
    return client.post(to or reverse("new_event"), {"way": "text", "text": text, **fields})


def workbook(*sheets: list[list[Any]]) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for rows in sheets:
        sheet = book.create_sheet()
        for row in rows:
            sheet.append(row)
    written = BytesIO()
    book.save(written)
    return written.getvalue()


def text_of(response: HttpResponse) -> str:
    """The words of a page: no tags, single blanks."""
    html = re.sub(r"<(script|style|head).*?</\1>", " ", response.content.decode(), flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def stored() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (Event, ChipSet, Table, Seat))


class _Fields(HTMLParser):
    """The fields of the one form of a page, as a browser without JavaScript would send them."""

    def __init__(self, form: str) -> None:
        super().__init__()
        self.form, self.inside = form, False
        self.sent: dict[str, str] = {}
        self.select = self.area = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name, value = given.get("name") or "", given.get("value") or ""
        if tag == "form":
            self.inside = given.get("id") == self.form
        if not self.inside:
            return
        if tag == "input" and given.get("type") not in ("checkbox", "radio", "file"):
            self.sent[name] = value
        elif tag == "input" and "checked" in given:
            self.sent[name] = given.get("value") or "on"
        elif tag == "select":
            self.select = name
        elif tag == "option" and (self.select not in self.sent or "selected" in given):
            self.sent[self.select] = value
        elif tag == "textarea":
            self.area = name
            self.sent[name] = ""

    def handle_data(self, data: str) -> None:
        if self.inside and self.area:
            self.sent[self.area] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False
        elif tag == "textarea":
            # HTML drops the line end that follows the tag.
            self.sent[self.area] = self.sent[self.area].removeprefix("\n")
            self.area = ""
        elif tag == "select":
            self.select = ""


def fields_of(response: HttpResponse, form: str = "worksheet") -> dict[str, str]:
    """What a form of the page would send as it stands."""
    parser = _Fields(form)
    parser.feed(response.content.decode())
    assert parser.sent, f"there is no form {form} on the page"
    parser.sent.pop("csrfmiddlewaretoken", None)
    return parser.sent


def again(client: Client, page: HttpResponse, do: str = "look", **changes: str) -> HttpResponse:
    """Tap a button of the page with the fields as they stand, some of them typed over."""
    sent = {**fields_of(page), **{name.replace("__", "-"): one for name, one in changes.items()}}
    return client.post(page.request["PATH_INFO"], {**sent, "do": do})


def sentences(page: HttpResponse) -> dict[int, tuple[str, ...]]:
    """What is said at which line."""
    return {one.number: one.sentences for one in page.context["page"].rows if one.sentences}


def rows_of(event: Event) -> list[str]:
    return [
        f"break {one.minutes} {one.color_up} {one.note} {one.denominations}"
        if one.kind == Level.Kind.BREAK
        else f"{one.small_blind}/{one.big_blind}/{one.ante} {one.minutes}"
        for one in event.levels.all()
    ]


def seats_of(event: Event) -> list[tuple[int, int, str]]:
    seats = Seat.objects.filter(table__event=event).order_by("table__number", "number")
    return [(one.table.number, one.number, one.player) for one in seats.select_related("table")]

"""What a browser without JavaScript sends: the fields of a form as they stand in the page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape
from html.parser import HTMLParser
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tournaments.models import TableRace


class Forms(HTMLParser):
    """The forms of a page by their action, each as the fields that would be sent."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: dict[str, dict[str, list[str]]] = {}
        self.fields: dict[str, list[str]] | None = None
        self.select = ""
        self.options: list[tuple[str, bool]] = []
        self.option: list[str] | None = None
        self.has_value = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            self.fields = self.forms.setdefault(given.get("action") or "", {})
        elif self.fields is None:
            return
        elif tag == "input":
            self._input(given)
        elif tag == "select":
            self.select, self.options = given.get("name") or "", []
        elif tag == "option":
            self.option = []
            self.options.append((given.get("value") or "", "selected" in given))
            self.has_value = "value" in given
        elif tag == "textarea":
            self.fields.setdefault(given.get("name") or "", []).append("")

    def _input(self, given: Mapping[str, str | None]) -> None:
        kind, name = given.get("type") or "text", given.get("name")
        ticked = kind in ("checkbox", "radio")
        if not name or "disabled" in given or (ticked and "checked" not in given):
            return
        value = given.get("value")
        assert self.fields is not None
        self.fields.setdefault(name, []).append(
            ("on" if ticked else "") if value is None else value
        )

    def handle_data(self, data: str) -> None:
        if self.option is not None:
            self.option.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "option" and self.option is not None:
            if not self.has_value:
                self.options[-1] = ("".join(self.option).strip(), self.options[-1][1])
            self.option = None
        elif tag == "select" and self.fields is not None and self.select:
            chosen = [value for value, selected in self.options if selected]
            first = self.options[0][0] if self.options else ""
            self.fields.setdefault(self.select, []).append(chosen[0] if chosen else first)
            self.select = ""
        elif tag == "form":
            self.fields = None


def form_of(response: HttpResponse, action: str) -> dict[str, list[str]]:
    """The fields of the form with this action; fails where the page has none."""
    forms = Forms(response.content.decode()).forms
    assert action in forms, f"no form to {action} among {sorted(forms)}"
    return {name: list(values) for name, values in forms[action].items()}


def send(
    client: Client, race: TableRace, action: str, changes: Mapping[str, Any], *, query: str = ""
) -> HttpResponse:
    """Open a table's page, change some fields of one of its forms, and send it.

    A field changed to None is not sent, as an unticked box is not.
    """
    page = client.get(reverse("race", args=(race.pk,)) + query)
    address = reverse(action, args=(race.pk,))
    return client.post(address, changed(form_of(page, address), changes))


def changed(fields: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    sent = {**fields, **changes}
    return {name: value for name, value in sent.items() if value is not None}


def words_of(response: HttpResponse) -> str:
    """The words of a page: no tags, single blanks."""
    html = re.sub(r"<(script|style|head).*?</\1>", " ", response.content.decode(), flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())

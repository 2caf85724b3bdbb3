"""A race sheet as it is typed in by the tests of its form."""

from __future__ import annotations

from typing import Any

from django.test import Client
from django.urls import reverse

from tests.web.sent_forms import changed, form_of
from tournaments.models import TableRace

# Three odd chips at seat 1, one at seat 2 with nothing else, two at seat 4: two chips of 100.
FILLED = {
    "chips_25_1": "3",
    "cards_25_1": "Ks 9d 3h",
    "got_25_1": "on",
    "chips_25_2": "1",
    "cards_25_2": "2c",
    "rescued_2": "on",
    "chips_25_4": "2",
    "cards_25_4": "Ad4s",
    "got_25_4": "on",
    "total": "6",
    "picked_up": "18",
    "handed_100": "6",
    "counted_by": "Dealer 3",
    "counted_at": "21:40",
    "remarks": "seat 3 in the hall",
    "witness": "player",
    "witness_name": "Player 04",
}


def address_of(race: TableRace) -> str:
    return reverse("sheet", args=(race.pk,))


def enter(client: Client, race: TableRace, changes: dict[str, Any]) -> Any:
    """Open the form of a sheet, fill it in, and send it."""
    page = client.get(address_of(race))
    return client.post(address_of(race), changed(form_of(page, address_of(race)), changes))


def fields_of(page: Any, race: TableRace) -> dict[str, list[str]]:
    return form_of(page, address_of(race))

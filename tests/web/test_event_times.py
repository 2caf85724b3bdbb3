"""Times are the event's: printed in its own zone, whatever the server's is."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.web.rooms import announced_table
from tournaments.models import ChipCommand, Float, RaceEvent, TableRace
from tournaments.workflow import confirm, count
from tournaments.workflow.after import late
from tournaments.workflow.floats import close_float, open_float
from tournaments.workflow.floor import set_restart

TEMPLATES = Path(settings.BASE_DIR) / "templates"
TOKYO = ZoneInfo("Asia/Tokyo")

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(client_as: Callable[..., Client]) -> Client:
    return client_as("director")


@pytest.fixture
def race(director: Client) -> TableRace:
    """Done in Tokyo, with late chips and a float that was opened and closed."""
    by: Any = director.user
    race = announced_table(by)
    event = race.color_up.event
    event.time_zone = "Asia/Tokyo"
    event.save()
    sent = {"race_id": race.pk, "by": by}
    count(**sent, command_id="c", expected_version=1, entry={"seats": [{"seat": 1, "count": 4}]})
    confirm(**sent, command_id="k", expected_version=2)
    late(event_id=event.pk, by=by, command_id="l", found={25: 4}, table_id=race.table_id)
    carried = open_float(
        event_id=event.pk,
        by=by,
        command_id="f",
        carrier_id=by.pk,
        chips={100: 20},
        giver="Cage",
        taker="Floor",
    )
    close_float(float_id=carried.pk, by=by, reason="end of the day")
    set_restart(color_up_id=race.color_up_id, by=by, at=timezone.now())
    race.refresh_from_db()
    return race


def clock(moment: datetime, how: str = "%H:%M") -> tuple[str, str]:
    """The moment on a clock in Tokyo, and on the server's, which must not be shown."""
    assert timezone.get_default_timezone_name() == "Europe/Paris"
    return moment.astimezone(TOKYO).strftime(how), timezone.localtime(moment).strftime(how)


def test_every_page_of_a_race_has_the_times_of_its_event(director: Client, race: TableRace) -> None:
    color_up = race.color_up
    event = color_up.event
    confirmed = RaceEvent.objects.get(race=race, action="confirm").at
    recorded = ChipCommand.objects.get(kind="late").at
    carried = Float.objects.get()
    assert carried.closed_at is not None
    assert color_up.restart_at is not None
    seconds, day = "%H:%M:%S", "%Y-%m-%d %H:%M"
    pages = [
        (reverse("race", args=(race.pk,)), [clock(confirmed, seconds)]),
        (reverse("story", args=(race.pk, 1)), [clock(confirmed, seconds)]),
        (reverse("race_print", args=(race.pk,)), [clock(confirmed, f"{day}:%S")]),
        (
            reverse("color_up_print", args=(color_up.pk,)),
            [clock(color_up.announced_at, day), clock(confirmed, f"{day}:%S")],
        ),
        (
            reverse("color_up", args=(color_up.pk,)),
            [clock(color_up.announced_at), clock(color_up.restart_at)],
        ),
        (reverse("late", args=(color_up.pk,)), [clock(recorded, seconds)]),
        (
            reverse("floats", args=(event.pk,)),
            [clock(carried.opened_at), clock(carried.closed_at)],
        ),
    ]
    for address, times in pages:
        text = director.get(address).content.decode()
        for here, at_the_server in times:
            assert here in text, address
            assert at_the_server not in text, address


def test_the_banks_page_says_when_it_was_worked_out(director: Client, race: TableRace) -> None:
    page = director.get(reverse("bank", args=(race.color_up.event_id,)))
    here, at_the_server = clock(page.context["page"].at, "%Y-%m-%d %H:%M")
    text = page.content.decode()
    assert here in text
    assert at_the_server not in text


def test_a_restart_is_typed_and_shown_in_the_events_zone(director: Client, race: TableRace) -> None:
    address = reverse("restart", args=(race.color_up_id,))
    director.post(address, {"restart_at": "21:40"})
    race.color_up.refresh_from_db()
    assert race.color_up.restart_at is not None
    assert race.color_up.restart_at.astimezone(TOKYO).strftime("%H:%M") == "21:40"
    page = director.get(reverse("color_up", args=(race.color_up_id,))).content.decode()
    assert 'type="time" value="21:40"' in page


def test_no_template_turns_a_time_into_the_servers_zone() -> None:
    converting = re.compile(r"\|\s*(?:date|time)\b|\{%\s*(?:localtime|timezone|now)\b")
    found = {
        str(path.relative_to(TEMPLATES))
        for path in TEMPLATES.rglob("*.html")
        if converting.search(path.read_text(encoding="utf-8"))
    }
    assert found == set(), "print times with event_time"

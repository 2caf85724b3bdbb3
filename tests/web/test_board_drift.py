"""The drift on the live board: that of the races, and of what was booked beside them."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from colorup.engine.lifecycle import State
from tests.web.sent_forms import words_of
from tests.web.test_board import (
    board,
    changes,
    color_up,
    confirmed,
    director,
    event,
    floor,
    race_at,
)
from tournaments.models import ColorUp, Event, User
from tournaments.workflow import confirm, count, reopen
from tournaments.workflow.after import late
from tournaments.workflow.after import reverse as take_back
from tournaments.workflow.changes import At
from tournaments.workflow.seating import move

__all__ = ["color_up", "director", "event", "floor"]

pytestmark = pytest.mark.django_db


def found(event: Event, chips: int, command_id: str, by: User) -> Any:
    return late(event_id=event.pk, by=by, command_id=command_id, found={25: chips})


def test_late_chips_are_in_the_boards_drift_as_on_paper(
    event: Event, color_up: ColorUp, floor: Any, director: Any
) -> None:
    for number in (1, 2, 3):
        confirmed(race_at(color_up, number), floor.user)
    before = board(floor, color_up)
    assert (before.drift, before.terms) == (0, ())
    found(event, 7, "seven", floor.user)
    taken_back = found(event, 6, "six", floor.user)
    take_back(
        chip_command_id=taken_back.command.pk, by=director.user, command_id="no", reason="twice"
    )
    found(event, 1, "one", floor.user)
    shown = board(floor, color_up)
    # 75 of seven chips and 25 of one leave unpaid, once each though three tables raced.
    assert (shown.drift, shown.terms) == (-100, (("late chips", -100),))
    printed = ColorUp.objects.filter(pk=color_up.pk).drift_terms()
    assert sum(printed.values()) == shown.drift


def test_the_board_that_is_open_hears_of_late_chips(
    event: Event, color_up: ColorUp, floor: Any
) -> None:
    confirmed(race_at(color_up, 1), floor.user)
    seen = board(floor, color_up).sequence
    assert changes(floor, color_up, seen).status_code == 204
    found(event, 3, "three", floor.user)
    answer = changes(floor, color_up, seen)
    assert (answer.context["board"].drift, answer.context["changed"]) == (-75, [])
    assert "−75" in answer.content.decode()


def test_a_player_who_arrives_with_odd_chips_is_in_the_boards_drift(
    event: Event, color_up: ColorUp, floor: Any, director: Any
) -> None:
    color_up.ruleset["options"]["arrival"] = "round_up"
    color_up.save()
    raced = race_at(color_up, 1)
    sent = {"race_id": raced.pk, "by": floor.user}
    entry = {"seats": [{"seat": 1, "count": 4}]}
    count(**sent, command_id="c", expected_version=1, entry=entry)
    confirm(**sent, command_id="k", expected_version=2)
    move(
        event_id=event.pk,
        by=floor.user,
        command_id="m",
        at=At(race_at(color_up, 2).table_id, 1),
        to=At(raced.table_id, 5),
        brings={25: 3},
    )
    shown = board(floor, color_up)
    assert (shown.drift, shown.terms) == (25, (("arrivals", 25),))
    # It stands on the page of late chips, where it can be taken back.
    (arrival,) = director.get(reverse("late", args=(color_up.pk,))).context["page"].frame.recorded
    assert (arrival.what, arrival.where) == ("arrival: 3 × 25 for 1 × 100", "Table 1, seat 5")
    director.post(reverse("reverse", args=(arrival.id,)), {"reason": "moved back"})
    assert board(floor, color_up).drift == 0


def test_a_colour_up_with_late_chips_is_not_taken_back_before_they_are(
    event: Event, color_up: ColorUp, floor: Any, director: Any
) -> None:
    race = race_at(color_up, 1)
    confirmed(race, floor.user)
    recorded = found(event, 3, "three", floor.user).command
    race.refresh_from_db()
    sent = {"race_id": race.pk, "by": director.user, "command_id": "r"}
    reopen(**sent, expected_version=race.version, to_state=State.ANNOUNCED, reason="wrong chip")
    assert board(director, color_up).may_void
    address = reverse("void_color_up", args=(color_up.pk,))
    refused = director.post(address, {"reason": "wrong chip"})
    assert refused.status_code == 409
    assert "Chips were recorded under this colour-up: late chips (" in words_of(refused)
    director.post(reverse("reverse", args=(recorded.pk,)), {"reason": "given back"})
    director.post(address, {"reason": "wrong chip"})
    color_up.refresh_from_db()
    assert color_up.void_reason == "wrong chip"

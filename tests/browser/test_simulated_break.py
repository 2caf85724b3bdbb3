"""The simulated break in a small room: whatever goes wrong, the record says what happened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.bench.simulated_break.assumptions import Assumptions
from tests.bench.simulated_break.clock import Person
from tests.bench.simulated_break.facts import falsified
from tests.bench.simulated_break.floor import Evidence, Floor, Order
from tests.bench.simulated_break.tablet import TabletHands
from tests.bench.simulated_break.truth import Incidents, true_room
from tests.web.rooms import three_tables
from tests.workflow.rooms import announce_25s
from tournaments.models import ColorUp

INCIDENTS = Incidents(cut=2, miscounted=1, misread=3)
SEED = 4


@pytest.fixture
def color_up(make_user: Callable[..., Any]) -> ColorUp:
    director = make_user("director")
    event = three_tables(director)
    return announce_25s(event, event.tables.all(), by=director)


@pytest.mark.parametrize(
    ("order", "evidence"), [(Order.STAY, Evidence.BEST), (Order.ROUNDS, Evidence.WINNERS)]
)
def test_what_is_recorded_is_what_happened(
    page: Page,
    new_context: Callable[..., BrowserContext],
    color_up: ColorUp,
    log_in: Callable[..., None],
    make_user: Callable[..., Any],
    order: Order,
    evidence: Evidence,
) -> None:
    seats = {
        table.number: [one.number for one in table.seats.all()]
        for table in color_up.event.tables.prefetch_related("seats")
    }
    room = true_room(seats, SEED)
    people = [Person("director", (1, 3), is_director=True), Person("floor", (2,))]
    floor = Floor(room, INCIDENTS, Assumptions(), order, evidence, people)
    hands = {}
    pages = (page, new_context().new_page())
    for person, user, one in zip(
        people, (color_up.announced_by, make_user("floor")), pages, strict=True
    ):
        log_in(one.context, user)
        one.goto(f"/colour-ups/{color_up.pk}/")
        hands[person.name] = TabletHands(person, one, floor.assumed)
    floor.run(hands)

    def found(**otherwise: Any) -> list[str]:
        true = {
            "color_up": color_up,
            "room": room,
            "incidents": INCIDENTS,
            "evidence": evidence,
            "director": "director",
        }
        return falsified(**{**true, **otherwise})

    assert found() == []
    # Had anything else happened, it would be found.
    second = room[2]
    seat = second.racers[0]
    fewer = replace(second, odd={**second.odd, seat: second.odd[seat] - 1})
    assert (
        f"Table 2: the count is {dict(second.odd)!r} in the record"
        in found(room={**room, 2: fewer})[0]
    )
    assert "The wrong count of table 3 is not in its history." in found(
        incidents=Incidents(cut=2, miscounted=3, misread=3)
    )
    assert found(director="floor") == ["Table 3 was reopened by director: wrong card."]

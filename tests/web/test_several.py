"""Several denominations that leave together: one announcement, one page, one step after another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.engine.races import cases
from tests.web.rooms import announced_table, three_tables
from tests.web.sent_forms import changed, form_of, send, words_of
from tests.workflow.rooms import make_event, make_table
from tournaments.models import ChipMovement, ColorUp, RaceEvent, TableRace
from tournaments.workflow import announce

pytestmark = pytest.mark.django_db

CASE = {case["id"]: case for case in cases("more.json")["races"]}["cascade-tda-2026"]
COUNT = {
    f"chips_{chip}_{one['seat']}": str(count)
    for one in CASE["input"]["seats"]
    for chip, count in one["chips"].items()
} | {"only_4": "on"}
CARDS = {
    chip: {f"cards_{seat}": " ".join(hand) for seat, hand in hands.items()}
    for chip, hands in CASE["input"]["cards"].items()
}


@pytest.fixture
def director(client_as: Callable[..., Client]) -> Client:
    return client_as("director")


@pytest.fixture
def floor(client_as: Callable[..., Client]) -> Client:
    return client_as("floor")


@pytest.fixture
def race(director: Client) -> TableRace:
    """A table of four at which the 25s and the 100s leave for 500s."""
    event = make_event([25, 100, 500])
    table = make_table(event, 7, {seat: f"Player {seat:02}" for seat in range(1, 5)})
    color_up = announce(
        event_id=event.pk,
        by=director.user,
        command_id=uuid4().hex,
        removed=[25, 100],
        in_play=[500],
        ruleset_slug="tda-2026",
        tables=[table.pk],
    )
    return color_up.races.get()


def to_page(race: TableRace) -> str:
    return reverse("race", args=(race.pk,))


def deal(client: Client, race: TableRace, chip: str, **changes: Any) -> Any:
    query = f"?step=deal&chip={chip}&deal_by=every"
    return send(client, race, "deal", {**CARDS[chip], **changes}, query=query)


def test_two_chips_are_announced_together(director: Client) -> None:
    event = three_tables(director.user)
    address = reverse("announce", args=(event.pk,))
    page = director.get(address)
    sent = form_of(page, address)
    assert sent["removed"] == ["25"]
    both = {**sent, "removed": ["25", "100"]}
    meaning = director.get(reverse("live_meaning", args=(event.pk,)), both)
    text = words_of(meaning)
    assert "The chips of 25, 100 leave play" in text
    assert "The last of them into" in text
    # Three tables of six: 18 × 25 makes five 100s, 24 × 100 makes five 500s.
    assert [(one.count, one.value) for one in meaning.context["page"].meaning.bring] == [
        (15, 100),
        (15, 500),
    ]
    assert "from −675 to +750, rescues apart." in text
    assert director.post(address, both).status_code == 302
    made = ColorUp.objects.get()
    assert (made.removed, made.in_play, made.target) == ([25, 100], [500, 1000], None)


def test_an_announcement_of_no_chip_is_refused(director: Client) -> None:
    event = three_tables(director.user)
    address = reverse("announce", args=(event.pk,))
    sent = changed(form_of(director.get(address), address), {"removed": None, "due": "at once"})
    refused = director.post(address, sent)
    assert refused.status_code == 422
    assert form_of(refused, address)["due"] == ["at once"]
    assert ColorUp.objects.count() == 0


def test_one_step_after_the_other(floor: Client, race: TableRace) -> None:
    page = floor.get(to_page(race))
    assert "25 + 100s out → 500s" in words_of(page)
    assert {"odd_1", "count_1"}.isdisjoint(form_of(page, reverse("count", args=(race.pk,))))
    assert send(floor, race, "count", COUNT).url == to_page(race)

    first = floor.get(to_page(race) + "?deal_by=every")
    shown = first.context["table"]
    assert [(one.number, one.odd_chips) for one in shown.racers] == [(1, 3), (2, 2), (3, 1), (4, 3)]
    assert "Chips of 25 into 100" in words_of(first)
    assert deal(floor, race, "25").url == to_page(race)

    second = floor.get(to_page(race)).context["table"]
    assert (second.step, second.chip) == ("deal", 100)
    assert [(one.number, one.odd_chips, one.cards) for one in second.racers] == [
        (2, 3, ""),
        (3, 1, ""),
        (4, 4, ""),
    ]
    # One record rests on one level: what began with every card goes on with every card.
    assert [way.value for way in second.deal_ways] == ["every", "typed"]
    assert deal(floor, race, "100").url == to_page(race)
    race.refresh_from_db()
    assert race.input["cards"] == CASE["input"]["cards"]

    awards = floor.get(to_page(race))
    outcome = awards.context["table"].outcome
    assert [(one.count, one.value) for one in outcome.put_down] == [(4, 500)]
    assert sorted((one.count, one.value) for one in outcome.pick_up) == [(9, 25), (11, 100)]
    assert [(one.number, one.result, one.state) for one in outcome.plan][:5] == [
        (1, "+500", "win"),
        (2, "+500", "win"),
        (3, "+500", "win"),
        (4, "+500", "save"),
        (5, "empty", "empty"),
    ]
    text = words_of(awards)
    assert "25: A♥ is the highest card: 1 × 100. 100:" in text
    assert "Table value +675: rounded up +200, rounded down −25, rescue +500." in text

    send(floor, race, "confirm", {})
    race.refresh_from_db()
    assert (race.state, race.drift) == ("confirmed", 675)
    moved = ChipMovement.objects.filter(race=race).change_in_play()
    assert {chip: count for chip, count in moved.items() if count} == {25: -9, 100: -11, 500: 4}
    assert "Confirmed. The record stands." in words_of(floor.get(to_page(race)))


def confirmed(client: Client, race: TableRace, changes: dict[str, str]) -> None:
    send(client, race, "count", COUNT)
    deal(client, race, "25")
    deal(client, race, "100")
    assert send(client, race, "confirm", changes).status_code == 302
    race.refresh_from_db()


def test_sheet_and_story_print_every_step(floor: Client, race: TableRace) -> None:
    confirmed(floor, race, {})
    sheet = floor.get(reverse("race_print", args=(race.pk,)))
    steps = sheet.context["sheet"].steps
    assert [(one.removed, one.target, one.odd_chips, one.pool) for one in steps] == [
        (25, 100, 9, 2),
        (100, 500, 8, 2),
    ]
    cards = [[(line.seat, line.cards, line.paid) for line in one.lines] for one in steps]
    assert cards[0][2] == (3, "K♦", "1 × 100")
    assert cards[1][2] == (3, "A♣", "1 × 500")
    assert cards[1][3] == (4, "J♦ 10♣ 9♣ 2♠", "1 × 500")
    story = floor.get(reverse("story", args=(race.pk, 3)))
    told = story.context["story"]
    assert [(one.removed, one.odd, one.cards, one.rank) for one in told.steps] == [
        (25, 1, ("Kd",), 2),
        (100, 1, ("Ac",), 1),
    ]
    assert told.value == 500


def test_an_exchange_is_put_down_and_is_no_win(floor: Client, race: TableRace) -> None:
    counts = {"chips_25_1": "4", "chips_100_1": "4", "chips_25_2": "2", "chips_100_3": "3"}
    send(floor, race, "count", counts)
    send(floor, race, "deal", {"won_3": "on"}, query="?step=deal&chip=100&deal_by=winners")
    plan = floor.get(to_page(race)).context["table"].outcome.plan
    assert [(one.number, one.result, one.state) for one in plan][:4] == [
        (1, "+500", "none"),
        (2, "\N{EN DASH}", "none"),
        (3, "+500", "win"),
        (4, "none", "none"),
    ]


def test_who_supplies_the_chips_changes_nothing_on_the_table(
    floor: Client, director: Client
) -> None:
    race = announced_table(
        director.user, removed=[25, 100], in_play=(500,), ruleset="france", seats=3
    )
    counts = {"chips_25_1": "4", "chips_100_1": "4", "chips_25_2": "2", "chips_100_3": "3"}
    send(floor, race, "count", counts)
    send(floor, race, "deal", {"won_3": "on"}, query="?step=deal&chip=100&deal_by=winners")
    outcome = floor.get(to_page(race)).context["table"].outcome
    assert [(one.count, one.value) for one in outcome.put_down] == [(2, 500)]
    assert [(one.count, one.value) for one in outcome.pick_up] == [(6, 25), (7, 100)]


def test_paid_otherwise_is_said_step_by_step(director: Client, race: TableRace) -> None:
    wrong_seat = {"awards_100_3": "0", "awards_100_1": "1"}
    changes = {"otherwise": "on", "reason": "pushed to the wrong seat", **wrong_seat}
    confirmed(director, race, changes)
    awards = [(one["removed"], one["seat"], one["chips"]) for one in race.paid["awards"]]
    assert awards == [(25, 1, 1), (25, 3, 1), (100, 1, 1), (100, 2, 1)]
    assert (race.paid["as_due"], race.paid["adjustment"], race.drift) == (False, 0, 675)
    story = words_of(director.get(reverse("story", args=(race.pk, 3))))
    assert "100: Due was 500, paid was 0: pushed to the wrong seat" in story
    assert "25: Due" not in story


def test_wrong_entries_stay_in_the_form(floor: Client, race: TableRace) -> None:
    refused = send(floor, race, "count", {**COUNT, "chips_100_2": "three"})
    assert refused.status_code == 422
    kept = form_of(refused, reverse("count", args=(race.pk,)))
    assert (kept["chips_100_2"], kept["chips_25_2"], kept["only_4"]) == (["three"], ["2"], ["on"])
    send(floor, race, "count", COUNT)
    deal(floor, race, "25")
    refused = deal(floor, race, "100", cards_3="Xx")
    assert refused.status_code == 422
    kept = form_of(refused, reverse("deal", args=(race.pk,)))
    assert (kept["chip"], kept["cards_3"], kept["cards_2"]) == (["100"], ["Xx"], ["Ks 8h 5c"])
    race.refresh_from_db()
    assert list(race.input["cards"]) == ["25"]


def test_a_step_sent_twice_is_recorded_once(floor: Client, race: TableRace) -> None:
    send(floor, race, "count", COUNT)
    deal(floor, race, "25")
    address = reverse("deal", args=(race.pk,))
    page = floor.get(to_page(race) + "?deal_by=every")
    sent = changed(form_of(page, address), CARDS["100"])
    assert [floor.post(address, sent).status_code for _ in range(2)] == [302, 302]
    assert RaceEvent.objects.filter(race=race, action="deal").count() == 2


def test_an_earlier_step_dealt_again_asks_for_the_later_ones(
    floor: Client, race: TableRace
) -> None:
    send(floor, race, "count", COUNT)
    deal(floor, race, "25")
    deal(floor, race, "100")
    deal(floor, race, "25", cards_2="8d 4c")
    race.refresh_from_db()
    assert list(race.input["cards"]) == ["25"]
    assert race.result["final"] is False
    assert floor.get(to_page(race)).context["table"].chip == 100


def test_what_is_known_is_said_before_the_first_card(floor: Client, race: TableRace) -> None:
    address = reverse("live_worth", args=(race.pk,))
    page = floor.get(to_page(race))
    sent = changed(form_of(page, reverse("count", args=(race.pk,))), COUNT)
    text = words_of(floor.post(address, sent))
    assert "9 odd chips 225 in 25s" in text
    assert "Then the chips of 100, once this is decided." in text


def test_rulesets_are_compared_for_all_that_leaves(floor: Client, race: TableRace) -> None:
    send(floor, race, "count", COUNT)
    page = floor.get(reverse("compare", args=(race.pk,)))
    assert page.context["page"].title == "25, 100 out → 500"

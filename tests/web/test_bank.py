"""Can the bank pay: before anything is announced, while tables are raced, and what to swap."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.web.rooms import three_tables
from tests.web.sent_forms import changed, form_of, words_of
from tests.workflow.rooms import announce_25s, make_event, make_table
from tournaments.management.example import make_example
from tournaments.models import Event, StartingStack, Stock, TableRace
from tournaments.workflow import confirm, count, deal
from tournaments.workflow.floats import Way, close_float, move_float, open_float
from tournaments.workflow.stock import set_stock

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(client_as: Callable[..., Client]) -> Client:
    return client_as("director")


@pytest.fixture
def event(db: None) -> Event:
    """Twenty entries with eight 25s and four 1000s each, nineteen of them at two tables."""
    made = make_event((25, 100, 500, 1000, 5000), entries=20)
    StartingStack.objects.bulk_create(
        StartingStack(event=made, denomination=chip, chips=chips)
        for chip, chips in ((25, 8), (1000, 4))
    )
    for number, players in ((1, 9), (2, 10)):
        make_table(made, number, {seat: f"Player {seat:02}" for seat in range(1, players + 1)})
    return made


def own(event: Event, **chips: int | None) -> None:
    for name, owned in chips.items():
        event.chip_set.denominations.filter(value=int(name.removeprefix("c"))).update(owned=owned)


def bank_of(client: Client, event: Event, query: str = "") -> Any:
    return client.get(reverse("bank", args=(event.pk,)) + query).context["page"]


def announcement_of(client: Client, event: Event, query: str = "") -> Any:
    return client.get(reverse("announce", args=(event.pk,)) + query).context["page"]


def line_of(page: Any, chip: int) -> Any:
    return next(one for one in page.lines if one.value == chip)


def test_a_bank_with_chips_enough_pays(director: Client, event: Event) -> None:
    own(event, c25=300, c100=100, c500=0, c1000=100, c5000=10)
    page = announcement_of(director, event).bank
    # 160 × 25 are 40 hundreds, and 19 seats may each win or be rescued with one more.
    hundreds = line_of(page, 100)
    assert (page.sentence, page.swaps) == ("The bank can pay.", ())
    assert (hundreds.for_exchange, hundreds.for_races, hundreds.left) == (40, 19, 41)
    assert (line_of(page, 1000).in_play, line_of(page, 1000).in_bank) == (80, 20)
    text = words_of(director.get(reverse("announce", args=(event.pk,))))
    assert "The bank can pay. The bank, chip by chip" in text


def test_a_bank_that_lacks_chips_says_how_many_and_what_to_swap(
    director: Client, event: Event
) -> None:
    own(event, c25=300, c100=0, c500=0, c1000=80, c5000=10)
    wish = "?removed=25&target=1000&rules_of=tda-2026&rule_rescue_chip=race_target"
    page = announcement_of(director, event, wish).bank
    # 4,000 are four chips of 1,000, and 19 for races: nothing of them is left in the bank.
    assert page.sentence == "The bank is 23 chips of 1,000 short."
    assert page.makes_up == "Swapping larger chips makes up for it."
    assert page.swaps == ("Give 5 chips of 5,000 to players for 25 chips of 1,000.",)
    own_page = bank_of(director, event, page.query)
    assert own_page.lines == page.lines
    assert own_page.swaps == page.swaps
    text = words_of(director.get(reverse("bank", args=(event.pk,)) + page.query))
    assert "What to swap Give 5 chips of 5,000 to players for 25 chips of 1,000." in text
    assert "25s out at 2 tables" in text


def test_the_published_example(director: Client, event: Event) -> None:
    own(event, c25=300, c100=0, c500=0, c1000=80, c5000=10)
    event.tables.all().delete()
    make_table(event, 3, {1: "Player 01"})
    leave = "?removed=25&target=1000&rules_of=tda-2026&rule_procedure=leave_in_play"
    page = announcement_of(director, event, leave).bank
    assert page.sentence == "The bank is 4 chips of 1,000 short."
    assert page.swaps == ("Give one 5,000 to a player for 5 chips of 1,000.",)


def test_what_players_do_not_have_cannot_be_got_from_them(director: Client, event: Event) -> None:
    own(event, c25=300, c100=0, c500=10, c1000=80, c5000=10)
    page = announcement_of(director, event).bank
    # No hundred is in play, so nobody can give one for a larger chip.
    assert (page.sentence, page.swaps) == ("The bank is 59 chips of 100 short.", ())
    assert page.makes_up == "Even after swapping, 59 chips of 100 are short."


def test_what_is_not_known_is_said_and_never_asked_for(director: Client, event: Event) -> None:
    address = reverse("announce", args=(event.pk,))
    answer = director.get(address)
    text = words_of(answer)
    assert "Whether the bank can pay is not known. What is not known" in text
    page = answer.context["page"].bank
    assert page.unknown == ("Nobody has said how many 100s the room owns.",)
    announced = director.post(address, form_of(answer, address))
    assert announced.status_code == 302


def test_without_a_starting_stack_only_the_races_are_known(director: Client, event: Event) -> None:
    event.starting_stack.all().delete()
    own(event, c100=10)
    page = announcement_of(director, event).bank
    assert page.sentence == "Whether the bank can pay is not known."
    assert [one.partition(",")[0] for one in page.unknown] == [
        "How many chips are in play is not known"
    ]
    assert (line_of(page, 100).needed, line_of(page, 100).in_bank) == (19, None)


def test_what_a_room_has_is_said_for_the_event(director: Client, event: Event) -> None:
    own(event, c25=300, c100=10, c500=0, c1000=100, c5000=10)
    query = bank_of(director, event, "?removed=25").query
    address = reverse("bank", args=(event.pk,)) + query
    sent = changed(form_of(director.get(address), address), {"there_100": "1 200"})
    assert director.post(address, sent).url == address
    page = bank_of(director, event, query)
    assert (line_of(page, 100).owned, line_of(page, 1000).owned) == (1200, 100)
    assert (page.sentence, page.counted) == ("The bank can pay.", False)
    emptied = changed(form_of(director.get(address), address), {"there_100": ""})
    director.post(address, emptied)
    assert line_of(bank_of(director, event, query), 100).owned == 10


def test_what_is_no_number_stays_typed_beside_its_sentence(director: Client, event: Event) -> None:
    address = reverse("bank", args=(event.pk,))
    sent = changed(
        form_of(director.get(address), address), {"there_100": "a rack", "there_500": "4"}
    )
    refused = director.post(address, sent)
    assert refused.status_code == 422
    assert {
        field.value: (field.typed, len(field.errors)) for field in refused.context["fields"]
    } == {25: ("", 0), 100: ("a rack", 1), 500: ("4", 0), 1000: ("", 0), 5000: ("", 0)}
    assert "Chips of 100: “a rack” is not a whole number" in words_of(refused)
    assert not Stock.objects.exists()


def test_a_counted_bank_goes_on_from_its_count(director: Client, event: Event) -> None:
    by = director.user

    def float_out(chips: int, command_id: str) -> None:
        open_float(
            event_id=event.pk,
            by=by,
            command_id=command_id,
            carrier_id=by.pk,
            chips={100: chips},
            giver="Cage",
            taker="Floor",
        )

    float_out(10, "before")
    set_stock(event_id=event.pk, by=by, chips={100: 70}, counted=True)
    assert line_of(bank_of(director, event), 100).in_bank == 70
    carried = event.floats.get()
    move_float(
        float_id=carried.pk,
        by=by,
        command_id="more",
        way=Way.OUT,
        chips={100: 25},
        giver="Cage",
        taker="Floor",
    )
    page = bank_of(director, event, "?removed=25")
    hundreds = line_of(page, 100)
    assert (hundreds.in_bank, hundreds.on_floats, hundreds.left) == (45, 35, 21)
    assert page.sentence == "The bank can pay."
    close_float(float_id=carried.pk, by=by, reason="nobody knows")
    hundreds = line_of(bank_of(director, event, "?removed=25"), 100)
    assert (hundreds.in_bank, hundreds.on_floats, hundreds.missing) == (45, 0, 35)
    assert hundreds.lacking == 14


def race_through(race: TableRace, by: Any, seats: list[dict[str, Any]]) -> None:
    def said(version: int) -> dict[str, Any]:
        fixed = {"race_id": race.pk, "by": by, "command_id": uuid4().hex}
        return {**fixed, "expected_version": version}

    count(**said(1), entry={"seats": seats})
    deal(**said(2), entry={"winners": [seats[0]["seat"]]})
    confirm(**said(3))


def test_while_tables_are_raced_only_the_others_are_left(director: Client, event: Event) -> None:
    own(event, c25=300, c100=100, c500=0, c1000=100, c5000=10)
    color_up = announce_25s(
        event, list(event.tables.all()), by=director.user, in_play=[100, 500, 1000, 5000]
    )
    before = line_of(bank_of(director, event), 100)
    assert (before.needed, before.left) == (59, 41)
    first = color_up.races.get(table__number=1)
    race_through(first, director.user, [{"seat": 1, "count": 9}, {"seat": 2, "count": 65}])
    page = bank_of(director, event)
    after = line_of(page, 100)
    # 74 chips of 25 came in for 18 hundreds and one award; the rest is at the other table.
    assert (after.in_play, after.in_bank, after.for_exchange, after.for_races) == (19, 81, 22, 10)
    quarters = line_of(page, 25)
    assert (quarters.in_play, quarters.away, quarters.in_bank) == (86, 74, 140)
    assert page.leaving == ("25s out at 1 table",)


def test_chips_that_never_came_in_are_still_worth_theirs(director: Client, event: Event) -> None:
    own(event, c25=300, c100=100, c500=0, c1000=100, c5000=10)
    event.tables.get(number=2).delete()
    color_up = announce_25s(
        event, [event.tables.get()], by=director.user, in_play=[100, 500, 1000, 5000]
    )
    race_through(
        color_up.races.get(), director.user, [{"seat": 1, "count": 9}, {"seat": 2, "count": 65}]
    )
    page = bank_of(director, event)
    assert page.sentence == "No chip is leaving, so the bank has nothing to pay."
    # 86 chips of 25 are worth 21 hundreds, if they ever come.
    assert line_of(page, 100).for_exchange == 21
    page = bank_of(director, event, "?removed=100")
    assert page.leaving == ("100s out at 1 table",)


def test_the_rules_and_tables_that_were_chosen_go_along(director: Client, event: Event) -> None:
    own(event, c25=300, c100=100, c500=0, c1000=100, c5000=10)
    address = reverse("announce", args=(event.pk,))
    first = event.tables.get(number=1)
    sent = form_of(director.get(address), address)
    fragment = director.get(
        reverse("live_meaning", args=(event.pk,)),
        {**sent, "tables": [first.pk], "rule_procedure": "leave_in_play"},
    )
    bank = fragment.context["page"].bank
    # Nine of nineteen players: 76 of 160 chips of 25.
    assert (line_of(bank, 100).for_exchange, line_of(bank, 100).for_races) == (19, 0)
    assert bank_of(director, event, bank.query).lines == bank.lines


def test_a_real_save(director: Client) -> None:
    event = three_tables(director.user)
    page = bank_of(director, event, "?removed=25")
    assert page.leaving == ("25s out at 3 tables",)
    assert page.sentence == "Whether the bank can pay is not known."


def test_the_announcement_takes_no_more_queries_for_more_tables(
    director: Client, event: Event, django_assert_max_num_queries: Any
) -> None:
    for number in range(10, 30):
        make_table(event, number, {1: "Player 01"})
    with django_assert_max_num_queries(16):
        announcement_of(director, event)


def test_the_example_has_something_to_swap(client_as: Callable[..., Client]) -> None:
    page = bank_of(client_as("admin", username="keeper"), make_example())
    assert page.sentence == "The bank is 5 chips of 100 short."
    assert page.swaps == ("Give one 500 to a player for 5 chips of 100.",)


@pytest.mark.parametrize(
    "query",
    [
        "?removed=25&removed=100&removed=500&removed=1000&removed=5000&text=all",
        "?removed=7&text=no+such+chip",
        "?removed=0&text=nothing",
        "?removed=x&target=x&ruleset=x&rules_of=x&rule_procedure=x&tables_asked=1&tables=x",
        "?removed=5000&text=the+largest",
        "?removed=100&target=25",
    ],
)
def test_an_address_that_somebody_made_up_is_answered(
    director: Client, event: Event, query: str
) -> None:
    own(event, c25=300, c100=100, c500=0, c1000=100, c5000=10)
    for name in ("bank", "announce"):
        assert director.get(reverse(name, args=(event.pk,)) + query).status_code == 200

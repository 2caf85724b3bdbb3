"""The app deals on the table's page: the code before the number, the secret after it, on paper."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from colorup.engine.cards import Card
from tests.web.rooms import announced_table
from tests.web.sent_forms import changed, form_of, send, words_of
from tests.workflow.rooms import make_event, make_table
from tournaments.models import Cut, RaceEvent, Stub, TableRace
from tournaments.workflow import announce

pytestmark = pytest.mark.django_db

ODD = {"odd_1": "3", "odd_2": "1", "odd_3": "2"}
# Chips of 25 and of 100 of three seats; whoever wins a 100, all of them race in the second step.
SEVERAL = {1: (3, 1), 2: (2, 6), 3: (1, 2)}
BY_HAND = {"1": ["Ks", "9d", "3h"], "2": ["Qc", "2c"], "3": ["4s"]}
BY_APP = "?step=deal&deal_by=app"


@pytest.fixture
def director(client_as: Callable[..., Client]) -> Client:
    return client_as("director")


@pytest.fixture
def floor(client_as: Callable[..., Client]) -> Client:
    return client_as("floor")


@pytest.fixture
def race(director: Client, floor: Client) -> TableRace:
    """Counted, under a ruleset that lets the app deal: three cards, one, two."""
    race = announced_table(director.user, dealing="either")
    send(floor, race, "count", ODD)
    return race


def page(client: Client, race: TableRace, query: str = "") -> HttpResponse:
    return client.get(reverse("race", args=(race.pk,)) + query)


def shuffled(client: Client, race: TableRace, **changes: str) -> Stub:
    send(client, race, "shuffle", changes, query=BY_APP)
    return Stub.objects.latest("pk")


def called(client: Client, race: TableRace, number: int) -> HttpResponse:
    return send(client, race, "call", {"called": str(number)})


def code_of(stub: Stub) -> str:
    return " ".join(re.findall(r".{4}", stub.commitment))


def lines_of(response: HttpResponse) -> list[str]:
    """The programs that a page prints, each as it would be copied."""
    return [
        unescape(one) for one in re.findall(r"<pre[^>]*>(.*?)</pre>", text_of(response), re.DOTALL)
    ]


def text_of(response: HttpResponse) -> str:
    return response.content.decode()


# --- Where it is offered -------------------------------------------------------------------------


def test_the_app_deals_only_where_the_ruleset_lets_it(floor: Client, director: Client) -> None:
    by_hand = announced_table(director.user)
    send(floor, by_hand, "count", ODD)
    assert "app" not in [one.value for one in page(floor, by_hand).context["table"].deal_ways]
    assert page(floor, by_hand, BY_APP).context["table"].app_deal is None
    either = announced_table(director.user, dealing="either")
    send(floor, either, "count", ODD)
    shown = page(floor, either).context["table"]
    assert [one.value for one in shown.deal_ways][-1] == "app"
    assert (shown.deal_by, shown.app_deal) == ("best", None)


def test_a_total_alone_is_not_dealt_for(floor: Client, director: Client) -> None:
    race = announced_table(director.user, dealing="either", evidence="totals")
    send(floor, race, "count", {"count_by": "total", "odd_total": "6"})
    assert [one.value for one in page(floor, race).context["table"].deal_ways] == ["winners"]


def test_an_unknown_button_is_said_with_the_way_out(floor: Client, director: Client) -> None:
    race = announced_table(director.user, dealing="either", first_seat="button")
    send(floor, race, "count", ODD)
    shown = page(floor, race, BY_APP)
    assert "say where the button is, or deal the cards by hand." in words_of(shown)
    assert reverse("shuffle", args=(race.pk,)) not in text_of(shown)
    send(floor, race, "count", {"button": "2"}, query="?step=count")
    cards = shuffled(floor, race).cards.split()
    called(floor, race, 9)
    race.refresh_from_db()
    # Nine cards went to the bottom; the deal starts at the button.
    assert race.input["cards"] == {"2": cards[9:10], "3": cards[10:12], "1": cards[12:15]}


def test_a_stub_that_is_too_small_is_said_with_the_ways_out(
    floor: Client, director: Client
) -> None:
    race = announced_table(director.user, removed=5, in_play=(500, 1000), dealing="either")
    send(floor, race, "count", {"odd_1": "60", "odd_2": "30"})
    shown = page(floor, race, BY_APP)
    assert shown.context["table"].app_deal.now == "hindered"
    assert "90 cards are needed, more than the stub holds." in words_of(shown)


# --- Before the cut ------------------------------------------------------------------------------


def test_the_code_stands_there_before_a_number_can_be_called(
    floor: Client, race: TableRace, client_as: Callable[..., Client]
) -> None:
    first = page(floor, race, BY_APP)
    assert reverse("call", args=(race.pk,)) not in text_of(first)
    assert "A player calls a number from 1 to 52; the app cuts there." in words_of(first)
    stub = shuffled(floor, race)
    for client in (floor, client_as("floor", username="second")):
        again = page(client, race)
        assert again.context["table"].app_deal.now == "call"
        assert code_of(stub) in words_of(again)
        assert "a few lines of Python prove that nothing was changed." in words_of(again)
        assert re.findall(r'name="called" value="(\d+)"', text_of(again)) == [
            str(number) for number in range(1, 53)
        ]
    assert Stub.objects.count() == 1


def test_a_viewer_sees_the_code_and_can_do_nothing(
    floor: Client, race: TableRace, client_as: Callable[..., Client]
) -> None:
    stub = shuffled(floor, race)
    seen = page(client_as("viewer"), race)
    assert code_of(stub) in words_of(seen)
    assert "<form" not in text_of(seen).partition("<main")[2].partition("</main>")[0]


def test_the_secret_is_nowhere_before_the_cut_and_everywhere_after_it(
    floor: Client, director: Client, race: TableRace, client_as: Callable[..., Client]
) -> None:
    stub = shuffled(floor, race)
    told = [Card.parse(one).shown for one in stub.cards.split()[:4]]
    secrets = {stub.salt, stub.cards[:11], " ".join(told)}

    def leaks(responses: Iterator[HttpResponse]) -> int:
        """How many of the answers hold a secret."""
        found = 0
        for response in responses:
            assert response.status_code in (200, 204, 409, 422), response
            text = unescape(text_of(response)) + words_of(response)
            found += any(one in text for one in secrets)
        return found

    def every_page() -> Iterator[HttpResponse]:
        admin = client_as("admin", username=f"admin-{Cut.objects.count()}")
        ways = ("winners", "best", "every", "typed", "app")
        queries = ["", "?step=count", *(f"?step=deal&deal_by={way}" for way in ways)]
        for client in (floor, director, admin):
            yield from (page(client, race, query) for query in queries)
            for name in ("race_print", "compare"):
                yield client.get(reverse(name, args=(race.pk,)))
            for name in ("color_up", "color_up_print", "live_board", "live_outlook"):
                yield client.get(reverse(name, args=(race.color_up_id,)))
            yield client.get(reverse("event", args=(race.color_up.event_id,)))
            for seat in (1, 2, 4):
                yield client.get(reverse("story", args=(race.pk, seat)))
            for name in ("shuffle", "call", "live_shuffle", "live_call", "live_deal"):
                yield client.post(reverse(name, args=(race.pk,)), {"called": "99", "version": "1"})
        for one in RaceEvent.objects.filter(race=race):
            yield admin.get(reverse("admin:tournaments_raceevent_change", args=(one.pk,)))
        yield admin.get(reverse("admin:tournaments_tablerace_change", args=(race.pk,)))
        yield admin.get(reverse("admin:tournaments_colorup_change", args=(race.color_up_id,)))

    assert leaks(every_page()) == 0
    called(floor, race, 9)
    assert leaks(every_page()) > 0


def test_a_number_is_asked_for_beside_the_numbers(floor: Client, race: TableRace) -> None:
    shuffled(floor, race)
    refused = send(floor, race, "call", {})
    assert refused.status_code == 422
    assert refused.context["table"].errors_at["called"] == (
        "Tap the number that the player called, from 1 to 52.",
    )
    beyond = send(floor, race, "call", {"called": "53"})
    assert "“53” is not a place to cut: call a number from 1 to 52." in words_of(beyond)
    assert Cut.objects.count() == 0


def test_a_second_tablet_is_shown_the_stub_that_waits(
    floor: Client, race: TableRace, client_as: Callable[..., Client]
) -> None:
    second = client_as("floor", username="second")
    address = reverse("shuffle", args=(race.pk,))
    older = form_of(page(second, race, BY_APP), address)
    stub = shuffled(floor, race)
    for name in ("shuffle", "live_shuffle"):
        answer = second.post(reverse(name, args=(race.pk,)), older)
        assert answer.status_code == 409
        assert code_of(stub) in words_of(answer)
    assert Stub.objects.count() == 1


def test_a_number_that_came_too_late_is_shown_beside_what_was_dealt(
    floor: Client, race: TableRace, client_as: Callable[..., Client]
) -> None:
    second = client_as("floor", username="second")
    shuffled(floor, race)
    address = reverse("call", args=(race.pk,))
    late = {**form_of(page(second, race), address), "called": "18"}
    first = {**form_of(page(floor, race), address), "called": "17"}
    assert floor.post(address, first).status_code == 302
    stale = second.post(address, late)
    assert stale.status_code == 409
    assert "You entered: Number called: 18" in words_of(stale)
    assert "A player called 17: the cards" in words_of(stale)
    changed_mind = floor.post(address, {**first, "called": "19"})
    assert changed_mind.status_code == 409
    text = words_of(changed_mind)
    assert "Saved was: Number called: 17 You entered: Number called: 19" in text


# --- After the cut -------------------------------------------------------------------------------


def test_the_cards_lie_face_up_then_come_the_awards(floor: Client, race: TableRace) -> None:
    shuffled(floor, race)
    answer = called(floor, race, 17)
    assert answer.url == reverse("race", args=(race.pk,)) + "?step=deal&deal_by=app&chip=25"
    shown = floor.get(answer.url)
    race.refresh_from_db()
    hands = {str(one.seat): list(one.cards) for one in shown.context["table"].app_deal.hands}
    assert hands == race.input["cards"]
    assert list(map(len, hands.values())) == [3, 1, 2]
    assert "A player called 17: the cards" in words_of(shown)
    assert page(floor, race).context["table"].step == "awards"
    done = send(floor, race, "confirm", {"witness": "player"})
    assert done.status_code == 302
    history = words_of(page(floor, race))
    assert "let the app shuffle floor" in history
    assert "let the app deal floor · a player called 17" in history


def test_fragments_take_the_same_way(floor: Client, race: TableRace) -> None:
    names = {one: reverse(one, args=(race.pk,)) for one in ("shuffle", "call")}
    live = {one: reverse(f"live_{one}", args=(race.pk,)) for one in names}
    htmx = {"headers": {"HX-Request": "true"}}
    first = floor.post(
        live["shuffle"], form_of(page(floor, race, BY_APP), names["shuffle"]), **htmx
    )
    assert "<html" not in text_of(first)
    assert first.context["table"].app_deal.now == "call"
    sent = {**form_of(first, names["call"]), "called": "30"}
    cards = floor.post(live["call"], sent, **htmx)
    assert cards.context["table"].app_deal.now == "dealt"
    twice = floor.post(live["call"], sent, **htmx)
    assert (twice.status_code, Cut.objects.get().called) == (200, 30)


@pytest.mark.parametrize("name", ["race_print", "story", "race"])
def test_the_printed_lines_prove_the_deal(floor: Client, race: TableRace, name: str) -> None:
    stub = shuffled(floor, race)
    called(floor, race, 17)
    if name == "race":
        send(floor, race, "confirm", {"witness": "player"})
    seat = (2,) if name == "story" else ()
    paper = floor.get(reverse(name, args=(race.pk, *seat)))
    text = words_of(paper)
    assert code_of(stub) in text
    assert f"Salt {stub.salt}" in text
    assert " ".join(Card.parse(one).shown for one in stub.cards.split()) in text
    assert "No redeal 25 · shuffle 1 : the record rests on these cards" in text
    assert "17 cards went from the top to the bottom" in text
    (program,) = lines_of(paper)
    assert max(map(len, program.splitlines())) <= 80
    assert run(program) == "True\n"
    first, second = stub.cards.split()[:2]
    assert run(program.replace(f"{first} {second} ", f"{second} {first} ")) == "False\n"


def run(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-I", "-c", program], capture_output=True, text=True, check=True
    )
    return done.stdout


def test_redeals_are_counted_and_printed_with_their_reason(floor: Client, race: TableRace) -> None:
    shuffled(floor, race)
    called(floor, race, 17)
    refused = send(floor, race, "shuffle", {"reason": ""}, query=BY_APP)
    assert refused.status_code == 422
    assert refused.context["table"].errors_at["reason"] == ("A reason is needed.",)
    shuffled(floor, race, reason="not seen by all")
    assert "Dealt again: not seen by all" in words_of(page(floor, race))
    called(floor, race, 40)
    paper = floor.get(reverse("race_print", args=(race.pk,)))
    text = words_of(paper)
    assert "1 redeal 25 · shuffle 1 : dealt, then replaced" in text
    assert "25 · shuffle 2 : the record rests on these cards" in text
    assert ": not seen by all · a player called 40" in text
    assert [run(one) for one in lines_of(paper)] == ["True\n", "True\n"]


def test_after_a_reopening_its_reason_is_offered(floor: Client, race: TableRace) -> None:
    shuffled(floor, race)
    called(floor, race, 17)
    send(floor, race, "reopen", {"to_state": "counted", "why": "wrong seat"})
    shown = page(floor, race, BY_APP)
    assert form_of(shown, reverse("shuffle", args=(race.pk,)))["reason"] == ["wrong seat"]
    assert page(floor, race).context["table"].deal_by == "best"


def test_cards_entered_by_hand_replace_the_apps_on_paper(floor: Client, race: TableRace) -> None:
    shuffled(floor, race)
    called(floor, race, 17)
    hand = {"cards_1": "2c 3c 4c", "cards_2": "Kd", "cards_3": "7h 8h"}
    send(floor, race, "deal", hand, query="?step=deal&deal_by=every")
    text = words_of(floor.get(reverse("race_print", args=(race.pk,))))
    assert "shuffle 1 : dealt, then replaced" in text


def test_an_earlier_version_of_a_story_knows_no_later_shuffle(
    floor: Client, race: TableRace
) -> None:
    shuffled(floor, race)
    called(floor, race, 17)
    story = reverse("story", args=(race.pk, 1))
    assert floor.get(story + "?version=2").context["story"].stubs == ()
    assert len(floor.get(story).context["story"].stubs) == 1


def test_times_are_those_of_the_event(floor: Client, race: TableRace) -> None:
    event = race.color_up.event
    event.time_zone = "Asia/Kathmandu"
    event.save()
    stub = shuffled(floor, race)
    called(floor, race, 17)
    at = stub.shuffled.at.astimezone(event.zone).strftime("%H:%M:%S")
    assert f"Shuffled {at} · floor" in words_of(floor.get(reverse("race_print", args=(race.pk,))))


# --- Several denominations, other languages, reads -----------------------------------------------


def test_each_denomination_has_its_own_stub_and_call(floor: Client, director: Client) -> None:
    table = make_table(make_event([25, 100, 500]), 7, {seat: f"P {seat}" for seat in range(1, 5)})
    color_up = announce(
        event_id=table.event_id,
        by=director.user,
        command_id="one",
        removed=[25, 100],
        in_play=[500],
        ruleset_slug="tda-2026",
        rules={"dealing": "either"},
        tables=[table.pk],
    )
    race = color_up.races.get()
    count = {f"chips_25_{seat}": str(chips) for seat, (chips, _) in SEVERAL.items()}
    count |= {f"chips_100_{seat}": str(chips) for seat, (_, chips) in SEVERAL.items()}
    send(floor, race, "count", count)
    # The first step by hand, every card; the second by the app.
    hands = {f"cards_{seat}": " ".join(hand) for seat, hand in BY_HAND.items()}
    send(floor, race, "deal", hands, query="?step=deal&chip=25&deal_by=every")
    shown = page(floor, race)
    assert [one.value for one in shown.context["table"].deal_ways] == ["every", "typed", "app"]
    assert shuffled(floor, race).removed == 100
    answer = called(floor, race, 5)
    assert answer.url.endswith("&chip=100")
    race.refresh_from_db()
    assert race.result["final"] is True
    assert race.input["cards"]["25"] == BY_HAND
    again = page(floor, race, "?step=deal&deal_by=app&chip=25").context["table"].app_deal
    assert (again.now, again.again) == ("shuffle", True)
    # The first step again, by the app: then it is offered for the second unasked.
    send(floor, race, "shuffle", {"reason": "exposed"}, query="?step=deal&deal_by=app&chip=25")
    assert page(floor, race).context["table"].app_deal.now == "call"
    called(floor, race, 5)
    second = page(floor, race).context["table"]
    assert (second.chip, second.app_deal.now, second.app_deal.again) == (100, "shuffle", True)


def test_the_app_deals_in_french(floor: Client, race: TableRace) -> None:
    floor.defaults["HTTP_ACCEPT_LANGUAGE"] = "fr"
    assert "L’application distribue" in words_of(page(floor, race, BY_APP))
    shuffled(floor, race)
    assert "Un joueur annonce un nombre de 1 à 52" in words_of(page(floor, race))
    called(floor, race, 17)
    text = words_of(floor.get(reverse("race_print", args=(race.pk,))))
    assert "Aucune nouvelle donne 25 · mélange 1 : le relevé s’appuie sur ces cartes" in text


def test_stubs_cost_one_query_and_none_where_the_cards_are_dealt_by_hand(
    floor: Client, director: Client, race: TableRace
) -> None:
    by_hand = announced_table(director.user, number=9)
    send(floor, by_hand, "count", ODD)
    shuffled(floor, race)
    called(floor, race, 17)
    counts = []
    for one in (by_hand, race):
        with CaptureQueriesContext(connection) as queries:
            page(floor, one, "?step=deal")
        counts.append(len(queries))
    assert counts[1] - counts[0] == 1


def test_a_form_older_than_the_login_comes_back_with_its_number(
    race: TableRace, make_user: Callable[..., Any]
) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(make_user("floor", username="strict"))
    token = {"headers": {"X-CSRFToken": "0" * 64}}
    sent = changed({}, {"called": "17", "version": "2", "deal_by": "app", "step": "deal"})
    answer = client.post(reverse("call", args=(race.pk,)), sent, **token)
    assert answer.status_code == 403
    assert answer.context["table"].form == "call"

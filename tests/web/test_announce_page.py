"""Announcing: what the choices mean, what is refused, and the board that follows."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.web.rooms import three_tables
from tests.web.sent_forms import changed, form_of, words_of
from tests.workflow.rooms import make_event
from tournaments.models import ColorUp, Event
from tournaments.workflow.sections import put_section

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(client_as: Callable[..., Client]) -> Client:
    return client_as("director")


@pytest.fixture
def event(director: Client) -> Event:
    return three_tables(director.user)


def address_of(event: Event) -> str:
    return reverse("announce", args=(event.pk,))


def announce(client: Client, event: Event, **changes: object) -> ColorUp:
    address = address_of(event)
    client.post(address, changed(form_of(client.get(address), address), changes))
    return ColorUp.objects.latest("pk")


def test_the_page_says_what_it_will_mean(director: Client, event: Event) -> None:
    text = words_of(director.get(address_of(event)))
    assert "Complete sets are exchanged for 100 at equal value." in text
    assert "No later level needs this chip." in text
    # Six players with at most three odd chips: 18 × 25 = 450, rounded up to five chips a table.
    assert "Bring 100 15 for the races, if every seat has the most odd chips" in text
    assert "All tables together can drift from −75 to +150, rescues apart." in text


def test_a_choice_is_explained_while_it_is_made(director: Client, event: Event) -> None:
    sent = form_of(director.get(address_of(event)), address_of(event))
    meaning = reverse("live_meaning", args=(event.pk,))
    fragment = director.post(meaning, {**sent, "rule_pool_rounding": "up"})
    text = words_of(fragment)
    assert "All tables together can drift from 0 to +225, rescues apart." in text
    html = fragment.content.decode()
    assert "<html" not in html
    # The question that has the focus is not replaced under the finger.
    assert 'id="rules"' not in html
    assert 'id="says_pool_rounding" hx-swap-oob="true"' in html
    other = director.get(meaning, {**sent, "ruleset": "roberts"}).content.decode()
    assert 'id="rules" class="stack" hx-swap-oob="true"' in other


def test_another_chip_brings_its_own_targets(director: Client, event: Event) -> None:
    sent = form_of(director.get(address_of(event)), address_of(event))
    fragment = director.post(reverse("live_meaning", args=(event.pk,)), {**sent, "removed": "100"})
    assert "The chips of 100 leave play" in words_of(fragment)
    html = fragment.content.decode()
    assert '<option value="500" selected>500</option>' in html
    assert '<option value="100"' not in html


def test_single_options_are_changed_for_this_colour_up_only(director: Client, event: Event) -> None:
    made = announce(director, event, rule_pool_rounding="up", due="at 21:40")
    assert made.ruleset["options"]["pool_rounding"] == "up"
    assert made.ruleset["says"]["pool_rounding"] == "house"
    assert made.due == "at 21:40"
    race = made.races.first()
    assert "TDA 2026 ★" in words_of(director.get(reverse("race", args=(race.pk,))))


def test_options_shown_under_another_ruleset_do_not_count(director: Client, event: Event) -> None:
    made = announce(director, event, ruleset="home-poker-tourney")
    assert made.ruleset["options"]["pool_rounding"] == "more_than_half"


def test_tables_are_announced_section_by_section(director: Client, event: Event) -> None:
    first, second, third = (table.pk for table in event.tables.order_by("number"))
    announce(director, event, tables=[first])
    page = director.get(address_of(event))
    choices = {one.table_id: one for one in page.context["page"].tables}
    assert choices[first].raced
    assert not choices[second].raced
    made = announce(director, event, tables=[second, third])
    assert sorted(made.races.values_list("table_id", flat=True)) == [second, third]
    leaving = [pile.value for pile in director.get(address_of(event)).context["page"].chips]
    assert leaving == [100, 500]


def test_no_table_is_refused_with_everything_kept(director: Client, event: Event) -> None:
    address = address_of(event)
    sent = changed(form_of(director.get(address), address), {"tables": None, "due": "at once"})
    refused = director.post(address, sent)
    assert refused.status_code == 422
    assert "Choose at least one table." in words_of(refused)
    assert form_of(refused, address)["due"] == ["at once"]
    assert ColorUp.objects.count() == 0


def test_no_chip_chosen_is_said_beside_the_chips(director: Client, event: Event) -> None:
    address = address_of(event)
    sent = changed(form_of(director.get(address), address), {"removed": None, "due": "at 21:40"})
    refused = director.post(address, sent)
    assert refused.status_code == 422
    html = refused.content.decode()
    assert html.count("Choose at least one chip that leaves.") == 1
    assert "“removed”" not in html
    assert 'value="at 21:40"' in html


def test_rules_that_do_not_go_together_are_refused(director: Client, event: Event) -> None:
    address = address_of(event)
    changes = {"rule_rescue_source": "pool_first", "rule_rescue_chip": "lowest_in_play"}
    refused = director.post(address, changed(form_of(director.get(address), address), changes))
    assert refused.status_code == 422
    assert "Seats can be served first from the pool only in the chip" in words_of(refused)
    kept = form_of(refused, address)
    assert kept["rule_rescue_source"] == ["pool_first"]


def test_a_second_tap_announces_once(director: Client, event: Event) -> None:
    address = address_of(event)
    sent = form_of(director.get(address), address)
    answers = {director.post(address, sent).url for _ in range(2)}
    made = ColorUp.objects.get()
    assert answers == {reverse("color_up", args=(made.pk,))}


@pytest.mark.parametrize("where", ["all", "section"])
def test_a_second_tap_for_a_section_announces_once(
    director: Client, event: Event, where: str
) -> None:
    section = put_section(event_id=event.pk, by=director.user, name="A", tables=[1, 2])
    address = address_of(event)
    chosen = {"where": str(section.pk) if where == "section" else where}
    sent = changed(form_of(director.get(address), address), chosen)
    answers = [director.post(address, sent) for _ in range(2)]
    made = ColorUp.objects.get()
    assert [one.status_code for one in answers] == [302, 302]
    assert {one.url for one in answers} == {reverse("color_up", args=(made.pk,))}


@pytest.mark.parametrize("field", ["tables", "rule_decks", "target", "removed"])
def test_a_number_too_long_to_read_is_refused(director: Client, event: Event, field: str) -> None:
    address = address_of(event)
    sent = changed(form_of(director.get(address), address), {field: "9" * 5000})
    answer = director.post(address, sent)
    assert (answer.status_code, ColorUp.objects.exists()) == (
        (302, True) if field == "target" else (422, False)
    )


def test_an_announcement_is_taken_back_for_a_reason(director: Client, event: Event) -> None:
    made = announce(director, event)
    board = reverse("color_up", args=(made.pk,))
    address = reverse("void_color_up", args=(made.pk,))
    sent = form_of(director.get(board), address)
    refused = director.post(address, sent)
    assert (refused.status_code, "A reason is needed." in words_of(refused)) == (422, True)
    assert director.post(address, {**sent, "reason": "wrong chip"}).url == board
    text = words_of(director.get(board))
    assert "This colour-up was voided: wrong chip" in text
    assert "Take this colour-up back" not in text
    assert set(made.races.values_list("state", flat=True)) == {"void"}
    assert [pile.value for pile in director.get(address_of(event)).context["page"].chips] == [
        25,
        100,
        500,
    ]


def test_an_old_form_is_shown_again_with_its_choices(director: Client, event: Event) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(director.user)
    address = address_of(event)
    sent = form_of(strict.get(address), address)
    sent |= {"csrfmiddlewaretoken": ["x" * 64], "due": ["at 21:40"]}
    refused = strict.post(address, sent)
    assert refused.status_code == 403
    assert "This form was older than your login" in words_of(refused)
    kept = form_of(refused, address)
    assert kept["due"] == ["at 21:40"]
    assert strict.post(address, kept).status_code == 302


def test_when_is_read_out_as_it_is_typed_and_follows_the_ruleset_until_then(
    director: Client, event: Event
) -> None:
    address = reverse("announce", args=(event.pk,))
    sent = form_of(director.get(address), address)
    live = reverse("live_meaning", args=(event.pk,))
    french = director.get(live, sent | {"ruleset": ["france"]})
    assert french.context["page"].due == "at the start of a level"
    assert "leave play at the start of a level." in words_of(french)
    typed = director.get(live, sent | {"due": ["at 21:40"], "ruleset": ["france"]})
    assert typed.context["page"].due == "at 21:40"
    assert "leave play at 21:40." in words_of(typed)


def test_without_levels_nothing_is_said_about_later_ones(director: Client) -> None:
    bare = make_event()
    page = words_of(director.get(reverse("announce", args=(bare.pk,))))
    assert "No levels are known" in page
    assert "No later level needs this chip" not in page

"""The admin's rulesets: the shipped ones to read and copy, the house's own to change."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from colorup.engine.presets import PRESETS
from colorup.engine.ruleset import OPTIONS
from tests.web.admin_forms import address, body, errors_at, sentences
from tests.workflow.rooms import make_event
from tournaments.models import (
    HouseRuleset,
)

pytestmark = pytest.mark.django_db


def options_of(house: HouseRuleset, **changes: Any) -> dict[str, Any]:
    """The form of a house ruleset as it is shown, with some fields changed."""
    chosen = {f"option_{name}": value for name, value in house.chosen().ruleset.as_dict().items()}
    return {"name": house.name, "slug": house.slug, **chosen, **changes}


@pytest.fixture
def admin(client_as: Callable[..., Client]) -> Client:
    return client_as("admin", username="keeper")


@pytest.mark.parametrize("name", ["presets", "tournaments_houseruleset_changelist"])
def test_the_shipped_rulesets_are_listed_with_their_source(admin: Client, name: str) -> None:
    page = body(admin.get(reverse(f"admin:{name}")))
    assert re.findall(r"/presets/([\w-]+)/copy/", page) == list(PRESETS)
    assert "Poker TDA 2026, rule 26-A, B, C (2024: rule 24)" in page


def test_a_shipped_ruleset_says_what_each_option_means_and_who_says_so(admin: Client) -> None:
    response = admin.get(reverse("admin:preset", args=["roberts"]))
    options = {one.name: one for one in response.context["options"]}
    assert list(options) == list(OPTIONS)
    rescue, decks = options["rescue_source"], options["decks"]
    assert (rescue.label, rescue.says, rescue.is_house_choice) == (
        "Where a rescue chip comes from",
        "The source’s own rule",
        False,
    )
    assert (decks.meaning, decks.says, decks.is_house_choice) == (
        "Cards are dealt from one deck.",
        "House choice: the source is silent",
        True,
    )
    assert body(response).count("★") == list(PRESETS["roberts"].says.values()).count("house")


@pytest.mark.parametrize("name", ["presets", "preset"])
def test_a_shipped_ruleset_is_not_changed(admin: Client, name: str) -> None:
    args = ["roberts"] if name == "preset" else []
    response = admin.post(reverse(f"admin:{name}", args=args), {"option_decks": "2"})
    assert response.status_code == 405


def test_a_copy_is_made_by_post_only(admin: Client) -> None:
    assert admin.get(reverse("admin:preset_copy", args=["roberts"])).status_code == 405
    assert HouseRuleset.objects.count() == 0


def test_an_unknown_shipped_ruleset_is_not_found(admin: Client) -> None:
    assert admin.get(reverse("admin:preset", args=["nonsense"])).status_code == 404
    assert admin.post(reverse("admin:preset_copy", args=["nonsense"])).status_code == 404


def test_copy_to_edit_makes_a_house_ruleset_with_a_free_slug(admin: Client) -> None:
    for _ in range(3):
        response = admin.post(reverse("admin:preset_copy", args=["roberts"]))
    made = HouseRuleset.objects.order_by("pk")
    assert [(one.slug, one.base, one.changes) for one in made] == [
        ("roberts-house", "roberts", {}),
        ("roberts-house-2", "roberts", {}),
        ("roberts-house-3", "roberts", {}),
    ]
    assert response.url == address("houseruleset", "change", made.last().pk)


def test_adding_a_ruleset_starts_from_the_shipped_ones(admin: Client) -> None:
    assert admin.get(address("houseruleset", "add")).url == reverse("admin:presets")


@pytest.fixture
def house(db: None) -> HouseRuleset:
    return HouseRuleset.objects.create(name="Ours", slug="ours", base="roberts")


def test_each_option_is_a_choice_in_words(admin: Client, house: HouseRuleset) -> None:
    form = admin.get(address("houseruleset", "change", house.pk)).context["adminform"].form
    decks = form["option_decks"]
    assert (decks.label, [(value, str(said)) for value, said in decks.field.choices]) == (
        "Decks",
        [
            (1, "Cards are dealt from one deck."),
            (2, "Cards are dealt from two decks; a tie is settled by one more card each."),
        ],
    )
    assert "★ house choice: the source is silent" in decks.help_text
    assert "Robert’s Rules: Odd chips are raced with cards." in form["option_procedure"].help_text


def test_only_what_the_house_does_otherwise_is_stored(admin: Client, house: HouseRuleset) -> None:
    page = address("houseruleset", "change", house.pk)
    sent = options_of(house, option_decks="2", option_when="at midnight")
    assert admin.post(page, sent).status_code == 302
    house.refresh_from_db()
    assert (house.base, house.changes) == ("roberts", {"decks": 2, "when": "at midnight"})
    admin.post(page, options_of(house, option_decks="1"))
    house.refresh_from_db()
    assert house.changes == {"when": "at midnight"}


def test_refused_combinations_are_said_at_their_places_and_what_was_chosen_stays(
    admin: Client, house: HouseRuleset
) -> None:
    response = admin.post(
        address("houseruleset", "change", house.pk),
        options_of(
            house,
            name="Our own way",
            option_last_chip="holder_half",
            option_award_limit="winner_takes_all",
            option_rescue_chip="lowest_in_play",
        ),
    )
    assert errors_at(response, "option_award_limit") == [
        "The holder’s-half reading of the last chip does not go with winner takes all."
    ]
    (rescue,) = errors_at(response, "option_rescue_chip")
    assert rescue.startswith("Seats can be served first from the pool only in the chip")
    assert len(sentences(response)) == 2
    page = body(response)
    assert 'value="Our own way"' in page
    assert '<option value="lowest_in_play" selected>' in page
    house.refresh_from_db()
    assert (house.name, house.changes) == ("Ours", {})


def test_a_slug_of_a_shipped_ruleset_is_refused(admin: Client, house: HouseRuleset) -> None:
    page = address("houseruleset", "change", house.pk)
    response = admin.post(page, options_of(house, slug="tda-2026"))
    assert errors_at(response, "slug") == ["A shipped ruleset has this slug already."]


def test_a_ruleset_that_events_use_keeps_its_slug_and_stays(
    admin: Client, house: HouseRuleset
) -> None:
    make_event(ruleset="ours")
    page = address("houseruleset", "change", house.pk)
    assert errors_at(admin.post(page, options_of(house, slug="mine")), "slug") == [
        "Events use this ruleset under the slug “ours”, so it stays."
    ]
    refused = admin.post(address("houseruleset", "delete", house.pk), {"post": "yes"}, follow=True)
    assert "Events use this ruleset, so it stays." in body(refused)
    assert HouseRuleset.objects.filter(slug="ours").exists()

"""One counted table under every ruleset: what each makes of it, and in what it differs."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from colorup.engine.presets import PRESETS
from tests.workflow.rooms import announce_25s, make_event, make_people, make_table
from tournaments.boards.compare import (
    ComparePage,
    Ruling,
    compare_page,
    own_document,
    percent,
)
from tournaments.boards.raced import USUAL_COLOURS
from tournaments.models import HouseRuleset, RaceEvent, TableRace
from tournaments.workflow import count, deal

# Thirteen odd chips at six seats; seat 4 has nothing else.
SEATS = [
    {"seat": seat, "odd": odd} | ({"other": 0} if seat == 4 else {})
    for seat, odd in {1: 3, 2: 2, 4: 1, 6: 3, 7: 2, 9: 2}.items()
]
CARDS = {"1": ["Ks"], "2": ["Jh"], "4": ["5h"], "6": ["Ad"], "7": ["9c"], "9": ["8d"]}
COUNTED: dict[str, Any] = {
    "removed": 25,
    "in_play": [100, 500, 1000],
    "ruleset": "tda-2026",
    "seats": SEATS,
}
DEALT = {**COUNTED, "cards": CARDS, "best_cards_only": True}
ADDRESS = (
    "out=25&in=100,500,1000&s1=3&s2=2&s4=1&s6=3&s7=2&s9=2&only=4"
    "&c1=Ks&c2=Jh&c4=5h&c6=Ad&c7=9c&c9=8d"
)


def compared(document: dict[str, Any]) -> ComparePage:
    return compare_page(document, own_document(document), (), USUAL_COLOURS)


def rulings(document: dict[str, Any]) -> dict[str, Ruling]:
    return {one.slug: one for one in compared(document).rulings}


class TestRulings:
    def test_every_preset_is_there_once_and_the_own_one_first(self) -> None:
        page = compared({**DEALT, "ruleset": "always-up"})
        assert [one.slug for one in page.rulings if one.own] == ["always-up"]
        assert page.rulings[0].own
        assert sorted(one.slug for one in page.rulings) == sorted(PRESETS)

    def test_a_changed_ruleset_stands_beside_the_one_it_comes_from(self) -> None:
        page = compared({**DEALT, "rules": {"pool_rounding": "up"}})
        assert [one.slug for one in page.rulings[:2]] == ["tda-2026", "tda-2026"]
        assert page.rulings[1].other == ("another pool", "other winners", "another table value")
        assert [(one.text, one.house) for one in page.rulings[1].differences] == [
            ("Rounding of the table’s odd chips: Half a chip or more is rounded up.", True)
        ]

    def test_each_says_who_wins_who_is_rescued_and_what_it_costs(self) -> None:
        found = rulings(DEALT)
        assert found["tda-2026"].wins == (
            "Seat 6, A♦: +100",
            "Seat 1, K♠: +100",
            "Seat 2, J♥: +100",
        )
        assert found["tda-2026"].rescues == ("Seat 4: +100, from the bank",)
        assert found["roberts"].wins == ("Seat 6, A♦: +100", "Seat 1, K♠: +100")
        assert found["roberts"].rescues == ("Seat 4: +100, from the pool",)
        assert {slug: one.drift for slug, one in found.items()} == {
            "tda-2026": 75,
            "wsop-2024": 75,
            "roberts": -25,
            "roberts-holder-half": 75,
            "home-poker-tourney": 75,
            "france": 75,
            "wikipedia-classic": -25,
            "wikipedia-2020s": 75,
            "pokerstars-live-2018": 75,
            "always-up": 175,
            "round-everyone-up": 275,
            "leave-in-play": 0,
        }

    def test_a_difference_is_named_with_who_says_so(self) -> None:
        always_up = rulings(DEALT)["always-up"]
        assert always_up.other == ("another pool", "other winners", "another table value")
        told = {one.text: (one.says, one.house) for one in always_up.differences}
        assert told["Rounding of the table’s odd chips: Anything left over is rounded up."] == (
            "A published guide’s procedure, used in several rooms",
            False,
        )
        assert rulings(DEALT)["wsop-2024"].differences == ()

    def test_chances_are_exact(self) -> None:
        found = rulings(COUNTED)["roberts"]
        assert [(one.seat, one.fraction, one.percent) for one in found.chances] == [
            (1, "29/60", "48.3 %"),
            (2, "31/90", "34.4 %"),
            (6, "29/60", "48.3 %"),
            (7, "31/90", "34.4 %"),
            (9, "31/90", "34.4 %"),
        ]
        # Two chips for five seats: the chances come to two.
        assert sum(Fraction(one.fraction) for one in found.chances) == 2

    def test_before_the_deal_it_is_open_who_wins(self) -> None:
        found = rulings(COUNTED)
        assert found["tda-2026"].wins == ("open: the cards decide",)
        assert found["tda-2026"].rescues == ("Seat 4 is at risk",)
        assert found["tda-2026"].drift is None
        # A procedure without cards is known already.
        assert found["round-everyone-up"].drift == 275
        assert found["round-everyone-up"].no_chances == "No cards, so nothing is left to chance."

    def test_while_the_cards_are_open_other_chances_are_another_outcome(self) -> None:
        found = rulings(COUNTED)
        # The same pool, but seat 4 is served out of it before anybody is raced for.
        assert found["roberts"].other == ("other chances",)
        assert found["wsop-2024"].other == ()

    def test_cards_that_decide_under_one_ruleset_only_are_another_outcome(self) -> None:
        two = {**COUNTED, "seats": [{"seat": 1, "odd": 2}, {"seat": 2, "odd": 1, "other": 0}]}
        # The only chip of the pool goes to seat 2 without a card.
        assert rulings(two)["roberts"].other == ("other chances",)

    def test_another_rescue_chip_is_another_outcome_before_the_deal(self) -> None:
        skipping = {**COUNTED, "target": 500, "in_play": [100, 500]}
        # From 25 to 500 past the 100s: the rescue is a 100 or a 500.
        skipping["seats"] = [{"seat": 1, "odd": 19}, {"seat": 2, "odd": 7, "other": 0}]
        assert rulings(skipping)["home-poker-tourney"].other == ("other rescues",)

    def test_named_winners_decide_under_their_own_rules_only(self) -> None:
        found = rulings({**COUNTED, "winners": [1, 2, 6]})
        assert found["tda-2026"].wins == (
            "Seat 1: +100",
            "Seat 2: +100",
            "Seat 6: +100",
        )
        assert found["always-up"].wins == ("open: the cards decide",)
        assert found["always-up"].notes == (
            "Only who won is recorded here, under the table’s own rules; no card is.",
        )

    def test_a_total_has_no_chances_and_not_every_ruling(self) -> None:
        found = rulings(
            {
                "removed": 25,
                "in_play": [100, 500],
                "ruleset": "tda-2026",
                "odd_total": 13,
                "winners": [1, 2, 6],
                "rescued": [4],
            }
        )
        assert found["tda-2026"].drift == 75
        assert found["tda-2026"].no_chances == (
            "Chances need the odd chips of each seat, not only their total."
        )
        assert found["round-everyone-up"].wins == ("not to be had from what is recorded",)

    def test_two_decks_have_no_chances_and_hold_for_every_ruleset(self) -> None:
        two = {**COUNTED, "rules": {"decks": 2}}
        cards = {"1": ["Ks"], "2": ["Ks"], "4": ["5h"], "6": ["Ad"], "7": ["9c"], "9": ["8d"]}
        found = rulings({**two, "cards": cards, "best_cards_only": True})
        assert found["roberts"].no_chances == "Chances are worked out for one deck only."
        assert found["wsop-2024"].wins[0] == "Seat 6, A♦: +100"

    def test_the_collector_does_not_stand_in_the_way(self) -> None:
        document = {
            "removed": 25,
            "in_play": [100, 500],
            "ruleset": "france",
            "seats": [{"seat": 1, "odd": 2}, {"seat": 2, "odd": 3}],
            "cards": {"1": ["Ks"], "2": ["Qd"]},
            "best_cards_only": True,
            "collector": {"seat": 1, "pile": 25, "own": {"100": 8, "500": 2}},
        }
        assert rulings(document)["tda-2026"].wins == ("Seat 1, K♠: +100",)

    def test_what_is_wrong_with_the_table_is_said_once(self) -> None:
        page = compared({**COUNTED, "seats": [{"seat": 1, "odd": 4}]})
        assert page.problems == (
            "Seat 1: 4 odd chips make a complete set of 4; exchange it first.",
        )
        assert page.rulings == ()


@pytest.mark.parametrize(
    ("chance", "english", "french"),
    [
        (Fraction(0), "0 %", "0 %"),
        (Fraction(1), "100 %", "100 %"),
        (Fraction(29, 40), "72.5 %", "72,5 %"),
        (Fraction(1, 5000), "< 0.1 %", "< 0,1 %"),
        (Fraction(4999, 5000), "> 99.9 %", "> 99,9 %"),
    ],
)
def test_only_what_is_certain_is_0_or_100_percent(
    chance: Fraction, english: str, french: str
) -> None:
    assert percent(chance) == english
    with translation.override("fr"):
        assert percent(chance).replace("\u00a0", " ").replace("\u202f", " ") == french


def words(answer: Any) -> str:
    text = re.sub(r"<[^>]+>", " ", answer.content.decode())
    return " ".join(unescape(text).split())


class TestQuick:
    def test_an_address_is_compared_without_a_login(self) -> None:
        answer = Client().get(f"/quick/compare/?{ADDRESS}")
        assert answer.status_code == 200
        text = words(answer)
        assert "13 odd chips, worth 325, at 6 seats" in text
        assert "Always up" in text
        assert f'href="/quick/?{ADDRESS.replace("&", "&amp;")}"' in answer.content.decode()

    def test_a_wrong_address_says_why_and_leads_back(self) -> None:
        answer = Client().get("/quick/compare/?out=25&in=100&rules=nonsense&s1=3")
        assert answer.status_code == 200
        assert "There is no ruleset “nonsense”." in words(answer)
        assert "/quick/?out=25&amp;in=100&amp;rules=nonsense" in answer.content.decode()

    @pytest.mark.django_db
    def test_house_rulesets_are_for_the_house(self, client_as: Callable[..., Client]) -> None:
        HouseRuleset.objects.create(
            name="Our Friday rules", slug="friday", base="tda-2026", changes={"pool_rounding": "up"}
        )
        address = f"/quick/compare/?{ADDRESS}"
        assert "Our Friday rules" not in words(Client().get(address))
        assert "Our Friday rules" in words(client_as("viewer").get(address))


@pytest.mark.django_db
class TestTable:
    @pytest.fixture
    def people(self) -> Any:
        return make_people()

    @pytest.fixture
    def race(self, people: Any) -> TableRace:
        event = make_event()
        color_up = announce_25s(event, [make_table(event, 7)], by=people.director)
        return color_up.races.get()

    def ask(self, race: TableRace, user: Any) -> Any:
        client = Client()
        client.force_login(user)
        return client.get(f"/races/{race.pk}/compare/")

    def test_before_the_count_there_is_nothing_to_compare(
        self, race: TableRace, people: Any
    ) -> None:
        answer = self.ask(race, people.viewer)
        assert answer.status_code == 200
        assert "Nothing has been counted yet." in words(answer)

    def test_a_counted_and_a_dealt_table_are_compared_and_not_touched(
        self, race: TableRace, people: Any
    ) -> None:
        sent = {"race_id": race.pk, "by": people.floor}
        count(**sent, command_id="c", expected_version=1, entry={"seats": SEATS})
        assert "open: the cards decide" in words(self.ask(race, people.viewer))
        entry = {"cards": CARDS, "best_cards_only": True}
        deal(**sent, command_id="d", expected_version=2, entry=entry)
        written = RaceEvent.objects.count()
        text = words(self.ask(race, people.viewer))
        assert "Seat 6, A♦: +100" in text
        assert "5 come to something else: Robert’s Rules, Encyclopaedia, classic" in text
        race.refresh_from_db()
        assert (race.version, RaceEvent.objects.count()) == (3, written)

    def test_a_house_ruleset_that_no_longer_stands_is_left_out(
        self, race: TableRace, people: Any
    ) -> None:
        HouseRuleset.objects.create(
            name="Broken", slug="broken", base="tda-2026", changes={"pool_rounding": "sideways"}
        )
        sent = {"race_id": race.pk, "by": people.floor}
        count(**sent, command_id="c", expected_version=1, entry={"seats": SEATS})
        answer = self.ask(race, people.director)
        assert answer.status_code == 200
        assert "Broken" not in words(answer)

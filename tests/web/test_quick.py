"""A quick race: the address is the race, whatever somebody types into it."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from colorup.engine.presets import PRESETS
from colorup.engine.problems import Problems
from colorup.formats.race_json import evaluate
from tests.engine.races import cases
from tournaments.views.race_address import (
    RULES,
    address,
    document_of,
    entries_of,
    marks,
    read_address,
)

EXAMPLES = int(os.environ.get("COLORUP_FUZZ_EXAMPLES", "300"))

COUNTED = "out=25&in=100,500,1000&s1=3&s2=2&s4=1&s6=3&s7=2&s9=2&only=4"
DEALT = f"{COUNTED}&c1=Ks&c2=Jh&c4=5h&c6=Ad&c7=9c&c9=8d"


def documents() -> Iterator[Any]:
    """Every race of the sample cases that the engine accepts."""
    more = cases("more.json")
    listed = [*cases("races.json"), *more["races"], *more["outputs"]]
    for number, case in enumerate(listed):
        try:
            evaluate(case["input"])
        except Problems:
            continue
        yield pytest.param(case["input"], id=str(case.get("id", number)))


def page_of(query: str, **headers: str) -> str:
    answer = Client().get(f"/quick/?{query}", headers=headers)
    assert answer.status_code == 200
    return words(answer.content)


def words(content: bytes) -> str:
    """What the page says: its text on one line."""
    text = re.sub(r"<[^>]+>", " ", content.decode())
    return " ".join(unescape(text).split())


def lists(query: str) -> dict[str, list[str]]:
    return parse_qs(query, keep_blank_values=True)


class TestAddress:
    def test_there_are_cases_enough(self) -> None:
        assert len(list(documents())) > 150

    @pytest.mark.parametrize("document", list(documents()))
    def test_a_race_and_its_address_are_the_same_race(self, document: dict[str, Any]) -> None:
        entries = entries_of(document)
        assert evaluate(document_of(entries)) == evaluate(document)
        assert read_address(lists(address(entries))) == entries

    def test_an_address_is_short_and_readable(self) -> None:
        document = {
            "removed": 25,
            "in_play": [100, 500],
            "rules": {"pool_rounding": "up"},
            "seats": [{"seat": 1, "odd": 3, "other": 0}, {"seat": 2, "odd": 1, "other": 900}],
            "cards": {"1": ["Ks"], "2": ["9d"]},
            "best_cards_only": True,
        }
        entries = entries_of(document)
        assert address(entries) == (
            "out=25&in=100,500&pool_rounding=up&s1=3&s2=1&only=1&c1=Ks&c2=9d"
        )

    def test_a_rule_that_the_ruleset_has_anyway_is_left_out(self) -> None:
        query = lists("out=25&in=100&rules=always-up&pool_rounding=up&first_seat=seat_1&by=odd")
        assert address(read_address(query)) == "out=25&in=100&rules=always-up&first_seat=seat_1"

    def test_counts_outlive_a_second_denomination_and_its_end(self) -> None:
        several = read_address(lists("out=25,100&in=500&s1=3&s2=2"))
        assert address(several) == "out=25,100&in=500&s1.25=3&s2.25=2"
        single = read_address(lists("out=25&in=500&s1.25=3&s1.100=1&s2.25=2"))
        assert address(single) == "out=25&in=500&s1=3&s2=2"

    def test_nobody_won_differs_from_nobody_said(self) -> None:
        assert document_of({"out": "25", "deal": "winners", "won": "none"})["winners"] == []
        assert "winners" not in document_of({"out": "25", "deal": "winners"})

    def test_what_is_typed_is_taken_as_people_write_it(self) -> None:
        document = document_of(
            {"out": "25 / 100", "in": "500; 1k", "s1.25": "1,250", "handed": "100:24 500:x"}
        )
        assert document["removed"] == [25, 100]
        assert document["in_play"] == [500, 1000]
        assert document["seats"] == [{"seat": 1, "chips": {"25": 1250}}]
        assert document["handed_over"] == {"100": 24, "500": "x"}


class TestPage:
    def test_an_empty_address_shows_an_example_and_asks_for_nothing(self) -> None:
        answer = Client().get("/quick/")
        assert answer.status_code == 200
        assert 'value="100,500,1000"' in answer.content.decode()
        assert "problem" not in words(answer.content)

    @pytest.mark.django_db
    def test_it_stores_nothing_and_reads_nothing(self) -> None:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            answer = Client().get(f"/quick/?{DEALT}")
        assert (answer.status_code, len(queries), answer.cookies.get("sessionid")) == (200, 0, None)

    def test_a_counted_table_says_pool_cards_order_and_who_is_at_risk(self) -> None:
        text = page_of(COUNTED)
        assert "3 chips of 100 25 left over, rounded down: it leaves the table" in text
        assert "13 cards dealt in this order: seats 1, 2, 4, 6, 7, 9" in text
        assert "Seat 4 has nothing else and cannot be raced out" in text
        assert "Cards are still missing: seats 1, 2, 4, 6, 7, 9." in text

    def test_the_result_says_what_to_do_and_why(self) -> None:
        answer = Client().get(f"/quick/?{DEALT}").content.decode()
        assert 'aria-label="put down 4 × 100"' in answer
        assert 'aria-label="pick up 13 × 25"' in answer
        text = page_of(DEALT)
        assert "A♦ is the highest card: 1 × 100." in text
        assert "Lost with 5♥, but has nothing else: one 100 from the bank." in text
        assert "Table value +75: rounded down −25, rescue +100." in text
        assert "Allowed without rescue: −25 to +50." in text

    def test_two_denominations_are_paid_step_by_step(self) -> None:
        text = page_of(
            "out=25,100&in=500,1000&s1.25=7&s1.100=3&s2.25=2&s3.25=3&s3.100=8"
            "&c1.25=Ks&c2.25=Qd&c3.25=2h&c2.100=3s&c3.100=2s"
        )
        assert "The race of the 25s: put down 2 × 100, pick up 8 × 25" in text
        assert "The race of the 100s: put down 1 × 500, pick up 4 × 100" in text

    def test_a_total_is_enough(self) -> None:
        text = page_of("out=25&in=100,500&by=total&total=13&won=1,2,6&saved=4")
        assert "Rests on: the table’s total and who got a chip." in text
        assert "Table value +75" in text

    def test_the_collector_is_settled_in_words(self) -> None:
        text = page_of(
            "out=25&in=100,500&rules=france&s1=2&s2=3&deal=winners&won=1"
            "&collector=1&pile=25&own=100:8,500:2"
        )
        assert "The floor takes its 25 × 25 and owes 600 for them." in text
        assert "The floor puts down 2 × 500." in text
        assert "Seat 1 adds 4 × 100 of its own, so that it comes out even." in text

    def test_tied_seats_are_asked_for_one_more_card(self) -> None:
        query = "out=25&in=100,500&decks=2&s1=2&s2=2&c1=Ks&c2=Ks"
        answer = Client().get(f"/quick/?{query}").content.decode()
        assert 'name="t1"' in answer
        assert "Seats 1, 2 are tied: one more card each." in words(answer.encode())
        assert "Table value 0." in page_of(f"{query}&t1=4h&t2=4c")

    def test_a_warning_is_said(self) -> None:
        text = page_of("out=25&in=100,500&rules=always-up&s1=3&s2=2")
        assert "The deal starts from the button, and nobody said where it is." in text


class TestProblems:
    def test_each_stands_at_its_field_and_entries_stay(self) -> None:
        answer = Client().get("/quick/?out=abc&rules=foo&button=q&s2=zz").content.decode()
        for field, sentence in {
            "e-out": "“abc” is no chip’s value",
            "e-in": "Say which chips stay in play.",
            "e-rules": "There is no ruleset “foo”.",
            "e-button": "The button cannot be at “q”",
            "e-s2": "“zz” is not a number of chips.",
        }.items():
            place = re.search(rf'id="{field}"[^>]*>(.*?)</div>', answer, re.DOTALL)
            assert place is not None, field
            assert sentence in unescape(place[1])
        for name, value in {"out": "abc", "button": "q", "s2": "zz"}.items():
            assert re.search(rf'name="{name}"[^>]*value="{value}"', answer), name

    def test_a_wrong_card_hides_neither_the_count_nor_the_other_cards(self) -> None:
        answer = Client().get(f"/quick/?{COUNTED}&c1=Ks&c2=Ks").content.decode()
        assert 'name="c1" value="Ks"' in answer
        assert 'name="c2" value="Ks"' in answer
        text = words(answer.encode())
        assert "the K♠ was dealt already" in text
        assert "3 chips of 100" in text

    def test_a_wrong_option_is_told_at_the_option(self) -> None:
        answer = Client().get(f"/quick/?{COUNTED}&rescue_source=pool_first").content.decode()
        place = re.search(r'id="e-rescue_chip">(.*?)</div>', answer, re.DOTALL)
        assert place is not None
        assert "Seats can be served first from the pool only" in place[1]

    def test_more_denominations_than_a_form_can_hold_are_refused(self) -> None:
        text = page_of("out=1,2,4,8,16,32,64&in=128&s1.1=1")
        assert "At most 6 denominations can leave at once here." in text


class TestRedirects:
    def test_a_long_winded_form_leads_to_its_short_address(self) -> None:
        answer = Client().get(
            "/quick/?seen=x&out=25&in=100&rules=tda-2026&pool_rounding=&s1=3&s2=&only=1&only=2"
            "&by=odd&deal=best&utm=1"
        )
        assert (answer.status_code, answer.url) == (302, "/quick/?out=25&in=100&s1=3&only=1,2")

    def test_a_short_address_is_shown_as_it_is(self) -> None:
        assert Client().get(f"/quick/?{DEALT}").status_code == 200

    @pytest.mark.parametrize("method", ["post", "put", "delete"])
    @pytest.mark.parametrize("path", ["/quick/", "/live/quick/", "/quick/race.json"])
    def test_there_is_nothing_to_send(self, path: str, method: str) -> None:
        assert getattr(Client(), method)(path).status_code == 405


class TestJson:
    def test_the_race_as_json_is_the_race(self) -> None:
        made = Client().get(f"/quick/race.json?{DEALT}").json()
        assert made["seats"][2] == {"seat": 4, "odd": 1, "other": 0}
        assert evaluate(made)["drift"] == 75
        answer = Client().get("/quick/", {"race": json.dumps(made)})
        assert (answer.status_code, answer.url) == (302, f"/quick/?{DEALT}")

    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            ("{", "This is not JSON"),
            ("[]", "A race is a JSON object"),
            ('{"removed": 25, "in_play": [100]}', "Neither “seats” nor “odd_total” is given"),
            ('{"removed": 25.0, "in_play": [100], "seats": []}', "is not a denomination"),
        ],
    )
    def test_wrong_json_is_told_and_stays(self, text: str, sentence: str) -> None:
        answer = Client().get("/quick/", {"race": text})
        assert answer.status_code == 422
        assert sentence in words(answer.content)
        found = re.search(r"<textarea[^>]*>(.*?)</textarea>", answer.content.decode(), re.DOTALL)
        assert found is not None
        assert unescape(found[1]) == text


class TestLive:
    def test_a_tap_replaces_the_address_and_a_submission_adds_one(self) -> None:
        typed = f"{COUNTED}&rules=tda-2026&seen=x"
        tap = Client().get(f"/live/quick/?{typed}", headers={"HX-Trigger": "result"})
        assert tap.headers["HX-Replace-Url"] == f"/quick/?{COUNTED}"
        assert "HX-Push-Url" not in tap.headers
        sent = Client().get(f"/live/quick/?{typed}", headers={"HX-Trigger": "quick-form"})
        assert sent.headers["HX-Push-Url"] == f"/quick/?{COUNTED}"

    def test_only_parts_whose_shape_changed_are_drawn_anew(self) -> None:
        page = Client().get(f"/quick/?{COUNTED}").content.decode()
        seen = re.findall(r'name="seen" value="([^"]+)"', page)
        assert len(seen) == 5

        def drawn(query: str) -> list[str]:
            answer = Client().get(f"/live/quick/?{query}&{urlencode({'seen': seen}, doseq=True)}")
            return re.findall(r'id="part-(\w+)"', answer.content.decode())

        assert drawn(COUNTED) == []
        assert drawn(f"{COUNTED}&c1=Ks") == []
        assert drawn(COUNTED.replace("s2=2", "s2=1")) == ["deal"]
        assert drawn(COUNTED.replace("100,500,1000", "500")) == ["seats"]
        assert drawn(f"{COUNTED}&supplier=collector") == ["checks"]

    def test_a_fragment_is_no_page(self) -> None:
        assert b"<html" not in Client().get(f"/live/quick/?{COUNTED}").content


# What somebody, or something, may put into an address.
NAMES = st.sampled_from(
    [
        *("out", "in", "to", "rules", "button", "by", "total", "only", "left", "deal", "won"),
        *("saved", "picked", "handed", "collector", "pile", "own", "whole", "seen", "race"),
        *("s1", "s2", "s12", "s13", "s1.25", "s2.100", "c1", "c2", "c1.25", "t1", "t2.100"),
        *("won.25", "won.x", *RULES),
    ]
) | st.text(max_size=8)
VALUES = (
    st.sampled_from(
        [
            *("25", "100", "25,100", "100,500", "1000", "0", "-1", "10^12", "1e400", "9" * 40),
            *("odd", "all", "total", "best", "every", "winners", "none", "1", "1,2", "1,1", "13"),
            *("Ks", "Ks 9d", "Ks,Ks", "10h", "joker", "100:24", "25:1", ":", "1 250", "2.5k"),
            *('{"removed": 25, "in_play": [100], "seats": []}', '{"a":{"a":{}}}', "[[", "²", "٣"),
            *PRESETS,
            *("up", "down", "pool_first", "race_target", "holder_half", "2", "on", "collector"),
        ]
    )
    | st.text(max_size=30)
    | st.integers(0, 13).map(str)
)
QUERIES = st.lists(st.tuples(NAMES, VALUES), max_size=14)
FUZZED = settings(
    max_examples=EXAMPLES, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@FUZZED
@given(pairs=QUERIES)
def test_no_query_breaks_a_page(pairs: list[tuple[str, str]]) -> None:
    query = urlencode(pairs, errors="surrogatepass")
    answer = Client().get(f"/quick/?{query}")
    if answer.status_code == 302:
        shorter = urlsplit(answer.url)
        assert shorter.path == "/quick/"
        answer = Client().get(answer.url)
    assert answer.status_code in (200, 422)
    assert Client().get(f"/live/quick/?{query}").status_code == 200
    assert Client().get(f"/quick/race.json?{query}").status_code == 200
    assert Client().get(f"/quick/compare/?{query}").status_code == 200


@FUZZED
@given(pairs=QUERIES)
def test_a_canonical_address_is_its_own(pairs: list[tuple[str, str]]) -> None:
    query: dict[str, list[str]] = {}
    for name, value in pairs:
        query.setdefault(name, []).append(value)
    once = read_address(query)
    assert read_address({name: [value] for name, value in once.items()}) == once
    assert len(marks(once)) >= 1

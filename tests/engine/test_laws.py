"""What holds for every race."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, permutations
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from colorup.formats.race_json import evaluate, input_document
from tests.engine import oracle
from tests.engine.races import awards, rescues
from tests.engine.random_races import CHIPS, counted_races, dealt_races, odd_of, table_of

ALL_PROCEDURES = ("race", "round_up_each", "round_nearest_each", "leave_in_play", "forfeit")
ANY_RACE = dealt_races(procedures=ALL_PROCEDURES)
Document = dict[str, Any]


def worth(chips: dict[str, int]) -> int:
    return sum(int(chip) * count for chip, count in chips.items())


@given(ANY_RACE)
def test_paid_less_taken_is_the_drift_is_the_sum_of_its_terms(document: Document) -> None:
    found = evaluate(document)
    if found["final"]:
        assert found["paid_for_odd"] - found["odd_taken"] == found["drift"]
        assert sum(found["drift_terms"].values()) == found["drift"]
        terms = found["drift_terms"]
        assert (terms["rounded_up"] >= 0, terms["rounded_down"] <= 0) == (True, True)
        assert (terms["rescue"] >= 0, terms["surplus_forfeited"] <= 0) == (True, True)


@given(ANY_RACE)
def test_what_the_bank_pays_less_what_it_takes_is_the_drift(document: Document) -> None:
    found = evaluate(document)
    if found["final"]:
        assert worth(found["bank"]["pays"]) - worth(found["bank"]["takes"]) == found["drift"]
        received = sum(one["value"] for one in found["received"])
        assert received == worth(found["bank"]["pays"])


@given(ANY_RACE)
def test_the_exchange_never_rounds(document: Document) -> None:
    (only,) = evaluate(document)["steps"]
    counts = {one["seat"]: one["count"] for one in document["seats"]}
    for one in only["exchange"]:
        assert one["hands_in"] * document["removed"] == worth(one["receives"])
        assert one["hands_in"] + one["odd"] == counts[one["seat"]]
        assert one["odd"] < only["set"]["gives"]
    assert [one["seat"] for one in only["exchange"]] == sorted(
        number for number, count in counts.items() if count
    )


@given(dealt_races())
def test_the_result_is_the_rules_result(document: Document) -> None:
    found = evaluate(document)
    if "cards" not in document:
        return
    table = table_of(document)
    due = oracle.due(
        table, oracle.ranked({int(one): hand for one, hand in document["cards"].items()})
    )
    (only,) = found["steps"]
    assert found["final"] is True
    assert only["pool"] == oracle.pool_of(table)
    assert awards(only) == due.awards
    assert {seat: source for seat, (_, source) in rescues(only).items()} == due.rescues
    assert only["unawarded"] == due.unawarded


@given(dealt_races())
def test_under_the_limit_nobody_gets_two_and_nobody_both(document: Document) -> None:
    found = evaluate(document)
    if not found["final"]:
        return
    (only,) = found["steps"]
    rules = found["options"]
    if rules["award_limit"] == "one_per_player" and rules["surplus"] == "forfeit":
        assert set(awards(only).values()) <= {1}
    assert set(awards(only)) & set(rescues(only)) == set()
    assert set(rescues(only)) <= set(only["at_risk"])
    assert set(awards(only)) <= set(odd_of(document))


@given(dealt_races(procedures=("race", "round_up_each", "round_nearest_each", "forfeit")))
def test_nobody_ends_with_nothing(document: Document) -> None:
    found = evaluate(document)
    if not found["final"]:
        return
    received = {one["seat"]: one["value"] for one in found["received"]}
    for one in document["seats"]:
        if one.get("other") == 0 and one["count"]:
            assert received[one["seat"]] > 0


@given(dealt_races(procedures=("race", "round_up_each")))
def test_drift_without_what_the_bank_added_stays_in_its_band(document: Document) -> None:
    found = evaluate(document)
    if found["final"] and found["band"]:
        drift = found["drift"] - found["drift_terms"]["rescue"]
        assert found["band"]["min"] <= drift <= found["band"]["max"]


@given(dealt_races(decks=2), st.randoms(use_true_random=False))
def test_the_order_of_the_entries_changes_nothing(document: Document, random: Any) -> None:
    def shuffled(items: list[Any]) -> list[Any]:
        mixed = list(items)
        random.shuffle(mixed)
        return mixed

    cards = dict(shuffled(list(document.get("cards", {}).items())))
    again = {**document, "seats": shuffled(document["seats"])}
    if cards:
        again["cards"] = {number: shuffled(hand) for number, hand in cards.items()}
    assert evaluate(dict(shuffled(list(again.items())))) == evaluate(document)


@settings(max_examples=150)
@given(counted_races(most_seats=5))
def test_no_cards_are_needed_exactly_when_every_ranking_pays_the_same(document: Document) -> None:
    table = table_of(document)
    found = evaluate(document)
    (only,) = found["steps"]
    needed = oracle.cards_needed(table)
    assert only["cards_needed"] == (sum(table.odd.values()) if needed else 0)
    assert found["final"] is not needed
    if not needed:
        due = oracle.due(table, sorted(table.odd))
        assert awards(only) == due.awards
        assert rescues(only).keys() == due.rescues.keys()


def strengths(document: Document, seat: str) -> list[tuple[int, int]]:
    """A seat's best card and its extra cards after it."""
    extra = document.get("tiebreak", {}).get(seat, [])
    return [max(map(oracle.strength, document["cards"][seat])), *map(oracle.strength, extra)]


@settings(max_examples=150)
@given(dealt_races(most_seats=5, decks=2), st.randoms(use_true_random=False))
def test_ties_matter_exactly_when_the_tied_would_be_paid_differently(
    document: Document, random: Any
) -> None:
    if not document.get("cards"):
        return
    # Make ties likely: seats hold copies of the best cards of the first.
    numbers = list(document["cards"])
    best = max(document["cards"][numbers[0]], key=oracle.strength)
    dealt = Counter(card for hand in document["cards"].values() for card in hand)
    if len(numbers) > 1 and dealt[best] == 1:
        hand = document["cards"][numbers[1]]
        hand[0] = best
        document["cards"][numbers[1]] = hand
    table = table_of(document)
    order = sorted(numbers, key=lambda one: strengths(document, one), reverse=True)
    tops = {one: strengths(document, one) for one in numbers}
    rankings = [
        [int(one) for one in ranking]
        for ranking in permutations(order)
        if all(tops[a] >= tops[b] for a, b in pairwise(ranking))
    ]
    found = evaluate(document)
    (only,) = found["steps"]
    assert found["final"] is oracle.same_for_all(table, rankings)
    assert bool(only["tie"]) is not found["final"]
    for one in only["tie"]:
        assert sum(tops[str(one)] == tops[other] for other in numbers) > 1
    if only["tie"]:
        # One more card each, all different, settles it.
        used = Counter(card for hand in document["cards"].values() for card in hand)
        free = [rank + suit for rank in "23456789" for suit in "cdhs" if not used[rank + suit]]
        random.shuffle(free)
        tiebreak = {str(one): [free.pop()] for one in only["tie"]} if len(free) > 4 else {}
        settled = evaluate({**document, "tiebreak": tiebreak})
        assert settled["final"] is bool(tiebreak)
        if tiebreak:
            order = sorted(
                numbers,
                key=lambda one: strengths({**document, "tiebreak": tiebreak}, one),
                reverse=True,
            )
            due = oracle.due(table, [int(one) for one in order])
            assert awards(settled["steps"][0]) == due.awards


@given(dealt_races(procedures=ALL_PROCEDURES))
def test_a_list_with_one_denomination_is_the_same_race(document: Document) -> None:
    removed = document["removed"]
    listed: Document = {**document, "removed": [removed]}
    listed["seats"] = [
        {name: value for name, value in one.items() if name != "count"}
        | {"chips": {str(removed): one["count"]}}
        for one in document["seats"]
    ]
    if "cards" in document:
        listed["cards"] = {str(removed): document["cards"]}
    assert evaluate(listed) == evaluate(document)


@given(ANY_RACE)
def test_a_race_read_back_gives_the_same_result(document: Document) -> None:
    assert evaluate(input_document(document)) == evaluate(document)
    assert input_document(input_document(document)) == input_document(document)


@given(dealt_races(chips=st.sampled_from([one for one in CHIPS if one[1][0] % one[0] == 0])))
def test_winners_and_totals_agree_with_the_cards(document: Document) -> None:
    found = evaluate(document)
    if not found["final"]:
        return
    (only,) = found["steps"]
    bare = {name: value for name, value in document.items() if name != "cards"}
    winners = sorted(awards(only))
    named = evaluate({**bare, "winners": winners})
    same = ("drift", "drift_terms", "received", "bank", "band", "paid_for_odd", "odd_taken")
    assert {name: named[name] for name in same} == {name: found[name] for name in same}
    assert rescues(named["steps"][0]).keys() == rescues(only).keys()
    rules = found["options"]
    if (rules["award_limit"], rules["last_chip"]) != ("one_per_player", "table_leftover"):
        return
    del bare["seats"]
    total = evaluate(
        {
            **bare,
            "odd_total": only["odd_chips"],
            "winners": winners,
            "rescued": sorted(rescues(only)),
        }
    )
    same = ("drift", "drift_terms", "paid_for_odd", "odd_taken")
    assert {name: total[name] for name in same} == {name: found[name] for name in same}
    assert total["steps"][0]["pool"] == only["pool"]


@given(
    dealt_races(),
    st.integers(0, 30),
    st.lists(st.integers(0, 12), min_size=2, max_size=2),
)
def test_rounding_leaves_the_collector_exactly_even(
    document: Document, sets: int, own: list[int]
) -> None:
    odd = odd_of(document)
    collector = document["seats"][0]["seat"]
    seats = [
        {
            **{name: value for name, value in one.items() if name != "count"},
            "odd": odd.get(one["seat"], 0),
        }
        for one in document["seats"]
    ]
    gives = evaluate(document)["steps"][0]["set"]["gives"]
    pile = sum(odd.values()) + sets * gives
    stack = {str(chip): count for chip, count in zip(document["in_play"], own, strict=False)}
    found = evaluate(
        {
            **document,
            "seats": seats,
            "rules": {**document["rules"], "supplier": "collector"},
            "collector": {"seat": collector, "pile": pile, "own": stack},
        }
    )
    if not found["final"]:
        return
    (only,) = found["steps"]
    assert collector not in only["at_risk"]
    settled = found["settlement"]
    paid = worth(settled["pays"]) + worth(settled["must_add"]) - worth(settled["takes_own"])
    from_pool = sum(source == "pool" for _, source in rescues(only).values())
    out_of_own = (sum(awards(only).values()) + from_pool) * only["target"]
    # Sets that were gathered at equal value, and every chip of the race: no more, no less.
    assert paid == settled["x"] == sets * gives * document["removed"] + out_of_own
    assert worth(found["bank"]["pays"]) - worth(found["bank"]["takes"]) == found["drift"]
    assert all(count <= stack.get(chip, 0) for chip, count in settled["takes_own"].items())
    assert not (settled["takes_own"] and settled["must_add"])
    assert set(settled["pays"]) <= {str(max(document["in_play"]))}

"""Random races: any ruleset that is allowed, whole ratios and others, one to twelve seats."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from colorup.engine.cards import DECK
from colorup.engine.chips import complete_set
from tests.engine import oracle

# Removed, in play, target or none: whole ratios, others, and a denomination skipped.
CHIPS: list[tuple[int, list[int], int | None]] = [
    (25, [100, 500], None),
    (5, [25, 100], None),
    (50, [100], None),
    (100, [500, 1000], None),
    (500_000, [1_000_000], None),
    (25, [100, 500], 500),
    (10, [25, 100], None),
    (20, [25, 50], None),
    (2000, [5000], None),
    (20, [50], None),
]
RATIOS = st.sampled_from(CHIPS)
SEATS = st.lists(st.integers(1, 12), min_size=1, max_size=12, unique=True)


@st.composite
def rules(draw: st.DrawFn, procedures: tuple[str, ...] = ("race",)) -> dict[str, Any]:
    """Options of a ruleset that decide about a race; refused combinations are never drawn."""
    made: dict[str, Any] = {
        "procedure": draw(st.sampled_from(procedures)),
        "first_seat": draw(st.sampled_from(["seat_1", "small_blind", "button"])),
        "exchange_in": draw(st.sampled_from(["target", "fewest"])),
        "rescue_chip": draw(st.sampled_from(["lowest_in_play", "race_target"])),
    }
    if draw(st.integers(0, 3)) == 0:
        made["last_chip"] = "holder_half"
    else:
        roundings = ["half_up", "more_than_half", "up", "down"]
        made["pool_rounding"] = draw(st.sampled_from(roundings))
        made["award_limit"] = draw(
            st.sampled_from(["one_per_player", "one_per_player", "winner_takes_all"])
        )
        made["surplus"] = draw(st.sampled_from(["forfeit", "second_round"]))
    if draw(st.booleans()):
        made |= {"rescue_source": "pool_first", "rescue_chip": "race_target"}
    return made


@st.composite
def counted_races(
    draw: st.DrawFn,
    procedures: tuple[str, ...] = ("race",),
    most_seats: int = 12,
    chips: st.SearchStrategy[tuple[int, list[int], int | None]] = RATIOS,
) -> dict[str, Any]:
    """A race as it stands at the count: every seat counted, no cards yet."""
    removed, in_play, target = draw(chips)
    numbers = draw(st.lists(st.integers(1, 12), min_size=1, max_size=most_seats, unique=True))
    gives = complete_set(removed, target or in_play[0]).gives
    most = min(gives * 3, 60)
    seats = []
    for number in numbers:
        entry: dict[str, Any] = {"seat": number, "count": draw(st.integers(0, most))}
        if (other := draw(st.sampled_from([None, 0, 0, 100]))) is not None:
            entry["other"] = other
        seats.append(entry)
    document: dict[str, Any] = {
        "removed": removed,
        "in_play": in_play,
        "rules": draw(rules(procedures)),
        "seats": seats,
        "button": draw(st.integers(1, 12)),
    }
    return document if target is None else {**document, "target": target}


def odd_of(document: dict[str, Any]) -> dict[int, int]:
    """Seat → odd chips of every racer."""
    target = document.get("target") or document["in_play"][0]
    gives = complete_set(document["removed"], target).gives
    odd = {one["seat"]: one["count"] % gives for one in document["seats"]}
    return {number: count for number, count in odd.items() if count}


@st.composite
def dealt_races(
    draw: st.DrawFn, most_seats: int = 12, decks: int = 1, **more: Any
) -> dict[str, Any]:
    """A race with every card; where the decks do not suffice, without any."""
    document = draw(counted_races(most_seats=most_seats, **more))
    document["rules"]["decks"] = decks
    deck = [str(card) for card in DECK] * decks
    draw(st.randoms(use_true_random=False)).shuffle(deck)
    odd = odd_of(document)
    if sum(odd.values()) <= len(deck):
        document["cards"] = {
            str(number): [deck.pop() for _ in range(count)] for number, count in odd.items()
        }
    return document


def table_of(document: dict[str, Any]) -> oracle.Table:
    """The race as the oracle reads it, worked out from the document alone."""
    target = document.get("target") or document["in_play"][0]
    odd = odd_of(document)
    at_risk = {
        one["seat"]
        for one in document["seats"]
        if one.get("other") == 0 and one["count"] == odd.get(one["seat"])
    }
    return oracle.Table(document["removed"], target, odd, frozenset(at_risk), document["rules"])

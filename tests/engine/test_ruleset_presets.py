"""The options of a ruleset, the refused combinations, the shipped presets and who says so."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from colorup.engine.presets import DEFAULT_SLUG, PRESETS
from colorup.engine.problems import Problems
from colorup.engine.ruleset import (
    OPTIONS,
    Evidence,
    PoolRounding,
    Ruleset,
    evidence_suffices,
    make_ruleset,
)

# RULES.md, "Ruleset options": values with the default first; `when` is free text.
TABLE: dict[str, tuple[str | int, ...]] = {
    "procedure": ("race", "round_up_each", "round_nearest_each", "leave_in_play", "forfeit"),
    "first_seat": ("seat_1", "small_blind", "button"),
    "pool_rounding": ("half_up", "more_than_half", "up", "down"),
    "last_chip": ("table_leftover", "holder_half"),
    "award_limit": ("one_per_player", "winner_takes_all"),
    "surplus": ("forfeit", "second_round"),
    "rescue_source": ("bank", "pool_first"),
    "rescue_chip": ("lowest_in_play", "race_target"),
    "decks": (1, 2),
    "exchange_in": ("target", "fewest"),
    "supplier": ("bank", "collector"),
    "late_chips": ("equal_value", "exact_only", "director"),
    "arrival": ("race_first", "equal_value", "round_up"),
    "freeze": ("none", "all_in_only"),
    "evidence": ("winners", "best_cards", "cards", "totals"),
    "dealing": ("physical", "either"),
    "two_person": ("off", "on"),
    "when": (),
}


def test_every_option_has_its_values_the_default_first() -> None:
    assert {name: one.choices for name, one in OPTIONS.items()} == TABLE
    assert list(OPTIONS) == list(TABLE)
    defaults = {name: values[0] if values else "at the break" for name, values in TABLE.items()}
    assert Ruleset().as_dict() == defaults
    assert {name: one.default for name, one in OPTIONS.items()} == defaults


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in TABLE.items() for value in values]
)
def test_every_value_can_be_chosen(name: str, value: str | int) -> None:
    partners = {"pool_first": {"rescue_chip": "race_target"}}.get(str(value), {})
    chosen = make_ruleset(Ruleset(), {name: value, **partners})
    assert chosen.as_dict()[name] == value
    assert chosen.changes_from(Ruleset()) == (
        {} if value == TABLE[name][0] else {name: value, **partners}
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("pool_rounding", "half-up"),
        ("pool_rounding", "HALF_UP"),
        ("pool_rounding", None),
        ("pool_rounding", ["half_up"]),
        ("pool_rounding", {}),
        ("decks", True),
        ("decks", 1.0),
        ("decks", "1"),
        ("decks", 3),
        ("decks", 0),
        ("two_person", True),
        ("two_person", False),
        ("when", 5),
        ("when", None),
        ("when", "x" * 201),
        ("no_such_option", "race"),
        ("", ""),
    ],
)
def test_a_value_that_an_option_does_not_have_is_refused(name: str, value: object) -> None:
    with pytest.raises(Problems) as refused:
        make_ruleset(Ruleset(), {name: value})
    assert refused.value.codes == ("bad_option",)


def test_all_wrong_options_are_refused_together() -> None:
    with pytest.raises(Problems) as refused:
        make_ruleset(Ruleset(), {"decks": 3, "surplus": "keep", "x": 1, "when": 2})
    assert refused.value.codes == ("bad_option",) * 4


HOLDER = {"last_chip": "holder_half"}


@pytest.mark.parametrize(
    ("changes", "sentences"),
    [
        (HOLDER, []),
        ({**HOLDER, "pool_rounding": "more_than_half"}, ["holder_half_rounding"]),
        ({**HOLDER, "pool_rounding": "up"}, ["holder_half_rounding"]),
        ({**HOLDER, "pool_rounding": "down"}, ["holder_half_rounding"]),
        ({**HOLDER, "award_limit": "winner_takes_all"}, ["holder_half_winner_takes_all"]),
        ({**HOLDER, "surplus": "second_round"}, ["holder_half_second_round"]),
        (
            {**HOLDER, "surplus": "second_round", "pool_rounding": "up"},
            ["holder_half_rounding", "holder_half_second_round"],
        ),
        ({"rescue_source": "pool_first"}, ["pool_first_lowest"]),
        ({"rescue_source": "pool_first", "rescue_chip": "race_target"}, []),
        ({"award_limit": "winner_takes_all", "surplus": "second_round"}, []),
    ],
)
def test_refused_combinations(changes: dict[str, object], sentences: list[str]) -> None:
    try:
        make_ruleset(Ruleset(), changes)
        found: list[str] = []
    except Problems as problems:
        found = [one.key for one in problems]
    assert found == [f"bad_option.{one}" for one in sentences]


def test_a_combination_is_refused_on_top_of_a_preset_too() -> None:
    with pytest.raises(Problems, match=r"^bad_option\.pool_first_lowest$"):
        make_ruleset(PRESETS["roberts"].ruleset, {"rescue_chip": "lowest_in_play"})


def test_a_ruleset_cannot_be_changed_in_place() -> None:
    with pytest.raises(FrozenInstanceError):
        Ruleset().pool_rounding = PoolRounding.UP  # type: ignore[misc]


@pytest.mark.parametrize(
    ("reached", "meets"),
    [
        (None, ["totals", "winners", "best_cards", "cards"]),
        ("cards", ["totals", "winners", "best_cards", "cards"]),
        ("best_cards", ["totals", "winners", "best_cards"]),
        ("winners", ["totals", "winners"]),
        ("totals", ["totals"]),
    ],
)
def test_more_evidence_is_always_welcome(reached: str | None, meets: list[str]) -> None:
    level = None if reached is None else Evidence(reached)
    order = ("totals", "winners", "best_cards", "cards")
    assert [one for one in order if evidence_suffices(level, Evidence(one))] == meets


# RULES.md, "Presets to ship": what differs from the defaults; and which options the source names.
POOL_FIRST = {"rescue_source": "pool_first", "rescue_chip": "race_target"}
DIRECTOR = {"late_chips": "director"}
TDA_SAYS = {"first_seat", "rescue_chip", "late_chips", "award_limit"}
FULL = {
    *("procedure", "first_seat", "pool_rounding", "rescue_source", "rescue_chip", "award_limit"),
}
SHIPPED: dict[str, tuple[dict[str, Any], set[str]]] = {
    "tda-2026": ({}, TDA_SAYS),
    "wsop-2024": ({}, TDA_SAYS),
    "roberts": ({**POOL_FIRST, **DIRECTOR}, FULL),
    "roberts-holder-half": ({**POOL_FIRST, **DIRECTOR, **HOLDER}, FULL),
    "home-poker-tourney": (
        {"pool_rounding": "more_than_half", "rescue_chip": "race_target", **DIRECTOR},
        FULL,
    ),
    "france": (
        {"supplier": "collector", "freeze": "all_in_only", "when": "at the start of a level"},
        FULL | {"late_chips", "supplier", "freeze", "when"},
    ),
    "wikipedia-classic": (
        {
            "first_seat": "small_blind",
            "pool_rounding": "more_than_half",
            **POOL_FIRST,
            **DIRECTOR,
        },
        FULL,
    ),
    "wikipedia-2020s": (DIRECTOR, FULL - {"rescue_source"}),
    "pokerstars-live-2018": (
        {"late_chips": "exact_only"},
        {"procedure", "first_seat", "rescue_chip", "late_chips", "award_limit"},
    ),
    "always-up": (
        {
            "first_seat": "small_blind",
            "pool_rounding": "up",
            "rescue_chip": "race_target",
            **DIRECTOR,
        },
        FULL - {"rescue_source"},
    ),
    "round-everyone-up": (
        {"procedure": "round_up_each", "rescue_chip": "race_target", **DIRECTOR},
        {"procedure"},
    ),
    "leave-in-play": ({"procedure": "leave_in_play", **DIRECTOR}, {"procedure"}),
}


def test_the_presets_of_the_rules_are_shipped_in_their_order() -> None:
    assert list(PRESETS) == list(SHIPPED)
    assert DEFAULT_SLUG == "tda-2026"


@pytest.mark.parametrize("slug", SHIPPED)
def test_a_preset_holds_its_sources_options_and_says_whose_they_are(slug: str) -> None:
    changes, by_source = SHIPPED[slug]
    preset = PRESETS[slug]
    assert preset.slug == slug
    assert preset.ruleset.changes_from(Ruleset()) == changes
    assert {name for name, says in preset.says.items() if says == "source"} == by_source
    assert list(preset.says) == list(TABLE)
    assert set(preset.says.values()) == {"source", "house"}


@pytest.mark.parametrize("slug", SHIPPED)
def test_no_preset_is_a_refused_combination(slug: str) -> None:
    ruleset = PRESETS[slug].ruleset
    assert make_ruleset(Ruleset(), dict(ruleset.as_dict())) == ruleset

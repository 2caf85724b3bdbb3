"""Published and worked cases: every value that a case states."""

from __future__ import annotations

from typing import Any

import pytest

from colorup.engine.chips import value_of
from colorup.engine.collector import settle
from colorup.engine.drift import race_band
from colorup.engine.presets import PRESETS
from colorup.engine.problems import Problems
from colorup.formats.race_json import evaluate, input_document
from tests.engine.races import cases

MORE = cases("more.json")
OTHER = cases("other.json")


def by_seat(entries: list[dict[str, Any]] | None) -> dict[str, int] | None:
    return None if entries is None else {str(one["seat"]): one["chips"] for one in entries}


def stated(step: dict[str, Any], name: str) -> Any:
    """What a result's step holds under the name that the cases use."""
    if name == "awards":
        return by_seat(step["awards"])
    if name == "rescued":
        return step["rescues"] and sorted(one["seat"] for one in step["rescues"])
    if name == "cards_needed":
        return step["cards_needed"] > 0
    return step[name]


def read(result: dict[str, Any], expect: dict[str, Any]) -> dict[str, Any]:
    """The result reduced to what `expect` states, in its own notation."""
    found: dict[str, Any] = {}
    for name, wanted in expect.items():
        if name == "steps":
            found["steps"] = [
                {one: stated(step, one) for one in stated_of}
                for step, stated_of in zip(result["steps"], wanted, strict=True)
            ]
        elif name in result:
            found[name] = result[name]
        else:
            (only,) = result["steps"]
            found[name] = stated(only, name)
    return found


def named(entries: list[dict[str, Any]]) -> list[Any]:
    return [pytest.param(one, id=one["id"]) for one in entries]


@pytest.mark.parametrize("case", named([*cases("races.json"), *MORE["races"], *MORE["outputs"]]))
def test_a_case_comes_out_as_stated(case: dict[str, Any]) -> None:
    assert read(evaluate(case["input"]), case["expect"]) == case["expect"]


@pytest.mark.parametrize("case", named([*cases("races.json"), *MORE["outputs"]]))
def test_a_case_read_back_gives_the_same_result(case: dict[str, Any]) -> None:
    assert evaluate(input_document(case["input"])) == evaluate(case["input"])


@pytest.mark.parametrize("case", [pytest.param(one, id=one["about"]) for one in MORE["errors"]])
def test_a_wrong_case_is_refused_with_its_codes(case: dict[str, Any]) -> None:
    with pytest.raises(Problems) as refused:
        evaluate(case["input"])
    assert sorted(refused.value.codes) == case["codes"]


@pytest.mark.parametrize(
    "case", [pytest.param(one, id=str(one["x"])) for one in OTHER["collector"]]
)
def test_a_collector_is_settled_as_stated(case: dict[str, Any]) -> None:
    own = {int(chip): count for chip, count in case["own"].items()}
    settled = settle(case["x"], tuple(case["in_play"]), own)
    wanted = case["settlement"]
    found = {"pays": settled.pays, "takes_own": settled.takes_own, "must_add": settled.must_add}
    assert {name: {str(one): count for one, count in found[name].items()} for name in wanted} == (
        wanted
    )
    given = value_of(settled.pays) + value_of(settled.must_add) - value_of(settled.takes_own)
    assert given == case["x"]


@pytest.mark.parametrize(
    "case",
    [pytest.param(one, id=f"{one['removed']}-{one['target']}") for one in OTHER["drift_bounds"]],
)
def test_the_drift_band_is_as_stated(case: dict[str, int]) -> None:
    band = race_band(case["removed"], case["target"], PRESETS["tda-2026"].ruleset)
    assert (band.least, band.most) == (case["min"], case["max"])


def test_the_published_exchange_error_of_2006_is_refused() -> None:
    # 100 chips of 5,000 were paid with 40 chips of 25,000: 500,000 in, 1,000,000 out.
    wrong = OTHER["wrong_exchange"]
    document = {
        "removed": 5000,
        "in_play": [25000],
        "seats": [{"seat": 1, "count": wrong["gives"]["5000"]}],
        "picked_up": wrong["gives"],
    }
    assert evaluate({**document, "handed_over": {"25000": 20}})["drift"] == 0
    with pytest.raises(Problems) as refused:
        evaluate({**document, "handed_over": wrong["gets"]})
    assert refused.value.codes == ("bad_pickup",)

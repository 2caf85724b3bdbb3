"""``python -m colorup race FILE``: one table's race."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from typing import Any

from colorup.engine.cards import shown
from colorup.formats.fields import load_json
from colorup.formats.race_json import evaluate, input_document
from colorup.verbs import Answer, read_bytes


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a race as JSON; - reads standard input")
    parser.add_argument(
        "--with-input", action="store_true", help="add the race as it was read to the JSON"
    )


def run(options: Namespace) -> Answer:
    """Evaluate the race in the file; raises `Problems`."""
    document = load_json(read_bytes(options.file))
    result = evaluate(document)
    text = "\n".join(_lines(result))
    if options.with_input:
        result["input"] = input_document(document)
    return Answer(result, text)


def _lines(result: Mapping[str, Any]) -> Iterator[str]:
    changed = ", modified" if result["modified"] else ""
    yield f"Ruleset {result['ruleset']}{changed}"
    for step in result["steps"]:
        yield ""
        yield from _step_lines(step)
    yield ""
    for one in result["why"]:
        yield f"Seat {one['seat']:>2}  {one['text']}"
    yield ""
    yield from _sum_lines(result)
    for one in result["warnings"]:
        yield f"Warning: {one['message']}"


def _step_lines(step: Mapping[str, Any]) -> Iterator[str]:
    if step["set"] is None:
        yield f"{step['removed']}s leave: everything is exchanged at equal value, no race."
        return
    gives, gets = step["set"]["gives"], step["set"]["gets"]
    yield f"{step['removed']} → {step['target']}: {gives} for {gets}"
    pool = "" if step["pool"] is None else f", pool {step['pool']} × {step['target']}"
    yield f"  odd chips  {step['odd_chips']} = {step['odd_value']}{pool}"
    if step["cards_needed"]:
        order = step["deal_order"]
        seats = "seat order unknown" if order is None else "seats " + _seats(order)
        yield f"  cards      {step['cards_needed']}, {seats}"
    if step["ranking"]:
        ranked = (f"{shown(one['card'])} seat {one['seat']}" for one in step["ranking"])
        yield f"  ranking    {', '.join(ranked)}"
    if step["tie"]:
        yield f"  tie        seats {_seats(step['tie'])}: one more card each"
    if step["at_risk"]:
        yield f"  at risk    seats {_seats(step['at_risk'])}"
    for name in ("awards", "rescues"):
        if step[name]:
            chips = (
                f"seat {one['seat']} {one.get('chips', 1)} × {one.get('chip', step['target'])}"
                + (f" from the {one['from']}" if "from" in one else "")
                for one in step[name]
            )
            yield f"  {name:<10} {', '.join(chips)}"
    if step["unawarded"]:
        yield f"  unawarded  {step['unawarded']} × {step['target']}"


def _sum_lines(result: Mapping[str, Any]) -> Iterator[str]:
    if not result["final"]:
        waiting = f", cards missing: seats {_seats(result['missing'])}" if result["missing"] else ""
        yield f"Not final yet{waiting}."
        return
    terms = ", ".join(
        f"{name.replace('_', ' ')} {value:+}"
        for name, value in result["drift_terms"].items()
        if value
    )
    yield f"Drift {result['drift']:+}" + (f" ({terms})" if terms else "")
    if result["band"]:
        yield f"Band without rescues {result['band']['min']:+} … {result['band']['max']:+}"
    if result["bank"]:
        yield f"Bank pays {_chips(result['bank']['pays'])}, takes {_chips(result['bank']['takes'])}"
    if result["settlement"]:
        settled = result["settlement"]
        yield (
            f"Collector: {settled['x']} paid as {_chips(settled['pays'])},"
            f" own chips taken: {_chips(settled['takes_own'])}"
        )
        if settled["must_add"]:
            yield f"Against the rule, to be added: {_chips(settled['must_add'])}"
    yield f"Evidence: {result['evidence'] or 'none needed'}"


def _seats(seats: list[int]) -> str:
    return ", ".join(map(str, seats))


def _chips(chips: Mapping[str, int]) -> str:
    return " + ".join(f"{count} × {one}" for one, count in chips.items()) or "nothing"

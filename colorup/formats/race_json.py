"""A race from its JSON document to the document of its result (FORMATS, "A race").

`evaluate` is what the command line, the application and the tests call.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from colorup.engine.cards import Card
from colorup.engine.cascade import Race, RaceResult, run_race
from colorup.engine.explain import story
from colorup.engine.presets import DEFAULT_SLUG
from colorup.engine.problems import Findings, brief
from colorup.engine.race import StepResult
from colorup.engine.step import Totals
from colorup.formats.fields import denomination_of_key, is_seat, seat_of_key
from colorup.formats.race_input import FIELDS, ReadRace, read_fields
from colorup.wording import say, say_problem

Hands = dict[int, tuple[Card, ...]]


def read_race(document: Mapping[str, Any]) -> tuple[ReadRace, Race]:
    """The race in `document`; raises `Problems`: the fields' first, then those of the cards and
    winners themselves (bad_card, bad_winners)."""
    read = read_fields(document)
    findings = Findings()
    several = isinstance(document.get("removed"), list)
    cards = _hands_by_step(findings, document, "cards", read.race, several)
    tiebreak = _hands_by_step(findings, document, "tiebreak", read.race, several)
    spoiled_tiebreak = bool(findings.found)
    winners = _winners(findings, document, read.race, several=several)
    totals = _totals(findings, document)
    race = replace(read.race, cards=cards, tiebreak=tiebreak, winners=winners, totals=totals)
    if findings.found:
        # What cannot be read hides nothing else that is wrong.  It stands as not yet recorded, and
        # nothing that follows from it is looked at.
        readable = replace(race, handed_over=None, tiebreak={} if spoiled_tiebreak else tiebreak)
        with findings.collecting():
            run_race(readable)
        findings.raise_if_any()
    return read, race


def evaluate(document: Mapping[str, Any]) -> dict[str, Any]:
    """The result document of a race document; raises `Problems` with everything that is wrong."""
    read, race = read_race(document)
    return result_document(read, run_race(race))


def _hands_by_step(
    findings: Findings, document: Mapping[str, Any], name: str, race: Race, several: bool
) -> dict[int, Hands]:
    if name not in document:
        return {}
    given = document[name]
    if not isinstance(given, dict):
        findings.add("bad_card.not_an_object", field=name)
        return {}
    nested = several and any(isinstance(one, dict) for one in given.values())
    if not nested and len(race.removed) == 1:
        return {race.removed[0]: _hands(findings, given)}
    hands: dict[int, Hands] = {}
    for key, one in given.items():
        removed = denomination_of_key(key)
        if removed not in race.removed or not isinstance(one, dict):
            findings.add("bad_card.by_denomination", field=name, value=brief(key))
        elif removed is not None:
            hands[removed] = _hands(findings, one)
    return hands


def _hands(findings: Findings, given: Mapping[str, Any]) -> Hands:
    hands: Hands = {}
    for key, texts in given.items():
        seat = seat_of_key(key)
        if seat is None:
            findings.add("bad_seat", value=brief(key))
        elif not isinstance(texts, list):
            findings.add("bad_card.not_a_list", seat, seat=seat, value=brief(texts))
        else:
            cards = [_card(findings, seat, text) for text in texts]
            if None not in cards:
                hands[seat] = tuple(card for card in cards if card)
    return hands


def _card(findings: Findings, seat: int, text: object) -> Card | None:
    try:
        if isinstance(text, str):
            return Card.parse(text)
    except ValueError:
        pass
    findings.add("bad_card", seat, seat=seat, value=brief(text))
    return None


def _winners(
    findings: Findings, document: Mapping[str, Any], race: Race, *, several: bool
) -> dict[int, tuple[int, ...]] | None:
    if "winners" not in document or "odd_total" in document:
        return None
    given = document["winners"]
    if len(race.removed) == 1 and not (several and isinstance(given, dict)):
        given = {str(race.removed[0]): given}
    if not isinstance(given, dict):
        findings.add("bad_winners.by_denomination")
        return None
    winners: dict[int, tuple[int, ...]] = {}
    for key, seats in given.items():
        removed = denomination_of_key(key)
        if removed is None or removed not in race.removed:
            findings.add("bad_winners.by_denomination")
        elif (read := _seat_list(findings, seats)) is not None:
            winners[removed] = read
    return winners


def _seat_list(
    findings: Findings, given: object, wrong: str = "bad_winners.not_seats"
) -> tuple[int, ...] | None:
    if not isinstance(given, list) or not all(is_seat(one) for one in given):
        findings.add(wrong, value=brief(given))
        return None
    return tuple(given)


def _totals(findings: Findings, document: Mapping[str, Any]) -> Totals | None:
    if "odd_total" not in document:
        return None
    winners = _seat_list(findings, document["winners"]) if "winners" in document else None
    rescued = _seat_list(findings, document.get("rescued", []), "bad_winners.rescued_not_seats")
    return Totals(document["odd_total"], winners, tuple(sorted(rescued or ())))


def result_document(read: ReadRace, result: RaceResult) -> dict[str, Any]:
    """The result as FORMATS.md promises it."""
    final = result.final
    document: dict[str, Any] = {
        "ruleset": read.slug,
        "modified": read.modified,
        "options": read.race.ruleset.as_dict(),
        "evidence": result.evidence.value if result.evidence else None,
        "final": final,
        "missing": list(result.missing),
        "steps": [_step_document(one) for one in result.steps],
        "received": None
        if result.received is None
        else [{"seat": seat, "value": value} for seat, value in result.received.items()],
        "paid_for_odd": result.paid_for_odd,
        "odd_taken": result.odd_taken,
        "drift": result.drift,
        "drift_terms": result.terms
        and {
            "rounded_up": result.terms.rounded_up,
            "rounded_down": result.terms.rounded_down,
            "rescue": result.terms.rescue,
            "surplus_forfeited": result.terms.surplus_forfeited,
        },
        "band": result.band and {"min": result.band.least, "max": result.band.most},
        "bank": result.bank
        and {"pays": chips_document(result.bank.pays), "takes": chips_document(result.bank.takes)},
        "settlement": result.settlement
        and {
            "x": result.settlement.x,
            "pays": chips_document(result.settlement.pays),
            "takes_own": chips_document(result.settlement.takes_own),
            "must_add": chips_document(result.settlement.must_add),
        },
    }
    document["why"] = _why(document)
    document["warnings"] = [
        {"code": one.code, "message": say_problem(one)}
        | ({} if one.seat is None else {"seat": one.seat})
        for one in result.warnings
    ]
    return document


def _why(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Each seat's story in one text, in a cascade step after step."""
    texts: dict[int, list[str]] = {}
    for one in story(document):
        texts.setdefault(one.seat, []).extend(map(say, one.messages))
    return [{"seat": seat, "text": " ".join(said)} for seat, said in texts.items()]


def _step_document(result: StepResult) -> dict[str, Any]:
    step = result.step
    pool = step.pool
    full, left = divmod(step.odd_value, step.target) if step.target else (0, 0)
    order = step.deal_order
    return {
        "removed": step.removed,
        "target": step.target,
        "set": step.set and {"gives": step.set.gives, "gets": step.set.gets},
        "exchange": [
            {
                "seat": one.seat,
                "hands_in": one.hands_in,
                "receives": None if one.receives is None else chips_document(one.receives),
                "odd": one.odd,
            }
            for one in step.exchanges()
        ],
        "odd_chips": step.odd_chips,
        "odd_value": step.odd_value,
        "full": full,
        "left": left,
        "pool": None if pool is None else pool.chips,
        "unawarded": result.unawarded,
        "cards_needed": step.odd_chips if step.needs_cards else 0,
        "deal_order": None if order is None else list(order),
        "ranking": [{"seat": seat, "card": str(card)} for seat, card in result.ranking],
        "tie": list(result.tie),
        "at_risk": list(step.at_risk),
        "awards": None
        if result.awards is None
        else [{"seat": one.seat, "chips": one.chips, "card": one.card} for one in result.awards],
        "rescues": None
        if result.rescues is None
        else [{"seat": one.seat, "chip": one.chip, "from": one.source} for one in result.rescues],
    }


def chips_document(chips: Mapping[int, int]) -> dict[str, int]:
    """Denomination → chips, as a document holds it: keys are strings, ascending."""
    return {str(denomination): chips[denomination] for denomination in sorted(chips)}


def input_document(document: Mapping[str, Any]) -> dict[str, Any]:
    """The race as it was read, for ``--with-input``: fields in the order of FORMATS.md, cards in
    one spelling.  Evaluating it gives the same result as `document`."""
    made = {name: document[name] for name in FIELDS if name in document}
    made.setdefault("ruleset", DEFAULT_SLUG)
    for name in ("cards", "tiebreak"):
        if name in made:
            made[name] = _spelled(made[name])
    return made


def _spelled(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _spelled(one) for key, one in value.items()}
    return [str(Card.parse(one)) for one in value]

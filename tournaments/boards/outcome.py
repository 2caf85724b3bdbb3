"""A final result as the floor acts on it: what to put down, what to pick up, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from colorup.engine.chips import add_chips, net
from colorup.engine.explain import story
from colorup.engine.ruleset import Procedure
from tournaments.boards.chain import payments_due, payments_made
from tournaments.boards.chips import Pile, piles
from tournaments.boards.settled import Settled, bank_of, settled_of
from tournaments.boards.warned import warnings_of
from tournaments.boards.words import evidence_word
from tournaments.models import TableRace
from tournaments.querysets import ARRIVAL, DRIFT_TERMS, LATE
from tournaments.sentences import in_digits, say


@dataclass(frozen=True, slots=True)
class PlanSeat:
    """One seat as the drawn table takes it."""

    number: int
    card: str
    result: str
    state: str
    href: str


@dataclass(frozen=True, slots=True)
class Why:
    """What decided about one seat, a sentence for each denomination, and where its whole story is.

    `rank` is its place among the cards; None where it had none or none were needed.
    """

    seat: int
    player: str
    texts: tuple[str, ...]
    href: str
    rank: int | None


@dataclass(frozen=True, slots=True)
class DueLine:
    """What one seat was due and what it was paid, in chips of the target and rescue chips.

    `removed` is the denomination of the step; where several leave, the names of the form's fields
    hold it, and only the last step has rescues.
    """

    removed: int
    seat: int
    player: str
    awards_due: int
    rescues_due: int
    awards_paid: int
    rescues_paid: int
    awards_name: str
    rescues_name: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of the race; values are signed where they are differences."""

    plan: tuple[PlanSeat, ...]
    put_down: tuple[Pile, ...]
    pick_up: tuple[Pile, ...]
    why: tuple[Why, ...]
    drift: int
    terms: tuple[tuple[str, int], ...]
    band: tuple[int, int] | None
    evidence: str
    due: tuple[DueLine, ...]
    adjustment: int
    warnings: tuple[str, ...]
    bank_pays: tuple[Pile, ...]
    bank_takes: tuple[Pile, ...]
    settled: Settled | None = None

    @property
    def put_down_drawn(self) -> tuple[tuple[int, int, str], ...]:
        return tuple(pile.as_drawn() for pile in self.put_down)

    @property
    def pick_up_drawn(self) -> tuple[tuple[int, int, str], ...]:
        return tuple(pile.as_drawn() for pile in self.pick_up)


TERMS = (*DRIFT_TERMS, LATE, ARRIVAL)


def term_word(term: str) -> str:
    """A term of drift as people say it."""
    return {
        "rounded_up": _("rounded up"),
        "rounded_down": _("rounded down"),
        "rescue": _("rescue"),
        "surplus_forfeited": _("surplus lost"),
        "adjustment": _("paid otherwise"),
        LATE: _("late chips"),
        ARRIVAL: _("arrivals"),
    }[term]


def outcome_of(race: TableRace, shades: Mapping[int, str]) -> Outcome:
    """The outcome of a race whose result is final."""
    result = race.result
    assert result is not None
    steps = result["steps"]
    paid = race.paid or {}
    adjustment = paid.get("adjustment", 0)
    terms = {**result["drift_terms"], "adjustment": adjustment}
    settled = settled_of(race.input or {}, result, shades)
    bank_pays, bank_takes = bank_of(result, settled, shades)
    if settled is not None:
        # Awards pass from player to player: what the floor moves is the collector's pile.
        put_down, pick_up = bank_pays, bank_takes
    elif len(steps) == 1:
        put_down, pick_up = _put_down(steps[0], paid, shades), _pick_up(steps[0], result, shades)
    else:
        put_down, pick_up = _net(result, paid, shades)
    return Outcome(
        plan=tuple(_plan(race)),
        put_down=put_down,
        pick_up=pick_up,
        why=why_of(race),
        drift=result["drift"] + adjustment,
        terms=tuple((term_word(term), terms[term]) for term in TERMS if terms.get(term)),
        band=result["band"] and (result["band"]["min"], result["band"]["max"]),
        evidence=evidence_word(result["evidence"]),
        due=tuple(_due(steps, paid, race.players)),
        adjustment=adjustment,
        warnings=warnings_of(race.input or {}, result),
        bank_pays=bank_pays,
        bank_takes=bank_takes,
        settled=settled,
    )


def why_of(race: TableRace) -> tuple[Why, ...]:
    """What decided about each seat, the best-ranked first, the others by seat."""
    result = race.result
    assert result is not None
    steps = result["steps"]
    # Over several steps there is no one ranking.
    ranking = [one["seat"] for one in steps[0]["ranking"]] if len(steps) == 1 else []
    places = {seat: place for place, seat in enumerate(ranking, start=1)}
    texts: dict[int, list[str]] = {}
    for one in story(result):
        # Of an exchange and what followed, the page shows what followed; the story has both.
        text = say(one.messages[-1])
        if len(steps) > 1:
            text = pgettext("colon", ": ").join((in_digits(one.removed), text))
        texts.setdefault(one.seat, []).append(text)
    told = [
        Why(
            seat,
            race.players.get(str(seat), ""),
            tuple(said),
            story_link(race, seat),
            places.get(seat),
        )
        for seat, said in texts.items()
    ]
    return tuple(sorted(told, key=lambda one: one.rank or len(told) + one.seat))


def story_link(race: TableRace, seat: int) -> str:
    return reverse("story", args=(race.pk, seat))


def _plan(race: TableRace) -> Iterator[PlanSeat]:
    result = race.result or {}
    steps = result["steps"]
    won: dict[int, int] = {}
    saved: dict[int, int] = {}
    cards: dict[int, str] = {}
    odd: set[int] = set()
    for step in steps:
        won |= {one["seat"]: one["chips"] * step["target"] for one in step["awards"] or ()}
        saved |= {one["seat"]: one["chip"] for one in step["rescues"] or ()}
        # The card of the last race a seat was in.
        cards |= {one["seat"]: one["card"] for one in step["ranking"]}
        odd |= {one["seat"] for one in step["exchange"] if one["odd"]}
    put = {seat: won.get(seat, 0) + saved.get(seat, 0) for seat in {*won, *saved}}
    if len(steps) > 1:
        # What was won in one step is raced or exchanged away in the next: what is put down in the
        # end is the sum, exchanges included, and only who won is marked.
        put = {one["seat"]: one["value"] for one in result["received"] or ()}
    taken = {int(seat) for seat in race.players} | {
        one["seat"] for one in result.get("received") or ()
    }
    # A total alone, where nobody knows who sits where, says of no seat that it is empty.
    unknown: set[int] = set()
    if "odd_total" in (race.input or {}) and not race.players:
        unknown = set(race.table.seat_numbers)
        taken |= unknown
    for number in race.table.seat_numbers:
        value = put.get(number, 0)
        if value:
            text = f"+{in_digits(value)}"
        elif number in odd or number in unknown:
            text = "\N{EN DASH}"
        else:
            text = _("none") if number in taken else _("empty")
        state = "save" if number in saved else "win" if number in won and value else "none"
        if number not in taken and not value:
            state = "empty"
        href = story_link(race, number) if number in odd or value else ""
        yield PlanSeat(number, cards.get(number, ""), text, state, href)


def _put_down(
    step: Mapping[str, Any], paid: Mapping[str, Any], shades: Mapping[int, str]
) -> tuple[Pile, ...]:
    chips: dict[int, int] = {}
    if paid:
        for one in (*paid["awards"], *paid["rescues"]):
            chips[one["chip"]] = chips.get(one["chip"], 0) + one["chips"]
    else:
        for one in step["awards"]:
            chips[step["target"]] = chips.get(step["target"], 0) + one["chips"]
        for one in step["rescues"]:
            chips[one["chip"]] = chips.get(one["chip"], 0) + 1
    return tuple(Pile(chips[chip], chip, shades.get(chip, "")) for chip in sorted(chips))


def _pick_up(
    step: Mapping[str, Any], result: Mapping[str, Any], shades: Mapping[int, str]
) -> tuple[Pile, ...]:
    count = result["odd_taken"] // step["removed"]
    return (Pile(count, step["removed"], shades.get(step["removed"], "")),) if count else ()


def _net(
    result: Mapping[str, Any], paid: Mapping[str, Any], shades: Mapping[int, str]
) -> tuple[tuple[Pile, ...], tuple[Pile, ...]]:
    """What is put down and what is picked up in the end, exchanges included, over several steps.

    Whoever supplies the chips: here they all lie on one table.
    """
    steps = result["steps"]
    collected = result["options"]["procedure"] != Procedure.LEAVE_IN_PLAY
    pays, takes = [], []
    for step in steps:
        for one in step["exchange"]:
            pays.append({int(chip): count for chip, count in (one["receives"] or {}).items()})
            takes.append({step["removed"]: (one["hands_in"] or 0) + collected * one["odd"]})
        last = step is steps[-1]
        payments = payments_made(paid, step, last=last) if paid else payments_due(step)
        pays.extend({chip: count} for _seat, count, chip in payments)
    down, up = net(add_chips(*pays), add_chips(*takes))
    return piles(down, shades)[::-1], piles(up, shades)[::-1]


def _due(
    steps: Sequence[Mapping[str, Any]], paid: Mapping[str, Any], players: Mapping[str, str]
) -> Iterator[DueLine]:
    for step in steps:
        last = step is steps[-1]
        if step["target"] is None and not step["rescues"]:
            continue
        awards = {one["seat"]: one["chips"] for one in step["awards"]}
        rescues = {one["seat"]: 1 for one in step["rescues"]}
        awards_paid, rescues_paid = dict(awards), dict(rescues)
        if paid:
            awards_paid = {
                one["seat"]: one["chips"]
                for one in paid["awards"]
                if one["removed"] == step["removed"]
            }
            rescues_paid = {one["seat"]: one["chips"] for one in paid["rescues"] if last}
        odd = {one["seat"] for one in step["exchange"] if one["odd"]}
        of_step = f"{step['removed']}_" if len(steps) > 1 else ""
        for seat in sorted({*awards, *rescues, *awards_paid, *rescues_paid, *odd}):
            yield DueLine(
                step["removed"],
                seat,
                players.get(str(seat), ""),
                awards.get(seat, 0),
                rescues.get(seat, 0),
                awards_paid.get(seat, 0),
                rescues_paid.get(seat, 0),
                f"awards_{of_step}{seat}",
                f"rescues_{seat}" if last else "",
            )

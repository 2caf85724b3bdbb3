"""The page of a quick race: one table, no event, nothing stored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from zlib import crc32

from django.utils.translation import gettext as _

from colorup.engine.chips import complete_set
from colorup.engine.presets import DEFAULT_SLUG, PRESETS
from colorup.engine.problems import Message, Problem, Problems
from colorup.engine.ruleset import OPTIONS
from colorup.formats.fields import SEATS
from tournaments.boards.announce import QUESTIONS, Choice
from tournaments.boards.quick_problems import Wrong, place
from tournaments.boards.raced import USUAL_COLOURS, Raced, RacedOutcome, outcome_of, run
from tournaments.boards.words import who_says
from tournaments.boards.worth import Worth, worth_of
from tournaments.sentences import in_digits, say, say_shipped

MOST_BUTTONS = 10
MOST_AT_ONCE = 6
DEAL_FIELDS = ("cards", "best_cards_only", "tiebreak", "winners", "rescued", "handed_over")

Entries = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class QuickQuestion:
    """An option as the form asks it: first what the ruleset says, then the other values."""

    name: str
    title: str
    says: str
    house: bool
    as_ruleset: str
    others: tuple[Choice, ...]
    errors: tuple[str, ...]

    @property
    def changed(self) -> bool:
        return any(one.chosen for one in self.others)

    @property
    def meaning(self) -> str:
        """What holds: the value chosen here, else the ruleset's."""
        return next((one.text for one in self.others if one.chosen), self.as_ruleset)


@dataclass(frozen=True, slots=True)
class CountField:
    """One number of a seat: the field's name, what was typed, its denomination, the buttons."""

    name: str
    value: str
    chip: int | None
    buttons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat of the count."""

    number: int
    fields: tuple[CountField, ...]
    nothing_else: bool
    left: bool
    errors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DealRow:
    """One seat of the deal: its odd chips, its cards as typed, whether it won or was rescued."""

    number: int
    odd: int
    at_risk: bool
    cards: str
    tie: str
    asks_tie: bool
    won: bool
    saved: bool
    errors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DealStep:
    """The race of one denomination; `mark` stands behind its fields' names."""

    mark: str
    removed: int
    rows: tuple[DealRow, ...]
    tied: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Counted:
    """What the count of one denomination is worth, and where the cards go."""

    removed: int
    target: int | None
    worth: Worth
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class QuickPage:
    """Everything the page prints; `signatures` name the shape of each part of the form."""

    entries: Entries
    address: str
    several: bool
    by: str
    deal_by: str
    decks: int
    rulesets: tuple[tuple[str, str, bool], ...]
    source: str
    questions: tuple[QuickQuestion, ...]
    folded: tuple[QuickQuestion, ...]
    asks_button: bool
    asks_collector: bool
    seats: tuple[SeatRow, ...]
    steps: tuple[DealStep, ...]
    counted: tuple[Counted, ...]
    outcome: RacedOutcome | None
    warnings: tuple[str, ...]
    missing: tuple[int, ...]
    wrong: tuple[Wrong, ...]
    signatures: Mapping[str, str]
    title: str
    ruleset: str
    changed: bool
    json: str
    json_wrong: tuple[str, ...]

    @property
    def errors(self) -> dict[str, tuple[str, ...]]:
        """Field → its sentences."""
        found: dict[str, tuple[str, ...]] = {}
        for one in self.wrong:
            found[one.field] = (*found.get(one.field, ()), one.text)
        return found

    @property
    def is_open(self) -> bool:
        """Whether anything has been counted."""
        return any(one.worth.odd.count or one.worth.exchange for one in self.counted)


def quick_page(
    entries: Entries,
    document: Mapping[str, Any],
    marks: Sequence[str],
    address: str,
    *,
    json: str = "",
    json_wrong: Iterable[Problem] = (),
) -> QuickPage:
    """Build the page from an address's entries and the race document they make.

    `marks` stands behind the fields of each step.  `json` is a document that was pasted and is
    wrong, with its problems.
    """
    several = tuple(marks) != ("",)
    wrong: tuple[Wrong, ...] = ()
    counted: Raced | None = None
    done: Raced | None = None
    try:
        if len(marks) > MOST_AT_ONCE:
            raise Problems([Problem("bad_denomination", "bad_denomination.too_many_at_once")])
        count = {name: one for name, one in document.items() if name not in DEAL_FIELDS}
        counted = run(count)
        done = run(document)
    except Problems as problems:
        wrong = tuple(place(one, MOST_AT_ONCE) for one in problems)
    base = PRESETS.get(entries.get("rules", DEFAULT_SLUG), PRESETS[DEFAULT_SLUG])
    latest = done or counted
    options = latest.result["options"] if latest else _options(entries, base.ruleset.as_dict())
    steps = latest.result["steps"] if latest else ()
    at_seat = {seat: tuple(one.text for one in wrong if one.field == f"s{seat}") for seat in SEATS}
    by = "all" if several else entries.get("by", "odd")
    shades = USUAL_COLOURS
    rows = tuple(_seat_rows(entries, marks[:MOST_AT_ONCE], _most_odd(document, by), at_seat))
    deal = tuple(_deal_steps(entries, marks[:MOST_AT_ONCE], by, steps, at_seat))
    questions = {name: _question(name, entries, wrong) for name in OPTIONS if name != "when"}
    final = done is not None and done.final
    page = QuickPage(
        entries=entries,
        address=address,
        several=several,
        by=by,
        deal_by=entries.get("deal", "best"),
        decks=int(options["decks"]) if options["decks"] in (1, 2) else 1,
        rulesets=tuple((one.slug, say_shipped(one.name), one is base) for one in PRESETS.values()),
        source=say_shipped(base.source),
        questions=tuple(questions[name] for name in QUESTIONS),
        folded=tuple(one for name, one in questions.items() if name not in QUESTIONS),
        asks_button=options["first_seat"] != "seat_1" or "button" in entries,
        asks_collector=options["supplier"] == "collector"
        or bool({"collector", "pile", "own"} & entries.keys()),
        seats=rows,
        steps=deal,
        counted=tuple(_counted(document, latest, shades)) if latest else (),
        outcome=outcome_of(document, done, shades) if done and final else None,
        warnings=latest.warnings if latest else (),
        missing=tuple(done.result["missing"]) if done and not final else (),
        wrong=wrong,
        signatures={},
        title=_title(steps, entries),
        ruleset=say_shipped(base.name),
        changed=any(one.changed for one in questions.values()),
        json=json,
        json_wrong=tuple(say(one.message) for one in json_wrong),
    )
    return replace(page, signatures=_signatures(page))


def _options(entries: Entries, of_base: Mapping[str, Any]) -> dict[str, Any]:
    """The options as far as they can be read where the race cannot."""
    options = dict(of_base)
    for name, option in OPTIONS.items():
        for value in option.choices:
            if entries.get(name) == str(value):
                options[name] = value
    return options


def _question(name: str, entries: Entries, wrong: Iterable[Wrong]) -> QuickQuestion:
    base = PRESETS.get(entries.get("rules", DEFAULT_SLUG), PRESETS[DEFAULT_SLUG])
    of_base = base.ruleset.as_dict()[name]
    house = base.says[name] == "house"
    return QuickQuestion(
        name=name,
        title=say(Message(f"option.{name}")),
        says=who_says(base.says[name], base.source),
        house=house,
        as_ruleset=say(Message(f"option.{name}.{of_base}")),
        others=tuple(
            Choice(str(one), say(Message(f"option.{name}.{one}")), entries.get(name) == str(one))
            for one in OPTIONS[name].choices
            if one != of_base
        ),
        errors=tuple(one.text for one in wrong if one.field == name),
    )


def _seat_rows(
    entries: Entries, marks: Sequence[str], most: int, at_seat: Mapping[int, tuple[str, ...]]
) -> Iterator[SeatRow]:
    buttons = tuple(str(one) for one in range(most + 1))
    only, left = _ticked(entries, "only"), _ticked(entries, "left")
    for seat in SEATS:
        fields = []
        for mark in marks:
            name = f"s{seat}{mark}"
            value = entries.get(name, "")
            # What was typed and is no button stays visible, as text.
            shown = buttons if value in ("", *buttons) else ()
            fields.append(CountField(name, value, int(mark[1:]) if mark else None, shown))
        yield SeatRow(seat, tuple(fields), seat in only, seat in left, at_seat[seat])


def _most_odd(document: Mapping[str, Any], by: str) -> int:
    """How many odd chips a seat can hold at most, or −1 where a number must be typed."""
    removed, in_play = document.get("removed"), document.get("in_play", ())
    if by != "odd" or not isinstance(removed, int) or removed < 1:
        return -1
    values = [one for one in in_play if isinstance(one, int) and one > 0]
    above = [one for one in values if one > removed]
    target = document.get("target") if document.get("target") in above else min(above, default=0)
    if not target or any(one < removed for one in values):
        return -1
    most = complete_set(removed, target).gives - 1
    return most if most < MOST_BUTTONS else -1


def _ticked(entries: Entries, name: str) -> frozenset[int]:
    return frozenset(int(one) for one in entries.get(name, "").split(",") if one.isdigit())


def _deal_steps(
    entries: Entries,
    marks: Sequence[str],
    by: str,
    steps: Sequence[Mapping[str, Any]],
    at_seat: Mapping[int, tuple[str, ...]],
) -> Iterator[DealStep]:
    """The races that need cards, or for which something was entered."""
    of_removed = {step["removed"]: step for step in steps}
    for mark in marks:
        single = steps[0] if len(steps) == 1 and not mark else None
        step = of_removed.get(int(mark[1:])) if mark else single
        rows = tuple(_deal_rows(entries, mark, by, step or {}, at_seat))
        entered = any(row.cards or row.tie or row.won or row.saved for row in rows)
        if rows and (entered or (step is not None and step["cards_needed"])):
            removed = step["removed"] if step else int(mark[1:]) if mark else 0
            yield DealStep(mark, removed, rows, tuple(step["tie"]) if step else ())


def _deal_rows(
    entries: Entries,
    mark: str,
    by: str,
    step: Mapping[str, Any],
    at_seat: Mapping[int, tuple[str, ...]],
) -> Iterator[DealRow]:
    odd = {one["seat"]: one["odd"] for one in step.get("exchange", ())}
    won, saved = _ticked(entries, f"won{mark}"), _ticked(entries, "saved")
    for seat in SEATS:
        cards = entries.get(f"c{seat}{mark}", "")
        tie = entries.get(f"t{seat}{mark}", "")
        if by != "total" and not (odd.get(seat) or cards or tie or seat in won):
            continue
        yield DealRow(
            number=seat,
            odd=odd.get(seat, 0),
            at_risk=seat in step.get("at_risk", ()),
            cards=cards,
            tie=tie,
            asks_tie=seat in step.get("tie", ()) or bool(tie),
            won=seat in won,
            saved=seat in saved,
            errors=at_seat[seat],
        )


def _counted(
    document: Mapping[str, Any], raced: Raced, shades: Mapping[int, str]
) -> Iterator[Counted]:
    for step in raced.result["steps"]:
        worth = worth_of(
            {**document, "removed": step["removed"]},
            {**raced.result, "steps": [step], "warnings": []},
            shades,
        )
        order = tuple(step["deal_order"] or ()) if step["cards_needed"] else ()
        yield Counted(step["removed"], step["target"], worth, order)


def _title(steps: Sequence[Mapping[str, Any]], entries: Entries) -> str:
    if not steps or steps[-1]["target"] is None:
        return _("%(chips)s out") % {"chips": entries.get("out", "?")}
    return _("%(chips)s out → %(target)s") % {
        "chips": ", ".join(in_digits(step["removed"]) for step in steps),
        "target": in_digits(steps[-1]["target"]),
    }


def _signatures(page: QuickPage) -> dict[str, str]:
    """A name for the shape of each part; a part whose name changed is drawn anew."""
    errors = page.errors
    shapes: dict[str, object] = {
        "chips": [errors.get(name) for name in ("out", "in", "to")],
        "rules": [
            page.ruleset,
            page.asks_button,
            errors.get("rules"),
            errors.get("button"),
            [one.errors for one in (*page.questions, *page.folded)],
        ],
        "seats": [
            page.by,
            errors.get("total"),
            [(row.errors, [(f.name, f.buttons) for f in row.fields]) for row in page.seats],
        ],
        "deal": [
            page.by,
            page.deal_by,
            page.decks,
            errors.get("won"),
            [
                (step.mark, [(r.number, r.odd, r.at_risk, r.asks_tie, r.errors) for r in step.rows])
                for step in page.steps
            ],
        ],
        "checks": [
            page.asks_collector,
            page.several,
            [errors.get(name) for name in ("picked", "handed", "collector", "pile", "own")],
        ],
    }
    return {name: f"{name}-{crc32(repr(shape).encode()):x}" for name, shape in shapes.items()}

"""A blank race sheet: what the dealer needs to know, and boxes for all that is asked afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from django.utils import translation
from django.utils.translation import gettext as _

from colorup.engine.awarding import make_pool
from colorup.engine.problems import Message
from colorup.engine.ruleset import (
    AwardLimit,
    Decks,
    Evidence,
    LastChip,
    Procedure,
    RescueChip,
    Ruleset,
    Supplier,
)
from tournaments.boards.paper import (
    SheetStep,
    handed_over,
    has_collector,
    may_rescue,
    own_chips,
    ruleset_of,
    sheet_steps,
)
from tournaments.models import ColorUp, TableRace, Witness
from tournaments.sentences import in_digits, say, say_shipped

# As many cards as fit side by side into a box each; of more, the best is written.
MOST_BOXES = 4
# Lines of seats, and of pools two for each step, that fit on a page in the larger type.
MOST_AT_EASE = 13


@dataclass(frozen=True, slots=True)
class BlankSeat:
    """A line to write on."""

    number: int
    player: str
    believed_empty: bool


@dataclass(frozen=True, slots=True)
class BlankStep:
    """The boxes of one denomination.

    `boxes` are the cards that fit side by side, 0 for one box with the best card; `pools` is how
    many odd chips at the table make how many chips of the target, as ranges.
    """

    step: SheetStep
    count_word: str
    cards_word: str
    boxes: range
    pools: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class BlankSheet:
    """One table's sheet, in the language of the announcement."""

    race_id: int
    table: str
    event: str
    section: str
    language: str
    due: str
    ruleset: str
    steps: tuple[BlankStep, ...]
    seats: tuple[BlankSeat, ...]
    rules: tuple[str, ...]
    rescues: bool
    handed: tuple[int, ...]
    collector: bool
    own: tuple[int, ...]
    asks_button: bool
    witnesses: tuple[str, ...]
    two_person: bool

    @property
    def is_full(self) -> bool:
        """Whether so much stands on it that it is set smaller, to stay on one page of Letter."""
        return len(self.seats) + 2 * len(self.steps) > MOST_AT_EASE


def blank_sheets(
    color_up: ColorUp, races: Iterable[TableRace], *, names: bool
) -> tuple[BlankSheet, ...]:
    """The blank sheets of some of a colour-up's tables, the players named on request."""
    with translation.override(color_up.language):
        rules = tuple(_rules(color_up))
        return tuple(_sheet(color_up, one, rules, names=names) for one in races)


def _sheet(
    color_up: ColorUp, race: TableRace, rules: tuple[str, ...], *, names: bool
) -> BlankSheet:
    ruleset = ruleset_of(color_up)
    table = race.table
    players = table.players()
    steps = sheet_steps(color_up)
    # Beside the columns of a second denomination there is no room for boxes.
    boxes = MOST_BOXES if len(steps) == 1 else 0
    return BlankSheet(
        race_id=race.pk,
        table=str(table),
        event=color_up.event.name,
        section=table.section.name if table.section else "",
        language=color_up.language,
        due=say_shipped(color_up.due),
        ruleset=say_shipped(color_up.ruleset["name"]),
        steps=tuple(_blank_step(one, ruleset, table.seat_count, boxes) for one in steps),
        seats=tuple(
            BlankSeat(
                number,
                players.get(str(number), "") if names else "",
                # Where nobody said who sits anywhere, every seat may be taken.
                bool(players) and str(number) not in players,
            )
            for number in table.seat_numbers
        ),
        rules=rules,
        rescues=may_rescue(color_up),
        handed=handed_over(color_up),
        collector=has_collector(color_up),
        own=own_chips(color_up),
        asks_button=ruleset.first_seat.value != "seat_1",
        witnesses=tuple(str(one.label) for one in Witness),
        two_person=ruleset.two_person.value == "on",
    )


def _blank_step(step: SheetStep, ruleset: Ruleset, seats: int, most_boxes: int) -> BlankStep:
    fits = 0 < step.most_odd <= most_boxes and ruleset.evidence is not Evidence.BEST_CARDS
    word = _("Cards") if fits or ruleset.evidence is Evidence.CARDS else _("Best card")
    return BlankStep(
        step,
        _("Odd chips") if step.asks_odd else _("All chips"),
        word,
        range(step.most_odd if fits else 0),
        tuple(_pools(step, ruleset, seats)) if step.raced else (),
    )


def _pools(step: SheetStep, ruleset: Ruleset, seats: int) -> Iterator[tuple[str, int]]:
    assert step.target is not None
    target = step.target

    def pool(chips: int) -> int:
        return make_pool(step.removed * chips, target, ruleset).chips

    for size, chips in groupby(range(step.most_odd * seats + 1), key=pool):
        first, *rest = chips
        yield f"{first}\N{EN DASH}{rest[-1]}" if rest else str(first), size


def _rules(color_up: ColorUp) -> Iterator[str]:
    """What the dealer does, in the order in which it is done."""
    ruleset = ruleset_of(color_up)
    steps = sheet_steps(color_up)
    if len(steps) > 1:
        yield _(
            "Before anything is exchanged, write down all chips of the removed kinds at each seat."
        )
    yield " ".join(_exchanges(steps, ruleset))
    if not any(one.gives for one in steps):
        return
    if len(steps) == 1:
        yield _("Write down what is left at each seat, its odd chips, and add them up.")
    else:
        yield _("One step after the other: what is won in one counts in the next.")
    if ruleset.procedure is Procedure.RACE:
        yield from _race(ruleset)
    else:
        yield _option("procedure", ruleset.procedure.value)
    if may_rescue(color_up):
        lowest = ruleset.rescue_chip is RescueChip.LOWEST_IN_PLAY
        chip = color_up.in_play[0] if lowest else steps[-1].target
        yield " ".join(
            (
                _option("rescue_source", ruleset.rescue_source.value)
                if ruleset.procedure is Procedure.RACE
                else say(Message("announce.nobody_out")),
                _("The rescue chip is a %(chip)s.") % {"chip": in_digits(chip or 0)},
            )
        )
        yield _("Pick up every odd chip.")


def _exchanges(steps: tuple[SheetStep, ...], ruleset: Ruleset) -> Iterator[str]:
    if ruleset.supplier is Supplier.COLLECTOR:
        yield _option("supplier", "collector")
    for one in steps:
        values = {
            "gives": one.gives,
            "removed": in_digits(one.removed),
            "gets": one.gets,
            "target": in_digits(one.target or 0),
        }
        if one.gives:
            yield (
                _("Exchange complete sets: %(gives)s × %(removed)s for %(gets)s × %(target)s.")
                % values
            )
        else:
            yield _("Exchange all chips of %(removed)s at equal value.") % values


def _race(ruleset: Ruleset) -> Iterator[str]:
    rounding = _option("pool_rounding", ruleset.pool_rounding.value)
    if ruleset.last_chip is LastChip.HOLDER_HALF:
        rounding = _option("last_chip", "holder_half")
    yield _("The pool, in chips to be won: see below. %(rounding)s") % {"rounding": rounding}
    yield " ".join(
        (
            _("One card for each odd chip, face up: all cards of a seat, then those of the next."),
            _option("first_seat", ruleset.first_seat.value),
            *([_option("decks", "2")] if ruleset.decks is Decks.TWO else ()),
        )
    )
    yield " ".join(
        (
            _("A seat’s best card counts: ace high; then spades, hearts, diamonds, clubs."),
            _option("award_limit", ruleset.award_limit.value),
        )
    )
    if ruleset.award_limit is AwardLimit.ONE_PER_PLAYER:
        yield _(
            "No cards where the pool is 0, or where every seat with odd chips gets a chip anyway."
        )


def _option(name: str, value: str) -> str:
    return say(Message(f"option.{name}.{value}"))

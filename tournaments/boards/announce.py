"""The page on which a director announces: what leaves, under which rules, and what it will mean."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from colorup.engine.awarding import make_pool
from colorup.engine.cascade import step_target
from colorup.engine.chips import complete_set
from colorup.engine.drift import race_band
from colorup.engine.lifecycle import State
from colorup.engine.presets import PRESETS
from colorup.engine.problems import Message
from colorup.engine.ruleset import OPTIONS, Procedure, Ruleset
from tournaments.boards.chips import Pile
from tournaments.boards.structure import structure_of
from tournaments.boards.words import who_says
from tournaments.models import ColorUp, Event, HouseRuleset, Table
from tournaments.models.rulesets import ChosenRuleset
from tournaments.sentences import say, say_shipped

if TYPE_CHECKING:
    from tournaments.boards.bank import Bank
    from tournaments.boards.loads import ToLoad

# The five questions that matter (RULES, "Presets to ship"); the rest is folded.
# Where it is announced: at all tables, at single ones, or in the section of that id.
EVERYWHERE, SOME = "all", "some"
QUESTIONS = ("pool_rounding", "rescue_source", "rescue_chip", "first_seat", "late_chips")


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of an option, with what it means."""

    value: str
    text: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Question:
    """An option as the form asks it; `house` where the source is silent or the house chose."""

    name: str
    title: str
    choices: tuple[Choice, ...]
    house: bool
    says: str


@dataclass(frozen=True, slots=True)
class TableChoice:
    table_id: int
    name: str
    seated: int
    chosen: bool
    raced: bool


@dataclass(frozen=True, slots=True)
class Meaning:
    """What the announcement will mean: the text, what to bring, how far the value can drift.

    `needed` says why a later level still needs a chip; None where no level is known.
    """

    text: str
    needed: str | None
    bring: tuple[Pile, ...]
    least: int | None
    most: int | None
    seats: int


@dataclass(frozen=True, slots=True)
class Announcing:
    """Everything that the page prints."""

    event_id: int
    event_name: str
    chips: tuple[Pile, ...]
    removed: tuple[int, ...]
    targets: tuple[Pile, ...]
    target: int | None
    rulesets: tuple[tuple[str, str, bool], ...]
    ruleset: str
    source: str
    questions: tuple[Question, ...]
    folded: tuple[Question, ...]
    where: tuple[Choice, ...]
    tables: tuple[TableChoice, ...]
    due: str
    due_suggested: str
    restart: str
    text: str
    meaning: Meaning | None
    errors: tuple[str, ...]
    command_id: str
    bank: Bank | None = None
    to_load: tuple[ToLoad, ...] = ()


@dataclass(frozen=True, slots=True)
class Wish:
    """What has been chosen so far; what is None has not been, and gets the suggestion.

    `removed` are the denominations that leave together, ascending.
    """

    removed: tuple[int, ...]
    target: int | None
    ruleset: str
    rules: Mapping[str, object]
    tables: frozenset[int] | None
    due: str
    text: str
    command_id: str
    where: str = EVERYWHERE
    restart: str = ""


def leavable(
    event: Event, color_ups: Sequence[ColorUp], tables: Sequence[Table]
) -> tuple[int, ...]:
    """The denominations that some table still has, all but the largest; values, ascending.

    Where no tables are known, those that were never announced.
    """
    standing = {one.pk for one in tables}
    values = sorted(one.value for one in event.chip_set.denominations.all())
    return tuple(one for one in values[:-1] if not _gone(one, color_ups, standing))


def _gone(value: int, color_ups: Sequence[ColorUp], standing: set[int]) -> bool:
    """Whether `value` has been announced at every one of these tables (ids)."""
    announced = [one for one in color_ups if not one.voided_at and value in one.removed]
    return bool(announced) and standing <= raced_tables((value,), announced)


def raced_tables(values: Collection[int], color_ups: Sequence[ColorUp]) -> set[int]:
    """The tables (ids) with a race, not void, in which one of `values` leaves."""
    return {
        race.table_id
        for color_up in color_ups
        if set(values) & set(color_up.removed)
        for race in color_up.races.all()
        if race.state != State.VOID
    }


def in_play_after(
    event: Event, color_ups: Sequence[ColorUp], removed: Collection[int]
) -> tuple[int, ...]:
    """The denominations that stay when those `removed` leave; values, ascending."""
    gone = {one for colour_up in color_ups if not colour_up.voided_at for one in colour_up.removed}
    values = sorted(one.value for one in event.chip_set.denominations.all())
    return tuple(one for one in values if one not in removed and one not in gone)


def announcing(
    event: Event,
    color_ups: Sequence[ColorUp],
    tables: Sequence[Table],
    chosen: ChosenRuleset,
    wish: Wish,
    *,
    text: str,
    errors: tuple[str, ...] = (),
) -> Announcing:
    """Build the page; `text` is the announcement composed for the wish, empty if it cannot be."""
    shades = {one.value: one.colour for one in event.chip_set.denominations.all()}
    removed = wish.removed
    staying = in_play_after(event, color_ups, removed) if removed else ()
    above = tuple(one for one in staying if one > removed[-1])
    target = wish.target if wish.target in above else (above[0] if above else None)
    raced = raced_tables(removed, color_ups)
    choices = tuple(
        TableChoice(
            one.pk,
            str(one),
            len(one.seats.all()),
            one.pk not in raced and (wish.tables is None or one.pk in wish.tables),
            one.pk in raced,
        )
        for one in tables
    )
    questions = tuple(_question(name, chosen, wish) for name in OPTIONS if name != "when")
    meaning = None
    if removed and text:
        meaning = _meaning(event, removed, target, staying, chosen.ruleset, choices, text, shades)
    return Announcing(
        event_id=event.pk,
        event_name=event.name,
        chips=tuple(Pile(0, one, shades[one]) for one in leavable(event, color_ups, tables)),
        removed=removed,
        targets=tuple(Pile(0, one, shades[one]) for one in above),
        target=target,
        rulesets=tuple((slug, name, slug == chosen.slug) for slug, name in ruleset_choices()),
        ruleset=chosen.slug,
        source=say_shipped(chosen.base.source),
        questions=tuple(one for name in QUESTIONS for one in questions if one.name == name),
        folded=tuple(one for one in questions if one.name not in QUESTIONS),
        where=_where(tables, wish),
        tables=choices,
        due=wish.due or say_shipped(chosen.ruleset.when),
        due_suggested=say_shipped(chosen.ruleset.when),
        restart=wish.restart,
        text=wish.text,
        meaning=meaning,
        errors=errors,
        command_id=wish.command_id,
    )


def _where(tables: Sequence[Table], wish: Wish) -> tuple[Choice, ...]:
    """Everywhere, one section, or single tables; nothing to choose in a room without sections."""
    sections = {one.section_id: one.section.name for one in tables if one.section is not None}
    if not sections:
        return ()
    words = {EVERYWHERE: _("All tables")}
    for pk, name in sections.items():
        words[str(pk)] = _("Section %(section)s") % {"section": name}
    words[SOME] = _("Only the tables chosen below")
    return tuple(Choice(value, text, value == wish.where) for value, text in words.items())


def ruleset_choices() -> tuple[tuple[str, str], ...]:
    """Every ruleset that can be announced: slug and name, presets first."""
    presets = tuple((one.slug, say_shipped(one.name)) for one in PRESETS.values())
    return presets + tuple(HouseRuleset.objects.values_list("slug", "name"))


def _question(name: str, chosen: ChosenRuleset, wish: Wish) -> Question:
    """The option as it was wished, even where it cannot stand beside the others."""
    stands = chosen.ruleset.as_dict()[name]
    value = wish.rules.get(name, stands)
    says = chosen.as_document()["says"][name] if value == stands else "house"
    return Question(
        name=name,
        title=say(Message(f"option.{name}")),
        choices=tuple(
            Choice(str(one), say(Message(f"option.{name}.{one}")), str(one) == str(value))
            for one in OPTIONS[name].choices
        ),
        house=says == "house",
        says=who_says(says, chosen.base.source),
    )


def _meaning(
    event: Event,
    removed: Sequence[int],
    target: int | None,
    staying: Sequence[int],
    ruleset: Ruleset,
    tables: Sequence[TableChoice],
    text: str,
    shades: Mapping[int, str],
) -> Meaning:
    structure = structure_of(
        event.levels.all(), event.chip_set.denominations.all(), event.current_row
    )
    now = structure.now.row if structure.now else 0
    needed = None
    if structure.rows:
        needed = " ".join(
            one.why
            for one in structure.leavings
            if one.chip.value in removed and (one.row is None or one.row > now)
        )
    asked = [one for one in tables if one.chosen]
    seats = sum(one.seated for one in asked)
    pairs = tuple(_pairs(removed, target, staying))
    whole = all(into % chip == 0 for chip, into in pairs)
    if not pairs or not whole or ruleset.procedure is not Procedure.RACE:
        return Meaning(text, needed, (), None, None, seats)
    bands = [race_band(chip, into, ruleset) for chip, into in pairs]
    return Meaning(
        text,
        needed,
        tuple(_bring(pairs, ruleset, asked, shades)),
        sum(one.least for one in bands) * len(asked),
        sum(one.most for one in bands) * len(asked),
        seats,
    )


def _pairs(
    removed: Sequence[int], target: int | None, staying: Sequence[int]
) -> Iterator[tuple[int, int]]:
    """Each denomination that is raced for, with the one that its race pays in."""
    for chip in removed:
        into = step_target(chip, removed, staying, target)
        if into is not None and staying and chip < min(staying):
            yield chip, into


def _bring(
    pairs: Sequence[tuple[int, int]],
    ruleset: Ruleset,
    asked: Sequence[TableChoice],
    shades: Mapping[int, str],
) -> Iterator[Pile]:
    """What the races can pay at most, if every seat has the most odd chips."""
    note = _("for the races, if every seat has the most odd chips")
    for chip, into in pairs:
        most_odd = complete_set(chip, into).gives - 1
        chips = sum(make_pool(one.seated * most_odd * chip, into, ruleset).chips for one in asked)
        if chips:
            yield Pile(chips, into, shades.get(into, ""), note)

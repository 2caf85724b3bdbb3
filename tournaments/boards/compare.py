"""One counted table under every ruleset: to decide by, and to teach with.  Nothing is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from colorup.engine.cards import shown
from colorup.engine.cascade import step_target
from colorup.engine.presets import PRESETS
from colorup.engine.problems import Message, Problems
from colorup.engine.ruleset import make_ruleset
from colorup.formats.fields import removed_of
from colorup.formats.odds_json import race_odds
from tournaments.boards.chips import Pile
from tournaments.boards.compared import Outcome, other_than, outcome_of
from tournaments.boards.outcome import TERMS, term_word
from tournaments.boards.raced import Raced, run
from tournaments.boards.words import who_says
from tournaments.boards.worth import worth_of
from tournaments.sentences import in_digits, say, say_shipped

# What a table's own papers hold and another ruleset may not allow; none of it decides who wins.
_OF_THE_TABLE = ("ruleset", "rules", "collector", "picked_up", "handed_over")
_OF_THE_DEAL = ("cards", "best_cards_only", "tiebreak", "winners", "rescued")
# Options that say nothing about what is paid at a table.
_SILENT = frozenset({"decks", "evidence", "dealing", "two_person", "when"})

RulesetDocument = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Chance:
    """A seat's exact chance of an award: as a percentage and as a fraction in lowest terms."""

    seat: int
    percent: str
    fraction: str


@dataclass(frozen=True, slots=True)
class Difference:
    """An option in which a ruleset differs from the table's own, and who says so."""

    text: str
    says: str
    house: bool


@dataclass(frozen=True, slots=True)
class Ruling:
    """What one ruleset makes of the table.  `drift` is a signed value, None while it is open."""

    slug: str
    name: str
    source: str
    own: bool
    pool: Pile | None
    pool_words: str
    wins: tuple[str, ...]
    rescues: tuple[str, ...]
    winning: str
    rescued: str
    drift: int | None
    terms: tuple[tuple[str, int], ...]
    chances: tuple[Chance, ...]
    no_chances: str
    other: tuple[str, ...]
    differences: tuple[Difference, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ComparePage:
    """The page: the table in words, the summary, every ruling with the own one first."""

    title: str
    counted: str
    rulings: tuple[Ruling, ...]
    alike: str
    unlike: str
    problems: tuple[str, ...]


def preset_document(slug: str) -> RulesetDocument:
    """A shipped ruleset in the form in which a colour-up keeps its own."""
    preset = PRESETS[slug]
    return {
        "slug": slug,
        "name": preset.name,
        "base": slug,
        "source": preset.source,
        "options": preset.ruleset.as_dict(),
        "says": preset.says,
    }


def own_document(document: Mapping[str, Any]) -> RulesetDocument:
    """The ruleset that a race document names, with its changes; raises `Problems`."""
    shipped = preset_document(document["ruleset"])
    rules = document.get("rules", {})
    ruleset = make_ruleset(PRESETS[document["ruleset"]].ruleset, rules)
    changed = ruleset.changes_from(PRESETS[document["ruleset"]].ruleset)
    says = {**shipped["says"], **dict.fromkeys(changed, "house")}
    return {**shipped, "options": ruleset.as_dict(), "says": says}


def compare_page(
    document: Mapping[str, Any],
    own: RulesetDocument,
    house: Iterable[RulesetDocument],
    shades: Mapping[int, str],
) -> ComparePage:
    """Compare a race document under its own ruleset, the presets and the `house` rulesets.

    The table's own number of decks holds for all: it says how the cards were dealt.  Problems of
    the document itself are on the page, not raised.
    """
    try:
        counted = run({name: one for name, one in document.items() if name not in _OF_THE_DEAL})
    except Problems as problems:
        sentences = tuple(say(one.message) for one in problems)
        return ComparePage("", "", (), "", "", sentences)
    others = [preset_document(slug) for slug in PRESETS] + list(house)
    compared = [
        own,
        *(one for one in others if (one["slug"], _deciding(one)) != (own["slug"], _deciding(own))),
    ]
    measured = [(one, *_measure(document, one, own)) for one in compared]
    of_own = measured[0][2]
    rulings = tuple(
        _ruling(document, ruleset, own, raced, outcome, of_own, notes, shades)
        for ruleset, raced, outcome, notes in measured
    )
    alike, unlike = _summary(rulings)
    return ComparePage(_title(document), _counted(counted), rulings, alike, unlike, ())


def _deciding(ruleset: RulesetDocument) -> dict[str, Any]:
    return {name: one for name, one in ruleset["options"].items() if name not in _SILENT}


def _under(
    document: Mapping[str, Any], ruleset: RulesetDocument, own: RulesetDocument
) -> dict[str, Any]:
    """The table's document under another ruleset."""
    base = PRESETS[ruleset["base"]].ruleset
    options = {**ruleset["options"], "decks": own["options"]["decks"]}
    kept = {name: one for name, one in document.items() if name not in _OF_THE_TABLE}
    changes = make_ruleset(base, options).changes_from(base)
    return {**kept, "ruleset": ruleset["base"], "rules": changes}


def _measure(
    document: Mapping[str, Any], ruleset: RulesetDocument, own: RulesetDocument
) -> tuple[Raced | None, Outcome, tuple[str, ...]]:
    """What a ruleset makes of the table, with the cards where they fit, and what to note."""
    asked = _under(document, ruleset, own)
    try:
        raced = run(asked)
        return raced, outcome_of(raced.result, asked), ()
    except Problems as problems:
        sentences = tuple(say(one.message) for one in problems)
    notes: tuple[str, ...] = ()
    if "winners" in asked:
        notes = (_("Only who won is recorded here, under the table’s own rules; no card is."),)
    elif "cards" in asked:
        notes = (_("The cards that were dealt do not fit these rules."),)
    try:
        raced = run({name: one for name, one in asked.items() if name not in _OF_THE_DEAL})
    except Problems:
        return None, Outcome(), sentences
    return raced, outcome_of(raced.result, asked), notes


def _ruling(
    document: Mapping[str, Any],
    ruleset: RulesetDocument,
    own: RulesetDocument,
    raced: Raced | None,
    outcome: Outcome,
    of_own: Outcome,
    notes: tuple[str, ...],
    shades: Mapping[int, str],
) -> Ruling:
    is_own = ruleset is own
    terms = raced.result["drift_terms"] if raced else None
    chances, no_chances = _chances(_under(document, ruleset, own), ruleset)
    return Ruling(
        slug=ruleset["slug"],
        name=say_shipped(ruleset["name"]),
        source=say_shipped(ruleset["source"]),
        own=is_own,
        pool=None if outcome.pool is None else Pile(*outcome.pool, shades.get(outcome.pool[1], "")),
        pool_words=_pool_words(document, raced, shades),
        wins=_wins(raced, outcome),
        rescues=_rescues(raced, outcome),
        winning=_seats(outcome.awards),
        rescued=_seats(outcome.rescues),
        drift=outcome.drift,
        terms=tuple((term_word(term), terms[term]) for term in TERMS if terms.get(term))
        if terms
        else (),
        chances=chances,
        no_chances=no_chances,
        other=() if is_own or raced is None else tuple(other_than(outcome, of_own)),
        differences=() if is_own else tuple(_differences(ruleset, own)),
        notes=notes,
    )


def _pool_words(document: Mapping[str, Any], raced: Raced | None, shades: Mapping[int, str]) -> str:
    if raced is None:
        return ""
    worth = worth_of(document, {**raced.result, "warnings": []}, shades)
    return worth.no_cards or worth.rounding


def _wins(raced: Raced | None, outcome: Outcome) -> tuple[str, ...]:
    """Who wins what, best card first; or that the cards must say so."""
    if raced is None:
        return (_("not to be had from what is recorded"),)
    if outcome.awards is None:
        return (_("open: the cards decide"),)
    won: list[str] = []
    for step in raced.result["steps"]:
        cards = {one["seat"]: one["card"] for one in step["ranking"]}
        for one in step["awards"]:
            value = in_digits(one["chips"] * step["target"])
            card = cards.get(one["seat"]) if step["cards_needed"] else None
            won.append(_seat_gets(one["seat"], value, card))
    return tuple(won) or (_("nobody"),)


def _seats(paid: tuple[tuple[int, int], ...] | None) -> str:
    """The seats that are paid, for a narrow column."""
    if paid is None:
        return _("open")
    return ", ".join(str(seat) for seat, _value in paid) or "\N{EN DASH}"


def _seat_gets(seat: int, value: str, card: str | None) -> str:
    values = {"seat": seat, "value": value, "card": shown(card) if card else ""}
    if card:
        return _("Seat %(seat)s, %(card)s: +%(value)s") % values
    return _("Seat %(seat)s: +%(value)s") % values


def _rescues(raced: Raced | None, outcome: Outcome) -> tuple[str, ...]:
    if raced is None:
        return ("\N{EN DASH}",)
    at_risk = raced.result["steps"][-1]["at_risk"]
    if outcome.rescues is None:
        if not at_risk:
            return (_("nobody is at risk"),)
        return tuple(_("Seat %(seat)s is at risk") % {"seat": seat} for seat in at_risk)
    rescued = []
    for step in raced.result["steps"]:
        for one in step["rescues"]:
            values = {"seat": one["seat"], "value": in_digits(one["chip"])}
            if one["from"] == "pool":
                rescued.append(_("Seat %(seat)s: +%(value)s, from the pool") % values)
            else:
                rescued.append(_("Seat %(seat)s: +%(value)s, from the bank") % values)
    return tuple(rescued) or (_("nobody"),)


def _differences(ruleset: RulesetDocument, own: RulesetDocument) -> Iterator[Difference]:
    theirs = _deciding(own)
    for name, value in _deciding(ruleset).items():
        if value == theirs[name]:
            continue
        says = ruleset["says"][name]
        title = say(Message(f"option.{name}"))
        text = _("%(option)s: %(meaning)s") % {
            "option": title,
            "meaning": say(Message(f"option.{name}.{value}")),
        }
        yield Difference(text, who_says(says, ruleset["source"]), says == "house")


def _chances(asked: Mapping[str, Any], ruleset: RulesetDocument) -> tuple[tuple[Chance, ...], str]:
    """The chance of each seat that has one, or why chances are not to be had."""
    if ruleset["options"]["procedure"] != "race":
        return (), _("No cards, so nothing is left to chance.")
    try:
        found = race_odds(asked)
    except Problems as problems:
        return (), " ".join(say(one.message) for one in problems)
    if found.pool is None:
        return (), _("Everything is exchanged, so nothing is left to chance.")
    chances = tuple(
        Chance(seat, percent(chance), f"{chance.numerator}/{chance.denominator}")
        for seat, chance in found.chances.items()
        if chance
    )
    return chances, "" if chances else _("No seat can win an award.")


def percent(chance: Fraction) -> str:
    """A chance in percent, one decimal; only what is certain is said to be 0 or 100."""
    tenths = round(chance * 1000)
    if chance and not tenths:
        number, text = Decimal("0.1"), _("< %(number)s %%")
    elif chance != 1 and tenths == 1000:
        number, text = Decimal("99.9"), _("> %(number)s %%")
    else:
        number, text = Decimal(tenths) / 10, _("%(number)s %%")
    places = 0 if number == number.to_integral_value() else 1
    return text % {"number": number_format(number, decimal_pos=places, use_l10n=True)}


def _title(document: Mapping[str, Any]) -> str:
    """What leaves and into what, all steps of it, those not known yet too."""
    removed = removed_of(document)
    target = step_target(removed[-1], removed, document["in_play"], document.get("target"))
    chips = ", ".join(map(in_digits, removed))
    if target is None:
        return _("%(chips)s out") % {"chips": chips}
    return _("%(chips)s out → %(target)s") % {"chips": chips, "target": in_digits(target)}


def _counted(counted: Raced) -> str:
    step = counted.result["steps"][0]
    racers = sum(1 for one in step["exchange"] if one["odd"])
    odd = ngettext("%(n)s odd chip", "%(n)s odd chips", step["odd_chips"]) % {
        "n": in_digits(step["odd_chips"])
    }
    worth = _("%(odd)s, worth %(value)s") % {"odd": odd, "value": in_digits(step["odd_value"])}
    if not racers:
        return worth
    seats = ngettext("at %(n)s seat", "at %(n)s seats", racers) % {"n": racers}
    return f"{worth}, {seats}"


def _summary(rulings: Sequence[Ruling]) -> tuple[str, str]:
    """How many rulesets make the same of the table, and which do not."""
    others = rulings[1:]
    alike = [one.name for one in others if not one.other and one.wins == rulings[0].wins]
    unlike = [one.name for one in others if one.other]
    same = different = ""
    if alike:
        same = ngettext(
            "%(n)s other ruleset comes to the same: %(names)s.",
            "%(n)s other rulesets come to the same: %(names)s.",
            len(alike),
        ) % {"n": len(alike), "names": ", ".join(alike)}
    if unlike:
        different = ngettext(
            "%(n)s comes to something else: %(names)s.",
            "%(n)s come to something else: %(names)s.",
            len(unlike),
        ) % {"n": len(unlike), "names": ", ".join(unlike)}
    return same, different

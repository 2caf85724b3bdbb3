"""The options of a ruleset.  Where the rule texts disagree, the disagreement is an option here.

Each option is an enum whose members carry the names of RULES.md; the first member is the default.
What a value means in words stands in the wording under ``option.NAME.VALUE``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum, IntEnum, StrEnum
from types import MappingProxyType

from colorup.engine.problems import Findings, Problems, brief


class Procedure(StrEnum):
    """What happens to odd chips."""

    RACE = "race"
    ROUND_UP_EACH = "round_up_each"
    ROUND_NEAREST_EACH = "round_nearest_each"
    LEAVE_IN_PLAY = "leave_in_play"
    FORFEIT = "forfeit"


class FirstSeat(StrEnum):
    """Where the deal starts; changes who gets which card, never who is entitled to one."""

    SEAT_1 = "seat_1"
    SMALL_BLIND = "small_blind"
    BUTTON = "button"


class PoolRounding(StrEnum):
    """What becomes of the part of the odd value that is less than one target chip."""

    HALF_UP = "half_up"
    MORE_THAN_HALF = "more_than_half"
    UP = "up"
    DOWN = "down"


class LastChip(StrEnum):
    """The two readings of the last sentence of Robert's Rules, section 15."""

    TABLE_LEFTOVER = "table_leftover"
    HOLDER_HALF = "holder_half"


class AwardLimit(StrEnum):
    """How many race awards one seat may get; never a limit on the exchange."""

    ONE_PER_PLAYER = "one_per_player"
    WINNER_TAKES_ALL = "winner_takes_all"


class Surplus(StrEnum):
    """What becomes of chips of the pool for which there is no racer left."""

    FORFEIT = "forfeit"
    SECOND_ROUND = "second_round"


class RescueSource(StrEnum):
    """Whether an at-risk seat is served by the bank after the race or from the pool before it."""

    BANK = "bank"
    POOL_FIRST = "pool_first"


class RescueChip(StrEnum):
    """Which chip a rescued seat gets."""

    LOWEST_IN_PLAY = "lowest_in_play"
    RACE_TARGET = "race_target"


class Decks(IntEnum):
    """How many decks make the stub; with two a card can appear twice."""

    ONE = 1
    TWO = 2


class ExchangeIn(StrEnum):
    """In which chips complete sets are paid."""

    TARGET = "target"
    FEWEST = "fewest"


class Supplier(StrEnum):
    """Who gives the exchanged chips and the awards."""

    BANK = "bank"
    COLLECTOR = "collector"


class LateChips(StrEnum):
    """What removed chips are worth that are found later."""

    EQUAL_VALUE = "equal_value"
    EXACT_ONLY = "exact_only"
    DIRECTOR = "director"


class Arrival(StrEnum):
    """What holds for a player who comes from a table not raced yet to a raced one."""

    RACE_FIRST = "race_first"
    EQUAL_VALUE = "equal_value"
    ROUND_UP = "round_up"


class Freeze(StrEnum):
    """Whether announced chips may still be bet."""

    NONE = "none"
    ALL_IN_ONLY = "all_in_only"


class Evidence(StrEnum):
    """The least that must be recorded of a race; listed from the weakest to the strongest below."""

    WINNERS = "winners"
    BEST_CARDS = "best_cards"
    CARDS = "cards"
    TOTALS = "totals"


class Dealing(StrEnum):
    """Whether the application may deal."""

    PHYSICAL = "physical"
    EITHER = "either"


class TwoPerson(StrEnum):
    """Whether the person who confirms must not be the one who counted."""

    OFF = "off"
    ON = "on"


EVIDENCE_ORDER = (Evidence.TOTALS, Evidence.WINNERS, Evidence.BEST_CARDS, Evidence.CARDS)


def evidence_suffices(reached: Evidence | None, wanted: Evidence) -> bool:
    """Whether a record that rests on `reached` meets `wanted`; None (no cards needed) meets all."""
    return reached is None or EVIDENCE_ORDER.index(reached) >= EVIDENCE_ORDER.index(wanted)


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One value for each option; the defaults are those of RULES.md."""

    procedure: Procedure = Procedure.RACE
    first_seat: FirstSeat = FirstSeat.SEAT_1
    pool_rounding: PoolRounding = PoolRounding.HALF_UP
    last_chip: LastChip = LastChip.TABLE_LEFTOVER
    award_limit: AwardLimit = AwardLimit.ONE_PER_PLAYER
    surplus: Surplus = Surplus.FORFEIT
    rescue_source: RescueSource = RescueSource.BANK
    rescue_chip: RescueChip = RescueChip.LOWEST_IN_PLAY
    decks: Decks = Decks.ONE
    exchange_in: ExchangeIn = ExchangeIn.TARGET
    supplier: Supplier = Supplier.BANK
    late_chips: LateChips = LateChips.EQUAL_VALUE
    arrival: Arrival = Arrival.RACE_FIRST
    freeze: Freeze = Freeze.NONE
    evidence: Evidence = Evidence.WINNERS
    dealing: Dealing = Dealing.PHYSICAL
    two_person: TwoPerson = TwoPerson.OFF
    when: str = "at the break"

    def as_dict(self) -> dict[str, str | int]:
        """Option name → plain value, as documents hold it."""
        return {
            one.name: value.value if isinstance(value := getattr(self, one.name), Enum) else value
            for one in fields(self)
        }

    def changes_from(self, base: Ruleset) -> dict[str, str | int]:
        """The options that differ from those of `base`."""
        mine, theirs = self.as_dict(), base.as_dict()
        return {name: value for name, value in mine.items() if value != theirs[name]}


@dataclass(frozen=True, slots=True)
class Option:
    """An option as a form shows it; `choices` is empty where the value is free text."""

    name: str
    choices: tuple[str | int, ...]
    default: str | int


WHEN_LENGTH = 200
_CHOICES: Mapping[str, type[Enum]] = MappingProxyType(
    {
        "procedure": Procedure,
        "first_seat": FirstSeat,
        "pool_rounding": PoolRounding,
        "last_chip": LastChip,
        "award_limit": AwardLimit,
        "surplus": Surplus,
        "rescue_source": RescueSource,
        "rescue_chip": RescueChip,
        "decks": Decks,
        "exchange_in": ExchangeIn,
        "supplier": Supplier,
        "late_chips": LateChips,
        "arrival": Arrival,
        "freeze": Freeze,
        "evidence": Evidence,
        "dealing": Dealing,
        "two_person": TwoPerson,
    }
)
OPTIONS: Mapping[str, Option] = MappingProxyType(
    {
        name: Option(name, tuple(one.value for one in _CHOICES.get(name, ())), default)
        for name, default in Ruleset().as_dict().items()
    }
)


def make_ruleset(base: Ruleset, changes: Mapping[str, object]) -> Ruleset:
    """`base` with single options changed; raises `Problems` (``bad_option``), all at once.

    The refused combinations are those of RULES, "Refused combinations".
    """
    findings = Findings()
    known: dict[str, object] = {}
    for name, value in changes.items():
        if name not in OPTIONS:
            findings.add("bad_option.unknown", option=brief(name))
        elif name == "when":
            if isinstance(value, str) and len(value) <= WHEN_LENGTH:
                known[name] = value
            else:
                findings.add("bad_option.when", most=WHEN_LENGTH)
        elif type(value) in {str, int} and value in OPTIONS[name].choices:
            known[name] = _CHOICES[name](value)
        else:
            choices = tuple(str(one) for one in OPTIONS[name].choices)
            findings.add("bad_option.value", option=name, value=brief(value), choices=choices)
    findings.raise_if_any()
    made = replace(base, **known)  # type: ignore[arg-type]  # checked by name and type above
    if problems := refused_combinations(made):
        raise problems
    return made


def refused_combinations(ruleset: Ruleset) -> Problems | None:
    """The problems of options that cannot stand together, or None."""
    findings = Findings()
    if ruleset.last_chip is LastChip.HOLDER_HALF:
        if ruleset.pool_rounding is not PoolRounding.HALF_UP:
            findings.add("bad_option.holder_half_rounding")
        if ruleset.award_limit is AwardLimit.WINNER_TAKES_ALL:
            findings.add("bad_option.holder_half_winner_takes_all")
        if ruleset.surplus is Surplus.SECOND_ROUND:
            findings.add("bad_option.holder_half_second_round")
    if (
        ruleset.rescue_source is RescueSource.POOL_FIRST
        and ruleset.rescue_chip is RescueChip.LOWEST_IN_PLAY
    ):
        findings.add("bad_option.pool_first_lowest")
    return Problems(findings.found) if findings.found else None

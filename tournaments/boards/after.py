"""Late chips and one player's exchange: what their pages ask, say at once, and have recorded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import uuid4

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from colorup.engine.chips import value_of
from colorup.engine.late import Paid
from colorup.engine.problems import Message
from colorup.engine.ruleset import LateChips
from tournaments.boards.chips import Pile, colours, piles
from tournaments.models import ChipCommand, ColorUp, Event, Place, Table, User
from tournaments.permissions import Right, may
from tournaments.sentences import in_digits, say, say_shipped

MOST_TAPPED = 10
MOST_SEATS = 12


@dataclass(frozen=True, slots=True)
class ChipField:
    """A field for a number of chips of one denomination, with what was typed or tapped in it."""

    value: int
    colour: str
    typed: str = ""
    tapped: str = ""


@dataclass(frozen=True, slots=True)
class Recorded:
    """One command as it was recorded; `command_id` is for the form that takes it back."""

    id: int
    at: datetime
    who: str
    where: str
    what: str
    reason: str
    taken_back: str
    may_reverse: bool
    command_id: str
    problem: str = ""
    typed_reason: str = ""


@dataclass(frozen=True, slots=True)
class Taking:
    """A reversal that was refused: of which command, under which id, why, and what was typed."""

    id: int
    command_id: str
    problem: str
    reason: str


@dataclass(frozen=True, slots=True)
class Frame:
    """What both pages share: the event, where the form goes, optional place, what was recorded."""

    event_id: int
    event_name: str
    tables: tuple[tuple[int, str, bool], ...]
    seats: tuple[tuple[int, bool], ...]
    reason: str
    command_id: str
    draft: str
    recorded: tuple[Recorded, ...]
    errors: tuple[str, ...] = ()
    color_up_id: int | None = None

    @property
    def spot_said(self) -> bool:
        """Whether something optional was entered, so that its fold stands open."""
        return bool(
            self.reason
            or any(chosen for _id, _name, chosen in self.tables)
            or any(chosen for _seat, chosen in self.seats)
        )


@dataclass(frozen=True, slots=True)
class Rule:
    """Who says what about late chips: the option in words, its origin, the ruleset."""

    text: str
    says: str
    ruleset: str
    director: bool


@dataclass(frozen=True, slots=True)
class LateWorth:
    """What the chips found come to, in one sentence and as chips."""

    headline: str
    pays: tuple[Pile, ...]
    stacks: bool


@dataclass(frozen=True, slots=True)
class LatePage:
    """The page of late chips; `rule` is None where no chip has left play yet."""

    frame: Frame
    chips: tuple[ChipField, ...]
    rule: Rule | None
    decided: tuple[ChipField, ...]
    may_record: bool
    worth: LateWorth | None = None
    problems: tuple[str, ...] = ()
    taps: range = field(default=range(1, MOST_TAPPED + 1))


@dataclass(frozen=True, slots=True)
class Sums:
    """Both sides of an exchange; values.  `suggested` is the fewest chips for what is given."""

    gives: int
    gets: int
    suggested: str
    problems: tuple[str, ...] = ()

    @property
    def equal(self) -> bool:
        return self.gives == self.gets


@dataclass(frozen=True, slots=True)
class ExchangePage:
    """The page of one player's exchange."""

    frame: Frame
    gives: tuple[ChipField, ...]
    gets: tuple[ChipField, ...]
    sums: Sums


def chips_said(chips: Mapping[int, int]) -> str:
    """Chips in words, the largest first: ``3 × 500 + 2 × 100``."""
    said = (
        _("%(n)s × %(chip)s") % {"n": in_digits(chips[chip]), "chip": in_digits(chip)}
        for chip in sorted(chips, reverse=True)
    )
    return " + ".join(said)


def late_said(found: Mapping[int, int], pays: Mapping[int, int], unpaid: int) -> str:
    """What was found and what is paid for it: ``4 × 25: pay one 100``."""
    said = {"found": chips_said(found), "pays": _pays(pays), "unpaid": in_digits(unpaid)}
    if not pays:
        return _("%(found)s: nothing, %(unpaid)s leaves play") % said
    if unpaid:
        return _("%(found)s: pay %(pays)s, %(unpaid)s leaves play unpaid") % said
    return _("%(found)s: pay %(pays)s") % said


def paid_said(found: Mapping[int, int], pays: Mapping[int, int], unpaid: int) -> str:
    """The same once it is done: ``7 × 25 in, one 100 paid, 75 unpaid``."""
    said = {"found": chips_said(found), "pays": _pays(pays), "unpaid": in_digits(unpaid)}
    if not pays:
        return _("%(found)s in, nothing paid") % said
    if unpaid:
        return _("%(found)s in, %(pays)s paid, %(unpaid)s unpaid") % said
    return _("%(found)s in, %(pays)s paid") % said


def _pays(chips: Mapping[int, int]) -> str:
    if len(chips) != 1:
        return chips_said(chips)
    ((chip, count),) = chips.items()
    said = {"n": in_digits(count), "chip": in_digits(chip)}
    return ngettext("one %(chip)s", "%(n)s × %(chip)s", count) % said


def rule_of(color_up: ColorUp) -> Rule:
    """What the colour-up's ruleset says about late chips, and who says so."""
    value = color_up.ruleset["options"]["late_chips"]
    return Rule(
        text=say(Message(f"option.late_chips.{value}")),
        says=say(Message(color_up.ruleset["says"]["late_chips"])),
        ruleset=say_shipped(color_up.ruleset["name"]),
        director=value == LateChips.DIRECTOR,
    )


def late_worth(event: Event, found: Mapping[int, int], paid: Paid) -> LateWorth:
    """What chips found come to."""
    shades = colours(event.chip_set.as_document())
    pays = {str(chip): count for chip, count in paid.pays.items()}
    return LateWorth(
        late_said(found, paid.pays, paid.unpaid),
        piles(pays, shades),
        any(count > MOST_TAPPED for count in paid.pays.values()),
    )


def chip_fields(
    event: Event,
    denominations: Iterable[int],
    typed: Mapping[str, str],
    name: str,
    *,
    largest_first: bool = False,
) -> tuple[ChipField, ...]:
    """A field `name` for each denomination, with what was typed in it or tapped beside it."""
    shades = colours(event.chip_set.as_document())
    return tuple(
        ChipField(
            chip,
            shades.get(chip, ""),
            typed.get(f"{name}_{chip}", ""),
            typed.get(f"{name}_tap_{chip}", ""),
        )
        for chip in sorted(denominations, reverse=largest_first)
    )


def frame_of(
    event: Event,
    commands: Sequence[ChipCommand],
    typed: Mapping[str, str],
    command_id: str,
    user: User,
    *,
    taking: Taking | None = None,
    errors: tuple[str, ...] = (),
    color_up_id: int | None = None,
) -> Frame:
    """The frame of a page; `commands` as `ChipCommandQuerySet.recorded` reads them."""
    chosen_table, chosen_seat = typed.get("table", ""), typed.get("seat", "")
    tables = Table.objects.filter(event=event).order_by("number")
    filled = "filled" if "fill" in typed else ""
    return Frame(
        event_id=event.pk,
        event_name=event.name,
        tables=tuple((one.pk, str(one), str(one.pk) == chosen_table) for one in tables),
        seats=tuple((seat, str(seat) == chosen_seat) for seat in range(1, MOST_SEATS + 1)),
        reason=typed.get("reason", ""),
        command_id=command_id,
        # A draft belongs to what was recorded so far: the next form starts empty.
        draft=f"after:{event.pk}:{color_up_id or ''}:{len(commands)}:{user.pk}:{filled}",
        recorded=tuple(_recorded(event, one, user, taking) for one in commands),
        errors=errors,
        color_up_id=color_up_id,
    )


def recorded_said(command: ChipCommand) -> str:
    """What was recorded, in chips."""
    came_in: dict[int, int] = {}
    went_out: dict[int, int] = {}
    for one in command.movements.all():
        side = went_out if one.to_place == Place.IN_PLAY else came_in
        side[one.denomination] = side.get(one.denomination, 0) + one.chips
    if command.kind == ChipCommand.Kind.LATE:
        return paid_said(came_in, went_out, value_of(came_in) - value_of(went_out))
    said = {"gives": chips_said(came_in), "gets": chips_said(went_out)}
    if command.kind == ChipCommand.Kind.ARRIVAL:
        if not went_out:
            return _("arrival: %(gives)s for nothing") % said
        return _("arrival: %(gives)s for %(gets)s") % said
    return _("%(gives)s for %(gets)s") % said


def _recorded(event: Event, command: ChipCommand, user: User, taking: Taking | None) -> Recorded:
    reversal: ChipCommand | None = getattr(command, "reversed_by", None)
    taken_back = ""
    if reversal is not None:
        said = {"who": reversal.by.shown_name, "reason": reversal.reason}
        taken_back = _("taken back by %(who)s: %(reason)s") % said
    where = str(command.table) if command.table else ""
    if command.seat:
        said = {"table": where, "seat": str(command.seat)}
        where = _("%(table)s, seat %(seat)s") % said
    refused = taking if taking and taking.id == command.pk else None
    return Recorded(
        id=command.pk,
        at=command.at.astimezone(event.zone),
        who=command.by.shown_name,
        where=where,
        what=recorded_said(command),
        reason=command.reason,
        taken_back=taken_back,
        may_reverse=reversal is None and may(user, Right.REVERSE),
        command_id=refused.command_id if refused else str(uuid4()),
        problem=refused.problem if refused else "",
        typed_reason=refused.reason if refused else "",
    )

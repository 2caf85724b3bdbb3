"""A race sheet that was filled in on paper, entered afterwards: count, deal and confirmation at
once.

The whole sheet is written or nothing of it.  Each of the steps is the command it always is, with
its own event; that they come from a sheet, and what the sheet says of itself, stands in the events'
content under ``sheet``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils import timezone

from colorup.engine.cards import Card
from colorup.engine.lifecycle import Action, State
from colorup.engine.problems import Findings, Problems, brief
from colorup.engine.ruleset import TwoPerson
from tournaments.clock import read_moment
from tournaments.models import ColorUp, TableRace, User, Witness
from tournaments.permissions import Right
from tournaments.workflow.documents import (
    CALLED_TOTAL,
    COUNT_FIELDS,
    DEAL_FIELDS,
    assemble,
    check_called_total,
    check_entry,
    evaluate,
    readable_checks,
)
from tournaments.workflow.errors import Conflict
from tournaments.workflow.paid import Paid
from tournaments.workflow.runner import Answer, Command, run_all
from tournaments.workflow.table import (
    confirm,
    count,
    deal,
    require_evidence,
    require_final,
)

Entry = Mapping[str, Any]
# A sheet may also complete what was counted on a tablet; from the deal on the tablet has the race.
OPEN_TO_A_SHEET = (State.ANNOUNCED, State.COUNTED)
COUNT_KNOWN = COUNT_FIELDS | {CALLED_TOTAL}


@dataclass(frozen=True, slots=True)
class Sheet:
    """What stands on one table's race sheet.

    `count` and `deal` are the entries of these commands, `deal` empty where nothing was dealt;
    `handed_over` is denomination → chips, which can be compared once the race is decided.
    `got` is removed denomination → the seats whose box "got a chip" is ticked, `rescued` those
    whose box "rescued" is.  `paid` is what was paid otherwise than due (see `Paid.read`).
    `counted_at` is the time of day written on the sheet, ``21:40``.  `is_blank` says that nothing
    was written where the count belongs: nothing is confirmed by an empty sheet.
    """

    count: Entry
    deal: Entry = field(default_factory=dict)
    handed_over: Entry = field(default_factory=dict)
    got: Mapping[int, frozenset[int]] = field(default_factory=dict)
    rescued: frozenset[int] = frozenset()
    paid: Entry | None = None
    reason: str = ""
    witness: Witness = Witness.NOBODY
    witness_name: str = ""
    counted_by: str = ""
    counted_at: str = ""
    remarks: str = ""
    is_blank: bool = False


def enter_sheet(
    *,
    race_id: int,
    by: User,
    command_id: str,
    expected_version: int,
    sheet: Sheet,
    device: str = "",
) -> Answer:
    """Enter a whole sheet: *announced* or *counted* → *confirmed*, all of it or nothing.

    Where the ruleset asks for a second person, that person still has to confirm: the sheet is
    entered up to the awards.  Raises what `count`, `deal` and `confirm` raise, wrong entries of all
    three together: `Problems` (also ``bad_sheet``, ``bad_time``).
    """
    whole = whole_of(sheet)
    compared = {"handed_over": dict(sheet.handed_over)} if sheet.handed_over else {}

    def carry_out(race: TableRace) -> Answer:
        if race.state not in OPEN_TO_A_SHEET:
            raise Conflict("not_now", race=race, sent={"sheet": whole})
        dealt = _is_dealt(race, sheet)
        sent: dict[str, Any] = {"race_id": race_id, "by": by, "device": device}
        done = count(
            **sent,
            command_id=command_id,
            expected_version=race.version,
            entry=sheet.count if dealt else {**sheet.count, **compared},
            sheet=whole,
        )
        if dealt:
            done = deal(
                **sent,
                command_id=_id_of(command_id, Action.DEAL),
                expected_version=done.race.version,
                entry={**sheet.deal, **compared},
                sheet=_facts(sheet),
            )
        if needs_second_person(race.color_up):
            return done
        return confirm(
            **sent,
            command_id=_id_of(command_id, Action.CONFIRM),
            expected_version=done.race.version,
            paid=sheet.paid,
            reason=sheet.reason,
            witness=sheet.witness,
            witness_name=sheet.witness_name,
            sheet=_facts(sheet),
        )

    return run_all(
        Command(Action.COUNT, Right.COUNT, by, command_id, {"sheet": whole}, device=device),
        race_id=race_id,
        expected_version=expected_version,
        carry_out=carry_out,
        is_same=lambda event: event.content.get("sheet") == whole,
    )


def needs_second_person(color_up: ColorUp) -> bool:
    """Whether the colour-up's ruleset keeps the person who counted from confirming."""
    return TwoPerson(color_up.ruleset["options"]["two_person"]) is TwoPerson.ON


def _facts(sheet: Sheet) -> dict[str, Any]:
    """What the sheet says of itself."""
    return {
        "counted_by": sheet.counted_by,
        "counted_at": sheet.counted_at,
        "remarks": sheet.remarks,
    }


def whole_of(sheet: Sheet) -> dict[str, Any]:
    """All that stood on the sheet, as JSON writes it; the count's event keeps it."""
    return _facts(sheet) | {
        "count": dict(sheet.count),
        "deal": dict(sheet.deal),
        "handed_over": dict(sheet.handed_over),
        "got": {str(chip): sorted(seats) for chip, seats in sheet.got.items()},
        "rescued": sorted(sheet.rescued),
        "paid": None if sheet.paid is None else dict(sheet.paid),
        "reason": sheet.reason,
        "witness": sheet.witness.value,
        "witness_name": sheet.witness_name,
    }


def _id_of(command_id: str, action: Action) -> str:
    """The id of a further step of the sheet's command: the same whenever the sheet is sent."""
    return hashlib.sha256(f"{command_id}:{action.value}".encode()).hexdigest()


def _is_dealt(race: TableRace, sheet: Sheet) -> bool:
    """Whether the sheet's deal goes into the race; raises all that is wrong with the sheet.

    The engine looks at cards only once the count is right, and at payments only once there is a
    result: until then what can be told of them by itself is told.
    """
    findings = Findings()
    sheet = _readable(findings, sheet)
    _check_by_itself(findings, race, sheet)
    counted = _counted(race, sheet)
    dealt = bool(sheet.deal) and (counted is None or _deal_decides(counted))
    document = assemble(race.color_up, sheet.count, sheet.deal if dealt else {})
    if counted is None and sheet.handed_over:
        document["handed_over"] = sheet.handed_over
    result: dict[str, Any] = {}
    with findings.collecting():
        result = evaluate(document)
    if counted is None or not dealt:
        _check_cards(findings, sheet.deal)
    if counted is not None:
        with findings.collecting():
            check_called_total(sheet.count, counted)
    if result and result["final"]:
        _check_handed_over(findings, sheet, document)
        _check_final(findings, race, sheet, result)
    elif sheet.paid is not None:
        _check_numbers(findings, sheet.paid)
    findings.raise_if_any()
    require_final(result)
    require_evidence(result)
    return dealt


def _readable(findings: Findings, sheet: Sheet) -> Sheet:
    """The sheet without the cross-checks that are no numbers, which are told here."""
    count = readable_checks(findings, {**sheet.count, "handed_over": sheet.handed_over})
    return replace(sheet, handed_over=count.pop("handed_over", {}), count=count)


def _check_by_itself(findings: Findings, race: TableRace, sheet: Sheet) -> None:
    if sheet.is_blank:
        findings.add("bad_sheet.blank")
    with findings.collecting():
        check_entry(sheet.count, COUNT_KNOWN, race.table.seat_count)
    with findings.collecting():
        check_entry(sheet.deal, DEAL_FIELDS, race.table.seat_count)
    # Nobody is rescued before the last step.
    for seat in sorted(sheet.rescued & sheet.got.get(race.color_up.removed[-1], frozenset())):
        findings.add("bad_winners.both", seat, seat=seat)
    with findings.collecting():
        read_moment(sheet.counted_at, zone=race.color_up.event.zone, now=timezone.now())
    if sheet.paid is not None and not sheet.reason.strip():
        findings.add("bad_sheet.reason")
    if sheet.paid is not None and needs_second_person(race.color_up):
        findings.add("bad_sheet.second_person")


def _counted(race: TableRace, sheet: Sheet) -> dict[str, Any] | None:
    """The result of the count alone, without its cross-checks; None where it is wrong."""
    entry = {name: value for name, value in sheet.count.items() if name != "picked_up"}
    try:
        return evaluate(assemble(race.color_up, entry, {}))
    except Problems:
        return None


def _deal_decides(counted: Entry) -> bool:
    """Whether the deal, or who won it, decides about the result of a count."""
    return not counted["final"] or any(step["cards_needed"] for step in counted["steps"])


def _check_cards(findings: Findings, dealt: Entry) -> None:
    """Adds ``bad_card`` for what cannot be read as a card."""
    for hands in (dealt.get("cards"), dealt.get("tiebreak")):
        for seat, text in _cards_of(hands or {}):
            try:
                Card.parse(text)
            except ValueError:
                findings.add("bad_card", seat, seat=seat, value=brief(text))


def _cards_of(hands: Entry) -> Iterator[tuple[int, str]]:
    """Seat and card of hands, by denomination or not."""
    for key, one in hands.items():
        if isinstance(one, Mapping):
            yield from _cards_of(one)
        else:
            yield from ((int(key), text) for text in one)


def _check_handed_over(findings: Findings, sheet: Sheet, document: Entry) -> None:
    if not sheet.handed_over:
        return
    if "picked_up" not in sheet.count and any("odd" in one for one in sheet.count.get("seats", ())):
        findings.add("bad_sheet.picked_up")
        return
    with findings.collecting():
        evaluate({**document, "handed_over": sheet.handed_over})


def _check_final(findings: Findings, race: TableRace, sheet: Sheet, result: Entry) -> None:
    """What was paid, and whether the ticks of the sheet say the same as its cards.

    Where it was paid otherwise than due, the ticks may say either.
    """
    if sheet.paid is not None:
        with findings.collecting():
            Paid.read(
                sheet.paid,
                result=result,
                in_play=race.color_up.in_play,
                most_seats=race.table.seat_count,
            )
        return
    for step in result["steps"]:
        ticked = sheet.got.get(step["removed"], frozenset())
        awarded = {one["seat"] for one in step["awards"]}
        for seat in sorted(ticked - awarded):
            findings.add("bad_sheet.not_won", seat, seat=seat)
        for seat in sorted(awarded - ticked) if ticked else ():
            findings.add("bad_sheet.won", seat, seat=seat)
    rescued = {one["seat"] for one in result["steps"][-1]["rescues"]}
    for seat in sorted(sheet.rescued - rescued):
        findings.add("bad_sheet.not_rescued", seat, seat=seat)


def _check_numbers(findings: Findings, paid: Entry) -> None:
    """Adds ``bad_paid`` for what is no number of chips, at its seat."""
    for key, one in paid.items():
        if isinstance(one, Mapping):
            _check_numbers(findings, one)
        elif type(one) is not int:
            findings.add("bad_paid.type", int(key))

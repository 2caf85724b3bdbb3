"""The commands of one table's race: count, deal, confirm, reopen, void.

Each goes through `tournaments.workflow.runner.run` and answers or raises as that does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from colorup.engine.collector import chips_to_ask
from colorup.engine.explain import listed
from colorup.engine.lifecycle import Action, Situation, State
from colorup.engine.problems import Findings
from colorup.engine.ruleset import Evidence, TwoPerson, evidence_suffices
from colorup.formats.race_json import chips_document
from tournaments.models import RaceEvent, TableRace, User, Witness
from tournaments.permissions import Right, may
from tournaments.workflow.custody import (
    held_movements,
    of_confirmation,
    of_reversal,
    on_float,
    paying_float,
)
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
from tournaments.workflow.errors import Conflict, Forbidden, Unfit
from tournaments.workflow.paid import Paid
from tournaments.workflow.runner import (
    Answer,
    Command,
    Outcome,
    require_reason,
    require_state_after,
    run,
)


def count(
    *,
    race_id: int,
    by: User,
    command_id: str,
    expected_version: int,
    entry: Mapping[str, Any],
    sheet: Mapping[str, Any] | None = None,
    device: str = "",
) -> Answer:
    """Record what was counted: *announced* → *counted*, or count again before the deal.

    The seats' players are taken over now.  `entry` is ``{"seats": […], "button"?}`` or
    ``{"odd_total": n, "rescued"?}``, with ``picked_up``, ``handed_over``, ``collector`` and
    ``whole_event`` as in a race document, and the dealer's ``called_total``.  `sheet` is what stood
    on the race sheet that it was entered from.  Raises also `Problems`.
    """

    def work_out(race: TableRace) -> Outcome:
        after = require_state_after(race, Action.COUNT)
        known = COUNT_FIELDS | {CALLED_TOTAL}
        document, result = _evaluated(race, entry, known, assemble(race.color_up, entry, {}))
        check_called_total(entry, result)
        return Outcome(after, document, result, players=race.table.players(), counted_by=by)

    content = {"entry": dict(entry)} | from_sheet(sheet)
    command = Command(Action.COUNT, Right.COUNT, by, command_id, content, device=device)
    return run(command, race_id=race_id, expected_version=expected_version, work_out=work_out)


def deal(
    *,
    race_id: int,
    by: User,
    command_id: str,
    expected_version: int,
    entry: Mapping[str, Any],
    sheet: Mapping[str, Any] | None = None,
    device: str = "",
) -> Answer:
    """Record the deal: *counted* → *dealt*, or a *dealt* race's deal again, in place of the former.

    `entry` is ``{"cards": …, "best_cards_only"?, "tiebreak"?}`` or ``{"winners": …, "rescued"?}``,
    with ``handed_over`` and ``collector`` as in a race document.  Missing cards and ties are not
    wrong; they only keep the race from being confirmed.  `sheet` as for the count.  Raises also
    `Problems`.
    """

    def work_out(race: TableRace) -> Outcome:
        return dealt(race, entry)

    content = {"entry": dict(entry)} | from_sheet(sheet)
    command = Command(Action.DEAL, Right.DEAL, by, command_id, content, device=device)
    return run(command, race_id=race_id, expected_version=expected_version, work_out=work_out)


def dealt(race: TableRace, entry: Mapping[str, Any]) -> Outcome:
    """How a race stands once a deal is recorded.

    Raises `Conflict` (``not_now``) where nothing can be dealt, and `Problems`.
    """
    after = require_deal(race)
    if not entry.get("cards") and "winners" not in entry:
        raise Unfit("nothing_dealt")
    document = assemble(race.color_up, count_entry(race), entry)
    document, result = _evaluated(race, entry, DEAL_FIELDS, document)
    return Outcome(after, document, result, players=race.players, counted_by=race.counted_by)


def require_deal(race: TableRace) -> State:
    """The state after a deal; raises `Conflict` (``not_now``) where nothing can be dealt."""
    after = require_state_after(race, Action.DEAL, situation=Situation(cards_needed=True))
    if not race.situation.cards_needed:
        raise Conflict("not_now.no_cards_needed", race=race)
    return after


def confirm(
    *,
    race_id: int,
    by: User,
    command_id: str,
    expected_version: int,
    paid: Mapping[str, Any] | None = None,
    reason: str = "",
    witness: Witness = Witness.NOBODY,
    witness_name: str = "",
    sheet: Mapping[str, Any] | None = None,
    device: str = "",
) -> Answer:
    """Close the table: *counted* (where no cards are needed) or *dealt* → *confirmed*.

    `paid` is what was really paid (see `Paid.read`); without it, what was due.  A difference takes
    a director and a reason.  `sheet` as for the count.  Raises also `Unfit` (``not_final``,
    ``evidence_too_low``, ``reason_needed``, ``collector_not_asked``), `Forbidden`
    (``second_person_needed``, ``director_needed``) and `Problems`.
    """

    def work_out(race: TableRace) -> Outcome:
        after = require_state_after(race, Action.CONFIRM, situation=Situation(final=True))
        document, result = race.input, race.result
        assert document is not None
        assert result is not None
        require_final(result)
        require_evidence(result)
        _require_collectors_answer(document, result)
        _require_second_person(race, by)
        was_paid = _paid(race, result, paid)
        if was_paid != Paid.due(result):
            if not may(by, Right.OVERRIDE):
                raise Forbidden("director_needed")
            require_reason(reason)
        float_id = paying_float(
            event_id=race.color_up.event_id, person=by, section_id=race.table.section_id
        )
        return Outcome(
            after,
            document,
            result,
            was_paid.document(result),
            race.players,
            race.counted_by,
            on_float(of_confirmation(document, result, was_paid), float_id),
            result["drift"] + was_paid.adjustment(result),
            witness,
            witness_name,
        )

    command = Command(
        Action.CONFIRM,
        Right.CONFIRM,
        by,
        command_id,
        {"paid": paid, "witness": witness.value, "witness_name": witness_name} | from_sheet(sheet),
        reason.strip(),
        device,
    )
    return run(command, race_id=race_id, expected_version=expected_version, work_out=work_out)


def reopen(
    *,
    race_id: int,
    by: User,
    command_id: str,
    expected_version: int,
    to_state: State,
    reason: str,
    device: str = "",
) -> Answer:
    """Take a race back to an earlier step, for a reason; a confirmed one takes a director.

    Of a confirmed race the movements are reversed.  To *dealt*: everything entered stays.  To
    *counted*: the deal leaves the document (its event keeps it).  To *announced*: the count stays
    as a draft in `TableRace.input`, without a result, and the seats are free again.
    Raises also `Unfit` (``reason_needed``).
    """

    def work_out(race: TableRace) -> Outcome:
        after = require_state_after(race, Action.REOPEN, to=to_state)
        require_reason(reason)
        movements = of_reversal(held_movements(race))
        drift = -(race.drift or 0)
        if after is State.DEALT:
            return Outcome(
                after,
                race.input,
                race.result,
                players=race.players,
                counted_by=race.counted_by,
                movements=movements,
                drift=drift,
            )
        counted = assemble(race.color_up, count_entry(race), {})
        if after is State.ANNOUNCED:
            return Outcome(after, counted, movements=movements, drift=drift)
        return Outcome(
            after,
            counted,
            evaluate(counted),
            players=race.players,
            counted_by=race.counted_by,
            movements=movements,
            drift=drift,
        )

    command = Command(
        Action.REOPEN,
        Right.REOPEN,
        by,
        command_id,
        {"to_state": to_state.value},
        reason.strip(),
        device,
    )
    return run(command, race_id=race_id, expected_version=expected_version, work_out=work_out)


def void_race(
    *,
    race_id: int,
    by: User,
    command_id: str,
    expected_version: int,
    reason: str,
    device: str = "",
) -> Answer:
    """End a race that is not confirmed without a result, for a reason such as "table broken".

    Raises also `Unfit` (``reason_needed``).
    """

    def work_out(race: TableRace) -> Outcome:
        require_reason(reason)
        return voided(race)

    command = Command(Action.VOID, Right.VOID, by, command_id, {}, reason.strip(), device)
    return run(command, race_id=race_id, expected_version=expected_version, work_out=work_out)


def voided(race: TableRace) -> Outcome:
    """How a race stands once it is void: what was entered stays to be read.

    Raises `Conflict` (``not_now``) for a race that cannot be voided.
    """
    return Outcome(
        require_state_after(race, Action.VOID),
        race.input,
        race.result,
        players=race.players,
        counted_by=race.counted_by,
    )


def from_sheet(sheet: Mapping[str, Any] | None) -> dict[str, Any]:
    """The part of a command's content that says it was entered from a race sheet."""
    return {} if sheet is None else {"sheet": dict(sheet)}


def count_entry(race: TableRace) -> Mapping[str, Any]:
    """What was entered at the count that holds."""
    counted = RaceEvent.objects.latest_count(race.pk).first()
    assert counted is not None
    entry: Mapping[str, Any] = counted.content["entry"]
    return entry


def _evaluated(
    race: TableRace, entry: Mapping[str, Any], known: frozenset[str], document: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The document and its result; raises the problems of table and engine together."""
    findings = Findings()
    with findings.collecting():
        check_entry(entry, known, race.table.seat_count)
    document = readable_checks(findings, document)
    result: dict[str, Any] = {}
    with findings.collecting():
        result = evaluate(document)
    findings.raise_if_any()
    return document, result


def _paid(race: TableRace, result: Mapping[str, Any], entry: Mapping[str, Any] | None) -> Paid:
    if entry is None:
        return Paid.due(result)
    return Paid.read(
        entry, result=result, in_play=race.color_up.in_play, most_seats=race.table.seat_count
    )


def require_final(result: Mapping[str, Any]) -> None:
    """Raises `Unfit` (``not_final``) with the seats that are tied or lack cards."""
    if result["final"]:
        return
    tied = tuple(seat for step in result["steps"] for seat in step["tie"])
    if tied:
        raise Unfit("not_final.tied", seats=tied)
    if result["missing"]:
        raise Unfit("not_final.cards_missing", seats=tuple(result["missing"]))
    raise Unfit("not_final.winners_missing")


def require_evidence(result: Mapping[str, Any]) -> None:
    """Raises `Unfit` (``evidence_too_low``) below the level that the ruleset asks for."""
    reached = None if result["evidence"] is None else Evidence(result["evidence"])
    wanted = Evidence(result["options"]["evidence"])
    if not evidence_suffices(reached, wanted):
        raise Unfit(f"evidence_too_low.{wanted.value}")


def _require_collectors_answer(document: Mapping[str, Any], result: Mapping[str, Any]) -> None:
    """Until somebody says what a collector has of its own, nobody knows whether chips must be added
    against the rule."""
    settlement = result["settlement"]
    if settlement is None:
        return
    collector = document["collector"]
    asked = chips_to_ask(settlement["x"], tuple(document["in_play"]), collector["own"])
    if asked:
        raise Unfit(
            "collector_not_asked", seat=collector["seat"], chips=listed(chips_document(asked))
        )


def _require_second_person(race: TableRace, by: User) -> None:
    assert race.result is not None
    two_person = TwoPerson(race.result["options"]["two_person"])
    if two_person is TwoPerson.ON and race.counted_by_id == by.pk:
        raise Forbidden("second_person_needed")

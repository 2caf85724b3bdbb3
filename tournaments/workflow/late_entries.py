"""What a player who enters late adds to the event: an entry, and a stack of chips.

An event's chips are its entries and what they bought; so an entry counts there, and the ledger
holds only by which chips its stack differs from a starting stack of the same value.
"""

from __future__ import annotations

from collections.abc import Mapping

from colorup.engine.chips import value_of
from colorup.engine.problems import Findings
from tournaments.models import ChipCommand, Event, Place, Reason, Table, TableRace
from tournaments.permissions import Right
from tournaments.workflow.booking import Booking, book
from tournaments.workflow.custody import Movement
from tournaments.workflow.paid import MOST_CHIPS
from tournaments.workflow.runner import Command

Chips = Mapping[int, int]


def check_stack(findings: Findings, event: Event, table: Table | None, stack: Chips) -> None:
    """Adds what is wrong with a stack that comes to a table.

    A stack issued after the table's race contains no removed denomination (RULES.md, "Moves").
    """
    known = {one.value for one in event.chip_set.denominations.all()}
    readable = {chip: count for chip, count in stack.items() if _is_count(count)}
    for chip in sorted(stack.keys() - readable.keys()):
        typed = str(stack[chip])[:40]
        findings.add("bad_count.chips", chip=chip, typed=typed, most=MOST_CHIPS)
    chips = {chip for chip, count in readable.items() if count}
    if foreign := tuple(sorted(chips - known)):
        findings.add("bad_denomination.not_in_chip_set", chips=foreign)
    if not chips and len(readable) == len(stack):
        findings.add("bad_stack.empty")
    if table is not None and (left := tuple(sorted(chips & gone_from(table.pk)))):
        findings.add("bad_stack.left", table=str(table), chips=left)


def gone_from(table_id: int) -> set[int]:
    """The denominations that a table has raced away."""
    races = TableRace.objects.filter(table_id=table_id).confirmed().select_related("color_up")
    return {chip for one in races for chip in one.color_up.removed}


def add_entry(
    command: Command, event: Event, *, table: Table, seat: int, stack: Chips | None
) -> None:
    """Count one more entry of a locked event; `stack` None is taken for a starting stack."""
    starting = {one.denomination: one.chips for one in event.starting_stack.all()}
    bought = value_of(starting if stack is None else stack)
    if event.entries is not None:
        event.entries += 1
    if event.chips_bought is not None:
        event.chips_bought += bought
    event.save(update_fields=["entries", "chips_bought"])
    if stack is None or not starting or value_of(starting) != bought:
        return
    more = {chip: stack.get(chip, 0) - starting.get(chip, 0) for chip in {*stack, *starting}}
    if any(more.values()):
        _book_difference(command, event, table, seat, dict(sorted(more.items())))


def _book_difference(
    command: Command, event: Event, table: Table, seat: int, more: Mapping[int, int]
) -> None:
    gives = {chip: -count for chip, count in more.items() if count < 0}
    gets = {chip: count for chip, count in more.items() if count > 0}
    movements = (
        *(
            Movement(chip, count, Place.IN_PLAY, Place.BANK, Reason.ISSUE, seat)
            for chip, count in gives.items()
        ),
        *(
            Movement(chip, count, Place.BANK, Place.IN_PLAY, Reason.ISSUE, seat)
            for chip, count in gets.items()
        ),
    )
    content = {
        "gives": {str(chip): count for chip, count in gives.items()},
        "gets": {str(chip): count for chip, count in gets.items()},
    }
    of_chips = Command(
        ChipCommand.Kind.ISSUE,
        Right.SEAT,
        command.by,
        f"{command.command_id[:56]}:1",
        content,
        command.reason,
        command.device,
        command.at,
    )
    booking = Booking(movements, table=table, seat=seat)
    book(of_chips, event_id=event.pk, work_out=lambda _: booking)


def _is_count(count: object) -> bool:
    return type(count) is int and 0 <= count <= MOST_CHIPS

"""``plan``: when each denomination can leave a blind structure."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from typing import Any

from colorup.engine.problems import Findings, Problems, problem
from colorup.engine.schedule import Bets, Schedule, schedule
from colorup.formats.numbers import whole_number
from colorup.formats.tournament_file import TournamentFile, read_tournament_file
from colorup.verbs import Answer, read_bytes
from colorup.verbs.read import columns, problem_lines
from colorup.wording import grouped

HELP = "when each denomination can leave a blind structure"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a .tdt save, a CSV or a pasted structure")
    parser.add_argument(
        "--chips", metavar="25,100,500", help="the chips in use, instead of those in the file"
    )


def run(options: Namespace) -> Answer:
    """Plan the file's structure.

    Raises `Problems`: bad_file, bad_denomination for ``--chips``, missing_field where neither the
    file nor ``--chips`` says which chips are in use.
    """
    findings = Findings()
    chips: tuple[int, ...] = ()
    with findings.collecting():
        chips = _chips(options.chips)
    with findings.collecting():
        found = read_tournament_file(read_bytes(options.file), options.file)
        if not found.levels:
            raise Problems([problem("bad_file.no_levels", name=options.file)])
        if options.chips is None:
            chips = found.denominations
            if not chips:
                raise Problems([problem("missing_field.plan_chips", name=options.file)])
    findings.raise_if_any()
    planned = schedule_of(found, chips)
    return Answer(_document(found, chips, planned), "\n".join(_page(found, chips, planned)))


def schedule_of(found: TournamentFile, chips: Sequence[int]) -> Schedule:
    """The schedule of a file's structure for these chips."""
    levels = [Bets(row.row, (row.small_blind, row.big_blind, row.ante)) for row in found.levels]
    return schedule(chips, levels, [row.row for row in found.breaks])


def _chips(written: str | None) -> tuple[int, ...]:
    if written is None:
        return ()
    findings = Findings()
    values: list[int] = []
    for one in written.split(","):
        value = whole_number(one)
        if not value:
            findings.add("bad_denomination.plan", found=one.strip())
        elif value in values:
            findings.add("bad_denomination.plan_twice", value=value)
        else:
            values.append(value)
    findings.raise_if_any()
    return tuple(sorted(values))


def _document(found: TournamentFile, chips: Sequence[int], planned: Schedule) -> dict[str, Any]:
    return {
        "chips": list(chips),
        "removals": [
            {
                "removed": one.removed,
                "target": one.target,
                "needed_until_row": one.needed_until_row,
                "break_row": one.break_row,
            }
            for one in planned.removals
        ],
        "breaks": [
            {
                "row": row.row,
                "flagged": row.color_up,
                "removable": list(planned.removable[row.row]),
            }
            for row in found.breaks
        ],
    }


def _page(found: TournamentFile, chips: Sequence[int], planned: Schedule) -> Iterator[str]:
    yield f"Chips in use: {', '.join(map(grouped, chips))}"
    if planned.removals:
        yield ""
        yield from columns(
            [
                ("removed", "into", "needed until", "may go at"),
                *(
                    (
                        grouped(one.removed),
                        grouped(one.target),
                        _row(one.needed_until_row, "never needed"),
                        _row(one.break_row, "no break"),
                    )
                    for one in planned.removals
                ),
            ],
            left=-1,
        )
    marks = list(_marks(found, planned))
    if marks:
        yield from ("", "Colour-ups marked in the file", *marks)
    yield from problem_lines(found.problems)


def _row(row: int | None, without: str) -> str:
    return without if row is None else f"row {row}"


def _marks(found: TournamentFile, planned: Schedule) -> Iterator[str]:
    """Where the file's own colour-up marks and the schedule disagree."""
    for row in found.breaks:
        chips = ", ".join(map(grouped, planned.removable[row.row]))
        if row.color_up and not chips:
            yield f"  row {row.row} is marked, but no chip can leave there for the first time"
        elif chips and row.color_up is False:
            yield f"  row {row.row} is not marked, but {chips} can leave there"

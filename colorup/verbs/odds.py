"""``python -m colorup odds FILE``: each seat's exact chance of an award."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from colorup.engine.odds import Odds
from colorup.formats.fields import load_json
from colorup.formats.odds_json import odds_document, race_odds
from colorup.verbs import Answer, read_bytes


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a race as JSON; - reads standard input")


def run(options: Namespace) -> Answer:
    """The chances of the race in the file; raises `Problems`."""
    found = race_odds(load_json(read_bytes(options.file)))
    return Answer(odds_document(found), "\n".join(_lines(found)))


def _lines(found: Odds) -> Iterator[str]:
    yield "No race" if found.pool is None else f"Pool {found.pool}"
    for seat, chance in found.chances.items():
        yield f"Seat {seat:>2}  {float(chance):7.2%}  {chance}"

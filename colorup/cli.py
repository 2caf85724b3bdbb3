"""The command line: ``python -m colorup VERB …``.

Exit status 0: fine, also when a result is not final yet.  2: the input is wrong, and every problem
is on standard error, one a line.
"""

from __future__ import annotations

import argparse
import importlib
import io
import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn

from colorup.engine.problems import Problems, problem
from colorup.wording import say_problem

# What the JSON of a race looks like, for those who have nothing else to read.
RACE_IN_HELP = """\
FILE is JSON, for example:
  {"removed": 25, "in_play": [100, 500, 1000], "ruleset": "tda-2026",
   "seats": [{"seat": 1, "count": 7}, {"seat": 2, "odd": 1, "other": 0}, {"seat": 6, "count": 8}],
   "cards": {"1": ["Ks", "9d", "3h"], "2": ["Qc"]}}
A seat gives all its chips ("count") or what is left of them after the exchange ("odd"); "other": 0
says that it has nothing else.  Instead of "cards": "winners": [1].  Further: "target", "rules",
"button", "best_cards_only", "tiebreak", "picked_up", "handed_over", "collector", "whole_event";
for the table's total alone "odd_total", "winners", "rescued" instead of "seats"; several
denominations as "removed": [25, 100] with "chips": {"25": 7, "100": 3} at each seat."""
TAKE_A_RACE = ("race", "odds")
VERBS = {
    "race": "one table's race: who gets what, and why",
    "odds": "each seat's exact chance of an award",
    "plan": "when each denomination can leave a blind structure",
    "read": "what a tournament file says",
    "rules": "the rulesets, each option with its meaning and who says so",
}


class Parser(argparse.ArgumentParser):
    """argparse that reports wrong usage as a problem, like any other wrong input."""

    def error(self, message: str) -> NoReturn:
        raise Problems([problem("bad_usage", reason=message)])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one verb and return the exit status."""
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    _print_anything(sys.stdout)
    _print_anything(sys.stderr)
    as_json = "--json" in arguments
    try:
        _print(_answer(arguments, as_json))
    except Problems as error:
        for one in error:
            print(f"{one.code}: {_one_line(say_problem(one))}", file=sys.stderr)
        if as_json:
            with suppress(Problems):
                _print(_dump({"errors": [_error(one) for one in error]}))
        return 2
    return 0


def _print(text: str) -> None:
    try:
        print(text, flush=True)
    except OSError as error:
        # The interpreter must not flush once more at its end, and fail once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        # Whoever reads us may have seen enough (`… | head`).
        if not isinstance(error, BrokenPipeError):
            raise Problems([problem("bad_file.no_output", reason=error.strerror or "")]) from error


def _one_line(sentence: str) -> str:
    """A sentence with what breaks a line escaped: a wrong name or value may hold anything."""
    return "".join(
        one if one.isprintable() or one == "\N{NO-BREAK SPACE}" else ascii(one)[1:-1]
        for one in sentence
    )


def _answer(arguments: Sequence[str], as_json: bool) -> str:
    about = "Colour-ups and chip races, proved."
    usage = Parser(prog="python -m colorup", description=about, allow_abbrev=False)
    verbs = usage.add_subparsers(dest="verb", required=True, metavar="VERB", parser_class=Parser)
    asked = next((word for word in arguments if word in VERBS), None)
    for name, about in VERBS.items():
        parser = verbs.add_parser(
            name,
            help=about,
            description=about,
            epilog=RACE_IN_HELP if name in TAKE_A_RACE else None,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        parser.add_argument("--json", action="store_true", help="print JSON")
        if name == asked:
            module = importlib.import_module(f"colorup.verbs.{name}")
            module.add_arguments(parser)
    options = usage.parse_args(arguments)
    answer = importlib.import_module(f"colorup.verbs.{options.verb}").run(options)
    return _dump(answer.document) if as_json else str(answer.text)


def _dump(document: object) -> str:
    return json.dumps(document, ensure_ascii=False, indent=1)


def _error(one: object) -> dict[str, object]:
    from colorup.engine.problems import Problem

    assert isinstance(one, Problem)
    error: dict[str, object] = {"code": one.code, "message": say_problem(one)}
    if one.seat is not None:
        error["seat"] = one.seat
    return error


def _print_anything(stream: object) -> None:
    # A file name or a wrong value may hold what the terminal's encoding cannot; say it escaped.
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")

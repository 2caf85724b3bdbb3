"""The verbs of the command line, one module each.

A verb module has `HELP` (one line), `add_arguments(parser)` and `run(options)`, which returns an
`Answer` or raises `Problems`.  `colorup.cli` imports a verb only when it is asked for.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from colorup.engine.problems import Problems, problem


@dataclass(frozen=True, slots=True)
class Answer:
    """What a verb found: `document` for ``--json``, `text` for people."""

    document: dict[str, Any]
    text: str


def read_bytes(name: str) -> bytes:
    """The content of a file, or of standard input for ``-``; raises `Problems` (bad_file)."""
    try:
        if name != "-":
            return Path(name).read_bytes()
        if sys.stdin is None:
            raise Problems([problem("bad_file.no_input")])
        return sys.stdin.buffer.read()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise Problems([problem("bad_file.unreadable", name=name, reason=reason)]) from error

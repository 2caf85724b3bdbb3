"""What is wrong with an input, said all at once.

A problem is data: a stable code for programs, a key and values for the sentence.  The sentence
itself is chosen outside the engine (`colorup.wording`), so that it can be said in any language.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import MappingProxyType

Value = int | str | tuple[int, ...] | tuple[str, ...] | None
NOTHING: Mapping[str, Value] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence not yet said: its key in the wording, and what it speaks of."""

    key: str
    values: Mapping[str, Value] = field(default_factory=lambda: NOTHING)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong.

    `code` is one of the error codes that the formats promise; `key` names the sentence and is the
    code itself unless one code has several sentences (``bad_denomination.twice``).
    """

    code: str
    key: str
    values: Mapping[str, Value] = field(default_factory=lambda: NOTHING)
    seat: int | None = None

    @property
    def message(self) -> Message:
        return Message(self.key, self.values)


def problem(key: str, seat: int | None = None, /, **values: Value) -> Problem:
    """Make a problem whose code is the part of `key` before the first dot."""
    return Problem(key.partition(".")[0], key, MappingProxyType(values), seat)


class Problems(Exception):
    """Everything that is wrong with one input, in the order found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(", ".join(one.key for one in self.problems))

    def __iter__(self) -> Iterator[Problem]:
        return iter(self.problems)

    @property
    def codes(self) -> tuple[str, ...]:
        return tuple(one.code for one in self.problems)


class Findings:
    """Gathers problems while a check goes on, and raises them together at its end."""

    def __init__(self) -> None:
        self.found: list[Problem] = []

    def add(self, key: str, seat: int | None = None, /, **values: Value) -> None:
        self.found.append(problem(key, seat, **values))

    def raise_if_any(self) -> None:
        """Raise `Problems` with all that was found so far, or return."""
        if self.found:
            raise Problems(self.found)

    @contextmanager
    def collecting(self) -> Iterator[None]:
        """Take over the problems that the block raises, and go on after it."""
        try:
            yield
        except Problems as error:
            self.found.extend(error)


def brief(value: object) -> str:
    """A wrong value of a document as a sentence can show it."""
    try:
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    except RecursionError:
        text = "…"
    return text if len(text) <= 40 else text[:37] + "…"

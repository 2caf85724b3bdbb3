"""What is told of each shuffle of the application: before the cut its commitment, after it all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo
from enum import StrEnum
from typing import Any

from colorup.engine.cards import shown
from colorup.engine.stub import VERIFY
from tournaments.boards.chain import of_step
from tournaments.models import Stub

GROUP = 4
CARDS_A_LINE = 13


class StubState(StrEnum):
    """A stub waits for its number, holds (the record rests on its cards), was cut and holds no
    more, or was put aside before a number was called."""

    WAITS = "waits"
    HOLDS = "holds"
    REPLACED = "replaced"
    ASIDE = "aside"


@dataclass(frozen=True, slots=True)
class Opened:
    """What a cut brings to light; `cards` from top to bottom as people write them, `program` the
    lines of Python that check the commitment."""

    called: int
    by: str
    at: datetime
    salt: str
    cards: tuple[str, ...]
    program: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StubRecord:
    """One shuffle; `commitment` in groups that can be read aloud and compared."""

    removed: int
    attempt: int
    state: StubState
    commitment: tuple[str, ...]
    by: str
    at: datetime
    reason: str
    opened: Opened | None

    @property
    def was_dealt(self) -> bool:
        return self.opened is not None


def stub_records(
    stubs: Iterable[Stub], document: Mapping[str, Any] | None, zone: tzinfo
) -> tuple[StubRecord, ...]:
    """A race's stubs in the order shuffled; `document` is the race as it stands."""
    return tuple(
        StubRecord(
            one.removed,
            one.attempt,
            _state(one, document or {}),
            tuple(_grouped(one.commitment)),
            one.shuffled.by.shown_name,
            one.shuffled.at.astimezone(zone),
            one.shuffled.reason,
            _opened(one, zone),
        )
        for one in stubs
    )


def redeals(records: Iterable[StubRecord]) -> int:
    """How often the application dealt a step again."""
    dealt = [one.removed for one in records if one.was_dealt]
    return len(dealt) - len(set(dealt))


def _state(stub: Stub, document: Mapping[str, Any]) -> StubState:
    if (cut := stub.number_called) is None:
        return StubState.WAITS if stub.waits else StubState.ASIDE
    dealt = cut.dealt.input or {}
    holds = all(
        of_step(dealt, name, stub.removed) == of_step(document, name, stub.removed)
        for name in ("cards", "tiebreak")
    )
    return StubState.HOLDS if holds else StubState.REPLACED


def _opened(stub: Stub, zone: tzinfo) -> Opened | None:
    """The secret, once the stub is cut: no other code shows it."""
    if (cut := stub.number_called) is None:
        return None
    return Opened(
        cut.called,
        cut.dealt.by.shown_name,
        cut.dealt.at.astimezone(zone),
        stub.salt,
        tuple(map(shown, stub.cards.split())),
        tuple(_program(stub)),
    )


def _program(stub: Stub) -> Iterator[str]:
    cards = stub.cards.split()
    lines = [cards[at : at + CARDS_A_LINE] for at in range(0, len(cards), CARDS_A_LINE)]
    half = len(stub.commitment) // 2
    yield f'SALT = "{stub.salt}"'
    yield from _joined("CARDS", " ", [" ".join(one) for one in lines])
    yield from _joined("COMMITMENT", "", [stub.commitment[:half], stub.commitment[half:]])
    yield from VERIFY


def _joined(name: str, blank: str, parts: list[str]) -> Iterator[str]:
    """An assignment of a text that is longer than a line."""
    last = len(parts) - 1
    yield f"{name} = ("
    for at, part in enumerate(parts):
        yield f'  "{part}{"" if at == last else blank}"{")" if at == last else ""}'


def _grouped(text: str) -> Iterator[str]:
    return (text[at : at + GROUP] for at in range(0, len(text), GROUP))

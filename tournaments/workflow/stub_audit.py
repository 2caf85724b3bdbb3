"""The application's deals checked against the cards that were recorded of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from colorup.engine.cards import DECK
from colorup.engine.stub import cut, verify
from tournaments.boards.chain import of_step
from tournaments.models import Stub
from tournaments.workflow.stub import hands_of


@dataclass(frozen=True, slots=True)
class StubFault:
    """A stub that is not what was committed to, or cards that were not dealt from it."""

    race_id: int
    removed: int
    attempt: int
    text: str

    def __str__(self) -> str:
        return f"race {self.race_id}, stub {self.attempt} for {self.removed}: {self.text}"


def stub_faults() -> Iterator[StubFault]:
    """Every fault of every stub, of those not cut too."""
    for one in Stub.objects.select_related("cut__dealt").order_by("pk").iterator(chunk_size=200):
        for text in _faults(one):
            yield StubFault(one.race_id, one.removed, one.attempt, text)


def _faults(stub: Stub) -> Iterator[str]:
    if not verify(stub.salt, stub.cards, stub.commitment):
        yield "salt and cards are not those that were committed to"
    if Counter(stub.cards.split()) != Counter(map(str, DECK * stub.decks)):
        yield "it does not hold every card once a deck"
        return
    if (called := stub.number_called) is None:
        return
    event = called.dealt
    step = next(one for one in (event.result or {})["steps"] if one["removed"] == stub.removed)
    recorded = of_step(event.input or {}, "cards", stub.removed)
    if hands_of(cut(stub.shuffle, called.called), step) != recorded:
        yield f"cut at {called.called} it does not deal the cards of version {event.version}"

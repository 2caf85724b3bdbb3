"""The application's deals checked against the cards that were recorded of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

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
    event, cards = called.dealt, cut(stub.shuffle, called.called)
    step = next(one for one in (event.result or {})["steps"] if one["removed"] == stub.removed)
    hands, more = (
        of_step(event.input or {}, name, stub.removed) or {} for name in ("cards", "tiebreak")
    )
    gone, tied = (sum(map(len, one.values())) for one in (hands, more))
    further = Counter(chain.from_iterable(more.values()))
    follows = Counter(map(str, cards[gone : gone + tied]))
    if hands_of(cards, step) != hands or further != follows:
        yield f"cut at {called.called} it does not deal the cards of version {event.version}"

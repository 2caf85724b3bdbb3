"""Who stands where after the deal, as far as the cards that are in can tell.

A seat is ranked by its single best card (RULES, "Rank").  Seats whose cards are missing, or that
share their best card, can stand in more than one place; `Standing` knows each seat's places.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from colorup.engine.cards import DECK, Card
from colorup.engine.problems import Findings

Hands = Mapping[int, Sequence[Card]]


@dataclass(frozen=True, slots=True)
class Place:
    """The places a seat can take among the ranked seats, best first, counted from 0."""

    first: int
    last: int

    @property
    def all(self) -> range:
        return range(self.first, self.last + 1)


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of the ranking.

    `groups` holds the seats whose cards are in, best first, tied ones together; `tied` are the
    groups of more than one.  `best` is each such seat's best card.  `missing` is how many cards
    each other seat is still dealt, and `left` the rest of the stub, lowest first: what those seats
    can get.  A stub that cannot serve them tells nothing.
    """

    groups: tuple[tuple[int, ...], ...]
    best: Mapping[int, Card]
    missing: Mapping[int, int]
    left: tuple[Card, ...]

    @property
    def order(self) -> tuple[int, ...]:
        """The seats whose cards are in, best first; tied seats by number."""
        return tuple(seat for group in self.groups for seat in group)

    @property
    def tied(self) -> tuple[tuple[int, ...], ...]:
        return tuple(group for group in self.groups if len(group) > 1)

    def places(self, among: Sequence[int]) -> dict[int, Place]:
        """The places that each seat of `among` can take when only these seats are ranked."""
        places: dict[int, Place] = {}
        known = [seat for seat in among if seat in self.best]
        absent = [seat for seat in among if seat in self.missing]
        ranked = 0
        for group in self.groups:
            here = [seat for seat in group if seat in known]
            for seat in here:
                ahead, perhaps = self._passing(seat, absent)
                places[seat] = Place(ranked + ahead, ranked + len(here) - 1 + perhaps)
            ranked += len(here)
        for seat in absent:
            behind = sum(not self._may_pass(seat, other) for other in known)
            ahead_of = sum(self._must_pass(seat, other) for other in known)
            places[seat] = Place(behind, len(known) - ahead_of + len(absent) - 1)
        return places

    def settled_places(self, among: Sequence[int]) -> dict[int, Place]:
        """The places of the seats whose cards are in, if nobody passes who need not."""
        places = self.places(among)
        return {
            seat: Place(place.first, place.first + self._group_size(seat, among) - 1)
            for seat, place in places.items()
            if seat in self.best
        }

    def _group_size(self, seat: int, among: Sequence[int]) -> int:
        group = next(group for group in self.groups if seat in group)
        return sum(other in among for other in group)

    def unsettled_with(self, seat: int, among: Sequence[int]) -> tuple[int, ...]:
        """The seats without cards of which it is open whether they pass `seat`."""
        return tuple(
            other
            for other in among
            if other in self.missing
            and self._may_pass(other, seat)
            and not self._must_pass(other, seat)
        )

    def _passing(self, seat: int, absent: Sequence[int]) -> tuple[int, int]:
        """How many of the seats `absent` pass `seat`: at least, and at most."""
        if not self._stub_suffices:
            return 0, len(absent)
        # Those stay behind who get nothing but lower cards, most of them if they need few.
        lower = self._not_above(seat)
        behind = 0
        for count in sorted(self.missing[other] for other in absent):
            lower -= count
            behind += lower >= 0
        return len(absent) - behind, min(len(absent), self._not_below(seat))

    def _may_pass(self, missing: int, seat: int) -> bool:
        return self._passing(seat, (missing,))[1] == 1

    def _must_pass(self, missing: int, seat: int) -> bool:
        return self._passing(seat, (missing,))[0] == 1

    @property
    def _stub_suffices(self) -> bool:
        return sum(self.missing.values()) <= len(self.left)

    def _not_above(self, seat: int) -> int:
        return bisect_right(self.left, self.best[seat])

    def _not_below(self, seat: int) -> int:
        return len(self.left) - bisect_left(self.left, self.best[seat])


def stand(odd: Mapping[int, int], cards: Hands, tiebreak: Hands, decks: int) -> Standing:
    """Rank the seats of `odd` (seat → odd chips) by `cards`, ties by `tiebreak`.

    The cards must have been checked by `check_cards`.
    """
    best = {seat: max(hand) for seat, hand in cards.items() if hand}
    missing = {seat: count for seat, count in odd.items() if seat not in best}
    groups: list[tuple[int, ...]] = []
    for seats in _equals(best):
        groups.extend(_break_tie(seats, tiebreak, 0))
    return Standing(tuple(groups), best, missing, _stub_left(cards, tiebreak, decks))


def check_cards(
    findings: Findings,
    odd: Mapping[int, int],
    cards: Hands,
    tiebreak: Hands,
    *,
    decks: int,
    best_only: bool,
) -> None:
    """Add every problem of the cards dealt to seats with `odd` chips (seat → odd chips)."""
    dealt: Counter[Card] = Counter()
    for seat in sorted(cards):
        hand = cards[seat]
        wanted = 1 if best_only else odd.get(seat, 0)
        if hand and not odd.get(seat, 0):
            findings.add("card_for_empty_seat", seat, seat=seat)
        elif hand and len(hand) != wanted:
            key = "wrong_number_of_cards.best" if best_only else "wrong_number_of_cards"
            findings.add(key, seat, seat=seat, given=len(hand), wanted=wanted)
    for hands in (cards, tiebreak):
        for seat in sorted(hands):
            for card in hands[seat]:
                dealt[card] += 1
                if dealt[card] == decks + 1:
                    findings.add("duplicate_card", seat, seat=seat, card=card.shown, decks=decks)
    _check_tiebreak(findings, cards, tiebreak)


def _check_tiebreak(findings: Findings, cards: Hands, tiebreak: Hands) -> None:
    best = {seat: max(hand) for seat, hand in cards.items() if hand}
    allowed: Counter[int] = Counter()
    for seats in _equals(best):
        _count_rounds(seats, tiebreak, 0, allowed)
    for seat in sorted(tiebreak):
        if len(tiebreak[seat]) > allowed[seat]:
            findings.add("bad_tiebreak", seat, seat=seat, round=allowed[seat] + 1)


def _count_rounds(
    seats: tuple[int, ...], tiebreak: Hands, number: int, allowed: Counter[int]
) -> None:
    if len(seats) == 1:
        return
    for seat in seats:
        allowed[seat] = number + 1
    if all(len(tiebreak.get(seat, ())) > number for seat in seats):
        for group in _equals({seat: tiebreak[seat][number] for seat in seats}):
            _count_rounds(group, tiebreak, number + 1, allowed)


def _break_tie(seats: tuple[int, ...], tiebreak: Hands, number: int) -> list[tuple[int, ...]]:
    if len(seats) == 1 or any(len(tiebreak.get(seat, ())) <= number for seat in seats):
        return [seats]
    resolved: list[tuple[int, ...]] = []
    for group in _equals({seat: tiebreak[seat][number] for seat in seats}):
        resolved.extend(_break_tie(group, tiebreak, number + 1))
    return resolved


def _equals(cards: Mapping[int, Card]) -> list[tuple[int, ...]]:
    """Seats with the same card together, the highest card first."""
    return [
        tuple(sorted(seat for seat, own in cards.items() if own == card))
        for card in sorted(set(cards.values()), reverse=True)
    ]


def _stub_left(cards: Hands, tiebreak: Hands, decks: int) -> tuple[Card, ...]:
    left = Counter(dict.fromkeys(DECK, decks))
    for hands in (cards, tiebreak):
        for hand in hands.values():
            left.subtract(hand)
    return tuple(sorted(left.elements()))

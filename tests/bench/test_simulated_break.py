"""The simulated break without a browser: whose turn it is, what goes wrong, what it all takes."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from colorup.formats.race_json import evaluate
from tests.bench.simulated_break.assumptions import Assumptions
from tests.bench.simulated_break.clock import SECOND, Acts, On, Person, Spent, run
from tests.bench.simulated_break.floor import Evidence, Floor, Order
from tests.bench.simulated_break.paper import PaperHands, entering_afterwards
from tests.bench.simulated_break.report import all_confirmed_at, minutes, strokes_at, told
from tests.bench.simulated_break.truth import (
    Incidents,
    Raced,
    TrueTable,
    seats_of_a_big_room,
    true_room,
    true_table,
)

CARDS = {1: ("Ks", "9d", "3h"), 2: ("Ac",), 4: ("Kd", "2c")}
FIRST = TrueTable({1: 3, 2: 1, 3: 0, 4: 2}, 1, CARDS)
"""150 in 25s: one chip and a half, so two; the ace and the king of spades win."""


class TestTruth:
    def test_a_table_by_hand(self) -> None:
        assert (FIRST.racers, FIRST.total, FIRST.pool, FIRST.drift) == ((1, 2, 4), 6, 2, 50)
        assert FIRST.best == {1: "Ks", 2: "Ac", 4: "Kd"}
        assert FIRST.paid == {1, 2}
        assert FIRST.winners(FIRST.misread) == {2, 4}
        assert FIRST.miscounted == (4, {1: 3, 2: 1, 3: 0, 4: 1})

    def test_no_cards_where_all_or_none_are_paid(self) -> None:
        assert not Raced({1: 1, 2: 0}).cards_needed
        assert not Raced({1: 3}).cards_needed
        assert Raced({1: 3}).winners({}) == {1}
        assert Raced({1: 1}).winners({}) == frozenset()

    @pytest.mark.parametrize("seed", range(20))
    def test_it_agrees_with_the_engine_which_it_does_not_use(self, seed: int) -> None:
        table = true_table(7, range(1, 10), random.Random(seed))
        result = evaluate(
            {
                "removed": 25,
                "in_play": [100, 500, 1000],
                "seats": [{"seat": seat, "odd": chips} for seat, chips in table.odd.items()],
                "cards": {str(seat): list(cards) for seat, cards in table.cards.items()},
            }
        )
        assert {one["seat"] for one in result["steps"][0]["awards"]} == table.paid
        assert result["drift"] == table.drift


class TestClock:
    def test_whoever_is_earliest_goes_next(self) -> None:
        done: list[str] = []

        def acts(name: str, *seconds: int) -> Acts[None]:
            for one in seconds:
                done.append(name)
                yield Spent(On.STROKE, one * SECOND, 1)

        slow, quick = Person("slow", ()), Person("quick", ())
        run([(slow, acts("slow", 5, 1)), (quick, acts("quick", 1, 1, 1, 9))])
        assert done == ["slow", "quick", "quick", "quick", "quick", "slow"]
        assert (slow.now, quick.now) == (6 * SECOND, 12 * SECOND)
        assert (quick.strokes[0], quick.spent[0, On.STROKE]) == (4, 12 * SECOND)


@dataclass
class NotingHands:
    """Every act takes a second; what was asked for is noted."""

    person: Person
    floor: Floor
    noted: list[tuple[Any, ...]] = field(default_factory=list)

    def note(self, *what: Any) -> Acts[None]:
        self.noted.append((self.person.at, *what))
        yield Spent(On.STROKE, SECOND, 1)

    def first(self) -> Acts[int | None]:
        yield from ()
        return self.floor.next_free(self.person)

    def go_to(self, number: int) -> Acts[None]:
        return self.note("go to", number)

    def count(self, table: TrueTable, odd: Mapping[int, int], *, cut: bool) -> Acts[None]:
        return self.note("cut" if cut else "count", odd)

    def correct(self, table: TrueTable, seat: int) -> Acts[None]:
        return self.note("correct", seat)

    def card(self, seat: int, card: str) -> Acts[None]:
        return self.note("card", seat, card)

    def winners(self, seats: Sequence[int]) -> Acts[None]:
        return self.note("winners", seats)

    def show_awards(self, counted: Raced, evidence: Evidence) -> Acts[None]:
        return self.note("awards")

    def confirm(self) -> Acts[int | None]:
        yield from self.note("confirm")
        return self.floor.next_free(self.person)

    def reopen(self, number: int, reason: str) -> Acts[None]:
        return self.note("reopen", reason)


def small_room() -> dict[int, TrueTable]:
    """The same table three times."""
    return {number: TrueTable(FIRST.odd, number, CARDS) for number in (1, 2, 3)}


def floor_of(order: Order, evidence: Evidence = Evidence.BEST) -> Floor:
    people = [Person("director", (1, 2, 3), is_director=True)]
    return Floor(small_room(), Incidents(3, 2, 1), Assumptions(), order, evidence, people)


def at(number: int, noted: Sequence[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return [what for where, *what in noted if where == number]


class TestFloor:
    @pytest.fixture(params=list(Order))
    def order(self, request: pytest.FixtureRequest) -> Order:
        return Order(request.param)

    def played(self, floor: Floor) -> NotingHands:
        hands = NotingHands(floor.people[0], floor)
        floor.run({"director": hands})
        assert floor.confirmed_at.keys() == {1, 2, 3}
        return hands

    def test_a_misread_card_is_paid_found_and_set_right(self, order: Order) -> None:
        cards = [["card", 1, "Ks"], ["card", 2, "Ac"], ["card", 4, "Kd"], ["awards"], ["confirm"]]
        misread = [["card", 1, "Kd"], ["card", 2, "Ac"], ["card", 4, "Ks"], *cards[3:]]
        noted = at(1, self.played(floor_of(order)).noted)
        assert [what for what in noted if what[0] != "go to"] == [
            ["count", FIRST.odd],
            *misread,
            ["reopen", "wrong card"],
            *cards,
        ]

    def test_a_miscount_is_found_by_the_dealer_and_costs_the_cards_so_far(
        self, order: Order
    ) -> None:
        noted = at(2, self.played(floor_of(order)).noted)
        said = [what for what in noted if what[0] in ("count", "correct", "card")]
        assert said == [
            ["count", {1: 3, 2: 1, 3: 0, 4: 1}],
            ["card", 1, "Ks"],
            ["card", 2, "Ac"],
            ["correct", 4],
            ["card", 1, "Ks"],
            ["card", 2, "Ac"],
            ["card", 4, "Kd"],
        ]

    def test_the_network_goes_once(self, order: Order) -> None:
        noted = self.played(floor_of(order)).noted
        assert [where for where, what, *_ in noted if what == "cut"] == [3]

    def test_winners_are_entered_once_all_cards_lie(self, order: Order) -> None:
        noted = self.played(floor_of(order, Evidence.WINNERS)).noted
        won = [what for _, *what in noted if what[0] in ("winners", "card")]
        assert sorted(won) == [["winners", [1, 2]]] * 3 + [["winners", [2, 4]]]

    def test_who_stays_enters_each_card_as_it_falls(self) -> None:
        floor = floor_of(Order.STAY)
        self.played(floor)
        # Four seats' sets are exchanged by 0:20; the count takes a second, the six cards six.
        assert list(floor.dealt_at[1].values()) == [24_000, 25_000, 27_000]
        # The count, three best cards, the awards, the confirmation.
        assert strokes_at(floor)[3] == 1 + 3 + 1 + 1
        assert floor.people[0].spent[3, On.WALK] == 12_000

    def test_without_cards_nothing_can_be_misread(self) -> None:
        room = {**small_room(), 2: TrueTable({1: 1}, 2, {1: ("Ks",)})}
        with pytest.raises(ValueError, match="cards must be needed"):
            Floor(room, Incidents(3, 2, 1), Assumptions())


class TestPaper:
    def test_the_first_table_by_hand(self) -> None:
        floor = floor_of(Order.STAY)
        floor.incidents = Incidents(cut=1, miscounted=2, misread=3)
        floor.run({"director": PaperHands(floor.people[0], floor)})
        # Exchange until 20; sheet 3, digits 3, sum 3 + 3, total 1: 33.  Cards lie at 36, 37, 39 and
        # are written by 38, 40, 42.  Two awards 2 × 3, two chips 2 × 2, two signatures 2 × 3.
        assert floor.confirmed_at[1] == 58 * SECOND
        assert strokes_at(floor)[1] == 3 + 1 + 3 + 2 + 2

    def test_entering_the_sheets(self) -> None:
        # 5 to open, 10 to compare, and each entry.
        assert entering_afterwards([11, 20], Assumptions()) == (15 + 11 + 15 + 20) * SECOND


class TestReport:
    def test_two_people_in_a_big_room_leave_no_table_out(self) -> None:
        seats = seats_of_a_big_room(20, seed=3)
        assert {len(taken) for taken in seats.values()} == {8, 9}
        people = [Person("dana", range(1, 11), is_director=True), Person("robin", range(11, 21))]
        floor = Floor(true_room(seats, 3), Incidents(13, 16, 4), Assumptions(), people=people)
        floor.run({one.name: PaperHands(one, floor) for one in people})
        lines = list(told(floor, "entries"))
        assert [int(line.split()[0]) for line in lines[1:21]] == list(range(1, 21))
        assert lines[4].endswith("reopened")
        assert lines[-1] == f"all confirmed at {minutes(all_confirmed_at(floor))}"

    def test_a_table_left_out_is_no_result(self) -> None:
        with pytest.raises(ValueError, match="Not every table"):
            all_confirmed_at(floor_of(Order.STAY))

    def test_minutes(self) -> None:
        assert [minutes(one) for one in (0, 59_001, 492_000)] == ["0:00", "1:00", "8:12"]

    def test_every_figure_is_stated_with_its_meaning(self) -> None:
        stated = list(Assumptions(walk=20).stated())
        assert ("walk", 20, "walking to the next table, or back to one") in stated
        assert all(meaning for _, _, meaning in stated)

"""What holds however seats change: by any steps, and by many people at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from colorup.engine.problems import Problems
from tests.workflow.rooms import announce_25s, make_event, make_people, make_table
from tests.workflow.seats import race_at, sent, sitting
from tournaments.models import (
    Seat,
)
from tournaments.workflow import (
    Conflict,
    count,
    seating,
)
from tournaments.workflow.audit import faults
from tournaments.workflow.changes import At

STEPS = st.tuples(
    st.sampled_from(["move", "bust", "enter"]),
    st.tuples(st.integers(0, 2), st.integers(1, 9)),
    st.tuples(st.integers(0, 2), st.integers(1, 9)),
)


class TestLaws(TestCase):
    def setUp(self) -> None:
        self.people = make_people()
        self.event = make_event()
        self.tables = [make_table(self.event, n, {n: f"Player {n}"}) for n in (1, 2, 3)]
        color_up = announce_25s(self.event, self.tables, by=self.people.director)
        self.held = self.tables[2]
        count(
            race_id=race_at(color_up, self.held).pk,
            by=self.people.floor,
            command_id="c",
            expected_version=1,
            entry={"seats": []},
        )

    @given(st.lists(STEPS, max_size=8))
    def test_nobody_sits_twice_and_a_held_table_never_changes(self, steps: list[Any]) -> None:
        names = ["Player 1", "Player 2", "Player 3"]
        for number, (kind, first, second) in enumerate(steps):
            at = At(self.tables[first[0]].pk, first[1])
            to = At(self.tables[second[0]].pk, second[1])
            before = self.everybody()
            who = sent(self.event, self.people.floor)
            try:
                if kind == "move":
                    seating.move(**who, at=at, to=to)
                elif kind == "bust":
                    seating.bust(**who, at=at)
                else:
                    seating.enter(**who, to=to, player=f"New {number}")
                    names.append(f"New {number}")
            except (Problems, Conflict):
                assert self.everybody() == before
            seated = self.everybody()
            assert len(set(seated.values())) == len(seated)
            assert set(seated.values()) <= set(names)
            assert sitting(self.held) == {3: "Player 3"}
            gone = len(before) - len(seated)
            assert gone in {"move": (0,), "bust": (0, 1), "enter": (0, -1)}[kind]
        assert list(faults()) == []

    def everybody(self) -> Mapping[tuple[int, int], str]:
        return {(one.table_id, one.number): one.player for one in Seat.objects.all()}


AT_ONCE = 6


def at_once(act: Callable[[int], Any]) -> list[str]:
    """How it went for each of six people who began at the same moment."""
    start = Barrier(AT_ONCE)

    def person(number: int) -> str:
        try:
            connection.ensure_connection()
            start.wait(timeout=20)
            return "repeated" if act(number).repeated else "applied"
        except Conflict as conflict:
            return conflict.code
        except Problems as problems:
            return problems.codes[0]
        finally:
            connection.close()

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return sorted(pool.map(person, range(AT_ONCE)))


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    def test_six_players_want_one_seat_and_one_gets_it(self) -> None:
        people, event = make_people(), make_event()
        old = make_table(event, 1, {n: f"Player {n}" for n in range(1, AT_ONCE + 1)})
        new = make_table(event, 2)
        announce_25s(event, [old, new], by=people.director)

        def act(number: int) -> Any:
            return seating.move(
                **sent(event, people.floor), at=At(old.pk, number + 1), to=At(new.pk, 5)
            )

        assert at_once(act) == ["applied", *["bad_seat"] * (AT_ONCE - 1)]
        assert (len(sitting(old)), list(sitting(new))) == (AT_ONCE - 1, [5])

    def test_one_move_sent_six_times_is_made_once(self) -> None:
        people, event = make_people(), make_event()
        table = make_table(event, 1, {1: "Player 01"})
        same = {**sent(event, people.floor), "at": At(table.pk, 1), "to": At(table.pk, 2)}
        outcomes = at_once(lambda _: seating.move(**same))
        assert outcomes == ["applied", *["repeated"] * (AT_ONCE - 1)]

    def test_moves_and_counts_do_not_wait_for_each_other(self) -> None:
        people, event = make_people(), make_event()
        tables = [make_table(event, n, {n: f"Player {n}"}) for n in (1, 2)]
        color_up = announce_25s(event, tables, by=people.director)
        races = [race_at(color_up, one) for one in tables]

        def act(number: int) -> Any:
            if number % 2:
                return SimpleNamespace(
                    repeated=count(
                        race_id=races[number % 4 // 2].pk,
                        by=people.floor,
                        command_id=uuid4().hex,
                        expected_version=1,
                        entry={"seats": []},
                    ).repeated
                )
            one, two = (tables if number % 4 else tables[::-1])[:2]
            return seating.move(
                **sent(event, people.floor), at=At(one.pk, one.number), to=At(two.pk, 9)
            )

        outcomes = at_once(act)
        assert set(outcomes) <= {"applied", "stale", "held", "bad_seat"}
        assert "applied" in outcomes
        names = [one.player for one in Seat.objects.all()]
        assert sorted(names) == ["Player 1", "Player 2"]
        assert list(faults()) == []

"""When a denomination may leave (RULES, "When a denomination may leave")."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from colorup.engine.schedule import Bets, Removal, schedule


def plan(
    chips: list[int], rows: str
) -> tuple[list[tuple[int | None, ...]], dict[int, tuple[int, ...]]]:
    """Rows ``25/50/0`` for a level and ``-`` for a break."""
    levels, breaks = [], []
    for row, text in enumerate(rows.split(), 1):
        if text == "-":
            breaks.append(row)
        else:
            levels.append(Bets(row, tuple(map(int, text.split("/")))))
    planned = schedule(chips, levels, breaks)
    return [
        (one.removed, one.target, one.needed_until_row, one.break_row) for one in planned.removals
    ], planned.removable


def test_5s_and_10s_go_together_where_antes_of_25_and_75_are_still_to_come():
    removals, removable = plan([5, 10, 25, 100], "10/20/5 - 100/200/25 - 300/600/75 - 400/800/100")
    assert removals == [(5, 10, 1, 2), (10, 25, 1, 2), (25, 100, 5, 6)]
    assert removable == {2: (5, 10), 4: (), 6: (25,)}


def test_noughts_are_set_aside():
    removals, _ = plan([25, 100], "25/50/0 - 0/100/0 - 0/0/0")
    assert removals == [(25, 100, 1, 2)]


def test_there_must_be_a_later_level():
    assert plan([25, 100], "25/50/0 -") == ([(25, 100, 1, None)], {2: ()})
    assert plan([25, 100], "100/200/0 -") == ([(25, 100, None, None)], {2: ()})
    assert plan([25, 100], "-") == ([(25, 100, None, None)], {1: ()})


def test_a_chip_that_no_level_needs_may_go_at_the_first_break():
    assert plan([25, 100], "- 100/200/0") == ([(25, 100, None, 1)], {1: (25,)})
    assert plan([25, 100], "100/200/0 - - 200/400/0") == ([(25, 100, None, 2)], {2: (25,), 3: ()})


def test_a_chip_needed_after_the_last_break_has_no_break():
    removals, _ = plan([25, 100], "25/50/0 - 75/150/0 100/200/0")
    assert removals == [(25, 100, 3, None)]


def test_a_level_needed_only_together_with_a_later_one_keeps_its_chip():
    # 40 is all 20s and 75 is all 25s, but no chip above 5 pays both.
    removals, _ = plan([5, 20, 25], "40/80/0 - 75/150/0 - 25/50/0")
    assert removals == [(5, 20, 1, 2), (20, 25, 1, 2)]


def test_the_largest_chip_never_leaves_and_order_does_not_matter():
    planned = schedule([100, 25, 100], [Bets(3, (100,)), Bets(1, (25,))], [2])
    assert planned.removals == (Removal(25, 100, 1, 2),)
    assert schedule([100], [Bets(1, (100,))], []).removals == ()
    assert schedule([], [], []).removals == ()


@pytest.mark.parametrize("chips", [[25, 100, 500, 1000]])
def test_two_denominations_at_one_break(chips):
    removals, removable = plan(chips, "25/50/0 - 1000/2000/1000")
    assert removals == [(25, 100, 1, 2), (100, 500, 1, 2), (500, 1000, 1, 2)]
    assert removable == {2: (25, 100, 500)}


@given(
    st.sets(st.integers(1, 60), min_size=1, max_size=5),
    st.lists(st.none() | st.tuples(*[st.integers(0, 12)] * 3), max_size=8),
)
def test_the_schedule_is_the_rule_word_by_word(chips, rows):
    ladder = sorted(chips)
    levels = [Bets(row, one) for row, one in enumerate(rows, 1) if one is not None]
    breaks = [row for row, one in enumerate(rows, 1) if one is None]

    def may_go(after: int) -> int:
        later = [amount for level in levels if level.row > after for amount in level.amounts]
        if not any(level.row > after for level in levels):
            return 0
        return max(
            (k for k in range(1, len(ladder)) if all(one % ladder[k] == 0 for one in later if one)),
            default=0,
        )

    planned = schedule(chips, levels, breaks)
    for index, one in enumerate(planned.removals):
        assert (one.removed, one.target) == (ladder[index], ladder[index + 1])
        assert one.break_row == next((row for row in breaks if may_go(row) > index), None)
        keeping = [level.row for level in levels if may_go(level.row - 1) <= index]
        assert one.needed_until_row == max(keeping, default=None)
    assert len(planned.removals) == len(ladder) - 1
    gone = [chip for row in breaks for chip in planned.removable[row]]
    assert gone == [one.removed for one in planned.removals if one.break_row is not None]

"""The one table of transitions."""

from __future__ import annotations

import pytest

from colorup.engine.lifecycle import Action, Situation, State, actions_from, legal, transitions

OPEN = Situation(final=False, cards_needed=True)
NO_CARDS = Situation(final=True, cards_needed=False)
DONE = Situation(final=True, cards_needed=True)


@pytest.mark.parametrize(
    ("state", "situation", "actions"),
    [
        (State.ANNOUNCED, Situation(), [Action.COUNT, Action.VOID]),
        (State.COUNTED, OPEN, [Action.COUNT, Action.DEAL, Action.REOPEN, Action.VOID]),
        (State.COUNTED, NO_CARDS, [Action.COUNT, Action.CONFIRM, Action.REOPEN, Action.VOID]),
        (State.DEALT, OPEN, [Action.DEAL, Action.REOPEN, Action.VOID]),
        (State.DEALT, DONE, [Action.DEAL, Action.CONFIRM, Action.REOPEN, Action.VOID]),
        (State.CONFIRMED, DONE, [Action.REOPEN]),
        (State.VOID, DONE, []),
    ],
)
def test_what_can_be_done_in_each_state(
    state: State, situation: Situation, actions: list[Action]
) -> None:
    assert list(actions_from(state, situation)) == actions


@pytest.mark.parametrize(
    ("state", "action", "reached"),
    [
        (State.ANNOUNCED, Action.COUNT, [State.COUNTED]),
        (State.COUNTED, Action.DEAL, [State.DEALT]),
        (State.DEALT, Action.CONFIRM, [State.CONFIRMED]),
        (State.COUNTED, Action.REOPEN, [State.ANNOUNCED]),
        (State.DEALT, Action.REOPEN, [State.COUNTED, State.ANNOUNCED]),
        (State.CONFIRMED, Action.REOPEN, [State.DEALT, State.COUNTED, State.ANNOUNCED]),
        (State.CONFIRMED, Action.VOID, []),
        (State.VOID, Action.REOPEN, []),
        (State.ANNOUNCED, Action.CONFIRM, []),
        (State.ANNOUNCED, Action.DEAL, []),
    ],
)
def test_where_an_action_leads(state: State, action: Action, reached: list[State]) -> None:
    assert list(transitions(state, action, DONE)) == reached
    assert legal(state, action, situation=DONE) is bool(reached)
    for target in State:
        assert legal(state, action, target, DONE) is (target in reached)


def test_only_a_final_result_is_confirmed() -> None:
    assert transitions(State.DEALT, Action.CONFIRM, OPEN) == ()
    assert transitions(State.COUNTED, Action.CONFIRM) == ()


def test_only_a_counted_or_dealt_table_holds_its_players() -> None:
    assert [state for state in State if state.holds_table] == [State.COUNTED, State.DEALT]

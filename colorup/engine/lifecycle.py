"""The life of a race: one table of transitions, asked by every button and every command."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class State(StrEnum):
    """Where a table's race stands."""

    ANNOUNCED = "announced"
    COUNTED = "counted"
    DEALT = "dealt"
    CONFIRMED = "confirmed"
    VOID = "void"

    @property
    def holds_table(self) -> bool:
        """Whether players may not move from or to the table (RULES, "Moves")."""
        return self in (State.COUNTED, State.DEALT)


class Action(StrEnum):
    """What can be done to a table's race."""

    COUNT = "count"
    DEAL = "deal"
    CONFIRM = "confirm"
    REOPEN = "reopen"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Situation:
    """What decides, beside the state, whether an action is legal.

    `final`: the result is known.  `cards_needed`: the deal, or who won it, decides about it.
    """

    final: bool = False
    cards_needed: bool = False


_NEXT: Mapping[tuple[State, Action], tuple[State, ...]] = MappingProxyType(
    {
        (State.ANNOUNCED, Action.COUNT): (State.COUNTED,),
        (State.COUNTED, Action.COUNT): (State.COUNTED,),
        (State.COUNTED, Action.DEAL): (State.DEALT,),
        (State.DEALT, Action.DEAL): (State.DEALT,),
        (State.COUNTED, Action.CONFIRM): (State.CONFIRMED,),
        (State.DEALT, Action.CONFIRM): (State.CONFIRMED,),
        (State.COUNTED, Action.REOPEN): (State.ANNOUNCED,),
        (State.DEALT, Action.REOPEN): (State.COUNTED, State.ANNOUNCED),
        (State.CONFIRMED, Action.REOPEN): (State.DEALT, State.COUNTED, State.ANNOUNCED),
        (State.ANNOUNCED, Action.VOID): (State.VOID,),
        (State.COUNTED, Action.VOID): (State.VOID,),
        (State.DEALT, Action.VOID): (State.VOID,),
    }
)


def transitions(
    state: State, action: Action, situation: Situation = Situation()
) -> tuple[State, ...]:
    """The states that `action` can lead to from `state`, the nearest first; none if it is illegal.

    Only a final result can be confirmed, and nothing is dealt where no cards are needed.
    """
    if action is Action.CONFIRM and not situation.final:
        return ()
    if action is Action.DEAL and not situation.cards_needed:
        return ()
    return _NEXT.get((state, action), ())


def legal(
    state: State, action: Action, to: State | None = None, situation: Situation = Situation()
) -> bool:
    """Whether `action` is legal from `state`, and, where `to` is given, can lead there."""
    reached = transitions(state, action, situation)
    return bool(reached) if to is None else to in reached


def actions_from(state: State, situation: Situation = Situation()) -> tuple[Action, ...]:
    """Every legal action, in the order in which a race goes on."""
    return tuple(action for action in Action if transitions(state, action, situation))

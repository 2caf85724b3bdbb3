"""Which role may do what."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from tournaments.models import TableRace
from tournaments.permissions import LEAST_ROLE, Right, is_stranger, may

ALLOWED = {
    "viewer": {"view"},
    "floor": {"view", "count", "deal", "confirm", "reopen", "late", "exchange", "seat"},
    "director": set(Right) - {Right.ADMINISTER},
    "admin": set(Right),
}


@pytest.mark.parametrize("who", list(ALLOWED))
def test_each_role_may_do_this_and_no_more(people: Any, who: str) -> None:
    assert {right for right in Right if may(getattr(people, who), right)} == ALLOWED[who]


def test_every_right_has_its_least_role() -> None:
    assert set(LEAST_ROLE) == set(Right)


def test_a_stranger_may_nothing(people: Any) -> None:
    for nobody in (people.stranger, AnonymousUser()):
        assert is_stranger(nobody)
        assert not any(may(nobody, right) for right in Right)


def test_reopening_a_confirmed_race_takes_a_director(
    people: Any, play: Callable[..., TableRace]
) -> None:
    race = play("dealt")
    assert may(people.floor, "reopen", race)
    race.state = "confirmed"
    assert not may(people.floor, "reopen", race)
    assert may(people.director, "reopen", race)


def test_a_right_that_does_not_exist_is_an_error(people: Any) -> None:
    with pytest.raises(ValueError, match="fly"):
        may(people.admin, "fly")

"""Who may do what: one table from each right to the least role that has it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser

from tournaments.models import Role, TableRace, User


class Right(StrEnum):
    """Something that a person may or may not do."""

    VIEW = "view"
    COUNT = "count"
    DEAL = "deal"
    CONFIRM = "confirm"
    REOPEN = "reopen"
    REOPEN_CONFIRMED = "reopen_confirmed"
    ANNOUNCE = "announce"
    VOID = "void"
    OVERRIDE = "override"
    SEAT = "seat"
    LATE = "late"
    LATE_DECIDE = "late_decide"
    EXCHANGE = "exchange"
    REVERSE = "reverse"
    SECTIONS = "sections"
    FLOATS = "floats"
    ROOM_SCREEN = "room_screen"
    IMPORT = "import"
    ADMINISTER = "administer"


LEAST_ROLE: Mapping[Right, Role] = MappingProxyType(
    {
        Right.VIEW: Role.VIEWER,
        Right.COUNT: Role.FLOOR,
        Right.DEAL: Role.FLOOR,
        Right.CONFIRM: Role.FLOOR,
        Right.REOPEN: Role.FLOOR,
        Right.REOPEN_CONFIRMED: Role.DIRECTOR,
        Right.ANNOUNCE: Role.DIRECTOR,
        Right.VOID: Role.DIRECTOR,
        Right.OVERRIDE: Role.DIRECTOR,
        Right.SEAT: Role.FLOOR,
        Right.LATE: Role.FLOOR,
        Right.LATE_DECIDE: Role.DIRECTOR,
        Right.EXCHANGE: Role.FLOOR,
        Right.REVERSE: Role.DIRECTOR,
        Right.SECTIONS: Role.DIRECTOR,
        Right.FLOATS: Role.DIRECTOR,
        Right.ROOM_SCREEN: Role.DIRECTOR,
        Right.IMPORT: Role.DIRECTOR,
        Right.ADMINISTER: Role.ADMIN,
    }
)
_RANK = {role: rank for rank, role in enumerate(Role)}


def is_stranger(user: AbstractBaseUser | AnonymousUser) -> bool:
    """Whether the person has no role, so that for them there is no event at all (404)."""
    return not (isinstance(user, User) and user.is_active and user.role in _RANK)


def may(
    user: AbstractBaseUser | AnonymousUser, right: Right | str, race: TableRace | None = None
) -> bool:
    """Whether `user` has the right; reopening a confirmed `race` takes more than another.

    Raises `ValueError` for a right that does not exist.
    """
    right = Right(right)
    if right is Right.REOPEN and race is not None and race.is_confirmed:
        right = Right.REOPEN_CONFIRMED
    if is_stranger(user):
        return False
    assert isinstance(user, User)
    return _RANK[Role(user.role)] >= _RANK[LEAST_ROLE[right]]

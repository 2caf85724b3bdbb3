"""What happened to a race, command by command."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import pgettext

from tournaments.boards.words import action_word
from tournaments.models import Event, RaceEvent


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One applied command, its time in the event's zone; `called` is the number at which the
    application's stub was cut."""

    version: int
    at: datetime
    action: str
    word: str
    who: str
    reason: str
    witness: str
    device: str
    called: int | None = None


def history_of(event: Event, commands: Iterable[RaceEvent]) -> tuple[HistoryLine, ...]:
    """The commands of a race, oldest first."""
    return tuple(
        HistoryLine(
            one.version,
            one.at.astimezone(event.zone),
            one.action,
            action_word(one.action),
            one.by.shown_name,
            one.reason,
            _witness(one),
            one.device,
            one.content["called"] if one.action == "call" else None,
        )
        for one in commands
    )


def _witness(command: RaceEvent) -> str:
    return pgettext("colon", ": ").join(
        filter(None, (str(command.get_witness_display()), command.witness_name))
    )

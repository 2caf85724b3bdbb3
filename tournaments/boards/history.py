"""What happened to a race, command by command."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.boards.words import action_word
from tournaments.models import Event, RaceEvent


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One applied command, its time in the event's zone; `called` is the number at which the
    application's stub was cut, `sheet` says what the command was entered from."""

    version: int
    at: datetime
    action: str
    word: str
    who: str
    reason: str
    witness: str
    device: str
    called: int | None = None
    sheet: str = ""


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
            sheet_words(one.content.get("sheet")),
        )
        for one in commands
    )


def _witness(command: RaceEvent) -> str:
    return pgettext("colon", ": ").join(
        filter(None, (str(command.get_witness_display()), command.witness_name))
    )


def sheet_words(facts: Mapping[str, Any] | None) -> str:
    """What a race sheet said of itself, of a command entered from one; nothing of others."""
    if facts is None:
        return ""
    said = {name: facts.get(name, "") for name in ("counted_by", "counted_at", "remarks")}
    parts = [_("entered from a race sheet")]
    if said["counted_by"]:
        parts.append(_("counted by %(counted_by)s") % said)
    if said["counted_at"]:
        parts.append(_("at %(counted_at)s by the sheet") % said)
    if said["remarks"]:
        parts.append(_("“%(remarks)s”") % said)
    return ", ".join(parts)

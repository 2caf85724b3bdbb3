"""How a command can end other than applied.

Wrong entries are the engine's `Problems` (422) and pass through; these are the other ways.  Each
has a code for programs and tests, and a sentence for people (`tournaments.sentences`).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from colorup.engine.problems import Message, Value
from tournaments.models import TableRace


class Refusal(Exception):
    """A command that was not applied; nothing was written and its id is not used up.

    `code` is the part of the key before its first dot; `status` is the HTTP status that says the
    same.
    """

    status: ClassVar[int]

    def __init__(self, key: str, **values: Value) -> None:
        self.code = key.partition(".")[0]
        self.message = Message(f"refused.{key}", MappingProxyType(values))
        super().__init__(key)


class NotFound(Refusal):
    """There is no such race, or none for a person without a role."""

    status = 404

    def __init__(self) -> None:
        super().__init__("not_found")


class Forbidden(Refusal):
    """This person may not: ``role_too_low``, ``director_needed``, ``second_person_needed``."""

    status = 403


class Unfit(Refusal):
    """The race or the command lacks something that the person can supply.

    ``not_final``, ``evidence_too_low``, ``reason_needed``, ``brings_needed``,
    ``collector_not_asked``, ``nothing_dealt``, ``no_app_deal``.
    """

    status = 422


class Conflict(Refusal):
    """Somebody or something else came first.

    ``stale``: the race moved on; `race` is how it stands now, `sent` what this person sent.
    ``changed_after_send``: the command was applied before with other content; `applied` is that
    content, `sent` the one that came now.  ``not_now``: not possible in the state of `race`.
    ``tables_confirmed``: a colour-up with confirmed tables cannot be voided, ``chips_recorded``:
    nor one with late chips or arrivals.  ``held``: a race holds the table's players.
    ``race_first``: a player must race at the old table first.  ``seats_changed``: the seats are not
    those that the person saw.  ``other_event``: a file seems to be of another event.
    """

    status = 409

    def __init__(
        self,
        key: str,
        *,
        race: TableRace | None = None,
        applied: Mapping[str, Any] | None = None,
        sent: Mapping[str, Any] | None = None,
        **values: Value,
    ) -> None:
        super().__init__(key, **values)
        self.race = race
        self.applied = applied
        self.sent = sent

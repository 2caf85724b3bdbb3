"""The field's words for states, actions and witnesses, in the active language."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext, pgettext

from tournaments.querysets import UNFINISHED
from tournaments.sentences import in_digits, say_shipped


def state_word(state: str) -> str:
    """Where a table's race stands, as a tile says it."""
    return {
        "announced": pgettext("race", "to count"),
        "counted": pgettext("race", "counted"),
        "dealt": pgettext("race", "cards out"),
        "confirmed": pgettext("race", "done"),
        "void": pgettext("race", "void"),
    }[state]


def action_word(action: str) -> str:
    """What somebody did, in the past tense."""
    return {
        "announce": pgettext("did", "announced"),
        "count": pgettext("did", "counted"),
        "deal": pgettext("did", "dealt"),
        "shuffle": pgettext("did", "let the app shuffle"),
        "call": pgettext("did", "let the app deal"),
        "confirm": pgettext("did", "confirmed"),
        "reopen": pgettext("did", "reopened"),
        "void": pgettext("did", "voided"),
        "seats": pgettext("did", "changed the seats"),
    }[action]


def evidence_word(evidence: str | None) -> str:
    """What a record rests on."""
    return {
        None: pgettext("evidence", "the count; no cards were needed"),
        "totals": pgettext("evidence", "the table’s total and who got a chip"),
        "winners": pgettext("evidence", "odd chips by seat and who got a chip"),
        "best_cards": pgettext("evidence", "odd chips and the best card of each seat"),
        "cards": pgettext("evidence", "odd chips and every card"),
    }[evidence]


def chips_word(values: Iterable[int]) -> str:
    """All chips of some denominations, as people call them: ``25s, 100s``."""
    return ", ".join(gettext("%(value)ss") % {"value": in_digits(one)} for one in values)


def who_says(says: str, source: str) -> str:
    """Who says so for a ruleset's option: the ruleset's `source`, or the house."""
    return gettext("house choice") if says == "house" else say_shipped(source)


def is_open(state: str) -> bool:
    return state in UNFINISHED

"""The only code that writes a race: one function a command."""

from tournaments.sentences import say
from tournaments.workflow.announce import add_tables, announce, compose, void_colorup
from tournaments.workflow.errors import Conflict, Forbidden, NotFound, Refusal, Unfit
from tournaments.workflow.runner import Answer
from tournaments.workflow.table import confirm, count, deal, reopen, void_race

__all__ = [
    "Answer",
    "Conflict",
    "Forbidden",
    "NotFound",
    "Refusal",
    "Unfit",
    "add_tables",
    "announce",
    "compose",
    "confirm",
    "count",
    "deal",
    "reopen",
    "say",
    "void_colorup",
    "void_race",
]

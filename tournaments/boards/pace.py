"""How long until play goes on, and how many tables will not be ready by then."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

A_MINUTE = 60


class Outlook(StrEnum):
    """How the tables stand against the clock; it colours the sentence."""

    NONE = ""
    GOOD = "win"
    KNOWN = "live"
    LATE = "bad"


@dataclass(frozen=True, slots=True)
class Pace:
    """`seconds_left` until the restart, negative after it, None where nobody said when it is.

    `late` tables will not be ready at the pace so far: confirmed tables a minute since the first
    count.
    """

    seconds_left: int | None
    late: int
    outlook: Outlook
    sentence: str

    @property
    def clock(self) -> str:
        """The time left as a clock shows it: ``11:42``, ``0:00`` once it is over."""
        left = max(0, self.seconds_left or 0)
        return f"{left // A_MINUTE}:{left % A_MINUTE:02}"


def pace_of(
    *,
    now: datetime,
    restart_at: datetime | None,
    first_count_at: datetime | None,
    confirmed: int,
    waiting: int,
) -> Pace:
    """The pace of a colour-up with `confirmed` tables and `waiting` ones that are not."""
    if restart_at is None:
        return Pace(None, 0, Outlook.NONE, "")
    left = int((restart_at - now).total_seconds())
    if not waiting:
        return Pace(left, 0, Outlook.NONE, "")
    if left <= 0:
        said = ngettext(
            "Play was to go on: %(n)s table is not done.",
            "Play was to go on: %(n)s tables are not done.",
            waiting,
        )
        return Pace(left, waiting, Outlook.LATE, said % {"n": waiting})
    if not confirmed or first_count_at is None:
        return Pace(left, 0, Outlook.KNOWN, _("No table is done yet."))
    elapsed = max(A_MINUTE, int((now - first_count_at).total_seconds()))
    late = max(0, waiting - confirmed * left // elapsed)
    if late:
        said = ngettext(
            "At this pace, %(pace)s tables a minute, %(n)s table will not be ready.",
            "At this pace, %(pace)s tables a minute, %(n)s tables will not be ready.",
            late,
        )
        pace = number_format(confirmed * A_MINUTE / elapsed, 1)
        return Pace(left, late, Outlook.LATE, said % {"pace": pace, "n": late})
    return Pace(left, 0, Outlook.GOOD, _("At this pace every table will be ready."))

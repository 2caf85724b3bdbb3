"""A time of day as people write it, and which moment they mean by it."""

from __future__ import annotations

import re
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from colorup.engine.problems import Problems, problem

HALF_A_DAY = timedelta(hours=12)
_TIME = re.compile(r"([0-9]{1,2})\s*[:hH.]\s*([0-9]{2})(?::[0-9]{2})?")


def read_moment(text: str, *, zone: ZoneInfo, now: datetime) -> datetime | None:
    """The moment nearest to `now` at which a clock in `zone` shows ``21:40``, ``21h40`` or
    ``21.40``; None where nothing is written.  Raises `Problems` (``bad_time``).
    """
    written = text.strip()
    if not written:
        return None
    match = _TIME.fullmatch(written)
    if match is None or int(match[1]) > 23 or int(match[2]) > 59:
        raise Problems([problem("bad_time", typed=written[:40])])
    here = now.astimezone(zone)
    moment = datetime.combine(here.date(), time(int(match[1]), int(match[2])), zone)
    if moment < here - HALF_A_DAY:
        moment = datetime.combine(here.date() + timedelta(days=1), moment.timetz())
    elif moment > here + HALF_A_DAY:
        moment = datetime.combine(here.date() - timedelta(days=1), moment.timetz())
    return moment

"""The command about what a room has: chips owned for an event, or counted in its bank."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.db.models import Max

from colorup.engine.problems import Findings
from tournaments.models import ChipMovement, Event, Stock, User
from tournaments.permissions import Right
from tournaments.workflow.errors import NotFound
from tournaments.workflow.paid import MOST_CHIPS
from tournaments.workflow.runner import require_role


def set_stock(*, event_id: int, by: User, chips: Mapping[int, object], counted: bool) -> Event:
    """Say how many chips there are for an event: denomination → chips.

    `counted` says that they lie in the bank now; else they are all that the room owns for it.  What
    is not named is as the chip set says.  All that was said before is replaced.

    Raises `NotFound`, `Forbidden` and `Problems` (``bad_count``, ``bad_denomination``).
    """
    require_role(by, Right.FLOATS)
    with transaction.atomic():
        event = Event.objects.select_for_update(no_key=True).filter(pk=event_id).first()
        if event is None:
            raise NotFound
        findings = Findings()
        said: dict[int, int] = {}
        for chip, count in sorted(chips.items()):
            if type(count) is int and 0 <= count <= MOST_CHIPS:
                said[chip] = count
            else:
                findings.add("bad_count.chips", chip=chip, typed=str(count)[:40], most=MOST_CHIPS)
        known = {one.value for one in event.chip_set.denominations.all()}
        if foreign := tuple(sorted(chips.keys() - known)):
            findings.add("bad_denomination.not_in_chip_set", chips=foreign)
        findings.raise_if_any()
        last = ChipMovement.objects.filter(event=event).aggregate(last=Max("pk"))["last"]
        Stock.objects.filter(event=event).delete()
        Stock.objects.bulk_create(
            Stock(
                event=event,
                denomination=chip,
                chips=count,
                counted_after=(last or 0) if counted else None,
            )
            for chip, count in said.items()
        )
        return event

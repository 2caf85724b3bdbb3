"""``manage.py check_ledger``: does every stored result and every sum still hold?"""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.models import ChipCommand, RaceEvent
from tournaments.workflow.audit import faults


class Command(BaseCommand):
    help = (
        "Recompute every stored result from its input, compare, and take all sums of chips again. "
        "Exits with status 1 and a list where something does not agree."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        found = 0
        for fault in faults():
            found += 1
            self.stdout.write(str(fault))
        checked = RaceEvent.objects.count() + ChipCommand.objects.count()
        if found:
            self.stderr.write(f"{found} faults in {checked} events.")
            sys.exit(1)
        self.stdout.write(f"{checked} events checked; the ledger agrees with itself.")

"""``manage.py demo``: fill an empty database with an example event."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from tournaments.management.example import LOGINS, already_there, make_example

__all__ = ["LOGINS", "Command"]


class Command(BaseCommand):
    """Make the example, unless there is anything it could get in the way of."""

    help = "Make an example event with people to log in as; only where there are no events yet."

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.PUBLIC:
            raise CommandError(
                "The example's passwords are known to everybody, so the public profile has none."
            )
        if already_there():
            self.stdout.write("There are events or people already: the example is left out.")
            return
        event = make_example()
        if options["verbosity"] > 0:
            self.stdout.write(f"The example event {event} is made. Log in as:")
            for name, password in LOGINS.items():
                self.stdout.write(f"  {name:<12} {password}")

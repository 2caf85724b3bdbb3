"""``manage.py up``: from a fresh folder to a running server, and again on any later day."""

from __future__ import annotations

import argparse
import io
from typing import Any

import segno
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import BaseCommand, CommandError, call_command
from django.db import OperationalError

from tournaments.management.commands.demo import LOGINS
from tournaments.network import lan_addresses
from tournaments.serving import Unavailable, check_available, serve

ANYWHERE = {"0.0.0.0", "::", ""}  # noqa: S104 - the names of "every address of this machine"


def port_number(text: str) -> int:
    """A TCP port; raises `argparse.ArgumentTypeError` with a sentence."""
    if not (text.isdecimal() and 0 < int(text) < 65536):
        raise argparse.ArgumentTypeError("A port is a number from 1 to 65535.")
    return int(text)


def worker_count(text: str) -> int:
    """A number of processes; raises `argparse.ArgumentTypeError` with a sentence."""
    if not (text.isdecimal() and 0 < int(text) <= 64):
        raise argparse.ArgumentTypeError("The server runs 1 to 64 processes.")
    return int(text)


class Command(BaseCommand):
    """Prepare whatever is missing, then serve until Ctrl-C."""

    help = "Prepare the database and the static files, then start the server."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        public = settings.PUBLIC
        parser.add_argument(
            "--host",
            default="127.0.0.1" if public else "0.0.0.0",  # noqa: S104 - the tablets' way in
            help="address to listen on (default: %(default)s)",
        )
        parser.add_argument(
            "--port", type=port_number, default=8000, help="port (default: %(default)s)"
        )
        parser.add_argument(
            "--workers", type=worker_count, default=2, help="processes (default: %(default)s)"
        )
        parser.add_argument(
            "--no-demo", action="store_true", help="no example event on the first start"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        host, port = options["host"], options["port"]
        try:
            check_available(host, port)
        except Unavailable as error:
            raise CommandError(str(error)) from error
        self.prepare(demo=not options["no_demo"])
        greeting = self.greeting(host, port)
        serve(
            host=host,
            port=port,
            workers=options["workers"],
            ready=lambda: self.say(greeting),
        )

    def prepare(self, *, demo: bool) -> None:
        """Bring the database and the static files up to date; fill an empty database."""
        self.say("Preparing the database …")
        try:
            call_command("migrate", interactive=False, verbosity=0)
        except OperationalError as error:
            raise CommandError(f"The database cannot be reached: {error}") from error
        self.say("Collecting the static files …")
        call_command("collectstatic", interactive=False, verbosity=0)
        # Known passwords have no place on a public server.
        if demo and not settings.PUBLIC and not get_user_model().objects.exists():
            self.say("Making an example event …")
            call_command("demo", verbosity=0)

    def greeting(self, host: str, port: int) -> str:
        """Where the server can be reached, and as whom."""
        if settings.PUBLIC:
            shown = ", ".join(f"https://{name}/" for name in settings.ALLOWED_HOSTS)
            lines = ["", f"Colorup is up on port {port}, behind the proxy of {shown}"]
        else:
            lines = ["", *self.addresses(host, port)]
        return "\n".join([*lines, "", *self.people(), "", "Stop it with Ctrl-C.", ""])

    def addresses(self, host: str, port: int) -> list[str]:
        """This machine's own address, then those a tablet can use, the first as a QR code."""
        if host not in ANYWHERE:
            return [f"Colorup is up: {address(host, port)}"]
        lines = [f"Colorup is up. On this machine: {address('localhost', port)}"]
        reachable = [address(name, port) for name in lan_addresses()]
        if not reachable:
            return [*lines, "This machine has no private network address, so no tablet reaches it."]
        drawing = io.StringIO()
        segno.make(reachable[0], micro=False).terminal(drawing, border=2, compact=True)
        return [
            *lines,
            f"On a tablet in the same network: {', '.join(reachable)}",
            "",
            drawing.getvalue().rstrip("\n"),
        ]

    def people(self) -> list[str]:
        """The example people's logins that still work, or what to do when nobody can log in."""
        users = {user.username: user for user in get_user_model().objects.all()}
        if not users:
            return ["Nobody can log in yet. The first person: python manage.py createsuperuser"]
        logins = [
            f"  {name:<12} {password:<12} {users[name].get_role_display()}"
            for name, password in LOGINS.items()
            if name in users and users[name].is_active and users[name].check_password(password)
        ]
        return ["Log in to the example as (name, password, role):", *logins] if logins else []

    def say(self, text: str) -> None:
        """Print to a person's terminal, which may know fewer characters than we use."""
        encoding = getattr(self.stdout, "encoding", None) or "utf-8"
        self.stdout.write(text.encode(encoding, "replace").decode(encoding))
        self.stdout.flush()


def address(host: str, port: int) -> str:
    """The address a browser takes."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/"

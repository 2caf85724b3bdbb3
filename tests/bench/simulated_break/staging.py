"""What the break needs before it begins: an announced colour-up, and a running server."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from itertools import count
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
STARTS_WITHIN = 60
"""Seconds."""


def environment(data: Path) -> dict[str, str]:
    """The environment of a machine that knows nothing of Colorup but its data folder."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("COLORUP_", "DJANGO_", "DATABASE_URL"))
    }
    return {**kept, "COLORUP_DATA": str(data)}


@contextmanager
def server(data: Path) -> Iterator[str]:
    """A server started as people start it, on loopback only; its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = ("manage.py", "up", "--host", "127.0.0.1", "--port", str(port), "--no-demo")
    with (data / "server.log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, *command],
            cwd=ROOT,
            env=environment(data),
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        try:
            address = f"http://127.0.0.1:{port}"
            _wait_for(address, process, data / "server.log")
            yield address
        finally:
            # As Ctrl-C does, to the server's own group of processes.
            os.killpg(process.pid, signal.SIGINT)
            process.wait(timeout=STARTS_WITHIN)


def _wait_for(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(STARTS_WITHIN * 10):
        if process.poll() is not None:
            sys.exit(f"The server did not start:\n{log.read_text(errors='replace')}")
        try:
            with urllib.request.urlopen(f"{address}/login/", timeout=5):
                return
        except OSError:
            time.sleep(0.1)
    sys.exit(f"The server did not answer within {STARTS_WITHIN} seconds.")


def manage(data: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env=environment(data),
        capture_output=True,
        text=True,
        check=False,
    )


def stage(seats: Mapping[int, Sequence[int]], sections: Mapping[str, Sequence[int]]) -> int:
    """An event with tables, a section for each person, and the 25s announced; the colour-up's id.

    Each person is made with their name as password; the first one is the director.
    """
    from django.utils import timezone

    from tests.workflow.rooms import announce_25s, make_event, make_table
    from tournaments.models import Role, User
    from tournaments.workflow.sections import put_section

    roles = (Role.DIRECTOR, *[Role.FLOOR] * (len(sections) - 1))
    people = [
        User.objects.create_user(name, password=name, role=role)
        for name, role in zip(sections, roles, strict=True)
    ]
    event = make_event()
    names = (f"Player {one:03}" for one in count(1))
    tables = [
        make_table(event, number, dict(zip(taken, names, strict=False)))
        for number, taken in seats.items()
    ]
    director = people[0]
    for person, numbers in zip(people, sections.values(), strict=True):
        put_section(
            event_id=event.pk,
            by=director,
            name=person.username.title(),
            tables=numbers,
            lead_id=person.pk,
        )
    restart_at = timezone.now() + timedelta(minutes=10)
    return announce_25s(event, tables, by=director, restart_at=restart_at).pk

"""Run a command with a throw-away PostgreSQL server: ``with_postgres.py COMMAND ...``.

The server listens on a free loopback port and lives as long as the command, which finds its address
in COLORUP_TEST_DATABASE_URL.  An address already given there is used as it is.  Without PostgreSQL
on the machine the command does not run, which is said, and is a failure under COLORUP_REQUIRE_ALL=1
or CI=true.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

VARIABLE = "COLORUP_TEST_DATABASE_URL"


def main(command: Sequence[str]) -> int:
    """The exit status of the command, or of not being able to run it."""
    if not command:
        sys.exit(__doc__)
    if os.environ.get(VARIABLE):
        return run(command, os.environ)
    programs = find_programs()
    if programs is None:
        required = os.environ.get("COLORUP_REQUIRE_ALL") == "1" or os.environ.get("CI") == "true"
        print(
            "SKIPPED: there is no PostgreSQL here (initdb, pg_ctl), so the tests of locks and of "
            "the ledger ran on SQLite only.",
            flush=True,
        )
        return 1 if required else 0
    # Being told to stop must stop the server too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with server(programs) as address:
        return run(command, {**os.environ, VARIABLE: address})


def run(command: Sequence[str], environment: Mapping[str, str]) -> int:
    return subprocess.run(command, env=environment, check=False).returncode


def find_programs() -> Path | None:
    """The folder of the newest PostgreSQL: Debian's, or the one on the PATH."""
    folders = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"),
        key=lambda folder: [int(part) for part in re.findall(r"\d+", folder.parent.name)],
    )
    found = shutil.which("pg_ctl")
    if found:
        folders.insert(0, Path(found).resolve().parent)
    complete = [one for one in folders if (one / "initdb").exists() and (one / "pg_ctl").exists()]
    return complete[-1] if complete else None


@contextmanager
def server(programs: Path) -> Iterator[str]:
    """A new, empty PostgreSQL server; its address as a URL."""
    with tempfile.TemporaryDirectory(prefix="colorup-postgres-") as folder:
        # PostgreSQL refuses to run as root; Debian's package brings a user for it.
        person: dict[str, Any] = {}
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            person = {"user": "postgres", "group": "postgres", "extra_groups": []}
            shutil.chown(folder, "postgres", "postgres")
        data, log = Path(folder) / "data", Path(folder) / "log"

        def call(program: str, *arguments: object) -> None:
            done = subprocess.run(
                [programs / program, *map(str, arguments)],
                cwd=folder,
                stdin=subprocess.DEVNULL,
                # Into a file: a pipe would be kept open by the server that pg_ctl leaves behind.
                stdout=output,
                stderr=output,
                check=False,
                **person,
            )
            if done.returncode:
                shown = [one.read_text(errors="replace") for one in (said, log) if one.exists()]
                sys.exit(f"{program} failed:\n" + "\n".join(shown))

        said = Path(folder) / "said"
        with said.open("w") as output:
            call("initdb", "--auth=trust", "--username=colorup", "--encoding=UTF8", "-D", data)
            port = free_port()
            options = (
                f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' "
                "-c fsync=off -c max_connections=50"
            )
            try:
                call("pg_ctl", "start", "--wait", "-D", data, "-l", log, "-o", options)
                yield f"postgresql://colorup@127.0.0.1:{port}/postgres"
            finally:
                if (data / "postmaster.pid").exists():
                    call("pg_ctl", "stop", "--wait", "--mode=immediate", "-D", data)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

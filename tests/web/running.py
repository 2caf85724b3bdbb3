"""``manage.py`` as people run it: in a process of its own, with a data folder of its own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def environment(data: Path, **settings: str) -> dict[str, str]:
    """The environment of a machine that knows nothing of Colorup but these settings."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("COLORUP_", "DJANGO_", "DATABASE_URL"))
    }
    return {**kept, "COLORUP_DATA": str(data), **settings}


def manage(data: Path, *command: str, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env=environment(data, **settings),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def status(port: int, path: str = "/login/") -> int | None:
    """The status of an answer to a request that a TLS proxy sends on; None without a server."""
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}", headers={"X-Forwarded-Proto": "https"}
    )
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code
    except OSError:
        return None


class Started:
    """A server started by ``manage.py up``: its port, and all it said once it has stopped."""

    def __init__(self, process: subprocess.Popen[str], port: int, said: Path) -> None:
        self.process, self.port, self.said = process, port, said

    def stop(self) -> int:
        """Press Ctrl-C as a terminal does, and return the exit status."""
        os.killpg(self.process.pid, signal.SIGINT)
        return self.process.wait(timeout=30)


@contextmanager
def up(data: Path, *options: str, **settings: str) -> Iterator[Started]:
    """A running server; it is stopped at the latest when the block ends."""
    port, said = free_port(), data.with_name(f"said-{time.monotonic_ns()}")
    with said.open("w") as output:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "up", "--port", str(port), *options],
            cwd=ROOT,
            env=environment(data, PYTHONUTF8="1", **settings),
            stdout=output,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
    try:
        deadline = time.monotonic() + 90
        while status(port) is None:
            assert process.poll() is None, said.read_text()
            assert time.monotonic() < deadline, said.read_text()
            time.sleep(0.2)
        yield Started(process, port, said)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

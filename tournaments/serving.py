"""The real server behind ``manage.py up``: gunicorn, and waitress where there is no gunicorn."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable
from typing import Any

from django.core.handlers.wsgi import WSGIHandler
from django.core.wsgi import get_wsgi_application
from django.db import connections

THREADS = 8
"""Requests that one process answers at a time."""


class Unavailable(Exception):
    """The address cannot be listened on; the text says why, for people."""


def check_available(host: str, port: int) -> None:
    """Return if a server can listen on `host` and `port`; raise `Unavailable` if it cannot."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        if os.name == "posix":
            # Like the server itself, do not wait for the last server's connections to expire.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
            # On Linux a port that another socket reuses too is refused here only.
            probe.listen()
        except PermissionError as error:
            raise Unavailable(f"Port {port} is reserved; choose one above 1023.") from error
        except socket.gaierror as error:
            raise Unavailable(f"{host} is no address of this machine.") from error
        except OSError as error:
            raise Unavailable(
                f"Port {port} on {host} cannot be used ({error.strerror}). Stop the other program, "
                f"or choose another port, for example --port {port + 1}."
            ) from error


def serve(*, host: str, port: int, workers: int, ready: Callable[[], None]) -> None:
    """Serve the application until it is interrupted; `ready` is called once it listens."""
    application = get_wsgi_application()
    # The server's processes must not share a database connection made before the fork.
    connections.close_all()
    if sys.platform == "win32":
        _serve_with_waitress(application, host, port, ready)
    else:
        _serve_with_gunicorn(application, host, port, workers, ready)


def _serve_with_waitress(
    application: WSGIHandler, host: str, port: int, ready: Callable[[], None]
) -> None:
    from waitress import create_server

    server = create_server(application, host=host, port=port, threads=THREADS)
    ready()
    server.run()


def _serve_with_gunicorn(
    application: WSGIHandler, host: str, port: int, workers: int, ready: Callable[[], None]
) -> None:
    from gunicorn.app.base import BaseApplication

    def when_ready(_arbiter: Any) -> None:
        ready()

    class Server(BaseApplication):
        def load_config(self) -> None:
            options = {
                "bind": f"[{host}]:{port}" if ":" in host else f"{host}:{port}",
                "workers": workers,
                "worker_class": "gthread",
                "threads": THREADS,
                "graceful_timeout": 10,
                "loglevel": "warning",
                "control_socket_disable": True,
                # The bank's address names the tables that were chosen, of which there can be many.
                "limit_request_line": 8190,
                "proc_name": "colorup",
                "when_ready": when_ready,
            }
            for name, value in options.items():
                self.cfg.set(name, value)

        def load(self) -> WSGIHandler:
            return application

    Server().run()

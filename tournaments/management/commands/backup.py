"""``manage.py backup FILE``: a consistent copy of the SQLite database, also while people work."""

from __future__ import annotations

import sqlite3
from argparse import ArgumentParser
from contextlib import closing
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection


class Command(BaseCommand):
    help = "Copy the SQLite database to a new file. For PostgreSQL use pg_dump."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the new file; one that exists is not replaced")

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        if connection.vendor != "sqlite":
            raise CommandError("This database is PostgreSQL: back it up with pg_dump.")
        if file.exists():
            raise CommandError(f"{file} exists already; a backup replaces no file.")
        unfinished = file.with_name(file.name + ".unfinished")
        try:
            unfinished.unlink(missing_ok=True)
            copy(unfinished)
            unfinished.rename(file)
        except (OSError, sqlite3.Error) as error:
            unfinished.unlink(missing_ok=True)
            raise CommandError(f"{file} cannot be written: {error}") from error
        self.stdout.write(f"Copied to {file}.")


def copy(file: Path) -> None:
    """Copy the database to `file` page by page and check the copy; raises `sqlite3.Error`."""
    connection.ensure_connection()
    with closing(sqlite3.connect(file)) as target:
        connection.connection.backup(target)
        (verdict,) = target.execute("PRAGMA integrity_check").fetchone()
        if verdict != "ok":
            raise sqlite3.DatabaseError(verdict)

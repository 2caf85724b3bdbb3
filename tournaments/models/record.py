"""Rows that are written once: the history of races and the movements of chips."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import models


class AppendOnly(models.Model):
    """A row that may be added and read, never changed and never deleted.

    A mistake is answered with a further row (a later event, a reversing movement).  The query set
    of such a model is an `AppendOnlyQuerySet`.
    """

    class Meta:
        abstract = True

    def save(
        self,
        *,
        force_insert: Any = False,
        force_update: bool = False,
        using: str | None = None,
        update_fields: Iterable[str] | None = None,
    ) -> None:
        """Insert the row; raises `TypeError` for a row that is stored already."""
        if not self._state.adding or force_update or update_fields is not None:
            raise TypeError(f"a stored {self._meta.verbose_name} is never changed")
        super().save(force_insert=True, using=using)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Raises `TypeError`: such a row stays."""
        raise TypeError(f"a stored {self._meta.verbose_name} is never deleted")

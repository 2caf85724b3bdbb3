"""Rows that are written once."""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar

from django.db import models

Row_co = TypeVar("Row_co", bound=models.Model, covariant=True)


class AppendOnlyQuerySet(models.QuerySet[Row_co]):
    """Rows that are added and read; changing or deleting them raises `TypeError`."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise TypeError("stored rows of this kind are never changed")

    def delete(self) -> NoReturn:
        raise TypeError("stored rows of this kind are never deleted")

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("stored rows of this kind are never changed")

    def bulk_create(self, objs: Any, *args: Any, **kwargs: Any) -> list[Row_co]:
        if kwargs.get("update_conflicts"):
            raise TypeError("stored rows of this kind are never changed")
        return super().bulk_create(objs, *args, **kwargs)

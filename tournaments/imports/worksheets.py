"""The rows of a large draw that are not on the page, on their way through the browser and back."""

from __future__ import annotations

from collections.abc import Mapping

from django.core import signing

from colorup.formats.worksheet import COLUMNS, Kind, WorksheetRow
from tournaments.imports.parcels import SpoiledParcel

_SALT = "tournaments.imports.worksheet"


def seal_rows(kind: Kind, rows: Mapping[int, WorksheetRow]) -> str:
    """The rows, by their numbers, as a text that only this server can have made."""
    if not rows:
        return ""
    content = [
        [
            number,
            None if row.cells is None else [row[name] for name in COLUMNS[kind]],
            row.written,
            row.left_out,
        ]
        for number, row in rows.items()
    ]
    return signing.dumps([kind, content], salt=_SALT, compress=True)


def open_rows(kind: Kind, text: str) -> dict[int, WorksheetRow]:
    """The rows again; raises `SpoiledParcel` where the text was changed on its way."""
    if not text:
        return {}
    try:
        sealed_kind, content = signing.loads(text, salt=_SALT)
    except (signing.BadSignature, UnicodeEncodeError) as error:
        raise SpoiledParcel from error
    if sealed_kind != kind:
        raise SpoiledParcel
    return {
        number: WorksheetRow(
            None if cells is None else dict(zip(COLUMNS[kind], cells, strict=True)),
            written,
            left_out,
        )
        for number, cells, written, left_out in content
    }

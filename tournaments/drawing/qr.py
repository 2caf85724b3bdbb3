"""A QR code as one SVG path, drawn without inline styles."""

from __future__ import annotations

from dataclasses import dataclass

import segno

QUIET = 4
"""Light modules around the code that a camera needs (ISO/IEC 18004)."""


@dataclass(frozen=True, slots=True)
class QrCode:
    """A square of `size` modules, the quiet zone included; `path` draws the dark ones."""

    text: str
    size: int
    path: str


def qr_code(text: str) -> QrCode:
    """The QR code of a text such as an address."""
    rows = tuple(segno.make(text, micro=False).matrix)
    path = "".join(
        f"M{x + QUIET} {y + QUIET}h1v1h-1z"
        for y, row in enumerate(rows)
        for x, dark in enumerate(row)
        if dark
    )
    return QrCode(text, len(rows) + 2 * QUIET, path)

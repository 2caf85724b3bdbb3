"""A chip's face: the colours it is drawn in and the few characters written on it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

NEUTRAL = "#5a6570"
DARK = "#101418"
LIGHT = "#ffffff"
LEGIBLE = 7.0
"""The least contrast of a value against its disc (WCAG 2, level AAA)."""

NAMED: Mapping[str, str] = MappingProxyType(
    {
        "aqua": "#00ffff",
        "beige": "#f5f5dc",
        "black": "#000000",
        "blue": "#0000ff",
        "brown": "#8b4513",
        "burgundy": "#6d0f26",
        "cyan": "#00ffff",
        "fuchsia": "#ff00ff",
        "gold": "#d4a017",
        "gray": "#808080",
        "green": "#008000",
        "grey": "#808080",
        "ivory": "#fffff0",
        "lavender": "#b497d6",
        "lime": "#00ff00",
        "magenta": "#ff00ff",
        "maroon": "#800000",
        "navy": "#000080",
        "olive": "#808000",
        "orange": "#ff8c00",
        "peach": "#ffcba4",
        "pink": "#ff8fb1",
        "purple": "#800080",
        "red": "#ff0000",
        "silver": "#c0c0c0",
        "tan": "#d2b48c",
        "teal": "#008080",
        "turquoise": "#40e0d0",
        "violet": "#8a2be2",
        "white": "#ffffff",
        "yellow": "#ffff00",
    }
)
"""The names people give chips; a colour file or a form may use them instead of a hex value."""

_DIGIT = 70
_WIDTHS: Mapping[str, int] = MappingProxyType({".": 38, "K": 78, "M": 100, "B": 76})
"""How wide a sign of bold type is, in hundredths of the type size."""

_HEX = re.compile(r"#?(?:[0-9a-f]{3}|[0-9a-f]{6})", re.ASCII)


@dataclass(frozen=True, slots=True)
class ChipFace:
    """How one chip is drawn.

    `rim` is the chip's own colour; `disc` the same colour, darkened where its value could not be
    read on it; `ink` the colour of the value and the edge spots; all three are `#rrggbb`.
    """

    label: str
    rim: str
    disc: str
    ink: str


def chip_face(value: int, color: str) -> ChipFace:
    """The face of a chip worth `value`, in a colour given by name or as hex; neutral if neither."""
    rim = hex_color(color) or NEUTRAL
    if contrast(DARK, rim) >= LEGIBLE:
        return ChipFace(chip_label(value), rim, rim, DARK)
    disc = rim
    while contrast(LIGHT, disc) < LEGIBLE:
        disc = _darker(disc)
    return ChipFace(chip_label(value), rim, disc, LIGHT)


def chip_label(value: int) -> str:
    """What is written on the chip: up to four digits in full, then `25K`, `1M`.

    A value is shortened only where nothing is lost: 12500 is `12.5K`, 12345 stays `12345`.
    """
    if value < 10_000:
        return str(value)
    for unit, letter in ((1_000_000_000, "B"), (1_000_000, "M"), (1_000, "K")):
        whole, tenths = divmod(value * 10 // unit, 10)
        if whole and value * 10 % unit == 0:
            return f"{whole}.{tenths}{letter}" if tenths else f"{whole}{letter}"
    return str(value)


def label_size(label: str, width: int) -> int:
    """The type size at which a label fits into `width`, both in units of the drawing."""
    return min(width * 3 // 4, width * 100 // sum(_WIDTHS.get(sign, _DIGIT) for sign in label))


def hex_color(color: str) -> str | None:
    """`color` as `#rrggbb`, or None when it is neither a known name nor a hex colour."""
    wanted = str(color or "").strip().lower()
    if wanted in NAMED:
        return NAMED[wanted]
    if not _HEX.fullmatch(wanted):
        return None
    digits = wanted.removeprefix("#")
    return "#" + ("".join(digit * 2 for digit in digits) if len(digits) == 3 else digits)


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two `#rrggbb` colours, 1 to 21 (WCAG 2.2, "contrast ratio")."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(color: str) -> float:
    """The relative luminance of a `#rrggbb` colour, 0 to 1 (WCAG 2.2, "relative luminance")."""
    red, green, blue = (_linear(channel) for channel in _channels(color))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: int) -> float:
    share = channel / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def _channels(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def _darker(color: str) -> str:
    return "#" + "".join(f"{channel * 24 // 25:02x}" for channel in _channels(color))

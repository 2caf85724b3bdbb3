"""Template tags for what lies on a table: chips, cards, amounts, the pad, the drawn table."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django import template
from django.utils import dateformat
from django.utils.formats import number_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from tournaments.boards.gathered import in_stacks
from tournaments.drawing.card import card_face, deck_by_suit
from tournaments.drawing.chip import chip_face, label_size
from tournaments.drawing.plan import (
    BOX_HEIGHT,
    BOX_WIDTH,
    HEIGHT,
    WIDTH,
    plan_middle,
    plan_seats,
)
from tournaments.sentences import say_shipped

register = template.Library()

MINUS = "\N{MINUS SIGN}"

_SMALL = 36
_DISC, _SMALL_DISC = 22, 27
_SPOT_TURNS = range(0, 360, 60)


@register.simple_tag
def chip(value: int, color: str = "", size: int = 44, decorative: bool = False) -> SafeString:
    """A chip `size` pixels wide with its value written on it.

    `color` is a name or a hex value; anything else draws a neutral chip. `decorative` hides it from
    screen readers, for the places where the words beside it already say the value.
    """
    face = chip_face(int(value), color)
    inner = _SMALL_DISC if int(size) < _SMALL else _DISC
    return format_html(
        '<svg class="chip" width="{size}" height="{size}" viewBox="0 0 64 64" {name}>'
        '<circle cx="32" cy="32" r="31" fill="{rim}"/>{spots}'
        '<circle class="chip-disc" cx="32" cy="32" r="{inner}" fill="{disc}"'
        ' stroke="{ink}" stroke-width="2"/>'
        '<circle class="chip-edge" cx="32" cy="32" r="31"/>'
        '<text class="chip-value" x="32" y="33" fill="{ink}" font-size="{type}" font-weight="800"'
        ' text-anchor="middle" dominant-baseline="central">{label}</text></svg>',
        size=int(size),
        name=_name(gettext("chip of %(value)s") % {"value": amount(value)}, decorative),
        rim=face.rim,
        spots=format_html_join(
            "",
            '<path d="M26 1.6A31 31 0 0 1 38 1.6L36 12H28Z" fill="{}"'
            ' transform="rotate({} 32 32)"/>',
            ((face.ink, turn) for turn in _SPOT_TURNS),
        ),
        inner=inner,
        disc=face.disc,
        ink=face.ink,
        type=label_size(face.label, 2 * inner - 3),
        label=face.label,
    )


@register.simple_tag
def card(text: str, size: int = 56, decorative: bool = False) -> SafeString:
    """A playing card `size` pixels high with its rank and suit; text that is no card stays text."""
    face = card_face(text)
    if face is None:
        return format_html("{}", text)
    return format_html(
        '<svg class="pc" width="{width}" height="{height}" viewBox="0 0 40 56" {name}>'
        '<rect class="pc-edge" x="0.5" y="0.5" width="39" height="55" rx="6"/>'
        '<text class="pc-rank face-{suit}" x="20" y="25">{rank}</text>'
        '<path class="face-{suit}" d="{shape}" transform="translate(9 29)scale(0.92)"/></svg>',
        width=int(size) * 40 // 56,
        height=int(size),
        name=_name(face.name, decorative),
        rank=face.rank,
        suit=face.suit,
        shape=face.shape,
    )


@register.filter
def shipped(text: str) -> str:
    """A shipped ruleset's own text in the active language."""
    return say_shipped(text)


@register.filter
def card_name(text: str) -> str:
    """`Ks` in words, "king of spades"; text that is no card is returned as it is."""
    face = card_face(text)
    return face.name if face else str(text)


@register.filter
def amount(value: object) -> str:
    """A whole number in the language's own grouping: 12,500 or 12 500; other values as they are."""
    if not _whole(value):
        return "" if value is None else str(value)
    grouped = number_format(int(str(value)), use_l10n=True, force_grouping=True)
    return str(grouped).replace("-", MINUS)


@register.filter
def amounts(values: Iterable[object]) -> str:
    """Several denominations in a row: 25 + 100."""
    return " + ".join(amount(one) for one in values)


@register.filter
def signed(value: object) -> str:
    """A difference with its sign: +75, −25, and 0 without one."""
    text = amount(value)
    return f"+{text}" if _whole(value) and int(str(value)) > 0 else text


@register.filter(is_safe=True)
def unbroken(sentence: object) -> str:
    """A sentence in which a count and its chip, ``4 × 100``, never part at the end of a line."""
    return str(sentence).replace(" × ", "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}")


@register.filter
def event_time(value: datetime | None, how: str) -> str:
    """A moment in the zone that it carries, the event's; Django's own ``date`` would turn it into
    the server's.  `how` is written as for ``date``."""
    return "" if value is None else dateformat.format(value, how)


@register.filter
def stacks(chips: object) -> str:
    """A number of chips as they are carried: racks of 100, stacks of 20, and single chips."""
    if not _whole(chips):
        return amount(chips)
    count = int(str(chips))
    racks, whole, singles = in_stacks(abs(count))
    parts = []
    if racks:
        parts.append(ngettext("%(n)s rack", "%(n)s racks", racks) % {"n": amount(racks)})
    if whole:
        parts.append(ngettext("%(n)s stack", "%(n)s stacks", whole) % {"n": whole})
    if singles or not parts:
        parts.append(str(singles))
    return (MINUS if count < 0 else "") + " ".join(parts)


@register.inclusion_tag("_table_plan.html")
def table_plan(
    seats: Iterable[object],
    put_down: Iterable[tuple[int, int, str]] = (),
    pick_up: Iterable[tuple[int, int, str]] = (),
) -> dict[str, Any]:
    """The table from above: each seat's card and result, and in the middle what to put down.

    `seats` in physical order, each an object or mapping with `number`, `card`, `result`, `state`
    (`win`, `save`, `bad`, `none`, `empty`) and `href`; piles are `(count, value, color)`.
    """
    return {
        "seats": plan_seats(seats),
        "groups": plan_middle(((gettext("put down"), put_down), (gettext("pick up"), pick_up))),
        "width": WIDTH,
        "height": HEIGHT,
        "box_width": BOX_WIDTH,
        "box_height": BOX_HEIGHT,
    }


@register.inclusion_tag("_card_pad.html")
def card_pad(mode: str = "best", decks: int = 1) -> dict[str, Any]:
    """The 52 buttons that fill the seats' card fields of the same form.

    `mode` is `best` (one card a seat) or `every` (as many as the field's `data-cards`); `decks` is
    how many times each card exists.
    """
    return {
        "mode": "every" if mode == "every" else "best",
        "decks": max(1, int(decks)),
        "suits": deck_by_suit(),
    }


def _name(words: str, decorative: bool) -> SafeString:
    """The attributes that give a drawing its name, or hide it."""
    if decorative:
        return format_html('aria-hidden="{}"', "true")
    return format_html('role="img" aria-label="{}"', words)


def _whole(value: object) -> bool:
    if isinstance(value, bool):
        return False
    return isinstance(value, int) or (isinstance(value, str) and value.lstrip("-").isdecimal())

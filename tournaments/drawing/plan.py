"""A table drawn from above: where each seat's box stands around the felt.

All lengths are integers in units of a drawing 360 wide and 380 high, so that on a phone one unit
is about one pixel and the type in it is never smaller than body text.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import cos, hypot, pi, sin
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy

from tournaments.drawing.card import CardFace, card_face

WIDTH, HEIGHT = 360, 380
BOX_WIDTH, BOX_HEIGHT = 84, 56

_STATE_WORDS: Mapping[str, str | Promise] = MappingProxyType(
    {
        "win": pgettext_lazy("seat", "wins"),
        "save": pgettext_lazy("seat", "rescued"),
        "bad": pgettext_lazy("seat", "in doubt"),
        "none": "",
        "empty": "",
    }
)
STATES = frozenset(_STATE_WORDS)

_LEFT, _RIGHT, _TOP, _BOTTOM = 43, 317, 30, 350
_CORNER = 60
_LONG = 5
_CAPTION, _PILE = 30, 44


@dataclass(frozen=True, slots=True)
class PlanSeat:
    """One seat of a drawn table.

    `state` is one of `win`, `save`, `bad`, `none`, `empty`; `result` the word or amount in the box;
    `href` where a tap leads, or "". `x` and `y` are the box's upper left corner.
    """

    number: int
    card: CardFace | None
    result: str
    state: str
    href: str
    x: int
    y: int

    @property
    def label(self) -> str:
        """The box in words, for those who do not see it: "Seat 4: 5 of hearts, +100, rescued"."""
        words = [self.card.name if self.card else "", self.result, str(_STATE_WORDS[self.state])]
        return gettext("Seat %(number)s: %(what)s") % {
            "number": self.number,
            "what": ", ".join(word for word in words if word),
        }

    @property
    def long(self) -> bool:
        """Whether the result needs the smaller type to stay in its box."""
        return len(self.result) > _LONG


@dataclass(frozen=True, slots=True)
class PlanPile:
    """`count` chips of `value` in `color`, drawn on the line `y`."""

    count: int
    value: int
    color: str
    y: int


@dataclass(frozen=True, slots=True)
class PlanGroup:
    """The piles that are put down, or picked up, under their caption on the line `y`."""

    caption: str
    y: int
    piles: tuple[PlanPile, ...]


def plan_seats(seats: Iterable[object]) -> tuple[PlanSeat, ...]:
    """Place seats around the table in the order given, clockwise from the dealer's left.

    Each seat is an object or a mapping with `number`, and where known `card`, `result`, `state`,
    `href`. The dealer has the middle of the lower side. An unknown state is drawn as `none`.
    """
    given = list(seats)
    return tuple(
        PlanSeat(
            number=int(str(_read(seat, "number", index))),
            card=card_face(_read(seat, "card", "")),
            result=str(_read(seat, "result", "")),
            state=state if (state := str(_read(seat, "state", "none"))) in STATES else "none",
            href=str(_read(seat, "href", "")),
            x=x - BOX_WIDTH // 2,
            y=y - BOX_HEIGHT // 2,
        )
        for index, (seat, (x, y)) in enumerate(
            zip(given, seat_places(len(given)), strict=True), start=1
        )
    )


def seat_places(count: int) -> tuple[tuple[int, int], ...]:
    """The middles of `count` seat boxes, clockwise, the dealer's own place left free."""
    around = _round_length() / (count + 1)
    return tuple(_point(around * step) for step in range(1, count + 1))


def plan_middle(
    groups: Iterable[tuple[str, Iterable[tuple[int, int, str]]]],
) -> tuple[PlanGroup, ...]:
    """Captions and their piles `(count, value, color)` below each other, centred on the felt.

    A group without piles is left out.
    """
    shown = [(caption, kept) for caption, piles in groups if (kept := tuple(piles))]
    high = sum(_CAPTION + _PILE * len(piles) for _, piles in shown)
    y = (HEIGHT - high) // 2
    placed = []
    for caption, piles in shown:
        first = y + _CAPTION + _PILE // 2
        placed.append(
            PlanGroup(
                caption,
                y + _CAPTION // 2,
                tuple(
                    PlanPile(count, value, color, first + _PILE * line)
                    for line, (count, value, color) in enumerate(piles)
                ),
            )
        )
        y += _CAPTION + _PILE * len(piles)
    return tuple(placed)


def _read(seat: object, name: str, otherwise: object) -> object:
    found = seat.get(name) if isinstance(seat, Mapping) else getattr(seat, name, None)
    return otherwise if found is None else found


def _sides() -> tuple[tuple[float, float, float, float], ...]:
    """The rounded rectangle's straight sides from the dealer on: left half below, left, top, …"""
    middle = (_LEFT + _RIGHT) / 2
    return (
        (middle, _BOTTOM, _LEFT + _CORNER, _BOTTOM),
        (_LEFT, _BOTTOM - _CORNER, _LEFT, _TOP + _CORNER),
        (_LEFT + _CORNER, _TOP, _RIGHT - _CORNER, _TOP),
        (_RIGHT, _TOP + _CORNER, _RIGHT, _BOTTOM - _CORNER),
        (_RIGHT - _CORNER, _BOTTOM, middle, _BOTTOM),
    )


def _round_length() -> float:
    return sum(hypot(x2 - x1, y2 - y1) for x1, y1, x2, y2 in _sides()) + 2 * pi * _CORNER


def _point(length: float) -> tuple[int, int]:
    """The point `length` along the way round from the dealer, clockwise."""
    arc = pi * _CORNER / 2
    for corner, (x1, y1, x2, y2) in enumerate(_sides()):
        side = hypot(x2 - x1, y2 - y1)
        if length <= side:
            share = length / side
            return round(x1 + (x2 - x1) * share), round(y1 + (y2 - y1) * share)
        length -= side
        if length <= arc:
            angle = pi / 2 * (corner + 1) + length / _CORNER
            centre_x = _LEFT + _CORNER if corner in (0, 1) else _RIGHT - _CORNER
            centre_y = _BOTTOM - _CORNER if corner in (0, 3) else _TOP + _CORNER
            return (
                round(centre_x + _CORNER * cos(angle)),
                round(centre_y + _CORNER * sin(angle)),
            )
        length -= arc
    return (_LEFT + _RIGHT) // 2, _BOTTOM

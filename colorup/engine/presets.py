"""The rulesets that are shipped, and who says so for each option of each.

An option that the source does not speak of is a house choice (RULES, "Presets to ship", ★).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

from colorup.engine.ruleset import (
    OPTIONS,
    FirstSeat,
    Freeze,
    LastChip,
    LateChips,
    PoolRounding,
    Procedure,
    RescueChip,
    RescueSource,
    Ruleset,
    Supplier,
)

Says = Literal["source", "house"]
DEFAULT_SLUG = "tda-2026"


@dataclass(frozen=True, slots=True)
class Preset:
    """A shipped ruleset: read-only, a starting point that an admin copies and edits."""

    slug: str
    name: str
    source: str
    ruleset: Ruleset
    says: Mapping[str, Says]


def _preset(slug: str, name: str, source: str, said: str, **options: Any) -> Preset:
    by_source = frozenset(said.split())
    says: dict[str, Says] = {
        option: "source" if option in by_source else "house" for option in OPTIONS
    }
    assert by_source <= says.keys()
    return Preset(slug, name, source, Ruleset(**options), MappingProxyType(says))


_POOL_FIRST: dict[str, Any] = {
    "rescue_source": RescueSource.POOL_FIRST,
    "rescue_chip": RescueChip.RACE_TARGET,
}
_DIRECTOR: dict[str, Any] = {"late_chips": LateChips.DIRECTOR}

_ALL = (
    _preset(
        "tda-2026",
        "TDA 2026",
        "Poker TDA 2026, rule 26-A, B, C (2024: rule 24)",
        "first_seat rescue_chip late_chips award_limit",
    ),
    _preset(
        "wsop-2024",
        "WSOP 2024",
        "World Series of Poker 2024, rule 77",
        "first_seat rescue_chip late_chips award_limit",
    ),
    _preset(
        "roberts",
        "Robert’s Rules",
        "Robert’s Rules of Poker, section 15",
        "procedure first_seat pool_rounding rescue_source rescue_chip award_limit",
        **_POOL_FIRST,
        **_DIRECTOR,
    ),
    _preset(
        "roberts-holder-half",
        "Robert’s Rules, holder’s half",
        "Robert’s Rules of Poker, section 15: the other reading of its last sentence",
        "procedure first_seat pool_rounding rescue_source rescue_chip award_limit",
        last_chip=LastChip.HOLDER_HALF,
        **_POOL_FIRST,
        **_DIRECTOR,
    ),
    _preset(
        "home-poker-tourney",
        "Home Poker Tourney",
        "homepokertourney.org, the worked example of a colour-up",
        "procedure first_seat pool_rounding rescue_source rescue_chip award_limit",
        pool_rounding=PoolRounding.MORE_THAN_HALF,
        rescue_chip=RescueChip.RACE_TARGET,
        **_DIRECTOR,
    ),
    _preset(
        "france",
        "France",
        "French club rules: color up et chip race",
        "procedure first_seat pool_rounding rescue_source rescue_chip late_chips supplier freeze"
        " award_limit when",
        supplier=Supplier.COLLECTOR,
        freeze=Freeze.ALL_IN_ONLY,
        when="at the start of a level",
    ),
    _preset(
        "wikipedia-classic",
        "Encyclopaedia, classic",
        "Wikipedia, “Chip race”, the older text",
        "procedure first_seat pool_rounding rescue_source rescue_chip award_limit",
        first_seat=FirstSeat.SMALL_BLIND,
        pool_rounding=PoolRounding.MORE_THAN_HALF,
        **_POOL_FIRST,
        **_DIRECTOR,
    ),
    _preset(
        "wikipedia-2020s",
        "Encyclopaedia, 2020s",
        "Wikipedia, “Chip race”, the current text",
        "procedure first_seat pool_rounding rescue_chip award_limit",
        **_DIRECTOR,
    ),
    _preset(
        "pokerstars-live-2018",
        "PokerStars Live 2018",
        "PokerStars Live 2018, published procedure, read in translation",
        "procedure first_seat rescue_chip late_chips award_limit",
        late_chips=LateChips.EXACT_ONLY,
    ),
    _preset(
        "always-up",
        "Always up",
        "A published guide’s procedure, used in several rooms",
        "procedure first_seat pool_rounding rescue_chip award_limit",
        first_seat=FirstSeat.SMALL_BLIND,
        pool_rounding=PoolRounding.UP,
        rescue_chip=RescueChip.RACE_TARGET,
        **_DIRECTOR,
    ),
    _preset(
        "round-everyone-up",
        "Round everyone up",
        "Common in leagues and fast events",
        "procedure",
        procedure=Procedure.ROUND_UP_EACH,
        rescue_chip=RescueChip.RACE_TARGET,
        **_DIRECTOR,
    ),
    _preset(
        "leave-in-play",
        "Leave in play",
        "homepokertourney.org, last paragraph",
        "procedure",
        procedure=Procedure.LEAVE_IN_PLAY,
        **_DIRECTOR,
    ),
)
PRESETS: Mapping[str, Preset] = MappingProxyType({preset.slug: preset for preset in _ALL})

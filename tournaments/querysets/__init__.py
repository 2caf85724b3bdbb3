"""Every read of more than one line, by name.  Imports no model: models make managers of these."""

from tournaments.querysets.custody import (
    CLOSED_FLOAT,
    ChipCommandQuerySet,
    ChipMovementQuerySet,
    FloatQuerySet,
    OnFloat,
)
from tournaments.querysets.events import UNFINISHED, EventQuerySet, TableQuerySet
from tournaments.querysets.races import (
    ARRIVAL,
    DRIFT_TERMS,
    LATE,
    ColorUpQuerySet,
    RaceEventQuerySet,
    StubQuerySet,
    TableRaceQuerySet,
)
from tournaments.querysets.record import AppendOnlyQuerySet

__all__ = [
    "ARRIVAL",
    "CLOSED_FLOAT",
    "DRIFT_TERMS",
    "LATE",
    "UNFINISHED",
    "AppendOnlyQuerySet",
    "ChipCommandQuerySet",
    "ChipMovementQuerySet",
    "ColorUpQuerySet",
    "EventQuerySet",
    "FloatQuerySet",
    "OnFloat",
    "RaceEventQuerySet",
    "StubQuerySet",
    "TableQuerySet",
    "TableRaceQuerySet",
]

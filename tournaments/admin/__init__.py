"""What an admin of the room sets up: chip sets, rulesets, events, people; races are only read."""

from tournaments.admin.chips import ChipSetAdmin
from tournaments.admin.events import EventAdmin
from tournaments.admin.people import PersonAdmin
from tournaments.admin.races import (
    ChipCommandAdmin,
    ChipMovementAdmin,
    ColorUpAdmin,
    FloatAdmin,
    RaceEventAdmin,
    SeatingCommandAdmin,
    TableRaceAdmin,
)
from tournaments.admin.rulesets import HouseRulesetAdmin
from tournaments.admin.sections import SectionAdmin
from tournaments.admin.site import site
from tournaments.admin.structure import LevelAdmin
from tournaments.admin.tables import TableAdmin
from tournaments.models import (
    ChipCommand,
    ChipMovement,
    ChipSet,
    ColorUp,
    Event,
    Float,
    HouseRuleset,
    Level,
    RaceEvent,
    SeatingCommand,
    Section,
    Table,
    TableRace,
    User,
)

__all__ = ["site"]

site.register(ChipSet, ChipSetAdmin)
site.register(HouseRuleset, HouseRulesetAdmin)
site.register(User, PersonAdmin)
site.register(Event, EventAdmin)
site.register(Level, LevelAdmin)
site.register(Table, TableAdmin)
site.register(Section, SectionAdmin)
site.register(ColorUp, ColorUpAdmin)
site.register(TableRace, TableRaceAdmin)
site.register(RaceEvent, RaceEventAdmin)
site.register(ChipCommand, ChipCommandAdmin)
site.register(SeatingCommand, SeatingCommandAdmin)
site.register(Float, FloatAdmin)
site.register(ChipMovement, ChipMovementAdmin)

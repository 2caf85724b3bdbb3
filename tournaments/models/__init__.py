"""What is stored: one file a noun."""

from tournaments.models.chips import ChipSet, Denomination
from tournaments.models.colorups import ColorUp, RaceEvent, TableRace, Witness
from tournaments.models.custody import ChipCommand, ChipMovement, Place, Reason
from tournaments.models.events import Event, FileKind, Language, Level, Seat, StartingStack, Table
from tournaments.models.floats import Float
from tournaments.models.people import Role, User
from tournaments.models.rulesets import ChosenRuleset, HouseRuleset, find_ruleset
from tournaments.models.seating import SeatingCommand
from tournaments.models.sections import Section
from tournaments.models.stock import Stock
from tournaments.models.stubs import Cut, Stub

__all__ = [
    "ChipCommand",
    "ChipMovement",
    "ChipSet",
    "ChosenRuleset",
    "ColorUp",
    "Cut",
    "Denomination",
    "Event",
    "FileKind",
    "Float",
    "HouseRuleset",
    "Language",
    "Level",
    "Place",
    "RaceEvent",
    "Reason",
    "Role",
    "Seat",
    "SeatingCommand",
    "Section",
    "StartingStack",
    "Stock",
    "Stub",
    "Table",
    "TableRace",
    "User",
    "Witness",
    "find_ruleset",
]

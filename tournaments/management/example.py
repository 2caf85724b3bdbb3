"""An example to try the product with: four people, one evening, a colour-up half done."""

from __future__ import annotations

from importlib.resources import files

from django.conf import settings
from django.db import transaction

from colorup.formats.tournament_file import read_tournament_file
from tournaments.imports import create_event
from tournaments.models import ColorUp, Event, Role, StartingStack, User, Witness
from tournaments.workflow import announce, confirm, count, deal
from tournaments.workflow.stock import set_stock

FILE = "example.tdt"
PASSWORD = "colour-up"  # noqa: S105 - everybody may know it: the example is for the LAN only
LOGINS = {role.value: PASSWORD for role in reversed(Role)}
"""Name and password of the example's people; each is called as their role."""

STARTING_STACK = {25: 8, 100: 8, 500: 6, 1000: 6}
# What the club owns; the 100s just do not do if every player at the other tables wins one.
OWNED = {25: 300, 100: 230, 500: 200, 1000: 160, 5000: 20}
REMOVED = 25

# Of the 176 chips of 25 that were bought, 62 are at table 1 and 59 at table 2.
COUNT_OF_TABLE_1 = {
    "button": 4,
    "seats": [
        {"seat": 1, "count": 11, "other": 14500},
        {"seat": 2, "count": 6, "other": 8300},
        {"seat": 3, "count": 9, "other": 21000},
        {"seat": 4, "count": 1, "other": 0},
        {"seat": 6, "count": 14, "other": 5700},
        {"seat": 7, "count": 8, "other": 11200},
        {"seat": 8, "count": 13, "other": 9900},
    ],
    "called_total": 10,
}
CARDS_OF_TABLE_1 = {
    "cards": {
        "1": ["Kd", "7s", "4c"],
        "2": ["Jh", "9d"],
        "3": ["As"],
        "4": ["5h"],
        "6": ["Qc", "8d"],
        "8": ["Ts"],
    }
}
COUNT_OF_TABLE_2 = {
    "button": 7,
    "seats": [
        {"seat": 1, "count": 10, "other": 12000},
        {"seat": 2, "count": 7, "other": 6400},
        {"seat": 4, "count": 12, "other": 18500},
        {"seat": 5, "count": 9, "other": 9100},
        {"seat": 6, "count": 5, "other": 15300},
        {"seat": 7, "count": 16, "other": 7700},
        {"seat": 8, "count": 0, "other": 20500},
    ],
}


def already_there() -> bool:
    """Whether there are events, or people called as those of the example."""
    return Event.objects.exists() or User.objects.filter(username__in=LOGINS).exists()


@transaction.atomic
def make_example() -> Event:
    """Make the people, the event and its colour-up, with the commands of every day; all or none."""
    people = {
        name: User.objects.create_user(name, password=password, role=name)
        for name, password in LOGINS.items()
    }
    content = (files("tournaments.management") / FILE).read_bytes()
    event = create_event(
        read_tournament_file(content, FILE),
        by=people[Role.DIRECTOR],
        name="Friday league",
        ruleset="tda-2026",
        language="en",
        time_zone=settings.TIME_ZONE,
        chip_set=None,
    )
    StartingStack.objects.bulk_create(
        StartingStack(event=event, denomination=denomination, chips=chips)
        for denomination, chips in STARTING_STACK.items()
    )
    set_stock(event_id=event.pk, by=people[Role.DIRECTOR], chips=OWNED, counted=False)
    color_up = _announce(event, by=people[Role.DIRECTOR])
    _race(color_up, by=people[Role.FLOOR])
    return event


def _announce(event: Event, *, by: User) -> ColorUp:
    """The 25s leave at all tables."""
    chips = [one.value for one in event.chip_set.denominations.all()]
    return announce(
        event_id=event.pk,
        by=by,
        command_id="example-announce",
        removed=[REMOVED],
        in_play=[value for value in chips if value != REMOVED],
        ruleset_slug=event.ruleset,
        tables=[table.pk for table in event.tables.all()],
    )


def _race(color_up: ColorUp, *, by: User) -> None:
    """Table 1 is confirmed, table 2 counted; table 3 waits."""
    first, second = (color_up.races.get(table__number=number) for number in (1, 2))
    step = count(
        race_id=first.pk,
        by=by,
        command_id="example-count-1",
        expected_version=first.version,
        entry=COUNT_OF_TABLE_1,
    )
    step = deal(
        race_id=first.pk,
        by=by,
        command_id="example-deal-1",
        expected_version=step.race.version,
        entry=CARDS_OF_TABLE_1,
    )
    confirm(
        race_id=first.pk,
        by=by,
        command_id="example-confirm-1",
        expected_version=step.race.version,
        witness=Witness.DEALER,
    )
    count(
        race_id=second.pk,
        by=by,
        command_id="example-count-2",
        expected_version=second.version,
        entry=COUNT_OF_TABLE_2,
    )

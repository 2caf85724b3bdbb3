"""What the break needs before it begins: people, tables, sections, an announced colour-up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from itertools import count

from django.utils import timezone

from tests.workflow.rooms import announce_25s, make_event, make_table
from tournaments.models import Role, User
from tournaments.workflow.sections import put_section


def stage(seats: Mapping[int, Sequence[int]], sections: Mapping[str, Sequence[int]]) -> int:
    """An event with tables, a section for each person, and the 25s announced; the colour-up's id.

    Each person is made with their name as password; the first one is the director.
    """
    roles = (Role.DIRECTOR, *[Role.FLOOR] * (len(sections) - 1))
    people = [
        User.objects.create_user(name, password=name, role=role)
        for name, role in zip(sections, roles, strict=True)
    ]
    event = make_event()
    names = (f"Player {one:03}" for one in count(1))
    tables = [
        make_table(event, number, dict(zip(taken, names, strict=False)))
        for number, taken in seats.items()
    ]
    director = people[0]
    for person, numbers in zip(people, sections.values(), strict=True):
        put_section(
            event_id=event.pk,
            by=director,
            name=person.username.title(),
            tables=numbers,
            lead_id=person.pk,
        )
    restart_at = timezone.now() + timedelta(minutes=10)
    return announce_25s(event, tables, by=director, restart_at=restart_at).pk

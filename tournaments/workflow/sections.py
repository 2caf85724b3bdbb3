"""The commands about sections: which tables belong together, and who leads there."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction

from colorup.engine.problems import Findings
from tournaments.models import Event, Section, Table, User
from tournaments.permissions import Right, is_stranger
from tournaments.workflow.errors import Conflict, NotFound
from tournaments.workflow.runner import require_role

NAME_LENGTH = 40
BATCH = 500


def put_section(
    *,
    event_id: int,
    by: User,
    name: str,
    tables: Collection[int],
    lead_id: int | None = None,
    section_id: int | None = None,
) -> Section:
    """Make a section of the event, or change the one of this id.

    `tables` are the numbers of all its tables; one that was in another section moves over.  A
    section that is made again just as it stands is answered with itself.

    Raises `NotFound`, `Forbidden` and `Problems` (``bad_section``, ``bad_tables``).
    """
    require_role(by, Right.SECTIONS)
    with transaction.atomic():
        event = Event.objects.select_for_update(no_key=True).filter(pk=event_id).first()
        if event is None:
            raise NotFound
        stored = {one.pk: one for one in Section.objects.filter(event=event)}
        if section_id is not None and section_id not in stored:
            raise NotFound
        section = stored.get(section_id) if section_id is not None else None
        by_number = dict(Table.objects.standing().filter(event=event).values_list("number", "pk"))
        findings = Findings()
        name = " ".join(name.split())
        if not name or len(name) > NAME_LENGTH:
            findings.add("bad_section.name", most=NAME_LENGTH)
        if missing := tuple(sorted(set(tables) - by_number.keys())):
            findings.add("bad_tables.no_such", tables=missing[:20])
        lead = _lead(findings, lead_id)
        namesake = next((one for one in stored.values() if one.name == name), None)
        if namesake is not None and namesake != section:
            if section is None and _stands(namesake, lead, tables):
                return namesake
            findings.add("bad_section.name_taken", name=name)
        findings.raise_if_any()
        section = section or Section(event=event)
        section.name, section.lead = name, lead
        section.save()
        _take_over(section, {by_number[one] for one in tables})
        return section


def remove_section(*, section_id: int, by: User) -> None:
    """Remove a section; its tables stay, in none.  One that is gone already is no fault.

    Raises `NotFound`, `Forbidden` and `Conflict` (``section_has_float``).
    """
    require_role(by, Right.SECTIONS)
    with transaction.atomic():
        section = Section.objects.select_for_update().filter(pk=section_id).first()
        if section is None:
            return
        if section.floats.open().exists():
            raise Conflict("section_has_float", section=section.name)
        section.delete()


def _lead(findings: Findings, lead_id: int | None) -> User | None:
    if lead_id is None:
        return None
    lead = User.objects.filter(pk=lead_id).first()
    if lead is None or is_stranger(lead):
        findings.add("bad_section.lead")
    return lead


def _stands(section: Section, lead: User | None, tables: Collection[int]) -> bool:
    """Whether the section is led by this person and has exactly these tables."""
    numbers = set(section.tables.values_list("number", flat=True))
    return section.lead == lead and numbers == set(tables)


def _take_over(section: Section, table_ids: Collection[int]) -> None:
    held = set(section.tables.values_list("pk", flat=True))
    _move(held - set(table_ids), None)
    _move(set(table_ids) - held, section)


def _move(table_ids: Collection[int], section: Section | None) -> None:
    """Put tables into a section, in batches that every database takes as parameters."""
    ordered = sorted(table_ids)
    for start in range(0, len(ordered), BATCH):
        Table.objects.filter(pk__in=ordered[start : start + BATCH]).update(section=section)

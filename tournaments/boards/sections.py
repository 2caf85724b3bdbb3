"""The page on which a director divides the room: sections, their tables, their leads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from colorup.engine.problems import Problem
from tournaments.models import Event, Section, Table, User
from tournaments.ranges import write_ranges
from tournaments.sentences import say

LEAD, NAME, TABLES = "lead", "name", "tables"


@dataclass(frozen=True, slots=True)
class Lead:
    """A person who could lead a section."""

    user_id: int
    name: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class SectionForm:
    """One section as its form holds it; the last form, without an id, makes a new one.

    `wrong` are the sentences beside each field.
    """

    section_id: int | None
    name: str
    tables: str
    count: int
    leads: tuple[Lead, ...]
    wrong: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class SectionsPage:
    """All that the page prints; `free` are the tables in no section."""

    event_id: int
    event_name: str
    forms: tuple[SectionForm, ...]
    free: str
    every: str
    refusal: str


@dataclass(frozen=True, slots=True)
class Typed:
    """What stood in the form that was refused, and why."""

    section_id: int | None
    name: str
    lead_id: int | None
    tables: str
    problems: Sequence[Problem]


def sections_page(
    event: Event,
    tables: Iterable[Table],
    sections: Iterable[Section],
    people: Sequence[User],
    *,
    typed: Typed | None = None,
    refusal: str = "",
) -> SectionsPage:
    """Build the page; `people` are those who could lead."""
    numbers: dict[int | None, list[int]] = {}
    for table in tables:
        numbers.setdefault(table.section_id, []).append(table.number)
    forms = []
    for section in sections:
        own = numbers.get(section.pk, [])
        as_stored = Typed(section.pk, section.name, section.lead_id, write_ranges(own), ())
        shown = typed if typed is not None and typed.section_id == section.pk else as_stored
        forms.append(_form(shown, len(own), people))
    new = typed if typed is not None and typed.section_id is None else Typed(None, "", None, "", ())
    forms.append(_form(new, 0, people))
    return SectionsPage(
        event.pk,
        event.name,
        tuple(forms),
        free=write_ranges(numbers.get(None, ())),
        every=write_ranges(number for own in numbers.values() for number in own),
        refusal=refusal,
    )


def _form(typed: Typed, count: int, people: Sequence[User]) -> SectionForm:
    wrong: dict[str, list[str]] = {}
    for one in typed.problems:
        field = TABLES if one.code in ("bad_tables", "bad_range") else NAME
        wrong.setdefault(LEAD if one.key == "bad_section.lead" else field, []).append(
            say(one.message)
        )
    return SectionForm(
        typed.section_id,
        typed.name,
        typed.tables,
        count,
        tuple(Lead(one.pk, one.shown_name, one.pk == typed.lead_id) for one in people),
        {field: tuple(sentences) for field, sentences in wrong.items()},
    )

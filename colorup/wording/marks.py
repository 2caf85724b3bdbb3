"""Marks that the message extractor knows; at run time they change nothing."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Plural:
    """A sentence with a singular and a plural; `counts` names the value that decides."""

    one: str
    many: str
    counts: str


def gettext(text: str) -> str:
    return text


def ngettext(one: str, many: str, counts: str) -> Plural:
    return Plural(one, many, counts)

"""What a file said, on its way from the preview to the save.

Nothing is stored before a person has seen it, and any process can take the save; so the plain
values travel through the browser, compressed, signed and with a time limit.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import astuple, dataclass, field
from typing import Any
from uuid import uuid4

from django.core import signing

from colorup.engine.problems import Problem, Problems, problem
from colorup.formats.tournament_file import (
    BreakRow,
    Chip,
    ChipSet,
    FileProblem,
    LevelRow,
    PlayerRow,
    TableRow,
    TournamentFile,
)

LIFETIME_HOURS = 12
_SALT = "tournaments.imports.parcel"
_LONGEST = 2_000_000
"""In characters; a room of a thousand full tables takes a sixth of it."""


class SpoiledParcel(Exception):
    """The text is no parcel of this server, was changed on its way, or is too old."""


@dataclass(frozen=True, slots=True)
class Parcel:
    """A file that somebody previews; `import_id` is used up by the save."""

    file: TournamentFile
    import_id: str = field(default_factory=lambda: uuid4().hex)

    @property
    def digest(self) -> str:
        """The same for the same content, whenever it was previewed."""
        content = json.dumps(_written(self.file), separators=(",", ":"))
        return hashlib.sha256(content.encode()).hexdigest()[:16]

    def seal(self, name: str) -> SealedParcel:
        """The parcel ready to travel; `name` is the file's, for the sentence.

        Raises `Problems` (bad_file) where the file holds more than any event.
        """
        text = signing.dumps(
            {"id": self.import_id, "file": _written(self.file)}, salt=_SALT, compress=True
        )
        if len(text) > _LONGEST:
            raise Problems(
                [problem("bad_file.too_large", name=name, megabytes=_LONGEST // 1_000_000)]
            )
        return SealedParcel(text, self)


@dataclass(frozen=True, slots=True)
class SealedParcel:
    """A parcel and the text of it that travels in the form."""

    text: str
    parcel: Parcel

    @classmethod
    def open(cls, text: str) -> SealedParcel:
        """The parcel again; raises `SpoiledParcel`."""
        try:
            values = signing.loads(text, salt=_SALT, max_age=LIFETIME_HOURS * 60 * 60)
        except (signing.BadSignature, UnicodeEncodeError) as error:
            raise SpoiledParcel from error
        return cls(text, Parcel(_read(values["file"]), values["id"]))


def _written(file: TournamentFile) -> dict[str, Any]:
    return {
        "kind": file.kind,
        "version": file.version,
        "title": file.title,
        "chips": [astuple(one) for one in file.chips],
        "chip_sets": [[one.name, list(one.counts.items())] for one in file.chip_sets],
        "rows": [[isinstance(one, LevelRow), *astuple(one)] for one in file.rows],
        "current_row": file.current_row,
        "tables": [
            [
                table.name,
                table.seats,
                table.button,
                [astuple(player) for player in table.players],
                table.external_id,
            ]
            for table in file.tables
        ],
        "entries": file.entries,
        "chips_bought": file.chips_bought,
        "problems": [
            [one.row, one.problem.key, one.problem.seat, dict(one.problem.values)]
            for one in file.problems
        ],
        "external_id": file.external_id,
    }


def _read(values: Mapping[str, Any]) -> TournamentFile:
    """The file again; the signature says that nothing but `_written` made the values."""
    return TournamentFile(
        kind=values["kind"],
        version=values["version"],
        title=values["title"],
        chips=tuple(Chip(*one) for one in values["chips"]),
        chip_sets=tuple(ChipSet(name, dict(counts)) for name, counts in values["chip_sets"]),
        rows=tuple(
            LevelRow(*one) if is_level else _break(*one) for is_level, *one in values["rows"]
        ),
        current_row=values["current_row"],
        tables=tuple(
            TableRow(name, seats, button, tuple(PlayerRow(*one) for one in players), external_id)
            for name, seats, button, players, external_id in values["tables"]
        ),
        entries=values["entries"],
        chips_bought=values["chips_bought"],
        problems=tuple(FileProblem(row, _problem(*rest)) for row, *rest in values["problems"]),
        external_id=values["external_id"],
    )


def _break(
    row: int, minutes: int | None, color_up: bool | None, note: str, chips: list[int]
) -> BreakRow:
    return BreakRow(row, minutes, color_up, note, tuple(chips))


def _problem(key: str, seat: int | None, values: Mapping[str, Any]) -> Problem:
    plain = {
        name: tuple(value) if isinstance(value, list) else value for name, value in values.items()
    }
    return problem(key, seat, **plain)

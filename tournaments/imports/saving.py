"""An event made from a file or by hand, in one transaction, and once for each preview."""

from __future__ import annotations

from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext

from colorup.engine.problems import Problems
from colorup.formats.tournament_file import TableRow, TournamentFile
from tournaments.imports.drafts import LARGEST_BIG, Draft, draft_of, with_chips
from tournaments.models import (
    ChipSet,
    Denomination,
    Event,
    Level,
    Seat,
    Table,
    User,
    find_ruleset,
)
from tournaments.permissions import LEAST_ROLE, Right, may
from tournaments.sentences import say
from tournaments.workflow.errors import Forbidden

ID_LENGTH = Event._meta.get_field("external_id").max_length or 100
CHIP_SET_NAME = ChipSet._meta.get_field("name").max_length or 100


def create_event(
    file: TournamentFile,
    *,
    by: User,
    name: str,
    ruleset: str,
    language: str,
    time_zone: str,
    chip_set: ChipSet | None,
    import_id: str | None = None,
) -> Event:
    """Save an event with the file's levels, tables and seats.

    `chip_set` None takes the chips of the file: the stored set of that name with these very
    denominations, else a new one.  An `import_id` that was saved already answers with the event it
    made then, whatever else is sent now.

    Raises `Forbidden` and `ValidationError` with what is wrong with each field.
    """
    require_import(by)
    event = Event(
        name=name,
        ruleset=ruleset,
        language=language,
        time_zone=time_zone,
        file_kind=file.kind,
        file_title=(file.title or "")[:200],
        entries=_storable(file.entries),
        chips_bought=_storable(file.chips_bought),
        current_row=file.current_row,
        external_id=file.external_id[:ID_LENGTH],
        import_id=import_id,
    )
    return _save_once(event, file, chip_set)


def create_by_hand(
    *,
    by: User,
    name: str,
    ruleset: str,
    language: str,
    time_zone: str,
    chip_set: ChipSet | None,
    chips: Iterable[int] = (),
    tables: int = 0,
    seats: int = 0,
    import_id: str | None = None,
) -> Event:
    """Save an event without a file: `tables` tables of `seats` seats each, nobody in them yet.

    `chip_set` None takes a set of `chips`, the values in use.  Otherwise as `create_event`.
    """
    require_import(by)
    event = Event(
        name=name, ruleset=ruleset, language=language, time_zone=time_zone, import_id=import_id
    )
    rows = tuple(TableRow(str(number), seats, None, ()) for number in range(1, tables + 1))
    return _save_once(event, with_chips(TournamentFile("seats", tables=rows), chips), chip_set)


def require_import(by: User) -> None:
    """Raises `Forbidden` for people who may not bring in files."""
    if not may(by, Right.IMPORT):
        raise Forbidden("role_too_low", role=str(LEAST_ROLE[Right.IMPORT].label))


def _save_once(event: Event, file: TournamentFile, chip_set: ChipSet | None) -> Event:
    try:
        return _save(event, file, chip_set)
    except IntegrityError:
        # At the same moment the same preview, or a chip set of this name, was saved: both are seen
        # now.
        event.pk = None
        return _save(event, file, chip_set)


def _save(event: Event, file: TournamentFile, chip_set: ChipSet | None) -> Event:
    with transaction.atomic():
        if made := _made_before(event.import_id):
            return made
        draft = draft_of(file)
        _check(event, draft, chip_set)
        event.chip_set = chip_set or _chip_set(_set_name(file, event.name), draft.chips)
        event.save(force_insert=True)
        _fill(event, draft)
    return event


def _made_before(import_id: str | None) -> Event | None:
    return Event.objects.filter(import_id=import_id).first() if import_id else None


def _check(event: Event, draft: Draft, chip_set: ChipSet | None) -> None:
    """Raises `ValidationError` with all that is wrong with what people chose."""
    wrong: dict[str, list[str]] = {}
    try:
        event.clean_fields(exclude={"chip_set", "import_id"})
    except ValidationError as error:
        wrong.update(error.message_dict)
    if "ruleset" not in wrong:
        try:
            find_ruleset(event.ruleset)
        except Problems as problems:
            wrong["ruleset"] = [say(one.message) for one in problems]
    if chip_set is None and not draft.chips:
        wrong["chip_set"] = [
            gettext("No chips are named: choose a chip set, or write which chips are in use.")
        ]
    if wrong:
        raise ValidationError(wrong)


def _set_name(file: TournamentFile, event_name: str) -> str:
    """What the chips are called: as the file's first set, else its title, else the event."""
    named = (one.name for one in file.chip_sets if one.name)
    return next(named, file.title or event_name)[:CHIP_SET_NAME]


def _chip_set(name: str, chips: Iterable[Denomination]) -> ChipSet:
    """The stored set of this name with these denominations, else a new one under a free name."""
    chips = tuple(chips)
    wanted = {one.value for one in chips}
    number, candidate = 1, name
    while stored := ChipSet.objects.filter(name=candidate).first():
        if {one.value for one in stored.denominations.all()} == wanted:
            return stored
        number += 1
        ending = f" ({number})"
        candidate = name[: CHIP_SET_NAME - len(ending)] + ending
    made = ChipSet.objects.create(name=candidate)
    for one in chips:
        one.chip_set = made
    Denomination.objects.bulk_create(chips)
    return made


def _fill(event: Event, draft: Draft) -> None:
    for level in draft.levels:
        level.event = event
    Level.objects.bulk_create(draft.levels)
    for table, _ in draft.tables:
        table.event = event
    Table.objects.bulk_create(table for table, _ in draft.tables)
    for table, seats in draft.tables:
        for seat in seats:
            seat.table = table
    Seat.objects.bulk_create(seat for _, seats in draft.tables for seat in seats)


def _storable(number: int | None) -> int | None:
    return number if number is None or number <= LARGEST_BIG else None

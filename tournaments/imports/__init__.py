"""From another program's file to an event: read it, show what would be saved, save it once."""

from tournaments.imports.adding import add_seats, add_structure
from tournaments.imports.drafts import Draft, draft_of, with_chips
from tournaments.imports.parcels import Parcel, SealedParcel, SpoiledParcel
from tournaments.imports.reading import FILE_LIMIT, open_upload, read_upload
from tournaments.imports.saving import create_by_hand, create_event
from tournaments.imports.worksheets import open_rows, seal_rows

__all__ = [
    "FILE_LIMIT",
    "Draft",
    "Parcel",
    "SealedParcel",
    "SpoiledParcel",
    "add_seats",
    "add_structure",
    "create_by_hand",
    "create_event",
    "draft_of",
    "open_rows",
    "open_upload",
    "read_upload",
    "seal_rows",
    "with_chips",
]

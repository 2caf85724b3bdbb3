"""From an uploaded file to plain values: any file of the ground floor, and spreadsheets."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from io import BytesIO

import openpyxl
from openpyxl.utils.exceptions import InvalidFileException

from colorup.engine.problems import Problems, problem
from colorup.formats.text import LIMIT as FILE_LIMIT
from colorup.formats.text import decode
from colorup.formats.tournament_file import (
    TournamentFile,
    lines_of_sheet,
    read_sheet,
    read_tournament_file,
)
from colorup.formats.worksheet import Look, open_lines, open_worksheet

_ZIP = b"PK\x03\x04"
_UNPACKED_LIMIT = 5 * FILE_LIMIT
"""What a workbook may take unpacked, in bytes: a few kilobytes can unpack to gigabytes."""

_MOST_ROWS, _MOST_COLUMNS = 50_000, 40
"""How far a sheet is read: a stray cell in its last corner would make it endless."""

_DAMAGED = (
    InvalidFileException,
    zipfile.BadZipFile,
    zlib.error,
    ArithmeticError,
    AttributeError,
    EOFError,
    LookupError,
    NotImplementedError,
    OSError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
)
"""What the spreadsheet reader raises, depending on the part of the file that is broken."""


def read_upload(content: bytes, name: str) -> TournamentFile:
    """Read a save, a structure, a seat draw, a pasted structure, or a spreadsheet of the latter.

    Raises `Problems` (bad_file) where the content is none of these, damaged, or too large.
    """
    if len(content) > FILE_LIMIT or not content.startswith(_ZIP):
        return read_tournament_file(content, name)
    for sheet in _sheets(content, name):
        try:
            return read_sheet(sheet, name)
        except Problems:
            continue
    raise Problems([problem("bad_file.unknown", name=name)])


def open_upload(content: bytes, name: str) -> TournamentFile | Look:
    """A save as it is read; a structure or a seat draw of any format as rows to be mended.

    Raises `Problems` (bad_file) where the content is none of these, damaged, or too large.
    """
    if len(content) > FILE_LIMIT or not content.startswith(_ZIP):
        text = decode(content, name)
        is_save = text.lstrip().startswith("{")
        return read_tournament_file(content, name) if is_save else open_worksheet(text, name)
    refused = Problems([problem("bad_file.unknown", name=name)])
    for sheet in _sheets(content, name):
        try:
            return open_lines(lines_of_sheet(sheet), name)
        except Problems as problems:
            if problems.problems[0].key != "bad_file.unknown":
                refused = problems
    raise refused


def _sheets(content: bytes, name: str) -> Iterator[tuple[tuple[object, ...], ...]]:
    """The sheets of a workbook as rows of values, formulas as what they came to."""
    try:
        with zipfile.ZipFile(BytesIO(content)) as parts:
            unpacked = sum(part.file_size for part in parts.infolist())
        if unpacked > _UNPACKED_LIMIT:
            megabytes = _UNPACKED_LIMIT // 1_000_000
            raise Problems([problem("bad_file.too_large", name=name, megabytes=megabytes)])
        book = openpyxl.load_workbook(BytesIO(content), read_only=True, data_only=True)
        for sheet in book.worksheets:
            # Some programs write a wrong extent, which would cut the sheet.
            sheet.reset_dimensions()
            yield tuple(
                sheet.iter_rows(max_row=_MOST_ROWS, max_col=_MOST_COLUMNS, values_only=True)
            )
    except _DAMAGED as error:
        raise Problems([problem("bad_file.damaged_spreadsheet", name=name)]) from error

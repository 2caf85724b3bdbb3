"""From the bytes of a file to its text, and where in the text something stands."""

from __future__ import annotations

import re

from colorup.engine.problems import Problem, Problems, problem

LIMIT = 20_000_000
"""The largest file that is read, in bytes; a save of a big event has about one million."""

_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_FOREIGN = (
    (b"PK\x03\x04", "spreadsheet"),
    (b"\xd0\xcf\x11\xe0", "spreadsheet"),
    (b"%PDF", "pdf"),
    (b"\x89PNG", "picture"),
    (b"\xff\xd8\xff", "picture"),
    (b"GIF8", "picture"),
)
LINE_END = re.compile(r"\r\n|\r|\n")
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def decode(content: bytes, name: str) -> str:
    """The text of a file: its byte order mark decides, else UTF-8, else Windows-1252.

    Raises `Problems` (bad_file): too large, empty, or not text at all.
    """
    if len(content) > LIMIT:
        raise Problems([problem("bad_file.too_large", name=name, megabytes=LIMIT // 1_000_000)])
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            text = content[len(mark) :].decode(encoding, errors="replace")
            break
    else:
        text = _unmarked(content, name)
    if not text.strip():
        raise Problems([problem("bad_file.empty", name=name)])
    return text


def _unmarked(content: bytes, name: str) -> str:
    for start, what in _FOREIGN:
        if content.startswith(start):
            raise Problems([problem(f"bad_file.{what}", name=name)])
    if b"\0" in content:
        offset = content.index(b"\0") + 1
        raise Problems([problem("bad_file.binary", name=name, offset=offset)])
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def position(text: str, offset: int) -> tuple[int, int]:
    """Line and character, both counted from 1, of an offset into the text."""
    line, start = 1, 0
    for end in LINE_END.finditer(text, 0, offset):
        line, start = line + 1, end.end()
    return line, offset - start + 1


def bad_text(text: str, offset: int, what: str, name: str, **values: str | int) -> Problem:
    """A file damaged at one place: `bad_file` with its line and character and what is wrong."""
    line, character = position(text, offset)
    return problem(f"bad_file.{what}", name=name, line=line, character=character, **values)


def tidy(text: str) -> str:
    """A name or a note on one line: no control characters, no doubled or outer blanks."""
    return " ".join(_CONTROLS.sub(" ", text).split())

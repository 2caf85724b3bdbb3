"""The JavaScript-like notation that a `.tdt` save is written in, read into plain values.

Nothing is evaluated: one regular expression cuts the text into tokens and one loop with its own
stack builds the values, so time grows with the length of the text, and depth no further than
`DEPTH`.

==========================================  ================================================
in the file                                 in Python
==========================================  ================================================
``{a: 1, "b": 2, 3: 4}``                    ``{"a": 1, "b": 2, "3": 4}``; of two equal keys
                                            the last counts
``[1, "x"]``                                ``[1, "x"]``
``new Name.With.Dots2(x, y)``               ``Made("Name.With.Dots2", (x, y))``
``new Map({k: v})``,                        ``{"k": v}``; a number as key in its shortest
``Map.from([[k, v], …])``                   spelling, so that ``7`` and ``"7"`` are one key
``12``, ``-1.5e3``                          an int where the number is whole, else a float
``null``, ``undefined``, ``NaN``            ``None``
==========================================  ================================================
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import NoReturn, TypeAlias

from colorup.engine.problems import Problems, problem
from colorup.formats.text import bad_text, position

DEPTH = 200
"""How deep values may stand in each other; a real save needs about 20."""


@dataclass(frozen=True, slots=True)
class Made:
    """``new Name(…)``: something the program makes from its arguments."""

    name: str
    arguments: tuple[JsValue, ...]


JsValue: TypeAlias = "bool | int | float | str | list[JsValue] | dict[str, JsValue] | Made | None"

# Every quantifier that could be tried twice is possessive, so that no text costs more than two
# passes.  The numbers below name the groups in their order.
_TOKEN = re.compile(
    r"""\s*+(?:
    ("[^"\\]*+(?:\\.[^"\\]*+)*+"|'[^'\\]*+(?:\\.[^'\\]*+)*+')(?:\s*+(:))?+
    |(-?(?:[0-9]++(?:\.[0-9]*+)?+|\.[0-9]++)(?:[eE][+-]?[0-9]++)?+)(?![\w$.])(?:\s*+(:))?+
    |((?:new\s++[\w$.]++|Map\.from)(?=\s*+\())\s*+\(
    |((?:[^\W\d]|\$)[\w$]*+)(?:\s*+(:))?+
    |([{}\[\],)])
    |(\Z)
    |(.)
    )""",
    re.VERBOSE | re.DOTALL,
)
_STRING, _STRING_KEY, _NUMBER, _NUMBER_KEY, _MAKER, _WORD, _WORD_KEY, _MARK, _END, _OTHER = range(
    1, 11
)
_KEYS = {_STRING_KEY: _STRING, _NUMBER_KEY: _NUMBER, _WORD_KEY: _WORD}

_ESCAPE = re.compile(
    r"\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|.))", re.DOTALL
)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}
_ESCAPED |= dict.fromkeys(("\n", "\r\n", "\r", "\u2028", "\u2029"), "")
_SURROGATE = re.compile("[\ud800-\udfff]")

_WORDS: dict[str, JsValue] = {"true": True, "false": False}
_WORDS |= dict.fromkeys(("null", "undefined", "NaN", "Infinity"))
_MAPS = ("Map", "Map.from")
_LONGEST_WHOLE = 30


class _Expects(Enum):
    """What may come next; each value ends the key of the sentence for anything else."""

    VALUE = "value"
    VALUE_OR_END = "item"
    KEY_OR_END = "key"
    COMMA_OR_END = "comma"


@dataclass(slots=True)
class _Open:
    """A value that is still being read: what it holds so far, what closes it, where it began."""

    holder: list[JsValue] | dict[str, JsValue]
    closer: str
    start: int
    maker: str = ""
    key: str = ""


def parse(text: str, name: str) -> JsValue:
    """Read the whole text as one value; `name` is the file's, for the sentence.

    Raises `Problems` with one `bad_file` that says line, character and what is wrong.
    """
    return _Reader(text, name).read()


class _Reader:
    def __init__(self, text: str, name: str) -> None:
        self.text = text
        self.name = name
        self.expects = _Expects.VALUE
        self.file: list[JsValue] = []
        self.inner = _Open(self.file, closer="", start=0)
        self.outer: list[_Open] = []

    def read(self) -> JsValue:
        wants_value = (_Expects.VALUE, _Expects.VALUE_OR_END)
        for token in _TOKEN.finditer(self.text):
            kind = token.lastindex or _OTHER
            if kind in _KEYS:
                if self.expects is not _Expects.KEY_OR_END:
                    self.unexpected(token)
                self.inner.key = self.key(token, _KEYS[kind])
                self.expects = _Expects.VALUE
            elif kind == _MARK:
                self.mark(token)
            elif kind == _END:
                break
            elif kind == _OTHER or self.expects not in wants_value:
                self.unexpected(token)
            elif kind == _MAKER:
                self.begin(token, [], ")", maker=token[_MAKER].removeprefix("new").lstrip())
            else:
                self.put(self.scalar(token, kind))
        if self.outer:
            self.fail("js_unclosed", len(self.text), **self.opened())
        if not self.file:
            raise Problems([problem("bad_file.empty", name=self.name)])
        return self.file[0]

    def mark(self, token: re.Match[str]) -> None:
        mark = token[_MARK]
        if mark == ",":
            if self.expects is not _Expects.COMMA_OR_END or not self.outer:
                self.unexpected(token)
            in_object = isinstance(self.inner.holder, dict)
            self.expects = _Expects.KEY_OR_END if in_object else _Expects.VALUE_OR_END
        elif mark in "{[":
            if self.expects not in (_Expects.VALUE, _Expects.VALUE_OR_END):
                self.unexpected(token)
            if mark == "{":
                self.begin(token, {}, "}")
            else:
                self.begin(token, [], "]")
        else:
            if mark != self.inner.closer or self.expects is _Expects.VALUE:
                self.unexpected(token)
            value = self.finished(self.inner)
            self.inner = self.outer.pop()
            self.put(value)

    def begin(
        self,
        token: re.Match[str],
        holder: list[JsValue] | dict[str, JsValue],
        closer: str,
        maker: str = "",
    ) -> None:
        if len(self.outer) == DEPTH:
            self.fail("js_depth", _start(token), depth=DEPTH)
        self.outer.append(self.inner)
        self.inner = _Open(holder, closer, _start(token), maker)
        in_object = isinstance(holder, dict)
        self.expects = _Expects.KEY_OR_END if in_object else _Expects.VALUE_OR_END

    def put(self, value: JsValue) -> None:
        holder = self.inner.holder
        if isinstance(holder, dict):
            holder[self.inner.key] = value
        else:
            holder.append(value)
        self.expects = _Expects.COMMA_OR_END

    def finished(self, done: _Open) -> JsValue:
        if not done.maker:
            return done.holder
        arguments = tuple(done.holder)
        if done.maker not in _MAPS:
            return Made(done.maker, arguments)
        if not arguments:
            return {}
        pairs = arguments[0]
        if isinstance(pairs, dict):
            return pairs
        result: dict[str, JsValue] = {}
        for pair in pairs if isinstance(pairs, list) else [None]:
            if not isinstance(pair, list) or len(pair) != 2:
                self.fail("js_map", done.start)
            key, value = pair
            if isinstance(key, bool) or not isinstance(key, str | int | float):
                self.fail("js_map", done.start)
            result[str(key)] = value
        return result

    def key(self, token: re.Match[str], kind: int) -> str:
        return token[kind] if kind == _WORD else str(self.scalar(token, kind))

    def scalar(self, token: re.Match[str], kind: int) -> JsValue:
        written = token[kind]
        if kind == _STRING:
            inside = written[1:-1]
            return self.unescaped(inside, token.start(kind) + 1) if "\\" in inside else inside
        if kind == _NUMBER:
            return _number(written)
        if written not in _WORDS:
            self.unexpected(token)
        return _WORDS[written]

    def unescaped(self, inside: str, start: int) -> str:
        def one(escape: re.Match[str]) -> str:
            braced, four, two, other = escape.groups()
            code = braced or four or two
            if other in ("u", "x") or (code and int(code, 16) > 0x10FFFF):
                self.fail("js_escape", start + escape.start())
            return chr(int(code, 16)) if code else _ESCAPED.get(other, other)

        text = _ESCAPE.sub(one, inside)
        if _SURROGATE.search(text):
            # Two halves become their one character; half a character is no text at all.
            text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        return text

    def opened(self) -> dict[str, str | int]:
        line, character = position(self.text, self.inner.start)
        opener = {"}": "{", "]": "[", ")": "("}[self.inner.closer]
        return {"opener": opener, "opened_line": line, "opened_character": character}

    def unexpected(self, token: re.Match[str]) -> NoReturn:
        found = token[0].strip()
        if found in ('"', "'"):
            self.fail("js_text", _start(token))
        what = self.expects.value if self.outer or self.expects is _Expects.VALUE else "trailing"
        self.fail(f"js_{what}", _start(token), found=found[:20])

    def fail(self, what: str, offset: int, **values: str | int) -> NoReturn:
        raise Problems([bad_text(self.text, offset, what, self.name, **values)])


def _start(token: re.Match[str]) -> int:
    return token.end() - len(token[0].lstrip())


def _number(written: str) -> int | float:
    if len(written) <= _LONGEST_WHOLE and written.lstrip("-").isdigit():
        return int(written)
    number = float(written)
    # Beyond 2**53 a float is not exact, and no number of a tournament is that large.
    return int(number) if abs(number) <= 2**53 and number.is_integer() else number

"""Writes plain values in the notation of a `.tdt` save, in every spelling a save may use."""

from __future__ import annotations

import re
from random import Random

from colorup.formats.js_values import JsValue, Made

_BARE = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
_CANONICAL_NUMBER = re.compile(r"0|[1-9][0-9]{0,14}")
_SHORT = {"\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f", "\v": "\\v"}


class Writer:
    """One way of writing: `choice` decides between spellings that mean the same."""

    def __init__(self, choice: Random) -> None:
        self.choice = choice

    def write(self, value: JsValue) -> str:
        gap = self.choice.choice(["", " ", "\n", "\r\n\t"])
        return gap + self.value(value) + gap

    def value(self, value: JsValue) -> str:
        if value is None:
            return self.choice.choice(["null", "undefined"])
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, int | float):
            return self.number(value)
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return f"[{self.listed(value)}]"
        if isinstance(value, Made):
            return f"new {value.name}({self.listed(value.arguments)})"
        return self.mapping(value)

    def listed(self, values: tuple[JsValue, ...] | list[JsValue]) -> str:
        trailing = "," if values and self.choice.random() < 0.2 else ""
        return ",".join(self.write(one) for one in values) + trailing

    def number(self, value: int | float) -> str:
        if isinstance(value, int) and value and value % 10 == 0 and abs(value) < 2**53:
            return self.choice.choice([str(value), f"{value // 10}e1", f"{value}.0"])
        return repr(value).replace("inf", "1e999")

    def mapping(self, value: dict[str, JsValue]) -> str:
        way = self.choice.randrange(4)
        if way == 0:
            pairs = ",".join(
                f"[{self.pair_key(key)},{self.write(one)}]" for key, one in value.items()
            )
            return f"{self.choice.choice(['Map.from', 'new Map'])}([{pairs}])"
        fields = ",".join(f"{self.key(key)}:{self.write(one)}" for key, one in value.items())
        return f"new Map({{{fields}}})" if way == 1 else f"{{{fields}}}"

    def key(self, key: str) -> str:
        if self.choice.random() < 0.5 and (_BARE.fullmatch(key) or _is_number(key)):
            return key
        return self.text(key)

    def pair_key(self, key: str) -> str:
        return key if _is_number(key) and self.choice.random() < 0.5 else self.text(key)

    def text(self, text: str) -> str:
        quote = self.choice.choice("\"'")
        return quote + "".join(self.letter(letter, quote) for letter in text) + quote

    def letter(self, letter: str, quote: str) -> str:
        code = ord(letter)
        if letter in (quote, "\\"):
            return f"\\{letter}"
        if self.choice.random() < 0.8 and letter.isprintable():
            return letter
        ways = [letter, f"\\u{{{code:x}}}", f"\\\n{letter}"]
        if letter in _SHORT:
            ways.append(_SHORT[letter])
        if code < 0x100:
            ways.append(f"\\x{code:02x}")
        if code < 0x10000:
            ways.append(f"\\u{code:04X}")
        else:
            high, low = divmod(code - 0x10000, 0x400)
            ways.append(f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}")
        return self.choice.choice(ways)


def _is_number(key: str) -> bool:
    return _CANONICAL_NUMBER.fullmatch(key) is not None


def a_save(**parts: str) -> str:
    """A small whole save; each part of the tournament can be given in the notation."""
    fields = {
        "Title": '"Friday"',
        "Levels": "new GameLevels({Levels: ["
        "new GameRound({Minutes: 20, SmallBlind: 25, BigBlind: 50, Ante: 0}), "
        'new GameBreak({Minutes: 15, ChipUp: true, Notes: "out with the 25s"}), '
        "new GameRound({Minutes: 20, SmallBlind: 100, BigBlind: 200, Ante: 25})]})",
        "Chips": "new GameChips({Chips: ["
        'new GameChip({ChipID: 1, Label: "Blue", Color: "blue", Value: 25, Use: true}), '
        'new GameChip({ChipID: 2, Label: "Red", Color: "#f00", Value: 100, Use: true})], '
        'ChipSets: [new ChipSet({Name: "Case", ChipCounts: {1: 300, 2: 200}})]})',
        "Players": "new GamePlayers({Players: new Map({"
        '"p1": new GamePlayer({Name: new PlayerName({Nickname: "Player 01"}), '
        "Buyins: [new GameBuyin({Chips: 5000})], AddOns: []}), "
        '"p2": new GamePlayer({Name: new PlayerName({Nickname: "Player 02"}), '
        "Buyins: [new GameBuyin({Chips: 5000}), new GameBuyin({Chips: 4000})], AddOns: []})})})",
        "Tables": "new GameTables({Tables: ["
        'new GameTable({Name: "Table 1", NumberOfSeats: 4, Seats: ["p1", null, "p2"], '
        'DealerButtonSeat: 3, UUID: "t1"})]})',
        "CurrentLevel": "1",
    }
    fields |= parts
    inside = ", ".join(f"{name}: {part}" for name, part in fields.items() if part)
    return f'{{ V: "3.7.2", T: new Tournament({{UUID: "e1", {inside}}}), L: null }}'

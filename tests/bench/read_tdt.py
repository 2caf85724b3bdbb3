"""Does reading a save stay linear?  ``python -m tests.bench.read_tdt``

Reads saves of 1, 2, 5 and 10 MB on the command line, and prints how much more a megabyte of the
largest costs than one of the smallest.  Exit status 1 where that is more than 1.3.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

ALLOWED = 1.3
SIZES = (1, 2, 5, 10)
RUNS = 3


def save(megabytes: int) -> str:
    """A save of that size: players, tables and the history that makes real saves long."""
    players, tables, history = [], [], []
    size, number = 0, 0
    while size < megabytes * 1_000_000:
        ids = [f"{number:06}-{seat}" for seat in range(1, 10)]
        number += 1
        for one in ids:
            players.append(
                f'"{one}": new GamePlayer({{UUID: "{one}", Name: new PlayerName({{Nickname: '
                f'"Player {one}", Firstname: "", Lastname: ""}}), Buyins: [new GameBuyin({{Time: '
                "1574357256670, Round: 1, Rake: new PerPlayerRake([20]), Chips: 11000})], "
                "AddOns: [], ChipCount: 0, PaidInFull: true})"
            )
            history.append(
                f'new GameHistoryItem({{Time: 1574357187749, Text: "Player \\"{one}\\" bought-in'
                ' (Fee: 220.00, Rake: 20.00)\\n", Source: 0})'
            )
        seats = ", ".join(f'"{one}"' for one in ids)
        tables.append(
            f'new GameTable({{Name: "Table {number}", NumberOfSeats: 10, Seats: [{seats}], '
            f'DealerButtonSeat: {number % 9}, UUID: "table-{number}"}})'
        )
        size += sum(map(len, (*players[-9:], *history[-9:], tables[-1])))
    return (
        '{ V: "3.7.2", T: new Tournament({Title: "Long", '
        "Players: new GamePlayers({Players: new Map({"
        + ", ".join(players)
        + "})}), Tables: new GameTables({Tables: ["
        + ", ".join(tables)
        + "]}), History: new GameHistory({History: ["
        + ", ".join(history)
        + "]}), CurrentLevel: 0}), L: null }"
    )


def times_of_children() -> float:
    spent = os.times()
    return spent.children_user + spent.children_system


def seconds(path: Path) -> float:
    """The best of some runs, start of the program included: processor time, which does not count
    what else the machine does, or elapsed time where the system does not tell it."""
    command = [sys.executable, "-m", "colorup", "read", str(path), "--json"]
    times = []
    for _ in range(RUNS):
        start, before = perf_counter(), times_of_children()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        times.append(times_of_children() - before or perf_counter() - start)
    return min(times)


def main() -> int:
    per_megabyte = {}
    with tempfile.TemporaryDirectory() as folder:
        empty = Path(folder, "empty.tdt")
        empty.write_text('{V: "3", T: new Tournament({})}', encoding="utf-8")
        start_up = seconds(empty)
        for size in SIZES:
            path = Path(folder, f"{size}.tdt")
            path.write_text(save(size), encoding="utf-8")
            took = seconds(path) - start_up
            per_megabyte[size] = took / (path.stat().st_size / 1_000_000)
            print(f"{size:3} MB  {took:6.2f} s  {per_megabyte[size]:.3f} s/MB")
    ratio = per_megabyte[SIZES[-1]] / per_megabyte[SIZES[0]]
    print(f"a megabyte of {SIZES[-1]} costs {ratio:.2f} of a megabyte of {SIZES[0]}")
    return 0 if ratio <= ALLOWED else 1


if __name__ == "__main__":
    raise SystemExit(main())

"""The break in figures, for people to read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from statistics import median

from tests.bench.simulated_break.assumptions import Assumptions
from tests.bench.simulated_break.clock import SECOND, On
from tests.bench.simulated_break.floor import Floor
from tests.bench.simulated_break.paper import entering_afterwards


def minutes(milliseconds: int) -> str:
    """``8:12``; a second begun counts."""
    whole = -(-milliseconds // SECOND)
    return f"{whole // 60}:{whole % 60:02}"


def strokes_at(floor: Floor) -> Counter[int]:
    """Taps or entries by table; under 0 those before the first one."""
    return sum((one.strokes for one in floor.people), Counter())


def time_at(floor: Floor) -> Counter[int]:
    """Milliseconds by table, the walk to it included."""
    spent: Counter[int] = Counter()
    for person in floor.people:
        for (number, _), milliseconds in person.spent.items():
            spent[number] += milliseconds
    return spent


def time_on(floor: Floor) -> Counter[On]:
    """Milliseconds by what they were spent on, of all people together."""
    spent: Counter[On] = Counter()
    for person in floor.people:
        for (_, on), milliseconds in person.spent.items():
            spent[on] += milliseconds
    return spent


def all_confirmed_at(floor: Floor) -> int:
    """The moment, in milliseconds, from which every table is confirmed."""
    if floor.confirmed_at.keys() != floor.room.keys():
        raise ValueError("Not every table is confirmed.")
    return max(floor.confirmed_at.values())


def told(floor: Floor, strokes: str) -> Iterator[str]:
    """The lines of one run; `strokes` is what its strokes are called."""
    by_table, seconds = strokes_at(floor), time_at(floor)
    yield f"table  racers  odd chips  {strokes:>7}  seconds  confirmed"
    for number, table in sorted(floor.room.items()):
        happened = ", ".join(_incidents(floor, number))
        yield (
            f"{number:5}  {len(table.racers):6}  {table.total:9}  {by_table[number]:7}  "
            f"{seconds[number] / SECOND:7.1f}  {minutes(floor.confirmed_at[number]):>9}"
            f"{'  ' + happened if happened else ''}"
        )
    counts = [by_table[number] for number in floor.room]
    times = [seconds[number] / SECOND for number in floor.room]
    racers = sum(len(one.racers) for one in floor.room.values())
    odd = sum(one.total for one in floor.room.values())
    yield f"  all  {racers:6}  {odd:9}  {by_table.total():7}  {seconds.total() / SECOND:7.1f}"
    yield (
        f"{strokes} a table: median {median(counts):g}, worst {max(counts)}; "
        f"seconds a table: median {median(times):.1f}, worst {max(times):.1f}"
    )
    on = ", ".join(
        f"{strokes if what is On.STROKE else what} {minutes(spent)}"
        for what, spent in time_on(floor).most_common()
    )
    yield f"both people together: {on}"
    yield f"all confirmed at {minutes(all_confirmed_at(floor))}"


def _incidents(floor: Floor, number: int) -> Iterator[str]:
    if number == floor.incidents.cut:
        yield "Wi-Fi cut"
    if number == floor.incidents.miscounted:
        yield "wrong count corrected"
    if number == floor.incidents.misread:
        yield "reopened"


def told_of_entering(floor: Floor) -> str:
    """What comes after the break on paper."""
    written = strokes_at(floor)
    spent = entering_afterwards([written[one] for one in floor.room], floor.assumed)
    done = minutes(all_confirmed_at(floor) + spent)
    return (
        f"then one person enters {len(floor.room)} sheets: {minutes(spent)}; "
        f"recorded and checked at {done}, and until then nothing is proved"
    )


def told_of_assumptions(assumed: Assumptions) -> Iterator[str]:
    yield "assumed, in seconds:"
    for name, value, meaning in assumed.stated():
        yield f"{value:5}  {name:<10}  {meaning}"

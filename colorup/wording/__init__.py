"""The sentences of the ground floor, in English, and how one is said.

The engine speaks in keys and values.  Here each key has its English sentence, marked so that the
message extractor of the web application finds it; the application passes its own translator.
"""

from __future__ import annotations

from collections.abc import Callable

from colorup.engine.problems import Message, Problem, Value
from colorup.wording import files, options, race, told
from colorup.wording.marks import Plural

SENTENCES: dict[str, str | Plural] = {
    **race.SENTENCES,
    **told.SENTENCES,
    **options.SENTENCES,
    **files.SENTENCES,
}


def grouped(number: int) -> str:
    """12500 as ``12,500``; a number of up to four digits stays as it is written on a chip."""
    return f"{number:,}" if abs(number) >= 10_000 else str(number)


def _plain(text: str) -> str:
    return text


def _plain_plural(one: str, many: str, count: int) -> str:
    return one if count == 1 else many


def say(
    message: Message,
    *,
    translate: Callable[[str], str] = _plain,
    translate_plural: Callable[[str, str, int], str] = _plain_plural,
    number: Callable[[int], str] = grouped,
) -> str:
    """Say a message as one sentence.

    `translate` and `translate_plural` are gettext and ngettext of the wanted language; `number`
    writes an integer as that language does.  A key without a sentence is a programming error and
    raises `KeyError`.
    """
    sentence = SENTENCES[message.key]
    if isinstance(sentence, Plural):
        count = message.values[sentence.counts]
        assert isinstance(count, int)
        text = translate_plural(sentence.one, sentence.many, count)
    else:
        text = translate(sentence)
    return text % {name: _shown(value, number) for name, value in message.values.items()}


def say_problem(problem: Problem) -> str:
    """Say a problem in English; for the command line."""
    return say(problem.message)


def _shown(value: Value, number: Callable[[int], str]) -> str:
    if isinstance(value, int):
        return number(value)
    if isinstance(value, tuple):
        return ", ".join(_shown(one, number) for one in value)
    return "" if value is None else value

"""``python -m colorup rules [SLUG]``: the shipped rulesets, option by option."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from typing import Any

from colorup.engine.presets import PRESETS, Preset
from colorup.engine.problems import Message, Problems, problem
from colorup.verbs import Answer
from colorup.wording import say


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("slug", metavar="SLUG", nargs="?", help="one ruleset; without it, all")


def run(options: Namespace) -> Answer:
    """List the presets, or one of them; raises `Problems` (unknown_ruleset)."""
    if options.slug is None:
        wanted = tuple(PRESETS.values())
    elif options.slug in PRESETS:
        wanted = (PRESETS[options.slug],)
    else:
        raise Problems([problem("unknown_ruleset", value=options.slug)])
    document = {"presets": [preset_document(one) for one in wanted]}
    lines = _list_lines(wanted) if options.slug is None else _lines(document["presets"][0])
    return Answer(document, "\n".join(lines))


def preset_document(preset: Preset) -> dict[str, Any]:
    """A preset with each option's value, what it means and who says so."""
    return {
        "slug": preset.slug,
        "name": preset.name,
        "source": preset.source,
        "options": {
            name: {"value": value, "meaning": meaning(name, value), "says": preset.says[name]}
            for name, value in preset.ruleset.as_dict().items()
        },
    }


def meaning(option: str, value: str | int) -> str:
    """What a value of an option means, in words."""
    return say(Message(f"option.{option}.{'text' if option == 'when' else value}"))


def _list_lines(presets: tuple[Preset, ...]) -> Iterator[str]:
    for preset in presets:
        yield f"{preset.slug:<22} {preset.source}"


def _lines(document: Mapping[str, Any]) -> Iterator[str]:
    yield f"{document['slug']}: {document['source']}"
    yield ""
    for name, one in document["options"].items():
        star = "★" if one["says"] == "house" else " "
        yield f"{star} {name:<14} {one['value']!s:<16} {one['meaning']}"
    yield ""
    yield "★ the source is silent: house choice"

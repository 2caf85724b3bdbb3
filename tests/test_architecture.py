"""The two floors: who may import whom, and what each part must leave alone."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# From the ground up.  A module imports its own line and those above it in this list, never below.
LAYERS = (
    ("colorup.engine",),
    ("colorup.wording",),
    ("colorup.formats",),
    ("colorup.verbs",),
    ("colorup.cli",),
    ("colorup.__main__",),
    ("tournaments.network", "tournaments.drawing", "tournaments.apps", "tournaments.sentences"),
    ("tournaments.ranges", "tournaments.clock"),
    ("tournaments.querysets",),
    ("tournaments.models",),
    ("tournaments.migrations",),
    ("tournaments.permissions",),
    ("tournaments.boards", "tournaments.context", "tournaments.templatetags"),
    ("tournaments.workflow", "tournaments.imports", "tournaments.reports"),
    ("tournaments.forms",),
    ("tournaments.views", "tournaments.admin", "tournaments.middleware"),
    ("tournaments.urls",),
    ("tournaments.serving", "tournaments.management"),
)

# The project's own settings stand on the ground floor and name the upper one.
PROJECT = {"colorup.settings", "colorup.urls", "colorup.wsgi"}
PACKAGES = {"colorup", "tournaments"}
WRITES = {"save", "create", "bulk_create", "bulk_update", "update_or_create", "get_or_create"}


def name_of(path: Path) -> str:
    parts = list(path.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {
    name_of(path): path for package in sorted(PACKAGES) for path in (ROOT / package).rglob("*.py")
}
GROUND_FLOOR = sorted(
    name for name in MODULES if name.partition(".")[0] == "colorup" and name not in PROJECT
)
PLACED = sorted(set(MODULES) - PROJECT - PACKAGES)


@cache
def tree_of(name: str) -> ast.Module:
    return ast.parse(MODULES[name].read_text(encoding="utf-8"))


def imports_of(name: str) -> Iterator[str]:
    """The modules that a module imports, at its top or later; not those for type checkers."""
    for node in ast.walk(tree_of(name)):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for one in node.names:
                submodule = f"{node.module}.{one.name}"
                yield submodule if submodule in MODULES else node.module


def height_of(name: str) -> int | None:
    """How high a module stands in the list of layers; None if it is not there."""
    for height, layer in enumerate(LAYERS):
        if any(name == member or name.startswith(f"{member}.") for member in layer):
            return height
    return None


@pytest.mark.parametrize("name", PLACED)
def test_a_module_has_a_place_and_never_looks_up(name: str) -> None:
    height = height_of(name)
    assert height is not None, f"{name} has no place in LAYERS"
    above = {
        target
        for target in imports_of(name)
        if target.partition(".")[0] in PACKAGES
        and target not in PACKAGES
        and (target in PROJECT or (height_of(target) or 0) > height)
    }
    assert above == set()


@pytest.mark.parametrize("name", GROUND_FLOOR)
def test_the_ground_floor_needs_nothing_but_python(name: str) -> None:
    # -I and -S leave no third-party package to import, so that importing at all is the proof.
    program = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); import {name}; "
        "print([one for one in sys.modules if one.partition('.')[0] in {'django', 'tournaments'}])"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.stderr, done.stdout) == ("", "[]\n")


@pytest.mark.parametrize("name", sorted(name for name in MODULES if name.startswith("tournaments")))
def test_nothing_happens_by_signal(name: str) -> None:
    signals = {
        target
        for target in imports_of(name)
        if target.startswith(("django.dispatch", "django.db.models.signals"))
        or target.endswith(".signals")
    }
    assert signals == set()


@pytest.mark.parametrize(
    "name",
    sorted(
        name
        for name in MODULES
        if name.startswith(("tournaments.views", "tournaments.forms", "tournaments.boards"))
    ),
)
def test_only_the_workflow_writes(name: str) -> None:
    writes = {
        node.lineno
        for node in ast.walk(tree_of(name))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in WRITES
    }
    assert writes == set(), "lines that write to the database"

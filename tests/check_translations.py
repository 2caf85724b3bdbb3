"""Check that the French catalogue says everything, or bring it in step with ``--update``.

In step means: every message of the sources is translated and not fuzzy, no translation is left of a
message that is gone, and the compiled catalogue says what the readable one says.
"""

from __future__ import annotations

import gettext
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = Path("locale/fr/LC_MESSAGES/django.po")
SOURCES = ("colorup", "templates", "tournaments")
Messages = dict[object, str]


def main(arguments: list[str]) -> int:
    """0 if the catalogue is in step, 1 if not; everything that is wrong is printed."""
    missing = [tool for tool in ("xgettext", "msgen", "msgfmt") if shutil.which(tool) is None]
    if missing:
        sys.exit(f"Translations need GNU gettext; missing: {', '.join(missing)}.")
    if arguments == ["--update"]:
        make_messages(ROOT)
        compile_catalogue(ROOT / CATALOGUE, (ROOT / CATALOGUE).with_suffix(".mo"))
        return 0
    faults = find_faults()
    print("\n".join(faults) if faults else "The French catalogue is complete and in step.")
    return 1 if faults else 0


def find_faults() -> list[str]:
    """One sentence for each message that is not in step."""
    compiled = (ROOT / CATALOGUE).with_suffix(".mo")
    absent = [one for one in (ROOT / CATALOGUE, compiled) if not one.exists()]
    if absent:
        return [f"There is no {one.relative_to(ROOT)}." for one in absent]
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        wanted = wanted_messages(copy)
        compile_catalogue(ROOT / CATALOGUE, copy / "fr.mo")
        said, kept = read_compiled(copy / "fr.mo"), read_compiled(compiled)
    untranslated = identities(wanted) - identities(said)
    gone = identities(said) - identities(wanted)
    return [
        *(f"Not translated, or fuzzy: {one!r}" for one in sorted(untranslated)),
        *(f"No longer in the sources: {one!r}" for one in sorted(gone)),
        *(["django.mo does not say what django.po says: make messages"] if said != kept else []),
    ]


def wanted_messages(copy: Path) -> Messages:
    """Every message that the sources hold now, extracted in a copy of them."""
    for name in SOURCES:
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    make_messages(copy)
    english = copy / "english.po"
    subprocess.run(
        ["msgen", copy / CATALOGUE, "-o", english], check=True, stderr=subprocess.DEVNULL
    )
    compile_catalogue(english, copy / "english.mo")
    return read_compiled(copy / "english.mo")


def make_messages(root: Path) -> None:
    """Write the messages of the sources under `root` into its French catalogue."""
    (root / CATALOGUE).parent.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "django", "makemessages", "--locale=fr", "--verbosity=0"]
    options = ["--no-obsolete", "--no-wrap", "--add-location=file"]
    ignored = [f"--ignore={name}" for name in ("tests", ".venv", "var", "static")]
    # Without settings Django looks for messages in the folder it stands in, and nowhere else.
    environment = {key: value for key, value in os.environ.items() if key[:7] != "DJANGO_"}
    subprocess.run([*command, *options, *ignored], cwd=root, env=environment, check=True)


def compile_catalogue(source: Path, target: Path) -> None:
    subprocess.run(["msgfmt", "--check-format", source, "-o", target], check=True)


def read_compiled(path: Path) -> Messages:
    """The messages of a compiled catalogue, without its header."""
    with path.open("rb") as file:
        catalogue = gettext.GNUTranslations(file)._catalog
    return {key: text for key, text in catalogue.items() if key}


def identities(messages: Messages) -> set[str]:
    """Each message once, whatever its number of plural forms."""
    return {key[0] if isinstance(key, tuple) else str(key) for key in messages}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

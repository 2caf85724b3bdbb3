"""Starting: what the settings refuse, and ``manage.py up`` from an empty folder to Ctrl-C."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from tests.web.running import free_port, manage, status, up
from tournaments.management.commands.up import Command

GOOD_KEY = "".join(chr(ord("a") + number % 26) for number in range(60))
PUBLIC = {
    "COLORUP_PROFILE": "public",
    "COLORUP_SECRET_KEY": GOOD_KEY,
    "COLORUP_ALLOWED_HOSTS": "race.example.org,.example.net,127.0.0.1",
}


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"COLORUP_PROFILE": "casino"}, "COLORUP_PROFILE is 'casino'; it can be lan or public."),
        ({"COLORUP_DEBUG": "yes"}, "COLORUP_DEBUG is 'yes'; it can be 0 or 1."),
        ({**PUBLIC, "COLORUP_DEBUG": "1"}, "the public profile refuses it"),
        ({**PUBLIC, "COLORUP_SECRET_KEY": ""}, "The public profile needs COLORUP_SECRET_KEY"),
        ({**PUBLIC, "COLORUP_SECRET_KEY": "a" * 60}, "COLORUP_SECRET_KEY is too easy to guess"),
        ({**PUBLIC, "COLORUP_ALLOWED_HOSTS": ""}, "The public profile needs COLORUP_ALLOWED_HOSTS"),
        ({**PUBLIC, "COLORUP_ALLOWED_HOSTS": "*"}, "COLORUP_ALLOWED_HOSTS holds '*'"),
        ({"COLORUP_ALLOWED_HOSTS": "http://room"}, "COLORUP_ALLOWED_HOSTS holds 'http://room'"),
        ({"COLORUP_TIME_ZONE": "Mars/Olympus"}, "'Mars/Olympus', which is no known time zone"),
        ({"DATABASE_URL": "not an address"}, "DATABASE_URL cannot be read"),
        ({"DATABASE_URL": "mysql://room@localhost/room"}, "DATABASE_URL names mysql"),
        ({"COLORUP_DATA": "/dev/null/room"}, "The data folder /dev/null/room cannot be made"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_nonsense_is_refused_with_a_sentence(
    tmp_path: Path, settings: dict[str, str], sentence: str
) -> None:
    settings = {"COLORUP_DATA": str(tmp_path), **settings}
    done = manage(Path(settings.pop("COLORUP_DATA")), "check", **settings)
    assert done.returncode == 1
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_everything_wrong_is_said_at_once(tmp_path: Path) -> None:
    wrong = {"COLORUP_PROFILE": "public", "COLORUP_DEBUG": "1", "COLORUP_TIME_ZONE": "Mars"}
    assert len(manage(tmp_path, "check", **wrong).stderr.splitlines()) == 4


def test_the_public_profile_passes_the_deployment_checks(tmp_path: Path) -> None:
    done = manage(tmp_path, "check", "--deploy", "--fail-level=WARNING", **PUBLIC)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent to a process group")
def test_a_room_starts_stops_and_starts_again_without_losing_anything(tmp_path: Path) -> None:
    data = tmp_path / "var"
    with up(data) as first:
        assert status(first.port) == 200
        assert status(first.port, "/static/django_htmx/htmx-2.min.js") == 200
        busy = manage(data, "up", "--port", str(first.port))
        assert first.stop() == 0
    assert busy.returncode == 1
    assert f"Port {first.port} on 0.0.0.0 cannot be used" in busy.stderr
    assert "Traceback" not in busy.stderr
    said = first.said.read_text()
    assert f"http://localhost:{first.port}/" in said
    assert "Making an example event" in said
    assert "Log in to the example as" in said
    assert "Traceback" not in said

    key = data / "secret-key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    before = key.read_text()
    people = "from tournaments.models import User; print(sorted(User.objects.values_list('pk')))"
    known = manage(data, "shell", "-v0", "-c", people).stdout
    assert known.count("(") > 1

    with up(data) as second:
        assert second.stop() == 0
    assert "Making an example event" not in second.said.read_text()
    assert "Log in to the example as" in second.said.read_text()
    assert key.read_text() == before
    assert manage(data, "shell", "-v0", "-c", people).stdout == known


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent to a process group")
def test_a_room_starts_without_the_example(tmp_path: Path) -> None:
    with up(tmp_path / "var", "--no-demo", "--host", "127.0.0.1", "--workers", "1") as started:
        assert started.stop() == 0
    said = started.said.read_text()
    assert "Nobody can log in yet" in said
    assert f"Colorup is up: http://127.0.0.1:{started.port}/" in said


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent to a process group")
def test_a_public_server_starts_without_known_passwords(tmp_path: Path) -> None:
    with up(tmp_path / "var", **PUBLIC) as started:
        assert status(started.port) == 200
        assert started.stop() == 0
    said = started.said.read_text()
    assert "Making an example event" not in said
    assert "behind the proxy of https://race.example.org/" in said
    assert not (tmp_path / "var" / "secret-key").exists()


def test_a_tablet_finds_the_server_by_address_and_by_drawing(monkeypatch) -> None:
    monkeypatch.setattr(
        "tournaments.management.commands.up.lan_addresses", lambda: ("192.168.1.20", "10.0.0.5")
    )
    lines = Command().addresses("0.0.0.0", 8000)
    assert lines[:2] == [
        "Colorup is up. On this machine: http://localhost:8000/",
        "On a tablet in the same network: http://192.168.1.20:8000/, http://10.0.0.5:8000/",
    ]
    drawing = lines[-1].splitlines()
    # A version 2 code is 25 modules wide, with a border of 2 on each side; two rows share a line.
    assert {len(line) for line in drawing} == {29}
    assert len(drawing) == 15


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--port", "0"], "A port is a number from 1 to 65535."),
        (["--port", "tablet"], "A port is a number from 1 to 65535."),
        (["--workers", "0"], "The server runs 1 to 64 processes."),
        (["--host", "203.0.113.9"], "cannot be used"),
        (["--host", "no such host"], "no such host is no address of this machine."),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_wrong_option_gets_a_sentence(tmp_path: Path, options: list[str], sentence: str) -> None:
    done = manage(tmp_path, "up", *options)
    assert done.returncode > 0
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_an_unreachable_database_gets_a_sentence(tmp_path: Path) -> None:
    address = f"postgresql://room@127.0.0.1:{free_port()}/room"
    done = manage(tmp_path, "up", "--port", str(free_port()), DATABASE_URL=address)
    assert done.returncode == 1
    assert "The database cannot be reached" in done.stderr
    assert "Traceback" not in done.stderr

"""What holds for the whole project: migrations, templates, headers, static files, quiet reads."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, get_resolver, reverse

TEMPLATES = sorted((settings.BASE_DIR / "templates").rglob("*.html"))
WRITING = re.compile(r"\s*(INSERT|UPDATE|DELETE)\b", re.IGNORECASE)


def plain_addresses() -> list[str]:
    """The addresses of this project's own pages that take no argument."""

    def walk(resolver: URLResolver, prefix: str) -> Iterator[str]:
        for entry in resolver.url_patterns:
            route = prefix + str(entry.pattern)
            if isinstance(entry, URLPattern):
                if not entry.pattern.regex.groups:
                    yield f"/{route}"
            elif not route.startswith("admin/"):
                yield from walk(entry, route)

    return sorted(set(walk(get_resolver(), "")))


class Page(HTMLParser):
    """What is counted in a page: its tags, and the language it says it is in."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.language: str | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag == "html":
            self.language = dict(attrs).get("lang")


@pytest.mark.django_db
def test_no_migration_is_pending() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


@pytest.mark.database
@pytest.mark.django_db
def test_the_database_keeps_what_it_confirms() -> None:
    pragmas = {"sqlite": "PRAGMA synchronous", "postgresql": "SHOW synchronous_commit"}
    modes = {"sqlite": "PRAGMA journal_mode", "postgresql": "SHOW transaction_isolation"}
    with connection.cursor() as cursor:
        cursor.execute(pragmas[connection.vendor])
        (kept,) = cursor.fetchone()
        cursor.execute(modes[connection.vendor])
        (mode,) = cursor.fetchone()
    assert (kept, mode) in {(2, "wal"), ("on", "read committed")}


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_template_obeys_the_content_security_policy(path: Path) -> None:
    text = re.sub(r"{#.*?#}", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    inline = re.findall(
        r"<style\b|<script(?![^>]*\bsrc=)[^>]*>|\sstyle\s*=|\son[a-z]+\s*=\s*[\"']|javascript:",
        text,
    )
    assert inline == []


def test_every_static_file_that_is_named_exists(tmp_path: Path, settings) -> None:
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": settings.HASHED_STATIC},
    }
    call_command("collectstatic", interactive=False, verbosity=0)
    collected = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*")}
    named = {
        name
        for path in TEMPLATES
        for name in re.findall(r"{% static ['\"]([^'\"]+)", path.read_text(encoding="utf-8"))
    }
    assert named - collected == set()


@pytest.mark.django_db
@pytest.mark.parametrize("address", plain_addresses())
def test_a_page_has_one_heading_a_language_and_a_policy(
    client_as: Callable[..., Client], address: str
) -> None:
    response = client_as("admin").get(address)
    assert response.status_code in {200, 204, 302, 405}
    if response.status_code != 200 or "/live/" in address:
        return
    policy = response.headers["Content-Security-Policy"]
    assert {"script-src 'self'", "style-src 'self'", "default-src 'none'"} <= set(
        policy.split("; ")
    )
    if response.headers["Content-Type"].startswith("text/html"):
        page = Page(response.content.decode())
        assert (page.tags.count("h1"), page.tags.count("main"), page.language) == (1, 1, "en")


@pytest.mark.django_db
@pytest.mark.parametrize("address", plain_addresses())
def test_reading_a_page_writes_nothing(client_as: Callable[..., Client], address: str) -> None:
    client = client_as("director")
    with CaptureQueriesContext(connection) as queries:
        client.get(address)
    assert [one["sql"] for one in queries if WRITING.match(one["sql"])] == []


@pytest.mark.django_db
def test_a_page_speaks_french_to_a_french_browser(client: Client) -> None:
    response = client.get(reverse("login"), headers={"Accept-Language": "fr-CA, en;q=0.5"})
    assert Page(response.content.decode()).language == "fr"


@pytest.mark.django_db
def test_the_language_is_chosen_by_a_form(client: Client) -> None:
    client.post(reverse("set_language"), {"language": "fr", "next": reverse("login")})
    response = client.get(reverse("login"), headers={"Accept-Language": "en"})
    assert Page(response.content.decode()).language == "fr"

"""A real browser on a running server: sizes, logins, accessibility, a console that stays quiet."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect

# Playwright keeps an event loop on this thread for the whole session, which Django takes for
# asynchronous code; all tests that share the process with a browser need the permission.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

SIZES = {
    "landscape": (1024, 768),
    "portrait": (820, 1180),
    "phone": (390, 844),
}
"""The floor's two tablet positions and a phone, in CSS pixels."""

AXE_OPTIONS = {
    "resultTypes": ["violations"],
    "rules": {
        "color-contrast-enhanced": {"enabled": True},
        "target-size": {"enabled": True},
    },
}

# A refused or failed request is the page's business; a missing file or a crash is ours.
EXPECTED_ON_CONSOLE = re.compile(
    r"Failed to load resource: (?!.*status of (404|500)\b)"
    r"|htmx:(sendError|sendAbort|afterRequest)\b"
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    names = ("chromium", "chromium-browser", "google-chrome")
    program = next(filter(None, map(shutil.which, names)), None)
    if program is None:
        pytest.skip("there is no Chromium here")
    return {
        **browser_type_launch_args,
        "executable_path": program,
        "args": [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run",
        ],
    }


@pytest.fixture(scope="session")
def base_url(live_server: Any) -> str:
    """Addresses are relative to the running server: ``page.goto("/")``."""
    return str(live_server.url)


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    width, height = SIZES["landscape"]
    return {
        **browser_context_args,
        "locale": "en-GB",
        "viewport": {"width": width, "height": height},
    }


@pytest.fixture
def new_context(
    new_context: Callable[..., BrowserContext], transactional_db: None
) -> Iterator[Callable[..., BrowserContext]]:
    """Contexts whose console must stay quiet: no script error, nothing against the policy."""
    complaints: list[str] = []

    def heard(message: Any) -> None:
        if message.type == "error" and not EXPECTED_ON_CONSOLE.match(message.text):
            complaints.append(f"{message.text} ({message.location.get('url')})")

    def make(**options: Any) -> BrowserContext:
        context = new_context(**options)
        context.on("console", heard)
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        return context

    yield make
    assert complaints == []


@pytest.fixture(params=SIZES.values(), ids=SIZES.keys())
def sized_page(page: Page, request: pytest.FixtureRequest) -> Page:
    """The page at each of the three sizes in turn."""
    width, height = request.param
    page.set_viewport_size({"width": width, "height": height})
    return page


# Each size and each look is among them; both looks at every size would show nothing more.
LOOKS = {"landscape": "dark", "portrait": "light", "phone": "dark"}


@pytest.fixture(params=LOOKS.items(), ids="-".join)
def looked_page(page: Page, request: pytest.FixtureRequest) -> Page:
    """The page at each size, dark or light, to be looked at."""
    size, scheme = request.param
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=scheme)
    return page


@pytest.fixture
def log_in(live_server: Any) -> Callable[[BrowserContext, Any], None]:
    """Log a person in without the form: ``log_in(page.context, make_user("floor"))``."""

    def log_in(context: BrowserContext, user: Any) -> None:
        client = Client()
        client.force_login(user)
        name = settings.SESSION_COOKIE_NAME
        context.add_cookies(
            [{"name": name, "value": client.cookies[name].value, "url": live_server.url}]
        )

    return log_in


@pytest.fixture
def axe() -> Callable[..., None]:
    """``axe(page)`` fails unless the page is accessible, contrast of 7:1 included.

    `context` narrows the check to a CSS selector.
    """

    def check(page: Page, context: str | None = None) -> None:
        results = Axe().run(page, context=context, options=AXE_OPTIONS)
        assert results.violations_count == 0, results.generate_report()

    return check


def settle(page: Page) -> None:
    """Wait until nothing on the page waits for the server or is being swapped."""
    expect(page.locator(".htmx-request, .htmx-settling, .htmx-swapping")).to_have_count(0)


@pytest.fixture
def fits() -> Callable[[Page], None]:
    """``fits(page)`` fails if the page is wider than its window."""

    def check(page: Page) -> None:
        # Between two documents there is nothing to measure.
        page.locator("body").wait_for(state="attached")
        width, window = page.evaluate(
            "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
        )
        assert width <= window, f"{width} pixels wide in a window of {window}"

    return check


@pytest.fixture
def printed_pages(tmp_path: Path) -> Callable[[Page, str], int]:
    """``printed_pages(page, "A4")`` is how many sheets of paper the page prints on."""
    program = shutil.which("pdfinfo")
    if program is None:
        pytest.skip("there is no pdfinfo here")

    def count(page: Page, paper: str) -> int:
        file = tmp_path / "sheet.pdf"
        page.pdf(path=file, format=paper)
        told = subprocess.run([program, file], capture_output=True, text=True, check=True)
        found = re.search(r"^Pages:\s+(\d+)$", told.stdout, re.MULTILINE)
        assert found
        return int(found.group(1))

    return count

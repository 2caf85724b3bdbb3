"""What every test may use: people of each role, and the promise that nothing is skipped unseen."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import hypothesis
import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.utils import translation

ALL_REQUIRED = os.environ.get("COLORUP_REQUIRE_ALL") == "1" or os.environ.get("CI") == "true"

# Two workers share two cores with a browser, so time says nothing about an example.
hypothesis.settings.register_profile(
    "colorup", deadline=None, derandomize=ALL_REQUIRED, print_blob=True
)
hypothesis.settings.load_profile("colorup")


def pytest_report_header() -> str:
    return f"database: {connection.vendor}"


def skipped(config: pytest.Config) -> list[Any]:
    """The reports of the tests skipped so far, as far as this process reports them."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    return reporter.stats.get("skipped", []) if reporter else []


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    if ALL_REQUIRED and skipped(session.config) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    count = len(skipped(config))
    if count and ALL_REQUIRED:
        terminalreporter.section("skipped where every test is required", red=True)
        terminalreporter.line(f"{count} skipped: a failure here, for the reasons above.")


@pytest.fixture
def make_user(db: None, django_user_model: Any) -> Callable[..., Any]:
    """Make a person: ``make_user("floor")``, ``make_user("floor", username="floor-2")``.

    The password is the role's name.
    """

    def make(role: str, **fields: Any) -> Any:
        fields = {"username": role or "nobody", "password": role or "nobody", **fields}
        staff = role == "admin"
        return django_user_model.objects.create_user(
            role=role, is_staff=staff, is_superuser=staff, **fields
        )

    return make


@pytest.fixture
def client_as(make_user: Callable[..., Any]) -> Callable[..., Client]:
    """A logged-in client of a new person: ``client_as("director")``; the person is ``.user``."""

    def log_in(role: str, **fields: Any) -> Client:
        client = Client()
        client.user = make_user(role, **fields)
        client.force_login(client.user)
        return client

    return log_in


@pytest.fixture(autouse=True)
def spoken_language() -> Any:
    """Every test starts in English: a request in French leaves its language in the thread."""
    translation.activate(settings.LANGUAGE_CODE)
    yield
    translation.activate(settings.LANGUAGE_CODE)

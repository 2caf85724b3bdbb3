"""The network a request comes from, and the way to the login out of a fragment."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.http import HttpResponse, HttpResponseRedirect
from django.test import Client, RequestFactory
from django.urls import reverse
from django_htmx.middleware import HtmxMiddleware

from tournaments.middleware import login_by_htmx
from tournaments.network import is_private, lan_addresses

HTMX = {"HX-Request": "true"}


@pytest.mark.parametrize(
    ("address", "private"),
    [
        ("127.0.0.1", True),
        ("10.1.2.3", True),
        ("172.16.0.1", True),
        ("172.32.0.1", False),
        ("192.168.1.20", True),
        ("169.254.7.7", True),
        ("8.8.8.8", False),
        ("100.64.0.1", False),
        ("[::1]", True),
        ("fd00::7", True),
        ("fe80::1%eth0", True),
        ("::ffff:192.168.1.20", True),
        ("2001:db8::1", False),
        ("192.168.1.20.example.org", False),
        ("", False),
    ],
)
def test_an_address_is_private_or_not(address: str, private: bool) -> None:
    assert is_private(address) is private


def test_this_machines_lan_addresses_are_private_and_reachable_from_outside() -> None:
    addresses = lan_addresses()
    assert [one for one in addresses if not is_private(one) or one.startswith("127.")] == []
    assert len(set(addresses)) == len(addresses)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("host", "sender", "status"),
    [
        ("192.168.1.20:8000", "192.168.1.77", 200),
        ("localhost:8000", "127.0.0.1", 200),
        ("poker-room.local", "fe80::2", 200),
        ("[fd00::7]:8000", "fd00::8", 200),
        ("race.example.org", "192.168.1.77", 400),
        ("8.8.8.8", "192.168.1.77", 400),
        ("not a name", "192.168.1.77", 400),
        ("192.168.1.20", "8.8.8.8", 403),
    ],
)
def test_only_the_private_network_is_answered(
    client: Client, host: str, sender: str, status: int
) -> None:
    response = client.get(reverse("login"), headers={"Host": host}, REMOTE_ADDR=sender)
    assert response.status_code == status


@pytest.mark.django_db
def test_a_fragment_of_an_ended_session_leads_the_page_to_the_login(client: Client) -> None:
    page = f"http://testserver{reverse('events')}?mine=1"
    response = client.get(reverse("events"), headers={**HTMX, "HX-Current-URL": page})
    assert response.status_code == 200
    assert response.headers["HX-Redirect"] == (
        f"{reverse('login')}?next=%2F{reverse('events').strip('/')}%3Fmine%3D1"
    )
    assert "Location" not in response.headers


def answer(response: HttpResponse, **headers: str) -> HttpResponse:
    """What the middleware makes of a view's response."""
    request = RequestFactory().get("/live/board", headers=headers)
    return HtmxMiddleware(login_by_htmx(lambda _request: response))(request)


def test_a_page_outside_this_server_is_no_way_back() -> None:
    response = answer(
        HttpResponseRedirect(f"{reverse('login')}?next=/live/board"),
        **HTMX,
        **{"HX-Current-URL": "http://race.example.org/"},
    )
    assert response.headers["HX-Redirect"].endswith(
        f"?next={reverse('events').replace('/', '%2F')}"
    )


def test_cookies_set_on_the_way_to_the_login_are_kept() -> None:
    redirect = HttpResponseRedirect(reverse("login"))
    redirect.delete_cookie("sessionid")
    assert answer(redirect, **HTMX).cookies["sessionid"]["max-age"] == 0


def test_another_redirect_and_a_request_without_htmx_stay_as_they_are() -> None:
    elsewhere = HttpResponseRedirect(reverse("events"))
    to_login = HttpResponseRedirect(reverse("login"))
    assert answer(elsewhere, **HTMX) is elsewhere
    assert answer(to_login) is to_login


@pytest.mark.django_db
def test_no_browser_keeps_a_page_of_somebody_who_is_logged_in(
    client_as: Callable[..., Client],
) -> None:
    assert client_as("floor").get(reverse("events")).headers["Cache-Control"] == "no-store"
    assert "Cache-Control" not in Client().get(reverse("quick")).headers

"""Forms and texts of any content: a page or a redirect, never a failure of the server."""

from __future__ import annotations

from typing import Any

from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from colorup.formats.worksheet import COLUMNS
from tests.web.uploads import DATA, paste
from tests.workflow.rooms import make_event
from tournaments.models import Role, User

PASTED = (DATA / "structures" / "pasted.txt").read_text(encoding="utf-8")

CELL = st.one_of(
    st.sampled_from(["", "25", "1 000", "-5", "break", "9" * 30, "0", "yes", "1.5", "\x00", '"']),
    st.text(max_size=12),
)
COLUMN = st.sampled_from((*COLUMNS["structure"], *COLUMNS["seats"], "written", "out", "nothing"))
NUMBER = st.one_of(st.integers(0, 6), st.sampled_from([99_999, 12_001]))
ROWS = st.dictionaries(
    st.builds(lambda number, column: f"row-{number}-{column}", NUMBER, COLUMN), CELL, max_size=25
)
DO = st.one_of(
    st.sampled_from(["look", "save", "add", "back", ""]),
    st.builds(lambda verb, number: f"{verb}-{number}", st.sampled_from(["add", "delete"]), NUMBER),
)
REST = st.fixed_dictionaries(
    {"do": DO, "kind": st.sampled_from(["structure", "seats", "other"])},
    optional={
        "headings": st.sampled_from(["Table,Seat", "SB;BB", "Blinds", '"', "\x00"]),
        "unseen": CELL,
        "accept": st.just("on"),
        "name": CELL,
        "chips": CELL,
        "chip_set": CELL,
        "ruleset": st.sampled_from(["tda-2026", "made-up"]),
        "language": st.sampled_from(["en", "xx"]),
        "time_zone": st.sampled_from(["UTC", "Mars"]),
    },
)


class TestWhateverIsSent(TestCase):
    @settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
    @given(rows=ROWS, rest=REST)
    def test_a_form_of_any_content_gets_an_answer(
        self, rows: dict[str, str], rest: dict[str, Any]
    ) -> None:
        client = Client()
        client.force_login(User.objects.create(username="director", role=Role.DIRECTOR))
        event = make_event()
        for address in (
            reverse("new_event"),
            reverse("add_structure", args=(event.pk,)),
            reverse("add_seats", args=(event.pk,)),
        ):
            response = client.post(address, {**rows, **rest})
            assert response.status_code in (200, 302, 422), address

    @settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])
    @given(text=st.lists(st.one_of(CELL, st.sampled_from(PASTED.splitlines())), max_size=8))
    def test_pasted_lines_of_any_content_stay(self, text: list[str]) -> None:
        client = Client()
        client.force_login(User.objects.create(username="director", role=Role.DIRECTOR))
        pasted = "\n".join(text)
        response = paste(client, pasted)
        assert response.status_code in (200, 422)
        assert response.context["text"] == pasted

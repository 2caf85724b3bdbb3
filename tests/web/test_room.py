"""The room’s own screen, its link, connecting a tablet, sections and floats."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
import segno
from django.test import Client
from django.urls import reverse

from tests.web.sent_forms import form_of, words_of
from tests.web.test_board import color_up, confirmed, director, event, floor, race_at
from tests.workflow.rooms import announce_25s, make_event, make_table
from tournaments.drawing.qr import QUIET, qr_code
from tournaments.models import ColorUp, Event, Float, Section, StartingStack, TableRace
from tournaments.views import room
from tournaments.workflow.floats import close_float, left_on
from tournaments.workflow.floor import open_room_screen
from tournaments.workflow.sections import put_section

__all__ = ["color_up", "director", "event", "floor"]

pytestmark = pytest.mark.django_db


class TestScreen:
    @pytest.fixture
    def address(self, event: Event, director: Any) -> str:
        token = open_room_screen(event_id=event.pk, by=director.user).room_token
        return reverse("room", args=(token,))

    def test_needs_no_login_and_says_what_leaves(
        self, address: str, color_up: ColorUp, floor: Any, client: Client
    ) -> None:
        for number in (1, 2):
            confirmed(race_at(color_up, number), floor.user)
        page = client.get(address)
        text = page.content.decode()
        screen = page.context["screen"]
        assert '<h1 class="room-key">25s are leaving</h1>' in text
        assert (screen.freeze, screen.done, screen.total, screen.done_tables) == (
            "25s may still be bet",
            2,
            3,
            "1–2",
        )
        assert [pile.value for pile in screen.in_play] == [100, 500, 1000]
        assert "no-store" in page.headers["Cache-Control"]

    def test_speaks_the_events_language_and_not_the_devices(
        self, address: str, event: Event, color_up: ColorUp, client: Client
    ) -> None:
        Event.objects.filter(pk=event.pk).update(language="fr")
        for one in (address, f"/live{address}"):
            page = client.get(one, headers={"Accept-Language": "en"})
            assert "Jetons en jeu" in words_of(page)
            assert page.headers["Content-Language"] == "fr"
        assert 'lang="fr"' in client.get(address).content.decode()

    def test_chips_that_may_only_go_all_in(
        self, address: str, color_up: ColorUp, client: Client
    ) -> None:
        color_up.ruleset["options"]["freeze"] = "all_in_only"
        color_up.save()
        assert client.get(address).context["screen"].freeze == ("25s may not be bet, except all-in")

    def test_once_all_tables_are_done_they_are_out(
        self, address: str, color_up: ColorUp, floor: Any, client: Client
    ) -> None:
        for number in (1, 2, 3):
            confirmed(race_at(color_up, number), floor.user)
        screen = client.get(address).context["screen"]
        assert (screen.key, screen.freeze, screen.is_racing) == ("25s are out of play", "", False)

    def test_while_a_table_has_not_raced_they_are_not_out(
        self, address: str, event: Event, color_up: ColorUp, director: Any, client: Client
    ) -> None:
        other = make_table(event, 9)
        for number in (1, 2, 3):
            confirmed(race_at(color_up, number), director.user)
        screen = client.get(address).context["screen"]
        assert (screen.key, screen.freeze) == ("25s are leaving", "25s may still be bet")
        rest = announce_25s(event, [other], by=director.user)
        screen = client.get(address).context["screen"]
        assert (screen.done, screen.total, screen.done_tables) == (3, 4, "1–3")
        confirmed(race_at(rest, 9), director.user)
        assert client.get(address).context["screen"].key == "25s are out of play"

    def test_before_anything_is_announced(self, address: str, client: Client) -> None:
        screen = client.get(address).context["screen"]
        assert (screen.key, [pile.value for pile in screen.in_play]) == (
            "No chip is leaving",
            [25, 100, 500, 1000],
        )

    def test_is_asked_again_only_after_a_change(
        self, address: str, color_up: ColorUp, floor: Any, client: Client
    ) -> None:
        live = f"/live{address}"
        seen = client.get(address).context["screen"].sequence
        assert client.get(live, {"since": seen}).status_code == 204
        confirmed(race_at(color_up, 1), floor.user)
        answer = client.get(live, {"since": seen})
        assert "<html" not in answer.content.decode()
        assert "1 of 3 tables done" in answer.content.decode()

    def test_revoked_it_is_gone(
        self, address: str, event: Event, director: Any, client: Client
    ) -> None:
        director.post(reverse("close_screen", args=(event.pk,)))
        assert client.get(address).status_code == 404
        live = client.get(f"/live{address}")
        assert live.status_code == 404
        assert words_of(live) == "This address was revoked"

    @pytest.mark.usefixtures("address")
    def test_a_guess_finds_nothing(self, client: Client) -> None:
        assert client.get(reverse("room", args=("x" * 43,))).status_code == 404

    def test_its_page_shows_the_address_to_the_director(
        self, address: str, event: Event, director: Any
    ) -> None:
        page = director.get(reverse("screen_link", args=(event.pk,))).content.decode()
        assert address in page
        director.post(reverse("close_screen", args=(event.pk,)))
        assert (
            "Make an address"
            in director.get(reverse("screen_link", args=(event.pk,))).content.decode()
        )


class TestConnect:
    def test_shows_this_servers_addresses(
        self, floor: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(room, "lan_addresses", lambda: ("192.168.1.20", "10.0.0.7"))
        page = floor.get(reverse("connect"), headers={"Host": "localhost:8000"})
        assert [one.text for one in page.context["codes"]] == [
            "http://192.168.1.20:8000/",
            "http://10.0.0.7:8000/",
        ]

    def test_says_where_no_tablet_can_reach_it(
        self, floor: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for addresses, alone in (((), True), (("10.0.0.7",), False)):
            monkeypatch.setattr(room, "lan_addresses", lambda found=addresses: found)
            page = floor.get(reverse("connect"), headers={"Host": "localhost:8000"})
            assert ("no tablet can reach it" in words_of(page)) is alone

    @pytest.mark.parametrize("addresses", [(), ("10.0.0.7",)])
    def test_the_address_that_was_asked_is_good_where_it_is_the_rooms(
        self, floor: Any, monkeypatch: pytest.MonkeyPatch, addresses: tuple[str, ...]
    ) -> None:
        monkeypatch.setattr(room, "lan_addresses", lambda: addresses)
        page = floor.get(reverse("connect"), headers={"Host": "192.168.1.20:8000"})
        assert [one.text for one in page.context["codes"]] == ["http://192.168.1.20:8000/"]

    def test_a_code_draws_the_modules_of_its_text(self) -> None:
        code = qr_code("http://192.168.1.20:8000/")
        matrix = segno.make(code.text, micro=False).matrix
        drawn = {
            (int(x) - QUIET, int(y) - QUIET)
            for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", code.path)
        }
        dark = {(x, y) for y, row in enumerate(matrix) for x, one in enumerate(row) if one}
        assert (drawn, code.size) == (dark, len(matrix) + 2 * QUIET)


class TestSectionsPage:
    def test_a_section_is_made_and_changed(
        self, color_up: ColorUp, director: Any, floor: Any
    ) -> None:
        address = reverse("sections", args=(color_up.event_id,))
        made = director.post(address, {"name": "A", "tables": "1-2", "lead": floor.user.pk})
        assert made.status_code == 302
        section = Section.objects.get()
        shown = director.get(address).context["page"]
        assert [(one.name, one.tables) for one in shown.forms] == [("A", "1–2"), ("", "")]
        assert shown.free == "3"
        director.post(address, {"section": section.pk, "name": "B", "tables": "3", "lead": ""})
        section.refresh_from_db()
        assert (section.name, section.lead) == ("B", None)

    def test_what_was_typed_comes_back_with_every_sentence(
        self, event: Event, director: Any
    ) -> None:
        sent = {"name": "", "tables": "1-99", "lead": "99999"}
        answer = director.post(reverse("sections", args=(event.pk,)), sent)
        assert answer.status_code == 422
        new = answer.context["page"].forms[-1]
        assert (new.tables, sorted(new.wrong)) == ("1-99", ["lead", "name", "tables"])

    def test_removing_leaves_the_tables(
        self, event: Event, color_up: ColorUp, director: Any
    ) -> None:
        section = put_section(event_id=event.pk, by=director.user, name="A", tables=[1])
        page = reverse("sections", args=(event.pk,))
        address = reverse("remove_section", args=(section.pk,))
        sent = form_of(director.get(page), address)
        for _ in range(2):
            assert director.post(address, sent).url == page
        assert not Section.objects.exists()
        assert color_up.races.count() == 3


class TestFloatsPage:
    @pytest.fixture
    def section(self, color_up: ColorUp, director: Any) -> Section:
        return put_section(event_id=color_up.event_id, by=director.user, name="A", tables=[1, 2])

    def post(self, client: Any, name: str, pk: int, **sent: Any) -> Any:
        form = {"command_id": uuid4().hex, "giver": "Cage", "taker": "Floor 1", **sent}
        return client.post(reverse(name, args=(pk,)), form)

    def test_a_float_is_opened_loaded_handed_in_and_closed(
        self, event: Event, section: Section, director: Any
    ) -> None:
        opened = self.post(director, "floats", event.pk, section=section.pk, chips_100="1,000")
        assert opened.status_code == 302
        carried = Float.objects.get()
        self.post(director, "move_float", carried.pk, way="out", chips_500="20")
        assert left_on(carried) == {100: 1000, 500: 20}
        refused = self.post(director, "close_float", carried.pk)
        assert (
            refused.status_code,
            "Missing: 1000 × 100, 20 × 500" in refused.content.decode(),
        ) == (
            422,
            True,
        )
        self.post(director, "move_float", carried.pk, way="in", chips_100="1000", chips_500="20")
        assert self.post(director, "close_float", carried.pk).status_code == 302
        page = director.get(reverse("floats", args=(event.pk,))).context["page"]
        assert ([one.name for one in page.closed], page.open) == (["A"], ())
        assert [(one.giver, one.out) for one in page.closed[0].signed] == [
            ("Cage", False),
            ("Cage", True),
            ("Cage", True),
        ]

    def test_a_float_that_was_closed_meanwhile_says_so(
        self, event: Event, section: Section, director: Any
    ) -> None:
        self.post(director, "floats", event.pk, section=section.pk, chips_100="20")
        carried = Float.objects.get()
        close_float(float_id=carried.pk, by=director.user, reason="stolen")
        answer = self.post(director, "move_float", carried.pk, way="out", chips_100="5")
        assert answer.status_code == 409
        assert "This float has been closed." in words_of(answer)

    def test_what_was_typed_comes_back(self, event: Event, section: Section, director: Any) -> None:
        answer = self.post(
            director, "floats", event.pk, section=section.pk, chips_100="lots", taker=""
        )
        text = answer.content.decode()
        assert answer.status_code == 422
        assert 'name="chips_100" inputmode="numeric" autocomplete="off" value="lots"' in text
        assert {name: len(said) for name, said in answer.context["wrong_at"].items()} == {
            "chips_100": 1,
            "taker": 1,
        }
        assert 'id="chips-new-100-error">Chips of 100: “lots” is not a whole number' in text
        assert 'id="taker-new-error">Two names are needed' in text
        assert not Float.objects.exists()

    def test_says_what_to_load(self, section: Section, director: Any) -> None:
        page = director.get(reverse("floats", args=(section.event_id,))).context["page"]
        (load,) = page.to_load
        # Two tables of two players: one chip for each who may race, and nothing known to exchange.
        assert (load.section, load.pile.count, load.pile.value) == ("A", 4, 100)

    def test_a_section_where_nothing_leaves_loads_nothing(
        self, event: Event, section: Section, director: Any
    ) -> None:
        make_table(event, 9, {1: "Player 91"})
        put_section(event_id=event.pk, by=director.user, name="B", tables=[9])
        page = director.get(reverse("floats", args=(event.pk,))).context["page"]
        assert [one.section for one in page.to_load] == [section.name]


class TestLoads:
    @pytest.fixture
    def room(self, director: Any) -> Event:
        """Six tables of nine, 54 players with 12 chips of 25 each; section A has two tables."""
        event = make_event((5, 25, 100, 500), entries=54)
        for chip, chips in ((5, 10), (25, 12), (100, 5)):
            StartingStack.objects.create(event=event, denomination=chip, chips=chips)
        for number in range(1, 7):
            make_table(event, number, dict.fromkeys(range(1, 10), ""))
        put_section(event_id=event.pk, by=director.user, name="A", tables=[1, 2])
        return event

    def loads(self, client: Any, address: str, **given: Any) -> list[tuple[str, int, int, int]]:
        page = client.get(address, given).context["page"]
        return [
            (one.section, one.pile.value, one.for_exchange, one.for_races) for one in page.to_load
        ]

    def test_a_section_carries_its_share_and_one_chip_a_racer(
        self, room: Event, director: Any
    ) -> None:
        # 540 fives are 108 chips of 25, and 18 of the 54 seats have a third of them.
        address = reverse("announce", args=(room.pk,))
        planned = self.loads(director, address, removed=5)
        assert planned == [("A", 25, 36, 18)]
        tables = room.tables.all()
        announce_25s(room, tables, by=director.user, removed=[5], in_play=[25, 100, 500])
        assert self.loads(director, reverse("floats", args=(room.pk,))) == planned

    def test_of_several_denominations_each_chip_that_is_paid_is_carried(
        self, room: Event, director: Any
    ) -> None:
        announce_25s(room, room.tables.all(), by=director.user, removed=[5, 25], in_play=[100, 500])
        # 180 fives are 36 chips of 25 and 18 more may be won; with 216 of 25 that is 68 hundreds.
        assert self.loads(director, reverse("floats", args=(room.pk,))) == [
            ("A", 25, 0, 18),
            ("A", 100, 68, 18),
        ]


class TestAnnouncing:
    def announce(self, client: Any, event: Event, **sent: Any) -> list[int]:
        form = {"removed": "25", "tables_asked": "1", "command_id": uuid4().hex, **sent}
        answer = client.post(reverse("announce", args=(event.pk,)), form)
        assert answer.status_code == 302, answer.context["page"].errors
        races = TableRace.objects.filter(color_up__announce_id=form["command_id"])
        return list(races.order_by("table__number").values_list("table__number", flat=True))

    @pytest.fixture(autouse=True)
    def room(self, event: Event, director: Any) -> Section:
        for number in (1, 2, 3):
            make_table(event, number)
        return put_section(event_id=event.pk, by=director.user, name="A", tables=[1, 2])

    def test_to_a_section_and_then_to_the_rest(
        self, event: Event, room: Section, director: Any
    ) -> None:
        assert self.announce(director, event, where=str(room.pk)) == [1, 2]
        assert self.announce(director, event, where="all") == [3]

    def test_to_some_tables(self, event: Event, director: Any) -> None:
        table = event.tables.get(number=2)
        assert self.announce(director, event, where="some", tables=[table.pk]) == [2]

    def test_with_a_restart(self, event: Event, director: Any) -> None:
        self.announce(director, event, where="all", restart="21:40")
        color_up = ColorUp.objects.get()
        assert color_up.restart_at is not None
        assert color_up.restart_at.astimezone(event.zone).strftime("%H:%M") == "21:40"

    def test_a_restart_that_is_no_time_announces_nothing(self, event: Event, director: Any) -> None:
        sent = {"removed": "25", "tables_asked": "1", "where": "all", "restart": "soon"}
        answer = director.post(reverse("announce", args=(event.pk,)), sent)
        assert answer.status_code == 422
        assert "“soon” is no time of day" in answer.content.decode()
        assert not ColorUp.objects.exists()

    def test_the_form_offers_sections_only_where_there_are_some(
        self, event: Event, room: Section, director: Any
    ) -> None:
        address = reverse("announce", args=(event.pk,))
        choices = director.get(address).context["page"].where
        assert [one.value for one in choices] == ["all", str(room.pk), "some"]
        room.delete()
        assert director.get(address).context["page"].where == ()

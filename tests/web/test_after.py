"""The pages of late chips and one player's exchange, without JavaScript and as fragments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.web.rooms import announced_table
from tests.web.sent_forms import changed, form_of, words_of
from tournaments.models import ChipCommand, ColorUp, TableRace, User
from tournaments.workflow import confirm, count
from tournaments.workflow.after import exchange, late

pytestmark = pytest.mark.django_db

Clients = Callable[..., Client]
FEW = {"seats": [{"seat": 1, "count": 4}]}


@pytest.fixture
def director(client_as: Clients) -> Client:
    return client_as("director")


@pytest.fixture
def floor(client_as: Clients) -> Client:
    return client_as("floor")


def raced(by: User, **rules: Any) -> ColorUp:
    """A colour-up of the 25s with its one table, number 7, done."""
    race = announced_table(by, **rules)
    sent = {"race_id": race.pk, "by": by}
    count(**sent, command_id="c", expected_version=1, entry=FEW)
    confirm(**sent, command_id="k", expected_version=2)
    return race.color_up


@pytest.fixture
def color_up(director: Client) -> ColorUp:
    return raced(director.user)


def send(client: Client, address: str, changes: dict[str, Any], **options: Any) -> Any:
    """Open a page, change fields of its form, and send it."""
    return client.post(address, changed(form_of(client.get(address), address), changes), **options)


def late_page(color_up: ColorUp) -> str:
    return reverse("late", args=(color_up.pk,))


def exchange_page(color_up: ColorUp) -> str:
    return reverse("exchange", args=(color_up.event_id,))


class TestLate:
    def test_a_tap_is_recorded_and_listed(self, floor: Client, color_up: ColorUp) -> None:
        table = color_up.races.get().table
        spot = {"table": str(table.pk), "seat": "3", "reason": "under the rail"}
        page = send(floor, late_page(color_up), {"found_tap_25": "7", **spot}, follow=True)
        assert page.redirect_chain == [(late_page(color_up), 302)]
        made = ChipCommand.objects.get()
        assert (made.content["found"], made.by, made.table, made.seat) == (
            {"25": 7},
            floor.user,
            table,
            3,
        )
        said = "7 × 25 in, one 100 paid, 75 unpaid"
        words = words_of(page)
        assert f"Recorded: {said}." in words
        assert f"{said} floor, {made.at:%H:%M:%S} · Table 7, seat 3 · under the rail" in words
        assert form_of(page, late_page(color_up))["command_id"] != [made.command_id]

    def test_what_is_typed_counts_before_what_was_tapped(
        self, floor: Client, color_up: ColorUp
    ) -> None:
        send(floor, late_page(color_up), {"found_tap_25": "4", "found_25": "1,200"})
        assert ChipCommand.objects.get().content["found"] == {"25": 1200}

    @pytest.mark.parametrize(
        ("tapped", "said"),
        [
            ("4", "4 × 25: pay one 100"),
            ("3", "3 × 25: nothing, 75 leaves play"),
            ("8", "8 × 25: pay 2 × 100"),
        ],
    )
    def test_the_fragment_says_at_once_what_they_come_to(
        self, floor: Client, color_up: ColorUp, tapped: str, said: str
    ) -> None:
        answer = floor.get(reverse("live_late", args=(color_up.pk,)), {"found_tap_25": tapped})
        words = words_of(answer)
        assert words.startswith(said)
        assert "Exchanged at equal value in whole chips; the rest leaves unpaid." in words
        assert f"{color_up.ruleset['name']}: the source’s own rule" in words
        assert "<html" not in answer.content.decode()
        assert not ChipCommand.objects.exists()

    def test_the_rule_is_marked_where_the_house_chose_it(
        self, director: Client, floor: Client
    ) -> None:
        strict = raced(director.user, late_chips="exact_only")
        answer = floor.get(reverse("live_late", args=(strict.pk,)), {"found_25": "7"})
        words = words_of(answer)
        assert words.startswith("7 × 25: nothing, 175 leaves play")
        assert "house choice" in words

    def test_without_javascript_a_button_shows_it(self, floor: Client, color_up: ColorUp) -> None:
        page = send(floor, late_page(color_up), {"found_tap_25": "4", "look": "1"})
        assert page.status_code == 200
        assert "4 × 25: pay one 100" in words_of(page)
        assert form_of(page, late_page(color_up))["found_tap_25"] == ["4"]
        assert not ChipCommand.objects.exists()

    def test_bad_input_stays_and_gets_its_sentence(self, floor: Client, color_up: ColorUp) -> None:
        page = send(floor, late_page(color_up), {"found_25": "a few", "reason": "rail"})
        assert page.status_code == 422
        assert "Chips of 25: “a few” is not a whole number from 0 to 100,000." in words_of(page)
        fields = form_of(page, late_page(color_up))
        assert (fields["found_25"], fields["reason"]) == (["a few"], ["rail"])
        assert not ChipCommand.objects.exists()

    @pytest.mark.parametrize(
        ("changes", "said"),
        [
            ({}, "Say how many chips were found."),
            ({"found_100": "4"}, "Chips of 100 have not left play"),
            ({"found_25": "4", "seat": "3"}, "Say the table too"),
            ({"found_25": "4", "table": "0"}, "does not belong to this event"),
            ({"found_25": "4", "table": "x"}, "does not belong to this event"),
        ],
    )
    def test_what_is_wrong_is_said(
        self, floor: Client, color_up: ColorUp, changes: dict[str, str], said: str
    ) -> None:
        page = send(floor, late_page(color_up), changes)
        assert (page.status_code, said in words_of(page)) == (422, True)
        assert not ChipCommand.objects.exists()

    def test_sent_twice_it_is_recorded_once(self, floor: Client, color_up: ColorUp) -> None:
        address = late_page(color_up)
        sent = changed(form_of(floor.get(address), address), {"found_tap_25": "4"})
        assert [floor.post(address, sent).status_code for _ in range(2)] == [302, 302]
        assert ChipCommand.objects.count() == 1

    def test_sent_again_otherwise_it_is_a_new_form(self, floor: Client, color_up: ColorUp) -> None:
        address = late_page(color_up)
        sent = changed(form_of(floor.get(address), address), {"found_tap_25": "4"})
        floor.post(address, sent)
        page = floor.post(address, {**sent, "found_tap_25": "5"})
        assert page.status_code == 409
        assert "This was saved already" in words_of(page)
        fields = form_of(page, address)
        assert fields["found_tap_25"] == ["5"]
        assert fields["command_id"] != sent["command_id"]
        assert floor.post(address, changed(fields, {})).status_code == 302
        assert ChipCommand.objects.count() == 2

    def test_before_the_first_table_is_done_there_is_nothing_to_tap(
        self, director: Client, floor: Client
    ) -> None:
        early = announced_table(director.user).color_up
        for address in (late_page(early), reverse("event_late", args=(early.event_id,))):
            words = words_of(floor.get(address))
            assert "No chip has left play yet." in words
            assert "Record" not in words.replace("Recorded so far", "")

    def test_from_the_event_the_colour_up_is_found(self, floor: Client, color_up: ColorUp) -> None:
        address = reverse("event_late", args=(color_up.event_id,))
        page = send(floor, address, {"found_tap_25": "4"}, follow=True)
        assert page.redirect_chain == [(address, 302)]
        assert ChipCommand.objects.get().color_up == color_up
        live = floor.get(reverse("live_event_late", args=(color_up.event_id,)), {"found_25": "3"})
        assert words_of(live).startswith("3 × 25: nothing, 75 leaves play")

    def test_a_director_decides_where_the_ruleset_says_so(
        self, director: Client, floor: Client
    ) -> None:
        theirs = raced(director.user, late_chips="director")
        address = late_page(theirs)
        words = words_of(floor.get(address))
        assert "only a director can record these" in words
        assert floor.post(address, {"found_25": "4"}).status_code == 403
        page = send(director, address, {"found_25": "4", "pays_100": "1"})
        assert (page.status_code, "A reason is needed." in words_of(page)) == (422, True)
        assert form_of(page, address)["pays_100"] == ["1"]
        send(director, address, {"found_25": "4", "pays_100": "1", "reason": "rolled off"})
        made = ChipCommand.objects.get()
        assert (made.content["decided"], made.reason) == ({"100": 1}, "rolled off")

    def test_the_floor_hears_of_the_director_in_the_fragment(
        self, director: Client, floor: Client
    ) -> None:
        theirs = raced(director.user, late_chips="director")
        answer = floor.get(reverse("live_late", args=(theirs.pk,)), {"found_25": "4"})
        assert words_of(answer).startswith("The ruleset leaves chips found later to the director.")

    def test_it_costs_a_fixed_number_of_reads(
        self, floor: Client, color_up: ColorUp, django_assert_max_num_queries: Any
    ) -> None:
        for number in range(3):
            late(
                event_id=color_up.event_id,
                by=floor.user,
                command_id=str(number),
                found={25: 4},
            )
        with django_assert_max_num_queries(11):
            floor.get(late_page(color_up))


class TestExchange:
    def test_equal_sides_are_recorded_and_listed(self, floor: Client, color_up: ColorUp) -> None:
        address = exchange_page(color_up)
        page = send(floor, address, {"gives_100": "5", "gets_500": "1"}, follow=True)
        assert page.redirect_chain == [(address, 302)]
        assert "Recorded: 5 × 100 for 1 × 500." in words_of(page)
        made = ChipCommand.objects.get()
        assert (made.kind, made.by, made.content["gives"]) == ("exchange", floor.user, {"100": 5})

    def test_unequal_sides_are_refused_and_stay(self, floor: Client, color_up: ColorUp) -> None:
        address = exchange_page(color_up)
        page = send(floor, address, {"gives_100": "5", "gets_1000": "1"})
        assert page.status_code == 422
        assert "500 would come in and 1,000 go out" in words_of(page)
        fields = form_of(page, address)
        assert (fields["gives_100"], fields["gets_1000"]) == (["5"], ["1"])
        assert not ChipCommand.objects.exists()

    def test_chips_that_have_left_are_not_offered(self, floor: Client, color_up: ColorUp) -> None:
        fields = form_of(floor.get(exchange_page(color_up)), exchange_page(color_up))
        assert [name for name in fields if name.startswith("gives_")] == [
            "gives_100",
            "gives_500",
            "gives_1000",
        ]
        page = send(floor, exchange_page(color_up), {"gives_25": "4", "gets_100": "1"})
        assert (page.status_code, "Chips of 25 have left play" in words_of(page)) == (422, True)

    def test_the_fragment_adds_up_both_sides(self, floor: Client, color_up: ColorUp) -> None:
        live = reverse("live_exchange", args=(color_up.event_id,))
        unequal = words_of(floor.get(live, {"gives_100": "12", "gets_500": "2"}))
        assert unequal == "1,200 ≠ 1,000 given and got Fewest chips: 1 × 1,000 + 2 × 100"
        equal = words_of(floor.get(live, {"gives_100": "12", "gets_1000": "1", "gets_100": "2"}))
        assert equal.startswith("1,200 = 1,200 given and got")
        assert words_of(floor.get(live)).startswith("0 = 0 given and got")
        wrong = words_of(floor.get(live, {"gives_100": "all"}))
        assert "Chips of 100: “all” is not a whole number" in wrong

    def test_one_button_fills_in_the_fewest_chips(self, floor: Client, color_up: ColorUp) -> None:
        address = exchange_page(color_up)
        page = send(floor, address, {"gives_100": "12", "gets_500": "2", "fill": "1"})
        fields = form_of(page, address)
        assert page.status_code == 200
        assert [fields[f"gets_{chip}"] for chip in (1000, 500, 100)] == [["1"], [""], ["2"]]
        assert floor.post(address, changed(fields, {})).status_code == 302
        assert ChipCommand.objects.get().content["gets"] == {"100": 2, "1000": 1}

    def test_without_javascript_a_button_adds_up(self, floor: Client, color_up: ColorUp) -> None:
        page = send(floor, exchange_page(color_up), {"gives_100": "5", "look": "1"})
        words = words_of(page)
        assert "500 ≠ 0 given and got" in words
        assert "Fewest chips: 1 × 500" in words
        assert not ChipCommand.objects.exists()

    def test_bad_input_stays_and_gets_its_sentence(self, floor: Client, color_up: ColorUp) -> None:
        page = send(floor, exchange_page(color_up), {"gives_100": "-5", "gets_500": "1"})
        assert page.status_code == 422
        assert "Chips of 100: “-5” is not a whole number" in words_of(page)
        assert form_of(page, exchange_page(color_up))["gives_100"] == ["-5"]

    def test_sent_twice_it_is_recorded_once_and_otherwise_not_at_all(
        self, floor: Client, color_up: ColorUp
    ) -> None:
        address = exchange_page(color_up)
        sent = changed(form_of(floor.get(address), address), {"gives_100": "5", "gets_500": "1"})
        assert [floor.post(address, sent).status_code for _ in range(2)] == [302, 302]
        assert floor.post(address, {**sent, "reason": "again"}).status_code == 409
        assert ChipCommand.objects.count() == 1


class TestTakingBack:
    @pytest.fixture
    def made(self, floor: Client, color_up: ColorUp) -> ChipCommand:
        sent = {"event_id": color_up.event_id, "by": floor.user, "command_id": "one"}
        return late(**sent, found={25: 7}, color_up_id=color_up.pk).command

    def test_a_director_takes_back_with_a_reason(
        self, director: Client, made: ChipCommand, color_up: ColorUp
    ) -> None:
        address = reverse("reverse", args=(made.pk,))
        listed = director.get(late_page(color_up))
        fields = changed(form_of(listed, address), {"reason": "wrong seat"})
        page = director.post(address, fields, follow=True)
        assert page.redirect_chain == [(late_page(color_up), 302)]
        words = words_of(page)
        assert "Taken back." in words
        assert "taken back by director: wrong seat" in words
        assert "Take it back" not in words
        assert ChipCommand.objects.get(kind="reversal").reverses == made
        assert director.post(address, fields).status_code == 302
        assert director.post(address, {**fields, "command_id": "other"}).status_code == 409
        assert ChipCommand.objects.count() == 2

    def test_without_a_reason_it_is_refused_beside_its_row(
        self, director: Client, made: ChipCommand, color_up: ColorUp
    ) -> None:
        address = reverse("reverse", args=(made.pk,))
        fields = changed(form_of(director.get(late_page(color_up)), address), {})
        page = director.post(address, fields)
        assert page.status_code == 422
        assert f'id="reason_{made.pk}_error">A reason is needed.' in page.content.decode()
        assert form_of(page, address)["command_id"] == fields["command_id"]

    def test_the_floor_is_not_offered_it(
        self, floor: Client, made: ChipCommand, color_up: ColorUp
    ) -> None:
        page = floor.get(late_page(color_up))
        assert "7 × 25 in, one 100 paid, 75 unpaid" in words_of(page)
        assert reverse("reverse", args=(made.pk,)) not in page.content.decode()

    def test_it_leads_back_to_where_it_was_asked(
        self, director: Client, made: ChipCommand, color_up: ColorUp
    ) -> None:
        of_event = reverse("event_late", args=(color_up.event_id,))
        address = reverse("reverse", args=(made.pk,))
        fields = changed(form_of(director.get(of_event), address), {"reason": "so"})
        assert director.post(address, fields).url == of_event
        sent = {"event_id": color_up.event_id, "by": director.user, "command_id": "two"}
        other = exchange(**sent, gives={100: 5}, gets={500: 1}).command
        address = reverse("reverse", args=(other.pk,))
        refused = director.post(address, {"command_id": "three"})
        assert (refused.status_code, "5 × 100 for 1 × 500" in words_of(refused)) == (422, True)
        assert director.post(address, {"command_id": "three", "reason": "so"}).url == (
            exchange_page(color_up)
        )

    def test_what_was_never_recorded_is_not_found(self, director: Client) -> None:
        assert director.post(reverse("reverse", args=(99_999,))).status_code == 404


def test_drift_and_history_of_the_table_are_left_alone(floor: Client, color_up: ColorUp) -> None:
    race = color_up.races.get()
    send(floor, late_page(color_up), {"found_tap_25": "7"})
    after = TableRace.objects.get(pk=race.pk)
    assert (after.version, after.drift) == (race.version, race.drift)
    assert ColorUp.objects.filter(pk=color_up.pk).drift_terms()["late"] == -75

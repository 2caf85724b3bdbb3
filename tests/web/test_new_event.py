"""New events from pasted text, tables and by hand: look, mend in place, save."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.web.uploads import (
    DATA,
    again,
    fields_of,
    paste,
    rows_of,
    sentences,
    stored,
    text_of,
    upload,
)
from tests.workflow.rooms import make_event
from tournaments.models import ChipSet, Denomination, Event

pytestmark = pytest.mark.django_db

PASTED = (DATA / "structures" / "pasted.txt").read_text(encoding="utf-8")


@pytest.fixture
def director(client_as: Callable[..., Client]) -> Client:
    return client_as("director")


# --- The three ways ------------------------------------------------------------------------------


def test_one_page_has_the_three_ways_and_no_field_bars_another(director: Client) -> None:
    html = director.get(reverse("new_event")).content.decode()
    for way in ("file", "text", "hand"):
        assert f'name="way" value="{way}"' in html
    assert 'id="file" name="file" aria-describedby="file-help"' in html


def test_an_event_by_hand_has_its_tables_and_seats(director: Client) -> None:
    page = director.get(reverse("new_event"))
    sent = {
        "way": "hand",
        "name": "Home game",
        "chips": "25/100/500",
        "tables": "3",
        "seats": "10",
        "ruleset": "roberts",
        "language": "fr",
        "time_zone": "America/Montreal",
        "page_id": page.context["page_id"],
    }
    first, second = (director.post(reverse("new_event"), sent) for _ in range(2))
    event = Event.objects.get()
    assert first["Location"] == second["Location"] == reverse("event", args=(event.pk,))
    assert (event.name, event.ruleset, event.language, event.time_zone, event.file_kind) == (
        "Home game",
        "roberts",
        "fr",
        "America/Montreal",
        "",
    )
    assert list(event.tables.values_list("number", "seat_count")) == [(1, 10), (2, 10), (3, 10)]
    assert [one.value for one in event.chip_set.denominations.all()] == [25, 100, 500]
    director.post(reverse("new_event"), {**sent, "name": "Another game"})
    assert Event.objects.count() == 2


def test_what_is_wrong_by_hand_is_said_at_the_fields_and_all_that_was_typed_stays(
    director: Client,
) -> None:
    response = director.post(
        reverse("new_event"),
        {
            "way": "hand",
            "name": "",
            "chips": "25, lots",
            "tables": "1001",
            "seats": "nine",
            "ruleset": "tda-2026",
            "language": "en",
            "time_zone": "UTC",
            "text": "25/50\nas pasted <b>",
        },
    )
    form = response.context["form"]
    assert response.status_code == 422
    assert set(form.errors) == {"name", "chips", "tables", "seats"}
    assert form["seats"].value() == "nine"
    assert "25/50\nas pasted &lt;b&gt;" in response.content.decode()
    assert stored() == (0, 0, 0, 0)


def test_the_last_chip_set_is_offered_first(director: Client) -> None:
    event = make_event()
    page = director.get(reverse("new_event"))
    assert page.context["form"]["chip_set"].value() == event.chip_set_id


@pytest.mark.parametrize(("written", "own"), [("5, 25", True), ("100/25", False), ("", False)])
def test_chips_that_are_written_replace_the_chip_set_that_was_offered(
    director: Client, written: str, own: bool
) -> None:
    offered = make_event().chip_set
    values = {one.value for one in offered.denominations.all()}
    page = paste(director, "25/50\n50/100\n")
    written = written if own or not written else "/".join(map(str, values))
    again(director, page, "save", chips=written)
    made = Event.objects.latest("pk").chip_set
    assert (made != offered) is own
    assert {one.value for one in made.denominations.all()} == ({5, 25} if own else values)


@pytest.mark.parametrize(
    ("sent", "way"),
    [({"text": "25/50"}, "text"), ({"name": ""}, "hand"), ({"way": "made up"}, "hand")],
)
def test_enter_takes_the_way_that_has_something_in_it(
    director: Client, sent: dict[str, str], way: str
) -> None:
    response = director.post(reverse("new_event"), sent)
    assert (response.status_code, "page" in response.context) == {
        "text": (200, True),
        "hand": (422, False),
    }[way]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Paste or type the lines first."),
        ("Dear director,\nsee you on Friday.", "The text is not a tournament file"),
        ("25/50\n" * 501, "The text has 501 rows; at most 500 are read"),
        ("{V: 1, T: 2}", "not a save of The Tournament Director"),
    ],
)
def test_text_that_is_no_structure_stays_with_one_sentence(
    director: Client, text: str, said: str
) -> None:
    response = paste(director, text, name="Kept")
    assert response.status_code == 422
    (sentence,) = response.context["errors"]["text"]
    assert said in sentence
    assert response.context["text"] == text
    assert response.context["form"]["name"].value() == "Kept"


# --- A structure ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sample", "rows"),
    [
        ("structures/club-levels.csv", 19),
        ("structures/french-semicolon.csv", 5),
        ("structures/pasted.txt", 10),
        ("structures/breaks-in-level-column.csv", 10),
    ],
)
def test_a_structure_is_looked_at_and_saved_as_it_is(
    director: Client, sample: str, rows: int
) -> None:
    page = upload(director, sample)
    assert (page.status_code, page.context["page"].total, sentences(page)) == (200, rows, {})
    assert stored() == (0, 0, 0, 0)
    saved = again(director, page, "save", chips="25 100 500 1000")
    event = Event.objects.get()
    assert saved["Location"] == reverse("event", args=(event.pk,))
    assert (event.file_kind, event.levels.count()) == ("structure", rows)


def test_pasted_lines_keep_their_breaks_notes_and_numbers(director: Client) -> None:
    again(director, paste(director, PASTED), "save", chips="25 100 500")
    rows = rows_of(Event.objects.get())
    assert rows[3:5] == ["100/200/25 20", "break 10 None color up green T25 [25]"]
    assert rows[-1] == "1000/2000/2000 15"


def test_the_marks_of_a_column_are_kept(director: Client) -> None:
    again(director, upload(director, "structures/french-semicolon.csv"), "save", chips="100 500")
    assert rows_of(Event.objects.get())[2] == "break 15 True  []"


def test_a_bad_line_stands_at_its_place_and_is_mended_there(director: Client) -> None:
    page = paste(director, "25/50\nsee you Friday\n100/200 ante 25 whatever 3 or 4\n200/400")
    assert sentences(page) == {
        2: ("Line 2 is neither a level nor a break: “see you Friday”.",),
        3: ("Line 3 is read as a level, but “whatever 3 or 4” in it is not understood.",),
    }
    assert fields_of(page)["row-2-written"] == "see you Friday"
    assert "As written: “100/200 ante 25 whatever 3 or 4”" in text_of(page)

    refused = again(director, page, "save", chips="25 100")
    assert refused.status_code == 422
    assert "1 row is not understood: mend it, delete it or leave it out." in text_of(refused)
    assert fields_of(refused)["chips"] == "25 100"

    mended = again(director, refused, row__2__written="Break 15 min, color up 25")
    assert sentences(mended) == {}
    assert fields_of(mended)["row-2-note"] == "color up 25"
    assert "As written: “100/200" in text_of(mended)
    again(director, mended, "save")
    assert rows_of(Event.objects.get()) == [
        "25/50/0 None",
        "break 15 None color up 25 [25]",
        "100/200/25 None",
        "200/400/0 None",
    ]


def test_a_bad_cell_is_mended_in_its_cell(director: Client) -> None:
    text = 'Small,Big,Ante,Time\n25,fifty,0,20\n50,100,,later\n75,"150,0\n'
    page = paste(director, text)
    assert sentences(page) == {
        1: ("Line 1 is left out: its big blind “fifty” is not a whole number.",),
        2: ("Line 2 is read without its minutes: “later” is no duration.",),
        3: ("Line 3 is left out: a quotation mark opens in it that is not closed.",),
    }
    fields = fields_of(page)
    assert (fields["row-1-big_blind"], fields["row-2-minutes"]) == ("fifty", "later")
    assert fields["row-3-written"] == '75,"150,0'
    mended = again(
        director,
        page,
        row__1__big_blind="50",
        row__2__minutes="0:20",
        row__3__written="75,150,,15",
    )
    assert sentences(mended) == {}
    again(director, mended, "save", chips="25 50")
    assert rows_of(Event.objects.get()) == ["25/50/0 20", "50/100/0 20", "75/150/0 15"]


def test_whole_numbers_are_read_as_people_write_them_and_stay_as_typed(director: Client) -> None:
    page = again(
        director,
        paste(director, "25/50"),
        row__1__small_blind="1 000",
        row__1__big_blind="2k",
        row__1__ante="2'000",
    )
    assert fields_of(page)["row-1-small_blind"] == "1 000"
    again(director, page, "save", chips="1000")
    assert rows_of(Event.objects.get()) == ["1000/2000/2000 None"]


def test_rows_are_added_deleted_turned_and_left_out(director: Client) -> None:
    page = paste(director, "25/50\nnonsense\n100/200")
    page = again(director, page, "add-1")
    assert [one.number for one in page.context["page"].rows if one.focus] == [2]
    page = again(director, page, row__2__kind="break", row__2__minutes="10", row__2__color_up="25")
    page = again(director, page, "add")
    page = again(director, page, row__5__small_blind="200", row__5__big_blind="400")
    page = again(director, page, "delete-4")
    assert fields_of(page)["row-3-written"] == "nonsense"
    page = again(director, page, row__3__out="on")
    assert (sentences(page), fields_of(page)["row-3-out"]) == ({}, "on")
    again(director, page, "save", chips="25 100")
    assert rows_of(Event.objects.get()) == [
        "25/50/0 None",
        "break 10 True 25 [25]",
        "200/400/0 None",
    ]


def test_one_tick_leaves_out_all_that_is_not_understood(director: Client) -> None:
    page = paste(director, "25/50\nnonsense\nmore of it\n100/200")
    saved = again(director, page, "save", accept="on", chips="25 100")
    assert saved.status_code == 302
    assert rows_of(Event.objects.get()) == ["25/50/0 None", "100/200/0 None"]


def test_a_structure_without_a_level_or_chips_is_not_saved(director: Client) -> None:
    page = again(director, paste(director, "25/50"), row__1__kind="break")
    refused = again(director, page, "save", chips="25, hundred, 0")
    assert "There is no level among the rows." in text_of(refused)
    assert refused.context["form"].errors["chips"] == [
        "“hundred” is not the value of a chip.",
        "“0” is not the value of a chip.",
    ]
    refused = again(director, refused, "save", row__1__kind="level", chips="")
    assert "choose a chip set, or write which chips are in use" in text_of(refused)
    assert stored() == (0, 0, 0, 0)


def test_the_chips_show_when_each_can_leave_before_anything_is_saved(director: Client) -> None:
    page = paste(director, "25/50\n75/150\nbreak 10\n100/200")
    assert "Choose the chips and look again" in text_of(page)
    text = text_of(again(director, page, chips="25 100"))
    assert "At the break of row 3 , into 100. Level 2 still posts a small blind of 75." in text
    box = ChipSet.objects.create(name="Box")
    Denomination.objects.create(chip_set=box, value=50)
    text = text_of(again(director, page, chip_set=str(box.pk)))
    assert "Level 1 posts 25, which chips of 50 cannot pay." in text


def test_the_pasted_text_comes_back_and_the_choices_go_with_it(director: Client) -> None:
    page = paste(director, PASTED, name="Friday", language="fr")
    assert fields_of(page)["name"] == "Friday"
    back = again(director, page, "back", name="Saturday")
    assert back.context["text"] == PASTED
    assert back.context["form"]["name"].value() == "Saturday"
    assert back.context["form"]["language"].value() == "fr"


def test_a_second_tap_saves_nothing_more_but_a_change_does(director: Client) -> None:
    page = again(director, paste(director, "25/50"), chips="25")
    first, second = (again(director, page, "save")["Location"] for _ in range(2))
    assert first == second
    again(director, page, "save", name="Other")
    assert Event.objects.count() == 2

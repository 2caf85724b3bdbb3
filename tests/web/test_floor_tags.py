"""The drawn parts: a chip, a card, an amount, the pad and the table tell what they were given."""

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest
from django.template import Context, Template
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from tournaments.drawing.card import card_face, deck_by_suit
from tournaments.drawing.chip import (
    LEGIBLE,
    NAMED,
    NEUTRAL,
    chip_face,
    chip_label,
    contrast,
    hex_color,
    label_size,
)
from tournaments.drawing.plan import (
    BOX_HEIGHT,
    BOX_WIDTH,
    HEIGHT,
    WIDTH,
    plan_middle,
    plan_seats,
    seat_places,
)
from tournaments.templatetags.floor import amount, card, card_name, chip, signed, stacks, unbroken

HOSTILE = '"><script>alert(1)</script>'


def drawn(source: str, **values: object) -> str:
    return Template("{% load floor %}" + source).render(Context(values))


def parsed(svg: str) -> ElementTree.Element:
    """The drawing as a tree; a drawing that is not well formed fails here."""
    return ElementTree.fromstring(svg.strip())


# Chips


@pytest.mark.parametrize(
    ("value", "label"),
    [
        (1, "1"),
        (25, "25"),
        (1000, "1000"),
        (5000, "5000"),
        (9999, "9999"),
        (10_000, "10K"),
        (12_500, "12.5K"),
        (12_345, "12345"),
        (25_000, "25K"),
        (100_000, "100K"),
        (1_000_000, "1M"),
        (2_500_000, "2.5M"),
        (1_250_000, "1250K"),
        (1_000_000_000, "1B"),
    ],
)
def test_a_chip_carries_its_value_in_few_characters(value: int, label: str) -> None:
    assert chip_label(value) == label


@given(st.integers(min_value=1, max_value=10**12))
def test_a_label_never_states_another_value(value: int) -> None:
    label = chip_label(value)
    unit = {"K": 10**3, "M": 10**6, "B": 10**9}.get(label[-1], 1)
    whole, _, tenths = label.rstrip("KMB").partition(".")
    assert int(whole) * unit + int(tenths or 0) * unit // 10 == value


@pytest.mark.parametrize(
    ("color", "hexed"),
    [
        ("green", "#008000"),
        (" Green ", "#008000"),
        ("#2B8A4B", "#2b8a4b"),
        ("2b8a4b", "#2b8a4b"),
        ("#fff", "#ffffff"),
        ("", None),
        ("#12", None),
        ("greenish", None),
        ("url(#x)", None),
        (HOSTILE, None),
    ],
)
def test_a_colour_is_a_name_or_hex(color: str, hexed: str | None) -> None:
    assert hex_color(color) == hexed


def test_an_unknown_colour_draws_a_neutral_chip() -> None:
    assert chip_face(25, "no colour").rim == NEUTRAL


@given(st.integers(min_value=0, max_value=0xFFFFFF))
def test_a_value_is_legible_on_any_colour(color: int) -> None:
    face = chip_face(100, f"#{color:06x}")
    assert face.rim == f"#{color:06x}"
    assert contrast(face.ink, face.disc) >= LEGIBLE


@pytest.mark.parametrize("name", sorted(NAMED))
def test_a_value_is_legible_on_each_named_colour(name: str) -> None:
    face = chip_face(100, name)
    assert contrast(face.ink, face.disc) >= LEGIBLE


def test_contrast_runs_from_one_to_twenty_one() -> None:
    assert contrast("#123456", "#123456") == 1
    assert round(contrast("#000000", "#ffffff"), 6) == 21


def test_a_longer_label_gets_smaller_type() -> None:
    sizes = [label_size(label, 40) for label in ("5", "25", "100", "1000", "12.5K")]
    assert sizes == [30, 28, 19, 14, 12]


def test_a_chip_is_a_named_picture_with_its_value_on_it() -> None:
    svg = parsed(chip(25, "green", 64))
    assert svg.get("role") == "img"
    assert svg.get("aria-label") == "chip of 25"
    assert (svg.get("width"), svg.get("height")) == ("64", "64")
    assert svg.findall("circle")[0].get("fill") == "#008000"
    assert svg.findtext("text") == "25"


def test_a_decorative_chip_is_hidden_from_screen_readers() -> None:
    svg = parsed(chip(25, "green", 28, True))
    assert svg.get("aria-hidden") == "true"
    assert svg.get("role") is None


def test_nothing_that_is_drawn_carries_a_style_or_a_script() -> None:
    html = drawn(
        "{% chip 25 bad 44 %}{% card bad 56 %}{% table_plan seats down %}{% card_pad bad %}",
        bad=HOSTILE,
        seats=[
            {"number": 1, "card": HOSTILE, "result": HOSTILE, "state": HOSTILE, "href": HOSTILE}
        ],
        down=[(1, 100, HOSTILE)],
    )
    assert "<script" not in html
    assert "&lt;script&gt;" in html
    assert re.search(r"\s(?:style|on\w+)=", html) is None


# Cards


@pytest.mark.parametrize(
    ("text", "code", "rank", "name"),
    [
        ("Ks", "Ks", "K", "king of spades"),
        ("Ah", "Ah", "A", "ace of hearts"),
        ("Td", "Td", "10", "10 of diamonds"),
        ("10d", "Td", "10", "10 of diamonds"),
        (" qC ", "Qc", "Q", "queen of clubs"),
        ("2s", "2s", "2", "2 of spades"),
    ],
)
def test_a_card_has_a_face_and_a_name(text: str, code: str, rank: str, name: str) -> None:
    face = card_face(text)
    assert face is not None
    assert (face.code, face.rank, face.name) == (code, rank, name)
    assert card_name(text) == name


@pytest.mark.parametrize("text", ["", "K", "s", "1s", "Kx", "KKs", "Ks 9d", HOSTILE, None])
def test_what_is_no_card_has_no_face(text: str | None) -> None:
    assert card_face(text) is None


def test_text_that_is_no_card_stays_text() -> None:
    assert card("<b>") == "&lt;b&gt;"
    assert card_name("joker") == "joker"


def test_a_drawn_card_shows_rank_and_suit_and_is_named() -> None:
    svg = parsed(card("Th", 56))
    assert svg.get("aria-label") == "10 of hearts"
    assert (svg.get("width"), svg.get("height")) == ("40", "56")
    assert svg.findtext("text") == "10"
    assert [path.get("class") for path in svg.findall("path")] == ["face-h"]


def test_each_suit_has_its_own_shape_and_its_own_colour() -> None:
    drawings = [parsed(card("A" + suit)).find("path") for suit in "shdc"]
    assert len({path.get("d") for path in drawings if path is not None}) == 4
    assert [path.get("class") for path in drawings if path is not None] == [
        "face-s",
        "face-h",
        "face-d",
        "face-c",
    ]


# Amounts


@pytest.mark.parametrize(
    ("language", "value", "text"),
    [
        ("en", 12500, "12,500"),
        ("fr", 12500, "12\N{NO-BREAK SPACE}500"),
        ("en", 0, "0"),
        ("en", -1200, "−1,200"),
        ("en", "12500", "12,500"),
        ("en", "many", "many"),
        ("en", None, ""),
        ("en", True, "True"),
    ],
)
def test_an_amount_is_grouped_as_the_language_does(language: str, value: object, text: str) -> None:
    with translation.override(language):
        assert amount(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(75, "+75"), (-25, "−25"), (0, "0"), (1200, "+1,200"), ("75", "+75"), (None, ""), ("?", "?")],
)
def test_a_difference_carries_its_sign(value: object, text: str) -> None:
    assert signed(value) == text


@pytest.mark.parametrize(
    ("chips", "text"),
    [
        (0, "0"),
        (6, "6"),
        (20, "1 stack"),
        (26, "1 stack 6"),
        (100, "1 rack"),
        (146, "1 rack 2 stacks 6"),
        (1204, "12 racks 4"),
        (240_000, "2,400 racks"),
        (-46, "−2 stacks 6"),
        (None, ""),
    ],
)
def test_chips_are_named_as_they_are_carried(chips: int | None, text: str) -> None:
    assert stacks(chips) == text


@given(st.integers(min_value=0, max_value=10**6))
def test_racks_stacks_and_singles_add_up(chips: int) -> None:
    text = stacks(chips).replace(",", "")
    worth = {"rack": 100, "racks": 100, "stack": 20, "stacks": 20, "": 1}
    assert (
        sum(int(n) * worth[unit] for n, unit in re.findall(r"(\d+)(?: ([a-z]+))?", text)) == chips
    )


# The pad


def test_the_pad_has_each_card_once_spades_and_aces_first() -> None:
    codes = re.findall(r'data-card="(\w\w)"', drawn('{% card_pad "best" 1 %}'))
    assert codes == [face.code for row in deck_by_suit() for face in row]
    assert codes[:2] == ["As", "Ks"]
    assert len(set(codes)) == 52


def test_the_pad_is_hidden_until_its_script_runs_and_knows_mode_and_decks() -> None:
    html = drawn('{% card_pad "every" 2 %}')
    opening = html[html.index("<fieldset") : html.index(">", html.index("<fieldset"))]
    assert 'data-mode="every"' in opening
    assert 'data-decks="2"' in opening
    assert re.search(r"\bhidden\b", opening) is not None


# The drawn table


@pytest.mark.parametrize("count", range(1, 12))
def test_seat_boxes_lie_inside_the_drawing_and_apart(count: int) -> None:
    places = seat_places(count)
    assert len(places) == count
    for x, y in places:
        assert 0 <= x - BOX_WIDTH // 2 <= x + BOX_WIDTH // 2 <= WIDTH
        assert 0 <= y - BOX_HEIGHT // 2 <= y + BOX_HEIGHT // 2 <= HEIGHT
    for (x1, y1), (x2, y2) in combinations(places, 2):
        assert abs(x1 - x2) >= BOX_WIDTH or abs(y1 - y2) >= BOX_HEIGHT


@pytest.mark.parametrize("count", range(2, 12))
def test_seats_go_round_clockwise_from_the_dealers_left_hand(count: int) -> None:
    places = seat_places(count)
    assert places[0][0] < WIDTH // 2 < places[-1][0]
    for (x, y), (mirrored_x, mirrored_y) in zip(places, reversed(places), strict=True):
        assert abs(x + mirrored_x - WIDTH) <= 1
        assert abs(y - mirrored_y) <= 1


def test_a_table_without_seats_is_an_empty_table() -> None:
    assert plan_seats([]) == ()
    assert "plan-felt" in drawn("{% table_plan seats %}", seats=[])


def test_seats_are_read_from_objects_and_mappings_alike() -> None:
    class Seat:
        number, card, result, state = 4, "5h", "+100", "save"

    from_object, from_mapping = plan_seats([Seat(), {"number": 7, "state": "odd", "result": "–"}])
    assert (from_object.number, from_object.result, from_object.state) == (4, "+100", "save")
    assert from_object.label == "Seat 4: 5 of hearts, +100, rescued"
    assert (from_mapping.number, from_mapping.card, from_mapping.state) == (7, None, "none")
    assert from_mapping.label == "Seat 7: –"


def test_piles_are_centred_and_a_group_without_piles_is_left_out() -> None:
    down, up = plan_middle(
        (
            ("put down", [(4, 100, "black")]),
            ("swap", []),
            ("pick up", [(13, 25, "green"), (2, 5, "red")]),
        )
    )
    lines = [down.y, down.piles[0].y, up.y, up.piles[0].y, up.piles[1].y]
    assert lines == sorted(lines)
    assert (down.caption, up.caption) == ("put down", "pick up")
    assert abs((down.y - 15) + (up.piles[1].y + 22) - HEIGHT) <= 1


def test_the_drawn_table_says_in_words_what_it_shows() -> None:
    html = drawn(
        "{% table_plan seats down up %}",
        seats=[
            {"number": 1, "card": "Ks", "result": "+100", "state": "win", "href": "/why/1"},
            {"number": 2, "result": "empty", "state": "empty"},
        ],
        down=[(4, 100, "black")],
        up=[(1300, 25, "green")],
    )
    figure = parsed(html)
    labels = [node.get("aria-label") for node in figure.iter() if node.get("aria-label")]
    assert labels == [
        "The table from above",
        "put down 4 × 100",
        "pick up 1,300 × 25",
        "Seat 1: king of spades, +100, wins",
        "Seat 2: empty",
    ]
    assert [link.get("href") for link in figure.iter("a")] == ["/why/1"]


def test_a_rescued_seat_differs_from_a_winner_by_more_than_colour() -> None:
    def boxes(state: str) -> int:
        html = drawn("{% table_plan seats %}", seats=[{"number": 1, "state": state}])
        return html.count('class="plan-box"')

    assert (boxes("win"), boxes("save")) == (1, 2)


def test_a_long_result_is_fitted_into_its_box() -> None:
    seats = [{"number": 1, "result": "+100"}, {"number": 2, "result": "+12,500"}]
    fitted = re.findall(r'textLength="(\d+)"[^>]*>([^<]+)<', drawn("{% table_plan s %}", s=seats))
    assert fitted == [("74", "+12,500")]
    assert int(fitted[0][0]) < BOX_WIDTH


def test_a_count_and_its_chip_stay_on_one_line() -> None:
    kept = unbroken("A♦ is the highest card: 4 × 100, of 9 × 25.")
    assert kept.replace("\N{NO-BREAK SPACE}", "_") == (
        "A♦ is the highest card: 4_×_100, of 9_×_25."
    )


@pytest.mark.parametrize("sentence", ["<b>4 × 100</b>", "R&D: 4 × 100"])
def test_a_sentence_with_its_chips_kept_is_escaped_once(sentence: str) -> None:
    written = Template("{% load floor %}{{ one|unbroken }}{{ all|join:' '|unbroken }}").render(
        Context({"one": sentence, "all": [sentence]})
    )
    escaped = sentence.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert written == 2 * escaped.replace(" × ", "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}")

"""The five saves: version, title, where the clock stands, entries, structure, seats."""

from __future__ import annotations

import pytest

from colorup.formats.tournament_file import Chip, ChipSet
from tests.formats.samples import rows_text, sample, table_text

SAVES = {
    "club-2-tables-25s.tdt": (
        "3.7.0-beta.5", "CLUB Poker 20200130", 8, 17, 186000,
        """
        25/50/0 20; 50/100/0 20; 75/150/0 20; break 5 none
        100/200/0 20; 100/200/200 20; 150/300/300 20; break 5 up
        200/400/400 20; 400/800/800 20; 500/1000/1000 20; break 5 up
        600/1200/1200 20; 800/1600/1600 20; 1000/2000/2000 20; break 5 up
        1500/3000/3000 20; 2000/4000/4000 20; 3000/6000/6000 20; 5000/10000/10000 20
        8000/16000/16000 20; 10000/20000/20000 20; 15000/30000/30000 20; 25000/50000/50000 20
        """,
        """
        Table 1 (8): 1=15 2=09 3=14 4=02 5=07 6=11 7=08 8=12
        Table 2 (8): 1=04 2=05 3=06 4=10 5=13 6=16 7=01 8=03
        """,
    ),
    "club-3-tables-25s.tdt": (
        "3.4.3", "CLUB Poker 20191121", 8, 22, 239000,
        """
        25/50/0 20; 50/100/0 20; 75/150/0 20; break 5 none
        100/200/0 20; 100/200/200 20; 150/300/300 20; break 20 up
        200/400/400 20; 300/600/600 20; 400/800/800 20; break 5 none
        500/1000/1000 20; 600/1200/1200 20; 800/1600/1600 20; break 5 none
        1000/2000/2000 20; 1500/3000/3000 20; 2000/4000/4000 20; break 5 up
        3000/6000/6000 20; 5000/10000/10000 20; 8000/16000/16000 20; 12000/24000/24000 20
        20000/40000/40000 20
        """,
        """
        Table 1 (7): 1=07 2=04 4=06 5=10 6=08 7=16
        Table 2 (7): 1=15 2=09 4=13 5=18 6=12 7=03
        Table 3 (7): 1=01 2=17 3=11 4=02 5=14 7=05
        """,
    ),
    "club-nothing-to-remove.tdt": (
        "3.4.3", "CLUB Poker 20190926", 4, 18, 180000,
        """
        25/50/0 20; 50/100/0 20; 75/150/0 20; break 5 up
        100/200/0 20; 100/200/200 20; 150/300/300 20; break 5 none
        200/400/400 20; 300/600/600 20; 400/800/800 20; break 5 none
        600/1200/1200 20; 1000/2000/2000 20; 1500/3000/3000 20; break 5 up
        2000/4000/4000 20; 3000/6000/6000 20; 5000/10000/10000 20; 8000/16000/16000 20
        12000/24000/24000 20; 20000/40000/40000 20
        """,
        """
        Table 1 (7): 1=10 2=12 4=16 5=17 6=03 7=04
        Table 2 (5): 1=14 2=06 3=08 4=07 5=11
        Table 3 (7): 1=09 2=01 3=02 4=15 5=05 6=13
        """,
    ),
    "club-two-denominations.tdt": (
        "3.4.3", "CLUB Poker 20190912", 13, 15, 150000,
        """
        25/50/0 20; 50/100/0 20; 75/150/0 20; break 5 up
        100/200/0 20; 100/200/200 20; 200/400/400 20; break 5 none
        300/600/600 20; 500/1000/1000 20; break 5 none; 700/1400/1400 20
        break 5 up; 1000/2000/2000 20; 1500/3000/3000 20; 2000/4000/4000 20
        break 5 none; 4000/8000/8000 20; 6000/12000/12000 20; 8000/16000/16000 20
        12000/24000/24000 20; 20000/40000/40000 20; 40000/80000/80000 20; 75000/150000/150000 20
        150000/300000/150000 20
        """,
        """
        Table 1 (7): 1=08 2=04 3=14 4=05 6=07 7=09
        Table 2 (8): 1=03 2=13 3=11 5=01 6=15 7=02 8=12
        """,
    ),
    "sample-45-players.tdt": (
        "3.0", "Texas Freeze Out", 1, 45, 67500,
        """
        10/20/0 10; 15/30/0 10; 25/50/0 10; 50/100/0 10
        75/150/0 10; 100/200/0 10; break 10 none; 100/200/25 10
        200/400/25 10; 300/600/50 10; 400/800/50 10; 600/1200/75 10
        1000/2000/100 10; break 10 none; 1500/3000/150 10; 2000/4000/200 10
        3000/6000/300 10; 4000/8000/400 10; 6000/12000/600 10; 10000/20000/1000 10
        break 10 none; 15000/30000/1500 10; 20000/40000/2000 10
        """,
        """
        Table 1 (10): 1=13 2=41 3=40 4=32 5=14 6=04 7=11 8=28 9=31
        Table 2 (10): 1=18 2=30 3=09 4=26 5=45 6=12 7=19 8=43 9=21
        Table 3 (10): 1=02 2=44 3=05 4=10 5=07 6=34 7=17 8=27 9=03
        Table 4 (10): 1=08 2=24 3=37 4=25 5=16 6=01 7=22 8=29 9=20
        Table 5 (10): 1=06 2=39 3=15 4=23 5=42 6=36 7=35 8=33 9=38
        """,
    ),
}  # fmt: skip

CLUB_CHIPS = [
    ("Blue", 25, "blue"),
    ("Green", 100, "#00ff00"),
    ("White", 500, "#ffffff"),
    ("Black", 1000, "#000000"),
]


def lines(text: str, separator: str = "\n") -> list[str]:
    return [
        one.strip() for line in text.split("\n") for one in line.split(separator) if one.strip()
    ]


@pytest.mark.parametrize("name", SAVES)
def test_a_save_is_read_whole(name):
    version, title, current, entries, bought, rows, tables = SAVES[name]
    found = sample(f"tdt/{name}")
    assert (found.kind, found.version, found.title) == ("tdt", version, title)
    assert (found.current_row, found.entries, found.chips_bought) == (current, entries, bought)
    assert rows_text(found) == lines(rows, ";")
    assert [row.row for row in found.rows] == list(range(1, len(found.rows) + 1))
    assert [table_text(table) for table in found.tables] == lines(tables)
    assert {table.button for table in found.tables} == {None}
    assert {player.chips for table in found.tables for player in table.players} == {None}
    assert found.problems == ()


@pytest.mark.parametrize("name", [name for name in SAVES if name.startswith("club")])
def test_the_clubs_chips_have_colours(name):
    found = sample(f"tdt/{name}")
    assert [(chip.label, chip.value, chip.color) for chip in found.chips] == CLUB_CHIPS
    assert {chip.in_use for chip in found.chips} == {True}
    assert found.chip_sets == (ChipSet("OFR Default 10k", {25: 8, 100: 8, 500: 8, 1000: 5}),)


def test_a_chip_with_a_picture_has_no_colour():
    found = sample("tdt/sample-45-players.tdt")
    assert found.chips == (
        Chip(5, "White", None, True, "1"),
        Chip(10, "Red", None, True, "2"),
        Chip(25, "Blue", None, True, "3"),
        Chip(100, "Black", None, True, "4"),
    )
    assert [chip_set.name for chip_set in found.chip_sets] == ["Main Set", "Set 2", "Set 3"]
    assert found.chip_sets[2].counts == {5: 400, 10: 100, 25: 0, 100: 0}


def test_ids_that_a_newer_file_is_matched_by():
    found = sample("tdt/club-3-tables-25s.tdt")
    assert found.external_id == "6209e622-25b1-402b-b770-ad5b1ca7c504"
    assert found.tables[1].external_id == "32137076-cc97-482c-b07e-cc4134a26e50"
    assert found.tables[2].players[0].external_id == "a47c84c0-26ca-11e3-0aa0-3d0f9b6e704c"


def test_version_3_0_has_no_table_ids():
    assert {table.external_id for table in sample("tdt/sample-45-players.tdt").tables} == {""}


def test_the_document_of_a_save():
    document = sample("tdt/club-3-tables-25s.tdt").as_document()
    assert list(document) == [
        "kind", "version", "title", "chips", "chip_sets", "rows", "current_row", "tables",
        "entries", "chips_bought", "problems",
    ]  # fmt: skip
    assert document["chips"][0] == {
        "value": 25, "label": "Blue", "color": "blue", "in_use": True,
    }  # fmt: skip
    assert document["chip_sets"][0]["counts"] == {"25": 8, "100": 8, "500": 8, "1000": 5}
    assert document["rows"][0] == {
        "row": 1, "kind": "level", "small_blind": 25, "big_blind": 50, "ante": 0, "minutes": 20,
    }  # fmt: skip
    assert document["rows"][7] == {
        "row": 8, "kind": "break", "minutes": 20, "color_up": True, "note": "", "denominations": [],
    }  # fmt: skip
    assert document["tables"][0]["players"][0] == {"seat": 1, "name": "Player 07", "chips": None}
    assert {key: document["tables"][0][key] for key in ("name", "seats", "button")} == {
        "name": "Table 1", "seats": 7, "button": None,
    }  # fmt: skip
    assert (document["current_row"], document["entries"]) == (8, 22)
    assert (document["chips_bought"], document["problems"]) == (239000, [])

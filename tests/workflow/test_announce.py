"""Announcing a colour-up: works, wrong person, already done, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from colorup.engine.problems import Problems
from tests.workflow.rooms import announce_25s, make_event, make_table
from tournaments.models import ColorUp, Event, HouseRuleset, RaceEvent, Table
from tournaments.workflow import Conflict, Forbidden, NotFound, announce


def test_opens_a_race_at_each_table(event: Event, people: Any) -> None:
    tables = [make_table(event, number) for number in (3, 1, 2)]
    color_up = announce_25s(event, tables, by=people.director, device="tablet 2")
    races = color_up.races.select_related("table")
    assert [(one.table.number, one.state, one.version) for one in races] == [
        (1, "announced", 1),
        (2, "announced", 1),
        (3, "announced", 1),
    ]
    events = RaceEvent.objects.all()
    assert [(one.action, one.by, one.device) for one in events] == [
        ("announce", people.director, "tablet 2")
    ] * 3
    event.refresh_from_db()
    assert {one.board_sequence for one in races} == {event.board_sequence}


def test_keeps_ruleset_and_chip_set_as_they_were(event: Event, table: Table, people: Any) -> None:
    house = HouseRuleset.objects.create(
        name="Ours", slug="ours", base="tda-2026", changes={"pool_rounding": "up"}
    )
    color_up = announce_25s(event, [table], by=people.director, ruleset_slug="ours")
    house.changes = {"pool_rounding": "down"}
    house.save()
    event.chip_set.denominations.filter(value=25).delete()
    color_up.refresh_from_db()
    kept = color_up.ruleset
    assert (kept["slug"], kept["name"], kept["base"]) == ("ours", "Ours", "tda-2026")
    assert kept["options"]["pool_rounding"] == "up"
    assert kept["says"]["pool_rounding"] == "house"
    assert kept["says"]["award_limit"] == "source"
    assert [one["value"] for one in color_up.chip_set["chips"]] == [25, 100, 500, 1000]


def test_single_options_hold_for_this_colour_up_only(
    event: Event, table: Table, people: Any
) -> None:
    color_up = announce_25s(
        event, [table], by=people.director, rules={"two_person": "on", "when": "at 21:00"}
    )
    assert color_up.ruleset["options"]["two_person"] == "on"
    assert color_up.due == "at 21:00"


def test_keeps_the_text_that_was_read_out(event: Event, table: Table, people: Any) -> None:
    color_up = announce_25s(event, [table], by=people.director, text="The greens go.")
    assert color_up.text == "The greens go."


def test_composes_the_text_where_none_is_given(color_up: ColorUp) -> None:
    assert "25" in color_up.text
    assert "100" in color_up.text


def test_floor_may_not_announce(event: Event, table: Table, people: Any) -> None:
    with pytest.raises(Forbidden) as refused:
        announce_25s(event, [table], by=people.floor)
    assert (refused.value.code, refused.value.status) == ("role_too_low", 403)
    assert not ColorUp.objects.exists()


def test_for_a_stranger_there_is_no_event(event: Event, table: Table, people: Any) -> None:
    with pytest.raises(NotFound):
        announce_25s(event, [table], by=people.stranger)


def test_an_event_that_does_not_exist_is_not_found(table: Table, people: Any) -> None:
    with pytest.raises(NotFound):
        announce_25s(table.event, [table], by=people.director, event_id=0)


def test_sent_again_answers_with_the_first_colour_up(
    event: Event, table: Table, people: Any
) -> None:
    first = announce_25s(event, [table], by=people.director, command_id="once")
    again = announce_25s(event, [table], by=people.director, command_id="once")
    assert again == first
    assert ColorUp.objects.count() == 1


def test_sent_again_with_other_content_is_a_conflict(
    event: Event, table: Table, people: Any
) -> None:
    announce_25s(event, [table], by=people.director, command_id="once")
    with pytest.raises(Conflict) as refused:
        announce_25s(event, [table], by=people.director, command_id="once", due="later")
    assert refused.value.code == "changed_after_send"
    assert refused.value.applied is not None
    assert refused.value.sent is not None
    assert (refused.value.applied["due"], refused.value.sent["due"]) == ("", "later")


def test_says_everything_that_is_wrong_at_once(event: Event, people: Any) -> None:
    broken = make_table(event, 4)
    broken.broken_at = timezone.now()
    broken.save()
    elsewhere = make_table(make_event(), 1)
    with pytest.raises(Problems) as wrong:
        announce(
            event_id=event.pk,
            by=people.director,
            command_id="x",
            removed=[20],
            in_play=[100],
            ruleset_slug="nobody-knows",
            tables=[broken.pk, elsewhere.pk],
        )
    assert wrong.value.codes == (
        "unknown_ruleset",
        "bad_denomination",
        "bad_tables",
        "bad_tables",
    )


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"tables": []}, "bad_tables.none"),
        ({"removed": []}, "bad_denomination.none_removed"),
        ({"removed": [1000]}, "bad_denomination.both"),
        ({"in_play": []}, "bad_denomination.no_target"),
        ({"rules": {"decks": 3}}, "bad_option.value"),
    ],
)
def test_what_is_wrong_is_named(
    event: Event, table: Table, people: Any, changes: dict[str, Any], key: str
) -> None:
    with pytest.raises(Problems) as wrong:
        announce_25s(event, [table], by=people.director, **changes)
    assert key in [one.key for one in wrong.value]


def test_a_table_does_not_remove_the_same_chip_twice(
    color_up: ColorUp, table: Table, people: Any
) -> None:
    with pytest.raises(Problems) as wrong:
        announce_25s(color_up.event, [table], by=people.director)
    assert [(one.key, one.values["chips"]) for one in wrong.value] == [("bad_tables.raced", (25,))]


def test_another_chip_may_be_announced_before_the_first_has_left(
    color_up: ColorUp, table: Table, people: Any
) -> None:
    second = announce_25s(
        color_up.event, [table], by=people.director, removed=[100], in_play=[500, 1000]
    )
    assert second.races.count() == 1

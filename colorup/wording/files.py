"""Sentences about files: what a reader of other people's files could not understand."""

from __future__ import annotations

from colorup.wording.marks import Plural
from colorup.wording.marks import gettext as _

SENTENCES: dict[str, str | Plural] = {
    "bad_file.unreadable": _("%(name)s cannot be read: %(reason)s."),
    "bad_file.too_large": _("%(name)s is larger than %(megabytes)s MB; it is not read."),
    "bad_file.empty": _("%(name)s is empty."),
    "bad_file.binary": _("%(name)s is not a text: byte %(offset)s is zero."),
    "bad_file.spreadsheet": _("%(name)s is a spreadsheet; save its table as CSV and read that."),
    "bad_file.pdf": _("%(name)s is a PDF; copy the structure out of it as text and read that."),
    "bad_file.picture": _("%(name)s is a picture, not a tournament file."),
    "bad_file.unknown": _(
        "%(name)s is not a tournament file: it does not begin with { as a save does, has no line"
        " of headings with the blinds or with table and seat, and no line of it is a level."
    ),
    "bad_file.too_many_rows": _(
        "%(name)s has %(rows)s rows; at most %(most)s are read, and no event has more."
    ),
    "bad_file.no_levels": _("%(name)s has no blind structure, so there is nothing to plan."),
    "bad_file.not_tdt": _(
        "%(name)s, line %(line)s, character %(character)s: what begins here is not a save of"
        " The Tournament Director; its T is not a Tournament."
    ),
    "bad_file.js_value": _(
        "%(name)s, line %(line)s, character %(character)s: a value is missing before “%(found)s”."
    ),
    "bad_file.js_item": _(
        "%(name)s, line %(line)s, character %(character)s: “%(found)s” stands where a value or"
        " the end of a list should."
    ),
    "bad_file.js_key": _(
        "%(name)s, line %(line)s, character %(character)s: “%(found)s” stands where a name with"
        " a colon or “}” should."
    ),
    "bad_file.js_comma": _(
        "%(name)s, line %(line)s, character %(character)s: “%(found)s” stands where a comma or"
        " the end of a value should."
    ),
    "bad_file.js_trailing": _(
        "%(name)s, line %(line)s, character %(character)s: “%(found)s” stands after the end of"
        " the save."
    ),
    "bad_file.js_unclosed": _(
        "%(name)s, line %(line)s, character %(character)s: the file ends here, but the"
        " “%(opener)s” of line %(opened_line)s, character %(opened_character)s is still open;"
        " a part of the file is missing."
    ),
    "bad_file.js_text": _(
        "%(name)s, line %(line)s, character %(character)s: the text that begins with this quote"
        " never ends."
    ),
    "bad_file.js_escape": _(
        "%(name)s, line %(line)s, character %(character)s: this backslash does not stand before"
        " a character that can be written so."
    ),
    "bad_file.js_depth": _(
        "%(name)s, line %(line)s, character %(character)s: values stand in each other more than"
        " %(depth)s deep here; no save does that."
    ),
    "bad_file.js_map": _(
        "%(name)s, line %(line)s, character %(character)s: this map is not made of pairs of a"
        " key and a value."
    ),
    "bad_file.tdt_part": _("The part %(part)s of the save is not what a save has there."),
    "bad_file.tdt_table_seats": _("%(table)s: the list of its seats is missing."),
    "bad_denomination.tdt_chip": _(
        "Chip %(number)s (%(label)s) is left out: its value %(found)s is not a positive whole"
        " number."
    ),
    "bad_denomination.tdt_id_twice": _(
        "Chip %(number)s (%(label)s) has the id of another chip; the chip sets count only the"
        " other one."
    ),
    "bad_count.tdt_chip_set": _(
        "Chip set %(name)s: %(found)s of the chip with id %(chip)s cannot be counted."
    ),
    "bad_count.tdt_bought": _(
        "%(player)s bought %(found)s chips, which is not a whole number; it is not in the total."
    ),
    "bad_row.tdt_level": _("Row %(row)s is left out: it is not a level with %(found)s."),
    "bad_row.tdt_minutes": _("Row %(row)s: %(found)s is not a whole number of minutes."),
    "bad_row.tdt_current": _(
        "The current level %(found)s is not one of the %(rows)s rows, counted from 0."
    ),
    "bad_button.tdt": _("%(table)s: the button %(found)s is not one of its seats."),
    "bad_seat.tdt_number": _(
        "%(table)s: %(found)s is not its number of seats; it is read with %(seats)s."
    ),
    "bad_seat.table_too_long": _(
        "%(table)s has %(seats)s seats; a race can use seats 1 to %(highest)s only."
    ),
    "bad_seat.tdt_holder": _(
        "%(table)s, seat %(seat_number)s: %(found)s is not a player; the seat is read as empty."
    ),
    "bad_seat.tdt_twice": _(
        "%(table)s, seat %(seat_number)s: %(player)s has a seat already; the first one counts."
    ),
    "bad_seat.tdt_stranger": _(
        "%(table)s, seat %(seat_number)s: someone sits here whom the list of players does not have."
    ),
    "bad_row.quotes": _(
        "Line %(line)s is left out: a quotation mark opens in it that is not closed."
    ),
    "bad_row.small_blind": _(
        "Line %(line)s is left out: its small blind “%(found)s” is not a whole number."
    ),
    "bad_row.big_blind": _(
        "Line %(line)s is left out: its big blind “%(found)s” is not a whole number."
    ),
    "bad_row.ante": _("Line %(line)s is left out: its ante “%(found)s” is not a whole number."),
    "bad_row.minutes": _("Line %(line)s is read without its minutes: “%(found)s” is no duration."),
    "bad_row.color_up_at_level": _(
        "Line %(line)s: a colour-up (“%(found)s”) is marked on a level, not on a break; the mark"
        " is left out."
    ),
    "bad_row.rest": _("Line %(line)s is read as a level, but “%(found)s” in it is not understood."),
    "bad_row.neither": _("Line %(line)s is neither a level nor a break: “%(found)s”."),
    "missing_field.table": _("Line %(line)s is left out: it names no table."),
    "bad_seat.not_a_seat": _("Line %(line)s is left out: “%(found)s” is not a seat number."),
    "bad_seat.taken": _(
        "Line %(line)s is left out: seat %(seat_number)s of table %(table)s is taken by line"
        " %(first)s."
    ),
    "bad_seat.too_high": _(
        "Line %(line)s: table %(table)s has a seat %(seat_number)s; a race can use seats 1 to"
        " %(highest)s only."
    ),
    "bad_count.not_whole": _(
        "Line %(line)s is left out: “%(found)s” is not a whole number of chips."
    ),
    "bad_denomination.plan": _(
        "“%(found)s” in --chips is not a chip value: a positive whole number is."
    ),
    "bad_denomination.plan_twice": _("%(value)s stands twice in --chips."),
    "missing_field.plan_chips": _(
        "%(name)s does not say which chips are in use: give their values with --chips 25,100,500."
    ),
}

"""The sentences of the upper floor, and how any message is said in the active language."""

from __future__ import annotations

from django.utils.formats import number_format
from django.utils.translation import gettext, gettext_noop, ngettext

from colorup.engine.problems import Message
from colorup.wording import say as say_of_engine

SENTENCES = {
    "refused.not_found": gettext_noop("There is no such page."),
    "refused.role_too_low": gettext_noop(
        "Your role does not allow this: it takes the role %(role)s."
    ),
    "refused.director_needed": gettext_noop(
        "What was paid differs from what was due: a director must confirm it."
    ),
    "refused.director_needed.late": gettext_noop(
        "The ruleset leaves chips found later to the director: a director must say what is paid."
    ),
    "refused.second_person_needed": gettext_noop(
        "The person who counted may not confirm: a second person must."
    ),
    "refused.stale": gettext_noop("Somebody else changed this table; nothing of yours was saved."),
    "refused.changed_after_send": gettext_noop(
        "This was saved already, with other entries than those sent now."
    ),
    "refused.not_now": gettext_noop("This is not possible at the step where it stands."),
    "refused.not_now.no_cards_needed": gettext_noop(
        "No cards are needed at this table: it can be confirmed as it is."
    ),
    "refused.not_now.shuffled": gettext_noop(
        "The app has shuffled already: a player calls the number for the stub that is shown."
    ),
    "refused.not_now.not_shuffled": gettext_noop(
        "No shuffled stub is waiting for a number here: let the app shuffle first."
    ),
    "refused.no_app_deal.by_hand": gettext_noop("The ruleset has the cards dealt by hand."),
    "refused.no_app_deal.totals": gettext_noop(
        "The app deals a card for each odd chip, so it must know the odd chips of each seat."
    ),
    "refused.no_app_deal.recorded": gettext_noop(
        "The step before was recorded without every card, so the app does not deal this one."
    ),
    "refused.no_app_deal.button": gettext_noop(
        "Nobody knows yet where the deal starts: go back to the count and say where the button is,"
        " or deal the cards by hand."
    ),
    "refused.not_now.taken_back": gettext_noop("This was taken back already."),
    "refused.not_now.a_reversal": gettext_noop(
        "A reversal stays as it is: record again what really happened."
    ),
    "refused.not_now.float_closed": gettext_noop("This float has been closed."),
    "refused.not_now.float_moved": gettext_noop(
        "What a float was given or handed in is not taken back: move the chips the other way."
    ),
    "refused.not_now.void": gettext_noop("This colour-up was voided."),
    "refused.section_has_float": gettext_noop(
        "Section %(section)s carries an open float: close it first."
    ),
    "refused.float_differs.missing": gettext_noop(
        "Missing: %(missing)s. Hand them in, or close with a reason."
    ),
    "refused.float_differs.surplus": gettext_noop(
        "Too many: %(surplus)s. Look at what was paid, or close with a reason."
    ),
    "refused.float_differs.both": gettext_noop(
        "Missing: %(missing)s. Too many: %(surplus)s. Look at what was paid, or give a reason."
    ),
    "refused.structure_there": gettext_noop(
        "This event has a structure already; nothing of yours was saved."
    ),
    "refused.seats_there": gettext_noop(
        "This event has a seat draw already; nothing of yours was saved."
    ),
    "refused.race_underway": gettext_noop(
        "Seats cannot be added while races are counted or dealt: tables %(tables)s."
    ),
    "refused.tables_broken": gettext_noop(
        "These tables of the draw are broken in this event: %(tables)s."
    ),
    "refused.tables_confirmed": gettext_noop(
        "Confirmed already: tables %(tables)s. Reopen them before the colour-up is voided."
    ),
    "refused.chips_recorded": gettext_noop(
        "Chips were recorded under this colour-up: %(what)s. Take that back first, on the page of"
        " late chips."
    ),
    "refused.not_final.cards_missing": gettext_noop("Cards are still missing: seats %(seats)s."),
    "refused.not_final.winners_missing": gettext_noop("It is not entered yet who got a chip."),
    "refused.not_final.tied": gettext_noop(
        "Seats %(seats)s are tied: each of them gets one more card."
    ),
    "refused.evidence_too_low.winners": gettext_noop(
        "The ruleset asks for the odd chips of each seat, not only the table’s total."
    ),
    "refused.evidence_too_low.best_cards": gettext_noop(
        "The ruleset asks for the best card of each seat that races."
    ),
    "refused.evidence_too_low.cards": gettext_noop("The ruleset asks for every card."),
    "refused.old_form": gettext_noop(
        "This form was older than your login, so nothing was saved. Your entries are still in it:"
        " tap again."
    ),
    "refused.collector_not_asked": gettext_noop(
        "Say first whether seat %(seat)s has %(chips)s of its own to complete the last chip."
    ),
    "refused.nothing_dealt": gettext_noop(
        "Nothing is entered yet: enter the cards, or who won a chip."
    ),
    "refused.reason_needed": gettext_noop("A reason is needed."),
    "refused.director_needed.override": gettext_noop(
        "This goes against a rule: a director may do it, with a reason."
    ),
    "refused.held": gettext_noop(
        "%(tables)s: a race is under way there and holds its players until it is confirmed."
    ),
    "refused.race_first": gettext_noop(
        "%(player)s must race at the old table first: %(table)s has not raced its %(chips)s yet."
    ),
    "refused.brings_needed": gettext_noop(
        "%(player)s comes from a table that has not raced yet: say how many chips of %(chips)s come"
        " along, 0 where there are none."
    ),
    "refused.other_event": gettext_noop(
        "This file seems to be of another event: say that it is of this one, then take it over."
    ),
    "refused.seats_changed": gettext_noop(
        "Somebody else changed these seats meanwhile: look again. Nothing of yours was saved."
    ),
    "bad_cut.none": gettext_noop("Tap the number that the player called, from 1 to %(most)s."),
    "bad_seat.not_at_table": gettext_noop("This table has seats 1 to %(most)s."),
    "bad_seat.not_there": gettext_noop("%(table)s has seats 1 to %(most)s, no seat %(number)s."),
    "bad_seat.nobody": gettext_noop("Nobody is known to sit at %(table)s, seat %(number)s."),
    "bad_seat.same": gettext_noop("The player sits there already."),
    "bad_seat.occupied": gettext_noop("%(table)s, seat %(number)s is taken: %(player)s."),
    "bad_seat.no_destination": gettext_noop("Seat %(number)s: say where this player goes."),
    "bad_tables.number_taken": gettext_noop("There is a table %(table)s already."),
    "bad_tables.number": gettext_noop("A table has a whole number from 1."),
    "bad_tables.seat_count": gettext_noop("A table has 1 to %(most)s seats."),
    "bad_tables.seats_in_use": gettext_noop("%(table)s: somebody sits beyond seat %(most)s."),
    "bad_tables.not_standing": gettext_noop("%(table)s is broken."),
    "bad_tables.standing": gettext_noop("%(table)s stands already."),
    "bad_tables.not_empty": gettext_noop("%(table)s cannot be broken: somebody still sits there."),
    "bad_button.not_there": gettext_noop("The button is at a seat of the table."),
    "bad_arrival.raced": gettext_noop(
        "Both tables have raced the %(chips)s: what the player still has of them are late chips."
    ),
    "bad_stack.left": gettext_noop(
        "%(table)s is done with the %(chips)s: a stack that comes there has none."
    ),
    "bad_stack.empty": gettext_noop("A stack has at least one chip; leave it out if nobody knows."),
    "bad_count": gettext_noop("“%(value)s” is not a number of chips."),
    "bad_count.picked_up": gettext_noop("“%(value)s” is not a number of chips."),
    "bad_count.handed_over": gettext_noop("“%(value)s” is not a number of chips."),
    "bad_seat.without_table": gettext_noop("Say the table too: a seat alone is not known."),
    "bad_count.chips": gettext_noop(
        "Chips of %(chip)s: “%(typed)s” is not a whole number from 0 to %(most)s."
    ),
    "bad_count.called_total": gettext_noop(
        "The dealer called %(called)s odd chips, but %(odd)s are entered."
    ),
    "bad_count.called_total_type": gettext_noop("The called total is a number of chips."),
    "bad_denomination.not_in_chip_set": gettext_noop(
        "The event’s chip set has no chips of %(chips)s."
    ),
    "bad_file.damaged_spreadsheet": gettext_noop(
        "%(name)s is a damaged spreadsheet: it cannot be opened."
    ),
    "bad_late.none": gettext_noop("Say how many chips were found."),
    "bad_late.not_left": gettext_noop(
        "Chips of %(chips)s have not left play: no table is done with them."
    ),
    "bad_late.not_in_play": gettext_noop("Chips of %(chips)s are not in play and cannot be paid."),
    "bad_late.too_much": gettext_noop(
        "Late chips are never rounded up: they are worth %(worth)s, and %(paid)s would be paid."
    ),
    "bad_late.rule_decides": gettext_noop(
        "What is paid for late chips follows from the ruleset here; nobody decides it."
    ),
    "bad_exchange.none": gettext_noop("Say which chips are exchanged."),
    "bad_exchange.left": gettext_noop(
        "Chips of %(chips)s have left play: they come in as late chips only, and none go out."
    ),
    "bad_sheet.blank": gettext_noop(
        "Nothing of the count is entered: type the odd chips by seat, or the table’s total, 0 where"
        " nothing was odd."
    ),
    "bad_sheet.reason": gettext_noop("Say why it was paid otherwise."),
    "bad_sheet.second_person": gettext_noop(
        "A second person confirms here, and says there what was paid otherwise."
    ),
    "bad_sheet.picked_up": gettext_noop(
        "Say too how many chips were picked up: only then can be checked what was handed over."
    ),
    "bad_sheet.not_won": gettext_noop(
        "Seat %(seat)s is ticked, but wins no chip by what is entered. Look at the sheet again: if"
        " the chip was paid, a director enters it as paid otherwise."
    ),
    "bad_sheet.won": gettext_noop(
        "Seat %(seat)s wins a chip by what is entered, but is not ticked. Look at the sheet again:"
        " if no chip was paid, a director enters it as paid otherwise."
    ),
    "bad_sheet.not_rescued": gettext_noop(
        "Seat %(seat)s is ticked as rescued, but nobody has to be rescued there. Look at the sheet"
        " again: if a chip was paid, a director enters it as paid otherwise."
    ),
    "bad_paid.type": gettext_noop("What was paid is a number of chips for each seat."),
    "bad_paid.no_such_step": gettext_noop("Nothing is raced for %(chip)s here."),
    "bad_float.nobodys": gettext_noop("Say which section or which person carries the float."),
    "bad_float.section_has_one": gettext_noop("Section %(section)s has an open float already."),
    "bad_float.person_has_one": gettext_noop("%(person)s carries an open float already."),
    "bad_float.no_chips": gettext_noop("Say how many chips of at least one denomination."),
    "bad_float.two_names": gettext_noop("Two names are needed: who gives, and who takes."),
    "bad_float.same_name": gettext_noop("Who gives and who takes are two people."),
    "bad_float.no_such_section": gettext_noop("This event has no such section."),
    "bad_section.name": gettext_noop("A section has a name of at most %(most)s characters."),
    "bad_section.name_taken": gettext_noop("There is a section %(name)s already."),
    "bad_section.lead": gettext_noop("There is no such person here."),
    "bad_range.unreadable": gettext_noop(
        "“%(typed)s” is no table number: write 1-10, 12 for tables 1 to 10 and table 12."
    ),
    "bad_range.backwards": gettext_noop("%(first)s to %(last)s runs backwards."),
    "bad_range.too_wide": gettext_noop(
        "“%(typed)s” is too wide: tables are counted from 1, at most %(most)s at a time."
    ),
    "bad_time": gettext_noop("“%(typed)s” is no time of day: write 21:40."),
    "bad_tables.no_such": gettext_noop("There are no tables %(tables)s."),
    "bad_tables.none": gettext_noop("Choose at least one table."),
    "bad_tables.unknown": gettext_noop("A chosen table does not belong to this event."),
    "bad_tables.broken": gettext_noop("Table %(table)s is broken."),
    "bad_tables.ended": gettext_noop(
        "The race of table %(table)s ended in this colour-up: announce one anew for it."
    ),
    "bad_tables.raced": gettext_noop("Table %(table)s removes %(chips)s already."),
}

# What the shipped rulesets say of themselves: when they colour up, their names, their sources.
# Proper names stay, and anything else in these places is a person's own words.
SHIPPED = frozenset(
    (
        gettext_noop("at the break"),
        gettext_noop("at the start of a level"),
        gettext_noop("Poker TDA 2026, rule 26-A, B, C (2024: rule 24)"),
        gettext_noop("World Series of Poker 2024, rule 77"),
        gettext_noop("Robert’s Rules of Poker, section 15"),
        gettext_noop("Robert’s Rules, holder’s half"),
        gettext_noop("Robert’s Rules of Poker, section 15: the other reading of its last sentence"),
        gettext_noop("homepokertourney.org, the worked example of a colour-up"),
        gettext_noop("French club rules: color up et chip race"),
        gettext_noop("Encyclopaedia, classic"),
        gettext_noop("Wikipedia, “Chip race”, the older text"),
        gettext_noop("Encyclopaedia, 2020s"),
        gettext_noop("Wikipedia, “Chip race”, the current text"),
        gettext_noop("PokerStars Live 2018, published procedure, read in translation"),
        gettext_noop("Always up"),
        gettext_noop("A published guide’s procedure, used in several rooms"),
        gettext_noop("Round everyone up"),
        gettext_noop("Common in leagues and fast events"),
        gettext_noop("Leave in play"),
        gettext_noop("homepokertourney.org, last paragraph"),
    )
)


def say_shipped(text: str) -> str:
    """A shipped text of a ruleset in the active language; a person's own words as they stand."""
    return gettext(text) if text in SHIPPED else text


def say(message: Message) -> str:
    """A message of the engine or of the workflow as one sentence in the active language."""
    sentence = SENTENCES.get(message.key)
    if sentence is None:
        return say_of_engine(
            message, translate=gettext, translate_plural=ngettext, number=in_digits
        )
    return gettext(sentence) % {name: _shown(value) for name, value in message.values.items()}


def in_digits(number: int) -> str:
    """An integer in the active language's own grouping: 12,500 or 12 500."""
    return number_format(number, use_l10n=True, force_grouping=True)


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(_shown(one) for one in value)
    return in_digits(value) if isinstance(value, int) else str(value)

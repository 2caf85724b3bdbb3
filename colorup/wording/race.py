"""Sentences about a race: what is wrong with an input, and what ought to be seen."""

from __future__ import annotations

from colorup.wording.marks import Plural, ngettext
from colorup.wording.marks import gettext as _

SENTENCES: dict[str, str | Plural] = {
    "bad_usage": _("%(reason)s."),
    "bad_file.no_input": _("There is no standard input to read."),
    "bad_file.no_output": _("The result cannot be written: %(reason)s."),
    "bad_file.not_utf8": _("This is not UTF-8 text: byte %(byte)s cannot be read."),
    "bad_json": _("This is not JSON: line %(line)s, character %(character)s: %(reason)s."),
    "bad_json.too_deep": _("This is not a race: it is nested too deeply."),
    "bad_json.not_an_object": _("A race is a JSON object, {…}."),
    "bad_json.key_twice": _("The field “%(field)s” is given twice in one object."),
    "bad_json.constant": _("%(value)s is not a JSON number."),
    "unknown_field": _("There is no field “%(field)s” here."),
    "missing_field": _("The field “%(field)s” is missing."),
    "missing_field.seats": _("Neither “seats” nor “odd_total” is given; one of them is needed."),
    "missing_field.seat": _("Entry %(entry)s of “seats” has no “seat”."),
    "missing_field.count": _("Entry %(entry)s of “seats” has neither “count” nor “odd” chips."),
    "missing_field.collector_seat": _("The collector’s seat is missing."),
    "missing_field.collector_pile": _(
        "The collector’s pile is missing: all removed chips on the table, gathered and odd."
    ),
    "missing_field.collector_own": _("The collector’s own chips are missing."),
    "conflicting_fields": _("“%(one)s” and “%(other)s” cannot be given together."),
    "conflicting_fields.seat": _(
        "Entry %(entry)s of “seats” has both “%(one)s” and “%(other)s”; give one."
    ),
    "conflicting_fields.rescued": _(
        "“rescued” belongs to “odd_total”; with seats it follows by itself."
    ),
    "unknown_ruleset": _("There is no ruleset “%(value)s”."),
    "bad_option.not_an_object": _("“rules” must be an object: option and value."),
    "bad_option.unknown": _("There is no option “%(option)s”."),
    "bad_option.value": _(
        "The option “%(option)s” cannot be “%(value)s”; it is one of: %(choices)s."
    ),
    "bad_option.when": _("The option “when” is a text of at most %(most)s characters."),
    "bad_option.flag": _("“%(field)s” is true or false, not “%(value)s”."),
    "bad_option.holder_half_rounding": _(
        "The holder’s-half reading of the last chip goes with “pool_rounding” half_up only."
    ),
    "bad_option.holder_half_winner_takes_all": _(
        "The holder’s-half reading of the last chip does not go with winner takes all."
    ),
    "bad_option.holder_half_second_round": _(
        "The holder’s-half reading of the last chip does not go with a second round."
    ),
    "bad_option.pool_first_lowest": _(
        "Seats can be served first from the pool only in the chip that is raced for:"
        " “rescue_source” pool_first needs “rescue_chip” race_target."
    ),
    "bad_option.totals": _(
        "The total alone is enough only for a race with one chip a player, the table’s leftover"
        " rounded together and a whole ratio of one denomination. Count by seat."
    ),
    "bad_option.odds_procedure": _(
        "Chances are known only for a race with cards, not for “%(procedure)s”."
    ),
    "bad_option.odds_decks": _("Chances are worked out for one deck only."),
    "bad_option.odds_several": _("Chances are worked out for one denomination only."),
    "bad_option.odds_totals": _("Chances need the odd chips of each seat, not only their total."),
    "director_decides": _("The ruleset leaves chips found later to the director."),
    "bad_exchange": _("An exchange is of equal value: %(given)s would come in and %(got)s go out."),
    "bad_cut": _("“%(called)s” is not a place to cut: call a number from 1 to %(most)s."),
    "bad_denomination": _(
        "“%(field)s”: “%(value)s” is not a denomination, a whole number from 1 to %(most)s."
    ),
    "bad_denomination.not_a_list": _("“%(field)s” is a list of denominations, not “%(value)s”."),
    "bad_denomination.twice": _("“%(field)s” names %(value)s twice."),
    "bad_denomination.none_removed": _("“removed” names no denomination."),
    "bad_denomination.both": _("%(value)s is removed and stays in play."),
    "bad_denomination.no_target": _("No chip stays in play for which %(removed)s can be changed."),
    "bad_denomination.target_not_in_play": _("The target %(value)s is not in play."),
    "bad_denomination.target_below": _(
        "The target %(value)s is not above the removed %(removed)s."
    ),
    "bad_denomination.does_not_divide": _(
        "%(removed)s cannot leave while %(smaller)s stays: %(removed)s is not a whole number of"
        " %(smaller)s."
    ),
    "bad_denomination.not_removed": _("Seat %(seat)s: “%(value)s” is not a removed denomination."),
    "bad_seat": _("“%(value)s” is not a seat; seats are numbered 1 to 12."),
    "bad_seat.not_a_list": _("“seats” is a list of seats."),
    "bad_seat.not_an_object": _("Entry %(entry)s of “seats” is not an object."),
    "bad_seat.twice": _("Seat %(seat)s is given twice."),
    "bad_count": _("“%(field)s”: “%(value)s” is not a number of chips from 0 to %(most)s."),
    "bad_count.odd_total": _("“%(value)s” is not a number of odd chips from 0 to %(most)s."),
    "bad_count.a_set": _(
        "Seat %(seat)s: %(odd)s odd chips make a complete set of %(gives)s; exchange it first."
    ),
    "bad_count.no_odd_chips": _(
        "Seat %(seat)s: no %(removed)s is odd here, because a smaller chip stays; give all its"
        " chips."
    ),
    "bad_other": _("“other”: “%(value)s” is not a value from 0 to %(most)s."),
    "bad_button": _("The button cannot be at “%(value)s”; seats are numbered 1 to 12."),
    "bad_card": _("Seat %(seat)s: “%(value)s” is not a card. Write a rank and a suit, like Ks."),
    "bad_card.not_an_object": _("“%(field)s” is an object: seat and list of cards."),
    "bad_card.not_a_list": _("Seat %(seat)s: “%(value)s” is not a list of cards."),
    "bad_card.by_denomination": _(
        "“%(field)s” is given by removed denomination; “%(value)s” does not fit."
    ),
    "duplicate_card": _("Seat %(seat)s: the %(card)s was dealt already."),
    "wrong_number_of_cards": _(
        "Seat %(seat)s: one card for each odd chip is %(wanted)s, not %(given)s."
    ),
    "wrong_number_of_cards.best": _("Seat %(seat)s: one best card is expected, not %(given)s."),
    "card_for_empty_seat": _("Seat %(seat)s has no odd chips, so it gets no card."),
    "bad_tiebreak": _("Seat %(seat)s is not tied when extra card %(round)s is dealt."),
    "bad_winners.not_seats": _("The winners are a list of seats, 1 to 12, not “%(value)s”."),
    "bad_winners.rescued_not_seats": _(
        "The rescued are a list of seats, 1 to 12, not “%(value)s”."
    ),
    "bad_winners.by_denomination": _("The winners are given by removed denomination here."),
    "bad_winners.twice": _("Seat %(seat)s is named twice."),
    "bad_winners.no_odd_chips": _("Seat %(seat)s has no odd chips and cannot win."),
    "bad_winners.served": _(
        "Seat %(seat)s has nothing else and is served first, so it wins no award."
    ),
    "bad_winners.collector_rescued": _(
        "Seat %(seat)s is the collector, which is never at risk: nobody rescues it."
    ),
    "bad_winners.both": _("Seat %(seat)s cannot both win and be rescued."),
    "bad_winners.no_race": _("There is no race here, so nobody wins one."),
    "bad_winners.second_round": _(
        "The pool goes round a second time, so the cards must say who gets how many."
    ),
    "bad_winners.number": ngettext(
        "%(wanted)s seat wins a chip here, not %(given)s.",
        "%(wanted)s seats win a chip here, not %(given)s.",
        "wanted",
    ),
    "bad_winners.more_than_odd": _(
        "%(paid)s seats would be paid, but there are only %(odd)s odd chips."
    ),
    "bad_pickup.several": _(
        "Chips picked up and handed over can be checked for one denomination only."
    ),
    "bad_pickup.shape": _(
        '“picked_up” is the number of %(removed)s chips, like {"%(removed)s": 97}, not “%(value)s”.'
    ),
    "bad_pickup.handed_over_shape": _(
        "“handed_over” is a number of chips for each denomination, not “%(value)s”."
    ),
    "bad_pickup.foreign": _("“handed_over”: “%(value)s” is not in play."),
    "bad_pickup.less_than_odd": _(
        "%(picked_up)s chips were picked up, fewer than the %(odd)s odd ones."
    ),
    "bad_pickup.not_sets": _(
        "%(picked_up)s picked up less %(odd)s odd is %(exchanged)s, and that is not a whole number"
        " of sets of %(gives)s."
    ),
    "bad_pickup.not_the_sum": _(
        "%(picked_up)s chips were picked up, but the seats were counted with %(counted)s."
    ),
    "bad_pickup.less_than_counted": _(
        "%(picked_up)s chips were picked up, but seats were counted with %(counted)s already."
    ),
    "bad_pickup.handed_over": _("Handed over: %(handed_over)s. Due: %(due)s."),
    "bad_pickup.handed_over_unknown": _(
        "Handed over: %(handed_over)s. What is due is not known here, so this cannot be checked."
    ),
    "bad_collector.not_an_object": _("“collector” is an object with seat, pile and own."),
    "bad_collector.several": _("A collector can be settled for one denomination only."),
    "bad_collector.supplier": _("A collector goes with “supplier” collector only."),
    "bad_collector.seat": _("The collector cannot sit at “%(value)s”."),
    "bad_collector.counted": _("Seat %(seat)s is the collector: give its odd chips."),
    "bad_collector.pile_number": _("The pile “%(value)s” is not a number of chips."),
    "bad_collector.pile": _("The pile of %(pile)s is smaller than the table’s %(odd)s odd chips."),
    "bad_collector.sets": _(
        "The pile of %(pile)s less %(odd)s odd chips is %(over)s, not a whole number of sets of"
        " %(gives)s."
    ),
    "bad_collector.own": _("The collector’s own “%(value)s” is not a number of chips."),
    "bad_collector.foreign": _("The collector’s own “%(value)s” is not in play."),
    "button_unknown": _("The deal starts from the button, and nobody said where it is."),
    "ratio_not_whole": _("%(target)s is not a whole number of %(removed)s."),
    "pool_exceeds_racers": ngettext(
        "The odd chips are worth %(pool)s chips, but only %(racers)s seat races for them.",
        "The odd chips are worth %(pool)s chips, but only %(racers)s seats race for them.",
        "racers",
    ),
    "deck_too_small": _(
        "%(cards)s cards are needed, more than the stub holds. Take a second deck, race through the"
        " chip between, or agree on no race."
    ),
    "skips_denomination": _(
        "From %(removed)s to %(target)s skips %(skipped)s, which stays in play: more value goes by"
        " luck than need be."
    ),
    "rescue_multiplies_stack": _(
        "Seat %(seat)s is rescued with a chip of %(chip)s for odd chips worth %(value)s."
    ),
    "remainder_in_whole_event": _(
        "The whole event leaves %(left)s over: at least %(missing)s chips of %(removed)s are"
        " missing."
    ),
}

"""Sentences that are told to players: why a seat got what it got, and the announcement."""

from __future__ import annotations

from colorup.wording.marks import Plural, ngettext
from colorup.wording.marks import gettext as _

SENTENCES: dict[str, str | Plural] = {
    "why.exchange_not_recorded": ngettext(
        "%(odd)s odd chip of %(removed)s; what was exchanged before was not recorded.",
        "%(odd)s odd chips of %(removed)s; what was exchanged before was not recorded.",
        "odd",
    ),
    "why.exchanged": _("Hands in %(hands_in)s × %(removed)s for %(receives)s, %(odd)s left over."),
    "why.exchanged_all": _("Hands in %(hands_in)s × %(removed)s for %(receives)s, none left over."),
    "why.nothing_to_exchange": ngettext(
        "%(odd)s odd chip of %(removed)s, no complete set.",
        "%(odd)s odd chips of %(removed)s, no complete set.",
        "odd",
    ),
    "why.open": _("Its result is still open."),
    "why.round_up_each": _("Its odd chips are rounded up: %(chips)s × %(target)s."),
    "why.round_nearest_each": _("Its odd chips are rounded to %(chips)s × %(target)s."),
    "why.award_without_cards": _(
        "There is a chip for every racer, no card needed: %(chips)s × %(target)s."
    ),
    "why.award_named": _("Won the race: %(chips)s × %(target)s."),
    "why.award_highest": _("%(card)s is the highest card: %(chips)s × %(target)s."),
    "why.award": _("%(card)s is number %(place)s of %(of)s: %(chips)s × %(target)s."),
    "why.served": _(
        "Has nothing else, so it is served first: one %(chip)s out of the table’s chips."
    ),
    "why.rescued_card": _("Lost with %(card)s, but has nothing else: one %(chip)s from the bank."),
    "why.rescued": _("Has nothing else and must not be raced out: one %(chip)s from the bank."),
    "why.stays": _("The odd chips stay in play."),
    "why.forfeit": ngettext(
        "The odd chip leaves play unpaid.", "The odd chips leave play unpaid.", "odd"
    ),
    "why.rounded_away": ngettext(
        "%(odd)s chip is less than half of %(target)s and leaves play.",
        "%(odd)s chips are less than half of %(target)s and leave play.",
        "odd",
    ),
    "why.no_pool": ngettext(
        "The table’s odd chips do not make one %(target)s: %(odd)s chip leaves play.",
        "The table’s odd chips do not make one %(target)s: %(odd)s chips leave play.",
        "odd",
    ),
    "why.lost_card": ngettext(
        "%(card)s is number %(place)s of %(of)s: %(odd)s chip leaves play.",
        "%(card)s is number %(place)s of %(of)s: %(odd)s chips leave play.",
        "odd",
    ),
    "why.lost": ngettext(
        "Won no chip: %(odd)s chip leaves play.",
        "Won no chip: %(odd)s chips leave play.",
        "odd",
    ),
    "announce.leaves": _("The chips of %(removed)s leave play."),
    "announce.leaves_when": _("The chips of %(removed)s leave play %(when)s."),
    "announce.freeze": _("From now on they may not be bet, except by a player who is all in."),
    "announce.in_view": _("Please put all of them in full view in front of you."),
    "announce.one_by_one": _("They leave one after the other, from the lowest up: %(steps)s."),
    "announce.collector": _(
        "One player gathers them at equal value before the race; the awards come from that stack."
    ),
    "announce.equal_value": _("All of them are exchanged at equal value."),
    "announce.sets": _("Complete sets are exchanged for %(target)s at equal value."),
    "announce.sets_several": _("Complete sets are exchanged at equal value."),
    "announce.race_several": _(
        "Chips that make no set are raced, each denomination with a deal of its own: one card for"
        " each chip, face up; the highest card wins one chip of the next denomination, then the"
        " next card. Equal cards: spades, hearts, diamonds, clubs."
    ),
    "announce.round_up_each_several": _(
        "Chips that make no set are rounded up to the next denomination for each player."
    ),
    "announce.round_nearest_each_several": _(
        "Chips that make no set are rounded to the nearest chip of the next denomination for each"
        " player."
    ),
    "announce.race": _(
        "Chips that make no set are raced: one card for each, face up; the highest card wins a"
        " %(target)s, then the next. Equal cards: spades, hearts, diamonds, clubs."
    ),
    "announce.round_up_each": _(
        "Chips that make no set are rounded up to %(target)s for each player."
    ),
    "announce.round_nearest_each": _(
        "Chips that make no set are rounded to the nearest %(target)s for each player."
    ),
    "announce.leave_in_play": _("Chips that make no set stay in play."),
    "announce.forfeit": _("Chips that make no set leave play unpaid."),
    "announce.first_seat_1": _("The deal starts at seat 1."),
    "announce.first_small_blind": _("The deal starts at the small blind."),
    "announce.first_button": _("The deal starts at the button."),
    "announce.limit_one_per_player": _("Nobody wins more than one chip."),
    "announce.limit_winner_takes_all": _("The highest card wins all of them."),
    "announce.nobody_out": _("Nobody can be eliminated by this."),
    "announce.late_equal_value": _(
        "Chips found later are exchanged at equal value only; what makes no whole chip is lost."
    ),
    "announce.late_exact_only": _("Chips found later are exchanged only if the amount is exact."),
}

"""What each option of a ruleset is called, asks and means (RULES.md, "Ruleset options")."""

from __future__ import annotations

from colorup.wording.marks import Plural
from colorup.wording.marks import gettext as _

SENTENCES: dict[str, str | Plural] = {
    "option.procedure": _("Odd chips"),
    "option.procedure.race": _("Odd chips are raced with cards."),
    "option.procedure.round_up_each": _("Every racer gets its odd chips rounded up."),
    "option.procedure.round_nearest_each": _(
        "Every racer gets its odd chips rounded to the nearest chip, half up."
    ),
    "option.procedure.leave_in_play": _("Odd chips simply stay in play."),
    "option.procedure.forfeit": _("Odd chips leave play unpaid."),
    "option.first_seat": _("Where the deal starts"),
    "option.first_seat.seat_1": _("The deal starts at seat 1."),
    "option.first_seat.small_blind": _(
        "The deal starts at the small blind, the first occupied seat after the button."
    ),
    "option.first_seat.button": _("The deal starts at the button."),
    "option.pool_rounding": _("Rounding of the table’s odd chips"),
    "option.pool_rounding.half_up": _("Half a chip or more is rounded up."),
    "option.pool_rounding.more_than_half": _("More than half a chip is rounded up, half is not."),
    "option.pool_rounding.up": _("Anything left over is rounded up."),
    "option.pool_rounding.down": _("What is left over is lost."),
    "option.last_chip": _("The last chip"),
    "option.last_chip.table_leftover": _(
        "The table’s leftover, rounded, decides about the last chip."
    ),
    "option.last_chip.holder_half": _(
        "The next-ranked seat gets the last chip if its own odd chips are worth at least half."
    ),
    "option.award_limit": _("Awards for one seat"),
    "option.award_limit.one_per_player": _("A seat wins one chip at most."),
    "option.award_limit.winner_takes_all": _("The highest card wins the whole pool."),
    "option.surplus": _("More chips than racers"),
    "option.surplus.forfeit": _("Chips for which no racer is left are lost."),
    "option.surplus.second_round": _("Chips that are left go round again, best card first."),
    "option.rescue_source": _("Where a rescue chip comes from"),
    "option.rescue_source.bank": _(
        "The bank: race first; a seat that lost and has nothing else gets a chip in addition."
    ),
    "option.rescue_source.pool_first": _(
        "The pool: seats with nothing else are served first, out of the table’s chips; the bank"
        " adds what is short."
    ),
    "option.rescue_chip": _("The rescue chip"),
    "option.rescue_chip.lowest_in_play": _("The smallest chip that stays in play."),
    "option.rescue_chip.race_target": _("The chip that is raced for."),
    "option.decks": _("Decks"),
    "option.decks.1": _("Cards are dealt from one deck."),
    "option.decks.2": _("Cards are dealt from two decks; a tie is settled by one more card each."),
    "option.exchange_in": _("Complete sets are paid"),
    "option.exchange_in.target": _("In the chip that is raced for."),
    "option.exchange_in.fewest": _("In as few chips as possible."),
    "option.supplier": _("Who gives the chips"),
    "option.supplier.bank": _("The bank gives exchanged chips and awards."),
    "option.supplier.collector": _("The collector’s own stack gives exchanged chips and awards."),
    "option.late_chips": _("Removed chips found later"),
    "option.late_chips.equal_value": _(
        "Exchanged at equal value in whole chips; the rest leaves unpaid."
    ),
    "option.late_chips.exact_only": _("Exchanged only if the whole amount is exact."),
    "option.late_chips.director": _("The director decides."),
    "option.arrival": _("Players who arrive from a table not raced yet"),
    "option.arrival.race_first": _("They race at their old table first."),
    "option.arrival.equal_value": _("They exchange at equal value only."),
    "option.arrival.round_up": _("Their odd chips are rounded up to one chip, recorded."),
    "option.freeze": _("Announced chips"),
    "option.freeze.none": _("Announced chips may still be bet."),
    "option.freeze.all_in_only": _("Announced chips may only be bet all in."),
    "option.evidence": _("What must be recorded"),
    "option.evidence.winners": _("At least the odd chips by seat and who won a chip."),
    "option.evidence.best_cards": _("At least each racer’s best card."),
    "option.evidence.cards": _("Every card."),
    "option.evidence.totals": _("At least the table’s odd chips and who won a chip."),
    "option.dealing": _("Who deals"),
    "option.dealing.physical": _("Cards are dealt by hand."),
    "option.dealing.either": _("Cards are dealt by hand, or by the app, cut where a player says."),
    "option.two_person": _("Two persons"),
    "option.two_person.off": _("One person may count and confirm."),
    "option.two_person.on": _("Another person than the one who counted must confirm."),
    "option.when": _("When"),
    "option.when.text": _("Said in the announcement."),
    "source": _("the source’s own rule"),
    "house": _("house choice: the source is silent"),
}

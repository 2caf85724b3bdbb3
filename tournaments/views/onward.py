"""Where a floor person goes next."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import TableRace
from tournaments.views.access import person


def after_confirmation(request: HttpRequest, race: TableRace) -> str:
    """The address of the person's next unfinished table, or of the colour-up's page after the last.

    The sentence and the button that was tapped name the same table (`boards.strip.next_of`).
    """
    following = TableRace.objects.next_unfinished(race, person(request).pk).first()
    if following is None:
        messages.success(request, _("%(table)s is done. All tables are.") % {"table": race.table})
        return reverse("color_up", args=(race.color_up_id,))
    said = {"table": race.table, "next": following.table}
    if _section_is_done(race, following):
        said["section"] = race.table.section
        sentence = _("%(table)s is done, and section %(section)s with it. Next: %(next)s.")
    else:
        sentence = _("%(table)s is done. Next: %(next)s.")
    messages.success(request, sentence % said)
    return reverse("race", args=(following.pk,))


def _section_is_done(race: TableRace, following: TableRace) -> bool:
    section = race.table.section_id
    if section is None or following.table.section_id == section:
        return False
    here = TableRace.objects.filter(color_up_id=race.color_up_id, table__section_id=section)
    return not here.unfinished().exists()

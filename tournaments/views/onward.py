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
    following = TableRace.objects.next_unfinished(
        race.color_up_id, race.table.number, person(request).pk
    ).first()
    if following is None:
        messages.success(request, _("%(table)s is done. All tables are.") % {"table": race.table})
        return reverse("color_up", args=(race.color_up_id,))
    messages.success(
        request,
        _("%(table)s is done. Next: %(next)s.") % {"table": race.table, "next": following.table},
    )
    return reverse("race", args=(following.pk,))

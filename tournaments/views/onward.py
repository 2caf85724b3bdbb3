"""Where a floor person goes next."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import TableRace


def after_confirmation(request: HttpRequest, race: TableRace) -> str:
    """The address of the next unfinished table, or of the colour-up's page after the last."""
    following = TableRace.objects.next_unfinished(race.color_up_id, race.table.number).first()
    if following is None:
        messages.success(request, _("%(table)s is done. All tables are.") % {"table": race.table})
        return reverse("color_up", args=(race.color_up_id,))
    messages.success(
        request,
        _("%(table)s is done. Next: %(next)s.") % {"table": race.table, "next": following.table},
    )
    return reverse("race", args=(following.pk,))

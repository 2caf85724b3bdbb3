"""The upper floor as Django knows it."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Events, tables, people, and the races run at them."""

    name = "tournaments"
    verbose_name = _("Tournaments")

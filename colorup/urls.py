"""Where the project's addresses lead."""

from django.urls import include, path
from django.views.i18n import set_language

urlpatterns = [
    path("admin/", include("tournaments.admin.urls")),
    path("language/", set_language, name="set_language"),
    path("", include("tournaments.urls")),
]

"""Where the project's addresses lead."""

from django.urls import include, path
from django.views.i18n import set_language

from tournaments.admin import site

urlpatterns = [
    path("admin/", site.urls),
    path("language/", set_language, name="set_language"),
    path("", include("tournaments.urls")),
]

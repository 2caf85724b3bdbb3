"""The admin's addresses, for the project to include by name."""

from tournaments.admin import site

app_name = site.name
urlpatterns = site.get_urls()

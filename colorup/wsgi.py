"""The application for a WSGI server: ``gunicorn colorup.wsgi``."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "colorup.settings")

application = get_wsgi_application()

#!/usr/bin/env python3
"""Colorup's commands: ``python manage.py up`` starts the server."""

import os
import sys


def main() -> None:
    """Run the command on the command line; a wrong setting is a sentence, not a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "colorup.settings")
    try:
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit("Django is not installed for this Python. Start Colorup with: make run")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()

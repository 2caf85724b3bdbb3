"""The project's settings as the tests run them: own folder, own database, quick passwords.

The database is a file, not memory, so that locks are real.  Each process has its own, so that two
test runs never meet.  COLORUP_TEST_DATABASE_URL names another database server to run on.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

FOLDER = Path(tempfile.mkdtemp(prefix="colorup-tests-"))
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)

# A developer's own environment must not reach the tests.
for name in ("PROFILE", "ALLOWED_HOSTS", "SECRET_KEY", "TIME_ZONE", "DEBUG"):
    os.environ.pop(f"COLORUP_{name}", None)
os.environ["COLORUP_DATA"] = str(FOLDER)
os.environ["COLORUP_TIME_ZONE"] = "Europe/Paris"
os.environ["DATABASE_URL"] = os.environ.get("COLORUP_TEST_DATABASE_URL", "")

from colorup.settings import *  # noqa: E402, F403
from colorup.settings import DATABASES, PLAIN_STATIC, STORAGES  # noqa: E402

DATABASES["default"]["CONN_MAX_AGE"] = 0
DATABASES["default"]["TEST"] = {
    "NAME": f"test_colorup_{os.getpid()}"
    if DATABASES["default"]["ENGINE"].endswith("postgresql")
    else str(FOLDER / "test.sqlite3")
}
STORAGES["staticfiles"]["BACKEND"] = PLAIN_STATIC
WHITENOISE_AUTOREFRESH = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

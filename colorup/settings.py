"""The Django project's settings: one file, two profiles, nonsense refused at start-up.

Everything that differs between two rooms comes from the environment:

=======================  =========================================================================
COLORUP_PROFILE          ``lan`` (default: HTTP, private addresses), ``public`` (TLS by a proxy)
COLORUP_DATA             folder of the database, the secret key and collected static files; ``var``
COLORUP_SECRET_KEY       signs cookies; ``public`` needs it, ``lan`` makes one and keeps it
COLORUP_ALLOWED_HOSTS    comma-separated names the server answers to; ``public`` needs them
COLORUP_TIME_ZONE        the room's time zone; by default the machine's
COLORUP_DEBUG            ``1`` for developers, on a LAN only
DATABASE_URL             a PostgreSQL (or SQLite) address; by default SQLite in the data folder
=======================  =========================================================================
"""

from __future__ import annotations

import importlib.util
import os
import re
import socket
import zoneinfo
from pathlib import Path

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

BASE_DIR = Path(__file__).resolve().parent.parent

faults: list[str] = []


def read(name: str, default: str = "") -> str:
    """An environment variable without surrounding space; an empty one counts as not given."""
    return os.environ.get(name, "").strip() or default


def choose(name: str, *choices: str) -> str:
    """The value of an environment variable that has few; the first is the default."""
    value = read(name, choices[0])
    if value not in choices:
        faults.append(f"{name} is {value!r}; it can be {' or '.join(choices)}.")
    return value


def kept_key(path: Path) -> str:
    """The secret key kept in `path`: made by the first call, readable by its owner only."""
    key = get_random_string(64)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        return path.read_text(encoding="ascii", errors="replace").strip()
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(key)
    return key


def secret_key() -> str:
    """The key from the environment, else the kept one; never a known or a short one."""
    key = read("COLORUP_SECRET_KEY")
    source = "COLORUP_SECRET_KEY"
    if not key and PUBLIC:
        faults.append("The public profile needs COLORUP_SECRET_KEY: 50 characters or more, secret.")
        return ""
    if not key:
        path = DATA_DIR / "secret-key"
        source = str(path)
        try:
            key = kept_key(path)
        except OSError as error:
            faults.append(f"The secret key cannot be kept in {path}: {error.strerror}.")
            return ""
    if len(key) < 50 or len(set(key)) < 5:
        faults.append(f"The secret key in {source} is too easy to guess: 50 characters or more.")
    return key


def allowed_hosts() -> list[str]:
    """The host names of COLORUP_ALLOWED_HOSTS: plain names or addresses, no ports, no wildcards."""
    hosts = [host for host in re.split(r"[,\s]+", read("COLORUP_ALLOWED_HOSTS")) if host]
    faults.extend(
        f"COLORUP_ALLOWED_HOSTS holds {host!r}; it takes names such as race.example.org."
        for host in hosts
        if not re.fullmatch(r"\.?[\w-]+(\.[\w-]+)*|\[[0-9a-fA-F:]+\]", host)
    )
    if PUBLIC and not hosts:
        faults.append("The public profile needs COLORUP_ALLOWED_HOSTS: the names it answers to.")
    return hosts


def time_zone() -> str:
    """The room's time zone: as given, else the one this machine is set to, else UTC."""
    given = read("COLORUP_TIME_ZONE")
    linked = str(Path("/etc/localtime").resolve()).rpartition("zoneinfo/")[2]
    for name in filter(None, (given, linked)):
        try:
            return zoneinfo.ZoneInfo(name).key
        except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
            if given:
                faults.append(f"COLORUP_TIME_ZONE is {given!r}, which is no known time zone.")
                break
    return "UTC"


def database() -> dict[str, object]:
    """SQLite in the data folder, or what DATABASE_URL names, ready for several writers."""
    file = DATA_DIR / "colorup.sqlite3"
    try:
        config = dict(
            dj_database_url.parse(
                read("DATABASE_URL", f"sqlite:///{file}"),
                conn_max_age=300,
                conn_health_checks=True,
            )
        )
    except ValueError as error:
        faults.append(f"DATABASE_URL cannot be read: {error}")
        return {}
    engine = str(config["ENGINE"]).rpartition(".")[2]
    if engine == "sqlite3":
        # Writers queue at BEGIN instead of failing in mid-transaction, and a confirmed race
        # survives a power cut.
        config["OPTIONS"] = {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL",
        }
    elif engine != "postgresql":
        faults.append(f"DATABASE_URL names {engine}; it can be SQLite or PostgreSQL.")
    elif importlib.util.find_spec("psycopg") is None:
        faults.append(
            "DATABASE_URL names PostgreSQL, which needs: "
            "pip install -c constraints.txt -e .[postgres]"
        )
    return config


PROFILE = choose("COLORUP_PROFILE", "lan", "public")
PUBLIC = PROFILE == "public"
DEBUG = choose("COLORUP_DEBUG", "0", "1") == "1"
if DEBUG and PUBLIC:
    faults.append("COLORUP_DEBUG shows settings to strangers; the public profile refuses it.")

DATA_DIR = Path(read("COLORUP_DATA", str(BASE_DIR / "var"))).expanduser().resolve()
try:
    DATA_DIR.mkdir(parents=True, exist_ok=True)
except OSError as error:
    faults.append(f"The data folder {DATA_DIR} cannot be made: {error.strerror}.")

SECRET_KEY = secret_key()
NAMED_HOSTS = allowed_hosts()
TIME_ZONE = time_zone()
DATABASES = {"default": database()}

if faults:
    raise ImproperlyConfigured("\n".join(faults))

# --- What is installed ---------------------------------------------------------------------------

ROOT_URLCONF = "colorup.urls"
WSGI_APPLICATION = "colorup.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "tournaments",
    # The admin site is the application's own (tournaments.admin.site), so there is nothing to
    # discover.
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    "template_partials",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tournaments.middleware.login_by_htmx",
    "tournaments.middleware.never_an_old_page",
]
if not PUBLIC:
    MIDDLEWARE.insert(0, "tournaments.middleware.private_network_only")

# APP_DIRS stays on: template_partials puts its loader around the usual ones.
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["template_partials.templatetags.partials"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournaments.context.chrome",
            ],
        },
    },
]

# --- People --------------------------------------------------------------------------------------

AUTH_USER_MODEL = "tournaments.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "events"
LOGOUT_REDIRECT_URL = "login"

# A session is written at log-in only, never by a page that is read or polled; so it is not
# prolonged either, and lasts longer than a shift.  Messages travel in a cookie for the same reason.
SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_SAVE_EVERY_REQUEST = False
SESSION_COOKIE_AGE = 16 * 60 * 60
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"

# --- Languages and formats -----------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("fr", _("French"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
USE_THOUSAND_SEPARATOR = True

# --- Static files --------------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
PLAIN_STATIC = "django.contrib.staticfiles.storage.StaticFilesStorage"
HASHED_STATIC = "whitenoise.storage.CompressedManifestStaticFilesStorage"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": PLAIN_STATIC if DEBUG else HASHED_STATIC},
}

# --- Who may connect, and how --------------------------------------------------------------------

# On a LAN nobody knows the address beforehand: Django lets any host pass, and
# `tournaments.middleware.private_network_only` refuses those that are neither private nor named.
LAN_HOSTS = ["localhost", ".local", socket.gethostname().lower()]
ALLOWED_HOSTS = NAMED_HOSTS if PUBLIC else ["*", *LAN_HOSTS, *NAMED_HOSTS]

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = PUBLIC
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"

# A structure or a seat draw that is mended before it is saved has a field for every cell.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 10_000

CSRF_FAILURE_VIEW = "tournaments.views.failures.csrf_failure"
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
# Browsers ignore this header over plain HTTP, and complain about it.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if PUBLIC else None

if PUBLIC:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    # Being preloaded into browsers concerns a whole domain and is hard to undo: its owner decides.
    SILENCED_SYSTEM_CHECKS = ["security.W021"]
    CSRF_TRUSTED_ORIGINS = [
        f"https://*{host}" if host.startswith(".") else f"https://{host}" for host in NAMED_HOSTS
    ]

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}

# --- Logging -------------------------------------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "INFO"},
    # Replaces Django's own handlers, which would send mail.
    "loggers": {"django": {"handlers": ["stderr"], "level": "WARNING", "propagate": False}},
}

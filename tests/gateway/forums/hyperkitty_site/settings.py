"""Django's settings for a HyperKitty of the tests: what its documentation asks for, SQLite, and no index to search in."""

import os
from pathlib import Path

FOLDER = Path(os.environ["HYPERKITTY_FOLDER"])
SECRET_KEY = "a secret for tests"
ALLOWED_HOSTS = ["127.0.0.1"]
ROOT_URLCONF = "addresses"
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "hk_root"
LOGOUT_URL = "account_logout"
SITE_ID = 1
USE_TZ = True
STATIC_URL = "/static/"
COMPRESS_ENABLED = False
COMPRESS_PRECOMPILERS = ()
STATIC_ROOT = FOLDER / "static"
DEFAULT_AUTO_FIELD = "django.db.models.AutoField"
INSTALLED_APPS = [
    "hyperkitty",
    "django_mailman3",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.sites",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "django_gravatar",
    "compressor",
    "haystack",
    "django_extensions",
    "django_q",
    "allauth",
    "allauth.account",
    "allauth.socialaccount",
]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_mailman3.middleware.TimezoneMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django_mailman3.context_processors.common",
                "hyperkitty.context_processors.common",
            ]
        },
    }
]
# The tables as they are, without the fifty steps that led to them; and a mail is not looked up at Mailman before it is kept.
MIGRATION_MODULES = dict.fromkeys(
    (
        "hyperkitty",
        "django_mailman3",
        "admin",
        "auth",
        "contenttypes",
        "sessions",
        "sites",
        "django_q",
        "account",
        "socialaccount",
    )
)
HYPERKITTY_BATCH_MODE = True
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": FOLDER / "archive.db", "OPTIONS": {"timeout": 20}}}
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
HAYSTACK_CONNECTIONS = {"default": {"ENGINE": "haystack.backends.simple_backend.SimpleEngine"}}
REST_FRAMEWORK = {"PAGE_SIZE": 10}
Q_CLUSTER = {"orm": "default", "sync": True, "retry": 360, "timeout": 300}
MAILMAN_REST_API_URL = os.environ["MAILMAN_REST"]
MAILMAN_REST_API_USER = "restadmin"
MAILMAN_REST_API_PASS = "restpass"
MAILMAN_ARCHIVER_KEY = os.environ["ARCHIVER_KEY"]
MAILMAN_ARCHIVER_FROM = ["127.0.0.1"]
DJANGO_MAILMAN3 = {"HYPERKITTY_USE_HTTPS": False}
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
}

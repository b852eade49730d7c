"""Configuration: environment variables with prefix WARDROOM_, or `.env`; without any, everything runs on loopback."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from dotenv import dotenv_values

from events.database import is_url
from pbem.settings import mail_settings, operation_settings
from pbem.settings.mail_settings import PREFIX, SHORTEST_SECRET, BadConfig, MailSettings, read_mail_settings
from pbem.settings.operation_settings import OperationSettings, read_operation_settings

__all__ = ["PREFIX", "BadConfig", "Config", "read_config"]

SECRETS = ("SECRET", "SECRET_BEFORE", "IMAP", "SMTP_SEND", "DATABASE")
"""Settings that hold a password: each may be in a file of its own instead, named by the setting with `_FILE`."""
FILED = frozenset(f"{name}_FILE" for name in SECRETS)
DATABASE = "wardroom.db"
PLACES, KEYS = ("DATA", "DATABASE", "WEB", "PROXIES"), ("SECRET", "SECRET_BEFORE", "HEARTBEAT")
NAMES = (*PLACES, *mail_settings.NAMES, *KEYS, *operation_settings.NAMES)


@dataclass(frozen=True)
class Config:
    """Effective settings. `heartbeat` is seconds between two beats of the clock; `proxies` are before the pages, in a row."""

    data: Path
    web: tuple[str, int]
    secret: bytes
    heartbeat: float
    proxies: int
    mail: MailSettings
    operation: OperationSettings = field(default_factory=OperationSettings)
    url: str = ""

    @property
    def database(self) -> Path | str:
        """The one SQLite file, or the address of a PostgreSQL database."""
        return self.url or self.data / DATABASE


def read_config(environ: Mapping[str, str] | None = None, dotenv: Path | None = None) -> Config:
    """The settings in force: environment over `.env` over defaults. The secret is made and kept when there is none.

    Raises:
        BadConfig: a name or value that cannot be used.
    """
    found = _found(environ, dotenv)
    data = _data(found)
    web = mail_settings.address("WEB", found.get("WEB", "127.0.0.1:8025"))
    mail = read_mail_settings(found, data, web)
    heartbeat = mail_settings.number("HEARTBEAT", found.get("HEARTBEAT", "1"), 0.05, 3600, "seconds")
    proxies = int(mail_settings.number("PROXIES", found.get("PROXIES", "0"), 0, 9, "a whole number", int))
    operation, url = read_operation_settings(found), _url(found.get("DATABASE", ""))
    return Config(data, web, _secret(found.get("SECRET", ""), data), heartbeat, proxies, mail, operation, url)


def _url(text: str) -> str:
    """The address of a PostgreSQL database. The message of a fault does not repeat it: it may hold a password."""
    if text and not is_url(text):
        raise BadConfig(
            f"{PREFIX}DATABASE is no address of a PostgreSQL database; write postgresql://USER:PASSWORD@HOST/NAME,"
            f" or leave it out: then all is kept in one SQLite file in {PREFIX}DATA"
        )
    return text


def database_path() -> Path:
    """Where the SQLite file is or will be. Makes no folder and no secret. Raises `BadConfig`."""
    return _data(_found()) / DATABASE


def database_url() -> str:
    """The address of the PostgreSQL database that is used instead; "" for none. Raises `BadConfig`."""
    return _url(_found().get("DATABASE", ""))


def _data(found: Mapping[str, str]) -> Path:
    return Path(found.get("DATA", "data")).expanduser()


def _found(environ: Mapping[str, str] | None = None, dotenv: Path | None = None) -> dict[str, str]:
    """What is set, by name without the prefix. Raises `BadConfig` for what is no setting."""
    given = {**_from_file(dotenv or Path(".env")), **(os.environ if environ is None else environ)}
    found = {name[len(PREFIX) :]: value for name, value in given.items() if name.startswith(PREFIX) and value}
    found = {**_from_their_files(found), **{name: value for name, value in found.items() if name not in FILED}}
    unknown = sorted(set(found) - set(NAMES))
    if unknown:
        known = ", ".join(PREFIX + name for name in NAMES)
        raise BadConfig(f"{PREFIX}{unknown[0]} is no setting; the settings are {known}")
    return found


def _from_file(path: Path) -> dict[str, str]:
    return {name: value for name, value in dotenv_values(path).items() if value} if path.is_file() else {}


def _from_their_files(found: Mapping[str, str]) -> dict[str, str]:
    """The secret settings that are kept in files of their own. Raises `BadConfig`."""
    read = {}
    for name in SECRETS:
        path = found.get(f"{name}_FILE")
        if path and name in found:
            raise BadConfig(f"{PREFIX}{name} and {PREFIX}{name}_FILE are both set: leave one out")
        if path:
            try:
                read[name] = Path(path).expanduser().read_text(encoding="utf-8").strip()
            except (OSError, UnicodeDecodeError) as e:
                raise BadConfig(f"{PREFIX}{name}_FILE={path!r} cannot be read: {e}") from e
    return read


def _secret(text: str, data: Path) -> bytes:
    """The configured secret, or the one kept beside the database, made on first run."""
    if text:
        if len(text) < SHORTEST_SECRET:
            raise BadConfig(
                f"{PREFIX}SECRET is too short; use at least {SHORTEST_SECRET} characters, or leave it out to have one made"
            )
        return text.encode()
    path = data / "secret"
    try:
        data.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            _make_secret(path)
        kept = path.read_bytes()
    except OSError as e:
        raise BadConfig(f"{PREFIX}DATA={str(data)!r} cannot be used: {e}") from e
    if len(kept) < SHORTEST_SECRET:
        raise BadConfig(
            f"the secret in {path} was cut short; put it back, or delete the file: then old reply addresses are void"
        )
    return kept


def _make_secret(path: Path) -> None:
    """Whole or not at all, and never over one that another process made first: an empty secret would sign for anyone."""
    draft = path.with_name(f"secret.{secrets.token_hex(8)}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        out.write(secrets.token_hex(32).encode())
        out.flush()
        os.fsync(out.fileno())
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        return
    finally:
        draft.unlink()

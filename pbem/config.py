"""Configuration: environment variables with prefix WARDROOM_, or `.env`; without any, everything runs on loopback."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from dotenv import dotenv_values

PREFIX = "WARDROOM_"
NAMES = ("DATA", "WEB", "SMTP_LISTEN", "SMTP_SEND", "DOMAIN", "SECRET", "HEARTBEAT")
DOMAIN = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.-]{0,186}[A-Za-z0-9])?")
SHORTEST_SECRET = 16


class BadConfig(ValueError):
    """A setting that cannot be used: names it, says what is wrong and what would be right."""


@dataclass(frozen=True)
class Config:
    """Effective settings. `smtp_send` is host:port or maildir:PATH; `heartbeat` is seconds between two beats of the clock."""

    data: Path
    web: tuple[str, int]
    smtp_listen: tuple[str, int]
    smtp_send: str
    domain: str
    secret: bytes
    heartbeat: float

    @property
    def send_to(self) -> str:
        """`smtp_send` as the outbox takes it."""
        return self.smtp_send if self.smtp_send.startswith("maildir:") else f"smtp:{self.smtp_send}"

    @property
    def database(self) -> Path:
        """The one SQLite file."""
        return self.data / "wardroom.db"


def read_config(environ: Mapping[str, str] | None = None, dotenv: Path | None = None) -> Config:
    """The settings in force: environment over `.env` over defaults. The secret is made and kept when there is none.

    Raises:
        BadConfig: a name or value that cannot be used.
    """
    given = {**_from_file(dotenv or Path(".env")), **(os.environ if environ is None else environ)}
    found = {name[len(PREFIX) :]: value for name, value in given.items() if name.startswith(PREFIX) and value}
    unknown = sorted(set(found) - set(NAMES))
    if unknown:
        known = ", ".join(PREFIX + name for name in NAMES)
        raise BadConfig(f"{PREFIX}{unknown[0]} is no setting; the settings are {known}")
    data = Path(found.get("DATA", "data")).expanduser()
    return Config(
        data=data,
        web=_address("WEB", found.get("WEB", "127.0.0.1:8025")),
        smtp_listen=_address("SMTP_LISTEN", found.get("SMTP_LISTEN", "127.0.0.1:2525")),
        smtp_send=_sender(found.get("SMTP_SEND", f"maildir:{data / 'mail'}")),
        domain=_domain(found.get("DOMAIN", "wardroom.localhost")),
        secret=_secret(found.get("SECRET", ""), data),
        heartbeat=_seconds(found.get("HEARTBEAT", "1")),
    )


def _from_file(path: Path) -> dict[str, str]:
    return {name: value for name, value in dotenv_values(path).items() if value} if path.is_file() else {}


def _address(name: str, text: str) -> tuple[str, int]:
    host, colon, port = text.rpartition(":")
    if not colon or not host or not re.fullmatch("[0-9]{1,5}", port) or not 1 <= int(port) <= 65535:
        raise BadConfig(f"{PREFIX}{name}={text!r} is no address; write host:port, like 127.0.0.1:8025")
    return host.strip("[]"), int(port)


def _sender(text: str) -> str:
    if not text.startswith("maildir:"):
        _address("SMTP_SEND", text)
    elif text == "maildir:":
        raise BadConfig(f"{PREFIX}SMTP_SEND=maildir: needs a folder, like maildir:data/mail")
    return text


def _domain(text: str) -> str:
    if not DOMAIN.fullmatch(text):
        raise BadConfig(f"{PREFIX}DOMAIN={text!r} is no domain; write it like wargames.example")
    return text


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.05 <= value <= 3600:
        raise BadConfig(f"{PREFIX}HEARTBEAT={text!r} must be seconds, 0.05 to 3600")
    return value


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

"""What `doctor` looks at beside mail: disk, rights, backups, figures, the running service, the continuous copy, time zones."""

from __future__ import annotations

import stat
import urllib.error
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import disk_usage
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from dotenv import dotenv_values

from pbem.operation.kept_backups import newest
from pbem.operation.readiness import LEAST_FREE
from pbem.settings.settings import PREFIX, SECRETS, Config

OLDEST_BACKUP = timedelta(hours=26)
SOON_FULL = 10 * LEAST_FREE
PATIENCE = 5.0


def disk(config: Config) -> str:
    """Is there room for what comes?"""
    free = disk_usage(config.data).free
    if free < SOON_FULL:
        raise ValueError(f"{free // 1_000_000} MB are free at {config.data}; make room for {SOON_FULL // 1_000_000}")
    return f"{free // 1_000_000} MB are free at {config.data}"


def rights(config: Config) -> str:
    """The secret signs for everybody, and `.env` may have passwords: only the service's user may read them."""
    files = [path for path in _private_files(config) if path.exists()]
    for path in files:
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & 0o077:
            raise ValueError(f"others may read {path} (mode {mode:03o}): chmod 600 {path}")
    return f"only their owner may read {', '.join(map(str, files))}" if files else "no file has a secret"


def _private_files(config: Config) -> Iterator[Path]:
    """The secret, the key that signs mails, and `.env` where it sets something that may hold a password."""
    yield config.data / "secret"
    if config.mail.dkim_key:
        yield config.mail.dkim_key
    dotenv = Path(".env")
    if dotenv.is_file() and any(dotenv_values(dotenv).get(PREFIX + name) for name in SECRETS):
        yield dotenv


def backups(config: Config) -> str:
    """How old is the newest backup?"""
    folder = config.operation.backups
    if folder is None:
        return f"no folder is watched (set {PREFIX}BACKUPS, and see `backup --keep`)"
    found = newest(folder)
    if found is None:
        raise ValueError(f"{folder} has no backup: run `backup --keep hourly=24,daily=7,weekly=4` from cron, each hour")
    age = datetime.now(UTC) - found.at
    if age > OLDEST_BACKUP:
        raise ValueError(f"the newest backup, {found.path}, is {age.days} days old: look what `backup --keep` said last")
    return f"{found.path}, {age.total_seconds() / 3600:.1f} hours old"


def litestream(config: Config) -> str:
    """Does its configuration name our database, and has it run?"""
    path = config.operation.litestream
    if path is None:
        return "no configuration is watched"
    text = path.read_text(encoding="utf-8")
    file = config.database
    if not isinstance(file, Path):
        raise ValueError(f"{path} is for an SQLite file, and this service is in PostgreSQL: leave {PREFIX}LITESTREAM out")
    if file.name not in text:
        raise ValueError(f"{path} does not name {file}: see deploy/litestream.yml")
    if not file.with_name(f".{file.name}-litestream").is_dir():
        raise ValueError(f"litestream has not copied {file} yet: start it with -config {path}")
    return f"{path}; it has copied {file}"


def readiness(config: Config) -> str:
    """What the running service says of itself."""
    host, port = config.web
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host  # noqa: S104 (where it is asked, not where it listens)
    address = f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/readyz"
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE):
            return f"{address} says ok"
    except urllib.error.HTTPError as e:
        with e:
            said = e.read(500).decode("utf-8", "replace").strip()
        raise ValueError(f"{address} says {e.code}: {said}") from e
    except urllib.error.URLError:
        return f"{address} does not answer (not serving now)"


def zones(_: Config) -> str:
    """Deadlines are told by the players' clocks."""
    try:
        ZoneInfo("Europe/Berlin")
    except ZoneInfoNotFoundError as e:
        raise ValueError("there is no time zone data: install `requirements.txt` again, it has tzdata") from e
    return "time zones are known"

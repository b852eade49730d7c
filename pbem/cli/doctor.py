"""`doctor`: what is in force, every connection tried, what to fix."""

from __future__ import annotations

import smtplib
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import click

from pbem.cli.common import as_json, columns, show_json
from pbem.config import Config, read_config
from pbem.core.scene import Scene
from pbem.house import open_house
from pbem.present.png import to_png
from pbem.present.svg import to_svg

Check = Callable[[Config], str]


def _database(config: Config) -> str:
    store = open_house(config).room.store
    answer = store.db.con.execute("PRAGMA quick_check").fetchone()[0]
    if answer != "ok":
        raise ValueError(f"SQLite says: {answer}; restore a backup")
    return f"{config.database}, {len(store.streams())} games"


def _writable(config: Config) -> str:
    probe = config.data / ".doctor"
    probe.write_bytes(b"")
    probe.unlink()
    return str(config.data)


def _mail_out(config: Config) -> str:
    if config.smtp_send.startswith("maildir:"):
        folder = Path(config.smtp_send.removeprefix("maildir:"))
        folder.mkdir(parents=True, exist_ok=True)
        return f"into {folder}"
    with smtplib.SMTP(config.smtp_send, timeout=10) as server:
        return f"{config.smtp_send} answers {server.noop()[0]}"


def _listens(address: tuple[str, int]) -> str:
    with socket.socket(socket.AF_INET6 if ":" in address[0] else socket.AF_INET) as probe:
        probe.settimeout(2)
        running = probe.connect_ex(address) == 0
    return f"{address[0]}:{address[1]} {'is served' if running else 'is free (not serving now)'}"


def _pictures(config: Config) -> str:
    scene = Scene("doctor", "doctor", "an empty picture", (0, 0, 10, 10), [])
    return f"a map is {len(to_png(to_svg(scene), 64))} bytes of PNG"


CHECKS: dict[str, Check] = {
    "data folder": _writable,
    "database": _database,
    "mail out": _mail_out,
    "mail in": lambda config: _listens(config.smtp_listen),
    "web": lambda config: _listens(config.web),
    "pictures": _pictures,
}


@click.command()
@as_json
def doctor(as_json: bool) -> None:
    """Show the effective configuration and try every part of it. Exit 1 when something must be fixed."""
    config = read_config()
    settings = {**vars(config), "data": str(config.data), "secret": f"({len(config.secret)} bytes)"}
    results = {name: _try(check, config) for name, check in CHECKS.items()}
    if as_json:
        show_json({"settings": settings, "checks": {name: {"ok": ok, "says": says} for name, (ok, says) in results.items()}})
    else:
        columns([(name, value) for name, value in settings.items()], ("SETTING", "VALUE"))
        columns([(name, "ok" if ok else "FIX", says) for name, (ok, says) in results.items()], ("CHECK", "", ""))
    sys.exit(0 if all(ok for ok, _ in results.values()) else 1)


def _try(check: Check, config: Config) -> tuple[bool, str]:
    try:
        return True, check(config)
    except (OSError, ValueError, smtplib.SMTPException) as e:
        return False, str(e)

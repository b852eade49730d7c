"""`doctor`: what is in force, every connection tried, what to fix."""

from __future__ import annotations

import re
import smtplib
import socket
import sys
from collections.abc import Callable
from contextlib import closing
from functools import partial

import click

from events.database import database_name
from pbem.app_context import open_app_context
from pbem.cli.common import app, as_json, columns, show_json
from pbem.cli.operating import operation_checks, reach_checks
from pbem.core.drawing.scene import Scene
from pbem.core.game.phrases import count
from pbem.gateway import health
from pbem.gateway.domain_records import look_up
from pbem.present.pixels.png import to_png
from pbem.service.context import minute, stamp
from pbem.service.outages.reported import state
from pbem.service.turns import clock_jumps
from pbem.settings.settings import Config, read_config

Check = Callable[[Config], str]


def _database(config: Config) -> str:
    context = open_app_context(config).context
    with closing(context.database):
        if fault := context.database.fault():
            raise ValueError(fault)
        return f"{database_name(config.database)}, {len(context.store.streams())} games"


def _writable(config: Config) -> str:
    probe = config.data / ".doctor"
    probe.write_bytes(b"")
    probe.unlink()
    return str(config.data)


def _listens(address: tuple[str, int] | None) -> str:
    if address is None:
        return "off"
    with socket.socket(socket.AF_INET6 if ":" in address[0] else socket.AF_INET) as probe:
        probe.settimeout(2)
        running = probe.connect_ex(address) == 0
    return f"{address[0]}:{address[1]} {'is served' if running else 'is free (not serving now)'}"


def _takes(kind: type[smtplib.SMTP], address: tuple[str, int] | None, domain: str) -> str:
    """A way in: is it served, and does it take our mail?"""
    heard = _listens(address)
    if address is None or not heard.endswith("is served"):
        return heard
    try:
        return reach_checks.taken_by(kind, address, domain)
    except smtplib.SMTPException as e:
        raise ValueError(f"{address[0]}:{address[1]}: {e}") from e


def _pictures(config: Config) -> str:
    scene = Scene("doctor", "doctor", "an empty picture", (0, 0, 10, 10), [])
    return f"a map is {len(to_png(scene, 64))} bytes of PNG"


def _clock(config: Config) -> str:
    at = open_app_context(config)
    with closing(at.context.database):
        found = clock_jumps.ahead(at.context)
        if found:
            more = f", and {count(len(found) - 1, 'more game')}" if len(found) > 1 else ""
            raise ValueError(f"{clock_jumps.words(found[0])}{more}: set the clock right, then see `game mend-deadlines`")
        return f"it is {minute(stamp(at.context.now()))}, and no game was written to after that"


def _outages(config: Config) -> str:
    context = open_app_context(config).context
    with closing(context.database):
        return state(context)


CHECKS: dict[str, Check] = {
    "clock": _clock,
    "time source": reach_checks.time_source,
    "outages": _outages,
    "data folder": _writable,
    "database": _database,
    "SMTP in": lambda config: _takes(smtplib.SMTP, config.mail.smtp_listen, config.mail.domain),
    "LMTP in": lambda config: _takes(smtplib.LMTP, config.mail.lmtp_listen, config.mail.domain),
    "web": lambda config: _listens(config.web),
    "metrics": lambda config: _listens(config.operation.metrics),
    "public address": reach_checks.public_address,
    "readiness": operation_checks.readiness,
    "disk": operation_checks.disk,
    "rights": operation_checks.rights,
    "backups": operation_checks.backups,
    "litestream": operation_checks.litestream,
    "time zones": operation_checks.zones,
    "pictures": _pictures,
}


@click.command()
@as_json
def doctor(as_json: bool) -> None:
    """Show the effective configuration and try every part of it. Exit 1 when something must be fixed."""
    config = read_config()
    settings = _settings(config)
    results = {name: _try(partial(check, config)) for name, check in CHECKS.items()}
    results |= {name: _try(check) for name, check in health.checks(app().gateway, look_up).items()}
    if as_json:
        show_json({"settings": settings, "checks": {name: {"ok": ok, "says": says} for name, (ok, says) in results.items()}})
    else:
        columns([(name, value) for name, value in settings.items()], ("SETTING", "VALUE"))
        columns([(name, "ok" if ok else "FIX", says) for name, (ok, says) in results.items()], ("CHECK", "", ""))
    sys.exit(0 if all(ok for ok, _ in results.values()) else 1)


def _settings(config: Config) -> dict[str, object]:
    """What is in force, without what is nobody's business."""
    mail = {name: value for name, value in vars(config.mail).items() if name not in ("imap", "secret_before", "smtp_send")}
    sent = re.sub(r"//.*@", "//(user):(password)@", config.mail.smtp_send)
    account = config.mail.imap
    fetched = f"{account.user} at {account.host}:{account.port}/{account.folder}" if account else None
    shown = {
        "data": config.data,
        "web": config.web,
        "heartbeat": config.heartbeat,
        "proxies": config.proxies,
        **vars(config.operation),
        **mail,
        "smtp_send": sent,
        "imap": fetched,
    }
    lengths = {"secret": config.secret, "secret_before": config.mail.secret_before}
    return {name: _plain(value) for name, value in shown.items()} | {
        name: f"({len(value)} bytes)" for name, value in lengths.items()
    }


def _plain(value: object) -> object:
    """A setting as JSON can show it."""
    if isinstance(value, frozenset):
        return ", ".join(sorted(value))
    return value if isinstance(value, int | float | str | tuple | None) else str(value)


def _try(check: Callable[[], str]) -> tuple[bool, str]:
    try:
        return True, check()
    except (OSError, ValueError) as e:
        return False, str(e)

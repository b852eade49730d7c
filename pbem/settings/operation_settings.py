"""The settings of operation: what the program says of itself, where its figures are read, where its backups are."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pbem.settings.mail_settings import PREFIX, Address, BadConfig, address

NAMES = ("LOG", "LOG_LEVEL", "METRICS", "METRICS_PUBLIC", "BACKUPS", "LITESTREAM")
LOG_SHAPES = ("text", "json")
LEVELS = ("debug", "info", "warning", "error")


@dataclass(frozen=True)
class OperationSettings:
    """`log` is text or json; `metrics` the address of the figures, None for none.

    `backups` is the folder that `backup --keep` writes into, `litestream` the configuration of the continuous copy: set, they
    are watched by `doctor` and by the figures.
    """

    log: str = "text"
    log_level: str = "info"
    metrics: Address | None = None
    backups: Path | None = None
    litestream: Path | None = None


def read_operation_settings(found: Mapping[str, str]) -> OperationSettings:
    """The settings of operation, from names without their prefix. Raises `BadConfig`."""
    return OperationSettings(
        log=_one_of("LOG", found.get("LOG", "text"), LOG_SHAPES),
        log_level=_one_of("LOG_LEVEL", found.get("LOG_LEVEL", "info").lower(), LEVELS),
        metrics=_metrics(found),
        backups=Path(found["BACKUPS"]).expanduser() if "BACKUPS" in found else None,
        litestream=Path(found["LITESTREAM"]).expanduser() if "LITESTREAM" in found else None,
    )


def _one_of(name: str, text: str, known: tuple[str, ...]) -> str:
    if text not in known:
        raise BadConfig(f"{PREFIX}{name}={text!r} must be one of: {', '.join(known)}")
    return text


def _metrics(found: Mapping[str, str]) -> Address | None:
    """Figures tell a stranger how much is played here: they are shown to other machines only if the operator says so."""
    text = found.get("METRICS", "off")
    public = _one_of("METRICS_PUBLIC", found.get("METRICS_PUBLIC", "no"), ("no", "yes")) == "yes"
    if text == "off":
        return None
    host, port = address("METRICS", text)
    if not public and not is_loopback(host):
        raise BadConfig(
            f"{PREFIX}METRICS={text!r} can be read by other machines; "
            f"use 127.0.0.1, or set {PREFIX}METRICS_PUBLIC=yes if that is meant"
        )
    return host, port


def is_loopback(host: str) -> bool:
    """Does nobody but this machine reach the address?"""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False

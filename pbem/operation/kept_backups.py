"""The backups that are kept in a folder: their names, and which of them are superfluous."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

FORM = "wardroom-%Y%m%dT%H%M%SZ.db"
NAME = re.compile(r"wardroom-\d{8}T\d{6}Z\.db")
PERIODS: Mapping[str, Callable[[datetime], tuple[int, ...]]] = {
    "hourly": lambda at: (at.year, at.month, at.day, at.hour),
    "daily": lambda at: (at.year, at.month, at.day),
    "weekly": lambda at: tuple(at.isocalendar()[:2]),
    "monthly": lambda at: (at.year, at.month),
}
"""What two backups share that were made in the same hour, day, week or month."""
MOST = 10_000


class BadKeep(ValueError):
    """What is to be kept is not written as it must be; the message says how."""


class KeptBackup(NamedTuple):
    """A backup, and when it was made (by its name, which no copying changes)."""

    at: datetime
    path: Path


def name_at(at: datetime) -> str:
    """The name of a backup made then."""
    return at.strftime(FORM)


def kept_backups(folder: Path) -> list[KeptBackup]:
    """The backups in a folder, newest first. What is called otherwise is not ours and is not looked at."""
    found = folder.iterdir() if folder.is_dir() else ()
    ours = [path for path in found if NAME.fullmatch(path.name) and path.is_file()]
    return sorted((KeptBackup(_made_at(path.name), path) for path in ours if _is_time(path.name)), reverse=True)


def newest(folder: Path) -> KeptBackup | None:
    """The backup that was made last."""
    return next(iter(kept_backups(folder)), None)


def parse_keep(text: str) -> dict[str, int]:
    """`hourly=24,daily=7,weekly=4`: of so many hours, days and weeks the last backup of each is kept. Raises `BadKeep`."""
    found: dict[str, int] = {}
    for each in text.split(","):
        period, sign, number = (part.strip() for part in each.partition("="))
        if period not in PERIODS or not sign or not re.fullmatch("[0-9]{1,5}", number) or not 1 <= int(number) <= MOST:
            raise BadKeep(f"{each.strip()!r}: write PERIOD=NUMBER, such as hourly=24; the periods are {', '.join(PERIODS)}")
        if period in found:
            raise BadKeep(f"{period} is there twice")
        found[period] = int(number)
    return found


def superfluous(backups: Iterable[KeptBackup], keep: Mapping[str, int]) -> list[KeptBackup]:
    """Those that no period keeps, oldest first. The newest of all is always kept."""
    ordered = sorted(backups, reverse=True)
    kept = set(ordered[:1])
    for period, number in keep.items():
        last_of: dict[tuple[int, ...], KeptBackup] = {}
        for backup in ordered:
            last_of.setdefault(PERIODS[period](backup.at), backup)
        kept |= set(list(last_of.values())[:number])
    return sorted(set(ordered) - kept)


def _made_at(name: str) -> datetime:
    return datetime.strptime(name, FORM).replace(tzinfo=UTC)


def _is_time(name: str) -> bool:
    try:
        _made_at(name)
    except ValueError:
        return False
    return True

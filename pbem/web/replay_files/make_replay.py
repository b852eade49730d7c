"""A process that makes one replay file: `python -m pbem.web.replay_files.make_replay TASK`. It only reads the log.

Drawing hundreds of maps takes seconds of a processor. In a thread of the pages it would hold all of them up.
"""

from __future__ import annotations

import fcntl
import json
import os
import resource
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from events.database import open_connections
from pbem.campaign.played import PLAYED
from pbem.service.context import ActRefused, RecordCache, ServiceContext
from pbem.service.released import view_until
from pbem.web.replay_files.replay_file import Wanted, name_of, page

YIELDING = 10
LONGEST = 300
"""Seconds of a processor, after which it is ended: whatever goes wrong, it is not forever."""
MOST_FILES, MOST_BYTES = 200, 256 * 1024 * 1024
"""What is kept of replays; the ones that were not looked at for longest are dropped."""


def main(task: str) -> None:
    """Make what is asked for. `task` is JSON: the database, the folder, and what is wanted."""
    os.nice(YIELDING)
    resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST))
    given = json.loads(task)
    folder, wanted = Path(given["folder"]), Wanted(**given["wanted"])
    with _alone(folder):
        make(given["database"], folder, wanted)
        sweep(folder)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """One replay is made at a time, however many processes serve pages."""
    with (folder / "lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def make(database: str, folder: Path, wanted: Wanted) -> None:
    """Write the file, or, if it cannot be had, the words why; under the name of what it was made from, unless it is there."""
    opened = open_connections(database)
    opened.read_one_moment()
    context = ServiceContext(opened, PLAYED, lambda: datetime.now(UTC), secrets.token_bytes, b"")
    context = view_until(context, lambda stream: (wanted.end or None) if stream == wanted.stream else None, RecordCache())
    name = name_of(context, wanted)
    if not any((folder / f"{name}{end}").exists() for end in (".html", ".txt")):
        try:
            put(folder, f"{name}.html", page(context, wanted))
        except ActRefused as e:
            put(folder, f"{name}.txt", str(e))
    opened.close()


def put(folder: Path, name: str, text: str) -> None:
    """A file that is there whole or not at all, for nobody else's eyes."""
    aside = folder / f"{name}.part"
    aside.unlink(missing_ok=True)
    with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    aside.rename(folder / name)


def sweep(folder: Path, files: int = MOST_FILES, size: int = MOST_BYTES) -> None:
    """Drop what a killed process left half written, and the replays beyond the limits; the newest always stays."""
    for left in folder.glob("*.part"):
        left.unlink(missing_ok=True)
    kept = [*folder.glob("*.html"), *folder.glob("*.txt")]
    free = size
    for number, path in enumerate(sorted(kept, key=lambda path: path.stat().st_mtime, reverse=True)):
        free -= path.stat().st_size
        if number and (number >= files or free < 0):
            path.unlink(missing_ok=True)


if __name__ == "__main__":
    main(sys.stdin.read())

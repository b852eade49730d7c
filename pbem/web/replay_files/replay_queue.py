"""Replay files: those that are there, and the line of those that are wanted, made one by one by processes of their own."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import threading
from dataclasses import asdict, dataclass, field
from pathlib import Path

from pbem.files import ROOT
from pbem.service.context import ActRefused
from pbem.web.replay_files.replay_file import Wanted

MOST_WAITING = 8
MOST_OF_ONE = 2
"""Replays that wait or are being made, of all and of one address."""
PATIENCE = 1200.0
"""Seconds after which a process that says nothing is ended."""

log = logging.getLogger(__name__)


class Busy(Exception):
    """No more can wait in the line now: why, in a sentence. The page answers with it."""


@dataclass
class ReplayQueue:
    """The files in the folder `replays` beside the database. They may be thrown away: they are made again when wanted.

    `database` is its address, for the process that makes them.
    """

    database: str
    beside: Path
    _line: dict[str, tuple[Wanted, str]] = field(default_factory=dict)
    _failed: set[str] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _running: bool = False

    @property
    def folder(self) -> Path:
        """Where they are kept."""
        return self.beside / "replays"

    def file(self, name: str) -> Path | None:
        """The replay of this name, if it is there; it is noted that it was wanted.

        Raises ActRefused, with the words why it cannot be had.
        """
        found, refused = (self.folder / f"{name}{end}" for end in (".html", ".txt"))
        try:
            os.utime(found)
        except FileNotFoundError:
            if refused.exists():
                raise ActRefused(refused.read_text(encoding="utf-8")) from None
            return None
        return found

    def place(self, name: str) -> int | None:
        """How many are before it in the line; None: it is not in it."""
        with self._lock:
            return list(self._line).index(name) if name in self._line else None

    def failed(self, name: str) -> bool:
        """Could it not be made? Said once: whoever asks again has it tried again."""
        with self._lock:
            failed = name in self._failed
            self._failed.discard(name)
            return failed

    def want(self, name: str, wanted: Wanted, who: str) -> int:
        """Put it into the line; how many are before it. `who` asks. Raises Busy."""
        with self._lock:
            if name not in self._line:
                if sum(asker == who for _, asker in self._line.values()) >= MOST_OF_ONE:
                    raise Busy(f"{MOST_OF_ONE} replays are being made for you already: wait for them first")
                if len(self._line) >= MOST_WAITING:
                    raise Busy("many replays are being made just now: ask again in a minute")
                self._line[name] = wanted, who
            if not self._running:
                self._running = True
                threading.Thread(target=self._make_all, daemon=True, name="replays").start()
            return list(self._line).index(name)

    def _make_all(self) -> None:
        """One after the other, until nobody waits any more."""
        while True:
            with self._lock:
                if not self._line:
                    self._running = False
                    return
                name, (wanted, _) = next(iter(self._line.items()))
            made = self._make(wanted)
            with self._lock:
                del self._line[name]
                if not made:
                    self._failed.add(name)

    def _make(self, wanted: Wanted) -> bool:
        """Did the process come to its end? What it says of a fault is in the service's log."""
        task = {"database": self.database, "folder": str(self.folder.resolve()), "wanted": asdict(wanted)}
        command = [sys.executable, "-m", "pbem.web.replay_files.make_replay"]
        try:
            self.folder.mkdir(mode=0o700, exist_ok=True)
            done = subprocess.run(  # noqa: S603 (no shell; our own words)
                command, cwd=ROOT, input=json.dumps(task), capture_output=True, text=True, timeout=PATIENCE, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as e:
            log.error("the replay of %s could not be made: %s", wanted, e)
            return False
        if done.returncode:
            log.error("the replay of %s could not be made (%d): %s", wanted, done.returncode, done.stderr[-2000:])
        return done.returncode == 0

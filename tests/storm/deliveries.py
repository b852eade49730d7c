"""What the players have received: every mail that the service has handed over, from the sink's folder or from Maildirs."""

from __future__ import annotations

import os
import re
import threading
from dataclasses import dataclass
from email import policy
from email.parser import BytesParser
from hashlib import sha256
from pathlib import Path

REPORT = re.compile(r"<([^.>]+)\.t(\d+)\.")
"""A report's Message-ID begins with its game and turn."""
BODY = re.compile(rb"\r?\n\r?\n")


@dataclass(frozen=True)
class Delivery:
    """One delivery. `in_reply_to` is the mail it answers, `stream` and `turn` are those of a report ("" and 0 for others)."""

    recipient: str
    message_id: str
    in_reply_to: str
    reply_to: str
    stream: str
    turn: int
    accepted: bool
    """Does it say that all was taken?"""
    over: bool
    """Does it say that the game is over?"""
    digest: str


class Deliveries:
    """Reads each delivered file once. `folder` has the sink's files, or a Maildir for each address."""

    def __init__(self, folder: Path, maildirs: bool) -> None:
        self.folder = folder
        self.maildirs = maildirs
        self.received: list[Delivery] = []
        self._seen: set[str] = set()
        self._reports: dict[tuple[str, str, int], Delivery] = {}
        self._lock = threading.Lock()

    def report(self, address: str, stream: str, turn: int) -> Delivery | None:
        """The report of a turn to a player, once it is there."""
        with self._lock:
            return self._reports.get((address, stream, turn))

    def read(self) -> None:
        """Look for new mail."""
        for name in sorted(set(self._names()) - self._seen):
            self._seen.add(name)
            path = self.folder / name
            delivery = _opened(path.parents[1].name if self.maildirs else path.name.partition(" ")[2], path.read_bytes())
            with self._lock:
                self.received.append(delivery)
                if delivery.stream:
                    self._reports.setdefault((delivery.recipient, delivery.stream, delivery.turn), delivery)

    def _names(self) -> list[str]:
        """All files there are now; those that are still being written have a dot before their name."""
        if not self.maildirs:
            return [name for name in _names_in(self.folder) if name[0] != "."]
        return [f"{box.parent.name}/new/{name}" for box in self.folder.glob("*/new") for name in _names_in(box)]


def _names_in(folder: Path) -> list[str]:
    with os.scandir(folder) as found:
        return [entry.name for entry in found]


def _opened(recipient: str, raw: bytes) -> Delivery:
    head = BytesParser(policy=policy.default).parsebytes(raw, headersonly=True)
    message_id = str(head["Message-ID"])
    found = REPORT.match(message_id)
    return Delivery(
        recipient=recipient,
        message_id=message_id,
        in_reply_to=str(head["In-Reply-To"]),
        reply_to=str(head["Reply-To"]),
        over=b"THE GAME IS OVER" in raw,
        stream=found[1] if found else "",
        turn=int(found[2]) if found else 0,
        accepted=BODY.split(raw, maxsplit=1)[-1].startswith(b"ACCEPTED"),
        digest=sha256(raw).hexdigest(),
    )

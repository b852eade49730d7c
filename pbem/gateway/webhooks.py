"""Webhooks: a forum's robot, or any program, is told of each resolved turn by a POST, again and again until it takes it.

Only what everybody may know is sent, signed, and only when everybody may see it. Only the operator may set one: the service
opens connections to where it says.
"""

from __future__ import annotations

import hmac
import http.client
import json
import logging
import socket
import ssl
import threading
from contextlib import suppress
from datetime import datetime, timedelta
from typing import NamedTuple
from urllib.parse import urlsplit

from sqlite_utils import Database, Migrations

from events.store import Corrupt
from pbem.present.forum import written
from pbem.present.markup import MARKDOWN
from pbem.service.context import ActRefused, RecordCache, ServiceContext, stamp
from pbem.service.released import nobody_at_once, public_view
from pbem.service.reports.turn_report import turn_report
from pbem.service.repository import no_game

TIMEOUT = 10
"""Seconds for a connection, and again for the whole answer."""
WAITS = (1, 5, 15, 60, 240)
"""Minutes to the next attempt; from there on the last of them."""
MOST_TEXT = 1900
"""Characters of `content`: chat programs refuse more than 2,000."""

migrations = Migrations("webhooks")
log = logging.getLogger(__name__)


@migrations()
def webhooks(db: Database) -> None:
    """Where each game's turns are told, up to which turn it was, and when it is tried next."""
    db.execute(
        """CREATE TABLE webhooks(stream TEXT NOT NULL, url TEXT NOT NULL, told INTEGER NOT NULL, attempts INTEGER NOT NULL,
            next_at TEXT NOT NULL, error TEXT NOT NULL, PRIMARY KEY(stream, url)) STRICT, WITHOUT ROWID"""
    )


class Webhook(NamedTuple):
    """`told` is the last turn that was taken there; `error` is why the last attempt failed, "" if it did not."""

    stream: str
    url: str
    told: int
    attempts: int
    next_at: str
    error: str


class Webhooks:
    """All of them. `base_url` is where our pages are."""

    def __init__(self, context: ServiceContext, base_url: str) -> None:
        self.context = context
        self.base_url = base_url
        self._past = RecordCache()

    @property
    def _public(self) -> ServiceContext:
        """The games as those see them who do not play."""
        return public_view(self.context, nobody_at_once, self._past)

    def add(self, stream: str, url: str) -> None:
        """Tell this address of every turn from the next one on. Raises ActRefused for what is no web address."""
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ActRefused(f"{url!r} is no web address; write it like https://forum.example/hooks/17")
        row = self._public.store.game(stream)
        if row is None:
            raise no_game(self.context, stream)
        with self.context.database.write() as con:
            con.execute("INSERT OR IGNORE INTO webhooks VALUES(?,?,?,0,'','')", (stream, url, row.closed))

    def drop(self, stream: str, url: str) -> bool:
        """Tell it no more."""
        with self.context.database.write() as con:
            return con.execute("DELETE FROM webhooks WHERE stream=? AND url=?", (stream, url)).rowcount > 0

    def of(self, stream: str) -> list[Webhook]:
        """A game's webhooks."""
        rows = self.context.database.con.execute("SELECT * FROM webhooks WHERE stream=? ORDER BY url", (stream,))
        return [Webhook(*row) for row in rows]

    def key(self, url: str) -> str:
        """What its POSTs are signed with: HMAC-SHA-256 of the body, hex, in the header X-Wardroom-Signature."""
        return hmac.digest(self.context.secret, f"webhook|{url}".encode(), "sha256").hex()

    def flush(self) -> int:
        """Tell what is due, one turn to each address. Returns how many turns were taken; failures are tried again later."""
        now = self.context.now()
        rows = self.context.database.con.execute("SELECT * FROM webhooks WHERE next_at <= ?", (stamp(now),)).fetchall()
        due = [hook for hook in (Webhook(*row) for row in rows) if self._has_news(hook)]
        return sum(self._tell(hook, now) for hook in due)

    def _has_news(self, hook: Webhook) -> bool:
        game = self._public.store.game(hook.stream)
        return game is not None and hook.told < game.closed

    def _tell(self, hook: Webhook, now: datetime) -> bool:
        turn = hook.told + 1
        try:
            _post(hook.url, self._body(hook.stream, turn), self.key(hook.url))
        except (OSError, http.client.HTTPException, ValueError, Corrupt) as e:  # one bad log must not stop the others' news
            wait = timedelta(minutes=WAITS[min(hook.attempts, len(WAITS) - 1)])
            self._note(hook, hook.told, hook.attempts + 1, stamp(now + wait), str(e) or type(e).__name__)
            log.warning("%s: turn %d was not taken by %s: %s", hook.stream, turn, hook.url, e)
            return False
        self._note(hook, turn, 0, "", "")
        return True

    def _note(self, hook: Webhook, told: int, attempts: int, next_at: str, error: str) -> None:
        with self.context.database.write() as con:
            con.execute(
                "UPDATE webhooks SET told=?, attempts=?, next_at=?, error=? WHERE stream=? AND url=?",
                (told, attempts, next_at, error[:200], hook.stream, hook.url),
            )

    def _body(self, stream: str, turn: int) -> bytes:
        """`text` and `content` are the same sentence, as Slack, Mattermost and Discord read it; `markdown` the whole report."""
        report = turn_report(self._public, stream, turn, None).report
        page = f"{self.base_url}/g/{stream}/t/{turn}"
        words = f"{report.title}: {report.heading}. {report.verdict or (report.due and f'Orders due {report.due}.')} {page}"
        said = " ".join(words.split())[:MOST_TEXT]
        told = {"event": "turn", "game": stream, "title": report.title, "turn": turn, "due": report.due, "url": page}
        picture = f"{page}/map.png"
        return json.dumps(
            {**told, "map": picture, "text": said, "content": said, "markdown": written(report, MARKDOWN, page, picture)}
        ).encode()


def _post(url: str, body: bytes, key: str) -> None:
    """POST a signed body. Raises OSError, HTTPException, or ValueError for an answer that is not 2xx; follows nothing."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    con = (
        http.client.HTTPSConnection(host, parts.port, timeout=TIMEOUT, context=ssl.create_default_context())
        if parts.scheme == "https"
        else http.client.HTTPConnection(host, parts.port, timeout=TIMEOUT)
    )
    signature = hmac.digest(key.encode(), body, "sha256").hex()
    headers = {"Content-Type": "application/json", "User-Agent": "Wardroom", "X-Wardroom-Signature": f"sha256={signature}"}
    con.connect()
    hurry = threading.Timer(TIMEOUT, _cut, (con.sock,))  # one that drips is always in time with its next byte
    hurry.start()
    try:
        con.request("POST", (parts.path or "/") + (f"?{parts.query}" if parts.query else ""), body, headers)
        answer = con.getresponse()
        answer.read(10_000)
        if not 200 <= answer.status < 300:
            raise ValueError(f"it answered {answer.status} {answer.reason}")
    finally:
        hurry.cancel()
        con.close()


def _cut(sock: socket.socket) -> None:
    """End a connection that another thread reads from."""
    with suppress(OSError):  # it may have ended by itself in this very moment
        sock.shutdown(socket.SHUT_RDWR)

"""The players of a storm: they answer their reports, some mails twice, and send rubbish in between, until they are told 250."""

from __future__ import annotations

import itertools
import random
import smtplib
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.storm import mails
from tests.storm.deliveries import Deliveries
from tests.storm.mails import Mail, Seat, Way

COPIES, RUBBISH = 0.20, 0.05
"""Their shares of all mails."""
LATE = 4
"""Mails that each seat sends for a turn when it is resolved, and when the game is over: more than a robot would be answered."""
AGAIN = 0.04
"""Seconds to the next attempt."""


@dataclass
class MailSources:
    """Ports of the loopback and a Maildir; 0 and None are closed."""

    smtp: int
    lmtp: int = 0
    maildir: Path | None = None

    @property
    def ways(self) -> tuple[Way, ...]:
        """Those that are open."""
        open_ones: list[Way] = ["smtp"]
        if self.lmtp:
            open_ones.append("lmtp")
        if self.maildir:
            open_ones.append("maildir")
        return tuple(open_ones)

    def hand_in(self, mail: Mail, name: str) -> int:
        """The reply's code for a mail: 250, 550, 0 when there was no answer."""
        if mail.way == "maildir" and self.maildir:
            draft = self.maildir / "tmp" / name
            draft.parent.mkdir(parents=True, exist_ok=True)
            draft.write_bytes(mail.raw)
            (self.maildir / "new").mkdir(exist_ok=True)
            draft.rename(self.maildir / "new" / name)
            return 250
        kind, port = (smtplib.LMTP, self.lmtp) if mail.way == "lmtp" else (smtplib.SMTP, self.smtp)
        try:
            with kind("127.0.0.1", port, timeout=20, local_hostname="localhost") as server:
                server.sendmail(mail.sender, [mail.to], mail.raw, ["BODY=8BITMIME"])
        except smtplib.SMTPRecipientsRefused as e:
            return next(iter(e.recipients.values()))[0]
        except smtplib.SMTPResponseException as e:
            return int(e.smtp_code)
        except (OSError, smtplib.SMTPException):
            return 0
        return 250


@dataclass
class Budget:
    """How many mails may be sent by now; each start of the service allows a few more."""

    allowed: int = 0
    sent: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self) -> bool:
        with self.lock:
            if self.sent >= self.allowed:
                return False
            self.sent += 1
            return True

    def give_back(self) -> None:
        with self.lock:
            self.sent -= 1


@dataclass
class SentMails:
    """What was sent and answered. `unexpected` are answers that should not have been given."""

    answered: list[Mail] = field(default_factory=list)
    unexpected: list[str] = field(default_factory=list)
    retries: int = 0

    def valid(self) -> list[Mail]:
        """Orders that must count."""
        return [mail for mail in self.answered if mail.kind in ("orders", "ready")]

    def late(self) -> list[Mail]:
        """Orders that must not count, and must be answered."""
        return [mail for mail in self.answered if mail.kind == "late"]


class GamePlayers:
    """One game's players. `next` gives a mail to send, or None while they wait for reports."""

    def __init__(self, seats: list[Seat], deliveries: Deliveries, ways: tuple[Way, ...], seed: str) -> None:
        self.seats = seats
        self.deliveries = deliveries
        self.ways = ways
        self.chance = random.Random(seed)
        self.sent: list[Mail] = []
        self._script = self._play()

    def next(self) -> Mail | None:
        return next(self._script, None)

    def _play(self) -> Iterator[Mail | None]:
        before: dict[str, str] = {}
        for turn in itertools.count(1):
            to: dict[str, str] = {}
            while len(to) < len(self.seats):
                for seat in self.seats:
                    report = self.deliveries.report(seat.address, seat.stream, turn - 1)
                    if report and report.over:
                        yield from self._late(turn - 1, before)
                        return
                    if report:
                        to[seat.seat] = report.reply_to
                if len(to) < len(self.seats):
                    yield None
            yield from self._late(turn - 1, before if turn == 2 else {})
            before = to
            for number in range(self.chance.randrange(2, 7) * len(self.seats)):
                seat = self.chance.choice(self.seats)
                yield from self._extras(seat, turn, to[seat.seat], f"{number}")
                yield self._valid(mails.orders(seat, turn, f"{seat.stream}.{turn}.{number}", to[seat.seat]))
            for seat in self.seats:
                yield from self._extras(seat, turn, to[seat.seat], f"ready.{seat.seat}")
                yield self._valid(mails.ready(seat, turn, f"{seat.stream}.{turn}.ready.{seat.seat}", to[seat.seat]))

    def _late(self, turn: int, to: dict[str, str]) -> Iterator[Mail]:
        """What comes when the turn that the addresses are for is resolved."""
        for seat in self.seats:
            for number in range(LATE if seat.seat in to else 0):
                word = f"late.{seat.stream}.{turn}.{seat.seat}.{number}"
                yield mails.late(seat, turn, word, to[seat.seat])

    def _valid(self, mail: Mail) -> Mail:
        self.sent.append(mail)
        return mail

    def _extras(self, seat: Seat, turn: int, to: str, name: str) -> Iterator[Mail]:
        """Copies and rubbish, in their shares."""
        while self.chance.random() < COPIES + RUBBISH:
            if self.chance.random() < RUBBISH / (COPIES + RUBBISH):
                name += "x"
                yield mails.rubbish(seat, turn, f"rubbish.{seat.stream}.{turn}.{name}", to, self.chance)
            elif self.sent:
                yield mails.copy_of(self.chance.choice(self.sent[-20:]), self.ways, self.chance)


class Sender(threading.Thread):
    """Sends the mails of some games, each again and again until it is answered for good."""

    def __init__(self, games: list[GamePlayers], sources: MailSources, budget: Budget, sent: SentMails) -> None:
        super().__init__(daemon=True)
        self.games = games
        self.sources = sources
        self.budget = budget
        self.sent = sent
        self.stopping = threading.Event()

    def run(self) -> None:
        for count in itertools.count():
            if self.stopping.is_set():
                return
            if not self.budget.take():
                self.stopping.wait(AGAIN)
                continue
            mail = self._next()
            if mail is None:
                self.budget.give_back()
                self.stopping.wait(AGAIN)
                continue
            self._send(mail, f"{int(time.time())}.{count}_{self.name}.storm")

    def _next(self) -> Mail | None:
        """The next mail of a game that has one; the games take turns."""
        for _ in self.games:
            self.games.append(self.games.pop(0))
            mail = self.games[-1].next()
            if mail is not None:
                return mail
        return None

    def _send(self, mail: Mail, name: str) -> None:
        code = self.sources.hand_in(mail, name)
        while code == 0 or 400 <= code < 500:
            self.sent.retries += 1
            if self.stopping.wait(AGAIN):
                return
            code = self.sources.hand_in(mail, name)
        if (code == 550) != mail.refused or code not in (250, 550):
            self.sent.unexpected.append(f"{mail.kind} {mail.word} by {mail.way} to {mail.to}: {code}")
        self.sent.answered.append(mail)

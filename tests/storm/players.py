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
from tests.storm.mails import Letter, Seat, Way
from tests.storm.postboxes import Postboxes

COPIES, RUBBISH = 0.20, 0.05
"""Their shares of all mails."""
LATE = 4
"""Mails that each seat sends for a turn when it is resolved, and when the game is over: more than a robot would be answered."""
AGAIN = 0.04
"""Seconds to the next attempt."""


@dataclass
class Entrances:
    """The ways in: ports of the loopback and a Maildir; 0 and None are closed."""

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

    def hand_in(self, letter: Letter, name: str) -> int:
        """The reply's code for a mail: 250, 550, 0 when there was no answer."""
        if letter.way == "maildir" and self.maildir:
            draft = self.maildir / "tmp" / name
            draft.parent.mkdir(parents=True, exist_ok=True)
            draft.write_bytes(letter.raw)
            (self.maildir / "new").mkdir(exist_ok=True)
            draft.rename(self.maildir / "new" / name)
            return 250
        kind, port = (smtplib.LMTP, self.lmtp) if letter.way == "lmtp" else (smtplib.SMTP, self.smtp)
        try:
            with kind("127.0.0.1", port, timeout=20, local_hostname="localhost") as server:
                server.sendmail(letter.sender, [letter.to], letter.raw, ["BODY=8BITMIME"])
        except smtplib.SMTPRecipientsRefused as e:
            return next(iter(e.recipients.values()))[0]
        except smtplib.SMTPResponseException as e:
            return int(e.smtp_code)
        except (OSError, smtplib.SMTPException):
            return 0
        return 250


@dataclass
class Budget:
    """How many mails may be sent by now; the storm lets a few more go with each life of the service."""

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
class Ledger:
    """What was sent and answered. `odd` are answers that should not have been given."""

    answered: list[Letter] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)
    retries: int = 0

    def valid(self) -> list[Letter]:
        """Orders that must count."""
        return [letter for letter in self.answered if letter.kind in ("orders", "ready")]

    def late(self) -> list[Letter]:
        """Orders that must not count, and must be answered."""
        return [letter for letter in self.answered if letter.kind == "late"]


class Table:
    """One game's players. `next` gives a mail to send, or None while they wait for reports."""

    def __init__(self, seats: list[Seat], post: Postboxes, ways: tuple[Way, ...], seed: str) -> None:
        self.seats = seats
        self.post = post
        self.ways = ways
        self.chance = random.Random(seed)
        self.sent: list[Letter] = []
        self._script = self._play()

    def next(self) -> Letter | None:
        return next(self._script, None)

    def _play(self) -> Iterator[Letter | None]:
        before: dict[str, str] = {}
        for turn in itertools.count(1):
            to: dict[str, str] = {}
            while len(to) < len(self.seats):
                for seat in self.seats:
                    got = self.post.report(seat.address, seat.stream, turn - 1)
                    if got and "the end" in got.subject:
                        yield from self._late(turn - 1, before)
                        return
                    if got:
                        to[seat.seat] = got.reply_to
                if len(to) < len(self.seats):
                    yield None
            yield from self._late(turn - 1, before if turn == 2 else {})
            before = to
            for number in range(self.chance.randrange(2, 7) * len(self.seats)):
                seat = self.chance.choice(self.seats)
                yield from self._aside(seat, turn, to[seat.seat], f"{number}")
                yield self._valid(mails.orders(seat, turn, f"{seat.stream}.{turn}.{number}", to[seat.seat]))
            for seat in self.seats:
                yield from self._aside(seat, turn, to[seat.seat], f"ready.{seat.seat}")
                yield self._valid(mails.ready(seat, turn, f"{seat.stream}.{turn}.ready.{seat.seat}", to[seat.seat]))

    def _late(self, turn: int, to: dict[str, str]) -> Iterator[Letter]:
        """What comes when the turn that the addresses are for is resolved."""
        for seat in self.seats:
            for number in range(LATE if seat.seat in to else 0):
                word = f"late.{seat.stream}.{turn}.{seat.seat}.{number}"
                yield mails.late(seat, turn, word, to[seat.seat])

    def _valid(self, letter: Letter) -> Letter:
        self.sent.append(letter)
        return letter

    def _aside(self, seat: Seat, turn: int, to: str, name: str) -> Iterator[Letter]:
        """Copies and rubbish, so many that they have their shares."""
        while self.chance.random() < COPIES + RUBBISH:
            if self.chance.random() < RUBBISH / (COPIES + RUBBISH):
                name += "x"
                yield mails.rubbish(seat, turn, f"rubbish.{seat.stream}.{turn}.{name}", to, self.chance)
            elif self.sent:
                yield mails.copy_of(self.chance.choice(self.sent[-20:]), self.ways, self.chance)


class Sender(threading.Thread):
    """Sends the mails of some tables, each again and again until it is answered for good."""

    def __init__(self, tables: list[Table], entrances: Entrances, budget: Budget, ledger: Ledger) -> None:
        super().__init__(daemon=True)
        self.tables = tables
        self.entrances = entrances
        self.budget = budget
        self.ledger = ledger
        self.stopping = threading.Event()

    def run(self) -> None:
        for count in itertools.count():
            if self.stopping.is_set():
                return
            if not self.budget.take():
                self.stopping.wait(AGAIN)
                continue
            letter = self._next()
            if letter is None:
                self.budget.give_back()
                self.stopping.wait(AGAIN)
                continue
            self._send(letter, f"{int(time.time())}.{count}_{self.name}.storm")

    def _next(self) -> Letter | None:
        """The next mail of a table that has one; the tables take turns."""
        for _ in self.tables:
            self.tables.append(self.tables.pop(0))
            letter = self.tables[-1].next()
            if letter is not None:
                return letter
        return None

    def _send(self, letter: Letter, name: str) -> None:
        code = self.entrances.hand_in(letter, name)
        while code == 0 or 400 <= code < 500:
            self.ledger.retries += 1
            if self.stopping.wait(AGAIN):
                return
            code = self.entrances.hand_in(letter, name)
        if (code == 550) != letter.refused or code not in (250, 550):
            self.ledger.odd.append(f"{letter.kind} {letter.word} by {letter.way} to {letter.to}: {code}")
        self.ledger.answered.append(letter)

"""The mails of a storm: orders that must count once, copies of them, orders too late to count, and rubbish."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

Kind = Literal["orders", "ready", "late", "copy", "rubbish"]
Way = Literal["smtp", "lmtp", "maildir"]
PLUS = re.compile(r"\+")


@dataclass(frozen=True)
class Seat:
    """A seat, and the person on it."""

    stream: str
    seat: str
    address: str


@dataclass(frozen=True)
class Mail:
    """A mail to be sent by one way. `word` is unique to orders; a seat of theirs is `ready` for a turn once."""

    kind: Kind
    seat: Seat
    turn: int
    word: str
    to: str
    sender: str
    raw: bytes
    way: Way = "smtp"
    refused: bool = False
    """It must be told 550."""

    @property
    def message_id(self) -> str:
        return f"<{self.word}@example.org>"


def orders(seat: Seat, turn: int, word: str, to: str) -> Mail:
    """Orders that can be told from all others by their `luck:` line."""
    return _mail("orders", seat, turn, word, to, f"luck: {word}")


def late(seat: Seat, turn: int, word: str, to: str) -> Mail:
    """Orders for a turn that is resolved, or a game that is over: they do not count, and are answered all the same."""
    return _mail("late", seat, turn, word, to, f"luck: {word}")


def ready(seat: Seat, turn: int, word: str, to: str) -> Mail:
    """The seat's last word of a turn."""
    return _mail("ready", seat, turn, word, to, "ready")


def copy_of(mail: Mail, ways: tuple[Way, ...], chance: random.Random) -> Mail:
    """The same mail once more: the same bytes, or by another way, where a relay has added its own lines."""
    way = chance.choice(ways)
    raw, to = mail.raw, mail.to
    if way == "maildir":
        raw = f"Return-Path: <{mail.sender}>\r\nDelivered-To: {to}\r\n".encode() + raw
    elif chance.random() < 0.6:
        raw = f"Received: from relay{chance.randrange(9)}.example.org by mx.example.org\r\n".encode() + raw
        to = chance.choice([to, PLUS.sub(".", to, 1), PLUS.sub("=", to, 1), to.upper()])
    return Mail("copy", mail.seat, mail.turn, mail.word, to, mail.sender, raw, way)


def rubbish(seat: Seat, turn: int, word: str, to: str, chance: random.Random) -> Mail:
    """Something that is no orders."""
    return chance.choice(RUBBISH)(seat, turn, word, to, chance)


def _mail(kind: Kind, seat: Seat, turn: int, word: str, to: str, text: str, *, more: str = "", sender: str = "") -> Mail:
    lines = [
        f"From: {sender or seat.address}",
        f"To: {to}",
        f"Subject: Re: [{seat.stream} T{turn - 1}]",
        f"Message-ID: <{word}@example.org>",
        "MIME-Version: 1.0",
    ]
    head = "\r\n".join(lines) + "\r\n" + (more or "Content-Type: text/plain; charset=utf-8\r\n")
    return Mail(kind, seat, turn, word, to, sender or seat.address, f"{head}\r\n{text}\r\n".encode())


def _noise(seat: Seat, turn: int, word: str, to: str, chance: random.Random) -> Mail:
    raw = chance.randbytes(chance.randrange(1, 5000)).replace(b"\r", b"").replace(b"\n", b"\r\n") + b"\r\n"
    return Mail("rubbish", seat, turn, word, to, seat.address, raw)


def _broken_mime(seat: Seat, turn: int, word: str, to: str, chance: random.Random) -> Mail:
    more = "Content-Type: multipart/mixed; boundary=\r\nContent-Transfer-Encoding: base64\r\n"
    text = "--\r\nContent-Type: multipart/alternative; boundary=a\r\n\r\n--a\r\n--a--\r\n=?utf-8?q?" + "=" * chance.randrange(
        900
    )
    return _mail("rubbish", seat, turn, word, to, text, more=more)


def _long_line(seat: Seat, turn: int, word: str, to: str, chance: random.Random) -> Mail:
    return _mail("rubbish", seat, turn, word, to, chance.choice(["x", ">", "(", "B1: ", "\N{SNOWMAN}"]) * 40_000)


def _wrong_address(seat: Seat, turn: int, word: str, to: str, chance: random.Random) -> Mail:
    local, _, domain = to.partition("@")
    other = "a" if local[-1] != "a" else "b"
    made = _mail("rubbish", seat, turn, word, f"{local[:-1]}{other}@{domain}", "luck: stolen")
    return replace(made, refused=True)


def _robot(seat: Seat, turn: int, word: str, to: str, chance: random.Random) -> Mail:
    return _mail("rubbish", seat, turn, word, to, "luck: away", more="Auto-Submitted: auto-replied (vacation)\r\n")


def _stranger(seat: Seat, turn: int, word: str, to: str, chance: random.Random) -> Mail:
    return _mail("rubbish", seat, turn, word, to, "luck: stolen", sender=f"stranger{chance.randrange(99)}@example.com")


def _empty(seat: Seat, turn: int, word: str, to: str, chance: random.Random) -> Mail:
    return _mail("rubbish", seat, turn, word, to, "> luck: quoted\r\n> nothing of my own")


RUBBISH: tuple[Callable[[Seat, int, str, str, random.Random], Mail], ...] = (
    *(_noise, _broken_mime, _long_line, _wrong_address, _robot, _stranger, _empty),
)

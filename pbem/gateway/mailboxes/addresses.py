"""The addresses we give out: `orders+WHAT@domain`, each signed, so that an address proves that we gave it.

`orders+g17-blue-3-SIGNATURE` takes the orders of seat blue of game g17 for turn 3; `orders+bounce-CODE` is the return path of
one mail; `orders+unsubscribe-g17-blue-SIGNATURE` stops the reports of a game, `orders+reminders-g17-PERSON-SIGNATURE` a
person's reminders of it; `orders+confirm-CODE` lets held orders count; `orders+take-CODE` takes a free seat that was offered;
`orders+thread-g17-PERSON-SIGNATURE` posts a person's words in the game's thread, `orders+unfollow-…` ends their mail of it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

MAX_LOCAL = 64
# Some mailers change or cut what is after `+`, so any of these separators is read. A seat's name has none of them, so
# that the last parts are found whatever the stream is called.
SEPARATOR = "[-+.=]"
STREAM = r"([a-z0-9][a-z0-9._-]*)"
SEAT = re.compile(rf"{STREAM}{SEPARATOR}([a-z0-9_]+){SEPARATOR}([0-9]{{1,6}}){SEPARATOR}([a-z2-7]{{16}})")
LEAVE = re.compile(rf"unsubscribe{SEPARATOR}{STREAM}{SEPARATOR}([a-z0-9_]+){SEPARATOR}([a-z2-7]{{16}})")
REMINDERS = re.compile(rf"reminders{SEPARATOR}{STREAM}{SEPARATOR}([a-z0-9]+){SEPARATOR}([a-z2-7]{{16}})")
THREAD = re.compile(rf"(thread|unfollow){SEPARATOR}{STREAM}{SEPARATOR}([a-z0-9]+){SEPARATOR}([a-z2-7]{{16}})")
CODED = re.compile(rf"(bounce|confirm|take){SEPARATOR}([a-z2-7]{{16}})")


class SeatClaim(NamedTuple):
    """What an order address says of itself; to be believed only when its signature fits the seat's player."""

    stream: str
    seat: str
    turn: int
    signature: str

    def text(self) -> str:
        """The claim in one spelling, whatever separators and case it came with."""
        return f"{self.stream}-{self.seat}-{self.turn}-{self.signature}"


class LeaveClaim(NamedTuple):
    """Its player wants no more reports of this game; to be believed only when the signature fits the seat's player."""

    stream: str
    seat: str
    signature: str

    def text(self) -> str:
        """The claim in one spelling."""
        return f"unsubscribe-{self.stream}-{self.seat}-{self.signature}"


class ReminderClaim(NamedTuple):
    """The person (by id) wants no more reminders of this game (`ANY_GAME`, `WEEKLY`); believed with their signature."""

    stream: str
    person: str
    signature: str

    def text(self) -> str:
        """The claim in one spelling."""
        return f"reminders-{self.stream}-{self.person}-{self.signature}"


ANY_GAME = "all"
"""Stands in a `ReminderClaim` for the games of a mail that reminds of several."""
WEEKLY = "weekly"
"""Stands in a `ReminderClaim` for the weekly mail to those who run games."""


class ThreadClaim(NamedTuple):
    """The person (by id) posts in the thread of this game; to be believed with their signature."""

    stream: str
    person: str
    signature: str

    def text(self) -> str:
        """The claim in one spelling."""
        return f"thread-{self.stream}-{self.person}-{self.signature}"


class UnfollowClaim(NamedTuple):
    """The person (by id) wants no more mail of the thread of this game; to be believed with their signature."""

    stream: str
    person: str
    signature: str

    def text(self) -> str:
        """The claim in one spelling."""
        return f"unfollow-{self.stream}-{self.person}-{self.signature}"


class BounceClaim(NamedTuple):
    """The return path of the mail of ours that is known by this code."""

    code: str


class ConfirmClaim(NamedTuple):
    """Lets the held mail that is known by this code count."""

    code: str


class TakeClaim(NamedTuple):
    """Takes the free seat that was offered under this code."""

    code: str


class BareAddress(NamedTuple):
    """Our own address, without any claim."""


class Postmaster(NamedTuple):
    """Whoever runs the service."""


Claim = (
    SeatClaim
    | LeaveClaim
    | ReminderClaim
    | ThreadClaim
    | UnfollowClaim
    | BounceClaim
    | ConfirmClaim
    | TakeClaim
    | BareAddress
    | Postmaster
)

CODES: dict[str, type[BounceClaim | ConfirmClaim | TakeClaim]] = {
    "bounce": BounceClaim,
    "confirm": ConfirmClaim,
    "take": TakeClaim,
}


def read_local(local: str, mailbox: str) -> Claim | None:
    """What the local part of an address of ours claims; None when it has no form that we give out.

    Seats' addresses are also read without the mailbox before them.
    """
    local, mailbox = local.lower(), mailbox.lower()
    if local == mailbox:
        return BareAddress()
    if local == "postmaster":
        return Postmaster()
    named = local.startswith(mailbox) and local[len(mailbox)] in "+.="
    return _claim(local[len(mailbox) + 1 :] if named else local) if len(local) <= MAX_LOCAL else None


def _claim(text: str) -> Claim | None:
    if found := CODED.fullmatch(text):
        return CODES[found[1]](found[2])
    if found := LEAVE.fullmatch(text):
        return LeaveClaim(*found.groups())
    if found := REMINDERS.fullmatch(text):
        return ReminderClaim(*found.groups())
    if found := THREAD.fullmatch(text):
        return (ThreadClaim if found[1] == "thread" else UnfollowClaim)(*found.groups()[1:])
    if found := SEAT.fullmatch(text):
        return SeatClaim(found[1], found[2], int(found[3]), found[4])
    return None

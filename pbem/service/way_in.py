"""How orders came in: by which channel and when, sealed by what; and of a mail, for the person who wrote it, the rest.

Channel, time and seal are nobody's personal data: all may see them when the game is over, as they may see the log. What a mail
tells of its writer (its Message-ID, who vouched for its sender, what was left out) is theirs alone: nobody else is ever shown
it, not even the next player of the seat.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from events.base import Entry
from events.platform import AddressMisused, ExtensionAsked, OrdersFiled, OrdersHeld, OrdersRefused, PressSent, ReadyChanged
from pbem.core.state.record import Record
from pbem.service.context import ServiceContext, minute
from pbem.service.current_orders import AGAIN, BY_BOT, MessageWay, message_way
from pbem.service.ladder.sitters import by_sitter
from pbem.service.mail_facts import MailChannel, facts_of

Channel = Literal[MailChannel, MessageWay, "web", "api", "bot"]
CHANNELS: dict[Channel, str] = {
    "smtp": "by mail (SMTP)",
    "lmtp": "by mail (LMTP)",
    "pipe": "by mail (a mail server's pipe)",
    "imap": "by mail (fetched by IMAP)",
    "maildir": "by mail (a Maildir)",
    "mail": "by mail",
    "web": "on the web",
    "api": "by a program",
    "bot": "by a bot",
    "forum": "by private message on a forum",
    "forum-edit": "by editing a private message on a forum",
    "forum-delete": "by deleting a private message on a forum",
}
SHOWN = 16
"""Digits of a seal that name a filing in addresses: as good as all of them, for nobody can guess even these."""
SOURCED = (OrdersFiled, OrdersRefused, OrdersHeld, AddressMisused, PressSent, ReadyChanged, ExtensionAsked)
"""The events that say what they came from."""
REFILED = re.compile(rf"{AGAIN} ([0-9]+) ")


@dataclass(frozen=True)
class WayIn:
    """How orders came in. `at` is when they were filed (a UTC stamp), `turn` for which turn, `seal` their commitment (hex).

    `first` is the turn for which they were written, when that came to be played again as `turn` and they were filed once
    more, unchanged; else 0. `sitter`: who ordered for the player did so. Channel and `at` are those of the first filing. The
    rest is of a mail, and for its writer alone: when it came in, its Message-ID, what the check of its sender said, and what
    was left out; "" and [] for anybody else, and of what is not known any more.
    """

    channel: Channel
    at: str
    turn: int
    seal: str
    first: int = 0
    sitter: bool = False
    received: str = ""
    message_id: str = ""
    verdict: str = ""
    left_out: list[str] = field(default_factory=list)

    @property
    def words(self) -> str:
        """When and by which channel: `filed 2026-01-01 12:00 UTC by mail (SMTP)`."""
        who = " by who ordered for the player," if self.sitter else ""
        told = f"filed{who} {minute(self.at)} {CHANNELS[self.channel]}"
        return (
            f"{told} for turn {self.first}, and once more when that was played again as turn {self.turn}"
            if self.first
            else told
        )

    @property
    def filing(self) -> str:
        """What names the filing in addresses."""
        return self.seal[:SHOWN]


def way_in(context: ServiceContext, entry: Entry, person: str = "") -> WayIn:
    """How the orders of a filing came in, as `person` (by id; "": nobody) may know it.

    Raises TypeError when the entry is no filing.
    """
    filed, first = _filed(entry), _first(context, entry)
    was = _filed(first)
    facts = facts_of(context, was.source)
    channel = facts.channel if facts else _channel(was.source)
    way = WayIn(
        channel, first.at, filed.turn, filed.commitment, was.turn if was.turn != filed.turn else 0, by_sitter(was.source)
    )
    if facts is None or not person or facts.player != person:
        return way
    rest = {"message_id": facts.message_id, "verdict": facts.verdict, "left_out": [str(each) for each in facts.left_out]}
    return WayIn(**(vars(way) | rest | {"received": facts.at}))


def way_lines(way: WayIn) -> list[str]:
    """The same as sentences: what mails and the command line say."""
    lines = [f"{way.words[0].upper()}{way.words[1:]}."]
    if way.message_id:
        lines.append(f"Message-ID {way.message_id}, received {minute(way.received)}.")
    if way.verdict:
        lines.append(f"Sender check {way.verdict}.")
    if way.left_out:
        lines.append(f"Left out: {'; '.join(way.left_out)}.")
    return [*lines, f"Seal {way.seal}."]


def filings_of(context: ServiceContext, stream: str, seat: str, turn: int) -> list[Entry]:
    """What was filed for the seat in a turn, oldest first."""
    found = []
    last = context.store.before_turn(stream, turn + 1)
    for entry in context.store.select(stream, [OrdersFiled], context.store.before_turn(stream, turn)):
        if entry.version > last:
            break
        if _filed(entry).seat == seat:
            found.append(entry)
    return found


def events_of(context: ServiceContext, stream: str, source: str) -> list[Entry]:
    """The events that a mail (or form) gave rise to, as the log knows it by `source`; oldest first."""
    return [entry for entry in context.store.select(stream, SOURCED) if getattr(entry.event, "source", "") == source]


def last_filing(context: ServiceContext, record: Record, seat: str) -> list[Entry]:
    """The seat's last filing for one of the turns that led to the record's position; nothing when there was none."""
    line: set[int] = record.ledger.line() - record.ledger.back.keys()  # who goes back leaves a turn that was never resolved
    found: list[Entry] = []
    for entry in context.store.select(record.stream, [OrdersFiled]):
        if entry.version > record.head.version:
            break
        if entry.turn in line and _filed(entry).seat == seat:
            found = [entry]
    return found


def _first(context: ServiceContext, entry: Entry) -> Entry:
    """The filing that a filing repeats, because its turn came to be played again; else itself."""
    filed = _filed(entry)
    refiled = REFILED.match(filed.source)
    before = filings_of(context, entry.stream, filed.seat, int(refiled[1])) if refiled else []
    return _first(context, before[-1]) if before else entry


def _filed(entry: Entry) -> OrdersFiled:
    if not isinstance(entry.event, OrdersFiled):
        raise TypeError(f"event {entry.version} of {entry.stream} files no orders")
    return entry.event


def _channel(source: str) -> Channel:
    """As the source tells: a bot's begins so, a form's and a message's end in their way, a mail's is a hash alone, or behind
    `sitter`."""
    if source.startswith(f"{BY_BOT} "):
        return "bot"
    if way := message_way(source):
        return way
    end = source.rpartition(".")[2]
    return "web" if end == "web" else "api" if end == "api" else "mail"

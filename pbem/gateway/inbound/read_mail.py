"""A stored mail read: what kind it is, whose, who vouches for it, what stands in it. Nothing is changed by reading.

The same mail read again with the same tables gives the same; so `mail explain` shows what processing does, and
`mail reprocess` can read old mail with a newer extractor.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from email.message import Message
from functools import cached_property
from typing import Literal

from pbem.accounts.people import Person
from pbem.gateway.extract import Extract, Unreadable, extract
from pbem.gateway.extract.parts.mail_tree import check_raw
from pbem.gateway.inbound import classify, headers
from pbem.gateway.inbound.classify import MailKind
from pbem.gateway.inbound.locate import SeatRef
from pbem.gateway.inbound.our_texts import sent_texts
from pbem.gateway.inbound.sender_auth import PASS, SenderVerdict, authenticate, known_list, munged
from pbem.gateway.mailboxes.mail_context import MailContext
from pbem.gateway.mailboxes.mail_tables import Inbound

MailAction = Literal["take", "hold", "refuse", "lost", "drop"]
DISOWNED = "the domain it says it is from disowns it"
UNVOUCHED = "your mail provider does not sign what you send, so that anyone could write in your name"


@dataclass(frozen=True)
class Decision:
    """What is to be done with a mail, and why in words: take its orders, hold them until the player confirms, refuse them
    (another player wrote), say that no game was found, or drop it unanswered. `remark` goes into the receipt."""

    act: MailAction
    why: str
    remark: str = ""


@dataclass(frozen=True)
class Reading:
    """A mail and what was found out about it, step by step."""

    mail_context: MailContext
    kept: Inbound
    message: Message = field(repr=False)
    kind: MailKind
    place: SeatRef | None
    verdict: SenderVerdict
    decision: Decision

    @property
    def sender(self) -> str:
        """The address in From, case-folded."""
        return headers.sender(self.message)

    @property
    def writer(self) -> Person | None:
        """The registered person whose address that is."""
        return self.mail_context.people.by_address(self.sender) if self.sender else None

    @property
    def vouched(self) -> bool:
        """Does the writer's domain say that it is from him?"""
        return self.verdict.result == PASS

    @cached_property
    def words(self) -> Extract | Unreadable:
        """What its writer wrote, or why it cannot be read."""
        if headers.is_cut(self.message):
            return Unreadable("too_big")
        try:
            check_raw(self.kept.raw)
            return extract(self.message, sent_texts(self.mail_context.tables, self.message, self.place))
        except Unreadable as e:
            return e

    @cached_property
    def source(self) -> str:
        """What the mail is known by in the log."""
        words = self.words.orders if isinstance(self.words, Extract) else self.words.reason
        place = f"{self.place.stream} {self.place.seat} {self.place.turn}" if self.place else ""
        return headers.identity(self.message, self.kept.raw, place, words)


MAX_MAIL = 256 * 1024
"""Bytes of a mail: an answer that holds a report whole, with its picture, fits."""


def read(mail_context: MailContext, kept: Inbound) -> Reading:
    """Read a stored mail. Raises nothing that a mail could cause."""
    message = headers.parse(kept.raw)
    kind = classify.classify(message, kept.envelope_from)
    place = mail_context.directory.find(message, kept.envelope_to)
    verdict = authenticate(kept.raw, message, kept.envelope_from or "", mail_context.server)
    return Reading(
        mail_context, kept, message, kind, place, verdict, _decide(mail_context, kept, message, kind, place, verdict)
    )


def _decide(
    mail_context: MailContext, kept: Inbound, message: Message, kind: MailKind, place: SeatRef | None, verdict: SenderVerdict
) -> Decision:
    """Machines first, then whether a game was found, then who wrote."""
    returned = classify.ours(message, kept.envelope_from, mail_context.signer)
    if returned:
        return Decision("drop", f"our own: {returned}")
    if kind.name != "reply":
        return Decision("drop", f"{kind.name}: {kind.why}")
    if kind.listed and (place is None or place.way != "address"):
        return Decision("drop", f"it came through a list, without the address of a seat: {kind.why}")
    if place is None:
        known = mail_context.people.by_address(headers.sender(message))
        return Decision("lost", "no game was found") if known else Decision("drop", "the address is no seat's")
    return _trust(mail_context, message, place, verdict)


def _trust(mail_context: MailContext, message: Message, place: SeatRef, verdict: SenderVerdict) -> Decision:
    """May this sender order for the place? Whoever holds its address may, if he is its player."""
    sender = headers.sender(message)
    writer = mail_context.people.by_address(sender) if sender else None
    if writer is not None and writer.id == place.person.id:
        if verdict.result == "fail":
            return Decision("hold", DISOWNED)
        if place.way == "subject":
            return Decision("hold", "it names the game in its subject only, and not by the address of your report")
        unvouched = mail_context.server.checks and verdict.result == "none"
        return Decision("take", f"from the seat's player, found by {place.way}", UNVOUCHED if unvouched else "")
    if place.way == "address" and known_list(message, mail_context.server):
        return _listed(mail_context, message, place, writer, verdict)
    if writer is not None and verdict.result != "fail":
        return Decision("refuse", "it is from another player")
    # Whom his domain disowns did not write it, and is not to be accused of it.
    return Decision("hold", "it is from an address that is not known as yours" if writer is None else DISOWNED)


def _listed(
    mail_context: MailContext, message: Message, place: SeatRef, writer: Person | None, verdict: SenderVerdict
) -> Decision:
    """A mail through a list that we know, which has put its own address in place of the sender's, or is another's.

    Such a list mails every post to every seat, so another player's is nothing to be told of. Where senders are checked, it is
    the list that must be vouched for: anyone can write its name.
    """
    found = munged(message, mail_context.server)
    if writer is None and found is not None and found.sender:
        writer = mail_context.people.by_address(found.sender)
    if writer is not None and writer.id != place.person.id:
        return Decision("drop", "it is another player's post to a list that we know")
    if found is not None and writer is not None and (verdict.result == "pass" or not mail_context.server.checks):
        return Decision("take", "through a list that we know, which has put its own address in place of the player's")
    return Decision("hold", "it came through a list, and who wrote it cannot be told")

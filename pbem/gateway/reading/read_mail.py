"""A stored mail is opened and read here, once: its kind, its seat, who vouches for it, what it says. Reading changes nothing.

The same mail read again with the same tables gives the same; so `mail explain` shows what processing does, and
`mail reprocess` can read old mail with a newer extractor.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from email.message import Message
from functools import cached_property
from typing import Literal

from pbem.accounts.people import Person
from pbem.gateway.extract import Extract, UnreadableMail, extract
from pbem.gateway.extract.parts.mail_tree import head_of, tree_of
from pbem.gateway.mailboxes.mail_rows import Inbound
from pbem.gateway.reading import classify, headers
from pbem.gateway.reading.classify import MailKind
from pbem.gateway.reading.locate import LocatedSeat
from pbem.gateway.reading.mail_context import MailContext
from pbem.gateway.reading.our_texts import sent_texts
from pbem.gateway.reading.sender_auth import FAIL, NONE, PASS, SenderVerdict, authenticate, known_list, munged
from pbem.service.ladder.sitters import sitter_source

MailAction = Literal["take", "hold", "refuse", "lost", "drop"]
DISOWNED = "the domain it says it is from disowns it"
UNVOUCHED = "your mail provider does not sign what you send, so that anyone could write in your name"


@dataclass(frozen=True)
class Decision:
    """What to do with a mail, and why in words: take its orders, hold them until the player confirms, refuse them
    (another player wrote), say that no game was found, or drop it unanswered. `remark` goes into the receipt."""

    act: MailAction
    why: str
    remark: str = ""


@dataclass(frozen=True)
class Reading:
    """A mail, opened once. All else that is asked of it is found out when it is first asked for, and kept.

    `unreadable` is why its parts could not be opened; then `message` is its header alone.
    """

    mail_context: MailContext
    kept: Inbound
    message: Message = field(repr=False)
    unreadable: UnreadableMail | None = None

    @cached_property
    def kind(self) -> MailKind:
        """A person's reply, or what a machine wrote."""
        return classify.classify(self.message, self.kept.envelope_from)

    @cached_property
    def seat_ref(self) -> LocatedSeat | None:
        """The seat that it is for."""
        directory = self.mail_context.directory
        found = directory.find(self.message, self.kept.envelope_to)
        return directory.written_by(found, self.writer) if found else None

    @cached_property
    def poster(self) -> Person | None:
        """Whose words it posts in a game's thread, by its address."""
        return self.mail_context.directory.poster(self.mail_context.signer.read(self.kept.envelope_to))

    @cached_property
    def verdict(self) -> SenderVerdict:
        """Is it from the address in its From?"""
        return authenticate(self.kept.raw, self.message, self.kept.envelope_from or "", self.mail_context.server)

    @cached_property
    def decision(self) -> Decision:
        """What to do with it."""
        return _decide(self)

    @property
    def subject(self) -> str:
        """Its subject as one line of text."""
        return classify.line(self.message, "Subject")

    @cached_property
    def sender(self) -> str:
        """The address in From, case-folded."""
        return headers.sender(self.message)

    @cached_property
    def writer(self) -> Person | None:
        """The registered person whose address that is."""
        return self.mail_context.people.by_address(self.sender) if self.sender else None

    @property
    def vouched(self) -> bool:
        """Does the writer's domain say that it is from them?"""
        return self.verdict.result == PASS

    @cached_property
    def words(self) -> Extract | UnreadableMail:
        """What its writer wrote, or why it cannot be read."""
        if headers.is_cut(self.message):
            return UnreadableMail("too_big")
        if self.unreadable:
            return self.unreadable
        try:
            reader = self.seat_ref.person if self.seat_ref else self.poster
            return extract(self.message, sent_texts(self.mail_context.tables, self.message, reader, self.seat_ref))
        except UnreadableMail as e:
            return e

    @cached_property
    def source(self) -> str:
        """What the mail is known by in the log."""
        words = self.words.orders if isinstance(self.words, Extract) else self.words.reason
        place = f"{self.seat_ref.stream} {self.seat_ref.seat} {self.seat_ref.turn}" if self.seat_ref else ""
        known_by = headers.identity(self.message, self.kept.raw, place, words)
        return sitter_source(known_by) if self.seat_ref and self.seat_ref.sits else known_by


MAX_MAIL = 256 * 1024
"""Bytes of a mail: an answer that holds a report whole, with its picture, fits."""


def read(mail_context: MailContext, kept: Inbound) -> Reading:
    """Open a stored mail. Raises nothing that a mail could cause."""
    try:
        return Reading(mail_context, kept, tree_of(kept.raw))
    except UnreadableMail as e:
        return Reading(mail_context, kept, head_of(kept.raw), e)


# ---------------------------------------------------------------- what to do


def _decide(reading: Reading) -> Decision:
    """Machines first, then whether a game was found, then who wrote."""
    kind, seat_ref = reading.kind, reading.seat_ref
    returned = classify.sent_by_us(reading.message, reading.kept.envelope_from, reading.mail_context.signer)
    if returned:
        return Decision("drop", f"our own: {returned}")
    if kind.name != "reply":
        return Decision("drop", f"{kind.name}: {kind.why}")
    if kind.via_list and (seat_ref is None or seat_ref.way != "address"):
        return Decision("drop", f"it came through a list, without the address of a seat: {kind.why}")
    if seat_ref is None:
        known = reading.writer is not None
        return Decision("lost", "no game was found") if known else Decision("drop", "the address is no seat's")
    return _decide_for_seat(reading, seat_ref)


def _decide_for_seat(reading: Reading, seat_ref: LocatedSeat) -> Decision:
    """May this sender order for the seat? Whoever holds its address may, if they are its player."""
    writer, result, server = reading.writer, reading.verdict.result, reading.mail_context.server
    if writer is not None and writer.id == seat_ref.person.id:
        if result == FAIL:
            return Decision("hold", DISOWNED)
        if seat_ref.way == "subject":
            return Decision("hold", "it names the game in its subject only, and not by the address of your report")
        unvouched = server.checks and result == NONE
        who = "who orders for the seat's player" if seat_ref.sits else "the seat's player"
        return Decision("take", f"from {who}, found by {seat_ref.way}", UNVOUCHED if unvouched else "")
    if seat_ref.way == "address" and known_list(reading.message, server):
        return _decide_for_list(reading, seat_ref)
    if writer is not None and result != FAIL:
        return Decision("refuse", "it is from another player")
    # Whoever is disowned by their domain did not write it, and is not to be accused of it.
    return Decision("hold", "it is from an address that is not known as yours" if writer is None else DISOWNED)


def _decide_for_list(reading: Reading, seat_ref: LocatedSeat) -> Decision:
    """A mail through a list that we know, which has put its own address in place of the sender's, or is another's.

    Such a list mails every post to every seat, so another player's is nothing to be told of. Where senders are checked, it is
    the list that must be vouched for: anyone can write its name.
    """
    writer, server = reading.writer, reading.mail_context.server
    found = munged(reading.message, server)
    if writer is None and found is not None and found.sender:
        writer = reading.mail_context.people.by_address(found.sender)
    if writer is not None and writer.id != seat_ref.person.id:
        return Decision("drop", "it is another player's post to a list that we know")
    if found is not None and writer is not None and (reading.vouched or not server.checks):
        return Decision("take", "through a list that we know, which has put its own address in place of the player's")
    return Decision("hold", "it came through a list, and who wrote it cannot be told")

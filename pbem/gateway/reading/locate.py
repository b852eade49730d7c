"""Which seat of which game a mail is for: by its signed address, by the mail it answers, or by the tag in its subject."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from email.message import Message
from typing import Literal

from pbem.accounts.people import People, Person
from pbem.gateway.extract.parts.mail_tree import head_of
from pbem.gateway.mailboxes.address_signer import AddressSigner
from pbem.gateway.mailboxes.addresses import (
    BareAddress,
    Claim,
    LeaveClaim,
    ReminderClaim,
    SeatClaim,
    ThreadClaim,
    UnfollowClaim,
)
from pbem.gateway.mailboxes.mail_rows import Outbound
from pbem.gateway.mailboxes.mail_tables import MailTables
from pbem.gateway.reading.classify import addresses, line
from pbem.gateway.reading.headers import references, sender
from pbem.service.context import ServiceContext
from pbem.service.mail_port import SeatRef

# [g7 T12], and as other services write it [G7-T12]
TAG = re.compile(r"\[([a-z0-9][a-z0-9._-]{0,40}?)[ -]T([0-9]{1,6})\]", re.I)
# Where a mail's own way to us may be told, in order of trust: what a server wrote of the envelope, then what the writer did.
RECIPIENT_HEADERS = ("Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "X-Gm-Original-To", "To", "Cc")

Way = Literal["address", "references", "subject"]


@dataclass(frozen=True)
class LocatedSeat(SeatRef):
    """The seat a mail is for, and how that was found out."""

    way: Way


class Directory:
    """Looks seats up. Everything it finds is as the log and the people's table say now."""

    def __init__(self, context: ServiceContext, people: People, tables: MailTables, signer: AddressSigner) -> None:
        self.context = context
        self.people = people
        self.tables = tables
        self.signer = signer

    def find(self, message: Message, envelope_to: str) -> LocatedSeat | None:
        """The seat a mail is for, or None. An address out of use is nobody's, whatever else the mail says."""
        claim = self.signer.read(envelope_to)
        if isinstance(claim, SeatClaim):
            return self.by_claim(claim)
        if not isinstance(claim, BareAddress | None):
            return None
        return self._by_header(message) or self._by_references(message) or self._by_subject(message)

    def by_claim(self, claim: Claim | None) -> LocatedSeat | None:
        """The seat an address was given for, if that person still orders for it. Turn 0 means whichever turn is open."""
        if not isinstance(claim, SeatClaim):
            return None
        turn = claim.turn or self.open_turn(claim.stream)
        for person, sits in self.holders(claim.stream, claim.seat):
            if self.signer.given_to(claim, person.key):
                return LocatedSeat(claim.stream, claim.seat, turn, person, "address", sits=sits)
        return None

    def by_link(self, claim: Claim | None) -> SeatRef | None:
        """The seat that a link of the pages was given for, if that person still orders for it."""
        if not isinstance(claim, SeatClaim):
            return None
        for person, sits in self.holders(claim.stream, claim.seat):
            if self.signer.linked_to(claim, person.key):
                return SeatRef(claim.stream, claim.seat, claim.turn, person, sits=sits)
        return None

    def leaver(self, claim: LeaveClaim) -> SeatRef | None:
        """Whose reports a way to unsubscribe stops, if that person still orders for the seat."""
        for person, sits in self.holders(claim.stream, claim.seat):
            if self.signer.left_by(claim, person.key):
                return SeatRef(claim.stream, claim.seat, self.open_turn(claim.stream), person, sits=sits)
        return None

    def reminded(self, claim: ReminderClaim) -> Person | None:
        """Whose reminders a way to stop them stops."""
        person = self.people.by_id(claim.person)
        return person if person and self.signer.stopped_by(claim, person.key) else None

    def poster(self, claim: Claim | None) -> Person | None:
        """Whose words an address posts in a game's thread; None for another address, or one out of use."""
        person = self.people.by_id(claim.person) if isinstance(claim, ThreadClaim) else None
        return person if person and isinstance(claim, ThreadClaim) and self.signer.posted_by(claim, person.key) else None

    def follower(self, claim: UnfollowClaim) -> Person | None:
        """Whose mail of a game's thread a way to end it ends."""
        person = self.people.by_id(claim.person)
        return person if person and self.signer.unfollowed_by(claim, person.key) else None

    def player(self, stream: str, seat: str) -> Person | None:
        """The person who has a seat; None for a bot, an empty seat, or no seat at all."""
        player = self.context.store.player(stream, seat)
        return self.people.by_id(player) if player else None

    def holders(self, stream: str, seat: str) -> list[tuple[Person, bool]]:
        """The player of a seat, and whoever orders for them (True); no bot."""
        found = ((self.people.by_id(each.player), each.sits) for each in self.context.store.holders(stream, seat))
        return [(person, sits) for person, sits in found if person is not None]

    def written_by(self, found: LocatedSeat, writer: Person | None) -> LocatedSeat:
        """The same for the writer, when it is they who order for the seat beside the person whose address it is.

        So orders count for which whoever orders for a player answers a report that the player has passed on.
        """
        for person, sits in self.holders(found.stream, found.seat):
            if writer and person.id == writer.id:
                return replace(found, person=person, sits=sits)
        return found

    def seats_of(self, person: Person, stream: str = "") -> Iterator[tuple[str, str]]:
        """(stream, seat) of all that a person plays, or orders for, in games that are not over."""
        for game, seat, _ in self.context.store.played_by(person.id):
            if game.status != "ended" and stream in ("", game.stream):
                yield game.stream, seat.seat

    def open_turn(self, stream: str) -> int:
        """The turn that orders are wanted for now; 0 for an unknown game."""
        row = self.context.store.game(stream)
        return row.turn if row else 0

    # ------------------------------------------------------------ without the envelope

    def _by_header(self, message: Message) -> LocatedSeat | None:
        claims = (self.signer.read(address) for name in RECIPIENT_HEADERS for address in addresses(message, name))
        return next((found for claim in claims if (found := self.by_claim(claim))), None)

    def _by_references(self, message: Message) -> LocatedSeat | None:
        for reference in references(message):
            ours = self.tables.outbound(reference)
            if ours is None or not ours.stream or self._out_of_use(ours):
                continue
            for person, sits in self.holders(ours.stream, ours.seat):
                if person.id == ours.recipient:
                    return LocatedSeat(ours.stream, ours.seat, ours.turn, person, "references", sits=sits)
        return None

    def _out_of_use(self, ours: Outbound) -> bool:
        """Has the order address that the mail gave been made worthless since? Whoever has that mail has both."""
        claim = self.signer.read(str(head_of(self.tables.raw(ours.message_id)).get("Reply-To", "")))
        return isinstance(claim, SeatClaim) and self.by_claim(claim) is None

    def _by_subject(self, message: Message) -> LocatedSeat | None:
        """The one seat of the sender in the game that the subject names. A report is tagged with the turn it tells of."""
        tag = TAG.search(line(message, "Subject")[:500])
        person = self.people.by_address(sender(message))
        if not tag or person is None:
            return None
        seats = list(self.seats_of(person, tag[1].lower()))
        if len(seats) != 1:
            return None
        stream, seat = seats[0]
        now = self.open_turn(stream)
        said = int(tag[2])
        found = LocatedSeat(stream, seat, now if said >= now - 1 else said + 1, person, "subject")
        return self.written_by(found, person)

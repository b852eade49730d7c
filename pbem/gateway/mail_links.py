"""What the web pages that our mails link to may ask and do."""

from __future__ import annotations

from pbem.accounts.people import Person
from pbem.accounts.substitutes import Substitutes
from pbem.gateway.extract import Extract
from pbem.gateway.inbound import seat_offers, special_addresses
from pbem.gateway.inbound.reminders_off import game_of, is_off, switch_off, switch_on
from pbem.gateway.mailboxes.addresses import WEEKLY, LeaveClaim, ReminderClaim, UnfollowClaim, read_local
from pbem.gateway.outbound.resend import resend
from pbem.gateway.reading.mail_context import MailContext
from pbem.gateway.reading.read_mail import read
from pbem.gateway.scheduled.sitter_mail import tell_named
from pbem.service.ladder.sitters import asked, decline
from pbem.service.mail_port import HeldOrders, OfferedSeat, RemindersOff, SeatRef, SitterNaming, ThreadMail, Unsubscribe
from pbem.service.reminders import choices
from pbem.service.thread.following import follow, follows, unfollow


class MailLinks:
    """Held orders and unsubscribing, by the codes in our links. An unknown one gives None, or False."""

    def __init__(self, mail_context: MailContext) -> None:
        self.mail_context = mail_context

    def held(self, code: str) -> HeldOrders | None:
        """The orders held under a code."""
        held = self.mail_context.quarantine.by_code(code)
        if held is None:
            return None
        kept = self.mail_context.tables.inbound(held.sha)
        words = read(self.mail_context, kept).words if kept and kept.raw else None
        orders = words.text if isinstance(words, Extract) else ""
        game = self._title(held.stream)
        return HeldOrders(held.stream, game, held.seat, held.turn, held.sender, held.why, held.at, held.status, orders)

    def confirm(self, code: str) -> str:
        """Let them count; what became of them, in words."""
        held = self.mail_context.quarantine.by_code(code)
        return special_addresses.confirm(self.mail_context, held) if held else ""

    def discard(self, code: str) -> bool:
        """Throw them away; False when that was decided before."""
        return self.mail_context.quarantine.decide(code, "refused")

    def unsubscribe(self, claim: str) -> Unsubscribe | None:
        """What an unsubscribe link is about."""
        seat_ref = self._seat_ref(claim)
        if seat_ref is None:
            return None
        stopped = self.mail_context.mailboxes.has_left(seat_ref.person.id, seat_ref.stream)
        return Unsubscribe(seat_ref.stream, self._title(seat_ref.stream), seat_ref.seat, stopped)

    def leave(self, claim: str) -> bool:
        """Stop the reports."""
        seat_ref = self._seat_ref(claim)
        if seat_ref is not None:
            special_addresses.leave(self.mail_context, seat_ref, self.mail_context.now())
        return seat_ref is not None

    def rejoin(self, claim: str) -> bool:
        """Send them again, the latest at once."""
        seat_ref = self._seat_ref(claim)
        if seat_ref is not None and self.mail_context.mailboxes.has_left(seat_ref.person.id, seat_ref.stream):
            resend(self.mail_context, seat_ref.person, seat_ref.stream)
            self.mail_context.mailboxes.rejoin(seat_ref.person.id, seat_ref.stream)
        return seat_ref is not None

    def offered(self, code: str) -> OfferedSeat | None:
        """The free seat that was offered under a code."""
        found = seat_offers.offer_of(self.mail_context, code)
        row = self.mail_context.context.store.game(found[0].stream) if found else None
        if found is None or row is None:
            return None
        (offer, person), listed = found, Substitutes(self.mail_context.context.database).games_of(found[1].id)
        player = self.mail_context.context.store.player(offer.stream, offer.seat)
        status = "over" if row.status == "ended" else "yours" if player == person.id else "taken" if player else "free"
        return OfferedSeat(
            person, offer.stream, row.title, offer.seat, row.turn, row.due or "", status, not offer.position, bool(listed)
        )

    def take(self, code: str) -> str:
        """Take it; why that could not be, "" when it is theirs."""
        found = seat_offers.offer_of(self.mail_context, code)
        return seat_offers.take(self.mail_context, found[0]) if found else "no seat was offered under this address"

    def ask_no_more(self, code: str) -> bool:
        """Take the person whom the offer was mailed to off the list of substitutes."""
        found = seat_offers.offer_of(self.mail_context, code)
        if found is not None:
            Substitutes(self.mail_context.context.database).set_games(found[1].id, [])
        return found is not None

    def naming(self, claim: str) -> SitterNaming | None:
        """What a link to decline is about; None when it is nobody's, or its person is not asked any more."""
        found = read_local(f"unsubscribe-{claim}", self.mail_context.signer.mailbox)
        if not isinstance(found, LeaveClaim) or self.mail_context.context.store.game(found.stream) is None:
            return None
        named, sits = asked(self.mail_context.context, found.stream, found.seat)
        for id in filter(None, (named, sits)):
            person = self.mail_context.people.by_id(id)
            if person is not None and self.mail_context.signer.named_by(found, person.key):
                return SitterNaming(found.stream, self._title(found.stream), found.seat, person.id, sits == id)
        return None

    def decline(self, claim: str) -> SitterNaming | None:
        """Take it back; the player is told."""
        found = self.naming(claim)
        if found is not None:
            decline(self.mail_context.context, found.stream, found.seat, found.person)
            tell_named(self.mail_context, found.stream, found.seat)
        return found

    def reminders(self, claim: str) -> RemindersOff | None:
        """Whose reminders a link in one is about."""
        found = self._reminded(claim)
        if found is None:
            return None
        person, stream = found
        context, is_weekly = self.mail_context.context, stream == WEEKLY
        stopped, nowhere = is_off(context, person, stream), choices.stopped(context, person, "")
        return RemindersOff(self._title(stream) if stream and not is_weekly else "", stopped, nowhere, is_weekly)

    def stop_reminders(self, claim: str, of_all: bool = False) -> bool:
        """No more of them: of the game that the link is about, or of all."""
        found = self._reminded(claim)
        if found is not None:
            switch_off(self.mail_context.context, found[0], "" if of_all else found[1])
        return found is not None

    def resume_reminders(self, claim: str) -> bool:
        """Reminders of the game that the link is about again, or of all."""
        found = self._reminded(claim)
        if found is not None:
            switch_on(self.mail_context.context, *found)
        return found is not None

    def thread(self, claim: str) -> ThreadMail | None:
        """What a link in the mail of a game's thread is about."""
        found = self._follower(claim)
        if found is None:
            return None
        person, stream = found
        return ThreadMail(stream, self._title(stream), follows(self.mail_context.context, stream, person.id))

    def unfollow(self, claim: str) -> bool:
        """No more mail of the thread."""
        found = self._follower(claim)
        if found is not None:
            unfollow(self.mail_context.context, found[1], found[0].id)
        return found is not None

    def follow_again(self, claim: str) -> bool:
        """The mail of the thread again."""
        found = self._follower(claim)
        if found is not None:
            follow(self.mail_context.context, found[1], found[0].id)
        return found is not None

    def _follower(self, claim: str) -> tuple[Person, str] | None:
        found = read_local(f"unfollow-{claim}", self.mail_context.signer.mailbox)
        person = self.mail_context.directory.follower(found) if isinstance(found, UnfollowClaim) else None
        here = isinstance(found, UnfollowClaim) and self.mail_context.context.store.game(found.stream) is not None
        return (person, found.stream) if person and here and isinstance(found, UnfollowClaim) else None

    def _reminded(self, claim: str) -> tuple[Person, str] | None:
        found = read_local(f"reminders-{claim}", self.mail_context.signer.mailbox)
        person = self.mail_context.directory.reminded(found) if isinstance(found, ReminderClaim) else None
        return (person, game_of(found)) if person and isinstance(found, ReminderClaim) else None

    def _seat_ref(self, claim: str) -> SeatRef | None:
        found = read_local(f"unsubscribe-{claim}", self.mail_context.signer.mailbox)
        return self.mail_context.directory.leaver(found) if isinstance(found, LeaveClaim) else None

    def _title(self, stream: str) -> str:
        row = self.mail_context.context.store.game(stream)
        return f"{row.title} ({stream})" if row else stream

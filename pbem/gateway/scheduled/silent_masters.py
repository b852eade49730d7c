"""Game masters of whom nothing is heard: the clock looks once an hour, and all whom it concerns get one mail."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from events.lists.game_list import ALL
from pbem.accounts.credentials import Keys
from pbem.gateway.outbound import notices
from pbem.gateway.outbound.notices import Notice
from pbem.gateway.outbound.notify import players
from pbem.gateway.outbound.receipt_mail import render
from pbem.gateway.reading.mail_context import MailContext
from pbem.service.mail_port import SeatRef
from pbem.service.votes.silence import Silence, note_silence, silence

EVERY = timedelta(hours=1)

log = logging.getLogger(__name__)


class SilentMasters:
    """What the heartbeat calls. Mails that a crash kept from being queued are queued at the next look."""

    def __init__(self, mail_context: MailContext, keys: Keys) -> None:
        self.mail_context = mail_context
        self.keys = keys
        self._looked: datetime | None = None
        self._told: set[str] = set()
        """Silences whose mails this process has queued: to make them again every hour would be for nothing."""

    def look(self) -> None:
        """Note who has fallen silent, and queue the mails about it, if that was not done within the hour.

        A game that cannot be read is logged; the others go on.
        """
        now = self.mail_context.context.now()
        if self._looked is not None and now - self._looked < EVERY:
            return
        self._looked = now
        for row in self.mail_context.context.store.games_with_status(("open", "paused"), ALL):
            if not row.master:
                continue
            try:
                self._look_at(row.stream)
            except Exception:
                log.exception("%s: it could not be seen whether its game master is silent", row.stream)

    def _look_at(self, stream: str) -> None:
        context = self.mail_context.context
        found = silence(context, stream) if note_silence(context, stream, self.last_sign) else None
        if found is not None and found.known_by not in self._told:
            self._tell(stream, found)
            self._told.add(found.known_by)

    def last_sign(self, person: str) -> str:
        """When a person was last seen on the pages, or wrote a mail that was taken."""
        sessions = self.keys.sessions(person)
        return max(sessions[0].seen if sessions else "", self.mail_context.tables.last_taken(person))

    # ------------------------------------------------------------ mails

    def _tell(self, stream: str, found: Silence) -> None:
        """The players, who ran the game, and the operator, if they decide."""
        mail_context, signer = self.mail_context, self.mail_context.signer
        subject = f"[{stream} T{found.turn}] who runs this game"
        for seat, person in players(mail_context, stream):
            if person.id not in found.masters:
                notice = self._notice(stream, found, person.id, subject, False)
                mail_context.queue(notices.seat_mail(signer, SeatRef(stream, seat, found.turn, person), notice))
        for id in found.masters:
            master = mail_context.people.by_id(id)
            if master is not None:
                mail_context.queue(notices.person_mail(signer, master, self._notice(stream, found, id, subject, True)))
        if found.decides == "operator":
            self._tell_operator(stream, found, subject)

    def _notice(self, stream: str, found: Silence, person: str, subject: str, master: bool) -> Notice:
        link = f"{self.mail_context.settings.base_url}/g/{stream}/master" if self.mail_context.settings.base_url else ""
        text = render("silent.txt", stream=stream, master=master, link=link, **found._asdict())
        name = self.mail_context.signer.mail_name("silent", f"{stream}|{person}|{found.known_by}")
        return Notice("notice", name, self.mail_context.now(), subject, text)

    def _tell_operator(self, stream: str, found: Silence, subject: str) -> None:
        text = render("silent_operator.txt", stream=stream, **found._asdict())
        name, at = self.mail_context.signer.mail_name("silent", f"{stream}|operator|{found.known_by}"), self.mail_context.now()
        address = self.mail_context.settings.postmaster
        self.mail_context.tell_operator(notices.operator_mail(self.mail_context.signer, address, subject, text, name, at))

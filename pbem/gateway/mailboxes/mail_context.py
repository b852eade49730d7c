"""What every step of mail is handed: the room, who we are, and the tables of people, mail, mailboxes and held orders."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.accounts.people import People
from pbem.gateway.inbound.locate import Directory
from pbem.gateway.inbound.sender_auth import Border
from pbem.gateway.mailboxes.address_signer import Office
from pbem.gateway.mailboxes.deliverability import Mailboxes
from pbem.gateway.mailboxes.mail_tables import Mail, MailTables
from pbem.gateway.special.quarantine_table import Holds
from pbem.service.context import Room, stamp
from pbem.settings.mail_settings import MailSettings


@dataclass(frozen=True)
class Postroom:
    """All of it over one room; `border` says whose word on senders counts."""

    room: Room
    settings: MailSettings
    office: Office
    people: People
    tables: MailTables
    mailboxes: Mailboxes
    holds: Holds
    directory: Directory
    border: Border

    def now(self) -> str:
        """The time as a stamp."""
        return stamp(self.room.now())

    def queue(self, mail: Mail) -> None:
        """Put a mail into the queue, once."""
        self.tables.queue(mail, self.now())

    def tell_operator(self, mail: Mail | None) -> None:
        """Queue a mail to whoever runs the service, if he has told us his address."""
        if mail is not None and self.settings.postmaster:
            self.queue(mail)

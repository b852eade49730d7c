"""What every step of mail is handed: the room, who we are, and the tables of people, mail, mailboxes and held orders."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.gateway.holds import Holds
from pbem.gateway.locate import Directory
from pbem.gateway.office import Office
from pbem.gateway.scores import Mailboxes
from pbem.gateway.tables import Mail, MailTables
from pbem.gateway.trust import Border
from pbem.mail_settings import MailSettings
from pbem.people import People
from pbem.service.room import Room, stamp


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

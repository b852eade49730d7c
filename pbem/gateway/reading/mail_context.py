"""What every step of mail is handed: the service, who we are, and the tables of people, mail, mailboxes and held orders."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.accounts.people import People
from pbem.gateway.mailboxes.address_signer import AddressSigner
from pbem.gateway.mailboxes.deliverability import Mailboxes
from pbem.gateway.mailboxes.mail_rows import OutgoingMail
from pbem.gateway.mailboxes.mail_tables import MailTables
from pbem.gateway.mailboxes.quarantine_table import Quarantine
from pbem.gateway.reading.locate import Directory
from pbem.gateway.reading.sender_auth import TrustedServer, txt_records
from pbem.service.context import ServiceContext, stamp
from pbem.settings.mail_settings import MailSettings


@dataclass(frozen=True)
class MailContext:
    """All of it; `server` says whose word on senders counts."""

    context: ServiceContext
    settings: MailSettings
    signer: AddressSigner
    people: People
    tables: MailTables
    mailboxes: Mailboxes
    quarantine: Quarantine
    directory: Directory
    server: TrustedServer

    def now(self) -> str:
        """The time as a stamp."""
        return stamp(self.context.now())

    def queue(self, mail: OutgoingMail) -> None:
        """Put a mail into the queue, once."""
        self.tables.queue(mail, self.now())

    def tell_operator(self, mail: OutgoingMail | None) -> None:
        """Queue a mail to whoever runs the service, if they have told us their address."""
        if mail is not None and self.settings.postmaster:
            self.queue(mail)


def open_mail_context(context: ServiceContext, settings: MailSettings) -> MailContext:
    """The same as the settings say; the tables must be there."""
    db = context.database
    secrets = (context.secret, settings.secret_before) if settings.secret_before else (context.secret,)
    people, tables = People(db, context.entropy), MailTables(db)
    signer = AddressSigner(settings.domain.lower(), secrets, settings.mailbox, settings.base_url, tables.asked_by)
    return MailContext(
        context=context,
        settings=settings,
        signer=signer,
        people=people,
        tables=tables,
        mailboxes=Mailboxes(db),
        quarantine=Quarantine(db),
        directory=Directory(context, people, tables, signer),
        server=TrustedServer(settings.authserv_id, settings.lists, txt_records if settings.check_senders else None),
    )

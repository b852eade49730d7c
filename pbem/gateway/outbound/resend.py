"""Reports once more: for a player who wants them again, whose mailbox works again, or whose addresses have changed."""

from __future__ import annotations

from pbem.accounts.people import Person
from pbem.gateway.outbound.report_mail import report_mail
from pbem.gateway.reading.mail_context import MailContext
from pbem.service.reports.publish import publish_again


def resend(mail_context: MailContext, person: Person, stream: str = "") -> int:
    """Queue the latest reports of a person's seats, and of those they order for, once more, with the addresses that count now.

    Of one game, or of all whose reports they have not left. Returns how many.
    """
    seats = [
        at
        for at in mail_context.directory.seats_of(person, stream)
        if stream or not mail_context.mailboxes.has_left(person.id, at[0])
    ]
    for of, seat in seats:
        made = publish_again(mail_context.context, of, seat, person.id)
        again = len(mail_context.tables.reports(of, seat, made.turn + 1))
        mail_context.queue(report_mail(mail_context.signer, made, person, again))
    return len(seats)

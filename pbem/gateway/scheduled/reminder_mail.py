"""Reminders that are due, as mails: one for each person, whatever it reminds of."""

from __future__ import annotations

import logging

from pbem.gateway.mailboxes.mail_rows import OutgoingMail
from pbem.gateway.reading.mail_context import MailContext
from pbem.gateway.scheduled.waiting_mail import waiting_mail
from pbem.service.reminders.due_reminders import note_due
from pbem.service.reminders.reminder_tables import Reminder, ReminderTables
from pbem.service.reminders.waiting_seats import still_waiting

log = logging.getLogger(__name__)


def queue_reminders(mail_context: MailContext) -> int:
    """Note what is due, and queue what was noted. Returns how many mails.

    A mail is named after what was noted, so that after a crash in between it is queued once all the same. One that cannot be
    made is logged and tried again at the next beat; the others go on.
    """
    note_due(mail_context.context)
    tables, queued = ReminderTables(mail_context.context.database), 0
    for batch, noted in tables.unqueued().items():
        try:
            mail = _mail(mail_context, batch, noted)
        except Exception:
            log.exception("a reminder of %s could not be made; it will be tried again", noted[0].stream)
            continue
        if mail is not None:
            mail_context.queue(mail)
            queued += 1
        tables.queued(batch)
    return queued


def _mail(mail_context: MailContext, batch: str, noted: list[Reminder]) -> OutgoingMail | None:
    """The mail of one batch; None when nothing of it is to be said any more."""
    person = mail_context.people.by_id(noted[0].person)
    if person is None or mail_context.mailboxes.deliverability(person.id).stopped:
        return None
    waiting = {
        (each.stream, each.seat): seat
        for each in noted
        if not mail_context.mailboxes.has_left(person.id, each.stream)
        and (seat := still_waiting(mail_context.context, person.id, each))
    }
    if not waiting:
        return None
    return waiting_mail(mail_context, person, list(waiting.values()), mail_context.signer.mail_name("reminder", batch))

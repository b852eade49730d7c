"""The daily digest: one mail about all games that wait for a person, at eight by their clock; none when nothing waits."""

from __future__ import annotations

import logging
from zoneinfo import ZoneInfo

from pbem.accounts.people import Person
from pbem.gateway.reading.mail_context import MailContext
from pbem.gateway.scheduled.waiting_mail import waiting_mail
from pbem.service.context import stamp
from pbem.service.reminders.choices import DIGEST_AT
from pbem.service.reminders.night import at_night, next_time
from pbem.service.reminders.reminder_tables import ReminderTables
from pbem.service.reminders.waiting_seats import digest_of

log = logging.getLogger(__name__)


def queue_digests(mail_context: MailContext) -> int:
    """Queue the digests that are due. Returns how many.

    Each is named after its day, so that a day has one. When nothing ran until the night, that day has none.
    """
    tables, queued = ReminderTables(mail_context.context.database), 0
    for found in tables.digests_due(mail_context.now()):
        person, next_at, now = mail_context.people.by_id(found), "", mail_context.context.now()
        if person is not None:
            next_at = stamp(next_time(now, DIGEST_AT, person.zone))
            try:
                queued += _queue_digest(mail_context, person)
            except Exception:
                log.exception("the digest of %s could not be made; the next one comes tomorrow", person.id)
        tables.digest_at(found, next_at)
    return queued


def _queue_digest(mail_context: MailContext, person: Person) -> int:
    now = mail_context.context.now()
    silent = at_night(now, person.zone) or mail_context.mailboxes.deliverability(person.id).stopped
    wanted = [
        seat
        for seat in ([] if silent else digest_of(mail_context.context, person.id))
        if not mail_context.mailboxes.has_left(person.id, seat.status.stream)
    ]
    if not wanted:
        return 0
    day = now.astimezone(ZoneInfo(person.zone or "UTC")).date()
    name = mail_context.signer.mail_name("digest", f"{person.id}|{day}")
    mail_context.queue(waiting_mail(mail_context, person, wanted, name, digest=True))
    return 1

"""On Monday morning: what needs those who run games, over all their games in one mail, and what was done without them."""

from __future__ import annotations

import logging
from typing import NamedTuple
from zoneinfo import ZoneInfo

from events.lists.game_list import GameRow
from pbem.accounts.people import Person
from pbem.gateway.extract.lines.reply_markers import defused
from pbem.gateway.mail_troubles import MailTroubles
from pbem.gateway.mailboxes.addresses import WEEKLY
from pbem.gateway.mailboxes.mail_rows import OutgoingMail
from pbem.gateway.outbound.compose import Heading, outgoing
from pbem.gateway.outbound.receipt_mail import render, when
from pbem.gateway.reading.mail_context import MailContext
from pbem.gateway.scheduled.waiting_mail import LeaveReminders, leave_reminders
from pbem.service.context import parse_stamp
from pbem.service.history import HistoryEntry, entry_words
from pbem.service.masters import weekly
from pbem.service.masters.needs import Need, ladder_acts, may_need, needs
from pbem.service.masters.weekly import WeeklyMail

KIND = "weekly"
SUBJECT = "the week in the games you run"
MOST = 20
"""So many things done by themselves are told of one game; the others are in its history."""

log = logging.getLogger(__name__)


class WeekOfGame(NamedTuple):
    """A game in the mail: what needs its reader (with the time by their clock), and what was done without them."""

    row: GameRow
    needs: list[tuple[Need, str]]
    done: list[str]
    more: int


def queue_weekly_mails(mail_context: MailContext) -> int:
    """Queue all that are due, each once, whoever crashes when: the same Monday's mail has the same name. Returns how many.

    Whoever is found to run a game for the first time gets their first mail on the Monday after.
    """
    context = mail_context.context
    for person in weekly.unscheduled(context):
        weekly.schedule(context, person, _zone(mail_context, person))
    queued = 0
    for mail in weekly.due(context):
        try:
            queued += _queue(mail_context, mail)
        except Exception:  # one broken game must not keep the others' mails; tried again at the next beat
            log.exception("the weekly mail to %s could not be made", mail.person or "the operator")
        else:
            weekly.schedule(context, mail.person, _zone(mail_context, mail.person))
    return queued


def _zone(mail_context: MailContext, person: str) -> str:
    found = mail_context.people.by_id(person)
    return found.zone if found else ""


def _queue(mail_context: MailContext, mail: WeeklyMail) -> bool:
    """Queue one mail, if there is anything to tell, and somebody who wants it and whose mailbox takes it."""
    to = _recipient(mail_context, mail.person)
    if not to or not weekly.wants(mail_context.context, mail.person):
        return False
    games = _games(mail_context, mail, to.zone if isinstance(to, Person) else "")
    if games:
        mail_context.queue(weekly_mail(mail_context, to, mail, games))
    return bool(games)


def _recipient(mail_context: MailContext, person: str) -> Person | str | None:
    """The person, or the operator's address; nobody when there is none, or no mail goes to them."""
    if not person:
        return mail_context.settings.postmaster
    stopped = mail_context.mailboxes.deliverability(person).stopped
    return None if stopped else mail_context.people.by_id(person)


def _games(mail_context: MailContext, mail: WeeklyMail, zone: str) -> list[WeekOfGame]:
    """The games of which there is something to tell."""
    context, troubles, found = mail_context.context, MailTroubles(mail_context), []
    for row in context.store.games_run_by(mail.person) if mail.person else context.store.games_run_by_nobody():
        if may_need(context, row):
            wanted = [(need, when(need.since, zone) if need.since else "") for need in needs(context, row.stream, troubles)]
            done = [_done(entry, zone) for entry in ladder_acts(context, row.stream, mail.since)]
            found.append(WeekOfGame(row, wanted, done[-MOST:], max(0, len(done) - MOST)))
    return [game for game in found if game.needs or game.done]


def _done(entry: HistoryEntry, zone: str) -> str:
    """What was done, and on which day by the reader's clock."""
    day = parse_stamp(entry.at).astimezone(ZoneInfo(zone or "UTC"))
    return f"{day:%A %Y-%m-%d}: {defused(entry_words(entry))}"


def weekly_mail(mail_context: MailContext, to: Person | str, mail: WeeklyMail, games: list[WeekOfGame]) -> OutgoingMail:
    """The mail itself. It is about no seat: an answer to it files nothing."""
    signer, person = mail_context.signer, isinstance(to, Person)
    message_id = signer.message_id(signer.mail_name(KIND, f"{mail.person}|{mail.due}"))
    leave = leave_reminders(signer, to, WEEKLY) if isinstance(to, Person) else LeaveReminders("", {})
    text = render("weekly.txt", games=games, base_url=signer.base_url, person=person, leave=leave.link)
    heading = Heading(message_id, to, SUBJECT, mail.due, signer.address, more=leave.headers)
    return outgoing(signer, KIND if person else "operator", heading, text)

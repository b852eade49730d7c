"""A mail about the seats that wait for a person: reminders that are due together, and the daily digest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pbem.accounts.people import Person
from pbem.gateway.extract.lines.reply_markers import on_the_web
from pbem.gateway.mailboxes.address_signer import AddressSigner
from pbem.gateway.mailboxes.addresses import ANY_GAME
from pbem.gateway.mailboxes.mail_rows import OutgoingMail
from pbem.gateway.outbound.compose import Heading, outgoing
from pbem.gateway.outbound.notices import Notice, seat_mail
from pbem.gateway.outbound.receipt_mail import render, time_left, when
from pbem.gateway.outbound.report_mail import ways_to_leave
from pbem.gateway.reading.mail_context import MailContext
from pbem.service.mail_port import SeatRef
from pbem.service.reminders.waiting_seats import WaitingSeat


class LeaveReminders(NamedTuple):
    """The page that stops such mails ("": there are no pages), and the headers by which a mail program does it."""

    link: str
    headers: dict[str, str]


@dataclass(frozen=True)
class ListedSeat:
    """A seat in words: its title, its deadline and the time `left` ("": there is none), and where its orders go."""

    seat: WaitingSeat
    title: str
    due: str
    left: str
    address: str
    link: str


def waiting_mail(
    mail_context: MailContext, person: Person, seats: Sequence[WaitingSeat], name: str, digest: bool = False
) -> OutgoingMail:
    """The mail. About one seat it is answered with its orders; of several each has its own address, which the mail names."""
    listed = [_listed(mail_context, seat, person) for seat in seats]
    if len(listed) == 1:
        return _of_one(mail_context, person, listed[0], name)
    return _of_several(mail_context, person, listed, name, digest)


def _listed(mail_context: MailContext, seat: WaitingSeat, person: Person) -> ListedSeat:
    signer, status = mail_context.signer, seat.status
    given = (status.stream, status.seat, status.turn, person.key)
    due = when(status.due, person.zone) if status.due else ""
    left = time_left(mail_context.now(), status.due)
    title = mail_context.context.seat_title(status.stream, status.seat)
    return ListedSeat(seat, title, due, left, signer.seat_address(*given), signer.seat_link(*given))


def _of_one(mail_context: MailContext, person: Person, each: ListedSeat, name: str) -> OutgoingMail:
    """The subject says nothing of what has happened; the thread is that of the game."""
    status = each.seat.status
    leave = leave_reminders(mail_context.signer, person, status.stream)
    text = render("reminder.txt", each=each, on_the_web=on_the_web(each.link), leave=leave.link)
    subject = f"[{status.stream} T{status.turn}] a reminder"
    notice = Notice("reminder", name, mail_context.now(), subject, text, more=leave.headers)
    return seat_mail(mail_context.signer, SeatRef(status.stream, status.seat, status.turn, person), notice)


def _of_several(
    mail_context: MailContext, person: Person, listed: Sequence[ListedSeat], name: str, digest: bool
) -> OutgoingMail:
    signer = mail_context.signer
    leave = leave_reminders(signer, person, ANY_GAME)
    text = render("waiting_list.txt", listed=listed, leave=leave.link, digest=digest)
    subject = f"{len(listed)} seats wait for your orders"
    heading = Heading(signer.message_id(name), person, subject, mail_context.now(), signer.address, more=leave.headers)
    return outgoing(signer, "reminder", heading, text)


def leave_reminders(signer: AddressSigner, person: Person, stream: str) -> LeaveReminders:
    """How a person stops the reminders of a game, of all (`ANY_GAME`), or the weekly mail (`WEEKLY`)."""
    link = signer.reminders_link(stream, person.id, person.key)
    return LeaveReminders(link, ways_to_leave(link, signer.reminders_address(stream, person.id, person.key)))

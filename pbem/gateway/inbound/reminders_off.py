"""Reminders of one game or of all, and the weekly mail to those who run games, are stopped by a mail to the address in each.

Reports and receipts come as before.
"""

from __future__ import annotations

from pbem.accounts.people import Person
from pbem.gateway.mailboxes.addresses import ANY_GAME, WEEKLY, ReminderClaim
from pbem.gateway.outbound.notices import Notice, person_mail
from pbem.gateway.outbound.receipt_mail import render
from pbem.gateway.reading.read_mail import Reading
from pbem.service.context import ServiceContext
from pbem.service.masters import weekly
from pbem.service.reminders import choices


def stop_by_mail(reading: Reading, claim: ReminderClaim) -> str:
    """A mail program or a person asks for no more reminders. They are told, once, how to have them again."""
    mail_context = reading.mail_context
    person = mail_context.directory.reminded(claim)
    if person is None:
        return "dropped: the address is nobody's"
    stream = game_of(claim)
    if not is_off(mail_context.context, person, stream):
        signer = mail_context.signer
        name = signer.mail_name("reminders-off", f"{claim.text()}|{reading.kept.sha}")
        again = signer.reminders_link(claim.stream, person.id, person.key)
        text = render("reminders_off.txt", stream=stream, again=again)
        subject = "no more weekly mail" if stream == WEEKLY else "no more reminders"
        mail_context.queue(person_mail(signer, person, Notice("notice", name, reading.kept.at, subject, text)))
    switch_off(mail_context.context, person, stream)
    return "reminders stopped"


def is_off(context: ServiceContext, person: Person, stream: str) -> bool:
    """Does the person want none: of a game, of any (""), or no weekly mail (`WEEKLY`)?"""
    return not weekly.wants(context, person.id) if stream == WEEKLY else choices.stopped(context, person, stream)


def switch_off(context: ServiceContext, person: Person, stream: str) -> None:
    """No more of them."""
    if stream == WEEKLY:
        weekly.set_wanted(context, person.id, wanted=False)
    else:
        choices.stop(context, person, stream)


def switch_on(context: ServiceContext, person: Person, stream: str) -> None:
    """Mail them again."""
    if stream == WEEKLY:
        weekly.set_wanted(context, person.id, wanted=True)
    else:
        choices.resume(context, person, stream)


def game_of(claim: ReminderClaim) -> str:
    """The game that a claim is about, as the person's choices name it ("" for all), or `WEEKLY`."""
    return "" if claim.stream == ANY_GAME else claim.stream

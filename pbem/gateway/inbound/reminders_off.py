"""A mail to the address that stops reminders: of one game, or of all. Reports and receipts come as before."""

from __future__ import annotations

from pbem.gateway.mailboxes.addresses import ANY_GAME, ReminderClaim
from pbem.gateway.mailboxes.mail_tables import OutgoingMail
from pbem.gateway.outbound.compose import Heading, text_mail
from pbem.gateway.outbound.receipt_mail import render
from pbem.gateway.reading.read_mail import Reading
from pbem.service.reminders import choices


def stop_by_mail(reading: Reading, claim: ReminderClaim) -> str:
    """A mail program or a person asks for no more reminders. They are told, once, how to have them again."""
    mail_context = reading.mail_context
    person = mail_context.directory.reminded(claim)
    if person is None:
        return "dropped: the address is nobody's"
    stream = game_of(claim)
    if not choices.stopped(mail_context.context, person, stream):
        signer = mail_context.signer
        message_id = f"<{signer.mail_name('reminders-off', f'{claim.text()}|{reading.kept.sha}')}@{signer.domain}>"
        again = signer.reminders_link(claim.stream, person.id, person.key)
        text = render("reminders_off.txt", stream=stream, again=again)
        heading = Heading(message_id, person, "no more reminders", reading.kept.at, signer.address)
        raw = text_mail(signer, heading, text)
        mail_context.queue(OutgoingMail(message_id, "notice", person.id, raw, signer.bounce_code(message_id)))
    choices.stop(mail_context.context, person, stream)
    return "reminders stopped"


def game_of(claim: ReminderClaim) -> str:
    """The game that a claim is about, as the person's choices name it: "" for all."""
    return "" if claim.stream == ANY_GAME else claim.stream

"""Mail that is no order: bounces of our own mail, confirmations of held orders, unsubscribing, mail to the postmaster."""

from __future__ import annotations

import logging
import re

from pbem.files import PROGRAM
from pbem.gateway.extract import Extract
from pbem.gateway.inbound.settle import take
from pbem.gateway.mailboxes.addresses import BounceClaim, ConfirmClaim, LeaveClaim
from pbem.gateway.mailboxes.mail_rows import Outbound
from pbem.gateway.mailboxes.quarantine_table import HeldMail
from pbem.gateway.outbound import notices
from pbem.gateway.reading import bounces, classify
from pbem.gateway.reading.mail_context import MailContext
from pbem.gateway.reading.read_mail import Reading, read
from pbem.service.mail_port import SeatRef
from pbem.service.reminders import choices
from pbem.service.thread.following import unfollow

NO = re.compile(r"\b(?:no|nope|not|never|nein|nicht|non|nee|niet|nej|nie|não|нет|не)\b|n['’]t\b", re.I)
YES = re.compile(r"\W{0,20}(?:yes|ja|oui|si|sí|sì|sim|tak|да)\b", re.I)
LOOKED_AT = 200
"""Characters of an answer to the notice of held orders in which a no is looked for."""
RESUMED = f"{PROGRAM} person resume {{}}"

log = logging.getLogger(__name__)

# ---------------------------------------------------------------- bounces


def returned(reading: Reading, claim: BounceClaim) -> str:
    """What came back to the return path of a mail of ours. Never answered, whatever it says."""
    mail_context, kept, message = reading.mail_context, reading.kept, reading.message
    ours = mail_context.tables.by_code(claim.code)
    if ours is None:
        return "dropped: the return path of no mail of ours"
    if bounces.is_complaint(message):
        return _complained(mail_context, ours, kept.at)
    kind = reading.kind
    failures = bounces.failures(message) if kind.name == "bounce" else ()
    if not failures:
        return f"dropped: {kind.name}: {kind.why}; our mail was not lost by it"
    worst = max(failures, key=lambda failure: failure.permanent)
    if ours.status == "bounced":
        return "bounced: as was told before"
    _failed(mail_context, ours, worst, kept.at)
    return f"bounced: {'for good' if worst.permanent else 'for now'}, {worst.status or 'no code'}"


def _failed(mail_context: MailContext, ours: Outbound, failure: bounces.Failure, at: str) -> None:
    """Note that a mail of ours did not arrive; whoever runs the service is told when that stops the player's mail."""
    mail_context.tables.bounced(ours.message_id, failure.diagnostic)
    before = mail_context.mailboxes.deliverability(ours.recipient).stopped
    now = mail_context.mailboxes.failed(ours.recipient, failure.permanent, failure.diagnostic, at)
    if now.stopped and not before:
        _stopped(mail_context, ours, now.why, at, f"When the mailbox works again: {RESUMED.format(ours.recipient)}")


def _complained(mail_context: MailContext, ours: Outbound, at: str) -> str:
    """A person called our mail spam: no more reports of that game, or of any if the mail was of none; or no more reminders."""
    if ours.kind == "reminder":
        return _unwanted_reminder(mail_context, ours, at)
    if ours.kind == "thread":
        unfollow(mail_context.context, ours.stream, ours.recipient)
        return "complaint: mail of the thread stopped"
    if ours.stream:
        mail_context.mailboxes.leave(ours.recipient, ours.stream, at)
        again = "They get the game's reports again when they answer any mail of it with `resume`."
    else:
        mail_context.mailboxes.stop(ours.recipient, "the player called our mail spam", at)
        again = f"If they want mail again: {RESUMED.format(ours.recipient)}"
    _stopped(mail_context, ours, "a complaint about spam", at, again)
    return "complaint: reports stopped"


def _unwanted_reminder(mail_context: MailContext, ours: Outbound, at: str) -> str:
    """No more reminders of that game, or of any if the mail was of several. The reports go on."""
    person = mail_context.people.by_id(ours.recipient)
    if person is None:
        return "dropped: the person is not registered any more"
    choices.stop(mail_context.context, person, ours.stream)
    who, signer = f"{person.name} <{person.address}>", mail_context.signer
    what = f"reminders of {ours.stream}" if ours.stream else "reminders"
    text = f"No more {what} go to {who}: a complaint about spam. They get them again when they choose so on their page, /you."
    subject, name = f"{what} to {who} are stopped", signer.mail_name("stopped", ours.message_id)
    mail_context.tell_operator(notices.operator_mail(signer, mail_context.settings.postmaster, subject, text, name, at))
    return "complaint: reminders stopped"


def _stopped(mail_context: MailContext, ours: Outbound, why: str, at: str, again: str) -> None:
    """Tell whoever runs the service, and how mail can begin `again`."""
    log.error("mail to %s is stopped: %s", ours.recipient, why)
    person = mail_context.people.by_id(ours.recipient)
    who = f"{person.name} <{person.address}>" if person else ours.recipient
    where = f" (game {ours.stream}, seat {ours.seat})" if ours.stream else ""
    text = f"No more mail goes to {who}{where}: {why}.\n\n{again}"
    subject = f"mail to {who} is stopped"
    name = mail_context.signer.mail_name("stopped", ours.message_id)
    mail_context.tell_operator(
        notices.operator_mail(mail_context.signer, mail_context.settings.postmaster, subject, text, name, at)
    )


# ---------------------------------------------------------------- confirming


def confirm_by_mail(reading: Reading, claim: ConfirmClaim) -> str:
    """The seat's player answered the notice of held orders: any words of a person will do, but for a no."""
    held = reading.mail_context.quarantine.by_code(claim.code)
    if held is None:
        return "dropped: no orders are held under this code"
    kind, words = reading.kind, reading.words
    if kind.name != "reply":
        return f"dropped: {kind.name}: {kind.why}"
    if isinstance(words, Extract) and NO.search(words.text[:LOOKED_AT]) and not YES.match(words.text):
        return "not confirmed: the answer says no"
    return confirm(reading.mail_context, held)


def confirm(mail_context: MailContext, held: HeldMail) -> str:
    """Let held orders count. Confirmed again they change nothing."""
    kept = mail_context.tables.inbound(held.sha)
    person = mail_context.people.by_id(held.player)
    if kept is None or not kept.raw:
        return "the mail is not kept any more"
    seated = [sits for each, sits in mail_context.directory.holders(held.stream, held.seat) if each == person]
    if person is None or not seated:
        return "the seat has another player now"
    if held.status == "refused":
        return "they were thrown away before"
    mail_context.mailboxes.person_wrote(person.id)
    # Filed first: a fault in between leaves them waiting, to be confirmed again, and not counted as done.
    outcome = take(read(mail_context, kept), SeatRef(held.stream, held.seat, held.turn, person, sits=seated[0]))
    mail_context.quarantine.decide(held.code, "confirmed")
    return outcome


def discard(mail_context: MailContext, held: HeldMail) -> bool:
    """The player says that held orders are not theirs."""
    return mail_context.quarantine.decide(held.code, "refused")


# ---------------------------------------------------------------- leaving


def leave_by_mail(reading: Reading, claim: LeaveClaim) -> str:
    """A mail program or a person asks for no more reports of a game. Once is enough; twice is no harm."""
    seat_ref = reading.mail_context.directory.leaver(claim)
    return leave(reading.mail_context, seat_ref, reading.kept.at) if seat_ref else "dropped: the address is no seat's"


def leave(mail_context: MailContext, seat_ref: SeatRef, at: str) -> str:
    """No more reports of this game; the player is told, once, how to have them again."""
    person, before = seat_ref.person, mail_context.mailboxes.has_left(seat_ref.person.id, seat_ref.stream)
    if not before:  # queued first, so that after a crash in between the player is still told how to come back
        title = mail_context.context.seat_title(seat_ref.stream, seat_ref.seat)
        name = mail_context.signer.mail_name("left", f"{seat_ref.stream}|{person.id}|{at}")
        mail_context.queue(notices.left_mail(mail_context.signer, seat_ref, title, name, at))
    mail_context.mailboxes.leave(person.id, seat_ref.stream, at)
    return "reports stopped"


# ---------------------------------------------------------------- the postmaster


def forward(reading: Reading) -> str:
    """A mail to whoever runs the service. Without their address it is kept, and listed by `mail list`."""
    mail_context, kept, postmaster = reading.mail_context, reading.kept, reading.mail_context.settings.postmaster
    if not postmaster:
        return "kept: WARDROOM_POSTMASTER is not set"
    returned = classify.sent_by_us(reading.message, kept.envelope_from, mail_context.signer)
    if returned:
        return f"dropped: our own: {returned}"
    name = mail_context.signer.mail_name("postmaster", kept.sha)
    mail_context.tell_operator(notices.forward_mail(mail_context.signer, postmaster, kept, name))
    return "forwarded to the postmaster"

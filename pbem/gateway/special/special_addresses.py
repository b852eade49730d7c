"""Mail that is no order: bounces of our own mail, the word that held orders count, farewells, letters to the postmaster."""

from __future__ import annotations

import logging
import re

from pbem.gateway.extract import Extract
from pbem.gateway.inbound import classify, headers
from pbem.gateway.inbound.locate import SeatRef
from pbem.gateway.inbound.read_mail import read
from pbem.gateway.inbound.settle import take
from pbem.gateway.mailboxes.addresses import BounceClaim, ConfirmClaim, LeaveClaim
from pbem.gateway.mailboxes.mail_context import MailContext
from pbem.gateway.mailboxes.mail_tables import Inbound, Outbound
from pbem.gateway.outbound import notices
from pbem.gateway.special import bounces
from pbem.gateway.special.quarantine_table import HeldMail

NO = re.compile(r"\b(?:no|nope|not|never|nein|nicht|non|nee|niet|nej|nie|não|нет|не)\b|n['’]t\b", re.I)
YES = re.compile(r"\W{0,20}(?:yes|ja|oui|si|sí|sì|sim|tak|да)\b", re.I)
LOOKED_AT = 200
"""Characters of an answer to the letter about held orders in which a no is looked for."""
RESUMED = "./wardroom person resume {}"

log = logging.getLogger(__name__)

# ---------------------------------------------------------------- bounces


def returned(mail_context: MailContext, kept: Inbound, claim: BounceClaim) -> str:
    """What came back to the return path of a mail of ours. Never answered, whatever it says."""
    ours = mail_context.tables.by_code(claim.code)
    if ours is None:
        return "dropped: the return path of no mail of ours"
    message = headers.parse(kept.raw)
    if bounces.is_complaint(message):
        return _complained(mail_context, ours, kept.at)
    kind = classify.classify(message, kept.envelope_from)
    failures = bounces.failures(message) if kind.name == "bounce" else ()
    if not failures:
        return f"dropped: {kind.name}: {kind.why}; our mail was not lost by it"
    worst = max(failures, key=lambda failure: failure.permanent)
    if ours.status == "bounced":
        return "bounced: as was told before"
    mail_context.tables.bounced(ours.message_id, worst.diagnostic)
    before = mail_context.mailboxes.standing(ours.recipient).stopped
    standing = mail_context.mailboxes.failed(ours.recipient, worst.permanent, worst.diagnostic, kept.at)
    if standing.stopped and not before:
        _stopped(mail_context, ours, standing.why, kept.at, f"When the mailbox works again: {RESUMED.format(ours.recipient)}")
    return f"bounced: {'for good' if worst.permanent else 'for now'}, {worst.status or 'no code'}"


def _complained(mail_context: MailContext, ours: Outbound, at: str) -> str:
    """A person called our mail spam: no more reports of that game, or of any if the mail was of none."""
    if ours.stream:
        mail_context.mailboxes.leave(ours.recipient, ours.stream, at)
        again = "He can have the game's reports again by answering any mail of it with `resume`."
    else:
        mail_context.mailboxes.stop(ours.recipient, "he called our mail spam", at)
        again = f"If he wants mail again: {RESUMED.format(ours.recipient)}"
    _stopped(mail_context, ours, "a complaint about spam", at, again)
    return "complaint: reports stopped"


def _stopped(mail_context: MailContext, ours: Outbound, why: str, at: str, again: str) -> None:
    """Tell whoever runs the service, and how mail can begin `again`."""
    log.error("mail to %s is stopped: %s", ours.recipient, why)
    person = mail_context.people.by_id(ours.recipient)
    who = f"{person.name} <{person.address}>" if person else ours.recipient
    where = f" (game {ours.stream}, seat {ours.seat})" if ours.stream else ""
    text = f"No more mail goes to {who}{where}: {why}.\n\n{again}"
    subject = f"mail to {who} is stopped"
    name = f"stopped.{mail_context.signer.code(f'stopped|{ours.message_id}')}"
    mail_context.tell_operator(
        notices.operator_mail(mail_context.signer, mail_context.settings.postmaster, subject, text, name, at)
    )


# ---------------------------------------------------------------- confirming


def confirm_by_mail(mail_context: MailContext, kept: Inbound, claim: ConfirmClaim) -> str:
    """The seat's player answered the letter about held orders: any words of a person will do, but for a no."""
    held = mail_context.quarantine.by_code(claim.code)
    if held is None:
        return "dropped: no orders are held under this code"
    message = headers.parse(kept.raw)
    kind = classify.classify(message, kept.envelope_from)
    if kind.name != "reply":
        return f"dropped: {kind.name}: {kind.why}"
    words = read(mail_context, kept).words
    if isinstance(words, Extract) and NO.search(words.text[:LOOKED_AT]) and not YES.match(words.text):
        return "not confirmed: the answer says no"
    return confirm(mail_context, held)


def confirm(mail_context: MailContext, held: HeldMail) -> str:
    """Let held orders count. Confirmed again they change nothing."""
    kept = mail_context.tables.inbound(held.sha)
    person = mail_context.people.by_id(held.player)
    seated = mail_context.directory.player(held.stream, held.seat)
    if kept is None or not kept.raw:
        return "the mail is not kept any more"
    if person is None or seated is None or seated.id != person.id:
        return "the seat has another player now"
    if held.status == "refused":
        return "they were thrown away before"
    mail_context.mailboxes.productive(person.id)
    # Filed first: a fault in between leaves them waiting, to be confirmed again, and not counted as done.
    outcome = take(mail_context, read(mail_context, kept), SeatRef(held.stream, held.seat, held.turn, person, "address"))
    mail_context.quarantine.decide(held.code, "confirmed")
    return outcome


def discard(mail_context: MailContext, held: HeldMail) -> bool:
    """The player says that held orders are not his."""
    return mail_context.quarantine.decide(held.code, "refused")


# ---------------------------------------------------------------- leaving


def leave_by_mail(mail_context: MailContext, kept: Inbound, claim: LeaveClaim) -> str:
    """A mail program's or a person's wish for no more reports of a game. Once is enough; twice is no harm."""
    place = mail_context.directory.leaver(claim)
    return leave(mail_context, place, kept.at) if place else "dropped: the address is no seat's"


def leave(mail_context: MailContext, place: SeatRef, at: str) -> str:
    """No more reports of this game; the player is told, once, how to have them again."""
    person, before = place.person, mail_context.mailboxes.has_left(place.person.id, place.stream)
    if not before:  # queued first, so that a crash in between leaves nobody without the word how to come back
        name = f"left.{mail_context.signer.code(f'left|{place.stream}|{person.id}|{at}')}"
        mail_context.queue(notices.left_mail(mail_context.signer, person, place.stream, place.seat, place.turn, name, at))
    mail_context.mailboxes.leave(person.id, place.stream, at)
    return "reports stopped"


# ---------------------------------------------------------------- the postmaster


def forward(mail_context: MailContext, kept: Inbound) -> str:
    """A letter to whoever runs the service. Without his address it is kept, and listed by `mail list`."""
    if not mail_context.settings.postmaster:
        return "kept: WARDROOM_POSTMASTER is not set"
    message = headers.parse(kept.raw)
    returned = classify.ours(message, kept.envelope_from, mail_context.signer)
    if returned:
        return f"dropped: our own: {returned}"
    name = f"postmaster.{mail_context.signer.code(f'postmaster|{kept.sha}')}"
    mail_context.tell_operator(
        notices.forward_mail(mail_context.signer, mail_context.settings.postmaster, kept.raw, kept.envelope_from, name, kept.at)
    )
    return "forwarded to the postmaster"

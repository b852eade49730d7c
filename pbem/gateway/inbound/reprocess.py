"""Old mail read with the present extractor: what it says now, which is filed while its turn is open."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pbem.gateway.extract import VERSION, Extract
from pbem.gateway.inbound.settle import HELD, REFUSED, settle
from pbem.gateway.mailboxes.mail_rows import FiledAs, Inbound
from pbem.gateway.reading.mail_context import MailContext
from pbem.gateway.reading.read_mail import Reading, read
from pbem.service.context import ActRefused
from pbem.service.current_orders import filings
from pbem.service.orders.reparse import reparse
from pbem.service.repository import reading


class Reprocessed(NamedTuple):
    """A mail that was read again: what was read before and now, and what came of it, in words."""

    sha: str
    before: str
    now: str
    outcome: str


def reprocess(mail_context: MailContext, shas: Iterable[str], dry_run: bool = False) -> list[Reprocessed]:
    """Read these mails again. Those that say something else now are filed again, if their turn is open and only mail was filed.

    With `dry_run` nothing is changed.
    """
    done = []
    for sha in shas:
        kept = mail_context.tables.inbound(sha)
        if kept is None:
            done.append(Reprocessed(sha, "", "", "there is no such mail"))
        elif not kept.raw:
            done.append(Reprocessed(kept.sha, "", "", "its text has been forgotten"))
        else:
            done.append(_again(mail_context, kept, dry_run))
    return done


def _again(mail_context: MailContext, kept: Inbound, dry_run: bool) -> Reprocessed:
    reading = read(mail_context, kept)
    words = reading.words.orders if isinstance(reading.words, Extract) else ""
    if not kept.source:
        return Reprocessed(kept.sha, "", words, _once_dropped(reading, dry_run))
    if words == kept.words:
        return Reprocessed(kept.sha, kept.words, words, "it reads the same")
    if dry_run:
        return Reprocessed(kept.sha, kept.words, words, "it reads otherwise now")
    try:
        outcome = _refiled(reading)
    except ActRefused as e:
        outcome = f"it reads otherwise now; nothing was changed: {e}"
    return Reprocessed(kept.sha, kept.words, words, outcome)


def _once_dropped(reading: Reading, dry_run: bool) -> str:
    """A mail that was not filed: it may be now."""
    mail_context, kept, decision = reading.mail_context, reading.kept, reading.decision
    if decision.act in ("drop", "lost") or kept.outcome.partition(":")[0] in (HELD, REFUSED):
        return f"as before: {kept.outcome}"
    if dry_run:
        return f"it would not be dropped now: {decision.why}"
    outcome = settle(reading)
    mail_context.tables.settle(kept.sha, outcome, mail_context.now(), again=True)
    return outcome


def _refiled(changed: Reading) -> str:
    """File all of the seat's mails of the turn again, in the order they came in. Raises ActRefused."""
    mail_context, kept = changed.mail_context, changed.kept
    _only_mail(mail_context, kept)
    mails = mail_context.tables.mails_of(kept.stream, kept.seat, kept.turn)
    texts = [(mail.source, _orders(changed, mail)) for mail in mails]
    receipt = reparse(mail_context.context, kept.stream, kept.seat, texts, kept.turn)
    for mail, (source, text) in zip(mails, texts, strict=True):
        mail_context.tables.trace(mail.sha, FiledAs(mail.stream, mail.seat, mail.turn, source, text, VERSION))
    return f"filed anew: {receipt.outcome}"


def _orders(changed: Reading, mail: Inbound) -> str:
    """What a mail of the seat says now; one whose text is forgotten says what it said."""
    if not mail.raw:
        return mail.words
    words = (changed if mail.sha == changed.kept.sha else read(changed.mail_context, mail)).words
    return words.orders if isinstance(words, Extract) else mail.words


def _only_mail(mail_context: MailContext, changed: Inbound) -> None:
    """Orders that came otherwise than by mail cannot be read again. Raises ActRefused."""
    context, stream, seat = mail_context.context, changed.stream, changed.seat
    known = {kept.source for kept in mail_context.tables.mails_of(stream, seat, changed.turn)}
    with reading(context, stream) as record:
        if any(filed.seat == seat and filed.source not in known for _, filed in filings(context, record)):
            raise ActRefused("orders for the turn were also filed otherwise than by mail")

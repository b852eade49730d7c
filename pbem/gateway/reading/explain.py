"""How a mail is understood, step by step, in words: what `mail explain` shows."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.gateway.extract import Extract
from pbem.gateway.mailboxes.addresses import BareAddress, SeatClaim
from pbem.gateway.mailboxes.mail_rows import Inbound
from pbem.gateway.reading import headers
from pbem.gateway.reading.mail_context import MailContext
from pbem.gateway.reading.read_mail import Reading, read
from pbem.gateway.reading.sender_auth import forged
from pbem.service.way_in import events_of


def explain(mail_context: MailContext, kept: Inbound) -> list[tuple[str, str]]:
    """(step, what was found) of a mail, in the order of processing. Changes nothing."""
    return list(_steps(mail_context, kept, read(mail_context, kept)))


def _steps(mail_context: MailContext, kept: Inbound, reading: Reading) -> Iterator[tuple[str, str]]:
    path = "unknown" if kept.envelope_from is None else kept.envelope_from or "<> (a machine's)"
    yield "envelope", f"from {path}, to {kept.envelope_to}, at {kept.at}, {len(kept.raw)} bytes"
    claim = mail_context.signer.read(kept.envelope_to)
    yield "address", f"{type(claim).__name__}: {' '.join(map(str, claim))}".rstrip(": ") if claim else "not ours"
    yield "kind", f"{reading.kind.name}: {reading.kind.why}{' (through a list)' if reading.kind.via_list else ''}"
    if not isinstance(claim, SeatClaim | BareAddress | None):
        yield "special", kept.outcome or "no orders are looked for in it"
        return
    ref = reading.seat_ref
    yield "place", f"{ref.stream}, seat {ref.seat}, turn {ref.turn}, by its {ref.way}" if ref else "no game found"
    writer = reading.writer
    yield "sender", f"{reading.sender or 'none'}: {f'registered as {writer.id}' if writer else 'nobody we know'}"
    ignored = ", ".join(forged(reading.message, mail_context.server))
    yield "vouched", f"{reading.verdict.result}: {reading.verdict.why}{ignored and f'; without weight: {ignored}'}"
    yield "decision", f"{reading.decision.act}: {reading.decision.why}"
    yield from _words(reading)
    yield "known by", f"{reading.source} (Message-ID {headers.message_id(reading.message) or 'none'})"
    if kept.outcome:
        yield "outcome", kept.outcome
    yield from _events(mail_context, kept, reading)


def _events(mail_context: MailContext, kept: Inbound, reading: Reading) -> Iterator[tuple[str, str]]:
    """What the log of its game has of it. A mail whose text is forgotten is still known by what was noted when it was filed."""
    ref = reading.seat_ref
    stream = kept.stream or (ref.stream if ref else "")
    for entry in events_of(mail_context.context, stream, kept.source or reading.source) if stream else ():
        yield "event", f"{stream}, turn {entry.turn}, version {entry.version}: {entry.event.type}"


def _words(reading: Reading) -> Iterator[tuple[str, str]]:
    words = reading.words
    if not isinstance(words, Extract):
        yield "unreadable", str(words)
        return
    for step in words.steps:
        yield step.name, step.found
    for left in words.ignored:
        yield "left out", f"{left.kind}, {left.lines} lines: {left.sample}"
    for note in words.notes:
        yield "note", note
    yield "orders", words.orders or "(none)"

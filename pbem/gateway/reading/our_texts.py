"""What we ourselves wrote in the mails that a player answers: none of it is theirs."""

from __future__ import annotations

from email.message import Message

from pbem.accounts.people import Person
from pbem.gateway.extract.parts.charsets import payload_of, text_of
from pbem.gateway.mailboxes.mail_tables import MailTables
from pbem.gateway.reading.headers import parse, references
from pbem.service.mail_port import SeatRef

MOST = 4


def sent_texts(tables: MailTables, message: Message, reader: Person | None, seat_ref: SeatRef | None) -> list[str]:
    """The plain texts of our mails to the reader that this one answers: those it refers to, then the reports of its seat."""
    if reader is None:
        return []
    found = [ours for reference in references(message)[:20] if (ours := tables.outbound(reference))]
    answered = [ours for ours in found if ours.recipient == reader.id]
    if seat_ref is not None:
        answered += tables.reports(seat_ref.stream, seat_ref.seat, seat_ref.turn)
    texts = {ours.message_id: _text(tables.raw(ours.message_id)) for ours in answered[:MOST]}
    return [text for text in texts.values() if text]


def _text(raw: bytes) -> str:
    """The text part of a mail of ours; "" when it has been forgotten."""
    for part in parse(raw).walk():
        if part.get_content_type() == "text/plain":
            return text_of(part, payload_of(part))
    return ""

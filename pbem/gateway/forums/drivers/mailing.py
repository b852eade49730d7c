"""Posts that go out as mail: the same marker always gives the same Message-ID, and so the same mail goes out once.

A mail here has no Date: whoever queues it puts one before it (`mail_sender`), since a driver knows no time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.utils import format_datetime, parseaddr
from hashlib import sha256

from pbem.gateway.extract.parts.charsets import header_text
from pbem.gateway.forums.port import Picture, Refused
from pbem.gateway.mailboxes.mail_rows import OutgoingMail
from pbem.gateway.outbound.compose import MAX_SUBJECT, SENDER_NAME, mailbox, one_line, words
from pbem.gateway.outbound.mail_parts import binary_part, bundle, text_part, written
from pbem.gateway.reading.mail_context import MailContext
from pbem.service.context import parse_stamp

Send = Callable[[str, bytes], None]
"""Takes an address and a mail for it, which goes out once: a second mail of the same Message-ID is forgotten."""

AUTOMATIC = "automatic"
"""The name of the option that `robot_headers` obeys."""
MAILING_OPTIONS: Mapping[str, str] = {
    AUTOMATIC: "no: our mail does not say that a program wrote it; for lists and boards that refuse mail which says so"
}


@dataclass(frozen=True)
class MailPost:
    """A post as a mail. `sender` is our address, `topic` the Message-ID of the topic's first post ("": this is it)."""

    marker: str
    sender: str
    to: str
    subject: str
    text: str
    topic: str = ""
    pictures: tuple[Picture, ...] = ()


def message_id(marker: str, sender: str) -> str:
    """The Message-ID of a post. Raises Refused when the address of whoever sends it is none."""
    domain = sender.rpartition("@")[2]
    if "@" not in sender or not domain.isascii() or one_line(sender) != sender or " " in sender:
        raise Refused(f"{sender!r} is no mail address to send from; give one of ours, like wardroom@games.example")
    return f"<{marker}@{domain.lower()}>"


def author_of(sender: str) -> tuple[str, str]:
    """Who a From line names: their name, or what stands before the @ of their address; and the address, in small letters."""
    name, address = parseaddr(sender)
    return one_line(header_text(name)) or address.partition("@")[0] or "somebody", address.lower()


def mail_of(post: MailPost, options: Mapping[str, str]) -> bytes:
    """The mail's bytes, the same whenever it is made: text, PNG pictures attached, no Date."""
    pictures = [binary_part(each.png, "image/png", each.name) for each in post.pictures]
    mail, token = bundle("mixed", [text_part(post.text), *pictures]), sha256(post.marker.encode()).hexdigest()[:24]
    lines = [*_head(post), *robot_headers(options)]
    return "".join(f"{name}: {value}\r\n" for name, value in lines).encode("ascii") + written(mail, token)


def robot_headers(options: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What keeps other robots from answering, unless the place takes no mail from robots.

    Mailman passes all of it on. Precedence is left to the list, which sets its own.
    """
    if options.get(AUTOMATIC) != "no":
        yield "Auto-Submitted", "auto-generated"
        yield "X-Auto-Response-Suppress", "All"


def _head(post: MailPost) -> Iterator[tuple[str, str]]:
    yield "From", mailbox(SENDER_NAME, post.sender)
    yield "To", post.to
    yield "Subject", words(one_line(post.subject)[:MAX_SUBJECT], len("Subject: "))
    yield "Message-ID", message_id(post.marker, post.sender)
    if post.topic:
        yield "In-Reply-To", post.topic
        yield "References", post.topic


def mail_sender(mail_context: MailContext) -> Send:
    """Queues mails in the service's outbox, each once by its Message-ID, with the time of queueing as its Date."""

    def send(to: str, mail: bytes) -> None:
        now = mail_context.now()
        date = f"Date: {format_datetime(parse_stamp(now).replace(microsecond=0))}\r\n"
        name = str(message_from_bytes(mail, policy=policy.default)["Message-ID"])
        code = mail_context.signer.bounce_code(name)
        mail_context.queue(OutgoingMail(name, "forum", to, date.encode("ascii") + mail, code))

    return send

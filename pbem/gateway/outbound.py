"""Mails as bytes: reports, receipts and notices. The same facts give the same bytes, so a mail can be made again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from email import policy
from email.headerregistry import Address
from email.message import EmailMessage, MIMEPart
from email.utils import format_datetime
from hashlib import sha256

from pbem.gateway.addresses import seat_address
from pbem.gateway.letter import OFFICE
from pbem.gateway.marks import mark_html, mark_text
from pbem.gateway.tables import Mail
from pbem.people import Person
from pbem.service.publish import Published
from pbem.service.room import moment

MAX_SUBJECT = 180
WIRE = policy.SMTP.clone(max_line_length=MAX_SUBJECT + 60)
"""Headers that may be longer than 78: at that width the library puts a long subject on a line after its name, and mail programs
that answer such a mail begin theirs with a blank."""


@dataclass(frozen=True)
class House:
    """Who we are to the world of mail: the domain we take mail for, and the key that signs seats' addresses."""

    domain: str
    secret: bytes

    @property
    def office(self) -> str:
        """The address we write from."""
        return f"{OFFICE}@{self.domain}"

    def seat_address(self, stream: str, seat: str, turn: int, player: str) -> str:
        """Where `player` sends his orders for `turn`."""
        return seat_address(self.secret, self.domain, stream, seat, turn, player)

    def root(self, stream: str, seat: str) -> str:
        """The Message-ID that all mails about one seat of one game refer to, so that they are one thread."""
        return f"<{stream}.{seat}@{self.domain}>"


def report_mail(house: House, made: Published, person: Person) -> Mail:
    """A turn's report: text, HTML with the map as PNG inside; beside it map (SVG), record sheets and proof file."""
    # The player is in the id, because someone who takes over a seat gets a report of his own for the same turn.
    message_id = f"<{made.stream}.t{made.turn}.{made.seat}.{made.player}.report@{house.domain}>"
    following = made.turn + 1
    mail = EmailMessage(policy=policy.SMTP)
    _write(mail, mark_text(made.text, made.template), "plain")
    mail.add_alternative(mark_html(made.html, made.template), subtype="html", cte="quoted-printable")
    page = mail.get_payload(1)
    if not isinstance(page, MIMEPart):
        raise TypeError("the HTML alternative is a part of its mail")
    page.add_related(made.png, "image", "png", cid="<map>", filename=f"turn-{made.turn}-map.png", disposition="inline")
    mail.add_attachment(made.svg.encode(), "image", "svg+xml", filename=f"turn-{made.turn}-map.svg")
    if made.sheets:
        mail.add_attachment(made.sheets.encode(), "text", "html", filename=f"turn-{made.turn}-sheets.html")
    if made.proof:
        mail.add_attachment(made.proof.encode(), "application", "json", filename=f"turn-{made.turn}-proof.json")
    reply_to = house.seat_address(made.stream, made.seat, following, made.player)
    root = house.root(made.stream, made.seat)
    _address(house, mail, person, made.subject, reply_to, made.at)
    mail["Auto-Submitted"] = "auto-generated"
    return _finish(house, mail, "report", message_id, person.id, {"In-Reply-To": root, "References": root}, made.stream)


def answer_mail(
    house: House,
    person: Person,
    kind: str,
    name: str,
    subject: str,
    text: str,
    at: str,
    stream: str,
    seat: str,
    turn: int,
    answers: str = "",
) -> Mail:
    """A receipt, refusal or notice, of which `name` is the id; it answers the mail with the Message-ID `answers` ("": none)."""
    root = house.root(stream, seat)
    thread = {"In-Reply-To": answers or root, "References": f"{root}\r\n {answers}" if answers else root}
    mail = _letter(house, person, subject, text, at, house.seat_address(stream, seat, turn, person.id))
    mail["Auto-Submitted"] = "auto-replied"
    return _finish(house, mail, kind, f"<{name}@{house.domain}>", person.id, thread, stream)


def crew_mail(house: House, person: Person, name: str, text: str, at: str, stream: str, seat: str, turn: int) -> Mail:
    """A receipt that answers no mail of its player: his crew's orders have changed. `name` is its id."""
    root = house.root(stream, seat)
    subject = f"[{stream} T{turn}] your crew's orders have changed"
    mail = _letter(house, person, subject, text, at, house.seat_address(stream, seat, turn, person.id))
    mail["Auto-Submitted"] = "auto-generated"
    thread = {"In-Reply-To": root, "References": root}
    return _finish(house, mail, "receipt", f"<{name}@{house.domain}>", person.id, thread, stream)


def _letter(house: House, person: Person, subject: str, text: str, at: str, reply_to: str) -> EmailMessage:
    """A mail of text alone."""
    mail = EmailMessage(policy=policy.SMTP)
    _write(mail, text, "plain")
    _address(house, mail, person, subject, reply_to, at)
    return mail


def _write(mail: EmailMessage, text: str, subtype: str) -> None:
    """The text as it is where every relay takes it so, else quoted-printable."""
    simple = text.isascii() and all(len(line) <= 78 for line in text.splitlines())
    mail.set_content(text, subtype=subtype, cte="7bit" if simple else "quoted-printable")


def _address(house: House, mail: EmailMessage, person: Person, subject: str, reply_to: str, at: str) -> None:
    mail["From"] = Address("Wardroom", addr_spec=house.office)
    mail["To"] = Address(person.name, addr_spec=person.address)
    mail["Reply-To"] = Address(addr_spec=reply_to)
    mail["Subject"] = " ".join(subject.split())[:MAX_SUBJECT]
    mail["Date"] = format_datetime(moment(at).replace(microsecond=0))
    mail["X-Auto-Response-Suppress"] = "All"
    mail["Precedence"] = "list"


def _finish(
    house: House,
    mail: EmailMessage,
    kind: str,
    message_id: str,
    recipient: str,
    thread: Mapping[str, str],
    stream: str,
) -> Mail:
    """The mail's bytes. Ids are written by hand: the library would encode a long one as if it were a word."""
    token = sha256(message_id.encode()).hexdigest()[:24]
    for number, part in enumerate(part for part in mail.walk() if part.is_multipart()):
        part.set_boundary(f"=_{token}_{number}")
    lines = {"Message-ID": message_id, **thread, "List-Id": f"<{stream}.{house.domain}>"}
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return Mail(message_id, kind, recipient, head.encode("ascii") + mail.as_bytes(policy=WIRE))

"""A turn's report as a mail."""

from __future__ import annotations

import binascii
import json
from email import policy
from email.message import EmailMessage, MIMEPart

from pbem.accounts.people import Person
from pbem.gateway.extract.lines.reply_markers import mark_html, mark_text
from pbem.gateway.mailboxes.address_signer import AddressSigner
from pbem.gateway.mailboxes.mail_tables import OutgoingMail
from pbem.gateway.outbound.compose import Heading, base64_lines, file_part, finished, write_text
from pbem.gateway.outbound.deadline_entry import deadline_entry
from pbem.service.audit.read_claims import claims_in_json
from pbem.service.reports.publish import Published


def report_id(signer: AddressSigner, made: Published, player: str, again: int = 0) -> str:
    """The Message-ID of a report: the same whenever it is made, and not to be guessed. `again` counts how often it was resent.

    The player is in it, because someone who takes over a seat gets another report of the same turn; the head of the log,
    because a turn that is played again after the database was put back is another one.
    """
    code = signer.code(f"report|{made.stream}|{made.seat}|{made.turn}|{player}|{made.head}|{again}")
    return f"<{made.stream}.t{made.turn}.{made.seat}.{code}@{signer.domain}>"


def thread(signer: AddressSigner, stream: str, seat: str, turn: int, player: str) -> tuple[str, ...]:
    """What mails about a seat's orders for `turn` refer to: the game's root and the report that asked for them."""
    asked_by = signer.asked_by(stream, seat, turn, player)
    return (signer.root(stream), asked_by) if asked_by else (signer.root(stream),)


def report_mail(signer: AddressSigner, made: Published, person: Person, again: int = 0) -> OutgoingMail:
    """A turn's report: text, HTML with the map in it; beside it the deadline, map, sheets, proof and the report as JSON.

    Sent again (`again` > 0) it is the same report for the same turn, as a mail of its own.
    """
    following = made.turn + 1
    message_id = report_id(signer, made, person.id, again)
    parents = thread(signer, made.stream, made.seat, made.turn, person.id)
    heading = Heading(
        message_id=message_id,
        to=person,
        subject=made.subject,
        at=made.at,
        reply_to=signer.seat_address(made.stream, made.seat, following, person.key),
        stream=made.stream,
        parents=parents,
        more=_ways_to_leave(signer, made, person),
    )
    raw = finished(signer, heading, _parts(made, signer, person))
    code = signer.bounce_code(message_id)
    claims = claims_in_json(json.loads(made.facts), message_id)
    return OutgoingMail(message_id, "report", person.id, raw, code, made.stream, made.seat, following, claims)


def _ways_to_leave(signer: AddressSigner, made: Published, person: Person) -> dict[str, str]:
    """RFC 2369 and RFC 8058: the page, the address, and that the page takes one click (which it may only over https)."""
    link = signer.unsubscribe_link(made.stream, made.seat, person.key)
    return ways_to_leave(link, signer.unsubscribe_address(made.stream, made.seat, person.key))


def ways_to_leave(link: str, address: str) -> dict[str, str]:
    """The headers of a way to leave: the page ("" when there are none), and the address."""
    mail_to = f"<mailto:{address}?subject=unsubscribe>"
    if not link:
        return {"List-Unsubscribe": mail_to}
    ways = {"List-Unsubscribe": f"<{link}>,\r\n {mail_to}"}
    return {**ways, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"} if link.startswith("https:") else ways


def _parts(made: Published, signer: AddressSigner, person: Person) -> EmailMessage:
    link = signer.seat_link(made.stream, made.seat, made.turn + 1, person.key)
    mail = EmailMessage(policy=policy.SMTP)
    write_text(mail, mark_text(made.text, made.template, link))
    mail.add_alternative(mark_html(made.html, made.template, link), subtype="html", cte="quoted-printable")
    name = f"turn-{made.turn}"
    if made.png:
        _show_map(mail, made.png, f"{name}-map.png")
    mail.make_mixed()
    entry = deadline_entry(signer, made)
    if entry:
        kind = 'text/calendar; method="PUBLISH"; charset="utf-8"'
        mail.attach(file_part(kind, "base64", 'attachment; filename="deadline.ics"', base64_lines(entry)))
    _attach(mail, made.svg, "image/svg+xml", f"{name}-map.svg")
    _attach(mail, made.sheets, "text/html", f"{name}-sheets.html")
    _attach(mail, made.proof, "application/json", f"{name}-proof.json")
    _attach(mail, made.facts, "application/json", f"{name}-report.json")
    return mail


def _show_map(mail: EmailMessage, png: bytes, name: str) -> None:
    """The map within the page."""
    page = mail.get_payload(1)
    if not isinstance(page, MIMEPart):
        raise TypeError("the HTML alternative is a part of its mail")
    page.make_related()
    page.attach(file_part("image/png", "base64", f'inline; filename="{name}"', base64_lines(png), Content_ID="<map>"))


def _attach(mail: EmailMessage, text: str, kind: str, name: str) -> None:
    """A file of text beside the mail, quoted-printable: a quarter less than base64. Nothing when there is no text."""
    if text:
        payload = binascii.b2a_qp(text.encode(), istext=True).decode("ascii")
        mail.attach(file_part(f'{kind}; charset="utf-8"', "quoted-printable", f'attachment; filename="{name}"', payload))

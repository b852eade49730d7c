"""A turn's report as a mail."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from pbem.accounts.people import Person
from pbem.gateway.extract.lines.reply_markers import mark_html, mark_text
from pbem.gateway.mailboxes.address_signer import AddressSigner
from pbem.gateway.mailboxes.mail_rows import OutgoingMail
from pbem.gateway.outbound.compose import Heading, outgoing
from pbem.gateway.outbound.deadline_entry import deadline_entry
from pbem.gateway.outbound.mail_parts import Part, binary_part, bundle, text_part
from pbem.service.audit.read_claims import claims_in_json
from pbem.service.reports.publish import Published


def report_id(signer: AddressSigner, made: Published, player: str, again: int = 0) -> str:
    """The Message-ID of a report: the same whenever it is made, and not to be guessed. `again` counts how often it was resent.

    The player is in it, because someone who takes over a seat gets another report of the same turn; the head of the log,
    because a turn that is played again after the database was put back is another one.
    """
    code = signer.code(f"report|{made.stream}|{made.seat}|{made.turn}|{player}|{made.head}|{again}")
    return signer.message_id(f"{made.stream}.t{made.turn}.{made.seat}.{code}")


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
    claims = claims_in_json(json.loads(made.facts), message_id)
    mail = outgoing(signer, "report", heading, _parts(made, signer, person))
    return replace(mail, seat=made.seat, turn=following, claims=claims)


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


def _parts(made: Published, signer: AddressSigner, person: Person) -> Part:
    """Text and page say the same, with the map in the page; files are beside them."""
    link = signer.seat_link(made.stream, made.seat, made.turn + 1, person.key)
    text = text_part(mark_text(made.text, made.template, link))
    page = text_part(mark_html(made.html, made.template, link), "text/html")
    return bundle("mixed", [bundle("alternative", [text, bundle("related", [page, *_map(made)])]), *_files(signer, made)])


def _map(made: Published) -> Iterator[Part]:
    """The map that the page shows."""
    if made.png:
        yield binary_part(made.png, "image/png", f"turn-{made.turn}-map.png", shown="map")


def _files(signer: AddressSigner, made: Published) -> Iterator[Part]:
    """What can be kept apart from the mail; a file that would be empty is left out."""
    if entry := deadline_entry(signer, made):
        yield binary_part(entry, 'text/calendar; method="PUBLISH"; charset="utf-8"', "deadline.ics")
    for text, kind, name in (
        (made.svg, "image/svg+xml", "map.svg"),
        (made.sheets, "text/html", "sheets.html"),
        (made.proof, "application/json", "proof.json"),
        (made.facts, "application/json", "report.json"),
    ):
        if text:
            yield text_part(text, kind, f"turn-{made.turn}-{name}")

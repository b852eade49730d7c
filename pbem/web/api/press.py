"""Press: words from player to player."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.service.orders.order_desk import source_of
from pbem.service.press.messages import Message, messages
from pbem.service.press.send import send_press
from pbem.web.api.describe import COMMAND, KEY, route
from pbem.web.api.endpoint import idempotency, read
from pbem.web.infra.site import site
from pbem.web.infra.visitor import commander, game_row, written_as


@dataclass(frozen=True)
class NewMessage:
    """Words to these seats."""

    to: list[str]
    text: str


@dataclass(frozen=True)
class Posted:
    """It is sent; `notes` say who will not read it."""

    notes: list[str]


@route("GET /games/<stream>/press", "press", list[Message], parameters=[COMMAND], signed=True)
def list_press(stream: str) -> list[Message]:
    """What your seat has written and what was written to it, oldest first."""
    return messages(site().context, stream, commander(game_row(stream)))


@route("POST /games/<stream>/press", "press", Posted, NewMessage, [COMMAND, KEY])
def send_letter(stream: str) -> Posted:
    """Write to other seats; their players are mailed within the minute."""
    seat, asked = commander(game_row(stream)), read(NewMessage)
    source = written_as(stream, seat, source_of("api", f"press {stream} {seat} {idempotency()}", asked.text))
    notes = send_press(site().context, stream, seat, asked.to, asked.text, source)
    site().mailer.mail_receipts(stream, seat, source)
    return Posted(notes)

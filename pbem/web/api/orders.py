"""Orders: the current ones, what a text would do, filing it. The same text as in a mail, read by the same parser."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pbem.core.game.report_parts import Panel
from pbem.service.orders import order_desk as service
from pbem.service.orders.file import file_orders
from pbem.service.orders.order_desk import CheckedOrders, OrderDesk, source_of
from pbem.service.receipt import Answer, Outcome, Receipt, Taken
from pbem.web.api.describe import COMMAND, KEY, route
from pbem.web.api.endpoint import idempotency, read
from pbem.web.api.games import Picture, picture
from pbem.web.infra.limits import CHECK, limiter
from pbem.web.infra.site import site
from pbem.web.infra.visitor import commander, game_row, written_as


@dataclass(frozen=True)
class Text:
    """Orders as they would be in a mail. `turn` is the turn that they are meant for: late ones are not filed."""

    text: str
    turn: int | None = None

    @property
    def words(self) -> str:
        """The text in letters that can be written down again: JSON knows halves of some."""
        return "\n".join(self.text.encode(errors="replace").decode().splitlines())


@dataclass(frozen=True)
class Ready:
    """Are you done for the turn? With `turn` it counts for that turn only."""

    ready: bool
    turn: int | None = None


@dataclass(frozen=True)
class Dry:
    """What orders would do if nobody else did anything: the map with them drawn in, and tables that say the same."""

    picture: Picture
    tables: list[Panel]


@dataclass(frozen=True)
class Attempt:
    """A dry run; `trial` is null when there is nothing to try."""

    checked: CheckedOrders
    trial: Dry | None
    answers: list[Answer]


@dataclass(frozen=True)
class Filed:
    """The receipt: what became of the mail, and the current orders. `duplicate`: it had been filed before, and counts once."""

    stream: str
    seat: str
    turn: int
    outcome: Outcome
    duplicate: bool
    problems: list[str]
    notes: list[str]
    read_as: list[str]
    left_out: list[str]
    taken: list[Taken]
    current_orders: str = field(metadata={"json": "standing"})
    luck: str
    ready: bool
    waiting: list[str]
    due: str
    commitment: str
    salt: str
    head: str
    answers: list[Answer] = field(default_factory=list)


@route("GET /games/<stream>/orders", "orders", OrderDesk, parameters=[COMMAND], signed=True)
def show_orders(stream: str) -> OrderDesk:
    """The current orders of your seat, what you could order, and the form to fill in."""
    return service.desk(site().context, stream, commander(game_row(stream)))


@route("POST /games/<stream>/orders/check", "orders", CheckedOrders, Text, [COMMAND])
@limiter.limit(CHECK)
def check_orders(stream: str) -> CheckedOrders:
    """What would become of a text. Nothing is filed."""
    seat, asked = commander(game_row(stream)), read(Text)
    return service.check_orders(site().context, stream, seat, asked.words, asked.turn)


@route("POST /games/<stream>/orders/try", "orders", Attempt, Text, [COMMAND])
@limiter.limit(CHECK)
def try_orders(stream: str) -> Attempt:
    """A dry run on what your seat can see. Nothing is filed."""
    seat, asked = commander(game_row(stream)), read(Text)
    tried = service.try_orders(site().context, stream, seat, asked.words, asked.turn)
    dry = Dry(picture(tried.preview.scene), list(tried.preview.tables)) if tried.preview else None
    return Attempt(tried.checked, dry, tried.answers)


@route("POST /games/<stream>/orders", "orders", Filed, Text, [COMMAND, KEY])
def send_orders(stream: str) -> Filed:
    """File orders. With problems in some of them the others count, as in a mail; the outcome says so."""
    seat, asked = commander(game_row(stream)), read(Text)
    return _file(stream, seat, asked.words, asked.turn)


@route("POST /games/<stream>/ready", "orders", Filed, Ready, [COMMAND, KEY])
def send_ready(stream: str) -> Filed:
    """Ready, or not after all. The orders in force stay as they are."""
    seat, asked = commander(game_row(stream)), read(Ready)
    return _file(stream, seat, "ready" if asked.ready else "not ready", asked.turn)


def _file(stream: str, seat: str, text: str, turn: int | None) -> Filed:
    """File a text, and have mailed what follows for others."""
    source = written_as(stream, seat, source_of("api", f"{stream} {seat} {idempotency()}", text))
    receipt = file_orders(site().context, stream, seat, text, source, turn)
    if receipt.concerns_others:
        site().mailer.mail_receipts(stream, seat, source)
    if receipt.names_sitter:
        site().mailer.mail_sitter_named(stream, seat)
    return filed(receipt)


def filed(receipt: Receipt) -> Filed:
    """A receipt without what it gives rise to for others: the crew's receipts are the crew's."""
    shown: dict[str, Any] = {name: getattr(receipt, name) for name in Filed.__dataclass_fields__}
    return Filed(**shown)

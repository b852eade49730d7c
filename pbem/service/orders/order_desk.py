"""The order desk: the current orders of a seat, what its player could order, what a text would do. Nothing here is filed."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from pbem.core.drawing.scene import Scene
from pbem.core.game.report_parts import Preview, SuggestedOrder
from pbem.core.orders.usage import OrderSyntax
from pbem.core.state.record import Record
from pbem.core.texts.commands import prose
from pbem.core.texts.envelope import END, Problem
from pbem.core.texts.opening import READY
from pbem.core.texts.text_limits import check_bounds
from pbem.service.context import ServiceContext
from pbem.service.current_orders import check_seat, current_orders, units_of
from pbem.service.games.turn_status import TurnStatus, turn_status_of
from pbem.service.orders import read
from pbem.service.orders.make_receipt import luck_words, remarks
from pbem.service.orders.questions import answers
from pbem.service.orders.read import ParsedMail, outcome_of, read_mail
from pbem.service.orders.requests import MailOrigin
from pbem.service.receipt import Answer, Outcome, Taken
from pbem.service.repository import reading
from pbem.service.suggestions.put_order import Placed, put_order


def source_of(way: Literal["web", "api"], form: str, text: str) -> str:
    """The source id of what a form files: the same form sent twice with the same text counts once."""
    sent = f"{form}\n{text}".encode(errors="replace")
    return f"{hashlib.sha256(sent).hexdigest()}.{way}"


def with_ready(text: str, word: str = "ready") -> str:
    """The text with `ready` as its last line that is read, so that no other line changes its number."""
    lines = text.splitlines()
    end = next((at for at, line in enumerate(lines) if END.fullmatch(line)), len(lines))
    return "\n".join([*lines[:end], "", word, *lines[end:]])


def with_not_ready(text: str) -> str:
    """The same with `not ready`, unless its writer says themselves whether they are."""
    return text if any(READY.fullmatch(line.strip()) for line in text.splitlines()) else with_ready(text, "not ready")


# ---------------------------------------------------------------- the desk


@dataclass(frozen=True)
class OrderDesk:
    """All that a seat's player needs to write orders. Current orders and template are in the words of a mail.

    `replacing` says what new orders replace.
    """

    turn_status: TurnStatus = field(metadata={"json": "banner"})
    title: str
    game: str
    side: str
    ended: bool
    current_orders: str = field(metadata={"json": "standing"})
    luck: str
    notes: list[str]
    commitment: str
    salt: str
    template: str
    replacing: str
    forms: Sequence[OrderSyntax]
    suggestions: Sequence[SuggestedOrder] = field(metadata={"json": "picks"})


def desk(context: ServiceContext, stream: str, seat: str) -> OrderDesk:
    """The current orders of the seat, and what could be ordered now.

    Raises:
        NoSuchGame, NoSuchSeat, Corrupt.
    """
    with reading(context, stream) as record:
        check_seat(record, seat)
        return _desk(context, record, seat)


def _desk(context: ServiceContext, record: Record, seat: str) -> OrderDesk:
    ledger, game = record.ledger, record.game
    template, suggestions = _offered(context, record, seat)
    filed = ledger.filed.get(seat)
    return OrderDesk(
        turn_status=turn_status_of(context, record, seat),
        title=ledger.title,
        game=game.key,
        side=ledger.seats[seat],
        ended=ledger.ended,
        current_orders=current_orders(record, seat).text(),
        luck=filed.luck if filed else "",
        notes=remarks(record, seat, current_orders(record, seat)),
        commitment=filed.commitment if filed else "",
        salt=filed.salt if filed else "",
        template=template,
        replacing=game.orders.replacing,
        forms=game.orders.forms(),
        suggestions=suggestions,
    )


def _offered(context: ServiceContext, record: Record, seat: str) -> tuple[str, Sequence[SuggestedOrder]]:
    """The template and the suggestions for a seat that owes orders, kept for the next who asks; else none."""

    def make() -> tuple[str, Sequence[SuggestedOrder]]:
        if record.ledger.ended or seat not in record.game.rules.due(record.state):
            return "", []
        known = record.known(seat)
        return record.game.report.template(known), record.game.planning.suggest(known)

    found: tuple[str, Sequence[SuggestedOrder]] = context.rendered.get(("offered", record.stream, seat, record.head.hash), make)
    return found


def unit_names(context: ServiceContext, stream: str, seat: str) -> Mapping[str, str]:
    """What the units that the seat knows are called beside their ids. Raises NoSuchGame, NoSuchSeat, Corrupt."""
    with reading(context, stream) as record:
        return units_of(record, seat).names


# ---------------------------------------------------------------- a text that is not filed


@dataclass(frozen=True)
class PressPreview:
    """Press as it would be sent: to these seats."""

    to: list[str]
    text: str


@dataclass(frozen=True)
class CheckedOrders:
    """What would become of a text if it were filed now; the same that its receipt would say.

    The current orders are what they would be then. `kept` are those that the text itself does not give: they are in
    force from before, and leaving them out takes nothing back. `read_as` are orders put together from several lines, `left_out`
    lines that are no orders. `ready` is True or False where the text says so.
    """

    turn: int
    outcome: Outcome
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    read_as: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    taken: list[Taken] = field(default_factory=list)
    kept: list[Taken] = field(default_factory=list)
    current_orders: str = field(default="", metadata={"json": "standing"})
    luck: str = ""
    ready: bool | None = None
    press: list[PressPreview] = field(default_factory=list)
    asks: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class PreviewedOrders:
    """A dry run: what would become of the text, what its orders would do (None: there is nothing to try), what it asks."""

    checked: CheckedOrders
    preview: Preview | None
    answers: list[Answer]


def check_orders(context: ServiceContext, stream: str, seat: str, text: str, turn: int | None = None) -> CheckedOrders:
    """Read a text as a mail of the seat would be read. `turn` is the turn it is meant for; nothing is filed or sent.

    Raises:
        NoSuchGame, NoSuchSeat, Corrupt, TooLong.
    """
    with reading(context, stream) as record:
        return _checked(record, _read(context, record, seat, text, turn))


def try_orders(context: ServiceContext, stream: str, seat: str, text: str, turn: int | None = None) -> PreviewedOrders:
    """Read a text, and try its orders on what the seat can see. Nothing is filed, nothing hidden is looked at.

    Raises:
        NoSuchGame, NoSuchSeat, Corrupt, TooLong.
    """
    with reading(context, stream) as record:
        mail = _read(context, record, seat, text, turn)
        given, more = answers(context, record, seat, mail.envelope.asks, mail.source)
        checked = _checked(record, mail, more)
        return PreviewedOrders(checked, _preview(record, mail), given)


class Addition(NamedTuple):
    """An order to be put into a text, in the block of `unit` ("": above all blocks)."""

    unit: str
    text: str


class DraftedOrders(NamedTuple):
    """A text that is being written, with what was to be put into it on `line` (0: nothing was), and what it would do.

    `map` is the map as the seat knows it, over which the plan of the preview is laid; None as the preview.
    """

    text: str
    line: int
    checked: CheckedOrders
    preview: Preview | None
    map: Scene | None


def draft_orders(
    context: ServiceContext, stream: str, seat: str, text: str, turn: int | None, added: Addition | None = None
) -> DraftedOrders:
    """Put an order into a text, if one is given, read it, and try its orders. Nothing is filed, nothing is kept.

    Raises:
        NoSuchGame, NoSuchSeat, Corrupt, TooLong.
    """
    with reading(context, stream) as record:
        placed = _with(context, record, seat, text, turn, added) if added else Placed(text, 0)
        mail = _read(context, record, seat, placed.text, turn)
        preview, drawn = _preview(record, mail), None
        if preview and preview.plan:
            drawn = next(record.game.report.draw(record.known(seat)))
        return DraftedOrders(*placed, _checked(record, mail), preview, drawn)


def _with(context: ServiceContext, record: Record, seat: str, text: str, turn: int | None, added: Addition) -> Placed:
    """The text with each order that is to be put into it."""
    check_seat(record, seat)
    check_bounds(f"{text}\n{added.text}")

    def complaints(tried: str) -> list[Problem]:
        return _read(context, record, seat, tried, turn).parsed.problems

    placed = Placed(text, 0)
    for order in filter(None, map(str.strip, added.text.split(";"))):
        placed = put_order(placed.text, added.unit, order, units_of(record, seat), complaints)
    return placed


def _preview(record: Record, mail: ParsedMail) -> Preview | None:
    """A dry run of what a mail leaves in force; None where no orders are wanted, or the mail comes too late."""
    if mail.stopped or mail.seat not in record.game.rules.due(record.state):
        return None
    return record.game.planning.preview(record.known(mail.seat), mail.parsed.sheet)


def files_nothing(context: ServiceContext, stream: str, seat: str, text: str, turn: int | None = None) -> bool:
    """Is there nothing in the text to be filed? It is read as a mail of the seat would be read now.

    Raises:
        NoSuchGame, NoSuchSeat, Corrupt, TooLong.
    """
    with reading(context, stream) as record:
        return read.files_nothing(record, _read(context, record, seat, text, turn))


def _read(context: ServiceContext, record: Record, seat: str, text: str, turn: int | None) -> ParsedMail:
    """The text as a mail of the seat would be read now. Raises NoSuchSeat, TooLong."""
    check_seat(record, seat)
    return read_mail(record, seat, text, MailOrigin("", turn), context.now())


def _checked(record: Record, mail: ParsedMail, more: Sequence[str] = ()) -> CheckedOrders:
    sheet, envelope = mail.parsed.sheet, mail.envelope
    return CheckedOrders(
        turn=record.ledger.turn,
        outcome=outcome_of(mail),
        problems=list(mail.parsed.problems),
        notes=[*mail.parsed.notes, *more, *remarks(record, mail.seat, sheet)],
        read_as=[str(piece) for piece in envelope.read_as],
        left_out=prose(envelope),
        taken=mail.taken,
        kept=[] if mail.stopped else _kept(record, mail),
        current_orders=sheet.text(),
        luck=luck_words(record, mail.seat, envelope),
        ready=envelope.ready,
        press=[PressPreview(to, words) for to, words in mail.press.sent],
        asks=[ask.name for ask in envelope.asks],
    )


def _kept(record: Record, mail: ParsedMail) -> list[Taken]:
    """Orders that would be in force and that the text does not give."""
    game, given = record.game, mail.parsed.given
    names = game.report.names(record.known(mail.seat))
    found = []
    for unit, lines in mail.parsed.sheet.units.items():
        left = [line for line in lines if line not in given.get(unit, [])]
        if left:
            found.append(Taken(unit, names.get(unit, ""), left))
    return found

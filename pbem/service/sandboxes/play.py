"""Play a sandbox: orders of all sides from its owner or from bots, and turn after turn resolved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from events.base import Draft
from pbem.core.game.nearest_names import known_names
from pbem.core.game.options import NoScenario
from pbem.core.orders.usage import first_words
from pbem.core.state.record import Record
from pbem.core.state.seat_titles import seat_title
from pbem.core.texts.envelope import OrderSheet, Parsed, Problem
from pbem.core.texts.plain_form import form_notes, plain_form
from pbem.core.texts.text_limits import check_bounds
from pbem.service.context import ActRefused, ServiceContext
from pbem.service.current_orders import check_seat, current_orders, filing, opened
from pbem.service.decide import Decision, decide
from pbem.service.games.bot_turns import bot_orders
from pbem.service.repository import reading
from pbem.service.turns.close import play_out

OWN = "sandbox"
"""The first word of the source of what is filed in a sandbox."""


@dataclass(frozen=True)
class OrderBox:
    """The orders of a seat in the open turn: `what` is wanted of it, `text` what would be played.

    `unit_notes` is what the form says of each unit, and ("") of all.
    """

    seat: str
    title: str
    what: str
    text: str
    unit_notes: Mapping[str, list[str]]
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class OpenTurn:
    """What can be ordered in a sandbox now: a box for each seat that owes orders (none: it is over), and who could fill it."""

    turn: int
    boxes: list[OrderBox]
    bots: list[str]
    verdict: str


@dataclass(frozen=True)
class Played:
    """A turn was resolved; or it was not, because these orders have problems."""

    turn: int
    problems: Mapping[str, list[Problem]] = field(default_factory=dict)


def open_turn_of(context: ServiceContext, stream: str, texts: Mapping[str, str] | None = None) -> OpenTurn:
    """The open turn; `texts` by seat are read in the place of what is filed. Raises NoSuchGame, Corrupt, TooLong."""
    with reading(context, stream) as record:
        ledger, game = record.ledger, record.game
        owed = {} if ledger.ended else game.rules.due(record.state)
        boxes = [_box(record, seat, ask.what, (texts or {}).get(seat)) for seat, ask in owed.items()]
        return OpenTurn(ledger.turn, boxes, list(game.planning.bots), ledger.verdict)


def _box(record: Record, seat: str, what: str, text: str | None) -> OrderBox:
    title, form = seat_title(record, seat), record.game.report.template(record.known(seat))
    unit_notes = form_notes(form, first_words(record.game.orders.forms()))
    if text is None:
        filed = seat in record.ledger.filed
        return OrderBox(seat, title, what, current_orders(record, seat).text() if filed else plain_form(form), unit_notes)
    parsed = _read(record, seat, text)
    return OrderBox(seat, title, what, text, unit_notes, list(parsed.problems), list(parsed.notes))


def _read(record: Record, seat: str, text: str) -> Parsed:
    """A box is all that the seat orders, so it is read over its standing orders alone. Raises NoSuchSeat, TooLong."""
    check_seat(record, seat)
    check_bounds(text)
    standing = record.game.orders.sheet(record.state, seat)
    return record.game.orders.parse(record.known(seat), seat, opened(record, seat, text), standing)


def bot_text(context: ServiceContext, stream: str, seat: str, bot: str) -> tuple[str, str]:
    """What a bot would order for a seat in the open turn, and the seat's title. Raises NoSuchSeat, NoScenario (no such bot)."""
    with reading(context, stream) as record:
        return _bot_text(context, record, seat, bot), seat_title(record, seat)


def _bot_text(context: ServiceContext, record: Record, seat: str, bot: str) -> str:
    check_seat(record, seat)
    bots = record.game.planning.bots
    if bot not in bots:
        raise NoScenario(f"{record.game.title} has no bot {bot!r}; {known_names(bot, bots)}")
    return bot_orders(context, record, seat, bot)


def play(
    context: ServiceContext, stream: str, turn: int, texts: Mapping[str, str], bots: Mapping[str, str], anyway: bool = False
) -> Played:
    """File these texts by seat, let `bots` by seat order for others, and resolve the open turn as one append.

    A seat that is in neither plays what is filed for it. With problems nothing is written, unless `anyway` leaves out the units
    that have them.

    Raises:
        NoSuchSeat, NoScenario: no such seat or bot. ActRefused: the sandbox is over, or `turn` is not the open one. TooLong.
    """

    def act(record: Record, now: datetime) -> Decision[Played]:
        _check_open(record, turn)
        asked = {seat: _bot_text(context, record, seat, bot) for seat, bot in bots.items()}
        read = {seat: _read(record, seat, text) for seat, text in {**asked, **texts}.items()}
        problems = {seat: list(parsed.problems) for seat, parsed in read.items() if parsed.problems}
        if problems and not anyway:
            return Decision([], lambda: Played(turn, problems))
        drafts = _resolved(record, {seat: parsed.sheet for seat, parsed in read.items()}, now)
        return Decision(drafts, lambda: Played(turn), applied=True)

    return decide(context, stream, act)


def _check_open(record: Record, turn: int) -> None:
    if record.ledger.ended:
        raise ActRefused(f"{record.stream} is over: {record.ledger.verdict}")
    if record.ledger.turn != turn:
        raise ActRefused(f"turn {turn} of {record.stream} is not the open one; that is turn {record.ledger.turn}")
    if not record.game.rules.due(record.state):
        raise ActRefused(f"nobody owes orders in turn {turn} of {record.stream}: its battles come next, and a sandbox has none")


def _resolved(record: Record, sheets: Mapping[str, OrderSheet], now: datetime) -> list[Draft]:
    """The orders, the turn and what follows it; the record has folded all of it."""
    filed = [filing(record, seat, sheet, None, f"{OWN} {seat} {record.ledger.turn}") for seat, sheet in sheets.items()]
    return [*filed, *play_out(record, filed, now)]

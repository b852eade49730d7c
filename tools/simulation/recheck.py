"""A played game compared with its own log: folded, resolved once more, and looked at by each of its readers."""

from __future__ import annotations

import json
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from events import codec
from events.base import Draft
from events.platform import OrdersFiled, Rolled, TurnClosed, TurnLocked, TurnOpened
from pbem.core.dice import fair_dice
from pbem.core.game.protocol import Game
from pbem.core.game.turn import Turn
from pbem.core.state.codec import dump
from pbem.core.state.knowledge import Told, known, strangers
from pbem.core.state.ledger_handlers import HANDLERS
from pbem.core.state.record import Games, Record
from pbem.core.texts.envelope import OrderSheet
from pbem.present.svg import to_svg

AnyGame = Game[Any]
STREAM = "soak"


class Finding(Exception):
    """Something is wrong with a game; the message says in which turn."""


@contextmanager
def located(record: Record) -> Iterator[None]:
    """Whatever goes wrong is a finding of the turn that the record has come to."""
    try:
        yield
    except Finding:
        raise
    except Exception as e:
        raise Finding(f"turn {record.ledger.turn}: {traceback.format_exc()}") from e


class Row(NamedTuple):
    """An event as a log keeps it."""

    type: str
    schema: int
    data: str
    turn: int
    phase: str
    rule: str
    audience: str


def stored(draft: Draft) -> Row:
    """The event as text."""
    event = draft.event
    return Row(event.type, event.schema, codec.encode(event), draft.turn, draft.phase, draft.rule, draft.audience)


def read(row: Row) -> Draft:
    """The event from its text."""
    return Draft(codec.decode(row.type, row.schema, row.data), row.turn, row.phase, row.rule, row.audience)


# ---------------------------------------------------------------- once more, from the log


def play_again(games: Games, log: Sequence[Row], ends: Sequence[str], leak: bool, pictures: int = 1) -> None:
    """Fold the log, and resolve each turn of it on a copy of the state before it. Raises `Finding`.

    `ends` has the state's JSON as the rules left it at set-up and after each turn; with `leak` readers are checked too,
    their pictures every so many turns.
    """
    record = Record(games, STREAM)
    with located(record):
        _fold(record, log, ends, Readers(record, pictures) if leak else None)


def _fold(record: Record, rows: Sequence[Row], ends: Sequence[str], readers: Readers | None) -> None:
    for number, row in enumerate(rows):
        draft = read(row)
        if isinstance(draft.event, TurnOpened) and readers:
            readers.check(draft.event.turn)
        if readers:
            readers.tell(draft)
        record.apply(draft.event, draft.audience)
        if isinstance(draft.event, TurnOpened | TurnClosed):
            _same_state(record, ends)
        if isinstance(draft.event, TurnLocked):
            _same_events(resolved(record, draft.event), rows[number + 1 :], draft.turn)


def resolved(record: Record, locked: TurnLocked) -> list[Row]:
    """What today's rules make of the turn, from the orders' canonical text."""
    game, ledger = record.game, record.ledger
    sheets = {seat: parsed_again(record, order) for seat, order in ledger.filed.items()}
    state = game.rules.load(json.loads(codec.encode_json(dump(record.state))))
    turn = Turn(
        game.rules.apply, state, fair_dice.FairDice(bytes.fromhex(ledger.seed), locked.turn, locked.digest), locked.turn
    )
    game.rules.resolve(turn, sheets)
    return [stored(draft) for draft in turn.drafts]


def parsed_again(record: Record, order: OrdersFiled) -> OrderSheet:
    """Filed orders, written out and read over an empty sheet. Raises `Finding`."""
    text = OrderSheet(order.sheet).text()
    parsed = record.game.orders.read(record.known(order.seat), order.seat, text, OrderSheet())
    if parsed.problems or parsed.sheet.text() != text:
        said = "; ".join(map(str, parsed.problems)) or parsed.sheet.text()
        raise Finding(f"turn {order.turn}, {order.seat}: its orders are not read again as they stand: {said}\n{text}")
    return parsed.sheet


def _same_events(again: Sequence[Row], rest: Sequence[Row], turn: int) -> None:
    """`rest` is the log after the lock: the blind, the turn's events, the closing."""
    for row, new in zip(rest[1:], [*again, None], strict=False):
        closed = row.type == TurnClosed.type
        if closed and new is None:
            return
        if closed or row != new:
            raise Finding(f"turn {turn}: the log has {row}\nbut resolved again it is {new}")


def _same_state(record: Record, ends: Sequence[str]) -> None:
    """The folded state is the one the rules ended the last turn with."""
    found, wanted = codec.encode_json(dump(record.state)), ends[record.ledger.closed]
    if found != wanted:
        raise Finding(f"turn {record.ledger.closed}: the folded state is not the resolver's: {first_difference(found, wanted)}")


def first_difference(one: str, other: str) -> str:
    """Where two texts begin to differ."""
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"…{one[max(0, at - 80) : at + 120]}… is not …{other[max(0, at - 80) : at + 120]}…"


# ---------------------------------------------------------------- what each reader may know


class Readers:
    """Every seat, and a spectator (None): who is told what, and what is made of it."""

    def __init__(self, record: Record, pictures: int) -> None:
        self.record = record
        self.pictures = pictures
        self.told: list[Told] = []

    def tell(self, draft: Draft) -> None:
        """Before an event is applied. Raises `Finding` when somebody is told of it who may not be."""
        if isinstance(draft.event, Rolled):
            if not self.record.game.rules.roll_audience(self.record.state, draft.rule, draft.audience):
                raise Finding(f"turn {draft.turn}: dice of {draft.rule} are thrown for {draft.audience!r}")
        elif type(draft.event) not in HANDLERS:
            self.told.append((draft.event, draft.audience))
            readers = self.record.knowledge.readers
            if seats := strangers(self.record.game, self.record.state, draft.event, draft.audience, readers):
                raise Finding(f"turn {draft.turn}: {seats} are told of {draft.event}, for {draft.audience!r}")

    def check(self, turn: int) -> None:
        """Before a turn is opened. Raises `Finding` when a reader does not know what they were told, or cannot be shown it."""
        record = self.record
        texts = [OrderSheet(order.sheet).text() for order in record.ledger.filed.values()]
        for seat, ids in record.knowledge.readers.items():
            before = codec.encode_json(dump(record.known(seat)))
            alone = codec.encode_json(dump(known(record.game, self.told, seat, ids)))
            show(record.game, record.known(seat), seat, texts, pictures=(turn - 1) % self.pictures == 0)
            after = codec.encode_json(dump(record.known(seat)))
            for wrong, found in (("what was told is not what is known", alone), ("showing it changed what is known", after)):
                if found != before:
                    where = f"turn {turn - 1}, {seat or 'a spectator'}"
                    raise Finding(f"{where}: {wrong}: {first_difference(found, before)}")


def show(game: AnyGame, state: Any, seat: str | None, texts: Sequence[str], pictures: bool) -> None:
    """Make all that a reader is shown; `texts` are orders, anybody's, that they might send in."""
    list(game.report.panels(state))
    if pictures:
        for scene in game.report.draw(state):
            to_svg(scene)
    if seat is not None:
        sheet = game.orders.sheet(state, seat)
        game.report.template(state)
        for text in texts:
            game.orders.read(state, seat, text, sheet)

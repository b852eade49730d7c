"""Close a turn: lock the orders, resolve with the turn's fair dice, open the next one. All or nothing, once."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from events.base import NOBODY, Draft
from events.platform import Blinded, DeadlineSet, GameEnded, SeedRevealed, TurnClosed, TurnLocked
from events.store import Conflict
from pbem.core import dice
from pbem.core.game import Turn
from pbem.core.ledger import HANDLERS, Ledger
from pbem.core.orders import OrderSheet
from pbem.core.record import Record
from pbem.service.loading import keep_snapshot, load
from pbem.service.opening import open_turn
from pbem.service.room import Room, next_deadline, stamp


def close_turn(room: Room, stream: str, turn: int) -> bool:
    """Resolve `turn` of the game if it is still open. Any number of workers may try: exactly one succeeds.

    Returns False when the turn is resolved already, or the game paused or over.
    """
    while True:
        record = load(room, stream)
        ledger = record.ledger
        if ledger.turn != turn or ledger.closed >= turn or ledger.ended or ledger.paused:
            room.shelf.put(record)
            return False
        due = ledger.due
        resolved = resolve(record)
        following = _following(record, room.now(), due)
        try:
            record.head = room.store.append(stream, [*resolved, *following], record.head, stamp(room.now()))
        except Conflict:
            continue
        for draft in following:
            record.apply(draft.event)
        room.shelf.put(record)
        keep_snapshot(room, stream, turn)
        return True


def resolve(record: Record) -> list[Draft]:
    """Play the open turn with what is filed, and bring the record to the turn's end. Nothing is written.

    Deterministic: the seed and the filed orders decide everything, so an audit can run it again.
    """
    ledger, turn = record.ledger, record.ledger.turn
    seed = bytes.fromhex(ledger.seed)
    asked = record.game.due(record.state)
    commitments = {seat: filed.commitment for seat, filed in ledger.filed.items()}
    missed = [seat for seat in asked if seat not in ledger.filed]
    locked = TurnLocked(turn, commitments, dice.digest(turn, commitments), missed)
    drafts = [
        Draft(locked, turn, "Lock"),
        Draft(Blinded(dice.blind(seed, turn)), turn, "Lock", audience=NOBODY),
    ]
    kernel = Turn(record.game, record.state, dice.FairDice(seed, turn, locked.digest), turn)
    record.game.resolve(kernel, _sheets(record, asked))
    drafts += [*kernel.drafts, Draft(TurnClosed(turn), turn, "End")]
    _note(ledger, [draft for draft in drafts if type(draft.event) in HANDLERS])
    return drafts


def _sheets(record: Record, asked: Mapping[str, object]) -> dict[str, OrderSheet]:
    """Each asked seat's sheet; a seat that filed nothing plays by its advance and standing orders (NMR)."""
    filed = record.ledger.filed
    return {seat: OrderSheet(filed[seat].sheet) if seat in filed else record.game.sheet(record.state, seat) for seat in asked}


def _following(record: Record, now: datetime, due: str) -> list[Draft]:
    """What comes after a resolved turn: the end, with the seed laid open, or the next turn and its deadline."""
    ledger = record.ledger
    seed = bytes.fromhex(ledger.seed)
    verdict = record.game.verdict(record.state)
    if verdict is not None:
        return [
            Draft(GameEnded(verdict.winners, verdict.text), ledger.turn, "End"),
            Draft(SeedRevealed(ledger.seed), ledger.turn, "End"),
        ]
    turn = ledger.turn + 1
    drafts = [open_turn(seed, turn, ledger.seats, ledger.crews)]
    if ledger.rhythm_hours:
        following = next_deadline(now, due, ledger.rhythm_hours)
        drafts.append(Draft(DeadlineSet(turn, following, "the game's rhythm"), turn))
    return drafts


def _note(ledger: Ledger, drafts: list[Draft]) -> None:
    for draft in drafts:
        HANDLERS[type(draft.event)](ledger, draft.event)

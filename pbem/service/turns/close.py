"""Close a turn: lock the orders, resolve with the turn's fair dice, open the next one. All or nothing, once."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import datetime
from functools import partial

from events.base import NOBODY, Draft
from events.platform import Actor, Blinded, DeadlineSet, GameEnded, ResolvedNow, SeedRevealed, TurnClosed, TurnLocked
from pbem.core.dice import fair_dice
from pbem.core.game.turn import Turn
from pbem.core.state.players import bot_name
from pbem.core.state.record import Record
from pbem.core.state.seat_titles import titles_of
from pbem.core.texts.envelope import OrderSheet
from pbem.service.context import ActRefused, ServiceContext, stamp
from pbem.service.current_orders import BY_BOT, check_owed, filing
from pbem.service.decide import Decision, decide, public, reason
from pbem.service.games.bot_turns import bot_sheet
from pbem.service.games.opening import open_turn
from pbem.service.history import MASTER, RHYTHM
from pbem.service.ladder.missing import BotOrders, awaited, stand_ins
from pbem.service.ladder.offers import after_turn
from pbem.service.policy.pace import deadline_of_turn
from pbem.service.repository import keep_tenth

log = logging.getLogger(__name__)


def close_turn(context: ServiceContext, stream: str, turn: int) -> bool:
    """Resolve `turn` of the game if it is still open and due. Any number of workers may try: exactly one succeeds.

    The game's policy may move the deadline for those whose orders are missing. Returns False then, and when the turn is not due
    or resolved already, or the game paused or over.
    """

    def act(record: Record, now: datetime) -> Decision[str]:
        if record.ledger.turn != turn or not due(record, now):
            return Decision([], lambda: "")
        if moved := awaited(record, now):
            return Decision(moved, lambda: "")
        return Decision(closed(record, now, partial(bot_sheet, context, record)), lambda: record.game.key, applied=True)

    began = context.monotonic()
    rules = decide(context, stream, act)
    if rules:
        _note(context, stream, turn, rules, began)
    return bool(rules)


def _note(context: ServiceContext, stream: str, turn: int, rules: str, began: float) -> None:
    """What follows from every turn that was resolved by these rules, beside what is in the log."""
    seconds = context.monotonic() - began
    keep_tenth(context, stream, turn)
    context.on_resolved(rules, seconds)
    log.info("turn resolved", extra={"game": stream, "turn": turn, "ms": round(seconds * 1000)})


def due(record: Record, now: datetime) -> bool:
    """Has the deadline of the open turn come? The clock of a game that is paused or over stands still."""
    ledger = record.ledger
    return ledger.closed < ledger.turn and not ledger.ended and not ledger.paused and "" < ledger.due <= stamp(now)


def closed(record: Record, now: datetime, order: BotOrders) -> list[Draft]:
    """A turn that is due, with what bots order for players who are away. The record has folded all of it."""
    return _played(record, stand_ins(record, now, order), now)


def resolve_now(context: ServiceContext, stream: str, why: str, by: Actor = MASTER) -> int:
    """Resolve the open turn before its deadline, with what is filed by now, as one append. Returns its number.

    Bots that have not ordered yet do so now, and the policy's bot stands in for players who are away. The next turn has its
    full time.

    Raises:
        ActRefused: the game is over or paused, or a seat was never taken.
    """

    def act(record: Record, now: datetime) -> Decision[tuple[int, str]]:
        turn = record.ledger.turn
        drafts = closed_now(record, why, by, now, partial(bot_sheet, context, record))
        return Decision(drafts, lambda: (turn, record.game.key), applied=True)

    began = context.monotonic()
    turn, rules = decide(context, stream, act)
    _note(context, stream, turn, rules, began)
    return turn


def closed_now(record: Record, why: str, by: Actor, now: datetime, order: BotOrders) -> list[Draft]:
    """A turn that is resolved before its deadline. The record has folded all of it. Raises ActRefused."""
    _check_resolvable(record)
    told = public(record, ResolvedNow(record.ledger.turn, reason(why), by))
    return _played(record, [*told, *_bots(record, order), *stand_ins(record, now, order, early=True)], now)


def _check_resolvable(record: Record) -> None:
    ledger = record.ledger
    if ledger.ended:
        raise ActRefused(f"{record.stream} is over")
    if ledger.paused:
        raise ActRefused(f"{record.stream} is paused: start the clock again first")
    check_owed(record)
    free = [seat for seat in ledger.seats if seat not in ledger.players and seat not in ledger.vacant]
    if free:
        raise ActRefused(
            f"no turn of {record.stream} is resolved before all seats are taken; free are: {titles_of(record, free)}"
        )


def _bots(record: Record, order: BotOrders) -> list[Draft]:
    """What bots order that play a seat and have not filed yet; else the next heartbeat would have asked them."""
    ledger = record.ledger
    owing = [seat for seat in record.game.rules.due(record.state) if seat not in ledger.filed]
    bots = {seat: bot for seat in owing if (bot := bot_name(ledger.players.get(seat, "")))}
    return [filing(record, seat, order(seat, bot), None, f"{BY_BOT} {seat} {ledger.turn}") for seat, bot in bots.items()]


def _played(record: Record, before: list[Draft], now: datetime) -> list[Draft]:
    """What comes before the lock, the resolved turn and what follows it. The record has folded all of it."""
    return [*before, *play_out(record, before, now)]


def play_out(record: Record, before: list[Draft], now: datetime) -> list[Draft]:
    """Bring the record, after the drafts `before`, to the end of its open turn and over it; the drafts of all that happens."""
    for draft in before:
        record.apply(draft.event, draft.audience)
    due = record.ledger.due
    resolved = resolve(record)
    following = follow(record, now, due)
    for draft in following:
        record.apply(draft.event, draft.audience)
    return [*resolved, *following]


def resolve(record: Record) -> list[Draft]:
    """Play the open turn with what is filed, and bring the record to the turn's end. Nothing is written.

    Deterministic: the seed and the filed orders decide everything, so an audit can run it again.
    """
    ledger, turn = record.ledger, record.ledger.turn
    seed = bytes.fromhex(ledger.seed)
    asked = record.game.rules.due(record.state)
    commitments = {seat: filed.commitment for seat, filed in ledger.filed.items()}
    # A player who is ready without orders of this turn has agreed to what is stored.
    missed = [seat for seat in asked if seat not in ledger.filed and seat not in ledger.ready]
    locked = TurnLocked(turn, commitments, fair_dice.digest(turn, commitments), missed)
    drafts = [
        Draft(locked, turn, "Lock"),
        Draft(Blinded(fair_dice.blind(seed, turn)), turn, "Lock", audience=NOBODY),
    ]
    kernel = Turn(record.game.rules.apply, record.state, fair_dice.FairDice(seed, turn, locked.digest), turn)
    record.game.rules.resolve(kernel, _sheets(record, asked))
    drafts += [*kernel.drafts, Draft(TurnClosed(turn), turn, "End")]
    record.note(drafts)
    return drafts


def _sheets(record: Record, asked: Mapping[str, object]) -> dict[str, OrderSheet]:
    """Each asked seat's sheet; a seat that filed nothing plays by its advance and standing orders (NMR)."""
    filed = record.ledger.filed
    return {
        seat: OrderSheet(filed[seat].sheet) if seat in filed else record.game.orders.sheet(record.state, seat) for seat in asked
    }


def follow(record: Record, now: datetime, due: str) -> list[Draft]:
    """What comes after a resolved turn: the end, with the seed revealed, or the next turn and its deadline.

    `due` was the deadline of the resolved turn ("": none).
    """
    ledger = record.ledger
    seed = bytes.fromhex(ledger.seed)
    verdict = record.game.rules.verdict(record.state)
    if verdict is not None:
        return [
            Draft(GameEnded(verdict.winners, verdict.text), ledger.turn, "End"),
            Draft(SeedRevealed(ledger.seed), ledger.turn, "End"),
        ]
    turn = ledger.turn + 1
    drafts = [*after_turn(record, now), open_turn(seed, turn, ledger.seats, ledger.crews)]
    if following := deadline_of_turn(record, now, due, ledger.first_due):
        drafts.append(Draft(DeadlineSet(turn, following, RHYTHM, "rhythm"), turn))
    return drafts

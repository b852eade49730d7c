"""Undo: go back to the position at the end of an earlier turn, or play a turn again. Nothing is deleted."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import NamedTuple

from events.base import NOBODY, Draft
from events.platform import Actor, Blinded, DeadlineSet, GameReopened, OrdersFiled, RolledBack, SeedDrawn, StateRestored
from pbem.core.dice import fair_dice
from pbem.core.state import codec
from pbem.core.state.record import Record
from pbem.core.texts.envelope import OrderSheet
from pbem.service.context import ActRefused, ServiceContext
from pbem.service.current_orders import AGAIN, filing
from pbem.service.decide import Decision, change, decide, reason
from pbem.service.games.opening import open_turn
from pbem.service.history import MASTER, RHYTHM
from pbem.service.policy.pace import next_deadline
from pbem.service.repository import keep_tenth, load
from pbem.service.turns.close import play_out

Past = Callable[[int], Record]
"""The record as it was at the end of a turn."""


def roll_back(context: ServiceContext, stream: str, to: int, why: str, by: Actor = MASTER) -> int:
    """Go back to the position at the end of turn `to` (0: the opening). Returns the turn that is open then.

    The open turn ends without being resolved, and a new one opens with dice of its own: numbers of turns never come twice.
    `to` may be a turn that was undone itself: so a roll-back can be taken back. A game that is over is opened again by it, in a
    turn that nobody orders for.
    """
    past = partial(load, context, stream)

    def act(record: Record, now: datetime) -> list[Draft]:
        return rolled_back(record, past, RollBack(to, why, by, now, context.entropy))

    after = change(context, stream, act, over=True)
    keep_tenth(context, stream, after.closed)
    return after.turn


class RollBack(NamedTuple):
    """A roll-back to the end of turn `to`. A game that is over takes its new seed from `entropy`."""

    to: int
    why: str
    by: Actor
    now: datetime
    entropy: Callable[[int], bytes]


def rolled_back(record: Record, past: Past, back: RollBack) -> list[Draft]:
    """The events of a roll-back. Raises ActRefused."""
    _check_target(record, back.to)
    ledger, why = record.ledger, reason(back.why)
    ends, opened = _Ending(ledger.turn, _seed(record)), list[Draft]()
    if ledger.ended:
        ends, opened = _reopened(record, why, back)
    following = ends.turn + 1
    drafts = [*opened, *_back(past, ends, RolledBack(ends.turn, back.to, 0, why, back.by))]
    drafts.append(open_turn(ends.seed, following, ledger.seats, ledger.crews))
    if due := next_deadline(back.now, ledger.policy, ledger.rhythm_hours):
        drafts.append(Draft(DeadlineSet(following, due, RHYTHM, "rhythm"), following))
    return drafts


class _Ending(NamedTuple):
    """The turn that a roll-back ends, and the seed of the game's dice from then on."""

    turn: int
    seed: bytes


def _reopened(record: Record, why: str, back: RollBack) -> tuple[_Ending, list[Draft]]:
    """A game that is over goes on. Everybody knows the old seed, so the dice to come need a new one, its hash published now."""
    turn, seed = record.ledger.turn + 1, back.entropy(32)
    if seed == _seed(record):
        raise ActRefused("everybody knows the old seed: the dice to come need a new one")
    opened = GameReopened(turn, fair_dice.seed_hash(seed), why, back.by)
    return _Ending(turn, seed), [Draft(opened, turn), Draft(SeedDrawn(seed.hex()), turn, audience=NOBODY)]


def rerun(context: ServiceContext, stream: str, turn: int, why: str, by: Actor = MASTER) -> int:
    """Play a turn again: back to before it, the same orders filed again, and resolved at once. Returns the turn's new number.

    The orders are the same; the dice are new, and the rules are today's. All of it is one append.
    """
    past = partial(load, context, stream)

    def act(record: Record, now: datetime) -> Decision[int]:
        again = record.ledger.turn + 1
        return Decision(played_again(record, past, Rerun(turn, why, by, now)), lambda: again, applied=True)

    again = decide(context, stream, act)
    for closed in (again - 1, again):
        keep_tenth(context, stream, closed)
    return again


class Rerun(NamedTuple):
    """Turn `turn` is played again."""

    turn: int
    why: str
    by: Actor
    now: datetime


def played_again(record: Record, past: Past, rerun: Rerun) -> list[Draft]:
    """The events of a turn that is played again. The record has folded all of them. Raises ActRefused."""
    ledger, turn, why = record.ledger, rerun.turn, reason(rerun.why)
    if ledger.ended:
        raise ActRefused(f"{record.stream} is over: roll it back to before turn {turn} first, then play turn {turn} again")
    if not 1 <= turn <= ledger.closed or turn in ledger.back:
        raise ActRefused(f"turn {turn} of {record.stream} was not played, so it cannot be played again")
    filed = past(turn).ledger.filed
    ends = _Ending(ledger.turn, _seed(record))
    drafts = _back(past, ends, RolledBack(ledger.turn, turn - 1, turn, why, rerun.by))
    drafts.append(open_turn(ends.seed, ledger.turn + 1, ledger.seats, ledger.crews))
    for draft in drafts:
        record.apply(draft.event, draft.audience)
    refiled = [_refiled(record, was, turn) for was in filed.values()]
    return [*drafts, *refiled, *play_out(record, refiled, rerun.now)]


def _refiled(record: Record, was: OrdersFiled, turn: int) -> Draft:
    """The same orders and words of luck in the new turn, sealed with its salt."""
    return filing(record, was.seat, OrderSheet(was.sheet), was.luck, f"{AGAIN} {turn} again {was.seat} {record.ledger.turn}")


def _back(past: Past, ends: _Ending, back: RolledBack) -> list[Draft]:
    """The end of the open turn. The position goes into the chain behind a secret number, so that no guess can be tested."""
    then, turn = past(back.to), ends.turn
    kept = StateRestored(back.to, then.game.state_version, codec.dump(then.state), then.knowledge.dump())
    return [
        Draft(back, turn),
        Draft(Blinded(fair_dice.blind(ends.seed, turn)), turn, audience=NOBODY),
        Draft(kept, turn, audience=NOBODY),
    ]


def _check_target(record: Record, to: int) -> None:
    ledger = record.ledger
    if not 0 <= to <= ledger.closed:
        raise ActRefused(f"{record.stream} has no turn {to} to go back to; the last one is turn {ledger.closed}")
    if to in ledger.ends:
        raise ActRefused(f"{record.stream} ended in turn {to}: go back to the end of an earlier one")
    if not ledger.ended and to in (ledger.closed, ledger.back.get(ledger.closed)):
        raise ActRefused(f"the position after turn {to} is the present one")


def _seed(record: Record) -> bytes:
    return bytes.fromhex(record.ledger.seed)

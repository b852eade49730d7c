"""Undo: go back to the position at the end of an earlier turn, or play a turn again. Nothing is deleted."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import NamedTuple

from events.base import Draft
from events.platform import Actor, OrdersFiled, RolledBack
from pbem.core.state.record import Record
from pbem.core.texts.envelope import OrderSheet
from pbem.service.context import ActRefused, ServiceContext
from pbem.service.current_orders import AGAIN, filing
from pbem.service.decide import Decision, change, decide, reason
from pbem.service.games.opening import open_turn
from pbem.service.going_back import Ending, Past, RollBack, end_turn, present_seed, rolled_back
from pbem.service.history import MASTER
from pbem.service.repository import keep_tenth, load
from pbem.service.turns.close import play_out


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
    before, filed = past(turn - 1), past(turn).ledger.filed
    if not before.game.rules.due(before.state):
        raise ActRefused(f"nobody owed orders in turn {turn} of {record.stream}: roll it back to before turn {turn} instead")
    ends = Ending(ledger.turn, present_seed(record))
    drafts = end_turn(before, ends, RolledBack(ledger.turn, turn - 1, turn, why, rerun.by))
    drafts.append(open_turn(ends.seed, ledger.turn + 1, ledger.seats, ledger.crews))
    for draft in drafts:
        record.apply(draft.event, draft.audience)
    refiled = [_refiled(record, was, turn) for was in filed.values()]
    return [*drafts, *refiled, *play_out(record, refiled, rerun.now)]


def _refiled(record: Record, was: OrdersFiled, turn: int) -> Draft:
    """The same orders and words of luck in the new turn, sealed with its salt."""
    return filing(record, was.seat, OrderSheet(was.sheet), was.luck, f"{AGAIN} {turn} again {was.seat} {record.ledger.turn}")

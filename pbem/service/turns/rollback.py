"""Undo: go back to the position at the end of an earlier turn, or play a turn again. Nothing is deleted."""

from __future__ import annotations

from typing import NamedTuple

from events.base import NOBODY, Draft
from events.platform import Actor, Blinded, DeadlineSet, GameReopened, OrdersFiled, RolledBack, SeedDrawn, StateRestored
from pbem.core.dice import fair_dice
from pbem.core.state import codec
from pbem.core.state.record import Record
from pbem.core.texts.envelope import OrderSheet
from pbem.service.context import ActRefused, ServiceContext, next_deadline
from pbem.service.current_orders import AGAIN, filing
from pbem.service.decide import Decision, change, decide, reason
from pbem.service.games.opening import open_turn
from pbem.service.history import MASTER, RHYTHM
from pbem.service.repository import keep_tenth, load
from pbem.service.turns.close import play_out


def roll_back(context: ServiceContext, stream: str, to: int, why: str, by: Actor = MASTER) -> int:
    """Go back to the position at the end of turn `to` (0: the opening). Returns the turn that is open then.

    The open turn ends without being resolved, and a new one opens with dice of its own: numbers of turns never come twice.
    `to` may be a turn that was undone itself: so a roll-back can be taken back. A game that is over is opened again by it, in a
    turn that nobody orders for.
    """
    clean = reason(why)

    def act(record: Record) -> list[Draft]:
        _check_target(record, to)
        ledger = record.ledger
        ends, opened = _reopened(context, record, clean, by) if ledger.ended else (_Ending(ledger.turn, _seed(record)), [])
        following = ends.turn + 1
        drafts = [*opened, *_back(context, record, ends, RolledBack(ends.turn, to, 0, clean, by))]
        drafts.append(open_turn(ends.seed, following, ledger.seats, ledger.crews))
        if ledger.rhythm_hours:
            due = next_deadline(context.now(), "", ledger.rhythm_hours)
            drafts.append(Draft(DeadlineSet(following, due, RHYTHM, "rhythm"), following))
        return drafts

    now = change(context, stream, act, over=True)
    keep_tenth(context, stream, now.closed)
    return now.turn


class _Ending(NamedTuple):
    """The turn that a roll-back ends, and the seed of the game's dice from then on."""

    turn: int
    seed: bytes


def _reopened(context: ServiceContext, record: Record, why: str, by: Actor) -> tuple[_Ending, list[Draft]]:
    """A game that is over goes on. Everybody knows the old seed, so the dice to come need a new one, its hash published now."""
    turn, seed = record.ledger.turn + 1, context.entropy(32)
    opened = GameReopened(turn, fair_dice.seed_hash(seed), why, by)
    return _Ending(turn, seed), [Draft(opened, turn), Draft(SeedDrawn(seed.hex()), turn, audience=NOBODY)]


def rerun(context: ServiceContext, stream: str, turn: int, why: str, by: Actor = MASTER) -> int:
    """Play a turn again: back to before it, the same orders filed again, and resolved at once. Returns the turn's new number.

    The orders are the same; the dice are new, and the rules are today's. All of it is one append.
    """
    clean = reason(why)

    def act(record: Record) -> Decision[int]:
        if record.ledger.ended:
            raise ActRefused(f"{stream} is over: roll it back to before turn {turn} first, then play turn {turn} again")
        again = record.ledger.turn + 1
        return Decision(_again(context, record, turn, clean, by), lambda: again, applied=True)

    again = decide(context, stream, act)
    for closed in (again - 1, again):
        keep_tenth(context, stream, closed)
    return again


def _again(context: ServiceContext, record: Record, turn: int, why: str, by: Actor) -> list[Draft]:
    ledger = record.ledger
    if not 1 <= turn <= ledger.closed or turn in ledger.back:
        raise ActRefused(f"turn {turn} of {record.stream} was not played, so it cannot be played again")
    filed, before = load(context, record.stream, turn).ledger.filed, turn - 1
    ends = _Ending(ledger.turn, _seed(record))
    drafts = _back(context, record, ends, RolledBack(ledger.turn, before, turn, why, by))
    drafts.append(open_turn(_seed(record), ledger.turn + 1, ledger.seats, ledger.crews))
    for draft in drafts:
        record.apply(draft.event, draft.audience)
    refiled = [_refiled(record, was, turn) for was in filed.values()]
    return [*drafts, *refiled, *play_out(context, record, refiled)]


def _refiled(record: Record, was: OrdersFiled, turn: int) -> Draft:
    """The same orders and words of luck in the new turn, sealed with its salt."""
    return filing(record, was.seat, OrderSheet(was.sheet), was.luck, f"{AGAIN} {turn} again {was.seat} {record.ledger.turn}")


def _back(context: ServiceContext, record: Record, ends: _Ending, back: RolledBack) -> list[Draft]:
    """The end of the open turn. The position goes into the chain behind a secret number, so that no guess can be tested."""
    then, turn = load(context, record.stream, back.to), ends.turn
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

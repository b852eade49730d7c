"""The events by which a game goes back to the end of an earlier turn, whoever has decided on it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from events.base import NOBODY, Draft
from events.platform import Actor, Blinded, DeadlineSet, GameReopened, RolledBack, SeedDrawn, StateRestored
from pbem.core.dice import fair_dice
from pbem.core.state import codec
from pbem.core.state.record import Record
from pbem.service.context import ActRefused
from pbem.service.decide import reason
from pbem.service.games.opening import open_turn
from pbem.service.history import RHYTHM
from pbem.service.policy.pace import next_deadline

Past = Callable[[int], Record]
"""The record as it was at the end of a turn."""


class RollBack(NamedTuple):
    """A roll-back to the end of turn `to`. A game that is over takes its new seed from `entropy`."""

    to: int
    why: str
    by: Actor
    now: datetime
    entropy: Callable[[int], bytes]


def rolled_back(record: Record, past: Past, back: RollBack) -> list[Draft]:
    """The events of a roll-back. Raises ActRefused."""
    check_target(record, back.to)
    ledger, why = record.ledger, reason(back.why)
    ends, opened = Ending(ledger.turn, present_seed(record)), list[Draft]()
    if ledger.ended:
        ends, opened = _reopened(record, why, back)
    following, then = ends.turn + 1, past(back.to)
    drafts = [*opened, *end_turn(then, ends, RolledBack(ends.turn, back.to, 0, why, back.by))]
    drafts.append(open_turn(ends.seed, following, ledger.seats, ledger.crews))
    owed = then.game.rules.due(then.state)
    if owed and (due := next_deadline(back.now, ledger.policy, ledger.rhythm_hours)):
        drafts.append(Draft(DeadlineSet(following, due, RHYTHM, "rhythm"), following))
    return drafts


class Ending(NamedTuple):
    """The turn that a roll-back ends, and the seed of the game's dice from then on."""

    turn: int
    seed: bytes


def _reopened(record: Record, why: str, back: RollBack) -> tuple[Ending, list[Draft]]:
    """A game that is over goes on. Everybody knows the old seed, so the dice to come need a new one, its hash published now."""
    turn, seed = record.ledger.turn + 1, back.entropy(32)
    if seed == present_seed(record):
        raise ActRefused("everybody knows the old seed: the dice to come need a new one")
    opened = GameReopened(turn, fair_dice.seed_hash(seed), why, back.by)
    return Ending(turn, seed), [Draft(opened, turn), Draft(SeedDrawn(seed.hex()), turn, audience=NOBODY)]


def end_turn(then: Record, ends: Ending, back: RolledBack) -> list[Draft]:
    """The end of the open turn, and the position `then`: the chain has a secret number before it, against guesses."""
    turn = ends.turn
    kept = StateRestored(back.to, then.game.state_version, codec.dump(then.state), then.knowledge.dump())
    return [
        Draft(back, turn),
        Draft(Blinded(fair_dice.blind(ends.seed, turn)), turn, audience=NOBODY),
        Draft(kept, turn, audience=NOBODY),
    ]


def check_target(record: Record, to: int) -> None:
    """Raises `ActRefused` for a turn whose end cannot be gone back to."""
    ledger = record.ledger
    if not 0 <= to <= ledger.closed:
        raise ActRefused(f"{record.stream} has no turn {to} to go back to; the last one is turn {ledger.closed}")
    if to in ledger.ends:
        raise ActRefused(f"{record.stream} ended in turn {to}: go back to the end of an earlier one")
    if not ledger.ended and to in (ledger.closed, ledger.back.get(ledger.closed)):
        raise ActRefused(f"the position after turn {to} is the present one")


def present_seed(record: Record) -> bytes:
    """The secret from which the dice come now."""
    return bytes.fromhex(record.ledger.seed)

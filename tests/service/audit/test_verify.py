"""The audit of a log whose hash chain holds, but whose dice or seals were never those of its seed."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from events.base import NOBODY, Draft, Event
from events.platform import GameEnded, OrdersFiled, TurnOpened
from events.star_navy.movement import Moved
from pbem.service.audit.verify import audit
from pbem.service.context import ServiceContext, stamp
from tests.conftest import HandClock
from tests.service.builders.duel import duel, play_turn


def forged(context: ServiceContext, stream: str, kind: type[Event], changes: dict[str, Any]) -> str:
    """The name of a copy of the game in which the first event of this kind says something else."""
    drafts = [Draft(e.event, e.turn, e.phase, e.rule, e.audience) for e in context.store.read(stream)]
    place = next(n for n, draft in enumerate(drafts) if isinstance(draft.event, kind))
    drafts[place] = replace(drafts[place], event=kind(**(vars(drafts[place].event) | changes)))
    context.store.append("forged", drafts, context.store.head("forged"), stamp(context.now()))
    return "forged"


def test_a_game_as_it_was_played_is_sound(context: ServiceContext) -> None:
    """Nothing is found in a log that the service itself has written, nor in its copy."""
    stream = duel(context)
    play_turn(context, stream)
    assert audit(context, stream).sound and audit(context, forged(context, stream, TurnOpened, {})).sound


@pytest.mark.parametrize(
    ("kind", "changes", "found"),
    [
        (TurnOpened, {"root": "0" * 64}, "turn 1, version 13: game.turn_opened is not as it had to be: root is"),
        (OrdersFiled, {"salt": "0" * 64}, "turn 1, version 15: game.orders_filed is not as it had to be: salt is"),
        (OrdersFiled, {"commitment": "0" * 64}, "turn 1, version 15: game.orders_filed is not as it had to be: commitment is"),
        (
            OrdersFiled,
            {"sheet": {"BIS": ["T1 TURN R"]}},
            "turn 1, version 15: game.orders_filed is not as it had to be: commitment is",
        ),
    ],
)
def test_what_was_not_sealed_is_found(context: ServiceContext, kind: type[Event], changes: dict[str, Any], found: str) -> None:
    """Another root, another salt, orders that were changed after they were sealed: turn, version and field are named."""
    stream = duel(context)
    play_turn(context, stream)
    assert [line.startswith(found) for line in audit(context, forged(context, stream, kind, changes)).broken][:1] == [True]


def test_a_ship_moved_between_two_turns_and_a_winner_by_hand(context: ServiceContext, clock: HandClock) -> None:
    """Chain and dice are right, and the next turn was really played from the false position: both events are named."""
    stream = duel(context)
    clock.advance(1)
    play_turn(context, stream)
    slipped_in(context, stream, Draft(Moved("BIS", "0606", "0707"), 2, "Move", "SN-5.1", NOBODY))
    clock.advance(1)
    play_turn(context, stream)
    slipped_in(context, stream, Draft(GameEnded(["red"], "Red wins"), 3, "End"))
    moved, ended = audit(context, stream).broken
    assert re.fullmatch(r"turn 2, version \d+: star_navy.moved cannot be: no rule wrote it here", moved)
    assert re.fullmatch(
        r"turn 3, version \d+: game.ended cannot be: neither the rules nor a game master ended the game here", ended
    )


def slipped_in(context: ServiceContext, stream: str, draft: Draft) -> None:
    """Somebody who owns the server writes an event; the service goes on from it."""
    context.store.append(stream, [draft], context.store.head(stream), stamp(context.now()))

"""Orders at random: all that the language has, whatever it may be good for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.core.game.protocol import Chance
from pbem.core.game.random_orders import some, taken
from pbem.core.geometry.hexes import Hex, at, label, step
from pbem.core.orders.parts import Draw
from pbem.games.sovereign_seas.model.orders import FLEET, LANGUAGE, STEERS
from pbem.games.sovereign_seas.model.state import Ship, State, enemy
from pbem.games.sovereign_seas.orders.parse import ORDERS
from pbem.games.sovereign_seas.planning.tactics import fleets, take

TURN = (
    *(("CLEAR", 8, 1), ("SPEED STOP", 1, 2), ("MOVE", 1, 2), (" ".join(STEERS.words), 2, 1), ("WHEN", 2, 2)),
    *(("AVOID", 6, 1), ("EXIT", 12, 1), ("OPEN", 3, 2), ("HOLD", 10, 1), ("FIRE", 1, 3), ("LOSE", 5, 2)),
)
"""Of a ship: first words, once in so many blocks, at most so many lines. Ships leave seldom: they should fight."""
FLEETS_TURN = (("CLEAR", 8, 1), ("SEQ", 4, 1), ("OPEN AVOID LOSE", 4, 1), ("FIRE", 4, 1), ("CONCEDE", 400, 1))
SET_UP, FLEETS_SET_UP = (("PLACE", 1, 1),), (("ENTER", 1, 1),)
ASTRAY = 4
"""Hexes by which a ship is placed elsewhere, at most, in each of two directions."""


def random_orders(known: State, chance: Chance) -> str:
    """A bot that knows how orders are written, and nothing else."""
    task = known.stage.get(known.side, "")
    if known.over:
        return ""
    if task == "TAKE":
        legal = fleets(known)
        return f"{FLEET}: {take(legal[chance(len(legal))]) if legal else 'CARRY ON'}"
    blocks = {FLEET: ["CARRY ON", *_lines(known, chance, FLEETS_SET_UP if known.stage else FLEETS_TURN)]}
    for ship in known.mine():
        blocks[ship.id] = list(_lines(known, chance, SET_UP if known.stage else TURN, ship))
    return taken(ORDERS, known, known.reader or "", blocks)


def _lines(known: State, chance: Chance, wishes: Sequence[tuple[str, int, int]], ship: Ship | None = None) -> Iterator[str]:
    draw = Draw(
        chance,
        {
            "own": [each.id for each in known.active(known.side)],
            "foe": [each.id for each in known.active(enemy(known.side))],
            "battery": [each.id for each in ship.living()] if ship else [],
            "hex": [label(_hex(known, chance, ship)) for _ in range(3)],
        },
    )
    for heads, once_in, most in wishes:
        if chance(once_in) == 0:
            yield from some(LANGUAGE, draw, most, *heads.split())


def _hex(known: State, chance: Chance, ship: Ship | None) -> Hex:
    """Anywhere; before turn 1 not far from where she is."""
    if ship and known.stage:
        return step(step(ship.hex, chance(6), chance(ASTRAY)), chance(6), chance(ASTRAY))
    return at(1 + chance(known.columns), 1 + chance(known.rows))

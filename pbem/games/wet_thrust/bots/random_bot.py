"""Orders at random: all that the language has, whatever it may be good for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pbem.core.game.protocol import Chance
from pbem.core.game.random_orders import some, taken
from pbem.core.orders.language import Language
from pbem.core.orders.parts import Draw
from pbem.games.wet_thrust.model.order_parts import MAIN
from pbem.games.wet_thrust.model.orders import AIMS, FLEET, FLEET_ORDERS, SHIP_ORDERS
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.units import Vessel
from pbem.games.wet_thrust.orders.parse import ORDERS

SHIP = (
    *((("PLOT", ""), 1, 4), (("HOLD",), 3, 1), (("FIRE",), 1, 4), (("TORP",), 1, 4), (("ASW",), 3, 1), (("RAM",), 3, 1)),
    *((("DIVE", "CRASH", "PERISCOPE", "SURFACE", "SILENT"), 2, 3), (("SMOKE", "SCREEN"), 3, 2), (("DISENGAGE",), 6, 1)),
    *((("DC",), 4, 1), (("LOSE", "AA", "COVER"), 2, 3), (("CHALLENGE",), 8, 1), (("LAUNCH",), 1, 4), (("MERGE",), 3, 2)),
)
"""First words, once in so many blocks, at most so many lines. Ships leave seldom: they should fight."""
AIMS_TRIED = 8
ADMIRAL = ((("FIREORDER",), 3, 1), (("CHALLENGE",), 4, 1), (("FIRE", "HOLD"), 6, 1))


def random_orders(known: State, chance: Chance) -> str:
    """A bot that knows how orders are written, and nothing else."""
    if known.over:
        return ""
    blocks = {FLEET: list(_lines(FLEET_ORDERS, _draw(known, chance), ADMIRAL))} if known.is_senior else {}
    for ship in known.mine():
        if ship.sheet.commanded(known.next_turn):
            blocks[ship.id] = list(_lines(SHIP_ORDERS, _draw(known, chance, ship), SHIP))
    blocks |= {each.id: list(some(AIMS, _draw(known, chance), AIMS_TRIED)) for each in known.my_squadrons()}
    return taken(ORDERS, known, known.reader or "", blocks)


def _lines(language: Language[Any], draw: Draw, wishes: Sequence[tuple[Sequence[str], int, int]]) -> Iterator[str]:
    for heads, once_in, most in wishes:
        if draw.chance(once_in) == 0:
            yield from some(language, draw, most, *heads)


def _draw(known: State, chance: Chance, ship: Vessel | None = None) -> Draw:
    """What may be named; by a ship her own squadrons and batteries."""
    foes = [each.id for each in known.afloat() if each.side != known.side and each.visible]
    contacts = list(known.held())
    return Draw(
        chance,
        {
            **{"foe": foes, "contact": contacts, "target": [*foes, *contacts]},
            "friend": [each.id for each in known.afloat(known.side)],
            "squadron": [each.id for each in known.my_squadrons() if ship is None or each.home == ship.id],
            "enemy squadron": [each.id for each in known.wings() if each.side != known.side and each.airborne],
            "battery": [MAIN, *(gun.id for gun in ship.printed.guns)] if ship else [],
        },
    )

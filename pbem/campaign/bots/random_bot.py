"""Orders at random: all that the language has, whatever it may be good for."""

from __future__ import annotations

from pbem.campaign.language.names import fleets
from pbem.campaign.language.places import upcoming
from pbem.campaign.model.classes import class_of
from pbem.campaign.model.orders import FLEET, LANGUAGE
from pbem.campaign.model.state import State
from pbem.campaign.orders.parse import ORDERS
from pbem.core.game.protocol import Chance
from pbem.core.game.random_orders import some, taken
from pbem.core.orders.parts import Draw

MOST = 4
"""Lines of each kind of order, at most."""
REFUSES_IN = 8
"""Battles are refused once in so many turns: most should be fought."""


def random_orders(known: State, chance: Chance) -> str:
    """A bot that knows how orders are written, and nothing else."""
    if known.over or known.fighting or not known.refitted or not known.side:
        return ""
    units = [unit for unit in known.units.values() if unit.side == known.side]
    ids, places = [unit.id for unit in units], upcoming(known)
    draw = Draw(
        chance,
        {
            "unit": ids,
            "fleet": fleets(known, known.side),
            "force": [*ids, *fleets(known, known.side)],
            "item": list(dict.fromkeys(item for unit in units for item in class_of(unit).items)),
            "place": [*map(str, places), *places.values()],
        },
    )
    heads = [head for head in LANGUAGE.words if head != "REFUSE" or chance(REFUSES_IN) == 0]
    lines = [line for head in heads for line in some(LANGUAGE, draw, MOST, head)]
    return taken(ORDERS, known, known.reader or "", {FLEET: lines})

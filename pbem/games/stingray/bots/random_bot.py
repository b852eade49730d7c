"""Orders at random: all that the language has, legal as it seems, whatever it may be good for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.core.game.protocol import Chance
from pbem.core.game.random_orders import some, taken
from pbem.core.geometry.hexes import label, step
from pbem.core.orders.parts import Draw
from pbem.games.stingray.bots.tactics import courses
from pbem.games.stingray.language.hints import WORDS
from pbem.games.stingray.language.lines import LINES, order_text
from pbem.games.stingray.model.orders import ANY, CAPTAINS, ITEMS, Cancel, Message, Pass, Plan, Standing
from pbem.games.stingray.model.plan import straight
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import AQUAPHIBIANS
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.orders.parse import ORDERS
from pbem.games.stingray.orders.spy_filing import SYSTEMS, UNIT

KINDS = {shape.heads[0]: shape.order for shape in LINES.shapes if shape.heads}
EITHER = (Message, Pass, Standing, Cancel)
RARE = ("LAUNCH", "PREP", "LOAD", "STEER", "MINE", "RELOAD")
"""They are tried more often than others: much is needed for each of them."""
TOLD = {"1": "STING 1", "2": "STING 2", "LAUNCHER": ""}
MOST_LINES = 20
FASTEST = 6


def random_orders(known: State, chance: Chance) -> str:
    """A bot that knows how orders are written, and nothing else."""
    if known.over:
        return ""
    blocks = {v.id: list(_lines(known, v, Draw(chance, _names(known, v)))) for v in known.mine() if not v.crew_dead}
    if known.side == AQUAPHIBIANS:
        blocks[UNIT] = list(some(LINES, Draw(chance, {"stingray": ["SR1"], "system": SYSTEMS}), 3, "SPY"))
    return taken(ORDERS, known, known.reader or "", blocks)


def _names(known: State, vessel: Vessel) -> dict[str, Sequence[str]]:
    """What there is to be named."""
    contacts = vessel.reported.contacts.values()
    foes = [contact.id for contact in contacts if contact.side != vessel.side]
    loaded = [TOLD.get(name, name) for name, launcher in vessel.launchers.items() if launcher.load]
    return {
        "launcher": loaded + ["MINE"] * vessel.printed.fish,
        "foe": foes,
        "target": [*foes, ANY],
        "friend": [*(contact.id for contact in contacts if contact.side == vessel.side), "HQ"],
        "hex": [label(step(step(vessel.hex, first), second)) for first in range(6) for second in range(6)],
        "missile": [missile.name for missile in known.guided(vessel)],
        "mine": list(known.mines),
        "system": vessel.printed.repairs,
        "item": ITEMS,
    }


def _lines(known: State, vessel: Vessel, draw: Draw) -> Iterator[str]:
    """A block: a legal course that stays on the map, or straight on over whatever is there; what else its seat may order."""
    captain = known.reader == vessel.captain
    if captain and not (known.setting_up or vessel.broken_off):
        found = courses(known, vessel)
        course = draw.pick([course for course in found if not course.edge] or found)
        yield order_text(course.plan if draw.chance(6) else straight(FASTEST - draw.chance(2)))
    kinds = {head: KINDS[head] for head in WORDS[vessel.vessel_class] if KINDS[head] is not Plan}
    own = [head for head, kind in kinds.items() if not vessel.copilot or kind in EITHER or (kind in CAPTAINS) == captain]
    yield from some(LINES, draw, MOST_LINES, *own, *(head for head in own if head in RARE for _ in range(3)))

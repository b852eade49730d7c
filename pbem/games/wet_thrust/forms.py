"""How each order is written (5.1), for hints."""

from __future__ import annotations

from difflib import get_close_matches

from pbem.core.orders import shortened
from pbem.games.wet_thrust.air_grammar import AIMS
from pbem.games.wet_thrust.grammar import SHIP_READERS, split
from pbem.games.wet_thrust.orders import FLEET

FORMS = {
    "PLOT": "PLOT 1A2P",
    "MOVE": "MOVE 1A2P",
    "SPEED": "1A SPEED 7, the speed behind the plot",
    "FIRE": "FIRE A AT BIS ELSE PEU, or FIRE AT WILL",
    "HOLD": "HOLD FIRE",
    "CEASE": "CEASE FIRE",
    "TORP": "TORP BIS WITH TL1 WITHIN 4, or TORP HOLD",
    "TORPEDO": "TORP BIS WITH TL1 WITHIN 4, or TORP HOLD",
    "ASW": "ASW ANY, ASW SUB1 or ASW HOLD",
    "DEPTH": "ASW ANY, ASW SUB1 or ASW HOLD",
    "DC": "DC RUDDER, FC, HOLE or DC NONE",
    "REPAIR": "DC RUDDER, FC, HOLE or DC NONE",
    "MAKE": "MAKE SMOKE",
    "SMOKE": "SMOKE",
    "SCREEN": "SCREEN",
    "BREAK": "BREAK OFF",
    "CHALLENGE": "CHALLENGE YES or CHALLENGE NO",
    "RAM": "RAM U47",
    "LAUNCH": "LAUNCH T1, F1",
    "MERGE": "MERGE T1 INTO T2",
    "LOSE": "LOSE A4, A3 or LOSE NONE",
    "AA": "AA ARK-T1 or AA NONE",
    "COVER": "COVER ARK or COVER NONE",
    "CRASH": "CRASH DIVE SILENT",
    "RUN": "RUN SILENT",
    "FIREORDER": "FIREORDER HOO, POW",
    "ATTACK": "ATTACK BIS RANGE 4 FROM PORT",
    "CAP": "CAP PRIORITY T, DB",
    "ESCORT": "ESCORT ARK-T1",
    "INTERCEPT": "INTERCEPT ARK-T1",
    "SPOT": "SPOT BIS",
    "GO": "GO 12.5, -4",
}
"""First word of an order -> an example of it; words that stand alone are their own."""
SHIP_HEADS = ("PLOT", *SHIP_READERS)
FLEET_HEADS = ("FIREORDER", "CHALLENGE", "FIRE", "HOLD")
MAX_HEAD = 12
NEAR = 0.6


def hint(text: str, unit: str) -> str:
    """What may be meant, or how the order is written, in the block of this unit."""
    head, rest = split(text)
    heads = FLEET_HEADS if unit == FLEET else tuple(AIMS) if "-" in unit else SHIP_HEADS
    if head in FORMS or head in heads:
        return f"Write {FORMS.get(head, head)}."
    found = get_close_matches(head[:MAX_HEAD], heads, n=1, cutoff=NEAR)
    if found:
        return f"Did you mean {shortened(f'{found[0]} {rest}'.strip())}?"
    return f"Orders are {', '.join(heads)}."

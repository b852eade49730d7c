"""How each order is written (5.1), what it does, and its clause: for hints, and for whoever learns the language."""

from __future__ import annotations

from difflib import get_close_matches

from pbem.core.orders.envelope import shortened
from pbem.core.orders.usage import OrderSyntax
from pbem.games.wet_thrust.language.air_grammar import AIMS
from pbem.games.wet_thrust.language.grammar import SHIP_READERS, split
from pbem.games.wet_thrust.model.orders import FLEET

PLOT_FORMS = (
    OrderSyntax(
        "PLOT", "PLOT 1A2P", "The plot, which needs no word before it: A faster, D slower, P and S points of turn.", "WT-2.2"
    ),
    OrderSyntax("MOVE", "MOVE 1A2P", "The same as PLOT.", "WT-2.2"),
    OrderSyntax("E", "E", "Steam evasively: straight on at the present speed, alone.", "WT-2.11"),
    OrderSyntax("EVADE", "EVADE", "The same as E.", "WT-2.11"),
    OrderSyntax("EVASIVE", "EVASIVE", "The same as E.", "WT-2.11"),
)
SHIP_FORMS = (
    OrderSyntax(
        "FIRE", "FIRE A AT BIS ELSE PEU", "Guns at the first of these that they can reach; AT WILL as they see fit.", "WT-7.5"
    ),
    OrderSyntax("HOLD", "HOLD FIRE", "No gunfire until told otherwise.", "WT-7.5"),
    OrderSyntax("CEASE", "CEASE FIRE", "The same as HOLD FIRE.", "WT-7.5"),
    OrderSyntax("TORP", "TORP BIS WITH TL1 WITHIN 4", "Torpedoes, once the target is so near; HOLD for none.", "WT-10.13"),
    OrderSyntax("TORPEDO", "TORPEDO BIS", "The same as TORP.", "WT-10.13"),
    OrderSyntax("ASW", "ASW ANY", "Depth charges at a contact, at the nearest (ANY), or none (HOLD).", "WT-19.5"),
    OrderSyntax("DEPTH", "DEPTH ANY", "The same as ASW.", "WT-19.5"),
    OrderSyntax("DC", "DC RUDDER, FC, HOLE", "What to repair first; NONE for the default.", "WT-16.5"),
    OrderSyntax("REPAIR", "REPAIR RUDDER", "The same as DC.", "WT-16.5"),
    OrderSyntax("MAKE", "MAKE SMOKE", "Smoke around the ship herself, for this turn.", "WT-20.2"),
    OrderSyntax("SMOKE", "SMOKE", "The same as MAKE SMOKE.", "WT-20.2"),
    OrderSyntax("SCREEN", "SCREEN", "A smoke screen along this turn's way.", "WT-20.5"),
    OrderSyntax("DISENGAGE", "DISENGAGE", "Break off, with smoke; plot all the speed she has, away from the enemy.", "WT-21.2"),
    OrderSyntax("BREAK", "BREAK OFF", "The same as DISENGAGE.", "WT-21.2"),
    OrderSyntax("CHALLENGE", "CHALLENGE NO", "Whether to stop enemies who break off.", "WT-21.3"),
    OrderSyntax("RAM", "RAM SUB1", "A destroyer rams; her nerve is tested first.", "WT-5.6"),
    OrderSyntax("LAUNCH", "LAUNCH R1", "Aircraft take off: two squadrons a turn, one plane from other ships.", "WT-11.5"),
    OrderSyntax("MERGE", "MERGE T2 INTO T1", "Two squadrons of a type, both aboard, become one.", "WT-11.13"),
    OrderSyntax("LOSE", "LOSE A4, A3", "Which turret goes first when a bomb takes one.", "WT-13.9"),
    OrderSyntax("AA", "AA ARK-T1, ARK-T2", "Whom to shoot down first.", "WT-14.4"),
    OrderSyntax("COVER", "COVER ARK", "Which friend the area defence looks after.", "WT-14.4"),
    OrderSyntax("DIVE", "DIVE", "A submarine goes down a step at the turn's end.", "WT-18.7"),
    OrderSyntax("CRASH", "CRASH DIVE SILENT", "Dive deep at once, with a die; then run silent if it allows.", "WT-18.8"),
    OrderSyntax("PERISCOPE", "PERISCOPE", "To periscope depth at the turn's end.", "WT-18.7"),
    OrderSyntax("SURFACE", "SURFACE", "To the surface at the turn's end.", "WT-18.7"),
    OrderSyntax("SILENT", "SILENT", "Deep: hang still, harder to hit.", "WT-18.6"),
    OrderSyntax("RUN", "RUN SILENT", "The same as SILENT.", "WT-18.6"),
)
AIR_FORMS = (
    OrderSyntax("ATTACK", "ATTACK BIS RANGE 4 FROM PORT", "Strike a ship; RANGE and FROM are for torpedo bombers.", "WT-11.7"),
    OrderSyntax("CAP", "CAP PRIORITY T, DB", "Fighters stay with their carrier and meet who attacks her.", "WT-12.4"),
    OrderSyntax("ESCORT", "ESCORT ARK-T1", "Fighters fly with that squadron.", "WT-12.5"),
    OrderSyntax("INTERCEPT", "INTERCEPT GRZ-T1", "Fighters go for that enemy squadron.", "WT-12.6"),
    OrderSyntax("SPOT", "SPOT BIS", "A plane spots for her own ship's guns.", "WT-6.5"),
    OrderSyntax("RECOVER", "RECOVER", "A plane comes alongside when its ship is stopped.", "WT-6.6"),
    OrderSyntax("RETURN", "RETURN", "Fly home and land.", "WT-11.9"),
    OrderSyntax("LAND", "LAND", "The same as RETURN.", "WT-11.9"),
    OrderSyntax("GO", "GO 12.5, -4", "Fly to a place, inches east and north.", "WT-11.2"),
    OrderSyntax("ORBIT", "ORBIT", "Stay where it is.", "WT-12.2"),
)
FLEET_FORMS = (OrderSyntax("FIREORDER", "FIREORDER HOO, POW", "The order in which your ships fire.", "WT-7.1"),)
SEVERAL = {
    "SPEED": "1A SPEED 7, the speed behind the plot",
    "FIRE": "FIRE A AT BIS ELSE PEU, or FIRE AT WILL",
    **dict.fromkeys(("TORP", "TORPEDO"), "TORP BIS WITH TL1 WITHIN 4, or TORP HOLD"),
    **dict.fromkeys(("ASW", "DEPTH"), "ASW ANY, ASW SUB1 or ASW HOLD"),
    **dict.fromkeys(("DC", "REPAIR"), "DC RUDDER, FC, HOLE or DC NONE"),
    "CHALLENGE": "CHALLENGE YES or CHALLENGE NO",
    "RAM": "RAM U47",
    "LAUNCH": "LAUNCH T1, F1",
    "MERGE": "MERGE T1 INTO T2",
    "LOSE": "LOSE A4, A3 or LOSE NONE",
    "AA": "AA ARK-T1 or AA NONE",
    "COVER": "COVER ARK or COVER NONE",
    "INTERCEPT": "INTERCEPT ARK-T1",
}
"""Hints that show more, or another, than the example."""
SHIP_HEADS = ("PLOT", *SHIP_READERS)
FLEET_HEADS = ("FIREORDER", "CHALLENGE", "FIRE", "HOLD")
MAX_HEAD = 12
NEAR = 0.6


def forms() -> tuple[OrderSyntax, ...]:
    """Every order of the language: the plot, ships, aircraft, the fleet."""
    return (*PLOT_FORMS, *SHIP_FORMS, *AIR_FORMS, *FLEET_FORMS)


FORMS = {form.word: form.example for form in forms()} | SEVERAL
"""First word of an order -> how it is written."""


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

"""How each order is written (5.1), for hints."""

from __future__ import annotations

from difflib import get_close_matches

SHIP_FORMS = {
    "SPEED": "SPEED 7, SPEED +1, SPEED MAX or SPEED MATCH BC1",
    "STOP": "STOP",
    "MOVE": "MOVE F|RF|FF|RF",
    "STRAIGHT": "STRAIGHT",
    "COURSE": "COURSE NE BY L",
    "CIRCLE": "CIRCLE R",
    "STEER": "STEER 1508",
    "CLOSE": "CLOSE FB1",
    "KEEP": "KEEP 3 FB1",
    "RAM": "RAM FB1",
    "FOLLOW": "FOLLOW BC1 GAP 2",
    "WHEN": "WHEN HULL <= 4 DO COURSE N",
    "EXIT": "EXIT ON or EXIT OFF",
    "HOLD": "HOLD FIRE",
    "PLACE": "PLACE 1818 N SPEED 6",
}
SHARED_FORMS = {
    "AVOID": "AVOID FRIENDS",
    "OPEN": "OPEN RANGE 4 PEN",
    "FIRE": "FIRE D AT FB1, NEAREST",
    "LOSE": "LOSE M8, M7 or LOSE CHEAP",
    "CLEAR": "CLEAR FIRE",
    "CARRY": "CARRY ON",
}
FLEET_FORMS = {
    "SEQ": "SEQ BC1 BB1",
    "ENTER": "ENTER W",
    "TAKE": "TAKE 2 BC, 3 BB",
    "CONCEDE": "CONCEDE",
}
FORMS = {**SHIP_FORMS, **SHARED_FORMS, **FLEET_FORMS}
"""First word of an order -> an example of it."""
RESERVED = frozenset(FORMS) | {"DO", "AT", "BY", "GAP", "ONLY", "STRICT", "IMP", "RANGE", "PEN", "BEAR", "HULL", "MAXSPEED"}
"""Words of the order language: none of them opens a block."""
MAX_HEAD = 12
NEAR = 0.65


def hint(head: str, fleet: bool) -> str:
    """How the order that `head` is, or comes near to, is written in a ship's block or in that of the fleet."""
    forms = {**SHARED_FORMS, **(FLEET_FORMS if fleet else SHIP_FORMS)}
    found = get_close_matches(head.upper()[:MAX_HEAD], list(forms), n=1, cutoff=NEAR)
    return f"write {forms[found[0]]}" if found else f"orders begin with {', '.join(forms)}"

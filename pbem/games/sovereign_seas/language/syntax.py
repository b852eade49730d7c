"""How each order is written (5.1), what it does, and its clause: for hints, and for whoever learns the language."""

from __future__ import annotations

from difflib import get_close_matches

from pbem.core.orders.usage import OrderSyntax

SHIP_ORDERS = (
    OrderSyntax("SPEED", "SPEED 7", "This turn's speed; also +1, -1, MAX, MIN, HOLD, and MATCH a friend.", "SSL-X.10"),
    OrderSyntax("STOP", "STOP", "Speed 0, if she can lose that much way.", "SSL-X.10"),
    OrderSyntax(
        "MOVE", "MOVE F|RF|FF|RF", "Helm letters, one a hex: F on, L or R a turn first; bars part the impulses.", "SSL-X.7"
    ),
    OrderSyntax("STRAIGHT", "STRAIGHT", "Straight on until told otherwise.", "SSL-X.5"),
    OrderSyntax("COURSE", "COURSE NE BY L", "Turn to a heading the shorter way, or by the side named, and hold it.", "SSL-X.8"),
    OrderSyntax("CIRCLE", "CIRCLE R", "Turn that way whenever the turn rate allows.", "SSL-X.8"),
    OrderSyntax("STEER", "STEER 1508", "Steer for a hex.", "SSL-X.6"),
    OrderSyntax("CLOSE", "CLOSE FB1", "Steer for an enemy, or for the NEAREST.", "SSL-X.6"),
    OrderSyntax("KEEP", "KEEP 3 FB1", "Hold that distance from an enemy.", "SSL-X.6"),
    OrderSyntax("RAM", "RAM FB1", "Steer for an enemy and into her hex.", "SSL-X.6"),
    OrderSyntax("FOLLOW", "FOLLOW BC1 GAP 2", "Follow in a friend's wake, so many hexes behind.", "SSL-X.6"),
    OrderSyntax(
        "WHEN", "WHEN HULL <= 4 DO COURSE N", "Another helm when something comes true; MOVE is then given up.", "SSL-X.9"
    ),
    OrderSyntax("EXIT", "EXIT ON", "Whether she may leave the map.", "SSL-X.4"),
    OrderSyntax("HOLD", "HOLD FIRE", "No fire this turn.", "SSL-X.12"),
    OrderSyntax("PLACE", "PLACE 1818 N SPEED 6", "Where she begins, before turn 1.", "SSL-E.1"),
)
SHARED_ORDERS = (
    OrderSyntax("AVOID", "AVOID FRIENDS", "Into whose hexes not to steer: ALL, FRIENDS, ENEMIES or NONE.", "SSL-X.4"),
    OrderSyntax(
        "OPEN", "OPEN RANGE 4 PEN", "When she opens fire: by range, impulse, penetration or guns that bear.", "SSL-X.12"
    ),
    OrderSyntax(
        "FIRE", "FIRE D AT FB1, NEAREST", "Which batteries fire at whom: at the first that they can reach.", "SSL-X.11"
    ),
    OrderSyntax("LOSE", "LOSE S5, S4", "Which battery goes first when one is lost: a list, ARMOUR or CHEAP.", "SSL-X.14"),
    OrderSyntax("CLEAR", "CLEAR FIRE", "Give up standing lines of a kind.", "SSL-X.2"),
    OrderSyntax("CARRY", "CARRY ON", "What stands goes on, and your side has not been silent.", "SSL-Z.2"),
)
FLEET_ORDERS = (
    OrderSyntax("SEQ", "SEQ BC1 BB1", "Order of moving at equal speed, and of firing.", "SSL-X.15"),
    OrderSyntax("ENTER", "ENTER W", "The edge from which the British come, before turn 1.", "SSL-O3.1"),
    OrderSyntax("TAKE", "TAKE 2 BC, 3 BB", "The ships of a fleet of your own, before turn 1.", "SSL-O6.1"),
    OrderSyntax("CONCEDE", "CONCEDE", "Give up in this turn's end phase.", "SSL-N.3"),
)
SEVERAL = {
    "SPEED": "SPEED 7, SPEED +1, SPEED MAX or SPEED MATCH BC1",
    "EXIT": "EXIT ON or EXIT OFF",
    "LOSE": "LOSE M8, M7 or LOSE CHEAP",
}
"""Hints that show more than one form."""


def _hints(orders: tuple[OrderSyntax, ...]) -> dict[str, str]:
    return {form.word: SEVERAL.get(form.word, form.example) for form in orders}


SHIP_FORMS, SHARED_FORMS, FLEET_FORMS = _hints(SHIP_ORDERS), _hints(SHARED_ORDERS), _hints(FLEET_ORDERS)
FORMS = {**SHIP_FORMS, **SHARED_FORMS, **FLEET_FORMS}
"""First word of an order -> an example of it."""
RESERVED = frozenset(FORMS) | {"DO", "AT", "BY", "GAP", "ONLY", "STRICT", "IMP", "RANGE", "PEN", "BEAR", "HULL", "MAXSPEED"}
"""Words of the order language: none of them opens a block."""
MAX_HEAD = 12
NEAR = 0.65


def forms() -> tuple[OrderSyntax, ...]:
    """Every order of the language, those of ships first."""
    return (*SHIP_ORDERS, *SHARED_ORDERS, *FLEET_ORDERS)


def hint(head: str, fleet: bool) -> str:
    """How the order that `head` is, or comes near to, is written in a ship's block or in that of the fleet."""
    forms = {**SHARED_FORMS, **(FLEET_FORMS if fleet else SHIP_FORMS)}
    found = get_close_matches(head.upper()[:MAX_HEAD], list(forms), n=1, cutoff=NEAR)
    return f"write {forms[found[0]]}" if found else f"orders begin with {', '.join(forms)}"

"""The words of the order language that no ship may have as its id."""

from __future__ import annotations

TURN_SLOTS = ("T1", "T2", "T3", "T4", "T5", "T6")
ENGINE_SLOTS = ("E1", "E2")
SLOTS = (*TURN_SLOTS, *ENGINE_SLOTS, "JUMP")
POLICIES = ("TARGETS", "RETREAT", "LEAVE")
NOTHINGS = ("NOTHING", "NONE", "HOLD", "PASS")
LEFTS = ("L", "LEFT", "PORT", "TL")
RIGHTS = ("R", "RIGHT", "STARBOARD", "STBD", "TR")

RESERVED = frozenset(
    (
        *(*TURN_SLOTS, *ENGINE_SLOTS, *NOTHINGS, *LEFTS, *RIGHTS),
        *("F", "RF", "RR", "LR", "LF", "FRONT", "REAR", "RIGHTFRONT", "LEFTFRONT", "RIGHTREAR", "LEFTREAR"),
        *("N", "NE", "SE", "S", "SW", "NW", "C", "P", "T"),
        *("SETUP", "WEAPONS", "PLACE", "POLICY", "TARGETS", "STANDING", "CLEAR", "ELSE", "IF", "AND"),
        *("TURN", "FIRE", "MINE", "DROP", "LAY", "BOARD"),
        *("ANY", "ALL", "AT", "ON", "WITHIN", "RANGE", "RETREAT", "LEAVE", "NEVER", "OUTNUMBERED", "BELOW", "FIGHT", "HALF"),
        *("SHIELDS", "SHIELD", "EVEN", "MIN", "ISD", "ISDS", "SPEED", "MAX", "STOP", "KEEP", "JUMP", "IST", "DISENGAGE"),
        *("ARC", "ENERGY", "INTEGRITY", "HEX", "FACING"),
    )
)

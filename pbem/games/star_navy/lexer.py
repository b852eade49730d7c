"""The words of the order language, and a line of orders as words."""

from __future__ import annotations

import re

from pbem.core import lexing

TURN_SLOTS = ("T1", "T2", "T3", "T4", "T5", "T6")
ENGINE_SLOTS = ("E1", "E2")
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
"""Words of the order language: no ship may be called by one of them, and none opens a block (5.1)."""


class Words(lexing.Words):
    """The words of one order."""

    TOKEN = re.compile(r"<=|>=|=<|=>|==|[A-Za-z_][A-Za-z0-9_]*|[0-9]+|\S")

    def name(self) -> str:
        """Take what may be a ship's id, if one comes next; else ""."""
        word = self.peek()
        return self.take() if word[:1].isalpha() and word not in RESERVED else ""

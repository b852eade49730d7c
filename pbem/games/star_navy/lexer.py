"""A line of orders as words: any case, any spacing, the quotes and dashes of word processors."""

from __future__ import annotations

import re
import unicodedata

from pbem.core.orders import Kind

SIGNS = str.maketrans({**dict.fromkeys("‐‑‒–—―−", "-"), "≤": "<=", "≥": ">=", "´": "'"})
QUOTES = str.maketrans(dict.fromkeys("\"'`“”„‟‘’‚‛«»‹›", " "))
TOKEN = re.compile(r"<=|>=|=<|=>|==|[A-Za-z_][A-Za-z0-9_]*|[0-9]+|\S")
MAX_DIGITS = 4

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


class Misread(ValueError):
    """An order that cannot be taken: why, and what would be legal."""

    def __init__(self, reason: str, legal: str = "", kind: Kind = "not understood") -> None:
        super().__init__(reason)
        self.reason = reason
        self.legal = legal
        self.kind: Kind = kind


def clean(text: str) -> str:
    """The same lines in plain characters: no invisible ones, plain dashes and comparison signs."""
    plain = unicodedata.normalize("NFKC", text.translate(SIGNS)).translate(SIGNS)
    return "".join(c for c in plain if unicodedata.category(c) != "Cf")


class Words:
    """The words of one order in `clean` text, read from left to right.

    `peek` and `take` give upper case, `shown` the writer's spelling.
    """

    def __init__(self, text: str) -> None:
        self._written: list[str] = TOKEN.findall(text.translate(QUOTES).strip().rstrip(".! "))
        self._words = [w.upper() for w in self._written]
        self._at = 0

    def peek(self, ahead: int = 0) -> str:
        """The next word, or one further on; "" after the end."""
        try:
            return self._words[self._at + ahead]
        except IndexError:
            return ""

    def shown(self) -> str:
        """The next word as it was written."""
        return self._written[self._at] if self._at < len(self._written) else ""

    def take(self, count: int = 1) -> str:
        """Step over the next word or words; returns the first."""
        word = self.peek()
        self._at += count
        return word

    def accept(self, *words: str) -> str:
        """Take the next word if it is one of these; else ""."""
        word = self.peek()
        if word not in words:
            return ""
        self._at += 1
        return word

    def number(self) -> int | None:
        """Take a number of at most four digits, if one comes next."""
        word = self.peek()
        return int(self.take()) if word.isdigit() and word.isascii() and len(word) <= MAX_DIGITS else None

    def name(self) -> str:
        """Take what may be a ship's id, if one comes next; else ""."""
        word = self.peek()
        return self.take() if word[:1].isalpha() and word not in RESERVED else ""

    def count(self, word: str) -> int:
        """How often a word occurs from here on."""
        return self._words[self._at :].count(word)

    def finish(self, usage: str = "") -> None:
        """Raise `Misread` unless everything has been read."""
        if self.peek():
            rest, read = " ".join(self._written[self._at :]), " ".join(self._written[: self._at])
            raise Misread(f'"{rest}" was not understood after "{read}"', usage)

"""Whose orders they are: heads of blocks, headings that name no unit, and what looks like a head and is not understood."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from pbem.core.texts.broken_lines import finished
from pbem.core.texts.envelope import Block
from pbem.core.texts.prose import like_order
from pbem.core.texts.units import Units
from pbem.core.texts.wording import Wording

# These read a part whose white space is single blanks: long runs of it would cost quadratic time.
BLOCK = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,11}")
SET_OFF = re.compile(r"([^|=>]{1,40}?)(?: ?[|=>,.-]| ?->)? (.*)")
SENTENCE_END = (".", "!", "?", ",")
FEW = 3
SHIP = re.compile(r"(?:[Tt]he|HMS|USS|MV) [A-Z]\w*$")
"""A ship's name, though no ship that is known is called so."""
LONG = 40
"""A line with so many characters may have been broken for its length."""
TITLES = (
    "ORDERS?|COMMANDS|INSTRUCTIONS|MOVES?|PLANS?|TURN|ROUND|BEFEHLE|RUNDE|ZUG|ORDRES|TOUR|[OÓ]RDENES|TURNO|ORDINI|ROZKAZY|TUR[AEĘ]|"
    "ПРИКАЗЫ|ХОД"
)
BESIDE = (
    "HERE|ARE|IS|S|MY|OUR|THE|THESE|THIS|NEW|PLEASE|FIND|BELOW|FOLLOWING|FOR|FROM|OF|IN|ON|FILE|TAKE|GAME|SHIPS?|UNITS?|G?[0-9]+|T[0-9]+|"
    "MEINE|F[UÜ]R|MES|POUR|LE|MIS|PARA|EL|I|MIEI|PER|IL|MOJE|NA|МОИ|НА"
)
BEGIN = "[BCIMOPRTZÓПХ]"
"""The letters that titles begin with: a name is mostly told from them by its first."""
HEADING = re.compile(rf"(?=.*\b(?={BEGIN})(?:{TITLES})\b)(?:(?:{TITLES}|{BESIDE})\b[ ',.()#-]*){{1,9}}", re.I)
"""A line above orders that names no unit, perhaps with the turn that they are for."""
TURN_NUMBER = re.compile(r"\b(?:TURN|ROUND|T|RUNDE|ZUG|TOUR|TURNO|MOVE) ?([0-9]{1,5})\b", re.I)


class Head(NamedTuple):
    """What a line says of the orders from there on.

    `unit` is whose they are, `title` the words of a head that is not understood; without either they are whose those above are.
    `rest` are the orders of the line itself, `turns` those that a heading names.
    """

    rest: str
    unit: str = ""
    title: str = ""
    turns: tuple[int, ...] = ()


@dataclass(frozen=True)
class Heads:
    """How heads are told from orders and prose, in a language, by whoever knows these units."""

    wording: Wording
    units: Units

    def read(self, text: str, number: int, set_off: bool, block: Block) -> Head:
        """The head that a line is or begins with. `set_off` by marks it may be a title; `block` is the one above."""
        before, colon, behind = text.partition(":")
        said, rest = before.strip(), behind.strip()
        if self.is_heading(said, bool(colon), rest):
            return Head(rest, turns=tuple(map(int, TURN_NUMBER.findall(said))))
        head = self._named(said, rest) if colon and said and not behind.startswith("/") else None
        return head or self._alone(text, number, block) or self._unclear(text, number, set_off, block) or Head(text)

    def is_heading(self, said: str, colon: bool, rest: str) -> bool:
        """Is it a line above orders that names no unit, `Orders for turn 1:`? What can be an order is none."""
        if not self.wording.heads or len(said) > 80 or not HEADING.fullmatch(said) or self.units.named(said):
            return False
        return not self.wording.begins(said) or (colon and not rest)

    def _named(self, word: str, rest: str) -> Head | None:
        """`BIS: T1 TURN L`, `The Bismarck:`. Of a word that names nobody's unit the game says so."""
        if unit := self.units.named(word):
            return Head(rest, unit)
        opens = BLOCK.fullmatch(word) and word.upper() not in self.wording.words and self.units.hinted(word) != ""
        if opens and (not self.units or not rest or like_order(rest, self.wording, self.units)):
            return Head(rest, word.upper())
        return None

    def _alone(self, text: str, number: int, block: Block) -> Head | None:
        """`The Bismarck` without a colon, `BIS - T1 TURN L`."""
        if (unit := self.units.named(text)) and not text.endswith(SENTENCE_END) and not self._is_tail(text, number, block):
            return Head("", unit)
        apart = SET_OFF.fullmatch(text) if self.units else None
        if apart and (unit := self.units.named(apart[1])) and self.wording.begins(apart[2]):
            return Head(apart[2], unit)
        return None

    def _is_tail(self, text: str, number: int, block: Block) -> bool:
        """Does a unit alone on a line end the line above, which was broken for its length?"""
        above = block.pieces[-1] if block.pieces else None
        if above is None or above.line + 1 != number:
            return False
        if not self.wording.begins(above.text):
            return len(above.text) >= LONG
        mine = self.units.named(text) in self.units.own
        whole = self.wording.reads(f"{above.text} {text}") and not finished(above.text, self.wording)
        return whole and (not mine or len(above.text) >= LONG)

    def _unclear(self, text: str, number: int, set_off: bool, block: Block) -> Head | None:
        """What looks like a head, and nobody knows whose. With one unit to order a sentence above its orders is none."""
        said, colon, rest = (part.strip() for part in text.partition(":"))
        if not self.units or not said or self.wording.begins(text):
            return None
        if rest and self.wording.begins(rest):
            return Head(rest, title=said)
        if like_order(text if rest else said, self.wording, self.units):
            return None
        hinted = self.units.hinted(said)
        titled = set_off or (bool(colon) and (not rest or bool(BLOCK.fullmatch(said))))
        named = hinted is not None or any(word in self.units.words for word in said.upper().split())
        if len(self.units.own) == 1 and len(said.split()) > 1 and not (named or SHIP.match(said)):
            return None
        other = hinted is not None and hinted != block.unit
        return Head("", title=text) if titled or other or self._is_apart(text, number, block) else None

    def _is_apart(self, text: str, number: int, block: Block) -> bool:
        """Are a few words apart from the orders of one unit above them, where there are others?"""
        apart = bool(block.unit and block.pieces) and number > block.pieces[-1].line + 1 and len(self.units.own) > 1
        return apart and len(text.split()) <= FEW and not text.endswith(SENTENCE_END)

"""The envelope of every order language: blocks of units, comments, commands to the service, problems with line numbers."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["not understood", "not allowed", "ambiguous"]

BLOCK = re.compile(r"\s*([A-Za-z][A-Za-z0-9_]{0,11})\s*:(?!/)(.*)", re.S)
END = re.compile(r"\s*(END|--)\s*", re.I)
QUOTED = re.compile(r"\s*>")
LUCK = re.compile(r"\s*LUCK\s*:\s*(.*?)\s*", re.I | re.S)
READY = re.compile(r"\s*(NOT\s+)?READY\s*[.!]?\s*", re.I)
ASKS = re.compile(r"\s*(STATUS|HELP)\s*[.!?]?\s*", re.I)

MAX_LINES = 500
MAX_LUCK = 200


@dataclass(frozen=True)
class Problem:
    """What is wrong with one order: its line in the mail (from 1), its unit, the words, why, and what would be legal."""

    line: int
    unit: str
    text: str
    reason: str
    legal: str = ""
    kind: Kind = "not understood"

    def __str__(self) -> str:
        where = f"line {self.line}: " if self.line else ""
        hint = f" {self.legal}" if self.legal else ""
        return f'{where}"{self.text}": {self.reason}.{hint}' if self.text else f"{where}{self.reason}.{hint}"


@dataclass(frozen=True)
class Piece:
    """One order as written: a line, or a part of a line between semicolons."""

    line: int
    text: str


@dataclass
class Block:
    """The orders a mail gives to one unit; unit "" holds what stands before any block."""

    unit: str
    line: int
    pieces: list[Piece] = field(default_factory=list)


@dataclass
class Envelope:
    """A mail's orders before any game has read them."""

    blocks: list[Block] = field(default_factory=list)
    luck: str | None = None
    ready: bool | None = None
    asks: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


@dataclass(frozen=True)
class OrderSheet:
    """What stands for one seat: unit id -> orders in the game's canonical words."""

    units: Mapping[str, list[str]] = field(default_factory=dict)

    def text(self) -> str:
        """The canonical text: what commitments are made of, and what parses back to the same sheet."""
        return "\n".join("\n  ".join([f"{unit}:", *lines]) for unit, lines in self.units.items() if lines)


@dataclass(frozen=True)
class Parsed:
    """A mail as a game understood it.

    `sheet` is what stands now, `notes` are remarks for the receipt (costs, warnings), `accepted` counts the orders taken.
    """

    sheet: OrderSheet
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    accepted: int = 0


def open_envelope(text: str) -> Envelope:
    """Split a mail's text into blocks, and read the lines that every game shares. Never raises.

    `#` starts a comment; `;` or a newline separates; quoted lines are skipped; everything after `END` or a signature
    mark is left unread.
    """
    envelope = Envelope()
    block = Block("", 0)
    lines = text.splitlines()
    for number, raw in enumerate(lines, 1):
        if number > MAX_LINES:
            envelope.problems.append(Problem(number, "", "", f"only the first {MAX_LINES} lines were read"))
            break
        if QUOTED.match(raw):
            continue
        if END.fullmatch(raw):
            break
        for part in raw.split("#", 1)[0].split(";"):
            block = _take(envelope, block, number, part)
    envelope.blocks = [b for b in envelope.blocks if b.pieces or b.unit]
    return envelope


def _take(envelope: Envelope, block: Block, number: int, part: str) -> Block:
    """Put one piece where it belongs; returns the block that is open after it."""
    if not part.strip() or _shared(envelope, part):
        return block
    opened = BLOCK.fullmatch(part)
    if opened:
        unit = opened[1].upper()
        block = next((b for b in envelope.blocks if b.unit == unit), Block(unit, number))
        part = opened[2]
    if block not in envelope.blocks:
        envelope.blocks.append(block)
    if part.strip():
        block.pieces.append(Piece(number, " ".join(part.split())))
    return block


def _shared(envelope: Envelope, part: str) -> bool:
    """Read a line that means the same in every game. True if it was one."""
    if found := LUCK.fullmatch(part):
        envelope.luck = found[1][:MAX_LUCK]
    elif found := READY.fullmatch(part):
        envelope.ready = not found[1]
    elif found := ASKS.fullmatch(part):
        envelope.asks.append(found[1].lower())
    else:
        return False
    return True


def suggest(word: str, words: Iterable[str]) -> str:
    """`Did you mean X?`, when one of `words` is near; else ""."""
    near = difflib.get_close_matches(word.upper(), list(words), n=1, cutoff=0.6)
    return f"Did you mean {near[0]}?" if near else ""

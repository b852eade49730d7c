"""From a player's text to the orders of each unit, the lines that every game shares, and what is neither."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from pbem.core.texts.broken_lines import joined
from pbem.core.texts.commands import COMMANDS, read_press, read_question, read_request
from pbem.core.texts.envelope import Block, Envelope, Piece, Press, Problem, shortened
from pbem.core.texts.heads import Heads
from pbem.core.texts.marks import is_set_off, plain, without_marks, without_opening
from pbem.core.texts.prose import like_order
from pbem.core.texts.units import NO_UNITS, Units
from pbem.core.texts.wording import PLAIN, Wording

NOT_READ = re.compile(r"\s*(?:(>)|(?:END|--)\s*\Z)", re.I)
"""A quoted line, or one behind which nothing is read."""
SHARED = re.compile(rf"(?:NOT )?(?:{'|'.join(COMMANDS)})", re.I)
"""How a line begins that every game shares."""
LUCK = re.compile(r"LUCK ?: ?(.*)", re.I)
READY = re.compile(r"(NOT )?READY ?[.!]*", re.I)
MAX_ORDERS = 500
MAX_LUCK = 200
FEW = 4
"""So many words behind a unit's head are meant for it, and no prose."""


def open_envelope(text: str, wording: Wording = PLAIN, units: Units = NO_UNITS) -> Envelope:
    """Split a player's text into blocks, and read the lines that every game shares. Never raises.

    `#` starts a comment; `;` or a newline separates; quoted lines are skipped; everything after `END` or a signature
    mark is left unread. Press runs to the end of its paragraph, whatever it says. Press, luck and requests stay as they were
    written. Orders below a head that is not understood are nobody's: a problem asks whose. Prose is left out.
    """
    envelope = Envelope()
    blocks = _Blocks(envelope, wording, units)
    for count, (number, part) in enumerate(_parts(text, blocks.heads, envelope.press), 1):
        if count > MAX_ORDERS:
            envelope.problems.append(Problem(number, "", "", f"only the first {MAX_ORDERS} orders were read"))
            break
        bare = plain(part)
        if wording.begins_plainly(bare):
            blocks.add(number, bare)
        elif not (_shared(envelope, number, part) or (bare != part and _shared(envelope, number, bare))):
            blocks.take(number, part, bare)
    blocks.close()
    envelope.left_out.sort(key=lambda piece: piece.line)
    return envelope


# ---------------------------------------------------------------- lines


def _parts(text: str, heads: Heads, press: list[Press]) -> Iterator[tuple[int, str]]:
    """What is to be read of a text, piece by piece: line number and words, white space made single blanks.

    Press is put aside into `press`.
    """
    sound = text.encode(errors="replace").decode()  # halves of broken characters cannot be hashed later
    numbered = list(_until_end(sound.splitlines()))
    bare = without_marks([raw for _, raw in numbered], lambda words: _says_something(words, heads))
    writing, with_press = False, "PRESS" in sound.upper()
    for (number, raw), line in zip(numbered, bare, strict=True):
        if not raw.strip():
            writing = False
            continue
        orders, begun = _without_press(number, line) if with_press else (_pieces(line), None)
        if with_press and not begun and (unmarked := without_opening(line)) != line:
            begun = _without_press(number, unmarked)[1]
        if begun:
            press.append(begun)
        elif writing:
            press[-1].lines.append(raw.strip())
            continue
        writing = begun is not None
        for part in orders:
            if words := part.split():
                yield number, " ".join(words)


def _until_end(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The lines that are not quoted, with their numbers, until one says that no more is to be read."""
    for number, raw in enumerate(lines, 1):
        skipped = NOT_READ.match(raw)
        if not skipped:
            yield number, raw
        elif not skipped[1]:
            return


def _says_something(text: str, heads: Heads) -> bool:
    """Is a text an order, a head, or a line to the service?"""
    if _shared(Envelope(), 0, text) or read_press(0, text) or heads.units.named(text.partition(":")[0]):
        return True
    return bool(heads.wording.heads) and heads.wording.begins(text)


def _pieces(line: str) -> list[str]:
    """What semicolons separate on a line, without its comment."""
    return line.split("#", 1)[0].split(";")


def _without_press(number: int, raw: str) -> tuple[list[str], Press | None]:
    """The pieces of a line, and the press that begins on it: it takes the rest of the line, semicolons and all."""
    parts = _pieces(raw)
    start = 0
    for at, part in enumerate(parts):
        press = read_press(number, part)
        if press:
            press.lines[0] = (press.lines[0] + raw[start + len(part) :]).strip()
            return parts[:at], press
        start += len(part) + 1
    return parts, None


def _shared(envelope: Envelope, number: int, part: str) -> bool:
    """Read a line that means the same in every game. True if it was one."""
    if not SHARED.match(part):
        return False
    if found := LUCK.fullmatch(part):
        envelope.luck = found[1][:MAX_LUCK]
    elif found := READY.fullmatch(part):
        envelope.ready = not found[1]
    elif asked := read_question(part):
        envelope.asks.append(asked)
    elif given := read_request(number, part):
        envelope.requests.append(given)
    else:
        return False
    return True


# ---------------------------------------------------------------- blocks


@dataclass
class _Blocks:
    """The block that is being filled. With a `title` its head is not understood; `addressed` are lines behind a head."""

    envelope: Envelope
    wording: Wording
    units: Units
    block: Block = field(default_factory=lambda: Block("", 0))
    title: str = ""
    colon: bool = False
    addressed: set[int] = field(default_factory=set)
    merged: dict[str, Block] = field(default_factory=dict)

    @cached_property
    def heads(self) -> Heads:
        return Heads(self.wording, self.units)

    def add(self, number: int, order: str) -> None:
        """Put an order into the block that is being filled."""
        self.block.pieces.append(Piece(number, self.wording.spelled(order)))

    def take(self, number: int, part: str, bare: str) -> None:
        """Put one piece where it belongs; `bare` is without marks."""
        text = self.wording.spelled(bare)
        head = self.heads.read(text, number, is_set_off(part), self.block)
        self.envelope.turns += head.turns
        if head.title or (head.unit and head.unit != self.block.unit):
            self.close()
            self.block, self.title, self.colon = Block(head.unit, number), head.title, ":" in text
        if rest := plain(head.rest):
            self.block.pieces.append(Piece(number, rest))
        if head.unit and head.rest.count(" ") < FEW:
            self.addressed.add(number)

    def close(self) -> None:
        """Put the block into the envelope: its orders as they are meant, its prose apart."""
        orders: list[Piece] = []
        for piece, broken, like in joined(self.block.pieces, self.wording, self._is_order):
            (orders if like or piece.line in self.addressed else self.envelope.left_out).append(piece)
            if broken and not self.title:
                self.envelope.read_as.append(piece)
        known = not self.units or self.block.unit in self.units.ids
        if self.title and orders:
            self.envelope.problems.append(self._whose(len(orders)))
        elif not self.title and (orders or (self.block.unit and self.colon and known)):
            self._merge(orders)
        elif self.title or self.block.unit:
            self.envelope.left_out.append(Piece(self.block.line, self.title or self.block.unit))

    def _is_order(self, text: str) -> bool:
        return like_order(text, self.wording, self.units)

    def _merge(self, orders: list[Piece]) -> None:
        """Blocks of the same unit are one."""
        unit = self.block.unit
        if unit not in self.merged:
            self.merged[unit] = Block(unit, self.block.line or orders[0].line)
            self.envelope.blocks.append(self.merged[unit])
        self.merged[unit].pieces += orders

    def _whose(self, count: int) -> Problem:
        """Orders below a head that is not understood are not filed."""
        named = [unit for unit in self.units.own if unit in self.units.names] or self.units.own
        hinted, own = self.units.hinted(self.title.partition(":")[0]), " or ".join(f"{unit}:" for unit in named)
        legal = (f"Did you mean {hinted}? " if hinted else "") + f"Write {own} above {'it' if count == 1 else 'them'}."
        below = "the order below it is" if count == 1 else f"the {count} orders below it are"
        reason = f"it is not clear which unit this is, and {below} not filed"
        return Problem(self.block.line, "", shortened(self.title), reason, legal, "ambiguous")

"""From a player's text to the orders of each unit, the lines that every game shares, and what is neither. Never raises."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pbem.core.orders.commands import Press, read_press, read_question, read_request
from pbem.core.orders.envelope import END, Block, Envelope, Piece, Problem, shortened
from pbem.core.orders.marks import is_title, plain, without_marks
from pbem.core.orders.wording import FEW_WORDS, NO_UNITS, PLAIN, TOKEN, Units, Wording

# All but END and QUOTED read a part whose white space is single blanks: long runs of it would cost quadratic time.
COLON = re.compile(r"([^:]{1,80}?) ?:(?!/)(.*)")
BLOCK = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,11}")
SET_OFF = re.compile(r"([^|=>]{1,40}?)(?: ?[|=>,.-]| ?->)? (.*)")
QUOTED = re.compile(r"\s*>")
LUCK = re.compile(r"LUCK ?: ?(.*)", re.I)
READY = re.compile(r"(NOT )?READY ?[.!]*", re.I)
HEADING = re.compile(
    r"(?=.*(?:ORDERS?|COMMANDS|INSTRUCTIONS|MOVES?|PLANS?|TURN|ROUND|BEFEHLE|RUNDE|ORDRES|TOUR|[OÓ]RDENES|ORDINI|TURNO|ROZKAZY|"
    r"ПРИКАЗЫ))(?:(?:HERE|ARE|IS|S|MY|OUR|THE|THESE|THIS|NEW|PLEASE|FIND|BELOW|FOLLOWING|FOR|FROM|OF|IN|ON|FILE|TAKE|GAME|G?[0-9]+|"
    r"T[0-9]+|ORDERS?|COMMANDS|INSTRUCTIONS|MOVES?|PLANS?|TURN|ROUND|MEINE|BEFEHLE|F[UÜ]R|RUNDE|ZUG|MES|ORDRES|POUR|LE|TOUR|MIS|"
    r"[OÓ]RDENES|PARA|EL|I|MIEI|ORDINI|PER|IL|TURNO|MOJE|ROZKAZY|NA|TUR[AEĘ]|МОИ|ПРИКАЗЫ|НА|ХОД)\b[ ',.()#-]*){1,9}",
    re.I,
)
"""A line above orders that names no unit, with the turn it may name."""
TURN_NUMBER = re.compile(r"\b(?:TURN|ROUND|T|RUNDE|ZUG|TOUR|TURNO|MOVE) ?([0-9]{1,5})\b", re.I)
SENTENCE_END = (".", "!", "?", ",")
MAX_ORDERS = 500
MAX_LUCK = 200
MAX_WRAPS = 4
"""Lines of one order."""
LONG = 40
"""A line with so many characters may have been broken for its length."""


def open_envelope(text: str, wording: Wording = PLAIN, units: Units = NO_UNITS) -> Envelope:
    """Split a player's text into blocks, and read the lines that every game shares. Never raises.

    `#` starts a comment; `;` or a newline separates; quoted lines are skipped; everything after `END` or a signature
    mark is left unread. Press runs to the end of its paragraph, whatever it says. Press, luck and requests stay as they were
    written. Orders below a head that is not understood are nobody's: a problem asks whose. Prose is left out.
    """
    opening = _Opening(wording, units)
    for count, (number, part) in enumerate(opening.parts(text), 1):
        if count > MAX_ORDERS:
            opening.envelope.problems.append(Problem(number, "", "", f"only the first {MAX_ORDERS} orders were read"))
            break
        if not (_shared(opening.envelope, number, part) or _shared(opening.envelope, number, plain(part))):
            opening.take(number, part)
    opening.close()
    return opening.envelope


def _shared(envelope: Envelope, number: int, part: str) -> bool:
    """Read a line that means the same in every game. True if it was one."""
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


@dataclass
class _Opening:
    """A text on its way into its envelope. `block` is being filled; with a `title` its head is not understood."""

    wording: Wording
    units: Units
    envelope: Envelope = field(default_factory=Envelope)
    block: Block = field(default_factory=lambda: Block("", 0))
    title: str = ""
    written: bool = False
    addressed: set[int] = field(default_factory=set)

    # ------------------------------------------------------------ lines

    def parts(self, text: str) -> Iterator[tuple[int, str]]:
        """What is to be read, piece by piece: line number and words, white space made single blanks. Press is put aside."""
        sound = text.encode(errors="replace").decode()  # halves of broken characters cannot be hashed later
        numbered = list(_until_end(sound.splitlines()))
        bare = without_marks([raw for _, raw in numbered], self._alone)
        writing: Press | None = None
        for (number, raw), line in zip(numbered, bare, strict=True):
            orders, begun = _without_press(number, line)
            if begun:
                self.envelope.press.append(begun)
            elif writing and raw.strip():
                writing.lines.append(raw.strip())
                continue
            writing = begun
            for part in orders:
                if words := part.split():
                    yield number, " ".join(words)

    def _alone(self, text: str) -> bool:
        """Is a text without its list number an order, a head, or a line to the service?"""
        head = COLON.fullmatch(text)
        shared = _shared(Envelope(), 0, text) or read_press(0, text)
        unit = self.units.named(head[1] if head else text)
        return bool(shared or unit) or (bool(self.wording.heads) and self.wording.begins(text))

    # ------------------------------------------------------------ heads

    def take(self, number: int, part: str) -> None:
        """Put one piece where it belongs."""
        text = self.wording.spelled(plain(part))
        head, rest = self._head(text)
        if head and (head != self.block.unit or self.title):
            self._begin(Block(head, number), written=":" in text)
        elif not head and self._heading(text):
            rest = text.partition(":")[2].strip()
        elif not head and (unclear := self._unclear(text, is_title(part)))[0]:
            self._begin(Block("", number), unclear[0])
            rest = unclear[1]
        if rest:
            self.block.pieces.append(Piece(number, plain(rest)))
            self.addressed |= {number} if head and len(rest.split()) <= FEW_WORDS else set()

    def _head(self, text: str) -> tuple[str, str]:
        """The unit whose block a piece opens, and the rest of it: `BIS: T1 TURN L`, `The Bismarck`, `BIS - T1 TURN L`."""
        units, wording = self.units, self.wording
        if colon := COLON.fullmatch(text):
            unit, rest = units.named(colon[1]), colon[2].strip()
            opens = BLOCK.fullmatch(colon[1]) and colon[1].upper() not in wording.words and not self._heading(text)
            if not unit and opens and (not units or not rest or wording.like_order(rest, units)):
                unit = colon[1].upper()  # nobody's that is known: the game says so
            return (unit, rest) if unit else ("", text)
        if (unit := units.named(text)) and not text.endswith(SENTENCE_END) and not self._wrapped(text):
            return unit, ""
        if units and (apart := SET_OFF.fullmatch(text)) and (unit := units.named(apart[1])) and wording.begins(apart[2]):
            return unit, apart[2]
        return "", text

    def _wrapped(self, text: str) -> bool:
        """Does a unit's id or name alone on a line end the line above, which was broken for its length?"""
        above = self.block.pieces[-1].text if self.block.pieces else ""
        if not self.wording.begins(above):
            return len(above) >= LONG
        foreign = self.units.named(text) not in self.units.own
        return (foreign or len(above) >= LONG) and not self.wording.reads(above) and self.wording.reads(f"{above} {text}")

    def _heading(self, text: str) -> bool:
        """Is it a line above orders that names no unit, as in `Orders for turn 1:`? The turn is noted."""
        said, colon, rest = text.partition(":")
        if not self.wording.heads or not HEADING.fullmatch(said) or (self.wording.begins(said) and (rest.strip() or not colon)):
            return False
        self.envelope.turns += [int(number) for number in TURN_NUMBER.findall(said)]
        return True

    def _unclear(self, text: str, title: bool) -> tuple[str, str]:
        """What looks like a head, and nobody knows whose, and its orders; "" if nothing does.

        With one unit to order a sentence above its orders is no head.
        """
        said, colon, rest = (part.strip() for part in text.partition(":"))
        if not self.units or self.wording.begins(text) or not said:
            return "", ""
        if rest and self.wording.begins(rest):
            return said, rest
        if self.wording.like_order(said if not rest else text, self.units):
            return "", ""
        hinted = self.units.hinted(said)
        if hinted and hinted == self.block.unit and not self.title:
            return "", ""
        named = any(word in self.units.words for word in said.upper().split())
        sentence = len(self.units.own) == 1 and len(said.split()) > 1 and not named
        head = title or (bool(colon) and (not rest or bool(BLOCK.fullmatch(said))))
        return (text, "") if hinted or (head and not sentence) else ("", "")

    # ------------------------------------------------------------ blocks

    def _begin(self, block: Block, title: str = "", written: bool = True) -> None:
        self.close()
        self.block, self.title, self.written = block, title, written

    def close(self) -> None:
        """Put the block that was being filled into the envelope: its orders as they are meant, its prose apart."""
        block, title, envelope = self.block, self.title, self.envelope
        orders: list[Piece] = []
        for piece, joined in self._joined(block.pieces):
            like = piece.line in self.addressed or self.wording.like_order(piece.text, self.units)
            (orders if like else envelope.left_out).append(piece)
            envelope.read_as += [piece] if joined and not title else []
        if title:
            self._ask(Piece(block.line, title), orders)
        elif orders or (block.unit and self.written and (not self.units or block.unit in self.units.heads.values())):
            there = next((other for other in envelope.blocks if other.unit == block.unit), None)
            if there is None:
                envelope.blocks.append(there := Block(block.unit, block.line or orders[0].line))
            there.pieces += orders
        elif block.unit:
            envelope.left_out.append(Piece(block.line, block.unit))
        envelope.left_out.sort(key=lambda piece: piece.line)

    def _ask(self, title: Piece, orders: Sequence[Piece]) -> None:
        """Orders below a head that is not understood are not filed; without any it was prose."""
        if not orders:
            self.envelope.left_out.append(title)
            return
        hinted, own = self.units.hinted(title.text), list(self.units.own)
        below = "the order below it is" if len(orders) == 1 else f"the {len(orders)} orders below it are"
        legal = (f"Did you mean {hinted}? " if hinted else "") + f"Write {' or '.join(f'{unit}:' for unit in own)} above them."
        reason = f"it is not clear which unit this is, and {below} not filed"
        self.envelope.problems.append(Problem(title.line, "", shortened(title.text), reason, legal, "ambiguous"))

    # ------------------------------------------------------------ broken lines

    def _joined(self, pieces: Sequence[Piece]) -> Iterator[tuple[Piece, bool]]:
        """The orders of a block, each whole, and whether it was more than one line."""
        at = 0
        while at < len(pieces):
            end = self._end(pieces, at) if self.wording.like_order(pieces[at].text, self.units) else at + 1
            yield Piece(pieces[at].line, _text(pieces[at:end])), end > at + 1
            at = end

    def _end(self, pieces: Sequence[Piece], at: int) -> int:
        """Where the order ends that begins there: it takes what cannot begin one, and what it needs to be one."""
        end = at + 1
        while end < len(pieces):
            if self._goes_on(pieces[end].text):
                end += 1
            elif found := next((n for n in self._ends(pieces, at, end) if self.wording.reads(_text(pieces[at:n]))), 0):
                end = found
            else:
                break
        return end

    def _goes_on(self, text: str) -> bool:
        """A few words are no sentence."""
        few = len(TOKEN.findall(text)) <= 3
        return bool(self.wording.goes_on.match(text)) and (few or self.wording.like_order(text, self.units))

    def _ends(self, pieces: Sequence[Piece], at: int, end: int) -> Iterator[int]:
        """Where the order may end if its line was broken: an unfinished one takes the next line, and a finished one only what
        looks like a part of an order. Further lines are taken if they do not begin like one."""
        if pieces[end].line != pieces[end - 1].line + 1:
            return
        begins, reads = self.wording.begins, self.wording.reads
        whole, below = _text(pieces[at:end]), pieces[end].text
        finished = reads(whole) and not whole.endswith(",")
        if finished and (begins(below) or reads(below) or not self.wording.like_order(below, self.units)):
            return
        for n in range(end + 1, min(end + MAX_WRAPS, len(pieces)) + 1):
            yield n
            if n == len(pieces) or pieces[n].line != pieces[n - 1].line + 1 or begins(pieces[n].text):
                return


def _text(pieces: Sequence[Piece]) -> str:
    return " ".join(piece.text for piece in pieces)


def _until_end(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The lines that are not quoted, with their numbers, until one says that no more is to be read."""
    for number, raw in enumerate(lines, 1):
        if END.fullmatch(raw):
            return
        if not QUOTED.match(raw):
            yield number, raw


def _without_press(number: int, raw: str) -> tuple[list[str], Press | None]:
    """The pieces of a line, and the press that begins on it: it takes the rest of the line, semicolons and all."""
    parts = raw.split("#", 1)[0].split(";")
    start = 0
    for at, part in enumerate(parts):
        press = read_press(number, part)
        if press:
            press.lines[0] = (press.lines[0] + raw[start + len(part) :]).strip()
            return parts[:at], press
        start += len(part) + 1
    return parts, None

"""Reading one block of a mail over the current orders of its ship, or of the fleet (SSL-X.2, SSL-X.17)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from pbem.core.orders.envelope import Piece, Problem, shortened
from pbem.core.orders.order_words import IllegalOrder, UnreadableOrder
from pbem.games.sovereign_seas.language.grammar import Line, head_of, read, read_lines
from pbem.games.sovereign_seas.language.lexer import ReplacedOrder
from pbem.games.sovereign_seas.language.syntax import hint
from pbem.games.sovereign_seas.language.words import KINDS, STANDING, kind_of, order_text
from pbem.games.sovereign_seas.model.orders import FLEET, CarryOn, Clear, FleetOrder, Lose, Move, Order, PlaceShip, Speed

GOES_ON = re.compile(r"(AT|BY|DO|GAP|IMP|RANGE|PEN|BEAR|ONLY|STRICT)\b|[,|]", re.I)
"""How a line begins that goes on with the order above it."""
MOST_LENGTH = 300
MOST = {"WHEN": 8, "OPEN": 8, "FIRE": 16}
"""SSL-X.2: kinds of which several lines may be in force, and how many."""
POLICY = "LOSE POLICY"
SLOTS = (*(kind for kind in dict.fromkeys(KINDS.values()) if kind != "LOSE"), POLICY, "LOSE")
"""What is listed side by side on a sheet, in its order."""
CLEARED = {"LOSE": (POLICY, "LOSE"), "ALL": (*STANDING, POLICY)}
CARRY_ON = order_text(CarryOn())

Found = TypeVar("Found", Speed, Move, PlaceShip)
Check = Callable[[Line], Line]
"""The order as it would be in force. Raises `IllegalOrder`."""


def slot(order: Order | FleetOrder) -> str:
    """Orders of one slot exclude each other, or are lines of one list. A LOSE policy and a LOSE list go together."""
    return POLICY if isinstance(order, Lose) and order.policy else kind_of(order)


class Filing:
    """One ship, or the fleet. `lines` are its current orders, before and after the mail.

    `stood` is what was in force when the turn began, and is not refused: it may name what has been sunk since. A block is
    read over `base`: the same, or nothing where nothing is on the sheet.
    """

    def __init__(self, unit: str, side: str, stood: Sequence[str], lines: Sequence[str] | None, check: Check) -> None:
        self.unit = unit
        self.side = side
        self.base = list(stood) if lines is not None else []
        self.before = list(lines or ())
        self.lines = list(self.before)
        self.accepted = 0
        self.problems: list[Problem] = []
        self.pieces: dict[str, Piece] = {}
        """Where the mail gives an order of each slot."""
        self._stood = frozenset(stood)
        self._check = check
        self._slate: dict[str, list[Order | FleetOrder]] = {}

    @property
    def replaced(self) -> bool:
        """Are orders of an earlier mail of this turn gone?"""
        gone = set(self.before) - set(self.lines) - set(self.base) - {CARRY_ON}
        return bool(self.accepted and gone)

    @property
    def given(self) -> list[str]:
        """The lines of this mail among the current orders."""
        if not self.accepted:
            return []
        pairs = zip(self.lines, read_lines(tuple(self.lines)), strict=True)
        return [line for line, order in pairs if slot(order) in self.pieces]

    def order(self, kind: type[Found]) -> Found | None:
        """The order of a kind that is in force, if there is one."""
        return next((order for order in read_lines(tuple(self.lines)) if isinstance(order, kind)), None)

    def read(self, pieces: Iterable[Piece]) -> None:
        """SSL-X.17: take every order that can be taken; what is refused spoils no other."""
        for line in read_lines(tuple(self.base)):
            self._slate.setdefault(slot(line), []).append(line)
        taken = [order for piece in pieces if (order := self._understood(piece)) and self._filed(piece, order)]
        self.accepted = len(taken)
        if any(not isinstance(order, CarryOn) for order in taken):
            self.lines = [order_text(order) for name in SLOTS for order in self._slate.get(name, ())]
        if any(isinstance(order, CarryOn) for order in taken):
            self.carry_on()

    def carry_on(self) -> None:
        """SSL-Z.2: so the sheet tells that a mail came."""
        self.lines = [CARRY_ON, *(line for line in self.lines if line != CARRY_ON)]

    def put(self, order: Order) -> None:
        """Put an order in place of the one of its slot."""
        others = [slot(other) for other in read_lines(tuple(self.lines))]
        self.lines[others.index(slot(order))] = order_text(order)

    def take_back(self) -> None:
        """What was in force before the mail still is."""
        self.lines, self.accepted = list(self.before), 0

    # ------------------------------------------------------------ one order

    def _understood(self, piece: Piece) -> Line | None:
        if len(piece.text) > MOST_LENGTH:
            self.complain(piece, IllegalOrder(f"an order may have {MOST_LENGTH} characters; this one has {len(piece.text)}"))
            return None
        try:
            return read(piece.text, self.side)
        except UnreadableOrder as why:
            self._unread(piece, why)
        return None

    def _unread(self, piece: Piece, why: UnreadableOrder) -> None:
        if why.reason:
            self.complain(piece, IllegalOrder(why.reason, why.legal, why.kind))
            return
        form = why.legal or hint(head_of(piece.text), self.unit == FLEET)
        reason = f'cannot read "{shortened(piece.text)}"; {form}'
        self.problems.append(Problem(piece.line, self.unit, self.unit, reason))

    def complain(self, piece: Piece, why: IllegalOrder) -> None:
        """An order that is not taken. 5.3: every message names its unit."""
        quoted = f"{self.unit}: {shortened(piece.text)}"
        self.problems.append(Problem(piece.line, self.unit, quoted, why.reason, why.legal, why.kind))

    def _filed(self, piece: Piece, order: Line) -> bool:
        try:
            if isinstance(order, Clear) or order_text(order) not in self._stood:
                order = self._check(order)
        except IllegalOrder as why:
            self.complain(piece, why)
            return isinstance(why, ReplacedOrder) and self._filed(piece, why.instead)
        if isinstance(order, Clear):
            self._clear(order)
            return True
        try:
            self._put(piece, order)
        except IllegalOrder as why:
            self.complain(piece, why)
            return False
        return True

    def _clear(self, order: Clear) -> None:
        """SSL-X.2: CLEAR drops what is in force, and what this mail has put there so far."""
        for name in CLEARED.get(order.what, (order.what,)):
            self._slate.pop(name, None)
            self.pieces.pop(name, None)

    def _put(self, piece: Piece, order: Order | FleetOrder) -> None:
        """SSL-X.2: the mail's first order of a slot clears the older ones; of lists all lines of a mail are kept in order."""
        name = slot(order)
        if name not in self.pieces:
            self._slate[name] = []
            self.pieces[name] = piece
        there = self._slate[name]
        most = MOST.get(name, 1)
        if order in there:
            return
        if len(there) < most:
            there.append(order)
        elif most > 1:
            raise IllegalOrder(f"{most} {name} lines are the most")
        else:
            what = "steering" if name == "STEER" else name
            raise IllegalOrder(
                f"{what} is ordered twice; the first order stands", f"What stands: {order_text(there[0])}.", "ambiguous"
            )


Filings = Mapping[str, Filing]
"""By ship."""

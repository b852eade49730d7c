"""Reading one block of a mail over the current orders of its ship, its squadron or the fleet (ruling W7)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from pbem.core.orders.envelope import Piece, Problem, shortened
from pbem.core.orders.order_words import IllegalOrder, OrderError, UnreadableOrder
from pbem.games.wet_thrust.language.grammar import read, read_lines
from pbem.games.wet_thrust.language.lexer import ReplacedOrder
from pbem.games.wet_thrust.language.syntax import hint
from pbem.games.wet_thrust.language.words import KINDS, TORP_WITHIN, clears, kind_of, order_text
from pbem.games.wet_thrust.model.orders import Flak, Launch, Lose, Order, Repair, TorpHold

GOES_ON = re.compile(r"(AT|ON|ELSE|OR|WITH|WITHIN|RANGE|FROM|INTO|PRIORITY|SPEED(?! UP))\b|[,+]", re.I)
"""How a line begins that goes on with the order above it."""
MOST_LENGTH = 300
MOST = {"FIRE": 12, "TORP": 6, TORP_WITHIN: 6, "MERGE": 6}
"""Kinds of which several orders may be in force, and how many."""
LABELS = {"GUNS": "HOLD FIRE or FIRE AT WILL", "DEPTH": "diving", "AIM": "the aim"}
SLOTS = tuple(name for kind in dict.fromkeys(KINDS.values()) for name in ((kind, TORP_WITHIN) if kind == "TORP" else (kind,)))
"""What is listed side by side on a sheet, in its order."""

T = TypeVar("T")
Check = Callable[[Order, Sequence[Order]], Order]
"""The order as it would be in force beside others of its kind. Raises `IllegalOrder`."""


class Filing:
    """One unit. `lines` are its current orders, before and after the mail.

    `stood` is what was in force when the turn began, and is not refused: it may name what is gone since. A block is read over
    it, and so replaces what an earlier mail of this turn said; over nothing where the unit is not on the sheet. `closed` is why
    a ship takes no orders at all.
    """

    def __init__(self, unit: str, stood: Sequence[str], lines: Sequence[str] | None, check: Check, closed: str = "") -> None:
        self.unit = unit
        self.base = list(stood) if lines is not None else []
        self.before = list(lines or ())
        self.lines = list(self.before)
        self.accepted = 0
        self.problems: list[Problem] = []
        self._stood = frozenset(stood)
        self._check = check
        self._closed = closed
        self._slate: dict[str, list[Order]] = {}
        self._given: dict[str, Piece] = {}
        self._refused: list[str] = []
        self._reported: set[str] = set()

    @property
    def replaced(self) -> bool:
        """Are orders of an earlier mail of this turn gone?"""
        return bool(self.accepted and set(self.before) - set(self.lines) - set(self.base))

    @property
    def given(self) -> list[str]:
        """The lines of this mail among the current orders."""
        if not self.accepted:
            return []
        pairs = zip(self.lines, read_lines(tuple(self.lines)), strict=True)
        return [line for line, order in pairs if kind_of(order) in self._given]

    @property
    def orders(self) -> list[Order]:
        """The orders in force; a plot of this mail still with the speed that it expected."""
        found = read_lines(tuple(self.lines))
        fresh = {order_text(order): order for order in self._slate.get("PLOT", ())}
        return [fresh.get(order_text(order), order) for order in found]

    def all(self, kind: type[T]) -> list[T]:
        """The orders in force of a kind."""
        return [order for order in self.orders if isinstance(order, kind)]

    def read(self, pieces: Iterable[Piece]) -> None:
        """WT-2.14: take every order that can be taken; what is refused spoils no other, and leaves its kind as it was."""
        for order in read_lines(tuple(self.base)):
            self._slate.setdefault(kind_of(order), []).append(order)
        self.accepted = sum(self._take(piece) for piece in pieces)
        if not self.accepted:
            return
        for kind in self._refused:
            earlier = [order for order in read_lines(tuple(self.before)) if kind_of(order) == kind]
            if kind not in self._given and earlier:
                self._slate[kind] = earlier
        self._write()

    def _write(self) -> None:
        self.lines = [order_text(order) for name in SLOTS for order in self._slate.get(name, ())]

    def drop(self, order: Order, why: IllegalOrder) -> None:
        """Strike an order that does not go together with the rest; what is in force is written again."""
        kind = kind_of(order)
        self._slate.pop(kind, None)
        if piece := self._given.pop(kind, None):
            self._complain(piece, why)
            self.accepted -= 1
        self.lines = [line for line in self.lines if line != order_text(order)] if self.accepted else list(self.before)

    # ------------------------------------------------------------ one order

    def _take(self, piece: Piece) -> bool:
        if len(piece.text) > MOST_LENGTH:
            self._complain(piece, IllegalOrder(f"an order may have {MOST_LENGTH} characters; this one has {len(piece.text)}"))
            return False
        try:
            order = read(piece.text, self.unit)
        except UnreadableOrder as why:
            self._complain(piece, why)
            return False
        return self._file(piece, order)

    def _complain(self, piece: Piece, why: OrderError) -> None:
        """5.2: every message begins with its unit."""
        reason, legal = why.reason, why.legal
        if not reason:
            reason = f'"{shortened(piece.text)}" not understood'
            legal = legal or hint(piece.text, self.unit)
        if not self._closed or reason not in self._reported:
            self.problems.append(Problem(piece.line, self.unit, "", f"{self.unit}: {reason}", legal, why.kind))
        self._reported.add(reason)

    def _file(self, piece: Piece, order: Order) -> bool:
        try:
            self._put(piece, self._allowed(order))
        except IllegalOrder as why:
            self._complain(piece, why)
            self._refused.append(kind_of(order))
            return isinstance(why, ReplacedOrder) and self._file(piece, why.instead)
        return True

    def _allowed(self, order: Order) -> Order:
        kind = kind_of(order)
        others = self._slate.get(kind, []) if kind in self._given else []
        order = _joined(others[0], order) if others else order
        if order_text(order) in self._stood:
            return order
        if self._closed:
            raise IllegalOrder("bridge out, no launch" if isinstance(order, Launch) else self._closed)
        return self._check(order, others)

    def _put(self, piece: Piece, order: Order) -> None:
        """Ruling W7: the mail's first order of a kind replaces the older ones; of some kinds several orders count."""
        kind = kind_of(order)
        if isinstance(order, TorpHold):
            self._drop_torpedoes()
        if kind not in self._given or isinstance(order, Repair | Lose | Flak | Launch):
            self._slate[kind] = []
            self._given.setdefault(kind, piece)
        there = self._slate.setdefault(kind, [])
        most = MOST.get(kind, 1)
        if order in there:
            return
        if len(there) >= most:
            reason = f"{most} {kind} orders are the most" if most > 1 else f"{LABELS.get(kind, kind)} is ordered twice"
            raise IllegalOrder(reason, f"What stands: {order_text(there[0])}.", "ambiguous")
        there.append(order)

    def _drop_torpedoes(self) -> None:
        """Ruling W7: TORP HOLD ends a standing TORP, and what the mail said before it."""
        for kind in ("TORP", TORP_WITHIN):
            self._slate.pop(kind, None)
            self._given.pop(kind, None)


def _joined(first: Order, second: Order) -> Order:
    """A list in two orders of one mail is one list; NONE ends what was said before it."""
    if clears(second):
        return second
    match first, second:
        case Repair(), Repair():
            return Repair(_both(first.items, second.items))
        case Lose(), Lose():
            return Lose(_both(first.batteries, second.batteries))
        case Flak(), Flak():
            return Flak(_both(first.squadrons, second.squadrons))
        case Launch(), Launch():
            return Launch(_both(first.squadrons, second.squadrons))
        case _:
            return second


def _both(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*first, *second)))

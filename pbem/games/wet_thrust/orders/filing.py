"""Reading one block of a mail over the current orders of its ship, its squadron or the fleet (ruling W7)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, cast

from pbem.core.orders import filing
from pbem.core.orders.envelope import Piece, Problem, shortened
from pbem.core.orders.order_words import IllegalOrder, OrderError
from pbem.games.wet_thrust.language.syntax import hint
from pbem.games.wet_thrust.language.words import SLOTS, TORP_WITHIN, clears, kind_of, order_text, read, read_lines
from pbem.games.wet_thrust.model.orders import Flak, Launch, Lose, Order, Repair, TorpHold
from pbem.games.wet_thrust.orders.checks import NoCommand, ReplacedOrder

GOES_ON = re.compile(r"(AT|ON|ELSE|OR|WITH|WITHIN|RANGE|FROM|INTO|PRIORITY|SPEED(?! UP))\b|[,+]", re.I)
"""How a line begins that goes on with the order above it."""
MOST = {"FIRE": 12, "TORP": 6, TORP_WITHIN: 6, "MERGE": 6}
"""Kinds of which several orders may be in force, and how many."""
LISTS = {Repair: "items", Lose: "batteries", Flak: "squadrons", Launch: "squadrons"}
"""Two of these in one mail are one list."""
LABELS = {"GUNS": "HOLD FIRE or FIRE AT WILL", "DEPTH": "diving", "AIM": "the aim"}

Check = Callable[[Order, Sequence[Order]], Order]
"""The order as it would be in force beside others of its kind. Raises `IllegalOrder`."""
Lone = Callable[[Sequence[Order]], IllegalOrder | None]
"""Why the smoke among the orders in force does not go with the others."""


class Filing(filing.Filing):
    """One unit while a mail is read.

    `stood` is what was in force when the turn began, and is not refused: it may name what is gone since. A block is read over
    it, and so replaces what an earlier mail of this turn said; over nothing where the unit is not on the sheet.
    """

    def __init__(
        self,
        unit: str,
        stood: Sequence[str],
        lines: Sequence[str] | None,
        check: Check,
        lone: Lone = lambda orders: None,
    ) -> None:
        super().__init__(unit, lines or ())
        self.orders = read_lines(tuple(self.lines))
        """In force, before and after the mail; a plot of this mail with the speed that it expected."""
        self._before, self._earlier = self.lines, self.orders
        self._stood = stood
        self._base = stood if lines is not None else ()
        self._check, self._lone = check, lone
        self._slate: dict[str, list[Order]] = {}
        for order in read_lines(tuple(self._base)):
            self._slate.setdefault(kind_of(order), []).append(order)
        self._given: dict[str, Piece] = {}
        self._refused: set[str] = set()
        self._said: set[str] = set()

    @property
    def replaced(self) -> bool:
        """Are orders of an earlier mail of this turn gone?"""
        return bool(self.accepted and set(self._before) - set(self.lines) - set(self._base))

    @property
    def given(self) -> list[str]:
        return [order_text(order) for order in self.orders if kind_of(order) in self._given]

    def take(self, piece: Piece) -> None:
        self._file(piece, read(piece.text, self.unit))

    def _file(self, piece: Piece, order: Order) -> None:
        """WT-2.14: what is refused leaves its kind as it was; perhaps another order counts in its place."""
        try:
            self._put(piece, self._allowed(order))
            self.accepted += 1
        except IllegalOrder as why:
            self._refused.add(kind_of(order))
            if not isinstance(why, ReplacedOrder):
                raise
            self.complain(piece, why)
            self._file(piece, why.instead)

    def _allowed(self, order: Order) -> Order:
        kind = kind_of(order)
        others = self._slate.get(kind, []) if kind in self._given else []
        order = _joined(others[0], order) if others else order
        return order if order_text(order) in self._stood else self._check(order, others)

    def _put(self, piece: Piece, order: Order) -> None:
        """Ruling W7: the mail's first order of a kind replaces the older ones; of some kinds several orders count."""
        kind = kind_of(order)
        if isinstance(order, TorpHold):
            self._forget("TORP", TORP_WITHIN)
        if kind not in self._given or type(order) in LISTS:
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

    def _forget(self, *kinds: str) -> None:
        for kind in kinds:
            self._slate.pop(kind, None)
            self._given.pop(kind, None)

    def settle(self) -> None:
        for kind in self._refused.difference(self._given):
            if earlier := [order for order in self._earlier if kind_of(order) == kind]:
                self._slate[kind] = earlier
        self._write()
        if why := self._lone(self.orders):
            if piece := self._given.get("SMOKE"):
                self.complain(piece, why)
                self.accepted -= 1
            self._forget("SMOKE")
            self._write()

    def _write(self) -> None:
        if self.accepted:
            self.orders = [order for kind in SLOTS for order in self._slate.get(kind, ())]
            self.lines = [order_text(order) for order in self.orders]
        else:
            self.orders, self.lines = self._earlier, self._before

    def complain(self, piece: Piece, why: OrderError) -> None:
        """5.2: every message begins with its unit."""
        reason, legal = why.reason, why.legal
        if not reason:
            reason, legal = f'"{shortened(piece.text)}" not understood', legal or hint(piece.text, self.unit)
        if not isinstance(why, NoCommand) or reason not in self._said:
            self.problems.append(Problem(piece.line, self.unit, "", f"{self.unit}: {reason}", legal, why.kind))
        self._said.add(reason)


def _joined(first: Order, second: Order) -> Order:
    """A list in two orders of one mail is one list; NONE ends what was said before it."""
    name = LISTS.get(type(second), "")
    if not name or clears(second):
        return second
    both = dict.fromkeys((*getattr(first, name), *getattr(second, name)))
    return cast(Order, replace(cast(Any, second), **{name: tuple(both)}))

"""Reading one block of a mail over the current orders of its ship, its squadron or the fleet (ruling W7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from pbem.core.texts import filing
from pbem.core.texts.envelope import IllegalOrder, OrderError, Piece, Problem, shortened
from pbem.games.wet_thrust.language.syntax import hint
from pbem.games.wet_thrust.language.words import SLOTS, TORP_WITHIN, clears, kept, kind_of, order_text, read, read_lines
from pbem.games.wet_thrust.model.orders import Flak, Launch, Lose, Order, Repair, TorpHold
from pbem.games.wet_thrust.orders.checks import NoCommand, ReplacedOrder, check_order, lone_smoke
from pbem.games.wet_thrust.orders.order_context import OrderContext

MOST = {"FIRE": 12, "TORP": 6, TORP_WITHIN: 6, "MERGE": 6}
"""Kinds of which several orders may be in force, and how many."""
LISTS = {Repair: "items", Lose: "batteries", Flak: "squadrons", Launch: "squadrons"}
"""Two of these in one mail are one list."""
LABELS = {"GUNS": "HOLD FIRE or FIRE AT WILL", "DEPTH": "diving", "AIM": "the aim"}


class Filing(filing.Filing):
    """One unit while a mail is read.

    `stood` is what was in force when the turn began, and is not refused: it may name what is gone since. A block is read over
    it, and so replaces what an earlier mail of this turn said; over nothing where the unit is not on the sheet.
    """

    def __init__(self, context: OrderContext, unit: str, stood: Sequence[str], lines: Sequence[str] | None) -> None:
        super().__init__(unit, lines or ())
        self.orders = read_lines(self.lines)
        """In force, before and after the mail; a plot of this mail with the speed that it expected."""
        self.replaced = False
        """Are orders of an earlier mail of this turn gone?"""
        self._context = context
        self._stood = stood
        self._base = stood if lines is not None else ()
        self._slate: dict[str, list[Order]] = {}
        for order in read_lines(self._base):
            self._slate.setdefault(kind_of(order), []).append(order)
        self._given: dict[str, Piece] = {}
        self._refused: set[str] = set()

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
        return order if order_text(order) in self._stood else check_order(self._context, self.unit, order, others)

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
            if earlier := [order for order in self.orders if kind_of(order) == kind]:
                self._slate[kind] = earlier
        smoke = self._given.get("SMOKE")
        if smoke and (why := lone_smoke(self._context, self.unit, "DISENGAGE" in self._slate)):
            self.complain(smoke, why)
            self._forget("SMOKE")
            self.accepted -= 1
        if self.accepted:
            self.orders = [order for kind in SLOTS for order in self._slate.get(kind, ())]
            before, self.lines = self.lines, [kept(order) for order in self.orders]
            self.replaced = not {*before} <= {*self.lines, *self._base}

    def complain(self, piece: Piece, why: OrderError) -> None:
        """WT-15.1: that she takes no orders is said once."""
        if not isinstance(why, NoCommand) or not any(each.reason.endswith(why.reason) for each in self.problems):
            super().complain(piece, why)

    def problem(self, piece: Piece, why: OrderError) -> Problem:
        """5.2: every message begins with its unit."""
        reason, legal = why.reason, why.legal
        if not reason:
            reason, legal = f'"{shortened(piece.text)}" not understood', legal or hint(piece.text, self.unit)
        return Problem(piece.line, self.unit, "", f"{self.unit}: {reason}", legal, why.kind)


def _joined(first: Order, second: Order) -> Order:
    """A list in two orders of one mail is one list; NONE ends what was said before it."""
    name = LISTS.get(type(second), "")
    if not name or clears(second):
        return second
    both = dict.fromkeys((*getattr(first, name), *getattr(second, name)))
    return cast(Order, replace(cast(Any, second), **{name: tuple(both)}))

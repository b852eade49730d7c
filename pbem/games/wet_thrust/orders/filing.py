"""Reading one block of a mail over the current orders of its ship, its squadron or the fleet (ruling W7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from pbem.core.texts.envelope import IllegalOrder, OrderError, Piece, Problem, shortened
from pbem.core.texts.filing import SlotFiling
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


class Filing(SlotFiling[Order]):
    """One unit; a slot is a kind of orders. What stood when the turn began is not refused: it may name what is gone since."""

    most = MOST

    def __init__(self, context: OrderContext, unit: str, stood: Sequence[str], lines: Sequence[str] | None) -> None:
        super().__init__(unit, stood, lines)
        self.orders = read_lines(self.lines)
        """In force, before and after the mail; a plot of this mail with the speed that it expected."""
        self._context = context
        for order in read_lines(self.base):
            self.slate.setdefault(kind_of(order), []).append(order)
        self._refused: set[str] = set()

    @property
    def given(self) -> list[str]:
        return [order_text(order) for order in self.orders if kind_of(order) in self.pieces]

    def take(self, piece: Piece) -> None:
        self._file(piece, read(piece.text, self.unit))

    def _file(self, piece: Piece, order: Order) -> None:
        """WT-2.14: what is refused leaves its kind as it was; perhaps another order counts in its place."""
        try:
            allowed = self._allowed(order)
            if isinstance(allowed, TorpHold):
                self.forget("TORP", TORP_WITHIN)
            self.put(piece, kind_of(allowed), allowed, afresh=type(allowed) in LISTS)
            self.accepted += 1
        except IllegalOrder as why:
            self._refused.add(kind_of(order))
            if not isinstance(why, ReplacedOrder):
                raise
            self.complain(piece, why)
            self._file(piece, why.instead)

    def _allowed(self, order: Order) -> Order:
        kind = kind_of(order)
        others = self.slate.get(kind, []) if kind in self.pieces else []
        order = _joined(others[0], order) if others else order
        return order if order_text(order) in self.stood else check_order(self._context, self.unit, order, others)

    def too_many(self, slot: str, first: Order) -> IllegalOrder:
        """Ruling W7: the mail's first order of a kind replaces the older ones; of some kinds several orders count."""
        reason = f"{MOST[slot]} {slot} orders are the most" if slot in MOST else f"{LABELS.get(slot, slot)} is ordered twice"
        return IllegalOrder(reason, f"What stands: {order_text(first)}.", "ambiguous")

    def settle(self) -> None:
        for kind in self._refused.difference(self.pieces):
            if earlier := [order for order in self.orders if kind_of(order) == kind]:
                self.slate[kind] = earlier
        smoke = self.pieces.get("SMOKE")
        if smoke and (why := lone_smoke(self._context, self.unit, "DISENGAGE" in self.slate)):
            self.complain(smoke, why)
            self.forget("SMOKE")
            self.accepted -= 1
        if self.accepted:
            self.orders = [order for kind in SLOTS for order in self.slate.get(kind, ())]
            self.lines = [kept(order) for order in self.orders]

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

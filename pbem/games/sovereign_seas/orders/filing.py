"""Reading one block of a mail over the current orders of its ship, or of the fleet (SSL-X.2, SSL-X.17)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from pbem.core.texts.envelope import IllegalOrder, OrderError, Piece, Problem, shortened
from pbem.core.texts.filing import SlotFiling
from pbem.games.sovereign_seas.language.lines import KINDS, STANDING, kind_of, order_text, read, read_lines
from pbem.games.sovereign_seas.language.syntax import hint
from pbem.games.sovereign_seas.model.orders import FLEET, CarryOn, Clear, Line, Lose, Move, Order, PlaceShip, Speed
from pbem.games.sovereign_seas.orders.checks import ReplacedOrder, check_ship
from pbem.games.sovereign_seas.orders.fleet_checks import check_fleet
from pbem.games.sovereign_seas.orders.order_context import OrderContext

MOST = {"WHEN": 8, "OPEN": 8, "FIRE": 16}
"""SSL-X.2: kinds of which several lines may be in force, and how many."""
POLICY = "LOSE POLICY"
SLOTS = tuple(slot for kind in dict.fromkeys(KINDS.values()) for slot in ((POLICY, kind) if kind == "LOSE" else (kind,)))
"""What is listed side by side on a sheet, in its order."""
CLEARED = {"LOSE": (POLICY, "LOSE"), "ALL": (*STANDING, POLICY)}
CARRY_ON = order_text(CarryOn())

Found = TypeVar("Found", Speed, Move, PlaceShip)


def slot(order: Line) -> str:
    """Orders of one slot exclude each other, or are lines of one list. A LOSE policy and a LOSE list go together."""
    return POLICY if isinstance(order, Lose) and order.policy else kind_of(order)


class Filing(SlotFiling[str]):
    """One ship, or the fleet. What stood when the turn began is not refused: it may name what has been sunk since."""

    most = MOST
    carried = frozenset((CARRY_ON,))

    def __init__(self, context: OrderContext, unit: str, lines: Sequence[str] | None) -> None:
        self._context = context
        self._ship = None if unit == FLEET else context.state.ships[unit]
        super().__init__(unit, self._ship.standing if self._ship else context.state.fleet.get(context.seat, []), lines)
        for line, order in zip(self.base, read_lines(self.base), strict=True):
            self.slate.setdefault(slot(order), []).append(line)
        self._changed = False

    @property
    def given(self) -> list[str]:
        if not self.accepted:
            return []
        pairs = zip(self.lines, read_lines(self.lines), strict=True)
        return [line for line, order in pairs if slot(order) in self.pieces]

    def order(self, kind: type[Found]) -> Found | None:
        """The order of a kind that is in force, if there is one."""
        return next((order for order in read_lines(self.lines) if isinstance(order, kind)), None)

    def carry_on(self) -> None:
        """SSL-Z.2: so the sheet tells that a mail came."""
        self.lines = [CARRY_ON, *(line for line in self.lines if line != CARRY_ON)]

    def exchange(self, order: Order) -> None:
        """Put an order in place of the one of its slot."""
        self.lines[[slot(other) for other in read_lines(self.lines)].index(slot(order))] = order_text(order)

    def take_back(self) -> None:
        """What was in force before the mail still is."""
        self.lines, self.accepted = list(self.before), 0

    # ------------------------------------------------------------ the mail

    def take(self, piece: Piece) -> None:
        order = read(piece.text, self._context.side)
        line = order_text(order)
        if line not in self.stood:
            try:
                self._check(order)
            except ReplacedOrder as why:
                self.complain(piece, why)
                order, line = why.instead, order_text(why.instead)
        if isinstance(order, Clear):
            self.forget(*CLEARED.get(order.what, (order.what,)))
        else:
            self.put(piece, slot(order), line)
        self.accepted += 1
        self._changed |= not isinstance(order, CarryOn)

    def _check(self, order: Line) -> None:
        if self._ship:
            check_ship(self._context, self._ship, order)
        else:
            check_fleet(self._context, order)

    def too_many(self, slot: str, first: str) -> IllegalOrder:
        """SSL-X.2: the mail's first order of a slot clears the older ones; of lists all lines of a mail are kept in order."""
        if slot in MOST:
            return IllegalOrder(f"{MOST[slot]} {slot} lines are the most")
        what = "steering" if slot == "STEER" else slot
        return IllegalOrder(f"{what} is ordered twice; the first order stands", f"What stands: {first}.", "ambiguous")

    def settle(self) -> None:
        if self._changed:
            self.lines = [line for name in SLOTS for line in self.slate.get(name, ())]
        elif self.accepted:
            self.carry_on()

    def problem(self, piece: Piece, why: OrderError) -> Problem:
        """5.3: every message names its unit. An order that the reason quotes is not quoted twice."""
        text = shortened(piece.text)
        reason = why.reason or f'cannot read "{text}"; {hint(text, self.unit == FLEET)}'
        quoted = self.unit if reason.startswith("cannot read") else f"{self.unit}: {text}"
        return Problem(piece.line, self.unit, quoted, reason, why.legal, why.kind)


Filings = Mapping[str, Filing]
"""By ship, and the fleet's."""

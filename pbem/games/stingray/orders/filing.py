"""Reading one vessel's block of a mail over the vessel's current orders (STG-SEA.2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from pbem.core.texts import filing
from pbem.core.texts.envelope import IllegalOrder, OrderError, Piece, Problem, UnreadableOrder, shortened
from pbem.games.stingray.language.hints import head_of, nearest, stranger
from pbem.games.stingray.language.lines import head, order_text, read
from pbem.games.stingray.model.orders import (
    Aim,
    Arming,
    Cancel,
    Code,
    Decoy,
    Launch,
    Line,
    Load,
    Loadout,
    Message,
    Order,
    Pass,
    Prep,
    Reload,
    Setting,
    Standing,
    Steer,
    Store,
    Switch,
)
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.orders.checks import check_kind, check_standing
from pbem.games.stingray.orders.current_checks import check_now, rank
from pbem.games.stingray.orders.launches import idle_aim
from pbem.games.stingray.orders.order_context import OrderContext

MOST: dict[type, int] = {Launch: 12, Decoy: 12, Message: 6}
"""How many orders of a kind one mail may give a vessel; of all other kinds one is enough."""
SLOTS: dict[type, str] = {
    **dict.fromkeys((Setting, Store, Switch), "what"),
    **dict.fromkeys((Load, Prep, Aim), "tube"),
    Reload: "nostril",
    Steer: "missile",
    Code: "mine",
}
"""What tells orders of a kind apart: of those with the same one is enough."""
MOST_STANDING = 12
PREFIX = "STANDING "
NOT_YET = "Orders for move 1 come after set-up; now only ARMING, LOADOUT and SPY"


class NotUnderstood(UnreadableOrder):
    """A line is no order of its unit; the reason quotes it."""


class UnitFiling(filing.Filing):
    """A vessel, or SIDE, while a mail is read; `kind` is the vessel's class, or SIDE."""

    def __init__(self, kind: str, unit: str, lines: Iterable[str]) -> None:
        super().__init__(unit, lines)
        self.kind = kind

    def understood(self, text: str) -> list[Line]:
        """The orders of a line. Raises `NotUnderstood`, or `IllegalOrder` for what only other classes are given."""
        try:
            return read(text, self.kind)
        except UnreadableOrder as why:
            if foreign := stranger(self.kind, self.unit, head_of(text)):
                raise IllegalOrder(foreign) from why
            reason = f'Not understood: "{shortened(text)}". Nearest order: {nearest(self.kind, text)}'
            raise NotUnderstood(reason, f"{why.reason}." if why.reason else "") from why

    def problem(self, piece: Piece, why: OrderError) -> Problem:
        told = super().problem(piece, why)
        return replace(told, text="") if isinstance(why, NotUnderstood) else told


class Entry(NamedTuple):
    """An order of the mail, its place among them, and its line, which may have two."""

    place: int
    piece: Piece
    order: Line


class Filing(UnitFiling):
    """One vessel while a mail is read."""

    def __init__(self, known: State, vessel: Vessel, seat: str, lines: Iterable[str]) -> None:
        super().__init__(vessel.vessel_class, vessel.id, lines)
        self.context = OrderContext(known, vessel, seat)
        self.replaced = False
        self._entries: list[Entry] = []
        self.standing = [line for line in self.lines if line.startswith(PREFIX)]
        self._repeated: list[Order] = []
        self._spoilt: set[Piece] = set()

    @property
    def notes(self) -> list[str]:
        """STG-SEA.2: what the checks remarked on, and what is the other seat's to order."""
        given = [*self.context.taken, *self._repeated]
        kinds = ", ".join(dict.fromkeys(head(order) for order in given if self.context.foreign(order)))
        noted = [f"Noted, used only if your {self.context.other} orders none: {kinds}."] if kinds else []
        return [*dict.fromkeys(self.context.notes), *noted]

    @property
    def given(self) -> list[str]:
        """The lines of this mail among the current orders."""
        stated = {order_text(Standing(order)) for order in self._repeated}
        return [line for line in self.lines if self.accepted and (line in stated or not line.startswith(PREFIX))]

    def take(self, piece: Piece) -> None:
        for order in self.understood(piece.text):
            self._entries.append(Entry(len(self._entries), piece, order))

    def settle(self) -> None:
        """S11: what the block orders replaces the vessel's orders of this move; standing orders stay until cancelled."""
        self._cancel()
        kept: dict[int, Order] = {}
        for entry in sorted(self._entries, key=lambda entry: rank(entry.order)):
            if not isinstance(entry.order, Cancel) and entry.piece not in self._spoilt:
                self._file(entry, kept)
        self._drop_idle_aims(kept)
        if self.accepted:
            self._keep([kept[place] for place in sorted(kept)])

    def _file(self, entry: Entry, kept: dict[int, Order]) -> None:
        try:
            if isinstance(entry.order, Standing):
                self._stand(entry.order)
            elif not isinstance(entry.order, Cancel) and self._is_new(taken := self._check(entry.order)):
                kept[entry.place] = taken
                self.context.taken.append(taken)
            self.accepted += 1
        except IllegalOrder as why:
            self.context.faults.clear()
            self._refuse(entry, why)
        for fault in self.context.faults:
            self.complain(entry.piece, fault)
        self.context.faults.clear()

    def _refuse(self, entry: Entry, why: IllegalOrder) -> None:
        """The other half of `6 OVER` falls with the first."""
        self._spoilt.add(entry.piece)
        self.complain(entry.piece, why)

    def _check(self, order: Order) -> Order:
        """The order as it is. While set-up has a deadline of its own, only its orders are taken."""
        if self.context.known.setting_up and not isinstance(order, Arming | Loadout | Pass):
            raise IllegalOrder(NOT_YET)
        return check_now(self.context, check_kind(self.context, order))

    def _is_new(self, order: Order) -> bool:
        """Once is enough; twice the same says nothing new. Launches, decoys and messages add up."""
        kind = type(order)
        same = self.context.of(kind)
        if kind in MOST:
            if len(same) >= MOST[kind]:
                raise IllegalOrder(f"{MOST[kind]} orders of this kind are the most")
            return True
        slot = SLOTS.get(kind, "")
        rivals = [other for other in same if getattr(other, slot, "") == getattr(order, slot, "")]
        if any(other != order for other in rivals):
            twice = f"{head(order)} is ordered twice; the first order stands"
            raise IllegalOrder(twice, f"{order_text(rivals[0])}.", "ambiguous")
        return not rivals

    # ------------------------------------------------------------ standing orders

    def _cancel(self) -> None:
        """CANCEL STANDING n: by the numbers they had before this mail."""
        left = dict(enumerate(self.standing, 1))
        for entry in self._entries:
            match entry.order:
                case Cancel(number=number) if number <= len(self.standing):
                    left = {n: line for n, line in left.items() if number not in (0, n)}
                    self.accepted += 1
                case Cancel(number=number):
                    why = f"There is no standing order {number}; {self.unit} has {len(self.standing)}"
                    self._refuse(entry, IllegalOrder(why))
        self.standing = list(left.values())

    def _stand(self, order: Standing) -> None:
        """STANDING adds to the list; the same order again is not doubled."""
        checked = check_standing(self.context, order)
        line = order_text(checked)
        self._repeated.append(checked.order)
        if line not in self.standing:
            if len(self.standing) >= MOST_STANDING:
                raise IllegalOrder(f"{MOST_STANDING} standing orders are the most", "CANCEL STANDING 1 makes room.")
            self.standing.append(line)

    # ------------------------------------------------------------ what stands

    def _drop_idle_aims(self, kept: dict[int, Order]) -> None:
        """STG-M61.2: an AIM without a launch is no order."""
        for entry in self._entries:
            order = kept.get(entry.place)
            if isinstance(order, Aim) and (why := idle_aim(self.context, order)):
                self._refuse(entry, why)
                self.context.taken.remove(kept.pop(entry.place))
                self.accepted -= 1

    def _keep(self, orders: list[Order]) -> None:
        """PASS is kept only where nothing else is."""
        lines = [order_text(order) for order in orders if not isinstance(order, Pass)] or list(map(order_text, orders[:1]))
        self.replaced = any(line not in lines and not line.startswith(PREFIX) for line in self.lines)
        self.lines = lines + self.standing

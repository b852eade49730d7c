"""Reading the block SIDE: spy orders (STG-SPY), as far as the scenario grants them."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.core.texts.envelope import IllegalOrder, Piece, suggest
from pbem.games.stingray.language.lines import order_text
from pbem.games.stingray.model.orders import Spy
from pbem.games.stingray.model.scenario import OPENINGS, Spies
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import AQUAPHIBIANS, DAMAGE
from pbem.games.stingray.orders.filing import UnitFiling

UNIT = "SIDE"
SYSTEMS = tuple(DAMAGE.special_stingray.values())
"""Table D4: what a trap or a saboteur can strike."""


class SpyFiling(UnitFiling):
    """The spy orders of one seat while a mail is read: those of an earlier mail are replaced."""

    def __init__(self, known: State, lines: Iterable[str]) -> None:
        super().__init__(UNIT, UNIT, lines)
        self.known = known
        self._taken: list[Spy] = []

    @property
    def given(self) -> list[str]:
        return self.lines if self.accepted else []

    def take(self, piece: Piece) -> None:
        order, *_ = self.understood(piece.text)
        opening = OPENINGS.get(self.known.scenario)
        if opening is None or not opening.grants_spies or self.known.side != AQUAPHIBIANS:
            raise IllegalOrder("No spies in this scenario")
        if not isinstance(order, Spy):
            raise IllegalOrder("SIDE is for SPY orders", "Write the others below a vessel's id and a colon.")
        stingrays = [entry.id for entry in opening.vessels if entry.vessel_class == "SR"]
        if order.vessel and order.vessel not in stingrays:
            there = f"There is no Stingray {order.vessel}; there is {', '.join(stingrays)}"
            raise IllegalOrder(there, suggest(order.vessel, stingrays))
        if order.system and order.system not in SYSTEMS:
            raise IllegalOrder(f"Unknown system {order.system}; use {' '.join(SYSTEMS)}", suggest(order.system, SYSTEMS))
        self._check_card(order, opening.spies)
        if order not in self._taken:
            self._taken.append(order)
        self.accepted += 1

    def settle(self) -> None:
        if self.accepted:
            self.lines = [order_text(order) for order in self._taken]

    def _check_card(self, order: Spy, granted: Spies) -> None:
        """STG-SPY.1: cards are chosen at set-up. STG-SPY.3: sabotage needs the agent, once a move."""
        others = [spy for spy in self._taken if spy != order]
        if order.card == "SABOTAGE":
            if self.known.setting_up or not self.known.agent_aboard:
                raise IllegalOrder("You have no agent aboard")
            if others:
                raise IllegalOrder("One sabotage a move")
            return
        if not self.known.setting_up:
            raise IllegalOrder("Spies are chosen at set-up")
        trap = order.card == "TRAP"
        most = granted.traps if trap else granted.others
        if sum((spy.card == "TRAP") == trap for spy in others) >= most:
            raise IllegalOrder(f"The scenario grants {most} {'TRAP' if trap else 'AGENT or PLANS'}")

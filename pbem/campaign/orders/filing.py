"""Reading a mail over the current orders of a side: a mail with an order in it replaces what an earlier one ordered."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.campaign.language.lines import order_text, read
from pbem.campaign.model.orders import FLEET
from pbem.campaign.orders.checks import checked
from pbem.campaign.orders.order_context import OrderContext
from pbem.core.texts import filing
from pbem.core.texts.envelope import Piece


class Filing(filing.Filing):
    """The orders of a side. Each is checked in the light of those above it."""

    def __init__(self, context: OrderContext, lines: Iterable[str]) -> None:
        super().__init__(FLEET, lines)
        self._context = context
        self._given: list[str] = []

    @property
    def given(self) -> list[str]:
        return self._given

    def take(self, piece: Piece) -> None:
        order = checked(self._context, read(piece.text))
        self._context.carry_out(order)
        self._given.append(order_text(order))
        self.accepted += 1

    def settle(self) -> None:
        self.lines = self._given or self.lines

"""A mail of one game that says something of all games of its player: that they are away everywhere, or back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from pbem.service.context import ActRefused, ServiceContext
from pbem.service.orders.requests import Elsewhere
from pbem.service.receipt import Receipt
from pbem.service.vacation import ToldGame, come_back, leave


class Filed(NamedTuple):
    """The receipt of a mail that was filed, whose seat it was, and what the player's other games are to be told."""

    receipt: Receipt
    player: str
    elsewhere: Elsewhere | None


def tell_elsewhere(context: ServiceContext, filed: Filed) -> Receipt:
    """Tell the other games, and return the receipt with what they said. Told again they change nothing."""
    receipt, player, elsewhere = filed
    if elsewhere is None:
        return receipt
    try:
        if elsewhere.until:
            told = leave(context, player, elsewhere.until, elsewhere.why)
        else:
            told = come_back(context, player, elsewhere.why)
    except ActRefused as e:
        return replace(receipt, notes=[*receipt.notes, f"your other games were not told: {e}"])
    others = [game for game in told if (game.stream, game.seat) != (receipt.stream, receipt.seat)]
    return replace(receipt, notes=[*receipt.notes, *_notes(others, "away" if elsewhere.until else "back")])


def _notes(told: Sequence[ToldGame], what: str) -> list[str]:
    """Which games were told, and which were not, and why."""
    heard = [f"{game.stream} ({game.seat})" for game in told if not game.refused]
    more = ". `not absent anywhere` says that you are back" if what == "away" else ""
    notes = [f"it was said of your other games, too, that you are {what}: {', '.join(heard) or 'there is none'}{more}"]
    return [*notes, *(f"{game.stream} ({game.seat}) was not told: {game.refused}" for game in told if game.refused)]

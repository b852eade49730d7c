"""Admirals without a player. They write orders as a player would: words, through the same parser, from what one seat knows."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.game.protocol import Bot, Chance
from pbem.games.wet_thrust.bots.admiral import Admiral
from pbem.games.wet_thrust.bots.air_planner import AirPlanner
from pbem.games.wet_thrust.bots.bot_orders import ship_lines
from pbem.games.wet_thrust.bots.random_bot import random_orders
from pbem.games.wet_thrust.bots.task import BotStyle
from pbem.games.wet_thrust.model.state import State

STEADY = BotStyle(care=0.8, eager=0.08, spread=0.5, worn=0.7, ram=False, mass=True)
BOLD = BotStyle(care=0.35, eager=0.2, spread=0.2, worn=2.0, ram=True, mass=False)


def _admiral(style: BotStyle) -> Bot[State]:
    """A bot that commands all a seat's units in one style; it leaves nothing to chance."""

    def bot(known: State, chance: Chance) -> str:
        return "" if known.over else "\n\n".join(_blocks(known, style))

    return bot


def _blocks(known: State, style: BotStyle) -> Iterator[str]:
    admiral = Admiral(known, style)
    plans = admiral.decide()
    air = AirPlanner(admiral)
    air.decide()
    if known.is_senior and len(admiral.surface) > 1:
        yield f"FLEET: FIREORDER {', '.join(ship.id for ship in admiral.by_worth)}"
    for ship in known.mine():
        if admiral.obeys(ship):
            yield "\n".join([f"{ship.id}:", *ship_lines(admiral, air, ship, plans[ship.id])])
    for squadron in known.my_squadrons():
        if squadron.id in air.aims:
            yield f"{squadron.id}: {air.aims[squadron.id]}"


BOTS: dict[str, Bot[State]] = {"steady": _admiral(STEADY), "bold": _admiral(BOLD), "random": random_orders}
"""The first is the strongest."""

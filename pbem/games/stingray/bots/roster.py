"""Commanders without a player. They write orders as a player would, through the same parser, and know what their seat knows."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.game.protocol import Bot, Chance
from pbem.games.stingray.bots.fish_commander import Shoal
from pbem.games.stingray.bots.random_bot import random_orders
from pbem.games.stingray.bots.sub_commander import StingrayCrew
from pbem.games.stingray.bots.supersub import supersub_block
from pbem.games.stingray.bots.tactics import BotStyle
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import AQUAPHIBIANS, MK7, MK61

STEADY = BotStyle(
    fish_near=8,
    mk61_near=14,
    mk7_near=7,
    caution=1.0,
    rams=0.5,
    arming=1,
    loadout=(MK61, MK61),
    flees=4,
    homes=True,
)
BOLD = BotStyle(
    fish_near=2,
    mk61_near=7,
    mk7_near=3,
    caution=0.4,
    rams=2.5,
    arming=1,
    loadout=(MK61, MK7),
    flees=0,
    homes=False,
)


def _commander(style: BotStyle) -> Bot[State]:
    """A bot that commands all a seat's vessels in one style; it leaves nothing to chance."""

    def bot(known: State, chance: Chance) -> str:
        return "" if known.over else "\n\n".join(_blocks(known, style))

    return bot


def _blocks(known: State, style: BotStyle) -> Iterator[str]:
    if known.side == AQUAPHIBIANS:
        yield from Shoal(known, style).blocks()
        return
    for vessel in known.mine():
        if vessel.vessel_class == "SS":
            yield supersub_block(known, vessel, style)
        elif not vessel.crew_dead:
            yield StingrayCrew(known, vessel, style).block()


BOTS: dict[str, Bot[State]] = {"steady": _commander(STEADY), "bold": _commander(BOLD), "random": random_orders}
"""The first is the strongest."""

"""Commanders without a player. They write orders as a player would: words, through the same parser, from a view of one seat."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.game.protocol import Bot, Chance
from pbem.games.stingray.bots.fish_commander import Shoal
from pbem.games.stingray.bots.random_bot import random_orders
from pbem.games.stingray.bots.sub_commander import StingrayCrew
from pbem.games.stingray.bots.supersub import supersub_block
from pbem.games.stingray.bots.tactics import BotStyle
from pbem.games.stingray.model.tables import AQUAPHIBIANS, MK7, MK61
from pbem.games.stingray.model.view import View

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


def _commander(style: BotStyle) -> Bot[View]:
    """A bot that commands all a seat's vessels in one style; it leaves nothing to chance."""

    def bot(view: View, chance: Chance) -> str:
        return "" if view.over else "\n\n".join(_blocks(view, style))

    return bot


def _blocks(view: View, style: BotStyle) -> Iterator[str]:
    if view.side == AQUAPHIBIANS:
        yield from Shoal(view, style).blocks()
        return
    for vessel in view.mine():
        if vessel.vessel_class == "SS":
            yield supersub_block(view, vessel, style)
        elif not vessel.crew_dead:
            yield StingrayCrew(view, vessel, style).block()


BOTS: dict[str, Bot[View]] = {"steady": _commander(STEADY), "bold": _commander(BOLD), "random": random_orders}
"""The first is the strongest."""

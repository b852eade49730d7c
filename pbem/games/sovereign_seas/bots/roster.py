"""Admirals without a player. They write orders as a player would: words, through the same parser, from what one seat knows."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.game.protocol import Bot, Chance
from pbem.games.sovereign_seas.bots.admiral import Admiral
from pbem.games.sovereign_seas.bots.captain import BotStyle, Captain, Plan
from pbem.games.sovereign_seas.bots.random_bot import random_orders
from pbem.games.sovereign_seas.model.state import Ship, State
from pbem.games.sovereign_seas.model.tables import MERCHANT
from pbem.games.sovereign_seas.planning.tactics import fleets, take

LINE = BotStyle(station=4.0, care=0.7, ram=1.2, eager=0.6)
RAM = BotStyle(station=0.0, care=0.7, ram=1.6, eager=0.8)
TARGETS = 3
"""Enemies named in a FIRE line; after them a gun takes any."""


def _admiral(style: BotStyle) -> Bot[State]:
    """A bot that commands all a seat's ships in one style; it leaves nothing to chance."""

    def bot(known: State, chance: Chance) -> str:
        if known.over:
            return ""
        return "\n\n".join(_set_up(known) if known.stage else _blocks(known, style))

    return bot


# ---------------------------------------------------------------- set-up


def _set_up(known: State) -> Iterator[str]:
    """E: the printed positions are good ones. A convoy that steams north is taken from astern, where its escorts are fewest.

    SSL-O6.1: as many central battery ironclads as the points allow, then as many of each lesser type.
    """
    task = known.stage.get(known.side, "") if known.is_senior else ""
    order = "CARRY ON"
    if task == "ENTER":
        order = "ENTER S"
    elif task == "TAKE" and (legal := fleets(known)):
        order = take(max(legal, key=lambda fleet: list(fleet.values())))
    yield f"FLEET: {order}"


# ---------------------------------------------------------------- a turn


def _blocks(known: State, style: BotStyle) -> Iterator[str]:
    admiral = Admiral(known, style)
    plans = admiral.decide()
    line = " ".join(ship.id for ship in admiral.line)
    if known.is_senior:
        yield f"FLEET: SEQ {line}" if line else "FLEET: CARRY ON"
    for ship in known.mine():
        lines = [] if admiral.adrift(ship) else list(_helm(ship, plans[ship.id]))
        lines += _guns(admiral.captain(ship), plans[ship.id])
        yield "\n".join([f"{ship.id}:", *lines])


def _helm(ship: Ship, plan: Plan) -> Iterator[str]:
    """Speed and course. Merchantmen may leave the map."""
    yield f"SPEED MATCH {plan.match}" if plan.match else f"SPEED {plan.track.speed}"
    if plan.contact > 1:
        yield f"WHEN IMP {plan.contact} DO {plan.helm}"
    elif any(line.startswith("WHEN") for line in ship.standing):
        yield "CLEAR WHEN"
    if plan.helm and plan.contact <= 1:
        yield plan.helm
    elif plan.track.letters:
        yield f"MOVE {plan.track.letters}"
    if ship.printed.type in MERCHANT:
        yield "EXIT ON"


def _guns(captain: Captain, plan: Plan) -> Iterator[str]:
    """When to fire and at whom: in the impulse that promises most, or before if it comes to the same range."""
    moment = captain.moment(plan.track)
    if not moment:
        if captain.ship.living():
            yield f"OPEN IMP {captain.known.impulses}"
        return
    impulse, range, guns = moment
    until = f"-{captain.known.impulses}" if impulse < captain.known.impulses else ""
    yield f"OPEN IMP {impulse}{until} BEAR {guns}"
    yield f"OPEN RANGE {max(1, range)} BEAR {guns}"
    for code, foes in captain.targets(plan.track, impulse).items():
        yield f"FIRE {code} AT {', '.join(foes[:TARGETS])}"


BOTS: dict[str, Bot[State]] = {"ram": _admiral(RAM), "line": _admiral(LINE), "random": random_orders}
"""The first is the strongest in fleets; in duels the two with a plan are about even."""

"""Captains without a player. They write orders as a player would: words, through the same parser, of what their seat knows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pbem.core.game.protocol import Bot, Chance
from pbem.core.game.random_orders import some, taken
from pbem.core.geometry.hexes import at, distance, label
from pbem.core.orders.parts import Draw
from pbem.games.star_navy.bots.tactics import (
    BotStyle,
    Plan,
    best_shot,
    choose_target,
    drift,
    free_run,
    guess,
    hurt,
    in_danger,
    plan_for,
    safest_turn,
    wise_turn,
)
from pbem.games.star_navy.language.stored import MAX_ALTERNATIVES
from pbem.games.star_navy.model.orders import ALTERNATIVE, ENGINE_ITEM, JUMPS, POLICIES, SETUPS
from pbem.games.star_navy.model.reserved_words import ENGINE_SLOTS
from pbem.games.star_navy.model.ships import READY, Console, Ship
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.orders.parse import ORDERS

AGGRESSIVE = BotStyle(near=2, reach=(6, 6, 6, 6, 9, 12), speeds=(4, 2, 2), keep=6, loadout="T T T T", boards=True, flees=0)
CAUTIOUS = BotStyle(near=6, reach=(6, 6, 6, 7, 9, 12), speeds=(3, 3, 3), keep=4, loadout="L L T C", boards=False, flees=1)
DUEL = "first-blood"
DUEL_LOADOUT = "L L L C"
"""SN-S2 is decided by the first volley that goes deep into one section; elsewhere torpedoes do more, at any range."""
SIDES = {-1: "L", 1: "R"}
LAST_TURN = 6
JUMPS_ONCE_IN = 12
HABITS_ONCE_IN = 6
BADLY_HURT = 24
"""Points after which even a careful captain sends their marines."""


@dataclass
class Captain:
    """One ship's captain for one deadline."""

    known: State
    ship: Ship
    style: BotStyle

    @property
    def console(self) -> Console:
        """What the captain has before them."""
        return self.ship.console

    def orders(self) -> str:
        """The ship's block."""
        lines = [f"{self.ship.id}:", *self._setup()]
        if self.known.enemies():
            plan, first = plan_for(self.ship), self.known.next_turn[1]
            for turn in range(first, 7 if self.known.by_cycle else first + 1):
                plan.hex = drift(plan.hex, plan.heading, self.console.speed, turn)
                lines.append(f"T{turn} {self._chain(plan, turn)}")
                if turn == 6:
                    lines += self._engine(plan)
        return "\n".join(lines)

    def _setup(self) -> list[str]:
        """SN-2.2, 2.5: the loadout, and a speed for the distance."""
        if self.known.cycle:
            return []
        loadout = DUEL_LOADOUT if self.known.scenario == DUEL else self.style.loadout
        return [f"SETUP WEAPONS {loadout}", f"SETUP SPEED {self._speed(self.ship.hex, self.ship.heading)}"]

    def _chain(self, plan: Plan, turn: int) -> str:
        """SN-15.4: what to do after the Move phase. A cycle's plan holds one manoeuvre a turn, so that the next fits it."""
        if in_danger(self.known, plan) and plan.can_turn:
            return self._turn(plan, safest_turn(self.known, plan))
        foe = choose_target(self.known, plan.hex)
        change = wise_turn(self.known, self.style, plan, foe, turn)
        points, section = best_shot(plan, plan.hex, plan.heading, guess(foe, self.known.next_turn[1], turn))
        shots = [*self._shots(plan, foe, turn, section), *self._specials(plan, foe)]
        far = [f"FIRE ANY AT {foe.id}, ANY WITHIN {self.style.reach[5]}"]
        if not self.known.by_cycle:
            steer = [f"TURN {SIDES[change]}"] if change else []
            return " ELSE ".join([*shots[: MAX_ALTERNATIVES - 2], *steer, *far])
        if change and not self._worthwhile(points, plan, foe, turn):
            return self._turn(plan, change)
        if section:  # it will have fired by then
            plan.energy -= min(plan.energy, plan.ready.pop(section).weapons)
        return " ELSE ".join([*shots[: MAX_ALTERNATIVES - 1], *far])

    def _turn(self, plan: Plan, change: int) -> str:
        plan.heading = (plan.heading + change) % 6
        plan.energy -= plan.turn_cost
        plan.thrusters -= plan.turn_cost
        return f"TURN {SIDES[change]}"

    def _worthwhile(self, points: float, plan: Plan, foe: Ship, turn: int) -> bool:
        range = distance(plan.hex, guess(foe, self.known.next_turn[1], turn))
        return points > 0 and range <= self.style.reach[turn - 1]

    def _shots(self, plan: Plan, foe: Ship, turn: int, best: str) -> Iterator[str]:
        """Lasers wait until they bite; the other weapons fire from farther away, the expected section first."""
        reach = self.style.reach[turn - 1]
        kinds = {section.weapon for section in plan.ready.values()}
        if best and plan.ready[best].weapon != "L":
            yield f"FIRE {best} AT {foe.id} WITHIN {max(reach, 8)}"
        if kinds:
            yield f"FIRE ANY AT {foe.id}, ANY WITHIN {reach if 'L' in kinds else max(reach, 8)}"

    def _specials(self, plan: Plan, foe: Ship) -> Iterator[str]:
        """Marines for a ship that can be had, a mine for one that follows."""
        weak = self.style.boards and foe.printed.marines <= self.console.marines
        if self.console.marine_status == READY and self.console.marines and (weak or hurt(foe) >= BADLY_HURT):
            yield f"BOARD {foe.id}"
        if self.console.mines:
            yield f"MINE IF ARC R {foe.id} AND RANGE {foe.id} <= 5"

    def _engine(self, plan: Plan) -> list[str]:
        """SN-10.2: what the capacitors cannot take over is spent first; shields before the reserve."""
        speed = self._speed(plan.hex, plan.heading)
        lines = [
            f"E1 SPEED {speed}; SHIELDS ALL; KEEP {self.console.capacitors}",
            f"E2 SPEED {speed}; SHIELDS ALL; KEEP {self.style.keep}",
        ]
        # SN-S2: whoever leaves the duel has lost it.
        if self.style.flees and self.console.isds and self.known.scenario != DUEL:
            lines.append(f"JUMP LEAVE IF INTEGRITY <= {self.style.flees}")
        return lines

    def _speed(self, hex: tuple[int, int], heading: int) -> int:
        """Fast towards a distant enemy, slow in a fight and where the way ends soon."""
        range = distance(hex, choose_target(self.known, hex).hex)
        far, middle, near = self.style.speeds
        wanted = far if range > 10 else middle if range > 4 else near
        return min(wanted, max(1, free_run(self.known, hex, heading) - 1))


def _crew(style: BotStyle) -> Bot[State]:
    """A bot that commands all its ships in one style."""

    def bot(known: State, chance: Chance) -> str:
        return "\n\n".join(Captain(known, ship, style).orders() for ship in known.mine() if not known.over)

    return bot


# ---------------------------------------------------------------- orders at random


def random_orders(known: State, chance: Chance) -> str:
    """All that the language has, whatever it may be good for."""
    foes = [ship.id for ship in known.enemies()]
    if known.over or not foes:
        return ""
    hexes = [label(at(1 + chance(known.columns), 1 + chance(known.rows))) for _ in range(4)]
    draw = Draw(chance, {"foe": foes, "hex": hexes})
    blocks = {ship.id: list(_random_lines(known, draw)) for ship in known.mine()}
    return taken(ORDERS, known, known.reader or "", blocks)


def _random_lines(known: State, draw: Draw) -> Iterator[str]:
    """A block of orders. Ships leave seldom: else there would soon be nobody to fight."""
    first = known.next_turn[1]
    if not known.cycle:
        yield from some(SETUPS, draw, 3)
    for turn in range(first, 7 if known.by_cycle else first + 1):
        chain = list(some(ALTERNATIVE, draw, 4))
        if chain:
            yield f"T{turn} {' ELSE '.join(chain)}"
    if known.by_cycle or first == LAST_TURN:
        for slot in ENGINE_SLOTS:
            yield from (f"{slot} {item}" for item in some(ENGINE_ITEM, draw, 3))
        if draw.chance(JUMPS_ONCE_IN) == 0:
            yield from some(JUMPS, draw, 1)
    if draw.chance(HABITS_ONCE_IN) == 0:
        yield from some(POLICIES, draw, 1)
        yield from (f"STANDING {command}" for command in some(ALTERNATIVE, draw, 1))


BOTS: dict[str, Bot[State]] = {
    "cautious": _crew(CAUTIOUS),
    "aggressive": _crew(AGGRESSIVE),
    "random": random_orders,
}

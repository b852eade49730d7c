"""A battle to put ships into, order by order and die by die."""

from __future__ import annotations

from typing import Any

from events.base import Draft
from events.star_navy.opening import ShipEntered, ShipFitted
from events.star_navy.orders import OrderLapsed, OrdersStored
from pbem.core.dice.fair_dice import ScriptedDice
from pbem.core.game.turn import Turn
from pbem.core.geometry.hexes import DIRECTIONS, label, parse_label
from pbem.core.texts.envelope import OrderSheet
from pbem.games.star_navy import STAR_NAVY
from pbem.games.star_navy.language.slate import Slate
from pbem.games.star_navy.model.ships import Ship
from pbem.games.star_navy.model.state import Mine, State
from pbem.games.star_navy.model.tables import CLASSES, SECTIONS
from tests.rulebook.told import envelope, only, rolled, told

__all__ = ["envelope", "only", "rolled", "told"]


class Battle:
    """A game whose state a test arranges; `play` resolves one deadline with canonical orders and exactly these dice.

    BLUE's AAA and RED's BBB are far apart and stand still until a test says otherwise.
    """

    def __init__(self, a: str = "CA", b: str = "CA", scenario: str = "open-space", **options: Any) -> None:
        opening = Turn(STAR_NAVY.rules.apply, STAR_NAVY.rules.blank(), ScriptedDice([]), 0)
        STAR_NAVY.rules.setup(opening, scenario, STAR_NAVY.scenarios.options(scenario, options))
        self.state: State = opening.state
        self.number = 0
        if scenario == "open-space":
            self.state.ships.clear()
            self.a = self.add("AAA", a, "BLUE", "2020")
            self.b = self.add("BBB", b, "RED", "8080", "S")
        self.next(1)

    def add(self, name: str, ship_class: str, side: str, hex: str, heading: str = "N", **changes: Any) -> Ship:
        """One ship more, in roster order; speed 0 unless changed."""
        if side not in self.state.seats.values():
            self.state.seats[side.lower()] = side
        entered = ShipEntered(name, ship_class, side, side.lower(), hex, DIRECTIONS.index(heading), 0)
        for event in (entered, ShipFitted(name, CLASSES[ship_class].loadout, 0), OrdersStored(name, {}, "", {})):
            STAR_NAVY.rules.apply(self.state, event)
        ship = self.state.ships[name]
        sides = self.state.sides
        roster = sorted(self.state.ships.values(), key=lambda s: (sides.index(s.original_side), s.id))
        self.state.ships = {s.id: s for s in roster}
        return self.put(ship, hex, heading, **changes)

    def put(self, ship: Ship, hex: str, heading: str = "N", **changes: Any) -> Ship:
        """Place a ship, and change whatever else."""
        ship.hex, ship.heading = parse_label(hex), DIRECTIONS.index(heading)
        return change(ship, **changes)

    def mine(self, hex: str, side: str = "RED") -> Mine:
        """A mine on the map."""
        self.state.mines_laid += 1
        self.state.mines.append(Mine(self.state.mines_laid, parse_label(hex), "BBB", side))
        return self.state.mines[-1]

    def next(self, turn: int, cycle: int = 1) -> Battle:
        """The next turn played will be this one."""
        self.state.cycle, self.state.turn = (cycle, turn - 1) if turn > 1 else (cycle - 1, 6)
        if self.state.cycle == 0:
            self.state.turn = 0
        return self

    def play(self, dice: str = "", **orders: str) -> list[Draft]:
        """One deadline. Orders by ship, lines separated by `;` or newlines; ships without orders keep what stands."""
        sheets: dict[str, OrderSheet] = {}
        for seat in self.state.seats:
            own = [s for s in self.state.living() if s.seat == seat]
            stands = {s.id: orders[s.id].split("\n") if s.id in orders else Slate.of(s).lines() for s in own}
            sheets[seat] = OrderSheet({name: [x.strip() for x in lines if x.strip()] for name, lines in stands.items()})
        script = ScriptedDice(int(face) for face in dice.split())
        self.number += 1
        turn = Turn(STAR_NAVY.rules.apply, self.state, script, self.number)
        STAR_NAVY.rules.resolve(turn, sheets)
        assert script.left == [], f"dice left over: {script.left}"
        return turn.drafts

    def hex(self, name: str) -> str:
        """Where a ship is."""
        return label(self.state.ships[name].hex)


def change(ship: Ship, **changes: Any) -> Ship:
    """Change whatever lies open of a ship or stands on its console."""
    for name, value in changes.items():
        setattr(ship if name in vars(ship) else ship.console, name, value)
    return ship


def lapsed(drafts: list[Draft]) -> list[str]:
    """Why orders lapsed."""
    return [e.why for e in told(drafts, OrderLapsed)]


def shields_down(ship: Ship, **active: int) -> Ship:
    """No active shields but these."""
    for name in SECTIONS:
        ship.console.sections[name].active = active.get(name, 0)
    return ship


def fit(ship: Ship, **weapons: str) -> Ship:
    """Give sections these weapon types."""
    for name, weapon in weapons.items():
        ship.console.sections[name].weapon = weapon
    return ship

"""What the resolution of a turn costs: Star Navy's rules, and the service around them, beside `diplomacy`.

A battle of two sides of 15 ships, each ship with a random command that has conditions and alternatives; a round plays one
cycle of six turns, the last with its Engine phase. diplomacy: seven powers, a random possible order for each unit,
`process()` of movement phases. Orders are read from mails (`parse`, `set_orders`) beforehand; their cost is shown apart.
In the service a turn is closed whole: read and fold about 400 events with their chain, resolve, encode, chain, append with
`synchronous=FULL`, open the next turn with the Merkle root of its dice. Reports are rendered apart, for one seat.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import common as c
from diplomacy import Game as Diplomacy

from events.base import EVERYONE
from events.star_navy import FieldSet, ShipEntered, ShipFitted
from events.store import Store
from pbem.core.dice import FairDice
from pbem.core.game import Scenario, Seat, Turn
from pbem.games.star_navy import StarNavy, grammar, lock
from pbem.games.star_navy.state import Ship, State
from pbem.games.star_navy.tables import CLASSES
from pbem.present.png import to_png
from pbem.present.report import to_html, to_text
from pbem.present.svg import to_svg
from pbem.service.closing import close_turn
from pbem.service.loading import load as record
from pbem.service.opening import open_game
from pbem.service.orders import file_orders
from pbem.service.publish import MAP_WIDTH
from pbem.service.reports import turn_report
from pbem.service.room import Room

SHIPS = 15
SIDES = {"blue": "BLUE", "red": "RED"}
TURNS = 6
PLAYED = 1
"""Turns that a stream has behind it when its next one is closed and timed: about 400 events."""
DAY = timedelta(days=1)


# ---------------------------------------------------------------- the battle


class Battle(StarNavy):
    """Star Navy with a scenario of its own: two lines of 15 ships of all classes, 7 to 9 hexes apart."""

    scenarios = {"battle": Scenario("battle", "Battle", "Two lines of fifteen ships")}

    def options(self, scenario: str, given: Any) -> dict[str, Any]:
        return super().options("open-space", given)

    def seats(self, scenario: str, options: Any) -> list[Seat]:
        return [Seat(seat, side, side.title()) for seat, side in SIDES.items()]

    def setup(self, turn: Turn[State], scenario: str, options: Any) -> None:
        turn.phase("Set-up")
        turn.emit(FieldSet(scenario, dict(options), dict(SIDES), 99, 99, "floating", [], ["5049", "5250"], 3, 48), "SN-2.6")
        for seat, row, heading in (("blue", 54, 0), ("red", 46, 3)):
            for n in range(SHIPS):
                self._enter(turn, f"{SIDES[seat][0]}{n + 1}", seat, f"{40 + n}{row + n % 2}", heading)

    def _enter(self, turn: Turn[State], ship: str, seat: str, hex: str, heading: int) -> None:
        ship_class = list(CLASSES)[len(turn.state.ships) % len(CLASSES)]
        turn.emit(ShipEntered(ship, ship_class, SIDES[seat], seat, hex, heading, 0), "SN-2.1")
        turn.emit(ShipFitted(ship, dict(CLASSES[ship_class].loadout), 3), "SN-2.7", SIDES[seat])


BATTLE = Battle()


def mail(state: State, seat: str, rnd: random.Random) -> str:
    """A command for each ship of the seat, and before the Engine phase two engine orders."""
    own = [ship for ship in state.living() if ship.seat == seat]
    enemies = [ship.id for ship in state.living() if ship.seat != seat]
    return "\n".join(line for ship in own for line in block(state, ship, enemies, rnd))


def block(state: State, ship: Ship, enemies: list[str], rnd: random.Random) -> Iterator[str]:
    a, b = rnd.sample(enemies, 2)
    section, side, number = rnd.choice(("F", "LF", "RF")), rnd.choice("LR"), rnd.randrange(1, 6)
    weapons = rnd.randint(1, ship.printed.sections[section].weapons)
    yield f"{ship.id}:"
    yield "  " + rnd.choice(
        (
            f"FIRE ANY AT {a}, {b}, ANY IF ENERGY >= {number} ELSE TURN {side}",
            f"FIRE {section} AT {a}, ANY WITHIN {9 + number} ELSE FIRE ANY ELSE TURN {side} IF RANGE {a} > {number}",
            f"FIRE {section} {weapons} AT ANY IF SHIELDS {section} < 5 ELSE FIRE ANY AT {b}, ANY WITHIN 12",
            f"TURN {side} IF INTEGRITY <= 2 AND RANGE {a} <= {number} ELSE FIRE ANY AT {a}, ANY ELSE MINE",
            f"BOARD {a}, ANY RETREAT BELOW 2 IF RANGE {a} <= 3 ELSE FIRE {section}",
        )
    )
    if state.turn == TURNS - 1:
        yield f"  E1 SHIELDS EVEN {number}"
        yield f"  E2 SPEED {rnd.choice('+-')}1; SHIELDS MIN 2; KEEP {number}"


# ---------------------------------------------------------------- in process


@dataclass
class Cost:
    """Seconds and orders of some turns."""

    seconds: list[float] = field(default_factory=list)
    reading: list[float] = field(default_factory=list)
    orders: list[int] = field(default_factory=list)

    @property
    def per_order(self) -> float:
        """Microseconds."""
        return 1e6 * sum(self.seconds) / sum(self.orders)

    @property
    def reading_per_order(self) -> float:
        """Microseconds."""
        return 1e6 * sum(self.reading) / sum(self.orders)


def forget_orders() -> None:
    """As in life, no order has been seen before: what was read of earlier ones is thrown away."""
    for cached in (grammar.read_chain, grammar.read_engine, grammar.read_jump, lock._read):
        cached.cache_clear()


def star_navy(seed: int) -> Cost:
    """One cycle of the battle: six turns. A ship counts as one order, whatever its engine orders."""
    rnd, cost, state = random.Random(seed), Cost(), BATTLE.blank()
    key = sha256(f"battle {seed}".encode()).digest()
    BATTLE.setup(Turn(BATTLE, state, FairDice(key, 0, ""), 0), "battle", BATTLE.options("battle", {}))
    for number in range(1, TURNS + 1):
        mails = {seat: mail(state, seat, rnd) for seat in SIDES}
        empty = {seat: BATTLE.sheet(state, seat) for seat in SIDES}
        parsed = {}
        cost.reading.append(
            c.seconds(lambda: parsed.update({s: BATTLE.parse(state, s, mails[s], empty[s]) for s in SIDES}))  # noqa: B023
        )
        if problems := [str(problem) for each in parsed.values() for problem in each.problems]:
            raise SystemExit(f"the battle's orders have problems: {problems[:3]}")
        cost.orders.append(len(state.living()))
        turn = Turn(BATTLE, state, FairDice(key, number, sha256(str(seed).encode()).hexdigest()), number)
        sheets = {seat: each.sheet for seat, each in parsed.items()}
        cost.seconds.append(c.seconds(lambda: BATTLE.resolve(turn, sheets)))  # noqa: B023
    return cost


def diplomacy(seed: int, phases: int = 60) -> Cost:
    """So many movement phases of a game of seven powers; retreats and adjustments between them are not timed."""
    rnd, cost, game = random.Random(seed), Cost(), Diplomacy()
    while len(cost.seconds) < phases:
        if game.is_game_done:
            game = Diplomacy()
        possible = game.get_all_possible_orders()
        chosen = {p: [rnd.choice(possible[at]) for at in game.get_orderable_locations(p) if possible[at]] for p in game.powers}
        moving = game.get_current_phase().endswith("M")
        reading = c.seconds(lambda: [game.set_orders(power, orders) for power, orders in chosen.items()])  # noqa: B023
        processing = c.seconds(game.process)
        if moving:
            cost.reading.append(reading)
            cost.seconds.append(processing)
            cost.orders.append(sum(map(len, chosen.values())))
    return cost


# ---------------------------------------------------------------- the whole service


class Service:
    """A room on a scratch disk, and games in it whose next turn waits to be closed."""

    def __init__(self, folder: Path) -> None:
        self.at = datetime(2026, 1, 1, 18, tzinfo=UTC)
        self.rnd = random.Random(5)
        self.room = Room(Store(folder / "log.db"), {Battle.key: BATTLE}, lambda: self.at, self.rnd.randbytes, b"secret")

    def opened(self) -> str:
        """A game with `PLAYED` turns behind it and all orders in."""
        stream = open_game(self.room, Battle.key, "battle", players={"blue": "p1", "red": "p2"})
        for turn in range(1, PLAYED + 1):
            self.order(stream)
            close_turn(self.room, stream, turn)
        self.order(stream)
        return stream

    def order(self, stream: str) -> None:
        state = record(self.room, stream).state
        for seat in SIDES:
            text = mail(state, seat, self.rnd)
            source = sha256(text.encode()).hexdigest()
            if (receipt := file_orders(self.room, stream, seat, text, source)).problems:
                raise SystemExit(f"orders refused: {receipt.problems[:3]}")



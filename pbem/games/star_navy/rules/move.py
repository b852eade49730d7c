"""SN-4 and SN-13: the Move phase, the edge of the map, mines, asteroids and planets."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from events.base import EVERYONE
from events.star_navy.movement import AsteroidHit, HeldAtEdge, MapShifted, MineExploded, MineHit, Moved, ShipDestroyed
from pbem.core.game.turn import Turn
from pbem.core.geometry.hexes import Hex, column_row, step
from pbem.games.star_navy.model.geometry import Orientation, around, label_of, orientation, section_by_die, section_hit
from pbem.games.star_navy.model.ships import Ship
from pbem.games.star_navy.model.state import Mine, State
from pbem.games.star_navy.model.tables import MINE_POINTS, MOVE_CHART
from pbem.games.star_navy.rules.damage import Batch, resolve_damage

SPAN = 90
"""SN-13.10: ships and mines further apart than this do not let the sheet be shifted."""
MIDDLE = 50
BOW = Orientation("ONE", "F")
"""SN-13.4: asteroids strike from ahead."""


def move_phase(turn: Turn[State]) -> None:
    """Steps M1 to M7 (SN-3.2)."""
    turn.phase("Move")
    moved = strike_planets(turn, sail(turn), "SN-13.2")
    if moved:
        _hazards(turn, moved)


def sail(turn: Turn[State]) -> list[Ship]:
    """M1, M2. SN-4.1: whoever's marked speed moves on this turn; SN-4.2: one hex ahead, all at once; SN-4.3: no collisions."""
    state = turn.state
    ships = [ship for ship in state.living() if state.turn in MOVE_CHART[ship.console.speed]]
    goals = [step(ship.hex, ship.heading) for ship in ships]
    if all(map(state.on_map, goals)):
        return [_go(turn, ship, goal) for ship, goal in zip(ships, goals, strict=True)]
    if state.edge == "floating" and (shift := _shift(state, dict(zip((s.id for s in ships), goals, strict=True)))):
        turn.emit(MapShifted(*shift), "SN-13.10", EVERYONE)
    return [ship for ship in ships if _go_or_stay(turn, ship)]


def _go(turn: Turn[State], ship: Ship, goal: Hex) -> Ship:
    turn.emit(Moved(ship.id, label_of(ship.hex), label_of(goal)), "SN-4.2", EVERYONE)
    return ship


def _go_or_stay(turn: Turn[State], ship: Ship) -> bool:
    """SN-13.8: what the edge does to a ship that would leave: SN-13.9 and SN-13.10 hold it, SN-13.11 destroys it."""
    state, goal = turn.state, step(ship.hex, ship.heading)
    if state.on_map(goal):
        _go(turn, ship, goal)
        return True
    if state.edge == "solid":
        turn.emit(ShipDestroyed(ship.id, label_of(ship.hex), "edge"), "SN-13.11", EVERYONE)
    else:
        rule = "SN-13.9" if state.edge == "sticky" else "SN-13.10"
        turn.emit(HeldAtEdge(ship.id, label_of(ship.hex)), rule, EVERYONE)
    return False


def _shift(state: State, goals: dict[str, Hex]) -> tuple[int, int] | None:
    """SN-13.10: columns and rows to add, so that the middle of all ships (after the moves) and mines is near 5050."""
    hexes = [goals.get(ship.id, ship.hex) for ship in state.living()] + [mine.hex for mine in state.mines]
    places = [column_row(hex) for hex in hexes]
    columns, rows = [c for c, _ in places], [r for _, r in places]
    if max(columns) - min(columns) > SPAN or max(rows) - min(rows) > SPAN:
        return None
    dc = 2 * int((MIDDLE - (min(columns) + max(columns)) / 2) / 2)
    dr = int(MIDDLE - (min(rows) + max(rows)) / 2)
    return dc, dr


def strike_planets(turn: Turn[State], moved: list[Ship], rule: str) -> list[Ship]:
    """M3, M4. SN-13.1, SN-13.2: a planet destroys, before mines and asteroids, and the ship sets off no mine."""
    planets = turn.state.planets
    for ship in moved:
        if ship.hex in planets:
            turn.emit(ShipDestroyed(ship.id, label_of(ship.hex), "planet"), rule, EVERYONE)
    return [ship for ship in moved if ship.hex not in planets]


def arrive(turn: Turn[State], arrived: list[Ship]) -> None:
    """SN-11.9: the hex where a jump ends counts as moved into."""
    moved = strike_planets(turn, arrived, "SN-11.9")
    if moved:
        _hazards(turn, moved)


def _hazards(turn: Turn[State], moved: list[Ship]) -> None:
    """M5 to M7. SN-4.8: asteroid dice follow all mine dice; SN-4.9: the damage of both is added, then resolved."""
    batch = Batch()
    _mines(turn, moved, batch)
    _asteroids(turn, moved, batch)
    if batch.points:
        resolve_damage(turn, batch)


def _mines(turn: Turn[State], moved: Collection[Ship], batch: Batch) -> None:
    """Step M5."""
    for mine in set_off(turn.state, moved):
        _explode(turn, mine, [ship.id for ship in moved if ship.hex in around(mine.hex)], batch)


def set_off(state: State, moved: Iterable[Ship]) -> list[Mine]:
    """SN-4.4: armed mines (SN-7.18) near a ship that changed hex, friend or foe; all are decided on the same positions."""
    hexes = {ship.hex for ship in moved}
    armed = [mine for mine in state.mines if mine.number <= state.mines_armed]
    return [mine for mine in armed if not hexes.isdisjoint(around(mine.hex))]


def _explode(turn: Turn[State], mine: Mine, by: list[str], batch: Batch) -> None:
    """SN-4.5: every living ship within one hex, once, 12 points, then it is gone; SN-13.6: in asteroids just so."""
    turn.emit(MineExploded(mine.id, label_of(mine.hex), by), "SN-4.4", EVERYONE)
    for ship in turn.state.living():
        if ship.hex not in around(mine.hex):
            continue
        same = ship.hex == mine.hex
        rule = "SN-4.7" if same else "SN-4.6"
        die = turn.roll(1, 6, f"mine_section {mine.id} at {ship.id}", rule, EVERYONE)[0]
        section = section_by_die(die) if same else section_hit(orientation(ship.hex, ship.heading, mine.hex), die)
        turn.emit(MineHit(mine.id, ship.id, die, section, MINE_POINTS), rule, EVERYONE)
        batch.add(ship.id, section, MINE_POINTS, mine.side)


def grazed(state: State, moved: Iterable[Ship]) -> list[tuple[Ship, int]]:
    """SN-13.3, SN-13.4: half the speed, rounded up, to whoever changed hex into asteroids; speed 0 needs no die."""
    return [(ship, (ship.console.speed + 1) // 2) for ship in moved if ship.hex in state.asteroids and ship.console.speed]


def _asteroids(turn: Turn[State], moved: Collection[Ship], batch: Batch) -> None:
    """Step M6."""
    for ship, points in grazed(turn.state, moved):
        die = turn.roll(1, 6, f"asteroid_section {ship.id}", "SN-13.4", turn.state.console_audience(ship))[0]
        section = section_hit(BOW, die)
        turn.emit(AsteroidHit(ship.id, section, points), "SN-13.4", EVERYONE)
        batch.add(ship.id, section, points, "")

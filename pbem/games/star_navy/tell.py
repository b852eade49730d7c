"""A sentence of the report for each event, in the rule book's words. Status bookkeeping is left to the consoles."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from events import star_navy as happened
from events.base import Event
from pbem.core.hexes import DIRECTIONS
from pbem.games.star_navy.console import plural, weapon_count
from pbem.games.star_navy.tables import CLASSES
from pbem.games.star_navy.view import View

Teller = Callable[[Any, View], "str | None"]

CAUSES = {
    "integrity": "its integrity is gone",
    "planet": "it ran into a planet",
    "edge": "it left the map",
}


def tell(event: Event, view: View) -> str | None:
    """What to say of an event the reader may see (SN-16.3); None for what is not worth a sentence, or not of this game."""
    return TELLERS.get(type(event), _silent)(event, view)


def _silent(event: Event, view: View) -> None:
    """Bookkeeping: the report's head and the consoles show it."""


# ---------------------------------------------------------------- words


def count(number: int, one: str, many: str = "") -> str:
    """`1 laser`, `3 lasers`, `2 torpedoes`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def _numbers(dice: Sequence[int]) -> str:
    return " ".join(str(face) for face in dice)


def _points(hits: Mapping[str, int]) -> str:
    return ", ".join(f"{section} {points}" for section, points in hits.items())


def _left(capacitors: int, engines: int) -> str:
    return f"{capacitors} left in the capacitors, {engines} in the engines"


# ---------------------------------------------------------------- set-up and orders


def _ship_entered(event: happened.ShipEntered, view: View) -> str:
    name = CLASSES[event.ship_class].name
    free = f"; it may be placed within {event.zone} hexes of it" if event.zone else ""
    return f"{event.ship} ({name}, {event.side}) is at {event.hex}, heading {DIRECTIONS[event.heading]}{free}"


def _ship_placed(event: happened.ShipPlaced, view: View) -> str:
    return f"{event.ship} is placed at {event.hex}, heading {DIRECTIONS[event.heading]}"


def _ship_fitted(event: happened.ShipFitted, view: View) -> str:
    fitted = ", ".join(f"{section} {plural(letter)}" for section, letter in event.weapons.items())
    return f"{event.ship} carries {fitted}; its speed is {event.speed}"


def _order_lapsed(event: happened.OrderLapsed, view: View) -> str:
    return f"{event.ship} {event.slot} {event.order} lapses: {event.why}".replace("  ", " ")


# ---------------------------------------------------------------- Move


def _moved(event: happened.Moved, view: View) -> str:
    return f"{event.ship} moves from {event.origin} to {event.hex}"


def _held_at_edge(event: happened.HeldAtEdge, view: View) -> str:
    return f"{event.ship} is held at the edge in {event.hex}"


def _map_shifted(event: happened.MapShifted, view: View) -> str:
    return f"the sheet is shifted: {event.columns:+d} columns and {event.rows:+d} rows are added to every label"


def _ship_destroyed(event: happened.ShipDestroyed, view: View) -> str:
    return f"{event.ship} is destroyed at {event.hex}: {CAUSES.get(event.cause, event.cause)}"


def _mine_exploded(event: happened.MineExploded, view: View) -> str:
    return f"mine {event.mine} at {event.hex} explodes"


def _mine_hit(event: happened.MineHit, view: View) -> str:
    return f"mine {event.mine} hits {event.ship}: {event.points} points, section die {event.die}: {event.section}"


def _asteroid_hit(event: happened.AsteroidHit, view: View) -> str:
    return f"{event.ship} runs into asteroids: {count(event.points, 'point')} on {event.section}"


# ---------------------------------------------------------------- Command and Resolve


def _commanded(event: happened.Commanded, view: View) -> str:
    said = event.detail or event.command.upper()
    if not event.energy:
        return f"{event.ship} {said}"
    return f"{event.ship} {said}: energy {event.energy}, {_left(event.capacitor_energy, event.engine_energy)}"


def _turned(event: happened.Turned, view: View) -> str:
    return f"{event.ship} turns to heading {DIRECTIONS[event.heading]}"


def _fired(event: happened.Fired, view: View) -> str:
    """SN-16.3: section, type, number, effective number, target, all dice, wear deduction, points per section."""
    wear = f" (wear {event.wear})" if event.weapon == "C" else ""
    asteroids = f", {event.effective} of them through the asteroids" if event.effective != event.number else ""
    head = f"{event.ship} {event.section} {weapon_count(event.number, event.weapon)}{wear} at {event.target}"
    where = f"range {event.range}, {_facing(event.orientation)}{asteroids}"
    return f"{head}, {where}: {EFFECTS[event.weapon](event) if event.effective else 'no effect'}"


def _facing(orientation: str) -> str:
    """`ONE F` -> `facing one (F)`; `TWO F RF` -> `facing two (F, RF)`; `ASKEW F RF` -> `askew (most F, lesser RF)`."""
    kind, first, *rest = orientation.split()
    if kind == "ONE":
        return f"facing one ({first})"
    return f"facing two ({first}, {rest[0]})" if kind == "TWO" else f"askew (most {first}, lesser {rest[0]})"


def _on_one_section(event: happened.Fired) -> str:
    total = sum(event.hits.values())
    if not event.section_dice:
        return f"{count(total, 'point')}"
    return f"{count(total, 'point')}, section die {_numbers(event.section_dice)}: {' '.join(event.hits)}"


def _cannons(event: happened.Fired) -> str:
    deducted = sum(event.dice) - sum(event.hits.values())
    wear = f", less {deducted} for wear" if deducted else ""
    return f"dice {_numbers(event.dice)}{wear} = {_on_one_section(event)}"


def _torpedoes(event: happened.Fired) -> str:
    hits = count(len(event.section_dice), "hit") if event.section_dice else "no hit"
    where = f", section dice {_numbers(event.section_dice)}: {_points(event.hits)}" if event.section_dice else ""
    return f"dice {_numbers(event.dice)}, {hits}{where}"


def _pulsers(event: happened.Fired) -> str:
    return f"section die {_numbers(event.section_dice)}: {_points(event.hits)}"


EFFECTS: dict[str, Callable[[happened.Fired], str]] = {
    "C": _cannons,
    "L": _on_one_section,
    "P": _pulsers,
    "T": _torpedoes,
}


def _mine_laid(event: happened.MineLaid, view: View) -> str:
    return f"{event.ship} lays mine {event.mine} at {event.hex}"


def _points_arrived(event: happened.PointsArrived, view: View) -> str | None:
    """All that others hear of damage. Who has commanded the ship throughout reads the points in what they did."""
    ship = view.ships.get(event.ship)
    if ship and view.side == ship.side == ship.original_side:
        return None
    arrive = "point arrives" if event.points == 1 else "points arrive"
    return f"{event.ship} {event.section} {event.points} {arrive}"


def _damaged(event: happened.Damaged, view: View) -> str:
    """SN-8.3: the points that were worked off; those dropped with a destroyed ship are not among them."""
    points = event.absorbed + len(event.lost)
    column = f", column {event.column}: {' '.join(event.lost)}" if event.column else ""
    return f"{event.ship} {event.section} {points}, absorbed {event.absorbed}{column}"


# ---------------------------------------------------------------- Board


def _board_order(event: happened.BoardOrder, view: View) -> str:
    return f"the boardings are fought in this order: {', '.join(event.ships)}"


def _board_attempt(event: happened.BoardAttempt, view: View) -> str:
    outcome = "they get aboard" if event.success else "its shields keep them out"
    return f"marines of {event.ship} board {event.target}, die {event.die}: {outcome}"


def _board_void(event: happened.BoardVoid, view: View) -> str:
    return f"{event.ship} does not board {event.target}: {event.why}"


def _board_round(event: happened.BoardRound, view: View) -> str:
    defence = f"defenders roll {_numbers(event.defence)}" if event.defence else "nobody defends"
    defence += f", {count(event.attackers_lost, 'attacker')} lost"
    attack = ""
    if event.attack:
        attack = f"; attackers roll {_numbers(event.attack)}, {count(event.defenders_lost, 'defender')} lost"
    return f"aboard {event.target}: {defence}{attack}"


def _retreated(event: happened.Retreated, view: View) -> str:
    return f"the marines of {event.ship} retreat from {event.target}"


def _captured(event: happened.Captured, view: View) -> str:
    return f"{event.ship} is captured by {event.by} for {event.side}"


def _crew_split(event: happened.CrewSplit, view: View) -> str:
    return f"{count(event.aboard, 'marine')} aboard {event.ship}, {event.on_prize} on the prize {event.prize}"


# ---------------------------------------------------------------- Engine phase


def _shields_raised(event: happened.ShieldsRaised, view: View) -> str:
    raised = ", ".join(f"{section} +{number}" for section, number in event.sections.items() if number)
    left = _left(event.capacitor_energy, event.engine_energy)
    return f"{event.ship} {event.slot} shields {raised or 'none'}: energy {event.energy}, {left}"


def _isd_activated(event: happened.IsdActivated, view: View) -> str:
    left = _left(event.capacitor_energy, event.engine_energy)
    return f"{event.ship} {event.slot} {count(event.number, 'ISD')} activated: energy {event.energy}, {left}"


def _speed_changed(event: happened.SpeedChanged, view: View) -> str:
    left = _left(event.capacitor_energy, event.engine_energy)
    return f"{event.ship} {event.slot} speed {event.speed}: energy {event.energy}, {left}"


def _energy_moved(event: happened.EnergyMoved, view: View) -> str:
    return f"{event.ship} holds {event.capacitor_energy} in the capacitors and {event.engine_energy} in the engines"


def _jump_attempt(event: happened.JumpAttempt, view: View) -> str:
    return f"{event.ship} attempts interstellar travel, die {event.die}: {'success' if event.success else 'failure'}"


def _jump_left(event: happened.JumpLeft, view: View) -> str:
    return f"{event.ship} leaves the region"


def _jump_placed(event: happened.JumpPlaced, view: View) -> str:
    return f"{event.ship} arrives at {event.hex}, heading {DIRECTIONS[event.heading]}"


def _jump_slid(event: happened.JumpSlid, view: View) -> str:
    return f"{event.ship} slides {count(event.hexes, 'hex', 'hexes')} towards its {event.section}, to {event.hex}"


def _jump_speed(event: happened.JumpSpeed, view: View) -> str:
    return f"{event.ship} arrives with speed {event.speed}"


# ---------------------------------------------------------------- victory


def _vp_awarded(event: happened.VpAwarded, view: View) -> str:
    why = "as the last in the region" if event.why == "region" else f"for {event.ship} {event.why}"
    return f"{event.side} scores {count(event.points, 'point')} {why}"


def _game_over(event: happened.GameOver, view: View) -> str:
    scores = ", ".join(f"{side} {points}" for side, points in event.scores.items())
    return f"{event.verdict} ({scores})" if scores else event.verdict


TELLERS: dict[type[Event], Teller] = {
    happened.FieldSet: _silent,
    happened.ShipEntered: _ship_entered,
    happened.ShipPlaced: _ship_placed,
    happened.ShipFitted: _ship_fitted,
    happened.TurnBegan: _silent,
    happened.OrdersStored: _silent,
    happened.TurnEnded: _silent,
    happened.OrderLapsed: _order_lapsed,
    happened.Moved: _moved,
    happened.HeldAtEdge: _held_at_edge,
    happened.MapShifted: _map_shifted,
    happened.ShipDestroyed: _ship_destroyed,
    happened.MineExploded: _mine_exploded,
    happened.MineHit: _mine_hit,
    happened.AsteroidHit: _asteroid_hit,
    happened.Commanded: _commanded,
    happened.SectionMarked: _silent,
    happened.MarinesSent: _silent,
    happened.Turned: _turned,
    happened.Fired: _fired,
    happened.MineLaid: _mine_laid,
    happened.MineSpent: _silent,
    happened.PointsArrived: _points_arrived,
    happened.Damaged: _damaged,
    happened.BoardOrder: _board_order,
    happened.BoardAttempt: _board_attempt,
    happened.BoardVoid: _board_void,
    happened.BoardRound: _board_round,
    happened.Retreated: _retreated,
    happened.Captured: _captured,
    happened.ConsoleTaken: _silent,
    happened.CrewSplit: _crew_split,
    happened.ShieldsRaised: _shields_raised,
    happened.IsdActivated: _isd_activated,
    happened.SpeedChanged: _speed_changed,
    happened.EnergyMoved: _energy_moved,
    happened.JumpAttempt: _jump_attempt,
    happened.JumpLeft: _jump_left,
    happened.JumpPlaced: _jump_placed,
    happened.JumpSlid: _jump_slid,
    happened.JumpSpeed: _jump_speed,
    happened.StatusAdvanced: _silent,
    happened.VpAwarded: _vp_awarded,
    happened.GameOver: _game_over,
}

"""A sentence of the report for each event, in the rule book's words. Status bookkeeping is left to the consoles."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from events.base import Event
from events.star_navy import battle, boarding, ending, engine, movement, opening, orders
from pbem.core.game.phrases import count, join_words
from pbem.core.geometry.hexes import DIRECTIONS
from pbem.games.star_navy.model.reserved_words import ENGINE_SLOTS
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.model.tables import CLASSES
from pbem.games.star_navy.report.record_sheet import plural, weapon_count

Teller = Callable[[Any, State], "str | None"]

CAUSES = {
    "integrity": "its integrity is gone",
    "planet": "it ran into a planet",
    "edge": "it left the map",
}


def tell(event: Event, known: State) -> str | None:
    """What to say of an event the reader may see (SN-16.3); None for what is not worth a sentence, or not of this game."""
    return TELLERS.get(type(event), _silent)(event, known)


def _silent(event: Event, known: State) -> None:
    """Bookkeeping: the report's head and the consoles show it."""


# ---------------------------------------------------------------- words


def _numbers(dice: Sequence[int]) -> str:
    return " ".join(str(face) for face in dice)


def _points(hits: Mapping[str, int]) -> str:
    return ", ".join(f"{section} {points}" for section, points in hits.items())


def _is(number: int) -> str:
    return "is" if number == 1 else "are"


def _left(capacitors: int, engines: int) -> str:
    return f"{capacitors} left in the capacitors, {engines} in the engines"


# ---------------------------------------------------------------- set-up and orders


def _ship_entered(event: opening.ShipEntered, known: State) -> str:
    name = (f"{event.name}, " if event.name else "") + CLASSES[event.ship_class].name
    free = f"; it may be placed within {event.zone} hexes of it" if event.zone else ""
    return f"{event.ship} ({name}, {event.side}) is at {event.hex}, heading {DIRECTIONS[event.heading]}{free}"


def _ship_placed(event: opening.ShipPlaced, known: State) -> str:
    return f"{event.ship} is placed at {event.hex}, heading {DIRECTIONS[event.heading]}"


def _ship_fitted(event: opening.ShipFitted, known: State) -> str:
    fitted = ", ".join(f"{section} {plural(letter)}" for section, letter in event.weapons.items())
    return f"{event.ship} carries {fitted}; its speed is {event.speed}"


def _ship_deployed(event: opening.ShipDeployed, known: State) -> str:
    """SN-17.4: in the words of the sheet."""
    return f"{event.ship} begins without {join_words([f'{number} {item}' for item, number in event.lacks.items()])}"


def _turn_began(event: orders.TurnBegan, known: State) -> str | None:
    """Where a report tells of several turns."""
    return f"turn {event.turn} of cycle {event.cycle} begins" if known.by_cycle else None


def _order_lapsed(event: orders.OrderLapsed, known: State) -> str:
    """A command is passed over whole; an engine order may have been carried out in part."""
    order = event.order if event.slot == "JUMP" else f"{event.slot} {event.order}"
    return f"{event.ship} {order} {'is not carried out whole' if event.slot in ENGINE_SLOTS else 'lapses'}: {event.why}"


# ---------------------------------------------------------------- Move


def _moved(event: movement.Moved, known: State) -> str:
    return f"{event.ship} moves from {event.origin} to {event.hex}"


def _held_at_edge(event: movement.HeldAtEdge, known: State) -> str:
    return f"{event.ship} is held at the edge in {event.hex}"


def _map_shifted(event: movement.MapShifted, known: State) -> str:
    return f"the sheet is shifted: {event.columns:+d} columns and {event.rows:+d} rows are added to every label"


def _ship_destroyed(event: movement.ShipDestroyed, known: State) -> str:
    return f"{event.ship} is destroyed at {event.hex}: {CAUSES.get(event.cause, event.cause)}"


def _mine_exploded(event: movement.MineExploded, known: State) -> str:
    return f"mine {event.mine} at {event.hex} explodes" + (f", set off by {join_words(event.by)}" if event.by else "")


def _mine_hit(event: movement.MineHit, known: State) -> str:
    return f"mine {event.mine} hits {event.ship}: {event.points} points, section die {event.die}: {event.section}"


def _asteroid_hit(event: movement.AsteroidHit, known: State) -> str:
    return f"{event.ship} runs into asteroids: {count(event.points, 'point')} on {event.section}"


# ---------------------------------------------------------------- Command and Resolve


def _commanded(event: battle.Commanded, known: State) -> str:
    said = event.detail or event.command.upper()
    if not event.energy:
        return f"{event.ship} {said}"
    return f"{event.ship} {said}: energy {event.energy}, {_left(event.capacitor_energy, event.engine_energy)}"


def _turned(event: battle.Turned, known: State) -> str:
    return f"{event.ship} turns to heading {DIRECTIONS[event.heading]}"


def _fired(event: battle.Fired, known: State) -> str:
    """SN-16.3: section, type, number, effective number, target, all dice, wear deduction, points per section."""
    wear = f" (wear {event.wear})" if event.weapon == "C" else ""
    asteroids = f", {event.effective} of them through the asteroids" if event.effective != event.number else ""
    head = f"{event.ship} {event.section} {weapon_count(event.number, event.weapon)}{wear} at {event.target}"
    where = f"range {event.range}, {_facing(event.orientation)}{asteroids}"
    shown = f"; its {event.section} is seen to carry {plural(event.weapon)}" if event.revealed else ""
    return f"{head}, {where}: {EFFECTS[event.weapon](event) if event.effective else 'no effect'}{shown}"


def _facing(orientation: str) -> str:
    """`ONE F` -> `facing one (F)`; `TWO F RF` -> `facing two (F, RF)`; `ASKEW F RF` -> `askew (most F, lesser RF)`."""
    kind, first, *rest = orientation.split()
    if kind == "ONE":
        return f"facing one ({first})"
    return f"facing two ({first}, {rest[0]})" if kind == "TWO" else f"askew (most {first}, lesser {rest[0]})"


def _on_one_section(event: battle.Fired) -> str:
    total = sum(event.hits.values())
    if not event.section_dice:
        return f"{count(total, 'point')}"
    return f"{count(total, 'point')}, section die {_numbers(event.section_dice)}: {' '.join(event.hits)}"


def _cannons(event: battle.Fired) -> str:
    deducted = sum(event.dice) - sum(event.hits.values())
    wear = f", less {deducted} for wear" if deducted else ""
    return f"dice {_numbers(event.dice)}{wear} = {_on_one_section(event)}"


def _torpedoes(event: battle.Fired) -> str:
    hits = count(len(event.section_dice), "hit") if event.section_dice else "no hit"
    where = f", section dice {_numbers(event.section_dice)}: {_points(event.hits)}" if event.section_dice else ""
    return f"dice {_numbers(event.dice)}, {hits}{where}"


def _pulsers(event: battle.Fired) -> str:
    return f"section die {_numbers(event.section_dice)}: {_points(event.hits)}"


EFFECTS: dict[str, Callable[[battle.Fired], str]] = {
    "C": _cannons,
    "L": _on_one_section,
    "P": _pulsers,
    "T": _torpedoes,
}


def _mine_laid(event: battle.MineLaid, known: State) -> str:
    return f"{event.ship} lays mine {event.mine} at {event.hex}"


def _points_arrived(event: battle.PointsArrived, known: State) -> str | None:
    """All that others hear of damage. Who has commanded the ship throughout reads the points in what they did."""
    ship = known.ships.get(event.ship)
    if ship and known.side == ship.side == ship.original_side:
        return None
    arrive = "point arrives" if event.points == 1 else "points arrive"
    return f"{event.ship} {event.section} {event.points} {arrive}"


def _damaged(event: battle.Damaged, known: State) -> str:
    """SN-8.3: the points that were worked off; those dropped with a destroyed ship are not among them."""
    points = event.absorbed + len(event.lost)
    column = f", column {event.column}: {' '.join(event.lost)}" if event.column else ""
    energy = f"; {event.energy} energy {_is(event.energy)} lost with them" if event.energy else ""
    return f"{event.ship} {event.section} {points}, absorbed {event.absorbed}{column}{energy}"


# ---------------------------------------------------------------- Board


def _board_order(event: boarding.BoardOrder, known: State) -> str:
    return f"the boardings are fought in this order: {', '.join(event.ships)}"


def _board_attempt(event: boarding.BoardAttempt, known: State) -> str:
    outcome = "they get aboard" if event.success else "its shields keep them out"
    return f"marines of {event.ship} board {event.target}, die {event.die}: {outcome}"


def _board_void(event: boarding.BoardVoid, known: State) -> str:
    return f"{event.ship} does not board {event.target}: {event.why}"


def _board_round(event: boarding.BoardRound, known: State) -> str:
    defence = f"defenders roll {_numbers(event.defence)}" if event.defence else "nobody defends"
    defence += f", {count(event.attackers_lost, 'attacker')} lost"
    attack = ""
    if event.attack:
        attack = f"; attackers roll {_numbers(event.attack)}, {count(event.defenders_lost, 'defender')} lost"
    return f"aboard {event.target}: {defence}{attack}"


def _retreated(event: boarding.Retreated, known: State) -> str:
    return f"the marines of {event.ship} retreat from {event.target}"


def _captured(event: boarding.Captured, known: State) -> str:
    return f"{event.ship} is captured by {event.by} for {event.side}"


def _crew_split(event: boarding.CrewSplit, known: State) -> str:
    return f"{count(event.aboard, 'marine')} aboard {event.ship}, {event.on_prize} on the prize {event.prize}"


# ---------------------------------------------------------------- Engine phase


def _shields_raised(event: engine.ShieldsRaised, known: State) -> str:
    raised = ", ".join(f"{section} +{number}" for section, number in event.sections.items() if number)
    left = _left(event.capacitor_energy, event.engine_energy)
    return f"{event.ship} {event.slot} shields {raised or 'none'}: energy {event.energy}, {left}"


def _isd_activated(event: engine.IsdActivated, known: State) -> str:
    left = _left(event.capacitor_energy, event.engine_energy)
    return f"{event.ship} {event.slot} {count(event.number, 'ISD')} activated: energy {event.energy}, {left}"


def _speed_changed(event: engine.SpeedChanged, known: State) -> str:
    left = _left(event.capacitor_energy, event.engine_energy)
    return f"{event.ship} {event.slot} speed {event.speed}: energy {event.energy}, {left}"


def _energy_moved(event: engine.EnergyMoved, known: State) -> str:
    """SN-10.2: the capacitors lose what they hold (P2) and take what is in the engines (P3), the engines are filled (P4)."""
    if event.step == "P2":
        return f"{event.ship} loses the {event.lost} energy left in its capacitors"
    if event.step == "P3":
        if not event.gained:
            return f"{event.ship} loses the {event.lost} energy in its engines: no capacitor is left for it"
        lost = f"; {event.lost} more for which there is no capacitor {_is(event.lost)} lost" if event.lost else ""
        return f"{event.ship} moves {event.gained} energy from its engines into its capacitors{lost}"
    return f"{event.ship} makes {event.gained} energy: {_left(event.capacitor_energy, event.engine_energy)}"


def _jump_attempt(event: engine.JumpAttempt, known: State) -> str:
    return f"{event.ship} attempts interstellar travel, die {event.die}: {'success' if event.success else 'failure'}"


def _jump_left(event: engine.JumpLeft, known: State) -> str:
    return f"{event.ship} leaves the region"


def _jump_placed(event: engine.JumpPlaced, known: State) -> str:
    return f"{event.ship} arrives at {event.hex}, heading {DIRECTIONS[event.heading]}"


def _jump_slid(event: engine.JumpSlid, known: State) -> str:
    return f"{event.ship} slides {count(event.hexes, 'hex', 'hexes')} towards its {event.section}, to {event.hex}"


def _jump_speed(event: engine.JumpSpeed, known: State) -> str:
    return f"{event.ship} arrives with speed {event.speed}"


# ---------------------------------------------------------------- victory


def _vp_awarded(event: ending.VpAwarded, known: State) -> str:
    why = "as the last in the region" if event.why == "region" else f"for {event.ship} {event.why}"
    return f"{event.side} scores {count(event.points, 'point')} {why}"


def _game_over(event: ending.GameOver, known: State) -> str:
    return event.verdict


TELLERS: dict[type[Event], Teller] = {
    opening.FieldSet: _silent,
    opening.ShipEntered: _ship_entered,
    opening.ShipPlaced: _ship_placed,
    opening.ShipFitted: _ship_fitted,
    opening.ShipDeployed: _ship_deployed,
    orders.TurnBegan: _turn_began,
    orders.OrdersStored: _silent,
    orders.TurnEnded: _silent,
    orders.OrderLapsed: _order_lapsed,
    movement.Moved: _moved,
    movement.HeldAtEdge: _held_at_edge,
    movement.MapShifted: _map_shifted,
    movement.ShipDestroyed: _ship_destroyed,
    movement.MineExploded: _mine_exploded,
    movement.MineHit: _mine_hit,
    movement.AsteroidHit: _asteroid_hit,
    battle.Commanded: _commanded,
    battle.SectionMarked: _silent,
    battle.MarinesSent: _silent,
    battle.Turned: _turned,
    battle.Fired: _fired,
    battle.MineLaid: _mine_laid,
    battle.MineSpent: _silent,
    battle.PointsArrived: _points_arrived,
    battle.Damaged: _damaged,
    boarding.BoardOrder: _board_order,
    boarding.BoardAttempt: _board_attempt,
    boarding.BoardVoid: _board_void,
    boarding.BoardRound: _board_round,
    boarding.Retreated: _retreated,
    boarding.Captured: _captured,
    boarding.ConsoleTaken: _silent,
    boarding.CrewSplit: _crew_split,
    engine.ShieldsRaised: _shields_raised,
    engine.IsdActivated: _isd_activated,
    engine.SpeedChanged: _speed_changed,
    engine.EnergyMoved: _energy_moved,
    engine.JumpAttempt: _jump_attempt,
    engine.JumpLeft: _jump_left,
    engine.JumpPlaced: _jump_placed,
    engine.JumpSlid: _jump_slid,
    engine.JumpSpeed: _jump_speed,
    engine.StatusAdvanced: _silent,
    ending.VpAwarded: _vp_awarded,
    ending.GameOver: _game_over,
}

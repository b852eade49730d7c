"""The orders that an admiral without a player writes for a ship whose move is decided."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.geometry.tabletop import distance
from pbem.games.wet_thrust.bots.admiral import Admiral
from pbem.games.wet_thrust.bots.air_planner import FULL, AirPlanner
from pbem.games.wet_thrust.bots.captain import Captain
from pbem.games.wet_thrust.bots.tactics import MIL
from pbem.games.wet_thrust.model.scs import GUN_CLASSES
from pbem.games.wet_thrust.model.tables import SMOKERS, gun_dice
from pbem.games.wet_thrust.model.units import Vessel
from pbem.games.wet_thrust.planning.tracks import Track

REPAIRS = "DC BRIDGE, HOLE, RUDDER, BOILER, FC, MAIN, PROP"
TARGETS = 3
"""Enemies named in an order; after them guns are silent."""
SLACK = 4 * MIL
"""How much nearer than expected an enemy may come."""
SCREENED, GUNNED = 12 * MIL, 30 * MIL
"""How near a ship must be to be hidden by a screen, and an enemy that makes it worth while."""


def ship_lines(admiral: Admiral, air: AirPlanner, ship: Vessel, track: Track) -> Iterator[str]:
    """The lines of one block."""
    if ship.printed.boat:
        yield from admiral.submarine(ship).block(track)
        return
    task, captain = admiral.tasks[ship.id], admiral.captain(ship)
    if track.text:
        yield track.text
    yield from _guns(captain, ship, track)
    marks = captain.marks(track)
    if marks:
        yield f"TORP {_else(marks)}"
    if task.breaks:
        yield "DISENGAGE"
    elif task.smoke and ship.printed.type in SMOKERS:
        yield "SMOKE"
    if not marks and _screens(admiral, ship, track):
        yield "SCREEN"
    if task.ram:
        yield f"RAM {task.ram}"
    yield from _lasting(admiral, ship)
    yield from _aboard(air, ship)


def _else(ships: list[Vessel]) -> str:
    return " ELSE ".join(ship.id for ship in ships[:TARGETS])


def _guns(captain: Captain, ship: Vessel, track: Track) -> Iterator[str]:
    """WT-7.3: each class of guns at the best target it is expected to reach, turn after turn the same; else at will."""
    found = captain.targets(track)
    if not found or captain.task.hunt:
        return
    near = min(distance(track.end, its.end) for _, its in captain.sea.foes) - SLACK
    for letter in GUN_CLASSES:
        if any(gun_dice(gun, max(near, 0)) for gun in ship.sheet.working(letter)):
            yield f"FIRE {letter} AT {_else(found)}"


def _screens(admiral: Admiral, ship: Vessel, track: Track) -> bool:
    """WT-20.5: a destroyer or light cruiser between the enemy's guns and those whom she protects."""
    if not admiral.known.weather.smoke or ship.printed.type not in ("CL", "DD") or not track.steering.speed:
        return False
    protected = [mate for mate in admiral.charges if mate.id != ship.id and distance(mate.at, ship.at) < SCREENED]
    guns = [foe for foe, _ in admiral.foes if foe.printed.type in ("BB", "BC", "CA", "CL")]
    return any(distance(foe.at, mate.at) < GUNNED for foe in guns for mate in protected)


def _lasting(admiral: Admiral, ship: Vessel) -> Iterator[str]:
    """Standing orders that are not yet as they should be."""
    standing = ship.standing
    if REPAIRS not in standing:
        yield REPAIRS
    word = "CHALLENGE NO" if admiral.leaves_it(ship) else "CHALLENGE YES"
    if word not in standing and (word == "CHALLENGE NO" or "CHALLENGE NO" in standing):
        yield word


def _aboard(air: AirPlanner, ship: Vessel) -> Iterator[str]:
    """Launches; WT-11.13: of two thin squadrons one is made."""
    going = air.launches.get(ship.id, [])
    if going:
        yield f"LAUNCH {', '.join(going)}"
    here = [each for each in air.squadrons if each.home == ship.id and each.place == "aboard" and each.id not in going]
    for one in here:
        for other in here:
            thin = one.kind == other.kind != "R" and one.aircraft + other.aircraft <= FULL
            if thin and one.id > other.id:
                yield f"MERGE {one.id} INTO {other.id}"
                return

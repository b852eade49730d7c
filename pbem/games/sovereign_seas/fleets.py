"""Chapter CAM: ships that come out of one battle and go into the next; only a control log has anything to keep.

SSL-CAM.2: there are no stores; SSL-CAM.9: points are those of the enemy's ships sunk.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from events.base import Event
from events.sovereign_seas.battle import SalvoFired, Sunk
from events.sovereign_seas.opening import ShipEntered
from events.sovereign_seas.sailing import RamEffect
from pbem.core.fleets.berths import Berth, Forces, manned
from pbem.core.fleets.fleet_units import Deed, Fate, Muster, Unit, UnitClass, UnitEnd, numbered
from pbem.core.game.options import Options
from pbem.core.game.protocol import Fleets
from pbem.core.game.turn import Turn
from pbem.games.sovereign_seas.model.condition import items, lacking
from pbem.games.sovereign_seas.model.scenario import Opening, Placing, find, printed_units
from pbem.games.sovereign_seas.model.state import Ship, State, enemy
from pbem.games.sovereign_seas.model.tables import CLASSES, MERCHANT, SIDES, ShipClass
from pbem.games.sovereign_seas.rules.setup import open_sea

ENDS: dict[str, tuple[Fate, str]] = {
    "afloat": ("present", "in play"),
    "left": ("left", "off the map"),
    "sunk": ("lost", "sunk"),
}
"""SSL-CAM.8: what became of a ship, and how the rule book calls it."""
DEED_EVENTS: tuple[type[Event], ...] = (ShipEntered, SalvoFired, RamEffect, Sunk)
"""SSL-CAM.10; `ShipEntered` says whose a ship is."""


def classes() -> dict[str, UnitClass]:
    """SSL-CAM.2: every printed log with its points (2.2), also those that an option chooses. SSL-CAM.1: ids are counters'."""
    return {log.key: UnitClass(_title(log), log.points, items(log), numbered(log.unit, log.key)) for log in CLASSES.values()}


def _title(log: ShipClass) -> str:
    """`Central Battery Ironclad Bellerophon`; of the log that an option chooses `... (page2)`."""
    name = log.name if log.title == log.name else f"{log.title} {log.name}"
    variant = log.key.partition("/")[2]
    return f"{name} ({variant})" if variant else name


def berths(scenario: str, options: Options) -> list[Berth]:
    """SSL-CAM.1: the printed ships' places, British first; none where the fleets are bought (SSL-O6.1)."""
    opening = find(scenario)
    return [_berth(opening, unit) for unit in printed_units(opening, options)]


def _berth(opening: Opening, printed: Unit) -> Berth:
    """SSL-CAM.1: the merchantmen of a convoy are called by the scenario, and all of them are there."""
    log = CLASSES[printed.unit_class]
    merchant = log.type in MERCHANT
    return Berth(log.side, printed, _takers(opening, log), named=merchant, needed=merchant)


def _takers(opening: Opening, printed: ShipClass) -> tuple[str, ...]:
    """SSL-CAM.1: merchantmen lie in the places of merchantmen, and in a line the types that form it (SSL-O1.1)."""
    line = opening.placing.get(printed.side, Placing()).line
    return tuple(
        log.key
        for log in CLASSES.values()
        if log.side == printed.side
        and (log.type in MERCHANT) == (printed.type in MERCHANT)
        and (log.type in line) == (printed.type in line)
    )


def deploy(turn: Turn[State], scenario: str, options: Options, forces: Forces) -> None:
    """SSL-CAM.1: the scenario's opening with these ships in the places of its printed ones."""
    open_sea(turn, scenario, options, manned(berths(scenario, options), forces))


def muster(state: State) -> Muster:
    """SSL-CAM.8: what has become of every ship. SSL-CAM.9: each side has the points of the enemy's ships that are sunk."""
    points = dict.fromkeys(SIDES, 0.0)
    for ship in state.ships.values():
        if ship.fate == "sunk":
            points[enemy(ship.side)] += ship.printed.points
    return Muster({ship.id: _end(ship) for ship in state.ships.values()}, points)


def _end(ship: Ship) -> UnitEnd:
    """SSL-CAM.3, SSL-CAM.4: with what is marked off on her log."""
    fate, how = ENDS[ship.fate]
    return UnitEnd(ship.ship_class, ship.side, fate, how, lacking(ship.printed, ship.log))


def deeds(events: Iterable[Event]) -> list[Deed]:
    """SSL-CAM.10: salvos and rams that hit an enemy, and enemies sunk, in order."""
    sides: dict[str, str] = {}
    found = []
    for event in events:
        if isinstance(event, ShipEntered):
            sides[event.ship] = event.side
        else:
            found += [deed for deed in _deed(event) if sides[deed.unit] != sides[deed.target]]
    return found


def _deed(event: Event) -> Iterator[Deed]:
    match event:
        case SalvoFired(ship, target, hits=hits) if hits:
            yield Deed(ship, "hit", target)
        case RamEffect(attacker, target):
            yield Deed(attacker, "hit", target)
        case Sunk(ship, by):
            yield Deed(by, "kill", ship)


FLEETS = Fleets(classes, berths, deploy, muster, DEED_EVENTS, deeds)

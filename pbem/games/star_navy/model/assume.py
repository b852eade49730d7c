"""A state made of a view alone, so that the rules' own functions can say what orders would do (`preview.py`, `suggestions.py`).

What a reader may not know of other ships is assumed: their consoles are as printed, and they carry out no orders.
"""

from __future__ import annotations

from dataclasses import replace

from pbem.games.star_navy.model.state import Mine, Section, Ship, State, fresh_sections
from pbem.games.star_navy.model.view import Console, MineView, SectionView, ShipView, View


def assume(view: View, speed: int = 0) -> State:
    """The view as a state. Ships whose console the reader does not see have this speed."""
    return State(
        scenario=view.scenario,
        options=dict(view.options),
        seats=dict(view.seats),
        columns=view.columns,
        rows=view.rows,
        edge=view.edge,
        planets=list(view.planets),
        asteroids=list(view.asteroids),
        region_value=view.region_value,
        limit=view.limit,
        cycle=view.cycle,
        turn=view.turn,
        ships={ship.id: _ship(ship, speed) for ship in view.ships.values()},
        mines=[_mine(mine) for mine in view.mines],
        mines_laid=max((_mine(mine).number for mine in view.mines), default=0),
        scores=dict(view.scores),
        over=view.over,
        winners=list(view.winners),
        verdict=view.verdict,
    )


def _mine(mine: MineView) -> Mine:
    return Mine(int(mine.id.removeprefix("M")), mine.hex, mine.ship, mine.side)


def _ship(ship: ShipView, speed: int) -> Ship:
    """Orders are known of one's own side only; the others drift."""
    printed = ship.printed
    found = Ship(
        id=ship.id,
        ship_class=ship.ship_class,
        original_side=ship.original_side,
        side=ship.side,
        seat=ship.seat,
        hex=ship.hex,
        heading=ship.heading,
        speed=speed,
        zone=ship.zone,
        setup_hex=ship.setup_hex,
        engines=printed.engines,
        engine_energy=printed.engines,
        capacitor_energy=printed.total("capacitors"),
        isds=printed.isds,
        marines=printed.marines,
        integrity=printed.integrity,
        mines=printed.mines,
        sections=fresh_sections(printed, printed.loadout),
        fate=ship.fate,
        damage_by=dict(ship.damage_by),
        step_damage=dict(ship.step_damage),
        last_damage={side: replace(last) for side, last in ship.last_damage.items()},
        trail=list(ship.trail),
    )
    if ship.console:
        _fill(found, ship.console)
    if ship.stored:
        found.slots, found.standing = dict(ship.stored.slots), ship.stored.standing
        found.policies = dict(ship.stored.policies)
    return found


def _fill(ship: Ship, console: Console) -> None:
    """What is behind the screen."""
    ship.speed, ship.engines, ship.integrity = console.speed, console.engines, console.integrity
    ship.engine_energy, ship.capacitor_energy = console.engine_energy, console.capacitor_energy
    ship.isds, ship.isds_active, ship.isd_status = console.isds, console.isds_active, console.isd_status
    ship.marines, ship.marines_used, ship.marine_status = console.marines, console.marines_used, console.marine_status
    ship.mines, ship.thrusters_used = console.mines, console.thrusters_used
    ship.sections = {name: _section(section) for name, section in console.sections.items()}


def _section(section: SectionView) -> Section:
    return Section(
        weapon=section.weapon,
        hulls=section.hulls,
        shields=section.shields,
        weapons=section.weapons,
        capthr=section.capthr,
        active=section.active,
        status=section.status,
        used=section.used,
        wear=section.wear,
    )

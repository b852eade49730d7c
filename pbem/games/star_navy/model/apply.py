"""What each event does to the state. Nothing else changes it; nothing here decides or rolls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from events.base import Event
from events.star_navy import battle, boarding, ending, engine, movement, opening, orders
from pbem.core.geometry.hexes import Hex, at, column_row
from pbem.core.state.codec import read
from pbem.games.star_navy.model.geometry import hex_of
from pbem.games.star_navy.model.sheet import take_away
from pbem.games.star_navy.model.ships import ACTIVE, Console, LastDamage, Section, Ship, Stored, fresh_console
from pbem.games.star_navy.model.state import Mine, State, Volley


def apply(state: State, event: Event) -> None:
    """Write one event down in the state."""
    HANDLERS[type(event)](state, event)


# ---------------------------------------------------------------- set-up


def _field_set(state: State, event: opening.FieldSet) -> None:
    state.scenario, state.options, state.seats = event.scenario, dict(event.options), dict(event.seats)
    state.columns, state.rows, state.edge = event.columns, event.rows, event.edge
    state.planets = [hex_of(x) for x in event.planets]
    state.asteroids = [hex_of(x) for x in event.asteroids]
    state.region_value, state.limit = event.region_value, event.limit


def _ship_entered(state: State, event: opening.ShipEntered) -> None:
    hex = hex_of(event.hex)
    state.ships[event.ship] = Ship(
        id=event.ship,
        ship_class=event.ship_class,
        original_side=event.side,
        side=event.side,
        seat=event.seat,
        hex=hex,
        heading=event.heading,
        zone=event.zone,
        setup_hex=hex,
        name=event.name,
    )


def _ship_placed(state: State, event: opening.ShipPlaced) -> None:
    ship = state.ships[event.ship]
    ship.hex, ship.heading = hex_of(event.hex), event.heading


def _ship_fitted(state: State, event: opening.ShipFitted) -> None:
    """SN-2.2, SN-2.4, SN-2.5: a fresh console, or by its captain's choice another loadout and speed. What it lacks stays so."""
    ship = state.ships[event.ship]
    if ship.console_if_known is None:
        ship.console_if_known = fresh_console(ship.printed, event.weapons, event.speed)
        return
    ship.console.speed = event.speed
    for name, weapon in event.weapons.items():
        ship.console.sections[name].weapon = weapon


def _ship_deployed(state: State, event: opening.ShipDeployed) -> None:
    take_away(state.ships[event.ship].console, event.lacks)


# ---------------------------------------------------------------- the turn and its orders


def _turn_began(state: State, event: orders.TurnBegan) -> None:
    """SN-7.18: the Move phase arms all mines. The map shows one deadline's trails: with pace=cycle those of the whole cycle."""
    state.cycle, state.turn = event.cycle, event.turn
    state.mines_armed = state.mines_laid
    if event.turn != 1 and state.by_cycle:
        return
    state.volleys, state.explosions = [], []
    for ship in state.ships.values():
        ship.trail = [ship.hex] if ship.fate == "on map" else []


def _orders_stored(state: State, event: orders.OrdersStored) -> None:
    state.ships[event.ship].stored_if_known = Stored(dict(event.slots), event.standing, dict(event.policies))


def _turn_ended(state: State, event: orders.TurnEnded) -> None:
    """SN-15.2: a slot is used up once its turn, or its Engine phase, is over."""
    used = (f"T{event.turn}", "E1", "E2", "JUMP") if event.turn == 6 else (f"T{event.turn}",)
    for ship in state.ships.values():
        if stored := ship.stored_if_known:
            for slot in used:
                stored.slots.pop(slot, None)


def _nothing_changes(state: State, event: Event) -> None:
    """For the report only."""


# ---------------------------------------------------------------- Move


def _moved(state: State, event: movement.Moved) -> None:
    ship = state.ships[event.ship]
    ship.hex = hex_of(event.hex)
    ship.trail.append(ship.hex)


def _map_shifted(state: State, event: movement.MapShifted) -> None:
    """SN-13.10: ships, mines and terrain, and what the map shows of this turn."""

    def shift(hex: Hex) -> Hex:
        column, row = column_row(hex)
        return at(column + event.columns, row + event.rows)

    for ship in state.ships.values():
        ship.hex, ship.trail = shift(ship.hex), [shift(x) for x in ship.trail]
    for mine in state.mines:
        mine.hex = shift(mine.hex)
    for volley in state.volleys:
        volley.origin, volley.aim = shift(volley.origin), shift(volley.aim)
    state.planets = [shift(x) for x in state.planets]
    state.asteroids = [shift(x) for x in state.asteroids]
    state.explosions = [shift(x) for x in state.explosions]


def _ship_destroyed(state: State, event: movement.ShipDestroyed) -> None:
    """SN-8.10: planet and edge destroy outside any step in which points fall, so no side has points in that step."""
    ship = state.ships[event.ship]
    ship.fate = "destroyed"
    state.explosions.append(ship.hex)
    if event.cause != "integrity":
        ship.step_damage = {}


def _mine_exploded(state: State, event: movement.MineExploded) -> None:
    state.mines = [m for m in state.mines if m.id != event.mine]
    state.explosions.append(hex_of(event.hex))


# ---------------------------------------------------------------- Command and Resolve


def _commanded(state: State, event: battle.Commanded) -> None:
    console = state.ships[event.ship].console
    console.capacitor_energy, console.engine_energy = event.capacitor_energy, event.engine_energy
    console.thrusters_used = event.thrusters_used


def _section_marked(state: State, event: battle.SectionMarked) -> None:
    section = state.ships[event.ship].console.sections[event.section]
    section.status, section.used, section.wear = event.status, event.used, event.wear


def _marines_sent(state: State, event: battle.MarinesSent) -> None:
    console = state.ships[event.ship].console
    console.marine_status, console.marines_used = ACTIVE, event.used


def _turned(state: State, event: battle.Turned) -> None:
    state.ships[event.ship].heading = event.heading


def _fired(state: State, event: battle.Fired) -> None:
    """Section 7: from the first volley on everybody knows the section's weapon type."""
    ship, target = state.ships[event.ship], state.ships[event.target]
    ship.seen_weapons[event.section] = event.weapon
    points = sum(event.hits.values())
    state.volleys.append(Volley(ship.id, target.id, event.weapon, points, ship.hex, target.hex))


def _mine_spent(state: State, event: battle.MineSpent) -> None:
    state.ships[event.ship].console.mines = event.left


def _mine_laid(state: State, event: battle.MineLaid) -> None:
    number = int(event.mine[1:])
    state.mines.append(Mine(number, hex_of(event.hex), event.ship, event.side))
    state.mines_laid = number


def _points_arrived(state: State, event: battle.PointsArrived) -> None:
    """SN-8.10: the damage record, before absorption. A step is a new one for the record with its first points from a side."""
    ship = state.ships[event.ship]
    if event.first:
        ship.step_damage = {}
    struck, total = ship.step_damage, ship.damage_by
    newest = max([last.step for last in ship.last_damage.values()], default=0)
    step = newest if struck else newest + 1
    for side, points in event.sources.items():
        struck[side] = struck.get(side, 0) + points
        total[side] = total.get(side, 0) + points
        ship.last_damage[side] = LastDamage(step, struck[side])


def _damaged(state: State, event: battle.Damaged) -> None:
    console = state.ships[event.ship].console
    section = console.sections[event.section]
    section.active -= event.absorbed
    _cross_off(console, section, event.lost)


def _cross_off(console: Console, section: Section, lost: list[str]) -> None:
    """SN-1.7: components are gone for good; SN-1.13: a marker is lowered only as far as needed, ACTIVE stays even at 0."""
    for word in lost:
        match word:
            case "hull":
                section.hulls -= 1
            case "shield":
                section.shields -= 1
            case "weapon":
                section.weapons -= 1
                section.used = min(section.used, section.weapons)
            case "engine":
                console.engines -= 1
                console.engine_energy = min(console.engine_energy, console.engines)
            case "isd":
                console.isds -= 1
                console.isds_active = min(console.isds_active, console.isds)
            case "marine":
                console.marines -= 1
                console.marines_used = min(console.marines_used, console.marines)
            case "integrity":
                console.integrity -= 1
            case _:
                what, _, name = word.partition(":")
                console.sections[name].capthr -= 1
                if what == "capacitor":
                    console.capacitor_energy = min(console.capacitor_energy, console.capacitors)
                else:
                    console.thrusters_used = min(console.thrusters_used, console.thrusters)


# ---------------------------------------------------------------- Board


def _board_round(state: State, event: boarding.BoardRound) -> None:
    """Everybody hears of the losses; how many marines are left is on the consoles."""
    for name, lost in ((event.ship, event.attackers_lost), (event.target, event.defenders_lost)):
        console = state.ships[name].console_if_known
        if console:
            console.marines -= lost
            console.marines_used = min(console.marines_used, console.marines)


def _captured(state: State, event: boarding.Captured) -> None:
    """SN-9.9: a new master. Section 7: the former one sees it as an enemy ship; the captor is told what is on its console."""
    ship = state.ships[event.ship]
    ship.side, ship.seat = event.side, event.seat
    ship.console_if_known = ship.stored_if_known = None


def _console_taken(state: State, event: boarding.ConsoleTaken) -> None:
    """SN-9.9: marines are ACTIVE; all else stays as it is."""
    console = state.ships[event.ship].console_if_known = read(Console, event.console)
    console.marine_status = ACTIVE


def _crew_split(state: State, event: boarding.CrewSplit) -> None:
    ship, prize = state.ships[event.ship].console, state.ships[event.prize].console
    ship.marines = ship.marines_used = event.aboard
    prize.marines = prize.marines_used = event.on_prize


# ---------------------------------------------------------------- Engine phase


def _shields_raised(state: State, event: engine.ShieldsRaised) -> None:
    _energy_moved(state, event)
    sections = state.ships[event.ship].console.sections
    for name, number in event.sections.items():
        sections[name].active += number


def _isd_activated(state: State, event: engine.IsdActivated) -> None:
    _energy_moved(state, event)
    console = state.ships[event.ship].console
    console.isds_active += event.number
    console.isd_status = ACTIVE


def _speed_changed(state: State, event: engine.SpeedChanged) -> None:
    _energy_moved(state, event)
    console = state.ships[event.ship].console
    console.speed, console.speed_steps, console.thrusters_used = event.speed, event.steps, event.thrusters_used


def _energy_moved(
    state: State, event: engine.EnergyMoved | engine.ShieldsRaised | engine.IsdActivated | engine.SpeedChanged
) -> None:
    console = state.ships[event.ship].console
    console.capacitor_energy, console.engine_energy = event.capacitor_energy, event.engine_energy


def _jump_left(state: State, event: engine.JumpLeft) -> None:
    state.ships[event.ship].fate = "disengaged"


def _jump_placed(state: State, event: engine.JumpPlaced) -> None:
    """The trail starts over: nobody saw the way."""
    ship = state.ships[event.ship]
    ship.hex, ship.heading = hex_of(event.hex), event.heading
    ship.trail = [ship.hex]


def _jump_slid(state: State, event: engine.JumpSlid) -> None:
    ship = state.ships[event.ship]
    ship.hex = hex_of(event.hex)
    ship.trail.append(ship.hex)


def _jump_speed(state: State, event: engine.JumpSpeed) -> None:
    state.ships[event.ship].console.speed = event.speed


def _status_advanced(state: State, event: engine.StatusAdvanced) -> None:
    console = state.ships[event.ship].console
    for name, status in event.sections.items():
        section = console.sections[name]
        section.status, section.used = status, 0
    console.isd_status, console.marine_status = event.isds, event.marines
    console.isds_active = console.marines_used = console.thrusters_used = console.speed_steps = 0


# ---------------------------------------------------------------- victory


def _vp_awarded(state: State, event: ending.VpAwarded) -> None:
    state.scores[event.side] = state.scores.get(event.side, 0) + event.points


def _game_over(state: State, event: ending.GameOver) -> None:
    state.over, state.winners, state.verdict = True, list(event.winners), event.verdict
    state.scores = dict(event.scores)


HANDLERS: dict[type[Event], Callable[[State, Any], None]] = {
    opening.FieldSet: _field_set,
    opening.ShipEntered: _ship_entered,
    opening.ShipPlaced: _ship_placed,
    opening.ShipFitted: _ship_fitted,
    opening.ShipDeployed: _ship_deployed,
    orders.TurnBegan: _turn_began,
    orders.OrdersStored: _orders_stored,
    orders.TurnEnded: _turn_ended,
    orders.OrderLapsed: _nothing_changes,
    movement.Moved: _moved,
    movement.HeldAtEdge: _nothing_changes,
    movement.MapShifted: _map_shifted,
    movement.ShipDestroyed: _ship_destroyed,
    movement.MineExploded: _mine_exploded,
    movement.MineHit: _nothing_changes,
    movement.AsteroidHit: _nothing_changes,
    battle.Commanded: _commanded,
    battle.SectionMarked: _section_marked,
    battle.MarinesSent: _marines_sent,
    battle.Turned: _turned,
    battle.Fired: _fired,
    battle.MineLaid: _mine_laid,
    battle.MineSpent: _mine_spent,
    battle.PointsArrived: _points_arrived,
    battle.Damaged: _damaged,
    boarding.BoardOrder: _nothing_changes,
    boarding.BoardAttempt: _nothing_changes,
    boarding.BoardVoid: _nothing_changes,
    boarding.BoardRound: _board_round,
    boarding.Retreated: _nothing_changes,
    boarding.Captured: _captured,
    boarding.ConsoleTaken: _console_taken,
    boarding.CrewSplit: _crew_split,
    engine.ShieldsRaised: _shields_raised,
    engine.IsdActivated: _isd_activated,
    engine.SpeedChanged: _speed_changed,
    engine.EnergyMoved: _energy_moved,
    engine.JumpAttempt: _nothing_changes,
    engine.JumpLeft: _jump_left,
    engine.JumpPlaced: _jump_placed,
    engine.JumpSlid: _jump_slid,
    engine.JumpSpeed: _jump_speed,
    engine.StatusAdvanced: _status_advanced,
    ending.VpAwarded: _vp_awarded,
    ending.GameOver: _game_over,
}
"""Every event type the rules emit, and what it does. Events that map to `_nothing_changes` only tell."""
TELLING = frozenset(kind for kind, change in HANDLERS.items() if change is _nothing_changes)
"""Events that change no state."""

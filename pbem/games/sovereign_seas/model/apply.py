"""What each event does to the state. Nothing else changes it; nothing here decides or rolls.

A reader's own state is folded from what they may see: handlers never need an event that is another side's (SSL-Y.2, SSL-Y.5).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from events.base import Event
from events.sovereign_seas import battle, opening, sailing
from pbem.core.game.unit_ids import natural
from pbem.core.geometry.hexes import Hex, step
from pbem.games.sovereign_seas.model.geometry import hex_of
from pbem.games.sovereign_seas.model.orders import FLEET
from pbem.games.sovereign_seas.model.state import Log, Place, Ram, Ship, Shot, State
from pbem.games.sovereign_seas.model.tables import CLASSES

TRAIL = 12
"""Hexes of a trail that are kept: the greatest GAP that an order can name."""


def apply(state: State, event: Event) -> None:
    """Write one event down in the state."""
    HANDLERS[type(event)](state, event)


def astern(hex: Hex, heading: int) -> list[Hex]:
    """SSL-E.4: the trail a ship begins with: the hexes straight astern, the nearest last; they may lie off the map."""
    return [step(hex, heading + 3, hexes) for hexes in range(TRAIL, 0, -1)]


def _nothing_changes(state: State, event: Event) -> None:
    """For the report only."""


# ---------------------------------------------------------------- set-up


def _sea_set(state: State, event: opening.SeaSet) -> None:
    state.scenario, state.options, state.seats = event.scenario, dict(event.options), dict(event.seats)
    state.columns, state.rows, state.limit = event.columns, event.rows, event.limit
    state.stages = [dict(stage) for stage in event.stages]


def _ship_entered(state: State, event: opening.ShipEntered) -> None:
    """SSL-E.4: undamaged, free to turn with her first move."""
    hex = hex_of(event.hex)
    if event.ship not in state.ships:
        state.strength[event.side] = state.strength.get(event.side, 0) + 1
    state.ships[event.ship] = Ship(
        id=event.ship,
        ship_class=event.ship_class,
        side=event.side,
        seat=event.seat,
        hex=hex,
        heading=event.heading,
        speed=event.speed,
        count=CLASSES[event.ship_class].turn_hexes,
        trail=astern(hex, event.heading),
    )
    state.ships = {id: state.ships[id] for id in sorted(state.ships, key=natural)}


def _log_opened(state: State, event: opening.LogOpened) -> None:
    """SSL-D.1, SSL-E.4."""
    state.ships[event.ship].log_if_known = Log()


def _ship_named(state: State, event: opening.ShipNamed) -> None:
    """SSL-CAM.1."""
    state.ships[event.ship].name = event.name


def _damage_carried(state: State, event: opening.DamageCarried) -> None:
    """SSL-CAM.5."""
    state.ships[event.ship].log_if_known = Log(
        marked=event.marked, lost=event.lost, engine=event.engine, gone=list(event.gone), tower_lost=event.tower_lost
    )


def _ship_placed(state: State, event: opening.ShipPlaced) -> None:
    ship = state.ships[event.ship]
    ship.hex, ship.heading, ship.speed = hex_of(event.hex), event.heading, event.speed
    ship.trail = astern(ship.hex, ship.heading)


def _entry_chosen(state: State, event: opening.EntryChosen) -> None:
    state.entry = event.edge


def _stage_closed(state: State, event: opening.StageClosed) -> None:
    state.stages = state.stages[len(state.stages) - event.left :]


def _orders_stood(state: State, event: opening.OrdersStood) -> None:
    """SSL-X.2."""
    if event.unit == FLEET:
        state.fleet[event.seat] = list(event.lines)
    else:
        state.ships[event.unit].standing_if_known = list(event.lines)


# ---------------------------------------------------------------- sailing


def _turn_began(state: State, event: sailing.TurnBegan) -> None:
    """SSL-J2.3: every ship may fire again. The map shows one turn's ways, salvos and rams."""
    state.turn, state.advantage, state.strikes = event.turn, "", {}
    state.shots, state.rams = [], []
    for ship in state.ships.values():
        ship.fired = False
        ship.track = [Place(0, ship.hex, ship.heading)] if ship.active else []


def _advantage(state: State, event: sailing.Advantage) -> None:
    state.advantage, state.strikes = event.side, dict(event.strikes)


def _speed_changed(state: State, event: sailing.SpeedSet | sailing.AutoDecel) -> None:
    state.ships[event.ship].speed = event.speed


def _stepped(state: State, event: sailing.Stepped) -> None:
    ship = state.ships[event.ship]
    ship.trail = [*ship.trail, hex_of(event.origin)][-TRAIL:]
    ship.hex, ship.heading, ship.count = hex_of(event.hex), event.heading, event.count
    ship.track.append(Place(event.impulse, ship.hex, ship.heading))


def _held(state: State, event: sailing.Held) -> None:
    ship = state.ships[event.ship]
    ship.heading, ship.count = event.heading, event.count


def _left_map(state: State, event: sailing.LeftMap) -> None:
    """SSL-I4.1: out of the game with all her damage; her hex is the last one on the map."""
    state.ships[event.ship].fate = "left"


def _ram_rolled(state: State, event: sailing.RamRolled) -> None:
    state.rams.append(Ram(event.impulse, event.attacker, event.target, hex_of(event.hex), event.hit))


def _ram_stopped(state: State, event: sailing.RamStopped) -> None:
    """SSL-J1.10."""
    for id in event.ships:
        state.ships[id].speed = 0


def _ram_shoved(state: State, event: sailing.RamShoved) -> None:
    """Option ram_miss=back: she has not left the hex she came from; her heading and count stay (SSL-J1.10)."""
    ship = state.ships[event.attacker]
    ship.hex = hex_of(event.hex)
    if ship.trail and ship.trail[-1] == ship.hex:
        ship.trail.pop()
    impulse = ship.track[-1].impulse if ship.track else 0
    ship.track.append(Place(impulse, ship.hex, ship.heading))


# ---------------------------------------------------------------- battle


def _opened_fire(state: State, event: battle.OpenedFire) -> None:
    """SSL-J2.3."""
    state.ships[event.ship].fired = True


def _salvo_fired(state: State, event: battle.SalvoFired) -> None:
    state.shots.append(
        Shot(
            impulse=event.impulse,
            ship=event.ship,
            target=event.target,
            code=event.code,
            guns=event.guns,
            range=event.range,
            hits=event.hits,
            origin=hex_of(event.origin),
            aim=hex_of(event.aim),
        )
    )


def _located(state: State, event: battle.Located) -> None:
    hits = state.ships[event.ship].hits
    hits[event.location] = hits.get(event.location, 0) + 1


def _gun_lost(state: State, event: battle.GunLost) -> None:
    state.ships[event.ship].log.gone.append(event.battery)


def _hull_marked(state: State, event: battle.HullMarked) -> None:
    """SSL-L3.1, SSL-L4.1."""
    log = state.ships[event.ship].log
    log.marked, log.lost = event.marked, event.lost


def _factors_lost(state: State, event: battle.FactorsLost) -> None:
    """SSL-L5.9, SSL-L5.10: by a funnel or a boiler."""
    log = state.ships[event.ship].log
    log.engine += event.lost - log.lost
    log.lost = event.lost


def _out_of_command(state: State, event: battle.OutOfCommand) -> None:
    """SSL-L5.3, SSL-L5.4."""
    log = state.ships[event.ship].log
    log.tower_lost, log.command_until = True, event.until


def _rudder_jammed(state: State, event: battle.RudderJammed) -> None:
    """SSL-L5.6."""
    vars(state.ships[event.ship].log).update(jam=event.side, jam_until=event.until)


def _sunk(state: State, event: battle.Sunk) -> None:
    """SSL-M.1: from now on she neither moves, fires nor counts."""
    ship = state.ships[event.ship]
    ship.fate, ship.speed = "sunk", 0


def _condition_ended(state: State, event: battle.ConditionEnded) -> None:
    """SSL-L5.12."""
    log = state.ships[event.ship].log
    if event.condition == "command":
        log.command_until = 0
    else:
        log.jam, log.jam_until = "", 0


# ---------------------------------------------------------------- the end


def _silent(state: State, event: battle.Silent) -> None:
    """SSL-Z.2."""
    state.silence[event.side] = event.turns


def _game_decided(state: State, event: battle.GameDecided) -> None:
    state.over, state.winners = True, list(event.winners)
    state.level, state.verdict = event.level, event.verdict


HANDLERS: dict[type[Event], Callable[[State, Any], None]] = {
    opening.SeaSet: _sea_set,
    opening.ShipEntered: _ship_entered,
    opening.LogOpened: _log_opened,
    opening.ShipNamed: _ship_named,
    opening.DamageCarried: _damage_carried,
    opening.ShipPlaced: _ship_placed,
    opening.EntryChosen: _entry_chosen,
    opening.FleetTaken: _nothing_changes,
    opening.StageClosed: _stage_closed,
    opening.OrdersStood: _orders_stood,
    opening.PlacingVoid: _nothing_changes,
    sailing.TurnBegan: _turn_began,
    sailing.Advantage: _advantage,
    sailing.SpeedSet: _speed_changed,
    sailing.AutoDecel: _speed_changed,
    sailing.WhenFired: _nothing_changes,
    sailing.Stepped: _stepped,
    sailing.TurnRefused: _nothing_changes,
    sailing.StepDiverted: _nothing_changes,
    sailing.Held: _held,
    sailing.LeftMap: _left_map,
    sailing.RamPicked: _nothing_changes,
    sailing.RamRolled: _ram_rolled,
    sailing.RamEffect: _nothing_changes,
    sailing.RamStopped: _ram_stopped,
    sailing.RamShoved: _ram_shoved,
    battle.Passed: _nothing_changes,
    battle.Designated: _nothing_changes,
    battle.OpenedFire: _opened_fire,
    battle.SalvoFired: _salvo_fired,
    battle.SalvoWasted: _nothing_changes,
    battle.DidNotFire: _nothing_changes,
    battle.Located: _located,
    battle.PassedOn: _nothing_changes,
    battle.NoEffect: _nothing_changes,
    battle.GunLost: _gun_lost,
    battle.HullMarked: _hull_marked,
    battle.FactorsLost: _factors_lost,
    battle.Critical: _nothing_changes,
    battle.SevereAgain: _nothing_changes,
    battle.OutOfCommand: _out_of_command,
    battle.RudderJammed: _rudder_jammed,
    battle.SevereDamage: _nothing_changes,
    battle.MagazineExploded: _nothing_changes,
    battle.Sunk: _sunk,
    battle.ConditionEnded: _condition_ended,
    battle.Removed: _nothing_changes,
    battle.Silent: _silent,
    battle.Conceded: _nothing_changes,
    battle.TurnEnded: _nothing_changes,
    battle.GameDecided: _game_decided,
}
"""Every event type the rules emit, and what it does. Events that map to `_nothing_changes` only tell."""
TELLING = frozenset(kind for kind, change in HANDLERS.items() if change is _nothing_changes)
"""Events that change no state."""

"""The state as a reader may assume it to be: all that they know, and of the others that they have ordered nothing.

Whatever rules are asked of it, nothing hidden can show: it is made from their view alone.
"""

from __future__ import annotations

from pbem.games.sovereign_seas.model.state import Ship, State
from pbem.games.sovereign_seas.model.view import ShipView, View


def assume(view: View) -> State:
    """A state of its own, which may be played on. SSL-Y.5: ships with hidden logs are taken for undamaged."""
    state = State(
        scenario=view.scenario,
        options=dict(view.options),
        seats=dict(view.seats),
        columns=view.columns,
        rows=view.rows,
        limit=view.limit,
        stages=[dict(view.stage)] if view.stage else [],
        entry=view.entry,
        turn=view.turn,
        advantage=view.advantage,
        ships={ship.id: _ship(ship) for ship in view.ships.values()},
        strength=dict(view.strength),
        silence=dict(view.silence),
        over=view.over,
    )
    state.fleet = {state.senior(side): list(lines) for side, lines in view.fleets.items() if side in view.seats.values()}
    return state


def _ship(seen: ShipView) -> Ship:
    ship = Ship(
        id=seen.id,
        ship_class=seen.ship_class,
        side=seen.side,
        seat=seen.seat,
        hex=seen.hex,
        heading=seen.heading,
        speed=seen.speed,
        count=seen.count,
        fate=seen.fate,
        fired=seen.fired,
        hits=dict(seen.hits),
        trail=list(seen.trail),
        track=list(seen.track),
        standing=list(seen.standing or ()),
    )
    if seen.log:
        log = seen.log
        ship.marked, ship.lost, ship.gone, ship.tower_lost = log.marked, log.lost, list(log.gone), log.tower_lost
        ship.command_until, ship.jam, ship.jam_until = log.command_until, log.jam, log.jam_until
    return ship

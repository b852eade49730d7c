"""WT-19.5 to WT-19.8: depth charges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from events.wet_thrust.firing import DepthCharged
from pbem.core.geometry.tabletop import MIL, distance, within
from pbem.games.wet_thrust.model.orders import ANY
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import CHARGE_RANGE, SILENT
from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.model.units import Vessel
from pbem.games.wet_thrust.rules.combat import hits
from pbem.games.wet_thrust.rules.combat.aim import bearing_on


def fire(scratch: TurnScratch, ship: Vessel) -> None:
    """WT-19.5: one attack run a turn, at the submarine ordered or at the nearest. WT-19.8: charges never run out."""
    if boat := prey(scratch, ship):
        _run(scratch, ship, boat)


def prey(scratch: TurnScratch, ship: Vessel) -> Vessel | None:
    """The boat that she runs at. WT-7.2: not without a working fire control."""
    wanted = scratch.orders_of(ship).asw
    if not (ship.sheet.controls and ship.sheet.working("AS")):
        return None
    found = attackable(scratch.state, ship)
    return next((boat for boat in found if wanted in (ANY, scratch.state.seen_as(boat))), None)


def attackable(state: State, ship: Vessel) -> Iterator[Vessel]:
    """WT-19.5: submarines below the surface, detected this turn, within 3 inches, on which a mount bears; the nearest first."""
    held = [
        boat
        for boat in state.afloat(state.enemy(ship.side))
        if not boat.visible and state.seen_as(boat) and boat.sheet.unmarked > 0 and within(ship.at, boat.at, CHARGE_RANGE)
    ]
    return (boat for boat in sorted(held, key=lambda boat: distance(ship.at, boat.at)) if bearing_mounts(ship, boat))


def bearing_mounts(ship: Vessel, boat: Vessel) -> list[str]:
    """Working mounts that bear; WT-19.6: at a range of 0 inches all of them."""
    mounts = ship.sheet.working("AS")
    return bearing_on(ship, boat.at, mounts) if whole_inches(ship, boat) else mounts


def whole_inches(ship: Vessel, boat: Vessel) -> int:
    """WT-19.6: the range to the nearest inch, a half counts up."""
    return int(distance(ship.at, boat.at) / MIL + 0.5)


def needed_by(mounts: int, silent: bool) -> int:
    """WT-19.7, WT-18.6: the number up to which a die hits."""
    return mounts + (SILENT if silent else 0)


def points_of(damage: Sequence[int], inches: int) -> int:
    """WT-19.7: what the damage dice do at this range."""
    return sum(max(0, face - inches) for face in damage)


def _run(scratch: TurnScratch, ship: Vessel, boat: Vessel) -> None:
    """WT-19.7: a die per mount, each up to their number hits; each hit is lessened by the range. There is no d20."""
    mounts, inches = bearing_mounts(ship, boat), whole_inches(ship, boat)
    silent = boat.sheet.silent
    needed = needed_by(len(mounts), silent)
    contact = scratch.state.seen_as(boat)
    faces = scratch.open_roll(len(mounts), 6, f"as_hit {ship.id} at {contact}", "WT-19.7")
    hit = sum(face <= needed for face in faces)
    damage = scratch.open_roll(hit, 6, f"as_damage {ship.id} at {contact}", "WT-19.7")
    points = points_of(damage, inches)
    fired = DepthCharged(
        ship=ship.id,
        target=contact,
        mounts=mounts,
        number=len(mounts),
        inches=inches,
        silent=silent,
        needed=needed,
        hits=hit,
        points=points,
        origin=list(ship.at),
        aim=list(boat.at),
    )
    scratch.tell(fired, "WT-19.7")
    hits.mark(scratch, boat, points, "depth charges", "WT-8.6")

"""Why a ship has not fired: told to her own side when the turn's last impulse is over, for it tells of orders (SSL-Y.2)."""

from __future__ import annotations

from typing import NamedTuple

from events.sovereign_seas.battle import DidNotFire
from pbem.games.sovereign_seas.language.targets import Sighting, fields, sightings
from pbem.games.sovereign_seas.model.state import Ship, enemy
from pbem.games.sovereign_seas.model.tables import reach_of
from pbem.games.sovereign_seas.model.turn_scratch import Missed, TurnScratch
from pbem.games.sovereign_seas.rules.combat.ready import aims

OUT_OF_ARC, BARRED, UNTIMELY = "arc", "only", "open"
RANKS = (OUT_OF_ARC, BARRED, UNTIMELY)
"""What kept a ship from firing in an impulse, the farthest from it first."""


class _Reach(NamedTuple):
    """The enemies that some gun reaches, and those of them on which it bears."""

    near: list[Sighting]
    borne: list[Sighting]


def watch(scratch: TurnScratch, side: str = "") -> None:
    """After an impulse's gunnery: who might have fired ("": of either side), and what was missing, where it was the least."""
    for ship in scratch.state.active(side):
        if not ship.fired and ship.living():
            missed = _missed(scratch, ship)
            before = scratch.missed.get(ship.id)
            if missed and (before is None or _nearness(missed) > _nearness(before)):
                scratch.missed[ship.id] = missed


def _nearness(missed: Missed) -> tuple[int, int]:
    return RANKS.index(missed.why), -missed.range


def _missed(scratch: TurnScratch, ship: Ship) -> Missed | None:
    reach = _reach(scratch, ship)
    if not reach.near:
        return None
    laid = set(aims(scratch, ship).values()) if reach.borne else set()
    found = [each for each in reach.borne if each.foe.id in laid] or reach.borne or reach.near
    nearest = min(found, key=lambda each: (each.range, each.order))
    why = UNTIMELY if laid else BARRED if reach.borne else OUT_OF_ARC
    return Missed(why, nearest.foe.id, nearest.range, scratch.impulse)


def _reach(scratch: TurnScratch, ship: Ship) -> _Reach:
    """SSL-J2.6."""
    options, guns = scratch.state.options, ship.living()
    seen = sightings(ship, scratch.state.active(enemy(ship.side)), options)
    farthest = max(len(reach_of(gun.code, options)) for gun in guns)
    near = [each for each in seen if each.range <= farthest]
    in_arc = {each.foe.id for field in fields(guns, near, options).values() for each in field.inside}
    return _Reach(near, [each for each in near if each.foe.id in in_arc])


def reasons(scratch: TurnScratch, side: str) -> list[DidNotFire]:
    """SSL-X.11, SSL-X.12: of a side's ships that have not fired, though an enemy was within reach, why not."""
    found = []
    for id, missed in scratch.missed.items():
        ship = scratch.state.ships[id]
        if ship.active and ship.side == side and not ship.fired:
            why = "hold" if scratch.orders_of(ship).hold else missed.why
            found.append(DidNotFire(id, why, missed.target, missed.range, missed.impulse))
    return found


def tell(scratch: TurnScratch) -> None:
    """At the end of the last impulse."""
    for side in scratch.sequence:
        for event in reasons(scratch, side):
            scratch.tell_side(event, "SSL-X.12", scratch.state.ships[event.ship])

"""Why a ship has not fired: told to her own side when the turn's last impulse is over, for it tells of orders (SSL-Y.2)."""

from __future__ import annotations

from collections.abc import Sequence

from events.sovereign_seas.battle import DidNotFire
from pbem.games.sovereign_seas.language.targets import fields, lay, sightings
from pbem.games.sovereign_seas.model.state import Ship, enemy
from pbem.games.sovereign_seas.model.tables import Battery
from pbem.games.sovereign_seas.model.turn_scratch import Missed, TurnScratch

OUT_OF_ARC, BARRED, UNTIMELY = "arc", "only", "open"
RANKS = (OUT_OF_ARC, BARRED, UNTIMELY)
"""What kept a ship from firing in an impulse, the farthest from it first."""


def watch(scratch: TurnScratch, side: str = "") -> None:
    """After an impulse's gunnery: who might have fired ("": of either side), and what was missing, where it was the least."""
    for ship in scratch.state.active(side):
        if not ship.fired and (guns := ship.living()):
            missed = _missed(scratch, ship, guns)
            before = scratch.missed.get(ship.id)
            if missed and (before is None or _nearness(missed) > _nearness(before)):
                scratch.missed[ship.id] = missed


def _nearness(missed: Missed) -> tuple[int, int]:
    return RANKS.index(missed.why), -missed.range


def _missed(scratch: TurnScratch, ship: Ship, guns: Sequence[Battery]) -> Missed | None:
    """SSL-J2.6: of the enemies that some gun reaches those on which it bears, and of these those at which she would fire."""
    options = scratch.state.options
    seen = sightings(ship, scratch.state.active(enemy(ship.side)), options)
    bearing = fields(guns, seen, options)
    farthest = max(field.reach for field in bearing.values())
    near = [each for each in seen if each.range <= farthest]
    if not near:
        return None
    in_arc = {each.foe.id for field in bearing.values() for each in field.inside}
    laid = set(lay(ship, guns, scratch.orders_of(ship), bearing).values()) if in_arc else set()
    found = [each for each in near if each.foe.id in (laid or in_arc)] or near
    nearest = min(found, key=lambda each: each.range)
    why = UNTIMELY if laid else BARRED if in_arc else OUT_OF_ARC
    return Missed(why, nearest.foe.id, nearest.range, scratch.impulse)


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

"""WT-21: breaking contact, step 8.3."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from events.wet_thrust.sailing import DisengageBarred, Disengaged, DisengageTried
from pbem.core.geometry.tabletop import ANGLE_SLACK, distance, number_text, points_between, relative, together
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.model.units import Vessel

ABAFT = (90, 270)
"""WT-21.2: relative bearings at which an enemy lies abaft the beam."""
BOW_ARC = 45
"""WT-21.3."""


@dataclass(frozen=True)
class Attempt:
    """A ship that may try, and who challenges her, if anybody."""

    ship: Vessel
    challenger: Vessel | None


def step(scratch: TurnScratch) -> None:
    """WT-21.1, WT-21.7: every ship with DISENGAGE, in unit order; all attempts are judged before any ship is gone."""
    attempts = []
    for ship in scratch.state.afloat():
        if scratch.orders_of(ship).disengage:
            if why := bar(scratch, ship):
                scratch.own(DisengageBarred(ship.id, why), "WT-21.2", ship)
            else:
                attempts.append(Attempt(ship, challenger(scratch, ship)))
    escapes = [attempt for attempt in attempts if _escapes(scratch, attempt)]
    for attempt in escapes:
        other = attempt.challenger
        scratch.tell(Disengaged(attempt.ship.id, other.id if other else ""), "WT-21.7" if other else "WT-21.4")


# ---------------------------------------------------------------- may she try?


def bar(scratch: TurnScratch, ship: Vessel) -> str:
    """WT-21.1, WT-21.2: why she cannot try; "" if she can. She makes smoke by the order itself, where the weather lets her."""
    reach = scratch.reach[ship.id]
    if not ship.visible:
        return "she is below the surface"
    if not ship.speed:
        return "she lies stopped"
    if ship.speed < reach:
        return f"she ran {number_text(ship.speed)}, not the {number_text(reach)} that she could make"
    enemy = _nearest(ship, [other for other in scratch.state.afloat(scratch.state.enemy(ship.side)) if other.visible])
    if enemy and not _abaft(ship, enemy):
        return f"{enemy.id}, the nearest enemy, is not abaft her beam"
    return "she recovers an aircraft" if recovers(scratch.state, ship) else ""


def _nearest(ship: Vessel, others: list[Vessel]) -> Vessel | None:
    """Of equals the first in unit order."""
    return min(others, key=lambda other: distance(ship.at, other.at), default=None)


def _abaft(ship: Vessel, enemy: Vessel) -> bool:
    """At one and the same place she counts as abeam."""
    first, last = ABAFT
    angle = relative(ship.at, ship.course, enemy.at)
    return together(ship.at, enemy.at) or first - ANGLE_SLACK <= angle <= last + ANGLE_SLACK


def recovers(state: State, ship: Vessel) -> bool:
    """WT-6.8: do her planes bar her from disengaging and from challenging? Option `recon_bar`.

    One that is taken aboard this turn is alongside until step 8.5.
    """
    planes = state.planes(ship.id)
    match state.opt("recon_bar"):
        case "game":
            return any(each.moored for each in planes)
        case "aloft":
            return any(each.place in ("air", "alongside") for each in planes)
        case _:
            return any(each.place == "alongside" for each in planes)


# ---------------------------------------------------------------- who challenges her, and does she get away?


def challenger(scratch: TurnScratch, ship: Vessel) -> Vessel | None:
    """WT-21.3: the nearest enemy in sight who is under way, stays, may and will challenge, and keeps up or closes."""
    enemies = scratch.state.afloat(scratch.state.enemy(ship.side))
    return _nearest(ship, [other for other in enemies if _challenges(scratch, other) and _follows(other, ship)])


def _challenges(scratch: TurnScratch, other: Vessel) -> bool:
    orders = scratch.orders_of(other)
    able = other.visible and not other.stationary and not recovers(scratch.state, other)
    return able and orders.challenge and not orders.disengage


def _follows(other: Vessel, ship: Vessel) -> bool:
    """WT-21.3: courses at most a point apart, or the ship in the other's bow arc."""
    angle = relative(other.at, other.course, ship.at)
    toward = min(angle, 360 - angle) <= BOW_ARC + ANGLE_SLACK
    return toward or together(other.at, ship.at) or points_between(other.course, ship.course) <= 1


def modifiers(state: State, ship: Vessel, other: Vessel) -> dict[str, Fraction]:
    """WT-21.5, WT-21.6: what makes up the total, by cause. WT-3.11: fuel boxes lost tell here."""
    return {
        "speed": ship.top - other.top,
        "fuel": Fraction(-(ship.sheet.fuel_lost // 2)),
        "radar": Fraction(-1 if other.sheet.working("RA") else 0),
        "smoke": Fraction(1 if ship.smoking else 0),
        "weather": Fraction(state.weather.x),
    }


def _escapes(scratch: TurnScratch, attempt: Attempt) -> bool:
    """WT-21.7: at most the total on a die. WT-21.4: unchallenged she escapes without one.

    WT-23.3, ruling W57: what makes up the total is not told: tops, fuel and radar are on control sheets.
    """
    ship, other = attempt.ship, attempt.challenger
    if not other:
        return True
    total = sum(modifiers(scratch.state, ship, other).values(), Fraction(0))
    die = scratch.open_roll(1, 6, f"disengage {ship.id}", "WT-21.7")[0]
    scratch.tell(DisengageTried(ship.id, other.id, str(total), die, die <= total), "WT-21.7")
    return die <= total

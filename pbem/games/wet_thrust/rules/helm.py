"""WT-2, WT-3, WT-4: what a plot does to a vessel now. Pure: the engine, receipts and bots ask the same questions here."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from pbem.core.geometry.tabletop import Spot, Way, advanced, number_text, turned
from pbem.games.wet_thrust.model.order_parts import NO_CHANGE, Plot, Turn, mark_points
from pbem.games.wet_thrust.model.units import Vessel


class Steering(NamedTuple):
    """A move: speed, points of turn half-way and at the end (to starboard; negative to port), and what follows this turn.

    chasing: salvo chasing (WT-2.10). evasive: WT-2.11. barred: the main batteries may not fire (WT-4.4).
    """

    speed: Fraction
    points_half: int = 0
    points_end: int = 0
    chasing: bool = False
    evasive: bool = False
    barred: bool = False


# ---------------------------------------------------------------- speed


def legal_speeds(ship: Vessel, top: Fraction | None = None) -> tuple[Fraction, Fraction]:
    """WT-2.5: the least and the greatest speed that she can make this turn. `top`: another top speed than she has now.

    WT-3.1, WT-3.3: boilers share the top; without a working one both are 0. WT-3.5, WT-3.6: propellers share the rates;
    without a working one both are her speed.
    """
    highest, sheet = ship.top if top is None else top, ship.sheet
    base = _base(ship, highest)
    return max(NO_CHANGE, base - sheet.deceleration()), min(highest, base + sheet.acceleration())


def _base(ship: Vessel, top: Fraction) -> Fraction:
    """WT-3.2: a speed above the top falls at once, before A or D."""
    return min(ship.speed, top)


def _speed(ship: Vessel, plot: Plot, top: Fraction) -> tuple[Fraction, list[str]]:
    """WT-2.5, WT-15.2: the new speed, A and D cut to what is legal now, and why if they were. WT-2.3: blank: as before."""
    base, why = _base(ship, top), []
    if base < ship.speed:
        why.append(f"her top speed is {number_text(base)}")
    if not (plot.accelerate or plot.decelerate or plot.most):
        return base, why
    least, most = legal_speeds(ship, top)
    if plot.most:
        return (most if plot.most == "A" else least), why
    wanted = base + plot.accelerate - plot.decelerate
    speed = min(max(wanted, least), most)
    if speed != wanted:
        why.append(f"she can make {speeds_text(least, most)} this turn")
    return speed, why


def speeds_text(least: Fraction, most: Fraction) -> str:
    """`4 to 8`, or the only speed that she can make."""
    return number_text(least) if least == most else f"{number_text(least)} to {number_text(most)}"


# ---------------------------------------------------------------- points of turn


def _split(plot: Plot) -> tuple[int, int]:
    """Points half-way and at the end. WT-2.7: the greater half of one turn half-way; WT-2.8: of two the one written first."""
    port, starboard = -plot.port, plot.starboard
    if port and starboard:
        return (starboard, port) if plot.first == "S" else (port, starboard)
    at_end = plot.points // 2
    return (port + at_end, -at_end) if port else (starboard - at_end, at_end)


def _clipped(points: int, allowed: int) -> int:
    return min(max(points, -allowed), allowed)


def _turns(ship: Vessel, plot: Plot, speed: Fraction) -> tuple[int, int, list[str]]:
    """The points that she executes, and why if these are not all.

    WT-2.12: none without way. WT-4.1: no more than her highest remaining level; WT-15.2: cut from the end of the move.
    WT-4.3: without a rudder the points of her plot are those that she must repeat.
    """
    if not speed and plot.points:
        return 0, 0, ["without way she cannot turn"]
    allowed = _allowed(ship, plot)
    why = [f"her rudders allow {allowed} point{'s' * (allowed != 1)}"] if plot.points > allowed else []
    return *_within(plot, allowed), why


def _allowed(ship: Vessel, plot: Plot) -> int:
    return ship.sheet.points() if ship.sheet.steers() else plot.points


def _within(plot: Plot, allowed: int) -> tuple[int, int]:
    """WT-15.2: points half-way and at the end, those beyond what is allowed cut from the end."""
    half, end = _split(plot)
    half = _clipped(half, allowed)
    return half, _clipped(end, allowed - abs(half))


def _barred(ship: Vessel, points: int, speed: Fraction) -> bool:
    """WT-4.4: a disruptive level at more than half the printed top speed; exactly half is not above."""
    below = not ship.visible
    return points > 0 and ship.printed.disruptive(points) and 2 * speed > ship.printed.printed_top(below)


# ---------------------------------------------------------------- the whole plot


def steer(ship: Vessel, plot: Plot, top: Fraction | None = None) -> tuple[Steering, Plot, str]:
    """What a plot does to her now, the plot as executed (as given if it was not cut), and why it was cut ("" if it was not).

    `top` is her top speed this turn if it is not that of now: of a boat about to crash-dive, or 0 when she runs silent.
    WT-2.6: the new speed holds from the start of the move.
    """
    highest = ship.top if top is None else top
    speed, why = _speed(ship, plot, highest)
    if plot.evasive:
        return _evade(ship, speed, why)
    half, end, cut = _turns(ship, plot, speed)
    why += cut
    executed = _executed(speed - _base(ship, highest), half, end, plot) if why else plot
    barred = _barred(ship, abs(half) + abs(end), speed)
    return Steering(speed, half, end, chasing=half * end < 0, barred=barred), executed, "; ".join(why)


def _evade(ship: Vessel, speed: Fraction, why: list[str]) -> tuple[Steering, Plot, str]:
    """WT-2.11: straight on at the present speed; not without way, and only if her sheet has it."""
    if not speed:
        return Steering(speed), Plot(), "; ".join([*why, "without way she cannot evade"])
    if ship.printed.evasive == "none":
        return Steering(speed), Plot(), "; ".join([*why, "no evasive note on her sheet"])
    return Steering(speed, evasive=True), Plot(evasive=True), "; ".join(why)


def _executed(change: Fraction, half: int, end: int, plot: Plot) -> Plot:
    port, starboard = -min(half, 0) - min(end, 0), max(half, 0) + max(end, 0)
    first: Turn = plot.first if port and starboard else "P" if port else "S" if starboard else ""
    more, less = (change, NO_CHANGE) if change > 0 else (NO_CHANGE, -change)
    return Plot(accelerate=more, decelerate=less, port=port, starboard=starboard, first=first)


def way(at: Spot, course: int, steering: Steering) -> tuple[Way, int]:
    """WT-1.1, WT-1.2, WT-2.7: the way of a move and the course at its end. WT-2.9: a turn is made on the spot."""
    leg = steering.speed / 2
    half = advanced(at, course, leg)
    course = turned(course, steering.points_half)
    return Way(at, half, advanced(half, course, leg)), turned(course, steering.points_end)


def repeated_turns(ship: Vessel, plot: Plot) -> str:
    """WT-4.3: the turn part of a plot, which she repeats if the last rudder goes in its turn.

    Ruling W55: it is within her levels, but also of a plot that could not turn her, for she had no way on (WT-2.12, WT-18.6).
    """
    allowed = _allowed(ship, plot)
    return mark_points(plot if plot.points <= allowed else _executed(NO_CHANGE, *_within(plot, allowed), plot))


def away(ship: Vessel, plot: Plot, angle: float) -> Plot:
    """WT-5.7: the plot of a ram refused, her target at a relative bearing: as fast as before, turning away all she can.

    WT-4.3: without a rudder she keeps the points that she repeats.
    """
    if not ship.sheet.steers():
        return replace(plot, accelerate=Fraction(0), decelerate=Fraction(0), most="")
    points = ship.sheet.points()
    return Plot(port=points, first="P") if angle <= 180 else Plot(starboard=points, first="S")

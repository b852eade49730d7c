"""What is wrong with a plot (5.2): points of turn, accelerations and speeds that she cannot make now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from pbem.core.game.phrases import count
from pbem.core.geometry.tabletop import number_text
from pbem.core.texts.envelope import IllegalOrder
from pbem.games.wet_thrust.model.order_parts import Plot, mark_points
from pbem.games.wet_thrust.model.order_parts import plot_text as shown
from pbem.games.wet_thrust.model.units import Vessel
from pbem.games.wet_thrust.orders.order_context import OrderContext
from pbem.games.wet_thrust.rules.helm import legal_speeds

FINEST = 1000


def check_plot(context: OrderContext, ship: Vessel, plot: Plot, others: Sequence[Plot]) -> None:
    """A plot beside the `others` that this mail gave her before it. Raises `IllegalOrder`."""
    for other in others:
        _check_alone(other, plot)
    if plot.evasive:
        _check_evasive(ship, plot)
    else:
        _check_points(ship, plot)
        _check_speed(ship, plot)


def _check_alone(other: Plot, plot: Plot) -> None:
    """WT-2.11: evading is no part of another plot; and there is but one plot."""
    if other.evasive != plot.evasive:
        raise _not_alone(plot if other.evasive else other)
    raise IllegalOrder("the plot is given twice; the first counts", f"What stands: {shown(other)}.", "ambiguous")


def _not_alone(plot: Plot) -> IllegalOrder:
    rest = shown(replace(plot, evasive=False))
    return IllegalOrder(f"E goes alone, without {rest}", f"Legal: E, or {rest}.")


def _check_evasive(ship: Vessel, plot: Plot) -> None:
    """WT-2.11: if her sheet has it and she has way on her. WT-4.3: not without a rudder."""
    if replace(plot, evasive=False, speed=None) != Plot():
        raise _not_alone(plot)
    if ship.printed.evasive == "none":
        raise IllegalOrder("no evasive note on her sheet", "Legal: a normal plot.")
    if not ship.sheet.steers():
        raise _no_rudder(ship)
    if not min(ship.speed, ship.top):
        raise IllegalOrder("she lies stopped and cannot evade", "Legal: a normal plot.")


def _no_rudder(ship: Vessel) -> IllegalOrder:
    """WT-4.3: she repeats the turns that she was making."""
    repeats = f"repeats {ship.book.helm}" if ship.book.helm else "holds her course"
    return IllegalOrder(f"all rudders lost, she {repeats}", "Legal: A, D.")


def _check_points(ship: Vessel, plot: Plot) -> None:
    """WT-4.1, WT-4.2: within her remaining levels; WT-2.8: both sides together."""
    sheet = ship.sheet
    if plot.points and not sheet.steers():
        raise _no_rudder(ship)
    if plot.points <= sheet.points():
        return
    rudders = f"rudders {len(sheet.working('RU'))} of {sheet.count('RU')}"
    examples = {0: "no P or S", 1: "up to 1 point, e.g. 1P", 2: "up to 2 points, e.g. 2P, 1P1S"}
    legal = examples.get(sheet.points(), f"up to {sheet.points()} points, e.g. {sheet.points()}P, 2P1S")
    points = count(plot.points, "point")
    raise IllegalOrder(f"{mark_points(plot)} is {points}; she can turn {sheet.points()} ({rudders})", f"Legal: {legal}.")


def _check_speed(ship: Vessel, plot: Plot) -> None:
    """WT-2.5: not both, and no more than she can. WT-3.6: without a propeller neither."""
    more, less = plot.accelerate, plot.decelerate
    if more and less:
        raise IllegalOrder("A and D together", "Give one.")
    if (more or less or plot.most) and not ship.sheet.working("PR"):
        raise IllegalOrder(f"no propeller works, speed stays {number_text(min(ship.speed, ship.top))}", "Legal: P, S.")
    why = _too_fast(ship, more) if more else _too_slow(ship, less) if less else ""
    if why:
        base, (least, most) = min(ship.speed, ship.top), legal_speeds(ship)
        raise IllegalOrder(why, f"Legal: {_up_to(most - base, 'A') if more else _up_to(base - least, 'D')}.")


def _too_fast(ship: Vessel, more: Fraction) -> str:
    """WT-3.5, WT-3.2: acceleration and top speed that she has left."""
    speed = min(ship.speed, ship.top) + more
    if more > ship.sheet.acceleration():
        return f"{number_text(more)}A is more than acceleration {number_text(ship.sheet.acceleration())}"
    top = number_text(ship.top)
    return f"{number_text(more)}A makes {number_text(speed)}, top speed is {top}" if speed > ship.top else ""


def _too_slow(ship: Vessel, less: Fraction) -> str:
    """WT-3.5: deceleration that she has left; never astern."""
    speed = min(ship.speed, ship.top)
    if less > speed:
        return f"{number_text(less)}D with speed {number_text(speed)}"
    most = ship.sheet.deceleration()
    return f"{number_text(less)}D is more than deceleration {number_text(most)}" if less > most else ""


def _up_to(amount: Fraction, letter: str) -> str:
    """`up to 0.5A`: cut to what orders can write, so that it is legal."""
    cut = Fraction(int(amount * FINEST), FINEST)
    return f"up to {number_text(cut)}{letter}" if cut else f"no {letter}"

"""WT-2: step 2 of a turn, the ships move: crash dives, ram tests, all vessels together, collisions, screens, sonar."""

from __future__ import annotations

from fractions import Fraction

from events.wet_thrust.opening import HelmKept
from events.wet_thrust.sailing import MainGunsBarred, Moved, PlotCut
from pbem.games.wet_thrust.model.order_parts import Plot, plot_text
from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.model.units import Vessel
from pbem.games.wet_thrust.rules import dives, ram, sonar
from pbem.games.wet_thrust.rules.combat import sinking, smoke
from pbem.games.wet_thrust.rules.helm import Steering, legal_speeds, repeated_turns, steer, way


def step(scratch: TurnScratch) -> None:
    """Section 3, steps 2.1 to 2.7."""
    dives.crash(scratch)
    rams = ram.tests(scratch)
    for ship in scratch.state.afloat():
        sail(scratch, ship)
    ram.collide(scratch, rams)
    smoke.lay(scratch)
    sonar.detect(scratch)
    sinking.sink(scratch)


def sail(scratch: TurnScratch, ship: Vessel) -> None:
    """WT-2.1: all plots are executed together; none depends on another's. WT-18.2: of a hidden boat only her side is told."""
    orders = scratch.orders_of(ship)
    if orders.disengage:
        scratch.reach[ship.id] = legal_speeds(ship)[1]
    steering, executed, why = _helm(ship, orders.plot)
    if why:
        scratch.own(PlotCut(ship.id, plot_text(executed), why), "WT-3.2" if ship.speed > ship.top else "WT-2.14", ship)
    path, course = way(ship.at, ship.course, steering)
    scratch.ways[ship.id] = path
    _keep_helm(scratch, ship, repeated_turns(ship, orders.plot))
    spots = [[*spot] for spot in path]
    moved = Moved(ship.id, spots, course, str(steering.speed), steering.evasive, steering.chasing)
    scratch.seen(moved, "WT-2.1", ship)
    if steering.barred:
        scratch.sheet(MainGunsBarred(ship.id), "WT-4.4", ship)


def _helm(ship: Vessel, plot: Plot) -> tuple[Steering, Plot, str]:
    """WT-18.6: a boat that runs silent has speed 0 at once, whatever her plot."""
    if not ship.sheet.silent:
        return steer(ship, plot)
    return steer(ship, plot, top=Fraction(0))[0], Plot(), "she runs silent" if plot != Plot() else ""


def _keep_helm(scratch: TurnScratch, ship: Vessel, turns: str) -> None:
    """WT-4.3: what she would repeat if the last rudder went this turn; once it is gone, that is fixed.

    WT-23.3: it is of her plot, of which others see only what she carries out.
    """
    if ship.sheet.steers() and turns != ship.book.helm:
        scratch.own(HelmKept(ship.id, turns), "WT-4.3", ship)

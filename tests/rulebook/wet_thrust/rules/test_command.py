"""WT-15, WT-4.3: ships out of command, and ships without a rudder."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from events.wet_thrust.damage import SystemLost, SystemRepaired
from events.wet_thrust.opening import OrdersKept
from pbem.games.wet_thrust.language.words import order_text
from pbem.games.wet_thrust.model.apply.apply import apply
from pbem.games.wet_thrust.model.order_parts import Plot
from pbem.games.wet_thrust.model.orders import Asw, AtWill, Depth, Fire, HoldFire, Launch, Merge, ShipOrders, Torp
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.rules import command
from tests.rulebook.wet_thrust.builders.ships import state_with

ONE_A = Fraction(1)
EVERYTHING = ShipOrders(
    plot=Plot(accelerate=ONE_A, port=1, first="P", speed=Fraction(7)),
    fire=(Fire(("A",), ("HOO", "POW")), Fire(("C1",), ("SUF",))),
    torp=(Torp(("HOO",), ("TL1",), Fraction(4)),),
    asw="HOLD",
    repair=("RUDDER",),
    smoke=True,
    screen=True,
    disengage=True,
    challenge=False,
    ram="HOO",
    launch=("PEU-R1",),
    merge=(Merge("ARK-T1", "ARK-T2"),),
    lose=("B4",),
    flak=("ARK-T1",),
    cover="BIS",
    depth=Depth("DIVE"),
)


def keeping(orders: ShipOrders, turn: int = 5) -> State:
    """Prinz Eugen in turn 5, having been given these orders in her last turn in command."""
    state = state_with({"PEU": ((0, 0), 12, 6)}, turn)
    apply(state, OrdersKept("PEU", command.kept(orders)))
    return state


def bridge_lost(state: State, *systems: str) -> State:
    """In the turn before."""
    state.turn -= 1
    for system in systems or ("BR",):
        apply(state, SystemLost("PEU", system, "check"))
    state.turn += 1
    return state


# ---------------------------------------------------------------- out of command


def test_she_repeats_plot_and_fire() -> None:
    """WT-15.2, WT-15.1: plot, guns, torpedoes and depth charges of her last turn in command, as written; nothing else."""
    state = bridge_lost(keeping(EVERYTHING))
    orders = command.in_force(state, state.ships["PEU"], ShipOrders(plot=Plot(starboard=2, first="S"), launch=("PEU-R1",)))
    assert orders == ShipOrders(
        plot=Plot(accelerate=ONE_A, port=1, first="P"),
        fire=EVERYTHING.fire,
        torp=EVERYTHING.torp,
        asw="HOLD",
        commanded=False,
    )


def test_what_goes_on_by_itself() -> None:
    """WT-15.3: air defence and LOSE as they are, damage control by default, no launch, no smoke, no disengaging."""
    state = bridge_lost(keeping(ShipOrders()))
    orders = command.in_force(state, state.ships["PEU"], EVERYTHING)
    assert (orders.flak, orders.cover, orders.lose, orders.challenge) == (("ARK-T1",), "BIS", ("B4",), False)
    assert (orders.repair, orders.launch, orders.merge, orders.ram, orders.depth) == ((), (), (), "", None)
    assert not (orders.smoke or orders.screen or orders.disengage)


@pytest.mark.parametrize(
    "orders",
    [
        ShipOrders(),
        ShipOrders(hold=True),
        ShipOrders(priority=("BB", "NEAREST")),
        ShipOrders(plot=Plot(evasive=True)),
        ShipOrders(plot=Plot(most="D", port=1, starboard=2, first="S")),
        ShipOrders(fire=(Fire((), ("HOO",)),), torp=(Torp(("HOO", "POW")), Torp(("SUF",), ("TL2",)))),
        ShipOrders(asw="SUB2"),
    ],
)
def test_kept_as_written(orders: ShipOrders) -> None:
    """WT-15.2, ruling W8: the lines that are kept say all that is repeated; a turn without orders is straight on, at will."""
    state = bridge_lost(keeping(orders))
    assert command.in_force(state, state.ships["PEU"], ShipOrders()) == replace(orders, commanded=False)


def test_kept_lines() -> None:
    """WT-15.2: canonical order lines; what is default is left out."""
    expected = [Plot(accelerate=ONE_A, port=1, first="P"), *EVERYTHING.fire, *EVERYTHING.torp, Asw("HOLD")]
    assert command.kept(EVERYTHING) == [order_text(order) for order in expected]
    assert command.kept(ShipOrders()) == []
    assert command.kept(ShipOrders(hold=True)) == [order_text(HoldFire())]
    assert command.kept(ShipOrders(priority=("BB",))) == [order_text(AtWill(("BB",)))]
    assert command.kept(ShipOrders(launch=Launch(("PEU-R1",)).squadrons, smoke=True)) == []


def test_in_command() -> None:
    """WT-15.1, WT-15.6: with a bridge her orders are in force as given, fire control or not."""
    state = keeping(ShipOrders())
    state.ships["PEU"].sheet.lost = ["FC1", "FC2", "FC3"]
    assert command.in_force(state, state.ships["PEU"], EVERYTHING) == EVERYTHING


def test_clear_turn() -> None:
    """E32, WT-15.4: the bridge lost in turn 4: turn 5 repeats turn 4, from turn 6 the secondary bridge is in control."""
    state = bridge_lost(keeping(EVERYTHING))
    ship = state.ships["PEU"]
    assert ship.sheet.takes_over == 6
    assert not command.in_force(state, ship, ShipOrders()).commanded
    state.turn = 6
    assert command.in_force(state, ship, EVERYTHING) == EVERYTHING


@pytest.mark.parametrize("systems", [("BR", "SB"), ("SB", "BR")])
def test_both_bridges_lost(systems: tuple[str, str]) -> None:
    """WT-15.4, WT-15.1: out of command until one of them is repaired; SB then needs a clear turn."""
    state = bridge_lost(keeping(EVERYTHING), *systems)
    ship = state.ships["PEU"]
    state.turn = 9
    assert not ship.sheet.commanded(9)
    apply(state, SystemRepaired("PEU", "SB"))
    assert [ship.sheet.commanded(turn) for turn in (10, 11)] == [False, True]


def test_secondary_bridge_lost_later() -> None:
    """WT-15.4: once it is lost too, nobody is in control."""
    state = bridge_lost(keeping(EVERYTHING))
    state.turn = 8
    apply(state, SystemLost("PEU", "SB", "check"))
    assert not state.ships["PEU"].sheet.commanded(9)


def test_bridge_repaired() -> None:
    """WT-15.5: in turn t: orders are accepted for turn t + 1; lost again, there is a clear turn again."""
    state = bridge_lost(keeping(EVERYTHING))
    apply(state, SystemRepaired("PEU", "BR"))
    sheet = state.ships["PEU"].sheet
    assert sheet.commanded(6)
    state.turn = 8
    apply(state, SystemLost("PEU", "BR", "bomb"))
    assert [sheet.commanded(turn) for turn in (9, 10)] == [False, True]


# ---------------------------------------------------------------- without a rudder


def steered(helm: str, ordered: Plot, lost: tuple[str, ...] = ("RU1", "RU2")) -> Plot:
    """The plot in force for Prinz Eugen, who steered `helm` when her last rudder went."""
    state = keeping(ShipOrders())
    ship = state.ships["PEU"]
    ship.book.helm, ship.sheet.lost = helm, list(lost)
    return command.in_force(state, ship, ShipOrders(plot=ordered)).plot


def test_jammed_helm() -> None:
    """E33, WT-4.3: she goes on turning as in the turn in which the last rudder went; A and D are free, P, S and E are not."""
    assert steered("1P", Plot()) == Plot(port=1, first="P")
    assert steered("1P", Plot(decelerate=ONE_A)) == Plot(decelerate=ONE_A, port=1, first="P")
    assert steered("1P", Plot(starboard=2, first="S", accelerate=ONE_A)) == Plot(accelerate=ONE_A, port=1, first="P")
    assert steered("1P", Plot(evasive=True)) == Plot(port=1, first="P")
    assert steered("2S1P", Plot(most="A")) == Plot(most="A", port=1, starboard=2, first="S")


def test_jammed_amidships() -> None:
    """WT-4.3: a blank plot or E: straight on."""
    assert steered("", Plot(port=1, first="P")) == Plot()


def test_a_rudder_left() -> None:
    """WT-4.3: with one rudder left, or one repaired, her plot is her own."""
    assert steered("1P", Plot(starboard=1, first="S"), lost=("RU2",)) == Plot(starboard=1, first="S")


def test_neither_bridge_nor_rudder() -> None:
    """WT-15.2, WT-4.3: speed as repeated, turns as jammed."""
    state = bridge_lost(keeping(EVERYTHING), "BR", "RU1", "RU2")
    state.ships["PEU"].book.helm = "2S"
    orders = command.in_force(state, state.ships["PEU"], ShipOrders())
    assert orders.plot == Plot(accelerate=ONE_A, starboard=2, first="S")
    assert not orders.commanded

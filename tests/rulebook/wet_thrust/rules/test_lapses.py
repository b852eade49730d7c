"""What the own side is told of orders that came to nothing: ships that did not fire, aims that are over, what is replaced."""

from __future__ import annotations

import pytest

from events.wet_thrust.sailing import OrderLapsed
from pbem.games.wet_thrust import WET_THRUST
from pbem.games.wet_thrust.model.orders import Aim, Cap, Escort, Fire, Intercept, ShipOrders, Spotting, Strike, Torp
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.report.tell import tell
from pbem.games.wet_thrust.rules.air import bombing, deck
from pbem.games.wet_thrust.rules.combat import aim
from pbem.games.wet_thrust.rules.combat.torpedo import fire as fire_torpedoes
from tests.rulebook.wet_thrust.builders.known import known
from tests.rulebook.wet_thrust.builders.ships import airborne, envelope, only, scratch, state_with, told

TWO: dict[str, tuple[tuple[float, float], int, float]] = {"BIS": ((0, 0), 12, 4), "HOO": ((0, 12), 12, 4)}


def whys(acting: TurnScratch) -> list[str]:
    """The reasons told."""
    return [event.why for event in told(acting.turn.drafts, OrderLapsed)]


# ---------------------------------------------------------------- ships


def silence(state: State, orders: ShipOrders | None = None) -> list[str]:
    """Why Bismarck does not fire at will."""
    acting = scratch(state, {"BIS": orders or ShipOrders()})
    aim.assign(acting, state.ships["BIS"])
    return whys(acting)


def test_why_a_ship_did_not_fire_at_will() -> None:
    """WT-7.2, WT-7.4, WT-4.4: with an enemy within the range of her guns; told to her own side."""
    blind = state_with(TWO, 1)
    blind.ships["BIS"].sheet.lost = ["FC1", "FC2", "FC3", "FC4"]
    assert silence(blind) == ["no fire control works"]
    astern = state_with({**TWO, "HOO": ((0, -12), 12, 4)}, 1)
    astern.ships["BIS"].sheet.lost = ["A3", "A4", "C2", "C4"]
    assert silence(astern) == ["no gun bears on an enemy within its range"]
    barred = state_with({**TWO, "HOO": ((0, 30), 12, 4)}, 1)
    barred.ships["BIS"].sheet.barred = True
    assert silence(barred) == ["so sharp a turn bars her main guns"]
    acting = scratch(barred)
    aim.assign(acting, barred.ships["BIS"])
    assert envelope(acting.turn.drafts, OrderLapsed) == ("", "WT-7.4", "german")


def test_nothing_is_told_where_there_is_nothing_to_fire_at() -> None:
    """Out of range, held by orders, or firing: no line."""
    assert silence(state_with({**TWO, "HOO": ((0, 60), 12, 4)}, 1)) == []
    assert silence(state_with(TWO, 1), ShipOrders(hold=True)) == []
    assert silence(state_with(TWO, 1)) == []


def test_a_target_that_is_going_down() -> None:
    """WT-7.5, WT-1.9: she is in sight, but has no box left; for torpedoes too (WT-10.13)."""
    state = state_with(TWO, 1)
    state.ships["HOO"].sheet.marked = 44
    assert silence(state, ShipOrders(fire=(Fire(("A",), ("HOO",)),))) == ["HOO is going down already"]
    state = state_with({"ANT": ((0, 0), 12, 4), "SCH": ((4, 0), 12, 4)}, 1)
    state.ships["SCH"].sheet.marked = 40
    acting = scratch(state, {"ANT": ShipOrders(torp=(Torp(("SCH",)),))})
    fire_torpedoes(acting, state.ships["ANT"])
    assert whys(acting) == ["SCH is going down already"]


# ---------------------------------------------------------------- aircraft


def aims(state: State, squadron: str, order: Aim, downed: tuple[str, ...] = ()) -> TurnScratch:
    """A turn's end for a squadron that had this aim."""
    state.squadrons[squadron].standing_if_known = ["an aim"]
    acting = scratch(state, {squadron: order})
    acting.downed.update(downed)
    deck.step(acting)
    return acting


def strike() -> State:
    """A British carrier's aircraft in the air, and German ones."""
    state = state_with({"ARK": ((0, 0), 3, 6), "GRZ": ((60, 10), 3, 0), "SCH": ((50, 0), 3, 4)}, turn=3)
    for id in ("ARK-F1", "ARK-T1", "ARK-R1", "GRZ-F1"):
        airborne(state, id, (10, 10))
    return state


@pytest.mark.parametrize(("downed", "why"), [(("GRZ-T1",), "GRZ-T1 was shot down"), ((), "GRZ-T1 is not in the air")])
def test_an_interception_is_over(downed: tuple[str, ...], why: str) -> None:
    """WT-11.15: the quarry was shot down in this turn, or is not up; what became of it on deck is not told."""
    acting = aims(strike(), "ARK-F1", Intercept(("GRZ-T1",)), downed)
    assert whys(acting) == [why]
    words = tell(only(acting.turn.drafts, OrderLapsed), known(acting.state, "gb"))
    assert words == f"ARK-F1: an aim is over: {why}"


def test_an_attack_is_over() -> None:
    """WT-11.15, WT-23.4: her target is sunk, has broken contact, or is out of sight; each that it names."""
    state = strike()
    state.ships["GRZ"].fate, state.ships["SCH"].fate = "lost", "away"
    assert whys(aims(state, "ARK-T1", Strike(("GRZ", "SCH")))) == ["GRZ is sunk; SCH has broken contact"]
    assert whys(aims(strike(), "ARK-R1", Spotting("SUB1"))) == ["SUB1 is out of sight"]


def test_escort_and_cap_are_over() -> None:
    """WT-11.15: the own squadron is no more, the carrier is gone."""
    state = strike()
    state.squadrons["ARK-T1"].place = "gone"
    assert whys(aims(state, "ARK-F1", Escort("ARK-T1"), ("ARK-T1",))) == ["ARK-T1 was shot down"]
    state = strike()
    state.ships["ARK"].fate = "lost"
    assert "ARK is out of play" in whys(aims(state, "ARK-F1", Cap()))


def test_a_load_is_kept() -> None:
    """WT-13.1: the target is doomed already; told to the squadron's side."""
    state = strike()
    airborne(state, "GRZ-DB1", (0, 0))
    state.ships["ARK"].sheet.broken = True
    acting = scratch(state, {"GRZ-DB1": Strike(("ARK",))})
    bombing.step(acting)
    assert whys(acting) == ["ARK is going down already, the load is kept"]
    assert envelope(acting.turn.drafts, OrderLapsed) == ("", "WT-13.1", "german")


# ---------------------------------------------------------------- what orders replace


def test_what_new_orders_replace() -> None:
    """Ruling W7, as receipts say it: all of this turn's earlier orders for the unit, but not what was in force before."""
    assert "replaces all that your earlier mails of this turn ordered for it" in WET_THRUST.orders.replacing
    state = state_with({**TWO, "PEU": ((3, 0), 12, 4)}, 1)
    state.ships["BIS"].book.standing = ["DC RUDDER"]
    first = "BIS: 1A; FIRE A AT HOO; LOSE A4\nPEU: 1P\nFLEET: FIREORDER PEU, BIS"
    sheet = WET_THRUST.orders.read(state, "de", first, WET_THRUST.orders.sheet(state, "de")).sheet
    units = WET_THRUST.orders.read(state, "de", "BIS: 1S", sheet).sheet.units
    assert units["BIS"] == ["PLOT 1S", "DC RUDDER"]
    assert (units["PEU"], units["FLEET"]) == (["PLOT 1P"], ["FIREORDER PEU, BIS"])
    assert WET_THRUST.orders.read(state, "de", "BIS: FIRE A AT NOBODY", sheet).sheet.units["BIS"] == sheet.units["BIS"]

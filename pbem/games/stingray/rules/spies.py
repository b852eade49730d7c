"""STG-SPY: the Aquaphibians' spies, where the scenario grants them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from events.stingray.opening import PlansRead, SpyCardPlayed
from events.stingray.orders import AgentCaught, AgentRolled
from pbem.core.game.turn import Turn
from pbem.core.geometry.hexes import label
from pbem.core.texts.envelope import OrderSheet
from pbem.games.stingray.language.lines import read_lines
from pbem.games.stingray.model.orders import Spy
from pbem.games.stingray.model.scenario import OPENINGS
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import AQUAPHIBIANS, TERRAINIANS
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.rules.turn_scratch import TurnScratch
from pbem.games.stingray.rules.weapons.damage import special

UNIT = "SIDE"
"""The block of a sheet that spy orders are in."""
SUCCESS, CAUGHT = 4, 1
"""STG-SPY.3: faces: 4 to 6 the agent does it, 1 they are caught."""
FAILURE = "failure aboard"
"""The cause that the crew is told of: which card was played is the enemy's secret (section 7)."""


def orders(state: State, sheets: Mapping[str, OrderSheet]) -> Iterator[Spy]:
    """The spy orders of all Aquaphibian seats, in the order of the seats."""
    for seat, side in state.seats.items():
        if side == AQUAPHIBIANS:
            sheet = sheets.get(seat, OrderSheet())
            for order in read_lines(tuple(sheet.units.get(UNIT, ()))):
                if isinstance(order, Spy):
                    yield order


# ---------------------------------------------------------------- set-up


def deal(turn: Turn[State], sheets: Mapping[str, OrderSheet]) -> None:
    """STG-SPY.1: the cards are chosen at set-up, no more than are granted; a card that nobody names is not played."""
    granted = OPENINGS[turn.state.scenario].spies
    chosen = [order for order in orders(turn.state, sheets) if _playable(turn.state, order)]
    traps = [order for order in chosen if order.card == "TRAP"][: granted.traps]
    others = [order for order in chosen if order.card != "TRAP"][: granted.others]
    for order in traps + others:
        played = SpyCardPlayed(order.card, order.vessel, order.system, order.move)
        turn.emit(played, "STG-SPY.1", AQUAPHIBIANS)
        if order.card == "PLANS":
            _read_plans(turn)


def _playable(state: State, order: Spy) -> bool:
    vessel = state.vessels.get(order.vessel)
    return order.card == "PLANS" or (order.card != "SABOTAGE" and vessel is not None and vessel.vessel_class == "SR")


def _read_plans(turn: Turn[State]) -> None:
    """STG-SPY.4: the Terrainians' briefing, and their vessels as set up."""
    state = turn.state
    vessels = [_plan(vessel) for vessel in state.of_side(TERRAINIANS)]
    turn.emit(PlansRead(state.briefings[TERRAINIANS], vessels), "STG-SPY.4", AQUAPHIBIANS)


def _plan(vessel: Vessel) -> dict[str, Any]:
    return {
        "vessel": vessel.id,
        "vessel_class": vessel.vessel_class,
        "hex": label(vessel.hex),
        "facing": vessel.facing,
        "speed": vessel.speed,
        "tubes": {name: launcher.load for name, launcher in vessel.launchers.items()},
        "arming": vessel.arming,
    }


# ---------------------------------------------------------------- step 1a


def step(scratch: TurnScratch, sheets: Mapping[str, OrderSheet]) -> None:
    """Step 1a: traps due in this move, then the saboteur. Neither can do more to a vessel that is out of play."""
    for card in list(scratch.state.spies.cards):
        vessel = scratch.state.vessels.get(card.vessel)
        if vessel is None or not vessel.afloat:
            continue
        if card.kind == "TRAP" and card.move == scratch.state.move:
            _spring(scratch, vessel, card.system)
        elif card.kind == "AGENT":
            _sabotage(scratch, vessel, sheets)


def _spring(scratch: TurnScratch, vessel: Vessel, system: str) -> None:
    """STG-SPY.2: a special hit, and no damage points but those of STG-SPH.5."""
    special(scratch, vessel, system, FAILURE)


def _sabotage(scratch: TurnScratch, vessel: Vessel, sheets: Mapping[str, OrderSheet]) -> None:
    """STG-SPY.3: one attempt a move. The die is the Aquaphibians' own."""
    order = next((spy for spy in orders(scratch.state, sheets) if spy.card == "SABOTAGE"), None)
    if order is None:
        return
    rolled = scratch.die(f"spy: sabotage of {order.system} on {vessel.id}", "STG-SPY.3", AQUAPHIBIANS)
    result = "done" if rolled >= SUCCESS else "caught" if rolled == CAUGHT else "nothing"
    scratch.turn.emit(AgentRolled(vessel.id, order.system, rolled, result), "STG-SPY.3", AQUAPHIBIANS)
    if result == "done":
        special(scratch, vessel, order.system, FAILURE)
    elif result == "caught":
        scratch.tell(AgentCaught(vessel.id), "STG-SPY.3", vessel)

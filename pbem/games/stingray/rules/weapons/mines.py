"""STG-MIN: SonaMines Mk10, and the activation codes of the Terrainian ones."""

from __future__ import annotations

from events.stingray.weapons import CodeFailed, MineBlast, MineGone, MineLaid, MineMet, MineSwitched
from pbem.core.geometry.hexes import Hex, distance, label
from pbem.games.stingray.model.orders import Code, VesselOrders
from pbem.games.stingray.model.state import Mine, Vessel, vessel_order
from pbem.games.stingray.model.tables import CODE_RANGE, TERRAINIANS
from pbem.games.stingray.rules.turn_scratch import Action, Hit, Sound

DETONATES = 3
"""STG-MIN.3: this or less on the die."""


def next_mine(action: Action, side: str) -> str:
    """The id of the next mine that a side lays: MN1 … of the Terrainians, AM1 … of the Aquaphibians (STG-MIN.2)."""
    prefix = "MN" if side == TERRAINIANS else "AM"
    return f"{prefix}{action.state.mines_laid.get(side, 0) + 1}"


def berth(vessel: Vessel) -> Hex:
    """STG-MIN.1: a mine appears in the vessel's own hex; STG-MEG.4: a MegaFish's under its tail."""
    return vessel.tail or vessel.hex


def lay(action: Action, vessel: Vessel) -> None:
    """STG-MIN.1: active, and its side knows where."""
    laid = MineLaid(next_mine(action, vessel.side), vessel.side, label(berth(vessel)))
    action.turn.emit(laid, "STG-MIN.1", vessel.side)


# ---------------------------------------------------------------- codes


def codes(action: Action, vessel: Vessel, orders: VesselOrders, window: int) -> None:
    """STG-MIN.5: the activation codes of this window."""
    for code in [c for c in orders.codes if c.window == window]:
        orders.codes.remove(code)
        _send(action, vessel, code)


def _send(action: Action, vessel: Vessel, code: Code) -> None:
    """STG-MIN.5: any Terrainian mine within 3 hexes answers; nothing else does, and the APU is lost."""
    mine = action.state.mines.get(code.mine)
    if mine is None or mine.side != TERRAINIANS or distance(vessel.hex, mine.hex) > CODE_RANGE:
        action.tell(CodeFailed(vessel.id, code.mine), "STG-MIN.5", vessel)
    else:
        action.turn.emit(MineSwitched(mine.id, code.on), "STG-MIN.5", mine.side)


# ---------------------------------------------------------------- detonation


def entered(action: Action, phase: int) -> None:
    """Step 3d: every vessel whose head has entered a mined hex, friend or foe; STG-LEP.8: none in the air."""
    for id in action.entered:
        vessel = action.state.vessels[id]
        if vessel.afloat and not vessel.airborne:
            for mine in mines_at(action, vessel.hex):
                _meet(action, vessel, mine, phase)


def mines_at(action: Action, hex: Hex) -> list[Mine]:
    """STG-MIN.3: the active ones, in id order."""
    mines = action.state.mines
    return [mines[id] for id in vessel_order(list(mines)) if mines[id].hex == hex and mines[id].active]


def detonates(rolled: int, penalty: int) -> bool:
    """STG-MIN.3, STG-CRW.2."""
    return rolled - penalty <= DETONATES


def _meet(action: Action, vessel: Vessel, mine: Mine, phase: int) -> None:
    """STG-MIN.3: the die less the crew penalty (STG-CRW.2)."""
    rolled = action.die(f"mine {vessel.id}", "STG-MIN.3", vessel.crew)
    exploded = detonates(rolled, vessel.penalty)
    action.tell(MineMet(vessel.id, phase, label(mine.hex), rolled, exploded), "STG-MIN.3", vessel)
    if exploded:
        _detonate(action, mine, phase)


def _detonate(action: Action, mine: Mine, phase: int) -> None:
    """STG-MIN.4: one hit on every vessel with any hex there (STG-MEG.4), those in the air excepted."""
    action.sounds.append(Sound("explosion", mine.hex, phase))
    for vessel in action.afloat():
        if mine.hex in vessel.body and not vessel.airborne:
            action.hits.append(Hit(vessel.id, "MINE", phase, mine.hex))
            action.tell(MineBlast(vessel.id, phase, label(mine.hex)), "STG-MIN.4", vessel)
    action.turn.emit(MineGone(mine.id), "STG-MIN.4", mine.side)

"""STG-MIN: SonaMines Mk10, and the activation codes of the Terrainian ones."""

from __future__ import annotations

from events.stingray.weapons import CodeFailed, MineBlast, MineGone, MineLaid, MineMet, MineSwitched
from pbem.core.geometry.hexes import Hex, distance, label
from pbem.games.stingray.model.orders import Code, VesselOrders
from pbem.games.stingray.model.state import Mine, vessel_order
from pbem.games.stingray.model.tables import CODE_RANGE, TERRAINIANS
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.rules.turn_scratch import Hit, Sound, TurnScratch

DETONATES = 3
"""STG-MIN.3: this or less on the die."""


def next_mine(scratch: TurnScratch, side: str) -> str:
    """The id of the next mine that a side lays: MN1 … of the Terrainians, AM1 … of the Aquaphibians (STG-MIN.2)."""
    prefix = "MN" if side == TERRAINIANS else "AM"
    return f"{prefix}{scratch.state.mines_laid[side] + 1}"


def berth(vessel: Vessel) -> Hex:
    """STG-MIN.1: a mine appears in the vessel's own hex; STG-MEG.4: a MegaFish's under its tail."""
    return vessel.tail or vessel.hex


def lay(scratch: TurnScratch, vessel: Vessel) -> None:
    """STG-MIN.1: active, and its side knows where."""
    laid = MineLaid(next_mine(scratch, vessel.side), vessel.side, label(berth(vessel)))
    scratch.turn.emit(laid, "STG-MIN.1", vessel.side)


# ---------------------------------------------------------------- codes


def codes(scratch: TurnScratch, vessel: Vessel, orders: VesselOrders, window: int) -> None:
    """STG-MIN.5: the activation codes of this window."""
    for code in [c for c in orders.codes if c.window == window]:
        orders.codes.remove(code)
        _send(scratch, vessel, code)


def _send(scratch: TurnScratch, vessel: Vessel, code: Code) -> None:
    """STG-MIN.5: any Terrainian mine within 3 hexes answers; nothing else does, and the APU is lost."""
    mine = scratch.state.mines.get(code.mine)
    if mine is None or mine.side != TERRAINIANS or distance(vessel.hex, mine.hex) > CODE_RANGE:
        scratch.tell(CodeFailed(vessel.id, code.mine), "STG-MIN.5", vessel)
    else:
        scratch.turn.emit(MineSwitched(mine.id, code.on), "STG-MIN.5", mine.side)


# ---------------------------------------------------------------- detonation


def entered(scratch: TurnScratch, phase: int) -> None:
    """Step 3d: every vessel whose head has entered a mined hex, friend or foe; STG-LEP.8: none in the air."""
    for vessel in scratch.entered:
        if vessel.afloat and not vessel.airborne:
            for mine in mines_at(scratch, vessel.hex):
                _meet(scratch, vessel, mine, phase)


def mines_at(scratch: TurnScratch, hex: Hex) -> list[Mine]:
    """STG-MIN.3: the active ones, in id order."""
    mines = scratch.state.mines
    return [mines[id] for id in vessel_order(list(mines)) if mines[id].hex == hex and mines[id].active]


def detonates(rolled: int, penalty: int) -> bool:
    """STG-MIN.3, STG-CRW.2."""
    return rolled - penalty <= DETONATES


def _meet(scratch: TurnScratch, vessel: Vessel, mine: Mine, phase: int) -> None:
    """STG-MIN.3: the die less the crew penalty (STG-CRW.2)."""
    rolled = scratch.die(f"mine {vessel.id}", "STG-MIN.3", vessel.crew)
    exploded = detonates(rolled, vessel.penalty)
    scratch.tell(MineMet(vessel.id, phase, label(mine.hex), rolled, exploded), "STG-MIN.3", vessel)
    if exploded:
        _detonate(scratch, mine, phase)


def _detonate(scratch: TurnScratch, mine: Mine, phase: int) -> None:
    """STG-MIN.4: one hit on every vessel with any hex there (STG-MEG.4), those in the air excepted."""
    scratch.sounds.append(Sound("explosion", mine.hex, phase))
    for vessel in scratch.state.there(mine.hex):
        if not vessel.airborne:
            scratch.hits.append(Hit(vessel.id, "MINE", phase, mine.hex))
            scratch.tell(MineBlast(vessel.id, phase, label(mine.hex)), "STG-MIN.4", vessel)
    scratch.turn.emit(MineGone(mine.id), "STG-MIN.4", mine.side)

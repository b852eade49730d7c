"""Section 3: the sequence of a turn, and who is asked for orders. WT-1.10: where the rules are silent nothing happens."""

from __future__ import annotations

from collections.abc import Mapping

from events.base import EVERYONE
from events.wet_thrust.opening import TurnBegan, TurnEnded
from pbem.core.game.report_parts import Ask, Verdict
from pbem.core.game.turn import Turn
from pbem.core.texts.envelope import OrderSheet
from pbem.games.wet_thrust.model.orders import FLEET
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.model.turns import turns
from pbem.games.wet_thrust.model.units import Squadron, Vessel
from pbem.games.wet_thrust.rules import disengage, dives, lock, move, victory
from pbem.games.wet_thrust.rules.air import bombing, deck, fighters, flak, flights
from pbem.games.wet_thrust.rules.combat import fire, repair, sinking, smoke, threshold


def resolve(turn: Turn[State], sheets: Mapping[str, OrderSheet]) -> None:
    """One deadline: steps 0 to 8. WT-2.1: the plots of both sides are locked before anything moves."""
    turn.phase("Orders")
    turn.emit(TurnBegan(turn.state.next_turn), "WT-2.1", EVERYONE)
    scratch = lock.lock_orders(turn, sheets)
    smoke.begin(scratch)
    turn.phase("Ships move")
    move.step(scratch)
    turn.phase("Aircraft move")
    flights.step(scratch)
    turn.phase("Ships fire")
    fire.step(scratch)
    _air_fire(scratch)
    turn.phase("Threshold checks")
    threshold.step(scratch)
    turn.phase("Damage control")
    repair.step(scratch)
    turn.phase("End of turn")
    _end(scratch)


def _air_fire(scratch: TurnScratch) -> None:
    """Step 5, then the losses of steps 4 and 5 (WT-1.9)."""
    scratch.turn.phase("Aircraft fire")
    fighters.step(scratch)
    flak.step(scratch)
    bombing.step(scratch)
    sinking.after_fire(scratch)


def _end(scratch: TurnScratch) -> None:
    """Step 8: flooding and its checks, disengagement, depths, aircraft, repairs that now work, fires in sight, victory."""
    repair.flood(scratch)
    threshold.step(scratch)
    disengage.step(scratch)
    dives.end(scratch)
    deck.step(scratch)
    repair.mend(scratch)
    sinking.show_fires(scratch)
    scratch.tell(TurnEnded(scratch.state.turn), "WT-2.1")
    victory.check(scratch)


# ---------------------------------------------------------------- between turns


NOTHING_LEFT = "nothing: your boats are lost, which the enemy need not learn from your silence"


def due(state: State) -> dict[str, Ask]:
    """Who owes orders now: every admiral with a vessel in play or a squadron in the air; the senior one FLEET too.

    WT-23.4: one whose boat was lost below the surface is still asked: the list of those asked must not tell the enemy of it.
    """
    if state.over:
        return {}
    what = f"orders for {turns(state).next}"
    asked: dict[str, Ask] = {}
    for seat, side in state.seats.items():
        lost_unseen = [ship for ship in state.ships.values() if ship.fate == "lost" and not ship.visible]
        present: list[Vessel | Squadron] = [*state.afloat(side), *state.flying(side), *lost_unseen]
        if any(each.seat == seat for each in present):
            units = units_of(state, seat) + [FLEET] * (seat == state.senior(side))
            asked[seat] = Ask(what if units else NOTHING_LEFT, units)
    return asked


def units_of(state: State, seat: str) -> list[str]:
    """The units that an admiral orders, in unit order: vessels in play, and squadrons that are not gone (WT-11.15)."""
    squadrons = (each for each in state.squadrons.values() if each.place != "gone")
    units: list[Vessel | Squadron] = [*state.afloat(), *squadrons]
    return [unit.id for unit in sorted(units, key=lambda unit: unit.index) if unit.seat == seat]


def verdict(state: State) -> Verdict | None:
    """How it ended; None while it goes on."""
    return Verdict(state.winners, state.verdict) if state.over else None

"""Section 3: the sequence of a turn. SN-3.1: six turns make a cycle; SN-3.2, SN-3.3: the phases and steps in this order."""

from __future__ import annotations

from collections.abc import Mapping

from events.base import EVERYONE
from events.star_navy.orders import TurnBegan, TurnEnded
from pbem.core.game.report_parts import Ask, Verdict
from pbem.core.game.turn import Turn
from pbem.core.texts.envelope import OrderSheet
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.model.tables import TURNS
from pbem.games.star_navy.model.turns import coming
from pbem.games.star_navy.rules.boarding import board_step
from pbem.games.star_navy.rules.command import command_phase
from pbem.games.star_navy.rules.damage import resolve_damage
from pbem.games.star_navy.rules.engine import engine_phase
from pbem.games.star_navy.rules.fire import fire_step, turn_step
from pbem.games.star_navy.rules.lock import lock_orders
from pbem.games.star_navy.rules.move import move_phase
from pbem.games.star_navy.rules.victory import check_victory


def resolve(turn: Turn[State], sheets: Mapping[str, OrderSheet]) -> None:
    """SN-15.1: one deadline is one turn, or with pace=cycle all turns up to the end of the cycle."""
    lock_orders(turn, sheets)
    play_turn(turn)
    while turn.state.by_cycle and turn.state.turn < TURNS and not turn.state.over:
        play_turn(turn)


def play_turn(turn: Turn[State]) -> None:
    """One turn; SN-3.2: turn 6 ends with the Engine phase; SN-14.1: unless the game is over by then."""
    state = turn.state
    turn.phase("Move")
    turn.emit(TurnBegan(*state.next_turn), "SN-3.1", EVERYONE)
    closing = state.turn == TURNS
    move_phase(turn)
    _resolve_phase(turn)
    if check_victory(turn, last=not closing):
        return
    if closing:
        engine_phase(turn)
        if check_victory(turn, last=True):
            return
    turn.emit(TurnEnded(state.cycle, state.turn), "SN-3.1", EVERYONE)


def _resolve_phase(turn: Turn[State]) -> None:
    """Command, then SN-3.3: Turn, Fire, Damage, Board; SN-3.4: each step by all ships together."""
    decisions = command_phase(turn)
    turn_step(turn, decisions)
    batch = fire_step(turn, decisions)
    turn.phase("Damage")
    resolve_damage(turn, batch)
    board_step(turn, decisions)


def due(state: State) -> dict[str, Ask]:
    """Every seat that still commands a ship owes orders for the next turn or cycle."""
    if state.over:
        return {}
    what = f"orders for {coming(state)}"
    if not state.cycle:
        what += " and for set-up"
    elif state.next_turn[1] == TURNS and not state.by_cycle:
        what += " and its Engine phase"
    units: dict[str, list[str]] = {}
    for ship in state.living():
        units.setdefault(ship.seat, []).append(ship.id)
    return {seat: Ask(what, units[seat]) for seat in state.seats if seat in units}


def verdict(state: State) -> Verdict | None:
    """How it ended; None while it goes on."""
    return Verdict(state.winners, state.verdict) if state.over else None

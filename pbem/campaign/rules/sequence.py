"""CMP-1.4: the sequence of a campaign: refit turns and battle turns, what is asked for, and where it is."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.campaign.model.orders import FLEET
from pbem.campaign.model.state import State
from pbem.campaign.rules import refit, rounds, taking_over
from pbem.core.game.report_parts import Ask, GameTurns, Verdict
from pbem.core.game.turn import Turn
from pbem.core.texts.envelope import OrderSheet


def resolve(turn: Turn[State], sheets: Mapping[str, OrderSheet]) -> None:
    """CMP-1.4: while battles of the round are not over, the turn takes over the one that was reported; without one, nothing
    happens. Else the orders of all sides are carried out.
    """
    if not turn.state.fighting:
        refit.carry_out(turn, sheets)
        rounds.end_turn(turn, battle_turn=0)
    elif turn.state.reported is not None:
        taking_over.take_over(turn, turn.state.reported)
        rounds.end_turn(turn, turn.state.battle_turn + 1)


def due(state: State) -> dict[str, Ask]:
    """CMP-1.4: all seats owe orders for a refit turn, nobody for a battle turn (nor at the end)."""
    if state.over or state.fighting:
        return {}
    return {seat: Ask(f"orders for {turns(state).next}", [FLEET]) for seat in state.seats}


def turns(state: State) -> GameTurns:
    """CMP-1.4: rounds are counted, and in each of them the turns in which its battles end."""
    played = _words(state, *state.played) if state.played[0] else ""
    coming = (state.round, state.battle_turn + 1) if state.fighting else (state.round + 1, 0)
    return GameTurns(played, "" if state.over else _words(state, *coming))


def _words(state: State, number: int, battle_turn: int) -> str:
    words = f"round {number} of {state.limit}"
    return f"{words}, battle turn {battle_turn}" if battle_turn else words


def verdict(state: State) -> Verdict | None:
    """CMP-4.1: how it ended; None while it goes on."""
    return Verdict(state.winners, state.verdict) if state.over else None

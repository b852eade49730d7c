"""CMP-1.4, CMP-1.5: how a turn ends, and how the next round begins."""

from __future__ import annotations

from events.base import EVERYONE
from events.campaign.battles import Ended
from events.campaign.opening import PointsSet
from events.campaign.refit import RefitBegun
from events.campaign.rounds import TurnEnded
from pbem.campaign.model.state import State, rounded
from pbem.campaign.rules import battles, pairings, victory
from pbem.core.game.turn import Turn


def end_turn(turn: Turn[State], battle_turn: int) -> None:
    """The last of a turn: is the campaign over, and does a round begin?"""
    state = turn.state
    turn.phase("End")
    turn.emit(TurnEnded(state.round, battle_turn, bool(state.waiting)), "CMP-1.4", EVERYONE)
    if not _over(turn) and not state.fighting:
        go_on(turn)


def go_on(turn: Turn[State]) -> None:
    """CMP-5.11: a refit turn begins with the income of each side; CMP-1.5: without refit turns the battles are set at once."""
    state = turn.state
    if state.refitted:
        _pay_income(turn)
    while not (state.refitted or state.over or state.waiting):
        turn.phase("Battles")
        begin(turn)
        if state.file.pairing:
            pairings.set_up(turn)
        else:
            battles.set_up(turn, {})
        if not state.waiting:
            turn.emit(TurnEnded(state.round, 0, False), "CMP-1.4", EVERYONE)
            _over(turn)


def begin(turn: Turn[State]) -> None:
    """CMP-1.4: the next round."""
    number = turn.state.round + 1
    turn.emit(RefitBegun(number), "CMP-1.4" if turn.state.refitted else "CMP-1.5", EVERYONE)


def _pay_income(turn: Turn[State]) -> None:
    """CMP-5.11: none in the first round. It is there when orders are asked for."""
    refits = turn.state.file.refits
    if refits is None or not refits.income or not turn.state.round:
        return
    for side in turn.state.sides:
        points = rounded(turn.state.purses[side] + refits.income)
        turn.emit(PointsSet(side, points, f"{refits.income:g} of income"), "CMP-5.11", side)


def _over(turn: Turn[State]) -> bool:
    """CMP-4.1: the campaign is over as soon as a turn ends with it decided."""
    end = victory.end(turn.state)
    if end is not None:
        turn.emit(Ended(end.winners, end.verdict), end.rule, EVERYONE)
    return end is not None

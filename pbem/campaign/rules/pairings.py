"""CMP-7: who meets whom in a campaign in which every side is one player: Swiss, round robin, ladder."""

from __future__ import annotations

from collections.abc import Sequence

from events.base import EVERYONE
from events.campaign.rounds import SatOut
from pbem.campaign.model.state import Battle, State
from pbem.campaign.rules import battles
from pbem.core.game.turn import Turn

Pair = tuple[str, str]
"""Two sides, the one higher in the table first."""


def set_up(turn: Turn[State]) -> None:
    """CMP-7.1: the battles of a round, all at the one node."""
    state = turn.state
    node = state.file.nodes[0]
    first, second = (brings.plays for brings in node.sides.values())
    pairs = _pairs(turn)
    for one, other in pairs:
        plays = dict(zip(places(state, (one, other)), (first, second), strict=True))
        battles.set_one(turn, max(state.battles, default=0) + 1, node.id, plays)
    if state.file.pairing == "swiss":
        paired = {side for pair in pairs for side in pair}
        for side in [side for side in state.sides if side not in paired]:
            turn.emit(SatOut(side), "CMP-7.2", EVERYONE)


def _pairs(turn: Turn[State]) -> list[Pair]:
    match turn.state.file.pairing:
        case "swiss":
            return swiss(turn.state, _table(turn))
        case "round robin":
            return round_robin(turn.state.sides, turn.state.round)
        case _:
            return ladder(turn.state)


def complete(state: State) -> bool:
    """CMP-7.3: has each met each? Swiss and ladder go on to the last round."""
    return state.file.pairing == "round robin" and state.round >= len(state.sides) - 1 + len(state.sides) % 2


def met(state: State) -> set[frozenset[str]]:
    """The pairs that have met."""
    return {frozenset(battle.sides) for battle in state.battles.values()}


# ---------------------------------------------------------------- Swiss


def _table(turn: Turn[State]) -> list[str]:
    """CMP-7.2: the sides by points; equal ones by lot, with dice that all see."""
    state, found = turn.state, []
    for points in sorted({state.scores[side] for side in state.sides}, reverse=True):
        equal = [side for side in state.sides if state.scores[side] == points]
        while len(equal) > 1:
            (die,) = turn.roll(1, len(equal), f"lot of {', '.join(equal)}", "CMP-7.2", EVERYONE)
            found.append(equal.pop(die - 1))
        found += equal
    return found


def swiss(state: State, table: Sequence[str]) -> list[Pair]:
    """CMP-7.2: from the top, each with the next that it has not met; the lowest that has not yet sat out sits out.

    If the rest could not be paired so, one further down is taken; if there is no way, sides meet again.
    """
    playing = list(table)
    if len(playing) % 2:
        playing.remove(next((side for side in reversed(table) if side not in state.sat_out), table[-1]))
    return _paired(playing, met(state)) or _paired(playing, set()) or []


def _paired(sides: Sequence[str], known: set[frozenset[str]]) -> list[Pair] | None:
    if not sides:
        return []
    top, *others = sides
    for other in others:
        if frozenset((top, other)) not in known:
            rest = _paired([side for side in others if side != other], known)
            if rest is not None:
                return [(top, other), *rest]
    return None


# ---------------------------------------------------------------- round robin, ladder


def round_robin(sides: Sequence[str], number: int) -> list[Pair]:
    """CMP-7.3: the first stays, the others move round it; whoever would meet the empty place sits out."""
    ring = [*sides, *([""] if len(sides) % 2 else [])]
    by = (number - 1) % (len(ring) - 1)
    turned = [ring[0], *ring[1 + by :], *ring[1 : 1 + by]]
    half = len(ring) // 2
    found = zip(turned[:half], reversed(turned[half:]), strict=True)
    return [(one, other) for one, other in found if one and other]


def rungs(state: State) -> list[str]:
    """CMP-7.4: the ladder, from the top: a winner from below has the other's rung."""
    order = list(state.sides)
    for battle in sorted(state.battles.values(), key=lambda battle: battle.number):
        upper, lower = sorted(battle.sides, key=order.index)
        if battle.winners == [lower]:
            at, below = order.index(upper), order.index(lower)
            order[at], order[below] = lower, upper
    return order


def ladder(state: State) -> list[Pair]:
    """CMP-7.4: neighbours meet, from the top in odd rounds and from the second in even ones."""
    order = rungs(state)[0 if state.round % 2 else 1 :]
    return list(zip(order[::2], order[1::2], strict=False))


def places(state: State, pair: Pair) -> Pair:
    """CMP-7.5: who plays the first side of the scenario, and who the second."""
    upper, lower = (sum(_first(battle) == side for battle in state.battles.values()) for side in pair)
    higher, other = pair
    return (higher, other) if upper < lower else (other, higher)


def _first(battle: Battle) -> str:
    return next(iter(battle.sides))

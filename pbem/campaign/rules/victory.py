"""CMP-4: when a campaign is over, and who has won it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pbem.campaign.model.state import Battle, State
from pbem.campaign.rules import pairings
from pbem.core.game.phrases import join_words
from pbem.core.game.report_parts import Losses


@dataclass(frozen=True)
class End:
    """Who has won (nobody: a draw), a sentence, and the clause by which it is over."""

    winners: list[str]
    verdict: str
    rule: str


def end(state: State) -> End | None:
    """CMP-4.1, CMP-4.3: is it over? None while it goes on."""
    able = [side for side in state.sides if can_win(state, side)]
    if len(able) == 1 and len(state.sides) > 1:
        return _ended(state, able, f"No other side has a unit left by the end of {_when(state)}", "CMP-4.3")
    reason = _reason(state)
    return _ended(state, winners(state), reason, "CMP-4.1") if reason else None


def can_win(state: State, side: str) -> bool:
    """CMP-4.3: not a side that has lost all its units."""
    return not state.file.side(side).units or bool(state.of_side(side))


def _reason(state: State) -> str:
    """CMP-4.1: why it is over, without a period; "" while it is not."""
    level, counts = state.file.level, standing(state)
    if level and max(counts.values()) >= level and state.file.won_by != "last battle":
        return f"The level of {level:g} {state.file.won_by} was reached in {_when(state)}"
    if state.waiting or state.fighting:
        return ""
    if state.round >= state.limit:
        return f"The last round is over with {_when(state)}"
    if pairings.complete(state) if state.file.pairing else not state.open_nodes:
        return f"No battle is left to be fought after {_when(state)}"
    return ""


def _when(state: State) -> str:
    return f"round {state.round} of {state.limit}"


def standing(state: State) -> dict[str, float]:
    """CMP-4.2: what each side has by which the campaign is won: points of victory, nodes, or the last battle."""
    if state.file.won_by == "points":
        return {side: state.scores.get(side, 0) for side in state.sides}
    if state.file.won_by == "nodes":
        return {side: float(len(held(state, side))) for side in state.sides}
    last = max(_played(state), key=lambda battle: (battle.round, battle.number), default=None)
    return {side: float(last is not None and side in last.winners) for side in state.sides}


def _played(state: State) -> Iterator[Battle]:
    return (battle for battle in state.battles.values() if battle.over and battle.outcome != "not played")


def held(state: State, side: str) -> list[str]:
    """CMP-4.2: the nodes at which a side won the last battle. A draw leaves a node to nobody."""
    last = {battle.node: battle for battle in sorted(_played(state), key=lambda battle: (battle.round, battle.number))}
    return [node.id for node in state.file.nodes if node.id in last and side in last[node.id].winners]


def winners(state: State) -> list[str]:
    """CMP-4.2: the sides that have most, of those that can win; none if all sides are equal, or none can win."""
    able = {side: count for side, count in standing(state).items() if can_win(state, side)}
    best = [side for side, count in able.items() if count == max(able.values())]
    return [] if len(best) == len(state.sides) else best


def _ended(state: State, won: list[str], reason: str, rule: str) -> End:
    counts = standing(state)
    ranked = sorted(state.sides, key=lambda side: -counts[side])
    figures = ", ".join(f"{named(state, side)} {counts[side]:g}" for side in ranked)
    by = {"points": "points", "nodes": "nodes held", "last battle": "the last battle"}[state.file.won_by]
    result = "a draw"
    if won:
        result = f"{join_words([named(state, side) for side in won])} {'wins' if len(won) == 1 else 'win'}"
    return End(won, f"{reason}: {result} ({by}: {figures}).", rule)


def named(state: State, side: str) -> str:
    """What a side is called, with its id unless that is in its title."""
    title = state.title_of(side)
    return title if side.lower() in title.lower() else f"{title} ({side})"


def losses(state: State) -> dict[str, Losses]:
    """The units of each side's list that are lost or captured now."""
    lists = {side.id: [state.units[unit.id] for unit in side.units] for side in state.file.sides}
    return {
        side: Losses(sum(unit.where == "lost" or unit.side != side for unit in units), len(units))
        for side, units in lists.items()
    }

"""STG-VIC and section 8: objectives, robbing, when the game ends, and who has won.

Points are counted once, at the end, from what has become of every vessel: until then they would tell of the enemy's damage.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from events.base import EVERYONE, audience
from events.stingray.ending import Alongside, GameDecided, ObjectiveReached, Robbed, Scored
from pbem.core.game.phrases import count
from pbem.core.game.report_parts import Losses
from pbem.core.geometry.hexes import label
from pbem.games.stingray.model.scenario import OPENINGS, Opening
from pbem.games.stingray.model.state import State, enemy
from pbem.games.stingray.model.tables import AQUAPHIBIANS, SIDES, TERRAINIANS
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.rules.turn_scratch import TurnScratch

ROBBING_MOVES = 2
"""STG-VIC.2: moves running that a fish must end alongside its prey."""
FISH_GONE = 3
"""Section 8: points for a fish that has broken off, or left the map."""


class Award(NamedTuple):
    """Points of a side, for what, and for which vessel."""

    side: str
    points: int
    why: str
    vessel: str


def check(scratch: TurnScratch) -> None:
    """Step 8: what was reached in this move; then, if the game is over, the points and the verdict."""
    scratch.turn.phase("Victory")
    opening = OPENINGS[scratch.state.scenario]
    _reach_objectives(scratch, opening)
    if opening.robbed and not scratch.state.robbed:
        _rob(scratch)
    if reason := _ended(scratch.state, opening):
        _decide(scratch, opening, reason)


# ---------------------------------------------------------------- objectives and robbing


def _reach_objectives(scratch: TurnScratch, opening: Opening) -> None:
    """Scenario 5: a Stingray ends the move in the hex with a fix (STG-NAV.2); each hex counts once."""
    for vessel in scratch.state.afloat():
        hex = label(vessel.hex)
        if vessel.vessel_class == "SR" and vessel.fix and hex in opening.objectives.hexes and hex not in scratch.state.reached:
            scratch.tell(ObjectiveReached(vessel.id, hex), "STG-NAV.2", vessel)


def _rob(scratch: TurnScratch) -> None:
    """STG-VIC.2: once in a game; both crews know of it when it has happened, if the fish has comms (STG-COM.4)."""
    afloat = scratch.state.afloat()
    preys = [vessel for vessel in afloat if vessel.vessel_class == "SS"]
    for fish, prey in product([vessel for vessel in afloat if vessel.printed.fish], preys):
        if not scratch.state.robbed:
            _keep_alongside(scratch, fish, prey)


def _keep_alongside(scratch: TurnScratch, fish: Vessel, prey: Vessel) -> None:
    before = scratch.state.umpire.alongside.get(f"{fish.id} {prey.id}", 0)
    moves = before + 1 if _alongside(fish, prey) else 0
    if moves != before:
        scratch.hide(Alongside(fish.id, prey.id, moves), "STG-VIC.2")
    if moves == ROBBING_MOVES:
        crews = audience(fish.crew, prey.crew) if fish.can_report else prey.crew
        scratch.turn.emit(Robbed(fish.id, prey.id), "STG-VIC.2", crews)


def _alongside(fish: Vessel, prey: Vessel) -> bool:
    """In its hex, on its course, at its speed."""
    return fish.fit and (fish.hex, fish.facing, fish.speed) == (prey.hex, prey.facing, prey.speed)


# ---------------------------------------------------------------- the end


def _ended(state: State, opening: Opening) -> str:
    """STG-VIC.1: why the game is over, without a full stop; "" while it goes on."""
    if _all_objectives(state, opening):
        return f"All {len(opening.objectives.hexes)} objectives were reached"
    spent = [side for side in SIDES if not any(v.fit and not v.broken_off for v in state.of_side(side))]
    if len(spent) == len(SIDES):
        return "Neither side has a vessel left that fights"
    if spent:
        gone = "lost all their vessels" if spent == _wiped(state) else "no vessel left that fights"
        return f"{side_name(spent[0])} have {gone}"
    return f"The limit of {count(state.limit, 'move')} was reached" if state.move >= state.limit else ""


def _all_objectives(state: State, opening: Opening) -> bool:
    return bool(opening.objectives.hexes) and len(state.objectives) == len(opening.objectives.hexes)


def _decide(scratch: TurnScratch, opening: Opening, reason: str) -> None:
    """Points in vessel order, then the verdict. Nothing is hidden any more."""
    awards = list(_awards(scratch.state, opening))
    for award in awards:
        scratch.turn.emit(Scored(*award), "STG-VIC.1", EVERYONE)
    points = {side: sum(award.points for award in awards if award.side == side) for side in SIDES}
    winners = _winners(scratch.state, opening, points)
    text = f"{reason}: {_outcome(scratch.state, opening, winners, points)}."
    scratch.turn.emit(GameDecided(winners, text, points), "STG-VIC.1", EVERYONE)


def side_name(side: str) -> str:
    """`The Terrainians`."""
    return f"The {side.title()}"


def _outcome(state: State, opening: Opening, winners: list[str], points: dict[str, int]) -> str:
    """Who wins, and by what: the objectives, the loss of all vessels, or points."""
    if not winners:
        return f"a draw at {count(points[TERRAINIANS], 'point')} each"
    win, loser = f"the {winners[0].title()} win", enemy(winners[0])
    tally = f"{count(points[winners[0]], 'point')} to {points[loser]}"
    if _all_objectives(state, opening):
        return f"{win}, whatever the points ({tally})"
    if _wiped(state) == [loser]:
        return f"{win}, for a side that has lost all its vessels loses whatever the points ({tally})"
    return f"{win} by {tally}"


def _wiped(state: State) -> list[str]:
    """Sides that have lost all their vessels."""
    return [side for side in SIDES if all(is_lost(v) for v in state.of_side(side))]


def _winners(state: State, opening: Opening, points: dict[str, int]) -> list[str]:
    """Objectives end and win the game; a side that has lost all its vessels loses; else more points win, equal is a draw."""
    if _all_objectives(state, opening):
        return [TERRAINIANS]
    wiped = _wiped(state)
    if len(wiped) == 1:
        return [enemy(wiped[0])]
    best = max(points.values())
    leaders = [side for side in SIDES if points[side] == best]
    return leaders if len(leaders) == 1 else []


def is_lost(vessel: Vessel) -> bool:
    """STG-CRW.3: a vessel without a living crew counts as lost."""
    return vessel.fate in ("sunk", "exploded") or vessel.crew_dead


def losses(state: State) -> dict[str, Losses]:
    """Vessels destroyed, or without a living crew, of those that each side began with."""
    return {side: Losses(sum(map(is_lost, state.of_side(side))), len(state.of_side(side))) for side in SIDES}


# ---------------------------------------------------------------- points


def _awards(state: State, opening: Opening) -> Iterator[Award]:
    """Section 8: all victory points of the game."""
    for vessel in state.vessels.values():
        yield from for_vessel(vessel, opening)
    for place in state.objectives:
        vessel_id, hex = place.split()
        yield Award(TERRAINIANS, opening.objectives.points, f"objective {hex}", vessel_id)
    if state.robbed:
        prey = next((v.id for v in state.vessels.values() if v.vessel_class == "SS"), "")
        yield Award(AQUAPHIBIANS, opening.robbed, "robbed", prey)
    for special in opening.intact:
        # A case file may have left it out.
        kept = state.vessels.get(special.vessel)
        if kept is not None and not is_lost(kept) and kept.taken < special.under:
            yield Award(kept.side, special.points, "intact", kept.id)


def for_vessel(vessel: Vessel, opening: Opening) -> Iterator[Award]:
    """What a vessel's damage and fate are worth."""
    yield from _for_damage(vessel)
    yield from _for_fate(vessel, opening)
    yield from _for_exit(vessel, opening)


def _for_damage(vessel: Vessel) -> Iterator[Award]:
    """One for each point marked, however caused, never beyond its points; a vessel that exploded counts them all.

    STG-CAM.5: those of earlier battles count for nobody.
    """
    marked = vessel.printed.points if vessel.fate == "exploded" else min(vessel.damage, vessel.printed.points)
    if points := marked - vessel.brought:
        yield Award(enemy(vessel.side), points, "damage", vessel.id)


def _for_fate(vessel: Vessel, opening: Opening) -> Iterator[Award]:
    """A Terrainian vessel with a dead crew counts as destroyed. A fish counts once as gone, whatever drove it away."""
    destroyed = vessel.fate in ("sunk", "exploded") or (vessel.crew_dead and not vessel.printed.fish)
    if destroyed:
        yield Award(enemy(vessel.side), opening.destroyed.get(vessel.id, vessel.printed.destroyed), "destroyed", vessel.id)
    if vessel.printed.fish and (vessel.broken_off or vessel.fate == "exited"):
        yield Award(enemy(vessel.side), FISH_GONE, "broken off" if vessel.broken_off else "left the map", vessel.id)


def _for_exit(vessel: Vessel, opening: Opening) -> Iterator[Award]:
    """STG-NAV.2: an exit counts in full only with a fix in the move in which it was reached."""
    for way in opening.exits:
        points = way.points if vessel.fix else way.without_fix
        if vessel.fate == "exited" and (way.vessel, way.edge) == (vessel.id, vessel.exit_edge) and points:
            yield Award(vessel.side, points, f"left by the {way.edge} edge", vessel.id)

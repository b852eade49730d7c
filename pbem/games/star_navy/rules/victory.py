"""SN-14: when the game ends, and who has won."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import NamedTuple

from events.base import EVERYONE
from events.star_navy.ending import GameOver, VpAwarded
from pbem.core.game.report_parts import Losses
from pbem.core.game.turn import Turn
from pbem.games.star_navy.model.scenario import OPENINGS
from pbem.games.star_navy.model.sheet import lacking
from pbem.games.star_navy.model.ships import Ship
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.rules import verdicts


def check_victory(turn: Turn[State], last: bool) -> bool:
    """Step V: is it over? `last`: nothing more happens in this turn, so its limit counts."""
    state = turn.state
    turn.phase("Victory")
    if first_blood(state.scenario):
        return _end_first_blood(turn, last)
    if len(sides_left(state)) < 2 or (last and state.absolute_turn >= state.limit):
        _count(turn)
        return True
    return False


def sides_left(state: State) -> list[str]:
    """SN-14.1: sides that control a ship on the map."""
    there = {ship.side for ship in state.living()}
    return [side for side in state.sides if side in there]


def losses(state: State) -> dict[str, Losses]:
    """Ships destroyed or captured, of those that each side began with."""
    fleets = {side: [ship for ship in state.ships.values() if ship.original_side == side] for side in state.sides}
    return {
        side: Losses(sum(ship.fate == "destroyed" or ship.side != side for ship in fleet), len(fleet))
        for side, fleet in fleets.items()
    }


# ---------------------------------------------------------------- points


class Award(NamedTuple):
    """Points for a side; `ship` is "" for the region."""

    side: str
    points: int
    why: str
    ship: str
    rule: str


def _count(turn: Turn[State]) -> None:
    """SN-14.2 to SN-14.7: all awards; SN-14.8: most points win."""
    state = turn.state
    for award in awards(state):
        turn.emit(VpAwarded(award.side, award.points, award.why, award.ship), award.rule, EVERYONE)
    scores = {side: state.scores.get(side, 0) for side in state.sides}
    won = winners(state, scores)
    words = verdicts.by_points(verdicts.cause(sides_left(state), state.limit), won, scores, value_left(state))
    turn.emit(GameOver(won, scores, words), "SN-14.8", EVERYONE)


def awards(state: State) -> list[Award]:
    """SN-14.2, SN-14.3: what would be awarded if it ended now: the region, then each ship by its fate."""
    left = sides_left(state)
    found = [Award(left[0], state.region_value, "region", "", "SN-14.2")] if len(left) == 1 and state.region_value else []
    return found + [award for ship in state.ships.values() for award in _of_ship(state, ship)]


def _of_ship(state: State, ship: Ship) -> list[Award]:
    """SN-14.7: a ship counts once: destroyed, else captured, else crippled."""
    if ship.fate == "destroyed":
        return _shared(state, ship, "vp_destroy", "destroyed", destroyers(state, ship), "SN-14.4")
    if ship.side != ship.original_side:
        return _shared(state, ship, "vp_capture", "captured", [ship.side], "SN-14.5")
    if _crippled(ship):
        return _shared(state, ship, "vp_cripple", "crippled", _most(ship.damage_by, ship.side), "SN-14.6")
    return []


def _crippled(ship: Ship) -> bool:
    """SN-14.6: half its integrity is lost; SN-17.5: of what it began with.

    A score that a player reads counts only what that player may know (SN-16.4).
    """
    console = ship.console_if_known
    return console is not None and (ship.first_integrity - console.integrity) * 2 >= ship.first_integrity


def destroyers(state: State, ship: Ship) -> list[str]:
    """SN-14.4: the enemy with most points in the step that destroyed it, else the last to damage it, else the only one."""
    found = _most(ship.step_damage, ship.side) or _most(_last_step(ship), ship.side)
    if found:
        return found
    others = [side for side in state.sides if side != ship.side]
    return others if len(others) == 1 else []


def _last_step(ship: Ship) -> dict[str, int]:
    """What enemies of its present master did to it in the last step in which any of them did."""
    enemies = {side: last for side, last in ship.last_damage.items() if side != ship.side}
    newest = max((last.step for last in enemies.values()), default=0)
    return {side: last.points for side, last in enemies.items() if last.step == newest}


def _most(damage: Mapping[str, int], own: str) -> list[str]:
    """The enemy sides with the most points."""
    enemies = {side: points for side, points in damage.items() if side != own and points}
    most = max(enemies.values(), default=0)
    return [side for side, points in enemies.items() if points == most]


def _shared(state: State, ship: Ship, option: str, why: str, sides: list[str], rule: str) -> list[Award]:
    """The factor of V, rounded up; sides that tie share it, rounded down, at least 1 each."""
    points = math.ceil(state.options[option] * ship.printed.value)
    share = points if len(sides) <= 1 else max(1, points // len(sides))
    return [Award(side, share, why, ship.id, rule) for side in state.sides if side in sides and points]


def value_left(state: State) -> dict[str, int]:
    """SN-14.8: the value of each side's ships on the map, which breaks ties."""
    return {side: sum(s.printed.value for s in state.living() if s.side == side) for side in state.sides}


def winners(state: State, scores: Mapping[str, int]) -> list[str]:
    """SN-14.8: most points, then most V on the map; still equal: nobody."""
    left = value_left(state)
    ranked = {side: (scores.get(side, 0), left[side]) for side in state.sides}
    best = [side for side, rank in ranked.items() if rank == max(ranked.values())]
    return best if len(best) == 1 else []


# ---------------------------------------------------------------- First Blood


def first_blood(scenario: str) -> bool:
    """Section 8, SN-S2: a duel with an end of its own."""
    opening = OPENINGS.get(scenario)
    return opening is not None and opening.end == "first_blood"


def _end_first_blood(turn: Turn[State], last: bool) -> bool:
    """As soon as integrity losses differ the smaller loss wins; at the limit fewer components lost; SN-14.2-14.6 unused."""
    state = turn.state
    all_of_it = max(ship.printed.integrity for ship in state.ships.values())
    losses = _by_side(state, lambda ship: _integrity_lost(ship, all_of_it))
    if len(set(losses.values())) > 1 or len(sides_left(state)) < 2:
        _end(turn, losses, "integrity", "The first blood was drawn")
    elif last and state.absolute_turn >= state.limit:
        _end(turn, _by_side(state, components_lost), "components", verdicts.limit_reached(state.limit))
    else:
        return False
    return True


def _by_side(state: State, loss: Callable[[Ship], int]) -> dict[str, int]:
    """The losses of each side's own ships."""
    return {side: sum(loss(s) for s in state.ships.values() if s.original_side == side) for side in state.sides}


def _end(turn: Turn[State], losses: dict[str, int], what: str, cause: str) -> None:
    least = [side for side, lost in losses.items() if lost == min(losses.values())]
    won = least if len(least) == 1 else []
    words = verdicts.by_losses(cause, won, losses, what)
    turn.emit(GameOver(won, dict.fromkeys(losses, 0), words), "SN-14.1", EVERYONE)


def _integrity_lost(ship: Ship, all_of_it: int) -> int:
    """SN-17.5: in this battle. A destroyed, captured or disengaged ship counts as having lost all, as much as any can."""
    gone = not ship.alive or ship.side != ship.original_side
    return all_of_it if gone else ship.first_integrity - ship.console.integrity


def components_lost(ship: Ship) -> int:
    """Components of all kinds but mines that were crossed off in this battle (SN-17.5)."""
    lacks, lacked = lacking(ship.console, ship.printed), ship.console.lacked
    return sum(max(0, number - lacked.get(item, 0)) for item, number in lacks.items() if item != "mines")

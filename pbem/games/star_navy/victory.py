"""SN-14: when the game ends, and who has won."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from events.base import EVERYONE
from events.star_navy.ending import GameOver, VpAwarded
from pbem.core.game import Losses, Turn
from pbem.games.star_navy.scenario import OPENINGS
from pbem.games.star_navy.state import Ship, State


def check_victory(turn: Turn[State], last: bool) -> bool:
    """Step V: is it over? `last`: nothing more happens in this turn, so its limit counts."""
    state = turn.state
    turn.phase("Victory")
    if _first_blood(state):
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


def _count(turn: Turn[State]) -> None:
    """SN-14.2, SN-14.3: the region, then each ship by its fate; SN-14.8: most points win."""
    state = turn.state
    left = sides_left(state)
    if len(left) == 1 and state.region_value:
        turn.emit(VpAwarded(left[0], state.region_value, "region", ""), "SN-14.2", EVERYONE)
    for ship in state.ships.values():
        _award(turn, ship)
    scores = {side: state.scores.get(side, 0) for side in state.sides}
    winners = _winners(state, scores)
    _over(turn, winners, scores, "SN-14.8")


def _award(turn: Turn[State], ship: Ship) -> None:
    """SN-14.7: a ship counts once: destroyed, else captured, else crippled."""
    if ship.fate == "destroyed":
        _share(turn, ship, "vp_destroy", "destroyed", destroyers(turn.state, ship), "SN-14.4")
    elif ship.side != ship.original_side:
        _share(turn, ship, "vp_capture", "captured", [ship.side], "SN-14.5")
    elif (ship.printed.integrity - ship.integrity) * 2 >= ship.printed.integrity:
        most = _most(ship.damage_by, ship.side)
        _share(turn, ship, "vp_cripple", "crippled", most, "SN-14.6")


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


def _share(turn: Turn[State], ship: Ship, option: str, why: str, sides: list[str], rule: str) -> None:
    """The factor of V, rounded up; sides that tie share it, rounded down, at least 1 each."""
    points = math.ceil(turn.state.options[option] * ship.printed.value)
    if not points:
        return
    for side in [side for side in turn.state.sides if side in sides]:
        share = points if len(sides) == 1 else max(1, points // len(sides))
        turn.emit(VpAwarded(side, share, why, ship.id), rule, EVERYONE)


def _winners(state: State, scores: Mapping[str, int]) -> list[str]:
    """SN-14.8: most points, then most V on the map; still equal: nobody."""
    afloat = {side: sum(s.printed.value for s in state.living() if s.side == side) for side in scores}
    ranked = {side: (points, afloat[side]) for side, points in scores.items()}
    best = [side for side, rank in ranked.items() if rank == max(ranked.values())]
    return best if len(best) == 1 else []


def _over(turn: Turn[State], winners: list[str], scores: dict[str, int], rule: str, why: str = "") -> None:
    verdict = f"{winners[0]} wins" if winners else "a draw"
    turn.emit(GameOver(winners, scores, f"{verdict}: {why}" if why else verdict), rule, EVERYONE)


# ---------------------------------------------------------------- First Blood


def _first_blood(state: State) -> bool:
    """Section 8, SN-S2: a duel with an end of its own."""
    opening = OPENINGS.get(state.scenario)
    return opening is not None and opening.end == "first_blood"


def _end_first_blood(turn: Turn[State], last: bool) -> bool:
    """As soon as integrity losses differ the smaller loss wins; at the limit fewer components lost; SN-14.2-14.6 unused."""
    state = turn.state
    losses = _by_side(state, _integrity_lost)
    if len(set(losses.values())) > 1:
        _end(turn, losses, "integrity lost")
    elif len(sides_left(state)) < 2:
        _end(turn, losses, "both ships are lost")
    elif last and state.absolute_turn >= state.limit:
        _end(turn, _by_side(state, components_lost), "components lost")
    else:
        return False
    return True


def _by_side(state: State, loss: Callable[[Ship], int]) -> dict[str, int]:
    """The losses of each side's own ships."""
    return {side: sum(loss(s) for s in state.ships.values() if s.original_side == side) for side in state.sides}


def _end(turn: Turn[State], losses: dict[str, int], what: str) -> None:
    least = [side for side, lost in losses.items() if lost == min(losses.values())]
    why = f"{what}: {', '.join(f'{side} {lost}' for side, lost in losses.items())}"
    _over(turn, least if len(least) == 1 else [], dict.fromkeys(losses, 0), "SN-14.1", why)


def _integrity_lost(ship: Ship) -> int:
    """A destroyed, captured or disengaged ship counts as having lost all."""
    gone = not ship.alive or ship.side != ship.original_side
    return ship.printed.integrity - (0 if gone else ship.integrity)


def components_lost(ship: Ship) -> int:
    """Crossed-off components of all kinds but mines."""
    printed = ship.printed
    lost = sum(getattr(printed, n) - getattr(ship, n) for n in ("engines", "isds", "marines", "integrity"))
    for name, section in ship.sections.items():
        lost += sum(getattr(printed.sections[name], n) - getattr(section, n) for n in ("hulls", "shields", "weapons", "capthr"))
    return int(lost)

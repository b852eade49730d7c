"""WT-22.2 and section 8: when a game ends, and who has won.

WT-22.3: of the source's notes on doctrine nothing counts. Ruling: when a side has no vessel in play the game ends, and what a
scenario asks for at its end is judged as it then is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from events.base import EVERYONE
from events.wet_thrust.opening import GameDecided
from pbem.core.game.phrases import count, sentence
from pbem.core.game.report_parts import Losses
from pbem.core.geometry.tabletop import MIL
from pbem.games.wet_thrust.model.scenario import OPENINGS, Victory
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import BRITISH, GERMAN, VALUES
from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.model.units import Vessel

DRAW_WITHIN = 1
"""Section 8: a difference of so many points is a draw."""
SQUADRON = 1
"""Section 8: points of a squadron lost."""
PEOPLE = {GERMAN: "Germans", BRITISH: "British"}
RUNNING_GEAR = ("RU", "PR", "BO")
"""Scenario S7: the kinds of systems of which she must lose one."""


class Ending(NamedTuple):
    """An end of the game: the winner ("": a draw), the facts in words, and the points by side ({}: none are counted).

    `why` it ended before its limit, though both sides still have vessels: what decided it; "" when that is not so.
    """

    winner: str
    facts: str
    points: Mapping[str, int] = {}
    why: str = ""


def check(scratch: TurnScratch) -> None:
    """WT-22.2: the test of step 8.8."""
    ending = judged(scratch.state)
    if ending:
        winners = [ending.winner] if ending.winner else []
        decided = GameDecided(winners, dict(ending.points), _sentence(scratch.state, ending))
        scratch.turn.emit(decided, "WT-22.2", EVERYONE)


def judged(state: State) -> Ending | None:
    """The end that has come about, if any."""
    victory = _victory(state)
    done = state.turn >= state.limit or not all(state.afloat(side) for side in state.sides)
    return _TESTS.get(victory.test, _on_points)(state, victory, done)


def _victory(state: State) -> Victory:
    return OPENINGS[state.scenario].victory


def _sentence(state: State, ending: Ending) -> str:
    """Why it ended, who has won, and by what."""
    who = f"the {PEOPLE[ending.winner]} win" if ending.winner else "it is a draw"
    return f"{ending.why or _closed(state)}: {who}{',' if ending.points else ':'} {ending.facts}."


def _closed(state: State) -> str:
    """WT-22.2: what ended it, of what ends every game."""
    gone = [f"the {PEOPLE[side]} have" for side in state.sides if not state.afloat(side)]
    if gone:
        return "Neither side has a vessel left in play" if len(gone) > 1 else sentence(f"{gone[0]} no vessel left in play")
    return f"The limit of {state.limit} turns was reached"


def losses(state: State) -> dict[str, Losses]:
    """Vessels lost, of those that each side has had."""
    return {side: Losses(sum(ship.fate == "lost" for ship in _of(state, side)), len(_of(state, side))) for side in state.sides}


def _of(state: State, side: str) -> list[Vessel]:
    return [ship for ship in state.ships.values() if ship.side == side]


# ---------------------------------------------------------------- one ship decides


def _duel(state: State, victory: Victory, done: bool) -> Ending | None:
    """S1: she must sink her enemy with fewer than `marked` boxes marked; at the end more than `spared` on them will not do.

    When both conditions are met, as by an explosion on either side, it is a draw.
    """
    ship, prey = state.ships.get(victory.ship), state.ships.get(victory.others[0])
    if ship is None or prey is None:
        return Ending("", "the ships of this duel are not here") if done else None
    marked, spared = victory.numbers["marked"], victory.numbers["spared"]
    enemy = state.enemy(ship.side)
    won = prey.fate == "lost" and ship.sheet.marked_here < marked
    lost = ship.fate == "lost" or ship.sheet.marked_here >= marked
    facts = f"{_outcome(prey)}, {_outcome(ship)}"
    if won and lost:
        return Ending("", facts, why="Both sides have met their conditions in the same turn")
    if won:
        return Ending(ship.side, facts, why=f"{prey.name} is sunk, and fewer than {marked} boxes of {ship.name} are marked")
    if lost:
        sunk = f"{ship.name} has been sunk" if ship.fate == "lost" else f"{ship.name} has {marked} boxes or more marked"
        return Ending(enemy, facts, why=sunk)
    if done and prey.afloat and prey.sheet.marked_here <= spared:
        return Ending(enemy, facts)
    return Ending("", facts) if done else None


def _escape(state: State, victory: Victory, done: bool) -> Ending | None:
    """S2: her side wins if she breaks contact, the other if she is lost or at the end makes no more than `top`."""
    ship = state.ships.get(victory.ship)
    if ship is None:
        return Ending("", f"{victory.ship} is not here") if done else None
    if ship.fate == "away":
        return Ending(ship.side, _outcome(ship), why=f"{ship.name} has broken contact")
    if ship.fate == "lost":
        return Ending(state.enemy(ship.side), _outcome(ship), why=f"{ship.name} has been sunk")
    if done and ship.top <= victory.numbers["top"]:
        return Ending(state.enemy(ship.side), f"{_outcome(ship)}, top speed {_top(ship)}")
    return Ending("", f"{ship.name} is still in contact, top speed {_top(ship)}") if done else None


def _cripple(state: State, victory: Victory, done: bool) -> Ending | None:
    """S3: lost, or at the end without a rudder or no faster than `top`: a win of her enemies.

    Else her own side wins if at most `marked` boxes are marked or one of the `others` is lost. A ship that has broken contact
    is not slow.
    """
    ship = state.ships.get(victory.ship)
    if ship is None:
        return Ending("", f"{victory.ship} is not here") if done else None
    enemy, facts = state.enemy(ship.side), _outcome(ship)
    if ship.fate == "lost":
        return Ending(enemy, facts, why=f"{ship.name} has been sunk")
    if not done:
        return None
    if ship.afloat and (not ship.sheet.steers() or ship.top <= victory.numbers["top"]):
        rudders = len(ship.sheet.working("RU"))
        return Ending(enemy, f"{ship.name} has {rudders} working rudders and a top speed of {_top(ship)}")
    sunk = [state.ships[id].name for id in victory.others if id in state.ships and state.ships[id].fate == "lost"]
    if ship.sheet.marked_here <= victory.numbers["marked"] or sunk:
        return Ending(ship.side, ", ".join([facts, *(f"{name} is lost" for name in sunk)]))
    return Ending("", facts)


def _outcome(ship: Vessel) -> str:
    """How a ship has come out of it."""
    fates = {"afloat": "is afloat", "lost": "is lost", "away": "has broken contact"}
    return f"{ship.name} {fates[ship.fate]} with {boxes_words(ship)}"


def boxes_words(ship: Vessel) -> str:
    """`12 of 48 boxes marked`; WT-24.8: and how many of them were marked before the battle."""
    sheet = ship.sheet
    before = f", {sheet.marked_before} of them before" if sheet.marked_before else ""
    return f"{sheet.marked} of {ship.printed.boxes} boxes marked{before}"


def _top(ship: Vessel) -> str:
    return f"{float(ship.top):g}"


# ---------------------------------------------------------------- points


def _on_points(state: State, victory: Victory, done: bool) -> Ending | None:
    """Section 8: the higher score at the end, if it is higher by more than one point."""
    if not done:
        return None
    points = score(state)
    first, second = state.sides
    ahead = points[first] - points[second]
    winner = "" if abs(ahead) <= DRAW_WITHIN else first if ahead > 0 else second
    return Ending(winner, _by(points, winner), points)


def _by(points: Mapping[str, int], winner: str) -> str:
    """`by 14 points to 3`, `at 5 points to 4`."""
    high, low = sorted(points.values(), reverse=True)
    return f"{'by' if winner else 'at'} {count(high, 'point')} to {low}"


def score(state: State) -> dict[str, int]:
    """Victory points by side as things stand; what counts at the end only is counted as if it were the end."""
    victory = _victory(state)
    if victory.test == "raid":
        return _raid(state, victory)
    points = {side: _by_sinking(state, state.enemy(side)) for side in state.sides}
    for side, bonus in _BONUSES.get(victory.test, _no_bonus)(state, victory).items():
        points[side] += bonus
    return points


def _by_sinking(state: State, side: str) -> int:
    """Section 8, ruling W12: what a side's ships and squadrons have brought the enemy."""
    squadrons = sum(each.side == side and each.lost and each.kind != "R" for each in state.squadrons.values())
    return sum(map(_worth, _of(state, side))) + squadrons * SQUADRON


def _worth(ship: Vessel) -> int:
    """The value of a ship lost, or of another the part that her boxes marked here make (ruling W12, WT-24.8)."""
    value = VALUES[ship.printed.type]
    return value if ship.fate == "lost" else value * ship.sheet.marked_here // ship.printed.boxes


def _no_bonus(state: State, victory: Victory) -> dict[str, int]:
    return {}


def _convoy(state: State, victory: Victory) -> dict[str, int]:
    """S4: 1 for each merchantman that is so far `east`, or that no enemy is left to stop."""
    found = {}
    for side in state.sides:
        ships = [ship for ship in state.afloat(side) if ship.printed.type == "MM"]
        clear = not state.afloat(state.enemy(side))
        found[side] = sum(clear or ship.at[0] >= victory.numbers["east"] * MIL for ship in ships)
    return found


def _breakout(state: State, victory: Victory) -> dict[str, int]:
    """S5: she gets away with no more than `safe` fuel boxes lost; or `hurt` of them are lost, or a boiler room is."""
    ship = state.ships.get(victory.ship)
    if ship is None:
        return {}
    sheet, points = ship.sheet, victory.numbers["points"]
    fled = ship.fate == "away" and sheet.fuel_lost <= victory.numbers["safe"]
    hurt = sheet.fuel_lost >= victory.numbers["hurt"] or bool(sheet.lost_here("BO"))
    return {ship.side: points * fled, state.enemy(ship.side): points * hurt}


def _raid(state: State, victory: Victory) -> dict[str, int]:
    """S7: points of its own. Ruling W12: a rudder, propeller or boiler room counts if it was ever lost."""
    ship, numbers = state.ships.get(victory.ship), victory.numbers
    points = dict.fromkeys(state.sides, 0)
    if ship is None:
        return points
    enemy = state.enemy(ship.side)
    prey = [other for id in victory.others if (other := state.ships.get(id))]
    escorts = [other for other in _of(state, enemy) if other not in prey]
    points[ship.side] += numbers["prey"] * sum(other.fate == "lost" for other in prey)
    points[ship.side] += numbers["escort"] * sum(other.fate == "lost" for other in escorts)
    points[enemy] += numbers["salvo"] * state.torpedo_salvos.get(enemy, 0)
    points[enemy] += numbers["wound"] * any(kind in ship.sheet.wounds for kind in RUNNING_GEAR)
    points[enemy] += numbers["sunk"] * (ship.fate == "lost") + numbers["saved"] * sum(other.afloat for other in prey)
    return points


_TESTS: Mapping[str, Callable[[State, Victory, bool], Ending | None]] = {"duel": _duel, "escape": _escape, "cripple": _cripple}
"""Kinds of victory in which one ship decides; in all others points do."""
_BONUSES: Mapping[str, Callable[[State, Victory], dict[str, int]]] = {"convoy": _convoy, "breakout": _breakout}
"""By kind of victory, points beside those of section 8."""

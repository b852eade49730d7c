"""The next step of a ship: what steers her, what she wants, what is in the way, and what she does (SSL-X.3 on)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from pbem.core.geometry.hexes import Hex
from pbem.games.sovereign_seas.language.letters import letters, may_turn
from pbem.games.sovereign_seas.model.geometry import LETTERS, Letter, ahead, turned
from pbem.games.sovereign_seas.model.orders import CircleRound, Course, Move, RamHer, Steer
from pbem.games.sovereign_seas.model.state import Ship
from pbem.games.sovereign_seas.model.turn_scratch import TurnScratch
from pbem.games.sovereign_seas.rules.sailing.homing import Aim, aim, best, opponent
from pbem.games.sovereign_seas.rules.sailing.sea_room import MapSize, has_room
from pbem.games.sovereign_seas.rules.sailing.speed import commanded

EDGE, WRECK = "the edge", "a wreck"
"""What may be in the way, beside a ship's id."""
SHUNNED = {"ALL": (True, False), "FRIENDS": (True,), "ENEMIES": (False,), "NONE": ()}
"""SSL-X.4: by the word of AVOID, whether ships are friends of which she keeps clear."""


class Choice(NamedTuple):
    """One step. `ordered` is the helm's letter, `wanted` what the turn rate leaves of it (a homing helm: its best letter).

    `taken` is what she does, "" if she stays; `why` what was in the way of the wanted step: a ship's id, EDGE or WRECK.
    """

    ordered: str
    wanted: str
    taken: Letter | Literal[""]
    why: str = ""


def next_letter(scratch: TurnScratch, ship: Ship) -> Choice:
    """SSL-X.3: the helm in order: rudder jam, out of command, then what `when.step` chose for the impulse."""
    forced = _forced(ship, scratch.state.turn)
    if forced:
        why = barred(scratch, ahead(ship.hex, ship.heading, forced))
        return Choice(forced, forced, "" if why else forced, why)
    helm = scratch.helm[ship.id]
    goal = aim(scratch.state, ship, helm)
    if goal:
        return _home(scratch, ship, goal)
    ordered = _letter(scratch, ship, helm)
    wanted: Letter = ordered if ordered in legal(ship) else "F"
    return _steer(scratch, ship, ordered, wanted)


def helpless(ship: Ship, turn: int) -> bool:
    """SSL-X.3: is her course out of her admiral's hands?"""
    return _forced(ship, turn) is not None


def legal(ship: Ship) -> tuple[Letter, ...]:
    """SSL-I2.1, SSL-I2.5: the letters that her turn rate allows: always forward, F first."""
    return LETTERS if may_turn(ship) else ("F",)


def _forced(ship: Ship, turn: int) -> Letter | None:
    """SSL-L5.7: jammed left or right she turns whenever she can, jammed straight never; SSL-L5.5: out of command: F."""
    log = ship.log
    if log.jam and log.jam_until >= turn:
        return log.jam if log.jam != "S" and may_turn(ship) else "F"
    return None if commanded(ship, turn) else "F"


def _letter(scratch: TurnScratch, ship: Ship, helm: Move | Steer) -> Letter:
    """SSL-X.5, SSL-X.8: the letter of a fixed helm; of MOVE as written, else no turn before its time."""
    match helm:
        case Move():
            return _as_letter(letters(helm, scratch.impulse, scratch.used.get(ship.id, 0), 1))
        case CircleRound(side):
            return side if may_turn(ship) else "F"
        case Course(heading, by):
            return _come_to((heading - ship.heading) % 6, by) if may_turn(ship) else "F"
        case _:
            return "F"


def _as_letter(written: str) -> Letter:
    return "L" if written == "L" else "R" if written == "R" else "F"


def _come_to(clockwise: int, by: str) -> Letter:
    """SSL-X.8: the shorter way; through 180 degrees to the right unless BY L."""
    if clockwise == 0:
        return "F"
    if clockwise == 3:
        return "L" if by == "L" else "R"
    return "R" if clockwise < 3 else "L"


# ---------------------------------------------------------------- what is in the way


def barred(scratch: TurnScratch, hex: Hex) -> str:
    """Options: SSL-I4.1 edge=wall: no ship leaves the map; SSL-I3.3 wreck_blocks=on: none enters where one sank this turn."""
    state = scratch.state
    if state.opt("edge") == "wall" and not state.on_map(hex):
        return EDGE
    if state.opt("wreck_blocks") == "on":
        sunk = (ship for ship in state.ships.values() if ship.fate == "sunk" and ship.id in scratch.orders)
        if any(ship.hex == hex for ship in sunk):
            return WRECK
    return ""


def blocked(scratch: TurnScratch, ship: Ship, letter: Letter) -> str:
    """SSL-X.4: what keeps her from that step: a ship that AVOID names (not the target of her RAM), or the edge."""
    hex, orders = ahead(ship.hex, ship.heading, letter), scratch.orders_of(ship)
    if why := barred(scratch, hex):
        return why
    if not scratch.state.on_map(hex):
        return "" if orders.exit else EDGE
    shunned = SHUNNED[orders.avoid.who]
    for other in scratch.state.ships.values():
        there = other.hex == hex and other.active
        if there and (other.side == ship.side) in shunned and other.id != _ram_target(scratch, ship):
            return other.id
    return ""


def cornered(scratch: TurnScratch, ship: Ship, letter: Letter) -> bool:
    """SSL-Z.1, ruling S20: would that step leave a ship without EXIT no way but off the map, or into its wall?"""
    state = scratch.state
    if scratch.orders_of(ship).exit and state.opt("edge") == "leave":
        return False
    hex, heading = ahead(ship.hex, ship.heading, letter), turned(ship.heading, letter)
    count = ship.count + 1 if letter == "F" else 1
    return not has_room(hex, heading, count, ship.printed.turn_hexes, MapSize(state.columns, state.rows))


def _free(scratch: TurnScratch, ship: Ship, letters: Sequence[Letter]) -> list[Letter]:
    """SSL-X.4: those that are not blocked; of these those that leave her sea room, if any do."""
    unblocked = [letter for letter in letters if not blocked(scratch, ship, letter)]
    return [letter for letter in unblocked if not cornered(scratch, ship, letter)] or unblocked


def _ram_target(scratch: TurnScratch, ship: Ship) -> str:
    helm = scratch.helm[ship.id]
    target = opponent(scratch.state, ship, helm.target) if isinstance(helm, RamHer) else None
    return target.id if target else ""


# ---------------------------------------------------------------- the choice


def _steer(scratch: TurnScratch, ship: Ship, ordered: Letter, wanted: Letter) -> Choice:
    """SSL-X.5: the wanted letter; if it is blocked the first other that is legal and free; else the wanted one after all."""
    if not blocked(scratch, ship, wanted) and not cornered(scratch, ship, wanted):
        return Choice(ordered, wanted, wanted)
    tries = (wanted, *(letter for letter in legal(ship) if letter != wanted))
    free = _free(scratch, ship, tries)
    taken = free[0] if free else _last_resort(scratch, ship, tries)
    return Choice(ordered, wanted, taken, "" if taken == wanted else blocked(scratch, ship, wanted) or EDGE)


def _home(scratch: TurnScratch, ship: Ship, goal: Aim) -> Choice:
    """SSL-X.6: the best of the legal letters that are free; without one F."""
    able = legal(ship)
    free = _free(scratch, ship, able)
    if free:
        letter = best(ship, goal, free)
        return Choice(letter, letter, letter)
    taken = _last_resort(scratch, ship, able)
    return Choice("F", "F", taken, "" if taken == "F" else blocked(scratch, ship, "F"))


def _last_resort(scratch: TurnScratch, ship: Ship, tries: Sequence[Letter]) -> Letter | Literal[""]:
    """All is blocked: the first letter that is not barred, come what may; without one she stays."""
    return next((letter for letter in tries if not barred(scratch, ahead(ship.hex, ship.heading, letter))), "")

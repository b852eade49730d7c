"""Chapter I: who moves when, hex by hex, and what is met there: steps 3c to 3e of section 3."""

from __future__ import annotations

from events.sovereign_seas.sailing import Held, LeftMap, StepDiverted, Stepped, TurnRefused
from pbem.core.geometry.hexes import off_edge
from pbem.games.sovereign_seas.language.letters import may_turn
from pbem.games.sovereign_seas.model.geometry import Letter, ahead, label_of, turned
from pbem.games.sovereign_seas.model.orders import Follow, Move
from pbem.games.sovereign_seas.model.state import Ship
from pbem.games.sovereign_seas.model.tables import movement_points
from pbem.games.sovereign_seas.model.turn_scratch import TurnScratch
from pbem.games.sovereign_seas.rules.sailing import ram
from pbem.games.sovereign_seas.rules.sailing.helm import EDGE, Choice, helpless, next_letter
from pbem.games.sovereign_seas.rules.sailing.speed import in_circle


def step(scratch: TurnScratch) -> None:
    """SSL-I1.4: the list is made first. A ship that is stopped or sunk before her place does not move."""
    for id in move_list(scratch):
        ship = scratch.state.ships[id]
        if ship.active and ship.speed > 0:
            _sail(scratch, ship)


# ---------------------------------------------------------------- the order of moving


def move_list(scratch: TurnScratch) -> list[str]:
    """SSL-I1.2: slower ships first, at equal speed the disadvantaged side; SSL-I1.3, SSL-X.15: within a side by SEQ."""
    state = scratch.state
    ranks = {id: rank for ids in scratch.sequence.values() for rank, id in enumerate(ids)}
    ships = [ship for ship in state.active() if _points(scratch, ship)]
    ships.sort(key=lambda ship: (ship.speed, ship.side == state.advantage, ranks[ship.id]))
    return _in_wake(scratch, [ship.id for ship in ships])


def _points(scratch: TurnScratch, ship: Ship) -> int:
    """SSL-I1.1: hexes in this impulse."""
    return movement_points(ship.speed, scratch.impulse, scratch.state.impulses)


def _in_wake(scratch: TurnScratch, order: list[str]) -> list[str]:
    """SSL-I1.3: a FOLLOW ship that would move before its leader of equal speed moves directly after it.

    Leaders find their places before their followers; followers of one leader keep their order.
    """
    leaders = _leaders(scratch, order)
    for id in sorted(reversed(order), key=lambda id: _depth(leaders, id)):
        leader = leaders.get(id)
        if leader and order.index(id) < order.index(leader):
            order.remove(id)
            order.insert(order.index(leader) + 1, id)
    return order


def _leaders(scratch: TurnScratch, ids: list[str]) -> dict[str, str]:
    """Who follows whom of those who move, at equal speed on one side; circles are left out."""
    ships = {id: scratch.state.ships[id] for id in ids}
    found: dict[str, str] = {}
    for id, ship in ships.items():
        helm = scratch.helm[id]
        if isinstance(helm, Follow) and not helpless(ship, scratch.state.turn):
            leader = ships.get(helm.ship)
            if leader and (leader.side, leader.speed) == (ship.side, ship.speed):
                found[id] = leader.id
    return {id: leader for id, leader in found.items() if not in_circle(found, id)}


def _depth(leaders: dict[str, str], id: str) -> int:
    depth = 0
    while id in leaders:
        id, depth = leaders[id], depth + 1
    return depth


# ---------------------------------------------------------------- hex by hex


def _sail(scratch: TurnScratch, ship: Ship) -> None:
    """SSL-I1.1: exactly the hexes of the chart, none fewer by choice; their number is fixed when she starts."""
    for _ in range(_points(scratch, ship)):
        if not _one_hex(scratch, ship):
            return


def _one_hex(scratch: TurnScratch, ship: Ship) -> bool:
    """One movement point. False when she moves no more in this impulse."""
    choice = next_letter(scratch, ship)
    if isinstance(scratch.helm[ship.id], Move):
        scratch.used[ship.id] = scratch.used.get(ship.id, 0) + 1
    _explain(scratch, ship, choice)
    if not choice.taken:
        _hold(scratch, ship, choice)
        return False
    return enter(scratch, ship, choice.taken)


def _hold(scratch: TurnScratch, ship: Ship, choice: Choice) -> None:
    """SSL-I4.1, SSL-I3.3, ruling S21: she stays. The point lost counts as a hex; when her turn rate allows she swings where
    she lies, or a ship with her bow to a wall would lie there for good.
    """
    heading, count = ship.heading, ship.count + 1
    if may_turn(ship) and (choice.ordered != "F" or not helpless(ship, scratch.state.turn)):
        heading, count = turned(ship.heading, "L" if choice.ordered == "L" else "R"), 0
    held = Held(ship.id, scratch.impulse, label_of(ship.hex), heading, count)
    scratch.tell_all(held, "SSL-I4.1" if choice.why == EDGE else "SSL-I3.3")


def _explain(scratch: TurnScratch, ship: Ship, choice: Choice) -> None:
    """SSL-I2.4: a turn too early; SSL-X.5: a step that was in somebody's way."""
    if choice.wanted != choice.ordered:
        needed = ship.printed.turn_hexes
        scratch.tell_side(TurnRefused(ship.id, scratch.impulse, choice.ordered, ship.count, needed), "SSL-I2.4", ship)
    if choice.taken != choice.wanted:
        diverted = StepDiverted(ship.id, scratch.impulse, choice.wanted, choice.taken, choice.why)
        scratch.tell_side(diverted, "SSL-X.5", ship)


def enter(scratch: TurnScratch, ship: Ship, letter: Letter) -> bool:
    """SSL-I2.2: she turns on leaving the hex, and the hex entered is the first of the next turn rate. SSL-I2.3: nothing
    but moving changes that count.

    SSL-I4.1: off the map she is out of the game; SSL-I3.1: whoever is in the hex entered is rammed.
    """
    origin, hex = ship.hex, ahead(ship.hex, ship.heading, letter)
    state = scratch.state
    if edge := off_edge(hex, state.columns, state.rows):
        scratch.tell_all(LeftMap(ship.id, scratch.impulse, edge), "SSL-I4.1")
        return False
    count = ship.count + 1 if letter == "F" else 1
    heading = turned(ship.heading, letter)
    stepped = Stepped(ship.id, scratch.impulse, letter, label_of(origin), label_of(hex), heading, count)
    scratch.tell_all(stepped, "SSL-I1.1" if letter == "F" else "SSL-I2.2")
    return not ram.others_here(scratch, ship) or ram.attack(scratch, ship, origin)

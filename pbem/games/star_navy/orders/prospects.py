"""Which orders may still come to something: what receipts remark on, and what templates and suggestions offer.

An order that can come to nothing is no mistake (SN-15.8): it is filed, and lapses when it is carried out (SN-15.9).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pbem.core.geometry.hexes import step
from pbem.games.star_navy.language.stored import stored_chain
from pbem.games.star_navy.model.orders import ALTERNATIVE, Board, Command, Fire, LayMine, TurnShip
from pbem.games.star_navy.model.reserved_words import TURN_SLOTS
from pbem.games.star_navy.model.ships import READY, Ship
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.model.tables import MOVE_CHART, TURNS
from pbem.games.star_navy.rules import legal

FASTEST = 6

# ---------------------------------------------------------------- whatever the others do


def remarks(state: State, ship: Ship, slot: str, text: str) -> Iterator[str]:
    """For the receipt: what of an order is sure to lapse, and why. The state is that `at_next_turn`."""
    if slot == "JUMP":
        if why := jump_barred(state, ship):
            yield f"{ship.id}: JUMP {text} will lapse: {why}"
    elif slot == "STANDING" or slot in TURN_SLOTS:
        this_cycle = slot in TURN_SLOTS and int(slot[1:]) >= state.turn
        for alternative in stored_chain(text):
            if why := barred(state, ship, alternative.command, this_cycle):
                yield f"{ship.id}: {slot} {ALTERNATIVE.write(alternative)} will lapse: {why}"


def barred(state: State, ship: Ship, command: Command, this_cycle: bool) -> str:
    """Why a command can't be carried out wherever the ships will be: what is lost for good, or lasts to the cycle's end."""
    match command:
        case LayMine():
            return legal.mines_barred(ship)
        case Board():
            return legal.marines_barred(state, ship) if this_cycle else "" if ship.console.marines else "no marines left"
        case Fire(section=section):
            return legal.weapons_barred(state, ship, section, this_cycle)
        case TurnShip() if this_cycle:
            return legal.turn_barred(ship)
    return ""


def jump_barred(state: State, ship: Ship) -> str:
    """SN-10.7: ISDs are READY at the start of the Engine phase, or they are not: no turn before it changes that."""
    if not ship.console.isds:
        return "no ISD is left"
    return "" if ship.console.isd_status == READY else f"ISDs are RECOVER until cycle {state.cycle + 1}"


def at_next_turn(state: State) -> State:
    """The same ships, in the cycle and turn that are ordered next: between turns 6 and 1 statuses have advanced already."""
    cycle, turn = state.next_turn
    return replace(state, cycle=cycle, turn=turn)


# ---------------------------------------------------------------- after the next moves


class Prospects:
    """The next turn's Command phase as a reader may expect it: ships whose speed they do not know stay, or all go on."""

    def __init__(self, known: State) -> None:
        hidden = any(ship.console_if_known is None for ship in known.living())
        self.now = at_next_turn(known)
        self.fields = [legal.Field(_after_moves(known, speed)) for speed in ((0, FASTEST) if hidden else (0,))]

    def decisions(self, ship: str, text: str) -> list[legal.Decision | str]:
        """What a command, without conditions, then comes to for each of the guesses; "" where the ship is lost."""
        command = stored_chain(text)[0].command
        ships = [(field, field.state.ships[ship]) for field in self.fields]
        return [legal.CHECKS[type(command)](field, there, command) if there.alive else "" for field, there in ships]

    def next(self, ship: str, text: str) -> bool:
        """Is it legal then for one of the guesses?"""
        return any(not isinstance(decision, str) for decision in self.decisions(ship, text))

    def later(self, ship: str, text: str) -> bool:
        """May it be legal in a later turn of this cycle?"""
        return not barred(self.now, self.now.ships[ship], stored_chain(text)[0].command, this_cycle=True)

    def jump(self, ship: str) -> bool:
        """May it attempt interstellar travel in this cycle's Engine phase?"""
        states = [field.state for field in self.fields]
        held = all(state.turn == TURNS and state.ships[ship].hex in state.asteroids for state in states)
        return not held and not jump_barred(self.now, self.now.ships[ship])


def _after_moves(known: State, hidden: int) -> State:
    """SN-4.2, SN-13.1, SN-13.8: its ships where the next Move phase brings them, those with a screen at this speed; no dice."""
    state = replace(at_next_turn(known), ships={id: replace(ship) for id, ship in known.ships.items()})
    for ship in state.living():
        console, goal = ship.console_if_known, step(ship.hex, ship.heading)
        if state.turn not in MOVE_CHART[console.speed if console else hidden]:
            continue
        if state.edge == "floating" or state.on_map(goal):
            ship.hex = goal
        elif state.edge == "solid":
            ship.fate = "destroyed"
        if ship.hex in state.planets:
            ship.fate = "destroyed"
    return state

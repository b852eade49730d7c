"""SN-9: boardings, one at a time."""

from __future__ import annotations

from collections.abc import Iterable

from events.base import EVERYONE
from events.star_navy.boarding import (
    BoardAttempt,
    BoardOrder,
    BoardRound,
    BoardVoid,
    Captured,
    ConsoleTaken,
    CrewSplit,
    Retreated,
)
from events.star_navy.orders import OrdersStored
from pbem.core.game.turn import Turn
from pbem.core.state.codec import dump
from pbem.games.star_navy.model.geometry import orientation
from pbem.games.star_navy.model.ships import Ship
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.rules.legal import Boarding, Decision

KILLS = 5
"""SN-9.6: a marine's die of 5 or 6 crosses off an enemy."""


def board_step(turn: Turn[State], decisions: Iterable[Decision]) -> None:
    """R4. SN-9.1: in the order rolled for, else in roster order; what is void by then neither counts nor rolls."""
    boardings = [d for d in decisions if isinstance(d, Boarding)]
    if not boardings:
        return
    turn.phase("Board")
    going = [b for b in boardings if not _void(turn, b)]
    for n, boarding in enumerate(_in_order(turn, going)):
        # The first one was judged just now, and nothing has happened since.
        if n == 0 or not _void(turn, boarding):
            _board(turn, boarding)


def _void(turn: Turn[State], boarding: Boarding) -> bool:
    """SN-9.2: told to those who sent the marines; the marines stay ACTIVE."""
    why = void_because(boarding)
    if why:
        event = BoardVoid(boarding.ship.id, boarding.target.id, why, boarding.side)
        turn.emit(event, "SN-9.2", EVERYONE if turn.state.opt("screen") == "off" else boarding.side)
    return bool(why)


def void_because(boarding: Boarding) -> str:
    """Why a boarding comes to nothing at this moment; "" if it does not."""
    ship, target = boarding.ship, boarding.target
    if not ship.alive:
        return f"{ship.id} is lost"
    if not target.alive:
        return f"{target.id} is lost"
    if ship.seat != boarding.seat:
        return f"{ship.id} was captured"
    if not ship.console.marines:
        return f"{ship.id} has no marines left"
    return f"{target.id} is ours already" if target.side == boarding.side else ""


# ---------------------------------------------------------------- order


def _in_order(turn: Turn[State], going: list[Boarding]) -> list[Boarding]:
    """SN-9.1: dice only if ships of two or more players board, of one side or of several."""
    if len({boarding.seat for boarding in going}) < 2:
        return going
    ordered = _roll_order(turn, going)
    turn.emit(BoardOrder([boarding.ship.id for boarding in ordered]), "SN-9.1", EVERYONE)
    return ordered


def _roll_order(turn: Turn[State], going: list[Boarding]) -> list[Boarding]:
    """Highest first; those who tie roll again among themselves, the highest group first."""
    groups: dict[int, list[Boarding]] = {}
    for boarding in going:
        die = turn.roll(1, 6, f"board_order {boarding.ship.id}", "SN-9.1", EVERYONE)[0]
        groups.setdefault(die, []).append(boarding)
    ordered: list[Boarding] = []
    for die in sorted(groups, reverse=True):
        tied = groups[die]
        ordered += tied if len(tied) == 1 else _roll_order(turn, tied)
    return ordered


# ---------------------------------------------------------------- attempt


def _board(turn: Turn[State], boarding: Boarding) -> None:
    """SN-9.4: aboard if the die is greater than the shields of some section; SN-9.5: else nothing else happens."""
    ship, target = boarding.ship, boarding.target
    die = turn.roll(1, 6, f"board_attempt {ship.id} at {target.id}", "SN-9.4", EVERYONE)[0]
    success = die > shields_to_beat(turn.state, ship, target)
    turn.emit(BoardAttempt(ship.id, target.id, die, success), "SN-9.4", EVERYONE)
    if success:
        _battle(turn, boarding)


def shields_to_beat(state: State, ship: Ship, target: Ship) -> int:
    """SN-9.4: of the weakest section; with `board_shields=facing` of the one that faces the boarder (SN-7.6)."""
    active = {name: section.active for name, section in target.console.sections.items()}
    if state.opt("board_shields") != "facing" or ship.hex == target.hex:
        return min(active.values())
    seen = orientation(target.hex, target.heading, ship.hex)
    return min(active[seen.first], active[seen.second]) if seen.kind == "TWO" else active[seen.first]


# ---------------------------------------------------------------- battle


def _battle(turn: Turn[State], boarding: Boarding) -> None:
    """SN-9.6: rounds until one side has nobody left or the attackers go home; SN-9.3, SN-9.11: with those there now."""
    ship, target = boarding.ship, boarding.target
    while target.console.marines:
        fled = _round(turn, boarding)
        if not ship.console.marines:
            return
        if fled:
            turn.emit(Retreated(ship.id, target.id), "SN-9.7", EVERYONE)
            return
    _capture(turn, boarding)


def _round(turn: Turn[State], boarding: Boarding) -> bool:
    """SN-9.6 (b) to (e); SN-9.8: kills beyond the enemy's number are ignored. True if the attackers retreat."""
    ship, target = boarding.ship, boarding.target
    attackers, defenders = ship.console.marines, target.console.marines
    defence = turn.roll(defenders, 6, f"board_defend {target.id} against {ship.id}", "SN-9.6", EVERYONE)
    attackers_lost = min(kills(defence), attackers)
    left = attackers - attackers_lost
    flee = bool(left) and retreats(boarding.retreat, left, defenders)
    attack = turn.roll(0 if flee else left, 6, f"board_attack {ship.id} at {target.id}", "SN-9.6", EVERYONE)
    defenders_lost = min(kills(attack), defenders)
    event = BoardRound(ship.id, target.id, defence, attack, attackers_lost, defenders_lost)
    turn.emit(event, "SN-9.6", EVERYONE)
    return flee


def kills(dice: list[int]) -> int:
    """SN-9.6: enemies that these dice cross off, if so many are there."""
    return sum(die >= KILLS for die in dice)


def retreats(policy: str, attackers: int, defenders: int) -> bool:
    """SN-9.7, SN-15.12: OUTNUMBERED, BELOW n or NEVER."""
    if policy.startswith("BELOW "):
        return attackers < int(policy.removeprefix("BELOW "))
    return policy == "OUTNUMBERED" and attackers < defenders


# ---------------------------------------------------------------- capture


def _capture(turn: Turn[State], boarding: Boarding) -> None:
    """SN-9.9: control passes at once, with the whole console (section 7) and without orders; SN-9.10: survivors are divided.

    A prize without marines stays taken.
    """
    ship, prize = boarding.ship, boarding.target
    console = dump(prize.console)
    crew = turn.state.console_audience(ship)
    turn.emit(Captured(prize.id, ship.id, ship.side, ship.seat), "SN-9.9", EVERYONE)
    turn.emit(ConsoleTaken(prize.id, console), "SN-9.9", crew)
    turn.emit(OrdersStored(prize.id, {}, "", {}), "SN-9.9", ship.side)
    survivors = ship.console.marines
    on_prize = min(prize_crew(boarding.leave, survivors), prize.printed.marines)
    turn.emit(CrewSplit(ship.id, prize.id, survivors - on_prize, on_prize), "SN-9.10", crew)


def prize_crew(leave: str, survivors: int) -> int:
    """SN-9.10: how many of the survivors the LEAVE policy puts on the prize: a number, HALF (rounded down), ALL or NONE."""
    words = {"HALF": survivors // 2, "ALL": survivors, "NONE": 0}
    return words[leave] if leave in words else min(int(leave), survivors)

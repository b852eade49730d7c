"""Section 3: the sequence of a turn. SSL-F.1: advantage, speed, impulses of moving, ramming and gunnery, end phase."""

from __future__ import annotations

from collections.abc import Mapping

from events.base import EVERYONE
from events.sovereign_seas.battle import Conceded, ConditionEnded, Removed, Silent, TurnEnded
from events.sovereign_seas.sailing import Advantage, TurnBegan
from pbem.core.game.report_parts import Ask, Verdict
from pbem.core.game.turn import Turn
from pbem.core.texts.envelope import OrderSheet
from pbem.games.sovereign_seas.model.orders import FLEET
from pbem.games.sovereign_seas.model.state import State
from pbem.games.sovereign_seas.model.tables import SIDES
from pbem.games.sovereign_seas.model.turn_scratch import TurnScratch
from pbem.games.sovereign_seas.model.turns import turns
from pbem.games.sovereign_seas.rules import lock, setup, victory
from pbem.games.sovereign_seas.rules.combat import gunnery, unfired
from pbem.games.sovereign_seas.rules.sailing import move, speed, when

ADVANTAGE_DICE = 5
WANTED = {
    "PLACE": "positions for the",
    "ENTER": "an entry side for the",
    "TAKE": "a fleet for the",
    "TURN": "orders for",
}
"""What a deadline asks for, before the words for the turn."""


def resolve(turn: Turn[State], sheets: Mapping[str, OrderSheet]) -> None:
    """One deadline: a stage of the set-up, or a turn."""
    if turn.state.stage:
        setup.carry_out(turn, sheets)
    else:
        play(turn, sheets)


def play(turn: Turn[State], sheets: Mapping[str, OrderSheet]) -> None:
    """SSL-F.1: one turn."""
    turn.phase("Orders")
    turn.emit(TurnBegan(turn.state.next_turn), "SSL-F.1", EVERYONE)
    locked = lock.lock_orders(turn, sheets)
    scratch = TurnScratch(turn, locked.orders, locked.sequence)
    turn.phase("Advantage")
    advantage(scratch)
    turn.phase("Speed")
    speed.settle(scratch)
    for impulse in range(1, turn.state.impulses + 1):
        turn.phase(f"Impulse {impulse}")
        scratch.impulse = impulse
        speed.drop(scratch)
        when.step(scratch)
        move.step(scratch)
        gunnery.step(scratch)
        unfired.watch(scratch)
    unfired.tell(scratch)
    turn.phase("End")
    end(scratch, locked)


def advantage(scratch: TurnScratch) -> None:
    """SSL-G.1: five dice a side, the British first; equal strikes are rolled again by both."""
    while not scratch.state.advantage:
        strikes = {side: scratch.strikes(ADVANTAGE_DICE, f"ADV {side}", "SSL-G.1", EVERYONE) for side in SIDES}
        british, french = strikes.values()
        winner = "" if british == french else max(strikes, key=strikes.__getitem__)
        scratch.tell_all(Advantage(winner, strikes), "SSL-G.1")


# ---------------------------------------------------------------- the end phase


def end(scratch: TurnScratch, locked: lock.LockedOrders) -> None:
    """Step 4 of section 3: wrecks, conditions, silence, and who has won."""
    for ship in scratch.state.ships.values():
        if ship.fate == "sunk" and ship.id in scratch.orders:
            scratch.tell_all(Removed(ship.id), "SSL-M.1")
    restore(scratch)
    conceding = [*locked.conceding]
    for side in locked.conceding:
        scratch.tell_all(Conceded(side, silence=False), "SSL-N.3")
    for side in silent(scratch, locked.mailed):
        if side not in conceding:
            scratch.tell_all(Conceded(side, silence=True), "SSL-Z.2")
            conceding.append(side)
    scratch.tell_all(TurnEnded(scratch.state.turn), "SSL-F.1")
    victory.check(scratch, conceding)


def restore(scratch: TurnScratch) -> None:
    """SSL-L5.12: command and rudder come back in the end phase of the last turn of their loss."""
    turn = scratch.state.turn
    for ship in scratch.state.active():
        if 0 < ship.log.command_until <= turn:
            scratch.tell_log(ConditionEnded(ship.id, "command"), "SSL-L5.12", ship)
        if ship.log.jam and ship.log.jam_until <= turn:
            scratch.tell_log(ConditionEnded(ship.id, "rudder"), "SSL-L5.12", ship)


def silent(scratch: TurnScratch, mailed: frozenset[str]) -> list[str]:
    """SSL-Z.2: turns running in which no admiral of a side has mailed; the sides that give up by it (option nmr_limit)."""
    state, limit = scratch.state, scratch.state.number("nmr_limit")
    for side in SIDES:
        before = state.silence.get(side, 0)
        turns = 0 if side in mailed else before + 1
        if turns != before:
            scratch.tell_all(Silent(side, turns), "SSL-Z.2")
    return [side for side in SIDES if 0 < limit <= state.silence.get(side, 0)]


# ---------------------------------------------------------------- between turns


def due(state: State) -> dict[str, Ask]:
    """Who owes which orders now: in the set-up the sides of the stage at hand, then every admiral with ships."""
    if state.over:
        return {}
    asked: dict[str, Ask] = {}
    for seat, side in state.seats.items():
        task = state.stage.get(side, "") if state.stage else "TURN"
        senior = seat == state.senior(side)
        ships = [ship.id for ship in state.of_seat(seat)]
        if task in ("PLACE", "TURN") and ships:
            asked[seat] = Ask(f"{WANTED[task]} {turns(state).next}", ships + [FLEET] * senior)
        elif task in ("ENTER", "TAKE") and senior:
            asked[seat] = Ask(f"{WANTED[task]} {turns(state).next}", [FLEET])
    return asked


def verdict(state: State) -> Verdict | None:
    """How it ended; None while it goes on."""
    return Verdict(state.winners, state.verdict) if state.over else None

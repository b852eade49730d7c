"""Section 3: the sequence of a turn. SSL-F.1: advantage, speed, impulses of moving, ramming and gunnery, end phase."""

from __future__ import annotations

from collections.abc import Mapping

from events.base import EVERYONE
from events.sovereign_seas.battle import Conceded, ConditionEnded, Removed, Silent, TurnEnded
from events.sovereign_seas.sailing import Advantage, TurnBegan
from pbem.core.game.protocol import Ask, Turn, Verdict
from pbem.core.orders.envelope import OrderSheet
from pbem.games.sovereign_seas.model.orders import FLEET
from pbem.games.sovereign_seas.model.state import State
from pbem.games.sovereign_seas.model.tables import SIDES
from pbem.games.sovereign_seas.model.turns import turns
from pbem.games.sovereign_seas.rules import lock, setup, victory
from pbem.games.sovereign_seas.rules.combat import gunnery, unfired
from pbem.games.sovereign_seas.rules.sailing import move, speed, when
from pbem.games.sovereign_seas.rules.turn_scratch import Action

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
    frozen = lock.freeze(turn, sheets)
    action = Action(turn, frozen.orders, frozen.sequence)
    turn.phase("Advantage")
    advantage(action)
    turn.phase("Speed")
    speed.settle(action)
    for impulse in range(1, turn.state.impulses + 1):
        turn.phase(f"Impulse {impulse}")
        action.impulse = impulse
        speed.drop(action)
        when.step(action)
        move.step(action)
        gunnery.step(action)
        unfired.watch(action)
    unfired.tell(action)
    turn.phase("End")
    end(action, frozen)


def advantage(action: Action) -> None:
    """SSL-G.1: five dice a side, the British first; equal strikes are rolled again by both."""
    while not action.state.advantage:
        strikes = {side: action.strikes(ADVANTAGE_DICE, f"ADV {side}", "SSL-G.1") for side in SIDES}
        british, french = strikes.values()
        winner = "" if british == french else max(strikes, key=strikes.__getitem__)
        action.tell(Advantage(winner, strikes), "SSL-G.1")


# ---------------------------------------------------------------- the end phase


def end(action: Action, frozen: lock.Frozen) -> None:
    """Step 4 of section 3: wrecks, conditions, silence, and who has won."""
    for ship in action.state.ships.values():
        if ship.fate == "sunk" and ship.id in action.orders:
            action.tell(Removed(ship.id), "SSL-M.1")
    restore(action)
    conceding = [*frozen.conceding]
    for side in frozen.conceding:
        action.tell(Conceded(side, silence=False), "SSL-N.3")
    for side in silent(action, frozen.mailed):
        if side not in conceding:
            action.tell(Conceded(side, silence=True), "SSL-Z.2")
            conceding.append(side)
    action.tell(TurnEnded(action.state.turn), "SSL-F.1")
    victory.check(action, conceding)


def restore(action: Action) -> None:
    """SSL-L5.12: command and rudder come back in the end phase of the last turn of their loss."""
    turn = action.state.turn
    for ship in action.state.active():
        if 0 < ship.command_until <= turn:
            action.log(ConditionEnded(ship.id, "command"), "SSL-L5.12", ship)
        if ship.jam and ship.jam_until <= turn:
            action.log(ConditionEnded(ship.id, "rudder"), "SSL-L5.12", ship)


def silent(action: Action, mailed: frozenset[str]) -> list[str]:
    """SSL-Z.2: turns running in which no admiral of a side has mailed; the sides that give up by it (option nmr_limit)."""
    state, limit = action.state, action.state.number("nmr_limit")
    for side in SIDES:
        before = state.silence.get(side, 0)
        turns = 0 if side in mailed else before + 1
        if turns != before:
            action.tell(Silent(side, turns), "SSL-Z.2")
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

"""The bridge of a vessel: orders in sheets by seat, and one step of section 3 at a time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from events.base import EVERYONE, Draft, visible
from events.stingray.contacts import ContactsHeld
from events.stingray.orders import MoveBegan
from pbem.core.dice.fair_dice import ScriptedDice
from pbem.core.game.turn import Turn
from pbem.core.texts.envelope import OrderSheet
from pbem.games.stingray.model.apply import apply
from pbem.games.stingray.model.orders import VesselOrders
from pbem.games.stingray.model.plan import clamp, default_plan
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.vessel import Contact
from pbem.games.stingray.rules.lock import lock_orders
from pbem.games.stingray.rules.systems import power, scan
from pbem.games.stingray.rules.turn_scratch import TurnScratch

CAPTAIN, COPILOT = "captain-sr1", "copilot-sr1"


def turn_of(state: State) -> Turn[State]:
    """A turn without dice."""
    return Turn(apply, state, ScriptedDice(()), 1)


def sheet(unit: str, text: str) -> OrderSheet:
    """A sheet in canonical words, orders separated by `;`."""
    return OrderSheet({unit: [line.strip() for line in text.split(";") if line.strip()]})


def locked(state: State, sheets: Mapping[str, OrderSheet]) -> tuple[dict[str, VesselOrders], list[Draft]]:
    """Step 0."""
    turn = turn_of(state)
    return lock_orders(turn, sheets), turn.drafts


def begun(state: State, text: str = "", unit: str = "SR1") -> TurnScratch:
    """Steps 0 to 1c for one Stingray with one seat: its orders locked, its plan settled, its power allocated."""
    turn = turn_of(state)
    vessel = state.vessels[unit]
    orders = lock_orders(turn, {vessel.captain: sheet(unit, text)})
    turn.emit(MoveBegan(state.next_move), "STG-SEQ.1", EVERYONE)
    scratch = TurnScratch(turn, orders)
    plan = orders[unit].plan
    orders[unit].plan = clamp(vessel, plan, state.move, state.options).plan if plan else default_plan(vessel, state, state.move)
    power.allocate(scratch, vessel)
    return scratch


def scanned(state: State, on_air: Iterable[str] = (), move: int = 1, **action_parts: Any) -> list[Draft]:
    """Step 7 of a move; these vessels had COMMS ON."""
    turn = turn_of(state)
    turn.emit(MoveBegan(move), "STG-SEQ.1", EVERYONE)
    orders = {id: VesselOrders(comms=True) for id in on_air}
    scan.step(TurnScratch(turn, orders, **action_parts))
    return turn.drafts


def held_by(state: State, id: str) -> dict[str, str]:
    """How each line of a vessel's list was found in this move; last-seen lines left out."""
    return {name: contact.how for name, contact in state.vessels[id].finds.contacts.items() if contact.move == state.move}


def line(state: State, id: str, name: str) -> Contact:
    """A line of a list."""
    return state.vessels[id].finds.contacts[name]


def seen_by(drafts: list[Draft], *reader: str) -> list[ContactsHeld]:
    """The lists that somebody who answers to these ids reads."""
    return [d.event for d in drafts if isinstance(d.event, ContactsHeld) and visible(d.audience, frozenset(reader))]

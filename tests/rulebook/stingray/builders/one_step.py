"""A sea to put vessels into, order by order and die by die.

    state = state_with(vessel("SR1", "1010", "N", 2), vessel("TF1", "1008", "S", 2))
    drafts = play(state, {"SR1": "2", "TF1": "2; RAM SR1"}, dice=[4, 3])

Everybody holds a contact of everybody else (the worked examples' convention); batteries hold 5 APU, fish 40 AKG.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, cast

from events.base import Draft, Event
from events.stingray.opening import VesselEntered
from pbem.core.dice.fair_dice import ScriptedDice
from pbem.core.game.turn import Turn
from pbem.core.geometry.hexes import DIRECTIONS, label, parse_label, step
from pbem.core.texts.envelope import OrderSheet
from pbem.games.stingray import STINGRAY
from pbem.games.stingray.model.orders import VesselOrders
from pbem.games.stingray.model.state import Spies, State, Umpire, vessel_order
from pbem.games.stingray.model.tables import CLASSES, SIDES, ClassKey
from pbem.games.stingray.model.vessel import Contact, Launcher, Vessel
from pbem.games.stingray.rules.sequence import play as play_move
from pbem.games.stingray.rules.sequence import resolve
from tests.rulebook.stingray.builders.known import known
from tests.rulebook.told import only, rolled, told

__all__ = ["only", "rolled", "told"]


FISH = "fish"
"""The seat of all fish, and their crew."""


def vessel(id: str, hex: str, facing: str = "N", speed: int = 0, *, copilot: bool = False, **changes: Any) -> Vessel:
    """A vessel as new; an MF's tail is behind its head. `tubes` loads a Stingray's: {"1": "MK61"}; else by attribute name."""
    key: ClassKey = cast(ClassKey, id[:2])
    direction, tubes = DIRECTIONS.index(facing), changes.pop("tubes", {})
    fish = CLASSES[key].fish
    captain = FISH if fish else f"captain-{id.lower()}"
    entered = VesselEntered(
        vessel=id,
        vessel_class=key,
        captain=captain,
        copilot=f"copilot-{id.lower()}" if copilot else "",
        crew=id.lower() if copilot else captain,
        hex=hex,
        tail=label(step(parse_label(hex), direction + 3)) if key == "MF" else "",
        facing=direction,
        speed=speed,
        fuel=40 if fish else 0,
        battery=5 if key == "SR" else 0,
        stores=dict(CLASSES[key].stores),
    )
    alone = State()
    STINGRAY.rules.apply(alone, entered)
    made = alone.vessels[id]
    for tube, weapon in tubes.items():
        made.launchers[tube] = Launcher(weapon)
    for name, value in changes.items():
        owner = made.finds if name in vars(made.finds) else made
        assert hasattr(owner, name), name
        setattr(owner, name, value)
    return made


def state_with(
    *vessels: Vessel, obstacles: Iterable[str] = (), options: Mapping[str, Any] | None = None, held: bool = True, **changes: Any
) -> State:
    """A map of 30 columns and 40 rows before move 1 (`move` is the last one played). `held`: all know all."""
    fleet = {v.id: v for v in vessels}
    order = sorted(vessel_order(list(fleet)), key=lambda id: SIDES.index(fleet[id].side))
    state = State(
        scenario="stand-by-for-action",
        options=STINGRAY.scenarios.options("stand-by-for-action", options or {}),
        seats={seat: v.side for v in vessels for seat in v.seats},
        crews={seat: v.crew for v in vessels for seat in v.seats if v.copilot},
        columns=30,
        rows=40,
        obstacles={parse_label(text) for text in obstacles},
        limit=99,
        vessels={id: fleet[id] for id in order},
        mines_laid=dict.fromkeys(SIDES, 0),
        spies_if_known=Spies(),
        umpire_if_known=Umpire(),
    )
    for name, value in changes.items():
        assert hasattr(state, name), name
        setattr(state, name, value)
    if held:
        hold_all(state)
    return state


def hold_all(state: State) -> None:
    """Everybody holds a contact of everybody else, as of the last report."""
    seen = [Contact(v.id, v.vessel_class, v.hex, v.tail, v.facing, v.speed, state.move, "sonar") for v in state.afloat()]
    for v in state.vessels.values():
        v.finds.contacts = {contact.id: replace(contact) for contact in seen if contact.id != v.id}


def play(
    state: State, orders: Mapping[str, str | VesselOrders] | None = None, dice: Iterable[int] = (), number: int = 1
) -> list[Draft]:
    """One deadline with exactly these dice. Orders are texts by vessel or by seat, or else locked orders by vessel."""
    script = ScriptedDice(dice)
    turn = Turn(STINGRAY.rules.apply, state, script, number)
    given = dict(orders or {})
    locked = {id: order for id, order in given.items() if isinstance(order, VesselOrders)}
    if locked:
        play_move(turn, locked, {})
    else:
        resolve(turn, filed(state, {key: text for key, text in given.items() if isinstance(text, str)}))
    assert script.left == [], f"dice left over: {script.left}"
    return turn.drafts


def filed(state: State, texts: Mapping[str, str]) -> dict[str, OrderSheet]:
    """Every seat's sheet. A vessel's text is sent by its captain; none may have a problem."""
    sheets = {seat: STINGRAY.orders.sheet(state, seat) for seat in state.seats}
    for key, text in texts.items():
        seat, mail = (state.vessels[key].captain, f"{key}: {text}") if key in state.vessels else (key, text)
        parsed = STINGRAY.orders.read(known(state, seat), seat, mail, sheets[seat])
        assert parsed.problems == [], [str(problem) for problem in parsed.problems]
        sheets[seat] = parsed.sheet
    return sheets


def envelope(drafts: list[Draft], kind: type[Event]) -> tuple[str, str]:
    """Clause and audience of the first event of a type."""
    return next((d.rule, d.audience) for d in drafts if type(d.event) is kind)


def at(state: State, id: str) -> str:
    """Where a vessel is."""
    return label(state.vessels[id].hex)

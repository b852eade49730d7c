"""Ships on an open sea, for tests: put together by events, played with orders and exactly the dice named."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from events.base import Draft, visible
from events.platform import Rolled
from events.sovereign_seas.opening import LogOpened, OrdersStood, SeaSet, ShipEntered
from pbem.core.dice.fair_dice import ScriptedDice
from pbem.core.game.turn import Turn
from pbem.core.game.unit_ids import natural
from pbem.core.geometry.hexes import DIRECTIONS
from pbem.core.texts.envelope import OrderSheet
from pbem.games.sovereign_seas import SOVEREIGN_SEAS
from pbem.games.sovereign_seas.language.lines import order_text
from pbem.games.sovereign_seas.model import scenario
from pbem.games.sovereign_seas.model.apply import apply
from pbem.games.sovereign_seas.model.orders import Exit, Hold, Lose, ShipOrders
from pbem.games.sovereign_seas.model.state import Ship, State
from pbem.games.sovereign_seas.model.tables import class_of
from tests.rulebook.told import envelope, only, rolled, told

__all__ = ["envelope", "only", "rolled", "told"]

SEATS = {"one": {"gb": "british", "fr": "french"}, "two": {"gb": "british", "gb2": "british", "fr": "french", "fr2": "french"}}
"""By option `admirals`."""


def state_with(
    ships: Mapping[str, tuple[str, str, int]], turn: int = 0, *, key: str = "fleet-engagement", limit: int = 24, **options: Any
) -> State:
    """Ships by id (hex, heading, speed) on a map of 60 by 50 hexes, with no set-up to come. `turn` is the last turn begun."""
    chosen = scenario.options(key, options)
    state = State()
    apply(state, SeaSet(key, chosen, dict(SEATS[chosen["admirals"]]), 60, 50, limit, []))
    for id in sorted(ships, key=natural):
        hex, heading, speed = ships[id]
        log = class_of(id, chosen)
        seat = state.senior(log.side)
        apply(state, ShipEntered(id, log.key, log.side, seat, hex, DIRECTIONS.index(heading), speed))
        apply(state, LogOpened(id))
        apply(state, OrdersStood(id, seat, []))
    state.turn = turn
    return state


def change(ship: Ship, **fields: Any) -> None:
    """Fields of a ship, or of her log, as a test wants them."""
    for name, value in fields.items():
        part = ship.log if hasattr(ship.log, name) else ship
        field = "standing_if_known" if name == "standing" else name
        assert field in vars(part), name
        setattr(part, field, value)


def turn_of(state: State, dice: Iterable[int] = (), number: int = 1) -> Turn[State]:
    """A turn for the rules of one chapter; a roll beyond the dice named fails."""
    return Turn(SOVEREIGN_SEAS.rules.apply, state, ScriptedDice(dice), number)


def pool(n: int, k: int) -> list[int]:
    """Faces of a roll of n dice with k strikes."""
    return [1] * k + [2] * (n - k)


ADVANTAGE_BRITISH = pool(5, 1) + pool(5, 0)
ADVANTAGE_FRENCH = pool(5, 0) + pool(5, 1)


def play(state: State, orders: Mapping[str, Any], dice: Iterable[int]) -> list[Draft]:
    """One deadline. `orders`: text by seat, or `ShipOrders` by ship. All dice must be used."""
    turn = turn_of(state, dice, max(1, state.next_turn))
    SOVEREIGN_SEAS.rules.resolve(turn, _sheets(state, orders))
    left = cast(ScriptedDice, turn.dice).left
    assert left == [], f"dice left over: {left}"
    return turn.drafts


def _sheets(state: State, orders: Mapping[str, Any]) -> dict[str, OrderSheet]:
    sheets = {seat: SOVEREIGN_SEAS.orders.sheet(state, seat) for seat in state.seats}
    for name, given in orders.items():
        if isinstance(given, ShipOrders):
            ship = state.ships[name]
            sheets[ship.seat] = OrderSheet({**sheets[ship.seat].units, name: order_lines(given)})
        else:
            parsed = SOVEREIGN_SEAS.orders.read(state, name, given, sheets[name])
            assert parsed.problems == [], parsed.problems
            sheets[name] = parsed.sheet
    return sheets


def order_lines(orders: ShipOrders) -> list[str]:
    """The lines of a sheet that say all this."""
    found: list[Any] = [orders.speed, orders.move, orders.steer, *orders.when, orders.avoid, Exit(orders.exit), *orders.open]
    found += [
        Hold() if orders.hold else None,
        *orders.fire,
        Lose(orders.lose) if orders.lose else None,
        Lose(policy=orders.policy),
    ]
    return [order_text(order) for order in found if order is not None]


def told_state(drafts: Iterable[Draft], seat: str | None, *ids: str) -> State:
    """What a seat knows that was told what is for everybody and for these ids."""
    state = State(seat)
    for draft in drafts:
        if not isinstance(draft.event, Rolled) and visible(draft.audience, frozenset(ids)):
            apply(state, draft.event)
    return state

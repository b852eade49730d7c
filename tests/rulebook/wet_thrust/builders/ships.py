"""Ships on an open sea, for tests: put together by events, played with orders and exactly the dice named."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, cast

from events.base import EVERYONE, Draft, Event
from events.platform import Rolled
from events.wet_thrust.opening import OrderBooksOpened, SeaSet, SheetOpened, VesselEntered
from pbem.core.dice.fair_dice import ScriptedDice
from pbem.core.game.turn import Turn
from pbem.core.geometry.tabletop import Spot
from pbem.core.texts.envelope import OrderSheet
from pbem.games.wet_thrust import WET_THRUST
from pbem.games.wet_thrust.model import scenario
from pbem.games.wet_thrust.model.apply.apply import apply
from pbem.games.wet_thrust.model.orders import Aim, ShipOrders
from pbem.games.wet_thrust.model.scs import CLASS_OF
from pbem.games.wet_thrust.model.state import Contact, State
from pbem.games.wet_thrust.model.tables import BRITISH, GERMAN, SIDES
from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.model.units import Mode
from pbem.games.wet_thrust.rules.setup import SENIOR, formed
from tests.rulebook.told import E, envelope, only, rolled, told

__all__ = ["envelope", "only", "rolled", "told"]

Placement = tuple[tuple[float, float], int, float | Fraction]
"""Position in inches, course, speed."""


def state_with(
    ships: Mapping[str, Placement], turn: int = 0, *, key: str = "denmark-strait", sides: Mapping[str, str] | None = None,
    modes: Mapping[str, Mode] | None = None, **options: Any,
) -> State:  # fmt: skip
    """Ships by id on an open sea, each with its squadrons aboard. `turn` is the last turn begun.

    `sides`: of ships that do not sail for their nation; `modes`: of submarines (else surfaced).
    """
    chosen = scenario.options(key, options)
    state = State()
    seats = {SENIOR[side]: side for side in SIDES}
    apply(state, SeaSet(key, chosen, list(SIDES), seats, 99, str(chosen["weather"])))
    index = 0
    for id, (at, course, speed) in ships.items():
        printed = CLASS_OF[id]
        side = (sides or {}).get(id, GERMAN if printed.nation == "DE" else BRITISH)
        mode = (modes or {}).get(id, "surfaced" if printed.boat else "surface")
        index += 1
        place = [*mils(*at)]
        entered = VesselEntered(
            ship=id,
            index=index,
            name=printed.units[id],
            ship_class=printed.key,
            side=side,
            seat=SENIOR[side],
            at=place,
            course=course,
            speed=str(Fraction(str(speed))),
            mode=mode,
        )
        apply(state, entered)
        apply(state, SheetOpened(id, [], [], 0))
        for event in formed(id, printed, side, SENIOR[side], index):
            apply(state, event)
            index = event.index
    for side in SIDES:
        apply(state, OrderBooksOpened(side))
    state.turn = turn
    return state


def mils(x: float, y: float) -> Spot:
    """A position in inches as the state has it."""
    return scenario.mils([x, y])


def airborne(state: State, squadron: str, at: tuple[float, float], **changes: Any) -> None:
    """Put a squadron into the air, as if launched in an earlier turn."""
    unit = state.squadrons[squadron]
    unit.place, unit.home, unit.at = "air", "", mils(*at)
    unit.deck.endurance = 6
    for name, value in changes.items():
        setattr(unit.deck if hasattr(unit.deck, name) else unit, {"standing": "standing_if_known"}.get(name, name), value)


def held(state: State, boat: str, contact: str = "SUB1") -> None:
    """The enemy holds a boat below the surface as this contact now."""
    ship = state.ships[boat]
    ship.book.contact, ship.book.contact_turn = contact, state.turn
    state.contacts.setdefault(state.enemy(ship.side), {})[contact] = Contact(ship.at, ship.mode, state.turn)


def turn_of(state: State, dice: Iterable[int] = ()) -> Turn[State]:
    """A turn for the rules of one chapter; a roll beyond the dice named fails."""
    return Turn(WET_THRUST.rules.apply, state, ScriptedDice(dice), max(1, state.turn))


def scratch(state: State, orders: Mapping[str, ShipOrders | Aim] | None = None, dice: Iterable[int] = ()) -> TurnScratch:
    """The turn `state.turn` under way, to test one step: orders by unit, none for the others."""
    given = dict(orders or {})
    ships = state.afloat()
    return TurnScratch(
        turn_of(state, dice),
        orders={ship.id: cast(ShipOrders, given.get(ship.id, ShipOrders())) for ship in ships},
        aims={id: cast("Aim | None", given.get(id)) for id, each in state.squadrons.items() if each.place != "gone"},
        fire_order={side: [ship.id for ship in state.afloat(side)] for side in state.sides},
        reach={ship.id: ship.top for ship in ships},
    )


def spent_dice(acting: TurnScratch) -> None:
    """Fails unless all the dice named were rolled."""
    left = cast(ScriptedDice, acting.turn.dice).left
    assert left == [], f"dice left over: {left}"


class Step:
    """A step of a turn, without the rest of it: the position, and what has happened."""

    state: State
    scratch: TurnScratch
    drafts: list[Draft]

    def begin(self, orders: Mapping[str, ShipOrders | Aim] | None, dice: Iterable[int]) -> None:
        """From the position as it is now."""
        self.scratch = scratch(self.state, orders, dice)
        self.drafts = self.scratch.turn.drafts

    def told(self, kind: type[E]) -> list[E]:
        """The events of a type, in order."""
        return told(self.drafts, kind)

    def why(self, kind: type[Event]) -> list[tuple[str, str]]:
        """Clause and audience of the events of a type."""
        return [(draft.rule, draft.audience) for draft in self.drafts if type(draft.event) is kind]

    def kinds(self) -> list[str]:
        """What happened, in order, dice left out."""
        return [type(draft.event).__name__ for draft in self.drafts if not isinstance(draft.event, Rolled)]

    def rolls(self) -> list[str]:
        """What was rolled for, in order; no die may be left over."""
        spent_dice(self.scratch)
        return rolled(self.drafts)


def play(state: State, orders: Mapping[str, str], dice: Iterable[int]) -> list[Draft]:
    """A whole turn. `orders`: order text by seat (`de`, `gb`) or by unit. All dice must be used."""
    turn = Turn(WET_THRUST.rules.apply, state, ScriptedDice(dice), state.next_turn)
    WET_THRUST.rules.resolve(turn, sheets(state, orders))
    left = cast(ScriptedDice, turn.dice).left
    assert left == [], f"dice left over: {left}"
    return turn.drafts


def sheets(state: State, orders: Mapping[str, str]) -> dict[str, OrderSheet]:
    """Every seat's sheet with these orders on it; they must be without problems."""
    found = {seat: WET_THRUST.orders.sheet(state, seat) for seat in state.seats}
    for name, text in orders.items():
        unit = state.ships.get(name) or state.squadrons.get(name)
        seat, words = (unit.seat, f"{name}: {text}") if unit else (name, text)
        parsed = WET_THRUST.orders.read(state, seat, words, found[seat])
        assert parsed.problems == [], parsed.problems
        found[seat] = parsed.sheet
    return found


# ---------------------------------------------------------------- what happened


def readers_state(drafts: Iterable[Draft], *ids: str) -> State:
    """The state folded from only what is for everybody or for these ids."""
    state = State()
    for draft in drafts:
        audiences = draft.audience.split(",")
        if not isinstance(draft.event, Rolled) and (EVERYONE in audiences or set(ids) & set(audiences)):
            apply(state, draft.event)
    return state

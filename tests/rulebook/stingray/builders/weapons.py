"""A battle to try weapons in: any vessels, missiles and mines, orders in words, exactly the dice that are given.

What is played is steps 2 to 4 of section 3: windows, phases, assessment. Power, scans and housekeeping have tests of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar, cast

from events.base import EVERYONE, Draft, Event
from events.platform import Rolled
from events.stingray.opening import VesselEntered
from events.stingray.orders import MoveBegan, PlanFixed
from events.stingray.weapons import MissileMoved
from pbem.core.dice.fair_dice import ScriptedDice
from pbem.core.game.turn import Turn
from pbem.core.geometry.hexes import DIRECTIONS, label, parse_label
from pbem.games.stingray.language.lines import read_lines
from pbem.games.stingray.model.apply import apply
from pbem.games.stingray.model.orders import Aim, Code, Decoy, Launch, Leap, Over, Plan, Steer, VesselOrders
from pbem.games.stingray.model.plan import plan_speed, plan_text, schedule
from pbem.games.stingray.model.scenario import options
from pbem.games.stingray.model.state import Mine, Missile, Spies, State, Umpire, vessel_order
from pbem.games.stingray.model.tables import AQUAPHIBIANS, CLASSES, MK61, PHASES, SIDES, TERRAINIANS, ClassKey
from pbem.games.stingray.model.vessel import Contact, Vessel
from pbem.games.stingray.rules import encounter, move
from pbem.games.stingray.rules.turn_scratch import TurnScratch
from pbem.games.stingray.rules.weapons import damage, launch, mines

E = TypeVar("E", bound=Event)


class Battle:
    """An open sea in move 5, in which all vessels know each other's places (unless a test makes them forget)."""

    def __init__(self, obstacles: str = "", **given: Any) -> None:
        chosen = options("stand-by-for-action", {name.replace("_", "-"): value for name, value in given.items()})
        self.state = State(options=chosen, columns=30, rows=30, move=4, spies_if_known=Spies(), umpire_if_known=Umpire())
        self.state.mines_laid = dict.fromkeys(SIDES, 0)
        self.state.obstacles = {parse_label(text) for text in obstacles.split()}
        self.drafts: list[Draft] = []

    # ------------------------------------------------------------ arranging

    def vessel(self, id: str, hex: str, facing: str = "N", tail: str = "", **changes: Any) -> Vessel:
        """A whole vessel with full stores, halted; `changes` for all else. Its crew is its id in small letters."""
        key = cast(ClassKey, id.rstrip("0123456789"))
        seat = id.lower()
        stores = dict(CLASSES[key].stores)
        entered = VesselEntered(id, key, seat, "", seat, hex, tail, DIRECTIONS.index(facing), 0, 40, 5, stores)
        apply(self.state, entered)
        vessel = self.state.vessels[id]
        vars(vessel).update(changes)
        self._put_in_order()
        return vessel

    def _put_in_order(self) -> None:
        """STG-GEN.6."""
        vessels = self.state.vessels
        ids = sorted(vessel_order(list(vessels)), key=lambda id: vessels[id].side == AQUAPHIBIANS)
        self.state.vessels = {id: vessels[id] for id in ids}

    def load(self, vessel: Vessel, tube: str, weapon: str, armed: bool = False) -> None:
        """What a tube holds."""
        vessel.launchers[tube].load, vessel.launchers[tube].armed = weapon, armed

    def missile(self, id: str, kind: str, hex: str, heading: str, **changes: Any) -> Missile:
        """A missile under way, launched by the vessel in its name; a Mk61 has lock on its `target`."""
        launcher = self.state.vessels[id.partition("-")[0]]
        place = parse_label(hex)
        facts: dict[str, Any] = {"arming": 0, "target": "", "penalty": 0, "run": 1, "lock": kind == MK61}
        direction = DIRECTIONS.index(heading)
        missile = Missile(id, kind, launcher.id, launcher.side, place, direction, **{**facts, **changes})
        self.state.missiles[id] = missile
        return missile

    def mine(self, id: str, hex: str, active: bool = True) -> Mine:
        """A mine of the side in its name."""
        side = TERRAINIANS if id.startswith("MN") else AQUAPHIBIANS
        self.state.mines[id] = Mine(id, side, parse_label(hex), active)
        self.state.mines_laid[side] = self.state.mines_laid[side] + 1
        return self.state.mines[id]

    def know_all(self) -> None:
        """Every vessel has every other on its list as renewed in the last report."""
        for vessel in self.state.vessels.values():
            for other in self.state.vessels.values():
                if other is not vessel:
                    vessel.finds.contacts[other.id] = self.contact(other)

    def contact(self, other: Vessel, name: str = "") -> Contact:
        """A line of a list, renewed in the last report."""
        place = (other.hex, other.tail, other.facing, other.speed)
        return Contact(name or other.id, other.vessel_class, *place, self.state.move, "sonar")

    # ------------------------------------------------------------ playing

    def begin(self, dice: str = "", **orders: str) -> TurnScratch:
        """A move up to its first window: orders by vessel, separated by `;`. Speeds are not checked."""
        self.dice = ScriptedDice(int(face) for face in dice.split())
        turn: Turn[State] = Turn(apply, self.state, self.dice, self.state.next_move)
        self.drafts = turn.drafts
        turn.emit(MoveBegan(self.state.next_move), "STG-SEQ.1", EVERYONE)
        scratch = TurnScratch(turn)
        for vessel in self.state.afloat():
            merged = merge(vessel, orders.get(vessel.id, ""))
            scratch.orders[vessel.id] = merged
            plan = merged.plan or Plan()
            scratch.steps[vessel.id] = schedule(vessel.vessel_class, plan)
            speed = plan_speed(vessel.vessel_class, plan)
            scratch.tell(PlanFixed(vessel.id, plan_text(plan), speed, speed, vessel.max_output, True, []), "", vessel)
        encounter.note_company(scratch)
        return scratch

    def phase(self, scratch: TurnScratch, phase: int) -> None:
        """One phase, 3a to 3h."""
        move.leaps(scratch, phase)
        launch.missiles(scratch, phase)
        move.vessels(scratch, phase)
        mines.entered(scratch, phase)
        encounter.step(scratch, phase)
        launch.contacts(scratch, phase)
        launch.window(scratch, phase)
        if move.landing(scratch, phase):
            encounter.note_company(scratch)

    def play(self, dice: str = "", **orders: str) -> TurnScratch:
        """Steps 2 to 4 of a move; all dice must be used."""
        self.know_all()
        scratch = self.begin(dice, **orders)
        launch.window(scratch, 0)
        for phase in PHASES:
            self.phase(scratch, phase)
        launch.lapsed(scratch)
        damage.assess(scratch)
        assert not self.dice.left, f"dice left: {self.dice.left}"
        return scratch

    # ------------------------------------------------------------ looking

    def all(self, kind: type[E]) -> list[E]:
        """What happened of this kind, in order."""
        return [draft.event for draft in self.drafts if isinstance(draft.event, kind)]

    def only(self, kind: type[E]) -> E:
        """The one thing of this kind that happened."""
        (event,) = self.all(kind)
        return event

    def audiences(self, kind: type[Event]) -> list[str]:
        """Who may see what happened of this kind."""
        return [draft.audience for draft in self.drafts if isinstance(draft.event, kind)]

    def rolls(self) -> list[tuple[str, str]]:
        """Purpose and audience of every roll."""
        return [(d.event.purpose, d.audience) for d in self.drafts if isinstance(d.event, Rolled)]

    def path(self, missile: str) -> list[str]:
        """The hexes a missile swam."""
        return [moved.hex for moved in self.all(MissileMoved) if moved.missile == missile]

    def seen_by(self, *reader: str) -> Iterator[Event]:
        """The events that somebody who answers to these ids may see."""
        ids = {"*", *reader}
        return (d.event for d in self.drafts if ids.intersection(d.audience.split(",")))


def at(vessel: Vessel) -> str:
    """Where it lies."""
    return label(vessel.hex)


def merge(vessel: Vessel, text: str) -> VesselOrders:
    """Orders in words, as the lock hands them on."""
    merged = VesselOrders()
    lines = tuple(line.strip() for line in text.split(";") if line.strip())
    lists: dict[type[Any], list[Any]] = {
        Launch: merged.launches,
        Decoy: merged.decoys,
        Aim: merged.aims,
        Steer: merged.steers,
        Code: merged.codes,
    }
    for order in read_lines(lines):
        if isinstance(order, Plan):
            merged.plan = order
        elif isinstance(order, Leap):
            merged.leap = order
        elif isinstance(order, Over):
            merged.over = True
        else:
            lists[type(order)].append(order)
    return merged

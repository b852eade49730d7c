"""STG-GEN and section 8: who plays, the opening position, and what is chosen before move 1."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from events.base import EVERYONE, NOBODY
from events.stingray.contacts import ContactsHeld
from events.stingray.opening import (
    ArmingSet,
    ConditionSet,
    SeaSet,
    SetupClosed,
    SideBriefed,
    TubesLoaded,
    UmpireSeated,
    VesselEntered,
)
from events.stingray.weapons import MineLaid
from pbem.core.game.protocol import Seat
from pbem.core.game.turn import Turn
from pbem.core.geometry.hexes import DIRECTIONS, label
from pbem.core.texts.envelope import OrderSheet
from pbem.games.stingray.model.orders import Arming, Loadout
from pbem.games.stingray.model.scenario import OPENINGS, Command, Entry, Opening, command, commands, find, roster
from pbem.games.stingray.model.state import State, enemy
from pbem.games.stingray.model.tables import CLASSES, MK7, MK61, SIDES, TERRAINIANS
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.rules import spies
from pbem.games.stingray.rules.lock import lines_of, take_standing
from pbem.games.stingray.rules.systems.scan import opening as scan_opening

Choice = TypeVar("Choice", Arming, Loadout)

LOADOUT = {"1": MK61, "2": MK7}
"""Section 6: what the tubes hold unless ordered otherwise; the Mk61 is not armed."""
MINE_NAMES = {TERRAINIANS: "MN"}
"""Mines are named by side: MN1 …, and AM1 … of the Aquaphibians."""


def seats(scenario: str, options: Mapping[str, Any]) -> list[Seat]:
    """STG-GEN.3: a Stingray has two seats (one with crews=one), a SuperSub one, up to three fish one."""
    opening, found = find(scenario), []
    for post in opening.posts:
        captain, copilot, crew = command(post, options["crews"])
        side = CLASSES[next(e.vessel_class for e in opening.vessels if e.id in post.vessels)].side
        if copilot:
            found += [Seat(captain, side, post.title, crew), Seat(copilot, side, post.copilot_title, crew)]
        else:
            found.append(Seat(captain, side, post.alone_title or post.title))
    return found


@dataclass(frozen=True)
class Entrant:
    """A vessel as it enters the battle, in the place that the scenario prints for `place`, whose seats command it.

    `condition` is what a vessel of a campaign brings from earlier battles (STG-CAM.4); None: nothing.
    """

    place: str
    entry: Entry
    condition: ConditionSet | None = None


def set_up(turn: Turn[State], scenario: str, options: Mapping[str, Any]) -> None:
    """The opening position of a scenario, with its printed vessels."""
    open_with(turn, scenario, options, [Entrant(entry.id, entry) for entry in find(scenario).vessels])


def open_with(turn: Turn[State], scenario: str, options: Mapping[str, Any], entrants: Iterable[Entrant]) -> None:
    """The opening position, and the scan of it. STG-GEN.2: two sides, each with its briefing; STG-HEX.8: one map for all."""
    opening = find(scenario)
    turn.phase("Set-up")
    turn.emit(_sea(opening, options), "STG-HEX.8", EVERYONE)
    turn.emit(UmpireSeated(), "STG-GEN.6", NOBODY)
    for side in SIDES:
        turn.emit(SideBriefed(side, opening.briefings[side]), "STG-GEN.2", side)
    command_of, found = commands(opening, options["crews"]), {entrant.entry.id: entrant for entrant in entrants}
    for entry in roster(entrant.entry for entrant in found.values()):
        _enter(turn, found[entry.id], command_of[found[entry.id].place])
    for mine in opening.mines:
        lay(turn, mine.side, mine.hex)
    if opening.known:
        _introduce(turn)
    scan_opening(turn)


def _sea(opening: Opening, options: Mapping[str, Any]) -> SeaSet:
    found = seats(opening.key, options)
    return SeaSet(
        scenario=opening.key,
        options=dict(options),
        seats={seat.id: seat.side for seat in found},
        crews={seat.id: seat.crew for seat in found if seat.crew},
        columns=opening.columns,
        rows=opening.rows,
        obstacles=list(opening.obstacles),
        home_edge=opening.home_edge,
        limit=opening.limit,
        setting_up=opening.grants_spies,
    )


def _enter(turn: Turn[State], entrant: Entrant, commanded: Command) -> None:
    """STG-GEN.1: one unit is one craft. STG-LAU.9: stores are the printed loads unless the scenario says less."""
    entry = entrant.entry
    entered = VesselEntered(
        vessel=entry.id,
        vessel_class=entry.vessel_class,
        captain=commanded.captain,
        copilot=commanded.copilot,
        crew=commanded.crew,
        hex=entry.hex,
        tail=entry.tail,
        facing=DIRECTIONS.index(entry.facing),
        speed=entry.speed,
        fuel=_fuel(turn, entry, commanded.crew),
        battery=turn.state.number("battery-start") if entry.vessel_class == "SR" else 0,
        stores=CLASSES[entry.vessel_class].stores | entry.stores,
    )
    turn.emit(entered, "STG-GEN.1", commanded.crew)
    if entrant.condition:
        turn.emit(entrant.condition, "STG-CAM.4", commanded.crew)
    if entry.vessel_class == "SR":
        turn.emit(TubesLoaded(entry.id, first_loads(turn.state.vessels[entry.id])), "STG-LAU.9", commanded.crew)


def first_loads(vessel: Vessel) -> dict[str, str]:
    """Section 6. STG-CAM.4: a tube out of action is empty; where the store lacks its weapon it holds the other missile."""
    left, loads = dict(vessel.stores), dict.fromkeys(LOADOUT, "")
    for tube, usual in LOADOUT.items():
        weapon = next((weapon for weapon in (usual, MK61, MK7) if left[weapon] > 0), "")
        if weapon and vessel.whole(tube):
            loads[tube] = weapon
            left[weapon] -= 1
    return loads


def _fuel(turn: Turn[State], entry: Entry, crew: str) -> int:
    """STG-FUE.1: AKG, ten for each pip of a fish's dice, unless the scenario fixes them."""
    if entry.fuel is not None:
        return entry.fuel
    dice = CLASSES[entry.vessel_class].fuel_dice
    return 10 * sum(turn.roll(dice, 6, f"fuel of {entry.id}", "STG-FUE.1", crew))


def lay(turn: Turn[State], side: str, hex: str) -> None:
    """A mine that lies there from the start; its side knows it."""
    number = turn.state.mines_laid[side] + 1
    turn.emit(MineLaid(f"{MINE_NAMES.get(side, 'AM')}{number}", side, hex), "STG-MIN.1", side)


def _introduce(turn: Turn[State]) -> None:
    """Scenario 1: both sides begin with the enemy's vessels on their lists. STG-COM.4: a fish without comms tells of none."""
    for vessel in turn.state.vessels.values():
        contacts = [_known(other) for other in turn.state.of_side(enemy(vessel.side))]
        held = ContactsHeld(vessel.id, contacts, [], [], [], [line["id"] for line in contacts], [])
        turn.emit(held, "STG-SCN.7", vessel.crew if vessel.can_report else NOBODY)


def _known(vessel: Vessel) -> dict[str, Any]:
    return {
        "id": vessel.id,
        "vessel_class": vessel.vessel_class,
        "hex": label(vessel.hex),
        "tail": label(vessel.tail) if vessel.tail else "",
        "facing": vessel.facing,
        "speed": vessel.speed,
        "move": 0,
        "how": "known",
    }


# ---------------------------------------------------------------- before move 1


def carry_out(turn: Turn[State], sheets: Mapping[str, OrderSheet]) -> None:
    """Set-up orders. Where spies are granted they have a deadline of their own, and are over with it: PLANS reports them."""
    state = turn.state
    if OPENINGS[state.scenario].grants_spies and not state.setting_up:
        return
    turn.phase("Set-up")
    fit_out(turn, sheets)
    if state.setting_up:
        take_standing(turn, sheets)
        spies.deal(turn, sheets)
        turn.emit(SetupClosed(), "STG-SPY.1", EVERYONE)


def fit_out(turn: Turn[State], sheets: Mapping[str, OrderSheet]) -> None:
    """What the captains choose for their vessels."""
    for vessel in turn.state.vessels.values():
        _arm(turn, vessel, sheets)
        _load(turn, vessel, sheets)


def _arm(turn: Turn[State], vessel: Vessel, sheets: Mapping[str, OrderSheet]) -> None:
    """STG-MK7.2: an arming distance, fixed for the whole game; the last one named counts."""
    for order in _chosen(vessel, sheets, Arming)[-1:]:
        turn.emit(ArmingSet(vessel.id, order.hexes), "STG-MK7.2", vessel.crew)


def _load(turn: Turn[State], vessel: Vessel, sheets: Mapping[str, OrderSheet]) -> None:
    """STG-LAU.9: what the tubes hold counts against the stores. A tube that is not named keeps what it holds.

    STG-CAM.4: one that is out of action stays empty.
    """
    orders = _chosen(vessel, sheets, Loadout)
    named = {tube: weapon for order in orders for tube, weapon in order.tubes if vessel.whole(tube)}
    if named:
        tubes = {name: launcher.load for name, launcher in vessel.launchers.items()} | named
        turn.emit(TubesLoaded(vessel.id, tubes), "STG-LAU.9", vessel.crew)


def _chosen(vessel: Vessel, sheets: Mapping[str, OrderSheet], kind: type[Choice]) -> list[Choice]:
    """STG-SEA.1, STG-SEA.2: the Captain's orders of a kind; the Co-Pilot's when they have sent none."""
    for seat in vessel.seats:
        if found := [order for order in lines_of(vessel, sheets, seat) if isinstance(order, kind)]:
            return found
    return []

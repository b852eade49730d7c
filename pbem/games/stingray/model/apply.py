"""What each event does to the state. Nothing else changes it; nothing here decides or rolls.

A reader's events are not all events: a crew learns that its Mk7 was launched, never where it swims. So an event changes
only parts of the state that all who see it have been told of, and any reader's part of the log can be applied.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from events.base import Event
from events.stingray import contacts, ending, movement, opening, orders, upkeep, weapons
from pbem.core.geometry.hexes import Hex
from pbem.games.stingray.model import apply_damage, apply_weapons
from pbem.games.stingray.model.geometry import hex_of
from pbem.games.stingray.model.state import PlannedVessel, Spies, State, Trap, Umpire
from pbem.games.stingray.model.tables import AQUAPHIBIANS, CLASSES, READY, Edge
from pbem.games.stingray.model.vessel import Contact, Finds, Launcher, MissileContact, Noise, Power, Vessel


def apply(state: State, event: Event) -> None:
    """Write one event down in the state."""
    HANDLERS[type(event)](state, event)


def _nothing_changes(state: State, event: Event) -> None:
    """For the report only."""


def _tail(text: str) -> Hex | None:
    """Only an MF has one."""
    return hex_of(text) if text else None


# ---------------------------------------------------------------- set-up


def _sea_set(state: State, event: opening.SeaSet) -> None:
    state.scenario, state.options = event.scenario, dict(event.options)
    state.seats, state.crews = dict(event.seats), dict(event.crews)
    state.columns, state.rows = event.columns, event.rows
    state.obstacles = {hex_of(x) for x in event.obstacles}
    state.home_edge, state.limit, state.setting_up = cast(Edge, event.home_edge), event.limit, event.setting_up


def _side_briefed(state: State, event: opening.SideBriefed) -> None:
    """With it a side begins to count its mines, and the Aquaphibians to send their spies."""
    state.briefings[event.side] = event.text
    state.mines_laid[event.side] = 0
    if event.side == AQUAPHIBIANS:
        state.spies_if_known = Spies()


def _umpire_seated(state: State, event: opening.UmpireSeated) -> None:
    state.umpire_if_known = Umpire()


def _vessel_entered(state: State, event: opening.VesselEntered) -> None:
    """Section 8, common set-up: fish ready to launch; tubes are loaded by their own event."""
    printed = CLASSES[event.vessel_class]
    vessel = Vessel(
        id=event.vessel,
        vessel_class=printed.key,
        captain=event.captain,
        copilot=event.copilot,
        crew=event.crew,
        hex=hex_of(event.hex),
        tail=_tail(event.tail),
        facing=event.facing,
        speed=event.speed,
        fuel=event.fuel,
        battery=event.battery,
        stores=dict(event.stores),
        launchers={name: Launcher(READY if printed.fish else "") for name in printed.launchers},
        finds_if_known=Finds(),
    )
    vessel.output = vessel.max_output
    vessel.track, vessel.track_phases = [vessel.hex], [0]
    state.vessels[event.vessel] = vessel


def _condition_set(state: State, event: opening.ConditionSet) -> None:
    """STG-CAM.4: damaged batteries hold nothing (STG-SPH.4), a damaged plant makes less (STG-SPH.3)."""
    vessel = state.vessels[event.vessel]
    vessel.name = event.name
    vessel.damage = vessel.brought = event.damage
    vessel.injuries, vessel.specials = event.injuries, dict(event.specials)
    for tube in event.destroyed:
        vessel.launchers[tube].destroyed = True
    if vessel.out("BATTERY"):
        vessel.battery = 0
    vessel.output = vessel.max_output
    if vessel.vessel_class == "SR":
        vessel.power.output = vessel.output


def _arming_set(state: State, event: opening.ArmingSet) -> None:
    state.vessels[event.vessel].arming = event.hexes


def _tubes_loaded(state: State, event: opening.TubesLoaded) -> None:
    for tube, weapon in event.tubes.items():
        state.vessels[event.vessel].launchers[tube].load = weapon


def _spy_card_played(state: State, event: opening.SpyCardPlayed) -> None:
    state.spies.cards.append(Trap(cast(Any, event.card), event.vessel, event.system, event.move))


def _plans_read(state: State, event: opening.PlansRead) -> None:
    state.spies.plans_read = [
        PlannedVessel(**{**line, "hex": hex_of(line["hex"]), "tubes": dict(line["tubes"])}) for line in event.vessels
    ]


def _setup_closed(state: State, event: opening.SetupClosed) -> None:
    state.setting_up = False


# ---------------------------------------------------------------- the move and its orders


def _move_began(state: State, event: orders.MoveBegan) -> None:
    """The map shows the tracks and noises of one move."""
    state.move = event.move
    for vessel in state.vessels.values():
        vessel.track, vessel.track_phases = ([vessel.hex], [0]) if vessel.afloat else ([], [])
        if vessel.finds_if_known:
            vessel.finds.noises = []
    for missile in state.missiles.values():
        missile.track, missile.track_phases = [missile.hex], [0]


def _move_ended(state: State, event: upkeep.MoveEnded) -> None:
    """STG-DEC.1: decoys sound in the move in which they are dropped; a later D1 is another one."""
    decoys = {f"D{n}" for n in range(1, len(state.decoys) + 1)}
    for missile in state.missiles.values():
        missile.target = "" if missile.target in decoys else missile.target
        missile.tie = missile.tie if decoys.isdisjoint(missile.tie) else []
    state.decoys = []


def _standing_changed(state: State, event: orders.StandingChanged) -> None:
    standing = state.vessels[event.vessel].standing
    standing.pop(event.seat, None)
    if event.orders:
        standing[event.seat] = list(event.orders)


def _agent_rolled(state: State, event: orders.AgentRolled) -> None:
    """STG-SPY.3: an agent who has done their work, or is caught, is used up."""
    if event.result != "nothing":
        state.spies.cards = [card for card in state.spies.cards if card.kind != "AGENT" or card.vessel != event.vessel]


def _power_allocated(state: State, event: orders.PowerAllocated) -> None:
    vessel = state.vessels[event.vessel]
    vessel.power = Power(event.output, event.drawn, dict(event.items), list(event.dropped), list(event.zones))
    vessel.battery -= event.drawn


def _plan_fixed(state: State, event: orders.PlanFixed) -> None:
    vessel = state.vessels[event.vessel]
    vessel.plan, vessel.ordered, vessel.scheduled = event.plan, event.ordered, event.scheduled
    vessel.output, vessel.fix = event.output, event.fix


def _armed(state: State, event: orders.Armed) -> None:
    state.vessels[event.vessel].launchers[event.tube].armed = True


# ---------------------------------------------------------------- the six phases


def _leap_tried(state: State, event: movement.LeapTried) -> None:
    state.vessels[event.vessel].airborne = event.success


def _moved(state: State, event: movement.Moved) -> None:
    vessel = state.vessels[event.vessel]
    vessel.hex, vessel.tail, vessel.facing = hex_of(event.hex), _tail(event.tail), event.facing
    vessel.airborne = event.airborne
    vessel.track.append(vessel.hex)
    vessel.track_phases.append(event.phase)


def _turned(state: State, event: movement.Turned) -> None:
    state.vessels[event.vessel].facing = event.facing


def _struck(state: State, event: movement.Struck) -> None:
    """STG-OBS.1: it lies still; STG-LEP.6: perhaps back where it was before the leap."""
    vessel, hex = state.vessels[event.vessel], hex_of(event.hex)
    if hex != vessel.hex:
        vessel.track.append(hex)
        vessel.track_phases.append(event.phase)
    vessel.hex, vessel.tail = hex, _tail(event.tail)
    vessel.airborne = False


def _exited(state: State, event: movement.Exited) -> None:
    vessel = state.vessels[event.vessel]
    vessel.fate, vessel.exit_edge, vessel.airborne = "exited", cast(Edge, event.edge), False
    vessel.lost = state.move


def _landed(state: State, event: movement.Landed) -> None:
    state.vessels[event.vessel].airborne = False


# ---------------------------------------------------------------- what is found


def _noise_heard(state: State, event: contacts.NoiseHeard) -> None:
    """STG-COM.4: the first that its commander is told may come from a fish whose comms were repaired in this move."""
    what: Any = event.what
    noises = [Noise(what, hex_of(event.hex), event.phase)] * event.times
    for id in event.vessels:
        vessel = state.vessels[id]
        vessel.finds_if_known = finds = vessel.reported
        finds.noises += noises


def _plant_named(state: State, event: contacts.PlantNamed) -> None:
    state.umpire.plants[event.name] = event.vessel


def _contacts_held(state: State, event: contacts.ContactsHeld) -> None:
    vessel = state.vessels[event.vessel]
    vessel.finds_if_known = Finds(
        contacts={line["id"]: _contact(line) for line in event.contacts},
        missile_contacts=[MissileContact(m["kind"], hex_of(m["hex"]), m["heading"], m["how"]) for m in event.missiles],
        mines_seen=[hex_of(x) for x in event.mines],
        swept=list(event.swept),
        noises=vessel.reported.noises,
    )


def _fell_silent(state: State, event: contacts.FellSilent) -> None:
    """STG-COM.4: its list goes on in an event that its commander does not see."""
    state.vessels[event.vessel].finds_if_known = None


def _contact(line: dict[str, Any]) -> Contact:
    return Contact(
        line["id"],
        line["vessel_class"],
        hex_of(line["hex"]),
        _tail(line["tail"]),
        line["facing"],
        line["speed"],
        line["move"],
        line["how"],
    )


# ---------------------------------------------------------------- the end


def _scored(state: State, event: ending.Scored) -> None:
    state.scores[event.side] = state.scores.get(event.side, 0) + event.points


def _objective_reached(state: State, event: ending.ObjectiveReached) -> None:
    state.objectives.append(f"{event.vessel} {event.hex}")


def _alongside(state: State, event: ending.Alongside) -> None:
    pair = f"{event.vessel} {event.prey}"
    state.umpire.alongside.pop(pair, None)
    if event.moves:
        state.umpire.alongside[pair] = event.moves


def _robbed(state: State, event: ending.Robbed) -> None:
    state.robbed = event.vessel


def _game_decided(state: State, event: ending.GameDecided) -> None:
    state.over, state.winners, state.verdict = True, list(event.winners), event.text
    state.scores = dict(event.points)


HANDLERS: dict[type[Event], Callable[[State, Any], None]] = {
    **apply_weapons.HANDLERS,
    **apply_damage.HANDLERS,
    opening.SeaSet: _sea_set,
    opening.SideBriefed: _side_briefed,
    opening.UmpireSeated: _umpire_seated,
    opening.VesselEntered: _vessel_entered,
    opening.ConditionSet: _condition_set,
    opening.ArmingSet: _arming_set,
    opening.TubesLoaded: _tubes_loaded,
    opening.SpyCardPlayed: _spy_card_played,
    opening.PlansRead: _plans_read,
    opening.SetupClosed: _setup_closed,
    orders.MoveBegan: _move_began,
    orders.StandingChanged: _standing_changed,
    orders.OrdersTaken: _nothing_changes,
    orders.AgentRolled: _agent_rolled,
    orders.AgentCaught: _nothing_changes,
    orders.PowerAllocated: _power_allocated,
    orders.PlanFixed: _plan_fixed,
    orders.Armed: _armed,
    weapons.CodeFailed: _nothing_changes,
    orders.OrderLapsed: _nothing_changes,
    movement.LeapTried: _leap_tried,
    weapons.Attacked: _nothing_changes,
    movement.Moved: _moved,
    movement.Turned: _turned,
    movement.Struck: _struck,
    movement.Exited: _exited,
    weapons.MineMet: _nothing_changes,
    weapons.MineBlast: _nothing_changes,
    movement.Encountered: _nothing_changes,
    movement.Landed: _landed,
    contacts.NoiseHeard: _noise_heard,
    upkeep.MoveEnded: _move_ended,
    contacts.PlantNamed: _plant_named,
    contacts.ContactsHeld: _contacts_held,
    contacts.FellSilent: _fell_silent,
    contacts.MessageHeard: _nothing_changes,
    contacts.MessageLost: _nothing_changes,
    ending.Scored: _scored,
    ending.ObjectiveReached: _objective_reached,
    ending.Alongside: _alongside,
    ending.Robbed: _robbed,
    ending.GameDecided: _game_decided,
}
"""Every event type the rules emit, and what it does. Events that map to `_nothing_changes` only tell."""
TELLING = frozenset(kind for kind, change in HANDLERS.items() if change is _nothing_changes)
"""Events that change no state."""

"""A sentence of the report for each event, in the rule book's words. The report's headings name the phase."""

from __future__ import annotations

from events.base import Event
from events.stingray import contacts, damage, ending, movement, opening, orders, upkeep
from pbem.core.game.phrases import count
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import BATTERY, CLASSES
from pbem.games.stingray.model.turns import move_of
from pbem.games.stingray.report import battle_words as battle
from pbem.games.stingray.report.record_sheet import WEAPONS, brought_words, facing_word, system_name


def tell(event: Event, known: State) -> str | None:
    """What to say of an event that the reader may see; None for what is not worth a sentence, or not of this game."""
    return TELLERS.get(type(event), battle.silent)(event, known)


def _tubes(tubes: dict[str, str]) -> str:
    return ", ".join(f"tube {name} {WEAPONS.get(load, 'empty')}" for name, load in tubes.items())


# ---------------------------------------------------------------- set-up


def _vessel_entered(event: opening.VesselEntered, known: State) -> str:
    printed = CLASSES[event.vessel_class]
    power = f", fuel {event.fuel} AKG" if printed.fish else f", batteries {event.battery}" if event.vessel_class == "SR" else ""
    place = f"{event.hex} (tail {event.tail})" if event.tail else event.hex
    return f"{event.vessel} ({printed.title}) is at {place} facing {facing_word(event.facing)}, speed {event.speed}{power}"


def _condition_set(event: opening.ConditionSet, known: State) -> str:
    """STG-CAM.4."""
    named = f"{event.vessel} is {event.name}" if event.name else event.vessel
    if harm := brought_words(event):
        return f"{named}{' and' if event.name else ''} brings from earlier battles {harm}"
    return named


def _arming_set(event: opening.ArmingSet, known: State) -> str:
    return f"sonar missiles of {event.vessel} arm after {count(event.hexes, 'hex', 'hexes')}"


def _tubes_loaded(event: opening.TubesLoaded, known: State) -> str:
    return f"{event.vessel} is loaded: {_tubes(event.tubes)}"


def _spy_card_played(event: opening.SpyCardPlayed, known: State) -> str:
    if event.card == "TRAP":
        return f"a trap is set in the {system_name(event.system)} of {event.vessel} for move {event.move}"
    return f"an agent goes aboard {event.vessel}" if event.card == "AGENT" else "the enemy's plans are sent for"


def _plans_read(event: opening.PlansRead, known: State) -> str:
    return f"the enemy's plans: {count(len(event.vessels), 'vessel')}, and the briefing: {event.briefing}"


def _setup_closed(event: opening.SetupClosed, known: State) -> str:
    return f"set-up is over; {move_of(1, known.limit)} is next"


# ---------------------------------------------------------------- orders and plan


def _orders_taken(event: orders.OrdersTaken, known: State) -> str:
    said = "; ".join([f"{event.vessel} orders: {'; '.join(event.orders) or 'none'}", *event.remarks])
    return said.removesuffix(".")


def _agent_rolled(event: orders.AgentRolled, known: State) -> str:
    result = {"done": "it is sabotaged", "caught": "the agent is caught"}.get(event.result, "nothing comes of it")
    return f"the agent aboard {event.vessel} tries the {system_name(event.system)}: rolled {event.rolled} - {result}"


def _agent_caught(event: orders.AgentCaught, known: State) -> str:
    return f"the crew of {event.vessel} has caught an enemy agent aboard"


def _power_allocated(event: orders.PowerAllocated, known: State) -> str | None:
    """What the batteries gave and what went without; the sheet lists what was funded."""
    said = []
    if event.drawn:
        spent = sum(event.items.values())
        said.append(f"draws {event.drawn} APU from its batteries: it spends {spent}, its plant gives {event.output}")
    if event.dropped:
        said.append(f"has no power for {', '.join(event.dropped)}")
    return f"{event.vessel} {'; it '.join(said)}" if said else None


def _power_stored(event: upkeep.PowerStored, known: State) -> str:
    """STG-POW.4."""
    said = [f"stores {event.stored} APU, its batteries hold {event.battery} of {BATTERY}"] if event.stored else []
    if event.wasted:
        said.append(f"wastes {event.wasted} APU")
    return f"{event.vessel} {' and '.join(said)}"


def _plan_fixed(event: orders.PlanFixed, known: State) -> str:
    why = f" ({'. '.join(event.why)})" if event.why else ""
    if not event.ordered:
        return f"{event.vessel} lies still" + (f": {event.plan}" if event.plan != "HALT" else "") + why
    cut = f", cut to {count(event.scheduled, 'hex', 'hexes')} for going over" if event.scheduled != event.ordered else ""
    return f"{event.vessel} moves {event.plan}: speed {event.ordered}{cut}{why}"


def _armed(event: orders.Armed, known: State) -> str:
    return f"the Mk61 in tube {event.tube} of {event.vessel} is armed"


# ---------------------------------------------------------------- repair, housekeeping, talk, the end


def _repair_tried(event: damage.RepairTried, known: State) -> str:
    left = f", {count(event.level, 'step')} left" if event.success and event.level else ""
    result = f"repaired{left}" if event.success else "no success"
    return (
        f"{event.vessel} repair of {system_name(event.system)}: rolled {event.rolled} ({battle.needs(event.needed)}) - {result}"
    )


def _fuel_paid(event: upkeep.FuelPaid, known: State) -> str | None:
    return f"{event.vessel} burns {event.paid} AKG, {event.fuel} left" if event.paid else None


def _broke_off(event: upkeep.BrokeOff, known: State) -> str:
    return f"{event.vessel} is out of fuel: it breaks off and runs for home"


def _tube_loaded(event: upkeep.TubeLoaded, known: State) -> str:
    return f"{event.vessel} tube {event.tube} is loaded: {WEAPONS[event.weapon]}"


def _reloaded(event: upkeep.Reloaded, known: State) -> str:
    return f"{event.vessel} has reloaded {battle.launcher_name(event.launcher)}"


def _suits_changed(event: upkeep.SuitsChanged, known: State) -> str:
    return f"the crew of {event.vessel} {'is suited' if event.suited else 'has its suits off'}"


def _plant_named(event: contacts.PlantNamed, known: State) -> str:
    return f"the plant of {event.vessel} is called {event.name}"


def _message_heard(event: contacts.MessageHeard, known: State) -> str:
    return f'{event.vessel} hears {event.sender}: "{event.text}"'


def _message_lost(event: contacts.MessageLost, known: State) -> str:
    return f"the message of {event.vessel} to {event.to} does not get through: {event.why}"


def _scored(event: ending.Scored, known: State) -> str:
    of = f" ({event.vessel})" if event.vessel else ""
    return f"{event.side} score {count(event.points, 'point')}: {event.why}{of}"


def _objective_reached(event: ending.ObjectiveReached, known: State) -> str:
    return f"{event.vessel} has a fix in {event.hex}: objective reached"


def _alongside(event: ending.Alongside, known: State) -> str:
    if not event.moves:
        return f"{event.vessel} has lost {event.prey}"
    return f"{event.vessel} lies alongside {event.prey}: {count(event.moves, 'move')} running"


def _robbed(event: ending.Robbed, known: State) -> str:
    return f"{event.vessel} has robbed {event.prey}"


def _game_decided(event: ending.GameDecided, known: State) -> str:
    """The text gives the points."""
    return event.text


TELLERS: dict[type[Event], battle.Teller] = {
    opening.SeaSet: battle.silent,
    opening.UmpireSeated: battle.silent,
    opening.SideBriefed: battle.silent,
    opening.VesselEntered: _vessel_entered,
    opening.ConditionSet: _condition_set,
    opening.ArmingSet: _arming_set,
    opening.TubesLoaded: _tubes_loaded,
    opening.SpyCardPlayed: _spy_card_played,
    opening.PlansRead: _plans_read,
    opening.SetupClosed: _setup_closed,
    orders.MoveBegan: battle.silent,
    orders.StandingChanged: battle.silent,
    orders.OrdersTaken: _orders_taken,
    orders.AgentRolled: _agent_rolled,
    orders.AgentCaught: _agent_caught,
    orders.PowerAllocated: _power_allocated,
    orders.PlanFixed: _plan_fixed,
    orders.Armed: _armed,
    movement.Turned: battle.silent,
    damage.RepairTried: _repair_tried,
    upkeep.FuelPaid: _fuel_paid,
    upkeep.BrokeOff: _broke_off,
    upkeep.PowerStored: _power_stored,
    upkeep.TubeLoaded: _tube_loaded,
    upkeep.Reloaded: _reloaded,
    upkeep.SuitsChanged: _suits_changed,
    upkeep.MoveLogged: battle.silent,
    upkeep.MoveEnded: battle.silent,
    contacts.PlantNamed: _plant_named,
    contacts.ContactsHeld: battle.silent,
    contacts.FellSilent: battle.silent,
    contacts.MessageHeard: _message_heard,
    contacts.MessageLost: _message_lost,
    ending.Scored: _scored,
    ending.ObjectiveReached: _objective_reached,
    ending.Alongside: _alongside,
    ending.Robbed: _robbed,
    ending.GameDecided: _game_decided,
    **battle.TELLERS,
}

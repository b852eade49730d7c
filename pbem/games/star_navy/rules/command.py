"""SN-5 and SN-15: the Command phase. Each ship takes the first legal alternative of its chain and pays for it."""

from __future__ import annotations

import operator
from collections.abc import Callable

from events.star_navy.battle import Commanded, MarinesSent, MineSpent, SectionMarked
from events.star_navy.orders import OrderLapsed
from pbem.core.game.turn import Turn
from pbem.core.geometry.hexes import DIRECTIONS
from pbem.games.star_navy.language.stored import stored_chain
from pbem.games.star_navy.model.geometry import bearing_sections, label_of, range_of
from pbem.games.star_navy.model.orders import ALTERNATIVE, CONDITION, Condition
from pbem.games.star_navy.model.ships import ACTIVE, Console, Ship
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.rules.legal import CHECKS, Boarding, Decision, Field, Firing, Idle, Laying, Turning

COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    ">=": operator.ge,
    ">": operator.gt,
}


def command_phase(turn: Turn[State]) -> list[Decision]:
    """SN-5.2: after the Move phase and its damage, in roster order; what is decided here is carried out in Resolve."""
    turn.phase("Command")
    field, slot, found = Field(turn.state), f"T{turn.state.turn}", []
    for ship in field.living:
        decision = _take(turn, field, ship, slot)
        if decision is not None:
            found.append(decision)
    return found


def _take(turn: Turn[State], field: Field, ship: Ship, slot: str) -> Decision | None:
    """SN-15.8: the first alternative whose conditions hold and which is legal; SN-15.10: else the standing command."""
    stored = ship.stored
    text = stored.slots.get(slot)
    if text is None:
        slot, text = "STANDING", stored.standing
    if not text:
        return None
    for alternative in stored_chain(text):
        conditions, command = alternative.conditions, alternative.command
        why = lapse(turn.state, ship, conditions) if conditions else ""
        decision = why or CHECKS[type(command)](field, ship, command)
        if not isinstance(decision, str):
            _pay(turn, decision)
            return decision
        event = OrderLapsed(ship.id, slot, ALTERNATIVE.write(alternative), decision)
        turn.emit(event, "SN-15.9", ship.side)
    return None


# ---------------------------------------------------------------- conditions


def lapse(state: State, ship: Ship, conditions: tuple[Condition, ...]) -> str:
    """SN-15.5: the first condition that is false, in words; "" if all hold."""
    for condition in conditions:
        if value := _why_false(state, ship, condition):
            return f"condition {CONDITION.write(condition)} was false ({value})"
    return ""


def _why_false(state: State, ship: Ship, condition: Condition) -> str:
    """The value that makes a condition false; "" if it holds. Only facts that the owner may see."""
    match condition.kind:
        case "ENERGY":
            return _compared(ship.console.energy, condition)
        case "SHIELDS":
            return _compared(ship.console.sections[condition.section].active, condition)
        case "INTEGRITY":
            return _compared(ship.console.integrity, condition)
        case "HEX":
            return "" if ship.hex == condition.hex else label_of(ship.hex)
        case "FACING":
            return "" if ship.heading == condition.facing else DIRECTIONS[ship.heading]
        case "RANGE" | "ARC":
            return _why_false_of(state.ships.get(condition.unit), ship, condition)


def _compared(number: int, condition: Condition) -> str:
    return "" if COMPARE[condition.op](number, condition.number) else str(number)


def _why_false_of(other: Ship | None, ship: Ship, condition: Condition) -> str:
    """A condition on a ship that is not on the map is false."""
    if other is None or not other.alive:
        return f"{condition.unit} is not on the map"
    if condition.kind == "RANGE":
        return _compared(range_of(ship.hex, other.hex), condition)
    sections = bearing_sections(ship.hex, ship.heading, other.hex)
    return "" if condition.section in sections else f"bearing {' and '.join(sections) or 'no section'}"


# ---------------------------------------------------------------- payment


def split(console: Console, energy: int) -> tuple[int, int]:
    """SN-1.9: capacitors pay until they are empty, engines the rest: the energy left in each."""
    from_capacitors = min(energy, console.capacitor_energy)
    return console.capacitor_energy - from_capacitors, console.engine_energy - (energy - from_capacitors)


def _pay(turn: Turn[State], decision: Decision) -> None:
    """SN-5.2: energy is spent and thrusters, statuses and mines are marked at once."""
    ship, console = decision.ship, decision.ship.console
    audience = turn.state.console_audience(ship)
    command, detail, rule, energy = _command(decision)
    capacitors, engines = split(console, energy)
    # SN-5.4: a turn takes as many thrusters as energy.
    used = console.thrusters_used + (energy if command == "turn" else 0)
    turn.emit(Commanded(ship.id, command, detail, energy, capacitors, engines, used), rule, audience)
    match decision:
        case Firing():
            wear = console.sections[decision.section].wear
            turn.emit(SectionMarked(ship.id, decision.section, ACTIVE, energy, wear), "SN-5.7", audience)
        case Laying():
            turn.emit(MineSpent(ship.id, console.mines - 1), "SN-5.12", audience)
        case Boarding():
            turn.emit(MarinesSent(ship.id, console.marines), "SN-5.14", audience)


def _command(decision: Decision) -> tuple[str, str, str, int]:
    """The command, in a word and as it is carried out, its clause, and the energy that it takes."""
    match decision:
        case Firing():
            detail = f"FIRE {decision.section} {decision.number} AT {decision.target.id}"
            return "fire", detail, "SN-5.5", decision.number
        case Turning():
            return "turn", f"TURN {'L' if decision.change < 0 else 'R'}", "SN-5.4", decision.energy
        case Laying():
            return "mine", f"MINE {label_of(decision.hex)}", "SN-5.12", 0
        case Boarding():
            return "board", f"BOARD {decision.target.id}", "SN-5.14", 0
        case Idle():
            return "nothing", "NOTHING", "SN-5.1", 0

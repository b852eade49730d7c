"""The order template: what a vessel does if nothing is said, ready to be edited, with hints as comments."""

from __future__ import annotations

from pbem.core.game.phrases import count
from pbem.core.geometry.hexes import DIRECTIONS, distance, label
from pbem.games.stingray.language.lines import order_text
from pbem.games.stingray.model.orders import Loadout
from pbem.games.stingray.model.plan import default_plan, plan_speed, speed_limits
from pbem.games.stingray.model.scenario import OPENINGS
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import AQUAPHIBIANS, DECOY, MINE, MK7, MK61
from pbem.games.stingray.model.vessel import Contact, Vessel
from pbem.games.stingray.orders.filing import PREFIX
from pbem.games.stingray.orders.order_context import WEAPONS, setup_open
from pbem.games.stingray.orders.spy_filing import SYSTEMS, UNIT
from pbem.games.stingray.orders.stock import in_reserve, may_launch
from pbem.games.stingray.report.record_sheet import reckoned
from pbem.games.stingray.rules.demand import affordable

NO_VESSEL = "# You have no vessel in play; nothing is asked of you."
TURNS = {0: "no turns, one side shift (S or P)", 1: "one turn (S or P)", 2: "two turns (S or P)"}
STORES = {
    "MK61": ("Mk61", "Mk61"),
    "MK7": ("Mk7", "Mk7"),
    "TERROR": ("Terror Missile", "Terror Missiles"),
    "PORT": ("Terror Missile to port", "Terror Missiles to port"),
    "STARBOARD": ("to starboard", "to starboard"),
    "MINE": ("mine", "mines"),
    "DECOY": ("SonaDecoy", "SonaDecoys"),
}
"""One, and several."""


def template(known: State) -> str:
    """One block for each own vessel in play; it parses without problems as it is. Nothing for spectators and at the end."""
    if known.over or known.reader is None:
        return ""
    blocks = [_block(known, vessel) for vessel in known.mine()]
    if known.side == AQUAPHIBIANS:
        blocks += _spies(known)
    return "\n\n".join(blocks) or NO_VESSEL


def _block(known: State, vessel: Vessel) -> str:
    if vessel.crew_dead:
        return f"# The crew of {vessel.id} is dead; it takes no orders."
    copilot = bool(vessel.copilot) and known.reader == vessel.copilot
    lines = [f"{vessel.id}:", *_hints(known, vessel)]
    if known.setting_up:
        lines.append("# set-up alone: what is left out stays as it is; orders for move 1 come next")
    if setup_open(known) and not copilot:
        lines += _setup(vessel)
    if not known.setting_up:
        lines += _copilots(known, vessel) if copilot else _captains(known, vessel)
    return "\n".join([*lines, *_standing(vessel, known.reader or "")])


def _hints(known: State, vessel: Vessel) -> list[str]:
    """Where it lies, what it may do, what it carries."""
    limits = speed_limits(vessel, known.next_move, known.options)
    turns = "steering out, no turns" if vessel.out("STEERING") else TURNS[vessel.printed.turns]
    lies = f"hex {reckoned(vessel, label(vessel.hex))} facing {DIRECTIONS[vessel.facing]}, moved {vessel.speed} last move"
    may = f"speed {limits.least} to {limits.most}" if limits.least < limits.most else f"speed {limits.least} only"
    carries = ", ".join(count(number, *STORES[name]) for name, number in vessel.stores.items())
    return [f"# {vessel.printed.title}, {lies}: {may}, {turns}", f"# carries {carries}{_launchers(vessel)}"]


def _launchers(vessel: Vessel) -> str:
    """What is ready to be launched."""
    states = []
    for name, launcher in vessel.launchers.items():
        what = f"tube {name}" if name.isdigit() else name.lower()
        armed = (" armed" if launcher.armed else " not armed") if launcher.load == MK61 else ""
        load = "destroyed" if launcher.destroyed else WEAPONS.get(launcher.load, "ready" if launcher.load else "empty")
        states.append(f"{what} {load}{armed}{', damaged' if vessel.launcher_out(name) and not launcher.destroyed else ''}")
    return f"; {', '.join(states)}" if states else ""


def _setup(vessel: Vessel) -> list[str]:
    """STG-MK7.2, STG-LAU.9: what is chosen before move 1, as it is without an order."""
    lines = []
    if vessel.vessel_class != "SS":
        lines.append(f"ARMING {vessel.arming}  # hexes that sonar missiles run straight, 0 to 10, for the whole game")
    if vessel.vessel_class == "SR":
        tubes = tuple((name, launcher.load) for name, launcher in vessel.launchers.items())
        lines.append(f"{order_text(Loadout(tubes))}  # MK61, MK7, MINE or EMPTY")
    return lines


def _captains(known: State, vessel: Vessel) -> list[str]:
    """Section 6: the movement without orders as an order, and launches to start from."""
    if vessel.broken_off:
        return ["# it has broken off: it runs for its home edge and launches nothing"]
    plan = default_plan(vessel, known, known.next_move)
    speed = plan_speed(vessel.vessel_class, plan)
    course = f"straight on at speed {speed}" if speed else "lies still"
    lines = [f"{order_text(plan)}  # as it stands: {course}; launches nothing; standing orders run"]
    examples = _launches(known, vessel)
    if vessel.vessel_class == "SR" and not vessel.copilot:
        examples += _examples(vessel)
    return lines + _suggested(known, vessel, examples)


def _copilots(known: State, vessel: Vessel) -> list[str]:
    """STG-SEA.1: the helm is the Captain's; without orders the defaults of section 6 hold."""
    return [
        "# as it stands: full power, half-range scan from what the plant has left, PREP for a Mk61 that is launched",
        *_suggested(known, vessel, _examples(vessel)),
    ]


def _suggested(known: State, vessel: Vessel, examples: list[str]) -> list[str]:
    """Orders to be uncommented: those for which there is power."""
    return [f"# {example}" for example in examples if affordable(known, vessel, example)]


def _examples(vessel: Vessel) -> list[str]:
    """What a Stingray's power may go to."""
    whole = {name: tube for name, tube in vessel.launchers.items() if vessel.whole(name)}
    unarmed = next((name for name, tube in whole.items() if tube.load == MK61 and not tube.armed), "")
    empty = next((name for name, tube in whole.items() if not tube.load), "")
    weapon = next((weapon for weapon in (MK61, MK7, MINE) if in_reserve(vessel, weapon)), "")
    wanted = [
        f"PREP STING {unarmed}" if unarmed and vessel.copilot else "",
        f"LOAD {empty} WITH {weapon}" if empty and weapon else "",
        "" if vessel.out("SONAR") else "SCAN 1, HALF 2 6",
        "STANDING DECOY IF MISSILE WITHIN 2" if vessel.stores.get(DECOY) else "",
    ]
    return [order for order in wanted if order]


def _nearest(vessel: Vessel) -> Contact | None:
    """The enemy last seen nearest."""
    enemies = [contact for contact in vessel.reported.contacts.values() if contact.side != vessel.side]
    return min(enemies, key=lambda contact: distance(vessel.hex, contact.hex), default=None)


def _launches(known: State, vessel: Vessel) -> list[str]:
    """A launch from each launcher that is ready, at the nearest contact."""
    found = _nearest(vessel)
    at = found.id if found else "ANY"
    if vessel.vessel_class == "SS":
        return ["DECOY NE IF MISSILE WITHIN 3"] if vessel.stores.get("DECOY") and not vessel.out("DECOY") else []
    ready = {name: launcher for name, launcher in vessel.launchers.items() if may_launch(vessel, name)}
    return [_launch(name, tube.load, tube.armed or bool(vessel.copilot), at) for name, tube in ready.items()]


def _launch(name: str, load: str, prepared: bool, at: str) -> str:
    """`prepared`: armed already, or the Co-Pilot's care."""
    launch = {"1": "LAUNCH STING 1", "2": "LAUNCH STING 2", "LAUNCHER": "LAUNCH"}.get(name, f"LAUNCH {name}")
    if load == MINE:
        return f"{launch} IN PHASE 4"
    if load == MK61:
        return f"{launch} AT {at}" if prepared else f"PREP STING {name}; {launch} AT {at}"
    return f"{launch} AT {at} WHEN ARC AND RANGE <= 8"


def _standing(vessel: Vessel, seat: str) -> list[str]:
    """STG-SEA.1: what is repeated every move, with the numbers that CANCEL STANDING takes."""
    lists = {who: [line.removeprefix(PREFIX) for line in lines] for who, lines in vessel.standing.items()}
    own = [f"# standing {n}: {order}" for n, order in enumerate(lists.pop(seat, []), 1)]
    return own + [f"# standing, of the other seat: {order}" for orders in lists.values() for order in orders]


def _spies(known: State) -> list[str]:
    """STG-SPY: what may be ordered of spies, where the scenario grants them."""
    opening = OPENINGS.get(known.scenario)
    if opening is None or not opening.grants_spies:
        return []
    target = next(entry.id for entry in opening.vessels if entry.vessel_class == "SR")
    if known.setting_up:
        cards = [f"# SPY TRAP {target} SONAR MOVE 4"] * bool(opening.spies.traps)
        cards += [f"# SPY AGENT {target}", "# SPY PLANS"] * bool(opening.spies.others)
        return ["\n".join([f"{UNIT}:", f"# systems: {' '.join(SYSTEMS)}", *cards])]
    if known.agent_aboard:
        return [f"{UNIT}:\n# SPY SABOTAGE SONAR"]
    return []

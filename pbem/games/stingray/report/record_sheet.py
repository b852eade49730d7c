"""The printed record sheets as words and boxes: what the panels write and the pictures draw."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from events.stingray.opening import ConditionSet
from pbem.core.game.phrases import count
from pbem.core.geometry.hexes import DIRECTIONS, Hex, label
from pbem.games.stingray.model.plan import SHIFT, SLOW_DOWN, SPEED_UP, speed_limits, top_speed
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import BATTERY, CLASSES, CREW_DEAD, DECOY, MINE, MK7, MK61, PLANT, READY, TERROR
from pbem.games.stingray.model.vessel import Vessel

ITEM_NAMES = {
    "LIFE": "life support",
    "MOVE": "movement",
    "PREP": "prepare",
    "LAUNCH": "launch",
    "DECOY": "SonaDecoy",
    "SCAN": "sonar",
    "LOAD": "load",
    "MINE": "mine codes",
    "COMMS": "comms",
    "NAV": "nav aids",
}
"""Table 2.5, in the order of STG-POW.6."""
WEAPONS = {MK61: "Mk61", MK7: "Mk7", TERROR: "Terror Missile", MINE: "SonaMine", DECOY: "SonaDecoy"}
STORES = {
    MK61: "Mk61",
    MK7: "Mk7",
    TERROR: "missiles",
    "PORT": "port",
    "STARBOARD": "starboard",
    MINE: "mines",
    DECOY: "SonaDecoy",
}
SYSTEMS = {
    "REACTOR": "reactor",
    "BATTERY": "battery",
    "STEERING": "steering",
    "SONAR": "sonar",
    "TUBE1": "tube 1",
    "TUBE2": "tube 2",
    "ENGINES": "engines",
    "CREW": "crew",
    "COMMS": "comms",
    "NAV": "nav",
    "DECOY": "decoy launcher",
    "LAUNCHER": "launcher",
    "PORT": "port nostril",
    "STARBOARD": "starboard nostril",
    "FUEL": "fuel line",
}
FATES = {"sunk": "SUNK", "exploded": "EXPLODED", "exited": "LEFT THE MAP"}
HOW = {"sonar": "by sonar", "vision": "in sight", "plant": "plant heard", "told": "told", "known": "from the start"}
"""How a contact was found."""
FUEL_BOX = 10
"""AKG that a box of the fuel track stands for."""


def facing_word(facing: int) -> str:
    """`NE`."""
    return DIRECTIONS[facing % 6]


def system_name(system: str) -> str:
    """A system of tables D1 to D5 in words."""
    return SYSTEMS.get(system, system.lower())


def brought_words(condition: ConditionSet) -> str:
    """STG-CAM.4: `5 damage points, 1 injury, its sonar out`; "" of a vessel without damage."""
    said = [count(condition.damage, "damage point")] if condition.damage else []
    said += [count(condition.injuries, "injury", "injuries")] if condition.injuries else []
    for system, level in condition.specials.items():
        said.append(f"its {system_name(system)} out" + (f" {level} times" if level > 1 else ""))
    said += [f"tube {tube} destroyed" for tube in condition.destroyed]
    return ", ".join(said)


def boxes(marked: int, printed: int) -> str:
    """`XX....`: so many crossed off."""
    return "X" * min(marked, printed) + "." * max(0, printed - marked)


def left_boxes(left: int, printed: int) -> str:
    """`###xx`: what is left, and what is used up."""
    return "#" * left + "x" * max(0, printed - left)


def title(vessel: Vessel) -> str:
    """`SR1 Stingray`."""
    return f"{vessel.id} {vessel.printed.title}"


def reckoned(vessel: Vessel | None, hex: str) -> str:
    """STG-NAV.2: a vessel's own hex; without a fix it is known by dead reckoning."""
    return f"DR {hex}" if vessel and not vessel.fix else hex


def where(vessel: Vessel) -> str:
    """Hexes and facing; of a vessel that is gone, its fate."""
    if vessel.afloat:
        tail = f" (tail {label(vessel.tail)})" if vessel.tail else ""
        return f"hex {reckoned(vessel, label(vessel.hex))}{tail} facing {facing_word(vessel.facing)}"
    edge = f" by the {vessel.exit_edge} edge" if vessel.exit_edge else ""
    return f"{FATES[vessel.fate]}{edge}, last in hex {reckoned(vessel, label(vessel.hex))}"


def speeds(vessel: Vessel, known: State) -> str:
    """STG-MOV.4: the speeds that are legal next."""
    limits = speed_limits(vessel, known.next_move, known.options)
    return f"{limits.least}" if limits.least == limits.most else f"{limits.least} to {limits.most}"


def performance(vessel: Vessel, options: Mapping[str, Any]) -> str:
    """`max 6, accel 3, decel 2, turns 1`, as the options and the damage have it."""
    printed, top = vessel.printed, top_speed(vessel, options)
    if vessel.vessel_class == "SS":
        return f"max {top}, accel 1/{SPEED_UP + 1}, decel 1/{SLOW_DOWN + 1}, shifts 1/{SHIFT + 1}"
    faster, slower = printed.accelerate, printed.decelerate
    if vessel.vessel_class == "MF" and options["mega-accel"] == "sheet":
        faster, slower = slower, faster
    cruise = f"cruise {printed.cruise}, " if printed.cruise else ""
    return f"{cruise}max {top}, accel {faster}, decel {slower}, turns {printed.turns}"


def next_changes(vessel: Vessel, known: State) -> str:
    """STG-SUP.1: from which move on a SuperSub may shift, accelerate and slow."""

    def free(last: int, wait: int) -> str:
        move = last + wait + 1 if last else 0
        return f"move {move}" if move > known.next_move else "now"

    return (
        f"shift {free(vessel.shifted, SHIFT)}, acceleration {free(vessel.accelerated, SPEED_UP)}, "
        f"deceleration {free(vessel.slowed, SLOW_DOWN)}"
    )


def when(move: int) -> str:
    """The report in which something was last found; 0 is the opening."""
    return f"in move {move}" if move else "before move 1"


def crew_words(vessel: Vessel) -> str:
    """STG-CRW.1: `unhurt`, `-2`, `dead`."""
    if vessel.crew_dead:
        return "dead"
    return f"-{vessel.injuries}" if vessel.injuries else "unhurt"


def crew_boxes(vessel: Vessel) -> str:
    """Four boxes: -1, -2, -3, dead."""
    return boxes(vessel.injuries, CREW_DEAD)


def repair_words(vessel: Vessel) -> str:
    """STG-REP.2: the face that repairs, the crew's penalty counted."""
    needed = vessel.printed.repair + vessel.penalty
    if vessel.crew_dead or needed > 6:
        return "no repair by this crew"
    return f"repair {needed}{'+' if needed < 6 else ''} at speed 0"


def specials(vessel: Vessel) -> list[str]:
    """Systems out, in words: `reactor 2 steps`, `nav`, `tube 1 destroyed`."""
    found = [system_name(s) + (f" {count(n, 'step')}" if n > 1 else "") for s, n in vessel.specials.items() if n]
    return found + [f"tube {name} destroyed" for name, launcher in vessel.launchers.items() if launcher.destroyed]


def specials_words(vessel: Vessel) -> str:
    """`nav, sonar (repair 5+ at speed 0)`, or `none`."""
    found = specials(vessel)
    if not found:
        return "none"
    repairable = f" ({repair_words(vessel)})" if any(vessel.specials.values()) else ""
    return f"{', '.join(found)}{repairable}"


def launcher_words(vessel: Vessel, name: str) -> str:
    """`Mk61 ARMED`, `empty`, `ready`, `reloading`, `out`, `destroyed`."""
    launcher = vessel.launchers[name]
    if launcher.destroyed:
        return "destroyed"
    if vessel.printed.fish:
        held = "ready" if launcher.load == READY else "reloading"
    else:
        held = WEAPONS.get(launcher.load, "empty") + (" ARMED" if launcher.armed else "")
    return f"{held}, OUT" if vessel.launcher_out(name) else held


def plan_words(vessel: Vessel) -> str:
    """The movement plan of the move just played."""
    if not vessel.plan:
        return "none yet"
    hexes = f"speed {vessel.ordered}"
    return f"{vessel.plan} ({hexes}{f', cut to {vessel.scheduled}' if vessel.scheduled != vessel.ordered else ''})"


def track_words(vessel: Vessel) -> str:
    """`0414 2:0513 4:0613`: the hexes of the move, with the phase each was entered in."""
    entered = (f"{f'{p}:' if p else ''}{label(h)}" for h, p in zip(vessel.track, vessel.track_phases, strict=True))
    return " ".join(entered)


def zone_words(zones: Collection[str]) -> str:
    """STG-SCN.1: `1 2 6 full, 3 half`."""
    full, half = [z for z in zones if not z.startswith("h")], [z[1:] for z in zones if z.startswith("h")]
    said = [f"{' '.join(some)} {range}" for some, range in ((full, "full"), (half, "half range")) if some]
    return ", ".join(said) or "none"


def spent(vessel: Vessel) -> int:
    """APU that were used."""
    return sum(vessel.power.items.values())


def power_words(vessel: Vessel) -> str:
    """STG-POW.2: what became of the APU of the move."""
    power = vessel.power
    drawn = f"  drawn {power.drawn}" if power.drawn else ""
    return f"spent {spent(vessel)}{drawn}  stored {power.stored}  wasted {power.wasted}"


def usage_words(vessel: Vessel) -> list[str]:
    """`life support 1`, in the order of the printed list."""
    return [f"{name} {vessel.power.items.get(item, 0)}" for item, name in ITEM_NAMES.items()]


def battery_boxes(vessel: Vessel) -> str:
    """Ten boxes of charge."""
    return "#" * vessel.battery + "." * (BATTERY - vessel.battery)


def output_boxes(vessel: Vessel) -> str:
    """Plant output: `######`, `###...`; what the damaged plant cannot give is crossed off."""
    given = vessel.power.output if vessel.power.items else vessel.output
    most = max(given, vessel.max_output)
    return "#" * given + "." * (most - given) + "x" * (PLANT - most)


def stores(vessel: Vessel) -> list[tuple[str, int, int]]:
    """Name, left and printed number of each store."""
    return [(STORES[key], vessel.stores.get(key, 0), full) for key, full in CLASSES[vessel.vessel_class].stores.items()]


def fuel_full(vessel: Vessel) -> int:
    """The end of the fuel track, in AKG."""
    return 60 * vessel.printed.fuel_dice


def fuel_track(vessel: Vessel) -> str:
    """A box for each ten AKG begun: `####..`."""
    full = -(-vessel.fuel // FUEL_BOX)
    return "#" * full + "." * (fuel_full(vessel) // FUEL_BOX - full)


def labels_of(hexes: Iterable[Hex]) -> str:
    """Hexes as words."""
    return " ".join(label(hex) for hex in hexes)

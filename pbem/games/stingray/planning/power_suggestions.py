"""Orders for power, sensors, tubes and repair that a crew may choose from now: the Co-Pilot's part of a Stingray."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.game.report_parts import SuggestedOrder
from pbem.core.geometry.hexes import distance
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import CODE_RANGE, MINE, MK7, MK61, TERRAINIANS
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.report.record_sheet import WEAPONS, system_name

TUBES, SENSORS, POWER, REPAIR = "Tubes and missiles", "Scan and links", "Power", "Repair"
SCANS = (
    ("SCAN 1, HALF 2 6", "searches ahead to full range, the bows to half: 2 APU"),
    ("SCAN 1 2 6", "searches ahead and both bows to full range: 3 APU"),
    ("SCAN HALF ALL", "searches all round to half range: 3 APU"),
    ("SCAN ALL", "searches all round to full range: 6 APU"),
)
QUIET = (0, 3)
"""Plant outputs worth offering; the most is the default."""


def crew_picks(known: State, vessel: Vessel) -> Iterator[SuggestedOrder]:
    """What there is to order aboard, whatever the helm does."""
    if vessel.vessel_class == "SR":
        yield from _tubes(vessel)
        yield from _missiles(known, vessel)
        yield from _sensors(vessel)
        yield from _power(known, vessel)
    elif vessel.vessel_class == "MF" and not vessel.broken_off:
        yield from _nostrils(vessel)
    for system, level in vessel.specials.items():
        if level and system in vessel.printed.repairs:
            yield SuggestedOrder(
                vessel.id, REPAIR, f"REPAIR {system}", f"the {system_name(system)} first, if you lie still (STG-REP.1)"
            )


def _tubes(vessel: Vessel) -> Iterator[SuggestedOrder]:
    """STG-LAU.6."""
    in_tubes = [launcher.load for launcher in vessel.launchers.values()]
    for name, launcher in vessel.launchers.items():
        if not vessel.whole(name):
            continue
        if launcher.load == MK61 and not launcher.armed:
            yield SuggestedOrder(vessel.id, TUBES, f"PREP STING {name}", f"arms the Mk61 in tube {name}: 1 APU (STG-LAU.6)")
        for weapon in (MK61, MK7, MINE) if not launcher.load else ():
            if vessel.stores.get(weapon, 0) > in_tubes.count(weapon):
                hint = f"loads {WEAPONS[weapon]} into tube {name}, ready next move: 1 APU (STG-LAU.6)"
                yield SuggestedOrder(vessel.id, TUBES, f"LOAD {name} WITH {weapon}", hint)


def _missiles(known: State, vessel: Vessel) -> Iterator[SuggestedOrder]:
    """STG-M61.5, STG-MIN.5."""
    for missile in known.guided(vessel):
        if missile.lock and missile.via:
            hint = f"steers it straight at {missile.target} (STG-M61.5)"
            yield SuggestedOrder(vessel.id, TUBES, f"STEER {missile.name} DIRECT", hint)
    for mine in known.mines.values():
        if mine.side == TERRAINIANS and distance(vessel.hex, mine.hex) <= CODE_RANGE:
            switch = "OFF" if mine.active else "ON"
            hint = f"switches it {switch.lower()} by code, at the start: 1 APU (STG-MIN.5)"
            yield SuggestedOrder(vessel.id, TUBES, f"MINE {mine.id} {switch}", hint)


def _nostrils(vessel: Vessel) -> Iterator[SuggestedOrder]:
    """STG-LAU.2."""
    for name, launcher in vessel.launchers.items():
        if not launcher.load and not vessel.launcher_out(name) and vessel.stores.get(name, 0) + vessel.stores.get(MINE, 0):
            yield SuggestedOrder(
                vessel.id, TUBES, f"RELOAD {name}", f"reloads the {system_name(name)}, as it would anyway (STG-LAU.2)"
            )


def _sensors(vessel: Vessel) -> Iterator[SuggestedOrder]:
    """STG-SCN.1, STG-NAV.1, STG-COM.2."""
    for text, hint in () if vessel.out("SONAR") else SCANS:
        yield SuggestedOrder(vessel.id, SENSORS, text, f"{hint} (STG-SCN.1)")
    if not vessel.out("NAV"):
        yield SuggestedOrder(vessel.id, SENSORS, "NAV ON", "a satellite fix: 1 APU (STG-NAV.1)")
    if not vessel.out("COMMS"):
        yield SuggestedOrder(vessel.id, SENSORS, "COMMS ON", "link to Marineville HQ: 1 APU (STG-COM.2)")


def _power(known: State, vessel: Vessel) -> Iterator[SuggestedOrder]:
    """STG-POW.1 to STG-POW.10."""
    for output in QUIET:
        if output < vessel.max_output:
            heard = output * int(known.options["passive-per-apu"])
            yield SuggestedOrder(vessel.id, POWER, f"POWER {output}", f"the plant is heard at {heard} hexes (STG-POW.10)")
    if vessel.battery and not vessel.out("BATTERY"):
        yield SuggestedOrder(vessel.id, POWER, "BATTERY 0", f"draws nothing; {vessel.battery} APU stay there (STG-POW.3)")
    suits = ("SUITS OFF", "the crew takes its suits off") if vessel.suited else ("SUITS ON", "the crew gets into its suits")
    yield SuggestedOrder(vessel.id, POWER, suits[0], f"{suits[1]} during this move (STG-POW.8)")
    if vessel.suited:
        yield SuggestedOrder(vessel.id, POWER, "LIFE OFF", "saves 1 APU; the crew is suited (STG-POW.8)")
    yield SuggestedOrder(vessel.id, POWER, "PRIORITY LIFE, LAUNCH, PREP, MOVE", "weapons are paid before movement (STG-POW.6)")

"""Step 4, ASSESS: STG-DMG damage tables, STG-SPH special hits, STG-CRW injuries. No crew penalty counts here (STG-DMG.5)."""

from __future__ import annotations

from events.stingray.damage import CrewHurt, Damaged, FuelLost, Sank, SpecialHit, TanksHit, TubeDestroyed
from pbem.core.geometry.hexes import label
from pbem.games.stingray.model.tables import DAMAGE, MK61, Harm
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.rules.turn_scratch import Hit, Sound, TurnScratch

WORDS = {
    "MK61": "Sting Mk61",
    "MK7": "Sting Mk7",
    "TERROR": "Terror Missile",
    "MINE": "SonaMine",
    "RAM": "ram",
    "COLLISION": "collision",
    "OBSTACLE": "obstacle",
    "LANDING": "re-entry",
}
FIXED = {"RAM": "STG-RAM.5", "COLLISION": "STG-RAM.4", "LANDING": "STG-LEP.9"}
"""Hits whose points were reckoned when they were recorded, and by which clause."""
TUBE_EXPLOSION = 3
"""STG-SPH.5: damage points of an armed Mk61 hit in its tube."""
MEGA_EXPLODES = 2
"""STG-DMG.4: this or less on the die."""
CUMULATIVE = ("REACTOR", "ENGINES")
CLAUSES = {"REACTOR": "STG-SPH.3", "ENGINES": "STG-SPH.3", "COMMS": "STG-SPH.6", "NAV": "STG-SPH.6"}
"""Of a Stingray's systems; of all others STG-SPH.4, of a SuperSub's own STG-SPH.7."""


def assess(scratch: TurnScratch) -> None:
    """STG-DMG.1: every hit in the order recorded, then all vessels at or over their points sink. STG-DMG.6: for good.

    Points of rams were fixed from the damage before; the tables do not look at it, so adding up at once is the same.
    """
    exploded: set[str] = set()
    for hit in scratch.hits:
        vessel = scratch.state.vessels[hit.vessel]
        if hit.cause in FIXED:
            _hurt(scratch, vessel, hit.points, WORDS[hit.cause], FIXED[hit.cause])
        elif hit.cause == "OBSTACLE":
            _obstacle(scratch, vessel)
        elif vessel.printed.fish:
            _fish(scratch, vessel, hit, exploded)
        else:
            _terrainian(scratch, vessel, hit)
    _sink(scratch, exploded)


def _hurt(scratch: TurnScratch, vessel: Vessel, points: int, cause: str, rule: str) -> None:
    scratch.tell(Damaged(vessel.id, points, cause, vessel.damage + points), rule, vessel)


def _sink(scratch: TurnScratch, exploded: set[str]) -> None:
    """STG-DMG.3. A vessel that was hit and then left the map goes down as well (STG-SEQ.3: it had completed the move)."""
    struck = {hit.vessel for hit in scratch.hits}
    for vessel in scratch.state.vessels.values():
        if not vessel.afloat and vessel.id not in struck:
            continue
        if vessel.id in exploded or vessel.remaining <= 0:
            scratch.sounds.append(Sound("breaking up", vessel.hex, 0))
            how = "exploded" if vessel.id in exploded else "sunk"
            rule = "STG-DMG.4" if vessel.id in exploded else "STG-DMG.3"
            scratch.tell(Sank(vessel.id, how, label(vessel.hex)), rule, vessel)


# ---------------------------------------------------------------- tables


def _obstacle(scratch: TurnScratch, vessel: Vessel) -> None:
    """STG-OBS.2: a die of points, no special hits."""
    points = scratch.die(f"obstacle {vessel.id}", "STG-OBS.2", vessel.crew)
    _hurt(scratch, vessel, points, WORDS["OBSTACLE"], "STG-OBS.2")


def _fish(scratch: TurnScratch, vessel: Vessel, hit: Hit, exploded: set[str]) -> None:
    """STG-DMG.2: D1 for a Mk61, else D2; STG-SPH.8: what else it breaks."""
    table = DAMAGE.fish_by_mk61 if hit.cause == MK61 else DAMAGE.fish_by_other
    harm = _look_up(scratch, vessel, table, "dmg-fish")
    cause = WORDS[hit.cause]
    if harm.special == "TANKS":
        if _tanks(scratch, vessel, cause):
            exploded.add(vessel.id)
        return
    _hurt(scratch, vessel, harm.points, cause, "STG-DMG.2")
    if harm.special:
        special(scratch, vessel, harm.special, cause)


def _terrainian(scratch: TurnScratch, vessel: Vessel, hit: Hit) -> None:
    """STG-DMG.2: D3, by accident with a Mk61 one point more; STG-SPH.1, STG-SPH.2: a special hit at once for results 1-3."""
    harm = _look_up(scratch, vessel, DAMAGE.terrainian, "dmg-terr")
    cause = WORDS[hit.cause]
    _hurt(scratch, vessel, harm.points + (hit.cause == MK61), cause, "STG-DMG.2")
    if harm.special:
        _roll_special(scratch, vessel, cause)


def _look_up(scratch: TurnScratch, vessel: Vessel, table: dict[str, Harm], roll: str) -> Harm:
    return table[str(scratch.die(f"{roll} {vessel.id}", "STG-DMG.2", vessel.crew))]


def _tanks(scratch: TurnScratch, vessel: Vessel, cause: str) -> bool:
    """STG-DMG.4: a TF explodes; a MegaFish loses half its fuel, as it is then, and may explode. No damage points.

    Vessels go down when all hits are assessed (STG-DMG.1); why this one does is told here.
    """
    rolled = 0
    if vessel.vessel_class == "MF":
        scratch.tell(FuelLost(vessel.id, vessel.fuel // 2), "STG-DMG.4", vessel)
        rolled = scratch.die(f"mega-explode {vessel.id}", "STG-DMG.4", vessel.crew)
    exploded = rolled <= MEGA_EXPLODES
    scratch.tell(TanksHit(vessel.id, cause, rolled, exploded), "STG-DMG.4", vessel)
    return exploded


# ---------------------------------------------------------------- special hits


def _roll_special(scratch: TurnScratch, vessel: Vessel, cause: str) -> None:
    """STG-SPH.1: a Stingray's d10 reads 0-9, its face 10 being 0; STG-SPH.2: a SuperSub's d6."""
    if vessel.vessel_class == "SR":
        face = scratch.die(f"special-stingray {vessel.id}", "STG-SPH.1", vessel.crew, 10) % 10
        system = DAMAGE.special_stingray[str(face)]
    else:
        face = scratch.die(f"special-supersub {vessel.id}", "STG-SPH.2", vessel.crew)
        system = DAMAGE.special_supersub[str(face)]
    special(scratch, vessel, system, cause)


def special(scratch: TurnScratch, vessel: Vessel, system: str, cause: str) -> None:
    """A special hit on a system (D1 to D5, or a saboteur's work), told if it breaks anything."""
    if system == "CREW":
        _injure(scratch, vessel, cause)
    elif system == "LAUNCHER" and vessel.vessel_class == "MF":
        _nostrils(scratch, vessel, cause)
    elif system.startswith("TUBE"):
        _tube(scratch, vessel, system, cause)
    else:
        _put_out(scratch, vessel, system, cause, _clause(vessel, system))


def _clause(vessel: Vessel, system: str) -> str:
    if vessel.printed.fish:
        return "STG-SPH.8"
    if vessel.vessel_class == "SS" and system in ("REACTOR", "DECOY"):
        return "STG-SPH.7"
    return CLAUSES.get(system, "STG-SPH.4")


def _put_out(scratch: TurnScratch, vessel: Vessel, system: str, cause: str, rule: str) -> None:
    """STG-SPH.3: a Stingray's reactor and engines halve again; STG-SPH.6, STG-SPH.7: nothing else is hit twice."""
    level = vessel.specials.get(system, 0)
    if level and (vessel.vessel_class != "SR" or system not in CUMULATIVE):
        return
    scratch.tell(SpecialHit(vessel.id, system, cause, level + 1), rule, vessel)


def _injure(scratch: TurnScratch, vessel: Vessel, cause: str) -> None:
    """STG-CRW.1: one injury, the fourth kills the crew; STG-CRW.4: for good."""
    if not vessel.crew_dead:
        scratch.tell(CrewHurt(vessel.id, vessel.injuries + 1, cause), "STG-CRW.1", vessel)


def _tube(scratch: TurnScratch, vessel: Vessel, system: str, cause: str) -> None:
    """STG-SPH.5: an armed Mk61 destroys its tube, 3 points, and D4 is rolled again; else the tube is out and keeps its load."""
    tube = system.removeprefix("TUBE")
    launcher = vessel.launchers[tube]
    if launcher.destroyed:
        return
    if not launcher.armed:
        _put_out(scratch, vessel, system, cause, "STG-SPH.5")
        return
    own = f"armed Mk61 in tube {tube}"
    _hurt(scratch, vessel, TUBE_EXPLOSION, own, "STG-SPH.5")
    scratch.tell(TubeDestroyed(vessel.id, tube), "STG-SPH.5", vessel)
    _roll_special(scratch, vessel, own)


def _nostrils(scratch: TurnScratch, vessel: Vessel, cause: str) -> None:
    """STG-SPH.8: one nostril by the die, the other if that is out already; option `mega-launcher` = both: both, no die."""
    systems = ["PORT", "STARBOARD"]
    if scratch.state.opt("mega-launcher") == "one":
        starboard = scratch.die(f"mega-launcher {vessel.id}", "STG-SPH.8", vessel.crew) > 3
        first = systems[starboard]
        systems = [systems[not starboard] if vessel.out(first) else first]
    for system in systems:
        _put_out(scratch, vessel, system, cause, "STG-SPH.8")

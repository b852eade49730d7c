"""STG-SCN, section 2.6: what a vessel's own sonar, eyes and ears notice at this instant, and whom it holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from pbem.core.geometry.hexes import Hex, distance
from pbem.games.stingray.model.geometry import range_to, sees, zones_of
from pbem.games.stingray.model.state import Mine, Missile, State
from pbem.games.stingray.model.tables import MK61
from pbem.games.stingray.model.vessel import How, MissileContact, Vessel
from pbem.games.stingray.rules.turn_scratch import TurnScratch

FOUND_BY: dict[str, tuple[str, ...]] = {
    "SS": ("1", "2", "3", "4", "5", "6"),
    "TF": ("1", "2", "6"),
    "MF": ("1", "2", "6", "h3", "h4", "h5"),
}
"""STG-SCN.2: zones searched without cost or orders; `h` marks the shorter of a class's two ranges."""
Seen = Literal["sonar", "vision"]
Sweep = dict[int, int]
"""By searched zone, how far it is searched, in hexes."""


def reach(options: Mapping[str, Any], vessel_class: str, zone: str) -> int:
    """Table 2.6: how far a zone is searched, in hexes; `zone` as in `state.Power.zones`."""
    if vessel_class == "TF" or (vessel_class == "MF" and zone.startswith("h")):
        return int(options["fish-sonar-range"])
    full = int(options["sonar-range"])
    return full // 2 if zone.startswith("h") else full


def searched(vessel: Vessel) -> tuple[str, ...]:
    """STG-SCN.1, STG-SCN.2: the zones a vessel searches now; none without working sonar (STG-SPH.4) or crew (STG-CRW.3)."""
    if not listens(vessel):
        return ()
    return FOUND_BY.get(vessel.vessel_class) or tuple(vessel.power.zones)


def listens(vessel: Vessel) -> bool:
    """Does it have working sonar and a living crew? Fish have nothing there that could break."""
    return vessel.fit and not vessel.out("SONAR")


def sweep_of(state: State, vessel: Vessel, zones: Iterable[str]) -> Sweep:
    """How far it searches these zones; one that is given in full and to half is searched in full."""
    found: Sweep = {}
    for zone in zones:
        number = int(zone[-1])
        found[number] = max(found.get(number, 0), reach(state.options, vessel.vessel_class, zone))
    return found


def spotted(state: State, observer: Vessel, hex: Hex, sweep: Sweep, limit: int = 999) -> Seen | None:
    """STG-SCN.1, STG-SCN.5: how a thing is seen, by sonar (within `limit`) or through the ports; both need a clear line."""
    away = distance(observer.hex, hex)
    for zone in zones_of(observer.facing, observer.hex, hex):
        if away <= limit and away <= sweep.get(zone, -1):
            return "sonar" if sees(observer.hex, hex, state.obstacles) else None
    in_view = away <= state.number("visual-range") and sees(observer.hex, hex, state.obstacles)
    return "vision" if in_view else None


def plant_output(state: State, vessel: Vessel) -> int:
    """STG-POW.10: APU that can be heard; before move 1 all plants run in full. A SuperSub's counts as 6, or 3 (2.6)."""
    return vessel.output if vessel.vessel_class == "SR" and state.move else vessel.max_output


def plant_heard(state: State, observer: Vessel, target: Vessel) -> bool:
    """STG-SCN.4: plant noise, all round, through rocks, by enemies only."""
    if observer.side == target.side or target.printed.fish or not listens(observer):
        return False
    noise = state.number("passive-per-apu") * plant_output(state, target)
    return noise > 0 and range_to(observer.hex, target.body) <= noise


def detected(state: State, observer: Vessel, target: Vessel, sweep: Sweep) -> How | None:
    """How a fit vessel's own senses notice another one in play at this instant.

    STG-HEX.7: of a two-hex vessel either hex will do; a MegaFish itself looks from its head.
    """
    if target is observer:
        return None
    how: How | None = spotted(state, observer, target.hex, sweep)
    if target.tail is not None and how != "sonar":
        how = spotted(state, observer, target.tail, sweep) or how
    return how or ("plant" if plant_heard(state, observer, target) else None)


# ---------------------------------------------------------------- held


def identified(state: State, side: str) -> set[str]:
    """STG-SCN.4: all that a side has ever found out to be a vessel, as far as it reports; and the names of plants."""
    return {name for vessel in state.of_side(side) if vessel.can_report for name in vessel.finds.contacts}


def _identified_by(state: State, observer: Vessel, id: str) -> bool:
    """By the observer, or by its side as far as it reports."""
    return id in observer.finds.contacts or (observer.can_report and id in identified(state, observer.side))


def _renewed(state: State, observer: Vessel, name: str) -> bool:
    """Is a name on the vessel's list as renewed in the last report?"""
    contact = observer.finds.contacts.get(name)
    return contact is not None and contact.move == state.move - 1


def held(scratch: TurnScratch, observer: Vessel, target_id: str) -> Vessel | None:
    """STG-SCN.8: the vessel of this name (an id or U1 …), if the observer holds it under that name now."""
    state = scratch.state
    target = state.vessels.get(state.umpire.plants.get(target_id, target_id))
    if target is None or not target.afloat or not observer.fit:
        return None
    if _renewed(state, observer, target_id):
        return target
    how = detected(state, observer, target, sweep_of(state, observer, searched(observer)))
    unknown = how == "plant" and target_id == target.id and not _identified_by(state, observer, target.id)
    return target if how and not unknown else None


def holds(state: State, observer: Vessel, target: Vessel) -> bool:
    """STG-SCN.8: does the observer hold this vessel, under whatever name? (What `AT ANY` may choose from.)"""
    if not observer.fit or not target.afloat:
        return False
    names = [target.id, *(name for name, id in state.umpire.plants.items() if id == target.id)]
    if any(_renewed(state, observer, name) for name in names):
        return True
    return detected(state, observer, target, sweep_of(state, observer, searched(observer))) is not None


# ---------------------------------------------------------------- missiles and mines


def missiles_noticed(state: State, observer: Vessel, sweep: Sweep) -> dict[str, MissileContact]:
    """STG-SCN.3, STG-SCN.5, STG-SCN.6: missiles in the water, by their true ids, which no report may give."""
    missiles = state.missiles.values()
    return {missile.id: found for missile in missiles if (found := _missile(state, observer, missile, sweep))}


def own_mk61(vessel: Vessel, missile: Missile) -> bool:
    """Section 7: what a vessel knows anyway, and needs no scan for."""
    return missile.kind == MK61 and missile.launcher == vessel.id


def _missile(state: State, observer: Vessel, missile: Missile, sweep: Sweep) -> MissileContact | None:
    """Which way a missile is noticed; one that is only heard does not tell its kind."""
    if own_mk61(observer, missile):
        return None
    how = spotted(state, observer, missile.hex, sweep)
    if how:
        return MissileContact(missile.kind, missile.hex, missile.heading, how)
    if listens(observer) and distance(observer.hex, missile.hex) <= state.number("hydrophone-range"):
        return MissileContact("", missile.hex, missile.heading, "hydrophone")
    return None


def mine_shows(state: State, observer: Vessel, hex: Hex, sweep: Sweep) -> bool:
    """STG-SCN.3: would a mine in this hex be noticed? By sonar only within half range."""
    return spotted(state, observer, hex, sweep, state.number("sonar-range") // 2) is not None


def mines_noticed(state: State, observer: Vessel, sweep: Sweep) -> set[Hex]:
    """Hexes in which the other side's mines are noticed; one's own are known always (section 7)."""
    return {mine.hex for mine in _foreign(state, observer) if mine_shows(state, observer, mine.hex, sweep)}


def _foreign(state: State, observer: Vessel) -> list[Mine]:
    return [mine for mine in state.mines.values() if mine.side != observer.side]

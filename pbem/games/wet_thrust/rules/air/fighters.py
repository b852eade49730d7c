"""Step 5.1: combat in the air (WT-12). Dogfights first, then fighters on other aircraft."""

from __future__ import annotations

from collections import Counter

from events.wet_thrust.flying import AircraftLost, Dogfight, Engaged, FightersFired, GunnersFired
from pbem.core.geometry.tabletop import together, within
from pbem.games.wet_thrust.model.orders import Cap
from pbem.games.wet_thrust.model.tables import FIGHTER_KILLS, GUNNER_KILLS, kills
from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.model.units import Squadron, Vessel
from pbem.games.wet_thrust.rules.air.flights import Attacker, attacks, escorts, task

PRIORITY = ("T", "DB", "B")
"""WT-12.7: what CAP goes for first, unless ordered otherwise."""
COVER = 6
"""WT-12.4: inches within which CAP covers ships with area defence."""
Hunts = dict[str, list[str]]
"""By the squadron attacked, in unit order: the fighters that attack it, in unit order."""


def step(scratch: TurnScratch) -> None:
    """Step 5.1: WT-12.8, then WT-12.9. WT-12.3: who has fired in a dogfight does not fire again."""
    hunts, squadrons = _hunts(scratch), scratch.state.squadrons
    _meet(scratch, hunts)
    duels = _duels(scratch, hunts)
    done = _dogfights(scratch, duels) | {one for one, _ in duels}
    for prey, fighters in hunts.items():
        hunters = [squadrons[id] for id in fighters if id not in done and squadrons[id].airborne]
        if hunters and squadrons[prey].airborne:
            _pounce(scratch, hunters, squadrons[prey])


# ---------------------------------------------------------------- who fights whom


def _hunts(scratch: TurnScratch) -> Hunts:
    """WT-12.7: CAP assigned to attackers, and interceptors that have reached their quarry (WT-12.6)."""
    pairs = {*_assigned(scratch), *scratch.engaged.items()}
    hunted = {prey for _, prey in pairs}
    flying = [each.id for each in scratch.state.flying()]
    return {prey: [id for id in flying if (id, prey) in pairs] for prey in flying if prey in hunted}


def _meet(scratch: TurnScratch, hunts: Hunts) -> None:
    """WT-12.7: who fights whom, and where they have met, for aircraft of step 3.6 may have flown on from there.

    Ruling W56: interceptors and CAP under one clause.
    """
    for prey, fighters in hunts.items():
        for fighter in fighters:
            met = scratch.met.get(fighter, scratch.state.squadrons[prey].at)
            scratch.tell(Engaged(fighter, prey, list(met)), "WT-12.7")


def _assigned(scratch: TurnScratch) -> list[tuple[str, str]]:
    """WT-12.7 a: CAP of each carrier goes for attackers of the ships it protects, one by one, and round again."""
    coming, patrols = attacks(scratch), _patrols(scratch)
    found: list[tuple[str, str]] = []
    for carrier in scratch.state.afloat():
        cover = patrols.get(carrier.id, [])
        threats = _threats(scratch, carrier, coming) if cover else []
        load: Counter[str] = Counter()
        for fighter in cover:
            if threats:
                prey = min(threats, key=lambda each: (load[each.id], _rank(scratch, fighter, each)))
                load[prey.id] += 1
                found.append((fighter.id, prey.id))
    return found


def _patrols(scratch: TurnScratch) -> dict[str, list[Squadron]]:
    """WT-12.4: by carrier, the fighters on CAP that are with her."""
    found: dict[str, list[Squadron]] = {}
    for each in scratch.state.flying():
        if isinstance(task(scratch, each), Cap) and together(each.at, scratch.state.ships[each.carrier].at):
            found.setdefault(each.carrier, []).append(each)
    return found


def _threats(scratch: TurnScratch, carrier: Vessel, coming: list[Attacker]) -> list[Squadron]:
    """WT-12.4: attackers of the carrier, and of friends within 6 inches of her that have a working ADF, in unit order."""
    friends = [ship for ship in scratch.state.afloat(carrier.side) if within(ship.at, carrier.at, COVER)]
    covered = {carrier.id} | {ship.id for ship in friends if ship.visible and ship.sheet.working("AD")}
    return [scratch.state.squadrons[each.squadron] for each in coming if each.target in covered]


def _rank(scratch: TurnScratch, fighter: Squadron, prey: Squadron) -> int:
    """WT-12.7: by its CAP PRIORITY; types that it does not name come last."""
    aim = scratch.aims.get(fighter.id)
    wanted = (aim.priority if isinstance(aim, Cap) else ()) or PRIORITY
    return wanted.index(prey.kind) if prey.kind in wanted else len(wanted)


def _duels(scratch: TurnScratch, hunts: Hunts) -> list[tuple[str, str]]:
    """WT-12.7 b, c: attackers paired with escorts, and with fighters that they intercept; in unit order of the attackers."""
    found: list[tuple[str, str]] = []
    for prey, fighters in hunts.items():
        squadron = scratch.state.squadrons[prey]
        if squadron.kind == "F":
            found += [(fighter, prey) for fighter in fighters]
        else:
            found += zip(fighters, (each.id for each in escorts(scratch, squadron)), strict=False)
    order = [each.id for each in scratch.state.flying()]
    return sorted(found, key=lambda pair: order.index(pair[0]))


# ---------------------------------------------------------------- dogfights


def _dogfights(scratch: TurnScratch, duels: list[tuple[str, str]]) -> set[str]:
    """WT-12.8: attacker first; losses together, after all of them. Returns those who have fired."""
    fired: set[str] = set()
    losses: Counter[str] = Counter()
    for one, other in duels:
        firing = [one not in fired, other not in fired]
        if any(firing):
            dealt = _shoot(scratch, one, other, "WT-12.8") if firing[0] else 0
            suffered = _shoot(scratch, other, one, "WT-12.8") if firing[1] else 0
            shot = _left(scratch, other, losses[other], dealt), _left(scratch, one, losses[one], suffered)
            scratch.tell(Dogfight(one, other, dealt, suffered, *shot), "WT-12.8")
            losses.update({other: dealt, one: suffered})
            fired |= {one, other}
    for squadron in scratch.state.flying():
        shoot_down(scratch, squadron, losses[squadron.id], "WT-12.8")
    return fired


def _shoot(scratch: TurnScratch, by: str, at: str, rule: str) -> int:
    """What all fighters of a squadron shoot down: a die each."""
    squadron = scratch.state.squadrons[by]
    return kills(scratch.open_roll(squadron.aircraft, 6, f"fighter_fire {by} at {at}", rule), FIGHTER_KILLS)


def _left(scratch: TurnScratch, squadron: str, gone: int, number: int) -> int:
    """WT-12.10: how many of these kills find an aircraft, when so many are gone already."""
    return min(number, max(0, scratch.state.squadrons[squadron].aircraft - gone))


def shoot_down(scratch: TurnScratch, squadron: Squadron, number: int, rule: str) -> None:
    """WT-12.10: kills beyond its strength are lost. WT-11.14: without aircraft it is gone."""
    gone = min(number, squadron.aircraft)
    if gone > 0:
        left = squadron.aircraft - gone
        scratch.tell(AircraftLost(squadron.id, gone, left, "shot down"), rule)
        if not left:
            scratch.downed.add(squadron.id)


# ---------------------------------------------------------------- fighters on other aircraft


def _pounce(scratch: TurnScratch, hunters: list[Squadron], prey: Squadron) -> None:
    """WT-12.9: all fighters first, then what is left of their prey fires at the first of them; planes are unarmed."""
    total = 0
    for hunter in hunters:
        hits = _shoot(scratch, hunter.id, prey.id, "WT-12.9")
        scratch.tell(FightersFired(hunter.id, prey.id, hits, _left(scratch, prey.id, total, hits)), "WT-12.9")
        total += hits
    shoot_down(scratch, prey, total, "WT-12.9")
    if prey.airborne and prey.kind != "R":
        first = hunters[0]
        back = kills(scratch.open_roll(prey.aircraft, 6, f"air_return {prey.id} at {first.id}", "WT-12.9"), GUNNER_KILLS)
        scratch.tell(GunnersFired(prey.id, first.id, back, _left(scratch, first.id, 0, back)), "WT-12.9")
        shoot_down(scratch, first, back, "WT-12.9")

"""Step 5.1: combat in the air (WT-12). Dogfights first, then fighters on other aircraft."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from events.wet_thrust.flying import AircraftLost, Dogfight, Engaged, FightersFired, GunnersFired
from pbem.core.geometry.tabletop import together, within
from pbem.games.wet_thrust.model.orders import Cap
from pbem.games.wet_thrust.model.state import Squadron, Vessel
from pbem.games.wet_thrust.model.tables import FIGHTER_KILLS, GUNNER_KILLS, kills
from pbem.games.wet_thrust.rules.air.flights import Attacker, attacks, escorts, task
from pbem.games.wet_thrust.rules.turn_scratch import Action

PRIORITY = ("T", "DB", "B")
"""WT-12.7: what CAP goes for first, unless ordered otherwise."""
COVER = 6
"""WT-12.4: inches within which CAP covers ships with area defence."""
Hunts = dict[str, list[str]]
"""By the squadron attacked: the fighters that attack it."""


def step(action: Action) -> None:
    """Step 5.1: WT-12.8, then WT-12.9. WT-12.3: who has fired in a dogfight does not fire again."""
    hunts = _hunts(action)
    _meet(action, hunts)
    duels = _duels(action, hunts)
    fired = _dogfights(action, duels)
    paired = {one for one, _ in duels}
    for prey in action.state.flying():
        others = [id for id in hunts.get(prey.id, []) if id not in paired and id not in fired]
        hunters = [each for each in action.state.flying() if each.id in others]
        if hunters:
            _pounce(action, hunters, prey)


# ---------------------------------------------------------------- who fights whom


def _hunts(action: Action) -> Hunts:
    """WT-12.7: CAP assigned to attackers, and interceptors that have reached their quarry (WT-12.6)."""
    hunts: Hunts = {}
    for fighter, prey in [*_assigned(action), *action.engaged.items()]:
        hunts.setdefault(prey, []).append(fighter)
    return {prey: _in_order(action, fighters) for prey, fighters in hunts.items()}


def _meet(action: Action, hunts: Hunts) -> None:
    """WT-12.7: who fights whom, and where they have met, for aircraft of step 3.6 may have flown on from there.

    Ruling W56: interceptors and CAP under one clause.
    """
    for prey in action.state.flying():
        for fighter in hunts.get(prey.id, []):
            action.tell(Engaged(fighter, prey.id, list(action.met.get(fighter, prey.at))), "WT-12.7")


def _in_order(action: Action, ids: Iterable[str]) -> list[str]:
    """Those of them in the air, in unit order."""
    wanted = set(ids)
    return [each.id for each in action.state.flying() if each.id in wanted]


def _assigned(action: Action) -> list[tuple[str, str]]:
    """WT-12.7 a: CAP of each carrier goes for attackers of the ships it protects, one by one, and round again."""
    coming = attacks(action)
    found: list[tuple[str, str]] = []
    for carrier in action.state.afloat():
        cover = _cap_of(action, carrier)
        threats = _threats(action, carrier, coming) if cover else []
        load: Counter[str] = Counter()
        for fighter in cover:
            if threats:
                prey = min(threats, key=lambda each: (load[each.id], _rank(action, fighter, each)))
                load[prey.id] += 1
                found.append((fighter.id, prey.id))
    return found


def _cap_of(action: Action, carrier: Vessel) -> list[Squadron]:
    """WT-12.4: the fighters on CAP that are with their mother carrier."""
    mates = (each for each in action.state.flying(carrier.side) if each.carrier == carrier.id)
    return [each for each in mates if isinstance(task(action, each), Cap) and together(each.at, carrier.at)]


def _threats(action: Action, carrier: Vessel, coming: list[Attacker]) -> list[Squadron]:
    """WT-12.4: attackers of the carrier, and of friends within 6 inches of her that have a working ADF, in unit order."""
    friends = [ship for ship in action.state.afloat(carrier.side) if within(ship.at, carrier.at, COVER)]
    covered = {carrier.id} | {ship.id for ship in friends if ship.visible and ship.sheet.working("AD")}
    return [action.state.squadrons[each.squadron] for each in coming if each.target in covered]


def _rank(action: Action, fighter: Squadron, prey: Squadron) -> int:
    """WT-12.7: by its CAP PRIORITY; types that it does not name come last."""
    aim = task(action, fighter)
    wanted = (aim.priority if isinstance(aim, Cap) else ()) or PRIORITY
    return wanted.index(prey.kind) if prey.kind in wanted else len(wanted)


def _duels(action: Action, hunts: Hunts) -> list[tuple[str, str]]:
    """WT-12.7 b, c: attackers paired with escorts, and with fighters that they intercept; in unit order of the attackers."""
    found: list[tuple[str, str]] = []
    for prey, fighters in hunts.items():
        squadron = action.state.squadrons[prey]
        if squadron.kind == "F":
            found += [(fighter, prey) for fighter in fighters]
        else:
            found += zip(fighters, (each.id for each in escorts(action, squadron)), strict=False)
    order = [each.id for each in action.state.flying()]
    return sorted(found, key=lambda pair: order.index(pair[0]))


# ---------------------------------------------------------------- dogfights


def _dogfights(action: Action, duels: list[tuple[str, str]]) -> set[str]:
    """WT-12.8: attacker first; losses together, after all of them. Returns those who have fired."""
    fired: set[str] = set()
    losses: Counter[str] = Counter()
    for one, other in duels:
        firing = [one not in fired, other not in fired]
        if any(firing):
            dealt = _shoot(action, one, other, "WT-12.8") if firing[0] else 0
            suffered = _shoot(action, other, one, "WT-12.8") if firing[1] else 0
            shot = _left(action, other, losses[other], dealt), _left(action, one, losses[one], suffered)
            action.tell(Dogfight(one, other, dealt, suffered, *shot), "WT-12.8")
            losses.update({other: dealt, one: suffered})
            fired |= {one, other}
    for squadron in action.state.flying():
        shoot_down(action, squadron, losses[squadron.id], "WT-12.8")
    return fired


def _shoot(action: Action, by: str, at: str, rule: str) -> int:
    """What all fighters of a squadron shoot down: a die each."""
    squadron = action.state.squadrons[by]
    return kills(action.roll(squadron.aircraft, 6, f"fighter_fire {by} at {at}", rule), FIGHTER_KILLS)


def _left(action: Action, squadron: str, gone: int, number: int) -> int:
    """WT-12.10: how many of these kills find an aircraft, when so many are gone already."""
    return min(number, max(0, action.state.squadrons[squadron].aircraft - gone))


def shoot_down(action: Action, squadron: Squadron, number: int, rule: str) -> None:
    """WT-12.10: kills beyond its strength are lost. WT-11.14: without aircraft it is gone."""
    gone = min(number, squadron.aircraft)
    if gone > 0:
        left = squadron.aircraft - gone
        action.tell(AircraftLost(squadron.id, gone, left, "shot down"), rule)
        if not left:
            action.downed.add(squadron.id)


# ---------------------------------------------------------------- fighters on other aircraft


def _pounce(action: Action, hunters: list[Squadron], prey: Squadron) -> None:
    """WT-12.9: all fighters first, then what is left of their prey fires at the first of them; planes are unarmed."""
    total = 0
    for hunter in hunters:
        hits = _shoot(action, hunter.id, prey.id, "WT-12.9")
        action.tell(FightersFired(hunter.id, prey.id, hits, _left(action, prey.id, total, hits)), "WT-12.9")
        total += hits
    shoot_down(action, prey, total, "WT-12.9")
    if prey.airborne and prey.kind != "R":
        first = hunters[0]
        back = kills(action.roll(prey.aircraft, 6, f"air_return {prey.id} at {first.id}", "WT-12.9"), GUNNER_KILLS)
        action.tell(GunnersFired(prey.id, first.id, back, _left(action, first.id, 0, back)), "WT-12.9")
        shoot_down(action, first, back, "WT-12.9")

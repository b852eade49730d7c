"""Step 5.3: attacks of aircraft on ships, squadron by squadron in unit order (WT-13)."""

from __future__ import annotations

from events.wet_thrust.flying import Bombed, Spent
from events.wet_thrust.sailing import OrderLapsed
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import DIVE_BOMB, LEVEL_BOMB, Attack
from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.model.units import Squadron, Vessel
from pbem.games.wet_thrust.rules.air.deck import drop_aim
from pbem.games.wet_thrust.rules.air.flights import attacks, escorts
from pbem.games.wet_thrust.rules.combat import d20_effects, hits, torpedo


def step(scratch: TurnScratch) -> None:
    """WT-13.1: squadrons never combine. A target that is doomed already is not attacked, and the load is kept."""
    for each in attacks(scratch):
        squadron, target = scratch.state.squadrons[each.squadron], scratch.state.ships[each.target]
        if target.sheet.doomed:
            why = f"{target.id} is going down already, the load is kept"
            scratch.own(OrderLapsed(squadron.id, f"ATTACK {target.id}", why), "WT-13.1", squadron)
            continue
        _attack(scratch, squadron, target)
        for one in [squadron, *escorts(scratch, squadron)]:
            _spend(scratch, one)


def _attack(scratch: TurnScratch, squadron: Squadron, target: Vessel) -> None:
    """WT-13.5: torpedo bombers with one torpedo each, at their range and arc; the others with bombs."""
    if squadron.kind == "T":
        torpedo.launch(scratch, squadron, target, [], squadron.aircraft, True)
    else:
        _bomb(scratch, squadron, target)


def _spend(scratch: TurnScratch, squadron: Squadron) -> None:
    """WT-11.10, WT-12.11: bombers that have attacked and fighters that escorted them are spent, and must return."""
    if not squadron.deck.spent:
        scratch.deck(Spent(squadron.id), "WT-11.10", squadron)
        drop_aim(scratch, squadron, "WT-11.10")


def _bomb(scratch: TurnScratch, squadron: Squadron, target: Vessel) -> None:
    """WT-13.3 and WT-13.4, of land-based bombers WT-13.6; then WT-13.9. WT-13.10: neither fire control nor weather counts."""
    attack, rule = attack_of(squadron), "WT-13.6" if squadron.kind == "B" else "WT-13.3"
    modifiers = modifiers_of(attack, target)
    needed = squadron.aircraft + sum(modifiers.values())
    faces = scratch.open_roll(squadron.aircraft, 6, f"bomb_hit {squadron.id} at {target.id}", rule)
    struck = sum(face <= needed for face in faces)
    points = _damage(scratch, squadron, target, attack, struck)
    spot = list(target.at)
    event = Bombed(squadron.id, target.id, squadron.kind, squadron.aircraft, needed, modifiers, struck, points, spot)
    scratch.tell(event, rule)
    hits.mark(scratch, target, points, "bombs", "WT-13.8")
    hits.fuel(scratch, target, points)
    if points:
        d20_effects.bomb(scratch, target)


def attack_of(squadron: Squadron) -> Attack:
    """WT-13.3, WT-13.6: how it bombs."""
    return LEVEL_BOMB if squadron.kind == "B" else DIVE_BOMB


def modifiers_of(attack: Attack, target: Vessel) -> dict[str, int]:
    """WT-13.3, WT-13.6: what is added to the number needed, by cause."""
    causes = {"stationary": attack.stationary if target.stationary else 0, "evasive": attack.evasive if target.evasive else 0}
    return {cause: value for cause, value in causes.items() if value}


def _damage(scratch: TurnScratch, squadron: Squadron, target: Vessel, attack: Attack, struck: int) -> int:
    """WT-13.4, WT-13.6: each die less the deck armour, and more on a ship that lies still."""
    rule = "WT-13.6" if squadron.kind == "B" else "WT-13.4"
    faces = scratch.open_roll(struck, attack.sides, f"bomb_damage {squadron.id} at {target.id}", rule)
    more = added(scratch.state, attack, target)
    return sum(max(0, face + more) for face in faces)


def added(state: State, attack: Attack, target: Vessel) -> int:
    """WT-13.4, WT-13.6: what each damage die gets."""
    return (attack.stationary if target.stationary else 0) - torpedo.armour(state, target, target.printed.deck)

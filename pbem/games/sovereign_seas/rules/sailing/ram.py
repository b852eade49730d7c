"""Chapter J.1: ramming attacks, step 3e of section 3."""

from __future__ import annotations

from events.base import EVERYONE
from events.sovereign_seas.sailing import RamEffect, RamPicked, RamRolled, RamShoved, RamStopped
from pbem.core.geometry.hexes import Hex
from pbem.games.sovereign_seas.model.geometry import HALF_STEPS, label_of
from pbem.games.sovereign_seas.model.state import Ship
from pbem.games.sovereign_seas.model.tables import RAM_MULTIPLIER, RAM_NEEDED, STRUCK, own_ram_hits, ram_pool
from pbem.games.sovereign_seas.model.turn_scratch import TurnScratch
from pbem.games.sovereign_seas.rules.combat.attack import Attack
from pbem.games.sovereign_seas.rules.combat.hits import inflict

EFFECT_POOL = 5


def others_here(scratch: TurnScratch, ship: Ship) -> list[Ship]:
    """SSL-I3.1, SSL-I3.3: the ships afloat in her hex, friends too, in natural id order."""
    hex = ship.hex
    return [other for other in scratch.state.ships.values() if other.hex == hex and other.active and other is not ship]


def attack(scratch: TurnScratch, ship: Ship, came_from: Hex) -> bool:
    """SSL-J1.1, SSL-J1.2: a ship has entered others' hex: her attack, friend or enemy, wanted or not (SSL-J1.11).

    Returns whether she moves on. SSL-J1.10: a hit stops both ships for the turn, after a miss she goes on; SSL-I3.2: ships left
    together stay so, and only entering attacks.
    """
    target = _pick(scratch, ship)
    if _strikes_home(scratch, ship, target):
        _effect(scratch, ship, target)
        _stop(scratch, ship, target)
        return False
    if scratch.state.opt("ram_miss") == "back":
        scratch.tell_all(RamShoved(ship.id, label_of(came_from)), "SSL-J1.10")
        return False
    return True


def _stop(scratch: TurnScratch, *ships: Ship) -> None:
    """SSL-J1.10: of the two those that are still afloat; a wreck has no way to lose."""
    if afloat := [ship.id for ship in ships if ship.active]:
        scratch.tell_all(RamStopped(afloat), "SSL-J1.10")


def _pick(scratch: TurnScratch, ship: Ship) -> Ship:
    """SSL-J1.3: of several ships chance takes one. SSL-C.5: by one die with as many sides."""
    there = others_here(scratch, ship)
    if len(there) == 1:
        return there[0]
    die = scratch.turn.roll(1, len(there), f"RAM_PICK {ship.id}", "SSL-C.5", EVERYONE)[0]
    target = there[die - 1]
    scratch.tell_all(RamPicked(ship.id, target.id, [other.id for other in there]), "SSL-J1.3")
    return target


def _strikes_home(scratch: TurnScratch, ship: Ship, target: Ship) -> bool:
    """SSL-J1.4: Q.1.1 to Q.1.3 with the speeds and headings of this moment."""
    angle = (ship.heading - target.heading) % 6
    pool = ram_pool(ship.speed - target.speed, angle)
    strikes = scratch.strikes(pool, f"RAM_HIT {ship.id} on {target.id}", "SSL-J1.4", EVERYONE)
    rolled = RamRolled(
        attacker=ship.id,
        target=target.id,
        impulse=scratch.impulse,
        hex=label_of(ship.hex),
        struck=STRUCK[angle],
        attacker_speed=ship.speed,
        target_speed=target.speed,
        pool=pool,
        strikes=strikes,
        hit=strikes >= RAM_NEEDED,
    )
    scratch.tell_all(rolled, "SSL-J1.4")
    return rolled.hit


def effect(strikes: int, speed: int) -> int:
    """SSL-J1.5: hits on the target of a ram at this speed."""
    return RAM_MULTIPLIER[strikes] * speed


def _effect(scratch: TurnScratch, ship: Ship, target: Ship) -> None:
    """SSL-J1.5: hits on the target; SSL-J1.6, SSL-J1.7: on the attacker by her bow, even if the target sinks.

    SSL-J1.8: armour is not asked, the target's hits come first. SSL-J1.9: the target is struck from where the attacker came,
    the attacker from ahead.
    """
    strikes = scratch.strikes(EFFECT_POOL, f"RAM_EFFECT {ship.id} on {target.id}", "SSL-J1.5", EVERYONE)
    hits = effect(strikes, ship.speed)
    own_hits = own_ram_hits(ship.printed.ram, ship.speed)
    scratch.tell_all(RamEffect(ship.id, target.id, strikes, hits, own_hits), "SSL-J1.5")
    astern = 2 * (ship.heading + 3 - target.heading) % HALF_STEPS
    inflict(scratch, Attack(by=ship.id, target=target.id, letter=None, from_step=astern), hits)
    inflict(scratch, Attack(by=target.id, target=ship.id, letter=None, from_step=0), own_hits)

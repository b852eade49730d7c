"""SSL-J2: the gunnery segment of an impulse (step 3f of section 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from events.base import EVERYONE
from events.sovereign_seas.battle import Designated, OpenedFire, Passed, SalvoFired, SalvoWasted
from pbem.core.game.unit_ids import natural
from pbem.games.sovereign_seas.model.geometry import gun_range, half_step, label_of
from pbem.games.sovereign_seas.model.orders import Open
from pbem.games.sovereign_seas.model.state import Ship, enemy
from pbem.games.sovereign_seas.model.tables import RANK, effective_hits, letter_at, needed_at, number_modifier, speed_modifier
from pbem.games.sovereign_seas.model.turn_scratch import TurnScratch
from pbem.games.sovereign_seas.rules.combat.attack import Attack
from pbem.games.sovereign_seas.rules.combat.hits import inflict
from pbem.games.sovereign_seas.rules.combat.ready import aims, chances

TO_HIT_DICE = 8


class Salvo(NamedTuple):
    """SSL-J2.5: all batteries of one gun code of a ship that aim at one target."""

    code: str
    target: str
    guns: int


def step(scratch: TurnScratch) -> None:
    """SSL-J2.1: one ship after the other, the advantaged side first, effects at once. SSL-J2.2: two passes running end it.

    Passes of an impulse in which nobody fires at all are not told.
    """
    side, passes, fired = scratch.state.advantage, 0, False
    passed: list[Passed] = []
    waiting = {side: _waiting(scratch, ids) for side, ids in scratch.sequence.items()}
    while passes < 2:
        ship, targets = _next(scratch, waiting[side])
        if ship:
            _tell_passed(scratch, passed)
            passes, fired = 0, True
            _fire(scratch, ship, targets)
        else:
            passes += 1
            passed.append(Passed(side, scratch.impulse))
        side = enemy(side)
    if fired:
        _tell_passed(scratch, passed)


def _tell_passed(scratch: TurnScratch, passed: list[Passed]) -> None:
    for each in passed:
        scratch.tell_all(each, "SSL-J2.2")
    passed.clear()


def _waiting(scratch: TurnScratch, ids: Sequence[str]) -> list[tuple[Ship, Sequence[Open]]]:
    """SSL-X.15: a side's ships that may be ready in this impulse in SEQ order, and the OPEN lines by which they may."""
    ships = (scratch.state.ships[id] for id in ids)
    return [(ship, lines) for ship in ships if (lines := chances(scratch, ship))]


def _next(scratch: TurnScratch, waiting: list[tuple[Ship, Sequence[Open]]]) -> tuple[Ship | None, dict[str, str]]:
    """The first ship that is ready, which waits no longer, and her targets."""
    for place, (ship, lines) in enumerate(waiting):
        if found := aims(scratch, ship, lines):
            del waiting[place]
            return ship, found
    return None, {}


def _fire(scratch: TurnScratch, ship: Ship, aims: dict[str, str]) -> None:
    """SSL-X.13: every assigned battery. SSL-J2.3: then she is done. SSL-J2.4: all targets are named before the first roll."""
    planned = salvos(ship, aims)
    scratch.tell_all(OpenedFire(ship.id, scratch.impulse, len(planned)), "SSL-J2.3")
    scratch.tell_log(Designated(ship.id, scratch.impulse, aims), "SSL-J2.4", ship)
    for salvo in planned:
        target = scratch.state.ships[salvo.target]
        if target.active:
            _salvo(scratch, ship, target, salvo)
        else:
            scratch.tell_all(SalvoWasted(ship.id, target.id, salvo.code), "SSL-J2.4")


def salvos(ship: Ship, aims: dict[str, str]) -> list[Salvo]:
    """SSL-J2.5, SSL-D2.1: a battery is a gun. SSL-J2.12: by gun rank, then by target in natural id order."""
    guns = ship.printed.guns
    counted = Counter((guns[id].code, target) for id, target in aims.items())
    ordered = sorted(counted.items(), key=lambda item: (RANK[item[0][0]], natural(item[0][1])))
    return [Salvo(code, target, number) for (code, target), number in ordered]


def _salvo(scratch: TurnScratch, ship: Ship, target: Ship, salvo: Salvo) -> None:
    """SSL-J2.8: the pool. SSL-J2.9: strikes needed, and base hits. SSL-J2.10: effective hits. SSL-J2.11: the letter."""
    options = scratch.state.options
    code, away = salvo.code, gun_range(ship.hex, target.hex)
    changes = modifiers(salvo, target)
    pool = dice(changes)
    strikes = scratch.strikes(pool, f"TO_HIT {ship.id} {salvo.guns} [{code}] at {target.id}", "SSL-J2.8", EVERYONE)
    needed = needed_at(away, options)
    base = base_hits(strikes, needed)
    fired = SalvoFired(
        ship=ship.id,
        target=target.id,
        impulse=scratch.impulse,
        code=code,
        guns=salvo.guns,
        range=away,
        modifiers=changes,
        pool=pool,
        strikes=strikes,
        needed=needed,
        base=base,
        hits=effective_hits(base, code, options),
        letter=letter_at(code, away, options),
        origin=label_of(ship.hex),
        aim=label_of(target.hex),
    )
    scratch.tell_all(fired, "SSL-J2.8")
    inflict(scratch, Attack(ship.id, target.id, fired.letter, _struck_from(ship, target)), fired.hits)


def base_hits(strikes: int, needed: int) -> int:
    """SSL-J2.9: one with the strikes needed, and one more with each beyond."""
    return max(0, strikes - needed + 1)


def modifiers(salvo: Salvo, target: Ship) -> dict[str, int]:
    """SSL-J2.8: table Q.2.3 read for the number and for the speed, and SSL-D1.2: the target's size."""
    return {"number": number_modifier(salvo.guns), "speed": speed_modifier(target.speed), "size": target.printed.size}


def dice(modifiers: Mapping[str, int]) -> int:
    """SSL-J2.8: how many are rolled; SSL-C.3: never fewer than none."""
    return max(0, TO_HIT_DICE + sum(modifiers.values()))


def _struck_from(ship: Ship, target: Ship) -> int | None:
    """SSL-L1.1: the bearing of the firing ship from the target."""
    return None if ship.hex == target.hex else half_step(target.hex, target.heading, ship.hex)

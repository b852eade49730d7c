"""What is told of gunnery, damage, criticals and the end; `tell.py` has the rest and the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from events.base import Event
from events.sovereign_seas import battle
from pbem.core.game.phrases import count, sentence
from pbem.games.sovereign_seas.model.state import State
from pbem.games.sovereign_seas.model.tables import BOILER, FUNNEL, MAGAZINE, RUDDER, SEVERE, TOWER
from pbem.games.sovereign_seas.report.phrases import JAM_WORDS, PEOPLE, guns_words

Teller = Callable[[Any, State], "str | None"]

PARTS = {"H": "hull", "B": "battery", "T": "turret or barbette", "*": "critical"}
RESULTS = {
    TOWER: "conning tower",
    RUDDER: "rudder",
    SEVERE: "severe hull damage",
    FUNNEL: "funnel",
    BOILER: "boiler explosion",
    MAGAZINE: "magazine explosion",
}
"""Q.2.4 and Q.2.5 in words."""
NO_MAGAZINE = {
    "boiler": "a boiler explodes instead",
    "sink": "she sinks all the same",
    "none": "nothing more happens",
}
"""SSL-L5.11 in words, by option `no_magazine`."""
CAUSES = {"number": "guns", "speed": "target speed", "size": "size"}
"""Q.2.3 in words."""


def silent(event: Event, known: State) -> None:
    """Bookkeeping: the logs, the tables and the map show it."""


def pool_words(pool: int, base: int, modifiers: Mapping[str, int]) -> str:
    """`10 dice (8, size +2)`: causes that add nothing are left out; a pool stops at 0 (SSL-C.3)."""
    parts = [f"{cause} {number:+d}" for cause, number in modifiers.items() if number]
    return f"{count(pool, 'die', 'dice')} ({', '.join([str(base), *parts])})" if parts else count(pool, "die", "dice")


# ---------------------------------------------------------------- gunnery


def _designated(event: battle.Designated, known: State) -> str:
    """SSL-J2.4."""
    aims: dict[str, list[str]] = {}
    for gun, target in event.targets.items():
        aims.setdefault(target, []).append(gun)
    return f"{event.ship} opens fire, " + "; ".join(f"{guns_words(guns)} at {target}" for target, guns in aims.items())


def _salvo_fired(event: battle.SalvoFired, known: State) -> str:
    """With the arithmetic: SSL-J2.8 dice, SSL-J2.9 base hits, SSL-J2.10 effective hits, SSL-J2.11 the armour they beat."""
    pool = pool_words(event.pool, 8, {CAUSES.get(cause, cause): number for cause, number in event.modifiers.items()})
    head = f"{event.ship} fires {event.guns} [{event.code}] at {event.target}: range {event.range}, {pool}"
    rolled = f"{count(event.strikes, 'strike')}, {event.needed} needed"
    if not event.base:
        return f"{head}, {rolled}: no hit"
    return f"{head}, {rolled}: {count(event.base, 'hit')}, {event.hits} effective, penetrating {event.letter}"


def _salvo_wasted(event: battle.SalvoWasted, known: State) -> str:
    """SSL-J2.4."""
    return f"the [{event.code}] salvo of {event.ship} is lost: {event.target} has sunk already"


UNFIRED = {
    "hold": "{ship} holds fire, as ordered: {target} was within reach",
    "open": "{ship} does not fire, her OPEN orders did not come true: {target} bore",
    "only": "{ship} does not fire, her FIRE orders name nobody who bore: {target} did",
    "arc": "{ship} does not fire, no gun bore on an enemy within reach: {target} came nearest,",
}


def _did_not_fire(event: battle.DidNotFire, known: State) -> str:
    """SSL-X.12."""
    words = UNFIRED[event.why].format(ship=event.ship, target=event.target)
    return f"{words} at range {event.range} in impulse {event.impulse}"


# ---------------------------------------------------------------- damage


def _located(event: battle.Located, known: State) -> str | None:
    """SSL-K.1. A reader who sees her log is told what the hit did, with its dice; a critical hit does several things."""
    seen = known.ships.get(event.ship)
    if seen and seen.log_if_known and event.location != "*":
        return None
    return f"{event.ship} is hit: {event.strikes}/5, {event.location} {PARTS[event.location]}"


def _passed_on(event: battle.PassedOn, known: State) -> str:
    """SSL-K.3."""
    missing = "turret or barbette" if event.location == "T" else "battery"
    if (event.location, event.struck) == ("T", "H"):
        missing = "turret, barbette or battery"
    return f"no {missing} of {event.ship} bears there: the hit falls on her {PARTS[event.struck]}"


def _no_effect(event: battle.NoEffect, known: State) -> str:
    """SSL-K.2."""
    part = event.part if event.part in ("hull", "conning tower") else _gun(event.ship, event.part, known)
    return f"no effect on {event.ship}: armour {event.armour} of the {part} keeps out {event.letter}"


def _gun(ship: str, battery: str, known: State) -> str:
    """`battery P1 [AA]`."""
    seen = known.ships.get(ship)
    gun = seen.printed.guns.get(battery) if seen else None
    if gun is None:
        return f"battery {battery}"
    return f"{'battery' if gun.mount == 'casemate' else gun.mount} {battery} [{gun.code}]"


def _gun_lost(event: battle.GunLost, known: State) -> str:
    return f"{event.ship} loses {_gun(event.ship, event.battery, known)}"


def _hull_marked(event: battle.HullMarked, known: State) -> str:
    seen = known.ships.get(event.ship)
    of = f" of {seen.printed.circles}" if seen else ""
    gone = "are" if event.marked > 1 else "is"
    return f"{event.ship} hull: {event.marked}{of} {gone} marked off, maximum speed {event.maximum}"


def _factors_lost(event: battle.FactorsLost, known: State) -> str:
    return f"{event.ship} loses speed factors ({event.cause}): maximum speed {event.maximum}"


def _critical(event: battle.Critical, known: State) -> str:
    words = f"critical hit on {event.ship}: {event.strikes}/8, {RESULTS.get(event.result, event.result)}"
    seen = known.ships.get(event.ship)
    if event.result == MAGAZINE and seen and not seen.printed.magazines:
        return f"{words}; she has no magazine: {NO_MAGAZINE[str(known.options['no_magazine'])]}"
    return words


def _severe_again(event: battle.SevereAgain, known: State) -> str:
    """SSL-L5.8."""
    return f"{event.ship} has severe hull damage from this attack already ({event.strikes}/8): rolled again"


def _out_of_command(event: battle.OutOfCommand, known: State) -> str:
    """SSL-L5.3, SSL-L5.5."""
    return f"the conning tower of {event.ship} is destroyed: out of command to the end of game turn {event.until}"


def _rudder_jammed(event: battle.RudderJammed, known: State) -> str:
    """SSL-L5.6."""
    return f"the rudder of {event.ship} is jammed {JAM_WORDS[event.side]} to the end of game turn {event.until}"


def _severe_damage(event: battle.SevereDamage, known: State) -> str:
    """SSL-L5.8."""
    return f"{event.ship} takes {count(event.points, 'further hull point')} of severe hull damage"


def _magazine_exploded(event: battle.MagazineExploded, known: State) -> str:
    return f"the magazine of {event.ship} explodes"


def _sunk(event: battle.Sunk, known: State) -> str:
    by = f", sunk by {event.by}" if event.by and event.by != event.ship else ""
    return f"{event.ship} goes down in {event.hex}{by}"


# ---------------------------------------------------------------- end phase


def _condition_ended(event: battle.ConditionEnded, known: State) -> str:
    """SSL-L5.12."""
    return f"{event.ship} is in command again" if event.condition == "command" else f"the rudder of {event.ship} is free again"


def _silence(event: battle.Silent, known: State) -> str | None:
    """SSL-Z.2."""
    return f"nobody has mailed for {PEOPLE[event.side]} for {count(event.turns, 'turn')}" if event.turns else None


def _conceded(event: battle.Conceded, known: State) -> str:
    """SSL-N.3, SSL-Z.2."""
    return sentence(f"{PEOPLE[event.side]} concede{': nobody has mailed for them' if event.silence else ''}")


def _game_decided(event: battle.GameDecided, known: State) -> str:
    """SSL-N.1: the verdict says who has won and how."""
    return event.verdict


TELLERS: dict[type[Event], Teller] = {
    battle.Passed: silent,
    battle.Designated: _designated,
    battle.OpenedFire: silent,
    battle.SalvoFired: _salvo_fired,
    battle.SalvoWasted: _salvo_wasted,
    battle.DidNotFire: _did_not_fire,
    battle.Located: _located,
    battle.PassedOn: _passed_on,
    battle.NoEffect: _no_effect,
    battle.GunLost: _gun_lost,
    battle.HullMarked: _hull_marked,
    battle.FactorsLost: _factors_lost,
    battle.Critical: _critical,
    battle.SevereAgain: _severe_again,
    battle.OutOfCommand: _out_of_command,
    battle.RudderJammed: _rudder_jammed,
    battle.SevereDamage: _severe_damage,
    battle.MagazineExploded: _magazine_exploded,
    battle.Sunk: _sunk,
    battle.ConditionEnded: _condition_ended,
    battle.Removed: silent,
    battle.Silent: _silence,
    battle.Conceded: _conceded,
    battle.TurnEnded: silent,
    battle.GameDecided: _game_decided,
}

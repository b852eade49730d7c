"""Gunnery, damage, criticals, the end phase and the end."""

from __future__ import annotations

from typing import Literal

from events.base import Event, event


@event("sovereign_seas.passed", to="all")
class Passed(Event):
    """A side has no ship ready to fire when its place comes."""

    side: str
    impulse: int


@event("sovereign_seas.designated", to="log")
class Designated(Event):
    """What each firing battery of a ship aims at, before her first roll (her own side's view of her log)."""

    ship: str
    impulse: int
    targets: dict[str, str]


@event("sovereign_seas.opened_fire", to="all")
class OpenedFire(Event):
    """A ship fires in this impulse, and not again this turn. `salvos` is how many."""

    ship: str
    impulse: int
    salvos: int


@event("sovereign_seas.salvo_fired", to="all")
class SalvoFired(Event):
    """A salvo of `guns` batteries of one code. `needed` strikes make the first of `base` hits, `hits` are effective.

    `letter` is the armour it still beats at that range; `modifiers` are dice by cause: number, speed, size.
    """

    ship: str
    target: str
    impulse: int
    code: str
    guns: int
    range: int
    modifiers: dict[str, int]
    pool: int
    strikes: int
    needed: int
    base: int
    hits: int
    letter: str
    origin: str
    aim: str


@event("sovereign_seas.salvo_wasted", to="all")
class SalvoWasted(Event):
    """The target sank before the salvo was fired."""

    ship: str
    target: str
    code: str


@event("sovereign_seas.did_not_fire", to="side")
class DidNotFire(Event):
    """A ship has not fired this turn, though an enemy was within reach of her guns.

    why: hold (HOLD FIRE), open (her OPEN lines did not come true), only (her FIRE lines name nobody whom she could hit) or
    arc (no gun bore). `target` is the enemy who came nearest to it, at `range` in `impulse`.
    """

    ship: str
    why: str
    target: str
    range: int
    impulse: int


@event("sovereign_seas.located", to="all")
class Located(Event):
    """Where a hit fell: H hull, B battery, T turret or barbette, * critical."""

    ship: str
    strikes: int
    location: Literal["H", "B", "T", "*"]


@event("sovereign_seas.passed_on", to="log")
class PassedOn(Event):
    """Nothing at the `location` rolled (T, B) can be hit from there, so the hit falls on `struck` (B, H)."""

    ship: str
    location: str
    struck: str


@event("sovereign_seas.no_effect", to="log")
class NoEffect(Event):
    """Armour held. `part` is hull, conning tower, or a battery's id; `letter` the shot's, `armour` the part's."""

    ship: str
    part: str
    letter: str
    armour: str


@event("sovereign_seas.gun_lost", to="log")
class GunLost(Event):
    """A battery, or a turret or barbette, is destroyed."""

    ship: str
    battery: str
    turret: bool


@event("sovereign_seas.hull_marked", to="log")
class HullMarked(Event):
    """Hull circles marked off from the bow up to `marked`; `lost` speed factors are gone in all, her maximum is `maximum`."""

    ship: str
    marked: int
    lost: int
    maximum: int


@event("sovereign_seas.factors_lost", to="log")
class FactorsLost(Event):
    """Speed factors marked off by a funnel or boiler hit: `lost` in all, her maximum is `maximum`. cause: funnel, boiler."""

    ship: str
    cause: str
    lost: int
    maximum: int


@event("sovereign_seas.critical", to="log")
class Critical(Event):
    """A critical hit: strikes of eight dice and what they mean: conning tower, rudder, severe, funnel, boiler, magazine."""

    ship: str
    strikes: int
    result: str


@event("sovereign_seas.severe_again", to="log")
class SevereAgain(Event):
    """A second severe result in one attack is rolled again."""

    ship: str
    strikes: int


@event("sovereign_seas.out_of_command", to="log")
class OutOfCommand(Event):
    """The conning tower is destroyed: no change of speed or heading up to the end of turn `until`."""

    ship: str
    until: int


@event("sovereign_seas.rudder_jammed", to="log")
class RudderJammed(Event):
    """The rudder is jammed L, R or S (straight) up to the end of turn `until`."""

    ship: str
    side: Literal["L", "R", "S"]
    until: int


@event("sovereign_seas.severe_damage", to="log")
class SevereDamage(Event):
    """After all hits of an attack: so many further hull points for severe hull damage."""

    ship: str
    points: int


@event("sovereign_seas.magazine_exploded", to="log")
class MagazineExploded(Event):
    """Nothing is left of her."""

    ship: str


@event("sovereign_seas.sunk", to="all")
class Sunk(Event):
    """A ship sinks; `by` is the ship whose shot or ram did it."""

    ship: str
    by: str
    hex: str


@event("sovereign_seas.condition_ended", to="log")
class ConditionEnded(Event):
    """Command or the rudder is restored in the end phase. condition: command, rudder."""

    ship: str
    condition: str


@event("sovereign_seas.removed", to="all")
class Removed(Event):
    """A sunk ship leaves the board."""

    ship: str


@event("sovereign_seas.silent", to="all")
class Silent(Event):
    """Game turns running in which no admiral of a side has mailed (0: one has)."""

    side: str
    turns: int


@event("sovereign_seas.conceded", to="all")
class Conceded(Event):
    """A side gives up; `silence` because nobody mailed."""

    side: str
    silence: bool


@event("sovereign_seas.turn_ended", to="all")
class TurnEnded(Event):
    """The end phase is over."""

    turn: int


@event("sovereign_seas.game_decided", to="all")
class GameDecided(Event):
    """The end: winning sides (none: a draw), the level ("" where there is none) and a sentence."""

    winners: list[str]
    level: Literal["", "marginal", "major", "decisive"]
    verdict: str

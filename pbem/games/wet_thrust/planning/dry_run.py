"""A turn tried out: the reader's orders played by the rules on what they know, without a die and without a hit.

Enemies, and friends under another admiral, are taken to have ordered nothing new; a submarine that is held, to lie where
she was. Crash dives are taken to succeed and rams to be dared; fire is laid but not rolled, its chances are in `odds.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from events.base import EVERYONE, Event, visible
from events.platform import Rolled
from events.wet_thrust.opening import TurnBegan
from pbem.core.game.turn import Turn
from pbem.core.geometry.tabletop import Spot, distance
from pbem.core.state.codec import copy
from pbem.core.texts.envelope import OrderSheet
from pbem.games.wet_thrust.model.apply.apply import apply
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import TORPEDO, gun_dice
from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.model.units import Squadron, Vessel
from pbem.games.wet_thrust.planning.assume import assume
from pbem.games.wet_thrust.planning.odds import Odds, gunfire, spread
from pbem.games.wet_thrust.rules import dives, lock, move, ram, sonar
from pbem.games.wet_thrust.rules.air import bombing, flights
from pbem.games.wet_thrust.rules.combat import charges, gunnery, smoke, torpedo
from pbem.games.wet_thrust.rules.combat.aim import assign
from pbem.games.wet_thrust.rules.combat.fire import sequence

MIDDLING = 5
"""The face of every die that is rolled in a rehearsal: only crash dives roll, and with it they succeed (WT-18.8)."""


@dataclass(frozen=True)
class Same:
    """Dice that show the same face each time."""

    face: int = MIDDLING

    def throw(self, audience: str, number: int, purpose: str, n: int, sides: int) -> list[int]:
        """Never a hit, for nothing that hits is rolled."""
        return [self.face] * n


class Throw(NamedTuple):
    """The dice of an attack in words, what moves them, their chances, the clause."""

    dice: str
    why: str
    odds: Odds
    rule: str


@dataclass(frozen=True)
class Laid:
    """An attack as it would be made: with what, from where to where, its dice in words, its chances, the clause."""

    by: str
    target: str
    kind: str
    arms: str
    dice: str
    why: str
    odds: Odds
    rule: str
    origin: Spot
    aim: Spot


@dataclass
class Rehearsal:
    """A turn tried out: `before` as the reader knows it, `after` what they would know when the fire is over.

    `state` is what is played on: there is more in it than anybody knows.
    """

    before: State
    after: State
    state: State
    scratch: TurnScratch | None = None
    events: list[Event] = field(default_factory=list)
    laid: list[Laid] = field(default_factory=list)
    met: list[tuple[str, str]] = field(default_factory=list)
    """WT-5.1: pairs that would collide."""

    def mine(self) -> list[str]:
        """The reader's own vessels that were in play."""
        return [ship.id for ship in self.before.mine()]


def rehearse(known: State, sheet: OrderSheet) -> Rehearsal:
    """Steps 0 to 5 of section 3 for the turn to come; nothing after the end or for a seat that owes no orders."""
    state = assume(known)
    found = Rehearsal(known, copy(known), state)
    if known.reader is None or known.over:
        return found
    turn = Turn(apply, state, Same(), state.next_turn)
    turn.emit(TurnBegan(state.next_turn), "WT-2.1", EVERYONE)
    scratch = found.scratch = lock.lock_orders(turn, {known.reader: sheet})
    smoke.begin(scratch)
    dives.crash(scratch)
    for ship in state.afloat():
        move.sail(scratch, ship)
    found.met = list(_meetings(scratch, known.side))
    smoke.lay(scratch)
    sonar.detect(scratch)
    flights.step(scratch)
    for ship in [ship for ship in sequence(scratch) if ship.seat == known.reader]:
        found.laid += [*_guns(scratch, ship), *_torpedoes(scratch, ship), *_charges(scratch, ship)]
    found.laid += _strikes(scratch, known.reader)
    reader = frozenset((known.reader, known.side))
    found.events = [each.event for each in turn.drafts if type(each.event) is not Rolled and visible(each.audience, reader)]
    for event in found.events:
        apply(found.after, event)
    return found


def _meetings(scratch: TurnScratch, side: str) -> Iterator[tuple[str, str]]:
    """WT-5.1: own ships that touch another, in unit order."""
    afloat, radius = scratch.state.afloat(), ram.collision_radius(scratch.state)
    for number, first in enumerate(afloat):
        for second in afloat[number + 1 :]:
            if side in (first.side, second.side) and ram.touches(scratch, first, second, radius):
                yield first.id, second.id


# ---------------------------------------------------------------- fire


def _guns(scratch: TurnScratch, ship: Vessel) -> Iterator[Laid]:
    """WT-7.8, WT-8.1. WT-7.10: where German fire control has not been rolled yet, both results count alike."""
    state = scratch.state
    for batteries, target in assign(scratch, ship):
        away = distance(ship.at, target.at)
        level, modifiers = gunnery.hit_dice(state, ship, target, batteries)
        dice, (_, grade) = level + sum(modifiers.values()), gunnery.armour_of(ship, target)
        damage = sum(gun_dice(gun, away) for gun in batteries)
        rolled = [dice] if gunnery.german_rolled(ship) else [dice - 1, dice + 1]
        each = [gunfire(number, state.number("hit_faces"), damage, grade) for number in rolled]
        odds = Odds(sum(o.chance for o in each) / len(each), sum(o.points for o in each) / len(each))
        words = f"{' or '.join(str(max(0, number)) for number in rolled)} HD, {damage} damage"
        why = ", ".join([f"level {level}", *(f"{cause.replace('_', ' ')} {n:+d}" for cause, n in modifiers.items())])
        yield _laid(state, ship, target, "guns", " ".join(batteries), Throw(words, why, odds, "WT-7.8"))


def _torpedoes(scratch: TurnScratch, ship: Vessel) -> Iterator[Laid]:
    """WT-10.3 to WT-10.8."""
    state = scratch.state
    for id, launchers in torpedo.salvos(ship, list(torpedo.spreads(scratch, ship))).items():
        number = torpedo.tubes_of(ship, launchers)
        yield _salvo(state, ship, state.ships[id], " ".join(launchers), number)


def _salvo(state: State, by: Vessel | Squadron, target: Vessel, arms: str, number: int) -> Laid:
    arc = torpedo.attack_arc(target, by.at)
    modifiers = torpedo.hit_modifiers(state, target, by.at, arc)
    needed = number + sum(modifiers.values())
    odds = spread(number, needed, TORPEDO.sides, torpedo.added(state, target))
    why = ", ".join([f"from the {arc}", *(f"{cause.replace('_', ' ')} {n:+d}" for cause, n in modifiers.items())])
    throw = Throw(f"{number} dice, {max(0, needed)} or less", why, odds, "WT-10.6")
    return _laid(state, by, target, "torpedoes", arms, throw)


def _charges(scratch: TurnScratch, ship: Vessel) -> Iterator[Laid]:
    """WT-19.7. Whether the boat is silent is not known: she is taken not to be."""
    if boat := charges.prey(scratch, ship):
        mounts, inches = charges.bearing_mounts(ship, boat), charges.whole_inches(ship, boat)
        needed = charges.needed_by(len(mounts), silent=False)
        odds = spread(len(mounts), needed, 6, -inches)
        throw = Throw(f"{len(mounts)} dice, {needed} or less", "if she is not silent", odds, "WT-19.7")
        yield _laid(scratch.state, ship, boat, "charges", " ".join(mounts), throw)


def _strikes(scratch: TurnScratch, seat: str) -> Iterator[Laid]:
    """WT-13.1: attacks of aircraft, before anybody shoots at them."""
    state = scratch.state
    for each in flights.attacks(scratch):
        squadron, target = state.squadrons[each.squadron], state.ships[each.target]
        if squadron.seat != seat:
            continue
        if squadron.kind == "T":
            yield _salvo(state, squadron, target, f"{squadron.aircraft} T", squadron.aircraft)
            continue
        attack = bombing.attack_of(squadron)
        needed = squadron.aircraft + sum(bombing.modifiers_of(attack, target).values())
        odds = spread(squadron.aircraft, needed, attack.sides, bombing.added(state, attack, target))
        words, rule = f"{squadron.aircraft} dice, {max(0, needed)} or less", "WT-13.6" if squadron.kind == "B" else "WT-13.3"
        yield _laid(state, squadron, target, "bombs", f"{squadron.aircraft} {squadron.kind}", Throw(words, "", odds, rule))


def _laid(state: State, by: Vessel | Squadron, target: Vessel, kind: str, arms: str, throw: Throw) -> Laid:
    return Laid(by.id, state.seen_as(target), kind, arms, *throw, by.at, target.at)

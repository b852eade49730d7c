"""A turn tried out: the reader's orders played by the rules on what they know, without a die and without a hit.

Enemies, and friends under another admiral, are taken to have ordered nothing new. Rams are taken to miss, and salvos are
laid but not rolled: the chances of both are left to `odds.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from events.base import EVERYONE, Event
from events.sovereign_seas.battle import DidNotFire, OpenedFire
from events.sovereign_seas.sailing import Advantage, RamRolled, TurnBegan
from pbem.core.game.turn import Turn
from pbem.core.geometry.hexes import Hex
from pbem.core.texts.envelope import OrderSheet
from pbem.games.sovereign_seas.model.apply import apply
from pbem.games.sovereign_seas.model.geometry import gun_range
from pbem.games.sovereign_seas.model.orders import ShipOrders
from pbem.games.sovereign_seas.model.state import Ship, State, enemy
from pbem.games.sovereign_seas.model.tables import beats, firepower, letter_at, needed_at
from pbem.games.sovereign_seas.model.turn_scratch import TurnScratch
from pbem.games.sovereign_seas.planning.assume import assume
from pbem.games.sovereign_seas.planning.odds import at_least, mean_hits
from pbem.games.sovereign_seas.rules import lock, setup
from pbem.games.sovereign_seas.rules.combat import unfired
from pbem.games.sovereign_seas.rules.combat.gunnery import Salvo, dice, modifiers, salvos
from pbem.games.sovereign_seas.rules.combat.ready import ready
from pbem.games.sovereign_seas.rules.sailing import move, speed, when


@dataclass(frozen=True)
class Duds:
    """Dice that never show a strike: `face` is even where odd ones are strikes (SSL-C.1)."""

    face: int

    def throw(self, audience: str, number: int, purpose: str, n: int, sides: int) -> list[int]:
        """The same face each time."""
        return [self.face] * n


@dataclass(frozen=True)
class Laid:
    """A salvo as it would be fired: its dice, the strikes it needs, and the armour that it beats there."""

    impulse: int
    ship: str
    target: str
    code: str
    guns: int
    range: int
    pool: int
    needed: int
    letter: str
    armour: str
    halves: int
    origin: Hex
    aim: Hex

    @property
    def chance(self) -> float:
        """SSL-J2.9: of one hit or more."""
        return at_least(self.pool, self.needed)

    @property
    def hits(self) -> float:
        """SSL-J2.10: effective hits on average."""
        return mean_hits(self.pool, self.needed, self.halves)

    @property
    def pierces(self) -> bool:
        """SSL-J2.11: does it beat the target's hull armour?"""
        return beats(self.letter, self.armour)


@dataclass
class Rehearsal:
    """A turn tried out: `before` as the reader knows it, `after` as it would end, and what happened on the way."""

    before: State
    after: State
    orders: dict[str, ShipOrders] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    laid: list[Laid] = field(default_factory=list)
    silent: dict[str, DidNotFire] = field(default_factory=dict)
    """Ships of the reader's side that would not fire, though an enemy came within reach."""

    def mine(self) -> list[str]:
        """The reader's own ships that were in play."""
        return [ship.id for ship in self.before.mine()]

    def rams(self) -> list[RamRolled]:
        """Own ships that run into others."""
        own = set(self.mine())
        return [event for event in self.events if isinstance(event, RamRolled) and event.attacker in own]


def rehearse(known: State, sheet: OrderSheet) -> Rehearsal:
    """Step 0 to 3 of section 3 for the turn to come, or the own part of a set-up deadline; nothing after the end."""
    state = assume(known)
    found = Rehearsal(known, state)
    if known.reader is None or known.over:
        return found
    turn = Turn(apply, state, Duds(2 if state.opt("strike_face") == "odd" else 1), state.next_turn)
    if known.stage:
        _set_up(turn, known, {known.reader: sheet})
    else:
        _play(turn, known, {known.reader: sheet}, found)
    found.events = [draft.event for draft in turn.drafts]
    return found


def _set_up(turn: Turn[State], known: State, sheets: Mapping[str, OrderSheet]) -> None:
    """SSL-A.2: what the own side does at this deadline. What comes to light when the set-up closes is left out (SSL-Y.3)."""
    own = {side: task for side, task in known.stage.items() if side == known.side}
    if own:
        turn.state.stages = [own, {}]
        setup.carry_out(turn, sheets)


def _play(turn: Turn[State], known: State, sheets: Mapping[str, OrderSheet], found: Rehearsal) -> None:
    """Steps 0 to 3, the gunnery of the own side laid but not rolled."""
    state = turn.state
    turn.emit(TurnBegan(state.next_turn), "SSL-F.1", EVERYONE)
    locked = lock.lock_orders(turn, sheets)
    scratch = TurnScratch(turn, locked.orders, locked.sequence)
    found.orders = locked.orders
    scratch.tell_all(Advantage(enemy(known.side), {}), "SSL-G.1")
    speed.settle(scratch)
    for impulse in range(1, state.impulses + 1):
        scratch.impulse = impulse
        speed.drop(scratch)
        when.step(scratch)
        move.step(scratch)
        found.laid += _lay(scratch, known.side)
        unfired.watch(scratch, known.side)
    found.silent = {event.ship: event for event in unfired.reasons(scratch, known.side)}


def _lay(scratch: TurnScratch, side: str) -> list[Laid]:
    """SSL-X.13, SSL-J2.3: every ship of the side that is ready lays her salvos, and has then fired."""
    found: list[Laid] = []
    for id in scratch.sequence[side]:
        ship = scratch.state.ships[id]
        if aims := ready(scratch, ship):
            planned = salvos(ship, aims)
            scratch.tell_all(OpenedFire(id, scratch.impulse, len(planned)), "SSL-J2.3")
            for salvo in planned:
                found.append(_laid(scratch, ship, salvo))
    return found


def _laid(scratch: TurnScratch, ship: Ship, salvo: Salvo) -> Laid:
    target, options = scratch.state.ships[salvo.target], scratch.state.options
    away = gun_range(ship.hex, target.hex)
    return Laid(
        impulse=scratch.impulse,
        ship=ship.id,
        target=target.id,
        code=salvo.code,
        guns=salvo.guns,
        range=away,
        pool=dice(modifiers(salvo, target)),
        needed=needed_at(away, options),
        letter=letter_at(salvo.code, away, options),
        armour=target.printed.hull_armour,
        halves=firepower(salvo.code, options),
        origin=ship.hex,
        aim=target.hex,
    )
